#include "lib/Graph/Graph.h"
#include "lib/Graph/SymNode.h"
#include "lib/Ops/OpSchema.h"

#include <set>

namespace fullgraph {

namespace {

class Verifier {
public:
  explicit Verifier(const Graph &graph) : graph(graph) {}

  std::string run() {
    conditions();
    for (const GraphInput &input : graph.inputs())
      this->input(input);
    for (const auto &node : graph.nodes())
      this->node(*node);
    for (const Value *output : graph.outputs())
      defined(output, "the graph returns");
    mutations();
    return problem;
  }

private:
  const Graph &graph;
  std::string problem;
  std::set<const Value *> known;
  std::set<std::string> names;

  void fail(const std::string &what) {
    if (problem.empty())
      problem = what;
  }
  static std::string nameOf(const Value *value) { return "%" + value->name; }

  void symbols(const Sym &value, const std::string &where) {
    value.forEachSymbol([&](const std::string &name, SymType type) {
      const SymbolDef *def = graph.env.lookup(name);
      if (!def)
        fail(where + ": symbol '" + name + "' is not declared");
      else if (def->type != type)
        fail(where + ": symbol '" + name + "' is declared " + symTypeName(def->type) + ", and used as " +
             symTypeName(type));
    });
  }
  void integer(const Sym &value, const std::string &where) {
    symbols(value, where);
    if (value.type() != SymType::Int)
      fail(where + ": '" + value.str() + "' is no integer");
  }

  void conditions() {
    auto condition = [&](const Sym &value, const std::string &what) {
      symbols(value, what + " '" + value.str() + "'");
      if (value.type() != SymType::Bool)
        fail(what + " '" + value.str() + "' is no condition");
    };
    for (const Sym &fact : graph.env.facts())
      condition(fact, "fact");
    for (const Guard &guard : graph.env.guards())
      condition(guard.condition, "guard");
  }

  void defined(const Value *value, const std::string &user) {
    if (!value)
      fail(user + " a null value");
    else if (!known.count(value))
      fail(user + " " + nameOf(value) + ", which is not defined before");
  }

  void define(const Value *value) {
    const std::string where = nameOf(value);
    if (value->name.empty())
      fail("a value has no name");
    if (!names.insert(value->name).second)
      fail(where + " is defined twice");
    type(value->type, where);
    integer(value->offset, where + "'s offset");
    if (value->base) {
      defined(value->base, where + " is a view of");
      if (value->base == value || value->base->base)
        fail(where + " is a view of " + nameOf(value->base) + ", which is not a root");
    } else if (!value->offset.isConst(0)) {
      fail(where + " has an offset, and is no view");
    }
    known.insert(value);
  }

  void type(const TensorType &type, const std::string &where) {
    for (const Sym &size : type.sizes) {
      integer(size, where + "'s sizes");
      if (auto number = size.asInt(); number && *number < 0)
        fail(where + " has the negative size " + size.str());
    }
    for (const Sym &stride : type.strides)
      integer(stride, where + "'s strides");
    if (!type.strides.empty() && type.strides.size() != type.sizes.size())
      fail(where + " has " + std::to_string(type.sizes.size()) + " sizes and " +
           std::to_string(type.strides.size()) + " strides");
    if (type.weak && !type.sizes.empty())
      fail(where + " is weak, and not 0-d");
  }

  void input(const GraphInput &input) {
    if (!input.value)
      return fail("an input has no value");
    if (input.value->def)
      fail(nameOf(input.value) + " is an input, and has a defining node");
    if (input.value->type.dtype == ScalarType::Undefined)
      fail(nameOf(input.value) + " is an input, and has no type");
    if (input.value->base)
      fail(nameOf(input.value) + " is an input, and a view");
    define(input.value);
  }

  void node(const Node &node) {
    if (!node.op)
      return fail("a node has no operator");
    const std::string where =
        node.op->name + (node.results.empty() ? "" : " (which defines " + nameOf(node.result()) + ")");
    if (node.results.size() != node.op->numResults)
      fail(where + " has " + std::to_string(node.results.size()) + " results, not " +
           std::to_string(node.op->numResults));
    if (node.args.size() != node.op->args.size())
      return fail(where + " has " + std::to_string(node.args.size()) + " arguments, not " +
                  std::to_string(node.op->args.size()));
    for (size_t i = 0; i < node.args.size(); ++i)
      argument(node.op->args[i], node.args[i], where);
    for (size_t i = 0; i < node.results.size(); ++i) {
      const Value *result = node.results[i].get();
      if (!result)
        return fail(where + " has a null result");
      if (result->def != &node || result->resultIndex != i)
        fail(nameOf(result) + " does not know its defining node");
      define(result);
    }
  }

  void argument(const ArgSchema &schema, const Arg &arg, const std::string &node) {
    const std::string where = node + ", argument '" + schema.name + "'";
    if (std::holds_alternative<std::monostate>(arg)) {
      if (!schema.mayBeLeftOut())
        fail(where + " is left out");
      return;
    }
    switch (schema.kind) {
    case ArgKind::Tensor:
      if (auto *value = std::get_if<Value *>(&arg)) {
        defined(*value, node + " uses");
        if (schema.scalar && *value && (*value)->type.rank() != 0)
          fail(where + ": " + nameOf(*value) + " is not 0-d");
        return;
      }
      break;
    case ArgKind::TensorList:
      if (auto *values = std::get_if<std::vector<Value *>>(&arg)) {
        for (const Value *value : *values)
          defined(value, node + " uses");
        return;
      }
      break;
    case ArgKind::Int:
      if (auto *value = std::get_if<Sym>(&arg)) {
        symbols(*value, where);
        if (!schema.anyType && value->type() != (schema.boolean ? SymType::Bool : SymType::Int))
          fail(where + ": '" + value->str() + "' has type " + symTypeName(value->type()));
        return;
      }
      break;
    case ArgKind::IntList:
      if (auto *values = std::get_if<std::vector<Sym>>(&arg)) {
        for (const Sym &value : *values)
          integer(value, where);
        return;
      }
      break;
    case ArgKind::DType:
      if (auto *type = std::get_if<ScalarType>(&arg)) {
        if (*type == ScalarType::Undefined)
          fail(where + " is no dtype");
        return;
      }
      break;
    case ArgKind::Str:
      if (std::holds_alternative<std::string>(arg))
        return;
      break;
    }
    fail(where + " is of another kind than the schema's");
  }

  void mutations() {
    std::set<const Value *> written;
    for (const Mutation &mutation : graph.mutations()) {
      defined(mutation.input, "a mutation writes");
      defined(mutation.value, "a mutation stores");
      if (!mutation.input || !mutation.value)
        return;
      if (!graph.isInput(mutation.input))
        fail("a mutation writes " + nameOf(mutation.input) + ", which is no input");
      if (!written.insert(mutation.input).second)
        fail(nameOf(mutation.input) + " is written by two mutations");
    }
  }
};

} // namespace

std::string verifyStructure(const Graph &graph) { return Verifier(graph).run(); }

} // namespace fullgraph
