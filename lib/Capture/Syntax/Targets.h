// What a statement may change, and where it may go on, for code that capture could not follow. Caller, Eval
// and Modules ask it. It names too much rather than too little: what it leaves out is taken to be unchanged.
#pragma once

#include "clang/AST/Stmt.h"
#include "clang/AST/Type.h"

#include <set>
#include <vector>

namespace clang {
class Expr;
class VarDecl;
} // namespace clang

namespace fullgraph {

struct Targets {
  std::vector<const clang::Expr *> assigned;
  /// Objects of calls of methods that may change them; what is handed to functions that may; what bodies of
  /// lambdas and of the object's own methods change.
  std::vector<const clang::Expr *> asked;
  /// Of these, the library's containers that only hand out what they hold, v.begin(): what is done with it is
  /// a target of its own.
  std::set<const clang::Expr *> handsOut;
  std::vector<const clang::VarDecl *> declared;
  bool returns = false; // maybe from its function
  bool jumps = false;   // maybe out of the turn of the loop that it stands in
};

Targets targetsOf(const clang::Stmt *stmt);

/// Does an object of the type share what it leads to with its copies, as a module's handle does?
bool isHandle(clang::QualType type);

/// The variables, members of the own object, and `this`, that an expression may be a part of, point to or
/// refer to: `layers` of `layers->at(i)`, `this->model` of `*std::get<0>(pair(model, 1))`.
std::vector<const clang::Expr *> placesOf(const clang::Expr *expr);

} // namespace fullgraph
