// Views of what a kernel computes, strided inputs, indexing by tensors, creation.
#include "ProgramRunner.h"

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

/// Nothing here accumulates: tighter bounds than those of reductions.
void expectTight(const std::string &text, const std::vector<int> &sizes = {0, 1, 3, 17, 1000},
                 double relative = 1e-6) {
  expectSame(text, relative, 1e-7, sizes);
}

} // namespace

TEST(View, BetweenPointwiseOperators) {
  for (const char *view : {"permute(%0, dims = [2, 0, 1])", "select(%0, dim = 1, index = -2)",
                           "slice(%0, dim = 1, start = 1, end = 5, step = 3)", "unsqueeze(%0, dim = 1)",
                           "slice(%0, dim = 2, start = -3)", "reshape(%0, shape = [N, 24])",
                           "reshape(%0, shape = [N, 3, 2, 4])", "expand(%0, size = [2, N, 6, 4])"})
    expectTight(std::string("graph @f(%x: f32[N, 6, 4]) { %0 = tanh(%x) %1 = ") + view +
                    " %2 = neg(%1) return %2 }",
                {0, 1, 3, 17});
}

TEST(View, OfTheInput) {
  for (const char *view :
       {"permute(%x, dims = [2, 0, 1])", "permute(%x, dims = [1, 0, 2])", "select(%x, dim = 2, index = 1)",
        "slice(%x, dim = 2, start = 1, end = 4, step = 2)", "expand(%x, size = [2, N, 6, 4])",
        "view(%x, size = [24*N])"})
    expectTight(std::string("graph @f(%x: f32[N, 6, 4]) { %1 = ") + view + " %2 = exp(%1) return %2 }",
                {0, 1, 3, 17}, 1e-5);
}

TEST(View, TransposedAddition) {
  expectTight("graph @f(%x: f32[N, 40], %y: f32[40, N]) { %0 = permute(%y, dims = [1, 0]) %1 = mul(%x, %0) "
              "return %1 }",
              {0, 1, 3, 17, 100});
}

TEST(View, Broadcasts) {
  expectTight("graph @f(%x: f32[N, 1, 5], %y: f32[7, 1], %z: f32[]) { %0 = mul(%x, %y) %1 = maximum(%0, %z) "
              "return %1 }",
              {0, 1, 3, 17});
}

TEST(Indexing, GatherAndSelect) {
  expectTight(
      "graph @f(%x: f32[7, 8], %i: i64[N, 8]) { %0 = gather(%x, %i, dim = 0) %1 = neg(%0) return %1 }",
      {0, 1, 3, 17});
  expectTight("graph @f(%x: f32[5, 7], %i: i64[5, N]) { %0 = gather(%x, %i, dim = 1) return %0 }",
              {0, 1, 3, 17});
  expectTight("graph @f(%x: f32[7, N], %i: i64[9]) { %0 = index_select(%x, %i, dim = 0) return %0 }",
              {0, 1, 3, 17});
  expectTight("graph @f(%x: f32[N, 7], %i: i32[9]) { %0 = index_select(%x, %i, dim = 1) return %0 }",
              {0, 1, 3, 17});
  expectTight(
      "graph @f(%w: f32[7, 12], %i: i64[N, 3]) { %0 = embedding(%w, %i) %1 = sum(%0, dim = [1]) return %1 }",
      {0, 1, 3, 17});
}

TEST(Indexing, ComputedIndicesAreChecked) {
  const std::string text =
      "graph @f(%x: f32[3, 8], %i: i64[N]) { %two: i64[] weak = scalar(value = 2) %0 = remainder(%i, %two)"
      " %1 = index_select(%x, %0, dim = 0) return %1 }";
  expectTight(text, {0, 1, 3, 17});
}

TEST(Creation, ArangeEyeFull) {
  expectTight("graph @f(%x: f32[N, 5]) { %h: f64[] weak = scalar(value = 0.5) %0 = full(%h, size = [N, 5], "
              "dtype = f32) %1 = mul(%x, %0)"
              " %2 = full_like(%x, %h) return %1, %2, %0 }");
  expectTight(
      "graph @f(%x: f32[N, 6]) { %0 = eye(n = 6, m = 6, dtype = f32) %1 = matmul(%x, %0) return %1, %0 }",
      {0, 1, 3, 17});
  expectTight("graph @f(%x: i64[6]) { %a: i64[] weak = scalar(value = 3) %b: i64[] weak = scalar(value = 15) "
              "%c: i64[] weak = scalar(value = 2)"
              " %0 = arange(%a, %b, %c, dtype = i64) %o: i64[] weak = scalar(value = 1) %1 = add(%x, %0, %o) "
              "return %1 }",
              {1});
}

TEST(Cast, BetweenTypes) {
  expectTight("graph @f(%x: f32[N]) { %0 = to(%x, dtype = f64) %1 = to(%x, dtype = i32) %2 = to(%x, dtype = "
              "bool) %3 = to(%x, dtype = bf16)"
              " %4 = to(%3, dtype = f32) return %0, %1, %2, %4 }");
  expectTight("graph @f(%x: i64[N]) { %0 = to(%x, dtype = f32) %1 = to(%x, dtype = u8) %2 = to(%x, dtype = "
              "f16) return %0, %1, %2 }");
  expectTight(
      "graph @f(%x: f64[N]) { %0 = to(%x, dtype = f32) %1 = to(%x, dtype = f16) %2 = isinf(%1) return "
      "%0, %2 }");
}

TEST(Symbols, NumbersOfTheProgramArePassedToTheKernel) {
  const std::string text =
      "graph @f(%x: f32[N], scale: f64 \"scale\", n: int \"n\") { %0 = scalar(value = scale) %1 = mul(%x, %0)"
      " %2 = scalar(value = n) %one = scalar(value = 1) %3 = add(%1, %2, %one) return %3 }";
  CompiledProgram program(text);
  ASSERT_TRUE(program.ok()) << program.error();
  EXPECT_TRUE(program.check({{"N", 17}, {"scale", 0.375}, {"n", 5}}, 1e-6));
  EXPECT_TRUE(program.check({{"N", 17}, {"scale", -2}, {"n", -7}}, 1e-6));
}
