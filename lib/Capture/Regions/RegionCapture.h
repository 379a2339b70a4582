// Captures a run of a function's statements as a region, or as much of it as can be one. RegionPlanner asks
// it, for one run after another; it changes neither the text nor the plan.
#pragma once

#include "lib/Capture/Explore/Paths.h"
#include "lib/Capture/Regions/RegionEdits.h"
#include "lib/Capture/Regions/RegionReports.h"
#include "lib/Capture/Regions/Regions.h"

namespace fullgraph {

/// A run of units captured as one region; `end` may be less than was asked for, `failure` says why.
struct Attempt {
  size_t end = 0;
  std::vector<RegionStep> ahead;
  std::vector<RegionResult> results;
  Exploration paths;
  std::optional<RegionFailure> failure;
  std::optional<EagerPath> thrown;      // on each path, by an operator: of sizes or dtypes that are known
  std::optional<RegionFailure> untyped; // the types of a tensor are guesses: the one that this is about
  std::optional<EagerPath> unfit;       // likewise, where each guess ends in an error: the last of them
  bool hasGraph() const { return !paths.versions.empty(); }
};

/// What a plan knows so far that the walks over its regions ask for.
struct PlanState {
  std::map<const clang::Expr *, Substitute> substitutes; // what is computed ahead of its statement
  std::vector<Hints> believed;            // of tensors that no hint is known of: what code built ahead leaves
  std::vector<const clang::Stmt *> loops; // around the block being planned, outermost first
  /// The regions whose variables the block being planned may name, and where each of them ends.
  std::vector<std::pair<const CapturedRegion *, unsigned>> inScope;
};

class RegionCapture {
public:
  using Unit = RegionEdits::Unit;
  RegionCapture(RegionContext &shared, const clang::FunctionDecl *decl, const CompileOptionValues &options,
                const VariableUses &uses, const RegionEdits &edits, RegionReports &reports,
                const PlanState &plan)
      : shared(shared), decl(decl), options(options), uses(uses), edits(edits), reports(reports), plan(plan) {
  }

  /// The longest run of units[begin, end) that is a region, with the expressions `ahead` of the statement
  /// behind. untyped: the tensor whose type is known to be a guess in this run.
  Attempt capture(const std::vector<Unit> &units, size_t begin, size_t end, std::vector<RegionStep> ahead,
                  const Hints &hints, const std::optional<RegionFailure> &untyped = {});
  /// Adds the types of the tensors that a statement leaves which stays in the program. Nothing is captured.
  void learn(const clang::Stmt *stmt, Hints &hints);

private:
  Attempt longest(const std::vector<Unit> &units, size_t begin, size_t end, std::vector<RegionStep> ahead,
                  const Hints &hints, const std::optional<RegionFailure> &untyped);
  void believeResult(Attempt &attempt, const std::vector<Unit> &units, size_t begin, const Hints &hints);
  void believeAfter(Attempt &attempt, const std::vector<Unit> &units, size_t begin, const Hints &hints);
  std::vector<ProfiledCall> expectedCalls(const Hints &hints) const;
  void walk(Attempt &attempt, RegionRequest &request, FunctionContext &walked, const Hints &hints);
  Exploration walkAs(const ProfiledCall &call, const std::vector<const clang::Stmt *> &statements,
                     const Hints &hints);
  void endWithout(Attempt &attempt, const std::vector<Unit> &units, size_t begin, const Hints &hints);
  bool hasLists(const FunctionContext &walked);
  bool mayGuess(const Attempt &attempt, const RegionFailure &failure) const;
  FunctionContext contextOfWalk() const;
  RegionRequest requestFor(const std::vector<const clang::Stmt *> &statements, const Hints &hints) const;

  RegionContext &shared;
  const clang::FunctionDecl *decl;
  const CompileOptionValues &options;
  const VariableUses &uses;
  const RegionEdits &edits;
  RegionReports &reports;
  const PlanState &plan;
  std::shared_ptr<ErrorScopes> errorScopes;
  std::shared_ptr<PrototypeTable> prototypes = shared.prototypes;
};

} // namespace fullgraph
