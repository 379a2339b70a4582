// fg::check_shape: the grammar, what fits, and the words of what does not.
#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>
#include <string>

using fg::Tensor;

namespace {

std::string check(const Tensor &x, const char *spec) {
  try {
    fg::check_shape(x, spec);
  } catch (const fg::Error &e) {
    return e.what();
  }
  return "";
}

} // namespace

TEST(CheckShape, Fits) {
  const Tensor x = fg::zeros({2, 784});
  for (const char *spec :
       {"f32[2,784]", "f32[N, 784]", "f32[?, ?]", " f32 [ N , 784 ] @ cpu ", "f32[1<=N<=2, K]", "f32[N, 8*K]",
        "f32[N<=2,16<=8*K<=784]", "i64[N]|f32[N,784]", "f64[1] | f32[3, 3] | f32[A, B]", "f32[N, 392*N]"})
    EXPECT_EQ(check(x, spec), "") << spec;
  EXPECT_EQ(check(fg::zeros({}), "f32[]"), "");
  EXPECT_EQ(check(fg::zeros({3, 3}), "f32[N, N]"), "");
}

TEST(CheckShape, SaysWhatDoesNotFit) {
  const Tensor x = fg::zeros({2, 10});
  EXPECT_EQ(check(x, "f32[N, 784]"),
            "check_shape: expected f32[N, 784], got f32[2, 10]: size(1) is 10, not 784");
  EXPECT_EQ(check(x, "f32[N, N]"), "check_shape: expected f32[N, N], got f32[2, 10]: size(1) is 10, not 2");
  EXPECT_EQ(check(x, "f32[N, 4*K]"),
            "check_shape: expected f32[N, 4*K], got f32[2, 10]: size(1) is 10, not a multiple of 4");
  EXPECT_EQ(check(x, "f32[3<=N, ?]"),
            "check_shape: expected f32[3<=N, ?], got f32[2, 10]: size(0) is 2, not at least 3");
  EXPECT_EQ(check(x, "f32[N, M<=9]"),
            "check_shape: expected f32[N, M<=9], got f32[2, 10]: size(1) is 10, not at most 9");
  EXPECT_EQ(check(x, "i64[N, 10]"),
            "check_shape: expected i64[N, 10], got f32[2, 10]: the dtype is f32, not i64");
  EXPECT_EQ(check(x, "f32[N]"), "check_shape: expected f32[N], got f32[2, 10]: the tensor has 2 dims, not 1");
  EXPECT_EQ(check(x, "f32[N, 10]@cuda"),
            "check_shape: expected f32[N, 10]@cuda, got f32[2, 10]: the tensor is on cpu, not cuda");
  EXPECT_EQ(check(x, "f32[N] | f64[N, M]"), "check_shape: expected f32[N] | f64[N, M], got f32[2, 10]");
  EXPECT_EQ(check(Tensor(), "f32[N]"),
            "check_shape: expected f32[N], got an undefined tensor: the tensor is undefined");
}

TEST(CheckShape, MalformedIsAnErrorWhateverTheTensorIs) {
  for (const Tensor &x : {fg::zeros({2, 784}), Tensor(), fg::zeros({})})
    for (const char *spec : {"",
                             "f32",
                             "f32[",
                             "f32[N",
                             "f32[N,",
                             "f32[N,]",
                             "f32[,]",
                             "q8[N]",
                             "f32[N]]",
                             "f32[N] |",
                             "| f32[N]",
                             "f32[N]@tpu",
                             "f32[N<3]",
                             "f32[3<=]",
                             "f32[0*N]",
                             "f32[5<=N<=4]",
                             "f32[-1]",
                             "f32[99999999999999999999]",
                             "f32[N] f32[N]",
                             "f32[2 3]",
                             "f32[N*2]",
                             "f32[8*8]"})
      EXPECT_NE(check(x, spec).find("check_shape: malformed shape"), std::string::npos) << spec;
}
