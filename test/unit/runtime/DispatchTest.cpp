// What generated code calls: guards, scratch memory, results, data checks, and the log of misses.
#include <fullgraph/dispatch.h>
#include <fullgraph/fullgraph.h>

#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <thread>

using fg::Tensor;
namespace rt = fg::rt;

TEST(Dispatch, GuardsTellTensorsApart) {
  const Tensor x = fg::zeros({2, 3});
  EXPECT_TRUE(rt::fits(x, fg::kFloat, 2));
  EXPECT_FALSE(rt::fits(x, fg::kFloat, 1));
  EXPECT_FALSE(rt::fits(x, fg::kDouble, 2));
  EXPECT_FALSE(rt::fits(x.t(), fg::kFloat, 2));
  EXPECT_TRUE(rt::fits_strided(x.t(), fg::kFloat, 2));
  EXPECT_FALSE(rt::fits(Tensor(), fg::kFloat, 2));
  EXPECT_FALSE(rt::fits_strided(Tensor(), fg::kFloat, 2));
}

TEST(Dispatch, IntegerDivisionIsTotal) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  volatile int64_t zero = 0, minusOne = -1; // not known to the compiler: the instruction would trap
  EXPECT_EQ(rt::floor_div(7, zero), 0);
  EXPECT_EQ(rt::floor_mod(7, zero), 0);
  EXPECT_EQ(rt::floor_div(least, zero), 0);
  EXPECT_EQ(rt::floor_div(least, minusOne), least); // wraps
  EXPECT_EQ(rt::floor_mod(least, minusOne), 0);
  EXPECT_EQ(rt::floor_div(most, minusOne), -most);
  for (int64_t a = -9; a <= 9; ++a)
    for (int64_t b = -4; b <= 4; ++b) {
      if (b == 0)
        continue;
      const int64_t q = rt::floor_div(a, b), r = rt::floor_mod(a, b);
      EXPECT_EQ(q * b + r, a) << a << ' ' << b;
      EXPECT_TRUE(b > 0 ? r >= 0 && r < b : r <= 0 && r > b) << a << ' ' << b;
    }
}

TEST(Dispatch, ResultsAreFreshOrViews) {
  const Tensor fresh = rt::empty(fg::kInt, {2, 3});
  EXPECT_TRUE(fresh.is_contiguous());
  EXPECT_EQ(rt::empty_strided(fg::kFloat, {2, 3}, {1, 2}).strides(), fg::IntArrayRef({1, 2}));
  const Tensor x = fg::arange(12);
  const Tensor view = rt::as_strided(x, fg::kLong, {2, 2}, {4, 1}, 5);
  EXPECT_TRUE(view.equal(fg::tensor({{5, 6}, {9, 10}})));
  EXPECT_TRUE(view.is_alias_of(x));
  const Tensor pairs = fg::arange(6, fg::kFloat),
               numbers = rt::as_strided(pairs, fg::kComplexFloat, {2}, {1}, 1);
  EXPECT_TRUE(fg::imag(numbers).equal(fg::tensor({3.0f, 5.0f})));
  EXPECT_TRUE(rt::as_strided(numbers, fg::kFloat, {2}, {1}, 1).equal(fg::tensor({3.0f, 4.0f})));
}

TEST(Dispatch, WorkspaceGrowsAndIsAligned) {
  std::thread([] {
    const rt::Workspace none(0);
    const rt::Workspace small(100);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(small.at(0)) % 64, 0u);
    static_cast<char *>(small.at(0))[99] = 1;
    const rt::Workspace large(1 << 20);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(large.at(64)) % 64, 0u);
    static_cast<char *>(large.at(0))[(1 << 20) - 1] = 1;
    EXPECT_EQ(rt::Workspace(1000).at(0), large.at(0)); // kept for the next call
  }).join();                                           // the thread's end frees it: LeakSanitizer
}

extern "C" void *halide_malloc(void *, size_t);
extern "C" void halide_free(void *, void *);

