// C++ numbers that are read from tensors: `x.item<float>()`, and what is computed of it. They stay in the
// graph as 0-d tensors of the C++ type's dtype, until C++ itself needs the number.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class TensorNumbers : WalkPart {
public:
  using WalkPart::WalkPart;

  AbsValue numberOf(Value *tensor, clang::QualType type, const AbsValue &from);
  Value *checkedNumber(Value *element, ScalarType dtype, const clang::Expr *expr);
  AbsValue readNumber(Value *tensor, clang::QualType type, const clang::Expr *expr);
  Value *weakNumber(const AbsValue &number, const clang::Expr *expr);
  AbsValue convertNumber(const AbsValue &number, clang::QualType to, const clang::Expr *expr);
  AbsValue numberArithmetic(clang::BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                            clang::QualType type, const clang::Expr *expr);
  AbsValue numberUnary(Op op, const AbsValue &number, const clang::Expr *expr);
  std::optional<AbsValue> numberFunction(llvm::StringRef name, const std::vector<AbsValue> &args,
                                         const clang::CallExpr *call);

private:
  AbsValue roundedNumber(const AbsValue &number, const clang::Expr *expr);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  TensorOps &tensors = use<TensorOps>();
};

} // namespace fullgraph
