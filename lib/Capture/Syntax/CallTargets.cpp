#include "lib/Capture/Syntax/CallTargets.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/DeclTemplate.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

/// Tensor(const Tensor &) of std::function<Tensor(const Tensor &)>, and of a pointer to such a function.
const FunctionProtoType *signatureBehind(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  if (isStdFunction(type))
    if (const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
        instance && instance->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      type = instance->getTemplateArgs()[0].getAsType();
  return type->getAs<FunctionProtoType>();
}

/// Functions that are named without being called, and closures.
class HandedOn : public AstVisitor {
public:
  HandedOn(const FunctionProtoType &signature, const ASTContext &context)
      : signature(signature), context(context) {}

  std::vector<const FunctionDecl *> found;

  bool VisitCallExpr(CallExpr *call) override {
    called.insert(call->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *use) override {
    if (const auto *function = dyn_cast<FunctionDecl>(use->getDecl());
        function && !called.count(use) && !isa<CXXMethodDecl>(function))
      add(function);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    add(lambda->getCallOperator());
    return true;
  }

private:
  void add(const FunctionDecl *function) {
    const FunctionDecl *definition = nullptr;
    if (function->isDependentContext() || isStdLibrary(function) || !function->hasBody(definition) ||
        definition->getNumParams() != signature.getNumParams() || llvm::is_contained(found, definition) ||
        !context.hasSameType(definition->getReturnType(), signature.getReturnType()))
      return;
    for (unsigned i = 0; i < signature.getNumParams(); ++i)
      if (!context.hasSameType(definition->getParamDecl(i)->getType().getNonReferenceType().getUnqualifiedType(),
                               signature.getParamType(i).getNonReferenceType().getUnqualifiedType()))
        return;
    found.push_back(definition);
  }

  const FunctionProtoType &signature;
  const ASTContext &context;
  std::set<const Expr *> called;
};

} // namespace

std::vector<const FunctionDecl *> targetsInSight(QualType type, const ASTContext &context) {
  const FunctionProtoType *signature = signatureBehind(type);
  if (!signature)
    return {};
  HandedOn functions(*signature, context);
  const SourceManager &sources = context.getSourceManager();
  bool isProgram = false;
  for (Decl *decl : context.getTranslationUnitDecl()->decls())
    if (sources.isInMainFile(sources.getExpansionLoc(decl->getLocation()))) {
      const auto *function = dyn_cast<FunctionDecl>(decl);
      isProgram |= function && function->isMain() && function->isThisDeclarationADefinition();
      functions.TraverseDecl(decl);
    }
  return isProgram ? functions.found : std::vector<const FunctionDecl *>();
}

} // namespace fullgraph
