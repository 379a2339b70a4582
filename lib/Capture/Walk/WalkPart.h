// One walk over a function along one path, and what its parts share.
//
// The interpreter is many parts (Statements, Scalars, StdModels, ...), each a class derived from WalkPart.
// Interpreter.cpp makes them all for a walk. A part names the parts that it calls as members of its own:
//
//   Reporter &report = use<Reporter>();
//
// and its .cpp includes their headers, so that the includes say who calls whom (test/Meta/layers.cmake holds
// them to the table of docs/architecture.md).
#pragma once

#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Ops/OpSchema.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <functional>
#include <set>
#include <tuple>

namespace fullgraph {

class Caller;
class Calls;
class ConstructorWalk;
class ControlFlow;
class Expectations;
class Expressions;
class HintCollector;
class KernelOps;
class KernelWalk;
class MarkedCalls;
class Objects;
class Path;
class PathEnd;
class PrototypeWalk;
class RegionWalk;
class Renderer;
class Reporter;
class Scalars;
class Splits;
class Statements;
class StdModels;
class TensorModel;
class TensorNumbers;
class TensorOps;
class TypeGuesses;
struct KernelRun;

/// The call in the function's own code that is being inlined.
struct TopCall {
  const clang::Expr *call = nullptr;
  const clang::FunctionDecl *callee = nullptr;
  Hints arguments;
};

/// The call of the library's, in the user's code, that is being walked.
struct LibraryCall {
  size_t depth = 0; // of the user's frame that makes it; 0: no such call is walked
  const clang::FunctionDecl *callee = nullptr;
  const clang::Expr *call = nullptr;
  /// Where just the types of its result are asked for: its loops over sizes turn so often.
  std::optional<int> sampledTurns;
  std::map<const clang::Expr *, int> turned; // by the loop's condition
};

/// How the walk ended.
struct PathOutcome {
  std::unique_ptr<DecisionNode> leaf;   // the end of the path, once it is reached
  std::optional<RegionFailure> failure; // of a region: why the walk did not reach its end
  Hints
      hintsAfter; // of a region: what is known of tensors there. The returned value's are under returnedKey()
};

/// The turn of a loop that is walked for all of them (Tensors/Turns.h). Its number is in no graph.
struct LoopTurn {
  Sym number = 0; // from 0 on: a symbol of `env`, where alone it is declared
  ShapeEnv env;
  /// select(self, dim, place) where the place depends on the number.
  std::function<Value *(Value *self, int64_t dim, const Sym &place)> slice;
  /// copy_ to such a slice. False: the destination is none.
  std::function<bool(Value *destination, Value *source)> write;
  /// Tensors from in front of the loop that the turn has yet to assign: what they hold is not known here.
  std::set<const Location *> unassigned;
};

/// Where the walk is, how it walks, and what it has made.
struct Walk {
  Walk(clang::ASTContext &context, FunctionContext &function, bool verbose, const RegionRequest *region)
      : context(context), function(function), verbose(verbose), region(region) {}

  clang::ASTContext &context;
  FunctionContext &function;
  const bool verbose;
  const RegionRequest *const region; // null: the whole body
  std::tuple<Reporter *, Splits *, Path *, TypeGuesses *, Caller *, Expectations *, HintCollector *,
             Renderer *, TensorOps *, KernelWalk *, TensorNumbers *, ConstructorWalk *, Scalars *,
             Expressions *, Objects *, Statements *, Calls *, TensorModel *, ControlFlow *, KernelOps *,
             StdModels *, MarkedCalls *, PrototypeWalk *, RegionWalk *, PathEnd *>
      parts;

  std::unique_ptr<Graph> graph = std::make_unique<Graph>();
  PathOutcome end;

  std::vector<Frame> frames;
  Frame &frame() { return frames.back(); }
  size_t step = 0;                              // of the region
  std::vector<const clang::Stmt *> loops;       // of the user's that are being walked, outermost first
  const clang::Stmt *branch = nullptr;          // see PathDecision
  std::vector<const clang::Expr *> activeCalls; // being evaluated, outermost first
  TopCall topCall;
  LibraryCall library;
  LoopTurn *turn = nullptr;    // of the loop that becomes a kernel
  KernelRun *kernel = nullptr; // the fg::kernel_op whose function is being walked

  /// The object that a glvalue denotes: Expressions, for what is below it.
  std::function<Location *(const clang::Expr *)> objectOf;

  bool diagnosing = false;  // something broke: forks are walked in sequence, nothing is kept
  bool unknownType = false; // FG703: so is this
  bool predicting = false;  // a constructor: whatever is not known is poison, and nothing is reported
  /// Parts that need not succeed (Path/Attempt.h).
  struct Attempts {
    unsigned depth = 0; // of those that are being walked: the first break ends one
    const clang::FunctionDecl *entering =
        nullptr;         // the function whose call is tried, until its body is entered
    bool failed = false; // one of them: there is no graph of this path
  } attempts;
};

/// A part of the interpreter, made for one walk.
class WalkPart {
public:
  explicit WalkPart(Walk &walk) : walk(walk), context(walk.context), function(walk.function) {}
  WalkPart(const WalkPart &) = delete;
  WalkPart &operator=(const WalkPart &) = delete;

protected:
  template <class Part> Part &use() const { return *std::get<Part *>(walk.parts); }

  Walk &walk;
  clang::ASTContext &context;
  FunctionContext &function;
};

} // namespace fullgraph
