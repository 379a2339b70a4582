// Iteration over strided operands of one (broadcast) shape, as ATen's TensorIterator does it: dims in the
// order of the operands' strides, neighbouring dims joined where memory allows, then rows along the innermost
// dim. Eager operators use it. Operands must broadcast to the shape, which the caller has checked.
#pragma once

#include <fullgraph/tensor.h>

#include <initializer_list>

namespace fg::detail {

struct LoopNest {
  static constexpr int maxOperands = 6;

  int rank = 0;
  int64_t sizes[maxRank]; // innermost first
  int operands = 0;
  char *data[maxOperands];
  int64_t strides[maxOperands][maxRank]; // bytes, innermost first; 0 where the operand is broadcast

  /// A nest over `shape` (outermost first, as tensors have it) without operands.
  explicit LoopNest(IntArrayRef shape);

  /// Adds an operand that broadcasts to the shape; its sizes must allow it.
  void add(const Tensor &tensor) {
    add(tensor.sizes(), tensor.strides(), tensor.scalar_type(), tensor.data_ptr());
  }
  void add(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, void *data);
  /// Adds an operand of one element, the same everywhere.
  void addConstant(const void *data);

  int64_t numel() const;

  /// ATen's reorder_dimensions: the order of dims, innermost first, in which the operands from `first` on are
  /// walked with growing strides. The operands count in their order: the first one that tells two dims apart
  /// decides.
  void order(int first, int perm[maxRank]) const;
  void permute(const int perm[maxRank]);
  /// Joins neighbouring dims that all operands walk as one.
  void coalesce();

  /// Calls row(pointers) for each row along the innermost dim, with the operands' addresses of its first
  /// element. The row has `rowLength()` elements, `strides[k][0]` bytes apart.
  int64_t rowLength() const { return rank ? sizes[0] : 1; }
  int64_t rowStride(int operand) const { return rank ? strides[operand][0] : 0; }
  template <class Row> void forEachRow(Row &&row) const {
    char *at[maxOperands];
    for (int k = 0; k < operands; ++k)
      at[k] = data[k];
    if (numel() == 0)
      return;
    int64_t index[maxRank] = {};
    for (;;) {
      row(at);
      int d = 1;
      for (; d < rank; ++d) {
        for (int k = 0; k < operands; ++k)
          at[k] += strides[k][d];
        if (++index[d] < sizes[d])
          break;
        for (int k = 0; k < operands; ++k)
          at[k] -= strides[k][d] * sizes[d];
        index[d] = 0;
      }
      if (d >= rank)
        return;
    }
  }
};

/// The common shape of two operands; throws as ATen's infer_size does.
std::vector<int64_t> broadcastShapes(IntArrayRef a, IntArrayRef b);

/// The strides that an operator's fresh result has, by TensorIterator's rule: those of the inputs where these
/// agree, else the inputs' order of dims in memory, without gaps.
std::vector<int64_t> resultStrides(IntArrayRef shape, std::initializer_list<const Tensor *> inputs);
std::vector<int64_t> resultStrides(IntArrayRef shape, const Tensor *const *inputs, size_t count);

/// Strides of ATen's empty_like(self): self's where it has no gaps and no overlaps.
std::vector<int64_t> likeStrides(const Tensor &self);

/// Throws where writing `output` element by element would write one location twice, or would change elements
/// of `input` before they were read.
void checkNoInternalOverlap(const Tensor &output);
void checkNoPartialOverlap(const Tensor &output, const Tensor &input);

} // namespace fg::detail
