// add, sub, mul, div, and the operators whose integer divisor may be 0.
#include "runtime/core/eager/binary.h"
#include "runtime/core/eager/loop_nest.h"

namespace fg::host {

using namespace detail;

namespace {

/// The value of alpha for operands of dtype `common`; throws what ATen's alpha_check throws.
Scalar checkedAlpha(const Scalar &alpha, ScalarType common) {
  FG_CHECK(!alpha.isBoolean() || common == kBool, "Boolean alpha only supported for Boolean results.");
  FG_CHECK(isFloatingType(common) || isComplexType(common) || alpha.isIntegral(true),
           "For integral input tensors, argument alpha must not be a floating point number.");
  // ATen scales in the operands' dtype, not in the wider one that sums are computed in.
  if (common == kHalf)
    return Scalar(Half(float(alpha.toDouble())));
  if (common == kBFloat16)
    return Scalar(BFloat16(float(alpha.toDouble())));
  return alpha;
}

void checkSubtraction(const Operand &self, const Operand &other) {
  const bool a = operandDtype(self) == kBool, b = operandDtype(other) == kBool;
  FG_CHECK(!(a && b), "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                      "`logical_xor()` operator instead.");
  FG_CHECK(!a && !b,
           "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert "
           "a mask, use the `~` or `logical_not()` operator instead.");
}

/// Integer division by 0 is an error, which must be found before anything is written.
void checkDivisor(const PointwiseRule &rule, const Operand &self, const Operand &other) {
  const ScalarType common = commonDtype(rule, {self, other});
  if (!isIntegralType(common, false) || (self.tensor && self.tensor->numel() == 0))
    return;
  const StoreFn narrow = storer(Compute::I64, common);
  const LoadFn widen = loader(common, Compute::I64);
  const int64_t bytes = int64_t(elementSize(common));
  const auto check = [&](int64_t *values, int64_t n) {
    alignas(8) char stored[tileSize * 8];
    narrow(stored, bytes, values, n); // 256 is 0 as u8
    widen(values, stored, bytes, n);
    for (int64_t i = 0; i < n; ++i)
      FG_CHECK(values[i] != 0, "ZeroDivisionError");
  };
  int64_t values[tileSize];
  if (!other.tensor) {
    values[0] = other.number.toLong();
    check(values, 1);
    return;
  }
  LoopNest nest(other.tensor->sizes());
  nest.add(*other.tensor);
  nest.coalesce();
  const LoadFn load = loader(other.tensor->scalar_type(), Compute::I64);
  nest.forEachRow([&](char *const *at) {
    for (int64_t begin = 0; begin < nest.rowLength(); begin += tileSize) {
      const int64_t n = std::min(tileSize, nest.rowLength() - begin);
      load(values, at[0] + begin * nest.rowStride(0), nest.rowStride(0), n);
      check(values, n);
    }
  });
}

} // namespace

FG_POINTWISE_OP(add, 2, 1)
FG_POINTWISE_OP(sub, 2, 1)

static Tensor addOperands(const Operand &self, const Operand &other, const Scalar &alpha) {
  return pointwise(addOp, {self, other}, {checkedAlpha(alpha, commonDtype(addOp.rule, {self, other}))});
}
static Tensor subOperands(const Operand &self, const Operand &other, const Scalar &alpha) {
  checkSubtraction(self, other);
  return pointwise(subOp, {self, other}, {checkedAlpha(alpha, commonDtype(subOp.rule, {self, other}))});
}
static Tensor &addInPlace(Tensor &self, const Operand &other, const Scalar &alpha) {
  return pointwiseInPlace(addOp, self, {self, other},
                          {checkedAlpha(alpha, commonDtype(addOp.rule, {self, other}))});
}
static Tensor &subInPlace(Tensor &self, const Operand &other, const Scalar &alpha) {
  checkSubtraction(self, other);
  return pointwiseInPlace(subOp, self, {self, other},
                          {checkedAlpha(alpha, commonDtype(subOp.rule, {self, other}))});
}

Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha) {
  return addOperands(self, other, alpha);
}
Tensor add(const Tensor &self, const Scalar &other, const Scalar &alpha) {
  return addOperands(self, other, alpha);
}
Tensor &add_(Tensor &self, const Tensor &other, const Scalar &alpha) {
  return addInPlace(self, other, alpha);
}
Tensor &add_(Tensor &self, const Scalar &other, const Scalar &alpha) {
  return addInPlace(self, other, alpha);
}

Tensor sub(const Tensor &self, const Tensor &other, const Scalar &alpha) {
  return subOperands(self, other, alpha);
}
Tensor sub(const Tensor &self, const Scalar &other, const Scalar &alpha) {
  return subOperands(self, other, alpha);
}
Tensor sub(const Scalar &self, const Tensor &other, const Scalar &alpha) {
  return subOperands(self, other, alpha);
}
Tensor &sub_(Tensor &self, const Tensor &other, const Scalar &alpha) {
  return subInPlace(self, other, alpha);
}
Tensor &sub_(Tensor &self, const Scalar &other, const Scalar &alpha) {
  return subInPlace(self, other, alpha);
}

FG_POINTWISE_OP(mul, 2, 0)

Tensor mul(const Tensor &self, const Tensor &other) { return pointwise(mulOp, {self, other}); }
Tensor mul(const Tensor &self, const Scalar &other) { return pointwise(mulOp, {self, other}); }
Tensor &mul_(Tensor &self, const Tensor &other) { return pointwiseInPlace(mulOp, self, {self, other}); }
Tensor &mul_(Tensor &self, const Scalar &other) { return pointwiseInPlace(mulOp, self, {self, other}); }

FG_POINTWISE_OP(div, 2, 0)
FG_POINTWISE_OP(div_floor, 2, 0)
FG_POINTWISE_OP(div_trunc, 2, 0)

static const PointwiseOp &divOpFor(std::optional<string_view> mode, const Operand &self,
                                   const Operand &other) {
  if (!mode)
    return divOp;
  FG_CHECK(*mode == "trunc" || *mode == "floor",
           "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '", *mode, "'");
  const PointwiseOp &op = *mode == "trunc" ? div_truncOp : div_floorOp;
  checkDivisor(op.rule, self, other);
  return op;
}
Tensor div(const Tensor &self, const Tensor &other) { return pointwise(divOp, {self, other}); }
Tensor div(const Tensor &self, const Scalar &other) { return pointwise(divOp, {self, other}); }
Tensor div(const Tensor &self, const Tensor &other, std::optional<string_view> rounding_mode) {
  return pointwise(divOpFor(rounding_mode, self, other), {self, other});
}
Tensor div(const Tensor &self, const Scalar &other, std::optional<string_view> rounding_mode) {
  return pointwise(divOpFor(rounding_mode, self, other), {self, other});
}
Tensor &div_(Tensor &self, const Tensor &other) { return pointwiseInPlace(divOp, self, {self, other}); }
Tensor &div_(Tensor &self, const Scalar &other) { return pointwiseInPlace(divOp, self, {self, other}); }
Tensor &div_(Tensor &self, const Tensor &other, std::optional<string_view> rounding_mode) {
  return pointwiseInPlace(divOpFor(rounding_mode, self, other), self, {self, other});
}
Tensor &div_(Tensor &self, const Scalar &other, std::optional<string_view> rounding_mode) {
  return pointwiseInPlace(divOpFor(rounding_mode, self, other), self, {self, other});
}

FG_POINTWISE_OP(fmod, 2, 0)
FG_POINTWISE_OP(remainder, 2, 0)

static const PointwiseOp &checked(const PointwiseOp &op, const Operand &self, const Operand &other) {
  checkDivisor(op.rule, self, other);
  return op;
}

#define FG_REMAINDER(name)                                                                                   \
  Tensor name(const Tensor &self, const Tensor &other) {                                                     \
    return pointwise(checked(name##Op, self, other), {self, other});                                         \
  }                                                                                                          \
  Tensor name(const Tensor &self, const Scalar &other) {                                                     \
    return pointwise(checked(name##Op, self, other), {self, other});                                         \
  }                                                                                                          \
  Tensor &name##_(Tensor &self, const Tensor &other) {                                                       \
    return pointwiseInPlace(checked(name##Op, self, other), self, {self, other});                            \
  }                                                                                                          \
  Tensor &name##_(Tensor &self, const Scalar &other) {                                                       \
    return pointwiseInPlace(checked(name##Op, self, other), self, {self, other});                            \
  }

FG_REMAINDER(fmod)
FG_REMAINDER(remainder)
Tensor remainder(const Scalar &self, const Tensor &other) {
  return pointwise(checked(remainderOp, self, other), {self, other});
}

} // namespace fg::host
