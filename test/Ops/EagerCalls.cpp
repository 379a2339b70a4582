#include "test/Ops/EagerCalls.h"

namespace fullgraph::test {

namespace {

using Calls = std::map<std::string, EagerCall>;
using A = Arguments &;

#define UNARY(name) calls[#name] = [](A a) { return fg::name(a.tensor(0)); };
#define UNARY_BOTH(name)                                                                                     \
  UNARY(name)                                                                                                \
  calls[#name "_"] = [](A a) { return fg::name##_(a.tensor(0)); };
#define NUMBER(name, ...)                                                                                    \
  calls[#name] = [](A a) { return fg::name(a.tensor(0), __VA_ARGS__); };                                     \
  calls[#name "_"] = [](A a) { return fg::name##_(a.tensor(0), __VA_ARGS__); };

void addUnary(Calls &calls) {
  UNARY_BOTH(neg)
  UNARY_BOTH(abs)
  UNARY_BOTH(sign)
  UNARY_BOTH(ceil)
  UNARY_BOTH(floor)
  UNARY_BOTH(round)
  UNARY_BOTH(trunc)
  UNARY_BOTH(frac)
  UNARY_BOTH(square)
  UNARY_BOTH(sqrt)
  UNARY_BOTH(rsqrt)
  UNARY_BOTH(reciprocal)
  UNARY_BOTH(exp)
  UNARY_BOTH(exp2)
  UNARY_BOTH(expm1)
  UNARY_BOTH(log)
  UNARY_BOTH(log2)
  UNARY_BOTH(log10)
  UNARY_BOTH(log1p)
  UNARY_BOTH(sin)
  UNARY_BOTH(cos)
  UNARY_BOTH(tan)
  UNARY_BOTH(asin)
  UNARY_BOTH(acos)
  UNARY_BOTH(atan)
  UNARY_BOTH(sinh)
  UNARY_BOTH(cosh)
  UNARY_BOTH(tanh)
  UNARY_BOTH(asinh)
  UNARY_BOTH(acosh)
  UNARY_BOTH(atanh)
  UNARY_BOTH(erf)
  UNARY_BOTH(erfc)
  UNARY_BOTH(lgamma)
  UNARY_BOTH(digamma)
  UNARY_BOTH(erfinv)
  UNARY_BOTH(i0)
  UNARY(special_i0e)
  UNARY(special_ndtri)
  UNARY(special_erfcx)
  calls["polygamma"] = [](A a) { return fg::polygamma(a.integer(0), a.tensor(1)); };
  UNARY(frexp_mantissa)
  UNARY(frexp_exponent)
  UNARY_BOTH(sigmoid)
  UNARY_BOTH(relu)
  UNARY_BOTH(relu6)
  UNARY_BOTH(silu)
  UNARY_BOTH(mish)
  UNARY_BOTH(hardsigmoid)
  UNARY_BOTH(hardswish)
  UNARY_BOTH(logical_not)
  UNARY_BOTH(bitwise_not)
  UNARY(isnan)
  UNARY(isinf)
  UNARY(isfinite)
  UNARY(log_sigmoid)
  NUMBER(logit, a.optionalNumber(1))
  NUMBER(gelu, a.text(1))
  NUMBER(leaky_relu, a.number(1))
  NUMBER(elu, a.number(1), a.number(2), a.number(3))
  NUMBER(hardtanh, a.number(1), a.number(2))
  NUMBER(threshold, a.number(1), a.number(2))
  calls["softplus"] = [](A a) { return fg::softplus(a.tensor(0), a.number(1), a.number(2)); };
}

#define TENSORS(name) calls[#name] = [](A a) { return fg::name(a.tensor(0), a.tensor(1)); };
#define TENSORS_BOTH(name)                                                                                   \
  TENSORS(name)                                                                                              \
  calls[#name "_"] = [](A a) { return fg::name##_(a.tensor(0), a.tensor(1)); };
#define NUMBER_SECOND(name, ...)                                                                             \
  calls[#name] = [](A a) {                                                                                   \
    return a.isTensor(1) ? fg::name(a.tensor(0), a.tensor(1) __VA_ARGS__)                                    \
                         : fg::name(a.tensor(0), a.number(1) __VA_ARGS__);                                   \
  };                                                                                                         \
  calls[#name "_"] = [](A a) {                                                                               \
    return a.isTensor(1) ? fg::name##_(a.tensor(0), a.tensor(1) __VA_ARGS__)                                 \
                         : fg::name##_(a.tensor(0), a.number(1) __VA_ARGS__);                                \
  };
#define NUMBER_FIRST(name, ...)                                                                              \
  calls[#name] = [both = calls[#name]](A a) {                                                                \
    return a.isTensor(0) ? both(a) : fg::name(a.number(0), a.tensor(1) __VA_ARGS__);                         \
  };
#define NUMBER_EITHER(name)                                                                                  \
  NUMBER_SECOND(name)                                                                                        \
  NUMBER_FIRST(name)

void addBinary(Calls &calls) {
  NUMBER_SECOND(add, , a.number(2))
  NUMBER_SECOND(sub, , a.number(2))
  NUMBER_FIRST(sub, , a.number(2))
  NUMBER_SECOND(mul)
  NUMBER_SECOND(div, , a.optionalText(2))
  NUMBER_SECOND(pow)
  calls["pow"] = [both = calls["pow"]](A a) {
    return a.isTensor(0) ? both(a) : fg::pow(a.number(0), a.tensor(1));
  };
  TENSORS(maximum)
  TENSORS(minimum)
  TENSORS(fmax)
  TENSORS(fmin)
  TENSORS(logaddexp)
  TENSORS_BOTH(atan2)
  TENSORS_BOTH(hypot)
  TENSORS_BOTH(igamma)
  TENSORS_BOTH(igammac)
  TENSORS_BOTH(nextafter)
  calls["special_zeta"] = [](A a) {
    if (!a.isTensor(0))
      return fg::special_zeta(a.number(0), a.tensor(1));
    return a.isTensor(1) ? fg::special_zeta(a.tensor(0), a.tensor(1))
                         : fg::special_zeta(a.tensor(0), a.number(1));
  };
  TENSORS_BOTH(logical_and)
  TENSORS_BOTH(logical_or)
  TENSORS_BOTH(logical_xor)
  NUMBER_SECOND(fmod)
  NUMBER_SECOND(copysign)
  NUMBER_SECOND(eq)
  NUMBER_SECOND(ne)
  NUMBER_SECOND(lt)
  NUMBER_SECOND(le)
  NUMBER_SECOND(gt)
  NUMBER_SECOND(ge)
  NUMBER_EITHER(remainder)
  NUMBER_EITHER(xlogy)
  NUMBER_EITHER(bitwise_and)
  NUMBER_EITHER(bitwise_or)
  NUMBER_EITHER(bitwise_xor)
  NUMBER_EITHER(bitwise_left_shift)
  NUMBER_EITHER(bitwise_right_shift)
}

void addTernary(Calls &calls) {
  calls["where"] = [](A a) {
    if (a.isTensor(1))
      return a.isTensor(2) ? fg::where(a.tensor(0), a.tensor(1), a.tensor(2))
                           : fg::where(a.tensor(0), a.tensor(1), a.number(2));
    return a.isTensor(2) ? fg::where(a.tensor(0), a.number(1), a.tensor(2))
                         : fg::where(a.tensor(0), a.number(1), a.number(2));
  };
  const auto numbers = [](A a) {
    return (!a.isNone(1) && !a.isTensor(1)) || (!a.isNone(2) && !a.isTensor(2));
  };
  calls["clamp"] = [numbers](A a) {
    return numbers(a) ? fg::clamp(a.tensor(0), a.optionalNumber(1), a.optionalNumber(2))
                      : fg::clamp(a.tensor(0), a.optionalTensor(1), a.optionalTensor(2));
  };
  calls["clamp_"] = [numbers](A a) {
    return numbers(a) ? fg::clamp_(a.tensor(0), a.optionalNumber(1), a.optionalNumber(2))
                      : fg::clamp_(a.tensor(0), a.optionalTensor(1), a.optionalTensor(2));
  };
#define NUMBER_THIRD(name)                                                                                   \
  calls[#name] = [](A a) {                                                                                   \
    return a.isTensor(2) ? fg::name(a.tensor(0), a.tensor(1), a.tensor(2))                                   \
                         : fg::name(a.tensor(0), a.tensor(1), a.number(2));                                  \
  };
  NUMBER_THIRD(lerp)
  NUMBER_THIRD(lerp_)
  NUMBER_THIRD(masked_fill)
  NUMBER_THIRD(masked_fill_)
#define PRODUCT(name)                                                                                        \
  calls[#name] = [](A a) { return fg::name(a.tensor(0), a.tensor(1), a.tensor(2), a.number(3)); };
  PRODUCT(addcmul)
  PRODUCT(addcmul_)
  PRODUCT(addcdiv)
  PRODUCT(addcdiv_)
}

void addReductions(Calls &calls) {
#define WITH_DTYPE(name)                                                                                     \
  calls[#name] = [](A a) { return fg::name(a.tensor(0), a.ints(1), a.flag(2), a.optionalDtype(3)); };
#define WITHOUT_DTYPE(name) calls[#name] = [](A a) { return fg::name(a.tensor(0), a.ints(1), a.flag(2)); };
  WITH_DTYPE(sum)
  WITH_DTYPE(mean)
  WITH_DTYPE(prod)
  WITHOUT_DTYPE(amax)
  WITHOUT_DTYPE(amin)
  WITHOUT_DTYPE(any)
  WITHOUT_DTYPE(all)
  calls["var"] = [](A a) { return fg::var(a.tensor(0), a.ints(1), a.number(2), a.flag(3)); };
  calls["argmax"] = [](A a) { return fg::argmax(a.tensor(0), a.optionalInteger(1), a.flag(2)); };
  calls["argmin"] = [](A a) { return fg::argmin(a.tensor(0), a.optionalInteger(1), a.flag(2)); };
  calls["softmax"] = [](A a) { return fg::softmax(a.tensor(0), a.integer(1), a.optionalDtype(2)); };
  calls["log_softmax"] = [](A a) { return fg::log_softmax(a.tensor(0), a.integer(1), a.optionalDtype(2)); };
}

void addContractions(Calls &calls) {
  TENSORS(matmul)
  TENSORS(mm)
  TENSORS(bmm)
  calls["linear"] = [](A a) { return fg::linear(a.tensor(0), a.tensor(1), a.optionalTensor(2)); };
  calls["convolution"] = [](A a) {
    return fg::convolution(a.tensor(0), a.tensor(1), a.optionalTensor(2), a.ints(3), a.ints(4), a.ints(5),
                           a.integer(6));
  };
  calls["max_pool2d"] = [](A a) {
    return fg::max_pool2d(a.tensor(0), a.ints(1), a.ints(2), a.ints(3), a.ints(4), a.flag(5));
  };
  calls["avg_pool2d"] = [](A a) {
    return fg::avg_pool2d(a.tensor(0), a.ints(1), a.ints(2), a.ints(3), a.flag(4), a.flag(5),
                          a.optionalInteger(6));
  };
}

void addStructure(Calls &calls) {
  UNARY(clone)
  UNARY(contiguous)
  UNARY(alias)
  calls["to"] = [](A a) { return fg::to(a.tensor(0), a.dtype(1), a.flag(2)); };
  TENSORS(copy_)
  TENSORS(embedding)
#define WITH_INTS(name) calls[#name] = [](A a) { return fg::name(a.tensor(0), a.ints(1)); };
  WITH_INTS(view)
  WITH_INTS(reshape)
  WITH_INTS(permute)
  WITH_INTS(expand)
  WITH_INTS(squeeze)
  UNARY(main_diagonal)
  calls["as_strided"] = [](A a) {
    return fg::as_strided(a.tensor(0), a.ints(1), a.ints(2), a.optionalInteger(3));
  };
  calls["unsqueeze"] = [](A a) { return fg::unsqueeze(a.tensor(0), a.integer(1)); };
  calls["select"] = [](A a) { return fg::select(a.tensor(0), a.integer(1), a.integer(2)); };
  calls["slice"] = [](A a) {
    return fg::slice(a.tensor(0), a.integer(1), a.optionalInteger(2), a.optionalInteger(3), a.integer(4));
  };
  calls["gather"] = [](A a) { return fg::gather(a.tensor(0), a.integer(1), a.tensor(2)); };
  calls["index_select"] = [](A a) { return fg::index_select(a.tensor(0), a.integer(1), a.tensor(2)); };
  calls["cat"] = [](A a) { return fg::cat(a.list(0), a.integer(1)); };
  calls["full"] = [](A a) { return fg::full(a.ints(0), a.number(1), a.dtype(2)); };
  calls["full_like"] = [](A a) { return fg::full_like(a.tensor(0), a.number(1), a.optionalDtype(2)); };
  calls["arange"] = [](A a) { return fg::arange(a.number(0), a.number(1), a.number(2), a.dtype(3)); };
  calls["eye"] = [](A a) { return fg::eye(a.integer(0), a.integer(1), a.dtype(2)); };
}

void addLibrary(Calls &calls) {
  calls["sort_indices"] = [](A a) {
    return fg::sort_indices(a.tensor(0), a.integer(1), a.flag(2), a.integer(3));
  };
  calls["sorted_positions"] = [](A a) { return fg::sorted_positions(a.tensor(0), a.tensor(1), a.flag(2)); };
  UNARY(view_as_real)
  UNARY(view_as_complex)
  UNARY(fourier_of_real)
  calls["fourier"] = [](A a) { return fg::fourier(a.tensor(0), a.flag(1)); };
  calls["fourier_to_real"] = [](A a) { return fg::fourier_to_real(a.tensor(0), a.integer(1)); };
  calls["recurrent_steps"] = [](A a) {
    return fg::recurrent_steps(a.tensor(0), a.tensor(1), a.tensor(2), a.tensor(3), a.text(4), a.flag(5));
  };
  calls["cumsum"] = [](A a) { return fg::cumsum(a.tensor(0), a.integer(1)); };
  calls["cumsum_"] = [](A a) { return fg::cumsum_(a.tensor(0), a.integer(1)); };
  calls["cumprod"] = [](A a) { return fg::cumprod(a.tensor(0), a.integer(1)); };
  calls["cumprod_"] = [](A a) { return fg::cumprod_(a.tensor(0), a.integer(1)); };
  calls["logcumsumexp"] = [](A a) { return fg::logcumsumexp(a.tensor(0), a.integer(1)); };
  calls["running_extremum"] = [](A a) { return fg::running_extremum(a.tensor(0), a.integer(1), a.flag(2)); };
  calls["wrap_index"] = [](A a) { return fg::wrap_index(a.tensor(0), a.integer(1), a.integer(2)); };
  calls["checked_index"] = [](A a) {
    return fg::checked_index(a.tensor(0), a.integer(1), a.text(2), a.text(3));
  };
  calls["scatter"] = [](A a) { return fg::scatter(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3)); };
  calls["scatter_"] = [](A a) { return fg::scatter_(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3)); };
  calls["scatter_reduce"] = [](A a) {
    return fg::scatter_reduce(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3), a.text(4), a.flag(5));
  };
  calls["scatter_reduce_"] = [](A a) {
    return fg::scatter_reduce_(a.tensor(0), a.integer(1), a.tensor(2), a.tensor(3), a.text(4), a.flag(5));
  };
  calls["masked_scatter"] = [](A a) {
    return fg::masked_scatter(a.tensor(0), a.tensor(1), a.tensor(2), a.flag(3));
  };
  calls["masked_scatter_"] = [](A a) {
    return fg::masked_scatter_(a.tensor(0), a.tensor(1), a.tensor(2), a.flag(3));
  };
  UNARY(linalg_inv)
  UNARY(linalg_det)
  UNARY(linalg_cholesky)
  TENSORS(solve_matrices)
  TENSORS_BOTH(gcd)
  calls["solve_triangular_matrices"] = [](A a) {
    return fg::solve_triangular_matrices(a.tensor(0), a.tensor(1), a.flag(2), a.flag(3));
  };
  calls["lu_factors"] = [](A a) { return fg::lu_factors(a.tensor(0), a.flag(1)); };
  calls["pivot_order"] = [](A a) { return fg::pivot_order(a.tensor(0), a.integer(1)); };
  calls["cholesky_factor"] = [](A a) { return fg::cholesky_factor(a.tensor(0)); };
  calls["matrix_exponential"] = [](A a) { return fg::matrix_exponential(a.tensor(0)); };
  calls["general_eigen"] = [](A a) { return fg::general_eigen(a.tensor(0)); };
  calls["householder_qr"] = [](A a) { return fg::householder_qr(a.tensor(0), a.integer(1), a.integer(2)); };
  calls["symmetric_eigen"] = [](A a) { return fg::symmetric_eigen(a.tensor(0), a.flag(1)); };
  calls["singular_values"] = [](A a) {
    return fg::singular_values(a.tensor(0), a.integer(1), a.integer(2), a.integer(3));
  };
  calls["bag_places"] = [](A a) { return fg::bag_places(a.tensor(0), a.integer(1), a.flag(2)); };
  calls["ctc_losses"] = [](A a) {
    return fg::ctc_losses(a.tensor(0), a.tensor(1), a.tensor(2), a.tensor(3), a.integer(4));
  };
}

Calls makeCalls() {
  Calls calls;
  addUnary(calls);
  addBinary(calls);
  addTernary(calls);
  addReductions(calls);
  addContractions(calls);
  addStructure(calls);
  addLibrary(calls);
  return calls;
}

} // namespace

const Calls &eagerCalls() {
  static const Calls calls = makeCalls();
  return calls;
}

} // namespace fullgraph::test
