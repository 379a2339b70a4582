// The functions that are compositions, against results stored from PyTorch 2.13 (composites_reference.py).
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace fg;

namespace {

class Composites : public testing::Test {
protected:
  std::map<std::string, Tensor> stored =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/composites_reference.safetensors");

  Tensor in(const std::string &name) { return stored.at("in." + name); }

  /// Same dtype and sizes; floats within `tolerance`, relative to magnitudes above 1.
  void check(const std::string &name, const Tensor &actual, double tolerance = 2e-6) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(stored.count("out." + name));
    const Tensor expected = stored.at("out." + name);
    stored.erase("out." + name);
    EXPECT_EQ(actual.dtype(), expected.dtype());
    ASSERT_EQ(actual.sizes().vec(), expected.sizes().vec());
    const Tensor a = actual.to(kDouble).contiguous(), e = expected.to(kDouble).contiguous();
    for (int64_t i = 0; i < a.numel(); ++i) {
      const double x = a.data_ptr<double>()[i], y = e.data_ptr<double>()[i];
      if (std::isfinite(y))
        EXPECT_NEAR(x, y, tolerance * std::max(1.0, std::fabs(y))) << "at " << i;
      else
        EXPECT_TRUE(std::isnan(y) ? std::isnan(x) : x == y) << "at " << i << ": " << x << ", not " << y;
    }
  }
  void checkPair(const std::string &name, const std::tuple<Tensor, Tensor> &actual) {
    check(name + ".0", std::get<0>(actual));
    check(name + ".1", std::get<1>(actual));
  }
};

} // namespace

