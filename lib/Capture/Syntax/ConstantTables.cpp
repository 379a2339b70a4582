#include "lib/Capture/Syntax/ConstantTables.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Frontend/AstVisitor.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Does an initialiser give the same, whenever it is evaluated? It asks no variable that may change, and
/// calls nothing but the standard library and constant functions.
class SameEachTime : public AstVisitor {
public:
  bool holds = true;

  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *use) override {
    if (const auto *var = dyn_cast<VarDecl>(use->getDecl()))
      holds &= var->getType().isConstQualified() && var->hasGlobalStorage() &&
               (var->hasConstantInitialization() || var->isStaticLocal());
    else
      holds &= !isa<BindingDecl>(use->getDecl());
    return holds;
  }
  bool VisitCXXThisExpr(CXXThisExpr *) override { return holds = false; }
  /// What a closure does when it is called is no part of making it.
  bool TraverseLambdaExpr(LambdaExpr *lambda) override { return holds &= lambda->captures().empty(); }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    return holds &= callee && (callee->isConstexpr() || isStdLibrary(callee) || callee->getBuiltinID() != 0);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    const CXXConstructorDecl *constructor = made->getConstructor();
    return holds &= constructor->isConstexpr() || constructor->isImplicit() || isStdLibrary(constructor);
  }
};

/// Numbers, texts and functions, and lists of those: nothing that holds tensors.
bool isOfPlainParts(QualType type) {
  if (type.isNull())
    return false;
  if (const auto *array = type->getAsArrayTypeUnsafe())
    return isOfPlainParts(array->getElementType());
  if (type->isFunctionPointerType() || isStdFunction(type))
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return !mayHoldTensors(type);
  if (!isStdLibrary(record))
    return !isLibraryClass(record) && record->isAggregate() && record->getNumBases() == 0 &&
           llvm::all_of(record->fields(), [](const FieldDecl *f) { return isOfPlainParts(f->getType()); });
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return !instance || llvm::all_of(instance->getTemplateArgs().asArray(), [](const TemplateArgument &argument) {
    const bool isPack = argument.getKind() == TemplateArgument::Pack;
    return llvm::all_of(isPack ? argument.pack_elements() : llvm::ArrayRef(argument),
                        [](const TemplateArgument &one) {
                          return one.getKind() != TemplateArgument::Type || isOfPlainParts(one.getAsType());
                        });
  });
}

} // namespace

/// A table that the first call makes, or that is made before main(), and that no call changes.
bool isConstantTable(const VarDecl *var) {
  const QualType type = var->getType();
  const VarDecl *definition = nullptr;
  const Expr *init = var->getAnyInitializer(definition);
  if (!type.isConstQualified() || !init || init->isValueDependent())
    return false;
  const ClassFacts &facts = factsOf(type);
  if (!type->isArithmeticType() && !type->isArrayType() && !facts.isPlain && facts.role != ClassRole::Text &&
      facts.role != ClassRole::Function)
    return false;
  if (!isOfPlainParts(type))
    return false;
  SameEachTime same;
  same.TraverseStmt(const_cast<Expr *>(init));
  return same.holds;
}

} // namespace fullgraph
