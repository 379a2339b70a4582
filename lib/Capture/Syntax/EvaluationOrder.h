// What C++ evaluates around a part of an expression, and when: a call may only be made in front of the
// statement that it stands in when whatever C++ orders before it gives the same value behind it.
// Eval/RegionWalk and Regions ask it. It knows the text alone; a part that it cannot place is not moved.
#pragma once

#include "lib/Capture/Syntax/SourceText.h"

namespace fullgraph {

bool contains(const clang::Stmt *outer, const clang::Stmt *inner);

/// Every operand of the expressions around `part`, up to `root`, that `part` is not in.
struct Surroundings {
  std::vector<const clang::Expr *>
      before; // sequenced before `part` ([expr.call], [expr.shift], [dcl.init.list] ...)
  std::vector<const clang::Expr *> unordered; // each compiler has its own order
  std::vector<const clang::Expr *> after;     // sequenced behind it, or not evaluated at all
};
Surroundings surroundingsOf(const clang::Expr *root, const clang::Expr *part);

/// `center.mul_(0.9)` of `center.mul_(0.9).add_(fg::cat(list))`, where `part` is in an argument behind it:
/// what is written in front of `part`. A copy of the handle may stand for it: the result of the whole chain
/// is discarded, or copied. Null: there is none.
const clang::Expr *writtenReceiver(const clang::Stmt *stmt, const clang::Expr *part);

/// The variable that `written`, calls of fg::Tensor's methods in place, returns: `x` of `x.mul_(2).add_(1)`.
/// Null: it is no such chain, or the statement may make another tensor of the variable.
const clang::Expr *receiverOf(const clang::Stmt *stmt, const clang::Expr *written);

/// How C++ orders two parts of an expression. Arguments: each compiler evaluates those of a call in an order
/// of its own, which is the same for all calls.
enum class Ordering : uint8_t { Nested, Sequenced, Arguments, Unordered };
Ordering orderingOf(const clang::Expr *root, const clang::Expr *one, const clang::Expr *other);

/// What can change what an expression gives: a call.
class Changes {
public:
  Changes(const clang::Expr *call, const VariableUses &uses) : changed(changesOf(call)), uses(uses) {}
  /// Does the expression give behind the call what it gives before it? It is names, literals, paths through
  /// containers and pointers, and numbers in variables that the call cannot reach; `isHeld` tells other parts
  /// of which it is known.
  bool leaves(const clang::Expr *expr, llvm::function_ref<bool(const clang::Expr *)> isHeld) const;

private:
  bool leavesValueOf(const clang::Expr *place) const;
  ChangedPlaces changed;
  const VariableUses &uses;
};

/// May `part` be evaluated in front of all of `root`? Then it gives there what it gives in its place, and
/// what C++ evaluates before it, or in no order with it, gives behind it what it gives in front. isHeld:
/// parts that are evaluated in front, too, and before this one.
bool mayGoFirst(const clang::Expr *root, const clang::Expr *part, const VariableUses &uses,
                llvm::function_ref<bool(const clang::Expr *)> isHeld);

/// Does the statement declare a static local? Its initialiser runs at the first call only.
bool makesStatic(const clang::Stmt *stmt);
/// The expression that a statement evaluates first, and once; none where parts of it that are evaluated on
/// their own would end a temporary's life earlier.
const clang::Expr *rootOf(const clang::Stmt *stmt);
/// The call of a constructor or function, or the list in braces, that makes what a declaration declares.
const clang::Expr *makerOf(const clang::Stmt *stmt);

} // namespace fullgraph
