// Which expressions and functions can be evaluated at any time, since that changes nothing.

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/OwnTensors.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Syntax/StandardCalls.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr unsigned maxQuietBodies = 5; // a function may call itself

/// F::PadFuncOptions({1, 1}).mode(kReflect): options of the library that are made, and set, in the
/// expression.
bool makesOptions(const Stmt *expr, const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !method->getParent()->getIdentifier() ||
      !method->getParent()->getName().ends_with("Options"))
    return false;
  const DeclContext *home = method->getParent()->getDeclContext();
  while (home && !isFgNamespace(home))
    home = home->getParent();
  if (!home)
    return false;
  if (isa<CXXConstructExpr>(expr))
    return true;
  const auto *call = dyn_cast<CXXMemberCallExpr>(expr);
  const Expr *object = call ? call->getImplicitObjectArgument()->IgnoreImplicit() : nullptr;
  if (const auto *earlier = dyn_cast_or_null<CXXMemberCallExpr>(object))
    return earlier->getDirectCallee() && makesOptions(earlier, earlier->getDirectCallee());
  return object && (isa<CXXConstructExpr>(object) || isa<CXXFunctionalCastExpr>(object));
}

/// fg::detail::interpolate and its like: what only the library's own functions call, and what only reads its
/// arguments.
bool isLibraryDetail(const FunctionDecl *callee) {
  const auto *space = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  return space && space->getName() == "detail" && isFgNamespace(space->getParent()) &&
         llvm::none_of(callee->parameters(), [](const ParmVarDecl *parameter) {
           const QualType type = parameter->getType();
           return type->isAnyPointerType() ||
                  (type->isReferenceType() && !type.getNonReferenceType().isConstQualified());
         });
}

/// What the user says of the function: it computes its result, and has no effects.
bool isDeclaredPure(const FunctionDecl *callee) {
  if (!callee->hasAttr<AnnotateAttr>())
    return false;
  if (const std::optional<CustomOpAnnotation> op = customOpAnnotation(callee))
    return op->mutates.empty();
  return annotationText(callee, "fullgraph.nonstrict_trace") ||
         annotationText(callee, "fullgraph.constant_result");
}

/// net->f(), (*net).f(): the ways from an nn::ModuleHolder to its module. They only throw, where it has none.
bool opensHolder(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !isFgClass(method->getParent()) || !method->getParent()->getIdentifier() ||
      method->getParent()->getName() != "ModuleHolder")
    return false;
  static const std::set<llvm::StringRef> ways = {"get", "ptr", "is_empty"};
  const OverloadedOperatorKind kind = method->getOverloadedOperator();
  return kind == OO_Arrow || kind == OO_Star || isa<CXXConversionDecl>(method) ||
         (method->getIdentifier() && ways.count(method->getName()));
}

/// std::cout << x
bool isStreamOutput(const Stmt *expr) {
  const auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
  if (!call || call->getOperator() != OO_LessLess || call->getNumArgs() != 2)
    return false;
  const CXXRecordDecl *record = call->getArg(0)->getType()->getAsCXXRecordDecl();
  return factsOf(record).isPrinted;
}

/// printf("...", x): a function of C's that writes text.
bool isPrint(const FunctionDecl *callee) {
  static const std::set<llvm::StringRef> names = {"printf", "puts", "putchar", "fprintf",
                                                  "fputs",  "putc", "fputc",   "fflush"};
  return callee->getIdentifier() && names.count(callee->getName()) &&
         (callee->isExternC() || callee->isInStdNamespace());
}

/// A variable of the function's own, which is no other name of an object.
const VarDecl *ownVariable(const Expr *target) {
  const auto *reference = dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts());
  const auto *var = reference && !reference->refersToEnclosingVariableOrCapture()
                        ? dyn_cast<VarDecl>(reference->getDecl())
                        : nullptr;
  return var && var->hasLocalStorage() && !var->getType()->isReferenceType() ? var : nullptr;
}

