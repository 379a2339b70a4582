// Special functions, by ATen's names (special_erf) and torch::special's (fg::special::erf).
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// |self * other| / gcd; 0 where either is.
Tensor lcm(const Tensor &self, const Tensor &other);
Tensor &lcm_(Tensor &self, const Tensor &other);
/// To so many places behind the point, or in front of it.
Tensor round(const Tensor &self, int64_t decimals);
/// log of the multivariate gamma function of dimension p.
Tensor mvlgamma(const Tensor &self, int64_t p);
Tensor &polygamma_(Tensor &self, int64_t n);
/// (mantissa, exponent) with self = mantissa * 2 ^ exponent and the mantissa in [1/2, 1); the exponents are i32.
std::tuple<Tensor, Tensor> frexp(const Tensor &self);

Tensor special_expit(const Tensor &self);
Tensor special_logit(const Tensor &self, std::optional<double> eps = {});
Tensor special_erf(const Tensor &self);
Tensor special_erfc(const Tensor &self);
Tensor special_erfinv(const Tensor &self);
Tensor special_exp2(const Tensor &self);
Tensor special_expm1(const Tensor &self);
Tensor special_log1p(const Tensor &self);
Tensor special_gammaln(const Tensor &self);
Tensor special_digamma(const Tensor &self);
Tensor special_psi(const Tensor &self);
Tensor special_polygamma(int64_t n, const Tensor &self);
Tensor special_gammainc(const Tensor &self, const Tensor &other);
Tensor special_gammaincc(const Tensor &self, const Tensor &other);
Tensor special_multigammaln(const Tensor &self, int64_t p);
Tensor special_i0(const Tensor &self);
Tensor special_sinc(const Tensor &self);
Tensor special_round(const Tensor &self, int64_t decimals = 0);
Tensor special_xlogy(const Tensor &self, const Tensor &other);
Tensor special_xlogy(const Tensor &self, const Scalar &other);
Tensor special_xlogy(const Scalar &self, const Tensor &other);
/// self * log1p(other), and 0 for self = 0, whatever other is but NaN.
Tensor special_xlog1py(const Tensor &self, const Tensor &other);
Tensor special_xlog1py(const Tensor &self, const Scalar &other);
Tensor special_xlog1py(const Scalar &self, const Tensor &other);
Tensor special_softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});
Tensor special_log_softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});
Tensor special_logsumexp(const Tensor &self, IntArrayRef dim, bool keepdim = false);
/// The standard normal distribution up to self, and its logarithm.
Tensor special_ndtr(const Tensor &self);
Tensor special_log_ndtr(const Tensor &self);
/// -self * log(self); 0 for 0, and -inf below.
Tensor special_entr(const Tensor &self);

namespace special {
using fg::digamma;
using fg::erf;
using fg::erfc;
using fg::erfinv;
using fg::exp2;
using fg::expit;
using fg::expm1;
using fg::i0;
using fg::log1p;
using fg::log_softmax;
using fg::logit;
using fg::logsumexp;
using fg::polygamma;
using fg::round;
using fg::sinc;
using fg::softmax;
using fg::xlogy;
Tensor gammaln(const Tensor &self);
Tensor psi(const Tensor &self);
Tensor gammainc(const Tensor &self, const Tensor &other);
Tensor gammaincc(const Tensor &self, const Tensor &other);
Tensor zeta(const Tensor &self, const Tensor &other);
Tensor zeta(const Tensor &self, const Scalar &other);
Tensor zeta(const Scalar &self, const Tensor &other);
Tensor multigammaln(const Tensor &self, int64_t p);
Tensor i0e(const Tensor &self);
Tensor erfcx(const Tensor &self);
Tensor ndtr(const Tensor &self);
Tensor ndtri(const Tensor &self);
Tensor log_ndtr(const Tensor &self);
Tensor entr(const Tensor &self);
Tensor xlog1py(const Tensor &self, const Tensor &other);
Tensor xlog1py(const Tensor &self, const Scalar &other);
Tensor xlog1py(const Scalar &self, const Tensor &other);
} // namespace special

} // namespace fg
