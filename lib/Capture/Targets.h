// What a statement may change, and where it may go on, for code that capture could not follow.
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
  bool returns = false; // maybe from its function
  bool jumps = false;   // maybe out of the turn of the loop that it stands in
};

/// Bodies of lambdas are not looked into.
Targets targetsOf(const clang::Stmt *stmt);

} // namespace fullgraph
