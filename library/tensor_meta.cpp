// The definitions of tensor_meta.h's functions.
#include <fullgraph/tensor_meta.h>

namespace fg {

TensorMeta meta(const Tensor &x) {
  TensorMeta m;
  m.dtype = x.scalar_type();
  for (int64_t d = 0; d < x.dim(); ++d)
    m.sizes.push_back(x.size(d));
  return m;
}

} // namespace fg
