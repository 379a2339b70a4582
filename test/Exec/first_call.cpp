// Functions whose inputs have no FG_SHAPE (FG703): compiled at the first call, and eager without the run-time
// compiler.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// RUN: %build_and_run %s --ahead-versions=0 | FileCheck --check-prefix=WITHOUT --implicit-check-not=FAILED %s
#include "Inputs/both.h"
#include <fullgraph/stats.h>

#include <optional>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor curve(Tensor x, Tensor y) { return fg::tanh(x * y + fg::sigmoid(x)) * fg::exp(-y * y); }

struct Mlp {
  Tensor w1, b1, w2;

  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) const { return fg::softmax(fg::linear(fg::relu(fg::linear(x, w1, b1)), w2), -1); }
};

FG_COMPILE(.fullgraph = true)
Tensor last(Tensor x) { return x.sum(-1) / static_cast<double>(x.size(-1)); } // reads the rank

FG_COMPILE(.fullgraph = true)
Tensor channels_last(Tensor x) { return x.permute({0, 2, 3, 1}) * 2; } // of rank 4 only

FG_COMPILE(.fullgraph = true)
Tensor by_size(Tensor x, bool twice) {
  if (x.size(0) > 4)
    return twice ? x + x : x.exp();
  return x.cos();
}

FG_COMPILE(.fullgraph = true)
Tensor lookup(Tensor table, Tensor index, Tensor mask) {
  return fg::embedding(table, index).masked_fill(mask, 0.0);
}

FG_COMPILE(.fullgraph = true)
Tensor joined(Tensor a, Tensor b) { return fg::cat({a, b}, 1).relu(); }

FG_COMPILE(.fullgraph = true)
void accumulate(Tensor sum, Tensor x) { sum.add_(x, 2); }

FG_COMPILE(.fullgraph = true)
Tensor given(Tensor x, std::optional<Tensor> bias) { return bias ? x + *bias : x * 2; }

FG_COMPILE(.fullgraph = true)
Tensor known_weight(Tensor x, FG_SHAPE("f32[3,4]") Tensor w) { return fg::matmul(x, w).relu(); }

FG_COMPILE(.fullgraph = true)
Tensor checked(Tensor x) {
  fg::check_shape(x, "f64[N,N]");
  return fg::mm(x, x);
}

static void print(const char *name) {
  unsigned long long versions = 0, hits = 0, eager = 0;
  for (const fg::FunctionStats &function : fg::stats().functions)
    if (function.name == name) {
      versions += function.versions.size();
      for (const fg::VersionStats &version : function.versions)
        hits += version.hits;
      eager = function.eager_calls; // of the last path
    }
  std::printf("%s: %llu versions, %llu hits, %llu eager\n", name, versions, hits, eager);
}

static void pointwise() {
  for (int64_t n : {5, 2, 8, 0, 3, 1})
    both::check("curve", [&] { return std::vector<Tensor>{curve(values({n}), values({n}))}; });
  // CHECK-COUNT-6: curve: same
  print("curve");
  // The first size is fixed, the next makes it symbolic.
  // CHECK-NEXT: curve: 2 versions, 6 hits, 0 eager
  // WITHOUT: curve: 0 versions, 0 hits, 6 eager
  both::check("f64", [] {
    return std::vector<Tensor>{curve(values({3, 4}, fg::kDouble), values({4}, fg::kDouble))};
  });
  both::check("rank 5",
              [] { return std::vector<Tensor>{curve(values({2, 1, 3, 2, 2}), values({2, 1, 3, 2, 2}))}; });
  both::check("strided", [] { return std::vector<Tensor>{curve(values({3, 4}).t(), values({4, 3}))}; });
  both::check("mixed dtypes", [] { return std::vector<Tensor>{curve(values({4}), fg::arange(4))}; });
  both::check("do not broadcast", [] { return std::vector<Tensor>{curve(values({3}), values({2}))}; });
  both::check("undefined", [] { return std::vector<Tensor>{curve(values({3}), Tensor())}; });
  // CHECK-NEXT: f64: same
  // CHECK-NEXT: rank 5: same
  // CHECK-NEXT: strided: same
  // CHECK-NEXT: mixed dtypes: same
  // CHECK-NEXT: do not broadcast: same error
  // CHECK-NEXT: undefined: same error
  print("curve");
  // CHECK-NEXT: curve: 6 versions, 10 hits, 2 eager
}

static void models() {
  const Mlp mlp{values({16, 8}), values({16}), values({4, 16})};
  both::check("mlp", [&] { return std::vector<Tensor>{mlp.forward(values({5, 8}))}; });
  both::check("mlp, another batch", [&] { return std::vector<Tensor>{mlp.forward(values({7, 8}))}; });
  both::check("mlp, and another", [&] { return std::vector<Tensor>{mlp.forward(values({9, 8}))}; });
  both::check("mlp, no batch", [&] { return std::vector<Tensor>{mlp.forward(values({8}))}; });
  const Mlp unbiased{values({16, 8}), Tensor(), values({4, 16})};
  both::check("mlp without a bias", [&] { return std::vector<Tensor>{unbiased.forward(values({5, 8}))}; });
  // CHECK-NEXT: mlp: same
  // CHECK-NEXT: mlp, another batch: same
  // CHECK-NEXT: mlp, and another: same
  // CHECK-NEXT: mlp, no batch: same
  // CHECK-NEXT: mlp without a bias: same
  print("Mlp::forward");
  // CHECK-NEXT: Mlp::forward: 4 versions, 5 hits, 0 eager
  both::check("known weight",
              [] { return std::vector<Tensor>{known_weight(values({2, 3}), values({3, 4}))}; });
  both::check("known weight, rank 3",
              [] { return std::vector<Tensor>{known_weight(values({2, 2, 3}), values({3, 4}))}; });
  // CHECK-NEXT: known weight: same
  // CHECK-NEXT: known weight, rank 3: same
  print("known_weight");
  // CHECK-NEXT: known_weight: 2 versions, 2 hits, 0 eager
}

