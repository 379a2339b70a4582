// The list of guards and the list of steps, which code built ahead and versions made at run time share.
#include "lib/Passes/Passes.h"
#include "lib/Program/GuardList.h"
#include "lib/Program/StepList.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using test::valueOr;

namespace {

struct Compiled {
  std::unique_ptr<Graph> graph;
  std::unique_ptr<Program> program;
};

Compiled compile(const std::string &text) {
  Compiled compiled;
  std::string error;
  compiled.graph = valueOr(error, parseGraph(text));
  EXPECT_EQ(error, "");
  EXPECT_EQ(runPasses(*compiled.graph), "");
  compiled.program = valueOr(error, fuse(*compiled.graph));
  EXPECT_EQ(error, "");
  return compiled;
}

std::string text(const TensorCheck &c) {
  return "tensor " + std::to_string(c.input) + (c.anyStrides ? " strided" : "");
}
std::string dim(const char *what, unsigned input, unsigned dim, bool isStride) {
  return std::string(what) + (isStride ? " stride " : " size ") + std::to_string(input) + "." +
         std::to_string(dim);
}
std::string text(const SymbolRead &r) {
  return r.symbol + " =" + dim("", r.input, r.dim, r.isStride) +
         (r.factor == 1 ? "" : " / " + std::to_string(r.factor));
}
std::string text(const DimCheck &c) { return dim("check", c.input, c.dim, c.isStride); }
std::string text(const BoundCheck &c) { return c.symbol + " <= " + std::to_string(c.most); }
std::string text(const CountCheck &c) { return "count " + c.count.str(); }
std::string text(const ExtentCheck &c) { return "extent " + std::to_string(c.input); }
std::string text(const ConditionCheck &c) { return "condition " + std::to_string(c.guard); }
std::string text(const OverlapCheck &c) { return "overlap of " + std::to_string(c.pairs.size()); }

std::vector<std::string> texts(const std::vector<GuardStep> &steps) {
  std::vector<std::string> list;
  for (const GuardStep &step : steps)
    list.push_back(std::visit([](const auto &one) { return text(one); }, step));
  return list;
}

using List = std::vector<std::string>;

const char *const sum = "graph @f(%x: f32[N, 4] \"x\", %y: f32[N, 4] \"y\", N: int \"x.size(0)\") {\n"
                        "  %0 = scalar(value = 1)\n  %1 = add(%x, %y, %0)\n  return %1\n}\n";

TEST(GuardList, EachSizeIsReadOrCheckedOnce) {
  const Compiled c = compile(sum);
  EXPECT_EQ(texts(guardsOf(*c.graph, *c.program, {}).steps),
            (List{"tensor 0", "N = size 0.0", "check size 0.1", "tensor 1", "check size 1.0",
                  "check size 1.1", "N <= 536870911"}));
}

TEST(GuardList, WhatIsKnownComesFirstAndIsNotRepeated) {
  const Compiled c = compile(sum);
  KnownChecks known;
  known.inputs = {0};
  known.dims = {{0, 1}};
  known.bounds = {"N"};
  GuardOptions options;
  options.known = &known;
  const GuardList list = guardsOf(*c.graph, *c.program, options);
  EXPECT_EQ(texts(list.known), (List{"tensor 0", "N = size 0.0", "check size 0.1", "N <= 536870911"}));
  EXPECT_EQ(texts(list.steps), (List{"N = size 0.0", "tensor 1", "check size 1.0", "check size 1.1"}));
}

TEST(GuardList, StridesAndOverlapAreLeftOutWhereTheyAreNotAsked) {
  const Compiled c = compile("graph @f(%x: f32[4, 3]{1, 4} \"x\", %y: f32[4, 3] \"y\") {\n"
                             "  %0 = exp(%x)\n  %1 = copy_(%y, %0)\n  return %0\n}\n");
  GuardOptions options;
  List all = texts(guardsOf(*c.graph, *c.program, options).steps);
  EXPECT_EQ(all, (List{"tensor 0 strided", "check size 0.0", "check size 0.1", "tensor 1", "check size 1.0",
                       "check size 1.1", "check stride 0.0", "check stride 0.1", "overlap of 1"}));
  options.strides = options.overlap = false;
  EXPECT_EQ(texts(guardsOf(*c.graph, *c.program, options).steps),
            (List{"tensor 0 strided", "check size 0.0", "check size 0.1", "tensor 1 strided",
                  "check size 1.0", "check size 1.1"}));
}

TEST(StepList, AKernelWithoutElementsIsNotCalled) {
  const auto calledFor = [](const std::string &sizes) {
    const Compiled c = compile("graph @f(%x: f32" + sizes +
                               " \"x\", N: int \"x.size(0)\") {\n"
                               "  %0 = exp(%x)\n  return %0\n}\n");
    const StepList list = stepsOf(*c.graph, *c.program);
    EXPECT_EQ(list.steps.size(), 1u);
    EXPECT_EQ(list.fresh, (std::vector<unsigned>{0}));
    return std::get<CallStep>(list.steps[0]).called;
  };
  EXPECT_EQ(calledFor("[3, 4]"), Called::Always);
  EXPECT_EQ(calledFor("[N, 4]"), Called::IfAny);
  EXPECT_EQ(calledFor("[0, 4]"), Called::Never);
}

TEST(StepList, AViewComesBehindWhatItIsAViewOf) {
  const Compiled c = compile("graph @f(%x: f32[4, 3] \"x\") {\n"
                             "  %0 = exp(%x)\n  %1 = permute(%0, dims = [1, 0])\n  return %1, %0\n}\n");
  const StepList list = stepsOf(*c.graph, *c.program);
  EXPECT_EQ(list.fresh.size() + list.views.size(), c.program->outputs.size());
  std::set<unsigned> made(list.fresh.begin(), list.fresh.end());
  for (const unsigned view : list.views) {
    EXPECT_TRUE(made.count(c.program->outputs[view].of));
    made.insert(view);
  }
}

TEST(StepList, ACallBehindAWriteToAnInputCannotStartAfresh) {
  const Compiled c = compile("graph @f(%x: f32[4] \"x\", %y: f32[4] \"y\") {\n"
                             "  %0 = exp(%x)\n  %1 = copy_(%y, %0)\n  return\n}\n");
  const StepList list = stepsOf(*c.graph, *c.program);
  bool wrote = false;
  for (const ProgramStep &step : list.steps)
    if (const auto *call = std::get_if<CallStep>(&step)) {
      for (const MemoryView &output : call->outputs)
        wrote |= output.kind == BufferKind::Input;
      EXPECT_EQ(call->wroteInput, wrote);
    }
}

} // namespace
