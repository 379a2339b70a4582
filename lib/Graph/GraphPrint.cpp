#include "lib/Graph/GraphText.h"
#include "lib/Graph/SymNode.h"
#include "lib/Graph/UserName.h"
#include "lib/Ops/OpSchema.h"

#include <map>
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

/// Short names for the long ones of a graph's inputs and symbols.
class ShortNames {
public:
  explicit ShortNames(const Graph &graph) {
    std::set<std::string> values, all;
    for (const GraphInput &input : graph.inputs())
      values.insert(input.value->name);
    for (const auto &node : graph.nodes())
      for (const auto &result : node->results)
        values.insert(result->name);
    for (const SymbolDef &symbol : graph.env.symbols())
      all.insert(symbol.name);
    for (size_t i = 0; i < graph.inputs().size(); ++i)
      shorten(graph.inputs()[i].value->name, "in" + std::to_string(i), values, inputs);
    for (size_t i = 0; i < graph.env.symbols().size(); ++i)
      shorten(graph.env.symbols()[i].name, "n" + std::to_string(i), all, symbols);
  }

  const std::string &value(const std::string &name) const { return of(name, inputs); }
  const std::string &symbol(const std::string &name) const { return of(name, symbols); }

  static constexpr size_t mostLetters = 20;

private:
  using Names = std::map<std::string, std::string>;

  static void shorten(const std::string &name, const std::string &shorter, const std::set<std::string> &taken,
                      Names &names) {
    if (name.size() > mostLetters && !taken.count(shorter))
      names.emplace(name, shorter);
  }
  static const std::string &of(const std::string &name, const Names &names) {
    const auto found = names.find(name);
    return found == names.end() ? name : found->second;
  }

  Names inputs, symbols;
};

class Printer {
public:
  explicit Printer(bool withLocs, const ShortNames *names = nullptr)
      : withLocs(withLocs), asCaptured(names != nullptr), names(names) {}

  std::string print(const Graph &graph) {
    std::string inputs, symbols, facts;
    for (const GraphInput &input : graph.inputs()) {
      inputs += (inputs.empty() ? "" : ", ") + define(input.value);
      if (!input.cxx.empty())
        inputs += " " + quoted(input.cxx);
      inputs += loc(input.loc);
    }
    for (const Sym &fact : asCaptured ? relevantFacts(graph) : graph.env.facts())
      facts += "  fact " + text(fact) + "\n";
    const std::string body = printBody(graph); // says which symbols there are
    for (const SymbolDef &def : graph.env.symbols())
      if (!asCaptured || used.count(def.name))
        symbols += (inputs.empty() && symbols.empty() ? "" : ", ") + symbol(graph, def);
    return "graph @" + (isPlainName(graph.name) ? graph.name : quoted(graph.name)) + "(" + inputs + symbols +
           ") {\n" + facts + body + "}\n";
  }

  /// The symbols that the text has.
  const std::set<std::string> &symbols() const { return used; }

private:
  const bool withLocs, asCaptured;
  const ShortNames *const names; // of the captured form
  mutable std::set<std::string> used;

  std::string printBody(const Graph &graph) const {
    std::string body;
    for (const Sym &condition : asCaptured ? graph.settled : std::vector<Sym>())
      body += "  settled " + text(condition) + "\n";
    for (const Guard &guard : asCaptured ? std::vector<Guard>() : graph.env.guards()) {
      body += "  guard " + text(guard.condition);
      if (!guard.reason.empty())
        body += " " + quoted(guard.reason);
      body += loc(guard.loc) + "\n";
    }
    for (const auto &node : graph.nodes())
      body += "  " + print(*node) + "\n";
    for (const TypeRead &read : asCaptured ? graph.reads : std::vector<TypeRead>())
      body += "  " + print(read) + "\n";
    for (const Mutation &mutation : graph.mutations())
      body += "  mutate " + reference(mutation.input) + " = " + reference(mutation.value) + "\n";
    body += "  return";
    if (!graph.outputs().empty())
      body += " " + references(graph.outputs());
    return body + "\n";
  }

