// One program for the CPU and for a device: each function serves both with kernels that were built ahead, and what they
// compute is the same. The device is OpenCL's (PoCL, where there is no GPU). Built with --target=cuda, the program takes
// CUDA's under FULLGRAPH_TEST_DEVICE=cuda.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s --target=host --target=opencl 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-NOT: running eagerly
// LOG: remark: 'ordered' has no code for opencl: 'sort_indices' is a function of the library, which runs on the CPU
// LOG-NOT: remark: {{.*}} has no code
// LOG: fullgraph: devices.cpp: {{.*}} 0 breaks
// LOG-NOT: running eagerly
// LOG: fullgraph: ordered: {{.*}}running eagerly
// LOG-NOT: running eagerly
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <cstdio>
#include <cstdlib>
#include <string>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor scaled(const Tensor &x, const Tensor &bias, double by) { return fg::tanh(x * by + bias) - x.abs().sqrt(); }

FG_COMPILE(.fullgraph = true)
Tensor probabilities(const Tensor &x) { return fg::softmax(x * 3, -1); }

FG_COMPILE(.fullgraph = true)
Tensor across(const Tensor &x) { return fg::log_softmax(x, 0); }

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor, Tensor> sums(const Tensor &x) { return {x.sum(-1), x.mean(0), x.sum() + x.amax({0, 1})}; }

FG_COMPILE(.fullgraph = true)
Tensor places(const Tensor &x) { return x.argmax(-1); }

FG_COMPILE(.fullgraph = true)
Tensor turned(const Tensor &x) { return x.t().contiguous() + 1; }

FG_COMPILE(.fullgraph = true)
Tensor picked(const Tensor &x, const Tensor &index) { return x.index_select(0, index) * 2; }

FG_COMPILE(.fullgraph = true)
void moved(Tensor &x, const Tensor &by) { x.add_(by); }

FG_COMPILE(.fullgraph = true)
Tensor masked(const Tensor &x, const Tensor &y) { return fg::where(x > y, x, y.sin()).to(fg::kDouble); }

FG_COMPILE(.fullgraph = true)
Tensor products(const Tensor &a, const Tensor &b) { return fg::matmul(a, b) + 1; }

FG_COMPILE()
Tensor ordered(const Tensor &x) { return std::get<0>(fg::sort(x)) * 2; }

struct Net : fg::nn::Module {
  Net() {
    register_module("conv", conv);
    register_module("norm", norm);
    register_module("fc", fc);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N, 3, 12, 12]") const Tensor &x) {
    Tensor y = fg::max_pool2d(fg::relu(conv->forward(x)), 2);
    return fg::gelu(fc->forward(norm->forward(y.flatten(1))));
  }
  fg::nn::Conv2d conv{fg::nn::Conv2dOptions(3, 5, 3).padding(1)};
  fg::nn::LayerNorm norm{fg::nn::LayerNormOptions({180})};
  fg::nn::Linear fc{180, 7};
};

static int failures = 0;

static void same(const char *what, const Tensor &onDevice, const Tensor &onCpu, fg::Device device) {
  const bool there = onDevice.device() == device && onCpu.is_cpu();
  const bool equal = onDevice.dtype() == onCpu.dtype() && fg::allclose(onDevice.cpu(), onCpu, 1e-4, 1e-5);
  if (!there || !equal)
    ++failures;
  std::printf("%s: %s%s\n", what, equal ? "equal" : "DIFFERS", there ? "" : ", ELSEWHERE");
}

int main() {
  const char *const name = std::getenv("FULLGRAPH_TEST_DEVICE");
  const fg::Device device(std::string(name ? name : "opencl") + ":0");
  const auto there = [&](const Tensor &x) { return x.to(device); };
  fg::manual_seed(1);
  for (const int64_t rows : {1, 5, 300}) {
    const int64_t columns = rows == 5 ? 70 : 1000 / rows;
    std::printf("%ld x %ld\n", long(rows), long(columns));
    const Tensor x = fg::randn({rows, columns}), bias = fg::randn({columns});
    same("scaled", scaled(there(x), there(bias), 0.5), scaled(x, bias, 0.5), device);
    same("probabilities", probabilities(there(x)), probabilities(x), device);
    same("across", across(there(x)), across(x), device);
    const auto [a, b, c] = sums(there(x));
    const auto [d, e, f] = sums(x);
    same("sums", a, d, device);
    same("means", b, e, device);
    same("total", c, f, device);
    same("places", places(there(x)), places(x), device);
    same("turned", turned(there(x)), turned(x), device);
    const Tensor index = fg::tensor({0, 0}, fg::kLong);
    same("picked", picked(there(x), there(index)), picked(x, index), device);
    same("masked", masked(there(x), there(x * -1)), masked(x, x * -1), device);
    Tensor onCpu = x.clone(), onDevice = there(x);
    moved(onDevice, there(bias));
    moved(onCpu, bias);
    same("moved", onDevice, onCpu, device);
    const Tensor right = fg::randn({columns, 33});
    same("products", products(there(x), there(right)), products(x, right), device);
  }
  Net net;
  net.eval();
  const Tensor image = fg::randn({2, 3, 12, 12});
  const Tensor expected = net.forward(image);
  net.to(device);
  same("net", net.forward(there(image)), expected, device);
  const Tensor x = fg::randn({20});
  same("ordered", ordered(there(x)), ordered(x), device);
  // CHECK: 1 x 1000
  // CHECK: 300 x 3
  // CHECK-NOT: DIFFERS
  // CHECK: 0 failures
  std::printf("%d failures\n", failures);
}
