// A plan checks what the code that is built ahead checks: both are made of one list (lib/Program).
#include "runtime/jit/PlanBuilder.h"
#include "test/unit/ValueOr.h"

#include "lib/Program/GuardList.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using test::valueOr;
using namespace fullgraph::jit;
namespace plan = fg::rt::plan;

namespace {

InputSpec spec(std::vector<int64_t> sizes, std::vector<bool> any, std::vector<int64_t> strides = {}) {
  InputSpec s;
  s.dtype = ScalarType::Float;
  s.contiguous = strides.empty();
  s.sizes = std::move(sizes);
  s.strides = s.contiguous ? std::vector<int64_t>(s.sizes.size(), 0) : std::move(strides);
  s.anySize = std::move(any);
  s.anyStride = s.contiguous ? std::vector<bool>(s.sizes.size(), false) : s.anySize;
  return s;
}

int callNothing(void **) { return 0; }

struct Call {
  std::vector<int64_t> sizes, strides; // strides: contiguous where there are none
};

/// A version of one pointwise operator.
class Version {
public:
  explicit Version(const InputSpec &x, const char *of = "[N, M]")
      : specs{x}, retyped(retype("graph @f(%x: f32" + std::string(of) +
                                     " \"x\", N: int \"x.size(0)\", M: int \"x.size(1)\") {\n"
                                     "  %0 = exp(%x)\n  return %0\n}\n",
                                 specs, {})) {
    EXPECT_TRUE(retyped.graph) << retyped.why;
    std::string error;
    program = valueOr(error, fuse(*retyped.graph));
    EXPECT_EQ(error, "");
    made = valueOr(error, buildPlan(retyped, *program, 0,
                                    std::vector<KernelCode>(program->kernels.size(), {callNothing}), {}));
    EXPECT_NE(made, nullptr) << error;
  }
  std::string misfit(const Call &call) const {
    const plan::TensorMeta meta = metaOf(call);
    const std::string why = plan::misfit(*made, &meta, nullptr);
    EXPECT_EQ(why.empty(), plan::fits(*made, &meta, nullptr)) << why;
    return why;
  }
  std::string guards() const { return made->guards; }

private:
  static plan::TensorMeta metaOf(const Call &call) {
    return {static_cast<int8_t>(ScalarType::Float), static_cast<uint8_t>(call.sizes.size()),
            call.strides.empty(), call.sizes.data(),
            call.strides.empty() ? call.sizes.data() : call.strides.data()};
  }
  std::vector<InputSpec> specs;
  Retyped retyped;
  std::unique_ptr<Program> program;
  const plan::Plan *made = nullptr;
};

TEST(PlanBuilder, aSizeThatKernelsCannotIndexDoesNotFit) {
  const Version one(spec({5, 1}, {true, false}));
  EXPECT_EQ(one.misfit({{5, 1}, {}}), "");
  EXPECT_EQ(one.misfit({{INT32_MAX, 1}, {}}), "");
  EXPECT_EQ(
      one.misfit({{int64_t(INT32_MAX) + 1, 1}, {}}),
      "expected x.size(0) <= 2147483647, got x.size(0) == 2147483648 (kernels index elements with 32 bits)");
  const Version rows(spec({5, 4}, {true, false}));
  EXPECT_EQ(rows.misfit({{INT32_MAX / 4, 4}, {}}), "");
  EXPECT_NE(rows.misfit({{INT32_MAX / 4 + 1, 4}, {}}).find("x.size(0) <= 536870911"), std::string::npos);
}

TEST(PlanBuilder, aProductOfSizesIsBounded) {
  const Version both(spec({5, 4}, {true, true}));
  EXPECT_EQ(both.misfit({{46340, 46340}, {}}), "");
  EXPECT_NE(both.misfit({{46341, 46341}, {}}).find("<= 2147483647"), std::string::npos);
  EXPECT_NE(both.misfit({{INT32_MAX, INT32_MAX}, {}}), "") << "the product has more than 32 bits";
}

TEST(PlanBuilder, theReachOfAStridedInputIsBounded) {
  const Version strided(spec({5, 4}, {true, true}, {7, 1}));
  EXPECT_EQ(strided.misfit({{5, 4}, {9, 1}}), "");
  EXPECT_NE(strided.misfit({{5, 4}, {int64_t(1) << 30, 1}}), "");
}

TEST(PlanBuilder, equalSizesAndFixedOnes) {
  const Version square(spec({4, 4}, {true, true}), "[N, N]");
  EXPECT_EQ(square.misfit({{9, 9}, {}}), "");
  EXPECT_EQ(square.misfit({{9, 8}, {}}), "expected x.size(1) == x.size(0), got x.size(1) == 8, x.size(0) == "
                                         "9 (both have one letter, or are one size)");
  const Version fixed(spec({3, 4}, {true, false}));
  EXPECT_EQ(fixed.misfit({{3, 5}, {}}), "x.size(1): expected 4, got 5");
}

} // namespace
