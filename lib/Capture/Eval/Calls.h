// Calls: which function runs, with which arguments, and by which rule. A call is a model's, or it is inlined,
// or it is a graph break; what a model does not state is never guessed.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class Calls : WalkPart {
public:
  using WalkPart::WalkPart;

  CallResult evalCall(const clang::CallExpr *call);
  CallResult invoke(const clang::FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                    const clang::Expr *call);
  std::vector<Location *> evalArgs(const clang::FunctionDecl *callee,
                                   llvm::ArrayRef<const clang::Expr *> args);
  void bindParameters(Frame &frame, const clang::FunctionDecl *callee, const std::vector<Location *> &args);
  [[noreturn]] void breakOpaqueCall(const clang::FunctionDecl *callee, const clang::Expr *call,
                                    const std::vector<Location *> &args);
  void failOnModules(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                     const clang::Expr *call);

  [[noreturn]] void leaveUnknownTarget(clang::QualType callee, const std::string &name,
                                       const std::vector<Location *> &args, const clang::Expr *call);

  CallResult referenceFrom(AbsValue value, Location *object, const std::vector<Location *> &args,
                           const clang::FunctionDecl *callee, const clang::Expr *call);

  // Rules of the language (CallRule.h):
  std::optional<CallResult> closurePointer(const CallSite &site);
  std::optional<CallResult> onPoison(const CallSite &site);
  std::optional<CallResult> disabled(const CallSite &site);
  std::optional<CallResult> answered(const CallSite &site);
  std::optional<CallResult> opaque(const CallSite &site);
  std::optional<CallResult> refused(const CallSite &site);
  std::optional<CallResult> unstated(const CallSite &site);
  std::optional<CallResult> implicitAssignment(const CallSite &site);
  std::optional<CallResult> defaultedComparison(const CallSite &site);

private:
  CallResult inlined(const CallSite &site);
  const clang::FunctionDecl *bodyToWalk(const CallSite &site);
  void bindCaptures(Frame &inner, const clang::CXXRecordDecl *lambda, Location *object,
                    const clang::Expr *call);
  CallResult dispatchCall(const clang::CallExpr *call);
  const clang::CXXMethodDecl *finalOverrider(Location *object, const clang::CXXMethodDecl *method,
                                             const std::vector<Location *> &args, const clang::Expr *call);
  CallResult callCallable(Location *callable, const std::vector<const clang::Expr *> &args,
                          const clang::CallExpr *call);
  [[noreturn]] void failOnTargets(BreakKind kind, std::string name,
                                  std::vector<const clang::FunctionDecl *> targets,
                                  const std::vector<Location *> &args, const clang::Expr *call);
  [[noreturn]] void failOnVirtual(const clang::CXXMethodDecl *method, const std::vector<Location *> &args,
                                  const clang::Expr *call);
  void execSystemBody(const clang::FunctionDecl *definition, const clang::FunctionDecl *callee,
                      const clang::Expr *call);
  void noteTopCall(const clang::FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                   const clang::Expr *call);
  bool assumption(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                  const clang::Expr *call);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  HintCollector &collector = use<HintCollector>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Statements &statements = use<Statements>();
};

} // namespace fullgraph
