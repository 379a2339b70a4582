// The functions that are compositions, against results stored from PyTorch 2.13 (composites_reference.py).
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>
#include <fullgraph/nn.h>

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
  void bags();
  void specialFunctions();
  void places();
  void losses();
  void decompositions();
  void fourier();
  void otherForms();
  void checkPair(const std::string &name, const std::tuple<Tensor, Tensor> &actual) {
    check(name + ".0", std::get<0>(actual));
    check(name + ".1", std::get<1>(actual));
  }
};

void Composites::bags() {
  namespace F = nn::functional;
  const Tensor table = in("bag_table"), indices = in("bag_indices"), offsets = in("bag_offsets");
  const Tensor rows = in("bag_rows"), weights = in("bag_weights");
  for (const auto &[name, mode] : {std::pair("sum", kSum), {"mean", kMean}, {"max", kMax}}) {
    const std::string bag = std::string("bag.") + name;
    const F::EmbeddingBagFuncOptions options = F::EmbeddingBagFuncOptions().mode(mode);
    auto with = options;
    check(bag, F::embedding_bag(indices, table, with.offsets(offsets)));
    check(bag + ".padding", F::embedding_bag(indices, table, with.padding_idx(1)));
    with = options;
    check(bag + ".rows", F::embedding_bag(rows, table, with));
    check(bag + ".rows.padding", F::embedding_bag(rows, table, with.padding_idx(-4)));
    with = options;
    nn::EmbeddingBag module(
        nn::EmbeddingBagOptions(6, 3)._weight(table).mode(mode).include_last_offset(true));
    check(bag + ".last", module->forward(indices, tensor({0, 2, 2, 6}, kLong)));
  }
  check("bag.weights", std::get<0>(embedding_bag(table, indices, offsets, false, 0, false, weights)));
  const auto sum = F::EmbeddingBagFuncOptions().mode(kSum).per_sample_weights(weights.view({2, 3}));
  check("bag.weights.rows", F::embedding_bag(rows, table, sum));
  check("bag.bf16",
        F::embedding_bag(indices, table.to(kBFloat16), F::EmbeddingBagFuncOptions().offsets(offsets)), 8e-3);
  check("bag.i32",
        F::embedding_bag(indices.to(kInt), table, F::EmbeddingBagFuncOptions().offsets(offsets.to(kInt))));
  check("bag.max_norm", F::embedding_bag(rows, table.clone(), F::EmbeddingBagFuncOptions().max_norm(1.0)));
  const auto all = embedding_bag(table, indices, offsets, false, 1);
  check("bag.all.0", std::get<0>(all));
  check("bag.all.1", std::get<1>(all));
  check("bag.all.2", std::get<2>(all));
  check("bag.all.3", std::get<3>(all));
}

void Composites::specialFunctions() {
  const Tensor s = in("s"), i = in("i"), c6 = in("c6"), m = in("m"), j = in("gj").to(kInt);
  using Function = Tensor (*)(const Tensor &);
  for (const auto &[name, function] :
       std::initializer_list<std::pair<std::string, Function>>{{"gammaln", special::gammaln},
                                                               {"psi", special::psi},
                                                               {"erfcx", special::erfcx},
                                                               {"i0e", special::i0e},
                                                               {"ndtr", special::ndtr},
                                                               {"ndtri", special::ndtri},
                                                               {"log_ndtr", special::log_ndtr},
                                                               {"entr", special::entr}}) {
    check("special." + name, function(s), 4e-6);
    check("special." + name + ".f64", function(s.to(kDouble)), 1e-12);
  }
  check("special.ndtr.i", special_ndtr(i));
  check("special.entr.i", special_entr(i.abs()));
  check("special.log_ndtr.i", special_log_ndtr(i));
  check("special.xlog1py", special::xlog1py(s, m[0][0].abs() * s.abs()));
  check("special.xlog1py.number", special::xlog1py(0, s));
  check("special.xlog1py.int", special_xlog1py(i, 3));
  check("special.multigammaln", special::multigammaln(c6 + 2, 3));
  check("mvlgamma.int", mvlgamma(i.abs() + 2, 2));
  check("round.2", (m * 100).round(2));
  check("round.-1", special::round(m * 100, -1));
  check("gcd", gcd(i, j));
  check("lcm", i.lcm(j));
  check("lcm.0", lcm(i, i - i));
}

