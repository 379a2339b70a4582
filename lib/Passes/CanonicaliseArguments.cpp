// Why: `sum(x, dim = [-1])` and `sum(x, dim = [1])` of a matrix are one kernel, and lowering should not know
// ATen's conventions about negative, missing and clamped arguments.
#include "lib/Passes/Canonicalise.h"

#include <algorithm>

namespace fullgraph {

namespace {

Sym wrapped(const Sym &dim, size_t rank) {
  const std::optional<int64_t> constant = dim.asInt();
  return constant && *constant < 0 ? Sym(*constant + int64_t(rank ? rank : 1)) : dim;
}

void wrapDim(Node *node, std::string_view name, size_t rank) {
  if (Sym *dim = std::get_if<Sym>(&node->arg(name)))
    *dim = wrapped(*dim, rank);
}

void wrapDims(Node *node, std::string_view name, size_t rank) {
  if (auto *dims = std::get_if<std::vector<Sym>>(&node->arg(name)))
    for (Sym &dim : *dims)
      dim = wrapped(dim, rank);
}

/// Missing attributes get their defaults; numbers that are at their default are left out.
void applyDefaults(Node *node) {
  for (size_t i = 0; i < node->args.size(); ++i) {
    const ArgSchema &schema = node->op->args[i];
    if (std::holds_alternative<std::monostate>(node->args[i])) {
      if (schema.defaultValue)
        node->args[i] = *schema.defaultValue;
      continue;
    }
    if (!schema.scalar || !schema.defaultNumber)
      continue;
    const std::optional<Sym> number = cxxNumber(std::get<Value *>(node->args[i]));
    if (number && number->asDouble() == *schema.defaultNumber && number->type() != SymType::Bool)
      node->args[i] = std::monostate();
  }
}

void reduction(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self");
  const size_t rank = self->type.rank();
  auto *dims = std::get_if<std::vector<Sym>>(&node->arg("dim"));
  if (!dims) { // argmax, argmin
    wrapDim(node, "dim", rank);
    return;
  }
  wrapDims(node, "dim", rank);
  if (dims->empty())
    for (size_t i = 0; i < rank; ++i)
      dims->push_back(Sym(int64_t(i)));
  std::sort(dims->begin(), dims->end());
  const Op op = node->op->id;
  if (op == Op::sum || op == Op::mean || op == Op::prod)
    node->arg("dtype") = node->result()->type.dtype;
}

/// One number for all spatial dims becomes one for each.
void spread(Node *node, std::initializer_list<std::string_view> names, size_t count) {
  for (std::string_view name : names) {
    Arg &arg = node->arg(name);
    if (const Sym *number = std::get_if<Sym>(&arg))
      arg = std::vector<Sym>{*number};
    if (auto *list = std::get_if<std::vector<Sym>>(&arg); list && list->size() == 1)
      list->resize(count, Sym(list->front()));
  }
}

void window(Node *node) {
  if (auto *stride = std::get_if<std::vector<Sym>>(&node->arg("stride")); stride && stride->empty())
    node->arg("stride") = node->arg("kernel_size");
  spread(node, {"kernel_size", "stride", "padding"}, 2);
  if (node->op->argIndex("dilation"))
    spread(node, {"dilation"}, 2);
}

void slice(Rewriter &rewriter, Node *node) {
  const SliceBounds bounds = resolvedSlice(rewriter.graph.env, *node);
  node->arg("start") = bounds.start;
  node->arg("end") = bounds.end;
  node->arg("step") = bounds.step;
}

void squeeze(Rewriter &rewriter, Node *node) {
  const TensorType &self = node->value("self")->type;
  wrapDims(node, "dim", self.rank());
  auto &dims = std::get<std::vector<Sym>>(node->arg("dim"));
  // Dims that stay are not 1: inference has seen to it.
  std::erase_if(dims, [&](const Sym &dim) {
    return self.rank() == 0 || rewriter.graph.env.prove(symEq(self.sizes[*dim.asInt()], Sym(1))) != true;
  });
  std::sort(dims.begin(), dims.end());
}

} // namespace

void makeArgumentsExplicit(Rewriter &rewriter, Node *node) {
  applyDefaults(node);
  const Op op = node->op->id;
  const auto rank = [&] { return node->value("self")->type.rank(); };
  switch (node->op->family) {
  case OpFamily::Reduction:
    return reduction(rewriter, node);
  case OpFamily::Row:
    return wrapDim(node, "dim", rank());
  case OpFamily::Window:
    return window(node);
  case OpFamily::Contraction:
    if (op == Op::convolution)
      spread(node, {"stride", "padding", "dilation"}, node->value("weight")->type.rank() - 2);
    return;
  case OpFamily::Concat:
    return wrapDim(node, "dim", node->result()->type.rank());
  case OpFamily::Library:
    if (node->op->argIndex("dim"))
      wrapDim(node, "dim", rank());
    return;
  case OpFamily::View:
  case OpFamily::Index:
    break;
  default:
    return;
  }
  if (op == Op::view || op == Op::expand)
    node->arg("size") = node->result()->type.sizes;
  else if (op == Op::reshape)
    node->arg("shape") = node->result()->type.sizes;
  else if (op == Op::permute)
    wrapDims(node, "dims", rank());
  else if (op == Op::squeeze)
    squeeze(rewriter, node);
  else if (op == Op::unsqueeze)
    wrapDim(node, "dim", rank() + 1);
  else if (op == Op::select || op == Op::select_scatter || op == Op::slice || op == Op::slice_scatter ||
           op == Op::gather || op == Op::index_select)
    wrapDim(node, "dim", rank());
  if (op == Op::select || op == Op::select_scatter)
    node->arg("index") = resolvedIndex(rewriter.graph.env, *node);
  else if (op == Op::slice || op == Op::slice_scatter)
    slice(rewriter, node);
}

} // namespace fullgraph
