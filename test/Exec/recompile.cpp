// Calls that fit no version that was compiled ahead: one is made for them, once.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
#include "Inputs/both.h"
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor curve(FG_SHAPE("f32[N,4]") Tensor x, double k) { return fg::tanh(x * k + 1.0) - x; }

struct Mlp {
  FG_SHAPE("f32[16,8]") Tensor w1;
  FG_SHAPE("f32[16]") Tensor b1;
  FG_SHAPE("f32[4,16]") Tensor w2;

  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,8]") Tensor x) const {
    return fg::softmax(fg::linear(fg::relu(fg::linear(x, w1, b1)), w2), -1);
  }
};

FG_COMPILE(.fullgraph = true)
Tensor scaled(FG_SHAPE("f32[N,4]") Tensor x) {
  return x.view({-1}) / static_cast<double>(x.size(1)); // reads a size that was captured as 4
}

FG_COMPILE(.fullgraph = true)
void accumulate(FG_SHAPE("f32[N]") Tensor sum, FG_SHAPE("f32[N]") Tensor x) { sum.add_(x, 2); }

FG_COMPILE(.fullgraph = true)
Tensor as_float(FG_SHAPE("f32[N]") Tensor x) {
  return x.to(fg::kFloat) + 1;
} // `to` did nothing where it was captured

FG_COMPILE(.fullgraph = true)
Tensor pick(FG_SHAPE("f32[V,4]") Tensor table, FG_SHAPE("i64[N]") Tensor index) {
  return table.index_select(0, index) * 2;
}

FG_COMPILE(.fullgraph = true)
Tensor column(FG_SHAPE("f32[N,4]") Tensor x) { return x.select(1, 2); } // a view of the input

FG_COMPILE(.recompile_limit = 2)
Tensor limited(FG_SHAPE("f32[4]") Tensor x) { return x.exp() * 2; }

FG_COMPILE(.dynamic = fg::Dynamic::Never)
Tensor fixed_sizes(FG_SHAPE("f32[4]") Tensor x) { return x.sin() + x; }

struct Counted {
  uint64_t versions, hits, eager;
};
static Counted counts(const char *name) {
  Counted sum{};
  for (const fg::FunctionStats &function : fg::stats().functions)
    if (function.name == name) {
      sum.versions += function.versions.size();
      sum.eager += function.eager_calls;
      for (const fg::VersionStats &version : function.versions)
        sum.hits += version.hits;
    }
  return sum;
}
static void print(const char *name) {
  const Counted c = counts(name);
  std::printf("%s: %llu versions, %llu hits, %llu eager\n", name, (unsigned long long)c.versions,
              (unsigned long long)c.hits, (unsigned long long)c.eager);
}

static void dtypesAndRanks() {
  for (int64_t n : {3, 7, 3, 1, 0})
    both::check("f64", [&] { return std::vector<Tensor>{curve(values({n, 4}, fg::kDouble), 0.25)}; });
  // CHECK-COUNT-5: f64: same
  print("curve");
  // A named size is one that changes: one version serves all, but for an addition that a size of 1 would
  // broadcast.
  // CHECK-NEXT: curve: 1 versions, 5 hits, 0 eager
  both::check("rank 3", [] { return std::vector<Tensor>{curve(values({2, 3, 4}), 0.5)}; });
  both::check("rank 3 again", [] { return std::vector<Tensor>{curve(values({2, 3, 4}), -0.5)}; });
  both::check("rank 3, other sizes", [] { return std::vector<Tensor>{curve(values({5, 3, 4}), -0.5)}; });
  both::check("rank 3, and again", [] { return std::vector<Tensor>{curve(values({6, 3, 4}), -0.5)}; });
  both::check("rank 0", [] { return std::vector<Tensor>{curve(values({}), 0.5)}; });
  both::check("integers", [] { return std::vector<Tensor>{curve(fg::arange(8).view({2, 4}), 0.5)}; });
  both::check("half", [] { return std::vector<Tensor>{curve(values({2, 4}, fg::kHalf), 0.5)}; });
  // CHECK-NEXT: rank 3: same
  // CHECK-NEXT: rank 3 again: same
  // CHECK-NEXT: rank 3, other sizes: same
  // CHECK-NEXT: rank 3, and again: same
  // CHECK-NEXT: rank 0: same
  // CHECK-NEXT: integers: same
  // CHECK-NEXT: half: same
  print("curve");
  // CHECK-NEXT: curve: 6 versions, 12 hits, 0 eager
}

