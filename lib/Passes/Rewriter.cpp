#include "lib/Passes/Rewriter.h"
#include "lib/Graph/StableSort.h"

#include <algorithm>
#include <numeric>

namespace fullgraph {

std::vector<int64_t> memoryOrder(const ShapeEnv &env, const TensorType &type) {
  const std::vector<Sym> strides = type.stridesOrContiguous();
  std::vector<int64_t> order(type.rank());
  std::iota(order.begin(), order.end(), 0);
  // Strides of a dense tensor divide one another: the larger is the multiple.
  const auto isOuter = [&](int64_t a, int64_t b) {
    if (strides[a] == strides[b])
      return false;
    if (const std::optional<bool> known = env.prove(symLt(strides[b], strides[a])))
      return *known;
    return !strides[b].isConst(0) && floorDiv(strides[a], strides[b]) * strides[b] == strides[a];
  };
  stableSort(order, isOuter);
  return order;
}

std::vector<Node *> nodesOf(Graph &graph) {
  std::vector<Node *> nodes;
  for (const std::unique_ptr<Node> &node : graph.nodes())
    nodes.push_back(node.get());
  return nodes;
}

/// An offset counted in elements of dtype `of`, in those of `as`: a complex number is two of its parts.
static Sym offsetIn(ScalarType as, const Sym &offset, ScalarType of) {
  if (fg::isComplexType(as) == fg::isComplexType(of))
    return offset;
  return fg::isComplexType(of) ? 2 * offset : floorDiv(offset, Sym(2));
}

Value *Rewriter::build(Op op, std::vector<Arg> args, Node *at) {
  const OpSchema &schema = schemaOf(op);
  args.resize(schema.args.size());
  for (size_t i = 0; i < args.size(); ++i)
    if (std::holds_alternative<std::monostate>(args[i]) && schema.args[i].defaultValue)
      args[i] = *schema.args[i].defaultValue;
  InferError error;
  Node *node = appendOp(graph, schema, std::move(args), at ? at->loc : SourceLoc(), error, at);
  if (!node)
    return nullptr;
  if (at && !at->results.empty())
    node->result()->source = at->result()->source;
  return node->result();
}

bool Rewriter::escapes(const Value *value) const {
  const auto isRoot = [&](const Value *leaving) {
    return (leaving->base ? leaving->base : leaving) == value;
  };
  for (const Value *output : graph.outputs())
    if (isRoot(output))
      return true;
  for (const Mutation &mutation : graph.mutations())
    if (isRoot(mutation.value))
      return true;
  return false;
}

void Rewriter::redirect(Value *from, Value *to) {
  graph.replaceAllUses(from, to);
  if (from->base)
    return;
  for (const std::unique_ptr<Node> &node : graph.nodes())
    for (const std::unique_ptr<Value> &result : node->results)
      if (result->base == from) {
        result->base = to->root();
        result->offset =
            graph.env.simplify(result->offset + offsetIn(result->type.dtype, to->offset, to->type.dtype));
      }
}

void Rewriter::eraseIfDead(Node *node) {
  for (const std::unique_ptr<Value> &result : node->results)
    if (graph.hasUses(result.get()))
      return;
  graph.erase(node);
}

/// May an escaping value live where `to` does? In fresh memory that nobody else sees, and no more of it than
/// needed.
bool Rewriter::canBecomeStorage(Value *to) const {
  const Value *root = to->root();
  return !graph.isInput(root) && !escapes(root) && to->offset.isConst(0) &&
         graph.env.simplify(to->type.numel()) == graph.env.simplify(root->type.numel());
}

bool Rewriter::isOutput(const Value *value) const {
  return std::find(graph.outputs().begin(), graph.outputs().end(), value) != graph.outputs().end();
}

bool Rewriter::redirectOperands(const Value *from, Value *to) {
  bool changed = false;
  for (const std::unique_ptr<Node> &node : graph.nodes())
    node->replaceOperands([&](Value *operand) {
      changed |= operand == from;
      return operand == from ? to : operand;
    });
  return changed;
}

bool Rewriter::replace(Value *from, Value *to) {
  if (from == to || !sameTypes(from, to))
    return false;
  if (from->base) {
    if (from->base != to->root() || graph.env.simplify(from->offset - to->offset) != Sym(0))
      return false;
    // Whoever gets both has two tensors: unsqueeze_ of one leaves the other as it is.
    const bool shared = graph.isInput(to) || isOutput(to) ||
                        std::any_of(graph.mutations().begin(), graph.mutations().end(),
                                    [&](const Mutation &m) { return m.value == to; });
    if (isOutput(from) && shared)
      return redirectOperands(from, to);
  } else if (escapes(from) && !canBecomeStorage(to)) {
    // `from` is memory of its own to whoever gets it: that takes a copy, which is what `from` may be already.
    if (from->def->is(Op::clone) && from->def->value("self") == to)
      return false;
    Value *copy = build(Op::clone, {to}, from->def);
    if (!copy || !sameTypes(from, copy)) {
      if (copy)
        graph.erase(copy->def);
      return false;
    }
    to = copy;
  }
  Node *old = from->def;
  redirect(from, to);
  eraseIfDead(old);
  return true;
}

void Rewriter::replaceView(Value *from, Value *to) {
  // Views of `from` note its root, not `from`: those that are reached through it move along.
  if (from->base) {
    std::set<const Value *> moved = {from};
    for (const std::unique_ptr<Node> &node : graph.nodes())
      if (node->op->isView() && moved.count(node->value("self")))
        for (const std::unique_ptr<Value> &result : node->results)
          if (result->base == from->base) {
            moved.insert(result.get());
            result->base = to->root();
            result->offset = graph.env.simplify(
                result->offset + offsetIn(result->type.dtype, to->offset - from->offset, to->type.dtype));
          }
  }
  Node *old = from->def;
  redirect(from, to);
  eraseIfDead(old);
}

bool Rewriter::replaceByBuilt(Value *from, Value *to) {
  if (!to)
    return false;
  Node *built = to->def;
  if (replace(from, to))
    return true;
  if (built)
    eraseIfDead(built);
  return false;
}

} // namespace fullgraph
