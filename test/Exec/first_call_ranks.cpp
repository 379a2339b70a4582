// Nobody says what rank or dtype the inputs have, and the ranks differ: each function is compiled at its
// first call, whichever of them its code asks for. Sizes counted from the front are the same whatever the
// rank; those counted from the end, dim() and numel() have graphs for the ranks they may be asked of.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" %s < %t.log
// LOG: remark: rank or dtype of 'x' is not known at build time; 'sizes' is compiled at its first call
// LOG: fullgraph: ranked: no graph is captured for 'x' of rank 7; running eagerly
// LOG-NEXT: fullgraph: gated: no graph is captured for inputs of these ranks; running eagerly
// LOG-NEXT: fullgraph: gated: needs !strict; running eagerly
#include "Inputs/both.h"

#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

#include <stdexcept>

using fg::Tensor;

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor sizes(const Tensor &x, const Tensor &w) { return x.sum(-1) * w.size(0) + x.size(-1); }

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor flat(const Tensor &x, const Tensor &w) {
  return matmul(x.flatten(1), w.t()).view({x.size(0), w.size(0)});
}

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor batches(const Tensor &x, const Tensor &y) {
  return bmm(x, y.expand({x.size(0), y.size(-2), y.size(-1)}));
}

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor rows(Tensor x, Tensor y) {
  if (x.dim() == 1)
    x = x.unsqueeze(0);
  if (y.dim() == 2)
    y = y.unsqueeze(1);
  return x * y + x.size(0);
}

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor contracted(const Tensor &x, const Tensor &y) { return tensordot(x, y, {-1}, {0}); }

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor by_equation(const Tensor &x, const Tensor &w) { return fg::einsum("bij,jk->bik", {x, w}); }

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor picked(const Tensor &x, const Tensor &i) { return x.index({i}) * 2; }

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor put_at(const Tensor &x, const Tensor &i, const Tensor &y) {
  Tensor z = x.clone();
  z.index_put_({i}, y, true);
  return z;
}

/// A scalar is broadcast to what is written, of any rank.
FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor cleared(const Tensor &x, const Tensor &row) {
  Tensor y = x * 2;
  y[0].zero_();
  y.select(-1, 1).fill_(3);
  y.slice(-1, 2, 4).copy_(row);
  return y;
}

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor embedded(const Tensor &ids, const Tensor &table, const Tensor &positions) {
  return embedding(table, ids) + positions.slice(0, 0, ids.size(1));
}

FG_COMPILE(.fullgraph = true, .recompile_limit = 64)
Tensor summed(const Tensor &x, const Tensor &ids, int64_t segments) {
  return zeros({segments, x.size(1)}, x.options()).index_add(0, ids, x);
}

FG_COMPILE(.fullgraph = true)
Tensor ranked(const Tensor &x) { return x.dim() == 2 ? x * 2 : x.sum(-1) + x.dim(); }

/// The last rank that is tried, 0, has a path that throws: told of its own calls, and not of one of rank 7.
FG_COMPILE(.fullgraph = true)
Tensor gated(const Tensor &x, bool strict) {
  if (x.dim() == 0 && strict)
    throw std::invalid_argument("a scalar");
  return x.sum(-1) + x.dim();
}

/// Indices of rank 2 and states of rank 3, which are asked for one after the other.
struct Speaker : fg::nn::Module {
  Speaker() {
    register_module("words", words);
    register_module("layers", layers);
  }
  FG_COMPILE(.fullgraph = true)
  std::tuple<Tensor, std::tuple<Tensor, Tensor>> forward(const Tensor &ids, std::tuple<Tensor, Tensor> state) {
    Tensor output;
    std::tie(output, state) = layers->forward(words->forward(ids), state);
    return {output.reshape({-1, output.size(2)}), state};
  }
  fg::nn::Embedding words{11, 6};
  fg::nn::LSTM layers{fg::nn::LSTMOptions(6, 5).num_layers(2).batch_first(true)};
};

