// Internal to lib/Capture: calls that stay in the program, within a statement whose other operators are to be
// a region. Such a call is made in front of the statement; in an arm of `c ? a : b`, in front of the arm.
//
//   Tensor loss = losses.empty() ? fg::zeros({}) : fg::stack(losses).mean();   // `losses` has any length
//
// The arm becomes a function that is called where it stands: `[&]() -> ::fg::Tensor { ... }()`. It makes the
// call fg::stack(losses), and a region behind the call computes mean().
#pragma once

#include "lib/Capture/Regions/RegionCapture.h"

namespace clang {
class ConditionalOperator;
}

namespace fullgraph {

class TakenCalls {
public:
  using Unit = RegionEdits::Unit;
  /// Makes a region of what was captured from units[begin] on.
  using Commit = std::function<void(const std::vector<Unit> &, size_t begin, Attempt &, Hints &)>;
  TakenCalls(RegionContext &shared, RegionEdits &edits, RegionReports &reports, RegionCapture &regions,
             PlanState &state, Commit commit)
      : shared(shared), edits(edits), reports(reports), regions(regions), state(state),
        commit(std::move(commit)) {}

  /// Makes the calls that the statement units[index] fails at in front of it. True: the rest of it can be a
  /// region.
  bool takeOut(const std::vector<Unit> &units, size_t index, const RegionFailure &failure, Hints &hints);
  /// What a call that is made on its own is handed, where that is computed of what earlier ones returned.
  void computeOperands(const std::vector<Unit> &units, size_t index, const clang::Expr *call, Hints &hints);
  /// Plans the functions that a call runs; what is known of its result.
  Hints plan(const RegionFailure &failure, const Hints &hints);
  /// What is believed of a call's result, in each of the calls that are expected.
  void believeResults(const RegionFailure &failure, llvm::function_ref<void(const Hints &, Hints &)> name);

private:
  void nameTaken(const RegionFailure &taken, const std::string &name, const Hints &result, Hints &after);
  using Calls = RegionEdits::Calls;
  std::optional<bool> takeOutOfArms(const std::vector<Unit> &units, size_t index, const Calls &calls,
                                    bool pure, Hints &hints);
  std::optional<std::pair<std::string, Hints>> planArm(const clang::Expr *arm, clang::QualType type,
                                                       const Calls &calls, bool pure, Hints hints);

  RegionContext &shared;
  RegionEdits &edits;
  RegionReports &reports;
  RegionCapture &regions;
  PlanState &state;
  Commit commit;
};

} // namespace fullgraph
