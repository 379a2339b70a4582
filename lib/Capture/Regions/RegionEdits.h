// Internal to lib/Capture: how a function's text changes around its regions.
//
// A region whose code may go on behind its statements leaves a flag. The statements follow under `if
// (!flag)`, in runs: a variable that later code needs is declared outside of them, with the value that the
// region computed or with the user's own initialiser:
//
//   bool fg_1 = false;                                   // the region's own lines: lib/Emit
//   ::fg::Tensor fg_1_h{};
//   if (::fg::rt::enabled()) { ... }
//   if (!fg_1) { n += 1; }
//   auto h = fg_1 ? ::fg::rt::take(fg_1_h) : fg::relu(x);
#pragma once

#include "lib/Capture/CaptureResult.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Walk/Region.h"

namespace fullgraph {

/// Its destructor's effects belong where the scope ends, or residual code draws from it: it must be there.
bool staysInPlace(const clang::Decl *decl, const clang::ASTContext &context);
bool staysInPlace(llvm::ArrayRef<const clang::Stmt *> parts, const clang::ASTContext &context);
/// The statements behind each of the switch's groups of labels; none where a label stands inside a statement.
std::vector<std::vector<const clang::Stmt *>> casesOf(const clang::SwitchStmt *choice);

/// An operator, or a function of the user's that is handed or returns a tensor.
bool mayApplyOperators(const clang::CallExpr *call);

class RegionEdits {
public:
  RegionEdits(const clang::ASTContext &context, const clang::FunctionDecl *decl, const SourceText &source,
              const VariableUses &uses, const std::string &ownPrefix)
      : context(context), decl(decl), source(source), uses(uses), ownPrefix(ownPrefix) {}

  /// Statements that stand or fall together: one, or several that come from one macro.
  struct Unit {
    std::vector<const clang::Stmt *> parts;
    SourceText::Range range;
    const clang::Stmt *single() const { return parts.size() == 1 ? parts.front() : nullptr; }
  };
  /// None where the first of the statements has no text of its own.
  std::vector<Unit> unitsOf(const std::vector<const clang::Stmt *> &statements) const;

  /// The expression's text; none where it has none of its own, as within a macro.
  std::optional<SourceText::Range> rangeOf(const clang::Expr *expr) const { return source.expression(expr); }

  struct Run {
    std::vector<Unit> units;
    std::vector<RegionStep> ahead;
    std::vector<RegionResult> results;
    unsigned offset = 0; // where the region is tried
    unsigned behind = 0; // where what is computed ahead is declared
    bool goesOn = false;
    std::vector<CapturedVersion> versions;
  };

  /// Where the code begins that follows such a region.
  clang::SourceLocation behind(const std::vector<const clang::Stmt *> &statements,
                               const std::vector<RegionStep> &ahead) const;
  /// The variables that a region of these statements must leave to later code. Otherwise the index of a
  /// statement whose declaration cannot be told from its value: the region must end in front of it.
  std::optional<size_t> findResults(const std::vector<const clang::Stmt *> &statements,
                                    const std::vector<RegionStep> &ahead,
                                    std::vector<RegionResult> &results) const;
  CapturedRegion &addRegion(Run run);
  /// The region goes to the head of the loop's body, and leaves the loop when `run.ahead`'s condition is
  /// false.
  void addLoopCondition(Run run, SourceText::Range condition);

