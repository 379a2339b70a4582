// FG_COMPILE, FG_SHAPE and fg::compile in clang's AST. lib/Capture and lib/Driver ask it. It gives what the
// user wrote; AnnotationChecks.cpp says what is wrong with that.
#pragma once

#include "lib/Frontend/CompileOptions.h"
#include "lib/Frontend/ShapeSpec.h"

#include "clang/AST/Decl.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace fullgraph {

struct AnnotatedFunction {
  const clang::FunctionDecl *decl = nullptr; // has a body; a template's instantiation, never its pattern
  CompileOptionValues options;
  clang::SourceLocation annotation;
  clang::SourceLocation modePlace; // of `.mode = ...`, or of the annotation
};

/// Every function to compile, in source order. Malformed annotations are reported as errors and left out.
/// What stands in another source of the target, or is instantiated there alone, is compiled with that.
std::vector<AnnotatedFunction> findAnnotatedFunctions(clang::ASTContext &context);

/// Is it marked FG_COMPILE?
bool isAnnotated(const clang::FunctionDecl *function);

/// Functions annotated in template patterns that have no instantiation.
std::vector<const clang::FunctionDecl *> findUninstantiatedTemplates(clang::ASTContext &context);

/// The FG_SHAPE text on a parameter, member or variable, and where it stands.
struct ShapeAnnotation {
  std::string text;
  clang::SourceLocation loc;
};
std::optional<ShapeAnnotation> shapeAnnotation(const clang::ValueDecl *decl);
/// The text of annotation `kind` ("fullgraph.disable", …) on `decl`; "" when it has none.
std::optional<std::string> annotationText(const clang::Decl *decl, llvm::StringRef kind);

/// FG_CUSTOM_OP on a function.
struct CustomOpAnnotation {
  std::string name;                           // "image::blur"
  std::vector<std::string> mutates;           // parameters
  const clang::FunctionDecl *shape = nullptr; // the shape function
  clang::SourceRange macro;                   // FG_CUSTOM_OP(...)
};
std::optional<CustomOpAnnotation> customOpAnnotation(const clang::FunctionDecl *decl);

/// Reports, as errors, annotations where they mean nothing, those that contradict each other, and arguments
/// that cannot be read.
void checkAnnotations(clang::ASTContext &context);

/// Reports, as errors, custom operators whose shape function does not take what they take, or whose `mutates`
/// names no parameter.
void checkCustomOps(clang::ASTContext &context);

} // namespace fullgraph
