// What is seen of a call or an object that no graph can hold, told as what it is: containers that are not
// modelled, changes that cannot wait, lambdas that outlive the code, other devices, other libraries' views.

#include "lib/Capture/Report/Reporter.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The namespaces of libraries whose classes view memory that others own.
bool isForeignLibrary(const Decl *decl) {
  static const std::set<llvm::StringRef> names = {"Eigen", "xt",     "cv",     "arma", "blaze", "nc",
                                                  "boost", "Kokkos", "thrust", "at",   "torch", "c10"};
  llvm::StringRef outermost;
  for (const DeclContext *scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope); space && !space->isAnonymousNamespace())
      outermost = space->getName();
  return names.count(outermost) != 0;
}

/// A class of fg's own by its name.
bool isFgClass(QualType type, llvm::StringRef name) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == name &&
         isFgNamespace(record->getDeclContext());
}

} // namespace

/// Calls are nested too deep: the function to blame is the one that is in its own call.
void Reporter::failOnDepth(const Expr *call) {
  for (auto inner = walk.frames.rbegin(); inner != walk.frames.rend(); ++inner)
    if (inner->call && std::count_if(walk.frames.begin(), walk.frames.end(), [&](const Frame &other) {
                         return other.function == inner->function;
                       }) > 2)
      fail(BreakKind::Recursion, inner->call->getSourceRange(),
           {inner->function->getQualifiedNameAsString()});
  fail(BreakKind::Recursion, call->getSourceRange(), {walk.frame().function->getQualifiedNameAsString()});
}

/// Containers of the standard library whose elements are reached in ways that no model describes; and
/// <random>.
void Reporter::refuseContainer(QualType type, const Expr *expr) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  const llvm::StringRef name = libraryClassName(record);
  const ClassRole role = factsOf(record).role;
  if (role == ClassRole::Unmodelled)
    fail(BreakKind::UnmodelledContainer, expr->getSourceRange(), {"std::" + name.str()});
  if (const std::optional<std::string> argument = unmodelledArgument(record))
    fail(BreakKind::UnmodelledContainer, expr->getSourceRange(),
         {"std::" + name.str() + "' with " + *argument});
  const auto *called = dyn_cast<CXXOperatorCallExpr>(expr);
  if (called && called->getOperator() == OO_Call && role == ClassRole::Random)
    fail(BreakKind::Nondeterminism, expr->getSourceRange(), {"std::" + name.str()});
}

/// A member of a class that models exist for, and that neither they nor its body say anything of.
void Reporter::refuseUnstated(const FunctionDecl *callee, const Expr *call) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || method->isImplicit() || signatureClassOf(method->getParent()).empty() ||
      !isStdLibrary(callee))
    return;
  const SignatureRow *row = findSignature(callee);
  if (!row || row->status == SignatureStatus::Refused)
    fail(BreakKind::SystemCallee, call->getSourceRange(), systemCallee(callee));
}

/// What a pointer owned may end when it is given another object. A class derived from it may have a
/// destructor; std::shared_ptr<void> with a deleter is a scope guard. held: the pointer's value, if known.
void Reporter::refuseRelease(const CXXRecordDecl *pointer, const AbsValue &held, const Expr *call) {
  if (walk.predicting || factsOf(pointer).role != ClassRole::Owner)
    return;
  if (held.is(ValueKind::Pointer) && !held.sequence) {
    const Location *owned = held.location;
    const bool isMade = owned && !owned->external && owned->value.is(ValueKind::Record);
    if (!owned || (isMade && !runsDestructor(classType(owned->value.record->decl))))
      return;
  }
  const QualType owned = cast<ClassTemplateSpecializationDecl>(pointer)->getTemplateArgs()[0].getAsType();
  const CXXRecordDecl *record = owned->getAsCXXRecordDecl();
  const bool derived =
      record && record->hasDefinition() && record->isPolymorphic() && !record->isEffectivelyFinal();
  if (runsDestructor(owned) || !record || derived)
    fail(BreakKind::ScopeGuardEffect, call->getSourceRange(),
         {"an object of '" + owned.getAsString(context.getPrintingPolicy()) + "'"});
}

