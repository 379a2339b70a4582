// Sorting, scattering, indexing, losses, padding, resampling and linear algebra against results stored from
// PyTorch 2.13 (operators_reference.py).
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>

#include <cmath>
#include <gtest/gtest.h>

using namespace fg;
using namespace fg::indexing;

namespace {

class Operators : public testing::Test {
protected:
  std::map<std::string, Tensor> stored =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/operators_reference.safetensors");
  Tensor in(const std::string &name) { return stored.at("in." + name); }

  const Tensor x = in("x"), m = in("m"), n = in("n"), v = in("v"), u = in("u"), s = in("s"), i = in("i"),
               b = in("b"), h = in("h"), q = in("q"), k = in("k"), w = in("w"), a = in("a"), c4 = in("c4"),
               p = in("p"), t = in("t"), rows = in("rows"), table = in("table"), bounds = in("bounds"),
               sign = in("sign");

  /// Same dtype and sizes; floats within `tolerance`, relative to magnitudes above 1.
  void check(const std::string &name, const Tensor &actual, double tolerance = 4e-6) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(stored.count("out." + name));
    const Tensor expected = stored.at("out." + name);
    stored.erase("out." + name);
    EXPECT_EQ(actual.dtype(), expected.dtype());
    ASSERT_EQ(actual.sizes().vec(), expected.sizes().vec());
    const Tensor left = actual.to(kDouble).contiguous(), right = expected.to(kDouble).contiguous();
    for (int64_t at = 0; at < left.numel(); ++at) {
      const double l = left.data_ptr<double>()[at], r = right.data_ptr<double>()[at];
      if (std::isfinite(r))
        ASSERT_NEAR(l, r, tolerance * std::max(1.0, std::fabs(r))) << "at " << at;
      else
        ASSERT_TRUE(std::isnan(r) ? std::isnan(l) : l == r) << "at " << at << ": " << l << ", not " << r;
    }
  }
  void check(const std::string &name, const std::tuple<Tensor, Tensor> &actual) {
    check(name + ".0", std::get<0>(actual));
    check(name + ".1", std::get<1>(actual));
  }
  void check(const std::string &name, const std::tuple<Tensor, Tensor, Tensor> &actual) {
    check(name + ".0", std::get<0>(actual));
    check(name + ".1", std::get<1>(actual));
    check(name + ".2", std::get<2>(actual));
  }
  void check(const std::string &name, const std::vector<Tensor> &actual) {
    for (size_t at = 0; at < actual.size(); ++at)
      check(name + "." + std::to_string(at), actual[at]);
  }
  /// Every stored result whose name begins so has been checked.
  void expectDone(std::initializer_list<const char *> beginnings) {
    for (const auto &[name, tensor] : stored)
      for (const char *const beginning : beginnings)
        EXPECT_NE(name.rfind(std::string("out.") + beginning, 0), 0u) << name << " is not computed here";
  }
};

Tensor written(const Tensor &self, ArrayRef<TensorIndex> indices, const Tensor &value,
               bool accumulate = false) {
  Tensor result = self.clone();
  return result.index_put_(indices, value, accumulate);
}

} // namespace

TEST_F(Operators, Ordering) {
  check("sort", s.sort(1));
  check("sort.descending", sort(s, true, 1, true));
  check("sort.dim0", m.t().sort(0));
  check("sort.int", i.sort());
  check("sort.bool", b.sort(0));
  check("argsort", m.argsort(-1, true));
  check("msort", m.msort());
  check("topk", m.topk(3));
  check("topk.smallest", m.topk(2, 0, false));
  check("topk.all", m.topk(7, 1));
  check("kthvalue", m.kthvalue(2));
  check("kthvalue.keepdim", m.kthvalue(3, 0, true));
  check("median", m.median());
  check("median.dim", m.median(1));
  check("median.nan", s.median(1));
  check("median.keepdim", m.median(0, true));
  check("cumsum", m.cumsum(1));
  check("cumsum.dim0", m.t().cumsum(0));
  check("cumsum.int", i.to(kChar).cumsum(0));
  check("cumsum.bool", b.cumsum(1));
  check("cumsum.dtype", i.cumsum(1, kDouble));
  check("cumsum.half", h.cumsum(1), 1e-2);
  check("cumsum.0d", s[0][0].cumsum(0));
  check("cumprod", m.cumprod(-1));
  check("logcumsumexp", m.logcumsumexp(1));
  check("cummax", s.cummax(1));
  check("cummin", i.cummin(0));
  check("diff", m.diff(2, 0));
  check("searchsorted", searchsorted(bounds, m));
  check("searchsorted.right", searchsorted(bounds, m, true, true));
  check("searchsorted.scalar", searchsorted(bounds, 0.5));
  check("searchsorted.rows", searchsorted(std::get<0>(m.sort(1)), m.slice(1, 0, 2)));
  check("bucketize", bucketize(m, bounds));
  expectDone({"sort", "topk", "kthvalue", "median", "cum", "search", "msort", "arg"});
}

