// Calls that main makes through a holder (net(x)) and through functions of the program are seen: the types
// that nobody declared are theirs. A view that is undecided for types which no call has (x of 4 dims) is no
// break.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: calls_through_holders.cpp: 2 functions, {{.*}} 0 breaks
#include <cmath>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <optional>
#include <vector>

using fg::Tensor;
namespace nn = fg::nn;

struct AttentionImpl : nn::Module {
  int64_t heads, dim;
  nn::Linear qkv{nullptr};
  AttentionImpl(int64_t width, int64_t count) : heads(count), dim(width / count) {
    qkv = register_module("qkv", nn::Linear(width, 3 * width));
    for (Tensor &t : qkv->parameters())
      t.fill_(0.125);
  }
  FG_COMPILE() Tensor forward(const Tensor &x, const std::optional<Tensor> &mask = std::nullopt) {
    const int64_t b = x.size(0), t = x.size(1), c = x.size(2);
    std::vector<Tensor> parts = qkv(x).chunk(3, -1);
    const auto split = [&](const Tensor &y) { return y.view({b, t, heads, dim}).transpose(1, 2); };
    Tensor q = split(parts[0]), k = split(parts[1]), v = split(parts[2]);
    Tensor scores = fg::matmul(q, k.transpose(-2, -1)) / std::sqrt(static_cast<double>(dim));
    if (mask)
      scores = scores + *mask;
    return fg::matmul(fg::softmax(scores, -1), v).transpose(1, 2).contiguous().view({b, t, c});
  }
};
FG_MODULE(Attention);

struct ChosenImpl : nn::Module {
  FG_COMPILE() Tensor forward(Tensor x, Tensor chosen) { return fg::where(chosen, x * 2, x).mean({1, 2}); }
};
FG_MODULE(Chosen);
static double total(Chosen &net, const std::vector<Tensor> &batches, Tensor chosen) {
  double sum = 0;
  for (const Tensor &x : batches)
    sum += net->forward(x, chosen).sum().item<double>();
  return sum;
}
template <class Net> double run(Net &net, Tensor x) { return total(net, {x, x * 2}, x > 0.5); }

int main() {
  Attention attention(8, 2);
  attention->eval();
  const Tensor x = fg::ones({2, 3, 8});
  const auto show = [](const Tensor &t) { std::printf("%g\n", t.sum().item<double>()); };
  show(attention(x));                    // CHECK: 54
  show(attention(x, fg::zeros({3, 3}))); // CHECK-NEXT: 54

  Chosen chosen;
  std::printf("%g\n", run(chosen, fg::ones({2, 2, 4}))); // CHECK-NEXT: 12
  const auto later = [&](Tensor t) { return chosen(t, t > 1); };
  show(later(fg::ones({1, 2, 4}))); // CHECK-NEXT: 1
}
