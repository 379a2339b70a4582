// What a turn waits for is one operation where a product and a sum would be two, unless `.fp = Strict` wants
// both.
// RUN: %fullgraph --emit=halide --target=x86-64-v3 %s -- %fg_flags > %t.relaxed
// RUN: FileCheck %s --input-file=%t.relaxed
// RUN: grep -c llvm.fma %t.relaxed | grep -x 2
// RUN: %fullgraph --emit=halide --target=x86-64-v3 %s -- %fg_flags -DFP=Strict > %t.strict
// RUN: not grep llvm.fma %t.strict
// RUN: %build_and_run %s
#include <fullgraph/fullgraph.h>

#include <cmath>
#include <vector>

#ifndef FP
#define FP Relaxed
#endif

// The product with the input is ready before the state is.
// CHECK-DAG: "llvm.fma.f32", {a{{[0-9]}}_(), first(), mul(a{{[0-9]}}_(), a{{[0-9]}}_(turn))}
FG_COMPILE(.fp = fg::Fp::FP, .fullgraph = true)
fg::Tensor smoothed(FG_SHAPE("f32[N]") const fg::Tensor &x, FG_SHAPE("f32[]") const fg::Tensor &a,
                    FG_SHAPE("f32[]") const fg::Tensor &b) {
  fg::Tensor s = fg::zeros({}), y = fg::empty_like(x);
  for (int64_t t = 0; t < x.size(0); ++t) {
    s = a * s + b * x[t];
    y[t] = s;
  }
  return y;
}

// Of a difference the factor that each turn has anew keeps its sign.
// CHECK-DAG: "llvm.fma.f64", {t{{[0-9]}}, first(), a{{[0-9]}}_(turn)}
FG_COMPILE(.fp = fg::Fp::FP, .fullgraph = true)
fg::Tensor last(FG_SHAPE("f64[N]") const fg::Tensor &x, FG_SHAPE("f64[]") const fg::Tensor &a) {
  fg::Tensor s = fg::zeros({}, fg::kDouble);
  for (int64_t t = 0; t < x.size(0); ++t)
    s = x[t] - s * a;
  return s;
}

// A turn waits for both products, and the difference of equal ones stays 0.
// CHECK-DAG: left(turn) = add(sub(t{{[0-9]}}, t{{[0-9]}}), a{{[0-9]}}_(turn));
FG_COMPILE(.fp = fg::Fp::FP, .fullgraph = true)
fg::Tensor difference(FG_SHAPE("f32[N]") const fg::Tensor &x) {
  fg::Tensor s = fg::zeros({});
  for (int64_t t = 0; t < x.size(0); ++t)
    s = s * s - s * s + x[t];
  return s;
}

int main() {
  std::vector<float> values;
  for (int i = 0; i < 100; ++i)
    values.push_back(std::sin(static_cast<float>(i)));
  const fg::Tensor x = fg::tensor(values), y = smoothed(x, fg::tensor(0.9F), fg::tensor(0.1F));
  float s = 0;
  double d = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    s = std::fma(0.9F, s, 0.1F * values[i]);
    if (y.data_ptr<float>()[i] != s)
      return 1;
    d = std::fma(-0.7, d, static_cast<double>(values[i]));
  }
  if (last(x.to(fg::kDouble), fg::tensor(0.7, fg::kDouble)).item<double>() != d)
    return 2;
  return difference(x).item<float>() == values.back() ? 0 : 3;
}