/// Such a variable, or a part of its own value: a member, an element of a list that owns its elements.
bool isOwnPlace(const Expr *place) {
  place = place->IgnoreParenImpCasts();
  if (ownVariable(place))
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(place))
    return !member->isArrow() && isa<FieldDecl>(member->getMemberDecl()) &&
           !member->getMemberDecl()->getType()->isReferenceType() && isOwnPlace(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(place)) {
    const Expr *array = element->getBase()->IgnoreParenImpCasts();
    return array->getType()->isArrayType() && isOwnPlace(array);
  }
  const auto *call = dyn_cast<CallExpr>(place);
  const auto *method = call ? dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  if (!method)
    return false;
  static const std::set<llvm::StringRef> accesses = {"at", "front", "back"};
  const ClassFacts &facts = factsOf(method->getParent());
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  const bool isElement = member ? method->getIdentifier() && accesses.count(method->getName())
                                : method->getOverloadedOperator() == OO_Subscript;
  return isElement && facts.role == ClassRole::List && facts.owns &&
         isOwnPlace(member ? member->getImplicitObjectArgument() : call->getArg(0));
}

/// An operator of iterators: `it + 1`.
bool readsIterators(const FunctionDecl *callee) {
  return llvm::any_of(callee->parameters(), [](const ParmVarDecl *parameter) {
    return isIterator(parameter->getType().getNonReferenceType());
  });
}

/// An operator of texts alone: `"p" + name`.
bool readsTexts(const FunctionDecl *callee) {
  return llvm::all_of(callee->parameters(), [](const ParmVarDecl *parameter) {
    const QualType type = parameter->getType(), value = type.getNonReferenceType();
    const bool isChanged = type->isLValueReferenceType() && !value.isConstQualified();
    return !isChanged && (factsOf(value).role == ClassRole::Text || value->isAnyCharacterType() ||
                          (value->isPointerType() && value->getPointeeType().isConstQualified()));
  });
}

/// Looks at code for effects that someone could see: what it writes, but to variables of its own and to the
/// memory of its own tensors, and what it prints, where that is not allowed.
class Effects {
public:
  using IsHeld = llvm::function_ref<bool(const Stmt *)>;
  /// `isHeld`: of parts that are not looked at.
  explicit Effects(bool mayPrint, IsHeld isHeld = holdsNothing) : mayPrint(mayPrint), isHeld(isHeld) {}

  bool areNone(const Stmt *expr) const { return isQuiet(expr, 0); }
  bool areNoneIn(const Stmt *body) const { return isa_and_nonnull<CompoundStmt>(body) && isPure(body, 1); }

private:
  static bool holdsNothing(const Stmt *) { return false; }
  /// `bodies`: of functions, around it.
  bool isQuiet(const Stmt *expr, unsigned bodies) const;
  bool isPure(const Stmt *stmt, unsigned bodies) const;
  bool changesOwn(const Expr *expr, unsigned bodies) const;
  bool parts(const Stmt *stmt, unsigned bodies) const {
    return llvm::all_of(stmt->children(), [&](const Stmt *child) { return isQuiet(child, bodies); });
  }

  const bool mayPrint;
  const IsHeld isHeld;
};

/// An assignment to a variable of the body's own, or a method that fills a container of its own.
bool Effects::changesOwn(const Expr *expr, unsigned bodies) const {
  expr = expr->IgnoreImplicit();
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->isAssignmentOp())
    return isOwnPlace(op->getLHS()) && isQuiet(op->getLHS(), bodies) && isQuiet(op->getRHS(), bodies);
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->isIncrementDecrementOp())
    return isOwnPlace(op->getSubExpr()) && isQuiet(op->getSubExpr(), bodies);
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(expr); op && op->getOperator() == OO_Equal) {
    const QualType type = op->getArg(0)->getType(); // x += y writes into a tensor, which others may hold
    return isOwnPlace(op->getArg(0)) && (isTensorType(type) || type->isScalarType()) && parts(op, bodies);
  }
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(expr)) {
    const Expr *list = call->getImplicitObjectArgument();
    static const std::set<llvm::StringRef> fills = {"push_back", "emplace_back", "reserve", "pop_back",
                                                    "clear"};
    const CXXMethodDecl *method = call->getMethodDecl();
    return isOwnPlace(list) && factsOf(list->getType()->getAsCXXRecordDecl()).fillsQuietly && method &&
           method->getIdentifier() && fills.count(method->getName()) &&
           llvm::all_of(call->arguments(), [&](const Expr *argument) { return isQuiet(argument, bodies); });
  }
  return false;
}

