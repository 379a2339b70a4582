// Tensors that a function's body has made, which no other code can see: what is written into their memory
// changes nothing for anybody else. QuietCode.cpp asks it. It knows the text alone, and answers "no" where
// that is not enough.
#pragma once

#include "clang/AST/Expr.h"

#include <set>

namespace fullgraph {

class OwnTensors {
public:
  /// Does this call of the library's (`x += y`, `x[0] = y`, `x.select(1, 0).fill_(0)`, `fg::add_out(x, y,
  /// z)`) write into memory of the body's own?
  bool isWrittenBy(const clang::CallExpr *call);

private:
  bool isOwn(const clang::Expr *tensor);
  bool isMadeBy(const clang::CallExpr *call);
  bool holdsOwn(const clang::VarDecl *var);

  std::set<const clang::VarDecl *> asked; // of these the answer is yes until another value says no
};

} // namespace fullgraph
