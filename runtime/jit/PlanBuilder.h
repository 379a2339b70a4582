// A Program as the tables that runtime/core runs. Service builds plans with it, Kernels.h knows its entries. A
// plan checks and does what generated code would: both are made of lib/Program's lists.
#pragma once

#include "runtime/jit/GraphRunner.h"
#include "runtime/jit/Retype.h"

#include "lib/Fusion/Program.h"
#include "runtime/core/dispatch/plan.h"

#include <functional>
#include <optional>

namespace fullgraph::jit {

using KernelEntry = int (*)(void **);

/// What a version leaves unchecked (fg::Guards).
struct UncheckedGuards {
  bool strides = false, overlap = false;
};

/// The plan of a retyped, functional graph's program: its lists of guards and steps (lib/Program), as tables.
/// `kernels` are those of the program, `numberCount` how many numbers the call gives. It is never freed. An
/// error where an expression has no form there.
llvm::Expected<const fg::rt::plan::Plan *> buildPlan(const Retyped &retyped, const Program &program,
                                                     size_t numberCount,
                                                     const std::vector<KernelCode> &kernels,
                                                     UncheckedGuards unchecked);

/// The bits of a version's symbols in the call that it is made for.
std::function<std::optional<int64_t>(const std::string &)>
bitsOfCall(const Retyped &retyped, const std::vector<InputSpec> &specs, const std::vector<int64_t> &numbers);

/// Do the call's own numbers meet all guards of the graph? Empty, or the one that they do not meet.
std::string unmetGuard(const Retyped &retyped, const std::vector<InputSpec> &specs,
                       const std::vector<int64_t> &numbers);

/// "f64[x_size0, 784]"; a size that a guard lets be one number only is that number.
std::string typeText(TensorType type, const ShapeEnv &env);

/// "x: f64[x_size0, 784], w: f32[784]"
std::string describeInputs(const Graph &graph);

} // namespace fullgraph::jit
