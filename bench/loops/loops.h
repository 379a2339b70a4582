// Recurrences: as loops of tensors, which the tool makes kernels of (loops.cpp), and as plain loops over floats
// (plain.cpp, -O3 -march=native). bench_loops.cpp compares their results, and then their times.
#pragma once

#include <fullgraph/fullgraph.h>

namespace loops {

/// [T, C], [C], [C] → [T, C]: h = a * h + (1 - a) * x[t].
fg::Tensor average(const fg::Tensor &xs, const fg::Tensor &a, const fg::Tensor &h);
/// [N], [5] → [N]: a biquad in its direct form.
fg::Tensor biquad(const fg::Tensor &x, const fg::Tensor &c);
/// [T, N], [T + 1, N], [T, N] → [T, N]: generalised advantages, from behind.
fg::Tensor advantages(const fg::Tensor &rewards, const fg::Tensor &values, const fg::Tensor &masks);
/// [T, 2], [4, 4], [2, 4], [4, 2], [4] → [T, 4]: a Kalman filter with a fixed gain.
fg::Tensor tracked(const fg::Tensor &zs, const fg::Tensor &f, const fg::Tensor &h, const fg::Tensor &k,
                   const fg::Tensor &x);

namespace plain {
fg::Tensor average(const fg::Tensor &xs, const fg::Tensor &a, const fg::Tensor &h);
fg::Tensor biquad(const fg::Tensor &x, const fg::Tensor &c);
fg::Tensor advantages(const fg::Tensor &rewards, const fg::Tensor &values, const fg::Tensor &masks);
fg::Tensor tracked(const fg::Tensor &zs, const fg::Tensor &f, const fg::Tensor &h, const fg::Tensor &k,
                   const fg::Tensor &x);
} // namespace plain

} // namespace loops
