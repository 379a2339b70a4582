// The definitions of composites/losses.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
Tensor reduced(const Tensor &loss, int64_t reduction) {
  FG_CHECK(reduction >= Reduction::None && reduction < Reduction::END, reduction,
           " is not a valid value for reduction");
  return reduction == Reduction::Mean ? mean(loss) : reduction == Reduction::Sum ? sum(loss) : loss;
}
} // namespace detail

Tensor mse_loss(const Tensor &self, const Tensor &target, int64_t reduction) {
  const Tensor difference = sub(self, target);
  return detail::reduced(mul(difference, difference), reduction);
}
Tensor l1_loss(const Tensor &self, const Tensor &target, int64_t reduction) {
  return detail::reduced(abs(sub(self, target)), reduction);
}
Tensor smooth_l1_loss(const Tensor &self, const Tensor &target, int64_t reduction, double beta) {
  FG_CHECK(beta >= 0, "smooth_l1_loss does not support negative values for beta.");
  if (beta == 0)
    return l1_loss(self, target, reduction);
  const Tensor distance = abs(sub(self, target));
  return detail::reduced(
      where(lt(distance, beta), div(mul(mul(distance, distance), 0.5), beta), sub(distance, 0.5 * beta)),
      reduction);
}
Tensor huber_loss(const Tensor &self, const Tensor &target, int64_t reduction, double delta) {
  FG_CHECK(delta > 0, "huber_loss does not support non-positive values for delta.");
  const Tensor distance = abs(sub(self, target));
  return detail::reduced(
      where(le(distance, delta), mul(mul(distance, distance), 0.5), mul(sub(distance, 0.5 * delta), delta)),
      reduction);
}
Tensor soft_margin_loss(const Tensor &self, const Tensor &target, int64_t reduction) {
  return detail::reduced(log1p(exp(mul(neg(target), self))), reduction);
}

Tensor binary_cross_entropy(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                            int64_t reduction) {
  FG_CHECK(self.sizes() == target.sizes(), "Using a target size (", target.sizes(),
           ") that is different to the input size (", self.sizes(),
           ") is deprecated. Please ensure they have the same size.");
  // ATen keeps the logarithms above -100, so that a sure mistake has a finite loss.
  const Tensor yes = clamp_min(log(self), -100), no = clamp_min(log1p(neg(self)), -100);
  Tensor loss = sub(mul(sub(target, 1), no), mul(target, yes));
  if (detail::given(weight))
    loss = mul(loss, *weight);
  return detail::reduced(loss, reduction);
}
Tensor binary_cross_entropy_with_logits(const Tensor &self, const Tensor &target,
                                        const std::optional<Tensor> &weight,
                                        const std::optional<Tensor> &pos_weight, int64_t reduction) {
  FG_CHECK(self.sizes() == target.sizes(), "Target size (", target.sizes(),
           ") must be the same as input size (", self.sizes(), ")");
  const Tensor logarithm = log_sigmoid(self);
  Tensor loss;
  if (detail::given(pos_weight))
    loss = sub(mul(sub(1, target), self), mul(add(mul(sub(*pos_weight, 1), target), 1), logarithm));
  else
    loss = sub(mul(sub(1, target), self), logarithm);
  if (detail::given(weight))
    loss = mul(loss, *weight);
  return detail::reduced(loss, reduction);
}

Tensor kl_div(const Tensor &self, const Tensor &target, int64_t reduction, bool log_target) {
  const Tensor loss =
      log_target ? mul(exp(target), sub(target, self)) : sub(xlogy(target, target), mul(target, self));
  return detail::reduced(loss, reduction);
}
Tensor poisson_nll_loss(const Tensor &input, const Tensor &target, bool log_input, bool full, double eps,
                        int64_t reduction) {
  Tensor loss =
      log_input ? sub(exp(input), mul(target, input)) : sub(input, mul(target, log(add(input, eps))));
  if (full) { // Stirling's approximation of log(target!)
    const Tensor stirling =
        add(sub(mul(target, log(target)), target), mul(log(mul(target, 2 * 3.14159265358979323846)), 0.5));
    loss = add(loss, masked_fill(stirling, le(target, 1), 0));
  }
  return detail::reduced(loss, reduction);
}

