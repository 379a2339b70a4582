// Kalman filters that track many targets at once: constant velocity in the plane, positions measured.
#include "common.h"

class KalmanFilter {
public:
  KalmanFilter(int64_t targets, double dt, double process_noise, double measurement_noise) {
    F = fg::eye(4);
    F[0][2] = dt;
    F[1][3] = dt;
    H = fg::eye(2, 4);
    // the noise is an acceleration that is constant during a step
    const fg::Tensor G =
        fg::tensor({0.5 * dt * dt, 0.0, 0.0, 0.5 * dt * dt, dt, 0.0, 0.0, dt}, fg::kFloat).view({4, 2});
    Q = fg::matmul(G, G.t()) * process_noise;
    R = fg::eye(2) * measurement_noise;
    x = fg::zeros({targets, 4});
    P = (fg::eye(4) * 10.0).repeat({targets, 1, 1});
  }

  /// Takes the targets' measured positions; returns how likely they were.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor step(FG_SHAPE("f32[N,2]") const fg::Tensor &z) {
    predict();
    return update(z);
  }

  FG_SHAPE("f32[N,4]") fg::Tensor x;
  FG_SHAPE("f32[N,4,4]") fg::Tensor P;

private:
  void predict() {
    x = fg::matmul(x, F.t());
    P = F.matmul(P).matmul(F.t()) + Q;
  }
  fg::Tensor update(const fg::Tensor &z) {
    const fg::Tensor y = z - fg::matmul(x, H.t());
    const fg::Tensor S = H.matmul(P).matmul(H.t()) + R;
    const fg::Tensor K = fg::linalg_solve(S, H.matmul(P)).mT(); // P Hᵀ S⁻¹, as S and P are symmetric
    x = x + K.matmul(y.unsqueeze(-1)).squeeze(-1);
    const fg::Tensor IKH = fg::eye(4) - K.matmul(H);
    P = IKH.matmul(P).matmul(IKH.mT()) + K.matmul(R).matmul(K.mT()); // Joseph's form stays symmetric
    const fg::Tensor distance = (y.unsqueeze(-2).matmul(fg::linalg_inv(S)).matmul(y.unsqueeze(-1))).flatten();
    return -0.5 * (distance + fg::logdet(S) + 2 * std::log(2 * M_PI));
  }

  FG_SHAPE("f32[4,4]") fg::Tensor F, Q;
  FG_SHAPE("f32[2,4]") fg::Tensor H;
  FG_SHAPE("f32[2,2]") fg::Tensor R;
};

int main() {
  bool good = true;
  for (int64_t targets : {1, 3}) {
    const int64_t steps = 20;
    // each target flies along its own line
    const fg::Tensor velocity = models::values("velocity", {targets, 2}) * 4;
    const fg::Tensor noise = models::values("noise", {steps, targets, 2});
    KalmanFilter filter(targets, 0.1, 0.5, 0.1);
    fg::Tensor likelihood = fg::zeros({targets});
    for (int64_t i = 0; i < steps; ++i)
      likelihood += filter.step(velocity * (0.1 * static_cast<double>(i + 1)) + noise[i]);
    const std::string name = "kalman/" + std::to_string(targets);
    good &= models::agrees(name + "/x", filter.x);
    good &= models::agrees(name + "/P", filter.P);
    good &= models::agrees(name + "/likelihood", likelihood);
    for (int64_t i = 0; i < targets; ++i)
      std::printf("  target %ld: at (%.2f, %.2f), velocity (%.2f, %.2f), true (%.2f, %.2f)\n",
                  static_cast<long>(i), filter.x[i][0].item<double>(), filter.x[i][1].item<double>(),
                  filter.x[i][2].item<double>(), filter.x[i][3].item<double>(), velocity[i][0].item<double>(),
                  velocity[i][1].item<double>());
  }
  return good ? 0 : 1;
}