TEST_F(Operators, Scattering) {
  check("scatter", zeros({5, 7}).scatter(0, table, m.slice(0, 0, 2)));
  check("scatter.value", m.scatter(1, table.slice(1, 0, 3) % 7, 2.5));
  check("scatter_add", m.scatter_add(0, table, m.slice(0, 2, 4)));
  check("scatter.multiply", m.scatter(0, table, m.slice(0, 2, 4), "multiply"));
  for (const char *const reduce : {"sum", "prod", "mean", "amax", "amin"}) {
    const std::string name = std::string("scatter_reduce.") + reduce;
    check(name, m.scatter_reduce(0, table, m.slice(0, 2, 4), reduce));
    check(name + ".new", m.scatter_reduce(0, table, m.slice(0, 2, 4), reduce, false));
  }
  check("scatter_reduce.int", i.scatter_reduce(1, i % 4, i, "mean"));
  check("index_add", m.index_add(0, rows, m.slice(0, 0, 4), 2));
  check("index_copy", m.index_copy(0, rows.slice(0, 1), m.slice(0, 0, 3)));
  check("index_fill", m.index_fill(1, tensor({0, -1}), 9));
  check("take", m.take(tensor({{0, -1}, {34, 5}})));
  check("take_along_dim", m.take_along_dim(m.argsort(1).slice(1, 0, 2), 1));
  check("masked_scatter", i.masked_scatter(b, arange(12)));
  Tensor place = m.clone();
  EXPECT_TRUE(place.scatter_add_(0, table, m.slice(0, 2, 4)).is_same(place));
  EXPECT_TRUE(place.equal(m.scatter_add(0, table, m.slice(0, 2, 4))));
  expectDone({"scatter", "index_add", "index_copy", "index_fill", "take", "masked_scatter"});
}

TEST_F(Operators, Indexing) {
  check("index.1", m.index({rows}));
  check("index.2", m.index({Slice(), table[0]}));
  check("index.pair", m.index({rows, table[0].slice(0, 0, 4)}));
  check("index.broadcast", x.index({0, tensor({{0}, {-1}}), Slice(), tensor({1, 2, -1})}));
  check("index.side", x.index({Slice(), table.slice(1, 0, 2), Slice(1, 3)}));
  check("index.mask", m.index({m > 0}));
  check("index.maskrow", x.index({Slice(), b[0].repeat(2).slice(0, 0, 6), 1}));
  check("index.none", x.index({"...", None, table[0].slice(0, 0, 3)}));
  const Tensor some = rows.slice(0, 1), head = m.slice(0, 0, 3);
  check("index_put", written(m, {some}, head * 2));
  check("index_put.row", written(m, {rows}, v));
  check("index_put.pair", written(m, {some, table[0].slice(0, 0, 3)}, tensor({7.0, 8.0, 9.0})));
  Tensor number = m.clone();
  number.index_put_({Slice(1, 4), table[0].slice(0, 0, 2)}, 5.0);
  check("index_put.number", number);
  check("index_put.add", written(m, {rows}, m.slice(0, 0, 4), true));
  check("index_put.mask", written(m, {m > 0.5}, tensor(-1.0)));
  check("index_put.maskvalues", written(i, {b}, arange(5)));
  check("index_put.maskrows", written(m, {tensor({true, false, true, false, true})}, head + 1));
  check("index_put.inner", written(x, {Slice(), some}, x.slice(1, 0, 3) + 1));
  expectDone({"index."});
  EXPECT_THROW(m.index({tensor({5})}), Error);
  EXPECT_THROW(m.index({tensor({0}), tensor({-8})}), Error);
  EXPECT_THROW(m.index({tensor({true, false})}), Error);
  EXPECT_THROW(m.index({tensor({0, 1}), tensor({0, 1, 2})}), Error);
  EXPECT_THROW(written(i, {b}, arange(4)), Error);
  EXPECT_THROW(written(m, {rows}, n), Error);
  EXPECT_THROW(m.scatter(0, table, n), Error);
  EXPECT_THROW(m.scatter(0, table + 5, m), Error);
  EXPECT_THROW(m.scatter_reduce(0, table, m, "median"), Error);
  EXPECT_THROW(m.topk(8), Error);
  EXPECT_THROW(m.kthvalue(0), Error);
}

