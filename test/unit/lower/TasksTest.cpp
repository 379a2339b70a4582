// Which loops run in tasks, how many, and that kernels of many tasks give what the same kernels give on one
// thread.
#include "KernelRunner.h"

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

using Sizes = std::vector<int64_t>;

struct Call {
  std::vector<Sizes> inputs;
  Sizes symbols, output;
};

/// Calls a kernel with and without tasks; results must be the same. How many tasks there were in all.
int tasksOf(const std::string &graph, const std::vector<Call> &calls) {
  LowerOptions alone;
  alone.parallel = false;
  const CompiledKernel parallel(graph), serial(graph, alone);
  if (!parallel.ok() || !serial.ok()) {
    ADD_FAILURE() << parallel.error() << serial.error();
    return -1;
  }
  int tasks = 0;
  for (const Call &call : calls) {
    std::vector<Array> tensors;
    for (const Sizes &sizes : call.inputs)
      tensors.emplace_back(ScalarType::Float, sizes).fill(0.01);
    std::vector<Array *> inputs;
    for (Array &tensor : tensors)
      inputs.push_back(&tensor);
    const std::vector<ScalarArg> scalars(call.symbols.begin(), call.symbols.end());
    Array actual(ScalarType::Float, call.output), expected(ScalarType::Float, call.output);
    EXPECT_EQ(serial(inputs, scalars, {&expected}), 0);
    tasks = parallel.countTasks(inputs, scalars, {&actual});
    expectElements(actual, [&](const Sizes &index) { return expected.get(index); }, 1e-6, 1e-6);
  }
  return tasks;
}

} // namespace

TEST(Tasks, AreAsManyAsTheWorkIsWorth) {
  const std::string pointwise =
      "graph @k(%a0: f32[s0]) { %0: f32[s0] = exp(%a0) %1: f32[s0] = tanh(%0) return %1 }";
  const auto ofSize = [](int64_t n) { return Call{{{n}}, {n}, {n}}; };
  EXPECT_EQ(tasksOf(pointwise, {ofSize(0), ofSize(1), ofSize(1000)}), 0);
  const int tasks = tasksOf(pointwise, {ofSize(100'003)});
  EXPECT_GT(tasks, 1);
  EXPECT_LE(tasks, 64);
  EXPECT_GT(tasksOf(pointwise, {ofSize(300'000)}), tasks);

  const std::string rows =
      "graph @k(%a0: f32[s0, s1]) { %0: f32[s0, s1] = softmax(%a0, dim = 1, dtype = none) return %0 }";
  EXPECT_EQ(tasksOf(rows, {{{{0, 5}}, {0, 5}, {0, 5}}, {{{7, 100}}, {7, 100}, {7, 100}}}), 0);
  EXPECT_GT(tasksOf(rows, {{{{201, 999}}, {201, 999}, {201, 999}}}), 1);
  // Of one row there is nothing to share.
  EXPECT_EQ(tasksOf(rows, {{{{1, 200'000}}, {1, 200'000}, {1, 200'000}}}), 0);
}
