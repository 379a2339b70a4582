// Calls: operators of the library, modelled functions, inlining, and what must stay opaque.
#include "lib/Capture/Interpreter.h"
#include "lib/Capture/Signatures.h"
#include "lib/Frontend/Annotations.h"

#include "clang/AST/ASTLambda.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxDepth = 256, maxForkingTurns = 8;

/// Functions of C, POSIX, the standard library and fg that perform input or output.
bool isIoName(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"printf",
                                                  "fprintf",
                                                  "vprintf",
                                                  "vfprintf",
                                                  "dprintf",
                                                  "puts",
                                                  "fputs",
                                                  "putchar",
                                                  "putc",
                                                  "fputc",
                                                  "fwrite",
                                                  "fread",
                                                  "fopen",
                                                  "fclose",
                                                  "fflush",
                                                  "fgets",
                                                  "fgetc",
                                                  "getc",
                                                  "getchar",
                                                  "scanf",
                                                  "fscanf",
                                                  "fseek",
                                                  "ftell",
                                                  "open",
                                                  "close",
                                                  "read",
                                                  "write",
                                                  "remove",
                                                  "rename",
                                                  "perror",
                                                  "getline",
                                                  "print",
                                                  "println",
                                                  "mkdir",
                                                  "unlink",
                                                  "send",
                                                  "recv",
                                                  "socket",
                                                  "save",
                                                  "load",
                                                  "load_npy",
                                                  "save_npy",
                                                  "load_safetensors",
                                                  "save_safetensors"};
  return names.count(name);
}

bool isStream(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier())
    return false;
  const llvm::StringRef name = record->getName();
  return name == "basic_ostream" || name == "basic_istream" || name == "basic_iostream" ||
         name == "basic_ofstream" || name == "basic_ifstream" || name == "basic_fstream";
}

/// Functions whose results differ from call to call, or that read the process's surroundings.
bool isNondeterministicName(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"rand",  "srand",  "random",        "drand48",      "time",
                                                  "clock", "getenv", "clock_gettime", "gettimeofday", "now"};
  return names.count(name);
}

bool isProcessName(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"fork",   "execv",  "execve", "execvp", "system",
                                                  "dlopen", "signal", "exit",   "_exit",  "quick_exit"};
  return names.count(name);
}

/// fg::detail::expected, fg::detail::known
bool isHint(const FunctionDecl *callee, llvm::StringRef name) {
  if (!callee->getIdentifier() || callee->getName() != name)
    return false;
  const auto *detail = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  return detail && detail->getName() == "detail" && isFgNamespace(detail->getDeclContext());
}

} // namespace

/// fg::assume in a build that does not assert it: a fact that nothing checks. Of elements nothing is known.
bool Interpreter::assumption(const FunctionDecl *callee, const std::vector<Location *> &args,
                             const Expr *call) {
  const TemplateArgumentList *types = callee->getTemplateSpecializationArgs();
  if (!callee->getIdentifier() || callee->getName() != "assume" || !isFgNamespace(callee->getDeclContext()) ||
      isa<CXXMethodDecl>(callee) || !types || types->get(0).getKind() != TemplateArgument::Integral ||
      types->get(0).getAsIntegral().getBoolValue())
    return false;
  const AbsValue &condition = read(args[0], call);
  if (condition.isScalar() && !diagnosing && settle(condition.sym) != false)
    graph->env.addFact(condition.sym);
  return true;
}

/// Classes whose objects other threads see: what they do depends on more than this function's code.
void Interpreter::refuseThreading(const CXXRecordDecl *record, const Expr *expr) {
  static const std::set<llvm::StringRef> locks = {"mutex",
                                                  "recursive_mutex",
                                                  "timed_mutex",
                                                  "shared_mutex",
                                                  "lock_guard",
                                                  "unique_lock",
                                                  "scoped_lock",
                                                  "shared_lock",
                                                  "atomic",
                                                  "atomic_flag",
                                                  "atomic_ref",
                                                  "__atomic_base",
                                                  "condition_variable",
                                                  "counting_semaphore",
                                                  "latch",
                                                  "barrier"};
  static const std::set<llvm::StringRef> threads = {"thread", "jthread", "future", "promise",
                                                    "packaged_task"};
  const llvm::StringRef name = modelledClass(record);
  if (locks.count(name))
    fail(BreakKind::LockOrAtomic, expr->getSourceRange(),
         {name == "__atomic_base" ? "std::atomic" : "std::" + name.str()});
  if (threads.count(name))
    fail(BreakKind::ThreadCreation, expr->getSourceRange(), {"std::" + name.str()});
}

std::vector<Location *> Interpreter::evalArgs(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> args) {
  const llvm::SaveAndRestore<bool> save(bindsToVariable, false);
  std::vector<Location *> locations;
  for (size_t i = 0; i < args.size(); ++i) {
    const Expr *arg = args[i];
    const bool byReference =
        callee && i < callee->getNumParams() && callee->getParamDecl(i)->getType()->isReferenceType();
    // npos and dynamic_extent, where a call says or leaves out how much, are no numbers that a Sym can be.
    if (!byReference && callee && isStdLibrary(callee) && constantCount(arg, context) == ~uint64_t(0)) {
      locations.push_back(temporary({}, arg->getType()));
    } else if (byReference || arg->isGLValue()) {
      locations.push_back(evalLocation(arg));
    } else {
      Location *location = temporary(eval(arg), arg->getType());
      locations.push_back(location);
    }
  }
  return locations;
}

void Interpreter::bindParameters(Frame &callee, const FunctionDecl *decl,
                                 const std::vector<Location *> &args) {
  for (unsigned i = 0; i < decl->getNumParams() && i < args.size(); ++i) {
    const ParmVarDecl *parameter = decl->getParamDecl(i);
    if (args[i]->name.empty())
      args[i]->name = parameter->getNameAsString();
    Location *bound = predicting ? asNumber(args[i], parameter) : args[i];
    // What the library hands on, std::function<void(int)> to a lambda of a double, is converted by no cast.
    const QualType type = parameter->getType().getNonReferenceType();
    if (type->isArithmeticType() && !bound->type.isNull() && bound->type->isArithmeticType() &&
        !context.hasSameUnqualifiedType(bound->type, type))
      bound = temporary(copyAs(bound, type, callee.call), type);
    callee.variables[parameter] = bound;
  }
}

Interpreter::CallResult Interpreter::evalCall(const CallExpr *call) {
  countWork();
  activeCalls.push_back(call);
  struct Pop {
    std::vector<const Expr *> &calls;
    ~Pop() { calls.pop_back(); }
  } pop{activeCalls};
  const bool isOwn = frames.size() == 1; // in the function's own code
  try {
    return dispatchCall(call);
  } catch (BreakError &error) {
    if (goesOnBehind(error, call)) {
      keepOrThrow(error);
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
    if (isOwn && isLibrary(end.loc))
      end.loc = call->getExprLoc();
    throw;
  }
}

/// The method that a call through the object's dynamic type reaches.
const CXXMethodDecl *Interpreter::finalOverrider(Location *object, const CXXMethodDecl *method,
                                                 const std::vector<Location *> &args, const Expr *call) {
  if (!method->isVirtual() || read(object, call).isPoison())
    return method;
  if (const CXXMethodDecl *target = expectedOverride(object, method, call))
    return target;
  if (!method->hasAttr<FinalAttr>() && !method->getParent()->hasAttr<FinalAttr>())
    failOnVirtual(method, args, call);
  return method;
}

Interpreter::CallResult Interpreter::dispatchCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  std::vector<const Expr *> args(call->arg_begin(), call->arg_end());

  if (!callee) {
    if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call)) {
      (void)memberCall;
      fail(BreakKind::IndirectCall, call->getSourceRange(), {"a pointer to member"});
    }
    if (isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
      return {};
    const AbsValue target = eval(call->getCallee());
    if (target.isPoison()) {
      evalArgs(nullptr, args);
      return {AbsValue::poison(), nullptr};
    }
    if (!target.is(ValueKind::Function))
      fail(BreakKind::IndirectCall, call->getSourceRange(), {sourceText(call->getCallee(), context)});
    return invoke(target.function, nullptr, evalArgs(target.function, args), call);
  }

  Location *object = nullptr;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *base = memberCall->getImplicitObjectArgument();
    if (base->getType()->isPointerType()) {
      const AbsValue pointer = eval(base);
      if (pointer.isPoison())
        object = temporary(pointer, {});
      else if (!pointer.is(ValueKind::Pointer))
        unsupported(call, "a call through this pointer");
      else if (pointer.sequence)
        object = subscript(temporary(AbsValue::ofSequence(pointer.sequence), {}),
                           AbsValue::ofScalar(pointer.sym), call);
      else
        object = pointer.location;
      if (!object)
        throw EagerPath{"calls a method of a null pointer", call->getBeginLoc()};
    } else {
      object = evalLocation(base);
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
      object = evalLocation(args[0]);
      return invoke(finalOverrider(object, method, values, call), object, values, call);
    }
    object = evalLocation(args[0]);
    args.erase(args.begin());
    const std::vector<Location *> values = evalArgs(callee, args);
    return invoke(finalOverrider(object, method, values, call), object, values, call);
  }
  return invoke(callee, object, evalArgs(callee, args), call);
}

Interpreter::CallResult Interpreter::invoke(const FunctionDecl *callee, Location *object,
                                            const std::vector<Location *> &args, const Expr *call) {
  if (isLibrary(callee->getLocation()) && !isLibrary(frame().function->getLocation()) &&
      libraryDepth != frames.size())
    return libraryCall(callee, object, args, call);
  trace(call, callee->getQualifiedNameAsString().c_str());
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && method->isLambdaStaticInvoker() && !method->getParent()->isGenericLambda()) {
    AbsValue closure; // a pointer made of a lambda, which captures nothing
    closure.kind = ValueKind::Record;
    closure.type = classType(method->getParent());
    closure.record = std::make_shared<RecordObject>();
    closure.record->decl = method->getParent();
    return invoke(method->getParent()->getLambdaCallOperator(), temporary(closure, closure.type), args, call);
  }
  const CXXRecordDecl *record = method ? method->getParent() : nullptr;
  // A tensor that is assigned need not be known, nor be one.
  const bool assigned = object && object->external && !object->loaded && isTensorType(object->type) &&
                        method &&
                        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
                        method->getRefQualifier() != RQ_RValue;
  if (object && !assigned && !isa<CXXConstructorDecl>(callee) && read(object, call).isPoison())
    return {AbsValue::poison(), nullptr};

  if (std::optional<std::string> reason = annotationText(callee, "fullgraph.disable"))
    fail(BreakKind::DisabledCallee, call->getSourceRange(), {callee->getNameAsString(), *reason});
  if (std::optional<CallResult> result = markedCall(callee, object, args, call))
    return std::move(*result);

  if (predicting)
    if (std::optional<CallResult> result = predictedCall(callee, object, args, call))
      return std::move(*result);

  // Inference, where a module of the library asks: the other side is the user's code.
  if (isHint(callee, "expected") && args.size() == 1) {
    const AbsValue &condition = read(args[0], call);
    if (condition.isScalar() && !condition.sym.isConst() && settle(condition.sym) != false) {
      assumeExpected(MemberGuards, frame().thisObject, condition.sym, userLoc(call));
      return {AbsValue::ofScalar(Sym::boolean(true)), nullptr};
    }
  }

  if (isHint(callee, "known") && args.size() == 1)
    if (const AbsValue &condition = read(args[0], call); condition.isScalar())
      return {AbsValue::ofScalar(Sym::boolean(settle(condition.sym) == true)), nullptr};

  if (assumption(callee, args, call))
    return {};

  // Streams and C's I/O before anything else: their bodies may be visible (fortified wrappers).
  bool stream = record && isStream(classType(record));
  for (unsigned i = 0; !stream && i < callee->getNumParams() && i < 1; ++i)
    stream = isStream(callee->getParamDecl(i)->getType());
  const bool named = callee->getIdentifier() && !record;
  const bool systemFunction = callee->isExternC() || callee->isInStdNamespace();
  if (stream || (named && systemFunction && isIoName(callee->getName())))
    breakOpaqueCall(callee, call, args);
  if (named && systemFunction &&
      (isNondeterministicName(callee->getName()) || isProcessName(callee->getName())))
    breakOpaqueCall(callee, call, args);

  if (record) {
    refuseThreading(record, call);
    refuseContainer(classType(record), call);
  }
  if (callee->isInStdNamespace() && named && callee->getName() == "async")
    fail(BreakKind::ThreadCreation, call->getSourceRange(), {"std::async"});

  leaveListCall(callee, object, args, call);
  if (std::optional<CallResult> result = tensorCall(callee, object, args, call))
    return std::move(*result);
  if (std::optional<CallResult> result = stdCall(callee, object, args, call)) {
    if (callee->getReturnType()->isLValueReferenceType() && !result->reference)
      return referenceFrom(std::move(result->value), object, args, callee, call);
    return std::move(*result);
  }
  leaveHostCall(callee, object, args, call);
  refuseUnstated(callee, call);

  // Implicit assignment of classes that are interpreted member by member.
  if (method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
      !method->isUserProvided() && args.size() == 1) {
    refuseOwnAssignment(classType(method->getParent()), call);
    AbsValue value = method->isMoveAssignmentOperator() ? moveFrom(args[0], args[0]->type, call)
                                                        : copyValue(read(args[0], call), args[0]->type, call);
    assign(object, std::move(value), call);
    return {{}, object};
  }
  if (callee->isDefaulted() && callee->getOverloadedOperator() == OO_EqualEqual) {
    const AbsValue &left = object ? read(object, call) : read(args[0], call);
    const AbsValue &right = read(args[object ? 0 : 1], call);
    if (std::optional<AbsValue> equal = equalValues(left, right))
      return {*equal, nullptr};
  }

  if (std::optional<CallResult> result = controlFlowCall(callee, args, call))
    return std::move(*result);
  if (std::optional<CallResult> result = kernelCall(callee, args, call))
    return std::move(*result);
  if (std::optional<CallResult> result = neighbour(callee, object, args, call))
    return std::move(*result);

  const FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition) || definition->isDependentContext()) {
    if (callee->isNoReturn())
      throw EagerPath{isLibrary(callee->getLocation()) ? "throws" + failureText(args)
                                                       : "calls '" + callee->getNameAsString() + "'",
                      call->getBeginLoc(), callSizeNotes(call)};
    breakOpaqueCall(callee, call, args);
  }
  // A header's code must not depend on what one source happens to define: the same call in another source
  // would be compiled differently.
  const SourceManager &sources = context.getSourceManager();
  if (!sources.isInMainFile(sources.getExpansionLoc(function.decl->getLocation())) &&
      sources.isInMainFile(sources.getExpansionLoc(definition->getLocation())))
    breakOpaqueCall(callee, call, args);
  if (definition->isNoReturn())
    throw EagerPath{isLibrary(callee->getLocation()) ? "throws" : "calls '" + callee->getNameAsString() + "'",
                    call->getBeginLoc()};
  if (frames.size() > maxDepth)
    failOnDepth(call);

  if (forkingTurns(definition) > maxForkingTurns)
    fail(BreakKind::Recursion, call->getSourceRange(), {callee->getQualifiedNameAsString()});

  if (region && frames.size() == 1 && !attempts)
    noteTopCall(definition, object, args, call);
  if (region && region->split->count(definition))
    throw SplitPoint{frames.size() == 1 ? call : nullptr, {}};
  // What a lambda captured where it was made has no name here, where it was handed to.
  if (region && method && isLambdaCallOperator(method) && !method->getParent()->captures().empty() &&
      !read(object, call).is(ValueKind::Record)) {
    LeftCall left;
    left.functions.push_back({definition, argumentHints(definition, object, args)});
    leaveOutermost(call, std::move(left));
  }

  if (!isLibrary(definition->getLocation()))
    ++this->function.work->calls[definition];
  Frame inner;
  inner.function = definition;
  inner.decisionsBefore = decisions.size();
  inner.call = call;
  inner.thisObject = object;
  inner.returnsReference = definition->getReturnType()->isReferenceType();
  bindParameters(inner, definition, args);
  if (method && isLambdaCallOperator(method)) {
    // In a lambda's body, captured variables are named as in the function around it.
    llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
    FieldDecl *thisCapture = nullptr;
    record->getCaptureFields(captures, thisCapture);
    const AbsValue &closure = read(object, call);
    if (closure.is(ValueKind::Record)) {
      for (const auto &[variable, fieldDecl] : captures)
        if (const auto *var = dyn_cast<VarDecl>(variable))
          if (const auto found = closure.record->fields.find(fieldDecl);
              found != closure.record->fields.end())
            inner.variables[var] = found->second;
      inner.thisObject = nullptr;
      if (thisCapture) {
        const auto found = closure.record->fields.find(thisCapture);
        if (found != closure.record->fields.end()) {
          const AbsValue &captured = read(found->second, call);
          inner.thisObject = captured.is(ValueKind::Pointer) ? captured.location : found->second;
        }
      }
    }
  }
  frames.push_back(std::move(inner));
  struct Pop {
    std::vector<Frame> &frames;
    ~Pop() { frames.pop_back(); }
  } pop{frames};
  const bool systemBody = sources.isInSystemHeader(sources.getExpansionLoc(definition->getLocation())) &&
                          callee->getDeclContext()->getEnclosingNamespaceContext()->isStdNamespace();
  if (systemBody) {
    execSystemBody(definition, callee, call);
  } else {
    exec(definition->getBody());
  }
  CallResult result;
  Frame &done = frame();
  result.reference = done.returnedReference;
  result.value = std::move(done.returned);
  const bool isVoid = definition->getReturnType()->isVoidType();
  if (!isVoid && !result.reference && result.value.is(ValueKind::None)) {
    if (diagnosing)
      result.value = AbsValue::poison();
    else if (!isa<CXXConstructorDecl>(definition))
      fail(BreakKind::UnsupportedConstruct, call->getSourceRange(), {"a function that ends without a value"});
  }
  return result;
}

Interpreter::CallResult Interpreter::callCallable(Location *callable, const std::vector<const Expr *> &args,
                                                  const CallExpr *call) {
  const AbsValue &value = read(callable, call);
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
  fail(BreakKind::IndirectCall, call->getSourceRange(), {"this callable"});
}

void Interpreter::breakOpaqueCall(const FunctionDecl *callee, const Expr *call,
                                  const std::vector<Location *> &args) {
  const std::string name = callee->getQualifiedNameAsString();
  const bool named = callee->getIdentifier() != nullptr;
  bool stream = false;
  if (callee->getNumParams() > 0)
    stream = isStream(callee->getParamDecl(0)->getType());
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee))
    stream |= isStream(classType(method->getParent()));
  const bool library = named && isLibrary(callee->getLocation()); // its load and save print nothing
  const bool io = stream || (named && isIoName(callee->getName()) &&
                             (callee->isExternC() || callee->isInStdNamespace() || library));
  if (io) {
    for (Location *arg : args) {
      const AbsValue &value = arg->value;
      const bool known = !arg->external || arg->loaded;
      if (!library && known && value.tensor && (value.is(ValueKind::TensorScalar) || value.isTensor()))
        fail(BreakKind::Logging, call->getSourceRange(),
             {named ? callee->getNameAsString() : "operator<<", nameOf(value.tensor)},
             definitionChain(value.tensor));
    }
    fail(BreakKind::Io, call->getSourceRange(), {named ? callee->getNameAsString() : "operator<<"});
  }
  if (named && isNondeterministicName(callee->getName()))
    fail(BreakKind::Nondeterminism, call->getSourceRange(), {name});
  if (named && isProcessName(callee->getName()))
    fail(BreakKind::ProcessControl, call->getSourceRange(), {name});
  const SourceManager &sources = context.getSourceManager();
  std::vector<BreakNote> notes;
  if (callee->getLocation().isValid() && !sources.isInSystemHeader(callee->getLocation()))
    notes.push_back({callee->getLocation(), "'" + callee->getNameAsString() + "' is declared here", {}});
  const bool system = callee->isInStdNamespace() || callee->getBuiltinID() != 0 ||
                      sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
  fail(system && !isFgNamespace(callee->getDeclContext()) ? BreakKind::SystemCallee
                                                          : BreakKind::NoVisibleDefinition,
       call->getSourceRange(), {name}, std::move(notes));
}

} // namespace fullgraph
