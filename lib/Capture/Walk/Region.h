// What a walk over a part of a function is given, and gives back. Regions.cpp plans the parts; the
// interpreter walks them.
#pragma once

#include "lib/Breaks/Breaks.h"
#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Walk/Profile.h"

#include <fullgraph/dtype.h>

#include "clang/AST/Type.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace fullgraph {

/// A statement of the region, or an expression of the statement behind it that is computed ahead, into a
/// variable.
struct RegionStep {
  const clang::Stmt *stmt = nullptr;
  const clang::Expr *ahead = nullptr; // of `stmt`
  std::string name;                   // of the variable, for `ahead`
  clang::QualType type;
};

/// A variable that later code needs: one that a step declares, or that of a step's `ahead`.
struct RegionResult {
  const clang::VarDecl *variable = nullptr;
  std::string name;
  clang::QualType type;
  size_t step = 0;
};

/// A variable that stands for an expression that the residual code has evaluated.
struct Substitute {
  std::string name;
  clang::QualType type;
  const clang::Expr *same =
      nullptr; // an expression that names the same object, `x` of `x.mul_(2)`; null: none is known
};

struct RegionRequest {
  std::vector<RegionStep> steps;
  std::vector<RegionResult> results;
  const std::map<const clang::Expr *, Substitute> *substitutes = nullptr;
  const Hints *hints = nullptr;
  const std::vector<ProfiledCall> *seen = nullptr; // calls of the function that the source shows; null: none
  bool isInLoop = false;                           // of the program's, which is around the region
  bool staysInProgram = false; // the step is no part of a graph: only the types that it leaves are asked for
  /// May code behind the region read the variable?
  std::function<bool(const clang::VarDecl *)> isLive;
  /// The object that a reference has been bound to in front of the region, where that is known.
  std::function<const clang::Expr *(const clang::ValueDecl *)> boundObject;
  /// Functions that have regions of their own: a call of one is left to the residual code.
  const std::set<const clang::FunctionDecl *> *split = nullptr;
};

/// A function handed to fg::cond, while_loop, scan or map, and what it is known to be called with.
struct HandedFunction {
  const clang::FunctionDecl *function = nullptr;
  Hints arguments;
};

/// A call that is left as it is, without being a break.
struct LeftCall {
  Hints result; // under returnedKey()
  enum Kind : uint8_t { Opaque, Cond, WhileLoop, Scan, Map, Modules } kind = Opaque;
  std::vector<HandedFunction> functions;
  Hints carried;      // WhileLoop, Scan: what goes in, under returnedKey()
  std::string slices; // Scan, Map: the number of slices, as a dim of FG_SHAPE
  /// What the user's program does with its own lists and iterators: no operator is part of it. Null: a call.
  const char *plainCode = nullptr;
};

/// Why a walk ended in the middle of a region.
struct RegionFailure {
  size_t step = 0;
  std::optional<Break> graphBreak; // none: a loop or a call that is planned on its own
  std::optional<std::pair<std::string, clang::SourceLocation>> unknown; // a tensor of unknown dtype or rank
  const clang::Expr *at = nullptr;             // the innermost call in the function's own code
  const clang::Expr *condition = nullptr;      // a condition that depends on tensor data
  const clang::FunctionDecl *callee = nullptr; // of `at`, when it was being inlined
  Hints arguments;                             // of `callee`, by its own names
  LeftCall left;                               // `at` is such a call
  std::vector<Hints> believed; // where nobody knows its result: `left.result` of each call that is expected
  /// The condition ends a loop of the program's. That is no break, if a region can compute it for the
  /// program.
  bool endsLoop = false;
  bool before = false; // the step can begin the next region
  bool many = false;   // more graphs than there may be: with fewer steps, fewer
};

} // namespace fullgraph
