// What leaves no mark on the graph: handlers around tensor code, checks whose message is made first, sorted numbers, texts of
// the caller's that a call appends to. Dims that are split, whatever their strides are.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=warning %s < %t.log
// LOG: checks_and_texts.cpp: 5 functions, {{.*}} 0 breaks
#include <algorithm>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using fg::Tensor;
#define ROWS FG_SHAPE("f32[N, C]") const Tensor &

FG_COMPILE(.fullgraph = true) Tensor guarded(ROWS x, FG_SHAPE("f32[K, M]") const Tensor &w) {
  try {
    return matmul(x, w).relu();
  } catch (const std::exception &e) {
    std::printf("caught: %s\n", std::string(e.what()).substr(0, 4).c_str());
    return x;
  }
}

FG_COMPILE(.fullgraph = true) Tensor checked(ROWS x, FG_SHAPE("f32[K]") const Tensor &w) {
  if (x.size(1) != w.size(0)) {
    std::ostringstream message;
    message << "expected " << w.size(0) << " features, got " << x.size(1);
    throw std::invalid_argument(message.str());
  }
  return x * w;
}

FG_COMPILE(.fullgraph = true) Tensor ordered(ROWS x) {
  std::vector<int64_t> sizes{3, 1, 2};
  std::vector<double> weights{0.5, 2.0, 1.0};
  std::sort(sizes.begin(), sizes.end());
  std::sort(weights.begin(), weights.end(), std::greater<double>());
  std::sort(weights.begin() + 1, weights.end(), [](double a, double b) { return a < b; });
  Tensor y = x;
  for (size_t i = 0; i < sizes.size(); ++i)
    y = y * static_cast<double>(sizes[i]) + weights[i];
  return y;
}

struct Log {
  std::string text, last;
  int calls = 0;
};
FG_COMPILE(.fullgraph = true) Tensor logged(ROWS x, Log &log, const std::string &mode) {
  log.text += "step;";
  log.last = "done";
  ++log.calls;
  return mode == "twice" ? x * 2 : x + 1;
}

FG_COMPILE(.fullgraph = true) Tensor heads(FG_SHAPE("f32[B, T, W]") const Tensor &qkv, int64_t count) {
  return qkv.chunk(3, -1)[0].view({qkv.size(0), qkv.size(1), count, -1}).transpose(1, 2).sum({0, 1});
}

static void print(const char *what, const Tensor &x) {
  const Tensor flat = x.reshape({-1});
  std::printf("%s:", what);
  for (int64_t i = 0; i < flat.numel(); ++i)
    std::printf(" %g", flat[i].item<double>());
  std::printf("\n");
}

int main() {
  const Tensor x = fg::arange(6).to(fg::kFloat).view({2, 3});
  print("guarded", guarded(x, fg::ones({3, 1})));
  print("guarded", guarded(x, fg::ones({4, 1})));
  print("checked", checked(x, fg::ones({3})));
  try {
    checked(x, fg::ones({2}));
  } catch (const std::invalid_argument &e) {
    std::printf("%s\n", e.what());
  }
  print("ordered", ordered(x));
  Log log;
  print("logged", logged(x, log, "twice"));
  print("logged", logged(x, log, "once"));
  log.last = "twice"; // the text that is asked is the one that is written
  print("logged", logged(x, log, log.last));
  std::printf("%s %s %d\n", log.text.c_str(), log.last.c_str(), log.calls);
  print("heads", heads(fg::arange(48).to(fg::kFloat).view({1, 2, 24}), 2));
  print("heads", heads(fg::arange(48).to(fg::kFloat).view({2, 1, 24}), 4));
  // CHECK: guarded: 3 12
  // CHECK: caught:
  // CHECK: checked: 0 1 2 3 4 5
  // CHECK: expected 2 features, got 3
  // CHECK: ordered: 14.5 20.5
  // CHECK: logged: 0 2 4 6 8 10
  // CHECK: logged: 1 2 3 4 5 6
  // CHECK: logged: 1 2 3 4 5 6
  // CHECK: step;step;step; done 3
  // CHECK: heads: 
}
