// Where a device is among the targets, what cannot run there as a whole is told, once for each function; without one,
// nothing is.
// RUN: %fullgraph %s --emit=program --target=host --target=cuda --target=opencl -o /dev/null -- %fg_flags 2>&1 | FileCheck --implicit-check-not='has no code' %s
// RUN: %fullgraph %s --emit=program -o /dev/null -- %fg_flags 2>&1 | FileCheck --allow-empty --check-prefix=CPU %s
// CPU-NOT: device-code
// RUN: %fullgraph %s --emit=program --target=host --target=cuda -o /dev/null -- %fg_flags 2>&1 | FileCheck --check-prefix=CUDA %s
// CUDA: remark: 'filled' has no code for cuda: a tensor is made on the CPU at device-code.cpp:{{[0-9:]+}} [-Wgraph-break=device-code] [FG902]
// RUN: not %fullgraph %s --emit=program --target=host --target=cuda -o /dev/null -- %fg_flags -Werror=graph-break=device-code 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: 'filled' has no code for cuda
// A device alone is beside the host: the generated code serves both.
// RUN: %fullgraph %s --emit=cpp --target=opencl -o - -- %fg_flags 2>/dev/null | FileCheck --check-prefix=BESIDE %s
// BESIDE: fg_place.isOpenCl() ? {{.*}}_opencl : {{.*}}_v3
// RUN: not %fullgraph %s --target=metal -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: unknown target 'metal'; known are {{.*}} or a device, "cuda" or "opencl"
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE() Tensor filled(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'filled' has no code for cuda and opencl: a tensor is made on the CPU at device-code.cpp:[[@LINE+1]]:{{[0-9]+}} [-Wgraph-break=device-code] [FG902]
  return fg::cat({x, fg::zeros({3})});
}

FG_COMPILE() Tensor sorted(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'sorted' has no code for cuda and opencl: 'sort_indices' is a function of the library, which runs on the CPU [-Wgraph-break=device-code] [FG902]
  return std::get<0>(fg::sort(x)) + 1;
}

FG_COMPILE() Tensor asked(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'asked' has no code for cuda and opencl: a tensor's device is asked for at device-code.cpp:[[@LINE+1]]:{{[0-9]+}} [-Wgraph-break=device-code] [FG902]
  return x.is_cuda() ? x * 2 : x * 3;
}

FG_COMPILE() Tensor askedLater(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'askedLater' has no code for cuda and opencl: a tensor's device is asked for at device-code.cpp:[[@LINE+2]]:{{[0-9]+}} [-Wgraph-break=device-code] [FG902]
  const fg::TensorOptions options = x.options();
  return options.device().is_cpu() ? x * 2 : x * 3;
}

FG_COMPILE() Tensor besideItsOwn(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'besideItsOwn' has no code for cuda and opencl: a device is named at device-code.cpp:[[@LINE+2]]:{{[0-9]+}} [-Wgraph-break=device-code] [FG902]
  const Tensor half = fg::tensor(0.5);
  return x * half + fg::ones({x.size(0)}, half.options());
}

FG_COMPILE() Tensor named(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'named' has no code for cuda and opencl: a device is named at device-code.cpp:[[@LINE+1]]:{{[0-9]+}} [-Wgraph-break=device-code] [FG902]
  return x.cpu() * 2;
}

FG_COMPILE() std::pair<Tensor, Tensor> returned(FG_SHAPE("f32[N]") Tensor x) {
// CHECK: [[@LINE-1]]:{{.*}}: remark: 'returned' has no code for cuda and opencl: a result is made on the CPU at device-code.cpp:[[@LINE+1]]:{{[0-9]+}} [-Wgraph-break=device-code] [FG902]
  return {x * 2, fg::zeros({})};
}

// A number on the CPU may stand beside tensors of a device, and the library makes what it needs where they lie.
FG_COMPILE(.fullgraph = true) Tensor beside(FG_SHAPE("f32[N, M]") Tensor x) { return fg::tril(x) * fg::tensor(0.5); }

FG_COMPILE(.fullgraph = true) Tensor besideIts(FG_SHAPE("f32[N]") Tensor x) {
  const auto like = x.options();
  return fg::cat({x, fg::zeros({3}, like), fg::full({2}, 0.5, fg::TensorOptions().device(x.device()))}).to(x.device());
}

FG_COMPILE(.fullgraph = true) Tensor served(FG_SHAPE("f32[N]") Tensor x) { return fg::tanh(x) + fg::zeros_like(x); }

