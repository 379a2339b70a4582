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

TEST(Tasks, OfMatmulsAreRowsAndColumns) {
  const auto linear = [](const std::string &m, const std::string &k, const std::string &n) {
    return "graph @k(%a0: f32[" + m + ", " + k + "], %a1: f32[" + n + ", " + k + "]) { %0: f32[" + m + ", " +
           n + "] = linear(%a0, %a1, none) return %0 }";
  };
  const auto matmul = [](const std::string &m, const std::string &k, const std::string &n) {
    return "graph @k(%a0: f32[" + m + ", " + k + "], %a1: f32[" + k + ", " + n + "]) { %0: f32[" + m + ", " +
           n + "] = matmul(%a0, %a1) return %0 }";
  };
  const auto rowsTimes = [](int64_t m, int64_t k, int64_t n, Sizes symbols) {
    return Call{{{m, k}, {n, k}}, std::move(symbols), {m, n}};
  };
  const auto timesColumns = [](int64_t m, int64_t k, int64_t n, Sizes symbols) {
    return Call{{{m, k}, {k, n}}, std::move(symbols), {m, n}};
  };
  // Few columns, so one panel: rows are shared. The last tiles are not whole.
  EXPECT_GT(tasksOf(linear("1003", "200", "19"), {rowsTimes(1003, 200, 19, {})}), 1);
  EXPECT_GT(
      tasksOf(linear("s0", "200", "19"), {rowsTimes(0, 200, 19, {0}), rowsTimes(1, 200, 19, {1}),
                                          rowsTimes(5, 200, 19, {5}), rowsTimes(1003, 200, 19, {1003})}),
      1);
  // Few rows: columns are.
  EXPECT_GT(tasksOf(matmul("7", "300", "1001"), {timesColumns(7, 300, 1001, {})}), 1);
  EXPECT_GT(tasksOf(linear("7", "300", "1001"), {rowsTimes(7, 300, 1001, {})}), 1);
  // No size is known.
  for (const bool byRow : {true, false}) {
    std::vector<Call> calls;
    for (const Sizes &s : {Sizes{0, 3, 5},
                           {3, 0, 5},
                           {3, 5, 0},
                           {1, 1, 1},
                           {5, 9, 2},
                           {40, 7, 3},
                           {1, 300, 2003},
                           {161, 203, 67}})
      calls.push_back(byRow ? rowsTimes(s[0], s[1], s[2], s) : timesColumns(s[0], s[1], s[2], s));
    EXPECT_GT(tasksOf(byRow ? linear("s0", "s1", "s2") : matmul("s0", "s1", "s2"), calls), 1);
  }
  EXPECT_EQ(tasksOf(linear("s0", "s1", "s2"), {rowsTimes(9, 20, 30, {9, 20, 30})}), 0);
}