Tensor nll_loss_nd(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                   int64_t reduction, int64_t ignore_index) {
  FG_CHECK(self.dim() >= 1, "Expected 1 or more dimensions (got ", self.dim(), ")");
  const int64_t dim = self.dim() == 1 ? 0 : 1, classes = self.size(dim);
  FG_CHECK(target.scalar_type() == kLong || target.scalar_type() == kByte,
           "expected scalar type Long but found ", target.scalar_type());
  FG_CHECK(self.dim() == 1 || self.size(0) == target.size(0), "Expected input batch_size (", self.size(0),
           ") to match target batch_size (", target.size(0), ").");
  FG_CHECK(target.dim() == self.dim() - 1, "Expected target size ", target.dim(), " for input of ",
           self.dim(), " dims");
  FG_CHECK(!detail::given(weight) || (weight->dim() == 1 && weight->numel() == classes),
           "weight tensor should be defined either for all ", classes,
           " classes or no classes but got weight tensor of shape: ", weight->sizes());
  const Tensor labels = to(target, kLong), kept = ne(labels, ignore_index);
  const Tensor chosen = checked_index(where(kept, labels, 0), classes, "Target {} is out of bounds.",
                                      "Target {} is out of bounds.");
  Tensor loss = neg(squeeze(gather(self, dim, unsqueeze(chosen, dim)), dim));
  if (detail::given(weight)) {
    const Tensor weights = mul(reshape(index_select(*weight, 0, reshape(chosen, {-1})), target.sizes()),
                               to(kept, self.scalar_type()));
    loss = where(kept, mul(loss, weights), 0);
    return reduction == Reduction::Mean ? div(sum(loss), sum(weights)) : detail::reduced(loss, reduction);
  }
  loss = where(kept, loss, 0);
  return reduction == Reduction::Mean ? div(sum(loss), sum(to(kept, self.scalar_type())))
                                      : detail::reduced(loss, reduction);
}
Tensor nll_loss(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                int64_t reduction, int64_t ignore_index) {
  return nll_loss_nd(self, target, weight, reduction, ignore_index);
}
Tensor nll_loss2d(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                  int64_t reduction, int64_t ignore_index) {
  return nll_loss_nd(self, target, weight, reduction, ignore_index);
}

Tensor cross_entropy_loss(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                          int64_t reduction, int64_t ignore_index, double label_smoothing) {
  const int64_t dim = self.dim() == 1 ? 0 : 1, classes = self.size(dim);
  const Tensor logarithms = log_softmax(self, dim);
  const bool weighted = detail::given(weight);
  std::vector<int64_t> shape(size_t(self.dim()), 1);
  shape[size_t(dim)] = classes;
  const Tensor scaled = weighted ? mul(logarithms, reshape(*weight, shape)) : logarithms;
  if (target.is_floating_point()) {
    FG_CHECK(self.sizes() == target.sizes(),
             "Expected floating point type for target with class probabilities of sizes ", self.sizes(),
             ", got ", target.sizes());
    const Tensor soft = label_smoothing > 0
                            ? add(mul(target, 1 - label_smoothing), label_smoothing / double(classes))
                            : target;
    const Tensor loss = neg(sum(mul(scaled, soft), dim));
    if (reduction == Reduction::Mean) // over the samples, not the classes
      return div(sum(loss), double(self.numel()) / double(classes));
    return detail::reduced(loss, reduction);
  }
  const Tensor loss = nll_loss_nd(logarithms, target, weight, reduction, ignore_index);
  if (label_smoothing == 0)
    return loss;
  const Tensor kept = ne(target, ignore_index);
  Tensor smooth = where(kept, neg(sum(scaled, dim)), 0);
  if (reduction == Reduction::Mean) {
    const Tensor chosen = where(kept, target, 0);
    const Tensor total = weighted ? sum(mul(index_select(*weight, 0, reshape(chosen, {-1})),
                                            reshape(to(kept, self.scalar_type()), {-1})))
                                  : sum(to(kept, self.scalar_type()));
    smooth = div(sum(smooth), total);
  } else if (reduction == Reduction::Sum) {
    smooth = sum(smooth);
  }
  return add(mul(loss, 1 - label_smoothing), mul(smooth, label_smoothing / double(classes)));
}

