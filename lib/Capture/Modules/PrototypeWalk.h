// What the constructor of an fg::nn module builds (Caller/Prototypes.h says what for). Explore/Interpreter
// and CallRules.cpp call it. What it finds is a belief about the caller's objects, which guards check.
#pragma once

#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class PrototypeWalk : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> predictedCall(const CallSite &site);
  std::optional<CallResult> seenCall(const CallSite &site);
  /// Walks a class's constructor instead: what it builds. Null where it says nothing.
  const Location *runPrototype(const clang::CXXConstructorDecl *ctor, const clang::CXXRecordDecl *record);

  /// Walks the function, which calls compiled ones, for the types of what it passes.
  void runCaller(SeenCalls &into);

private:
  void noteRegistered(const CallSite &site);
  void convertModule(const CallSite &site);
  void convertRegistered(Location *part, ScalarType dtype, const clang::Expr *call,
                         std::set<const Location *> &met);
  std::optional<CallResult> copyOfNumbers(const CallSite &site);
  const Location *noteObject(const Location *object, const clang::CXXRecordDecl *base = nullptr);
  void noteArgument(const clang::FunctionDecl *callee, unsigned index, const Location *argument);
  const Location *note(std::vector<Location *> &known, const Location *object);

  std::set<const Value *> registered; // parameters and buffers of modules, which Module::to converts

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  HintCollector &collector = use<HintCollector>();
  TensorOps &tensors = use<TensorOps>();
  Statements &statements = use<Statements>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
