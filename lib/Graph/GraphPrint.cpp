#include "lib/Graph/GraphText.h"
#include "lib/Graph/SymNode.h"
#include "lib/Ops/OpSchema.h"

#include <set>

namespace fullgraph {

namespace {

std::string quoted(const std::string &text) {
  static const char digits[] = "0123456789abcdef";
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += "\\x";
      result += digits[static_cast<unsigned char>(c) >> 4];
      result += digits[static_cast<unsigned char>(c) & 15];
    } else {
      result += c; // UTF-8 as it is
    }
  }
  return result + "\"";
}

bool isPlainName(const std::string &name) {
  for (char c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
          c == '.' || c == ':' || c == '$'))
      return false;
  return !name.empty();
}

template <typename T, typename Print> std::string join(const T &items, Print print) {
  std::string text;
  bool first = true;
  for (const auto &item : items) {
    text += (first ? "" : ", ") + print(item);
    first = false;
  }
  return text;
}
std::string reference(const Value *value) { return "%" + value->name; }
std::string references(const std::vector<Value *> &values) { return join(values, reference); }

class Printer {
public:
  explicit Printer(bool withLocs, bool asCaptured = false) : withLocs(withLocs), asCaptured(asCaptured) {}

  std::string print(const Graph &graph) {
    std::string text = "graph @" + (isPlainName(graph.name) ? graph.name : quoted(graph.name)) + "(";
    const char *separator = "";
    for (const GraphInput &input : graph.inputs()) {
      text += separator + define(input.value);
      if (!input.cxx.empty())
        text += " " + quoted(input.cxx);
      text += loc(input.loc);
      separator = ", ";
    }
    for (const SymbolDef &def : graph.env.symbols()) {
      text += separator + symbol(graph, def);
      separator = ", ";
    }
    text += ") {\n";
    for (const Sym &fact : asCaptured ? relevantFacts(graph) : graph.env.facts())
      text += "  fact " + fact.str() + "\n";
    for (const Sym &condition : asCaptured ? graph.settled : std::vector<Sym>())
      text += "  settled " + condition.str() + "\n";
    for (const Guard &guard : asCaptured ? std::vector<Guard>() : graph.env.guards()) {
      text += "  guard " + guard.condition.str();
      if (!guard.reason.empty())
        text += " " + quoted(guard.reason);
      text += loc(guard.loc) + "\n";
    }
    for (const auto &node : graph.nodes())
      text += "  " + print(*node) + "\n";
    for (const TypeRead &read : asCaptured ? graph.reads : std::vector<TypeRead>())
      text += "  " + print(read) + "\n";
    for (const Mutation &mutation : graph.mutations())
      text += "  mutate " + reference(mutation.input) + " = " + reference(mutation.value) + "\n";
    text += "  return";
    if (!graph.outputs().empty())
      text += " " + references(graph.outputs());
    return text + "\n}\n";
  }

private:
  bool withLocs, asCaptured;

  static std::string print(const TypeRead &read) {
    const std::string of = "read " + reference(read.value);
    switch (read.kind) {
    case TypeRead::DType:
      return of + " dtype " + fg::shortName(static_cast<ScalarType>(*read.answer.asInt()));
    case TypeRead::Rank:
      return of + " rank " + read.answer.str();
    case TypeRead::Size:
      return of + " size " + std::to_string(read.dim) + ": " + read.answer.str();
    case TypeRead::Stride:
      return of + " stride " + std::to_string(read.dim) + ": " + read.answer.str();
    case TypeRead::Numel:
      return of + " numel " + read.answer.str();
    case TypeRead::Handle:
      return of + " handle " + (read.answer.isConst(1) ? "of operand" : "new");
    case TypeRead::Contiguous:
      break;
    }
    return of + " contiguous";
  }

  std::string loc(const SourceLoc &place) const {
    return withLocs && place.isValid() ? " loc(" + quoted(place.str()) + ")" : "";
  }

  std::string define(const Value *value) const {
    std::string text = reference(value);
    if (value->type.dtype != ScalarType::Undefined)
      text += ": " + value->type.str();
    if (value->base) {
      text += " of " + reference(value->base);
      if (!value->offset.isConst(0))
        text += " + " + value->offset.str();
    }
    return text;
  }

