// A function without regions leaves all that it does to the functions that it calls. This asks its text
// whether that is so: what one path of a call runs may be compiled, and what another path of the same call
// runs may not.

#include "lib/Capture/Regions/EagerCode.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Regions/RegionEdits.h"
#include "lib/Frontend/LibraryFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

class EagerCalls {
public:
  EagerCalls(const ASTContext &context, const std::set<const Expr *> &kept,
             llvm::function_ref<bool(const FunctionDecl *)> isCompiled)
      : context(context), kept(kept), isCompiled(isCompiled) {}

  const Expr *inBody(const FunctionDecl *function) {
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
      for (const CXXCtorInitializer *init : constructor->inits())
        if (const Expr *found = in(init->getInit()))
          return found;
    return in(function->getBody());
  }

private:
  /// A function that the text names: it may be called here, or where it is handed to.
  const Expr *inNamed(const FunctionDecl *function) {
    const FunctionDecl *definition = nullptr;
    if (!function || !function->hasBody(definition) || definition->isDependentContext() ||
        definition->hasAttr<AnnotateAttr>() || isStdLibrary(definition) ||
        isLibraryCode(definition->getLocation(), context) || isCompiled(definition) ||
        !followed.insert(definition).second)
      return nullptr;
    return inBody(definition);
  }

  const Expr *inClosure(const LambdaExpr *lambda) {
    for (const Expr *init : lambda->capture_inits())
      if (const Expr *found = in(init))
        return found;
    if (isHanded)
      return nullptr;
    if (const FunctionTemplateDecl *generic = lambda->getLambdaClass()->getDependentLambdaCallOperator()) {
      for (const FunctionDecl *instance : generic->specializations())
        if (const Expr *found = inNamed(instance))
          return found;
      return nullptr;
    }
    return inNamed(lambda->getCallOperator());
  }

  /// What it is handed runs in its regions.
  bool handsToCompiled(const Stmt *stmt) const {
    const auto *call = dyn_cast<CallExpr>(stmt);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && isCompiled(callee);
  }

  const Expr *in(const Stmt *stmt) {
    if (!stmt || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(stmt))
      return nullptr;
    if (const auto *lambda = dyn_cast<LambdaExpr>(stmt))
      return inClosure(lambda);
    if (const auto *branch = dyn_cast<IfStmt>(stmt); branch && branch->isConstexpr()) {
      const auto live = branch->getNondiscardedCase(context);
      return live ? in(*live) : nullptr;
    }
    const Expr *found = nullptr;
    if (const auto *call = dyn_cast<CallExpr>(stmt)) {
      const FunctionDecl *callee = call->getDirectCallee();
      const bool isOperator = callee && isLibraryCode(callee->getLocation(), context) &&
                              mayApplyOperators(call) && !kept.count(call);
      if (isOperator)
        return call;
      found = inNamed(callee);
    } else if (const auto *construct = dyn_cast<CXXConstructExpr>(stmt)) {
      found = inNamed(construct->getConstructor());
    } else if (const auto *reference = dyn_cast<DeclRefExpr>(stmt); reference && !isHanded) {
      found = inNamed(dyn_cast<FunctionDecl>(reference->getDecl()));
    }
    const llvm::SaveAndRestore<bool> handed(isHanded, isHanded || handsToCompiled(stmt));
    for (const Stmt *child : stmt->children())
      if (!found)
        found = in(child);
    return found;
  }

  const ASTContext &context;
  const std::set<const Expr *> &kept;
  llvm::function_ref<bool(const FunctionDecl *)> isCompiled;
  std::set<const FunctionDecl *> followed;
  bool isHanded = false; // to a function that is compiled
};

} // namespace

const Expr *firstEagerCall(const FunctionDecl *function, const ASTContext &context,
                           const std::set<const Expr *> &kept,
                           llvm::function_ref<bool(const FunctionDecl *)> isCompiled) {
  return EagerCalls(context, kept, isCompiled).inBody(function);
}

} // namespace fullgraph