TEST_F(Composites, AsPyTorch) {
  const Tensor x = in("x"), m = in("m"), n = in("n"), v = in("v"), u = in("u"), c6 = in("c6"), d6 = in("d6");
  const Tensor special = in("special"), i = in("i"), k = in("k"), kb = in("kb"), w45 = in("w45");
  const double inf = std::numeric_limits<double>::infinity();
  check("selu", selu(m));
  check("celu", celu(m, 0.7));
  check("softsign", softsign(m));
  check("tanhshrink", tanhshrink(m));
  check("hardshrink", hardshrink(special));
  check("softshrink", softshrink(special));
  check("prelu.one", prelu(x, tensor({0.3})));
  check("prelu.channels", prelu(x, d6));
  check("glu", glu(x, 1));
  check("layer_norm", layer_norm(x, {5, 4}, w45, w45 * 2, 1e-3));
  check("layer_norm.plain", layer_norm(m, {7}));
  check("layer_norm.bf16", layer_norm(in("h"), {8}), 8e-3);
  check("batch_norm", batch_norm(x, d6, c6, d6, c6, false, 0.1, 1e-3, true));
  check("batch_norm.plain", batch_norm(x, nullopt, nullopt, d6, c6, false, 0.1, 1e-5, true));
  check("group_norm", group_norm(x, 3, d6, c6));
  check("conv2d", conv2d(x, k, kb, {2, 1}, {1, 0}, {1, 2}, 2));
  check("conv2d.unbatched", conv2d(x[0], k, {}, 1, 1, 1, 2));
  check("conv2d.same", conv2d(x, k, kb, 1, "same", 1, 2));
  check("conv2d.valid", conv2d(x, k, kb, 1, "valid", 1, 2));
  check("conv1d", conv1d(x.select(3, 0), in("k1"), kb, 2, 1));
  check("max_pool1d", max_pool1d(x[0], 2));
  check("avg_pool1d", avg_pool1d(x[0], 3, 1, 1));
  check("adaptive.1", adaptive_avg_pool2d(x, 1));
  check("adaptive.even", adaptive_avg_pool2d(x, {5, 2}));
  check("adaptive.odd", adaptive_avg_pool2d(x, {3, 3}));
  check("one_hot", one_hot(i.abs(), 10));
  check("addmm", addmm(in("b"), m, n, 0.5, 2));
  check("addmm.nan", addmm(in("b") * NAN, m, n, 0));
  check("baddbmm", baddbmm(ones({5}), in("b1"), in("b2"), 1, -1));
  check("addmv", addmv(u, m, v));
  check("mv", mv(m, v));
  check("dot", dot(v, v));
  check("outer", outer(u, v));
  checkPair("max.dim", special.max(1));
  checkPair("min.dim", special.min(0, true));
  check("max", special.max());
  check("var", m.var());
  check("var.dim", m.var(0, false, true));
  check("std.dim", m.std({0, 1}, Scalar(2)));
  check("std", m.std(false));
  check("norm.0", m.norm(0));
  check("norm.1", m.norm(1));
  check("norm.2", m.norm());
  check("norm.3", m.norm(3));
  check("norm.inf", m.norm(inf));
  check("norm.-inf", m.norm(-inf));
  check("norm.dim", norm(m, 2, 1, true));
  check("logsumexp", special.slice(0, 1).logsumexp(1));
  check("logsumexp.int", i.logsumexp({0, 1}));
  check("clamp_min", m.clamp_min(0.1));
  check("clamp_max", m.clamp_max(0.1));
  check("floor_divide", i.floor_divide(4));
  check("rsub", i.rsub(2.5, 2));
  check("isclose", isclose(special, special + 1e-6, 1e-5, 1e-8, true));
  check("tril", x.tril(-1));
  check("triu", x.triu(1));
  check("repeat", m.repeat({2, 1, 3}));
  check("stack", stack({m, m + 1}, -1));
  check("linspace", linspace(-1, 2, 7));
  check("linspace.int", linspace(0, 10, 4, kLong));
  check("sum.int", i.sum());
  check("mean.dtype", i.mean(0, false, kDouble));
  check("rtruediv", 2 / m);
  check("movedim", x.movedim({0, 1}, {2, 0}));
  check("flatten", x.flatten(1, 2));
  const Tensor gi = in("gi"), gh = in("gh"), gw = in("gw"), gr = in("gr"), gb = in("gb");
  check("atleast.0", atleast_3d(u.sum()));
  check("atleast.1", atleast_2d(u));
  check("atleast.2", atleast_3d(m));
  check("atleast.3", atleast_3d(u));
  check("hstack", hstack({m, m * 2}));
  check("hstack.1", hstack({u, v, u.sum()}));
  check("vstack", vstack({m, v}));
  check("row_stack", row_stack({v, v + 1}));
  check("dstack", dstack({u, u * 2}));
  check("column_stack", column_stack({u, m, u.exp()}));
  check("cartesian_prod", cartesian_prod({u, v, c6}));
  check("cartesian_prod.1", cartesian_prod({u}));
  check("tensor_split.0", m.tensor_split(3, 1)[0]);
  check("tensor_split.2", m.tensor_split(3, 1)[2]);
  check("tensor_split.more", v.tensor_split(9)[8]);
  check("tensor_split.at", m.tensor_split({1, 4}, 1)[1]);
  check("tensor_split.end", m.tensor_split({1, -2}, 0)[2]);
  check("hsplit", hsplit(x, 3)[1]);
  check("hsplit.1", v.hsplit({2, 5})[2]);
  check("vsplit", x.vsplit(2)[1]);
  check("dsplit", x.dsplit({1, 3})[1]);
  check("moveaxis", x.moveaxis(1, -1));
  check("moveaxis.2", moveaxis(x, {0, 1}, {2, 0}));
  check("select_scatter", m.select_scatter(u, 1, -2));
  check("slice_scatter", m.slice_scatter(m.slice(1, 1, 4) * 2, 1, 2, 7, 2));
  check("fill_diagonal_", m.clone().fill_diagonal_(3));
  check("fill_diagonal_.wrap", n.clone().fill_diagonal_(-1, true));
  check("fill_diagonal_.tall", n.clone().fill_diagonal_(-1));
  check("fill_diagonal_.3", zeros({3, 3, 3}).fill_diagonal_(1));
  check("bartlett_window", bartlett_window(7));
  check("bartlett_window.whole", bartlett_window(8, false));
  check("blackman_window", blackman_window(7));
  check("hamming_window", hamming_window(6, false, 0.6, 0.4));
  check("hann_window", hann_window(9));
  check("hann_window.f64", hann_window(4, true, kDouble));
  check("hann_window.0", hann_window(0));
  check("hann_window.1", hann_window(1));
  check("sinc", sinc(special * 0.25));
  check("sinc.int", i.sinc());
  check("signbit", signbit(special * -1));
  check("signbit.int", i.signbit());
  check("logaddexp2", logaddexp2(special, special * -0.5));
  check("logaddexp2.same", special.logaddexp2(special));
  check("ldexp", ldexp(m, (v * 3).to(kInt)));
  check("isneginf", isneginf(special));
  check("isposinf", special.isposinf());
  check("isposinf.int", i.isposinf());
  check("isreal", special.isreal());
  check("isin", isin(i, i[0] + 1));
  check("isin.invert", isin(i, 3, false, true));
  check("trapezoid", trapezoid(m));
  check("trapezoid.dx", trapezoid(m, 0.5, 0));
  check("trapezoid.x", trapezoid(m, u, 0));
  check("trapezoid.xx", trapezoid(m, m.exp()));
  check("trapz", trapz(v, v * v));
  check("trapz.dx", trapz(m, 2.0, 0));
  check("cumulative_trapezoid", cumulative_trapezoid(m, 3, 1));
  check("cumulative_trapezoid.x", cumulative_trapezoid(x, c6, 1));
  check("cov", m.cov());
  check("cov.vector", v.cov(0));
  check("cov.int", i.cov());
  check("corrcoef", m.corrcoef());
  check("corrcoef.vector", v.corrcoef());
  check("addbmm", addbmm(ones({3, 5}), in("b1"), in("b2"), 0.5, 2));
  check("addbmm.nan", (ones({3, 5}) * NAN).addbmm(in("b1"), in("b2"), 0));
  check("linalg_vecdot", linalg_vecdot(m, v));
  check("linalg_diagonal", linalg_diagonal(x, 1));
  check("linalg_matrix_power", linalg_matrix_power(matmul(m, m.t()) * 0.1, 3));
  check("linalg_multi_dot", linalg_multi_dot({u, m, n}));
  check("linalg_matmul", linalg_matmul(m, n));
  check("rnn_tanh_cell",
        rnn_tanh_cell(gi, gh, gw.slice(0, 0, 3), gr.slice(0, 0, 3), gb.slice(0, 0, 3), gb.slice(0, -3)));
  check("rnn_relu_cell", rnn_relu_cell(gi, gh, gw.slice(0, 0, 3), gr.slice(0, 0, 3)));
  check("gru_cell",
        gru_cell(gi, gh, gw.slice(0, 0, 9), gr.slice(0, 0, 9), gb.slice(0, 0, 9), gb.slice(0, 3)));
  checkPair("lstm_cell", lstm_cell(gi, {gh, gh * 2}, gw, gr, gb, gb * 2));
  check("quantile", quantile(m, 0.3));
  check("quantile.dim", quantile(m, 0.6, 1, true));
  check("quantile.keep", quantile(m, 0.6, std::nullopt, true));
  check("quantile.several", quantile(x, tensor({0.1, 0.5, 1.0}), 2));
  check("quantile.several.keep", quantile(x, tensor({0.1, 0.5}), -1, true));
  check("quantile.lower", quantile(m, 0.4, 0, false, "lower"));
  check("quantile.higher", quantile(m, 0.4, 0, false, "higher"));
  check("quantile.midpoint", quantile(m, 0.4, 1, false, "midpoint"));
  check("quantile.nearest", quantile(m, 0.4, 1, false, "nearest"));
  check("quantile.nan", quantile(special, 0.5, 1));
  check("nanquantile", nanquantile(special, 0.25, 1));
  check("nanquantile.all", nanquantile(special, tensor({0.25, 0.5})));
  for (const auto &[name, tensor] : stored)
    EXPECT_EQ(name.substr(0, 3), "in.") << "is not computed here: " << name;
}

