// torch.gradient and tensors taken as matrices, against results stored from PyTorch 2.13
// (gradients_reference.py), and its messages.
#include "Errors.h"

#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using fg::Tensor;

namespace {

class Gradients : public testing::Test {
protected:
  std::map<std::string, Tensor> stored =
      fg::load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/gradients_reference.safetensors");

  Tensor in(const std::string &name) { return stored.at("in." + name); }

  void check(const std::string &name, const Tensor &actual) {
    SCOPED_TRACE(name);
    const Tensor expected = stored.at("out." + name);
    EXPECT_EQ(actual.scalar_type(), expected.scalar_type());
    ASSERT_EQ(actual.sizes().vec(), expected.sizes().vec());
    const double tolerance = actual.scalar_type() == fg::kDouble ? 1e-11 : 2e-6;
    EXPECT_TRUE(fg::allclose(actual, expected, tolerance, tolerance));
  }
  void check(const std::string &name, const std::vector<Tensor> &actual) {
    for (size_t i = 0; i < actual.size(); ++i)
      check(name + "." + std::to_string(i), actual[i]);
    EXPECT_EQ(stored.count("out." + name + "." + std::to_string(actual.size())), 0u) << name;
  }
};

} // namespace

TEST_F(Gradients, AreDifferenceQuotients) {
  const Tensor x = in("x"), p = in("p"), q = in("q");
  for (const int64_t order : {1, 2}) {
    const std::string tag = "." + std::to_string(order);
    check("even" + tag, fg::gradient(x, fg::Scalar(0.3), std::nullopt, order));
    check("even.dim" + tag, fg::gradient(x, std::nullopt, std::optional<int64_t>(-1), order));
    check("even.dims" + tag, fg::gradient(x.to(fg::kFloat), fg::Scalar(2), fg::IntArrayRef({1, 0}), order));
    check("integers" + tag, fg::gradient(in("i"), std::nullopt, std::nullopt, order));
    check("uneven" + tag, fg::gradient(x, {p, q}, std::nullopt, order));
    check("uneven.dims" + tag, fg::gradient(x, {q, p}, fg::IntArrayRef({1, 0}), order));
  }
  check("two", fg::gradient(x.slice(0, 0, 2), fg::IntArrayRef(0)));
}

TEST_F(Gradients, RefuseWhatPyTorchRefuses) {
  const Tensor x = in("x"), p = in("p"), q = in("q");
  EXPECT_ERROR(fg::gradient(x, std::nullopt, std::nullopt, 3),
               "torch.gradient only supports edge_order=1 and edge_order=2.");
  EXPECT_ERROR(fg::gradient(fg::ones({2}), std::nullopt, std::nullopt, 2),
               "torch.gradient expected each dimension size to be at least edge_order+1");
  EXPECT_ERROR(fg::gradient(fg::ones({1})),
               "torch.gradient expected each dimension size to be at least edge_order+1");
  EXPECT_ERROR(fg::gradient(x, fg::IntArrayRef({0, -2})), "dim 0 appears multiple times in the list of dims");
  EXPECT_ERROR(fg::gradient(x, std::nullopt, std::optional<int64_t>(2)),
               "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
  EXPECT_ERROR(fg::gradient(x, {p}, std::nullopt),
               "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to "
               "'self.dim() = 2', since dim argument was not given, but got a list of length 1");
  EXPECT_ERROR(
      fg::gradient(x, {p, q}, std::optional<int64_t>(1)),
      "to have the same length, but got a spacing argument of length 2 and a dim argument of length 1.");
  EXPECT_ERROR(
      fg::gradient(x, {p.unsqueeze(1), q}, std::nullopt),
      "torch.gradient expected each element of spacing to have one dimension, but got an element with 2 "
      "dimensions!");
  EXPECT_ERROR(fg::gradient(x, {q, q}, std::nullopt),
               "torch.gradient: dim 0 has 4 elements, and its spacing 5");
  EXPECT_ERROR(fg::gradient(fg::ones({4}, fg::kByte)), "torch.gradient does not support uint8 input.");
  EXPECT_TRUE(fg::gradient(fg::tensor(3.0f)).empty());
}

TEST_F(Gradients, TensorsAsMatrices) {
  const Tensor a = in("a"), b = in("b");
  check("tensorinv", fg::linalg_tensorinv(a));
  check("tensorinv.1", fg::linalg::tensorinv(a.reshape({6, 3, 2}), 1));
  check("tensorsolve", fg::linalg_tensorsolve(a, b));
  check("tensorsolve.dims", fg::linalg::tensorsolve(a.permute({2, 0, 1}), b, fg::IntArrayRef(0)));
  EXPECT_ERROR(fg::linalg_tensorinv(a, 0), "Expected a strictly positive integer for 'ind', but got 0");
  EXPECT_ERROR(fg::linalg_tensorinv(a, 1),
               "prod(self.shape[ind:]) == prod(self.shape[:ind]), but got 18 != 2");
  EXPECT_ERROR(fg::linalg_tensorinv(a, 3),
               "prod(self.shape[ind:]) == prod(self.shape[:ind]), but got 1 != 36");
  EXPECT_ERROR(fg::linalg_tensorsolve(a, b[0]),
               "prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got 18 != 2");
}

TEST_F(Gradients, HouseholderProducts) {
  const Tensor h = in("h"), t = in("t");
  check("householder", fg::linalg_householder_product(h, t));
  check("householder.fewer", fg::linalg_householder_product(h[0], t[0].slice(0, 0, 2)));
  const Tensor q = fg::linalg::householder_product(in("geqrf"), in("scales"));
  check("householder.geqrf", q);
  EXPECT_TRUE(fg::allclose(fg::matmul(q.t(), q), fg::eye(3, fg::kDouble), 1e-12, 1e-12));
  const std::string name = "torch.linalg.householder_product: ";
  EXPECT_ERROR(fg::linalg_householder_product(t[0], t[0]), name + "input must have at least 2 dimensions.");
  EXPECT_ERROR(fg::linalg_householder_product(h.mT(), t),
               name + "input.shape[-2] must be greater than or equal to input.shape[-1]");
  EXPECT_ERROR(fg::linalg_householder_product(h, fg::ones({2, 4}, fg::kDouble)),
               name + "input.shape[-1] must be greater than or equal to tau.shape[-1]");
  EXPECT_ERROR(fg::linalg_householder_product(h, t[0]),
               name + "Expected tau to have one dimension less than input, but got tau.ndim equal to 1 and "
                      "input.ndim is equal to 3");
  EXPECT_ERROR(fg::linalg_householder_product(h, fg::ones({3, 3}, fg::kDouble)),
               name + "Expected batch dimensions of tau to be equal to input.shape[:-2], but got [3]");
  EXPECT_ERROR(fg::linalg_householder_product(h, t.to(fg::kFloat)),
               name + "tau dtype Float does not match input dtype Double");
}
