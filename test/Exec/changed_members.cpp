// Objects that are not as their constructors made them, and tensors that are absent: a version is made for them at run
// time, in which numbers are symbols. What no version can be made for is counted, told, and obeys stances.
// RUN: rm -f %t.prof
// RUN: %jit env FULLGRAPH_PROFILE=%t.prof FULLGRAPH_LOGS=recompiles,guards %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --input-file=%t.log %s
// RUN: FileCheck --check-prefix=PROFILE --input-file=%t.prof %s
// A profile with such lines is read without a warning:
// RUN: %fullgraph --profile=%t.prof %s -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck --check-prefix=READ %s
// READ-NOT: profile
// READ: fullgraph: changed_members.cpp:
// Without the run-time compiler such calls are counted, too:
// RUN: env FULLGRAPH_JIT=0 %t.compiled/changed_members 2>&1 | FileCheck --check-prefix=NOJIT %s
// NOJIT: scale: right, 0 versions, 0 hits, 2 eager
// NOJIT: Scaled::forward: this->scale: expected 1, got -0.5: would recompile
#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace nn = fg::nn;

enum class Act { Relu, Tanh };

struct Scaled : nn::Module {
  float scale = 1;
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,4]") fg::Tensor x) { return x * scale + 1; }
};

struct Options {
  double eps = 0.5;
  int heads = 2;
  Act act = Act::Relu;
};

