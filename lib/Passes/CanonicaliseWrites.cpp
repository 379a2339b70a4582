// Writes to all of a tensor but its edges. Why: a write copies the tensor and then writes the part, which for
// the inner points of a grid costs as much as computing them. As a concatenation only the edges are copied.
//
//   %n = slice_scatter(%u, %x,            →      %a = slice(%u, start = 0, end = 1)
//                      start = 1,                %b = slice(%u, start = 63, end = 64)
//                      end = 63)                 %n = cat([%a, %x, %b])
#include "lib/Passes/Canonicalise.h"

#include <algorithm>

namespace fullgraph {

namespace {

/// A dim is at least so many times as long as the edges that stay.
constexpr int64_t leastShare = 8;
/// A smaller tensor is copied in less time than one more kernel is called.
constexpr int64_t leastElements = 1024;

bool isWrite(const Node &node) { return node.is(Op::select_scatter) || node.is(Op::slice_scatter); }

const Value *memoryOf(const Value *v) { return v->base ? v->base : v; }
bool isOf(const Value *operand, const Value *memory) { return operand && memoryOf(operand) == memory; }

/// Does something see the value's memory that writes nothing over it?
bool isReadElsewhere(const Graph &graph, const Value *memory) {
  const auto reads = [&](const std::unique_ptr<Node> &node) {
    if (node->op->isView())
      return false;
    bool found = false;
    node->forEachOperand([&](const Value *operand) {
      found = found || (isOf(operand, memory) && !(isWrite(*node) && operand == node->value("self")));
    });
    return found;
  };
  return std::any_of(graph.outputs().begin(), graph.outputs().end(),
                     [&](const Value *output) { return isOf(output, memory); }) ||
         std::any_of(graph.nodes().begin(), graph.nodes().end(), reads);
}

/// Is the value stored in an input, perhaps after more writes? Then fusion writes there, and copies nothing.
bool endsInInput(const Graph &graph, const Value *value) {
  for (const Mutation &mutation : graph.mutations())
    if (isOf(mutation.value, value))
      return true;
  if (isReadElsewhere(graph, value))
    return false;
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const std::unique_ptr<Node> &node) {
    return isWrite(*node) && isOf(node->value("self"), value) && endsInInput(graph, node->result());
  });
}

/// A part of a part is written by the outer write, once that has its final form.
bool isPartOfWrite(const Graph &graph, const Value *value) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const std::unique_ptr<Node> &node) {
    return isWrite(*node) && isOf(node->value("src"), value);
  });
}

/// Is the tensor in memory, or a number, whoever writes to it? Else it is computed where it is written.
bool isThereAnyway(const Graph &graph, const Value *self) {
  const Value *memory = memoryOf(self);
  return !memory->def || memory->def->is(Op::full) || isReadElsewhere(graph, memory);
}

/// Are `edges` places of `dim` so much less than the whole that more kernels pay?
bool isWorthEdges(const ShapeEnv &env, const std::vector<Sym> &sizes, size_t dim, int64_t edges) {
  int64_t elements = 1; // a size that is not known is taken for large
  for (const Sym &size : sizes)
    elements = std::min(elements * std::min(env.estimate(size).value_or(leastElements), leastElements),
                        leastElements);
  return elements == leastElements && env.estimate(sizes[dim]).value_or(leastShare * 8) >= leastShare * edges;
}

bool rewriteSliceScatter(Rewriter &rewriter, Node *node) {
  const Graph &graph = rewriter.graph;
  Value *self = node->value("self"), *src = node->value("src"), *result = node->result();
  const std::vector<Sym> &sizes = self->type.sizes;
  const auto dim = static_cast<size_t>(*node->sym("dim").asInt());
  const Sym start = node->sym("start"), end = node->sym("end");
  const std::optional<int64_t> before = start.asInt(), behind = (sizes[dim] - end).asInt();
  std::vector<Sym> inner = sizes;
  inner[dim] = end - start;
  if (!node->sym("step").isConst(1) || !before || !behind || *before + *behind == 0 ||
      src->type.sizes != inner || !result->type.isContiguous())
    return false;
  if (!isWorthEdges(graph.env, sizes, dim, *before + *behind))
    return false;
  if (isPartOfWrite(graph, result) || !isThereAnyway(graph, self) || endsInInput(graph, result))
    return false;
  std::vector<Value *> pieces;
  const auto addEdge = [&](const Sym &from, const Sym &to) {
    pieces.push_back(rewriter.build(Op::slice, {self, node->sym("dim"), from, to, Sym(1)}, node));
  };
  if (*before > 0)
    addEdge(Sym(0), start);
  pieces.push_back(src);
  if (*behind > 0)
    addEdge(end, sizes[dim]);
  if (std::find(pieces.begin(), pieces.end(), nullptr) != pieces.end())
    return false;
  return rewriter.replaceByBuilt(result, rewriter.build(Op::cat, {pieces, node->sym("dim")}, node));
}

/// One number that goes to many places, as those of a histogram: it is stored once, and not for each of them.
///
///   %w = full(1, size = [N])                 →      %a = full(1, size = [1])
///   %n = scatter_reduce(%h, %i, %w, ..)             %w = expand(%a, size = [N])
bool rewriteScatter(Rewriter &rewriter, Node *node) {
  Value *src = node->value("src");
  if (!src->def || !src->def->is(Op::full) || src->type.rank() == 0 || src->type.numel().isConst(1))
    return false;
  std::vector<Arg> args = src->def->args;
  args[*src->def->op->argIndex("size")] = std::vector<Sym>(src->type.rank(), Sym(1));
  Value *number = rewriter.build(Op::full, args, node);
  Value *everywhere = number ? rewriter.build(Op::expand, {number, src->type.sizes}, node) : nullptr;
  if (everywhere)
    node->arg("src") = everywhere;
  return everywhere != nullptr;
}

} // namespace

const std::vector<RewriteRow> &writeRewrites() {
  static const std::vector<RewriteRow> rows = {{Op::slice_scatter, rewriteSliceScatter},
                                               {Op::scatter, rewriteScatter},
                                               {Op::scatter_reduce, rewriteScatter}};
  return rows;
}

} // namespace fullgraph