  std::string reference(const Value *value) const {
    return "%" + (names ? names->value(value->name) : value->name);
  }
  std::string references(const std::vector<Value *> &values) const {
    return join(values, [this](const Value *value) { return reference(value); });
  }
  std::string text(const Sym &value) const {
    if (!names)
      return value.str();
    return value.str([this](const std::string &symbol) {
      used.insert(symbol);
      return names->symbol(symbol);
    });
  }
  std::string text(const std::vector<Sym> &values) const {
    return "[" + join(values, [this](const Sym &value) { return text(value); }) + "]";
  }
  std::string text(const TensorType &type) const {
    if (!names)
      return type.str();
    std::string text = fg::shortName(type.dtype) + this->text(type.sizes);
    if (!type.strides.empty())
      text += "{" + join(type.strides, [this](const Sym &stride) { return this->text(stride); }) + "}";
    return type.weak ? text + " weak" : text;
  }
  /// The captured form says what a number is for messages alone.
  std::string cxxOf(const std::string &cxx) const { return asCaptured ? userName(cxx) : cxx; }

  std::string print(const TypeRead &read) const {
    const std::string of = "read " + reference(read.value);
    switch (read.kind) {
    case TypeRead::DType:
      return of + " dtype " + fg::shortName(static_cast<ScalarType>(*read.answer.asInt()));
    case TypeRead::Rank:
      return of + " rank " + text(read.answer);
    case TypeRead::Size:
      return of + " size " + std::to_string(read.dim) + ": " + text(read.answer);
    case TypeRead::Stride:
      return of + " stride " + std::to_string(read.dim) + ": " + text(read.answer);
    case TypeRead::Numel:
      return of + " numel " + text(read.answer);
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
    std::string definition = reference(value);
    if (value->type.dtype != ScalarType::Undefined)
      definition += ": " + text(value->type);
    if (value->base) {
      definition += " of " + reference(value->base);
      if (!value->offset.isConst(0))
        definition += " + " + text(value->offset);
    }
    return definition;
  }

  std::string symbol(const Graph &graph, const SymbolDef &def) const {
    const auto size = def.tensor.empty() ? std::nullopt : sizeByCxx(graph, def);
    const bool says =
        size && size->tensor == def.tensor && size->dim == def.dim; // the expression, which size
    // Of a size, the tensor and the dim say it all.
    const bool isShort = !names || (!def.cxx.empty() && def.cxx.size() <= ShortNames::mostLetters);
    std::string text = (names ? names->symbol(def.name) : def.name) + ": " + symTypeName(def.type);
    if (def.tensor.empty() || isShort)
      text += " " + quoted(def.tensor.empty() ? cxxOf(def.cxx) : def.cxx);
    if (!def.tensor.empty() && (!says || !isShort))
      text += " of %" + (names ? names->value(def.tensor) : def.tensor) + " dim " + std::to_string(def.dim);
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
      const Printer &printer;
      std::string operator()(std::monostate) const { return "none"; }
      std::string operator()(Value *value) const { return printer.reference(value); }
      std::string operator()(const std::vector<Value *> &values) const {
        return "[" + printer.references(values) + "]";
      }
      std::string operator()(const Sym &value) const { return printer.text(value); }
      std::string operator()(const std::vector<Sym> &values) const { return printer.text(values); }
      std::string operator()(ScalarType type) const { return fg::shortName(type); }
      std::string operator()(const std::string &text) const { return quoted(text); }
    };
    return std::visit(Visitor{*this}, arg);
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

CapturedGraphText printCapturedGraph(const Graph &graph) {
  const ShortNames names(graph);
  Printer printer(false, &names);
  CapturedGraphText captured{printer.print(graph), {}};
  for (const std::string &symbol : printer.symbols())
    captured.symbols.emplace(symbol, names.symbol(symbol));
  return captured;
}

} // namespace fullgraph
