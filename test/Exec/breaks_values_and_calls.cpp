// Each kind of graph break that tensor values or calls bring about (FG0xx to FG2xx), and that runs: what is
// printed, in what order, and the results are those of the eager program.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// CHECK: counted 2
// CHECK-NEXT: user 1: 127.0000
// CHECK: caught not a number
// CHECK: short 2
// CHECK: visible 1
// CHECK-NEXT: system 6.000000
// CHECK: pure 1, events 2
// CHECK: end
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }
static void show(const char *what, const Tensor &x) { std::printf("%s: %.4f\n", what, number(x)); }

// --- general
static int events = 0;
FG_DISABLE("counts") static Tensor counted(const Tensor &x) {
  std::printf("counted %d\n", ++events);
  return x + events;
}
FG_COMPILE()
Tensor user(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::relu(x) * 2;
  ++events;
  fg::graph_break("between"); // LOG-DAG: {{\] \[FG001\]}}
  h = h + events;
  Tensor counts = counted(h); // LOG-DAG: {{\] \[FG002\]}}
  return counts * h;
}
FG_COMPILE()
Tensor opaque(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::exp(x);
  long double wide = 0.5L; // LOG-DAG: {{\] \[FG003\]}}
  wide *= 3;
  std::printf("opaque %d\n", static_cast<int>(wide));
  return h * static_cast<double>(wide);
}

// --- values
FG_COMPILE()
Tensor branch(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::tanh(x);
  if (h.sum().item<float>() > 0) { // LOG-DAG: {{\] \[FG101\]}}
    std::puts("positive");
    h = h * 2;
  }
  while ((h.max() < 3).item<bool>()) // LOG-DAG: {{\] \[FG102\]}}
    h = h.abs() * 2 + 0.5;
  return h;
}
FG_COMPILE()
Tensor readback(FG_SHAPE("f32[N,4]") Tensor x, const std::vector<Tensor> &tables) {
  Tensor h = fg::relu(x);
  const int rounded = static_cast<int>(h.max().item<float>() * 2) & 3; // LOG-DAG: {{\] \[FG103\]}}
  const Tensor which = (h.sum() > 4).to(fg::kLong);
  h = h * tables[which.item<int64_t>()] + rounded; // LOG-DAG: {{\] \[FG104\]}}
  return h;
}
// The smaller and the larger of two numbers stay in the graph, also for NaN.
FG_COMPILE(.fullgraph = true)
Tensor numbers(FG_SHAPE("f32[N,4]") Tensor x) {
  x = fg::where(x == 3, fg::full_like(x, std::nan("")), x) * (std::isnan(std::nanf("1")) ? 1 : 2);
  const float most = std::max(x.max().item<float>(), 0.5f),
              least = std::min(x.select(0, 0).sum().item<float>(), most);
  return fg::stack({x.max() * most, x.min() * least, fg::ones({}) * std::max(-1.0f, least)});
}
FG_COMPILE()
Tensor checked(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::log(x);
  std::puts("checking");
  if (fg::isnan(h).any().item<bool>()) // LOG-DAG: {{\] \[FG105\]}}
    throw std::runtime_error("not a number");
  return h + 1;
}
static bool seen(const char *what) {
  std::puts(what);
  return true;
}
FG_COMPILE()
Tensor circuit(FG_SHAPE("f32[N,4]") Tensor x, int n) {
  Tensor h = x * 3;
  if ((h.sum() > 0).item<bool>() && seen("short 1")) // LOG-DAG: {{\] \[FG106\]}}
    h = h - 1;
  std::printf("short %d\n", n);
  return h;
}
FG_COMPILE()
Tensor sized(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("i64[]") Tensor n) {
  Tensor h = fg::relu(x);
  h = h.narrow(0, 0, n.item<int64_t>()) + 1; // LOG-DAG: {{\] \[FG107\]}}
  return h * fg::ones({n.item<int64_t>(), 4});
}

// --- calls
extern "C" int getppid(); // declared here, defined elsewhere
struct Layer {
  virtual ~Layer() = default;
  virtual Tensor run(const Tensor &x) const = 0;
};
struct Twice : Layer {
  Tensor run(const Tensor &x) const override { return x * 2; }
};
static const Twice twice;
static const Layer &chosen() { return twice; }
static const Layer &(*volatile layerOf)() = chosen; // nobody sees which layer it returns
static int depthOf(int n) { return n <= 1 ? 0 : 1 + depthOf(n / 2); }
static Tensor repeat(Tensor x, int n) { return n == 0 ? x : repeat(fg::relu(x) + 1, n - 1); }
FG_COMPILE()
Tensor calls(FG_SHAPE("f32[N,4]") Tensor x, const Layer &layer, const std::function<Tensor(Tensor)> &f,
             int n) {
  Tensor h = x + 1;
  std::printf("visible %d\n", getppid() > 0);     // LOG-DAG: {{\] \[FG201\]}}
  h = layer.run(h) + h;                           // LOG-DAG: {{\] \[FG202\]}}
  h = f(h) * 2;                                   // LOG-DAG: {{\] \[FG203\]}}
  h = repeat(h, n) + depthOf(n);                  // LOG-DAG: {{\] \[FG204\]}}
  const std::string text = std::to_string(n * 2.0); // LOG-DAG: {{\] \[FG205\]}}
  std::printf("system %s\n", text.c_str());
  return fg::exp(-h) * static_cast<int>(text.size());
}
FG_CUSTOM_OP("test::halve")
static Tensor halve(const Tensor &x) { return x / 2; } // LOG-DAG: {{\] \[FG206\]}}
static int pure_calls = 0;
FG_NONSTRICT_TRACE static Tensor impure(const Tensor &x) {
  ++pure_calls; // LOG-DAG: {{\] \[FG207\]}}
  return x - pure_calls;
}
FG_COMPILE()
Tensor marked(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = halve(fg::relu(x)) + 1;
  return impure(h) * h;
}

int main() {
  const Tensor x = fg::arange(12, fg::kFloat).view({3, 4}) / 4 - 1;
  show("user 1", user(x));
  show("opaque", opaque(x));
  show("branch", branch(x));
  show("branch", branch(x - 3));
  show("readback", readback(x, {fg::ones({4}), fg::arange(4, fg::kFloat)}));
  show("checked", checked(x + 2));
  try {
    show("checked", checked(x));
  } catch (const std::runtime_error &error) {
    std::printf("caught %s\n", error.what());
  }
  for (const double offset : {0.0, -3.0, std::nan("")}) {
    const Tensor y = numbers(x + offset).contiguous();
    std::printf("numbers: %.4f %.4f %.4f\n", y.data_ptr<float>()[0], y.data_ptr<float>()[1],
                y.data_ptr<float>()[2]);
  }
  show("circuit", circuit(x, 1));
  show("circuit", circuit(x - 9, 2));
  show("sized", sized(x, fg::tensor(int64_t(2))));
  show("sized", sized(x, fg::tensor(int64_t(0))));
  try {
    sized(x, fg::tensor(int64_t(9)));
  } catch (const fg::Error &error) {
    std::puts(error.what());
  }
  show("calls",
       calls(x, layerOf(), std::bind(std::minus<>(), std::placeholders::_1, 1), 3)); // nobody's closure
  show("marked", marked(x));
  std::printf("pure %d, events %d\n", pure_calls, events);
  user(x);
  std::puts("end");
}
