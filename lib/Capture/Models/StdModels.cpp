#include "lib/Capture/Models/StdModels.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Functions.h"
#include "lib/Capture/Models/Std/Iterators.h"
#include "lib/Capture/Models/Std/Strings.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {
namespace {

/// "operator=", "convert" for a conversion, "size".
std::string memberName(const FunctionDecl *callee) {
  if (callee->getOverloadedOperator() != OO_None)
    return std::string("operator") + getOperatorSpelling(callee->getOverloadedOperator());
  return isa<CXXConversionDecl>(callee) ? "convert" : callee->getIdentifier() ? callee->getName().str() : "";
}

} // namespace

std::optional<CallResult> StdModels::standardCall(const CallSite &site) {
  std::optional<CallResult> result = answer(site);
  if (result && site.callee->getReturnType()->isLValueReferenceType() && !result->reference)
    return calls.referenceFrom(std::move(result->value), site.object, site.args, site.callee, site.call);
  return result;
}

std::optional<CallResult> StdModels::answer(const CallSite &site) {
  if (const auto *method = dyn_cast<CXXMethodDecl>(site.callee))
    return member(site, method);
  Functions functions(walk);
  if (std::optional<CallResult> result = functions.builtin(site))
    return result;
  return site.callee->getIdentifier() ? functions.library(site) : freeOperator(site);
}

std::optional<CallResult> StdModels::member(const CallSite &site, const CXXMethodDecl *method) {
  const auto &[callee, object, args, call] = site;
  const CXXRecordDecl *record = method->getParent();
  if (!isLibraryClass(record) || isa<CXXConstructorDecl>(callee) || !isModelled(callee) || method->isStatic())
    return std::nullopt;
  const ClassModel *model = modelNamed(signatureClassOf(record).take_until([](char c) { return c == '<'; }));
  const std::string name = memberName(callee);
  const bool isFunction = model && model->facts.role == ClassRole::Function;
  if (isFunction && name == "operator()" && caller.read(object, call).is(ValueKind::Opaque))
    return model->method(walk, {record, name, object, args, call}); // the caller's
  const QualType returned = callee->getReturnType();
  const bool returnsItself =
      returned->isReferenceType() && returned->getPointeeType()->getAsCXXRecordDecl() == record;
  for (Location *arg : args)
    if (caller.read(arg, call).isPoison() && name != "push_back" && name != "emplace_back")
      return CallResult{AbsValue::poison(),
                        returnsItself ? object
                        : returned->isReferenceType()
                            ? path.temporary(AbsValue::poison(), returned->getPointeeType())
                            : nullptr};
  if (name == "operator=")
    if (std::optional<CallResult> assigned = assignment(site, method))
      return assigned;
  if (name == "reset")
    report.refuseRelease(record, caller.read(object, call), call);
  if (name == "swap" && args.size() == 1 && modelOf(record)) { // no base of it, whose reset() releases so
    objects.swapObjects(object, args[0], classType(record), call);
    return CallResult{};
  }
  if (caller.read(object, call).isPoison() && !(isFunction && name == "operator=")) // which ends it
    return CallResult{AbsValue::poison(), nullptr};
  return model ? model->method(walk, {record, name, object, args, call}) : std::nullopt;
}

/// Assignments that are the same for all classes.
std::optional<CallResult> StdModels::assignment(const CallSite &site, const CXXMethodDecl *method) {
  const auto &[callee, object, args, call] = site;
  objects.refuseOwnAssignment(classType(method->getParent()), caller.read(object, call), call);
  const QualType given = args[0]->type.isNull() && method->getNumParams() == 1
                             ? method->getParamDecl(0)->getType().getNonReferenceType()
                             : args[0]->type;
  if (objects.assignParts(object, args[0], given, call))
    return CallResult{{}, object};
  if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) {
    AbsValue value = method->isMoveAssignmentOperator()
                         ? objects.moveFrom(args[0], object->type, call)
                         : objects.copyValue(caller.read(args[0], call), object->type, call);
    objects.assign(object, std::move(value), call);
    return CallResult{{}, object};
  }
  // vector = {a, b}
  if (args.size() == 1 && caller.read(object, call).is(ValueKind::Sequence) &&
      caller.read(args[0], call).is(ValueKind::Sequence) && !args[0]->value.sequence->open) {
    objects.assign(object, objects.copyValue(args[0]->value, object->type, call), call);
    return CallResult{{}, object};
  }
  return std::nullopt;
}

/// Comparisons and sums by operators that are no members.
std::optional<CallResult> StdModels::freeOperator(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto isText = [&, at = call](Location *arg) {
    return caller.read(arg, at).is(ValueKind::String) || caller.read(arg, at).is(ValueKind::OpenString);
  };
  const bool ofFg = !isStdLibrary(callee) && args.size() == 2 && isText(args[0]) && isText(args[1]);
  if ((!ofFg && !isModelled(callee)) || args.size() != 2)
    return std::nullopt;
  if (const ClassModel *model = modelOf(args[0]->type))
    if (std::optional<CallResult> result = model->compare(walk, callee, args, call))
      return result;
  const OverloadedOperatorKind kind = callee->getOverloadedOperator();
  const AbsValue left = caller.read(args[0], call), right = caller.read(args[1], call);
  if (kind == OO_EqualEqual || kind == OO_ExclaimEqual) {
    if (left.isPoison() || right.isPoison())
      return CallResult{AbsValue::poison(), nullptr};
    if (std::optional<AbsValue> equal = expressions.equalValues(left, right)) {
      if (kind == OO_ExclaimEqual && equal->isScalar())
        equal->sym = symNot(equal->sym);
      return CallResult{*equal, nullptr};
    }
  }
  if (kind == OO_Plus && isText(args[0]) && isText(args[1]))
    return CallResult{Strings::joined(left, right), nullptr};
  // Iterators' free operators (operator- of two iterators, comparisons; a deque's iterator and a number).
  const auto ofIterator = [&, at = call](Location *iterator, Location *other) {
    return Iterators(walk).method(std::string("operator") + getOperatorSpelling(kind), iterator, {other}, at);
  };
  if (left.is(ValueKind::Pointer) && (right.is(ValueKind::Pointer) || right.isScalar()))
    return ofIterator(args[0], args[1]);
  if (left.isScalar() && right.is(ValueKind::Pointer) && kind == OO_Plus)
    return ofIterator(args[1], args[0]);
  return std::nullopt;
}

} // namespace fullgraph
