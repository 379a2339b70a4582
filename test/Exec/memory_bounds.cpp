// Kernels read and write their tensors alone: these begin and end where the process's memory does, so that one element
// more is a crash. Sizes are around those of vectors and tiles, and results are those of eager code.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags
// RUN: %clangxx -std=c++20 -O1 -isystem %S/../../include %t.fg.cpp %t.fg.a %fg_lib -o %t.exe
// RUN: env FULLGRAPH_JIT=0 %t.exe | FileCheck %s
// RUN: %fullgraph %s -o %t.v3.fg.cpp --target x86-64-v3 -- %fg_flags
// RUN: %clangxx -std=c++20 -O1 -isystem %S/../../include %t.v3.fg.cpp %t.v3.fg.a %fg_lib -o %t.v3.exe
// RUN: env FULLGRAPH_JIT=0 %t.v3.exe | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <iostream>
#include <string>

using fg::Tensor;
#define COMPILED FG_COMPILE(.fullgraph = true) static Tensor
#define ROWS FG_SHAPE("f32[M,N]") const Tensor &
#define VECTOR(n) FG_SHAPE("f32[" #n "]") const Tensor &
#define IMAGE FG_SHAPE("f32[1,4,H,W]") const Tensor &

COMPILED pointwise(ROWS x) { return fg::exp(x) + x * 2; }
COMPILED picked(VECTOR(4) x, FG_SHAPE("i64[N]") const Tensor &i) { return fg::softmax(fg::sigmoid(x.index_select(0, i)), 0); }
COMPILED softOfCached(ROWS x) { return fg::softmax(fg::sigmoid(x), -1); }
COMPILED logSoft(ROWS x) { return fg::log_softmax(x * 2, -1); }
COMPILED normed(ROWS x, VECTOR(N) w, VECTOR(N) b) { return fg::layer_norm(fg::tanh(x), {x.size(1)}, w, b); }
COMPILED meanSquare(ROWS x, VECTOR(N) w) { return x * fg::rsqrt((x * x).mean(-1, true) + 1e-6) * w; }
COMPILED rowSum(ROWS x) { return fg::exp(x).sum(-1); }
COMPILED columnSum(ROWS x) { return x.sum(0); }
COMPILED spread(ROWS x) { return x.var(-1); }
COMPILED best(ROWS x) { return x.argmax(-1) + x.argmax(0).sum(); }
COMPILED times(ROWS x, VECTOR(N) v) { return fg::mv(x, v); }
COMPILED product(ROWS x, FG_SHAPE("f32[N,K]") const Tensor &y) { return fg::relu(fg::matmul(x, y)); }
COMPILED layer(ROWS x, FG_SHAPE("f32[K,N]") const Tensor &w, VECTOR(K) b) { return fg::gelu(fg::linear(x, w, b)); }
COMPILED batches(FG_SHAPE("f32[B,M,N]") const Tensor &x, FG_SHAPE("f32[B,N,M]") const Tensor &y) { return fg::bmm(x, y); }
COMPILED turnedBy(ROWS x, FG_SHAPE("f32[N,M]") const Tensor &y) { return (x.t() + y).contiguous() * x.t(); }
COMPILED turnedTwice(FG_SHAPE("f32[L,M,N]") const Tensor &x, FG_SHAPE("f32[N,L,M]") const Tensor &y, FG_SHAPE("f32[M,N,L]") const Tensor &z) {
  return (x + y.permute({1, 2, 0}) * z.permute({2, 0, 1})).contiguous();
}
COMPILED turnedFirst(FG_SHAPE("f32[1,N,L]") const Tensor &x, FG_SHAPE("f32[L,M,N]") const Tensor &y) {
  return (x.permute({2, 0, 1}) * y + y).contiguous();
}
COMPILED wovenBy(FG_SHAPE("f32[3,M,N]") const Tensor &x) { return x.permute({1, 2, 0}).contiguous() + 1; }
COMPILED joined(ROWS x, ROWS y) { return fg::cat({x, y * 2}, 1); }
COMPILED filtered(IMAGE x, FG_SHAPE("f32[8,4,3,3]") const Tensor &w) { return fg::conv2d(x, w, {}, 1, 1); }
COMPILED halved(IMAGE x, FG_SHAPE("f32[8,4,3,3]") const Tensor &w) { return fg::conv2d(x, w, {}, 2, 1); }
COMPILED perChannel(IMAGE x, FG_SHAPE("f32[4,1,3,3]") const Tensor &w) { return fg::conv2d(x, w, {}, 1, 1, 1, 4); }
COMPILED mixed(IMAGE x, FG_SHAPE("f32[8,4,1,1]") const Tensor &w) { return fg::conv2d(x, w); }
COMPILED grownBy(IMAGE x, FG_SHAPE("f32[4,3,2,2]") const Tensor &w) { return fg::conv_transpose2d(x, w, {}, 2); }
COMPILED pooled(IMAGE x) { return fg::max_pool2d(x, 3, 2, 1); }
COMPILED averaged(IMAGE x) { return fg::avg_pool2d(x, 3, 1, 1); }
COMPILED resized(IMAGE x) { return fg::upsample_bilinear2d(x, {2 * x.size(2), 2 * x.size(3)}, false); }
COMPILED mirrored(IMAGE x) { return fg::reflection_pad2d(x, {1, 1, 1, 1}); }
COMPILED stencil(ROWS x) {
  const Tensor b = fg::exp(x.slice(1, 0, -2) + x.slice(1, 1, -1) + x.slice(1, 2));
  return b.slice(1, 0, -2) + b.slice(1, 1, -1) * 3 + b.slice(1, 2) + b.slice(1, 2).slice(0, 0, 1);
}
COMPILED attended(FG_SHAPE("f32[1,2,T,8]") const Tensor &q, FG_SHAPE("f32[1,2,T,8]") const Tensor &k) {
  return fg::scaled_dot_product_attention(q, k, q, {}, 0.0, true);
}
COMPILED known(FG_SHAPE("f32[3,13]") const Tensor &x, FG_SHAPE("f32[13,7]") const Tensor &y) { return fg::softmax(fg::matmul(fg::sigmoid(x), y), -1); }
FG_COMPILE(.fullgraph = true) static void written(FG_SHAPE("f32[M,N]") Tensor out, ROWS x) { out.copy_(fg::softmax(fg::tanh(x), -1)); }
FG_COMPILE(.fullgraph = true) static void scaled(FG_SHAPE("f32[M,N]") Tensor out) { out.mul_(2).add_(1); }

