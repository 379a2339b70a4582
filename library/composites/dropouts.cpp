// The definitions of composites/dropouts.h's functions.
#include <fullgraph/ops.h>

#include <cmath>

namespace fg {

namespace detail {
/// 1 for what stays, 0 for what is dropped: one number an element, or one a channel.
static Tensor kept(const Tensor &input, double p, bool channels) {
  std::vector<int64_t> sizes = input.sizes().vec();
  for (size_t d = 2; channels && d < sizes.size(); ++d)
    sizes[d] = 1;
  return to(ge(rand(sizes, input.options()), p), input.scalar_type());
}
static void checkProbability(double p) {
  FG_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
}
static void checkChannels(const Tensor &input) {
  FG_CHECK(input.dim() >= 2, "Feature dropout requires at least 2 dimensions in the input");
}
static Tensor alphaDropped(const Tensor &input, double p, bool channels) {
  const double alpha = 1.7580993408473766;
  const double scale = 1.0 / std::sqrt((alpha * alpha * p + 1) * (1 - p));
  const Tensor noise = kept(input, p, channels);
  const Tensor moved = add(mul(add(noise, -1), alpha * scale), alpha * scale * p);
  return add(mul(input, mul(noise, scale)), moved);
}
} // namespace detail

Tensor feature_dropout(const Tensor &input, double p, bool train) {
  detail::checkProbability(p);
  if (!train || p == 0)
    return input;
  if (p == 1)
    return mul(input, 0);
  detail::checkChannels(input);
  return mul(input, div(detail::kept(input, p, true), 1 - p));
}
Tensor alpha_dropout(const Tensor &input, double p, bool train) {
  detail::checkProbability(p);
  if (!train || p == 0)
    return input;
  return p == 1 ? mul(input, 0) : detail::alphaDropped(input, p, false);
}
Tensor feature_alpha_dropout(const Tensor &input, double p, bool train) {
  detail::checkProbability(p);
  if (!train || p == 0)
    return input;
  if (p == 1)
    return mul(input, 0);
  detail::checkChannels(input);
  return detail::alphaDropped(input, p, true);
}
Tensor &dropout_(Tensor &self, double p, bool train) {
  const Tensor result = dropout(self, p, train);
  return !train || p == 0 ? self : copy_(self, result);
}
Tensor &feature_dropout_(Tensor &self, double p, bool train) {
  const Tensor result = feature_dropout(self, p, train);
  return !train || p == 0 ? self : copy_(self, result);
}
Tensor &alpha_dropout_(Tensor &self, double p, bool train) {
  const Tensor result = alpha_dropout(self, p, train);
  return !train || p == 0 ? self : copy_(self, result);
}
Tensor &feature_alpha_dropout_(Tensor &self, double p, bool train) {
  const Tensor result = feature_alpha_dropout(self, p, train);
  return !train || p == 0 ? self : copy_(self, result);
}

Tensor rrelu(const Tensor &self, const Scalar &lower, const Scalar &upper, bool training) {
  const double low = lower.toDouble(), high = upper.toDouble();
  FG_CHECK(low - low == 0, "rrelu: lower bound must be finite, got ", low);
  FG_CHECK(high - high == 0, "rrelu: upper bound must be finite, got ", high);
  FG_CHECK(low <= high, "Lower bound should be less than or equal to the upper bound");
  if (!training)
    return leaky_relu(self, (low + high) / 2);
  FG_CHECK(self.is_floating_point(), "\"rrelu_with_noise_out_cpu\" not implemented for '", self.scalar_type(),
           "'");
  const Tensor slope = add(mul(rand_like(self), high - low), low);
  return where(le(self, 0), mul(self, slope), self);
}
Tensor &rrelu_(Tensor &self, const Scalar &lower, const Scalar &upper, bool training) {
  return copy_(self, rrelu(self, lower, upper, training));
}

} // namespace fg
