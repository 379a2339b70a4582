// Elementary functions: integers and bool are computed in f32.
#include "runtime/core/eager/pointwise.h"

namespace fg::host {

using namespace detail;

#define FG_UNARY(name)                                                                                       \
  FG_POINTWISE_OP(name, 1, 0)                                                                                \
  Tensor name(const Tensor &self) { return pointwise(name##Op, {self}); }                                    \
  Tensor &name##_(Tensor &self) { return pointwiseInPlace(name##Op, self, {self}); }

FG_UNARY(sqrt)
FG_UNARY(rsqrt)
FG_UNARY(reciprocal)
FG_UNARY(exp)
FG_UNARY(exp2)
FG_UNARY(expm1)
FG_UNARY(log)
FG_UNARY(log2)
FG_UNARY(log10)
FG_UNARY(log1p)
FG_UNARY(sin)
FG_UNARY(cos)
FG_UNARY(tan)
FG_UNARY(asin)
FG_UNARY(acos)
FG_UNARY(atan)
FG_UNARY(sinh)
FG_UNARY(cosh)
FG_UNARY(tanh)
FG_UNARY(asinh)
FG_UNARY(acosh)
FG_UNARY(atanh)
FG_UNARY(erf)
FG_UNARY(erfc)
FG_UNARY(lgamma)
FG_UNARY(digamma)
FG_UNARY(erfinv)
FG_UNARY(i0)
FG_UNARY(sigmoid)

#define FG_UNARY_OUT_OF_PLACE(name)                                                                          \
  FG_POINTWISE_OP(name, 1, 0)                                                                                \
  Tensor name(const Tensor &self) { return pointwise(name##Op, {self}); }

FG_UNARY_OUT_OF_PLACE(special_i0e)
FG_UNARY_OUT_OF_PLACE(special_ndtri)
FG_UNARY_OUT_OF_PLACE(special_erfcx)
FG_UNARY_OUT_OF_PLACE(frexp_mantissa)
FG_UNARY_OUT_OF_PLACE(frexp_exponent)

FG_POINTWISE_OP(polygamma, 2, 0)

Tensor polygamma(int64_t n, const Tensor &self) {
  FG_CHECK(n >= 0, "polygamma(n, x) does not support negative n.");
  return pointwise(polygammaOp, {Scalar(n), self});
}

FG_POINTWISE_OP(logit, 1, 0)
FG_POINTWISE_OP(logit_eps, 1, 1)

Tensor logit(const Tensor &self, const std::optional<Scalar> &eps) {
  return eps ? pointwise(logit_epsOp, {self}, {*eps}) : pointwise(logitOp, {self});
}
Tensor &logit_(Tensor &self, const std::optional<Scalar> &eps) {
  return eps ? pointwiseInPlace(logit_epsOp, self, {self}, {*eps}) : pointwiseInPlace(logitOp, self, {self});
}

} // namespace fg::host
