#include "loops.h"

#define IN(shape) FG_SHAPE("f32[" shape "]") const fg::Tensor &

namespace loops {

FG_COMPILE(.fullgraph = true)
fg::Tensor average(IN("T, C") xs, IN("C") a, IN("C") start) {
  fg::Tensor h = start;
  std::vector<fg::Tensor> ys;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = a * h + (1 - a) * xs[t];
    ys.push_back(h);
  }
  return fg::stack(ys);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor biquad(IN("N") x, IN("5") c) {
  fg::Tensor y = fg::zeros_like(x);
  for (int64_t n = 2; n < x.size(0); ++n)
    y[n] = c[0] * x[n] + c[1] * x[n - 1] + c[2] * x[n - 2] - c[3] * y[n - 1] - c[4] * y[n - 2];
  return y;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor advantages(IN("T, N") rewards, IN("T1, N") values, IN("T, N") masks) {
  fg::Tensor result = fg::zeros_like(rewards), last = fg::zeros({rewards.size(1)});
  for (int64_t t = rewards.size(0) - 1; t >= 0; --t) {
    const fg::Tensor delta = rewards[t] + 0.99 * masks[t] * values[t + 1] - values[t];
    last = delta + 0.99 * 0.95 * masks[t] * last;
    result[t] = last;
  }
  return result;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor tracked(IN("T, 2") zs, IN("4, 4") f, IN("2, 4") h, IN("4, 2") k, IN("4") start) {
  return std::get<1>(fg::scan(
      [&](const fg::Tensor &x, const fg::Tensor &z) {
        const fg::Tensor ahead = fg::mv(f, x);
        const fg::Tensor next = ahead + fg::mv(k, z - fg::mv(h, ahead));
        return std::make_tuple(next, next);
      },
      start, zs));
}

} // namespace loops
