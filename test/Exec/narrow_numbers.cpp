// item<T>() throws where T cannot hold the number, and casts of floats to integers truncate: in versions that
// were made ahead and at run time, for this machine's vectors.
// RUN: %jit %build_and_compare %s | FileCheck %s
// RUN: env FULLGRAPH_JIT=0 %t.compare/narrow_numbers | FileCheck %s
// CHECK: 1.5: toInt 1.5 toLong 1.5 fromLong 1 toFloat 2.2 scalar 1.5 written 5
// CHECK: -3.7: toInt 11 toLong 11 fromLong 9 toFloat 14 scalar 11 written 5
// CHECK: 3e+09: toInt threw toLong 9e+18 fromLong threw toFloat 9e+18 scalar threw written threw, x is 3e+09
// CHECK: 1e+39: toInt threw toLong threw toFloat threw scalar threw written threw, x is inf
// CHECK: inf: toInt threw toLong threw toFloat inf scalar threw written threw, x is inf
// CHECK: nan: toInt threw toLong threw toFloat nan scalar threw written threw, x is nan
// CHECK: tripled f32: 3 6 -6 -3 -9 210000 -210000
// CHECK: tripled f64: 3 6 -6 -3 -9 210000 -210000
// CHECK: squares: 1 4 4 1 9 605032704 605032704
// CHECK: bytes: 1 2 254 255 253 112 144
#include <fullgraph/fullgraph.h>

#include <cmath>
#include <cstdio>

using T = fg::Tensor;
#define F32 FG_SHAPE("f32[N]")
#define F64 FG_SHAPE("f64[N]")

FG_COMPILE(.fullgraph = true) T toInt(F32 T x) { return x * x[0].item<int>(); }
FG_COMPILE(.fullgraph = true) T toLong(F32 T x) { return x * x[0].item<int64_t>(); }
FG_COMPILE(.fullgraph = true) T fromLong(FG_SHAPE("i64[N]") T x) { return x * x[0].item<int>(); }
FG_COMPILE(.fullgraph = true) T toFloat(F64 T x) { return x * x[0].item<float>(); }
FG_COMPILE(.fullgraph = true) T scalar(F64 T x) { return x * x[0].item().toInt(); }
FG_COMPILE(.fullgraph = true) T written(F32 T x) {
  const int n = x[0].item<int>();
  x.fill_(5);
  return x + n * 0;
}
FG_COMPILE() T tripled(T x) { return x.to(fg::kInt) * 3; }
FG_COMPILE() T squares(T x) {
  const T n = x.to(fg::kInt);
  return n * n;
}
FG_COMPILE() T bytes(T x) { return x.to(fg::kByte) + 0; }

int main() {
  for (const double v : {1.5, -3.7, 3e9, 1e39, double(INFINITY), double(NAN)}) {
    std::printf("%g:", v);
    const auto run = [&](const char *name, auto f, fg::ScalarType dtype) {
      T x = fg::full({3}, v, fg::kDouble).to(dtype);
      try {
        std::printf(" %s %.2g", name, f(x).sum().template item<double>() / 3);
      } catch (const fg::Error &) {
        std::printf(" %s threw", name);
      }
      return x[0].item<double>();
    };
    run("toInt", toInt, fg::kFloat), run("toLong", toLong, fg::kFloat);
    if (std::fabs(v) < 1e18)
      run("fromLong", fromLong, fg::kLong);
    run("toFloat", toFloat, fg::kDouble), run("scalar", scalar, fg::kDouble);
    if (const double left = run("written", written, fg::kFloat); left != 5)
      std::printf(", x is %g", left);
    std::puts("");
  }
  const T x = fg::tensor({1.0, 2.5, -2.5, -1.0, -3.7, 70000.0, -70000.0});
  const auto print = [](const char *name, const T &y) {
    std::printf("%s:", name);
    for (int64_t i = 0; i < y.numel(); ++i)
      std::printf(" %lld", static_cast<long long>(y[i].item<int64_t>()));
    std::puts("");
  };
  print("tripled f32", tripled(x.to(fg::kFloat))), print("tripled f64", tripled(x.to(fg::kDouble)));
  print("squares", squares(x.to(fg::kFloat))), print("bytes", bytes(x.to(fg::kFloat)));
}
