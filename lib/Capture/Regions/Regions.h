// Internal to lib/Capture: a function that cannot be one graph is captured in regions. What cannot be
// captured stays as the user wrote it, in between, in order; blocks inside of it have regions of their own.
#pragma once

#include "lib/Capture/Walk/FunctionContext.h"

#include <functional>

namespace fullgraph {

/// What the planner of one function shares with those of the functions that it calls.
struct RegionContext {
  clang::ASTContext &context;
  bool verbose = false;
  /// Calls of these are left to residual code: they have regions of their own.
  std::set<const clang::FunctionDecl *> &split;
  /// See FunctionContext.
  Forks &forks;
  std::set<const clang::Expr *> &kept; // calls that stay in the program, and are no break
  std::shared_ptr<CaptureWork> work;
  std::string ownPrefix;
  /// Plans a called function, once; what is known of its result is under returnedKey(). Null when it cannot
  /// have regions.
  std::function<const Hints *(const clang::FunctionDecl *, const Hints &arguments)> planCallee = {};
  std::function<void(Break)> record = {};
  std::shared_ptr<PrototypeTable> prototypes = {};
  std::vector<ProfiledCall> seen = {}; // calls of the function that the source shows
  std::function<void(UnknownTensor)> unknown = {};
};

struct RegionPlan {
  std::vector<std::unique_ptr<CapturedRegion>> regions;
  std::vector<SourceEdit> edits;
  std::vector<LeftLoop> leftLoops;
  std::map<std::string, TensorAccess> tensors;
  Hints returned;
};

RegionPlan planRegions(RegionContext &shared, const clang::FunctionDecl *decl,
                       const CompileOptionValues &options, const Hints &arguments);

} // namespace fullgraph