int main() {
  const auto values = [](const std::vector<int64_t> &sizes, fg::ScalarType dtype) {
    return both::values(sizes).to(dtype);
  };
  const Tensor one = fg::remainder(fg::arange(3), 2), two = fg::remainder(fg::arange(6), 2).view({2, 3});
  for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble}) {
    const Tensor x1 = values({6}, dtype), x2 = values({4, 6}, dtype), x3 = values({2, 4, 6}, dtype),
                 x4 = values({2, 3, 4, 6}, dtype), w2 = values({6, 5}, dtype);
    both::check("sizes", [&] {
      return std::vector{sizes(x3, w2), sizes(x2, x3), sizes(x4, x1), sizes(x1, x4), sizes(x2, x2)};
    });
    both::check("flat", [&] {
      return std::vector{flat(x4, values({5, 72}, dtype)), flat(x3, values({5, 24}, dtype)),
                         flat(x2, values({5, 6}, dtype))};
    });
    both::check("batches", [&] { return std::vector{batches(x3, w2), batches(x3, w2.unsqueeze(0))}; });
    both::check("rows", [&] {
      return std::vector{rows(x1, x3), rows(x2, x2), rows(x1, x2), rows(x3, x1), rows(x4, x1)};
    });
    both::check("contracted", [&] {
      return std::vector{contracted(x3, w2), contracted(x2, x1), contracted(x1, x1), contracted(x4, w2)};
    });
    both::check("by_equation", [&] { return std::vector{by_equation(x3, w2)}; });
    both::check("picked", [&] {
      return std::vector{picked(x3, one), picked(x3, two), picked(x1, two), picked(x4, one)};
    });
    both::check("put", [&] {
      return std::vector{put_at(x2, one, x2.slice(0, 0, 3)), put_at(x1, one, x1.slice(0, 0, 3))};
    });
    both::check("cleared", [&] {
      const Tensor row = values({2}, dtype);
      return std::vector{cleared(x2, row), cleared(x3, row), cleared(x4, row)};
    });
    both::check("embedded", [&] {
      const Tensor ids = fg::remainder(fg::arange(8), 7).view({2, 4});
      return std::vector{embedded(ids, values({7, 6}, dtype), values({9, 6}, dtype))};
    });
    both::check("summed", [&] { return std::vector{summed(x2, fg::remainder(fg::arange(4), 3), 3)}; });
    both::check("ranked", [&] { return std::vector{ranked(x1), ranked(x2), ranked(x3), ranked(x4)}; });
  }
  // CHECK-COUNT-24: {{^[a-z_]+}}: same
  Speaker speaker;
  both::check("speaker", [&] {
    const Tensor ids = fg::remainder(fg::arange(8), 7).view({2, 4});
    const auto [output, state] = speaker.forward(ids, {both::values({2, 2, 5}), both::values({2, 2, 5})});
    return std::vector{output, std::get<0>(state), std::get<1>(state)};
  });
  // CHECK: speaker: same
  // In other dtypes, where code asks for one.
  for (const fg::ScalarType dtype : {fg::kHalf, fg::kBFloat16})
    both::check("summed in 16 bits", [&] {
      return std::vector{summed(values({4, 6}, dtype), fg::remainder(fg::arange(4), 3), 3)};
    });
  // CHECK-COUNT-2: summed in 16 bits: same
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
  // CHECK: eager calls: 0{{$}}
  both::check("rank 7", [&] { return std::vector{ranked(both::values({1, 2, 1, 2, 1, 2, 1}))}; });
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
  // CHECK: rank 7: same
  // CHECK-NEXT: eager calls: 1{{$}}
  both::check("behind a throw", [&] {
    std::vector<Tensor> results = {gated(both::values({2, 3}), true), gated(fg::tensor(1.0f), false),
                                   gated(both::values({1, 2, 1, 2, 1, 2, 1}), true)};
    try {
      results.push_back(gated(fg::tensor(1.0f), true));
    } catch (const std::invalid_argument &) {
    }
    return results;
  });
  // CHECK: behind a throw: same
}
