// ATen's indexing: x.index({Slice(1, 3), 0, None, Ellipsis}) and x.index_put_({...}, value).
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {
namespace indexing {

enum class EllipsisIndexType : uint8_t { Ellipsis };
inline constexpr EllipsisIndexType Ellipsis = EllipsisIndexType::Ellipsis;
/// A new dim of size 1 as an index, and "not given" in a Slice.
inline constexpr std::nullopt_t None = std::nullopt;

/// Python's start:stop:step; steps are positive.
struct Slice {
  std::optional<int64_t> start, stop;
  int64_t step = 1;

  Slice(std::optional<int64_t> start = std::nullopt, std::optional<int64_t> stop = std::nullopt,
        std::optional<int64_t> step = std::nullopt)
      : start(start), stop(stop), step(step.value_or(1)) {
    FG_CHECK(this->step != 0, "slice step cannot be zero");
  }
};

struct TensorIndex {
  enum class Kind : uint8_t { None, Ellipsis, Integer, Boolean, Slice, Tensor };
  Kind kind;
  int64_t integer = 0;
  indexing::Slice slice;
  fg::Tensor tensor;

  TensorIndex(std::nullopt_t) : kind(Kind::None) {}
  TensorIndex(EllipsisIndexType) : kind(Kind::Ellipsis) {}
  TensorIndex(const char *text) : kind(Kind::Ellipsis) {
    FG_CHECK(string_view(text) == "...", "Expected \"...\" to represent an ellipsis index, but got \"", text,
             "\"");
  }
  TensorIndex(int index) : kind(Kind::Integer), integer(index) {}
  TensorIndex(long index) : kind(Kind::Integer), integer(index) {}
  TensorIndex(long long index) : kind(Kind::Integer), integer(index) {}
  TensorIndex(unsigned index) : kind(Kind::Integer), integer(index) {}
  TensorIndex(unsigned long index) : kind(Kind::Integer), integer(int64_t(index)) {}
  TensorIndex(bool value) : kind(Kind::Boolean), integer(value) {}
  TensorIndex(indexing::Slice slice) : kind(Kind::Slice), slice(slice) {}
  TensorIndex(const fg::Tensor &tensor) : kind(Kind::Tensor), tensor(tensor) {}
};

} // namespace indexing

using IndexList = std::initializer_list<indexing::TensorIndex>;

/// The part of self that the indices choose, as a view of it. The indices are applied from left to right;
/// dims that none names are kept.
inline Tensor index(const Tensor &self, ArrayRef<indexing::TensorIndex> indices) {
  using Kind = indexing::TensorIndex::Kind;
  int64_t named = 0;
  for (const indexing::TensorIndex &i : indices)
    if (i.kind == Kind::Integer || i.kind == Kind::Slice || i.kind == Kind::Tensor)
      ++named;
  FG_CHECK(named <= self.dim(), "too many indices for tensor of dimension ", self.dim());
  Tensor result = self;
  int64_t dim = 0;
  for (const indexing::TensorIndex &i : indices) {
    FG_CHECK(i.kind != Kind::Tensor && i.kind != Kind::Boolean,
             "index: tensor and bool indices are not supported; use index_select, gather or masked_fill");
    if (i.kind == Kind::None) {
      result = unsqueeze(result, dim);
      ++dim;
    } else if (i.kind == Kind::Ellipsis) {
      dim += self.dim() - named;
    } else if (i.kind == Kind::Integer) {
      FG_CHECK(result.dim() > 0 && dim < result.dim(), "too many indices for tensor of dimension ",
               self.dim());
      const int64_t size = result.size(dim);
      FG_CHECK(-size <= i.integer && i.integer < size, "index ", i.integer,
               " is out of bounds for dimension ", dim, " with size ", size);
      result = select(result, dim, i.integer);
    } else {
      FG_CHECK(dim < result.dim(), "too many indices for tensor of dimension ", self.dim());
      FG_CHECK(i.slice.step > 0, "step must be greater than zero");
      if (i.slice.start.has_value() || i.slice.stop.has_value() || i.slice.step != 1)
        result = slice(result, dim, i.slice.start, i.slice.stop, i.slice.step);
      ++dim;
    }
  }
  return result.is_same(self) ? alias(self) : result;
}

/// Writes value, broadcast and cast, to the part that the indices choose.
inline Tensor &index_put_(Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Tensor &value) {
  Tensor part = index(self, indices);
  // ATen drops leading dims of size 1 that the part does not have.
  Tensor source = value;
  while (source.dim() > part.dim() && source.size(0) == 1)
    source = squeeze(source, 0);
  copy_(part, source);
  return self;
}
inline Tensor &index_put_(Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Scalar &value) {
  Tensor part = index(self, indices);
  fill_(part, value);
  return self;
}

} // namespace fg
