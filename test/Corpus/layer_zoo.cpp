// Layers as data: variants of structs in a vector, a tuple of layers with std::apply, CRTP, std::function, virtual bases.
#include <torch/torch.h>

#include <functional>
#include <iostream>
#include <memory>
#include <tuple>
#include <variant>
#include <vector>

namespace zoo {

template <typename Derived> struct Layer {
  torch::Tensor operator()(const torch::Tensor &x) const { return static_cast<const Derived &>(*this).forward(x); }
  template <typename... Rest> torch::Tensor then(const torch::Tensor &x, const Rest &...rest) const {
    auto y = (*this)(x);
    ((y = rest(y)), ...);
    return y;
  }
};

struct Dense : Layer<Dense> {
  torch::Tensor w, b;
  Dense(int64_t in, int64_t out) : w(torch::randn({out, in}) / std::sqrt(double(in))), b(torch::zeros({out})) {}
  torch::Tensor forward(const torch::Tensor &x) const { return torch::linear(x, w, b); }
};
struct Relu : Layer<Relu> {
  torch::Tensor forward(const torch::Tensor &x) const { return torch::relu(x); }
};
struct RmsNorm : Layer<RmsNorm> {
  torch::Tensor g;
  double eps = 1e-6;
  explicit RmsNorm(int64_t n) : g(torch::ones({n})) {}
  torch::Tensor forward(const torch::Tensor &x) const { return x * torch::rsqrt(x.square().mean(-1, true) + eps) * g; }
};

using Any = std::variant<Dense, Relu, RmsNorm>;

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Net {
  std::vector<Any> layers;
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) const {
    for (const Any &layer : layers)
      x = std::visit(overloaded{[&](const Dense &d) { return d.forward(x); }, [&](const Relu &r) { return r(x); },
                                [&](const RmsNorm &n) { return n(x) * 1.0; }},
                     layer);
    return x;
  }
};

template <typename... Layers> struct Chain {
  std::tuple<Layers...> layers;
  explicit Chain(Layers... l) : layers(std::move(l)...) {}
  FG_COMPILE(.fullgraph = true) torch::Tensor operator()(torch::Tensor x) const {
    std::apply([&](const auto &...layer) { ((x = layer(x)), ...); }, layers);
    return x;
  }
};

struct Op {
  virtual ~Op() = default;
  virtual torch::Tensor apply(const torch::Tensor &x) const = 0;
};
struct Scale final : Op {
  explicit Scale(double k) : k(k) {}
  torch::Tensor apply(const torch::Tensor &x) const override { return x * k; }
  double k;
};
struct Shift final : Op {
  explicit Shift(torch::Tensor s) : s(std::move(s)) {}
  torch::Tensor apply(const torch::Tensor &x) const override { return x + s; }
  torch::Tensor s;
};

class Pipeline {
public:
  void add(std::unique_ptr<Op> op) { ops.push_back(std::move(op)); }
  FG_COMPILE(.fullgraph = true) torch::Tensor run(torch::Tensor x) const {
    for (const auto &op : ops)
      x = op->apply(x);
    return x;
  }

private:
  std::vector<std::unique_ptr<Op>> ops;
};

FG_COMPILE(.fullgraph = true) torch::Tensor residual(const Dense &a, const RmsNorm &n, const torch::Tensor &x) {
  return x + a.then(x, n, Relu{});
}

} // namespace zoo

int main() {
  torch::manual_seed(28);
  zoo::Net net{{zoo::Dense(4, 8), zoo::Relu(), zoo::RmsNorm(8), zoo::Dense(8, 3)}};
  zoo::Chain chain(zoo::Dense(4, 6), zoo::Relu{}, zoo::Dense(6, 2));
  zoo::Pipeline pipeline;
  pipeline.add(std::make_unique<zoo::Scale>(0.5));
  pipeline.add(std::make_unique<zoo::Shift>(torch::ones({4})));
  zoo::Dense square(4, 4);
  zoo::RmsNorm norm(4);
  for (int64_t n : {2, 5}) {
    auto x = torch::randn({n, 4});
    std::cout << net.forward(x).sum().item<float>() << " " << chain(x).sum().item<float>() << " " << pipeline.run(x).sum().item<float>() << " " << zoo::residual(square, norm, x).sum().item<float>() << "\n";
  }
}
