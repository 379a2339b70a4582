// Arithmetic and conversions of numbers of the program, with C++'s types. The evaluator calls it. A result
// that its C++ type may not hold is an assumption or a break, never a wrapped symbol.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Scalars : WalkPart {
public:
  using WalkPart::WalkPart;

  AbsValue arithmetic(clang::BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                      clang::QualType type, const clang::Expr *expr);
  AbsValue convert(const AbsValue &value, clang::QualType from, clang::QualType to, const clang::Expr *expr);
  Sym fitInteger(const Sym &value, clang::QualType type, const clang::Expr *expr, bool arithmetic = false);
  std::optional<AbsValue> mathCall(llvm::StringRef name, const std::vector<AbsValue> &args,
                                   const clang::CallExpr *call);

private:
  AbsValue pointerArithmetic(clang::BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                             clang::QualType type, const clang::Expr *expr);
  AbsValue realArithmetic(clang::BinaryOperatorKind op, const Sym &p, const Sym &q, clang::QualType type,
                          const clang::Expr *expr);
  AbsValue integerArithmetic(clang::BinaryOperatorKind op, const Sym &p, const Sym &q, clang::QualType type,
                             const clang::Expr *expr);
  void assumeShift(const Sym &amount, clang::QualType type, const clang::Expr *expr);
  Sym shifted(const Sym &p, const Sym &q, clang::QualType type, const clang::Expr *expr);
  std::optional<Sym> wrapAround(clang::BinaryOperatorKind op, const Sym &p, const Sym &q, const Sym &value,
                                clang::QualType type, const clang::Expr *expr);
  std::optional<Sym> exactInteger(const Sym &real);
  bool isWithin(const Sym &value, int64_t low, int64_t high);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  TensorNumbers &numbers = use<TensorNumbers>();
};

} // namespace fullgraph
