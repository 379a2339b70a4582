// Strides: contiguity, the layouts of fresh results, and which views of a layout exist. Private to
// lib/Shapes.
//
// Whether one stride is below another can hang on a size being 1. Where only the strides of dims of size 1
// (or of an empty tensor) hang on it, the answer for sizes of at least 2 is taken without a guard: no element
// moves. Where it decides whether a result aliases its operand, the answer comes with its conditions, which
// become guards.
#pragma once

#include "lib/Shapes/InferContext.h"

namespace fullgraph {

/// An answer, and what must hold (beyond the known facts) for it to be ATen's.
struct Decision {
  bool value = false;
  std::vector<Sym> conditions;
};

/// Tensor::is_contiguous().
Decision isContiguous(const InferContext &ctx, const TensorType &type);
/// Tensor::is_contiguous() for sizes of at least 2.
inline bool looksContiguous(const InferContext &ctx, const TensorType &type) {
  return isContiguous(ctx, type).value;
}

/// What must hold for a copy that was made for the tensor's strides: without elements, any strides are those
/// of a contiguous tensor, and of a view.
void needElements(const InferContext &ctx, const TensorType &type, std::vector<Sym> &conditions);

/// Tensor::is_non_overlapping_and_dense().
Decision isDense(const InferContext &ctx, const TensorType &type);

/// a / b where that is exact for all values of the symbols.
std::optional<Sym> divideExactly(const Sym &a, const Sym &b);

/// Strides of an empty_like(memory_format = preserve): a dense tensor's own; else dense in the same order.
std::vector<Sym> preservedStrides(const InferContext &ctx, const TensorType &type);
/// Strides that TensorIterator allocates for a result of `shape` computed from `operands`
/// (aten/src/ATen/TensorIterator.cpp: fast_set_up, reorder_dimensions, allocate_or_resize_outputs).
std::vector<Sym> iteratorStrides(const InferContext &ctx, const std::vector<Sym> &shape,
                                 const std::vector<TensorType> &operands);

/// at::detail::computeStride: the strides under which `type`'s elements can be seen with other sizes (of as
/// many elements). `strides` is empty-optional where there are none; `decided` is false where the symbols
/// leave it open.
struct ViewDecision {
  bool decided = true;
  std::optional<std::vector<Sym>> strides;
  std::vector<Sym> conditions;
};
ViewDecision viewStrides(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes);

} // namespace fullgraph
