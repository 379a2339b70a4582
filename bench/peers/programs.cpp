// Whole computations of other fields, and the library's own functions: sorting, scans, gathers, linear algebra.
#include "cases.h"

#define CASE FG_COMPILE(.fullgraph = true) static fg::Tensor
#define IN(shape) FG_SHAPE("f32[" shape "]") const fg::Tensor &
#define INDEX(shape) FG_SHAPE("i64[" shape "]") const fg::Tensor &

CASE sort_values(IN("M,N") x) { return std::get<0>(fg::sort(x, -1)); }
FG_PEER(sort_values)
CASE top10(IN("M,N") x) { return std::get<0>(fg::topk(x, 10)); }
FG_PEER(top10)
CASE cumsum_rows(IN("M,N") x) { return fg::cumsum(x, -1); }
FG_PEER(cumsum_rows)
CASE gather_rows(IN("M,N") x, INDEX("K") i) { return x.index_select(0, i); }
FG_PEER(gather_rows)
CASE scatter_sum(IN("M,N") x, INDEX("M") i, IN("K,N") into) { return into.index_add(0, i, x); }
FG_PEER(scatter_sum)
CASE histogram(INDEX("N") x) { return fg::bincount(x, {}, 256); }
FG_PEER(histogram)
CASE spectrum(IN("M,N") x) { return fg::abs(fg::fft_rfft(x)); }
FG_PEER(spectrum)
CASE cholesky(IN("B,N,N") x) { return fg::linalg_cholesky(x); }
FG_PEER(cholesky)
CASE solve(IN("B,N,N") a, IN("B,N,M") b) { return fg::linalg_solve(a, b); }
FG_PEER(solve)

/// Forces of gravity between all pairs.
CASE n_body(IN("N,3") x, IN("N") mass) {
  const fg::Tensor apart = x.unsqueeze(0) - x.unsqueeze(1);
  const fg::Tensor squares = (apart * apart).sum(-1) + 1e-3;
  return (apart * (mass * fg::rsqrt(squares) / squares).unsqueeze(-1)).sum(1);
}
FG_PEER(n_body)
/// The nearest centre of each point, and the distance.
FG_COMPILE(.fullgraph = true)
static std::tuple<fg::Tensor, fg::Tensor> k_means(IN("N,K") x, IN("C,K") centres) {
  const fg::Tensor apart = (x * x).sum(1, true) - 2 * fg::matmul(x, centres.t()) + (centres * centres).sum(1);
  return {apart.amin(1), apart.argmin(1)};
}
FG_PEER(k_means)
CASE heat(IN("H,W") u) {
  const fg::Tensor inner = u.slice(0, 1, -1).slice(1, 1, -1);
  const fg::Tensor around = u.slice(0, 2).slice(1, 1, -1) + u.slice(0, 0, -2).slice(1, 1, -1) +
                            u.slice(0, 1, -1).slice(1, 2) + u.slice(0, 1, -1).slice(1, 0, -2);
  return inner + 0.1 * (around - 4 * inner);
}
FG_PEER(heat)
CASE wave(IN("H,W") u, IN("H,W") before) {
  const fg::Tensor p = fg::constant_pad_nd(u, {1, 1, 1, 1});
  const fg::Tensor around = p.slice(0, 2).slice(1, 1, -1) + p.slice(0, 0, -2).slice(1, 1, -1) +
                            p.slice(0, 1, -1).slice(1, 2) + p.slice(0, 1, -1).slice(1, 0, -2);
  return 2 * u - before + 0.25 * (around - 4 * u);
}
FG_PEER(wave)
/// A box blur, and the edges of what it leaves.
CASE blur_sobel(IN("H,W") image) {
  const fg::Tensor rows = (image.slice(0, 0, -2) + image.slice(0, 1, -1) + image.slice(0, 2)) / 3;
  const fg::Tensor b = (rows.slice(1, 0, -2) + rows.slice(1, 1, -1) + rows.slice(1, 2)) / 3;
  const fg::Tensor left = b.slice(1, 0, -2), right = b.slice(1, 2);
  const fg::Tensor dx = (right - left).slice(0, 0, -2) + 2 * (right - left).slice(0, 1, -1) + (right - left).slice(0, 2);
  const fg::Tensor up = b.slice(0, 0, -2), down = b.slice(0, 2);
  const fg::Tensor dy = (down - up).slice(1, 0, -2) + 2 * (down - up).slice(1, 1, -1) + (down - up).slice(1, 2);
  return fg::sqrt(dx * dx + dy * dy);
}
FG_PEER(blur_sobel)
CASE grey(FG_SHAPE("u8[H,W,3]") const fg::Tensor &image) {
  const fg::Tensor x = image.to(fg::kFloat) / 255;
  return 0.299 * x.select(2, 0) + 0.587 * x.select(2, 1) + 0.114 * x.select(2, 2);
}
FG_PEER(grey)
/// Ten steps of the power method on a dense matrix.
CASE page_rank(IN("N,N") links) {
  fg::Tensor rank = fg::full({links.size(0)}, 1.0 / static_cast<double>(links.size(0)));
  for (int i = 0; i < 10; ++i)
    rank = 0.85 * fg::mv(links, rank) + 0.15 / static_cast<double>(links.size(0));
  return rank;
}
FG_PEER(page_rank)
/// A state of [B] that decays: a one-pole filter over time.
CASE decay(IN("T,B") x, IN("B") start) {
  return std::get<1>(fg::scan(
      [](const fg::Tensor &state, const fg::Tensor &now) {
        const fg::Tensor next = 0.9 * state + 0.1 * now;
        return std::make_tuple(next, next);
      },
      start, x));
}
FG_PEER(decay)
/// One step of a Kalman filter with 4 states and 2 measurements.
CASE kalman(IN("4") x, IN("4,4") p, IN("2") z, IN("4,4") f, IN("4,4") q, IN("2,4") h, IN("2,2") r) {
  const fg::Tensor ahead = fg::mv(f, x), cov = fg::mm(fg::mm(f, p), f.t()) + q;
  const fg::Tensor s = fg::mm(fg::mm(h, cov), h.t()) + r;
  const fg::Tensor gain = fg::mm(fg::mm(cov, h.t()), fg::linalg_inv(s));
  return ahead + fg::mv(gain, z - fg::mv(h, ahead));
}
FG_PEER(kalman)
