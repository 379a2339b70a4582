#include "lib/Capture/Caller/ChangedMembers.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/Targets.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace clang;

namespace fullgraph {
namespace {

/// Finds the methods that code calls of the object that it is a method of: `reset()`, `this->reset()`.
class OwnCalls : public AstVisitor {
public:
  std::set<const CXXMethodDecl *> found;
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    if (isa<CXXThisExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts()))
      found.insert(call->getMethodDecl()->getCanonicalDecl());
    return true;
  }
};

std::set<const CXXMethodDecl *> ownCallsIn(const FunctionDecl *function) {
  OwnCalls calls;
  calls.TraverseStmt(function->getBody());
  return std::move(calls.found);
}

/// The methods of the class that only its constructors call, by themselves or through one another: they make
/// the object, as `reset()` of an nn::Cloneable does. What the program's other code calls is not asked: it
/// makes the object anew.
std::set<const CXXMethodDecl *> makingMethods(const CXXRecordDecl *record) {
  std::set<const CXXMethodDecl *> making;
  std::map<const CXXMethodDecl *, std::set<const CXXMethodDecl *>> callersOf;
  for (const CXXMethodDecl *method : record->methods()) {
    const FunctionDecl *definition = nullptr;
    if (!method->isImplicit() && !method->isDefaulted() && method->hasBody(definition))
      for (const CXXMethodDecl *callee : ownCallsIn(definition))
        if (declaresSameEntity(callee->getParent(), record))
          callersOf[callee].insert(method->getCanonicalDecl());
  }
  const auto isMade = [&](const CXXMethodDecl *caller) {
    return isa<CXXConstructorDecl>(caller) || making.count(caller);
  };
  for (bool grows = true; std::exchange(grows, false);)
    for (const auto &[callee, callers] : callersOf)
      if (!making.count(callee) && llvm::all_of(callers, isMade))
        grows |= making.insert(callee).second;
  return making;
}

/// A setter of options: `Options &up(Up value) { up_ = value; return *this; }`. It sets what the object is
/// made of.
bool setsOption(const CXXMethodDecl *method, const FunctionDecl *definition) {
  const QualType returned = method->getReturnType();
  const auto *body = dyn_cast_or_null<CompoundStmt>(definition->getBody());
  if (!returned->isReferenceType() || method->isOverloadedOperator() || method->getNumParams() != 1 ||
      !body || body->body_empty() ||
      !declaresSameEntity(returned->getPointeeType()->getAsCXXRecordDecl(), method->getParent()))
    return false;
  const auto *last = dyn_cast<ReturnStmt>(body->body_back());
  const auto *object = last && last->getRetValue()
                           ? dyn_cast<UnaryOperator>(last->getRetValue()->IgnoreParenImpCasts())
                           : nullptr;
  return object && object->getOpcode() == UO_Deref &&
         isa<CXXThisExpr>(object->getSubExpr()->IgnoreParenImpCasts());
}

/// Is it an object with methods of its own in the source? What they change is asked of its class.
bool isProgramsObject(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && (isTensorType(type) || isModuleClass(record) || isHandle(type) || !isLibraryClass(record));
}

} // namespace

std::set<const ValueDecl *> changedMembers(const CXXRecordDecl *record,
                                           const std::set<const FunctionDecl *> *compiled) {
  std::set<const ValueDecl *> changed;
  if (isFgClass(record) || isLibraryClass(record))
    return changed;
  const auto add = [&](const std::vector<const Expr *> &targets, bool alsoObjects) {
    for (const Expr *target : targets) {
      // `layers[0].forward(x)` changes what is in the list, which is asked of its own class.
      const QualType type = target->getType();
      if (!alsoObjects && isProgramsObject(type->isPointerType() ? type->getPointeeType() : type))
        continue;
      for (const Expr *place : placesOf(target))
        if (const auto *member = dyn_cast<MemberExpr>(place))
          if (alsoObjects || !isProgramsObject(member->getMemberDecl()->getType()))
            changed.insert(member->getMemberDecl());
    }
  };
  const std::set<const CXXMethodDecl *> making = makingMethods(record);
  for (const CXXMethodDecl *method : record->methods()) {
    const FunctionDecl *definition = nullptr;
    if (isa<CXXConstructorDecl>(method) || making.count(method->getCanonicalDecl()) || method->isImplicit() ||
        method->isDefaulted() || method->isConst() || !method->hasBody(definition) ||
        setsOption(method, definition) || (compiled && !compiled->count(method->getCanonicalDecl())))
      continue;
    Targets targets = targetsOf(definition->getBody());
    std::erase_if(targets.asked, [&](const Expr *object) { return targets.handsOut.count(object) != 0; });
    add(targets.assigned, true);
    add(targets.asked, false);
  }
  return changed;
}

} // namespace fullgraph
