// The walk of an fg::kernel_op's function, whose numbers are elements of tensors (Models/KernelOps.h starts
// it). Each side of a branch on such a number is walked for itself.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

inline constexpr size_t maxSides = 64, maxWays = 128; // branches on one way, and ways

/// How far away elements are read, in one dim.
struct Reach {
  int64_t before = 0, behind = 0;
};

/// The fg::kernel_op that is being walked.
struct KernelRun {
  const clang::FunctionDecl *function = nullptr;
  const clang::Expr *call = nullptr;
  std::vector<Value *> operands; // null: a number of the user's program
  std::vector<AbsValue> numbers; // for those
  // Of the way that is being walked:
  std::vector<bool> forced;
  std::vector<std::pair<Value *, bool>> asked;
  size_t ways = 0;
  std::map<std::string, Value *> known; // by operator and operands
  // fg::Neighbours: the first walk finds out how far they reach, the second one reads.
  bool reads = false;
  std::map<Value *, std::vector<Reach>> reach;
  std::map<Value *, Value *> padded;
};

class KernelWalk : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<bool> kernelSide(const AbsValue &number, const clang::Expr *condition);
  Value *kernelValue(const OpSchema &op, const std::vector<Arg> &args, Value *made);

private:
  TensorNumbers &numbers = use<TensorNumbers>();
};

} // namespace fullgraph