TEST_F(Composites, JoiningErrors) {
  const auto text = [](auto &&call) -> std::string {
    try {
      call();
    } catch (const Error &error) {
      return error.what();
    }
    return "";
  };
  const Tensor m = in("m"), u = in("u");
  const auto holds = [&](auto &&call, const char *part) {
    EXPECT_NE(text(call).find(part), std::string::npos) << text(call);
  };
  holds([&] { (void)hstack({}); }, "hstack expects a non-empty TensorList");
  holds([&] { (void)cartesian_prod({u, m}); }, "Expect a 1D vector, but got shape [5, 7]");
  holds([&] { (void)m.tensor_split(0); }, "number of sections must be larger than 0, got 0");
  holds([&] { (void)m.hsplit(2); },
        "torch.hsplit attempted to split along dimension 1, but the size of the dimension 7 is "
        "not divisible by the split_size 2!");
  holds([&] { (void)u.vsplit(1); },
        "torch.vsplit requires a tensor with at least 2 dimensions, but got a tensor with 1");
  holds([&] { (void)m.select_scatter(m, 0, 1); }, "expected src to have a size equal to the slice of self");
  holds([&] { u.clone().fill_diagonal_(1); }, "dimensions must larger than 1");
  holds([&] { (void)in("x").cov(); },
        "expected input to have two or fewer dimensions but got an input with 4 dimensions");
  holds([&] { (void)trapezoid(m, u, 1); }, "There must be one `x` value for each sample point");
  holds([&] { (void)quantile(m, 1.5); }, "quantile() q must be in the range [0, 1] but got 1.5");
  holds([&] { (void)quantile(in("i"), 0.5); },
        "quantile() input tensor must be either float or double dtype");
  holds([&] { (void)linalg_multi_dot({m}); }, "multi_dot(): expected at least 2 tensors but got 1");
}

