// The rest of the standard library's vocabulary: free functions, optional, pointers, std::function, and
// fg::Scalar. A signature that signatures/*.def does not state is refused.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class StdModels : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> standardCall(const CallSite &site);
  std::optional<AbsValue> stdConstruct(const clang::CXXConstructorDecl *ctor,
                                       const std::vector<Location *> &args, clang::QualType type,
                                       const clang::Expr *expr);

private:
  std::optional<CallResult> stdCall(const clang::FunctionDecl *callee, Location *object,
                                    const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> stdMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> optionalMethod(llvm::StringRef name, Location *object,
                                           const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> pointerMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                          const std::vector<Location *> &args, const clang::Expr *call);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Renderer &render = use<Renderer>();
  TensorOps &tensors = use<TensorOps>();
  TensorNumbers &numbers = use<TensorNumbers>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Scalars &scalars = use<Scalars>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
  Sequences &sequences = use<Sequences>();
  Maps &maps = use<Maps>();
  Strings &strings = use<Strings>();
  Variants &variants = use<Variants>();
};

} // namespace fullgraph
