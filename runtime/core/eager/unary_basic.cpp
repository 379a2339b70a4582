// Signs, rounding, tests and bitwise_not.
#include "runtime/core/eager/pointwise.h"

namespace fg::host {

using namespace detail;

#define FG_UNARY(name)                                                                                       \
  FG_POINTWISE_OP(name, 1, 0)                                                                                \
  Tensor name(const Tensor &self) { return pointwise(name##Op, {self}); }                                    \
  Tensor &name##_(Tensor &self) { return pointwiseInPlace(name##Op, self, {self}); }

FG_UNARY(abs)
FG_UNARY(sign)
FG_UNARY(ceil)
FG_UNARY(floor)
FG_UNARY(round)
FG_UNARY(trunc)
FG_UNARY(frac)
FG_UNARY(square)
FG_UNARY(logical_not)

FG_POINTWISE_OP(isnan, 1, 0)
FG_POINTWISE_OP(isinf, 1, 0)
FG_POINTWISE_OP(isfinite, 1, 0)

Tensor isnan(const Tensor &self) { return pointwise(isnanOp, {self}); }
Tensor isinf(const Tensor &self) { return pointwise(isinfOp, {self}); }
Tensor isfinite(const Tensor &self) { return pointwise(isfiniteOp, {self}); }

FG_POINTWISE_OP(neg, 1, 0)

static void checkNegation(const Tensor &self) {
  FG_CHECK(self.scalar_type() != kBool, "Negation, the `-` operator, on a bool tensor is not supported. If "
                                        "you are trying to invert a mask, use "
                                        "the `~` or `logical_not()` operator instead.");
}
Tensor neg(const Tensor &self) {
  checkNegation(self);
  return pointwise(negOp, {self});
}
Tensor &neg_(Tensor &self) {
  checkNegation(self);
  return pointwiseInPlace(negOp, self, {self});
}

FG_POINTWISE_OP(bitwise_not, 1, 0)

// ~1 is not 0: bool needs the formula of another operator.
Tensor bitwise_not(const Tensor &self) {
  return self.scalar_type() == kBool ? host::logical_not(self) : pointwise(bitwise_notOp, {self});
}
Tensor &bitwise_not_(Tensor &self) {
  return self.scalar_type() == kBool ? host::logical_not_(self)
                                     : pointwiseInPlace(bitwise_notOp, self, {self});
}

} // namespace fg::host