static void strided() {
  fg::reset();
  const auto slice = [](int64_t rows) { return values({rows, 9}).slice(1, 2, 6); };
  both::check("slice", [&] { return std::vector<Tensor>{curve(slice(5), 0.5)}; });
  both::check("slice again", [&] { return std::vector<Tensor>{curve(slice(8), 0.5)}; });
  both::check("transposed", [] { return std::vector<Tensor>{curve(values({4, 6}).t(), 0.5)}; });
  both::check("transposed again", [] { return std::vector<Tensor>{curve(values({4, 11}).t(), 0.5)}; });
  both::check("expanded", [] { return std::vector<Tensor>{curve(values({4}).expand({3, 4}), 0.5)}; });
  // CHECK-NEXT: slice: same
  // CHECK-NEXT: slice again: same
  // CHECK-NEXT: transposed: same
  // CHECK-NEXT: transposed again: same
  // CHECK-NEXT: expanded: same
  std::printf("eager: %llu\n", (unsigned long long)counts("curve").eager);
  // CHECK-NEXT: eager: 0
}

static void model() {
  Mlp mlp{values({16, 8}), values({16}), values({4, 16})};
  both::check("mlp, rank 3", [&] { return std::vector<Tensor>{mlp.forward(values({2, 3, 8}))}; });
  Mlp wide{values({32, 20}), values({32}), values({7, 32})};
  both::check("wide mlp", [&] { return std::vector<Tensor>{wide.forward(values({5, 20}))}; });
  both::check("wide mlp again", [&] { return std::vector<Tensor>{wide.forward(values({9, 20}))}; });
  Mlp doubles{values({16, 8}, fg::kDouble), values({16}, fg::kDouble), values({4, 16}, fg::kDouble)};
  both::check("f64 mlp", [&] { return std::vector<Tensor>{doubles.forward(values({5, 8}, fg::kDouble))}; });
  both::check("mixed mlp", [&] { return std::vector<Tensor>{mlp.forward(values({5, 8}, fg::kDouble))}; });
  // CHECK-NEXT: mlp, rank 3: same
  // CHECK-NEXT: wide mlp: same
  // CHECK-NEXT: wide mlp again: same
  // CHECK-NEXT: f64 mlp: same
  // CHECK-NEXT: mixed mlp: same error
  print("Mlp::forward");
  // CHECK-NEXT: Mlp::forward: 3 versions, 4 hits, 1 eager
}

static void decisions() {
  both::check("size read", [] { return std::vector<Tensor>{scaled(values({2, 5}))}; });
  both::check("same size, f64", [] { return std::vector<Tensor>{scaled(values({2, 4}, fg::kDouble))}; });
  // CHECK-NEXT: size read: same
  // CHECK-NEXT: same size, f64: same
  print("scaled");
  // CHECK-NEXT: scaled: 1 versions, 1 hits, 1 eager
  both::check("a cast that did nothing",
              [] { return std::vector<Tensor>{as_float(values({5}, fg::kDouble))}; });
  both::check("rank 2", [] { return std::vector<Tensor>{as_float(values({5, 2}))}; });
  // CHECK-NEXT: a cast that did nothing: same
  // CHECK-NEXT: rank 2: same
  print("as_float");
  // CHECK-NEXT: as_float: 1 versions, 1 hits, 1 eager
}