/// Aliases, forms in place and as methods, resampling and grids in other ranks.
void Composites::otherForms() {
  const Tensor m = in("m"), n = in("n"), b = in("b"), u = in("u"), v = in("v"), i = in("i"), c6 = in("c6"),
               x = in("x"), b1 = in("b1"), th = in("theta");
  check("greater_equal", greater_equal(m, 0.2));
  check("less_equal", m.less_equal(m.flip({0})));
  check("arccosh", arccosh(c6 + 1));
  check("arcsinh", arcsinh(m));
  check("arctanh", arctanh(m * 0.2));
  check("concatenate", concatenate({m, m * 2}, -1));
  check("multiply_", m.clone().multiply_(2).divide_(m.abs() + 1).subtract_(m, 3));
  check("floor_divide_", i.clone().floor_divide_(4));
  check("clip_", m.clone().clip_(-0.5, 0.5));
  check("nan_to_num_", in("special").clone().nan_to_num_(1.5));
  check("addmm_", b.clone().addmm_(m, n, 0.5, 2));
  check("addmv_", u.clone().addmv_(m, v));
  check("baddbmm_", ones({2, 3, 5}).baddbmm_(b1, in("b2"), 1, -1));
  check("deg2rad", m.deg2rad());
  check("rad2deg", i.rad2deg());
  check("sgn", m.sgn());
  check("argwhere", (m > 0).argwhere());
  check("prelu.method", x.prelu(in("d6")));
  const auto runs = std::get<0>(i.abs().flatten().sort()).unique_consecutive(true, true);
  check("unique_consecutive.method.0", std::get<0>(runs));
  check("unique_consecutive.method.1", std::get<1>(runs));
  check("unique_consecutive.method.2", std::get<2>(runs));
  Tensor written = m.clone();
  check("selu_", selu_(written));
  written = m.clone();
  check("celu_", celu_(written, 0.7));
  check("cholesky_inverse", cholesky_inverse(cholesky(m.matmul(m.t()))), 2e-5);
  check("cholesky_inverse.upper", cholesky_inverse((m.slice(1, 0, 5).tril() + eye(5) * 3).t(), true), 2e-5);
  check("kaiser_window", kaiser_window(7));
  check("kaiser_window.whole", kaiser_window(8, false, 5.5, kDouble), 1e-12);
  check("kaiser_window.1", kaiser_window(1));
  check("kaiser_window.0", kaiser_window(0));
  check("upsample_linear1d", upsample_linear1d(b1, 7, false));
  check("upsample_linear1d.scale", upsample_linear1d(b1, 6, false, 1.6));
  check("upsample_linear1d.corners", upsample_linear1d(b1, 3, true));
  const Tensor volume = x.unsqueeze(0);
  check("upsample_nearest3d", upsample_nearest3d(volume, {9, 3, 7}));
  check("upsample_nearest3d.scale", upsample_nearest3d(volume, {9, 6, 2}, 1.6, 1.3, 0.6));
  check("upsample_trilinear3d", upsample_trilinear3d(volume, {9, 3, 7}, false));
  check("upsample_trilinear3d.scale", upsample_trilinear3d(volume, {9, 6, 2}, false, 1.6, 1.3, 0.6));
  check("upsample_trilinear3d.corners", upsample_trilinear3d(volume, {2, 6, 1}, true));
  const Tensor plane = th.slice(1, 0, 2).slice(2, 0, 3);
  check("affine_grid_generator", affine_grid_generator(plane, {2, 1, 4, 5}, false));
  check("affine_grid_generator.1", affine_grid_generator(plane, {2, 1, 1, 3}, false));
  check("affine_grid_generator.5", affine_grid_generator(th, {2, 1, 3, 2, 4}, true));
  check("affine_grid.5", fg::detail::affine_grid(th, {2, 1, 3, 1, 4}));
  check("pad_sequence", pad_sequence({m, m.slice(0, 0, 2), m.slice(0, 0, 4)}, false, 1.5));
  check("pad_sequence.batch", pad_sequence({v.slice(0, 0, 3), v, v.slice(0, 0, 0)}, true));
  check("pad_sequence.left", pad_sequence({i, i.slice(0, 1)}, true, -1, "left"));
}

void Composites::places() {
  const Tensor m = in("m"), x = in("x"), u = in("u"), i = in("i"), mo = in("mo"), nm = in("nm");
  for (const auto &[row, col, offset] : std::initializer_list<std::array<int64_t, 3>>{
           {3, 4, 0}, {3, 4, -1}, {4, 3, 2}, {3, 3, -5}, {2, 5, 9}, {0, 3, 0}, {5, 2, -2}}) {
    const std::string where =
        "_indices." + std::to_string(row) + "." + std::to_string(col) + "." + std::to_string(offset);
    check("tril" + where, tril_indices(row, col, offset));
    check("triu" + where, triu_indices(row, col, offset));
  }
  checkPair("mode", mo.mode());
  checkPair("mode.0", mo.to(kFloat).mode(0, true));
  checkPair("mode.negative", fg::mode(-mo, 1));
  check("nanmedian", nm.nanmedian());
  checkPair("nanmedian.1", nm.nanmedian(1));
  check("nanmedian.0", std::get<0>(nm.index_select(1, tensor({0, 2, 3}, kLong)).nanmedian(0, true)));
  checkPair("nanmedian.int", mo.nanmedian(1, true));
  check("combinations", combinations(u));
  check("combinations.again", combinations(u, 2, true));
  check("combinations.3", combinations(u, 3));
  check("combinations.3.again", combinations(u, 3, true));
  check("combinations.1", combinations(u, 1));
  check("combinations.0", combinations(u, 0));
  check("combinations.many", combinations(u, 6));
  check("renorm", renorm(m, 2, 0, 1.5));
  check("renorm.1", x.renorm(1, 2, 3.0));
  check("renorm.inf", m.renorm(INFINITY, 1, 0.5));
  check("pdist.0", pdist(m, 0));
  check("pdist.1", pdist(m, 1));
  check("pdist.2", pdist(m));
  check("pdist.3.5", pdist(m, 3.5));
  check("pdist.inf", pdist(m, INFINITY));
  check("pdist.one", pdist(m.slice(0, 0, 1)));
  check("vander", vander(u));
  check("vander.rising", vander(u, 3, true));
  check("vander.int", vander(i[0]));
  check("vander.0", vander(u, 0));
  check("vander.1", vander(u, 1));
  check("linalg_vander", linalg_vander(m, 4));
}

void Composites::losses() {
  const Tensor lp = in("lp"), targets = in("tg");
  check("ctc.none", ctc_loss(lp, targets, {6, 5, 6}, {3, 2, 3}, 0, Reduction::None));
  check("ctc.mean", ctc_loss(lp, targets, {6, 5, 6}, {3, 2, 3}));
  check("ctc.sum", ctc_loss(lp, targets, {6, 5, 6}, {3, 2, 3}, 0, Reduction::Sum));
  const Tensor lengths = tensor({6, 5, 2}, kLong), each = tensor({3, 2, 3}, kLong);
  check("ctc.infinite", ctc_loss(lp, targets, lengths, each, 0, Reduction::None));
  nn::CTCLoss loss(nn::CTCLossOptions().reduction(kNone).zero_infinity(true));
  check("ctc.zero", loss(lp, targets, lengths, each));
  check("ctc.joined", ctc_loss(lp, tensor({1, 2, 2, 3, 3, 4}, kLong), tensor({6, 5, 6}, kLong),
                               tensor({3, 2, 1}, kLong), 0, Reduction::None));
  check("ctc.blank", ctc_loss(lp.to(kDouble), targets, {6, 5, 6}, {1, 0, 3}, 0, Reduction::None), 1e-12);
  const Tensor one = lp.select(1, 0);
  check("ctc.one", ctc_loss(one, targets[0], tensor(6, kLong), tensor(3, kLong)));
  check("ctc.one.none", nn::functional::ctc_loss(one, targets[0], tensor({6}, kLong), tensor({3}, kLong),
                                                 nn::CTCLossOptions().reduction(kNone)));
}

