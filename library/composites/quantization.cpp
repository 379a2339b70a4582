// The definitions of composites/quantization.h's functions.
#include <fullgraph/ops.h>

namespace fg {

static Tensor roundedTo(const Tensor &self, const Tensor &scale, const Tensor &zero, int64_t least,
                        int64_t most) {
  const Tensor place = add(round(mul(self, reciprocal(scale))), zero);
  const Tensor kept = where(isnan(place), full_like(place, least), clamp(place, least, most));
  return to(mul(sub(kept, zero), scale), self.scalar_type());
}
static void checkLimits(int64_t least, int64_t most) {
  FG_CHECK(least <= most, "`quant_min` should be less than or         equal to `quant_max`.");
}

static void checkReal(const Tensor &self) {
  FG_CHECK(self.is_floating_point(),
           "\"fake_quantize_tensor_cachemask_kernel_type_handling\" not implemented for '",
           self.scalar_type(), "'");
}

Tensor fake_quantize_per_tensor_affine(const Tensor &self, double scale, int64_t zero_point,
                                       int64_t quant_min, int64_t quant_max) {
  checkReal(self);
  checkLimits(quant_min, quant_max);
  FG_CHECK(zero_point >= quant_min && zero_point <= quant_max,
           "`zero_point` must be between `quant_min` and `quant_max`.");
  return roundedTo(self, full({}, scale, kFloat), full({}, zero_point, kFloat), quant_min, quant_max);
}

Tensor fake_quantize_per_tensor_affine(const Tensor &self, const Tensor &scale, const Tensor &zero_point,
                                       int64_t quant_min, int64_t quant_max) {
  checkLimits(quant_min, quant_max);
  for (const Tensor &one : {scale, zero_point})
    FG_CHECK(one.numel() == 1, "a Tensor with ", one.numel(), " elements cannot be converted to Scalar");
  checkReal(self);
  return roundedTo(self, to(reshape(scale, {}), kFloat), to(to(reshape(zero_point, {}), kInt), kFloat),
                   quant_min, quant_max);
}

Tensor fake_quantize_per_channel_affine(const Tensor &self, const Tensor &scale, const Tensor &zero_point,
                                        int64_t axis, int64_t quant_min, int64_t quant_max) {
  FG_CHECK(scale.scalar_type() == kFloat || scale.scalar_type() == kBFloat16,
           "Scale must be Float or BFloat16, found ", scale.scalar_type());
  FG_CHECK(zero_point.scalar_type() == kInt || zero_point.scalar_type() == kFloat ||
               zero_point.scalar_type() == kHalf,
           "Zero-point must be Int32, Float or Half, found ", zero_point.scalar_type());
  FG_CHECK(scale.dim() == 1, "scale should be a 1-D tensor");
  FG_CHECK(zero_point.dim() == 1, "zero point should be a 1-D tensor");
  FG_CHECK(scale.numel() == zero_point.numel(), "scale and zero-point need to have the same dimensions");
  FG_CHECK(axis >= 0 && axis <= self.dim(), "`axis` must be between 0 and number of dimensions of input");
  FG_CHECK(scale.numel() == self.size(axis),
           "dimensions of scale and zero-point are not consistent with input tensor");
  checkLimits(quant_min, quant_max);
  std::vector<int64_t> sizes(static_cast<size_t>(self.dim()), 1);
  sizes[static_cast<size_t>(axis)] = -1;
  return roundedTo(self, to(reshape(scale, sizes), kFloat), to(reshape(zero_point, sizes), kFloat), quant_min,
                   quant_max);
}

} // namespace fg
