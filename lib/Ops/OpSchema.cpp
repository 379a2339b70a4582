#include "lib/Ops/OpSchema.h"

#include "lib/Graph/Failure.h"

#include <charconv>
#include <unordered_map>

namespace fullgraph {

namespace {

class SchemaParser {
public:
  explicit SchemaParser(std::string_view text) : text(text) {}

  llvm::Error run(OpSchema &schema) { return parse(schema) ? llvm::Error::success() : failure(error); }

private:
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

  std::string_view text;
  std::string error;
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
    constexpr auto Given = FormCondition::Given, Absent = FormCondition::Absent,
                   Number = FormCondition::Number;
    const auto Is = [](const char *text) { return FormCondition{FormCondition::Text, text}; };
#define PromotesTo(DTYPE)                                                                                    \
  FormCondition { FormCondition::DType, {}, ScalarType::DTYPE }
// Each column is named: a row that lacks one does not compile.
#define FG_OP(NAME, FAMILY, SCHEMA, COST, ROUNDING, EFFECT)                                                  \
  add(Op::NAME, #NAME, OpFamily::FAMILY, SCHEMA, OpCost::COST, OpRounding::ROUNDING, OpEffect::EFFECT);
#define FG_FORM(NAME, FORMULA, ARGUMENT, CONDITION) addForm(#NAME, #FORMULA, #ARGUMENT, {CONDITION});
#define FG_RANK(NAME, ARGUMENT, RANK) addRank(#NAME, #ARGUMENT, RANK);
#include <fullgraph/Ops.def>
#undef PromotesTo
    for (const OpSchema &op : ops)
      byName.emplace(op.name, &op);
  }
  void add(Op id, const char *name, OpFamily family, std::string_view text, OpCost cost, OpRounding rounding,
           OpEffect effect) {
    OpSchema op;
    op.id = id;
    op.name = name;
    op.family = family;
    op.cost = cost;
    op.rounding = rounding;
    op.effect = effect;
    if (llvm::Error error = parseSchema(text, op))
      malformed.push_back(op.name + ": " + llvm::toString(std::move(error)));
    ops.push_back(std::move(op)); // also without its arguments: schemaOf counts rows
  }
  /// The argument of the row in front that FG_FORM or FG_RANK names; null, and a line in `malformed`, without
  /// it.
  ArgSchema *argumentOfLast(std::string_view name, std::string_view argument) {
    if (!ops.empty() && ops.back().name == name)
      if (const std::optional<unsigned> index = ops.back().argIndex(argument))
        return &ops.back().args[*index];
    malformed.push_back(std::string(name) + ": the row in front has no argument '" + std::string(argument) +
                        "'");
    return nullptr;
  }
  void addForm(std::string_view name, const char *formula, std::string_view argument,
               FormCondition condition) {
    if (const ArgSchema *arg = argumentOfLast(name, argument))
      ops.back().forms.push_back(
          {formula, static_cast<unsigned>(arg - ops.back().args.data()), std::move(condition)});
  }
  /// "any rank", "2", or "stride + 2".
  void addRank(std::string_view name, std::string_view argument, std::string_view rank) {
    ArgSchema *arg = argumentOfLast(name, argument);
    if (!arg)
      return;
    ops.back().saysRanks = true;
    if (rank == "any rank")
      return;
    if (const size_t plus = rank.find(" + "); plus != std::string_view::npos) {
      arg->likelyRankOf = rank.substr(0, plus);
      rank.remove_prefix(plus + 3);
      if (const auto list = ops.back().argIndex(arg->likelyRankOf);
          !list || ops.back().args[*list].kind != ArgKind::IntList)
        malformed.push_back(std::string(name) + ": no list argument '" + arg->likelyRankOf + "'");
    }
    unsigned value = 0;
    const auto [end, status] = std::from_chars(rank.data(), rank.data() + rank.size(), value);
    if (status != std::errc() || end != rank.data() + rank.size())
      malformed.push_back(std::string(name) + ": a rank is \"any rank\", \"2\" or \"stride + 2\"");
    arg->likelyRank = value;
  }
};
const Table &table() {
  static const Table instance;
  return instance;
}

} // namespace

llvm::Error parseSchema(std::string_view text, OpSchema &schema) { return SchemaParser(text).run(schema); }

std::optional<unsigned> OpSchema::argIndex(std::string_view wanted) const {
  for (unsigned i = 0; i < args.size(); ++i)
    if (args[i].name == wanted)
      return i;
  return std::nullopt;
}

std::string_view formulaOf(const OpSchema &op, const std::vector<Arg> &args) {
  const auto fits = [&](const OpForm &form) {
    const Arg &given = args[form.argument];
    const ArgSchema &schema = op.args[form.argument];
    const Arg &arg =
        std::holds_alternative<std::monostate>(given) && schema.defaultValue ? *schema.defaultValue : given;
    const auto *value = std::get_if<Value *>(&arg);
    const auto *text = std::get_if<std::string>(&arg);
    const bool isGiven = value ? *value != nullptr : !std::holds_alternative<std::monostate>(arg);
    switch (form.condition.kind) {
    case FormCondition::Given:
      return isGiven;
    case FormCondition::Absent:
      return !isGiven;
    case FormCondition::Text:
      return text && *text == form.condition.text;
    case FormCondition::Number: {
      const auto *first = std::get_if<Value *>(&args[0]);
      return value && *value && (*value)->type.weak && first && (*first)->type.dtype != ScalarType::Half;
    }
    case FormCondition::DType: {
      fg::ResultTypeState state;
      for (size_t i = 0; i < args.size(); ++i)
        if (const auto *operand = std::get_if<Value *>(&args[i]); operand && *operand && !op.args[i].scalar)
          state.add((*operand)->type.dtype, (*operand)->type.rank() == 0, (*operand)->type.weak);
      return state.result() == form.condition.dtype;
    }
    }
    return false;
  };
  for (const OpForm &form : op.forms)
    if (fits(form))
      return form.formula;
  return op.name;
}

const OpSchema *findOp(std::string_view name) {
  auto it = table().byName.find(name);
  return it == table().byName.end() ? nullptr : it->second;
}
const OpSchema &schemaOf(Op op) { return table().ops[static_cast<size_t>(op)]; }
const std::vector<OpSchema> &allOps() { return table().ops; }
const std::vector<std::string> &malformedOps() { return table().malformed; }

} // namespace fullgraph
