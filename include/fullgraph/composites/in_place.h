// Forms in place that are compositions: ATen's functions of the same names. Each returns `self`, whose
// elements are the result's in its own dtype; a result of a higher category (floating in integers) or of
// other sizes is refused.
#pragma once

#include <fullgraph/tensor.h>

namespace fg {

// --- ATen's other names ---
Tensor &absolute_(Tensor &self);
Tensor &negative_(Tensor &self);
Tensor &fix_(Tensor &self);
Tensor &arccos_(Tensor &self);
Tensor &arcsin_(Tensor &self);
Tensor &arctan_(Tensor &self);
Tensor &arccosh_(Tensor &self);
Tensor &arcsinh_(Tensor &self);
Tensor &arctanh_(Tensor &self);
Tensor &arctan2_(Tensor &self, const Tensor &other);
Tensor &true_divide_(Tensor &self, const Tensor &other);
Tensor &true_divide_(Tensor &self, const Scalar &other);
Tensor &less_(Tensor &self, const Tensor &other);
Tensor &less_(Tensor &self, const Scalar &other);
Tensor &less_equal_(Tensor &self, const Tensor &other);
Tensor &less_equal_(Tensor &self, const Scalar &other);
Tensor &greater_(Tensor &self, const Tensor &other);
Tensor &greater_(Tensor &self, const Scalar &other);
Tensor &greater_equal_(Tensor &self, const Tensor &other);
Tensor &greater_equal_(Tensor &self, const Scalar &other);
Tensor &not_equal_(Tensor &self, const Tensor &other);
Tensor &not_equal_(Tensor &self, const Scalar &other);

// --- pointwise ---
Tensor &deg2rad_(Tensor &self);
Tensor &rad2deg_(Tensor &self);
Tensor &sgn_(Tensor &self);
Tensor &sinc_(Tensor &self);
Tensor &ldexp_(Tensor &self, const Tensor &other);
/// f64 and c128 only, in which float_power computes.
Tensor &float_power_(Tensor &self, const Tensor &exponent);
Tensor &float_power_(Tensor &self, const Scalar &exponent);
Tensor &heaviside_(Tensor &self, const Tensor &values);
Tensor &mvlgamma_(Tensor &self, int64_t p);

// --- of matrices: beta * self + alpha * product ---
Tensor &addr_(Tensor &self, const Tensor &vec1, const Tensor &vec2, const Scalar &beta = 1,
              const Scalar &alpha = 1);
Tensor &addbmm_(Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta = 1,
                const Scalar &alpha = 1);

// --- by indices ---
/// The elements of `source` are written to, or added to, the places `index` (i64) of self, counted in C order
/// whatever its strides are. Sizes of source and index may differ, their numbers of elements may not.
Tensor put(const Tensor &self, const Tensor &index, const Tensor &source, bool accumulate = false);
Tensor &put_(Tensor &self, const Tensor &index, const Tensor &source, bool accumulate = false);

// --- random ---
/// Integers in [from, to), from the generator that randint draws from. Without `to`, all that the dtype holds
/// and can count without gaps: to 2^53, 2^24, 2^11 and 2^8 for f64, f32, f16 and bf16, and the largest
/// integer.
Tensor &random_(Tensor &self, int64_t from, std::optional<int64_t> to);
Tensor &random_(Tensor &self, int64_t to);
Tensor &random_(Tensor &self);

} // namespace fg