struct Numbers : nn::Module {
  int64_t shift = 2;
  bool flag = true;
  int turns = 2, dim = 0;
  Options options;
  FG_COMPILE(.fullgraph = true)
  fg::Tensor shifted(FG_SHAPE("f32[N,4]") fg::Tensor x) { return x + shift; }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor flagged(FG_SHAPE("f32[N,4]") fg::Tensor x) {
    if (flag)
      return x * 2;
    return x - 1;
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor looped(FG_SHAPE("f32[N,4]") fg::Tensor x) {
    for (int i = 0; i < turns; ++i)
      x = x * 2 + i;
    return x;
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor summed(FG_SHAPE("f32[4,4]") fg::Tensor x) { return x.sum(dim); }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor optioned(FG_SHAPE("f32[4,4]") fg::Tensor x) {
    x = x.view({-1, options.heads, 4 / options.heads}).sum(1) + options.eps;
    return options.act == Act::Relu ? fg::relu(x) : fg::tanh(x);
  }
  // Nothing is declared, all is made at run time.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor undeclared(fg::Tensor x) { return x * options.eps + shift; }
  // Regions around a graph break.
  FG_COMPILE()
  fg::Tensor broken(FG_SHAPE("f32[N,4]") fg::Tensor x) {
    x = x * options.eps;
    if (x.sum().item<float>() > 0)
      x = x + shift;
    return x * 2;
  }
};

struct Parts : nn::Module {
  nn::ModuleList layers;
  std::optional<double> extra;
  nn::Linear maybe = nullptr, last = nn::Linear(4, 4);
  nn::LeakyReLU leaky = nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.1));
  Parts() {
    for (int i = 0; i < 2; ++i)
      layers->push_back(nn::Linear(4, 4));
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor layered(FG_SHAPE("f32[N,4]") fg::Tensor x) {
    for (const auto &layer : *layers)
      x = layer->as<nn::Linear>()->forward(x);
    return x;
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor given(FG_SHAPE("f32[N,4]") fg::Tensor x) { return extra ? x * *extra : x * 3; }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor added(FG_SHAPE("f32[N,4]") fg::Tensor x) {
    if (!maybe.is_empty())
      x = maybe->forward(x);
    return x * 3;
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor biased(FG_SHAPE("f32[N,4]") fg::Tensor x) { return last->forward(x); }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor sloped(FG_SHAPE("f32[N,4]") fg::Tensor x) { return leaky->forward(x); }
};

FG_COMPILE(.fullgraph = true)
fg::Tensor linear(FG_SHAPE("f32[N,4]") fg::Tensor x, FG_SHAPE("f32[3,4]") fg::Tensor w,
                  FG_SHAPE("f32[3]") fg::Tensor b) {
  return fg::linear(x, w, b);
}
FG_COMPILE(.fullgraph = true)
fg::Tensor undeclared(fg::Tensor x, fg::Tensor w, fg::Tensor b) { return fg::linear(x, w, b); }
FG_COMPILE(.fullgraph = true)
fg::Tensor tested(FG_SHAPE("f32[N,4]") fg::Tensor x, FG_SHAPE("f32[4]") fg::Tensor b) {
  if (b.defined())
    x = x + b;
  return x * 2;
}

/// Calls `function` for each change: results are those of the code as written.
template <class Function, class... Changes>
static void run(const char *what, Function function, Changes... changes) {
  fg::reset();
  bool right = true;
  const auto call = [&](auto change) {
    change();
    const fg::Tensor y = function();
    const fg::StanceScope eager(fg::Stance::ForceEager);
    const fg::Tensor expected = function();
    right &= y.sizes() == expected.sizes() && fg::allclose(y, expected);
  };
  (call(changes), ...);
  const fg::Stats stats = fg::stats();
  std::printf("%s: %s, %d versions, %d hits, %d eager\n", what, right ? "right" : "WRONG", int(stats.versions),
              int(stats.hits), int(stats.eager_calls));
  for (const fg::FunctionStats &made : stats.functions)
    for (const fg::EagerStats &eager : made.eager)
      if (!eager.why.empty())
        std::printf("  eager: %s\n", eager.why.c_str());
  fg::reset();
  const fg::StanceScope strict(fg::Stance::FailOnRecompile);
  try {
    function();
    std::printf("does not throw\n");
  } catch (const fg::Error &error) {
    const std::string text = error.what();
    std::printf("%s\n", text.substr(text.find(' ') + 1, text.rfind(',') - text.find(' ') - 1).c_str());
  }
}

/// A number that no walk of main() knows.
static float given(const char *text) { return std::strtof(text, nullptr); }

int main() {
  const fg::Tensor x = fg::arange(16).to(fg::kFloat).view({4, 4}) - 7, w = fg::ones({3, 4});

  Scaled s;
  run("scale", [&] { return s.forward(x); }, [&] { s.scale = given("3"); }, [&] { s.scale = given("-0.5"); });
  // CHECK: scale: right, 1 versions, 2 hits, 0 eager
  // CHECK-NEXT: Scaled::forward: this->scale: expected 1, got -0.5: would recompile
  // LOG: fullgraph: Scaled::forward: this->scale: expected 1, got 3; recompiled for x: f32[
  // PROFILE: Scaled::forward{{.*}}needs this->scale: expected 1

  Numbers n;
  run("shift", [&] { return n.shifted(x); }, [&] { n.shift = 5; }, [&] { n.shift = 6; });
  // CHECK-NEXT: shift: right, 1 versions, 2 hits, 0 eager
  // CHECK-NEXT: Numbers::shifted: this->shift: expected 2, got 6: would recompile
  run("flag", [&] { return n.flagged(x); }, [&] { n.flag = false; }, [&] { n.flag = true; });
  // CHECK-NEXT: flag: right, 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: does not throw
  // A number that must be known has graphs for the values near it.
  run("turns", [&] { return n.looped(x); }, [&] { n.turns = 3; }, [&] { n.turns = 1; }, [&] { n.turns = 40; });
  // CHECK-NEXT: turns: right, 2 versions, 2 hits, 1 eager
  // CHECK-NEXT: eager: this->turns: expected 2; this->turns: expected 0 to 5
  // CHECK-NEXT: Numbers::looped: this->turns: expected 2, got 40; this->turns: expected 0 to 5, got 40: would recompile
  run("dim", [&] { return n.summed(x); }, [&] { n.dim = 1; }, [&] { n.dim = -1; });
  // CHECK-NEXT: dim: right, {{[12]}} versions, 2 hits, 0 eager
  // CHECK-NEXT: Numbers::summed: this->dim: expected 0, got -1: would recompile
  run("options", [&] { return n.optioned(x); }, [&] { n.options.heads = 4; }, [&] { n.options.act = Act::Tanh; },
      [&] { n.options.eps = given("0.25"); });
  // CHECK-NEXT: options: right, 2 versions, 3 hits, 0 eager
  // CHECK-NEXT: Numbers::optioned: this->options.heads: expected 2, got 4: would recompile
  run("undeclared", [&] { return n.undeclared(x); }, [] {}, [&] { n.shift = 2; });
  // `eps` differs between the objects of calls in sight: it is a value there.
  // CHECK-NEXT: undeclared: right, 0 versions, 0 hits, 0 eager
  // CHECK-NEXT: does not throw
  run("regions", [&] { return n.broken(x + 20); }, [] {}, [&] { n.shift = 9; });
  // CHECK-NEXT: regions: right, 2 versions, 3 hits, 0 eager
  // CHECK-NEXT: Numbers::broken: this->options.eps: expected 0.5, got 0.25: would recompile

  Parts p;
  run("length", [&] { return p.layered(x); }, [&] { p.layers->push_back(nn::Linear(4, 4)); });
  // CHECK-NEXT: length: right, 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: Parts::layered: this->layers->size(): expected 2, got 3: would recompile
  run("optional", [&] { return p.given(x); }, [&] { p.extra = 2; }, [&] { p.extra = 5; });
  // CHECK-NEXT: optional: right, 1 versions, 2 hits, 0 eager
  // CHECK-NEXT: Parts::given: this->extra: expected none: would recompile
  run("module", [&] { return p.added(x); }, [&] { p.maybe = nn::Linear(4, 4); }, [] {});
  // CHECK-NEXT: module: right, 1 versions, 2 hits, 0 eager
  // CHECK-NEXT: Parts::added: this->maybe: expected none: would recompile
  run("no bias", [&] { return p.biased(x); }, [&] { p.last->bias = fg::Tensor(); });
  // CHECK-NEXT: no bias: right, 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: Parts::biased: {{.*}}bias: expected a defined tensor, got an undefined one: would recompile
  run("slope", [&] { return p.sloped(x); }, [&] { p.leaky->options.negative_slope(0.3); });
  // CHECK-NEXT: slope: right, 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: Parts::sloped: this->leaky->options.negative_slope_: expected 0.1, got 0.3: would recompile

  run("linear", [&] { return linear(x, w, fg::Tensor()); }, [] {}, [] {});
  // CHECK-NEXT: linear: right, 1 versions, 2 hits, 0 eager
  // CHECK-NEXT: linear: b: expected a defined tensor, got an undefined one: would recompile
  run("undeclared linear", [&] { return undeclared(x, w, fg::Tensor()); }, [] {});
  // CHECK-NEXT: undeclared linear: right, 0 versions, 0 hits, 0 eager
  // CHECK-NEXT: does not throw
  run("tested", [&] { return tested(x, fg::Tensor()); }, [] {});
  // CHECK-NEXT: tested: right, 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: tested: b: expected a defined tensor, got an undefined one: would recompile
}
