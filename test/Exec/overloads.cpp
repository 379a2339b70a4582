// Calls whose overloads differ by the kind of an argument mean what ATen's mean: a number as `dim` is no
// bool, a bool is no dim. A program's own functions with the names of torch::nn::functional are the
// program's.
// RUN: %build_and_compare %s -- | FileCheck %s
#include <fullgraph/torch.h>

namespace F = torch::nn::functional;

FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> spreads(FG_SHAPE("f32[N,3]") const fg::Tensor &x) {
  const auto both = fg::std_mean(x, 1), one = fg::var_mean(x, -1);
  return {x.std(-1),
          x.std(1),
          fg::std(x, 0),
          x.var(1),
          fg::var(x, -1),
          std::get<0>(both),
          std::get<0>(one),
          x.std(false),
          x.var(true),
          x.std(1, false),
          x.var({0, 1}, 0),
          fg::std(x, std::nullopt),
          x.std({0}, true, true),
          x.var(std::nullopt, 2, true),
          x.any(std::nullopt),
          x.all(std::nullopt, true)};
}

FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> orders(FG_SHAPE("f32[N,3]") const fg::Tensor &x) {
  return {x.argsort(true), x.argsort(true, 0, true), x.argsort(0), x.argsort(-1, true),
          fg::argsort(x, false, 0)};
}

FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> forms(FG_SHAPE("f32[N,3]") const fg::Tensor &x) {
  const fg::Tensor weights = fg::arange(1, x.size(1) + 1);
  const fg::Tensor start = x.narrow(0, 0, 1);
  return {x.divide(2, "floor"),
          fg::divide(x, x + 1, "trunc"),
          fg::float_power(2, x),
          x.clip(x - 1, x * 0.5),
          x.nansum(std::nullopt, false, fg::kDouble),
          x.cov(1, weights),
          fg::cov(x, 1, std::nullopt, weights.to(fg::kFloat)),
          fg::cov(x, 0, weights, weights.to(fg::kFloat)),
          x.diff(1, 0, start, start * 2),
          x.norm(std::nullopt, 1),
          fg::hamming_window(5, fg::kDouble),
          fg::hamming_window(5, false, 0.5, fg::kFloat),
          fg::kaiser_window(4, false, fg::kDouble),
          fg::range(1, 3, fg::kLong),
          fg::isin(2.0, x),
          fg::scatter(x, 1, fg::zeros({1, 1}, fg::kLong), 5.0, "add"),
          fg::tensor({}),
          fg::convolution(x.unsqueeze(0), fg::ones({x.size(0), 1, 2}), {}, 1, 0, 1, true, 0, 1),
          F::smooth_l1_loss(x, x * 2, F::SmoothL1LossFuncOptions(torch::kSum), 0.5)};
}

// --- the program's own ---
fg::Tensor cross_entropy(const fg::Tensor &a, const fg::Tensor &b) { return (a - b).sum(); }
fg::Tensor normalize(const fg::Tensor &a) { return a / a.max(); }
fg::Tensor softmin(const fg::Tensor &a, int64_t dim) { return -a.sum(dim); }
fg::Tensor interpolate(const fg::Tensor &a, const std::optional<std::vector<int64_t>> &) { return a + 1; }
fg::Tensor grid_sample(const fg::Tensor &a, const fg::Tensor &b) { return a * b; }
FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> own(FG_SHAPE("f32[N,3]") const fg::Tensor &x) {
  return {cross_entropy(x, x * 0.5),
          normalize(x),
          softmin(x, 1),
          interpolate(x, std::vector<int64_t>{4}),
          grid_sample(x, x),
          F::normalize(x),
          F::softsign(x),
          F::tanhshrink(x),
          F::softmin(x, 1),
          F::cross_entropy(x, fg::zeros({x.size(0)}, fg::kLong))};
}

void print(const fg::Tensor &result) {
  std::cout << result.scalar_type() << " " << result.sizes() << ":";
  const fg::Tensor flat = result.flatten().to(fg::kDouble);
  for (int64_t i = 0; i < flat.numel(); ++i)
    std::cout << " " << std::round(flat[i].item<double>() * 1e4) / 1e4;
  std::cout << "\n";
}

