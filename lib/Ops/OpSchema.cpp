#include "lib/Ops/OpSchema.h"

#include <charconv>
#include <unordered_map>

namespace fullgraph {

namespace {

class SchemaParser {
public:
  SchemaParser(std::string_view text, std::string &error) : text(text), error(error) {}

  bool parse(OpSchema &schema) {
    schema.args.clear();
    if (!expect("("))
      return false;
    if (!accept(")")) {
      do {
        ArgSchema arg;
        if (!argument(arg))
          return false;
        if (schema.argIndex(arg.name))
          return fail("two arguments named '" + arg.name + "'");
        schema.args.push_back(std::move(arg));
      } while (accept(","));
      if (!expect(")"))
        return false;
    }
    if (!expect("->"))
      return false;
    schema.numResults = 1;
    if (accept("(")) {
      for (schema.numResults = 0;;) {
        if (!expect("Tensor"))
          return false;
        ++schema.numResults;
        if (!accept(","))
          break;
      }
      if (!expect(")"))
        return false;
    } else if (!expect("Tensor")) {
      return false;
    }
    skipSpace();
    return pos == text.size() || fail("unexpected text after the results");
  }

private:
  std::string_view text;
  std::string &error;
  size_t pos = 0;

  bool fail(const std::string &message) {
    error = "at " + std::to_string(pos + 1) + ": " + message;
    return false;
  }
  void skipSpace() {
    while (pos < text.size() && text[pos] == ' ')
      ++pos;
  }
  bool accept(std::string_view token) {
    skipSpace();
    if (text.substr(pos, token.size()) != token)
      return false;
    pos += token.size();
    return true;
  }
  bool expect(std::string_view token) {
    return accept(token) || fail("expected '" + std::string(token) + "'");
  }
  std::string_view word() {
    skipSpace();
    const size_t begin = pos;
    auto isWord = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    while (pos < text.size() && isWord(text[pos]))
      ++pos;
    return text.substr(begin, pos - begin);
  }
  /// A number up to the next separator.
  template <typename T> bool number(T &value) {
    skipSpace();
    auto [end, status] = std::from_chars(text.data() + pos, text.data() + text.size(), value);
    if (status != std::errc())
      return fail("expected a number");
    pos = size_t(end - text.data());
    return true;
  }

  bool argument(ArgSchema &arg) {
    const std::string_view type = word();
    if (type == "Tensor") {
      arg.kind = ArgKind::Tensor;
    } else if (type == "Scalar") {
      arg.kind = ArgKind::Tensor;
      arg.scalar = true;
    } else if (type == "int" || type == "bool" || type == "sym") {
      arg.kind = ArgKind::Int;
      arg.boolean = type == "bool";
      arg.anyType = type == "sym";
    } else if (type == "dtype") {
      arg.kind = ArgKind::DType;
    } else if (type == "str") {
      arg.kind = ArgKind::Str;
    } else {
      return fail("unknown type '" + std::string(type) + "'");
    }
    if (accept("[]")) {
      if (type != "Tensor" && type != "int")
        return fail("no list of '" + std::string(type) + "'");
      arg.kind = type == "int" ? ArgKind::IntList : ArgKind::TensorList;
    }
    arg.optional = accept("?");
    arg.name = word();
    if (arg.name.empty())
      return fail("expected the argument's name");
    return !accept("=") || defaultValue(arg);
  }

  bool defaultValue(ArgSchema &arg) {
    if (accept("None")) {
      if (!arg.optional)
        return fail("'" + arg.name + "' is not optional");
      arg.defaultValue = Arg();
      return true;
    }
    if (arg.scalar) {
      double value = 0;
      if (!number(value))
        return false;
      arg.defaultNumber = value;
      return true;
    }
    switch (arg.kind) {
    case ArgKind::Int:
      if (arg.boolean) {
        const bool value = accept("True");
        if (!value && !expect("False"))
          return false;
        arg.defaultValue = Arg(Sym::boolean(value));
        return true;
      } else {
        int64_t value = 0;
        if (!number(value))
          return false;
        arg.defaultValue = Arg(Sym(value));
        return true;
      }
    case ArgKind::IntList: {
      std::vector<Sym> values;
      const bool bracketed = accept("[");
      if (!bracketed || !accept("]")) {
        do {
          int64_t value = 0;
          if (!number(value))
            return false;
          values.push_back(Sym(value));
        } while (bracketed && accept(","));
        if (bracketed && !expect("]"))
          return false;
      }
      arg.defaultValue = Arg(std::move(values));
      return true;
    }
    case ArgKind::Str: {
      if (!expect("\""))
        return false;
      const size_t end = text.find('"', pos);
      if (end == std::string_view::npos)
        return fail("unterminated string");
      arg.defaultValue = Arg(std::string(text.substr(pos, end - pos)));
      pos = end + 1;
      return true;
    }
    case ArgKind::Tensor:
    case ArgKind::TensorList:
    case ArgKind::DType:
      break;
    }
    return fail("'" + arg.name + "' can have no default of this kind");
  }
};

struct Table {
  std::vector<OpSchema> ops;
  std::vector<std::string> malformed;
  std::unordered_map<std::string_view, const OpSchema *> byName;

  Table() {
#define FG_OP(NAME, FAMILY, SCHEMA) add(#NAME, OpFamily::FAMILY, SCHEMA);
#include <fullgraph/Ops.def>
    for (const OpSchema &op : ops)
      if (!byName.emplace(op.name, &op).second)
        malformed.push_back(op.name + ": listed twice");
  }
  void add(const char *name, OpFamily family, std::string_view text) {
    OpSchema op;
    op.name = name;
    op.family = family;
    std::string error;
    if (parseSchema(text, op, error))
      ops.push_back(std::move(op));
    else
      malformed.push_back(op.name + ": " + error);
  }
};
const Table &table() {
  static const Table instance;
  return instance;
}

} // namespace

bool parseSchema(std::string_view text, OpSchema &schema, std::string &error) {
  return SchemaParser(text, error).parse(schema);
}

std::optional<unsigned> OpSchema::argIndex(std::string_view wanted) const {
  for (unsigned i = 0; i < args.size(); ++i)
    if (args[i].name == wanted)
      return i;
  return std::nullopt;
}

const OpSchema *findOp(std::string_view name) {
  auto it = table().byName.find(name);
  return it == table().byName.end() ? nullptr : it->second;
}
const std::vector<OpSchema> &allOps() { return table().ops; }
const std::vector<std::string> &malformedOps() { return table().malformed; }

} // namespace fullgraph
