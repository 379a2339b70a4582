// The new-expression by which the standard library makes an object of the program's class, in place or on the
// heap: emplace_back(a, b), make_shared<T>(a, b). It says which constructor overload resolution has chosen,
// with which conversions. Eval/Objects asks for it where the types of the arguments do not say as much.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

#include <optional>

namespace fullgraph {

struct Construction {
  const clang::FunctionDecl *within; // whose last parameters are the arguments
  const clang::CXXNewExpr *made;
};

/// Behind a call of `from`, a template of the library's: the nearest one that makes a `type` of `count`
/// arguments.
std::optional<Construction> constructionIn(const clang::FunctionDecl *from, clang::QualType type,
                                           unsigned count, const clang::ASTContext &context);

} // namespace fullgraph
