// What a walk of one path can end at, and what the walks of one function share. All of lib/Capture behind it
// uses it. What it holds is true of the function, whichever path is walked; what is true of one path is in
// Walk.
#pragma once

#include "lib/Capture/CaptureResult.h"
#include "lib/Capture/Domain/Values.h"
#include "lib/Capture/Walk/Profile.h"
#include "lib/Capture/Walk/Region.h"
#include "lib/Capture/Walk/Work.h"

#include "clang/AST/Expr.h"

#include <algorithm>
#include <functional>
#include <set>

namespace fullgraph {

/// What ends a walk in its middle: each way is a class of its own, thrown as an exception. Who must know why
/// catches that class; who goes on whatever the reason is makes an Attempt (Path/Attempt.h).
struct WalkEnd {};

/// A construct that cannot be captured.
struct BreakError : WalkEnd {
  Break graphBreak;
  const clang::Expr *at = nullptr;        // the innermost call in the function's own code
  const clang::Expr *condition = nullptr; // that depends on tensor data
  bool endsLoop = false;                  // it ends a loop, or a turn of one: see RegionFailure
  LeftCall left;                          // a virtual call: what is known of it
};

/// What the walk has tried could not be, and is noted (Forks::turned): it begins anew, with the same
/// decisions.
struct WalkAgain {};

/// No kernel could have the loop in it that is tried.
struct NoLoopKernel : WalkEnd {
  explicit NoLoopKernel(std::string why, bool readsFirst = false)
      : why(std::move(why)), readsFirst(readsFirst) {}

  std::string why;         // "it carries a number"
  bool readsFirst = false; // what its text assigns before it names it
};

/// No break, but not part of one graph either: a loop whose count is only known at run time, or a call of a
/// function with regions of its own, or one that is left as it is.
struct SplitPoint : WalkEnd {
  explicit SplitPoint(const clang::Expr *at = nullptr, LeftCall left = {}, std::optional<size_t> next = {})
      : at(at), left(std::move(left)), next(next) {}

  const clang::Expr *at;
  LeftCall left;
  std::optional<size_t> next; // the step that a region can begin with, as this one goes no further
};

/// A loop in the library's code that computes, and whose count is only known at run time: the user's call
/// that leads to it is left as it is.
struct UncountedLoop : WalkEnd {};

/// The path ends in a throw, a failed check or a call that must throw: the user's body runs instead.
struct EagerPath : WalkEnd {
  EagerPath(std::string reason, clang::SourceLocation loc, std::vector<BreakNote> notes = {})
      : reason(std::move(reason)), loc(loc), notes(std::move(notes)) {}

  std::string reason;
  clang::SourceLocation loc;
  std::vector<BreakNote> notes; // where the sizes that it is about come from
};

/// A tensor whose dtype or rank nobody declared (FG703).
struct UnknownTensor {
  std::string name;
  clang::SourceLocation where; // of its declaration
  /// Operators throw with each of the types that were guessed: no code is made for what is done with it. This
  /// is where the last of these walks ended.
  std::optional<EagerPath> unfit = {};
};

/// Likewise, and nothing that the path did matters: the walk is for calls of which nobody knows what a tensor
/// is.
struct OtherCalls : EagerPath {
  using EagerPath::EagerPath;
};

/// A value's dtype or rank is not known at build time: the FG703 remark, and compilation at the first call.
struct UnknownType : WalkEnd {
  UnknownType(std::string name, clang::SourceLocation loc) : name(std::move(name)), loc(loc) {}