/// Signs of eigenvectors and singular vectors are free: PyTorch's are not stored, but what they must satisfy
/// is tested in DecompositionsHold. QR has LAPACK's signs.
void Composites::decompositions() {
  const Tensor m = in("m"), x = in("x"), n = in("n"), v = in("v"), b = in("b"), sy = in("sy"),
               low = in("low");
  for (const auto &[name, a] :
       std::initializer_list<std::pair<std::string, Tensor>>{{"tall", m.t()}, {"wide", m}, {"batch", x}}) {
    checkPair("qr." + name + ".reduced", linalg_qr(a));
    checkPair("qr." + name + ".complete", linalg::qr(a, "complete"));
    check("qr." + name + ".r", std::get<1>(linalg_qr(a, "r")));
    check("svdvals." + name, linalg_svdvals(a));
    check("pinv." + name, linalg_pinv(a), 1e-5);
    check("rank." + name, linalg_matrix_rank(a));
  }
  check("svdvals.low", linalg_svdvals(low.to(kDouble)).slice(0, 0, 2), 1e-12);
  check("pinv.low", linalg_pinv(low, std::nullopt, 1e-4), 1e-5);
  check("rank.low", linalg::matrix_rank(low));
  check("eigvalsh", linalg_eigvalsh(sy), 4e-6);
  check("eigvalsh.triangle", linalg_eigvalsh(m.slice(1, 0, 5)));
  check("eigvalsh.U", linalg::eigvalsh(m.slice(1, 0, 5), "U"));
  check("pinv.hermitian", linalg_pinv(sy, std::optional<double>(), std::optional<double>(), true), 1e-4);
  const std::initializer_list<std::tuple<std::string, Tensor, Tensor>> systems = {
      {"tall", m.t(), n}, {"vector", m.t(), v}, {"wide", m, b}};
  for (const auto &[name, a, right] : systems)
    for (const char *const driver : {"gelsy", "gelsd", "gels"}) {
      const auto got = linalg_lstsq(a, right, std::nullopt, driver);
      const std::string where = "lstsq." + name + "." + driver;
      check(where + ".solution", std::get<0>(got), 1e-5);
      check(where + ".residuals", std::get<1>(got), 1e-5);
      check(where + ".rank", std::get<2>(got));
      check(where + ".singular_values", std::get<3>(got));
    }
  for (const int ord : {1, -1, 2, -2})
    check("matrix_norm." + std::to_string(ord), linalg_matrix_norm(x, ord));
  check("matrix_norm.inf", linalg_matrix_norm(x, INFINITY));
  check("matrix_norm.-inf", linalg::matrix_norm(x, -INFINITY));
  check("matrix_norm.fro", linalg_matrix_norm(x));
  check("matrix_norm.nuc", linalg::matrix_norm(x, "nuc"));
  check("matrix_norm.dims", linalg_matrix_norm(x, 1, {2, 0}, true));
}

void Composites::fourier() {
  const Tensor signal = in("signal");
  check("stft", stft(signal, 8, {}, {}, {}, true, "reflect", false, {}, false), 4e-6);
  check("stft.window", stft(signal[0], 10, 3, 8, hann_window(8), true, "reflect", true, {}, false), 4e-6);
  check("stft.two_sided", stft(signal, 8, 4, {}, {}, true, "constant", false, false, false), 4e-6);
  check("stft.no_center", stft(signal.to(kDouble), 16, {}, {}, {}, false, std::nullopt, false), 1e-12);
}

} // namespace

