// What fuse promises about programs, whatever their kernels compute. That they compute the right thing is
// tested with them, in test/unit/lower/ProgramTest.cpp.
#include "lib/Fusion/Groups.h"
#include "lib/Fusion/KernelGraph.h"
#include "lib/Fusion/Program.h"
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

#include <set>

using namespace fullgraph;
using test::valueOr;

namespace {

struct Fused {
  std::unique_ptr<Graph> graph;
  std::unique_ptr<Program> program;
  std::string error;
};

Fused fused(const std::string &text) {
  Fused f;
  f.graph = valueOr(f.error, parseGraph(text));
  if (!f.graph)
    return f;
  f.error = inferGraph(*f.graph);
  if (f.error.empty())
    f.error = runPasses(*f.graph);
  if (f.error.empty())
    f.program = valueOr(f.error, fuse(*f.graph));
  return f;
}

std::vector<const KernelCall *> callsOf(const Program &program) {
  std::vector<const KernelCall *> calls;
  for (const Step &step : program.steps)
    if (const auto *call = std::get_if<KernelCall>(&step.action))
      calls.push_back(call);
  return calls;
}

/// Each call's arguments fit its kernel, everything read was written before, and views stay within their
/// buffers.
void expectWellFormed(const Fused &f) {
  ASSERT_TRUE(f.program) << f.error;
  const Program &program = *f.program;
  SCOPED_TRACE(program.str());
  std::set<unsigned> written;
  for (unsigned i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].kind == BufferKind::Input)
      written.insert(i);
  for (const KernelCall *call : callsOf(program)) {
    const Graph &kernel = *program.kernels[call->kernel].graph;
    EXPECT_EQ(verifyStructure(kernel), "");
    ASSERT_EQ(call->inputs.size(), kernel.inputs().size());
    ASSERT_EQ(call->outputs.size(), kernel.outputs().size());
    EXPECT_EQ(call->scalars.size(), kernel.env.symbols().size());
    for (const BufferView &view : call->inputs)
      EXPECT_TRUE(written.count(view.buffer)) << "read before it is written";
    for (size_t i = 0; i < call->outputs.size(); ++i) {
      written.insert(call->outputs[i].buffer);
      EXPECT_EQ(call->outputs[i].type.dtype, kernel.outputs()[i]->type.dtype);
      EXPECT_EQ(call->outputs[i].type.rank(), kernel.outputs()[i]->type.rank());
    }
    for (size_t i = 0; i < call->inputs.size(); ++i)
      EXPECT_EQ(call->inputs[i].type.dtype, kernel.inputs()[i].value->type.dtype);
  }
}

const char *const two = "graph @f(%x: f32[N, 4], %y: f32[N, 4]) { %0 = mul(%x, %y) %1 = exp(%0) return %1 }";

} // namespace

TEST(Fuse, KernelNamesAreStable) {
  // Names are in object files and caches: a change here is a change of every name.
  EXPECT_EQ(fusion::stableHash(""), 0xf52a15e9a9b5e89bu);
  EXPECT_NE(fusion::stableHash("a"), fusion::stableHash("b"));
  const Fused f = fused(two), again = fused(two);
  ASSERT_TRUE(f.program && again.program) << f.error;
  EXPECT_EQ(f.program->str(), again.program->str());
  const Fused other =
      fused("graph @g(%p: f32[A, B, 3], %q: f32[A, B, 3]) { %5 = mul(%p, %q) %9 = exp(%5) return %9 }");
  ASSERT_TRUE(other.program) << other.error;
  EXPECT_EQ(f.program->kernels[0].name, other.program->kernels[0].name)
      << "one kernel for every shape of a chain";
  EXPECT_EQ(f.program->kernels[0].name.substr(0, 4), "fgk_");
  EXPECT_EQ(f.program->kernels[0].name.size(), 20u);
}

TEST(Fuse, WellFormed) {
  expectWellFormed(fused(two));
  expectWellFormed(fused("graph @f(%x: f32[N, 8], %w: f32[4, 8]) { %0 = linear(%x, %w, none) %1 = "
                         "softmax(%0, dim = 1) %2 = cat([%1, %0], dim = 1)"
                         " %3 = sum(%2, dim = [0]) return %2, %3 }"));
  expectWellFormed(fused("graph @f(%x: f32[N, 6], %y: f32[N, 3]) { %0 = slice(%x, dim = 1, start = 0, end = "
                         "3) %1 = copy_(%0, %y)"
                         " %2 = slice(%x, dim = 1, start = 3, end = 6) %3 = tanh(%2) %4 = copy_(%2, %3) %5 = "
                         "sum(%x, dim = [1]) return %5 }"));
}

