// What a call does once its guards hold, in order: made once of a graph and its program. lib/Emit prints the
// list as C++ for code that is built ahead, runtime/jit translates it into tables for versions made at run
// time. What is allocated, where a buffer lies, when a kernel is called, and what is returned when, is
// decided here and nowhere else.
//
// The order: the fresh outputs and the workspace are allocated; the program's steps; then the outputs that
// are views of inputs or of other outputs.
#pragma once

#include "lib/Fusion/Program.h"

#include <variant>
#include <vector>

namespace fullgraph {

/// Are the elements of a tensor of this type in C order, without gaps?
bool hasContiguousStrides(const TensorType &type);

/// What a kernel gets a pointer to.
struct MemoryView {
  unsigned buffer = 0; // of Program::buffers
  BufferKind kind = BufferKind::Workspace;
  unsigned index = 0; // of the input or output
  Sym offset = 0;     // Input, Output: in elements; Workspace: in bytes from its start
  TensorType type;
  std::vector<Sym> strides;
  bool operator==(const MemoryView &other) const {
    return buffer == other.buffer && offset == other.offset && type == other.type;
  }
};

/// Whether a kernel is called depends on the elements that it writes: one that writes none is not called.
enum class Called : uint8_t {
  Always,
  IfAny, // where one of `counts` is not 0
  Never, // there is nothing to compute, at any size
};

struct CallStep {
  unsigned kernel = 0; // of Program::kernels
  std::vector<MemoryView> inputs, outputs;
  std::vector<Sym> scalars;
  Called called = Called::Always;
  std::vector<Sym> counts;
  /// An input is written by now. The user's own code could not start afresh where the kernel fails.
  bool wroteInput = false;
};
struct IndexStep { // elements in [lower, upper) as rt::in_range reads it, or the call is turned away
  MemoryView index;
  Sym lower, upper;
};
struct WriteBackStep {
  unsigned input = 0;
  MemoryView value;
};
using ProgramStep = std::variant<CallStep, IndexStep, WriteBackStep>;

struct StepList {
  std::vector<unsigned> fresh; // of Program::outputs
  bool draws = false; // random numbers: a call that is turned away behind them gives them back
  bool usesWorkspace = false;
  Sym workspaceBytes = 0;
  std::vector<ProgramStep> steps;
  std::vector<unsigned> views; // of Program::outputs: each behind the one that it is a view of
};
StepList stepsOf(const Graph &graph, const Program &program);

} // namespace fullgraph
