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

  Slice() = default;
  Slice(std::optional<int64_t> start, std::optional<int64_t> stop = {}, std::optional<int64_t> step = {})
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

/// The part of self that the indices choose: a view, or a copy where tensors are among them.
Tensor index(const Tensor &self, ArrayRef<indexing::TensorIndex> indices);

/// Writes value, broadcast and cast, to the part that the indices choose, or adds it. Of several values for
/// one element the last is kept.
Tensor &index_put_(Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                   bool accumulate = false);
Tensor &index_put_(Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Scalar &value);

Tensor index_put(const Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                 bool accumulate = false);

} // namespace fg
