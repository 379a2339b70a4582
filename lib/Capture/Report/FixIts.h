// Edits that take a graph break away, where they are mechanical: the result computes what the source did. The
// Reporter and Functions.cpp call it, while a break is put together. An edit that is not known to be right is
// not offered.
#pragma once

#include "lib/Breaks/Breaks.h"
#include "lib/Graph/Graph.h"

#include <functional>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace fullgraph {

/// What capture knows at the place of a break.
struct FixItContext {
  clang::ASTContext &ast;
  const clang::FunctionDecl *function = nullptr; // whose body holds the break
  /// The type of the tensor that a variable holds; null where capture does not know it.
  std::function<const TensorType *(const clang::VarDecl *)> typeOf;
  /// The tensor whose number decides, and the call of item() that reads it; null for other breaks.
  const Value *tensor = nullptr;
  const clang::Expr *read = nullptr;
  /// The function that is called, where the edit is one of its declaration.
  const clang::FunctionDecl *callee = nullptr;
  /// An FG_SHAPE with which the function has a graph; "" where none is known.
  std::string shape;
};

/// Adds a note with the edit to the break, or nothing: an edit whose result could differ in any way that the
/// syntax and the types do not rule out is not offered. Nothing inside macros, templates' bodies or headers
/// of the library is edited.
void addFixIts(Break &graphBreak, const FixItContext &context);

} // namespace fullgraph