  /// Why a declaration that stays where it is ends the region in front of it.
  static RegionFailure madeInPlace(const Unit &declaration);
  /// Operands of the call or list `at` that a region can compute before the statement runs.
  std::vector<const clang::Expr *> operandsOf(const clang::Stmt *stmt, const clang::Expr *at) const;
  /// What the statement computes before the call `at`, and a region can compute before the statement runs, so
  /// that the call can be made in front of the rest. Empty, too, when something else comes before it.
  std::vector<const clang::Expr *> earlierThan(const clang::Stmt *stmt, const clang::Expr *at) const;
  using Calls = std::vector<std::pair<const clang::Expr *, std::string>>; // and the names of their results
  /// May these calls be made before the rest of the statement is evaluated? nullopt: no. An empty list: in
  /// order. Else the places in `calls` of those that print, and change nothing else, and are arguments that
  /// each compiler evaluates in an order of its own: they are made as arguments of one function, after the
  /// others. `pure`: they only read tensors, so that calls that C++ leaves unordered can be made in any
  /// order.
  std::optional<std::vector<size_t>> mayTakeOut(const clang::Stmt *stmt, const Calls &calls, bool pure) const;
  /// Is the expression a part of what the statement evaluates first, and once?
  static bool evaluates(const clang::Stmt *stmt, const clang::Expr *expr);
  /// Is it so, and evaluated whatever other parts of the statement give? Not an arm of `c ? a : b`.
  static bool evaluatesAlways(const clang::Stmt *stmt, const clang::Expr *expr);
  /// Does the statement, but for the bodies in it, run operators, or functions that may?
  bool computes(const clang::Stmt *stmt, const clang::Expr *except = nullptr) const;
  /// But for the expressions that `isLeft` names.
  bool computesBut(const clang::Stmt *stmt, llvm::function_ref<bool(const clang::Expr *)> isLeft) const;
  /// The outermost call of the standard library around `expr`: `log[key].push_back(y)` around `log[key]`.
  /// `expr` where there is none, or another function is called with its result.
  static const clang::Expr *hostCallAround(const clang::Stmt *stmt, const clang::Expr *expr);
  /// The expression around one that handles a list which has a value of its own: *it++, it->second.
  static const clang::Expr *valueAround(const clang::Stmt *stmt, const clang::Expr *expr);
  /// Is the statement the call, and what its result is stored in?
  static bool isOnly(const clang::Stmt *stmt, const clang::Expr *call);
  /// Can the call's result be held in a variable? Of `it->`, the object that it leads to.
  static bool hasValue(const clang::Expr *call);
  /// Of that variable, without const and references.
  static clang::QualType typeOfValue(const clang::Expr *call);
  /// A condition that ends a loop stays the program's: it only names numbers, or a region computes it ahead,
  /// or the statement that it stands in is planned on its own.
  bool mayEndLoop(const Unit &unit, const RegionFailure &failure, bool isComputed) const {
    return isComputed || !failure.condition || !isBranchCondition(unit.single(), failure.condition) ||
           !computes(failure.condition);
  }
  /// Is it all that an if or a switch asks first?
  static bool isBranchCondition(const clang::Stmt *stmt, const clang::Expr *condition);
  /// The name for what `at` gives, that is taken out behind `calls`: the same for the same object, or else
  /// what is assigned to could not be told from what is read in `it->second = f(it->second)`.
  std::string nameFor(const clang::Expr *at, const Calls &calls, bool pure);
  /// Makes the calls in front of the statement, in order; those at `together` at last. `prepare` is told of
  /// each call before.
  void takeOut(unsigned offset, const clang::Stmt *stmt, const Calls &calls, llvm::ArrayRef<size_t> together,
               llvm::function_ref<void(const clang::Expr *)> prepare);
  /// The expression's text becomes a function of its own that is called where it stands. What stands in front
  /// of the expression by now becomes the function's statements.
  void makeFunction(const clang::Expr *expr, clang::QualType type);
  /// Debug builds compare what calls of the user's operators do with what FG_CUSTOM_OP says.
  void checkOperators();
  /// The text for `part` of the statement, which the variable `name` holds now.
  static std::string useOf(const clang::Stmt *stmt, const clang::Expr *part, const std::string &name);
  /// Behind the prefix, names of capture begin with a digit: those of symbols and outputs, which the
  /// generated code declares in scopes within, begin with a letter.
  std::string newTemporary() { return ownPrefix + std::to_string(++state.temporaries) + "t"; }

  struct State {
    size_t edits = 0, regions = 0;
    unsigned temporaries = 0;
    std::set<std::string> taken;                                   // names that stand for what was taken out
    std::map<unsigned, std::pair<unsigned, std::string>> replaced; // begin → end, text
    std::map<unsigned, unsigned> functions;                        // begin → end: see makeFunction
  };
  using Mark = State;
  Mark mark() const;
  void rollBack(const Mark &mark);
  /// The same, but for the names that newTemporary gave: they are not given again.
  void rollBackText(const Mark &mark) {
    const unsigned named = state.temporaries;
    rollBack(mark);
    state.temporaries = named;
  }
  /// Makes a block of a statement, if something changed in it since.
  void addBraces(const Mark &mark, SourceText::Range range);

  std::vector<std::unique_ptr<CapturedRegion>> takeRegions() { return std::move(regions); }
  std::vector<SourceEdit> takeEdits();

private:
  enum class Order : uint8_t { Close, Open, Code }; // of edits at one place
  struct Edit {
    SourceEdit edit;
    Order order;
  };
  enum class Form : uint8_t {
    Free,  // stays as it is: making it does nothing that a region could not
    Value, // declared with the region's value or its own
    Later, // declared without a value, assigned behind
    None,
  };
  std::vector<bool> outsideRuns(const std::vector<const clang::Stmt *> &statements,
                                const std::vector<RegionStep> &ahead) const;
  Form formOf(const clang::VarDecl *var, const std::set<const clang::VarDecl *> &changed) const;
  bool isReplaced(const clang::Expr *expr) const; // by a name, or by a function's call
  bool mayTakeInOrder(const clang::Stmt *stmt, const Calls &calls, bool pure) const;
  void takeOutOne(unsigned offset, const clang::Stmt *stmt, const clang::Expr *call, const std::string &name);
  void takeOutTogether(unsigned offset, const clang::Stmt *stmt, const Calls &calls);
  std::optional<std::string> typeText(clang::QualType type) const;
  std::vector<TextPiece> composedPieces(SourceText::Range range) const;
  std::string composedText(SourceText::Range range) const;
  /// The text that initialises the variable for what is taken out.
  std::vector<TextPiece> piecesOfValue(const clang::Expr *part) const;
  void replace(SourceText::Range range, std::string with);
  void add(unsigned offset, std::string text, Order order = Order::Code);
  void addLines(unsigned offset, std::string text);
  CapturedRegion *makeRegion(Run &run);
  void declareAhead(const Run &run, const CapturedRegion &region);
  void addDeclaration(const clang::VarDecl *var, const CapturedRegion &region, const RegionValue &value,
                      SourceText::Range statement);

  const clang::ASTContext &context;
  const clang::FunctionDecl *decl;
  const SourceText &source;
  const VariableUses &uses;
  const std::string ownPrefix; // FunctionContext::OwnNames
  State state;
  std::vector<Edit> edits;
  std::vector<std::unique_ptr<CapturedRegion>> regions;
};

} // namespace fullgraph