  std::string symbol(const Graph &graph, const SymbolDef &def) const {
    std::string text = def.name + ": " + symTypeName(def.type) + " " + quoted(def.cxx);
    if (!def.tensor.empty()) {
      auto size = sizeByCxx(graph, def);
      if (!size || size->tensor != def.tensor || size->dim != def.dim)
        text += " of %" + def.tensor + " dim " + std::to_string(def.dim);
    }
    auto bound = [](const std::optional<int64_t> &value) {
      return value ? std::to_string(*value) : std::string("*");
    };
    if (def.lower || def.upper)
      text += " [" + bound(def.lower) + ", " + bound(def.upper) + "]";
    if (def.multipleOf != 1)
      text += " % " + std::to_string(def.multipleOf);
    if (def.hint)
      text += " hint " + std::to_string(*def.hint);
    return text + loc(def.loc);
  }

  std::string print(const Node &node) const {
    std::string text = join(node.results, [&](const auto &result) { return define(result.get()); });
    text += (node.results.empty() ? "" : " = ") + node.op->name + "(";
    // Operands left out at the end need no word; the attributes have names.
    std::vector<std::string> arguments, attributes;
    size_t lastOperand = 0;
    for (size_t i = 0; i < node.args.size(); ++i) {
      const ArgSchema &schema = node.op->args[i];
      const Arg &arg = node.args[i];
      if (schema.kind != ArgKind::Tensor && schema.kind != ArgKind::TensorList) {
        if (!schema.defaultValue || arg != *schema.defaultValue)
          attributes.push_back(schema.name + " = " + attribute(arg));
        continue;
      }
      arguments.push_back(attribute(arg));
      if (!std::holds_alternative<std::monostate>(arg))
        lastOperand = arguments.size();
    }
    arguments.resize(lastOperand);
    arguments.insert(arguments.end(), attributes.begin(), attributes.end());
    return text + join(arguments, [](const std::string &s) { return s; }) + ")" + loc(node.loc);
  }

  std::string attribute(const Arg &arg) const {
    struct Visitor {
      std::string operator()(std::monostate) const { return "none"; }
      std::string operator()(Value *value) const { return reference(value); }
      std::string operator()(const std::vector<Value *> &values) const {
        return "[" + references(values) + "]";
      }
      std::string operator()(const Sym &value) const { return value.str(); }
      std::string operator()(const std::vector<Sym> &values) const {
        return "[" + join(values, [](const Sym &value) { return value.str(); }) + "]";
      }
      std::string operator()(ScalarType type) const { return fg::shortName(type); }
      std::string operator()(const std::string &text) const { return quoted(text); }
    };
    return std::visit(Visitor(), arg);
  }
};

} // namespace

std::vector<Sym> relevantFacts(const Graph &graph) {
  std::set<std::string> relevant;
  const auto add = [&](const Sym &value) {
    const size_t before = relevant.size();
    value.forEachSymbol([&](const std::string &name, SymType) { relevant.insert(name); });
    return relevant.size() > before;
  };
  const auto addAll = [&](const std::vector<Sym> &values) {
    for (const Sym &value : values)
      add(value);
  };
  for (const GraphInput &input : graph.inputs()) {
    addAll(input.value->type.sizes);
    addAll(input.value->type.strides);
  }
  addAll(graph.settled);
  for (const TypeRead &read : graph.reads)
    add(read.answer);
  for (const auto &node : graph.nodes())
    for (const Arg &arg : node->args) {
      if (const Sym *value = std::get_if<Sym>(&arg))
        add(*value);
      else if (const auto *list = std::get_if<std::vector<Sym>>(&arg))
        addAll(*list);
    }
  const auto matters = [&](const Sym &fact) {
    bool any = false;
    fact.forEachSymbol([&](const std::string &name, SymType) { any |= relevant.count(name) != 0; });
    return any;
  };
  for (bool more = true; more;) {
    more = false;
    for (const Sym &fact : graph.env.facts())
      if (matters(fact))
        more |= add(fact);
  }
  std::vector<Sym> facts;
  for (const Sym &fact : graph.env.facts())
    if (matters(fact))
      facts.push_back(fact);
  return facts;
}

std::string printGraph(const Graph &graph, bool withLocs) { return Printer(withLocs).print(graph); }

std::string printCapturedGraph(const Graph &graph) { return Printer(false, true).print(graph); }

} // namespace fullgraph
