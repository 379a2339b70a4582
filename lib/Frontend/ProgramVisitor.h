// A walk over a translation unit that looks at the program's own code alone, instances of its templates among
// it: whoever asks what the program does somewhere derives from it. It neither enters system headers nor
// fullgraph's own files, and walking those would cost more than all else.
#pragma once

#include "lib/Frontend/LibraryFiles.h"

#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace fullgraph {

class ProgramVisitor : public AstVisitor {
public:
  explicit ProgramVisitor(const clang::ASTContext &context)
      : context(context), sources(context.getSourceManager()), library(context) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(clang::Decl *decl) override {
    if (decl && !clang::isa<clang::TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        (sources.isInSystemHeader(decl->getLocation()) || library.holds(decl->getLocation())))
      return true;
    return AstVisitor::TraverseDecl(decl);
  }

protected:
  const clang::ASTContext &context;

private:
  const clang::SourceManager &sources;
  LibraryFiles library;
};

} // namespace fullgraph
