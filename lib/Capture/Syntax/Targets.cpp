#include "lib/Capture/Syntax/Targets.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/LibraryFiles.h"

#include "clang/AST/ASTLambda.h"
#include "llvm/Support/SaveAndRestore.h"

#include <set>

using namespace clang;

namespace fullgraph {

bool isHandle(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  const llvm::StringRef name = record->getIdentifier() ? record->getName() : "";
  const ClassRole role = factsOfAny(record).role;
  return name == "ModuleHolder" || role == ClassRole::Owner || role == ClassRole::Reference ||
         isNamedIterator(record) || isStdFunction(type) ||
         llvm::any_of(record->bases(), [](const CXXBaseSpecifier &base) { return isHandle(base.getType()); });
}

namespace {

/// A method that only hands out a member, as options' do: what it is asked for without being written to
/// stays as it was.
bool isGetter(const CXXMethodDecl *method) {
  const FunctionDecl *definition = nullptr;
  if (method->getNumParams() > 0 || !method->hasBody(definition))
    return false;
  const auto *body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto *result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const auto *member = result && result->getRetValue()
                           ? dyn_cast<MemberExpr>(result->getRetValue()->IgnoreParenImpCasts())
                           : nullptr;
  return member && isa<FieldDecl>(member->getMemberDecl()) &&
         isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
}

/// A method of this library's modules, their handles and their dictionaries that hands out a part, or the
/// module as another class: `module.as<Linear>()`, `item.value()`.
bool lendsPart(const CXXMethodDecl *method) {
  static const std::set<llvm::StringRef> names = {"as",      "at",    "back", "begin", "children", "end",
                                                  "find",    "front", "get",  "items", "key",      "keys",
                                                  "modules", "pairs", "ptr",  "value", "values"};
  const OverloadedOperatorKind op = method->getOverloadedOperator();
  return isFgClass(method->getParent()) && !isTensorType(classType(method->getParent())) &&
         (op == OO_Subscript || op == OO_Star || op == OO_Arrow ||
          (method->getIdentifier() && names.count(method->getName())));
}

/// A method of this library's modules that changes numbers, and not what modules there are.
bool keepsModules(const CXXMethodDecl *method) {
  static const std::set<llvm::StringRef> names = {
      "eval", "forward", "requires_grad_", "reset_parameters", "reset_running_stats",
      "to",   "train",   "zero_grad"};
  return isFgClass(method->getParent()) && isModuleClass(method->getParent()) && method->getIdentifier() &&
         names.count(method->getName());
}

bool isUsers(const FunctionDecl *callee) {
  return !isLibraryCode(callee->getLocation(), callee->getASTContext());
}

class TargetFinder : public AstVisitor {
public:
  Targets found;
  /// What it changes when it is called, which may be now.
  bool TraverseLambdaExpr(LambdaExpr *lambda) override { return lookInto(lambda->getCallOperator()); }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      assign(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      assign(op->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
    if (call->isAssignmentOp())
      assign(call->getArg(0));
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool hasObject = isa<CXXOperatorCallExpr>(call) && method;
    if (hasObject && call->getNumArgs() && call->getDirectCallee()->getOverloadedOperator() == OO_Call) {
      ask(call->getArg(0)); // what it captured or holds, by reference too
      if (isLambdaCallOperator(method))
        lookInto(method);
    }
    for (unsigned i = hasObject; i < call->getNumArgs(); ++i) {
      // Of what stands for `...`, as in printf("%d", i), a copy is handed over.
      const bool isCopied = callee && callee->isVariadic() && i - hasObject >= callee->getNumParams() &&
                            !call->getArg(i)->getType()->isPointerType();
      if (!isCopied && mayChange(callee, i - hasObject))
        ask(call->getArg(i));
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    for (unsigned i = 0; i < made->getNumArgs(); ++i)
      if (!made->getConstructor()->isCopyOrMoveConstructor() && mayChange(made->getConstructor(), i))
        ask(made->getArg(i));
    return true;
  }
  /// Comes before what it is a cast of.
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue ||
        (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified()))
      read.insert(cast->getSubExpr()->IgnoreParens());
    return true;
  }
  /// As it is initialised: what is written has no casts.
  bool TraverseInitListExpr(InitListExpr *list) override {
    InitListExpr *semantic = list->getSemanticForm();
    for (Stmt *element : *(semantic ? semantic : list))
      if (element && !TraverseStmt(element))
        return false;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const CXXMethodDecl *method = call->getMethodDecl();
    const Expr *object = call->getImplicitObjectArgument();
    if (method && isa<CXXThisExpr>(object->IgnoreParenImpCasts())) {
      // The library's own, register_module, change what the library keeps of a module.
      if (!isUsers(method))
        return true;
      if (const FunctionDecl *definition = nullptr; method->hasBody(definition))
        return lookInto(definition, /*ofSelf=*/true);
      ask(object);
      return true;
    }
    if (method && keepsModules(method))
      return true;
    if (!method || (!method->isConst() && !(read.count(call) && isGetter(method))) || mayLead(method)) {
      ask(object);
      if (method && (isLibraryClass(method->getParent()) ? handsOut(method) : lendsPart(method)))
        found.handsOut.insert(object);
    }
    return true;
  }
  bool VisitVarDecl(VarDecl *var) override {
    if (!within)
      found.declared.push_back(var);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *) override {
    found.returns |= !within;
    return true;
  }
  bool VisitBreakStmt(BreakStmt *) override {
    found.jumps |= !within && loops + switches == 0;
    return true;
  }
  bool VisitContinueStmt(ContinueStmt *) override {
    found.jumps |= !within && loops == 0;
    return true;
  }
  bool dataTraverseStmtPre(Stmt *stmt) override {
    loops += isLoop(stmt);
    switches += isa<SwitchStmt>(stmt);
    return true;
  }
  bool dataTraverseStmtPost(Stmt *stmt) override {
    loops -= isLoop(stmt);
    switches -= isa<SwitchStmt>(stmt);
    return true;
  }

private:
  static bool isLoop(const Stmt *stmt) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(stmt); }