TEST_F(Composites, ConvolutionPaddingIsNotTakenForText) {
  const Tensor x = zeros({1, 1, 4, 4}), w = zeros({1, 1, 3, 3});
  EXPECT_EQ(conv2d(x, w, {}, 1, 0).size(2), 2);
  EXPECT_EQ(conv2d(x, w, {}, {1, 1}, {0, 0}).size(2), 2);
  EXPECT_EQ(conv2d(x, w, {}, 1, {1}).size(2), 4);
}

TEST_F(Composites, Errors) {
  const Tensor x = in("x"), m = in("m");
  const Tensor one = ones({6});
  EXPECT_THROW(batch_norm(x, {}, {}, one, one, true, 0.1, 1e-5, true), Error);
  EXPECT_THROW(batch_norm(x, {}, {}, {}, {}, false, 0.1, 1e-5, true), Error);
  EXPECT_THROW(batch_norm(x, {}, {}, ones({5}), one, false, 0.1, 1e-5, true), Error);
  EXPECT_THROW(layer_norm(m, {5}), Error);
  EXPECT_THROW(layer_norm(m, {7}, ones({6})), Error);
  EXPECT_THROW(glu(m), Error);
  EXPECT_THROW(mv(m, in("u")), Error);
  EXPECT_THROW(dot(in("u"), in("v")), Error);
  EXPECT_THROW(conv2d(m, m), Error);
  EXPECT_THROW(conv2d(x, in("k"), {}, 2, "same", 1, 2), Error);
  EXPECT_THROW(stack({m, in("n")}), Error);
  EXPECT_THROW(dropout(m, 1.5, true), Error);
  EXPECT_TRUE(dropout(m, 0.5, false).is_same(m));
  EXPECT_THROW(in("i").norm(), Error);
}
