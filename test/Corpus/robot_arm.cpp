// Robot arms: Denavit-Hartenberg chains, Jacobians, inverse kinematics with damping and early exit
#include <fullgraph/fullgraph.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>
using fg::Tensor;

enum class JointKind { Revolute, Prismatic };
struct Joint {
  double a, alpha, d = 0, theta = 0;
  JointKind kind = JointKind::Revolute;
  std::optional<std::array<double, 2>> limits{};
};

class Arm {
public:
  Arm(std::vector<Joint> joints, std::optional<Tensor> tool = {}) : joints_(std::move(joints)), tool_(std::move(tool)) {}
  int64_t dof() const { return static_cast<int64_t>(joints_.size()); }

  // all frames of the chain for a batch of configurations [B, dof]
  FG_COMPILE()
  std::vector<Tensor> frames(const Tensor &q) const {
    std::vector<Tensor> result;
    result.reserve(joints_.size() + 1);
    Tensor t = fg::eye(4, q.options()).expand({q.size(0), 4, 4});
    result.push_back(t);
    for (size_t i = 0; i < joints_.size(); ++i) {
      t = t.matmul(link(joints_[i], q.select(1, int64_t(i))));
      result.push_back(t);
    }
    if (tool_)
      result.back() = result.back().matmul(*tool_);
    return result;
  }
  FG_COMPILE()
  Tensor position(const Tensor &q) const {
    return frames(q).back().slice(1, 0, 3).select(2, 3);
  }
  FG_COMPILE()
  Tensor jacobian(const Tensor &q, bool rotation = false) const {
    const auto fs = frames(q);
    const auto end = fs.back().slice(1, 0, 3).select(2, 3);
    std::vector<Tensor> cols;
    for (size_t i = 0; i < joints_.size(); ++i) {
      auto z = fs[i].slice(1, 0, 3).select(2, 2), o = fs[i].slice(1, 0, 3).select(2, 3);
      Tensor lin, ang;
      if (joints_[i].kind == JointKind::Revolute) {
        lin = fg::linalg_cross(z, end - o);
        ang = z;
      } else {
        lin = z;
        ang = fg::zeros_like(z);
      }
      cols.push_back(rotation ? fg::cat({lin, ang}, 1) : lin);
    }
    return fg::stack(cols, -1);
  }

  struct Result {
    Tensor q, error;
    int iterations = 0;
    bool converged = false;
  };
  FG_COMPILE()
  Result solve(const Tensor &target, Tensor q, double damping = 0.05, int max_iter = 30, double tol = 1e-3) {
    Result r{q.clone(), {}, 0, false};
    for (; r.iterations < max_iter; ++r.iterations) {
      auto e = target - position(r.q);
      r.error = e.norm(2, {1}, false);
      if (r.error.max().item<double>() < tol) {
        r.converged = true;
        break;
      }
      auto j = jacobian(r.q);
      auto jt = j.transpose(1, 2);
      auto a = j.bmm(jt) + damping * damping * fg::eye(3);
      auto dq = jt.matmul(fg::linalg_solve(a, e.unsqueeze(-1))).squeeze(-1);
      r.q += dq;
      limit_(r.q);
    }
    last_ = r.q;
    return r;
  }
  const Tensor &last() const { return last_; }

private:
  void limit_(Tensor &q) const {
    for (int64_t i = 0; i < dof(); ++i)
      if (const auto &l = joints_[size_t(i)].limits)
        q.select(1, i).clamp_((*l)[0], (*l)[1]);
  }
  static Tensor link(const Joint &j, const Tensor &v) {
    const bool rev = j.kind == JointKind::Revolute;
    auto th = rev ? v + j.theta : fg::full_like(v, j.theta);
    auto d = rev ? fg::full_like(v, j.d) : v + j.d;
    const double ca = std::cos(j.alpha), sa = std::sin(j.alpha);
    auto c = th.cos(), s = th.sin(), zero = fg::zeros_like(v), one = fg::ones_like(v);
    return fg::stack({c, -s * ca, s * sa, j.a * c, s, c * ca, -c * sa, j.a * s, zero, one * sa, one * ca, d, zero, zero, zero, one}, -1)
        .view({-1, 4, 4});
  }
  std::vector<Joint> joints_;
  std::optional<Tensor> tool_;
  Tensor last_;
};

// quaternions [.., 4], w first
FG_COMPILE()
Tensor slerp(Tensor a, Tensor b, double t) {
  auto dot = (a * b).sum(-1, true);
  b = fg::where(dot < 0, -b, b);
  dot = dot.abs().clamp_max(1.0);
  auto th = fg::acos(dot), s = fg::sin(th);
  auto lin = a.lerp(b, t);
  auto sph = (fg::sin((1 - t) * th) * a + fg::sin(t * th) * b) / s.clamp_min(1e-6);
  auto r = fg::where(s < 1e-4, lin, sph);
  return r / r.norm(2, {-1}, true);
}

int main() {
  fg::manual_seed(13);
  Arm planar({{1, 0}, {0.8, 0}, {0.5, 0, 0, 0, JointKind::Revolute, std::array<double, 2>{-1.0, 1.0}}});
  auto tool = fg::eye(4);
  tool[2][3] = 0.1;
  Arm scara({{0.4, 0}, {0.3, M_PI}, {0, 0, 0.1, 0, JointKind::Prismatic, std::array<double, 2>{0.0, 0.3}}}, tool);
  Arm puma({{0, M_PI / 2, 0.6}, {0.4, 0}, {0, -M_PI / 2, 0.15}, {0, M_PI / 2, 0.4}});
  auto show = [](const char *n, const Tensor &t) { std::printf("%s %.5f %.5f\n", n, t.sum().item<double>(), t.abs().max().item<double>()); };
  auto q = fg::randn({5, 3}), q4 = fg::rand({2, 4});
  show("p", planar.position(q)), show("s", scara.position(q)), show("u", puma.position(q4));
  show("j", planar.jacobian(q)), show("j", scara.jacobian(q, true)), show("j", puma.jacobian(q4, true));
  std::printf("%zu %zu\n", planar.frames(q).size(), puma.frames(q4).size());
  auto r = planar.solve(fg::tensor({1.2f, 0.7f, 0.f}).unsqueeze(0), fg::full({1, 3}, 0.3));
  std::printf("%d %d %.4f\n", r.converged, r.iterations, r.q.sum().item<double>());
  auto r2 = scara.solve(scara.position(fg::rand({3, 3}) * 0.3), fg::full({3, 3}, 0.1), 0.1, 5);
  std::printf("%d %d %.4f\n", r2.converged, r2.iterations, scara.last().sum().item<double>());
  auto n = [](Tensor x) { return x / x.norm(2, {-1}, true); };
  show("q", slerp(n(fg::randn({6, 4})), n(fg::randn({6, 4})), 0.3));
  auto one = n(fg::randn({4}));
  show("q", slerp(one, one, 0.6));
}
