// Geometry helpers called from one another: quaternions, homogeneous points.
#include <fullgraph/fullgraph.h>

#include <iostream>

fg::Tensor normalised(const fg::Tensor &q) { return q / q.norm(2, -1, true); }

FG_COMPILE(.fullgraph = true) fg::Tensor rotation(const fg::Tensor &quaternion) {
  auto q = normalised(quaternion);
  auto parts = q.unbind(-1);
  auto w = parts[0], x = parts[1], y = parts[2], z = parts[3];
  auto r = fg::stack({1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), //
                      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), //
                      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
                     -1);
  return r.view({-1, 3, 3});
}

FG_COMPILE(.fullgraph = true) fg::Tensor transform(const fg::Tensor &points, const fg::Tensor &r, const fg::Tensor &t) {
  return fg::matmul(points, r.transpose(-2, -1)) + t;
}

FG_COMPILE(.fullgraph = true) fg::Tensor project(const fg::Tensor &points, double f, double cx, double cy) {
  auto z = points.slice(-1, 2, 3);
  auto xy = points.slice(-1, 0, 2) / z;
  return xy * f + fg::tensor({cx, cy}).to(points.scalar_type());
}

int main() {
  fg::manual_seed(8);
  auto q = fg::randn({5, 4});
  auto r = rotation(q);
  auto points = fg::rand({5, 10, 3}) + 1;
  auto moved = transform(points, r, fg::tensor({0.f, 0.f, 10.f}));
  std::cout << r.sum().item<float>() << " " << project(moved, 500, 320, 240).mean().item<float>() << "\n";
}