// Columns that are fewer than a vector has lanes: the last one, or the first ones of a size that only the call knows.
template <int columns> COMPILED first(ROWS x) { return x.slice(1, 0, columns).amax(0); }
COMPILED last(ROWS x) { return x.slice(1, -1).amax(0) + fg::exp(x.slice(1, -1)).sum(0); }
COMPILED lastRow(FG_SHAPE("f32[1]") const Tensor &x, int64_t n) { return x.view({n, -1}).sum(0); }
template <int columns> COMPILED firstRows(ROWS x) {
  const Tensor few = x.slice(1, 0, columns);
  return fg::softmax(few, 0).sum(0) * 2 + fg::logsumexp(few * 0.5, 0) - few.var(0) + fg::exp(few).sum(0);
}

static bool atEnd = true;
/// A tensor whose last element (or first, without atEnd) is beside memory that nobody may touch.
static Tensor guarded(fg::IntArrayRef sizes, fg::ScalarType type = fg::kFloat) {
  size_t bytes = type == fg::kLong ? 8 : 4;
  for (const int64_t size : sizes)
    bytes *= static_cast<size_t>(size);
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t room = (bytes + page - 1) / page * page;
  char *memory = static_cast<char *>(mmap(nullptr, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + page, room, PROT_READ | PROT_WRITE);
  char *first = atEnd ? memory + page + room - bytes : memory + page;
  Tensor t = fg::from_blob(first, sizes, [memory, room, page](void *) { munmap(memory, room + 2 * page); }, fg::TensorOptions(type));
  t.copy_(type == fg::kLong ? fg::randint(0, 4, sizes) : fg::randn(sizes));
  return t;
}

int main() {
  int64_t calls = 0, equal = 0;
  const auto result = [](const std::function<Tensor(int64_t)> &call, int64_t n, fg::Stance stance) {
    const fg::StanceScope scope(stance);
    fg::manual_seed(static_cast<uint64_t>(n)); // the same inputs
    return call(n);
  };
  const auto run = [&](const char *name, int64_t least, const std::function<Tensor(int64_t)> &call) {
    std::cout << name << std::flush; // of a crash, the last line
    for (const bool end : {true, false}) {
      atEnd = end;
      for (const int64_t n : {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 33, 65, 100, 130})
        if (n >= least) {
          ++calls;
          equal += fg::allclose(result(call, n, fg::Stance::Default), result(call, n, fg::Stance::ForceEager), 1e-3, 1e-3);
        }
    }
    std::cout << "\n";
  };
  const auto g = [](fg::IntArrayRef sizes) { return guarded(sizes); };
  run("pointwise", 2, [&](int64_t n) { return pointwise(g({3, n})); });
  run("picked", 2, [&](int64_t n) { return picked(g({4}), guarded({n}, fg::kLong)); });
  run("softOfCached", 2, [&](int64_t n) { return softOfCached(g({3, n})); });
  run("logSoft", 2, [&](int64_t n) { return logSoft(g({3, n})); });
  run("normed", 2, [&](int64_t n) { return normed(g({3, n}), g({n}), g({n})); });
  run("meanSquare", 2, [&](int64_t n) { return meanSquare(g({3, n}), g({n})); });
  run("rowSum", 2, [&](int64_t n) { return rowSum(g({3, n})) + rowSum(g({n, 3})).sum(); });
  run("columnSum", 2, [&](int64_t n) { return columnSum(g({3, n})).sum() + columnSum(g({n, 3})); });
  run("spread", 2, [&](int64_t n) { return spread(g({3, n})); });
  run("best", 2, [&](int64_t n) { return best(g({3, n})).sum() + best(g({n, 3})); });
  run("times", 2, [&](int64_t n) { return times(g({3, n}), g({n})).sum() + times(g({n, 5}), g({5})); });
  run("product", 2, [&](int64_t n) { return product(g({3, n}), g({n, 5})).sum() + product(g({n, 5}), g({5, n})); });
  run("layer", 2, [&](int64_t n) { return layer(g({3, n}), g({5, n}), g({5})).sum() + layer(g({n, 9}), g({n, 9}), g({n})); });
  run("batches", 2, [&](int64_t n) { return batches(g({2, 3, n}), g({2, n, 3})); });
  run("turnedBy", 2, [&](int64_t n) { return turnedBy(g({n, 9}), g({9, n})).sum() + turnedBy(g({40, n}), g({n, 40})); });
  run("turnedTwice", 2, [&](int64_t n) { return turnedTwice(g({5, 9, n}), g({n, 5, 9}), g({9, n, 5})).sum() + turnedTwice(g({n, 9, 6}), g({6, n, 9}), g({9, 6, n})).sum() + turnedTwice(g({3, n, 7}), g({7, 3, n}), g({n, 7, 3})); });
  run("turnedFirst", 2, [&](int64_t n) { return turnedFirst(g({1, n, 5}), g({5, 9, n})).sum() + turnedFirst(g({1, 9, n}), g({n, 4, 9})); });
  run("wovenBy", 2, [&](int64_t n) { return wovenBy(g({3, 5, n})); });
  run("joined", 2, [&](int64_t n) { return joined(g({3, n}), g({3, n})); });
  run("filtered", 2, [&](int64_t n) { return filtered(g({1, 4, n, n}), g({8, 4, 3, 3})); });
  run("halved", 2, [&](int64_t n) { return halved(g({1, 4, n, n}), g({8, 4, 3, 3})); });
  run("perChannel", 2, [&](int64_t n) { return perChannel(g({1, 4, n, n}), g({4, 1, 3, 3})); });
  run("mixed", 2, [&](int64_t n) { return mixed(g({1, 4, n, n}), g({8, 4, 1, 1})); });
  run("grownBy", 2, [&](int64_t n) { return grownBy(g({1, 4, n, n}), g({4, 3, 2, 2})); });
  run("pooled", 2, [&](int64_t n) { return pooled(g({1, 4, n, n})); });
  run("averaged", 2, [&](int64_t n) { return averaged(g({1, 4, n, n})); });
  run("resized", 2, [&](int64_t n) { return resized(g({1, 4, n, n})); });
  run("mirrored", 2, [&](int64_t n) { return mirrored(g({1, 4, n, n})); });
  run("stencil", 7, [&](int64_t n) { return stencil(g({3, n})); });
  run("attended", 2, [&](int64_t n) { return attended(g({1, 2, n, 8}), g({1, 2, n, 8})); });
  run("known", 100, [&](int64_t) { return known(g({3, 13}), g({13, 7})); });
  run("first", 2, [&](int64_t n) { return first<1>(g({n, 40})).sum() + first<2>(g({n, 40})).sum() + first<3>(g({n, 40})).sum() + first<5>(g({n, 40})).sum() + first<7>(g({n, 4})).sum() + first<15>(g({n, 40})); });
  run("last", 2, [&](int64_t n) { return last(g({n, 40})) + lastRow(g({1}), 1); });
  run("firstRows", 2, [&](int64_t n) { return firstRows<1>(g({n, 40})).sum() + firstRows<2>(g({n, 40})).sum() + firstRows<3>(g({n, 40})).sum() + firstRows<5>(g({n, 40})).sum() + firstRows<7>(g({n, 4})).sum() + firstRows<15>(g({n, 40})); });
  run("written", 2, [&](int64_t n) {
    const Tensor out = g({3, n});
    written(out, g({3, n}));
    return out;
  });
  run("scaled", 2, [&](int64_t n) {
    const Tensor out = g({3, n});
    scaled(out);
    return out;
  });
  std::cout << calls << " calls, " << calls - equal << " of them unlike eager, " << fg::stats().eager_calls << " eagerly\n";
  // CHECK: {{^[0-9]{3,} calls, 0 of them unlike eager, 0 eagerly$}}
}
