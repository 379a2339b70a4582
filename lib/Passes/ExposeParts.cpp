// Why: functionalise walks from a view to the memory that it shows, and kernels read real numbers. With
// view_as_real at the root of each such chain, complex values are inputs and what leaves the graph, and no
// operator in between knows of them.
//
//   %t = permute(%z, dims = [1, 0])              %r = view_as_real(%z)
//   %r = view_as_real(%t)                  →     %t = permute(%r, dims = [1, 0, 2])
#include "lib/Passes/Rewriter.h"

namespace fullgraph {

namespace {

/// The view that `def` is of complex numbers, of their parts.
Value *replayOnParts(Rewriter &rewriter, const Node &def, Value *parts, Node *at) {
  const Op op = def.op->id;
  const int64_t rank = static_cast<int64_t>(def.value("self")->type.rank());
  std::vector<Arg> args = def.args;
  args[0] = parts;
  const auto wrapped = [&](const Sym &dim, int64_t dims) {
    const int64_t d = dim.asInt().value_or(0);
    return Sym(d < 0 ? d + dims : d);
  };
  if (op == Op::view || op == Op::reshape || op == Op::expand) {
    std::vector<Sym> sizes = def.result()->type.sizes;
    sizes.push_back(2);
    args[1] = std::move(sizes);
  } else if (op == Op::as_strided) {
    std::vector<Sym> sizes = def.syms("size"), strides;
    for (const Sym &stride : def.syms("stride"))
      strides.push_back(2 * stride);
    sizes.push_back(2);
    strides.push_back(1);
    args = {parts, std::move(sizes), std::move(strides), 2 * def.result()->offset};
  } else if (op == Op::permute || op == Op::squeeze) {
    std::vector<Sym> dims = std::get<std::vector<Sym>>(args[1]);
    for (Sym &dim : dims)
      dim = wrapped(dim, rank);
    if (op == Op::permute)
      dims.push_back(rank);
    args[1] = std::move(dims);
  } else if (op == Op::unsqueeze) {
    args[1] = wrapped(def.sym("dim"), rank + 1);
  } else if (op == Op::select || op == Op::slice) {
    args[1] = wrapped(def.sym("dim"), rank);
  } else if (op == Op::main_diagonal) {
    std::vector<Sym> behind, back; // the parts go in front of the planes, and back
    for (int64_t d = 0; d + 2 < rank; ++d)
      behind.push_back(d);
    for (const int64_t d : {rank, rank - 2, rank - 1})
      behind.push_back(d);
    Value *planes = rewriter.build(Op::permute, {parts, behind}, at);
    Value *diagonal = planes ? rewriter.build(Op::main_diagonal, {planes}, at) : nullptr;
    for (int64_t d = 0; d + 2 < rank; ++d)
      back.push_back(d);
    back.push_back(rank - 1);
    back.push_back(rank - 2);
    return diagonal ? rewriter.build(Op::permute, {diagonal, back}, at) : nullptr;
  }
  return rewriter.build(op, std::move(args), at);
}

} // namespace

std::string exposeParts(Graph &graph) {
  Rewriter rewriter(graph);
  for (Node *node : nodesOf(graph)) {
    if (!node->is(Op::view_as_real))
      continue;
    std::vector<const Node *> views; // innermost last
    Value *source = node->value("self");
    for (; source->def && source->def->op->isView() && !source->def->is(Op::view_as_complex);
         source = source->def->value("self"))
      views.push_back(source->def);
    const bool made = source->def && source->def->is(Op::view_as_complex);
    if (!made && views.empty())
      continue;
    // Another handle than the parts' own: somebody may get both.
    Value *parts = made ? rewriter.build(Op::alias, {source->def->value("self")}, node)
                        : rewriter.build(Op::view_as_real, {source}, node);
    for (size_t i = views.size(); parts && i-- > 0;)
      parts = replayOnParts(rewriter, *views[i], parts, node);
    if (!parts || !rewriter.sameTypes(parts, node->result()) || parts->root() != node->result()->root())
      return "cannot take the parts of %" + node->value("self")->name;
    parts->source = node->result()->source;
    graph.replaceAllUses(node->result(), parts);
    graph.erase(node);
  }
  return "";
}

} // namespace fullgraph
