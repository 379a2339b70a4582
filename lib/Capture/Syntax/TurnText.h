// What the text of a counted loop says of its turns: which tensors of the program they carry, and which lists
// they fill. Eval/TurnLoops captures such a loop as one kernel.
#pragma once

#include "clang/AST/Stmt.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace clang {
class CXXForRangeStmt;
class Decl;
class Expr;
class ForStmt;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace fullgraph {

/// An object from in front of the loop that turns assign or write: a variable, or a member of one or of
/// *this. It is a tensor, or holds some: a struct, a std::tuple.
struct CarriedText {
  const clang::Expr *target = nullptr;   // as a turn names it first
  std::vector<const clang::Decl *> path; // the variable, or null for *this, and the members
  bool isWritten = false;                // sum += x, sum.add_(x): the tensor itself, beside the name
  /// Each turn assigns it, by a statement of its own, before a statement names it.
  bool isAssignedFirst = false;
};

/// for (int64_t t = first; t < end; ++t), or (int64_t t = first; t >= end; --t). A turn assigns objects that
/// are declared in front of the loop, appends to lists, copies to parts of tensors, and changes nothing else.
struct TurnText {
  const clang::VarDecl *index = nullptr; // of a range-based loop, its element
  const clang::Expr *end = nullptr;      // `t < end`, `t >= end`, `t > end`, `t <= end`
  bool downwards = false;
  bool endIsATurn = false;          // <=, >=
  std::vector<CarriedText> carried; // in the order in which turns assign and fill them, as are:
  std::vector<const clang::VarDecl *> lists;
};
/// An error where the loop has another form, or where the function does more with such a list than to declare
/// it, fill it in the loop, and hand it to `stack` or `cat`. It says which: "its variable is no tensor".
llvm::Expected<TurnText> turnTextOf(const clang::ForStmt *loop, const clang::FunctionDecl *function);
/// for (const auto &x : xs.unbind(0)): the same of the slices of a tensor.
llvm::Expected<TurnText> turnTextOf(const clang::CXXForRangeStmt *loop, const clang::FunctionDecl *function);
/// The tensor and the dim of `xs.unbind(dim)` or `unbind(xs, dim)`; the dim null where it is left out, which
/// means 0.
struct UnboundText {
  const clang::Expr *tensor = nullptr, *dim = nullptr;
};
std::optional<UnboundText> unboundOf(const clang::Expr *range);

} // namespace fullgraph