TEST(Fuse, BroadcastsAndStridesLimitCollapsing) {
  const auto rankOf = [](const std::string &text) {
    const Fused f = fused(text);
    EXPECT_TRUE(f.program) << f.error;
    return f.program ? f.program->kernels[0].graph->outputs()[0]->type.rank() : 0;
  };
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3, 4]) { %0 = exp(%x) return %0 }"), 1u);
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3, 4], %b: f32[4]) { %0 = mul(%x, %b) return %0 }"), 2u);
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3, 4], %b: f32[3, 4]) { %0 = mul(%x, %b) return %0 }"), 2u);
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3, 4], %b: f32[N, 1, 1]) { %0 = mul(%x, %b) return %0 }"), 2u);
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3, 4], %b: f32[3, 1]) { %0 = mul(%x, %b) return %0 }"), 3u);
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3, 4], %b: f32[]) { %0 = mul(%x, %b) return %0 }"), 1u);
  // The result keeps the operands' layout; its innermost loop is the contiguous one.
  EXPECT_EQ(rankOf("graph @f(%x: f32[N, 3]) { %0 = permute(%x, dims = [1, 0]) %1 = exp(%0) return %1 }"), 1u);
}

TEST(Fuse, ExpensiveSharedValuesAreComputedOnce) {
  const Fused f = fused("graph @f(%x: f32[N, 8], %w: f32[4, 8]) { %0 = tanh(%x) %1 = linear(%0, %w, none) %2 "
                        "= sum(%0, dim = [1]) return %1, %2 }");
  expectWellFormed(f);
  size_t tanhs = 0;
  for (const Kernel &kernel : f.program->kernels)
    for (const std::string &op : kernel.fused)
      tanhs += op == "tanh";
  EXPECT_EQ(tanhs, 1u) << f.program->str();
}

TEST(Fuse, CheapSharedValuesAreComputedAgain) {
  // neg in both: storing it would cost a pass over memory.
  const Fused f = fused("graph @f(%x: f32[N, 8]) { %0 = neg(%x) %1 = sum(%0, dim = [1]) %2 = amax(%0, dim = "
                        "[0]) return %1, %2 }");
  expectWellFormed(f);
  for (const Buffer &buffer : f.program->buffers)
    EXPECT_NE(buffer.kind, BufferKind::Workspace) << f.program->str();
}

TEST(Fuse, EveryMutatedInputIsGuardedAgainstOverlap) {
  const Fused f = fused("graph @f(%x: f32[N], %y: f32[N], %z: f32[N]) { %one = scalar(value = 1) %0 = "
                        "add(%x, %z, %one) %1 = copy_(%x, %0)"
                        " %2 = add(%y, %z, %one) %3 = copy_(%y, %2) return }");
  expectWellFormed(f);
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (const auto &[a, b] : f.program->disjointInputs)
    pairs.insert(std::minmax(a, b));
  EXPECT_EQ(pairs, (std::set<std::pair<unsigned, unsigned>>{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(Fuse, SwappedInputsGoThroughTheWorkspace) {
  // Each new value is the other's old one: at most one of them may be written in place.
  const Fused f = fused("graph @f(%x: f32[N], %y: f32[N]) { %0 = exp(%x) %1 = exp(%y) %2 = copy_(%x, %1) %3 "
                        "= copy_(%y, %0) return }");
  expectWellFormed(f);
  size_t backs = 0;
  for (const Step &step : f.program->steps)
    backs += std::holds_alternative<WriteBack>(step.action);
  EXPECT_GE(backs, 1u) << f.program->str();
}

TEST(Fuse, ChecksPrecedeEverythingThatIsWritten) {
  const Fused f = fused("graph @f(%x: f32[N], %i: i64[M], %w: f32[9, 2]) { %one = scalar(value = 1) %0 = "
                        "add(%x, %x, %one) %1 = copy_(%x, %0)"
                        " %2 = embedding(%w, %i) return %2 }");
  ASSERT_TRUE(f.program) << f.error;
  EXPECT_TRUE(std::holds_alternative<IndexCheck>(f.program->steps[0].action)) << f.program->str();
}

TEST(Fuse, GraphsThatAreNotFunctionalAreRefused) {
  std::string error;
  std::unique_ptr<Graph> graph = valueOr(
      error, parseGraph("graph @f(%x: f32[N], %y: f32[N]) { %0: f32[N] of %x = copy_(%x, %y) return %0 }"));
  ASSERT_TRUE(graph) << error;
  EXPECT_FALSE(valueOr(error, fuse(*graph)));
  EXPECT_NE(error.find("copy_"), std::string::npos) << error;
}
