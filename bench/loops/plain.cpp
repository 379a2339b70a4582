// Plain loops over floats. Results are allocated as the library does, so that both sides of a ratio do it.
#include "loops.h"

#include <vector>

namespace loops::plain {

fg::Tensor average(const fg::Tensor &xs, const fg::Tensor &a, const fg::Tensor &start) {
  const int64_t turns = xs.size(0), places = xs.size(1);
  fg::Tensor result = fg::empty({turns, places});
  const float *x = xs.data_ptr<float>(), *decay = a.data_ptr<float>(), *first = start.data_ptr<float>();
  float *y = result.data_ptr<float>();
  std::vector<float> h(first, first + places);
  for (int64_t t = 0; t < turns; ++t)
    for (int64_t c = 0; c < places; ++c) {
      h[static_cast<size_t>(c)] = decay[c] * h[static_cast<size_t>(c)] + (1 - decay[c]) * x[t * places + c];
      y[t * places + c] = h[static_cast<size_t>(c)];
    }
  return result;
}

fg::Tensor biquad(const fg::Tensor &input, const fg::Tensor &coefficients) {
  const int64_t count = input.size(0);
  fg::Tensor result = fg::empty({count});
  const float *x = input.data_ptr<float>(), *c = coefficients.data_ptr<float>();
  float *y = result.data_ptr<float>();
  const float c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], c4 = c[4];
  y[0] = y[1] = 0;
  for (int64_t n = 2; n < count; ++n)
    y[n] = c0 * x[n] + c1 * x[n - 1] + c2 * x[n - 2] - c3 * y[n - 1] - c4 * y[n - 2];
  return result;
}

fg::Tensor advantages(const fg::Tensor &rewards, const fg::Tensor &values, const fg::Tensor &masks) {
  const int64_t turns = rewards.size(0), places = rewards.size(1);
  fg::Tensor result = fg::empty({turns, places});
  const float *r = rewards.data_ptr<float>(), *v = values.data_ptr<float>(), *m = masks.data_ptr<float>();
  float *y = result.data_ptr<float>();
  std::vector<float> last(static_cast<size_t>(places), 0.0F);
  for (int64_t t = turns; t-- > 0;)
    for (int64_t n = 0; n < places; ++n) {
      const int64_t at = t * places + n;
      const float delta = r[at] + 0.99F * m[at] * v[at + places] - v[at];
      float &carried = last[static_cast<size_t>(n)];
      carried = delta + 0.99F * 0.95F * m[at] * carried;
      y[at] = carried;
    }
  return result;
}

fg::Tensor tracked(const fg::Tensor &zs, const fg::Tensor &f, const fg::Tensor &h, const fg::Tensor &k,
                   const fg::Tensor &start) {
  const int64_t turns = zs.size(0);
  fg::Tensor result = fg::empty({turns, 4});
  const float *z = zs.data_ptr<float>(), *first = start.data_ptr<float>();
  float F[4][4], H[2][4], K[4][2], x[4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      F[i][j] = f.data_ptr<float>()[4 * i + j];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      H[i][j] = h.data_ptr<float>()[4 * i + j], K[j][i] = k.data_ptr<float>()[2 * j + i];
  for (int i = 0; i < 4; ++i)
    x[i] = first[i];
  float *y = result.data_ptr<float>();
  for (int64_t t = 0; t < turns; ++t) {
    float ahead[4], rest[2];
    for (int i = 0; i < 4; ++i) {
      ahead[i] = 0;
      for (int j = 0; j < 4; ++j)
        ahead[i] += F[i][j] * x[j];
    }
    for (int i = 0; i < 2; ++i) {
      rest[i] = z[2 * t + i];
      for (int j = 0; j < 4; ++j)
        rest[i] -= H[i][j] * ahead[j];
    }
    for (int i = 0; i < 4; ++i)
      y[4 * t + i] = x[i] = ahead[i] + K[i][0] * rest[0] + K[i][1] * rest[1];
  }
  return result;
}

} // namespace loops::plain
