// Internal to lib/Capture: every path through a function or a region, as decision trees. Functions.cpp,
// Regions and the other files of Explore call it. Each path is walked from the beginning with its decisions
// given, so no state goes from one path to another but what FunctionContext shares.
#pragma once

#include "lib/Capture/Walk/FunctionContext.h"

namespace fullgraph {

struct Exploration {
  std::vector<CapturedVersion> versions; // those with a graph
  /// Of a region: those where each path applies no operator. Beside versions with a graph they save calls
  /// that have nothing to compute there from missing all of them.
  std::vector<CapturedVersion> idle;
  std::optional<RegionFailure> failure; // of a region: where its statements stop being one
  bool goesOn = false;                  // a path of a region leads to the statement behind it
  bool returns = false, leavesHints = false;
  /// Of code built ahead for types that nobody declared: `outcomes` of each call.
  std::vector<std::vector<Hints>> believed;
  Hints after, returned; // what is known of tensors behind the region, and where the function returned
  /// `after` of paths that leave tensors of other dtypes, ranks or layouts behind: `if (batch_first)
  /// x = x.transpose(0, 1);`.
  std::vector<Hints> outcomes;
};

/// The function stays as it is written: capture has done for it what it may (FG704).
Break tooMuchWork(const clang::ASTContext &context, const FunctionContext &walked);

/// What is told of a function whose conditions make too many graphs, once it is captured in regions (FG711);
/// FG704 where there are none, and no statement has been told of.
std::optional<Break> joinedConditions(const clang::ASTContext &context, const FunctionContext &walked,
                                      const CapturedFunction &captured);

/// `region` null: the whole body; breaks and unknown types are left in `shared`.
Exploration explorePaths(clang::ASTContext &context, FunctionContext &shared, const RegionRequest *region,
                         bool verbose);

/// Of a region, with guesses for what is not known of its inputs (Caller/TypeGuesses.cpp): its versions are
/// for the run-time compiler.
Exploration exploreGuesses(clang::ASTContext &context, FunctionContext &shared, const RegionRequest &region,
                           bool verbose);

/// Adds versions for objects that are not as their constructors make them, and for tensors that are
/// undefined, to what was found for those that are as expected (Caller/OtherObjects.cpp).
void addOtherVersions(clang::ASTContext &context, const FunctionContext &walked, const RegionRequest *region,
                      Exploration &found, bool verbose);

/// Versions of the whole body for the run-time compiler to start from, which know no dtype or rank of some
/// inputs (Caller/TypeGuesses.cpp). Where no guess fits, `function.thrown` is what the one that got furthest
/// says. `seen`: the calls that the source shows; code is built ahead for them.
void guessVersions(clang::ASTContext &context, FunctionContext &function,
                   const std::vector<ProfiledCall> &seen, std::vector<CapturedVersion> &versions,
                   bool verbose);

} // namespace fullgraph
