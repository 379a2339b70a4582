// The definitions of composites/unpooling.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
static int64_t windowStep(IntArrayRef stride, IntArrayRef kernel_size, size_t dim) {
  return spatial(stride.empty() ? kernel_size : stride, dim);
}
/// How many windows there are: at::native's pooling_output_shape.
static int64_t windowCount(int64_t size, int64_t kernel, int64_t step, int64_t pad, int64_t apart,
                           bool ceil_mode) {
  const int64_t room = size + 2 * pad - apart * (kernel - 1) - 1;
  const int64_t count = (room + (ceil_mode ? step - 1 : 0)) / step + 1;
  return ceil_mode && (count - 1) * step >= size + pad ? count - 1 : count;
}
/// How far behind the last element the last window reaches.
static int64_t windowExcess(int64_t size, int64_t count, int64_t kernel, int64_t step, int64_t pad,
                            int64_t apart) {
  const int64_t reach = (count - 1) * step + apart * (kernel - 1) + 1 - pad - size;
  return reach > 0 ? reach : 0;
}
} // namespace detail
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  FG_CHECK(self.is_floating_point(), "\"max_pool2d\" not implemented for '", self.scalar_type(), "'");
  const Tensor values =
      max_pool2d(self, kernel_size, stride, padding, dilation, ceil_mode); // with its checks
  const int64_t height = self.size(-2), width = self.size(-1);
  const int64_t tall = detail::spatial(kernel_size, 0), wide = detail::spatial(kernel_size, 1),
                down = detail::windowStep(stride, kernel_size, 0),
                right = detail::windowStep(stride, kernel_size, 1), above = detail::spatial(padding, 0),
                left = detail::spatial(padding, 1), rowsApart = detail::spatial(dilation, 0),
                columnsApart = detail::spatial(dilation, 1);
  const int64_t rows = detail::windowCount(height, tall, down, above, rowsApart, ceil_mode),
                columns = detail::windowCount(width, wide, right, left, columnsApart, ceil_mode);
  const int64_t below = detail::windowExcess(height, rows, tall, down, above, rowsApart),
                behind = detail::windowExcess(width, columns, wide, right, left, columnsApart);
  const Tensor padded =
      contiguous(constant_pad_nd(self, {left, behind, above, below}, -__builtin_huge_val()));
  std::vector<int64_t> sizes = padded.sizes().vec(), strides = padded.strides().vec();
  const size_t last = sizes.size() - 1;
  const int64_t line = strides[last - 1];
  sizes[last - 1] = rows;
  strides[last - 1] = line * down;
  sizes[last] = columns;
  strides[last] = right;
  for (const int64_t size : {tall, wide})
    sizes.push_back(size);
  for (const int64_t step : {line * rowsApart, columnsApart})
    strides.push_back(step);
  const Tensor at = argmax(flatten(as_strided(padded, sizes, strides), -2, -1), -1);
  const Tensor row =
      add(mul(unsqueeze(arange(rows), 1), down), sub(mul(div(at, wide, "floor"), rowsApart), above));
  const Tensor column = add(mul(arange(columns), right), sub(mul(remainder(at, wide), columnsApart), left));
  return {values, add(mul(row, width), column)};
}
Tensor max_unpool2d(const Tensor &self, const Tensor &indices, IntArrayRef output_size) {
  FG_CHECK(indices.scalar_type() == kLong,
           "elements in indices should be type int64 but got: ", indices.scalar_type());
  FG_CHECK(self.dim() == 3 || self.dim() == 4,
           "Input to max_unpooling2d should be a 3d or 4d Tensor, but got a tensor with ", self.dim(),
           " dimensions.");
  FG_CHECK(output_size.size() == 2,
           "There should be exactly two elements (height, width) in output_size, but got ",
           output_size.size(), " elements.");
  FG_CHECK(self.sizes() == indices.sizes(),
           "Expected shape of indices to be same as that of the input tensor (", self.sizes(),
           ") but got indices tensor with shape: ", indices.sizes());
  std::vector<int64_t> shape = self.sizes().vec();
  shape[shape.size() - 2] = output_size[0];
  shape[shape.size() - 1] = output_size[1];
  const Tensor places = flatten(indices, -2, -1);
  std::vector<int64_t> planes = places.sizes().vec();
  planes[planes.size() - 1] = output_size[0] * output_size[1];
  return reshape(scatter(zeros(planes, self.scalar_type()), -1, places, flatten(self, -2, -1)), shape);
}

} // namespace fg
