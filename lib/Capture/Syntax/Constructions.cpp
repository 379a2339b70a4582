#include "lib/Capture/Syntax/Constructions.h"

#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t mostFunctions = 400;

/// The functions that a body calls, and its new-expressions.
class BodyOf : public AstVisitor {
public:
  std::vector<const FunctionDecl *> called;
  std::vector<const CXXNewExpr *> made;

  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitCallExpr(CallExpr *call) override {
    if (const FunctionDecl *callee = call->getDirectCallee())
      called.push_back(callee);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    called.push_back(construct->getConstructor());
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *made) override {
    this->made.push_back(made);
    return true;
  }
};

} // namespace

std::optional<Construction> constructionIn(const FunctionDecl *from, QualType type, unsigned count,
                                           const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  std::vector<const FunctionDecl *> met{from};
  std::set<const FunctionDecl *> known{from->getCanonicalDecl()};
  for (size_t i = 0; i < met.size() && met.size() < mostFunctions; ++i) {
    const FunctionDecl *definition = nullptr;
    if (!met[i]->hasBody(definition) || definition->isDependentContext() ||
        !sources.isInSystemHeader(sources.getExpansionLoc(definition->getLocation())))
      continue;
    BodyOf body;
    body.TraverseStmt(definition->getBody()); // without the types, which may hold such an expression, too
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer *init : constructor->inits())
        body.TraverseStmt(init->getInit());
    const unsigned parameters = definition->getNumParams();
    for (const CXXNewExpr *made : body.made)
      if (made->getInitializer() && parameters >= count && parameters <= count + 1 &&
          context.hasSameUnqualifiedType(made->getAllocatedType(), type))
        return Construction{definition, made};
    for (const FunctionDecl *callee : body.called)
      if (known.insert(callee->getCanonicalDecl()).second)
        met.push_back(callee);
  }
  return std::nullopt;
}

} // namespace fullgraph