// The numbers are PyTorch's.
int main() {
  const fg::Tensor x = fg::tensor({{1.0, 4.0, 2.0}, {3.0, 3.0, 9.0}});
  for (const auto &results : {spreads(x), orders(x), forms(x), own(x)})
    for (const fg::Tensor &result : results)
      print(result);
  // CHECK: Float [2]: 1.5275 3.4641
  // CHECK-NEXT: Float [2]: 1.5275 3.4641
  // CHECK-NEXT: Float [3]: 1.4142 0.7071 4.9497
  // CHECK-NEXT: Float [2]: 2.3333 12
  // CHECK-NEXT: Float [2]: 2.3333 12
  // CHECK-NEXT: Float [2]: 1.5275 3.4641
  // CHECK-NEXT: Float [2]: 2.3333 12
  // CHECK-NEXT: Float []: 2.5604
  // CHECK-NEXT: Float []: 7.8667
  // CHECK-NEXT: Float [2]: 1.2472 2.8284
  // CHECK-NEXT: Float []: 6.5556
  // CHECK-NEXT: Float []: 2.8048
  // CHECK-NEXT: Float [1, 3]: 1.4142 0.7071 4.9497
  // CHECK-NEXT: Float [1, 1]: 7.8667
  // CHECK: Long [2, 3]: 0 2 1 0 1 2
  // CHECK-NEXT: Long [2, 3]: 1 0 1 0 1 0
  // CHECK-NEXT: Long [2, 3]: 0 1 0 1 0 1
  // CHECK-NEXT: Long [2, 3]: 1 2 0 2 0 1
  // CHECK: Double [2, 3]: 2 16 4 8 8 512
  // CHECK: Float [2, 2]: 1.5 -1.8 -1.8 10.8
  // CHECK-NEXT: Float [2, 2]: 2.0455 -2.4545 -2.4545 14.7273
  // CHECK-NEXT: Float [2, 2]: 0.9643 -1.9286 -1.9286 8.2653
  // CHECK-NEXT: Float [3, 3]: 0 0 0 2 -1 7 -1 5 -5
  // CHECK-NEXT: Float [2]: 4.5826 9.9499
  // CHECK-NEXT: Double [5]: 0.08 0.3979 0.9121 0.9121 0.3979
  // CHECK-NEXT: Float [5]: 0.04 0.5 0.96 0.5 0.04
  // CHECK-NEXT: Double [4]: 0.0001 0.5188 0.5188 0.0001
  // CHECK: Float [2, 3]: 6 4 2 3 3 9
  // CHECK-NEXT: Float [0]:
  // CHECK-NEXT: Float [1, 1, 4]: 4 11 18 11
  // CHECK-NEXT: Float []: 20.5
  // CHECK-NEXT: Float []: 11
  // CHECK-NEXT: Float [2, 3]: 0.1111 0.4444 0.2222 0.3333 0.3333 1
  // CHECK-NEXT: Float [2]: -7 -15
  // CHECK-NEXT: Float [2, 3]: 2 5 3 4 4 10
  // CHECK-NEXT: Float [2, 3]: 1 16 4 9 9 81
  // CHECK-NEXT: Float [2, 3]: 0.2182 0.8729 0.4364 0.3015 0.3015 0.9045

  // Of matrices: the second argument is a bound, the third says that they are symmetric.
  const fg::Tensor m = fg::tensor({{2.0, 1.0}, {1.0, 2.0}});
  print(fg::linalg_matrix_rank(m, 1.5, true));
  print(fg::linalg_matrix_rank(m, 0.5));
  print(fg::linalg_matrix_rank(m, fg::tensor(1.5)));
  print(fg::linalg_pinv(m, fg::tensor(0.5)));
  print(x.view(fg::kInt));
  print(fg::zeros({2}, "cpu"));
  // CHECK: Long []: 1
  // CHECK-NEXT: Long []: 2
  // CHECK-NEXT: Long []: 1
  // CHECK-NEXT: Float [2, 2]: 0.1667 0.1667 0.1667 0.1667
  // CHECK-NEXT: Int [2, 3]: {{.*}}
  // CHECK-NEXT: Float [2]: 0 0
}
