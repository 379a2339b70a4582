// Activation functions.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/pointwise.h"

namespace fg::host {

using namespace detail;

#define FG_UNARY(name)                                                                                       \
  FG_POINTWISE_OP(name, 1, 0)                                                                                \
  Tensor name(const Tensor &self) { return pointwise(name##Op, {self}); }                                    \
  Tensor &name##_(Tensor &self) { return pointwiseInPlace(name##Op, self, {self}); }

FG_UNARY(silu)
FG_UNARY(mish)
FG_UNARY(hardsigmoid)
FG_UNARY(hardswish)

FG_POINTWISE_OP(log_sigmoid, 1, 0)
// ATen's kernel works on a contiguous copy, and its result is contiguous.
Tensor log_sigmoid(const Tensor &self) { return pointwise(log_sigmoidOp, {contiguous(self)}); }

FG_POINTWISE_OP(relu, 1, 0)

static void checkRelu(const Tensor &self) {
  FG_CHECK(self.scalar_type() != kBool, "Boolean inputs not supported for relu");
}
Tensor relu(const Tensor &self) {
  checkRelu(self);
  return pointwise(reluOp, {self});
}
Tensor &relu_(Tensor &self) {
  checkRelu(self);
  return pointwiseInPlace(reluOp, self, {self});
}

FG_POINTWISE_OP(gelu, 1, 0)
FG_POINTWISE_OP(gelu_tanh, 1, 0)

static const PointwiseOp &geluOpFor(string_view approximate) {
  FG_CHECK(approximate == "none" || approximate == "tanh",
           "approximate argument must be either none or tanh.");
  return approximate == "tanh" ? gelu_tanhOp : geluOp;
}
Tensor gelu(const Tensor &self, string_view approximate) { return pointwise(geluOpFor(approximate), {self}); }
Tensor &gelu_(Tensor &self, string_view approximate) {
  return pointwiseInPlace(geluOpFor(approximate), self, {self});
}

FG_POINTWISE_OP(leaky_relu, 1, 1)

Tensor leaky_relu(const Tensor &self, const Scalar &negative_slope) {
  return pointwise(leaky_reluOp, {self}, {negative_slope});
}
Tensor &leaky_relu_(Tensor &self, const Scalar &negative_slope) {
  return pointwiseInPlace(leaky_reluOp, self, {self}, {negative_slope});
}

FG_POINTWISE_OP(elu, 1, 3)

Tensor elu(const Tensor &self, const Scalar &alpha, const Scalar &scale, const Scalar &input_scale) {
  return pointwise(eluOp, {self}, {alpha, scale, input_scale});
}
Tensor &elu_(Tensor &self, const Scalar &alpha, const Scalar &scale, const Scalar &input_scale) {
  return pointwiseInPlace(eluOp, self, {self}, {alpha, scale, input_scale});
}

FG_POINTWISE_OP(softplus, 1, 2)

Tensor softplus(const Tensor &self, const Scalar &beta, const Scalar &threshold) {
  return pointwise(softplusOp, {self}, {beta, threshold});
}

FG_POINTWISE_OP(hardtanh, 1, 2)
FG_POINTWISE_OP(relu6, 1, 0)

static void checkHardtanh(const Tensor &self, const Scalar &min_val, const Scalar &max_val) {
  FG_CHECK(self.scalar_type() != kBool, "Bool inputs not supported for hardtanh");
  if (self.scalar_type() == kByte)
    FG_CHECK(min_val.toLong() >= 0 && max_val.toLong() >= 0,
             "cannot do hardtanh on an unsigned type with negative limits");
  checkedFill(min_val, self.scalar_type());
  checkedFill(max_val, self.scalar_type());
}
Tensor hardtanh(const Tensor &self, const Scalar &min_val, const Scalar &max_val) {
  checkHardtanh(self, min_val, max_val);
  return pointwise(hardtanhOp, {self}, {min_val, max_val});
}
Tensor &hardtanh_(Tensor &self, const Scalar &min_val, const Scalar &max_val) {
  checkHardtanh(self, min_val, max_val);
  return pointwiseInPlace(hardtanhOp, self, {self}, {min_val, max_val});
}
Tensor relu6(const Tensor &self) {
  checkHardtanh(self, 0, 6);
  return pointwise(relu6Op, {self});
}
Tensor &relu6_(Tensor &self) {
  checkHardtanh(self, 0, 6);
  return pointwiseInPlace(relu6Op, self, {self});
}

FG_POINTWISE_OP(threshold, 1, 2)

static void checkThreshold(const Tensor &self, const Scalar &threshold, const Scalar &value) {
  if (!isIntegralType(self.scalar_type(), false))
    return;
  checkedFill(threshold, self.scalar_type());
  checkedFill(value, self.scalar_type());
}
Tensor threshold(const Tensor &self, const Scalar &threshold, const Scalar &value) {
  checkThreshold(self, threshold, value);
  return pointwise(thresholdOp, {self}, {threshold, value});
}
Tensor &threshold_(Tensor &self, const Scalar &threshold, const Scalar &value) {
  checkThreshold(self, threshold, value);
  return pointwiseInPlace(thresholdOp, self, {self}, {threshold, value}, /*idempotent=*/true);
}

} // namespace fg::host