static void ranks() {
  both::check("last, rank 2", [] { return std::vector<Tensor>{last(values({3, 4}))}; });
  both::check("last, rank 3", [] { return std::vector<Tensor>{last(values({2, 3, 4}))}; });
  both::check("last, rank 1", [] { return std::vector<Tensor>{last(values({6}))}; });
  both::check("last, rank 0", [] { return std::vector<Tensor>{last(values({}))}; });
  // CHECK-NEXT: last, rank 2: same
  // CHECK-NEXT: last, rank 3: same
  // CHECK-NEXT: last, rank 1: same
  // CHECK-NEXT: last, rank 0: same error
  print("last");
  // Of the path for rank 1, which is tried last.
  // CHECK-NEXT: last: 3 versions, 3 hits, 1 eager
  if (fg::stats().versions > 0) {
    // A version of one rank is found behind the graphs of others, which it does not fit.
    const fg::StanceScope scope(fg::Stance::FailOnRecompile);
    both::check("last, rank 3 again", [] { return std::vector<Tensor>{last(values({2, 3, 4}))}; });
    try {
      last(values({2, 3, 4}, fg::kDouble));
      std::puts("FAILED: no error");
    } catch (const fg::Error &error) {
      std::puts(error.what());
    }
  }
  // CHECK-NEXT: last, rank 3 again: same
  // CHECK-NEXT: fullgraph: last: {{.*}}would recompile, under fail_on_recompile (first_call.cpp:
  both::check("channels last", [] { return std::vector<Tensor>{channels_last(values({2, 3, 4, 5}))}; });
  both::check("wrong rank", [] { return std::vector<Tensor>{channels_last(values({2, 3, 4}))}; });
  // CHECK-NEXT: channels last: same
  // CHECK-NEXT: wrong rank: same error
  print("channels_last");
  // CHECK-NEXT: channels_last: 1 versions, 1 hits, 1 eager
  for (int64_t n : {3, 7})
    for (bool twice : {false, true})
      both::check("by size", [&] { return std::vector<Tensor>{by_size(values({n, 2}), twice)}; });
  both::check("by size, f64 of rank 1",
              [] { return std::vector<Tensor>{by_size(values({8}, fg::kDouble), true)}; });
  both::check("by size, rank 0", [] { return std::vector<Tensor>{by_size(values({}), true)}; });
  // CHECK-COUNT-4: by size: same
  // CHECK-NEXT: by size, f64 of rank 1: same
  // CHECK-NEXT: by size, rank 0: same error
  print("by_size");
  // CHECK-NEXT: by_size: 4 versions, 5 hits, 0 eager
}

static void others() {
  both::check("lookup", [] {
    return std::vector<Tensor>{lookup(values({6, 4}), fg::arange(3), values({3, 4}) > 0.0)};
  });
  both::check("index out of range", [] {
    return std::vector<Tensor>{lookup(values({2, 4}), fg::arange(3), values({3, 4}) > 0.0)};
  });
  both::check("joined", [] { return std::vector<Tensor>{joined(values({2, 3}), values({2, 5}))}; });
  both::check("in place", [] {
    Tensor sum = values({5});
    accumulate(sum, values({5}));
    return std::vector<Tensor>{sum};
  });
  both::check("given", [] { return std::vector<Tensor>{given(values({2, 3}), values({3}))}; });
  both::check("not given", [] { return std::vector<Tensor>{given(values({2, 3}), std::nullopt)}; });
  both::check("checked", [] { return std::vector<Tensor>{checked(values({3, 3}, fg::kDouble))}; });
  both::check("check fails", [] { return std::vector<Tensor>{checked(values({3, 4}, fg::kDouble))}; });
  // CHECK-NEXT: lookup: same
  // CHECK-NEXT: index out of range: same error
  // CHECK-NEXT: joined: same
  // CHECK-NEXT: in place: same
  // CHECK-NEXT: given: same
  // CHECK-NEXT: not given: same
  // CHECK-NEXT: checked: same
  // CHECK-NEXT: check fails: same error
  for (const char *name : {"lookup", "joined", "accumulate", "given", "checked"})
    print(name);
  // CHECK-NEXT: lookup: 2 versions, 1 hits, 1 eager
  // CHECK-NEXT: joined: 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: accumulate: 1 versions, 1 hits, 0 eager
  // CHECK-NEXT: given: 2 versions, 2 hits, 0 eager
  // CHECK-NEXT: checked: 1 versions, 1 hits, 1 eager
}

int main() {
  pointwise();
  models();
  ranks();
  others();
}
// LOG: fullgraph: curve: no version is made: {{.*}}; running eagerly (first_call.cpp:
// LOG: fullgraph: curve: an input is undefined, or not on the CPU; running eagerly (first_call.cpp:
