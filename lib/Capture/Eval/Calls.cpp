// Calls: operators of the library, modelled functions, inlining, and what must stay opaque.
#include "lib/Capture/Eval/Calls.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Frontend/Annotations.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

/// What is in the way inside a function of the standard library, and says nothing to its caller.
bool isInternal(BreakKind kind) {
  switch (kind) {
  case BreakKind::UnsupportedConstruct:
  case BreakKind::NoVisibleDefinition:
  case BreakKind::SystemCallee:
  case BreakKind::TypePunning:
  case BreakKind::RawDataPointer:
  case BreakKind::AllocationEscape:
  case BreakKind::VolatileAccess:
  case BreakKind::InlineAsm:
  case BreakKind::Exception:
    return true;
  default:
    return false;
  }
}

constexpr size_t maxDepth = 256, maxForkingTurns = 8;

bool isText(QualType type) {
  const ClassRole role = factsOf(type.getNonReferenceType()->getAsCXXRecordDecl()).role;
  return role == ClassRole::Text || role == ClassRole::TextView;
}

/// std::gcd(x.size(1), groups): a number of numbers, the same for the same ones. std::stoi(text) and
/// text.find(':'): a number or text of texts and numbers.
bool computesPlainValue(const FunctionDecl *callee, const Expr *call) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const bool ofTexts =
      method ? method->isConst() && isText(classType(method->getParent()))
             : llvm::any_of(callee->parameters(), [](const ParmVarDecl *p) { return isText(p->getType()); });
  if (isa<CXXConstructorDecl>(callee) || !(ofTexts || (callee->isConstexpr() && !method)))
    return false;
  const QualType result = callee->getReturnType();
  if (!result->isArithmeticType() && !(ofTexts && factsOf(result->getAsCXXRecordDecl()).role == ClassRole::Text))
    return false;
  const auto *made = dyn_cast<CallExpr>(call);
  return llvm::all_of(callee->parameters(), [&](const ParmVarDecl *parameter) {
    const QualType type = parameter->getType();
    const unsigned index = parameter->getFunctionScopeIndex();
    if (ofTexts && type->isPointerType()) // stoi(text, &end) writes
      return type->getPointeeType()->isArithmeticType() &&
             (type->getPointeeType().isConstQualified() ||
              (made && index < made->getNumArgs() && isa<CXXDefaultArgExpr>(made->getArg(index))));
    return (type.getNonReferenceType()->isArithmeticType() || (ofTexts && isText(type))) &&
           (!type->isReferenceType() || type->getPointeeType().isConstQualified());
  });
}

} // namespace

std::vector<Location *> Calls::evalArgs(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> args) {
  const llvm::SaveAndRestore<bool> save(expressions.bindsToVariable, false);
  std::vector<Location *> locations;
  for (size_t i = 0; i < args.size(); ++i) {
    const Expr *arg = args[i];
    const bool byReference =
        callee && i < callee->getNumParams() && callee->getParamDecl(i)->getType()->isReferenceType();
    // npos and dynamic_extent, where a call says or leaves out how much, are no numbers that a Sym can be.
    if (!byReference && callee && isStdLibrary(callee) && constantCount(arg, context) == ~uint64_t(0)) {
      locations.push_back(path.temporary({}, arg->getType()));
    } else if (byReference || arg->isGLValue()) {
      locations.push_back(expressions.evalLocation(arg));
    } else {
      Location *location = path.temporary(expressions.eval(arg), arg->getType());
      locations.push_back(location);
    }
  }
  return locations;
}

void Calls::bindParameters(Frame &callee, const FunctionDecl *decl, const std::vector<Location *> &args) {
  for (unsigned i = 0; i < decl->getNumParams() && i < args.size(); ++i) {
    const ParmVarDecl *parameter = decl->getParamDecl(i);
    if (args[i]->name.empty())
      args[i]->name = parameter->getNameAsString();
    Location *bound = walk.predicting ? constructors.asNumber(args[i], parameter) : args[i];
    // What the library hands on, std::function<void(int)> to a lambda of a double, is converted by no cast.
    const QualType type = parameter->getType().getNonReferenceType();
    if (type->isArithmeticType() && !bound->type.isNull() && bound->type->isArithmeticType() &&
        !context.hasSameUnqualifiedType(bound->type, type))
      bound = path.temporary(objects.copyAs(bound, type, callee.call), type);
    callee.variables[parameter] = bound;
  }
}

