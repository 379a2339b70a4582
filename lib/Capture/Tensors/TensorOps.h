// Nodes of the graph: operands, checks of their types, and writes to tensors that others see. The models of
// operators call it. A node is only added once inference has accepted it, and its assumptions are guards of
// the path.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class TensorOps : WalkPart {
public:
  using WalkPart::WalkPart;

  Value *scalarNode(const Sym &number, const clang::Expr *expr);
  std::optional<Sym> broadcastSize(const Sym &a, const Sym &b, const clang::Expr *call);
  bool isUnknown(const AbsValue &value, const clang::Expr *use);
  /// Of the tensor that a creation function makes with these TensorOptions; nullopt where that is not known.
  static std::optional<ScalarType> createdType(const AbsValue &options, ScalarType byDefault);
  Arg toArg(const AbsValue &value, const ArgSchema &schema, const clang::Expr *call);
  Value *appendChecked(const OpSchema &op, std::vector<Arg> args, const clang::Expr *expr);
  void nameForUser(Value *tensor, const std::string &name) const;
  void countFromMemory(std::vector<Arg> &args, const clang::Expr *call);
  void assumePairedStorage(Value *root, const clang::Expr *call);
  Value *tensorOperand(const AbsValue &value, const clang::Expr *expr);
  Value *refuseSharedElements(Value *destination, const clang::Expr *expr);
  void writeTensor(Value *destination, Value *source, const std::vector<Arg> &args, const clang::Expr *expr);

private:
  Value *partBeforeExpansion(Value *part, const clang::Expr *expr);
  Value *partOfTurn(const OpSchema &op, const std::vector<Arg> &args, const clang::Expr *expr);
  void assumeSqueezed(const std::vector<Arg> &args, const clang::Expr *expr);
  void decideSigns(const std::vector<Arg> &args, const clang::Expr *expr);
  bool decideDim(const OpSchema &op, std::vector<Arg> &args, llvm::StringRef error, const clang::Expr *expr);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  KernelWalk &kernels = use<KernelWalk>();
  TensorNumbers &numbers = use<TensorNumbers>();
};

} // namespace fullgraph
