// A source for ATen and c10 alone, which is not edited: loops over threads, results in tensors of the
// caller's, lists.
// RUN: %with_compat %build_and_compare %s -- 2>%t.log | FileCheck %s
#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <c10/core/ScalarType.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>
#include <c10/util/Optional.h>
#include <c10/util/irange.h>

static int64_t volume(at::IntArrayRef sizes) {
  int64_t result = 1;
  for (const auto i : c10::irange(sizes.size()))
    result *= sizes[i];
  return result;
}

static at::Tensor squares(const at::Tensor &x, c10::optional<double> bias = c10::nullopt) {
  TORCH_CHECK(x.scalar_type() == at::kFloat, "squares: expected Float, got ", x.scalar_type());
  const auto input = x.contiguous();
  auto result = at::empty_like(input);
  const float *from = input.data_ptr<float>();
  float *to = result.data_ptr<float>();
  at::parallel_for(0, input.numel(), /*grain_size=*/2, [&](int64_t begin, int64_t end) {
    for (const auto i : c10::irange(begin, end))
      to[i] = from[i] * from[i];
  });
  return bias ? result + *bias : result;
}

template <class F> static void thrown(F &&call) {
  try {
    call();
    std::cout << "nothing thrown\n";
  } catch (const c10::Error &error) {
    std::cout << error.what() << "\n";
  }
}

int main() {
  at::set_num_threads(3);
  const at::Tensor x = at::arange(7, at::kFloat);
  // CHECK: 91 105 24
  std::cout << squares(x).sum().item<float>() << ' ' << squares(x, 2.0).sum().item<float>() << ' '
            << volume({2, 3, 4}) << '\n';
  const float *data = x.data_ptr<float>();
  const double total = at::parallel_reduce(
      0, x.numel(), 2, 0.0,
      [&](int64_t begin, int64_t end, double sum) { return std::accumulate(data + begin, data + end, sum); },
      std::plus<double>());
  // CHECK: 21 0
  std::cout << total << ' ' << at::in_parallel_region() << '\n';
  // A part's exception comes out of the loop, and a loop in a loop is one part.
  thrown([] {
    at::parallel_for(0, 9, 1, [](int64_t begin, int64_t) {
      at::parallel_for(0, 100, 1, [&](int64_t from, int64_t to) {
        TORCH_CHECK(from == 0 && to == 100 && at::in_parallel_region() && at::get_thread_num() < 3);
        TORCH_CHECK(begin == 0, "a later part");
      });
    });
  });
  // CHECK: a later part

  at::Tensor out = at::empty({7}), other = out;
  at::add_out(out, x, x, 2);
  at::mul_out(out, out, out); // of what it is written to
  // CHECK: 324 1
  std::cout << out[6].item<float>() << ' ' << out.is_same(other) << '\n';
  at::Tensor wide = at::empty({0});
  at::cat_out(wide, {x, x}, 0);
  at::sum_out(out, wide.view({2, 7}), 1); // of other sizes
  // CHECK: [14] [2] [2] 21
  std::cout << wide.sizes() << ' ' << out.sizes() << ' ' << other.sizes() << ' ' << out[0].item<float>()
            << '\n';
  at::Tensor values = at::empty({0}), indices = at::empty({0}, at::kLong);
  at::max_out(values, indices, wide.view({2, 7}), 1);
  at::Tensor doubled = at::empty({7}, at::kDouble);
  at::add_out(doubled, x, 1);
  // CHECK: 6 6 Double
  std::cout << values[1].item<float>() << ' ' << indices[1].item<int64_t>() << ' ' << doubled.scalar_type()
            << '\n';
  at::Tensor whole = at::empty({7}, at::kLong), matrix = at::empty({2, 2}, at::kDouble);
  thrown([&] { at::add_out(whole, x, 1); });
  // CHECK-NEXT: result type Float can't be cast to the desired output type Long
  thrown([&] { at::mm_out(matrix, at::ones({2, 2}), at::ones({2, 2})); });
  // CHECK-NEXT: Expected out tensor to have dtype float, but got double instead

  c10::List<at::Tensor> list({x, x + 1});
  c10::List<at::Tensor> same = list;
  same.push_back(x * 2);
  c10::Dict<std::string, int64_t> counts;
  counts.insert("a", 1);
  counts.insert_or_assign("a", 5);
  for (const auto &entry : counts)
    std::cout << entry.key() << entry.value() << ' ';
  // CHECK: a5 3 7 1
  std::cout << list.size() << ' ' << list.get(1)[6].item<float>() << ' ' << counts.contains("a") << '\n';
}