TEST_F(Composites, DecompositionsHold) {
  const auto near = [](const Tensor &a, const Tensor &b) { return allclose(a, b, 1e-5, 1e-5); };
  const Tensor m = in("m"), x = in("x"), sy = in("sy"), low = in("low");
  for (const Tensor &a : {m, m.t(), x, low, zeros({4, 2})})
    for (const bool full : {false, true}) {
      const auto [u, s, vh] = linalg_svd(a, full);
      const Tensor count = eye(u.size(-1)), right = eye(vh.size(-2));
      EXPECT_TRUE(near(matmul(u.transpose(-1, -2), u), count.expand_as(matmul(u.transpose(-1, -2), u))));
      EXPECT_TRUE(near(matmul(vh, vh.transpose(-1, -2)), right.expand_as(matmul(vh, vh.transpose(-1, -2)))));
      const int64_t k = s.size(-1);
      EXPECT_TRUE(near(matmul(u.slice(-1, 0, k) * s.unsqueeze(-2), vh.slice(-2, 0, k)), a));
      EXPECT_EQ(u.size(-1), full ? a.size(-2) : k);
      EXPECT_EQ(vh.size(-2), full ? a.size(-1) : k);
    }
  const auto [u, s, v] = fg::svd(m, false);
  EXPECT_TRUE(near(matmul(u.slice(1, 0, 5) * s, v.slice(1, 0, 5).t()), m));
  const auto none = svd(m, false, false);
  EXPECT_EQ(std::get<0>(none).sizes().vec(), (std::vector<int64_t>{5, 5}));
  EXPECT_EQ(std::get<2>(none).sizes().vec(), (std::vector<int64_t>{7, 7}));
  const auto [values, vectors] = linalg_eigh(sy);
  EXPECT_TRUE(allclose(matmul(sy, vectors), vectors * values, 1e-4, 1e-4));
  EXPECT_TRUE(near(matmul(vectors.t(), vectors), eye(5)));
  EXPECT_TRUE(linalg_eigvalsh(full({3, 3}, NAN)).isnan().all().item<bool>());
}

