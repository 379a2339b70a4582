// Rules of calls that are the language's own, and calls that nothing can see into (CallRule.h).
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
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

/// An algorithm of the standard library, std::remove(first, last, value), and not C's function of that name.
bool isAlgorithm(const FunctionDecl *callee) {
  return callee->isInStdNamespace() && !callee->isExternC() && callee->getIdentifier() &&
         callee->getName() == "remove";
}

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

bool isStream(QualType type) { return factsOf(type).role == ClassRole::Stream; }

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

} // namespace

/// fg::assume in a build that does not assert it: a fact that nothing checks. Of elements nothing is known.
bool Calls::assumption(const FunctionDecl *callee, const std::vector<Location *> &args, const Expr *call) {
  const TemplateArgumentList *types = callee->getTemplateSpecializationArgs();
  if (!callee->getIdentifier() || callee->getName() != "assume" || !isFgNamespace(callee->getDeclContext()) ||
      isa<CXXMethodDecl>(callee) || !types || types->get(0).getKind() != TemplateArgument::Integral ||
      types->get(0).getAsIntegral().getBoolValue())
    return false;
  const AbsValue &condition = caller.read(args[0], call);
  if (condition.isScalar() && !walk.diagnosing && path.settle(condition.sym) != false)
    walk.graph->env.addFact(condition.sym);
  return true;
}

/// A pointer made of a lambda, which captures nothing.
std::optional<CallResult> Calls::closurePointer(const CallSite &site) {
  report.trace(site.call->getBeginLoc(), site.callee->getQualifiedNameAsString());
  const auto *method = dyn_cast<CXXMethodDecl>(site.callee);
  if (!method || !method->isLambdaStaticInvoker() || method->getParent()->isGenericLambda())
    return std::nullopt;
  AbsValue closure;
  closure.kind = ValueKind::Record;
  closure.type = classType(method->getParent());
  closure.record = std::make_shared<RecordObject>();
  closure.record->decl = method->getParent();
  return invoke(method->getParent()->getLambdaCallOperator(), path.temporary(closure, closure.type),
                site.args, site.call);
}

/// Anything may be done with what broke before.
std::optional<CallResult> Calls::onPoison(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  // A tensor that is assigned need not be known, nor be one.
  const bool isUnread =
      object && ((object->external && !object->loaded) || (walk.turn && walk.turn->unassigned.count(object)));
  const bool assigned = isUnread && isTensorType(object->type) && method &&
                        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
                        method->getRefQualifier() != RQ_RValue;
  if (object && !assigned && !isa<CXXConstructorDecl>(callee) && caller.read(object, call).isPoison())
    return CallResult{AbsValue::poison(), nullptr};
  // The library's own branches on it are not the program's: each would be walked both ways, and so would what
  // they call.
  if (!object && walk.diagnosing && isFgOrDetail(callee->getDeclContext()) &&
      isTensorType(callee->getReturnType()) && llvm::any_of(args, [&](const Location *argument) {
        return argument->value.isPoison() && !argument->type.isNull() && isTensorType(argument->type);
      })) {
    for (Location *argument : args) // of which type those are that nothing is known of is told, too
      caller.read(argument, call);
    return CallResult{AbsValue::poison(), nullptr};
  }
  return std::nullopt;
}

std::optional<CallResult> Calls::disabled(const CallSite &site) {
  if (std::optional<std::string> reason = annotationText(site.callee, "fullgraph.disable"))
    report.fail(BreakKind::DisabledCallee, site.call->getSourceRange(),
                {site.callee->getNameAsString(), *reason});
  return std::nullopt;
}

/// Questions of the library's code about what is known: fg::expected, fg::known, fg::assume.
std::optional<CallResult> Calls::answered(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  // Inference, where a module of the library asks: the other side is the user's code.
  if (isDetail(callee, "expected") && args.size() == 1) {
    const AbsValue &condition = caller.read(args[0], call);
    if (condition.isScalar() && !condition.sym.isConst() && path.settle(condition.sym) != false) {
      expectations.assumeExpected(MemberGuards, walk.frame().thisObject, condition.sym, report.userLoc(call));
      return CallResult{AbsValue::ofScalar(Sym::boolean(true)), nullptr};
    }
  }
  if (isDetail(callee, "known") && args.size() == 1)
    if (const AbsValue &condition = caller.read(args[0], call); condition.isScalar())
      return CallResult{AbsValue::ofScalar(Sym::boolean(path.settle(condition.sym) == true)), nullptr};
  if (assumption(callee, args, call))
    return CallResult{};
  return std::nullopt;
}

