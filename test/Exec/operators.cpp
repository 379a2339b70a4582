// Operators that are steps of their own beside the kernels (sorting, scans, scatters, small linear algebra),
// and compositions: indexing by tensors, losses, padding, resampling, products. One graph each, for any
// batch.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --allow-empty --check-prefix=LOG %s < %t.log
// LOG: fullgraph: operators.cpp: 8 functions, {{.*}} 0 breaks
// LOG: an operator failed
#include "Inputs/both.h"

using namespace fg;
using namespace fg::indexing;
using both::values;

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> ordering(FG_SHAPE("f32[N, 6]") Tensor x) {
  auto [values, indices] = x.topk(2, -1);
  auto [sorted, order] = x.sort(0, true);
  return {values,
          indices,
          sorted,
          order,
          x.relu().cumsum(0) * 2 + 1, // a kernel on either side
          std::get<0>(x.kthvalue(2)),
          std::get<0>(x.median(1)),
          searchsorted(std::get<0>(x.sort(1)), x * 0.5)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> chosen(FG_SHAPE("f32[5, M]") Tensor x, FG_SHAPE("i64[3]") Tensor rows) {
  Tensor copy = x.clone();
  copy.index_put_({rows}, x.slice(0, 0, 3) * 2);
  copy.index_put_({copy > 1}, 0.5);
  Tensor sums = zeros_like(x).index_add_(0, rows.remainder(5), x.slice(0, 1, 4));
  sums.index_put_({rows}, x.slice(0, 0, 3), true);
  const Tensor part = x.index({rows, Slice(0, 2)}) + 1;
  x.index_put_({rows, 0}, 7.0); // the caller's tensor
  return {copy, sums, part, x.index({Slice(), rows}),
          x.scatter_add(0, rows.view({3, 1}).remainder(5), ones({3, 1}))};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> losses(FG_SHAPE("f32[N, C]") Tensor x, FG_SHAPE("i64[N]") Tensor y) {
  const Tensor t = sigmoid(x * 0.5);
  return {cross_entropy_loss(x, y),
          nll_loss(log_softmax(x, 1), y, {}, Reduction::Sum),
          smooth_l1_loss(x, t),
          binary_cross_entropy_with_logits(x, t),
          kl_div(log_softmax(x, 1), t),
          cosine_similarity(x, t),
          huber_loss(x, t, Reduction::None)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> arranging(FG_SHAPE("f32[2, 4, 6, 5]") Tensor x) {
  return {x.flip({1, -1}),
          x.roll({1, -2}, {0, 1}),
          pad(x, {2, 1, 3, 0}, "reflect"),
          pad(x, {1, 2, 0, 3}, "constant", 1.5),
          pixel_shuffle(x, 2),
          x.diagonal(0, 2, 3),
          x[0][0].diag(),
          im2col(x, {3, 2}, 1, 1, 1)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> resampling(FG_SHAPE("f32[N, 4, 6, 5]") Tensor x, FG_SHAPE("f32[4, 2, 3, 3]") Tensor w,
                               FG_SHAPE("f32[N, 2, 3]") Tensor theta) {
  return {upsample_nearest2d(x, {9, 4}), upsample_bilinear2d(x, {9, 4}, false),
          conv_transpose2d(x, w, {}, 2, 1, 1),
          grid_sampler(x, affine_grid_generator(theta, {x.size(0), 4, 3, 3}, false), 0, 0, false)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> products(FG_SHAPE("f32[B, 3, 3]") Tensor a, FG_SHAPE("f32[B, 2, 4, 8]") Tensor q) {
  return {einsum("bij,bjk->bik", {a, a}),
          einsum("bhqd,bhkd->bhqk", {q, q}),
          scaled_dot_product_attention(q, q, q, {}, 0.0, true),
          rms_norm(q, 8),
          det(a),
          linalg_solve(a, a.mT())};
}

/// A Kalman filter's gain: fails where the covariance is singular, before its argument is written.
FG_COMPILE(.fullgraph = true)
Tensor gain(FG_SHAPE("f64[N, N]") Tensor P, FG_SHAPE("f64[N, N]") Tensor S) {
  P.mul_(2);
  return P.mm(S.inverse());
}

/// The same numbers as eager code draws, in the same order: a draw that nobody uses is one, too.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> sampling(FG_SHAPE("f32[N, 4]") Tensor mu, FG_SHAPE("f32[N, 4]") Tensor logvar) {
  Tensor unused = rand({3});
  Tensor z = mu + randn_like(mu) * (0.5 * logvar).exp();
  Tensor noise = zeros_like(mu).uniform_(-1, 1);
  return {z,
          noise,
          randn({2, 2}),
          multinomial(softmax(mu, -1), 3, true),
          randint(0, 10, {mu.size(0)}),
          dropout(mu, 0.5, true),
          randperm(6)};
}

int main() {
  for (const int n : {2, 5})
    both::check("ordering", [=] { return ordering(values({n, 6})); });
  // CHECK-COUNT-2: ordering: same{{$}}
  for (const int64_t last : {2, -1, 9})
    both::check("indexing", [=] {
      Tensor x = values({5, 4});
      std::vector<Tensor> results = chosen(x, tensor({int64_t(0), int64_t(3), last}));
      results.push_back(x);
      return results;
    });
  // CHECK: indexing: same{{$}}
  // CHECK: indexing: same{{$}}
  // CHECK: indexing: same error
  both::check("losses", [] { return losses(values({3, 5}), tensor({4, 0, 2})); });
  // CHECK: losses: same{{$}}
  both::check("arranging", [] { return arranging(values({2, 4, 6, 5})); });
  // CHECK: arranging: same{{$}}
  for (const int n : {1, 3})
    both::check("resampling", [=] {
      return resampling(values({n, 4, 6, 5}), values({4, 2, 3, 3}), values({n, 2, 3}) / 3);
    });
  // CHECK-COUNT-2: resampling: same{{$}}
  both::check("products", [] { return products(values({2, 3, 3}) + eye(3) * 4, values({2, 2, 4, 8})); });
  // CHECK: products: same{{$}}
  for (const int n : {3, 5})
    both::check("sampling", [=] {
      manual_seed(17);
      std::vector<Tensor> results = sampling(values({n, 4}), values({n, 4}) * 0.1);
      results.push_back(rand({2})); // what is drawn after it
      return results;
    });
  // CHECK-COUNT-2: sampling: same{{$}}
  for (const double diagonal : {1.0, 0.0})
    both::check("gain", [=] {
      const Tensor P = values({3, 3}, kDouble);
      Tensor result;
      try {
        result = gain(P, eye(3, kDouble) * diagonal);
      } catch (const Error &) { // P is doubled, once
      }
      return std::vector{P, result};
    });
  // CHECK-COUNT-2: gain: same{{$}}
}
