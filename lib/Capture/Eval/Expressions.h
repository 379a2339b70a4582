// Expressions of C++: the value of a prvalue, the object of a glvalue. Each expression is evaluated once, in
// C++'s order.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Expressions : WalkPart {
public:
  using WalkPart::WalkPart;

  AbsValue eval(const clang::Expr *expr);          // a prvalue, or the value read from a glvalue
  Location *evalLocation(const clang::Expr *expr); // the object a glvalue denotes; materialises prvalues
  Location *subscript(Location *base, const AbsValue &index, const clang::Expr *expr);
  std::optional<AbsValue> evalConstant(const clang::Expr *expr);
  std::optional<AbsValue> equalValues(const AbsValue &a, const AbsValue &b);

  std::map<const clang::Expr *, Location *> substituted;
  bool bindsToVariable = false; // the temporary being made lives as long as a variable

private:
  AbsValue evalValue(const clang::Expr *expr);
  Location *substitute(const clang::Expr *expr);
  Location *evalObject(const clang::Expr *expr);
  // The object that a form of expression denotes; null where the form denotes none.
  Location *declaredObject(const clang::DeclRefExpr *expr);
  Location *subscriptObject(const clang::ArraySubscriptExpr *expr);
  Location *unaryObject(const clang::UnaryOperator *op);
  Location *pointedObject(const clang::UnaryOperator *op);
  Location *binaryObject(const clang::BinaryOperator *op);
  Location *chosenObject(const clang::ConditionalOperator *op);
  void becomeDerived(Location *object, const clang::CastExpr *cast);
  AbsValue derivedPointer(const clang::CastExpr *cast);
  Location *castObject(const clang::CastExpr *cast);
  void noteConst(const clang::CastExpr *cast);
  AbsValue evalBinary(const clang::BinaryOperator *op);
  AbsValue evalShortCircuit(const clang::BinaryOperator *op);
  AbsValue evalShortCircuitOfTensor(const clang::BinaryOperator *op, const AbsValue &left);
  AbsValue evalUnary(const clang::UnaryOperator *op);
  /// Where the left operand is, which is evaluated once, and what the expression gives.
  std::pair<Location *, AbsValue> evalAssignment(const clang::BinaryOperator *op);
  std::pair<Location *, AbsValue> evalIncrement(const clang::UnaryOperator *op);
  AbsValue evalCast(const clang::CastExpr *cast);
  AbsValue evalConditional(const clang::AbstractConditionalOperator *op);
  AbsValue evalTemporary(const clang::CXXBindTemporaryExpr *expr);
  AbsValue evalRewritten(const clang::CXXRewrittenBinaryOperator *expr);
  AbsValue evalDynamicCast(const clang::CXXDynamicCastExpr *cast);
  AbsValue evalCallValue(const clang::CallExpr *call);
  AbsValue evalConstruct(const clang::CXXConstructExpr *expr);
  AbsValue evalArrayCopy(const clang::ArrayInitLoopExpr *expr);
  AbsValue evalOpaqueValue(const clang::OpaqueValueExpr *expr);
  AbsValue evalInherited(const clang::CXXInheritedCtorInitExpr *expr);
  [[noreturn]] void refuseForm(const clang::Expr *expr);
  AbsValue evalLambda(const clang::LambdaExpr *lambda);
  /// An aggregate in braces or, since C++20, in parentheses.
  AbsValue evalInitialisers(llvm::ArrayRef<clang::Expr *> inits, const clang::Expr *list);
  Location *memberLocation(const clang::MemberExpr *member);
  Location *variableLocation(const clang::VarDecl *var, const clang::Expr *use);
  AbsValue valueOf(const clang::APValue &value, clang::QualType type, const clang::Expr *expr);

  std::map<const clang::OpaqueValueExpr *, Location *> opaqueLocations;
  std::map<const clang::VarDecl *, Location *> constants; // variables whose values the compiler knows
  unsigned depth = 0;                                     // of nested expressions

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  TensorOps &tensors = use<TensorOps>();
  KernelWalk &kernels = use<KernelWalk>();
  TensorNumbers &numbers = use<TensorNumbers>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Scalars &scalars = use<Scalars>();
  Objects &objects = use<Objects>();
  Statements &statements = use<Statements>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