TEST_F(Composites, NewErrors) {
  const auto text = [](auto &&call) -> std::string {
    try {
      call();
    } catch (const Error &error) {
      return error.what();
    }
    return "";
  };
  const auto holds = [&](auto &&call, const char *part) {
    EXPECT_NE(text(call).find(part), std::string::npos) << text(call);
  };
  const Tensor m = in("m"), u = in("u"), i = in("i"), table = in("bag_table"), indices = in("bag_indices");
  const auto bag = [&](std::initializer_list<int64_t> offsets, int64_t mode = 0,
                       std::optional<Tensor> weights = {}) {
    (void)embedding_bag(table, indices, tensor(std::vector<int64_t>(offsets)), false, mode, false, weights);
  };
  holds([&] { bag({1, 2}); },
        "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
        "position 0. However, got 1");
  holds([&] { bag({0, 7}); },
        "offsets[-1] can not be greater than input's length 6 but got offsets[-1] of 7");
  holds([&] { bag({0, 2}, 1, ones({6})); },
        "embedding_bag: per_sample_weights only supported with mode='sum'");
  holds([&] { bag({0, 2}, 0, ones({4})); },
        "Expected per_sample_weights.value().numel() == indices.numel() to be true, but got false.");
  holds([&] { (void)nn::functional::embedding_bag(indices, table); },
        "offsets has to be a 1D Tensor but got null");
  holds([&] { (void)gcd(m, m); }, "\"gcd_cpu\" not implemented for 'Float'");
  holds([&] { (void)mvlgamma(m, 0); }, "p has to be greater than or equal to 1");
  holds([&] { (void)i.round(1); }, "\"round_cpu\" not implemented for 'Long'");
  holds([&] { (void)tril_indices(3, -4); }, "col must be non-negative, got-4");
  holds([&] { (void)mode(zeros({0, 2}), 0); }, "mode(): Expected reduction dim 0 to have non-zero size.");
  holds([&] { (void)combinations(m); }, "Expect a 1D vector, but got shape [5, 7]");
  holds([&] { (void)renorm(u, 2, 0, 1); }, "renorm: input needs at least 2 dimensions, got 1 dimensions");
  holds([&] { (void)pdist(u); }, "pdist only supports 2D tensors, got: 1D");
  holds([&] { (void)linalg_vander(u, 1); }, "N must be greater than 1.");
  holds([&] { (void)linalg_qr(m, "x"); },
        "qr received unrecognized mode 'x' but expected one of 'reduced' (default), 'r', or 'complete'");
  holds([&] { (void)linalg_eigh(m); },
        "linalg.eigh: A must be batches of square matrices, but they are 5 by 7 matrices");
  holds([&] { (void)linalg_eigvalsh(eye(2), "X"); }, "Expected UPLO argument to be 'L' or 'U', but got X");
  holds([&] { (void)linalg_svd(stack({eye(2), full({2, 2}, NAN)})); },
        "linalg.svd: (Batch element 1): The algorithm failed to converge because the input matrix contained "
        "non-finite values.");
  holds([&] { (void)linalg_lstsq(m, u.to(kDouble)); },
        "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype");
  const Tensor lp = in("lp"), targets = in("tg");
  holds([&] { (void)ctc_loss(lp, targets, {6, 7, 6}, {3, 2, 3}); },
        "Expected input_lengths to have value at most 6, but got value 7");
  holds([&] { (void)ctc_loss(lp, targets, {6, 5, 6}, {3, 2, 4}); },
        "Expected tensor to have size at least 4 at dimension 1, but got size 3 for argument #2 'targets'");
  holds([&] { (void)ctc_loss(lp, targets, {6, 5}, {3, 2, 3}); }, "input_lengths must be of size batch_size");
  holds([&] { (void)ctc_loss(lp, targets, {6, 5, 6}, {3, 2, 3}, 5); }, "blank must be in label range");
  holds([&] { (void)stft(u, 10, {}, {}, {}, false, std::nullopt, false); },
        "expected 0 < n_fft < 5, but got n_fft=10");
  holds([&] { (void)stft(u, 4); }, "stft requires the return_complex parameter be given for real inputs");
}

TEST_F(Composites, AsPyTorch) {
  const Tensor x = in("x"), m = in("m"), n = in("n"), v = in("v"), u = in("u"), c6 = in("c6"), d6 = in("d6");
  const Tensor special = in("special"), i = in("i"), k = in("k"), kb = in("kb"), w45 = in("w45");
  const double inf = std::numeric_limits<double>::infinity();
  check("selu", selu(m));
  check("celu", celu(m, 0.7));
  check("softsign", fg::detail::softsign(m));
  check("tanhshrink", fg::detail::tanhshrink(m));
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
  bags();
  specialFunctions();
  places();
  losses();
  decompositions();
  fourier();
  otherForms();
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
  holds([&] { zeros({1, 3}).addmm_(zeros({5, 2}), zeros({2, 3})); },
        "Bad in-place call: input tensor size [1, 3] and output tensor size [5, 3] should match");
  holds([&] { zeros({2}, kLong).divide_(2); }, "result type Float can't be cast to the desired output type");
  holds([&] { (void)pad_sequence({zeros({2, 3}), zeros({1, 4})}); },
        "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1");
  holds([&] { (void)pad_sequence({u}, false, 0, "middle"); },
        "Expected padding_side to be one of left or right, but got middle.");
  holds([&] { (void)affine_grid_generator(m, {1, 1, 2}, false); },
        "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.");
  holds([&] { (void)cholesky_inverse(m); },
        "cholesky_inverse: A must be batches of square matrices, but they are 5 by 7 matrices");
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
