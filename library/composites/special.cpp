// The definitions of composites/special.h's functions.
#include <fullgraph/ops.h>

namespace fg {

Tensor lcm(const Tensor &self, const Tensor &other) {
  const Tensor divisor = gcd(self, other);
  const Tensor whole = abs(mul(div(self, where(eq(divisor, 0), 1, divisor), "trunc"), other));
  return where(eq(divisor, 0), zeros_like(divisor), to(whole, divisor.scalar_type()));
}
Tensor &lcm_(Tensor &self, const Tensor &other) { return copy_(self, lcm(self, other)); }
Tensor round(const Tensor &self, int64_t decimals) {
  if (decimals == 0)
    return round(self);
  FG_CHECK(self.is_floating_point(), "\"round_cpu\" not implemented for '", self.scalar_type(), "'");
  double scale = 1;
  for (int64_t i = 0; i < (decimals < 0 ? -decimals : decimals); ++i)
    scale *= 10;
  return decimals > 0 ? div(round(mul(self, scale)), scale) : mul(round(div(self, scale)), scale);
}
Tensor mvlgamma(const Tensor &self, int64_t p) {
  FG_CHECK(p >= 1, "p has to be greater than or equal to 1");
  const Tensor at = self.is_floating_point() ? self : to(self, kFloat);
  const Tensor steps = mul(arange(p, at.scalar_type()), -0.5);
  const double constant = double(p) * double(p - 1) * 0.28618247146235004354; // log(pi) / 4
  return add(sum(lgamma(add(unsqueeze(at, -1), steps)), -1), constant);
}
Tensor &polygamma_(Tensor &self, int64_t n) {
  const Tensor value = polygamma(n, self);
  FG_CHECK(self.is_floating_point(), "result type Float can't be cast to the desired output type ",
           self.scalar_type());
  return copy_(self, value);
}
std::tuple<Tensor, Tensor> frexp(const Tensor &self) {
  FG_CHECK(self.is_floating_point(), "torch.frexp() only supports floating-point dtypes");
  return {frexp_mantissa(self), to(frexp_exponent(self), kInt)};
}

Tensor special_expit(const Tensor &self) { return sigmoid(self); }
Tensor special_logit(const Tensor &self, std::optional<double> eps) {
  return eps.has_value() ? logit(self, *eps) : logit(self);
}
Tensor special_erf(const Tensor &self) { return erf(self); }
Tensor special_erfc(const Tensor &self) { return erfc(self); }
Tensor special_erfinv(const Tensor &self) { return erfinv(self); }
Tensor special_exp2(const Tensor &self) { return exp2(self); }
Tensor special_expm1(const Tensor &self) { return expm1(self); }
Tensor special_log1p(const Tensor &self) { return log1p(self); }
Tensor special_gammaln(const Tensor &self) { return lgamma(self); }
Tensor special_digamma(const Tensor &self) { return digamma(self); }
Tensor special_psi(const Tensor &self) { return digamma(self); }
Tensor special_polygamma(int64_t n, const Tensor &self) { return polygamma(n, self); }
Tensor special_gammainc(const Tensor &self, const Tensor &other) { return igamma(self, other); }
Tensor special_gammaincc(const Tensor &self, const Tensor &other) { return igammac(self, other); }
Tensor special_multigammaln(const Tensor &self, int64_t p) { return mvlgamma(self, p); }
Tensor special_i0(const Tensor &self) { return i0(self); }
Tensor special_sinc(const Tensor &self) { return sinc(self); }
Tensor special_round(const Tensor &self, int64_t decimals) { return round(self, decimals); }
Tensor special_xlogy(const Tensor &self, const Tensor &other) { return xlogy(self, other); }
Tensor special_xlogy(const Tensor &self, const Scalar &other) { return xlogy(self, other); }
Tensor special_xlogy(const Scalar &self, const Tensor &other) { return xlogy(self, other); }
Tensor special_xlog1py(const Tensor &self, const Tensor &other) {
  const Tensor logarithm = log1p(other), product = mul(self, logarithm);
  return where(isnan(other), product, where(eq(self, 0), zeros_like(product), product));
}
Tensor special_xlog1py(const Tensor &self, const Scalar &other) {
  return special_xlog1py(self, full({}, other, self.is_floating_point() ? self.scalar_type() : kFloat));
}
Tensor special_xlog1py(const Scalar &self, const Tensor &other) {
  return special_xlog1py(full({}, self, other.is_floating_point() ? other.scalar_type() : kFloat), other);
}
Tensor special_softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return softmax(self, dim, dtype);
}
Tensor special_log_softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return log_softmax(self, dim, dtype);
}
Tensor special_logsumexp(const Tensor &self, IntArrayRef dim, bool keepdim) {
  return logsumexp(self, dim, keepdim);
}
Tensor special_ndtr(const Tensor &self) {
  const Tensor scaled = mul(self, 0.70710678118654752440); // 1 / sqrt(2)
  // Below the middle, 1 + erf would cancel.
  return where(lt(abs(scaled), 0.70710678118654752440), mul(add(erf(scaled), 1), 0.5),
               where(lt(scaled, 0), mul(erfc(neg(scaled)), 0.5), sub(1, mul(erfc(scaled), 0.5))));
}
Tensor special_log_ndtr(const Tensor &self) {
  const Tensor scaled = mul(self, 0.70710678118654752440);
  // erfc(t) is exp(-t^2) erfcx(t), of which the first factor would be 0 for large t.
  const Tensor below = sub(log(mul(special_erfcx(neg(scaled)), 0.5)), mul(scaled, scaled));
  return where(lt(self, -1), below, log1p(mul(erfc(scaled), -0.5)));
}
Tensor special_entr(const Tensor &self) {
  const Tensor value = mul(neg(self.is_floating_point() ? self : to(self, kFloat)), log(self));
  const Tensor none = where(eq(self, 0), 0.0, where(lt(self, 0), -__builtin_huge_val(), value));
  return to(none, value.scalar_type());
}

namespace special {
Tensor gammaln(const Tensor &self) { return lgamma(self); }
Tensor psi(const Tensor &self) { return fg::digamma(self); }
Tensor gammainc(const Tensor &self, const Tensor &other) { return igamma(self, other); }
Tensor gammaincc(const Tensor &self, const Tensor &other) { return igammac(self, other); }
Tensor zeta(const Tensor &self, const Tensor &other) { return special_zeta(self, other); }
Tensor zeta(const Tensor &self, const Scalar &other) { return special_zeta(self, other); }
Tensor zeta(const Scalar &self, const Tensor &other) { return special_zeta(self, other); }
Tensor multigammaln(const Tensor &self, int64_t p) { return mvlgamma(self, p); }
Tensor i0e(const Tensor &self) { return special_i0e(self); }
Tensor erfcx(const Tensor &self) { return special_erfcx(self); }
Tensor ndtr(const Tensor &self) { return special_ndtr(self); }
Tensor ndtri(const Tensor &self) { return special_ndtri(self); }
Tensor log_ndtr(const Tensor &self) { return special_log_ndtr(self); }
Tensor entr(const Tensor &self) { return special_entr(self); }
Tensor xlog1py(const Tensor &self, const Tensor &other) { return special_xlog1py(self, other); }
Tensor xlog1py(const Tensor &self, const Scalar &other) { return special_xlog1py(self, other); }
Tensor xlog1py(const Scalar &self, const Tensor &other) { return special_xlog1py(self, other); }
} // namespace special

} // namespace fg
