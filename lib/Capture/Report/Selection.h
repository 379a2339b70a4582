// A branch on a tensor's number, written as a selection between two tensors. FixIts calls it. It is offered
// only where evaluating both sides does nothing else.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class ConditionalOperator;
class Expr;
class IfStmt;
class Stmt;
} // namespace clang

namespace fullgraph {

struct FixItContext;

struct Selection {
  std::string text;
  const clang::Stmt *last = nullptr; // what it stands for ends with this statement
};

/// "h = fg::where(x.sum() > 0, fg::sin(h), h);" for `if (x.sum().item<float>() > 0) h = fg::sin(h);`, and
/// likewise for two returns, of which the second may follow the branch (`next`). Nothing where the arms do
/// more than give one pointwise result, where the two differ in dtype or sizes, or where the function writes
/// tensors in place: a variable could share its storage then, and where() makes new storage.
std::optional<Selection> selection(const clang::IfStmt *stmt, const clang::Stmt *next,
                                   const FixItContext &context);

/// "fg::where(x.sum() > 0, fg::sin(h), h)" for `x.sum().item<float>() > 0 ? fg::sin(h) : h`.
std::optional<std::string> selection(const clang::ConditionalOperator *op, const FixItContext &context);

/// A condition on numbers of tensors as a 0-d tensor of bool: "fg::logical_and(x.any(), y.sum() > 0)". Exact:
/// comparisons are made in the dtype in which C++ makes them.
std::optional<std::string> tensorCondition(const clang::Expr *condition, const FixItContext &context);

/// The text of a range of tokens; empty where a macro is in it.
std::string source(clang::SourceRange range, const clang::ASTContext &ast);
/// Behind the statement's ';' or '}'; invalid where that is not written there.
clang::SourceLocation endOfStatement(const clang::Stmt *stmt, const clang::ASTContext &ast);

} // namespace fullgraph
