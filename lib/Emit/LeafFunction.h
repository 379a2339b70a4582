// The generated function of one leaf: guards, outputs, kernel calls. The files of lib/Emit, and the build log,
// call it. The caller and the function agree on their parameters through it alone.
#pragma once

#include "lib/Emit/Emit.h"
#include "lib/Emit/KnownGuards.h"
#include "lib/Program/StepList.h"

#include <span>
#include <string>
#include <vector>

namespace fullgraph {

/// What both sides of the call agree on: the leaf's function takes its graph's inputs, then its C++ scalars,
/// whether the guards that may be known are (`known`), then a `fg::Tensor &` for each output, and a `bool &`
/// for whether all of its guards held (`tells`). It is false when a guard turned the call away (nothing has
/// happened then).
struct LeafFunction {
  std::string name; // "Mlp_forward_1f2e_0", "..._resume_1_0", in namespace fullgraph_generated
  const CapturedFunction *function = nullptr;
  const CapturedRegion *region = nullptr;
  const CapturedVersion *version = nullptr;
  const DecisionNode *leaf = nullptr;
  struct Branch {
    Sym condition;
    SourceLoc loc;
  };
  std::vector<Branch> branches; // that lead to it
  const Program *program = nullptr;
  /// The C++ scalars that guards or the program need, in the order of the graph's symbols.
  std::vector<SymbolDef> scalars;
  /// Set where a call that fails a guard may be compiled for at run time.
  const CapturedText *captured = nullptr;
  /// Misses are only noted; what comes after the last version logs them.
  bool notesMisses = false;
  KnownGuards known;
  /// What it checks and does; empty where that is left to versions made at run time.
  GuardList guards;
  StepList steps;
  /// A later region asks whether this leaf's guards held.
  bool tells = false;

  const Graph &graph() const { return *leaf->graph; }
  /// Are guards of this kind checked?
  bool checks(GuardKind kind) const { return (function->options.guards & kind) != 0; }
  bool isMadeAtRunTime() const { return fullgraph::isMadeAtRunTime(*function, *version, *leaf); }
  /// The graph's operators are called one by one, not kernels.
  bool interprets() const { return function->options.backendKind() == BackendKind::Operators; }
};

/// The functions of all graph leaves, in the order of the trees. A leaf without a graph, or whose graph was
/// not compiled, has none.
std::vector<LeafFunction> collectLeafFunctions(const CompiledFunction &compiled);

/// Its definition. `linkage` stands in front: "[[maybe_unused]] static" or "inline".
std::string printLeafFunction(const LeafFunction &function, const std::string &linkage,
                              const std::vector<TargetSpec> &targets);
/// What the function checks of a call, as a person reads it.
struct CheckedGuard {
  std::string condition; // "x: f32[N, 8]", "x.size(0) >= 2", "!use_bias"
  std::string reason;    // "operands of add must match at dim 0", or empty
  SourceLoc loc;         // the source that made it
  bool isKnown = false;  // a region in front checks it for this one
};
/// All of them, in the order in which they are checked.
std::vector<CheckedGuard> listGuards(const LeafFunction &function, const std::vector<TargetSpec> &targets);
/// `extern "C"` declarations of the kernels that the functions call, each once.
std::string printKernelDeclarations(const std::vector<LeafFunction> &functions,
                                    const std::vector<TargetSpec> &targets);

/// What stands in front of the function's outermost declaration: pointers to the private members that `code`,
/// the text of its regions, names. Empty for none.
std::string printPrivateMembers(const CapturedFunction &function, const std::string &code);
/// What is put in front of the region's first statement; empty when there is nothing to try. `leaves`: the
/// region's.
std::string printDispatch(const CapturedFunction &function, const CapturedRegion &region,
                          std::span<const LeafFunction> leaves);

/// The C++ type that C++ scalars of a type have in generated code.
std::string_view scalarType(SymType type);

} // namespace fullgraph
