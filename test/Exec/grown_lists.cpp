// Lists that grow in a loop whose count is known at run time only: the library's functions over them run as
// they are, between regions, and what comes behind knows dtype and rank of their results. No break.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="remark" %s < %t.log
// RUN: %fullgraph %s -o %t.fg.cpp --object-dir %t.objects -- %fg_flags && FileCheck --check-prefix=TEXT %s < %t.fg.cpp
// LOG: fullgraph: grown_lists.cpp: {{[0-9]+}} functions, {{.*}} 0 breaks,
// CHECK: encoded 1: 6 6 -0.0498
// CHECK: encoded 4: 6 18 -0.0498
// CHECK: stacked 3 2 4 65.9049
// CHECK: empty: stack expects a non-empty TensorList
// CHECK: spread 5.2523
// CHECK: aliased 3 3
// CHECK: halves 19.0000
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <string>
#include <vector>

using fg::Tensor;

static Tensor encode(const Tensor &p, int octaves) {
  std::vector<Tensor> parts{p};
  double f = 1;
  for (int i = 0; i < octaves; i++, f *= 2) {
    parts.push_back(fg::sin(p * f));
    parts.emplace_back((p * f).cos());
  }
  return fg::cat(parts, -1);
}
// What is behind the call is a region of a known type, in the function that calls too.
// TEXT-LABEL: Tensor encoded(
// TEXT: fits({{.*}}, ::fg::kFloat, 2)
FG_COMPILE(.fullgraph = true)
Tensor encoded(FG_SHAPE("f32[N,2]") Tensor p, int octaves) {
  const Tensor h = encode(p.sub(1), octaves);
  return fg::relu(h * 3) - h.exp();
}

FG_COMPILE(.fullgraph = true)
Tensor stacked(FG_SHAPE("f32[N,4]") Tensor x, int64_t turns) {
  std::vector<Tensor> rows;
  for (int64_t i = 0; i < turns; ++i) {
    x = x.tanh() + double(i);
    rows.push_back(x);
  }
  return fg::stack(rows).square();
}

// The elements of a list of the function's own are no objects of the caller's: nothing is compared.
// TEXT-LABEL: Tensor spread(
// TEXT-NOT: static_cast<const void {{[*]}}>(&
// TEXT-LABEL: Tensor aliased(
FG_COMPILE(.fullgraph = true)
Tensor spread(FG_SHAPE("f32[N]") const Tensor &x, int turns) {
  std::vector<Tensor> state(2, x);
  for (int i = 0; i < turns; ++i) {
    state[0] = state[1] * 2;
    state[1] = state[0] - x;
  }
  Tensor sum = fg::zeros_like(x);
  for (const Tensor &s : state)
    sum = sum + s.sin().abs();
  return sum;
}

// But through a reference to one they may be.
// TEXT: static_cast<const void {{[*]}}>(&
// TEXT-LABEL: Tensor halves(
FG_COMPILE()
Tensor aliased(std::vector<Tensor> &state, FG_SHAPE("f32[N]") const Tensor &x, int64_t i) {
  state[static_cast<size_t>(i)] = fg::full({3}, 3.0);
  return x * 1;
}

FG_COMPILE(.fullgraph = true)
Tensor halves(FG_SHAPE("f32[N]") Tensor x, int turns) {
  std::vector<Tensor> parts;
  for (int i = 0; i < turns; ++i)
    parts.push_back(x.narrow(0, i, 2));
  parts.push_back(x);
  return fg::cat(parts).sum();
}

int main() {
  const Tensor x = fg::linspace(-2, 3, 12).view({6, 2});
  for (const int n : {1, 4}) {
    const Tensor y = encoded(x, n);
    std::printf("encoded %d: %lld %lld %.4f\n", n, static_cast<long long>(y.size(0)),
                static_cast<long long>(y.size(1)), y[0][0].item<float>());
  }
  const Tensor s = stacked(x.view({3, 4}).narrow(0, 0, 2), 3);
  std::printf("stacked %lld %lld %lld %.4f\n", static_cast<long long>(s.size(0)),
              static_cast<long long>(s.size(1)), static_cast<long long>(s.size(2)), s.sum().item<float>());
  try {
    stacked(x.view({3, 4}), 0);
  } catch (const fg::Error &error) {
    std::printf("empty: %s\n", std::string(error.what()).substr(0, 60).c_str());
  }
  std::printf("spread %.4f\n", spread(fg::ones({3}), 2).sum().item<float>());
  std::vector<Tensor> state = {fg::ones({3}), fg::zeros({3})};
  const Tensor seen = aliased(state, state[1], 1);
  std::printf("aliased %.0f %.0f\n", seen[0].item<float>(),
              aliased(state, fg::full({3}, 3.0), 0)[0].item<float>());
  std::printf("halves %.4f\n", halves(fg::arange(6, fg::kFloat), 2).item<float>());
}
