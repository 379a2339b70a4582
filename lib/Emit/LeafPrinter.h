// Internal to lib/Emit: prints one leaf's function, section by section. Dispatch.cpp and the files of its
// sections include it. A leaf computes nothing before all of its guards have held.
#pragma once

#include "lib/Emit/CxxWriter.h"
#include "lib/Emit/LeafFunction.h"

#include <map>

namespace fullgraph {

/// Targets of one architecture, lowest level first: its preprocessor condition and the kernels to choose
/// among.
struct TargetGroup {
  std::string condition; // "defined(__x86_64__)"
  std::vector<TargetSpec> levels;
};
std::vector<TargetGroup> groupTargets(const std::vector<TargetSpec> &targets);

class LeafPrinter {
public:
  LeafPrinter(const LeafFunction &function, const std::vector<TargetSpec> &targets);
  std::string print(const std::string &linkage);
  /// What the printed code checks.
  const std::vector<CheckedGuard> &guards() const { return listed; }

private:
  // Guards, in LeafGuards.cpp: nothing has happened when one turns the call away.
  void printWay(bool canRemake);
  void printGuards();
  void printLevelGuard();
  void printGuard(const GuardStep &step);
  void printGuard(const TensorCheck &check);
  void printGuard(const SymbolRead &read);
  void printGuard(const DimCheck &check);
  void printGuard(const BoundCheck &check);
  void printGuard(const CountCheck &check);
  void printGuard(const ExtentCheck &check);
  void printGuard(const ConditionCheck &check);
  void printGuard(const OverlapCheck &check);
  void printBoundsTitle();
  std::string userText(const Sym &value) const;        // over the user's expressions: "x.size(0) + 1"
  std::string valuesText(const Sym &value) const;      // more pieces for miss(): `, ": x.size(0) is ", fg_N`
  std::string conditionText(const Guard &guard) const; // pieces for miss()
  /// `condition` turns the call away. `otherInputs`: another version could take it.
  void miss(const std::string &condition, const std::string &call, bool otherInputs = false);
  std::string afterMiss(bool otherInputs) const;
  void listGuard(const std::string &condition, const std::string &reason, const SourceLoc &loc) {
    listed.push_back({withoutParentheses(condition), reason, loc, printsKnown});
  }
  void printRecompiled();
  void printGuessedRanks();
  std::string recompiledText() const;
  std::string printLeaf(const std::string &linkage) const;

  // The work, in LeafPrinter.cpp.
  void nameEverything();
  void printPlace();
  /// How the code asks whether the call is one of the device's.
  static std::string placeQuestion(const TargetSpec &device);
  /// Of what depends on the place of the call: ", fg_place", where it is not always the CPU.
  const char *placeArgument() const { return devices.empty() ? "" : ", fg_place"; }
  void printOutputs();
  void printOffsets();
  std::string offsetText(const Sym &offset) const; // in the workspace
  void printSteps();
  void printStep(const CallStep &call);
  void printStep(const IndexStep &check);
  void printStep(const WriteBackStep &back);
  void printReturned();
  void printReturned(unsigned output);
  const std::string &viewOf(const MemoryView &view); // declares it when it is new
  std::string dataOf(const MemoryView &view) const;
  std::string callee(const Kernel &kernel, const TargetGroup &group) const;

  // Backend "interp", in LeafOperators.cpp: calls of the library's operators instead of kernels.
  void printOperators();
  void printOperator(const Node &node);
  std::string argumentText(const Node &node, size_t index) const;
  std::string tensorOf(const Value *value, ScalarType dtypeOfIt) const;
  std::string emptyText(const TensorType &type) const; // a new tensor

  const std::string &nameOf(const std::string &symbol) const; // the code reads it
  std::string cxx(const Sym &value) const;
  std::string list(const std::vector<Sym> &values) const; // "{a, b}"
  std::string dtype(fg::ScalarType type) const;
  std::string dimText(unsigned input, unsigned dim, bool isStride) const; // how the code reads it
  const GraphInput &input(unsigned i) const { return graph.inputs()[i]; }

  const LeafFunction &function;
  const Graph &graph;
  const Program &program;
  std::vector<TargetGroup> groups;
  std::vector<TargetSpec> devices; // that it serves, beside the CPU
  const std::string id;            // of the function's fg::rt::Function

  CxxWriter out{1};
  NameTable names;
  std::vector<std::string> inputNames, outputNames;
  std::map<const Value *, std::string> valueNames; // backend "interp": weak values are fg::Scalar
  std::map<std::string, std::string> symbolNames;
  mutable std::set<std::string> usedSymbols; // that the printed code reads
  std::map<std::string, SymbolRead> sizeSources;
  struct NamedView {
    const MemoryView *view;
    std::string name;
  };
  std::vector<NamedView> views;
  std::map<Sym, std::string> offsetNames; // of long expressions
  std::vector<CheckedGuard> listed;
  /// Of the guards, those that the regions in front know are printed apart.
  bool printsKnown = false;
  bool saysWhyBounds = false; // in the part that is printed
};

} // namespace fullgraph
