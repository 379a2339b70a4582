#include "lib/Shapes/Infer.h"

#include "lib/Shapes/InferContext.h"
#include "lib/Shapes/Layout.h"

#include <map>

namespace fullgraph {

namespace {

InferFunction findFunction(const OpSchema &op) {
  static const std::map<Op, InferFunction> table = [] {
    std::map<Op, InferFunction> table;
    for (const std::vector<InferRow> *rows :
         {&copyRows(), &reductionRows(), &contractionRows(), &windowRows(), &viewRows(), &indexingRows(),
          &creationRows(), &libraryRows(), &loopRows()})
      for (const InferRow &row : *rows)
        table.emplace(row.op, row.infer);
    for (const OpSchema &op : allOps())
      if (op.isPointwise())
        table.emplace(op.id, inferPointwise);
    return table;
  }();
  const auto found = table.find(op.id);
  return found == table.end() ? nullptr : found->second;
}

/// Complex values have no arithmetic of their own, only views: see lib/Capture/Models/ComplexCalls.cpp.
void refuseComplex(const OpSchema &op, const std::vector<Arg> &args) {
  const auto check = [&](ScalarType dtype) {
    if (fg::isComplexType(dtype))
      throw InferFailure{{"\"" + op.name + "\" not implemented for '" + fg::toString(dtype) + "'"}};
  };
  if (op.isView())
    return;
  for (const Arg &arg : args) {
    if (const auto *value = std::get_if<Value *>(&arg); value && *value)
      check((*value)->type.dtype);
    else if (const auto *values = std::get_if<std::vector<Value *>>(&arg))
      for (const Value *one : *values)
        check(one->type.dtype);
    else if (const auto *dtype = std::get_if<ScalarType>(&arg))
      check(*dtype);
  }
}

std::vector<TensorType> typesOf(const Inference &inference) {
  std::vector<TensorType> types;
  for (const InferredResult &result : inference.results)
    types.push_back(result.type);
  return types;
}

void setAliases(Node &node, const Inference &inference) {
  for (size_t i = 0; i < inference.results.size(); ++i) {
    node.results[i]->base = inference.results[i].base;
    node.results[i]->offset = inference.results[i].offset;
  }
}

/// What a reader of a verifier's message needs to find the node.
std::string describe(const Node &node) {
  std::string text = "%" + node.results.front()->name + " = " + std::string(node.opName());
  return node.loc.isValid() ? text + " (" + node.loc.str() + ")" : text;
}

bool sameNumber(const ShapeEnv &env, const Sym &a, const Sym &b) {
  return a == b || env.simplify(a) == env.simplify(b) || env.prove(symEq(a, b)) == true;
}

bool isEmpty(const ShapeEnv &env, const TensorType &type) {
  for (const Sym &size : type.sizes)
    if (sameNumber(env, size, 0))
      return true;
  return false;
}

} // namespace

Inference inferTypes(ShapeEnv &env, const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &loc) {
  Inference inference;
  const InferFunction infer = findFunction(op);
  if (!infer) {
    inference.error = InferError{"cannot decide the type of " + op.name + ": it has no inference rule"};
    return inference;
  }
  try {
    refuseComplex(op, args);
    InferContext ctx(env, op, args, loc);
    return infer(ctx);
  } catch (const InferFailure &failure) {
    inference.error = failure.error;
    return inference;
  }
}

std::vector<Sym> copyConditions(ShapeEnv &env, const Node &node) {
  InferContext ctx(env, *node.op, node.args, node.loc);
  if (node.is(Op::contiguous))
    return contiguousCopyConditions(ctx);
  if (node.is(Op::reshape))
    return reshapeCopyConditions(ctx);
  return {};
}

SliceBounds resolvedSlice(ShapeEnv &env, const Node &node) {
  InferContext ctx(env, *node.op, node.args, node.loc);
  const TensorType self = ctx.type(ctx.tensor("self"));
  return sliceBounds(ctx, ctx.optionalInteger("start"), ctx.optionalInteger("end"), ctx.integer("step"),
                     self.sizes[ctx.dim("dim", self.rank())]);
}

Sym resolvedIndex(ShapeEnv &env, const Node &node) {
  InferContext ctx(env, *node.op, node.args, node.loc);
  const TensorType self = ctx.type(ctx.tensor("self"));
  return ctx.simplify(
      fromStart(ctx, ctx.integer("index"), self.sizes[ctx.dim("dim", self.rank())], "the index of select"));
}

std::optional<Sym> cxxNumber(const Value *value) {
  if (value->def && value->def->is(Op::scalar))
    return value->def->sym("value");
  return std::nullopt;
}

bool sameType(const ShapeEnv &env, const TensorType &a, const TensorType &b) {
  if (a.dtype != b.dtype || a.weak != b.weak || a.rank() != b.rank())
    return false;
  for (size_t i = 0; i < a.rank(); ++i)
    if (!sameNumber(env, a.sizes[i], b.sizes[i]))
      return false;
  if (isEmpty(env, a))
    return true; // no element has a place
  if (a.strides == b.strides)
    return true;
  const std::vector<Sym> stridesA = a.stridesOrContiguous(), stridesB = b.stridesOrContiguous();
  for (size_t i = 0; i < a.rank(); ++i)
    if (!sameNumber(env, a.sizes[i], 1) && !sameNumber(env, stridesA[i], stridesB[i]))
      return false;
  return true;
}

Node *appendOp(Graph &graph, const OpSchema &op, std::vector<Arg> args, const SourceLoc &loc,
               InferError &error, Node *before) {
  const Inference inference = inferTypes(graph.env, op, args, loc);
  if (inference.error) {
    error = *inference.error;
    return nullptr;
  }
  Node *node = graph.append(&op, std::move(args), typesOf(inference), loc, before);
  setAliases(*node, inference);
  return node;
}

Value *appendScalar(Graph &graph, const Sym &number, const SourceLoc &loc, Node *before) {
  InferError error;
  Node *node = appendOp(graph, schemaOf(Op::scalar), {Arg(number)}, loc, error, before);
  assert(node && "a number always has a type");
  return node->result();
}

std::string inferGraph(Graph &graph) {
  for (const std::unique_ptr<Node> &node : graph.nodes()) {
    const Inference inference = inferTypes(graph.env, *node->op, node->args, node->loc);
    if (inference.error)
      return describe(*node) + ": " + inference.error->message;
    for (size_t i = 0; i < inference.results.size(); ++i)
      node->results[i]->type = inference.results[i].type;
    setAliases(*node, inference);
  }
  return "";
}

std::string verifyGraph(Graph &graph) {
  std::string error = verifyStructure(graph);
  if (!error.empty())
    return error;
  // Checking must not add guards: what a correct graph's types need has been assumed already.
  ShapeEnv env = graph.env;
  for (const std::unique_ptr<Node> &node : graph.nodes()) {
    const Inference inference = inferTypes(env, *node->op, node->args, node->loc);
    if (inference.error)
      return describe(*node) + ": " + inference.error->message;
    for (size_t i = 0; i < inference.results.size(); ++i) {
      const TensorType &written = node->results[i]->type, &inferred = inference.results[i].type;
      if (!sameType(env, written, inferred))
        return describe(*node) + ": %" + node->results[i]->name + " is " + written.str() +
               ", but inference gives " + inferred.str();
      const Value *base = node->results[i]->base;
      const Sym &offset = node->results[i]->offset;
      if (base != inference.results[i].base ||
          (!isEmpty(env, inferred) && !sameNumber(env, offset, inference.results[i].offset)))
        return describe(*node) + ": %" + node->results[i]->name + " is written as " +
               (base ? "a view of %" + base->name + " + " + offset.str() : std::string("no view")) +
               ", but inference gives " +
               (inference.results[i].base ? "a view of %" + inference.results[i].base->name + " + " +
                                                inference.results[i].offset.str()
                                          : std::string("none"));
    }
  }
  // Writing back follows the strides of both (rt::write_back).
  const auto dense = [](TensorType type) {
    type.strides.clear();
    return type;
  };
  for (const Mutation &mutation : graph.mutations())
    if (!sameType(env, dense(mutation.input->type), dense(mutation.value->type)))
      return "mutation of %" + mutation.input->name + ": " + mutation.input->type.str() + " cannot hold %" +
             mutation.value->name + ", which is " + mutation.value->type.str();
  return "";
}

} // namespace fullgraph
