// What a statement may change, for code that capture could not follow.
#pragma once

#include "clang/AST/Stmt.h"

#include <vector>

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace fullgraph {

struct Targets {
  std::vector<const clang::Expr *> assigned;
  std::vector<const clang::Expr *> asked; // objects of calls of methods that may change them
  std::vector<const clang::VarDecl *> declared;
};

/// Bodies of lambdas are not looked into.
Targets targetsOf(const clang::Stmt *stmt);

} // namespace fullgraph
