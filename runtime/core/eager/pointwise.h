// The engine of the pointwise operators: type promotion, broadcasting, allocation, conversion and the loops
// around the formulas. An operator is one PointwiseOp and a call of `pointwise`.
#pragma once

#include "runtime/core/eager/convert.h"

#include <fullgraph/detail/formulas.h>
#include <fullgraph/detail/pointwise_rules.h>
#include <fullgraph/tensor.h>

// Iterations are independent although an output may be an operand's memory: an in-place operator reads each
// element before it writes it, and partial overlap is refused. Without this the compiler's overlap check
// sends every in-place call to the scalar loop.
#if defined(__clang__)
#define FG_INDEPENDENT _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define FG_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace fg::detail {

/// Evaluates a formula on n elements of a compute type: `in` are dense operands, `params` numbers that are
/// the same for all elements. `out` is dense: of the compute type, or bool (as 0 and 1) where the rule says
/// so.
using TileFn = void (*)(const void *const *in, const void *params, void *out, int64_t n);

struct PointwiseOp {
  PointwiseRule rule;
  uint8_t inputs, params;
  TileFn tile[3]; // by Compute; null where the rule does not accept it
};

/// An operand: a tensor, or a number of the program, which is weak in type promotion.
struct Operand {
  const Tensor *tensor = nullptr;
  Scalar number;
  Operand(const Tensor &t) : tensor(&t) {}
  Operand(const Scalar &s) : number(s) {}
};

inline constexpr size_t maxInputs = 4, maxParams = 4;

/// Runs `op`. Inputs that the rule does not let take part in promotion are converted to the compute dtype.
Tensor pointwise(const PointwiseOp &op, std::initializer_list<Operand> inputs,
                 std::initializer_list<Scalar> params = {});
/// Writes the result to `self`, which must have the result's shape and a dtype it can be cast to. Elements of
/// an `idempotent` operator may share memory: written twice, they are right all the same.
Tensor &pointwiseInPlace(const PointwiseOp &op, Tensor &self, std::initializer_list<Operand> inputs,
                         std::initializer_list<Scalar> params = {}, bool idempotent = false);

/// ATen's result_type of the operands that the rule promotes.
ScalarType commonDtype(const PointwiseRule &rule, std::initializer_list<Operand> operands);
ScalarType operandDtype(const Operand &operand);

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // calls of libm do not vectorise, and need not
#endif
template <class F, int inputs, int params, class C, class Out>
void evaluateTile(const void *const *in, const void *paramValues, void *out, int64_t n) {
  const C *const a = static_cast<const C *>(in[0]);
  const C *const b = static_cast<const C *>(in[inputs > 1 ? 1 : 0]);
  const C *const c = static_cast<const C *>(in[inputs > 2 ? 2 : 0]);
  C p[maxParams] = {};
  for (int k = 0; k < params; ++k)
    p[k] = static_cast<const C *>(paramValues)[k];
  Out *const result = static_cast<Out *>(out);
  constexpr F f;
  FG_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) {
    // Loaded in any case: a load that only one arm of a select needs would be a branch.
    const C x = a[i], y = b[i], z = c[i];
    if constexpr (inputs == 1 && params == 0)
      result[i] = Out(f(x));
    if constexpr (inputs == 1 && params == 1)
      result[i] = Out(f(x, p[0]));
    if constexpr (inputs == 1 && params == 2)
      result[i] = Out(f(x, p[0], p[1]));
    if constexpr (inputs == 1 && params == 3)
      result[i] = Out(f(x, p[0], p[1], p[2]));
    if constexpr (inputs == 2 && params == 0)
      result[i] = Out(f(x, y));
    if constexpr (inputs == 2 && params == 1)
      result[i] = Out(f(x, y, p[0]));
    if constexpr (inputs == 3 && params == 0)
      result[i] = Out(f(x, y, z));
    if constexpr (inputs == 3 && params == 1)
      result[i] = Out(f(x, y, z, p[0]));
  }
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The table row of a formula, with the loops that its rule needs and no others.
template <class F, int inputs, int params, uint8_t accepts, bool intToFloat, bool boolResult>
constexpr PointwiseOp makePointwiseOp(const PointwiseRule &rule) {
  PointwiseOp op{rule, inputs, params, {nullptr, nullptr, nullptr}};
  if constexpr ((accepts & PointwiseRule::Float) || intToFloat) {
    op.tile[int(Compute::F32)] =
        evaluateTile<F, inputs, params, float, std::conditional_t<boolResult, bool, float>>;
    op.tile[int(Compute::F64)] =
        evaluateTile<F, inputs, params, double, std::conditional_t<boolResult, bool, double>>;
  }
  if constexpr ((accepts & PointwiseRule::IntBool) && !intToFloat)
    op.tile[int(Compute::I64)] =
        evaluateTile<F, inputs, params, int64_t, std::conditional_t<boolResult, bool, int64_t>>;
  return op;
}

} // namespace fg::detail

/// Defines `<formula>Op`, of so many tensor operands and number parameters.
#define FG_POINTWISE_OP(formula, inputs, params)                                                             \
  static constexpr ::fg::detail::PointwiseOp formula##Op = [] {                                              \
    static_assert(::fg::formulas::operandCount(#formula) == (inputs) + (params), "see FG_FORMULAS");         \
    constexpr ::fg::PointwiseRule rule = *::fg::pointwiseRule(#formula);                                     \
    return ::fg::detail::makePointwiseOp<::fg::formulas::formula, inputs, params, rule.accepts,              \
                                         rule.intToFloat, rule.boolResult>(rule);                            \
  }();