// --- distances ---
Tensor linalg_vector_norm(const Tensor &self, const Scalar &ord, OptionalIntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  return norm(dtype.has_value() ? to(self, *dtype) : self, ord, dim.value_or(IntArrayRef()), keepdim);
}
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, ScalarType dtype) {
  return norm(to(self, dtype), p.value_or(2));
}
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim,
            ScalarType dtype) {
  return norm(to(self, dtype), p.value_or(2), dim, keepdim);
}
Tensor dist(const Tensor &self, const Tensor &other, const Scalar &p) { return norm(sub(self, other), p); }

namespace detail {
Tensor normalize(const Tensor &self, double p, int64_t dim, double eps) {
  return div(self, expand(clamp_min(norm(self, p, dim, true), eps), self.sizes()));
}
} // namespace detail
Tensor cosine_similarity(const Tensor &x1, const Tensor &x2, int64_t dim, double eps) {
  const std::vector<Tensor> both = {add(x1, zeros_like(x2)),
                                    add(x2, zeros_like(x1))}; // broadcast and promoted
  const Tensor first = div(both[0], clamp_min(norm(both[0], 2, dim, true), eps));
  const Tensor second = div(both[1], clamp_min(norm(both[1], 2, dim, true), eps));
  return sum(mul(first, second), dim);
}
Tensor pairwise_distance(const Tensor &x1, const Tensor &x2, double p, double eps, bool keepdim) {
  return norm(add(sub(x1, x2), eps), p, -1, keepdim);
}
Tensor cdist(const Tensor &x1, const Tensor &x2, double p, std::optional<int64_t> compute_mode) {
  FG_CHECK(x1.dim() >= 2, "cdist only supports at least 2D tensors, X1 got: ", x1.dim(), "D");
  FG_CHECK(x2.dim() >= 2, "cdist only supports at least 2D tensors, X2 got: ", x2.dim(), "D");
  FG_CHECK(x1.size(-1) == x2.size(-1), "X1 and X2 must have the same number of columns. X1: ", x1.size(-1),
           " X2: ", x2.size(-1));
  FG_CHECK(p >= 0, "cdist only supports non-negative p values");
  return (void)compute_mode, norm(sub(unsqueeze(x1, -2), unsqueeze(x2, -3)), p, -1);
}

Tensor hinge_embedding_loss(const Tensor &self, const Tensor &target, double margin, int64_t reduction) {
  const Tensor far = where(ne(target, 1), clamp_min(sub(margin, self), 0), zeros_like(self));
  const Tensor near = where(ne(target, -1), self, zeros_like(self));
  return detail::reduced(add(far, near), reduction);
}
Tensor margin_ranking_loss(const Tensor &input1, const Tensor &input2, const Tensor &target, double margin,
                           int64_t reduction) {
  return detail::reduced(clamp_min(add(mul(neg(target), sub(input1, input2)), margin), 0), reduction);
}
Tensor cosine_embedding_loss(const Tensor &input1, const Tensor &input2, const Tensor &target, double margin,
                             int64_t reduction) {
  const int64_t dim = target.dim();
  const double epsilon = 1e-12;
  const Tensor product = sum(mul(input1, input2), dim);
  const Tensor lengths =
      mul(add(sum(mul(input1, input1), dim), epsilon), add(sum(mul(input2, input2), dim), epsilon));
  const Tensor cosine = div(product, sqrt(lengths)), none = zeros_like(cosine);
  const Tensor near = where(eq(target, 1), sub(1, cosine), none),
               far = where(eq(target, -1), clamp_min(sub(cosine, margin), 0), none);
  return detail::reduced(add(near, far), reduction);
}
Tensor triplet_margin_loss(const Tensor &anchor, const Tensor &positive, const Tensor &negative,
                           double margin, double p, double eps, bool swap, int64_t reduction) {
  const Tensor near = pairwise_distance(anchor, positive, p, eps);
  Tensor far = pairwise_distance(anchor, negative, p, eps);
  if (swap)
    far = minimum(far, pairwise_distance(positive, negative, p, eps));
  return detail::reduced(clamp_min(add(sub(near, far), margin), 0), reduction);
}

