// Which constructor says what objects of a class are, and what it leaves to its caller.

#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/ProgramVisitor.h"

using namespace clang;

namespace fullgraph {
namespace {

/// NetImpl() {}: what such a constructor makes is a place for another object, and nothing that could run.
bool makesNothing(const CXXConstructorDecl *ctor) {
  const auto *body = dyn_cast<CompoundStmt>(ctor->getBody());
  return ctor->param_empty() && body && body->body_empty() &&
         llvm::none_of(ctor->inits(), [](const CXXCtorInitializer *init) { return init->isWritten(); });
}

bool namesParameter(const Stmt *stmt) {
  return llvm::any_of(namedVariables(stmt), [](const VarDecl *var) { return isa<ParmVarDecl>(var); });
}

/// Finds what a constructor's body assigns to a member from a parameter.
class GivenFinder : public AstVisitor {
public:
  explicit GivenFinder(const FieldDecl *member) : member(member) {}
  bool found = false;
  bool VisitBinaryOperator(BinaryOperator *op) override {
    const auto *target = dyn_cast<MemberExpr>(op->getLHS()->IgnoreParenImpCasts());
    found |=
        op->isAssignmentOp() && target && target->getMemberDecl() == member && namesParameter(op->getRHS());
    return true;
  }

private:
  const FieldDecl *member;
};

bool namesClass(llvm::ArrayRef<TemplateArgument> arguments, const CXXRecordDecl *record) {
  return !arguments.empty() && arguments[0].getKind() == TemplateArgument::Type &&
         declaresSameEntity(arguments[0].getAsType()->getAsCXXRecordDecl(), record);
}

/// Finds whether the program's own code makes an object with an argument for a parameter, in place of the
/// default one: by its constructor, by that of a holder (Block(3, 0.5)), by std::make_shared or
/// std::make_unique.
class PassedFinder : public ProgramVisitor {
public:
  explicit PassedFinder(const ParmVarDecl *parameter)
      : ProgramVisitor(parameter->getASTContext()),
        record(cast<CXXConstructorDecl>(parameter->getDeclContext())->getParent()),
        index(parameter->getFunctionScopeIndex()) {}
  bool found = false;
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    const CXXRecordDecl *of = made->getConstructor()->getParent();
    const bool isHolder = llvm::any_of(of->bases(), [this](const CXXBaseSpecifier &base) {
      const auto *holder =
          dyn_cast_or_null<ClassTemplateSpecializationDecl>(base.getType()->getAsCXXRecordDecl());
      return holder && isFgClass(holder) && namesClass(holder->getTemplateArgs().asArray(), record);
    });
    if (isHolder || declaresSameEntity(of, record))
      note(llvm::ArrayRef<const Expr *>(made->getArgs(), made->getNumArgs()));
    return !found;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const TemplateArgumentList *arguments = callee ? callee->getTemplateSpecializationArgs() : nullptr;
    if (arguments && isStdLibrary(callee) && callee->getIdentifier() &&
        (callee->getName() == "make_shared" || callee->getName() == "make_unique") &&
        namesClass(arguments->asArray(), record))
      note(llvm::ArrayRef<const Expr *>(call->getArgs(), call->getNumArgs()));
    return !found;
  }

private:
  void note(llvm::ArrayRef<const Expr *> args) {
    found |= index < args.size() && !isa<CXXDefaultArgExpr>(args[index]);
  }
  const CXXRecordDecl *record;
  unsigned index;
};

} // namespace

bool isPassed(const ParmVarDecl *parameter) {
  PassedFinder finder(parameter);
  finder.TraverseDecl(parameter->getASTContext().getTranslationUnitDecl());
  return finder.found;
}

const CXXConstructorDecl *mainConstructor(const CXXRecordDecl *record) {
  const CXXConstructorDecl *first = nullptr;
  for (const CXXConstructorDecl *ctor : record->ctors()) {
    const FunctionDecl *definition = nullptr;
    if (ctor->isCopyOrMoveConstructor() || ctor->isDeleted() || ctor->isImplicit() || ctor->isDefaulted() ||
        !ctor->hasBody(definition) || cast<CXXConstructorDecl>(definition)->isDelegatingConstructor())
      continue;
    if (!first || makesNothing(first))
      first = cast<CXXConstructorDecl>(definition);
  }
  return first;
}

bool isGivenFlag(const FieldDecl *member) {
  if (!member->getType()->isBooleanType() && !member->getType()->isEnumeralType())
    return false;
  const auto *owner = cast<CXXRecordDecl>(member->getParent());
  if (!isModuleClass(owner))
    return true; // of options, which the constructor is handed as a whole
  const CXXConstructorDecl *ctor = mainConstructor(owner);
  if (!ctor)
    return false;
  GivenFinder finder(member);
  for (const CXXCtorInitializer *init : ctor->inits())
    finder.found |= init->getMember() == member && namesParameter(init->getInit());
  finder.TraverseStmt(ctor->getBody());
  return finder.found;
}

} // namespace fullgraph
