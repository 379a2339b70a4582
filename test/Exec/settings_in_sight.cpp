// What code around the calls sets: a module's flag, a text that names an entry of a map, both other than the
// constructor makes them.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: settings_in_sight.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <map>
#include <string>

using fg::Tensor;

struct Adapter {
  Tensor a, b;
  bool merged = false;
};

class Layer : public fg::nn::Module {
  Tensor weight_, zero_, bias_;
  std::map<std::string, Adapter> adapters_;
  std::string active_;

public:
  bool smooth = false;
  Layer(int64_t in, int64_t out, bool bias) {
    weight_ = register_parameter("weight", fg::arange(out * in, fg::kFloat).view({out, in}) * 0.25);
    zero_ = register_buffer("zero", weight_.amin(1, true));
    if (bias)
      bias_ = register_parameter("bias", fg::ones({out}));
  }
  void add(const std::string &name, int64_t rank) {
    adapters_[name] = Adapter{fg::ones({rank, weight_.size(1)}), fg::ones({weight_.size(0), rank}) * 0.5};
    active_ = name;
  }
  void use(std::string name) { active_ = std::move(name); }

  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &x) {
    Tensor y = bias_.defined() ? fg::linear(x, weight_ - zero_, bias_) : fg::linear(x, weight_ - zero_);
    if (smooth)
      y = y.tanh();
    if (auto it = adapters_.find(active_); it != adapters_.end() && !it->second.merged)
      y = y + fg::linear(fg::linear(x, it->second.a), it->second.b);
    return y;
  }
};

int main() {
  Layer one(3, 2, true), other(4, 3, false);
  const Tensor x = fg::ones({2, 3}), z = fg::ones({2, 2, 4});
  const auto show = [](const Tensor &y) { std::printf("%.3f\n", y.sum().item<float>()); };
  show(one.forward(x)); // CHECK: 7.000
  show(other.forward(z));
  one.add("en", 2);
  one.add("de", 1);
  show(one.forward(x)); // CHECK: 13.000
  one.use("none");
  show(one.forward(x)); // CHECK-NEXT: 7.000
  one.smooth = other.smooth = true;
  one.use("en");
  show(one.forward(x)); // CHECK-NEXT: 15.7
  show(other.forward(z));
  other.add("x", 1);
  show(one.forward(x));
  show(other.forward(z));
}