CallResult Calls::evalCall(const CallExpr *call) {
  path.countWork();
  walk.activeCalls.push_back(call);
  struct Pop {
    std::vector<const Expr *> &calls;
    ~Pop() { calls.pop_back(); }
  } pop{walk.activeCalls};
  const bool isOwn = walk.frames.size() == 1; // in the function's own code
  try {
    return dispatchCall(call);
  } catch (BreakError &error) {
    if (report.goesOnBehind(error, call)) {
      report.keepOrThrow(error);
      return {AbsValue::poison(), nullptr};
    }
    if (isOwn && !error.at)
      error.at = call;
    throw;
  } catch (SplitPoint &split) {
    if (isOwn && !split.at)
      split.at = call;
    throw;
  } catch (EagerPath &end) { // what the library's own code throws belongs to the user's call
    if (isOwn && report.isLibrary(end.loc))
      end.loc = call->getExprLoc();
    throw;
  }
}

/// The method that a call through the object's dynamic type reaches.
const CXXMethodDecl *Calls::finalOverrider(Location *object, const CXXMethodDecl *method,
                                           const std::vector<Location *> &args, const Expr *call) {
  if (!method->isVirtual() || caller.read(object, call).isPoison())
    return method;
  if (const CXXMethodDecl *target = expectations.expectedOverride(object, method, call))
    return target;
  if (!method->hasAttr<FinalAttr>() && !method->getParent()->hasAttr<FinalAttr>())
    failOnVirtual(method, args, call);
  return method;
}

CallResult Calls::dispatchCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  std::vector<const Expr *> args(call->arg_begin(), call->arg_end());

  if (!callee) {
    if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call)) {
      (void)memberCall;
      report.fail(BreakKind::IndirectCall, call->getSourceRange(), {"a pointer to member"});
    }
    if (isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
      return {};
    const AbsValue target = expressions.eval(call->getCallee());
    if (target.isPoison()) {
      evalArgs(nullptr, args);
      return {AbsValue::poison(), nullptr};
    }
    if (!target.is(ValueKind::Function))
      leaveUnknownTarget(call->getCallee()->getType(), sourceText(call->getCallee(), context),
                         evalArgs(nullptr, args), call);
    return invoke(target.function, nullptr, evalArgs(target.function, args), call);
  }

  Location *object = nullptr;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *base = memberCall->getImplicitObjectArgument();
    if (base->getType()->isPointerType()) {
      const AbsValue pointer = expressions.eval(base);
      if (pointer.isPoison())
        object = path.temporary(pointer, {});
      else if (!pointer.is(ValueKind::Pointer))
        report.unsupported(call, "a call through this pointer");
      else if (pointer.sequence)
        object = expressions.subscript(path.temporary(AbsValue::ofSequence(pointer.sequence), {}),
                                       AbsValue::ofScalar(pointer.sym), call);
      else
        object = pointer.location;
      if (!object)
        throw EagerPath{"calls a method of a null pointer", call->getBeginLoc()};
    } else {
      object = expressions.evalLocation(base);
    }
    const std::vector<Location *> values = evalArgs(callee, args);
    const auto *member = dyn_cast<MemberExpr>(memberCall->getCallee()->IgnoreParens());
    if (method && !(member && member->hasQualifier()))
      callee = finalOverrider(object, method, values, call);
    return invoke(callee, object, values, call);
  }

  if (isa<CXXOperatorCallExpr>(call) && method && !method->isStatic()) {
    // An operator's implicit object is the first argument. Assignment evaluates its right side first
    // (C++17).
    if (cast<CXXOperatorCallExpr>(call)->isAssignmentOp()) {
      std::vector<const Expr *> rest(args.begin() + 1, args.end());
      std::vector<Location *> values = evalArgs(callee, rest);
      object = expressions.evalLocation(args[0]);
      return invoke(finalOverrider(object, method, values, call), object, values, call);
    }
    object = expressions.evalLocation(args[0]);
    args.erase(args.begin());
    const std::vector<Location *> values = evalArgs(callee, args);
    return invoke(finalOverrider(object, method, values, call), object, values, call);
  }
  return invoke(callee, object, evalArgs(callee, args), call);
}