/// Streams and C's I/O are told before anything else: their bodies may be visible (fortified wrappers).
std::optional<CallResult> Calls::opaque(const CallSite &site) {
  const FunctionDecl *callee = site.callee;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  bool stream = method && isStream(classType(method->getParent()));
  if (!stream && callee->getNumParams() > 0)
    stream = isStream(callee->getParamDecl(0)->getType());
  const bool named = callee->getIdentifier() && !method && !isAlgorithm(callee) &&
                     (callee->isExternC() || callee->isInStdNamespace());
  if (stream || (named && (isIoName(callee->getName()) || isNondeterministicName(callee->getName()) ||
                           isProcessName(callee->getName()))))
    breakOpaqueCall(callee, site.call, site.args);
  return std::nullopt;
}

/// Threads, and containers that are not modelled.
std::optional<CallResult> Calls::refused(const CallSite &site) {
  const auto *method = dyn_cast<CXXMethodDecl>(site.callee);
  if (method) {
    report.refuseThreading(method->getParent(), site.call);
    report.refuseContainer(classType(method->getParent()), site.call);
  } else if (site.callee->isInStdNamespace() && site.callee->getIdentifier() &&
             site.callee->getName() == "async") {
    report.fail(BreakKind::ThreadCreation, site.call->getSourceRange(), {"std::async"});
  }
  return std::nullopt;
}

/// A member of a class of the standard library that no row of signatures/*.def states.
std::optional<CallResult> Calls::unstated(const CallSite &site) {
  report.refuseUnstated(site.callee, site.call);
  return std::nullopt;
}

/// Of classes that are interpreted member by member.
std::optional<CallResult> Calls::implicitAssignment(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !(method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) ||
      method->isUserProvided() || args.size() != 1)
    return std::nullopt;
  objects.refuseOwnAssignment(classType(method->getParent()), {}, call);
  AbsValue value = method->isMoveAssignmentOperator()
                       ? objects.moveFrom(args[0], args[0]->type, call)
                       : objects.copyValue(caller.read(args[0], call), args[0]->type, call);
  objects.assign(object, std::move(value), call);
  return CallResult{{}, object};
}

std::optional<CallResult> Calls::defaultedComparison(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (!callee->isDefaulted() || callee->getOverloadedOperator() != OO_EqualEqual)
    return std::nullopt;
  const AbsValue &left = object ? caller.read(object, call) : caller.read(args[0], call);
  const AbsValue &right = caller.read(args[object ? 0 : 1], call);
  if (std::optional<AbsValue> equal = expressions.equalValues(left, right))
    return CallResult{*equal, nullptr};
  return std::nullopt;
}

void Calls::breakOpaqueCall(const FunctionDecl *callee, const Expr *call,
                            const std::vector<Location *> &args) {
  const std::string name = callee->getQualifiedNameAsString();
  const bool named = callee->getIdentifier() && !isAlgorithm(callee);
  bool stream = false;
  if (callee->getNumParams() > 0)
    stream = isStream(callee->getParamDecl(0)->getType());
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee))
    stream |= isStream(classType(method->getParent()));
  const bool library = named && report.isLibrary(callee->getLocation()); // its load and save print nothing
  const bool io = stream || (named && isIoName(callee->getName()) &&
                             (callee->isExternC() || callee->isInStdNamespace() || library));
  if (io) {
    for (Location *arg : args) {
      const AbsValue &value = arg->value;
      const bool known = !arg->external || arg->loaded;
      if (!library && known && value.tensor && (value.is(ValueKind::TensorScalar) || value.isTensor()))
        report.fail(BreakKind::Logging, call->getSourceRange(),
                    {named ? callee->getNameAsString() : "operator<<", report.nameOf(value.tensor)},
                    report.definitionChain(value.tensor));
    }
    report.fail(BreakKind::Io, call->getSourceRange(), {named ? callee->getNameAsString() : "operator<<"});
  }
  if (named && isNondeterministicName(callee->getName()))
    report.fail(BreakKind::Nondeterminism, call->getSourceRange(), {name});
  if (named && isProcessName(callee->getName()))
    report.fail(BreakKind::ProcessControl, call->getSourceRange(), {name});
  const SourceManager &sources = context.getSourceManager();
  std::vector<BreakNote> notes;
  if (callee->getLocation().isValid() && !sources.isInSystemHeader(callee->getLocation()))
    notes.push_back({callee->getLocation(), "'" + callee->getNameAsString() + "' is declared here", {}});
  const bool system = callee->isInStdNamespace() || callee->getBuiltinID() != 0 ||
                      sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
  if (system && !isFgNamespace(callee->getDeclContext()))
    report.fail(BreakKind::SystemCallee, call->getSourceRange(), systemCallee(callee), std::move(notes));
  report.fail(BreakKind::NoVisibleDefinition, call->getSourceRange(), {name}, std::move(notes));
}

} // namespace fullgraph