TEST_F(Operators, Losses) {
  const std::pair<const char *, int64_t> reductions[] = {
      {"mean", Reduction::Mean}, {"sum", Reduction::Sum}, {"none", Reduction::None}};
  for (const auto &[name, reduction] : reductions) {
    const std::string mode = std::string(".") + name;
    check("mse" + mode, mse_loss(m, t, reduction));
    check("l1" + mode, l1_loss(m, t, reduction));
    check("smooth_l1" + mode, smooth_l1_loss(m, t, reduction, 0.7));
    check("huber" + mode, huber_loss(m, t, reduction, 0.6));
    check("bce" + mode, binary_cross_entropy(p, t, {}, reduction));
    check("bce_logits" + mode, binary_cross_entropy_with_logits(m, t, v.abs(), v.abs() + 1, reduction));
    check("nll" + mode, nll_loss(log_softmax(m, 1), c4, v.abs(), reduction, 6));
    check("ce" + mode, cross_entropy_loss(m, c4, v.abs(), reduction, 3, 0.1));
    check("kl" + mode, kl_div(log_softmax(m, 1), t, reduction));
  }
  check("kl.log", kl_div(log_softmax(m, 1), t.log(), Reduction::Sum, true));
  check("bce.sure", binary_cross_entropy(tensor({0.0, 1.0}), tensor({1.0, 0.0})));
  check("ce.soft", cross_entropy_loss(m, t));
  check("ce.image", cross_entropy_loss(x, i.slice(0, 0, 2).abs().repeat({1, 5}).reshape({2, 5, 4}) % 6));
  check("ce.one", cross_entropy_loss(v, tensor(3)));
  check("poisson", poisson_nll_loss(m, t * 5, true, true, 1e-8, Reduction::Mean));
  check("hinge_embedding", hinge_embedding_loss(u, sign));
  check("margin_ranking", margin_ranking_loss(u, u.flip(0), sign, 0.3));
  check("cosine_embedding", cosine_embedding_loss(m, m.flip(0), sign, 0.1));
  check("triplet", triplet_margin_loss(m, m.flip(0), m.roll(1, 0), 1.0, 2.0, 1e-6, true));
  check("soft_margin", soft_margin_loss(u, sign));
  check("normalize", fg::detail::normalize(m));
  check("normalize.1", fg::detail::normalize(x, 1.0, -1));
  check("cosine_similarity", cosine_similarity(m, m.flip(0)));
  check("pairwise_distance", pairwise_distance(m, m.flip(0), 2, 1e-6, true));
  check("cdist", cdist(m, n.t()));
  check("cdist.1", cdist(m, n.t(), 1));
  check("vector_norm", linalg_vector_norm(m, 3, 1));
  check("linalg_norm", linalg_norm(m));
  check("dist", dist(m, t));
}

