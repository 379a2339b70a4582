// Each kind of graph break that effects, other devices and libraries, and limits bring about (FG5xx to
// FG7xx), and that runs: what is printed, in what order, and the results are those of the eager program.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// CHECK: to file 3
// CHECK-NEXT: sum 4.7500
// CHECK: caught
// CHECK: layer 2
// CHECK: shape '[5, 5]' is invalid for input of size 12
// CHECK-NEXT: end
#include <cstdio>
#include <cstdlib>
#include <fullgraph/fullgraph.h>
#include <iostream>
#include <string>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }
static void show(const char *what, const Tensor &x) { std::printf("%s: %.4f\n", what, number(x)); }

// --- effects
FG_COMPILE()
Tensor effects(FG_SHAPE("f32[N,4]") Tensor x, int n) {
  Tensor h = fg::relu(x);
  std::fprintf(stdout, "to file %d\n", n); // LOG-DAG: {{\] \[FG501\]}}
  h = h + 1;
  if (std::getenv("FULLGRAPH_TEST_SURELY_NOT_SET")) // LOG-DAG: {{\] \[FG502\]}}
    h = h * 100;
  if (std::system(nullptr) < 0) // LOG-DAG: {{\] \[FG503\]}}
    h = h * 50;
  h = h / 4;
  std::printf("sum %.4f\n", h.sum().item<float>()); // LOG-DAG: {{\] \[FG504\]}}
  std::fflush(stdout);
  std::cout << h.select(0, 0) << std::endl;
  return h * 2;
}

// --- tensors
FG_COMPILE()
Tensor gpu(FG_SHAPE("f32[N,4]@cuda") Tensor x) { return fg::relu(x) + 1; } // LOG-DAG: {{\] \[FG601\]}}
FG_COMPILE()
Tensor device(FG_SHAPE("f32[N,4]") Tensor x, fg::Device where) {
  Tensor h = fg::relu(x).to(where) * 2;
  std::puts("to the device");
  h = h.cuda(); // LOG-DAG: {{\] \[FG602\]}}
  return h;
}
namespace cv { // as OpenCV would declare it
inline float norm(const float *data, long n) {
  float most = 0;
  for (long i = 0; i < n; ++i)
    most = data[i] > most ? data[i] : most;
  return most;
}
} // namespace cv
FG_COMPILE()
Tensor view(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::exp(x);
  const float most = cv::norm(h.data_ptr<float>(), h.numel()); // LOG-DAG: {{\] \[FG604\]}}
  return h / most;
}

// --- limits
FG_COMPILE()
Tensor unknown(Tensor x) { return fg::relu(x) * 2; } // LOG-DAG: {{\] \[FG703\]}}
FG_COMPILE(.max_graphs = 2)
Tensor chosen(FG_SHAPE("f32[N,4]") Tensor x, bool a, bool b) {
  return a ? x * 2 : b ? x - 3 : fg::relu(x); // LOG-DAG: {{\] \[FG704\]}}
}
FG_COMPILE(.max_graphs = 2)
Tensor versions(FG_SHAPE("f32[N,4]") Tensor x, bool a, bool b, bool c) { // LOG-DAG: {{\] \[FG711\]}}
  Tensor h = x + 1;
  if (a)
    h = h * 2;
  if (b)
    h = h - 3;
  if (c)
    h = fg::relu(h);
  return h;
}
FG_COMPILE(.unroll_limit = 8)
Tensor unrolled(FG_SHAPE("f32[N,4]") Tensor x) {
  for (int i = 0; i < 40; ++i)
    x = fg::softmax(x, 1); // LOG-DAG: {{\] \[FG705\]}}
  return x;
}
FG_COMPILE()
Tensor layers(FG_SHAPE("f32[N,4]") Tensor x) {
  for (int i = 0; i < 3; ++i) { // LOG-DAG: {{\] \[FG706\]}}
    x = fg::relu(x) - 1;
    std::printf("layer %d\n", i);
    x = x * 2 + i;
  }
  return x;
}

FG_COMPILE()
Tensor throws(FG_SHAPE("f32[3,4]") Tensor x) {
  return x.view({5, 5}) * 2; // LOG-DAG: {{\] \[FG707\]}}
}

int main() {
  const Tensor x = fg::arange(12, fg::kFloat).view({3, 4}) / 4 - 1;
  show("effects", effects(x, 3));
  show("gpu", gpu(x));
  try {
    show("device", device(x, fg::kCPU));
  } catch (const fg::Error &error) {
    std::printf("caught %s\n", std::string(error.what()).substr(0, 40).c_str());
  }
  show("view", view(x));
  show("unknown", unknown(x));
  for (int i = 0; i < 8; ++i)
    show("versions", versions(x, i & 1, i & 2, i & 4));
  for (int i = 0; i < 4; ++i)
    show("chosen", chosen(x, i & 1, i & 2));
  show("unrolled", unrolled(x));
  show("layers", layers(x));
  try {
    throws(x);
  } catch (const fg::Error &error) {
    std::puts(error.what());
  }
  std::puts("end");
}