static void effects() {
  const auto add = [](fg::ScalarType to, fg::ScalarType from, std::vector<int64_t> sizes) {
    return [=] {
      Tensor sum = values(sizes, to);
      accumulate(sum, values(sizes, from));
      return std::vector<Tensor>{sum};
    };
  };
  both::check("in place, f64", add(fg::kDouble, fg::kDouble, {5}));
  both::check("in place, rank 2", add(fg::kFloat, fg::kFloat, {5, 2}));
  both::check("in place, refused by eager", add(fg::kInt, fg::kFloat, {5}));
  both::check("in place, overlapping", [] {
    Tensor memory = values({9}, fg::kDouble);
    accumulate(memory.slice(0, 1, 9), memory.slice(0, 0, 8));
    return std::vector<Tensor>{memory};
  });
  // CHECK-NEXT: in place, f64: same
  // CHECK-NEXT: in place, rank 2: same
  // CHECK-NEXT: in place, refused by eager: same error
  // CHECK-NEXT: in place, overlapping: same error
  print("accumulate");
  // CHECK-NEXT: accumulate: 2 versions, 2 hits, 2 eager
  const auto lookup = [](int64_t last) {
    return [=] {
      Tensor index = fg::arange(4);
      index.select(0, 3).fill_(last);
      return std::vector<Tensor>{pick(values({6, 4}, fg::kDouble), index)};
    };
  };
  both::check("index", lookup(5));
  both::check("index out of range", lookup(6));
  // CHECK-NEXT: index: same
  // CHECK-NEXT: index out of range: same error
  print("pick");
  // CHECK-NEXT: pick: 1 versions, 1 hits, 1 eager
  both::check("view", [] {
    Tensor x = values({3, 4}, fg::kDouble);
    Tensor y = column(x);
    y.fill_(7);
    return std::vector<Tensor>{x, y};
  });
  // CHECK-NEXT: view: same
}

static void limits() {
  for (fg::ScalarType dtype : {fg::kDouble, fg::kHalf, fg::kBFloat16, fg::kDouble, fg::kInt})
    both::check("limit", [&] { return std::vector<Tensor>{limited(values({4}, dtype))}; });
  // CHECK-COUNT-5: limit: same
  print("limited");
  // CHECK-NEXT: limited: 2 versions, 3 hits, 2 eager
  for (int64_t n : {5, 6, 5})
    both::check("never dynamic", [&] { return std::vector<Tensor>{fixed_sizes(values({n}))}; });
  // CHECK-COUNT-3: never dynamic: same
  print("fixed_sizes");
  // CHECK-NEXT: fixed_sizes: 2 versions, 3 hits, 0 eager
}

static void stances() {
  fg::reset();
  fg::rt::state::enabled.store(1);
  const Tensor x = values({2, 4}, fg::kDouble);
  {
    const fg::StanceScope scope(fg::Stance::FailOnRecompile);
    try {
      curve(x, 1);
      std::puts("FAILED: no error");
    } catch (const std::exception &error) {
      std::puts(error.what());
    }
    // CHECK-NEXT: fullgraph: curve: x: expected dtype f32, got f64: would recompile, under fail_on_recompile (recompile.cpp:
  }
  {
    const fg::StanceScope scope(fg::Stance::EagerOnRecompile);
    curve(x, 1);
  }
  print("curve");
  // CHECK: curve: 0 versions, 0 hits, 1 eager
  curve(x, 1);
  {
    const fg::StanceScope scope(fg::Stance::FailOnRecompile);
    curve(x, 1); // there is a version
  }
  {
    const fg::StanceScope scope(fg::Stance::ForceEager);
    curve(x, 1);
  }
  print("curve");
  // CHECK-NEXT: curve: 1 versions, 2 hits, 1 eager
}

int main() {
  dtypesAndRanks();
  strided();
  model();
  decisions();
  effects();
  limits();
  stances();
}
// LOG: fullgraph: scaled: {{.*}}x.size(1): expected 4, got 5; no version is made: the captured path read %x.size(1) as 4; running eagerly
// LOG: fullgraph: as_float: {{.*}}expected dtype f32, got f64; no version is made: the captured path read the dtype of %x; running eagerly
// LOG: fullgraph: limited: recompile_limit reached: calls that fit none of its versions run eagerly (recompile.cpp:
