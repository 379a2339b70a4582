// The forms in which LibTorch code calls the API: that they compile is most of the test.
#include <fullgraph/dlpack.h>
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>

#include <gtest/gtest.h>
#include <sstream>
#include <string>

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif

namespace torch = fg;
namespace at = fg;
using namespace torch::indexing;
namespace {
struct Layer {
  torch::Tensor w, b;
  torch::Tensor forward(const torch::Tensor &x) const { return torch::relu(torch::linear(x, w, b)); }
};
} // namespace

TEST(Api, CodeOfLibTorchCompiles) {
  torch::NoGradGuard guard;
  torch::InferenceMode mode(true);
  torch::manual_seed(1);
  auto opts = torch::TensorOptions().dtype(torch::kFloat32).device(torch::kCPU).requires_grad(false);
  auto x = torch::randn({4, 8}, opts), y = torch::ones_like(x), z = torch::zeros({4, 8}, torch::kFloat);
  x = x.to(torch::kCPU)
          .to(torch::kCPU, torch::kDouble)
          .to("cpu")
          .to(x.device())
          .to(x.options())
          .to(torch::kFloat)
          .to(y)
          .type_as(y);
  auto s = x.sum(), s1 = x.sum(1), s2 = x.sum({0, 1}), s3 = x.sum(-1, true),
       s4 = torch::sum(x, {1}, false, torch::kDouble), s5 = x.sum(torch::kDouble);
  auto m = x.mean(), m1 = x.mean({0}), m2 = torch::mean(x, 1, true), v = x.var(0), sd = x.std(1, false),
       sd2 = x.std(0, true, true);
  auto [mx, ix] = x.max(1);
  auto [mn, in] = torch::min(x, 0, true);
  auto am = x.argmax(1), am2 = torch::argmax(x), a3 = x.argmax(-1, true);
  auto c = torch::cat({x, y}, 1), st = torch::stack({x, y}), c2 = torch::cat({x, y, z}, 0);
  std::vector<torch::Tensor> list;
  list.push_back(x);
  list.push_back(y);
  auto c3 = torch::cat(list, -1);
  auto q = torch::clamp(x, -1, 1), q1 = x.clamp(0.0), q2 = x.clamp_min(0),
       q3 = torch::clamp(x, std::nullopt, 3), q4 = x.clamp(y, torch::nullopt);
  auto w = torch::where(x > 0, x, y), w1 = torch::where(x > 0, 1.0, x), w2 = torch::where(x > 0, x, 0.0);
  auto p = x.pow(2) + torch::pow(2.0, x) + torch::pow(x, y), d = torch::div(x, y, "floor"), d1 = x.div(2),
       d2 = x / 2;
  auto e = torch::softmax(x, 1) + torch::log_softmax(x, -1) + x.softmax(-1);
  auto i1 = x.index({Slice(), Slice(None, 3)}), i2 = x[0][1], i3 = x.index({0, Ellipsis}),
       i4 = x.index({Slice(1, None, 2), -1});
  x.index_put_({Slice(), 0}, 1.0);
  x.index_put_({0}, torch::zeros({8}));
  x[0] = 5;
  x.index({1}) = y[1];
  auto f = torch::full({2, 3}, 1.5), f1 = torch::full({2}, 7, torch::kLong), f2 = torch::full_like(x, 2),
       f3 = torch::full_like(x, 2, torch::kInt), f4 = torch::zeros_like(x, torch::kLong);
  auto a = torch::arange(10), a1 = torch::arange(0, 10, 2), a2 = torch::arange(0, 1, 0.1, torch::kFloat),
       ey = torch::eye(3), ey2 = torch::eye(3, torch::kDouble), ey3 = torch::eye(2, 3);
  auto t = torch::tensor({1.f, 2.f}), t1 = torch::tensor(3),
       t2 = torch::tensor({{1, 2}, {3, 4}}, torch::kFloat), t3 = torch::tensor(std::vector<float>{1, 2}),
       t4 = torch::tensor({1, 2}, torch::dtype(torch::kInt));
  auto r = x.view({-1}), r1 = x.reshape({2, -1}), r2 = x.permute({1, 0}), r3 = x.transpose(0, 1).contiguous(),
       r4 = x.unsqueeze(0).expand({3, -1, -1}).squeeze(), r5 = x.flatten(), r6 = x.narrow(1, 0, 2),
       r7 = x.repeat({2, 1}), r8 = x.view_as(y);
  auto sp = x.split(2, 0);
  auto ch = x.chunk(2, 1);
  auto ub = x.unbind(0);
  auto sw = x.split_with_sizes({3, 5}, 1);
  auto sp2 = torch::split(x, {1, 3}, 0);
  x += 1;
  x -= y;
  x *= 2.0;
  x /= y;
  x.add_(y, 0.5).mul_(2).clamp_(-1, 1).zero_();
  x.copy_(y);
  torch::relu_(x);
  x.fill_(2);
  auto g = x.gather(1, torch::zeros({4, 1}, torch::kLong)), g1 = x.index_select(0, torch::tensor({0, 1})),
       em = torch::embedding(x, torch::tensor({0, 1})), mf = x.masked_fill(x > 0, 0),
       mf2 = x.masked_fill(x > 0, -1e9);
  auto mm = torch::mm(x, y.t()), mm1 = x.matmul(y.t()), mm2 = torch::addmm(torch::zeros({4}), x, y.t()),
       mm3 = torch::bmm(x.unsqueeze(0), y.t().unsqueeze(0));
  auto im = torch::randn({1, 3, 8, 8});
  auto k = torch::randn({4, 3, 3, 3});
  auto cv = torch::conv2d(im, k), cv1 = torch::conv2d(im, k, torch::zeros({4}), 1, 1),
       cv2 = torch::conv2d(im, k, {}, {1, 1}, {1, 1}, {1, 1}, 1), cv3 = torch::conv2d(im, k, {}, 1, "same");
  auto mp = torch::max_pool2d(im, 2), mp1 = torch::max_pool2d(im, {2, 2}, {2, 2}, 1),
       ap = torch::avg_pool2d(im, 2), ad = torch::adaptive_avg_pool2d(im, {1, 1});
  auto ln = torch::layer_norm(x, {8}), ge = torch::gelu(x), ge2 = torch::gelu(x, "tanh"),
       lr = torch::leaky_relu(x, 0.2), el = torch::elu(x), dr = torch::dropout(x, 0.5, false);
  float val = s.item<float>();
  int64_t n = x.size(0);
  auto sizes = x.sizes();
  bool b = (x > 0).any().item<bool>();
  double dv = x[0][0].item().toDouble();
  auto acc = x.accessor<float, 2>();
  acc[0][0] = 1;
  float *ptr = x.data_ptr<float>();
  ptr[1] = 2;
  auto bl = torch::from_blob(ptr, {4, 8}, torch::kFloat).clone(),
       bl2 = torch::from_blob(ptr, {2, 2}, [](void *) {});
  Layer layer{torch::randn({5, 8}), torch::zeros({5})};
  std::optional<torch::Tensor> maybe;
  if (!maybe)
    maybe = layer.forward(x);
  std::string mode2 = "tanh";
  auto ge3 = torch::gelu(x, mode2);
  EXPECT_TRUE(x.dtype() == torch::kFloat && x.device().is_cpu() && x.scalar_type() == at::kFloat);
  EXPECT_EQ(sizes, torch::IntArrayRef({4, 8}));
  EXPECT_EQ(maybe->sizes(), torch::IntArrayRef({4, 5}));
  EXPECT_TRUE(torch::gelu(x, "tanh").equal(ge3));
  EXPECT_EQ(ix.dtype(), torch::kLong);
  EXPECT_EQ(mn.sizes(), torch::IntArrayRef({1, 8}));
  EXPECT_EQ(cv3.sizes(), torch::IntArrayRef({1, 4, 8, 8}));
  EXPECT_EQ(mp1.sizes(), torch::IntArrayRef({1, 3, 5, 5}));
  EXPECT_EQ(w2.sizes(), sizes);
  EXPECT_EQ(sp.size() + ch.size() + ub.size() + sw.size() + sp2.size(), 2u + 2 + 4 + 2 + 2);
  EXPECT_EQ(i4.sizes(), torch::IntArrayRef({2}));
  EXPECT_EQ(t4.dtype(), torch::kInt);
  EXPECT_EQ(f1.dtype(), torch::kLong);
  EXPECT_EQ(n, 4);
  EXPECT_TRUE(b);
  EXPECT_EQ(mf2.max().item<float>(), -1e9f);
}