TEST(Dispatch, KernelsGetTheirMemoryBack) {
  std::thread([] {
    void *large = halide_malloc(nullptr, 100000), *small = halide_malloc(nullptr, 100);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(large) % 64, 0u);
    EXPECT_NE(large, small);
    static_cast<char *>(large)[99999] = static_cast<char *>(small)[99] = 1;
    halide_free(nullptr, large);
    halide_free(nullptr, small);
    EXPECT_EQ(halide_malloc(nullptr, 70), small); // the smallest that is large enough
    EXPECT_EQ(halide_malloc(nullptr, 65537), large);
    halide_free(nullptr, small);
    halide_free(nullptr, large);
    halide_free(nullptr, nullptr);

    // More than are kept: the largest stay.
    std::vector<void *> blocks;
    for (size_t i = 1; i <= 20; ++i)
      blocks.push_back(halide_malloc(nullptr, 4096 * i));
    for (void *block : blocks)
      halide_free(nullptr, block);
    void *again = halide_malloc(nullptr, 100000);
    EXPECT_EQ(again, large);
    EXPECT_EQ(halide_malloc(nullptr, 4096 * 20), blocks.back());
    halide_free(nullptr, again);
    halide_free(nullptr, blocks.back());
  }).join(); // the thread's end frees them: LeakSanitizer
}

TEST(Dispatch, IndexRanges) {
  for (const fg::ScalarType dtype : {fg::kLong, fg::kInt, fg::kShort, fg::kChar, fg::kByte}) {
    const Tensor x = fg::tensor({{0, 1, 2}, {3, 4, 9}}, dtype);
    const rt::Dim whole[] = {{3, 1}, {2, 3}}, part[] = {{2, 1}, {2, 3}};
    rt::View<2> all(x.data_ptr(), dtype, whole), most(x.data_ptr(), dtype, part);
    EXPECT_TRUE(rt::in_range(all, 0, 10));
    EXPECT_FALSE(rt::in_range(all, 0, 9));
    EXPECT_FALSE(rt::in_range(all, 1, 10));
    EXPECT_TRUE(rt::in_range(most, 0, 5)); // strides skip the 9
    EXPECT_FALSE(rt::in_range(all, 1, 0)); // the range of a divisor: a 0 is among them
  }
  const Tensor one = fg::tensor(-1);
  rt::View<0> scalar(one.data_ptr(), fg::kLong);
  EXPECT_TRUE(rt::in_range(scalar, -5, 5));
  EXPECT_FALSE(rt::in_range(scalar, 0, 5));
  EXPECT_TRUE(rt::in_range(scalar, 1, 0)); // not 0
}

TEST(Dispatch, WriteBackFollowsStrides) {
  const Tensor source = fg::arange(6), target = fg::zeros({3, 2}, fg::kLong);
  const rt::Dim dims[] = {{2, 3}, {3, 1}}; // the transpose of [2, 3]
  rt::View<2> view(source.data_ptr(), fg::kLong, dims);
  rt::write_back(target, view);
  EXPECT_TRUE(target.equal(source.view({2, 3}).t()));
}

TEST(Dispatch, WriteBackFollowsTheTargetsStrides) {
  const Tensor source = fg::arange(24),
               target = fg::zeros({3, 4, 5}, fg::kLong).transpose(0, 2).slice(0, 0, 4, 2);
  ASSERT_EQ(target.strides(), (std::vector<int64_t>{2, 5, 20}));
  const rt::Dim dims[] = {{3, 1}, {4, 3}, {2, 12}};
  rt::View<3> view(source.data_ptr(), fg::kLong, dims);
  rt::write_back(target, view);
  EXPECT_TRUE(target.equal(source.view({2, 4, 3})));
}