  std::string name;
  clang::SourceLocation loc;
};

/// One decision of a path: the condition on symbols, and the side taken.
struct PathDecision {
  Sym condition;
  bool taken = true;
  bool assumed = false; // the other side runs the user's body
  size_t step = 0;      // of the region
  SourceLoc loc;
  const clang::Expr *asked = nullptr;  // the condition that a loop may ask again
  const clang::Stmt *loop = nullptr;   // the innermost one of the user's
  const clang::Stmt *branch = nullptr; // the innermost `if` or `switch` of the function's own text around it
  /// The user's function that the function's own text calls, itself or through the library's code, and that
  /// asks; null: its own text, or the library.
  const clang::FunctionDecl *callee = nullptr;
  // Of an assumption: what it says, in the user's terms, and the ranks that the walk had asked for.
  std::string need;
  bool ofObject = false; // it is what the constructor of an object of the caller's makes
  std::map<std::string, unsigned> ranks;
};

/// A letter of FG_SHAPE, and what the graphs of a function say about its size.
struct DeclaredDim {
  std::string letter;
  clang::SourceLocation where; // the declaration with the FG_SHAPE
  unsigned graphs = 0;         // that know the size
  std::optional<int64_t> only; // the one value that all of them need
  SourceLoc needed;            // where that is
};

struct DeclaredBound {
  std::string symbol, text; // "N <= 4"
  int64_t value = 0;        // of the symbol
  bool isUpper = false;
  clang::SourceLocation where;
};

struct Prototype;
struct PrototypeTable;
class ErrorScopes;

/// What a walk takes inputs of unknown type for (Caller/TypeGuesses.cpp), where operators do not ask for
/// another.
struct TypeGuess {
  unsigned rank = 2;
  std::map<std::string, unsigned> ranks; // by C++ text, as are:
  std::map<std::string, ScalarType> dtypes;
  std::set<std::string> undefined = {};          // tensors that the call passes undefined
  std::map<std::string, std::string> sizes = {}; // that a call in sight passes: "f32[1, 3, ?]"
  bool sizesAsked = false;                       // by a walk: other sizes may have other graphs
  /// Inputs of which nothing else is said are what their variables held first in walks of the callers
  /// (SeenCalls::held).
  bool asHeld = false;
  /// The source shows calls of other types, which have graphs. What an operator cannot decide for these ones,
  /// of any sizes, is then no break: there is no graph for them, and a call that has them runs eagerly, which
  /// is told.
  bool isBesideSeen = false;
  /// Objects are expected to be as those that calls in sight pass (PrototypeTable::expectsSeen).
  bool ofSeenObjects = false;
  auto operator<=>(const TypeGuess &) const = default;
};

/// A walk for objects that are not as their constructors make them (Caller/OtherObjects.cpp).
struct OtherObjects {
  std::set<std::string> asMade; // by C++ text: still expected to be as they are made
  std::set<std::string> near;   // integers that must be known: a path for each value near the expected one
  std::set<std::string> absent; // tensors that may be undefined
  unsigned forks = 0;           // decisions that the walk for expected objects does not make
  size_t budget = 0;            // operators that may still be walked; 0: the walks were stopped
};

/// What multiplies a function's paths, as far as walks have found out: it has regions of its own.
struct Forks {
  /// Loops that fork at each turn: they stay loops, around the compiled regions of their bodies.
  std::set<const clang::Stmt *> loops;
  /// Loops over numbers that no kernel computes, and why: they are walked turn by turn, or stay loops.
  std::map<const clang::Stmt *, std::string> turned;
  /// Those of them that read by another name what their text assigns first.
  std::set<const clang::Stmt *> readFirst;
  /// Calls of the library's whose lists have as many elements as a size says, and that loops go over
  /// (`for (auto &row : x.unbind(0))`): they stay calls, and the lists have a run-time length.
  std::set<const clang::Expr *> lists;
  /// Branches (`if`, `switch`), and called functions, that hold more paths than there may be graphs.
  std::set<const clang::Stmt *> crowded;
  std::set<const clang::FunctionDecl *> callees;
  std::map<const clang::Stmt *, const clang::Stmt *> outerBranch; // of a branch: the one around it, or null

