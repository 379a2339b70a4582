// A compiled graph: buffers, kernels and the order of their calls. What Emit prints and the run-time compiler
// runs.
#pragma once

#include "lib/Graph/Graph.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

/// A fused group as a graph of its own: inputs %a0, %a1, …, symbols s0, s1, …, canonical order, no locations;
/// two groups that do the same have the same text. Every input's and output's layout is in its type.
struct Kernel {
  std::unique_ptr<Graph> graph;
  std::string name; // "fgk_" + 16 hex digits of the text's hash
  std::string kind; // "pointwise", "reduction", "row", "matmul", "convolution", "window", "library", …
  std::vector<std::string> fused; // the operators in it, in order, for reports
  std::vector<SourceLoc> locs;
  /// The operator of family Library that it is; nothing is built, `fg_library_<it>` of libfullgraph is
  /// called.
  std::string library;
  /// What it is given may make it fail: it is called although it has no element to write.
  bool mayFail = false;
  /// Has it code for a target with `whereItPays`? The driver decides (KernelSet).
  bool hasLevels = false;
  /// Has it code for the devices among the targets? The driver decides (KernelSet).
  bool hasDevices = false;
  /// Has it code that calls a device's library for its products? The driver decides (KernelSet).
  bool hasProducts = false;
};

enum class BufferKind : uint8_t { Input, Output, Workspace };

struct Buffer {
  BufferKind kind = BufferKind::Workspace;
  unsigned index = 0; // Input: of graph.inputs(); Output: of Program::outputs
  TensorType type;    // layout as kernels see it
  Sym offset = 0;     // Workspace: bytes from its start, a multiple of 64
};

/// A kernel's view of a buffer: strided, from an element offset.
struct BufferView {
  unsigned buffer = 0;
  TensorType type;
  Sym offset = 0; // elements
};

struct KernelCall {
  unsigned kernel = 0;            // index into Program::kernels
  std::vector<BufferView> inputs; // parallel to the kernel graph's inputs
  std::vector<BufferView> outputs;
  /// Values of the kernel graph's symbols, in its order; of a library kernel, the operator's attributes, in
  /// that of its schema, as integers.
  std::vector<Sym> scalars;
};

inline bool isEveryNumberButZero(const Sym &lower, const Sym &upper) {
  return lower.isConst(1) && upper.isConst(0);
}

/// Before anything is written: every element of an integer tensor lies in [lower, upper), or the call is
/// handed to the user's code, which throws what eager throws. [1, 0) is every number but 0, as rt::in_range
/// reads it.
struct IndexCheck {
  BufferView index;
  Sym lower, upper;
  bool isOfDivisor() const { return isEveryNumberButZero(lower, upper); }
};

/// What the graph returns, one for each graph output; behind them, fresh values that several of those view
/// and that are no outputs of the graph themselves. An output is a fresh allocation, an input (or a view of
/// one), or a view of another output.
struct ProgramOutput {
  enum Kind : uint8_t { Fresh, ViewOfInput, ViewOfOutput } kind = Fresh;
  unsigned of = 0;              // ViewOf…: its index
  const Value *value = nullptr; // what it is, in the graph
  TensorType type;
  Sym offset = 0;    // elements, from the start of what it views
  bool same = false; // ViewOf…: that very tensor
};

/// Copies a result back to an input's memory, after all kernels that can fail or read it.
struct WriteBack {
  unsigned input = 0;
  BufferView value;
};

struct Step {
  std::variant<KernelCall, IndexCheck, WriteBack> action;
};

struct Program {
  std::vector<Kernel> kernels; // distinct
  std::vector<Buffer> buffers;
  std::vector<ProgramOutput> outputs;
  std::vector<Step> steps; // in order
  Sym workspaceBytes = 0;
  /// All of its kernels have code for the devices among the targets: calls of tensors on those are served,
  /// too. The driver decides (KernelSet).
  bool onDevices = false;
  /// Inputs that are written, and those that must not overlap them: the guards of aliasing.
  std::vector<std::pair<unsigned, unsigned>> disjointInputs;

  /// The type of everything that kernels index: buffers, what each call sees of them, results.
  void forEachIndexedType(const std::function<void(const TensorType &)> &visit) const;
  /// `--emit=program`.
  std::string str() const;
};

/// Groups a functional graph into kernels and plans memory. Never fails on a verified graph whose operators
/// Lower knows; `error` names the first value that no kernel can compute.
llvm::Expected<std::unique_ptr<Program>> fuse(const Graph &graph);
/// Leaves what callers see: outputs and the guards of aliasing. For the backend "interp", where the generated
/// code calls the graph's operators itself.
void removeKernels(Program &program);

} // namespace fullgraph
