// How generated code and messages name what the program has: types, functions, literals, expressions. Any
// room of lib/Capture may use it. Types and functions are named from the global namespace, so that the text
// means the same wherever generated code stands.
#pragma once

#include "lib/Capture/Domain/Hints.h"
#include "lib/Graph/Graph.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace fullgraph {

/// As the user wrote it: of what a macro makes, the macro.
std::string sourceText(const clang::Expr *expr, const clang::ASTContext &context);
const char *itemType(ScalarType dtype);
/// The dtype that computes like a C++ type; none for those that wrap around at widths tensors do not have.
std::optional<ScalarType> dtypeOfNumber(clang::QualType type, const clang::ASTContext &context);
/// A C++ string literal.
std::string quoted(llvm::StringRef content);
/// Where it is in the file, of a macro's text where the macro stands. Empty where there is none.
SourceLoc locOf(clang::SourceLocation where, const clang::ASTContext &context);
/// How code of the function names its variable: "x". The elements of a parameter pack share one name, and are
/// "::std::get<1>(::std::tie(rest...))".
std::string variableText(const clang::ValueDecl *variable);
/// A C identifier, unique in the program: "Mlp_forward_" and a hash of the mangled name.
std::string functionId(const clang::FunctionDecl *function, clang::ASTContext &context);
/// Where the outermost declaration around a function begins, with its attributes and template heads.
clang::SourceLocation outermostDeclaration(const clang::FunctionDecl *function,
                                           const clang::SourceManager &sources);
/// May generated code name the declaration? Code that is walked may know more: it may stand in another source
/// of the target. Of a class, `complete`: its definition.
bool mayBeNamed(const clang::NamedDecl *decl, bool complete = false);
/// Can the function's own code name the type, with all of it complete?
bool isCompleteIn(const clang::FunctionDecl *function, clang::QualType type,
                  const clang::SourceManager &sources);
/// A type's name from the global namespace.
std::string fullTypeName(clang::QualType type, const clang::ASTContext &context);

/// What all names begin with that the generated code makes up: "fg_", or "fg1_" and so on where the program
/// has a word of its own that begins so, be it a variable `fg_0`, a member or a macro. With it, no made-up
/// name can hide, or be, one of the program's.
std::string ownPrefix(const clang::ASTContext &context);

/// A C identifier that reads like the expression: "this->layers[2].w" → "layers_2_w".
std::string identifierFor(llvm::StringRef expression);

} // namespace fullgraph
