// Tensors that are not contiguous are ordinary inputs: FG_SHAPE says their layout, or calls in sight do. Code is built
// ahead for it, and what has no version says which strides were expected.
// RUN: env FULLGRAPH_LOGS=all %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG <%t.log
#include <fullgraph/fullgraph.h>

#include <cstdlib>
#include <iostream>

using fg::Tensor;

// As Eigen stores matrices; any outer stride, as of a block of columns; images with their channels last.
FG_COMPILE(.fullgraph = true)
Tensor gram(FG_SHAPE("f32[M,N]{1,M}") const Tensor &x) { return fg::matmul(x.t(), x) + 1; }
FG_COMPILE(.fullgraph = true)
Tensor columns(FG_SHAPE("f32[M,N]{?,1}") const Tensor &x) { return (x * 2).sum(0); }
FG_COMPILE(.fullgraph = true)
Tensor pointwise(FG_SHAPE("f32[M,N]{column_major} | f32[M,N]") const Tensor &x) { return fg::relu(x - 3) * 2; }
FG_COMPILE(.fullgraph = true)
Tensor image(FG_SHAPE("f32[N,3,H,W]{channels_last}") const Tensor &x) { return x.mean({2, 3}) + x.amax(); }
FG_COMPILE(.fullgraph = true)
Tensor inPlace(FG_SHAPE("f32[A,B,C]{0>2>1}") Tensor x) { return x.add_(1).sum(1); }
// Each element needs others of the old value: the new ones are copied over the input.
FG_COMPILE(.fullgraph = true)
void copiedBack(FG_SHAPE("f32[A,B,C]{0>2>1}") Tensor x) { x.copy_(fg::softmax(x, 1)); }
// The sizes of 'out' and of what is added are equal, but no graph knows it.
FG_COMPILE(.fullgraph = true) Tensor deltas(const Tensor &x, int n) {
  const Tensor columns = x.t();
  Tensor out = fg::zeros_like(columns);
  for (int i = 0; i < n; ++i)
    out += (i + 1) * fg::cat({columns.slice(1, i), columns.slice(1, 0, i)}, 1);
  return out;
}

FG_COMPILE(.fullgraph = true) Tensor anyStrides(FG_SHAPE("f32[M,N]{?,?}") const Tensor &x) { return x + 1; }

// Nothing is declared: main() says it all.
FG_COMPILE(.fullgraph = true) Tensor seen(const Tensor &x) { return fg::relu(x * 2 - 5).sum(1) + x.select(1, 0); }
FG_COMPILE(.fullgraph = true) Tensor kept(const Tensor &x) { return x + 1; }

FG_COMPILE(.fullgraph = true) Tensor local(FG_SHAPE("f32[M,N]") const Tensor &x) {
  const Tensor y = x.t();
  return y * y;
}

static void print(const char *name, const Tensor &x) {
  const Tensor flat = x.to(fg::kDouble).flatten();
  std::cout << name << ": " << x.sizes() << " " << x.strides() << " "
            << (flat * fg::arange(1, flat.numel() + 1, fg::kDouble)).sum().item<double>() << "\n";
}

int main() {
  const Tensor x = fg::arange(12).to(fg::kFloat).view({3, 4});
  print("gram", gram(x.t()));
  print("columns", columns(x));
  print("columns", columns(x.slice(1, 1, 3)));
  print("columns", columns(x.slice(0, 0, 3, 2)));
  print("pointwise", pointwise(x));
  print("pointwise", pointwise(x.t()));
  print("image", image(fg::arange(2 * 3 * 2 * 5).to(fg::kFloat).view({2, 2, 5, 3}).permute({0, 3, 1, 2})));
  const Tensor y = fg::ones({2, 3, 4}).transpose(1, 2);
  print("inPlace", inPlace(y));
  print("changed", y);
  y.select(1, 0).fill_(-1);
  copiedBack(y);
  print("copiedBack", y);
  print("deltas", deltas(x, 3));
  print("seen", seen(x));
  print("seen", seen(x.t()));
  print("seen", seen(x.slice(1, 0, 3)));
  print("seen", seen(x.select(0, 0).expand({3, 4})));
  print("kept", kept(x.t()));
  print("kept", kept(x.slice(0, 0, 3, 2)));
  print("local", local(x));
  print("anyStrides", anyStrides(x.slice(1, 0, 4, 2)));
  if (std::getenv("FULLGRAPH_LOGS")) {
    print("other", gram(x));
    print("overlapping", anyStrides(x.as_strided({2, 3}, {1, 1})));
  }
}

// CHECK: gram: [3, 3] [3, 1]
// CHECK: pointwise: [3, 4] [4, 1]
// CHECK-NEXT: pointwise: [4, 3] [1, 4]
// CHECK: changed: [2, 4, 3] [12, 1, 4]
// CHECK: kept: [4, 3] [1, 4]
// CHECK-NEXT: kept: [2, 4] [4, 1]
// CHECK-NEXT: local: [4, 3] [1, 4]
// LOG: remark: rank or dtype of 'x' is not known at build time; 'seen' is built for f32[?, ?] | f32[?, ?]{column_major} | f32[?, ?]{?, 1} | f32[?, ?]{0, 1}, and compiled at its first call for others
// LOG-NOT: running eagerly
// LOG: fullgraph: gram: x.stride(0): expected 1, got 4; running eagerly
// LOG: fullgraph: anyStrides: expected x.stride(1) < x.stride(0): x.stride(1) is 1, x.stride(0) is 1 (the layout of the result of add depends on it){{.*}}running eagerly
// LOG-NOT: running eagerly
