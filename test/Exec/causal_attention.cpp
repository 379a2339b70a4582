// Attention whose row i sees the keys 0 to i is computed in two halves of the rows: the same as with all keys and a
// mask, for odd and tiny numbers of rows, more or fewer keys than rows, grouped heads, and keys that are not numbers
// behind all rows of the first half.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s --implicit-check-not=differs
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly %s < %t.log
// LOG: causal_attention.cpp: 5 functions, {{.*}} 0 breaks
// CHECK-COUNT-13: rows
// CHECK: dropout of nothing 0.0
// CHECK: half of the rows are numbers
#include <fullgraph/fullgraph.h>

#include <cmath>
#include <cstdio>

using fg::Tensor;
#define COMPILED FG_COMPILE(.fullgraph = true) static Tensor
#define IN(shape) FG_SHAPE(shape) const Tensor &

COMPILED same(IN("f32[B,H,T,8]") q, IN("f32[B,H,T,8]") k, IN("f32[B,H,T,8]") v) {
  return fg::scaled_dot_product_attention(q, k, v, {}, 0.0, true);
}
COMPILED other(IN("f64[B,L,8]") q, IN("f64[B,S,8]") k, IN("f64[B,S,5]") v) {
  return fg::scaled_dot_product_attention(q, k, v, {}, 0.0, true, 0.3);
}
COMPILED grouped(IN("f32[B,4,T,8]") q, IN("f32[B,2,T,8]") k, IN("f32[B,2,T,8]") v) {
  return fg::scaled_dot_product_attention(q, k, v, {}, 0.0, true, {}, true);
}
COMPILED known(IN("f32[1,2,9,8]") q, IN("f32[1,2,9,8]") k, IN("f32[1,2,9,8]") v) {
  return fg::scaled_dot_product_attention(q, k, v, {}, 0.0, true);
}
COMPILED dropped(IN("f32[B,H,T,8]") q, IN("f32[B,H,T,8]") k, IN("f32[B,H,T,8]") v) {
  return fg::scaled_dot_product_attention(q, k, v, {}, 1.0, true);
}

static Tensor numbers(std::vector<int64_t> sizes, double step) {
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  return fg::sin(fg::arange(count).to(fg::kFloat) * step).view(sizes);
}
static Tensor masked(const Tensor &q, const Tensor &k, const Tensor &v, double scale) {
  const Tensor row = fg::arange(q.size(-2)).unsqueeze(1), column = fg::arange(k.size(-2));
  const Tensor scores = fg::matmul(q, k.transpose(-2, -1)) * scale;
  return fg::matmul(fg::softmax(fg::masked_fill(scores, column > row, -INFINITY), -1), v);
}
static const char *compared(const Tensor &a, const Tensor &b) {
  return a.sizes() == b.sizes() && (a - b).abs().max().item<double>() < 1e-5 ? "equal" : "differs";
}

int main() {
  const double scale = 1 / std::sqrt(8.0);
  for (const int64_t rows : {1, 2, 3, 7, 16, 65, 130}) {
    const Tensor q = numbers({2, 4, rows, 8}, 0.7), k = numbers({2, 4, rows, 8}, 1.1), v = numbers({2, 4, rows, 8}, 1.7);
    const Tensor few = k.slice(1, 0, 2).contiguous(), fewer = v.slice(1, 0, 2).contiguous();
    std::printf("%d rows: %s, grouped %s\n", int(rows), compared(same(q, k, v), masked(q, k, v, scale)),
                compared(grouped(q, few, fewer), masked(q, fg::repeat_interleave(few, 2, 1),
                                                        fg::repeat_interleave(fewer, 2, 1), scale)));
  }
  for (const int64_t rows : {4, 9, 33})
    for (const int64_t keys : {5, 40}) {
      const Tensor q = numbers({3, rows, 8}, 0.7).to(fg::kDouble), k = numbers({3, keys, 8}, 1.1).to(fg::kDouble),
                   v = numbers({3, keys, 5}, 1.7).to(fg::kDouble);
      std::printf("%d rows, %d keys: %s\n", int(rows), int(keys), compared(other(q, k, v), masked(q, k, v, 0.3)));
    }
  const Tensor q = numbers({1, 2, 9, 8}, 0.7), k = numbers({1, 2, 9, 8}, 1.1);
  std::printf("known: %s\n", compared(known(q, k, q), masked(q, k, q, scale)));
  std::printf("dropout of nothing %.1f\n", dropped(q, k, q).sum().item<double>());
  Tensor v = q.clone();
  v.select(2, 8).fill_(NAN);
  const Tensor rows = same(q, k, v);
  if (!rows.slice(2, 0, 4).isnan().any().item<bool>() && rows.select(2, 8).isnan().all().item<bool>())
    std::printf("half of the rows are numbers\n");
}