TEST_F(Operators, Arranging) {
  check("flip", x.flip({1, -1}));
  check("roll", m.roll({1, -2}, {0, 1}));
  check("roll.flat", m.roll(3));
  check("rot90", m.rot90());
  check("rot90.3", m.rot90(3, {1, 0}));
  check("repeat_interleave", m.repeat_interleave(2, 1));
  check("repeat_interleave.flat", u.repeat_interleave(3));
  check("repeat_interleave.tensor", u.repeat_interleave(tensor({0, 1, 2, 0, 3})));
  check("tile", m.tile({2, 1, 2}));
  check("meshgrid", meshgrid({u, v}));
  check("meshgrid.xy", meshgrid({u, v}, "xy"));
  check("diag", diag(u, -1));
  check("diag.matrix", m.diag(2));
  check("diagonal", x.diagonal(1, 1, -1));
  check("diagonal.below", m.diagonal(-2));
  check("diag_embed", diag_embed(m, 1, 0, 2));
  check("trace", m.trace());
  check("block_diag", block_diag({m, n}));
  check("pad", pad(x, {1, 2, 0, 3}, "constant", 1.5));
  check("pad.crop", pad(x, {-1, 2, -2, -1}));
  check("pad.reflect", reflection_pad2d(x, {2, 1, 3, 0}));
  check("pad.replicate", replication_pad2d(x, {2, 1, 3, 0}));
  check("pad.circular", pad(x, {2, 1, 3, 0}, "circular"));
  check("unfold", x.unfold(2, 3, 2));
  check("im2col", im2col(x, {3, 2}, {1, 2}, 1, {2, 1}));
  check("col2im", col2im(im2col(x, {3, 2}, 1, 1, 1), {5, 4}, {3, 2}, 1, 1, 1));
  check("pixel_shuffle", pixel_shuffle(x.slice(1, 0, 4), 2));
  check("pixel_unshuffle", pixel_unshuffle(x.slice(2, 0, 4), 2));
  check("channel_shuffle", channel_shuffle(x, 3));
  Tensor square = zeros({3, 3});
  square.diagonal().fill_(2); // a view
  EXPECT_TRUE(square.equal(eye(3) * 2));
  // Of planes that are not contiguous, too.
  Tensor wide = zeros({3, 4});
  wide.slice(1, 1).diagonal(-1).fill_(5);
  wide.t().diagonal(-1).add_(3);
  EXPECT_TRUE(wide.equal(tensor({{0.0, 3.0, 0.0, 0.0}, {0.0, 5.0, 3.0, 0.0}, {0.0, 0.0, 5.0, 3.0}})));
}

TEST_F(Operators, Resampling) {
  for (const char *const mode : {"nearest", "nearest-exact", "bilinear", "bicubic", "area"}) {
    check(std::string("resize.") + mode,
          fg::detail::interpolate(x, std::vector<int64_t>{7, 3}, std::nullopt, mode));
    check(std::string("scale.") + mode,
          fg::detail::interpolate(x, std::nullopt, std::vector<double>{1.7, 2.0}, mode));
  }
  check("resize.corners", upsample_bilinear2d(x, {7, 3}, true));
  check("resize.cubic.corners", upsample_bicubic2d(x, {7, 3}, true));
  check("resize.linear", fg::detail::interpolate(x[0], std::vector<int64_t>{9}, std::nullopt, "linear"));
  check("resize.trilinear",
        fg::detail::interpolate(x.unsqueeze(0), std::vector<int64_t>{4, 7, 5}, std::nullopt, "trilinear"));
  check("adaptive_avg_pool1d", adaptive_avg_pool1d(x[0], 3));
  check("adaptive_avg_pool3d", adaptive_avg_pool3d(x, {4, 2, 3}));
  check("adaptive_max_pool2d", adaptive_max_pool2d(x, {3, 2}));
  check("adaptive_max_pool1d", adaptive_max_pool1d(x[0], 3));
  check("max_pool3d", max_pool3d(x, 2, {2, 1, 2}, 1));
  check("avg_pool3d", avg_pool3d(x, {2, 3, 2}, {2, 1, 2}, 1));
  check("avg_pool3d.exclude", avg_pool3d(x, {2, 3, 2}, {2, 1, 2}, 1, false, false));
  check("lp_pool2d", fg::detail::lp_pool2d(x.abs(), 2.0, 2));
  const Tensor wt = in("wt"), bt = in("bt"), theta = in("theta");
  check("conv_transpose2d", conv_transpose2d(x, wt, bt, {2, 3}, {1, 0}, {1, 0}, 2, {1, 2}));
  check("conv_transpose2d.plain", conv_transpose2d(x, wt));
  check("conv_transpose1d", conv_transpose1d(x[0], wt.slice(0, 0, 5).select(3, 0), {}, 2, 1, 1));
  check("conv3d",
        conv3d(x.reshape({2, 6, 1, 5, 4}).repeat({1, 1, 5, 1, 1}), in("w3"), bt, {2, 1, 1}, 1, 1, 2), 2e-5);
  for (const bool corners : {false, true}) {
    const std::string name = corners ? ".True" : ".False";
    const Tensor grid = fg::detail::affine_grid(theta, {2, 6, 4, 5}, corners);
    check("affine_grid" + name, grid);
    for (const char *const padding : {"zeros", "border", "reflection"})
      check(std::string("grid_sample.") + padding + name,
            fg::detail::grid_sample(x, grid, "bilinear", padding, corners), 2e-5);
  }
  check("grid_sample.nearest",
        fg::detail::grid_sample(x, fg::detail::affine_grid(theta, {2, 6, 4, 5}), "nearest"));
  for (const bool corners : {false, true})
    for (const std::string padding : {"zeros", "border", "reflection"}) {
      const std::string name = padding + (corners ? ".True" : ".False");
      check("grid_sample.bicubic." + name,
            fg::detail::grid_sample(x, in("grid2"), "bicubic", padding, corners), 2e-5);
      for (const std::string mode : {"bilinear", "nearest"})
        check("grid_sample.3d." + mode + "." + name,
              fg::detail::grid_sample(x.view({2, 2, 3, 5, 4}), in("grid3"), mode, padding, corners), 2e-5);
    }
  const auto refused = [&](const Tensor &input, const Tensor &grid, const char *mode) -> std::string {
    try {
      fg::detail::grid_sample(input, grid, mode);
    } catch (const Error &error) {
      return error.what();
    }
    return "";
  };
  const std::string name = "grid_sampler(): ";
  EXPECT_NE(refused(x.view({2, 2, 3, 5, 4}), in("grid3"), "bicubic")
                .find(name + "bicubic interpolation only supports 4D input"),
            std::string::npos);
  EXPECT_NE(
      refused(x, in("grid3"), "bilinear")
          .find(name +
                "expected grid to have size 2 in last dimension, but got grid with sizes [2, 2, 3, 4, 3]"),
      std::string::npos);
  EXPECT_NE(refused(x.slice(0, 0, 1), in("grid2"), "bilinear")
                .find(name + "expected grid and input to have same batch size, but got input with sizes [1, "
                             "6, 5, 4] and grid with sizes [2, 3, 5, 2]"),
            std::string::npos);
  EXPECT_NE(
      refused(x, in("grid2").to(kDouble), "bilinear").find("expected scalar type Float but found Double"),
      std::string::npos);
  // A place that is no number is outside: it reads no memory.
  EXPECT_TRUE(isnan(fg::detail::grid_sample(x, full({2, 1, 1, 2}, std::numeric_limits<double>::quiet_NaN())))
                  .all()
                  .item<bool>());
}