TEST(Dispatch, LogsEachReasonOnce) {
  rt::Function f{"Mlp::forward", "model.cpp:12:3"};
  const Tensor x = fg::zeros({2, 3});
  testing::internal::CaptureStderr();
  EXPECT_FALSE(rt::miss_size(f, "x", 1, 784, 10));
  EXPECT_FALSE(rt::miss_size(f, "x", 1, 784, 11)); // the same guard
  rt::miss_tensor(f, "w", x, fg::kDouble, 2);
  rt::miss_tensor(f, "w", x, fg::kFloat, 3);
  rt::miss_tensor(f, "w", x.t(), fg::kFloat, 2);
  rt::miss_tensor(f, "w", Tensor(), fg::kFloat, 2);
  rt::miss(f, {"expected ", int64_t{4}, " items"});
  rt::miss(f, {"expected ", int64_t{5}, " items"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "fullgraph: Mlp::forward: x.size(1): expected 784, got 10; running eagerly (model.cpp:12:3)\n"
            "fullgraph: Mlp::forward: w: expected dtype f64, got f32; running eagerly (model.cpp:12:3)\n"
            "fullgraph: Mlp::forward: w: expected 3 dims, got 2; running eagerly (model.cpp:12:3)\n"
            "fullgraph: Mlp::forward: w: expected a contiguous tensor, got strides [1, 3] for sizes [3, 2]; "
            "running "
            "eagerly (model.cpp:12:3)\n"
            "fullgraph: Mlp::forward: w: expected a defined tensor, got an undefined one; running eagerly "
            "(model.cpp:12:3)\n"
            "fullgraph: Mlp::forward: expected 4 items; running eagerly (model.cpp:12:3)\n");
  EXPECT_EQ(f.misses.load(), 8u);
}

TEST(Dispatch, LongReasonsEndInDots) {
  rt::Function f{"f", "f.cpp:1:1"};
  testing::internal::CaptureStderr();
  rt::miss(f, {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", int64_t{1}, "k"});
  rt::miss(f, {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
               "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "fullgraph: f: abcdefghij1k; running eagerly (f.cpp:1:1)\n"
            "fullgraph: f: abcdefghijklmnopqrstuvw...; running eagerly (f.cpp:1:1)\n");
}

TEST(Dispatch, SeveralVersionsMissTogether) {
  rt::Function f{"g", "g.cpp:1:1", 2};
  testing::internal::CaptureStderr();
  rt::miss_size(f, "x", 0, 1, 7); // and then the second version fitted
  rt::miss_size(f, "x", 0, 1, 3);
  rt::miss_size(f, "x", 0, 2, 3);
  EXPECT_EQ(f.misses.load(), 0u);
  rt::no_version(f);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "fullgraph: g: x.size(0): expected 1, got 3; x.size(0): "
                                                    "expected 2, got 3; running eagerly (g.cpp:1:1)\n");
  EXPECT_EQ(f.misses.load(), 1u);
  // What another function's call failed on, before one of its versions took it, is no reason of this one's.
  rt::Function other{"h", "g.cpp:2:1", 2};
  rt::miss_size(f, "x", 0, 1, 5);
  testing::internal::CaptureStderr();
  rt::no_version(other);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(other.misses.load(), 1u);
}

TEST(Dispatch, GraphsForOtherRanksAreToldWhereNothingElseIs) {
  rt::Function f{"g", "ranks.cpp:1:1", 2};
  testing::internal::CaptureStderr();
  EXPECT_FALSE(rt::pass_ranks());
  rt::miss_size(f, "x", 0, 1, 3);
  rt::no_version(f);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "fullgraph: g: x.size(0): expected 1, got 3; running eagerly (ranks.cpp:1:1)\n");
  testing::internal::CaptureStderr();
  EXPECT_FALSE(rt::pass_ranks());
  rt::no_version(f);
  rt::no_version(f); // of a path that nothing was captured for
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "fullgraph: g: no graph is captured for inputs of these ranks; running eagerly (ranks.cpp:1:1)\n");
  testing::internal::CaptureStderr();
  rt::Function quiet{"h", "ranks.cpp:2:1", 2};
  EXPECT_FALSE(rt::pass_ranks());
  EXPECT_TRUE(rt::eager_ranks(true)); // nothing to compile for these ranks
  EXPECT_FALSE(rt::pass_ranks());
  rt::no_version(quiet);
  EXPECT_FALSE(rt::eager_ranks(false)); // for others
  rt::no_version(quiet);
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "fullgraph: h: no graph is captured for inputs of these ranks; running eagerly (ranks.cpp:2:1)\n");
  EXPECT_EQ(f.misses.load(), 3u);
}

TEST(Dispatch, Switches) {
  if (!std::getenv("FULLGRAPH_DISABLE")) {
    EXPECT_TRUE(rt::enabled());
  }
  setenv("FULLGRAPH_DISABLE", "1", 1);
  EXPECT_FALSE(rt::state::initEnabled());
  setenv("FULLGRAPH_DISABLE", "0", 1);
  EXPECT_TRUE(rt::state::initEnabled());
  unsetenv("FULLGRAPH_DISABLE");
  EXPECT_TRUE(rt::state::initEnabled());
  const int level = rt::cpu_level();
  EXPECT_TRUE(level == 0 || level == 3 || level == 4);
  EXPECT_EQ(rt::cpu_level(), level);
}
