// The errors that VectorMath.h states, measured over floats spread through each function's range.
#include "KernelRunner.h"

#include <bit>
#include <cmath>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

/// The distance of `actual` from the real number `exact`, in units of the last place of a float near `exact`.
double ulps(float actual, double exact) {
  if (std::isnan(exact) || std::isinf(static_cast<float>(exact)))
    return closeTo(actual, static_cast<float>(exact), 0) ? 0 : 1e9;
  const float rounded = static_cast<float>(exact);
  const double unit =
      std::max(std::ldexp(1.0, -149),
               static_cast<double>(std::nextafter(std::fabs(rounded), INFINITY)) - std::fabs(rounded));
  return std::fabs(actual - exact) / unit;
}

struct Function {
  const char *op;
  double (*exact)(double);
  double bound, limit; // ulp; |x| <= limit
};

const Function functions[] = {
    {"exp", std::exp, 1.5, 200},      {"exp2", std::exp2, 1.5, 200}, {"expm1", std::expm1, 2, 200},
    {"log", std::log, 1.5, 3e38},     {"log2", std::log2, 2, 3e38},  {"log10", std::log10, 2, 3e38},
    {"log1p", std::log1p, 2.5, 3e38}, {"tanh", std::tanh, 5, 100},   {"erf", std::erf, 5, 100},
    {"sin", std::sin, 2, INFINITY},   {"cos", std::cos, 2, INFINITY}};

} // namespace

TEST(VectorMath, Errors) {
  for (const Function &f : functions) {
    SCOPED_TRACE(f.op);
    CompiledKernel kernel(std::string("graph @k(%a0: f32[s0]) { %0: f32[s0] = ") + f.op +
                          "(%a0) return %0 }");
    ASSERT_TRUE(kernel.ok()) << kernel.error();
    // Every 1009th bit pattern: all exponents, some two thousand mantissas each, both signs.
    constexpr int64_t n = (int64_t(1) << 32) / 1009;
    Array x(ScalarType::Float, {n}), y(ScalarType::Float, {n});
    float *in = x.raw<float>(), *out = y.raw<float>();
    for (int64_t i = 0; i < n; ++i) {
      in[i] = std::bit_cast<float>(static_cast<uint32_t>(i * 1009));
      if (std::fabs(in[i]) > f.limit) // half of all floats are beyond 2: sample the range that matters
        in[i] = std::remainder(in[i], static_cast<float>(f.limit));
    }
    kernel({&x}, {n}, {&y});
    double worst = 0;
    float at = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double error = ulps(out[i], f.exact(in[i]));
      if (error > worst) {
        worst = error;
        at = in[i];
      }
    }
    EXPECT_LE(worst, f.bound) << "at " << at;
    RecordProperty(f.op, std::to_string(worst));
  }
}
