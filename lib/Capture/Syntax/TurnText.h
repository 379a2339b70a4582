// What the text of a counted loop says of its turns: which tensors of the program they carry, and which lists they
// fill. Eval/TurnLoops captures such a loop as one kernel.
#pragma once

#include "clang/AST/Stmt.h"

#include <optional>
#include <vector>

namespace clang {
class CXXForRangeStmt;
class Expr;
class ForStmt;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace fullgraph {

/// for (int64_t t = first; t < end; ++t), or (int64_t t = first; t >= end; --t). A turn assigns tensors that are
/// declared in front of the loop, appends to lists, copies to parts of tensors, and changes nothing else.
struct TurnText {
  const clang::VarDecl *index = nullptr; // of a range-based loop, its element
  const clang::Expr *end = nullptr;      // `t < end`, `t >= end`, `t > end`, `t <= end`
  bool downwards = false;
  bool endIsATurn = false; // <=, >=
  std::vector<const clang::VarDecl *> carried, lists; // in the order in which turns assign and fill them
  std::vector<const clang::VarDecl *> written;        // of `carried`: sum += x, sum.add_(x)
};
/// nullopt where the loop has another form, or where the function does more with such a list than to declare it,
/// fill it in the loop, and hand it to `stack` or `cat`.
std::optional<TurnText> turnTextOf(const clang::ForStmt *loop, const clang::FunctionDecl *function);
/// for (const auto &x : xs.unbind(0)): the same of the slices of a tensor.
std::optional<TurnText> turnTextOf(const clang::CXXForRangeStmt *loop, const clang::FunctionDecl *function);
/// The tensor and the dim of `xs.unbind(dim)` or `unbind(xs, dim)`; the dim null where it is left out, which means 0.
struct UnboundText {
  const clang::Expr *tensor = nullptr, *dim = nullptr;
};
std::optional<UnboundText> unboundOf(const clang::Expr *range);

} // namespace fullgraph