TEST_F(Operators, LinearAlgebra) {
  const Tensor scores = matmul(q, k.mT()), mask = in("mask");
  const std::vector<std::pair<const char *, std::vector<Tensor>>> sums = {{"ij,jk->ik", {m, n}},
                                                                          {"ij,jk", {m, n}},
                                                                          {"ij->ji", {m}},
                                                                          {"ii->i", {a[0]}},
                                                                          {"bii->b", {a}},
                                                                          {"i,j->ij", {u, v}},
                                                                          {"ij->", {m}},
                                                                          {"bhqd,bhkd->bhqk", {q, k}},
                                                                          {"bhqk,bhkd->bqhd", {scores, w}},
                                                                          {"...ij,...jk->...ik", {a, a}},
                                                                          {"ij,ij->i", {m, m}},
                                                                          {"ij,jk,k->i", {m, n, n[0]}},
                                                                          {"i,i", {v, v}},
                                                                          {"ab,cd->acdb", {m, n}}};
  for (const auto &[equation, operands] : sums)
    check(std::string("einsum.") + equation, einsum(equation, operands), 1e-5);
  EXPECT_THROW(einsum("ij,jk", {m, m}), Error);
  EXPECT_THROW(einsum("ijk", {m}), Error);
  EXPECT_THROW(einsum("ij->ijk", {m}), Error);
  check("tensordot", tensordot(x, q.slice(3, 0, 6).permute({3, 2, 1, 0}), {1, 2}, {0, 1}), 1e-5);
  check("kron", kron(m, n));
  check("inner", inner(m, n.t()));
  check("cross", cross(n, n.flip(0), 1));
  check("inverse", inverse(a), 2e-5);
  check("det", det(a), 2e-5);
  check("slogdet", slogdet(a));
  const Tensor definite = matmul(a, a.mT()), right = x.slice(1, 0, 4).slice(2, 0, 2).select(3, 0);
  check("cholesky", linalg_cholesky(definite), 2e-5);
  check("cholesky.upper", cholesky(definite, true), 2e-5);
  check("solve", linalg_solve(a, right), 2e-5);
  check("solve.vector", linalg_solve(a[0], u.slice(0, 0, 4)), 2e-5);
  check("solve.right", linalg_solve(a, x.slice(1, 0, 3).select(2, 0), false), 2e-5);
  check("solve_triangular", linalg_solve_triangular(a.tril(), right, false), 2e-5);
  check("cholesky_solve", cholesky_solve(right, linalg_cholesky(definite)), 2e-4);
  check("matrix_power", matrix_power(a, 3), 1e-5);
  EXPECT_THROW(inverse(zeros({2, 2})), Error);
  EXPECT_THROW(inverse(m), Error);
  EXPECT_THROW(linalg_cholesky(-definite), Error);
  EXPECT_THROW(linalg_solve(ones({2, 2}), ones({2, 1})), Error);
  check("attention", scaled_dot_product_attention(q, k, w));
  check("attention.causal", scaled_dot_product_attention(q, k, w, {}, 0.0, true));
  check("attention.mask", scaled_dot_product_attention(q, k, w, mask, 0.0, false, 0.3));
  check("attention.bias", scaled_dot_product_attention(q, k, w, mask.to(kFloat)));
  check("attention.gqa", scaled_dot_product_attention(q, k.slice(1, 0, 2), w.slice(1, 0, 2), {}, 0.0, false,
                                                      std::nullopt, true));
  check("rms_norm", rms_norm(m, 7, v));
  check("rms_norm.half", rms_norm(h, 8, {}, 1e-3), 1e-2);
  check("instance_norm", instance_norm(x, v.slice(0, 0, 6), v.slice(0, 1), {}, {}, true, 0.1, 1e-3, true));
  check("local_response_norm", fg::detail::local_response_norm(x, 3, 0.1, 0.7, 1.5));
}

