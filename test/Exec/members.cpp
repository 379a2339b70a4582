// What generated code may not name itself: private members of other classes, bases' members, hidden ones.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" %s < %t.log
// LOG: fullgraph: members.cpp: 8 functions, {{.*}} 3 breaks,
// CHECK: 50 20 -10
// CHECK: 50 5 -40
// CHECK: 1.0000 2.5000 4.0000
// CHECK: so far 3
// CHECK: 8.0000 10.6667 13.3333
// CHECK: {{^}}4
// CHECK: {{^}}29 6 12 252 4 48 1.5
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <vector>

namespace nn {

class Scale {
public:
  explicit Scale(float by) : by_(fg::full({3}, by)) {}
  fg::Tensor operator()(const fg::Tensor &x) const { return x * by_ * gain_; }
  void tune(double gain) { gain_ = gain; }

private:
  FG_SHAPE("f32[3]") fg::Tensor by_;
  double gain_ = 2;
};

template <int Rank> class Shift {
  FG_SHAPE("f32[3]") fg::Tensor by = fg::full({3}, 1.0 * Rank);
  friend class Nobody;

public:
  fg::Tensor operator()(const fg::Tensor &x) const { return x + by; }
};

class Base {
  FG_SHAPE("f32[3]") fg::Tensor secret = fg::full({3}, 5.0);

protected:
  FG_SHAPE("f32[3]") fg::Tensor shared = fg::full({3}, 7.0);

public:
  FG_SHAPE("f32[3]") fg::Tensor hidden = fg::full({3}, 11.0);
  fg::Tensor apply(const fg::Tensor &x) const { return x * secret - shared + hidden; }
};

} // namespace nn

namespace {
class Counter {
public:
  fg::Tensor add(const fg::Tensor &x) {
    total = total + x;
    ++calls;
    return total / calls;
  }
  int count() const { return calls; }

private:
  FG_SHAPE("f32[N,3]") fg::Tensor total = fg::zeros({2, 3});
  int calls = 0;
};
} // namespace

/// The net.
template <class T> struct [[nodiscard]] Net : nn::Base {
  std::vector<std::unique_ptr<nn::Scale>> scales;
  nn::Shift<4> shift;
  FG_SHAPE("f32[3]") fg::Tensor hidden = fg::full({3}, 13.0);

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3]") fg::Tensor x) const {
    for (const auto &scale : scales)
      x = (*scale)(x);
    x = apply(shift(x));
    return x + hidden * T(2);
  }
};

FG_COMPILE(.fullgraph = true)
fg::Tensor mean(Counter &counter, FG_SHAPE("f32[N,3]") const fg::Tensor &x) { return counter.add(x) + 1; }

FG_COMPILE()
fg::Tensor broken(Counter &counter, FG_SHAPE("f32[N,3]") const fg::Tensor &x) {
  fg::Tensor y = counter.add(x);
  std::cout << "so far " << counter.count() << "\n";
  return counter.add(y) * 2;
}

// Members of anonymous structs: private, protected, of a base, of a base that hides them, of a stranger.
class Polynomial {
  struct {
    float offset;
    int64_t power;
  };

protected:
  struct {
    float gain;
  };

public:
  Polynomial(float o, int64_t p, float g) {
    offset = o;
    power = p;
    gain = g;
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3]") const fg::Tensor &x) const { return x.pow(power) * gain + offset; }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor doubled(FG_SHAPE("f32[N,3]") const fg::Tensor &x) {
    gain = gain * 2;
    return x * gain;
  }

  float offsetOf() const { return offset; }
};

struct Pair {
  struct {
    float a;
    struct {
      float b;
    };
  };
};
struct Plain : Pair {
  float c;
};
struct Hiding : Pair {
  float b;
};

FG_COMPILE(.fullgraph = true)
fg::Tensor plain(FG_SHAPE("f32[N,3]") const fg::Tensor &x, Plain &p) {
  p.b += 1;
  return x * p.a + p.b * p.c;
}

FG_COMPILE()
fg::Tensor hiding(FG_SHAPE("f32[N,3]") const fg::Tensor &x, const Hiding &p) { return x * p.Pair::b + p.b; }

FG_COMPILE()
fg::Tensor stranger(FG_SHAPE("f32[N,3]") const fg::Tensor &x, const Polynomial &p) {
  return x * p.offsetOf();
}

static void print(const fg::Tensor &x) { std::cout << x << "\n"; }

int main() {
  Net<float> net;
  net.scales.push_back(std::make_unique<nn::Scale>(1.5f));
  net.scales.push_back(std::make_unique<nn::Scale>(-1.0f));
  const fg::Tensor x = fg::arange(6, fg::kFloat).view({2, 3});
  print(net.forward(x));
  net.scales[1]->tune(3);
  print(net.forward(x));
  Counter counter;
  print(mean(counter, x));
  print(mean(counter, x * 2));
  print(broken(counter, x));
  std::cout << counter.count() << "\n";

  const fg::Tensor ones = fg::ones({2, 3});
  auto sum = [](const fg::Tensor &y) { return y.sum().item<double>(); };
  Polynomial polynomial(0.25f, 2, 0.5f);
  std::cout << sum(polynomial.forward(x)) << " " << sum(polynomial.doubled(ones)) << " "
            << sum(polynomial.doubled(ones));
  Plain p;
  p.a = 2, p.b = 3, p.c = 10;
  std::cout << " " << sum(plain(ones, p)) << " " << p.b;
  Hiding hides;
  hides.Pair::b = 5, hides.b = 3;
  std::cout << " " << sum(hiding(ones, hides)) << " " << sum(stranger(ones, polynomial)) << "\n";
}