/// Does a statement of a function's body change nothing but variables of the body's own?
bool Effects::isPure(const Stmt *stmt, unsigned bodies) const {
  if (!stmt)
    return true;
  const auto all = [&] {
    return llvm::all_of(stmt->children(), [&](const Stmt *child) { return isPure(child, bodies); });
  };
  if (isa<CompoundStmt, NullStmt, BreakStmt, ContinueStmt, SwitchCase, AttributedStmt, IfStmt, ForStmt,
          WhileStmt, DoStmt, SwitchStmt>(stmt))
    return all();
  if (const auto *result = dyn_cast<ReturnStmt>(stmt))
    return isQuiet(result->getRetValue(), bodies);
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt)) {
    const QualType range = loop->getRangeInit()->getType();
    const CXXRecordDecl *record = range->getAsCXXRecordDecl();
    return (range->isArrayType() || isLibraryClass(record)) && !loop->getInit() &&
           isQuiet(loop->getRangeInit(), bodies) && isPure(loop->getBody(), bodies);
  }
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    return llvm::all_of(declaration->decls(), [&](const Decl *decl) {
      const auto *var = dyn_cast<VarDecl>(decl);
      return isa<StaticAssertDecl, TypedefNameDecl, UsingDecl>(decl) ||
             (var && var->hasLocalStorage() && !runsDestructor(var->getType()) &&
              isQuiet(var->getInit(), bodies));
    });
  const auto *expr = dyn_cast<Expr>(stmt);
  return expr && (changesOwn(expr, bodies) || isQuiet(expr, bodies));
}

bool Effects::isQuiet(const Stmt *expr, unsigned bodies) const {
  if (!expr || isHeld(expr))
    return true;
  if (isa<CXXBindTemporaryExpr>(expr) && runsDestructor(cast<Expr>(expr)->getType()))
    return false;
  if (const auto *lambda = dyn_cast<LambdaExpr>(expr)) // a helper within a body
    return bodies > 0 && bodies < maxQuietBodies && !lambda->isGenericLambda() &&
           llvm::all_of(
               lambda->capture_inits(), [&](const Expr *captured) { return isQuiet(captured, bodies); }) &&
           isPure(lambda->getBody(), bodies + 1);
  if (isa<CXXThrowExpr>(expr) || isa<CXXNewExpr>(expr) || isa<CXXDeleteExpr>(expr))
    return false;
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->isAssignmentOp())
    return false;
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->isIncrementDecrementOp())
    return false;
  if (mayPrint && isStreamOutput(expr))
    return llvm::all_of(cast<CallExpr>(expr)->arguments(),
                        [&](const Expr *argument) { return isQuiet(argument, bodies); });
  const FunctionDecl *callee = nullptr;
  if (const auto *call = dyn_cast<CallExpr>(expr)) {
    callee = call->getDirectCallee();
    if (!callee)
      return false;
  } else if (const auto *construct = dyn_cast<CXXConstructExpr>(expr)) {
    callee = construct->getConstructor();
  }
  if (!callee)
    return parts(expr, bodies);
  if (isDeclaredPure(callee) || opensHolder(callee) || (mayPrint && isPrint(callee)))
    return parts(expr, bodies);
  if (annotationText(callee, "fullgraph.leaf") || isPrint(callee) || customOpAnnotation(callee))
    return false;
  const DeclContext *home = callee->getDeclContext();
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee))
    home = method->getParent()->getDeclContext();
  const auto *space = dyn_cast<NamespaceDecl>(home);
  const bool places = space && space->getName() == "indexing" && isFgNamespace(space->getParent());
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const bool standard = home->isStdNamespace() || (method && isIterator(classType(method->getParent())));
  const bool library = isFgNamespace(home) || places || standard || isLibraryDetail(callee);
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const bool inPlace = (name.ends_with("_") && !name.ends_with("__")) ||
                       (library && name.ends_with("_out")) ||
                       (isa<CXXOperatorCallExpr>(expr) && cast<CXXOperatorCallExpr>(expr)->isAssignmentOp());
  const bool constructs = isa<CXXConstructorDecl>(callee);
  const bool trivial =
      callee->isTrivial() || (constructs && callee->isConstexpr()) || makesOptions(expr, callee);
  if (inPlace) // in a function's body, into a tensor that the body has made
    return bodies > 0 && library && OwnTensors().isWrittenBy(cast<CallExpr>(expr)) && parts(expr, bodies);
  const FunctionDecl *definition = nullptr;
  if (!library && !trivial &&
      (constructs || bodies == maxQuietBodies || (method && method->isVirtual()) ||
       !callee->hasBody(definition) || !isa<CompoundStmt>(definition->getBody()) ||
       !isPure(definition->getBody(), bodies + 1)))
    return false;
  if (method && !method->isConst() && !isa<CXXConstructorDecl>(callee) && standard && !handsOut(method))
    return false; // push_back and its like
  if (standard && isa<CXXOperatorCallExpr>(expr) && !method && !readsIterators(callee) && !readsTexts(callee))
    return false; // a stream's <<
  const auto *call = dyn_cast<CallExpr>(expr);
  if (standard && call && !method && !isa<CXXOperatorCallExpr>(call) && !isQuietStandardCall(call))
    return false;
  return parts(expr, bodies);
}