CallResult Calls::invoke(const FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                         const Expr *call) {
  const CallSite site{callee, object, args, call};
  for (const CallRule &rule : callRules())
    if (std::optional<CallResult> result = rule.apply(walk, site))
      return std::move(*result);
  CallResult result = inlined(site);
  constructors.noteResult(site, result);
  return result;
}

/// The function's body is walked as if it stood here; without a body the call is a break.
/// The body of a called function that is to be walked. Ends the walk where there is none, or where it is not
/// to be walked.
const FunctionDecl *Calls::bodyToWalk(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition) || definition->isDependentContext()) {
    if (callee->isNoReturn())
      throw EagerPath{report.isLibrary(callee->getLocation()) ? "throws" + Reporter::failureText(args)
                                                              : "calls '" + callee->getNameAsString() + "'",
                      call->getBeginLoc(), report.callSizeNotes(call)};
    breakOpaqueCall(callee, call, args);
  }
  if (definition->isNoReturn())
    throw EagerPath{report.isLibrary(callee->getLocation()) ? "throws"
                                                            : "calls '" + callee->getNameAsString() + "'",
                    call->getBeginLoc()};
  if (walk.frames.size() > maxDepth)
    report.failOnDepth(call);
  if (path.forkingTurns(definition) > maxForkingTurns)
    report.fail(BreakKind::Recursion, call->getSourceRange(), {callee->getQualifiedNameAsString()});

  if (walk.region && walk.frames.size() == 1 && !walk.attempts.depth)
    noteTopCall(definition, object, args, call);
  if (walk.region && (walk.region->split->count(definition) || function.forks.callees.count(definition)))
    throw SplitPoint{walk.frames.size() == 1 ? call : nullptr, {}};
  // What a lambda captured where it was made has no name here, where it was handed to.
  if (walk.region && method && isLambdaCallOperator(method) && !method->getParent()->captures().empty() &&
      !caller.read(object, call).is(ValueKind::Record)) {
    LeftCall left;
    left.functions.push_back({definition, collector.argumentHints(definition, object, args)});
    splits.leaveOutermost(call, std::move(left));
  }
  return definition;
}

/// In a lambda's body, captured variables are named as in the function around it.
void Calls::bindCaptures(Frame &inner, const CXXRecordDecl *lambda, Location *object, const Expr *call) {
  const AbsValue &closure = caller.read(object, call);
  if (!closure.is(ValueKind::Record))
    return;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
  FieldDecl *thisCapture = nullptr;
  lambda->getCaptureFields(captures, thisCapture);
  const std::map<const FieldDecl *, Location *> &fields = closure.record->fields;
  for (const auto &[variable, fieldDecl] : captures)
    if (const auto *var = dyn_cast<VarDecl>(variable))
      if (const auto found = fields.find(fieldDecl); found != fields.end())
        inner.variables[var] = found->second;
  inner.thisObject = nullptr;
  const auto found = thisCapture ? fields.find(thisCapture) : fields.end();
  if (found == fields.end())
    return;
  const AbsValue &captured = caller.read(found->second, call);
  inner.thisObject = captured.is(ValueKind::Pointer) ? captured.location : found->second;
}

CallResult Calls::inlined(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const FunctionDecl *definition = bodyToWalk(site);
  if (!report.isLibrary(definition->getLocation()))
    ++this->function.work->calls[definition];
  Frame inner;
  inner.function = definition;
  inner.decisionsBefore = path.decisions.size();
  inner.call = call;
  inner.thisObject = object;
  inner.returnsReference = definition->getReturnType()->isReferenceType();
  bindParameters(inner, definition, args);
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee); method && isLambdaCallOperator(method))
    bindCaptures(inner, method->getParent(), object, call);
  walk.frames.push_back(std::move(inner));
  struct Pop {
    std::vector<Frame> &frames;
    ConstructorWalk &constructors;
    ~Pop() {
      constructors.noteHeld();
      frames.pop_back();
    }
  } pop{walk.frames, constructors};
  constructors.noteHeld();
  const SourceManager &sources = context.getSourceManager();
  const bool systemBody = sources.isInSystemHeader(sources.getExpansionLoc(definition->getLocation())) &&
                          callee->getDeclContext()->getEnclosingNamespaceContext()->isStdNamespace();
  if (systemBody) {
    execSystemBody(definition, callee, call);
  } else {
    statements.exec(definition->getBody());
  }
  CallResult result;
  Frame &done = walk.frame();
  result.reference = done.returnedReference;
  result.value = std::move(done.returned);
  const bool isVoid = definition->getReturnType()->isVoidType();
  if (!isVoid && !result.reference && result.value.is(ValueKind::None)) {
    if (walk.diagnosing || walk.predicting) // behind what could not be followed
      result.value = AbsValue::poison();
    else if (!isa<CXXConstructorDecl>(definition))
      report.fail(BreakKind::UnsupportedConstruct, call->getSourceRange(),
                  {"a function that ends without a value"});
  }
  return result;
}