  /// A const method of the user's changes what members of its object refer to or share.
  static bool mayLead(const CXXMethodDecl *method) {
    const CXXRecordDecl *record = method->getParent();
    return isUsers(method) && record->hasDefinition() &&
           llvm::any_of(record->getDefinition()->fields(), [](const FieldDecl *member) {
             const QualType type = member->getType();
             return type->isReferenceType() || type->isPointerType() || isHandle(type);
           });
  }

  /// Within the body of a lambda or method, what it assigns need not be assigned here.
  void assign(const Expr *target) {
    if (within)
      ask(target);
    else
      found.assigned.push_back(target);
  }
  void ask(const Expr *object) {
    if (!selfAlone ||
        llvm::any_of(placesOf(object), [](const Expr *place) { return !isa<DeclRefExpr>(place); }))
      found.asked.push_back(object);
  }
  bool lookInto(const FunctionDecl *function, bool ofSelf = false) {
    if (!function->getBody() || !entered.insert(function).second)
      return true;
    const llvm::SaveAndRestore<bool> inner(within, true), self(selfAlone, selfAlone || ofSelf);
    return TraverseStmt(function->getBody());
  }

  /// May the function change what it is handed? The body says so, where it is in sight.
  bool mayChange(const FunctionDecl *callee, unsigned index) {
    if (!callee || index >= callee->getNumParams())
      return true; // nobody knows
    const QualType type = callee->getParamDecl(index)->getType();
    const bool refers = (type->isReferenceType() || type->isPointerType()) &&
                        !type->getPointeeType().isConstQualified() && !type->isRValueReferenceType();
    const bool users = isUsers(callee);
    if (!refers && !(users && isHandle(type)))
      return false;
    const FunctionDecl *definition = nullptr;
    if (!users || !callee->hasBody(definition) || isa<CXXConstructorDecl>(callee))
      return true;
    if (!entered.insert(definition).second)
      return true;
    TargetFinder inner;
    inner.entered = entered;
    inner.TraverseStmt(definition->getBody());
    entered.erase(definition);
    const ParmVarDecl *parameter = definition->getParamDecl(index);
    const auto names = [&](const Expr *target) {
      return llvm::any_of(placesOf(target), [&](const Expr *place) {
        const auto *reference = dyn_cast<DeclRefExpr>(place);
        const auto *var = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
        // A local variable may refer to it.
        return var && (var == parameter || (!isa<ParmVarDecl>(var) && var->hasLocalStorage()));
      });
    };
    return llvm::any_of(inner.found.assigned, names) || llvm::any_of(inner.found.asked, names);
  }

  std::set<const Expr *> read;            // their values only
  std::set<const FunctionDecl *> entered; // bodies that are looked into
  bool within = false, selfAlone = false; // such a body; of a method, of which only its object is the same
  int loops = 0, switches = 0;            // around what is being visited
};

void addPlaces(const Expr *expr, std::vector<const Expr *> &places) {
  expr = expr->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  const auto addAll = [&](auto range) {
    for (const Expr *part : range)
      if (part)
        addPlaces(part, places);
  };
  if (const auto *member = dyn_cast<MemberExpr>(expr)) {
    if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
      places.push_back(expr);
    else
      addPlaces(member->getBase(), places);
  } else if (isa<DeclRefExpr>(expr) || isa<CXXThisExpr>(expr)) {
    places.push_back(expr);
  } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(expr)) {
    addPlaces(element->getBase(), places);
  } else if (const auto *op = dyn_cast<UnaryOperator>(expr)) {
    addPlaces(op->getSubExpr(), places);
  } else if (const auto *call = dyn_cast<CXXMemberCallExpr>(expr)) {
    addPlaces(call->getImplicitObjectArgument(), places);
  } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(expr); op && op->getNumArgs()) {
    addPlaces(op->getArg(0), places);
  } else if (const auto *call = dyn_cast<CallExpr>(expr)) {
    addAll(call->arguments());
  } else if (const auto *made = dyn_cast<CXXConstructExpr>(expr)) {
    addAll(made->arguments());
  } else if (const auto *list = dyn_cast<InitListExpr>(expr)) {
    addAll(list->inits());
  } else if (const auto *choice = dyn_cast<ConditionalOperator>(expr)) {
    addPlaces(choice->getTrueExpr(), places);
    addPlaces(choice->getFalseExpr(), places);
  }
}

} // namespace

std::vector<const Expr *> placesOf(const Expr *expr) {
  std::vector<const Expr *> places;
  addPlaces(expr, places);
  return places;
}

Targets targetsOf(const Stmt *stmt) {
  TargetFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(stmt));
  return std::move(finder.found);
}

} // namespace fullgraph