/// Does the code run functions of the user's, but for the closures that stand in it?
class UserCalls : public AstVisitor {
public:
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    return note(callee && (isLambdaCallOperator(callee) || isOfLibrary(callee)));
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    const CXXConstructorDecl *callee = construct->getConstructor();
    const bool isWritten = callee->isUserProvided() || assignsItself(classType(callee->getParent()));
    return note(!isWritten || isOfLibrary(callee));
  }
  bool VisitVarDecl(VarDecl *var) override { return note(!runsDestructor(var->getType())); }
  bool VisitCXXNewExpr(CXXNewExpr *) override { return note(false); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) override { return note(false); }
  bool found = false;

private:
  bool note(bool isHarmless) {
    found |= !isHarmless;
    return !found;
  }
  static bool isOfLibrary(const FunctionDecl *callee) {
    if (callee->getBuiltinID() != 0 || isStdLibrary(callee))
      return true;
    const DeclContext *home = callee->getDeclContext();
    while (home && !isFgNamespace(home))
      home = home->getParent();
    return home != nullptr;
  }
};

} // namespace

bool handsOut(const CXXMethodDecl *method) {
  static const std::set<llvm::StringRef> names = {"at",   "back",  "begin", "data",   "end",
                                                  "find", "front", "size",  "rbegin", "rend"};
  const OverloadedOperatorKind op = method->getOverloadedOperator();
  return op == OO_Subscript || op == OO_Star || op == OO_Arrow ||
         (method->getIdentifier() && names.count(method->getName()));
}

bool changesOnlyOwn(const Stmt *body) {
  const ChangedPlaces changes = changesOf(body);
  UserCalls calls;
  calls.TraverseStmt(const_cast<Stmt *>(body));
  return !changes.self && !calls.found && llvm::all_of(changes.variables, [](const VarDecl *var) {
    const QualType type = var->getType();
    return var->hasLocalStorage() && !type->isReferenceType() && !type->isAnyPointerType();
  });
}

bool isQuiet(const Stmt *expr, const Stmt *except) {
  return isQuietBut(expr, [&](const Stmt *part) { return part == except; });
}

bool isQuietBut(const Stmt *expr, llvm::function_ref<bool(const Stmt *)> isHeld) {
  return Effects(/*mayPrint=*/false, isHeld).areNone(expr);
}

bool namesOnly(const Stmt *expr) {
  return !isa<CallExpr, CXXConstructExpr, LambdaExpr>(expr) &&
         llvm::all_of(expr->children(), [](const Stmt *part) { return !part || namesOnly(part); });
}

bool isQuietButPrints(const Stmt *expr) { return Effects(/*mayPrint=*/true).areNone(expr); }

bool isPureBody(const Stmt *body) { return Effects(/*mayPrint=*/false).areNoneIn(body); }

} // namespace fullgraph
