// Pointwise operators of three operands.
#include "runtime/core/eager/pointwise.h"

#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/copy.h"

#include "runtime/core/eager/checks.h"

namespace fg::host {

using namespace detail;

FG_POINTWISE_OP(where, 3, 0)

static Tensor whereOperands(const Tensor &condition, const Operand &self, const Operand &other) {
  FG_CHECK(condition.scalar_type() == kBool || condition.scalar_type() == kByte,
           "where expected condition to be a boolean tensor, but got a tensor with dtype ",
           condition.scalar_type());
  return pointwise(whereOp, {condition, self, other});
}
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other) {
  return whereOperands(condition, self, other);
}
Tensor where(const Tensor &condition, const Scalar &self, const Tensor &other) {
  return whereOperands(condition, self, other);
}
Tensor where(const Tensor &condition, const Tensor &self, const Scalar &other) {
  return whereOperands(condition, self, other);
}
Tensor where(const Tensor &condition, const Scalar &self, const Scalar &other) {
  return whereOperands(condition, self, other);
}

FG_POINTWISE_OP(clamp, 3, 0)
FG_POINTWISE_OP(clamp_min, 2, 0)
FG_POINTWISE_OP(clamp_max, 2, 0)

template <class Bound>
static void checkBounds(const std::optional<Bound> &min, const std::optional<Bound> &max) {
  FG_CHECK(min || max, "torch.clamp: At least one of 'min' or 'max' must not be None");
}
template <class Bound>
static Tensor clampBetween(const Tensor &self, const std::optional<Bound> &min,
                           const std::optional<Bound> &max) {
  checkBounds(min, max);
  if (!max)
    return pointwise(clamp_minOp, {self, *min});
  if (!min)
    return pointwise(clamp_maxOp, {self, *max});
  return pointwise(clampOp, {self, *min, *max});
}
template <class Bound>
static Tensor &clampInPlace(Tensor &self, const std::optional<Bound> &min, const std::optional<Bound> &max) {
  checkBounds(min, max);
  if constexpr (std::is_same_v<Bound, Scalar>) { // ATen's words differ from those for tensors
    ScalarType result = commonDtype(clampOp.rule, {self, min ? *min : *max});
    if (min && max)
      result = commonDtype(clampOp.rule, {self, *min, *max});
    FG_CHECK(canCast(result, self.scalar_type()), "result type ", result,
             " can't be cast to the desired output type ", cppName(self.scalar_type()));
  }
  if (!max)
    return pointwiseInPlace(clamp_minOp, self, {self, *min});
  if (!min)
    return pointwiseInPlace(clamp_maxOp, self, {self, *max});
  return pointwiseInPlace(clampOp, self, {self, *min, *max});
}

Tensor clamp(const Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max) {
  return clampBetween(self, min, max);
}
Tensor clamp(const Tensor &self, const std::optional<Tensor> &min, const std::optional<Tensor> &max) {
  return clampBetween(self, min, max);
}
Tensor &clamp_(Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max) {
  return clampInPlace(self, min, max);
}
Tensor &clamp_(Tensor &self, const std::optional<Tensor> &min, const std::optional<Tensor> &max) {
  return clampInPlace(self, min, max);
}

FG_POINTWISE_OP(lerp, 3, 0)

static void checkLerp(const Tensor &self, const Tensor &end, const Tensor *weight) {
  FG_CHECK(self.scalar_type() == end.scalar_type(), "expected dtype ", cppName(self.scalar_type()),
           " for `end` but got dtype ", cppName(end.scalar_type()));
  FG_CHECK(!weight || weight->dim() == 0 || self.scalar_type() == weight->scalar_type(), "expected dtype ",
           cppName(self.scalar_type()), " for `weight` but got dtype ",
           cppName(weight ? weight->scalar_type() : self.scalar_type()));
}
Tensor lerp(const Tensor &self, const Tensor &end, const Tensor &weight) {
  checkLerp(self, end, &weight);
  return pointwise(lerpOp, {self, end, weight});
}
Tensor lerp(const Tensor &self, const Tensor &end, const Scalar &weight) {
  checkLerp(self, end, nullptr);
  return pointwise(lerpOp, {self, end, weight});
}
Tensor &lerp_(Tensor &self, const Tensor &end, const Tensor &weight) {
  checkLerp(self, end, &weight);
  return pointwiseInPlace(lerpOp, self, {self, end, weight});
}
Tensor &lerp_(Tensor &self, const Tensor &end, const Scalar &weight) {
  checkLerp(self, end, nullptr);
  return pointwiseInPlace(lerpOp, self, {self, end, weight});
}

FG_POINTWISE_OP(addcmul, 3, 1)
FG_POINTWISE_OP(addcdiv, 3, 1)

Tensor addcmul(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) {
  return pointwise(addcmulOp, {self, tensor1, tensor2}, {value});
}
Tensor &addcmul_(Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) {
  return pointwiseInPlace(addcmulOp, self, {self, tensor1, tensor2}, {value});
}

static void checkAddcdiv(const Tensor &tensor1, const Tensor &tensor2) {
  FG_CHECK(
      !isIntegralType(tensor1.scalar_type(), true) || !isIntegralType(tensor2.scalar_type(), true),
      "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
      "true "
      "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * "
      "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
      "tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + "
      "value * "
      "tensor1 / tensor2), for all dtypes.");
}
Tensor addcdiv(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) {
  checkAddcdiv(tensor1, tensor2);
  return pointwise(addcdivOp, {self, tensor1, tensor2}, {value});
}
Tensor &addcdiv_(Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) {
  checkAddcdiv(tensor1, tensor2);
  return pointwiseInPlace(addcdivOp, self, {self, tensor1, tensor2}, {value});
}

FG_POINTWISE_OP(masked_fill, 3, 0)

static void checkMaskedFill(const Tensor &mask, const Tensor *value) {
  FG_CHECK(mask.scalar_type() == kBool, "masked_fill_ only supports boolean masks, but got mask with dtype ",
           cppName(mask.scalar_type()));
  FG_CHECK(!value || value->dim() == 0,
           "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
           value ? value->dim() : 0, " dimension(s).");
}
/// ATen fills a contiguous copy of self, expanded to the mask's shape.
static Tensor filledCopy(const Tensor &self, const Tensor &mask, const Operand &value) {
  Tensor output = newContiguous(broadcastShapes(mask.sizes(), self.sizes()), self.scalar_type());
  copyInto(output, self);
  return pointwiseInPlace(masked_fillOp, output, {output, mask, value}, {});
}
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Tensor &value) {
  checkMaskedFill(mask, &value);
  return filledCopy(self, mask, value);
}
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Scalar &value) {
  checkMaskedFill(mask, nullptr);
  return filledCopy(self, mask, checkedFill(value, self.scalar_type()));
}
Tensor &masked_fill_(Tensor &self, const Tensor &mask, const Tensor &value) {
  checkMaskedFill(mask, &value);
  return pointwiseInPlace(masked_fillOp, self, {self, mask, value}, {}, /*idempotent=*/true);
}
Tensor &masked_fill_(Tensor &self, const Tensor &mask, const Scalar &value) {
  checkMaskedFill(mask, nullptr);
  return pointwiseInPlace(masked_fillOp, self, {self, mask, checkedFill(value, self.scalar_type())}, {},
                          /*idempotent=*/true);
}

} // namespace fg::host