  void add(const Forks &more) {
    loops.insert(more.loops.begin(), more.loops.end());
    turned.insert(more.turned.begin(), more.turned.end());
    readFirst.insert(more.readFirst.begin(), more.readFirst.end());
    lists.insert(more.lists.begin(), more.lists.end());
    crowded.insert(more.crowded.begin(), more.crowded.end());
    callees.insert(more.callees.begin(), more.callees.end());
  }
};

/// Loops over numbers that members of the library's modules hold (the layers of an LSTM).
struct ModuleLoops {
  std::set<std::string> numbers; // symbols that are such members
  int turns = 4;                 // that have graphs; less where there would be too many graphs
  bool met = false;              // a walk met such a loop
};

/// What walks found that is told to the user.
struct Findings {
  std::vector<Break> breaks;
  /// Is one of them in the way of a graph? Of a list with more parts than there are graphs for (FG712), the
  /// others have graphs.
  bool hasBreak() const {
    return std::any_of(breaks.begin(), breaks.end(),
                       [](const Break &one) { return one.kind != BreakKind::LibraryTurns; });
  }
  /// Virtual calls that the walk for objects in sight followed are no breaks: where a region cannot follow one,
  /// it tells.
  void forgetVirtualCalls(const Findings &forSeen) {
    std::erase_if(breaks, [&](const Break &one) {
      return one.kind == BreakKind::VirtualCall && !forSeen.places.count(one.at());
    });
  }
  std::set<std::pair<unsigned, unsigned>> places;            // of them: (kind, raw location)
  bool broke = false;                                        // a path ended at a break
  std::map<std::string, clang::SourceLocation> unknownTypes; // FG703: the value, and its declaration
  /// Of the paths that throw, the one that got furthest (by inputs read and operators): what it says.
  std::optional<EagerPath> thrown;
  size_t thrownAfter = 0;
  bool handled = false; // a path throws in a try block of the function's: its calls may go on
};

/// Types of inputs that nobody declares.
struct InputTypes {
  std::optional<TypeGuess> guess; // set: inputs of unknown type get one that the operators accept
  /// C++ texts of inputs: those that got a guess, and those of which the walk may depend on the rank, the
  /// dtype.
  std::set<std::string> guessed, ranksAsked, dtypesAsked;
  std::set<std::string> read; // tensors of the caller's, and those that are asked whether they are defined
  /// Of inputs without a type: what their variables held in walks of their callers, each kind.
  std::map<std::string, std::vector<std::string>> held;
  /// Of the first one of these kinds, the sizes of the first tensor: "f32[8, 16, 1, 1]".
  std::map<std::string, std::string> heldSizes;
  std::string supposedShape; // of tensors that have no FG_SHAPE
};

/// Which of the FG_SHAPE alternatives, and of the profile's calls, a walk is for.
struct Alternatives {
  std::vector<unsigned> chosen; // by order of first use
  std::vector<unsigned> counts;
  std::map<std::string, unsigned> index; // C++ text → position above
  /// Kinds of calls that are alternatives to what FG_SHAPE says; null: none.
  const std::vector<ProfiledCall> *profile = nullptr;
  std::vector<size_t> staleCalls; // those of the profile that no graph comes of
  /// The place of the choice among the profile's calls in `chosen`.
  static constexpr const char *profileChoice = "<profile>";
  /// The call that is being captured for; null: as FG_SHAPE says.
  const ProfiledCall *profiledCall();
};

/// What FG_SHAPE says about sizes.
struct DeclaredSizes {
  std::map<std::string, DeclaredDim> dims; // by symbol
  std::vector<DeclaredBound> bounds;
  /// To see what a declaration decides: a walk without one of the bounds, or with another size of a dim.
  std::optional<size_t> withoutBound;
  std::function<std::optional<Sym>(const std::string &symbol)> supposed;
};

/// What walks for objects that are not as they are made do not expect.
struct OpenObjects {
  std::optional<OtherObjects> walk;  // set: this is such a walk
  std::vector<std::string> texts;    // C++ of what it does not expect, in the order in which they were read
  std::set<std::string> integers;    // of these
  bool hasOwn = false;               // one of them is a member of the program's own classes
  std::set<std::string> maybeAbsent; // inputs that the code would take undefined, too
};

/// Names that the generated code makes up.
struct OwnNames {
  std::string prefix = "fg_";             // of all (Domain/Names.h)
  std::string privateNamespace;           // of the members below, from the first on
  std::set<PrivateMember> privateMembers; // of other classes, that the graphs' inputs read
};

/// What the paths of one function share.
struct FunctionContext {
  const clang::FunctionDecl *decl = nullptr;
  CompileOptionValues options;
  std::shared_ptr<CaptureWork> work = std::make_shared<CaptureWork>();
  /// How many paths are walked over a body or a region, graphs and others.
  size_t mostPaths() const { return 8 * static_cast<size_t>(options.maxGraphs); }
  std::map<std::string, SymbolDef> symbols;       // by name
  std::map<std::string, std::string> cxxToSymbol; // C++ text → symbol name
  ModuleLoops moduleLoops;
  Findings found;
  InputTypes types;
  Alternatives alternatives;
  DeclaredSizes declared;
  OwnNames own;
  bool splits = false; // the whole body is not one graph, though nothing broke
  Forks forks;
  std::set<const clang::FunctionDecl *> split; // functions that were being inlined when something broke
  std::shared_ptr<PrototypeTable> prototypes;  // of classes derived from fg::nn::Module, made when asked for
  std::shared_ptr<ErrorScopes> errorScopes;    // made when asked for
  OpenObjects open;
};

/// For a walk over the function, of this work.
inline FunctionContext contextFor(const clang::FunctionDecl *decl, const CompileOptionValues &options,
                                  const std::string &ownPrefix, std::shared_ptr<CaptureWork> work) {
  FunctionContext function;
  function.decl = decl;
  function.own.prefix = ownPrefix;
  function.options = options;
  function.work = std::move(work);
  return function;
}

/// For another walk over the same function, of the same work.
inline FunctionContext trialOf(const FunctionContext &walked) {
  FunctionContext trial = contextFor(walked.decl, walked.options, walked.own.prefix, walked.work);
  trial.prototypes = walked.prototypes;
  return trial;
}

enum class Flow : uint8_t { Next, Break, Continue, Return };

struct Frame {
  const clang::FunctionDecl *function = nullptr;
  const clang::Expr *call = nullptr; // where it was called; null for the annotated function
  std::map<const clang::VarDecl *, Location *> variables;
  Location *thisObject = nullptr;
  size_t decisionsBefore = 0; // of the path, when it was called
  std::map<const clang::Expr *, size_t>
      nodesWhenAsked; // of the graph: when a loop's condition was asked first
  bool returnsReference = false;
  AbsValue returned;
  Location *returnedReference = nullptr;
  clang::SourceLocation returnedAt;
  bool hasReturned = false;
  bool mayHaveReturned = false; // in code of a constructor's that could not be followed
  bool mayHaveJumped = false;   // so has the turn of a loop
};

} // namespace fullgraph
