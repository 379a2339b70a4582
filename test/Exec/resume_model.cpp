// A class as other people write them, with breaks of many kinds.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: half 2
// CHECK: h ends at 10.000
// CHECK: search 0.000 8
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {
int events = 0;
struct Config {
  int width = 3;
  bool bias = true;
  enum class Act { Relu, Tanh } act = Act::Tanh;
};
struct Probe {
  const fg::Tensor &watched;
  const char *name;
  Probe(const fg::Tensor &t, const char *n) : watched(t), name(n) {}
  ~Probe() { std::printf("%s ends at %.3f\n", name, watched.sum().item<double>()); }
};
struct Linear {
  FG_SHAPE("f32[O,I]") fg::Tensor weight;
  FG_SHAPE("f32[O]") fg::Tensor bias;
  fg::Tensor operator()(const fg::Tensor &x) const { return fg::linear(x, weight, bias); }
};
class Model {
public:
  Model() : first{fg::ones({4, 3}) * 0.2, fg::zeros({4})}, second{fg::ones({2, 4}) * -0.3, fg::ones({2})} {}
  FG_COMPILE()
  fg::Tensor run(FG_SHAPE("f32[N,3]") const fg::Tensor &input, const Config &config,
                 std::vector<double> *trace) {
    fg::Tensor h = first(input);
    Probe probe(h, "h");
    if (config.act == Config::Act::Relu)
      h = fg::relu(h);
    else if (config.act == Config::Act::Tanh)
      h = h.tanh();
    if (trace)
      trace->push_back(h.mean().item<double>());
    const auto norm = h.pow(2).sum(-1, true).sqrt();
    h = h / (norm + 1e-6f);
    ++calls_;
    events += 1;
    std::array<fg::Tensor, 2> halves{h.slice(1, 0, 2), h.slice(1, 2, 4)};
    for (auto &half : halves) {
      half = half * 2;
      std::printf("half %d\n", events++);
    }
    auto y = fg::cat({halves[0], halves[1]}, 1);
    std::map<std::string, int> counts;
    counts["calls"] = calls_;
    std::function<fg::Tensor(fg::Tensor)> twice = [&](fg::Tensor t) { return t + t; };
    y = twice(y) - 1;
    for (int i = 0, n = config.width; i < n; i += 2) {
      auto before = y;
      y = second(y).repeat({1, 2});
      if (fg::allclose(before, y))
        break;
      std::printf("i %d\n", i);
    }
    cache_ = y.clone();
    auto best = y.argmax(1);
    std::printf("best of %d rows: %ld\n", (int)best.size(0), (long)best[0].item<int64_t>());
    return y.index({fg::indexing::Slice(), 0}) + counts["calls"];
  }
  fg::Tensor cache_;

private:
  int calls_ = 0;
  Linear first, second;
};
} // namespace
static fg::Tensor retry(const fg::Tensor &x, int depth) {
  auto y = x * 0.5;
  if (y.abs().max().item<float>() > 1.0f && depth < 5)
    return retry(y, depth + 1);
  return y;
}
FG_COMPILE()
std::pair<fg::Tensor, int> search(FG_SHAPE("f32[N]") fg::Tensor x) {
  int n = 0;
  fg::Tensor best = x;
  for (;;) {
    auto next = best - 0.1 * fg::sign(best);
    const float gap = (next - best).abs().sum().item<float>();
    if (gap < 1e-3f || n > 7)
      break;
    best = next;
    ++n;
  }
  fg::Tensor r = retry(best * 10, 0);
  return {r, n};
}
FG_COMPILE()
fg::Tensor readout(FG_SHAPE("f32[N,4]") fg::Tensor x) {
  auto mean = x.mean().item<float>();
  auto centred = x - mean;
  double scale = std::sqrt(centred.pow(2).mean().item<double>() + 1e-5);
  auto y = centred / scale;
  const float *p = y.data_ptr<float>();
  float first = p[0];
  return y * first + static_cast<int>(mean);
}
int main() {
  Model m;
  Config c;
  std::vector<double> trace;
  for (auto act : {Config::Act::Relu, Config::Act::Tanh}) {
    c.act = act;
    for (int64_t n : {1, 2, 5}) {
      auto y = m.run(fg::arange(3 * n, fg::kFloat).view({n, 3}) * 0.1, c,
                     act == Config::Act::Tanh ? &trace : nullptr);
      std::printf("run %.3f %.3f\n", y.sum().item<double>(), m.cache_.sum().item<double>());
    }
  }
  for (double t : trace)
    std::printf("%.3f ", t);
  auto [r, n] = search(fg::arange(4, fg::kFloat) * 0.3);
  std::printf("\nsearch %.3f %d\n", r.sum().item<double>(), n);
  std::printf("readout %.3f\n", readout(fg::arange(8, fg::kFloat).view({2, 4})).sum().item<double>());
}