CallResult Calls::callCallable(Location *callable, const std::vector<const Expr *> &args,
                               const CallExpr *call) {
  const AbsValue &value = caller.read(callable, call);
  if (value.isPoison())
    return {AbsValue::poison(), nullptr};
  if (value.is(ValueKind::Function))
    return invoke(value.function, nullptr, evalArgs(value.function, args), call);
  if (value.is(ValueKind::Record)) {
    if (value.record->decl->isLambda()) {
      const CXXMethodDecl *callOperator = value.record->decl->getLambdaCallOperator();
      if (!value.record->decl->isGenericLambda())
        return invoke(callOperator, callable, evalArgs(callOperator, args), call);
    } else {
      for (const CXXMethodDecl *method : value.record->decl->methods())
        if (method->getOverloadedOperator() == OO_Call)
          return invoke(method, callable, evalArgs(method, args), call);
    }
  }
  report.fail(BreakKind::IndirectCall, call->getSourceRange(), {"this callable"});
}

/// A reference that a function of the standard library returned, of which only the value is known: std::max
/// of two numbers.
CallResult Calls::referenceFrom(AbsValue value, Location *object, const std::vector<Location *> &args,
                                const FunctionDecl *callee, const Expr *call) {
  const bool unknown = value.isPoison() || value.is(ValueKind::None);
  Location *location = path.temporary(std::move(value), callee->getReturnType().getNonReferenceType());
  if (unknown)
    return {location->value, nullptr};
  location->oneOf.returnedBy = callee->getQualifiedNameAsString();
  location->declaration = call->getBeginLoc();
  if (object)
    location->oneOf.objects.emplace_back(object, caller.read(object, call));
  for (Location *arg : args)
    location->oneOf.objects.emplace_back(arg, caller.read(arg, call));
  return {{}, location};
}

/// What the standard library's own code does inside is no help to the user: the call is named, once.
void Calls::execSystemBody(const FunctionDecl *definition, const FunctionDecl *callee, const Expr *call) {
  if (report.isLibrary(call->getBeginLoc())) { // an outer call is the user's
    statements.exec(definition->getBody());
    return;
  }
  const auto isOwn = [&](const Break &b) { return isInternal(b.kind) && b.range == call->getSourceRange(); };
  const size_t before = function.found.breaks.size();
  std::optional<Break> thrown;
  try {
    statements.exec(definition->getBody());
  } catch (BreakError &error) {
    if (!isOwn(error.graphBreak))
      throw;
    thrown = std::move(error.graphBreak);
  }
  bool found = thrown.has_value();
  const auto inside = function.found.breaks.begin() + static_cast<std::ptrdiff_t>(before);
  for (auto it = inside; it != function.found.breaks.end(); ++it)
    if (isOwn(*it)) { // or the one below, at that place, would not be told
      function.found.places.erase(it->at());
      found = true;
    }
  function.found.breaks.erase(std::remove_if(inside, function.found.breaks.end(), isOwn),
                              function.found.breaks.end());
  if (found && computesPlainValue(callee, call))
    splits.leavePlainCode(call, "what the standard library computes of numbers and texts");
  if (found)
    report.fail(BreakKind::SystemCallee, call->getSourceRange(), systemCallee(callee));
}

void Calls::noteTopCall(const FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                        const Expr *call) {
  walk.topCall = {call, callee, collector.argumentHints(callee, object, args)};
}

} // namespace fullgraph
