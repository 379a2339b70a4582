// A Kalman filter: a state that is updated in place by a class with members of type Tensor.
#include <fullgraph/fullgraph.h>

#include <iostream>

class Kalman {
public:
  Kalman(fg::Tensor f, fg::Tensor h, double q, double r)
      : F(std::move(f)), H(std::move(h)), Q(fg::eye(F.size(0)) * q), R(fg::eye(H.size(0)) * r),
        x(fg::zeros({F.size(0), 1})), P(fg::eye(F.size(0))) {}

  FG_COMPILE(.fullgraph = true) void predict() {
    x = F.matmul(x);
    P = F.matmul(P).matmul(F.t()) + Q;
  }

  FG_COMPILE(.fullgraph = true) fg::Tensor update(const fg::Tensor &z) {
    const auto y = z - H.matmul(x);
    const auto S = H.matmul(P).matmul(H.t()) + R;
    const auto K = P.matmul(H.t()).matmul(fg::inverse(S));
    x = x + K.matmul(y);
    P = (fg::eye(P.size(0)) - K.matmul(H)).matmul(P);
    return x.clone();
  }

private:
  fg::Tensor F, H, Q, R, x, P;
};

int main() {
  fg::manual_seed(2);
  auto F = fg::tensor({1.0f, 0.1f, 0.0f, 1.0f}).view({2, 2});
  auto H = fg::tensor({1.0f, 0.0f}).view({1, 2});
  Kalman filter(F, H, 0.01, 0.1);
  for (int i = 0; i < 10; ++i) {
    filter.predict();
    auto x = filter.update(fg::full({1, 1}, 0.1 * i) + 0.01 * fg::randn({1, 1}));
    std::cout << x[0][0].item<float>() << " " << x[1][0].item<float>() << "\n";
  }
}
