// Modules in training and in inference: a graph for each mode, built ahead where the source calls train().
// Statistics and counters are written as eager code writes them, and dropout draws the same numbers.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly %s < %t.log
// LOG: training_modes.cpp: 2 functions, 4 graphs, {{.*}} 0 breaks
// LOG: LinesImpl::forward: needs L*N != 1; running eagerly
// Of unknown types, and where the source calls eval() alone and no call in sight passes a module in training, the
// version for training is made by the first call:
// RUN: sed 's/FG_SHAPE("[^"]*")//; s|"Inputs/|"%S/Inputs/|' %s > %t.late.cpp
// RUN: %jit FULLGRAPH_CACHE=0 %build_and_run %t.late.cpp 2>%t.late.log | FileCheck %s
// RUN: FileCheck --check-prefix=LATE --implicit-check-not=eagerly %s < %t.late.log
// RUN: sed 's/net->train()/begin(net)/; s/^  \(Net\|Lines\) \([a-z]*\);/  \1 made_\2, \2 = through<\1>(made_\2);/; s|"Inputs/|"%S/Inputs/|' %s > %t.begun.cpp
// RUN: %jit FULLGRAPH_CACHE=0 FULLGRAPH_LOGS=recompiles %build_and_run %t.begun.cpp 2>%t.begun.log | FileCheck %s
// RUN: FileCheck --check-prefix=BEGUN --implicit-check-not=eagerly %s < %t.begun.log
// RUN: %fullgraph %t.begun.cpp --emit=capture -o - -- %fg_flags 2>/dev/null | FileCheck --check-prefix=CAPTURE %s
// LATE: 0 breaks
// LATE: LinesImpl::forward: needs {{.*}} != 1; running eagerly
// BEGUN: 0 breaks
// BEGUN: NetImpl::forward: compiled for {{.*}}num_batches_tracked
// BEGUN: LinesImpl::forward: compiled for {{.*}}num_batches_tracked
// BEGUN: LinesImpl::forward: needs L*N != 1; running eagerly
// CAPTURE: remark: modules in training are compiled for at the first call that trains
// Where begin() is seen, calls in sight pass one:
// RUN: sed 's/net->train()/begin(net)/; s|"Inputs/|"%S/Inputs/|' %s > %t.seen.cpp
// RUN: %fullgraph %t.seen.cpp --emit=capture -o - -- %fg_flags 2>&1 | FileCheck --check-prefix=SEEN %s
// SEEN-NOT: compiled for at the first call that trains
// CHECK: training 3 batches
// CHECK: inference 3 batches
// CHECK: training 6 batches
// CHECK: inference 6 batches
// CHECK: one value: Expected more than 1 value per channel when training, got input size [1, 4, 1]; 2 batches
// CHECK: 60 tensors, 0 differ
#include "Inputs/both.h"

#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <cstdio>

namespace nn = fg::nn;
using fg::Tensor;

struct NetImpl : nn::Module {
  NetImpl() {
    register_module("conv", conv);
    register_module("norm", norm);
    register_module("average", average);
    register_module("own", own);
    register_module("samples", samples);
    register_module("untracked", untracked);
    register_module("fc", fc);
    register_module("drop", drop);
    register_module("channels", channels);
    register_module("alpha", alpha);
    register_module("slopes", slopes);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,3,6,6]") const Tensor &x) {
    Tensor h = channels->forward(norm->forward(conv->forward(x)).relu());
    h = untracked->forward(samples->forward(slopes->forward(h)));
    h = average->forward(fc->forward(own->forward(h.flatten(2)).mean(2)));
    h = alpha->forward(drop->forward(h));
    return is_training() ? h * 2 : h + 1;
  }
  nn::Conv2d conv{nn::Conv2dOptions(3, 4, 3)};
  nn::BatchNorm2d norm{4};
  nn::BatchNorm1d average{nn::BatchNorm1dOptions(5).momentum(fg::nullopt).affine(false).eps(0.5)};
  nn::BatchNorm1d own{nn::BatchNorm1dOptions(4).eps(1e-3).momentum(0.3)};
  nn::InstanceNorm2d samples{nn::InstanceNorm2dOptions(4).affine(true).track_running_stats(true)};
  nn::BatchNorm2d untracked{nn::BatchNorm2dOptions(4).track_running_stats(false)};
  nn::Linear fc{4, 5};
  nn::Dropout drop{0.3};
  nn::Dropout2d channels{0.5};
  nn::AlphaDropout alpha{0.2};
  nn::RReLU slopes{nn::RReLUOptions()};
};
FG_MODULE(Net);

struct LinesImpl : nn::Module {
  LinesImpl() { register_module("norm", norm); }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,4,L]") const Tensor &x) { return norm->forward(x) * 2; }
  nn::BatchNorm1d norm{4};
};
FG_MODULE(Lines);

/// What came out, and all that was written.
using Record = std::vector<Tensor>;

static void steps(Net &net, const char *mode, int count, Record &record) {
  for (int i = 0; i < count; ++i)
    record.push_back(net->forward(both::values({3 + i, 3, 6, 6})));
  for (const auto &item : net->named_buffers())
    record.push_back(item.value().clone());
  std::printf("%s %d batches\n", mode, int(net->norm->num_batches_tracked.item<int64_t>()));
}

/// Nobody sees the mode of what it returns.
template <class T> static T &itself(T &object) { return object; }
template <class T> [[maybe_unused]] static T &(*volatile through)(T &) = itself<T>;

/// Modules begin in training.
[[maybe_unused]] static void begin(Net &net) {
  Net fresh;
  for (const auto &item : net->named_parameters())
    fresh->named_parameters()[item.key()].copy_(item.value());
  for (const auto &item : net->named_buffers())
    fresh->named_buffers()[item.key()].copy_(item.value());
  net = fresh;
}

static Record run(bool compiled) {
  fg::rt::state::enabled.store(compiled ? 1 : 0);
  fg::manual_seed(3);
  Record record;
  Net net;
  for (const auto &item : net->named_parameters())
    item.value().copy_(both::values(item.value().sizes().vec()));
  steps(net, "training", 3, record);
  net->eval();
  steps(net, "inference", 2, record);
  net->train();
  steps(net, "training", 3, record);
  net->eval();
  steps(net, "inference", 1, record);

  Lines lines;
  record.push_back(lines->forward(both::values({2, 4, 3})));
  try {
    lines->forward(fg::ones({1, 4, 1}));
  } catch (const fg::Error &error) {
    std::printf("one value: %s; %d batches\n", error.what(),
                int(lines->norm->num_batches_tracked.item<int64_t>()));
  }
  record.push_back(lines->norm->running_mean.clone());
  record.push_back(lines->norm->running_var.clone());
  return record;
}

int main() {
  const Record eager = run(false), compiled = run(true);
  int differ = 0;
  for (size_t i = 0; i < eager.size(); ++i)
    if (const std::string text = both::difference(eager[i], compiled[i]); !text.empty()) {
      std::printf("tensor %zu: %s\n", i, text.c_str());
      ++differ;
    }
  std::printf("%zu tensors, %d differ\n", eager.size(), differ);
}