void Reporter::refuseEscape(const AbsValue &closure, SourceLocation leaves) {
  if (closure.is(ValueKind::Callable) && closure.location)
    return refuseEscape(closure.location->value, leaves);
  if (!closure.is(ValueKind::Record) || !closure.record->decl->isLambda())
    return;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> fields;
  FieldDecl *thisCapture = nullptr;
  closure.record->decl->getCaptureFields(fields, thisCapture);
  for (const LambdaCapture &capture : closure.record->decl->captures()) {
    if (!capture.capturesVariable() || capture.getCaptureKind() != LCK_ByRef)
      continue;
    const auto found = closure.record->fields.find(fields.lookup(capture.getCapturedVar()));
    // What the caller passed by reference, or a global object, lives on.
    if (found == closure.record->fields.end() || (found->second->external && !found->second->reach.direct))
      continue;
    std::vector<BreakNote> notes;
    if (leaves.isValid())
      notes.push_back({leaves, "the lambda leaves the function here", {}});
    fail(BreakKind::EscapingCapture, SourceRange(capture.getLocation()),
         {capture.getCapturedVar()->getNameAsString()}, std::move(notes));
  }
}

bool Reporter::refuseDevice(const FunctionDecl *callee, const std::vector<Location *> &args,
                            const Expr *call) {
  const auto member = [&](Location *object, llvm::StringRef name) -> Location * {
    const AbsValue &value = object->value;
    if (value.is(ValueKind::Record))
      for (const auto &[fieldDecl, location] : value.record->fields)
        if (fieldDecl->getName() == name)
          return location;
    return nullptr;
  };
  bool named = false;
  const auto leavesCpu = [&](Location *arg) {
    if (hasCallsDevice(arg))
      return false;
    if (isFgClass(arg->type, "TensorOptions")) {
      Location *const given = member(arg, "has_device_");
      if (!given || !given->value.isScalar() || given->value.sym.asBool() != false)
        named = true;
      arg = member(arg, "device_");
    } else if (isFgClass(arg->type, "Device")) {
      named = true;
    }
    if (arg && isFgClass(arg->type, "Device"))
      arg = member(arg, "type_");
    const auto *type = arg && !arg->type.isNull() ? arg->type->getAs<EnumType>() : nullptr;
    return type && type->getDecl()->getName() == "DeviceType" && arg->value.isScalar() &&
           arg->value.sym.asInt() && *arg->value.sym.asInt() != 0;
  };
  if (!callee->getIdentifier())
    return false;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const bool isMethod = method && isTensorType(classType(method->getParent()));
  if (!isTensorType(callee->getReturnType().getNonReferenceType()))
    return false;
  named |= isMethod && callee->getName() == "cpu";
  if ((isMethod && callee->getName() == "cuda") || llvm::any_of(args, leavesCpu))
    fail(BreakKind::DeviceSync, call->getSourceRange(), {callee->getNameAsString()});
  return named;
}

/// The tensor's memory is handed out; to a view of another library's, where the call stands in its operands.
void Reporter::failOnMemory(Value *tensor, const Expr *call) {
  if (walk.activeCalls.size() >= 2) {
    const Expr *outer = walk.activeCalls[walk.activeCalls.size() - 2];
    const auto *construct = dyn_cast<CXXConstructExpr>(outer);
    const auto *made = dyn_cast<CallExpr>(outer);
    const FunctionDecl *callee = construct ? construct->getConstructor()
                                 : made    ? made->getDirectCallee()
                                           : nullptr;
    if (callee && isForeignLibrary(callee)) {
      const auto *method = dyn_cast<CXXMethodDecl>(callee);
      const NamedDecl *named = method ? static_cast<const NamedDecl *>(method->getParent()) : callee;
      fail(BreakKind::ForeignLibraryView, outer->getSourceRange(), {named->getQualifiedNameAsString()},
           definitionChain(tensor));
    }
  }
  fail(BreakKind::RawDataPointer, call->getSourceRange(), {nameOf(tensor) + ".data_ptr()"});
}

} // namespace fullgraph
