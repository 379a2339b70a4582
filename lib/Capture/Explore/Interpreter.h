// The abstract interpreter: walks one annotated function along one path, builds the path's graph, and forks
// on conditions of the program by consulting the path explorer (Paths.cpp). Its parts are the folders of
// lib/Capture; this class makes them for one walk (Path/WalkPart.h).
//
// Whatever cannot be followed exactly is a graph break (`BreakError`), never a guess. After a break the walk
// goes on with poisoned values, so that every break of a function is reported in one run.
#pragma once

#include "lib/Capture/Walk/FunctionContext.h"

namespace fullgraph {

struct SeenCalls;
struct Walk;

class Interpreter {
public:
  /// `region` null: the whole body.
  Interpreter(clang::ASTContext &context, FunctionContext &function, std::vector<PathDecision> prefix,
              bool verbose, const RegionRequest *region = nullptr);
  ~Interpreter();

  /// Walks the function; afterwards `leaf` and `decisions` describe the path.
  void run();
  /// The walk is to look for breaks alone, as it does behind its first one: on both sides of each branch.
  void diagnoseAll();
  std::vector<PathDecision> &decisions();
  std::unique_ptr<DecisionNode> &leaf();
  /// The operators that the walk has met.
  size_t walked() const;
  /// Of a region: why its walk did not reach the end.
  std::optional<RegionFailure> &failure();
  /// Of a region: what is known of tensors at its end. The returned value's are under returnedKey().
  Hints &hintsAfter();
  /// Were modules asked for their mode, and are they in training on this path?
  bool inTraining() const;

  /// Walks a class's constructor instead: what it builds, and whether that holds modules that it is handed.
  /// Null where it says nothing.
  const Location *runPrototype(const clang::CXXConstructorDecl *ctor, const clang::CXXRecordDecl *record);
  bool takesModules() const;
  /// Walks the function, which calls compiled ones, for the types of what it passes.
  void runCaller(SeenCalls &into);
  /// Modules of the program's classes that the constructor made, and what it made them of.
  const std::vector<const Location *> &madeObjects() const;

private:
  struct Parts;
  std::unique_ptr<Walk> walk;
  std::unique_ptr<Parts> parts;
};

} // namespace fullgraph