namespace detail {
/// Rows of scores, one a sample.
static Tensor scoreRows(const Tensor &self) {
  FG_CHECK(self.dim() <= 2 && (self.dim() == 0 || self.size(-1) > 0),
           "Expected non-empty vector or matrix with optional 0-dim batch size, but got: ", self.sizes());
  return self.dim() == 2 ? self : reshape(self, {1, self.dim() == 0 ? 1 : self.size(0)});
}
} // namespace detail
Tensor multi_margin_loss(const Tensor &self, const Tensor &target, const Scalar &p, const Scalar &margin,
                         const std::optional<Tensor> &weight, int64_t reduction) {
  FG_CHECK(p.toDouble() == 1 || p.toDouble() == 2, "only p == 1 and p == 2 supported");
  const Tensor rows = detail::scoreRows(self);
  const int64_t classes = rows.size(1);
  FG_CHECK(target.dim() <= 1 && target.numel() == rows.size(0),
           "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples "
           "(batch size). Expected target size [",
           rows.size(0), "], but got ", target.sizes(), ". Input has shape ", self.sizes(), ".");
  FG_CHECK(target.scalar_type() == kLong, "expected scalar type Long but found ", target.scalar_type());
  FG_CHECK(!detail::given(weight) || (weight->dim() <= 1 && weight->numel() == classes),
           "inconsistent weight size, expected ", classes, " but got ", weight->sizes());
  const Tensor chosen =
      checked_index(reshape(target, {rows.size(0)}), classes, "target out of range", "target out of range");
  const Tensor column = unsqueeze(chosen, 1);
  Tensor excess = clamp_min(add(sub(rows, gather(rows, 1, column)), margin), 0);
  if (p.toDouble() == 2)
    excess = mul(excess, excess);
  if (detail::given(weight))
    excess = mul(excess, unsqueeze(index_select(reshape(*weight, {classes}), 0, chosen), 1));
  const Tensor loss = div(sum(where(eq(column, arange(classes, column.options())), 0, excess), 1), classes);
  return detail::reduced(self.dim() == 2 ? loss : reshape(loss, target.sizes()), reduction);
}
Tensor multilabel_margin_loss(const Tensor &self, const Tensor &target, int64_t reduction) {
  const Tensor rows = detail::scoreRows(self);
  const int64_t classes = rows.size(1);
  FG_CHECK(self.dim() == 2 ? target.sizes() == self.sizes() : target.dim() <= 1 && target.numel() == classes,
           "inconsistent target size: ", target.sizes(), " for input of size: ", self.sizes());
  FG_CHECK(target.scalar_type() == kLong, "expected scalar type Long but found ", target.scalar_type());
  const Tensor given =
      sub(checked_index(add(reshape(target, rows.sizes()), 1), classes + 1,
                        "argument #2 'target' is out of range", "argument #2 'target' is out of range"),
          1);
  const Tensor valid = unsqueeze(gt(cumprod(to(ge(given, 0), kLong), 1), 0), 2); // [N, J, 1]
  const Tensor named = logical_and(eq(unsqueeze(given, 2), arange(classes, given.options())), valid);
  const Tensor scores = unsqueeze(gather(rows, 1, clamp_min(given, 0)), 2);
  const Tensor excess = clamp_min(add(sub(unsqueeze(rows, 1), scores), 1), 0); // [N, J, C]
  const Tensor counted = logical_and(valid, logical_not(any(named, 1, true)));
  const Tensor loss = div(sum(where(counted, excess, 0), {1, 2}), classes);
  return detail::reduced(self.dim() == 2 ? loss : reshape(loss, {}), reduction);
}

} // namespace fg
