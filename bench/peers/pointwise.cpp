// Pointwise code, rows, reductions and copies.
#include "cases.h"

#define CASE FG_COMPILE(.fullgraph = true) static fg::Tensor
#define V(letter) FG_SHAPE("f32[" #letter "]") const fg::Tensor &
#define M2 FG_SHAPE("f32[M,N]") const fg::Tensor &

CASE add_relu(V(N) x, V(N) y) { return fg::relu(x + y); }
FG_PEER(add_relu)
CASE chain4(V(N) x, V(N) y) { return fg::tanh(x * y + fg::sigmoid(x)) * y; }
FG_PEER(chain4)
CASE gelu_tanh(V(N) x) { return fg::gelu(x, "tanh"); }
FG_PEER(gelu_tanh)
CASE polynomial20(V(N) x) {
  fg::Tensor y = x;
  for (int i = 1; i <= 10; ++i)
    y = y * x + 1.0 / i;
  return y;
}
FG_PEER(polynomial20)
CASE black_scholes(V(N) price, V(N) strike, V(N) years) {
  const double rate = 0.02, volatility = 0.3;
  const fg::Tensor spread = volatility * fg::sqrt(years);
  const fg::Tensor d1 = (fg::log(price / strike) + (rate + volatility * volatility / 2) * years) / spread;
  const auto cdf = [](const fg::Tensor &d) { return 0.5 * (1 + fg::erf(d * 0.7071067811865476)); };
  return price * cdf(d1) - strike * fg::exp(-rate * years) * cdf(d1 - spread);
}
FG_PEER(black_scholes)
CASE bias_gelu(M2 x, V(N) bias) { return fg::gelu(x + bias); }
FG_PEER(bias_gelu)

CASE softmax(M2 x) { return fg::softmax(x, -1); }
FG_PEER(softmax)
CASE cross_entropy(M2 x, FG_SHAPE("i64[M]") const fg::Tensor &y) { return fg::nll_loss(fg::log_softmax(x, -1), y); }
FG_PEER(cross_entropy)
CASE layer_norm(M2 x, V(N) weight, V(N) bias) { return fg::layer_norm(x, {x.size(1)}, weight, bias); }
FG_PEER(layer_norm)
CASE rms_norm(M2 x, V(N) weight) { return x * fg::rsqrt((x * x).mean(-1, true) + 1e-6) * weight; }
FG_PEER(rms_norm)
CASE layer_norm_gelu(M2 x, V(N) weight, V(N) bias) {
  return fg::gelu(fg::layer_norm(x, {x.size(1)}, weight, bias));
}
FG_PEER(layer_norm_gelu)

CASE sum_rows(M2 x) { return x.sum(-1); }
FG_PEER(sum_rows)
CASE sum_columns(M2 x) { return x.sum(0); }
FG_PEER(sum_columns)
CASE sum_all(V(N) x) { return x.sum(); }
FG_PEER(sum_all)
CASE variance(M2 x) { return x.var(-1); }
FG_PEER(variance)
CASE max_rows(M2 x) { return x.amax(-1); }
FG_PEER(max_rows)
CASE argmax_rows(M2 x) { return x.argmax(-1); }
FG_PEER(argmax_rows)
CASE argmax_columns(M2 x) { return x.argmax(0); }
FG_PEER(argmax_columns)
CASE transpose_add(FG_SHAPE("f32[N,N]") const fg::Tensor &x) { return x.t() + x; }
FG_PEER(transpose_add)
CASE transpose_copy(M2 x) { return x.t().contiguous(); }
FG_PEER(transpose_copy)
CASE concat(M2 x, M2 y) { return fg::cat({x, y * 2}, 1); }
FG_PEER(concat)
