// fg::TensorMeta: what is known of a tensor without its elements. Shape functions of custom operators compute
// it.
#pragma once

#include <fullgraph/tensor.h>

namespace fg {

/// A tensor's dtype and sizes. A shape function takes one for each tensor that its operator takes (a
/// std::vector<TensorMeta> for a std::vector<Tensor>, and so on) and returns one for each tensor of the
/// result; all other parameters are the operator's. It is an ordinary function: tests may call it.
struct TensorMeta {
  ScalarType dtype = kFloat;
  std::vector<int64_t> sizes;

  int64_t dim() const { return static_cast<int64_t>(sizes.size()); }
  /// Negative dims count from the end.
  int64_t size(int64_t d) const { return sizes[static_cast<size_t>(d < 0 ? d + dim() : d)]; }
  int64_t numel() const {
    int64_t n = 1;
    for (int64_t s : sizes)
      n *= s;
    return n;
  }
};

/// A tensor's own.
TensorMeta meta(const Tensor &x);

} // namespace fg