TEST_F(Operators, Counting) {
  check("nonzero", i.nonzero());
  check("masked_select", m.masked_select(v > 0));
  check("bincount", bincount(c4, {}, 9));
  check("bincount.weights", bincount(c4, u));
  check("unique", _unique2(i, true, true, true));
  check("unique_consecutive", unique_consecutive(b.to(kLong), true, true));
  check("unique_dim", unique_dim(table % 3, 1, true, true, true));
  check("histc", histc(m, 5, -1, 1));
  check("histc.range", histc(m, 4));
  check("as_strided", m.as_strided({3, 2}, {7, 2}, 1));
  check("nan_to_num", nan_to_num(s, std::nullopt, 8.0));
  check("nansum", s.nansum(1));
  check("count_nonzero", i.count_nonzero(0));
  check("aminmax", m.aminmax(1));
  check("var_mean", var_mean(m, 1, false));
  check("heaviside", heaviside(s, tensor(0.5)));
  check("logspace", logspace(-1, 1, 5, 2.0));
  EXPECT_EQ(nonzero(zeros({0, 2})).sizes().vec(), (std::vector<int64_t>{0, 2}));
  EXPECT_EQ(nonzero(tensor(1)).sizes().vec(), (std::vector<int64_t>{1, 0}));
  EXPECT_THROW(bincount(tensor({-1})), Error);
}

/// A dim of one element may have any stride, also in a tensor that is contiguous.
TEST(OperatorsAlone, ProductsDoNotReadStridesOfOneElement) {
  const Tensor w = arange(12, kFloat).view({4, 3}), bias = arange(4, kFloat);
  for (const std::vector<int64_t> &sizes :
       {std::vector<int64_t>{2, 1, 3}, {1, 2, 3}, {2, 1, 1, 3}, {1, 1, 3}, {2, 5, 1, 3}, {5, 1, 2, 3}}) {
    int64_t count = 1;
    for (const int64_t size : sizes)
      count *= size;
    const Tensor x = arange(count, kFloat).view(sizes) + 1;
    std::vector<int64_t> strides = x.strides().vec();
    for (size_t d = 0; d < strides.size(); ++d)
      if (sizes[d] == 1)
        strides[d] += 7;
    const Tensor same = x.as_strided(sizes, strides);
    SCOPED_TRACE(testing::PrintToString(sizes));
    EXPECT_TRUE(linear(same, w, bias).equal(linear(x, w, bias)));
    EXPECT_TRUE(linear(x, w, bias).equal((x.unsqueeze(-2) * w).sum(-1) + bias));
    EXPECT_TRUE(matmul(same, w.t()).equal(linear(x, w)));
    EXPECT_TRUE(matmul(same, w[1]).equal((x * w[1]).sum(-1)));
    EXPECT_TRUE(matmul(w, same.transpose(-1, -2)).equal(linear(x, w).transpose(-1, -2)));
  }
}
