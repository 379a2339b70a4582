// fg::Tensor's members and the operators of the library: the calls that become nodes of the graph.
// CallRules.cpp asks it; the other models of tensors call it. A call becomes a node with the type that eager
// code would give the result, or is a graph break.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

/// What symbols of sizes that elements decide begin with.
inline constexpr llvm::StringLiteral sizePrefix = "data_size";

class TensorModel : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> tensorCall(const CallSite &site);

private:
  std::map<std::pair<const Value *, bool>, std::shared_ptr<SequenceObject>> lists; // sizes, strides
  CallResult dataSized(llvm::StringRef name, Value *self, const clang::Expr *call);
  void leaveCopyOfNumbers(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                          const clang::Expr *call);
  AbsValue withKnownRank(const OpSchema &op, llvm::StringRef parameter, const AbsValue &given,
                         const clang::Expr *call);
  CallResult operatorCall(const OpSchema &op, bool inPlace, const clang::FunctionDecl *callee,
                          const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> memberCall(const CallSite &site);
  CallResult checkShape(const std::vector<Location *> &args, const clang::Expr *call);
  AbsValue tensorMethod(llvm::StringRef name, Location *object, const std::vector<Location *> &args,
                        const clang::Expr *call, bool &handled);
  std::optional<unsigned> dimArgument(Value *tensor, Location *argument, const clang::Expr *call);
  std::optional<AbsValue> shapeMethod(llvm::StringRef name, Value *tensor,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<AbsValue> typeMethod(llvm::StringRef name, Value *tensor, const clang::Expr *call);
  AbsValue listOf(const Value *tensor, bool strides);
  AbsValue isSame(Value *tensor, Location *with, const clang::Expr *call);
  std::optional<CallResult> complexCall(const OpSchema &op, bool inPlace, const clang::FunctionDecl *callee,
                                        const std::vector<Location *> &args, const std::vector<Arg> &bound,
                                        const clang::Expr *call);
  void writeParts(Value *destination, Value *source, const std::vector<Arg> &args, const clang::Expr *call);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  TensorOps &tensors = use<TensorOps>();
  TensorNumbers &numbers = use<TensorNumbers>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  MarkedCalls &markedCalls = use<MarkedCalls>();
};

} // namespace fullgraph
