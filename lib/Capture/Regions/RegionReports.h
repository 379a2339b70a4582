// Internal to lib/Capture: what is reported of the statements at which regions end. Regions calls it, and
// nothing else. Code that stays eager is told of at least once, and one cause at most once.
#pragma once

#include "lib/Capture/Regions/RegionEdits.h"
#include "lib/Capture/Regions/Regions.h"

namespace fullgraph {

class RegionReports {
public:
  RegionReports(RegionContext &shared, const clang::FunctionDecl *function)
      : shared(shared), function(function) {}

  /// One cause, one report: what follows from a variable that a break has left unknown is not another one.
  /// Nor is what is computed from a tensor of unknown type. `parts`: the statement's.
  /// `unfit`: of a tensor of unknown type (UnknownTensor).
  void report(const RegionFailure &failure, llvm::ArrayRef<const clang::Stmt *> parts, bool isRefused = false,
              const std::optional<EagerPath> &unfit = {});
  /// Reports code that stays eager though nothing in it is a break: `what` has no rule.
  void refuse(const RegionFailure &failure, llvm::ArrayRef<const clang::Stmt *> parts, const char *what,
              const char *note = nullptr);
  /// A branch that stays because of the paths in its arms: what it asks is in no region.
  void refuseHead(const RegionEdits &edits, const clang::Stmt *branch) {
    if (edits.computes(branch))
      refuse({}, {branch},
             "operators in the head of a branch that holds more paths than there may be graphs");
  }
  /// What surrounds a call that is made on its own stays eager: not in silence.
  void refuseRest(const RegionFailure &failure, llvm::ArrayRef<const clang::Stmt *> parts);

private:
  RegionContext &shared;
  const clang::FunctionDecl *function;
  std::set<const clang::VarDecl *> broken;  // declared by breaking statements, and no tensors
  std::set<const clang::VarDecl *> changed; // by breaking statements
  std::set<const clang::VarDecl *> untyped; // declared by statements with a tensor of unknown type
};

} // namespace fullgraph
