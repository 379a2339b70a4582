// Extrema and functions of two numbers.
#include "runtime/core/ops/binary.h"

#include <cmath>

namespace fg {

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

Tensor pow(const Tensor &self, const Tensor &exponent) { return pointwise(powOp, {self, exponent}); }
Tensor pow(const Scalar &self, const Tensor &exponent) { return pointwise(powOp, {self, exponent}); }
Tensor pow(const Tensor &self, const Scalar &exponent) {
  checkExponent(self, exponent);
  return pointwise(pow_scalarOp, {self, exponent});
}
Tensor &pow_(Tensor &self, const Tensor &exponent) { return pointwiseInPlace(powOp, self, {self, exponent}); }
Tensor &pow_(Tensor &self, const Scalar &exponent) {
  checkExponent(self, exponent);
  return pointwiseInPlace(pow_scalarOp, self, {self, exponent});
}

} // namespace fg
