// Extrema and functions of two numbers.
#include "runtime/core/eager/binary.h"

#include <cmath>

namespace fg::host {

using namespace detail;

#define FG_TENSORS_ONLY(name)                                                                                \
  FG_POINTWISE_OP(name, 2, 0)                                                                                \
  FG_BINARY_TENSOR(name, name##Op)

FG_TENSORS_ONLY(maximum)
FG_TENSORS_ONLY(minimum)
FG_TENSORS_ONLY(fmax)
FG_TENSORS_ONLY(fmin)
FG_TENSORS_ONLY(logaddexp)
FG_TENSORS_ONLY(atan2)
FG_BINARY_TENSOR_IN_PLACE(atan2, atan2Op)
FG_TENSORS_ONLY(hypot)
FG_BINARY_TENSOR_IN_PLACE(hypot, hypotOp)

FG_TENSORS_ONLY(igamma)
FG_BINARY_TENSOR_IN_PLACE(igamma, igammaOp)
FG_TENSORS_ONLY(igammac)
FG_BINARY_TENSOR_IN_PLACE(igammac, igammacOp)
FG_TENSORS_ONLY(special_zeta)
FG_BINARY_NUMBER(special_zeta, special_zetaOp)
FG_BINARY_NUMBER_FIRST(special_zeta, special_zetaOp)

FG_POINTWISE_OP(nextafter, 2, 0)
FG_POINTWISE_OP(nextafter_half, 2, 0)
FG_POINTWISE_OP(nextafter_bfloat16, 2, 0)

static const PointwiseOp &nextafterFor(const Tensor &self, const Tensor &other) {
  const ScalarType common = commonDtype(nextafterOp.rule, {self, other});
  return common == kHalf ? nextafter_halfOp : common == kBFloat16 ? nextafter_bfloat16Op : nextafterOp;
}
Tensor nextafter(const Tensor &self, const Tensor &other) {
  return pointwise(nextafterFor(self, other), {self, other});
}
Tensor &nextafter_(Tensor &self, const Tensor &other) {
  return pointwiseInPlace(nextafterFor(self, other), self, {self, other});
}

FG_TENSORS_ONLY(copysign)
FG_BINARY_NUMBER(copysign, copysignOp)
FG_BINARY_TENSOR_IN_PLACE(copysign, copysignOp)
FG_BINARY_NUMBER_IN_PLACE(copysign, copysignOp)

FG_TENSORS_ONLY(xlogy)
FG_BINARY_NUMBER(xlogy, xlogyOp)
FG_BINARY_NUMBER_FIRST(xlogy, xlogyOp)
FG_BINARY_TENSOR_IN_PLACE(xlogy, xlogyOp)
FG_BINARY_NUMBER_IN_PLACE(xlogy, xlogyOp)

FG_POINTWISE_OP(pow, 2, 0)
FG_POINTWISE_OP(pow_scalar, 2, 0)

static void checkExponent(const Tensor &self, const Scalar &exponent) {
  FG_CHECK(!(isIntegralType(self.scalar_type(), true) && exponent.isIntegral(true) && exponent.toLong() < 0),
           "Integers to negative integer powers are not allowed.");
}
/// ATen's f16 kernel has no special exponents.
static const PointwiseOp &powOpFor(const Tensor &self) {
  return self.scalar_type() == kHalf ? powOp : pow_scalarOp;
}
/// bool to a bool exponent stays bool: x for true, true for false. There is no kernel for it.
static bool isBoolPower(const Tensor &self, const Scalar &exponent) {
  return self.scalar_type() == kBool && exponent.isBoolean();
}

Tensor pow(const Tensor &self, const Tensor &exponent) { return pointwise(powOp, {self, exponent}); }
Tensor pow(const Scalar &self, const Tensor &exponent) { return pointwise(powOp, {self, exponent}); }
Tensor pow(const Tensor &self, const Scalar &exponent) {
  checkExponent(self, exponent);
  if (isBoolPower(self, exponent))
    return exponent.toBool() ? clone(self) : full_like(self, true);
  return pointwise(powOpFor(self), {self, exponent});
}
Tensor &pow_(Tensor &self, const Tensor &exponent) { return pointwiseInPlace(powOp, self, {self, exponent}); }
Tensor &pow_(Tensor &self, const Scalar &exponent) {
  checkExponent(self, exponent);
  if (isBoolPower(self, exponent))
    return exponent.toBool() ? self : copy_(self, full_like(self, true));
  return pointwiseInPlace(powOpFor(self), self, {self, exponent});
}

} // namespace fg::host
