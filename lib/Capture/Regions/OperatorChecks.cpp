// Calls of the user's operators that debug builds compare with what FG_CUSTOM_OP says
// (runtime/core/operator_check).

#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Regions/RegionEdits.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/Attr.h"

#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Calls of FG_CUSTOM_OPs that can be named from anywhere.
class OperatorCalls : public AstVisitor {
public:
  /// The bodies of lambdas and of local classes are functions of their own. The plan of such a function, if
  /// it has one, edits the calls in it.
  bool TraverseCXXRecordDecl(CXXRecordDecl *) override { return true; }
  bool TraverseLambdaExpr(LambdaExpr *lambda) override {
    for (Expr *init : lambda->capture_inits())
      if (!TraverseStmt(init))
        return false;
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *op = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(op);
    const bool hasDefaults = llvm::any_of(
        call->arguments(), [](const Expr *argument) { return isa<CXXDefaultArgExpr>(argument); });
    if (op && op->hasAttr<AnnotateAttr>() && !hasDefaults && !(method && !method->isStatic()) &&
        canBeNamed(op) && isa<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()) &&
        customOpAnnotation(op))
      found.push_back(call);
    return true;
  }
  /// By its qualified name, which means this function alone.
  static bool canBeNamed(const FunctionDecl *function) {
    const DeclContext *home = function->getDeclContext()->getRedeclContext();
    return function->getIdentifier() && !home->isFunctionOrMethod() && !function->getPrimaryTemplate() &&
           !home->isDependentContext() && home->lookup(function->getDeclName()).isSingleResult();
  }
  std::vector<const CallExpr *> found;
};

std::string globalName(const FunctionDecl *function, const ASTContext &context) {
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressUnwrittenScope = true; // an anonymous namespace's
  std::string name;
  llvm::raw_string_ostream text(name);
  function->printQualifiedName(text, policy);
  return "::" + name;
}

} // namespace

void RegionEdits::checkOperators() {
  if (decl->isTemplateInstantiation()) // its text is that of others, too
    return;
  OperatorCalls calls;
  calls.TraverseStmt(decl->getBody());
  for (const CallExpr *call : calls.found) {
    const FunctionDecl *op = call->getDirectCallee();
    const CustomOpAnnotation says = *customOpAnnotation(op);
    const auto range = source.expression(call->getCallee());
    if (!range)
      continue;
    std::string parameters, mutates;
    for (const ParmVarDecl *parameter : op->parameters())
      parameters += parameter->getNameAsString() + ",";
    for (const std::string &name : says.mutates)
      mutates += name + ",";
    const bool hasShape = says.shape && OperatorCalls::canBeNamed(says.shape);
    replace(*range, "::fg::rt::checked_operator(" + globalName(op, context) + ", " +
                        (hasShape ? globalName(says.shape, context) : std::string("nullptr")) + ", " +
                        quoted(says.name) + ", " + quoted(parameters) + ", " + quoted(mutates) + ")");
  }
}

} // namespace fullgraph
