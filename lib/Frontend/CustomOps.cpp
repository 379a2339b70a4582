// FG_CUSTOM_OP: what it says, and whether its shape function fits the operator. FG_KERNEL_OP: whether the
// function is one of numbers.
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/OtherSources.h"
#include "lib/Ops/OpSchema.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <map>
#include <set>

using namespace clang;

namespace fullgraph {
namespace {

constexpr llvm::StringRef customKind = "fullgraph.custom_op";

const AnnotateAttr *customAttr(const FunctionDecl *decl) {
  for (const AnnotateAttr *attr : decl->specific_attrs<AnnotateAttr>())
    if (attr->getAnnotation() == customKind)
      return attr;
  return nullptr;
}

/// The string and the function in fg::CustomOp{.mutates = "out", .shape = f}.
class FieldFinder : public AstVisitor {
public:
  bool VisitStringLiteral(StringLiteral *literal) override {
    if (literal->isOrdinary())
      text = literal->getString();
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *named = dyn_cast<FunctionDecl>(reference->getDecl()))
      function = named;
    return true;
  }
  llvm::StringRef text;
  const FunctionDecl *function = nullptr;
};

bool isFg(const CXXRecordDecl *record, llvm::StringRef name) {
  if (!record || !record->getIdentifier() || record->getName() != name)
    return false;
  const auto *space = dyn_cast<NamespaceDecl>(record->getDeclContext());
  return space && space->getName() == "fg" && space->getParent()->getRedeclContext()->isTranslationUnit();
}

bool isTensor(QualType type) { return isFg(type.getNonReferenceType()->getAsCXXRecordDecl(), "Tensor"); }

bool isOfFg(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const DeclContext *home = method ? method->getParent()->getDeclContext() : callee->getDeclContext();
  const auto *space = dyn_cast<NamespaceDecl>(home->getRedeclContext());
  return space && space->getName() == "fg" && space->getParent()->getRedeclContext()->isTranslationUnit();
}

/// What an operator's body does with the tensors that it is given: the places where it writes to one, and
/// where it returns one or a view of one. Only what is certain: nothing is followed into other functions.
class OperatorBody : public AstVisitor {
public:
  struct Place {
    const ParmVarDecl *parameter = nullptr;
    SourceLocation where;
  };
  std::vector<Place> writes, returns;

  bool TraverseLambdaExpr(LambdaExpr *) override { return true; } // its return is none of the operator's
  bool VisitVarDecl(VarDecl *var) override {
    if (var->getInit() && var->getType()->isPointerType())
      if (const ParmVarDecl *parameter = memoryOf(var->getInit()))
        pointers[var] = parameter;
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      writesThrough(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      writesThrough(op->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !isOfFg(callee))
      return true;
    const auto *member = dyn_cast<CXXMemberCallExpr>(call);
    const Expr *target = member               ? member->getImplicitObjectArgument()
                         : call->getNumArgs() ? call->getArg(0)
                                              : nullptr;
    const bool inPlace =
        callee->getIdentifier() && callee->getName().ends_with("_") && isTensorOperator(callee);
    const OverloadedOperatorKind kind = callee->getOverloadedOperator();
    const bool compound =
        kind == OO_PlusEqual || kind == OO_MinusEqual || kind == OO_StarEqual || kind == OO_SlashEqual;
    const bool throughView =
        kind == OO_Equal && target && isa<CallExpr>(target->IgnoreImplicit()); // x[0] = y
    if (target && (inPlace || compound || throughView))
      if (const ParmVarDecl *parameter = viewed(target))
        writes.push_back({parameter, call->getExprLoc()});
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *stmt) override {
    if (stmt->getRetValue() && isTensor(stmt->getRetValue()->getType()))
      if (const ParmVarDecl *parameter = viewed(stmt->getRetValue()))
        returns.push_back({parameter, stmt->getRetValue()->getExprLoc()});
    return true;
  }

private:
  static bool isTensorOperator(const FunctionDecl *callee) {
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    return method ? isTensor(callee->getASTContext().getRecordType(method->getParent()))
                  : callee->getNumParams() && isTensor(callee->getParamDecl(0)->getType());
  }
  /// The parameter that a tensor is, or is a view of. Null where it may be another one by now.
  const ParmVarDecl *viewed(const Expr *expr) const {
    static const std::set<llvm::StringRef> composites = {"t",        "transpose", "narrow",    "detach",
                                                         "mT",       "movedim",   "swapaxes",  "view_as",
                                                         "diagonal", "unfold",    "expand_as", "unflatten"};
    const auto isView = [&](llvm::StringRef name) {
      const OpSchema *op = findOp(name);
      return op ? op->isView() && !op->is(Op::reshape) : composites.contains(name); // reshape may copy
    };
    for (;;) {
      expr = expr->IgnoreImplicit()->IgnoreParens();
      const auto *construct = dyn_cast<CXXConstructExpr>(expr);
      if (construct && construct->getNumArgs() == 1 &&
          construct->getConstructor()->isCopyOrMoveConstructor()) {
        expr = construct->getArg(0);
        continue;
      }
      if (const auto *call = dyn_cast<CallExpr>(expr)) {
        const FunctionDecl *callee = call->getDirectCallee();
        const bool isMove =
            callee && callee->getIdentifier() && callee->isInStdNamespace() && callee->getName() == "move";
        const bool isViewCall = callee && isOfFg(callee) && isTensorOperator(callee) &&
                                ((callee->getIdentifier() && isView(callee->getName())) ||
                                 callee->getOverloadedOperator() == OO_Subscript);
        if (!isMove && !isViewCall)
          return nullptr;
        const auto *member = dyn_cast<CXXMemberCallExpr>(call);
        expr = member ? member->getImplicitObjectArgument() : call->getArg(0);
        continue;
      }
      const auto *reference = dyn_cast<DeclRefExpr>(expr);
      const auto *parameter = reference ? dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
      const bool mayBeAnother =
          parameter && !parameter->getType()->isReferenceType() && reassigned.count(parameter);
      return parameter && isTensor(parameter->getType()) && !mayBeAnother ? parameter : nullptr;
    }
  }
  /// The parameter whose memory a pointer leads to: x.data_ptr<float>().
  const ParmVarDecl *memoryOf(const Expr *pointer) const {
    const auto *call = dyn_cast<CXXMemberCallExpr>(pointer->IgnoreParenCasts());
    const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    return method && method->getIdentifier() && isOfFg(method) &&
                   (method->getName() == "data_ptr" || method->getName() == "mutable_data_ptr")
               ? viewed(call->getImplicitObjectArgument())
               : nullptr;
  }
  /// p[i] = 1, *p = 1
  void writesThrough(const Expr *target) {
    const Expr *base = target->IgnoreParenImpCasts();
    if (const auto *element = dyn_cast<ArraySubscriptExpr>(base))
      base = element->getBase();
    else if (const auto *op = dyn_cast<UnaryOperator>(base); op && op->getOpcode() == UO_Deref)
      base = op->getSubExpr();
    else
      return;
    const auto *reference = dyn_cast<DeclRefExpr>(base->IgnoreParenImpCasts());
    const auto found = reference ? pointers.find(reference->getDecl()) : pointers.end();
    if (found != pointers.end())
      writes.push_back({found->second, target->getExprLoc()});
    else if (const ParmVarDecl *parameter = memoryOf(base))
      writes.push_back({parameter, target->getExprLoc()});
  }
  std::map<const ValueDecl *, const ParmVarDecl *> pointers;

public:
  std::set<const ParmVarDecl *> reassigned; // x = x.clone(): another tensor from there on
};

/// The parameters that a body assigns to.
class Reassigned : public AstVisitor {
public:
  explicit Reassigned(std::set<const ParmVarDecl *> &found) : found(found) {}
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
    const auto *reference = call->getOperator() == OO_Equal
                                ? dyn_cast<DeclRefExpr>(call->getArg(0)->IgnoreParenImpCasts())
                                : nullptr;
    if (const auto *parameter = reference ? dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr)
      found.insert(parameter);
    return true;
  }
  std::set<const ParmVarDecl *> &found;
};

class Checker : public AstVisitor {
public:
  explicit Checker(ASTContext &context) : context(context) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(Decl *decl) override {
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        (context.getSourceManager().isInSystemHeader(decl->getLocation()) ||
         isOfOtherSource(decl->getLocation(), context.getSourceManager())))
      return true;
    return AstVisitor::TraverseDecl(decl);
  }

  bool VisitFunctionDecl(FunctionDecl *op) override {
    if (!op->isDependentContext() && !op->getPreviousDecl() && annotationText(op, "fullgraph.kernel_op"))
      checkKernelOp(op);
    if (op->isDependentContext() || !customAttr(op) || op->getPreviousDecl())
      return true;
    const CustomOpAnnotation annotation = *customOpAnnotation(op);
    for (const std::string &name : annotation.mutates)
      if (llvm::none_of(op->parameters(),
                        [&](const ParmVarDecl *parameter) { return parameter->getName() == name; }))
        error(annotation.macro.getBegin(),
              "FG_CUSTOM_OP: '" + op->getNameAsString() + "' has no parameter '" + name + "' to mutate");
    if (annotation.shape)
      compare(op, annotation.shape, annotation.macro.getBegin());
    checkBody(op, annotation);
    return true;
  }

private:
  /// What the body shows to be other than declared; what it does not show, debug builds compare
  /// (operator_check.h).
  void checkBody(const FunctionDecl *op, const CustomOpAnnotation &annotation) {
    const FunctionDecl *definition = nullptr;
    if (!op->hasBody(definition))
      return;
    OperatorBody body;
    Reassigned(body.reassigned).TraverseStmt(definition->getBody());
    body.TraverseStmt(definition->getBody());
    // By its place: the declaration with FG_CUSTOM_OP may name it otherwise.
    const auto mutates = [&](const ParmVarDecl *parameter) {
      const unsigned index = parameter->getFunctionScopeIndex();
      return index < op->getNumParams() &&
             llvm::is_contained(annotation.mutates, op->getParamDecl(index)->getNameAsString());
    };
    const std::string name = "FG_CUSTOM_OP: '" + op->getNameAsString() + "' ";
    for (const OperatorBody::Place &write : body.writes)
      if (!mutates(write.parameter)) {
        error(write.where, name + "writes to its parameter '" + write.parameter->getNameAsString() +
                               "', which .mutates does not name");
        break;
      }
    if (!op->getReturnType()->isReferenceType())
      for (const OperatorBody::Place &result : body.returns)
        if (!mutates(result.parameter)) {
          error(result.where, name + "returns its parameter '" + result.parameter->getNameAsString() +
                                  "', or a view of it, and an operator returns new tensors: return a clone");
          break;
        }
  }

  void checkKernelOp(const FunctionDecl *op) {
    const std::string name = "FG_KERNEL_OP: '" + op->getNameAsString() + "' ";
    if (const auto *method = dyn_cast<CXXMethodDecl>(op); method && !method->isStatic())
      error(op->getLocation(), name + "is a member of an object, which fg::kernel_op does not have");
    for (const ParmVarDecl *parameter : op->parameters()) {
      const QualType type = parameter->getType().getNonReferenceType();
      const CXXRecordDecl *record = type->getAsCXXRecordDecl();
      const bool isOutput =
          parameter->getType()->isReferenceType() && !type.isConstQualified(); // changed by the function
      if (isOutput || !(type->isArithmeticType() || isFg(record, "Neighbours")))
        error(parameter->getLocation(), name + "takes '" + text(parameter->getType()) +
                                            "', and a kernel function numbers and fg::Neighbours");
    }
    if (!op->getReturnType()->isArithmeticType())
      error(op->getLocation(),
            name + "returns '" + text(op->getReturnType()) + "', and a kernel function a number");
  }

  void compare(const FunctionDecl *op, const FunctionDecl *shape, SourceLocation where) {
    const std::string name = "'" + shape->getNameAsString() + "'";
    if (shape->getNumParams() != op->getNumParams()) {
      error(where, "FG_CUSTOM_OP: shape function " + name + " takes " +
                       std::to_string(shape->getNumParams()) + " arguments, operator '" +
                       op->getNameAsString() + "' " + std::to_string(op->getNumParams()));
      return noteShape(shape->getLocation());
    }
    for (unsigned i = 0; i < op->getNumParams(); ++i) {
      const ParmVarDecl *theirs = shape->getParamDecl(i), *ours = op->getParamDecl(i);
      if (matches(ours->getType(), theirs->getType()))
        continue;
      error(where, "FG_CUSTOM_OP: shape function " + name + " takes '" + text(theirs->getType()) +
                       "' where operator '" + op->getNameAsString() + "' takes '" + text(ours->getType()) +
                       "'" + (ours->getIdentifier() ? " (" + ours->getNameAsString() + ")" : ""));
      noteShape(theirs->getLocation());
    }
    if (matches(op->getReturnType(), shape->getReturnType()))
      return;
    error(where, "FG_CUSTOM_OP: shape function " + name + " returns '" + text(shape->getReturnType()) +
                     "' where operator '" + op->getNameAsString() + "' returns '" +
                     text(op->getReturnType()) + "'");
    noteShape(shape->getLocation());
  }

  /// fg::Tensor ↔ fg::TensorMeta, within class templates too; everything else is the same type.
  bool matches(QualType ours, QualType theirs) const {
    ours = ours.getNonReferenceType().getUnqualifiedType();
    theirs = theirs.getNonReferenceType().getUnqualifiedType();
    const CXXRecordDecl *a = ours->getAsCXXRecordDecl(), *b = theirs->getAsCXXRecordDecl();
    if (isFg(a, "Tensor"))
      return isFg(b, "TensorMeta");
    const auto *one = dyn_cast_or_null<ClassTemplateSpecializationDecl>(a),
               *other = dyn_cast_or_null<ClassTemplateSpecializationDecl>(b);
    if (one && other &&
        one->getSpecializedTemplate()->getCanonicalDecl() ==
            other->getSpecializedTemplate()->getCanonicalDecl())
      return matches(one->getTemplateArgs().asArray(), other->getTemplateArgs().asArray());
    return context.hasSameType(ours, theirs);
  }
  bool matches(llvm::ArrayRef<TemplateArgument> ours, llvm::ArrayRef<TemplateArgument> theirs) const {
    if (ours.size() != theirs.size())
      return false;
    for (size_t i = 0; i < ours.size(); ++i) {
      if (ours[i].getKind() != theirs[i].getKind())
        return false;
      if (ours[i].getKind() == TemplateArgument::Pack) {
        if (!matches(ours[i].pack_elements(), theirs[i].pack_elements()))
          return false;
      } else if (ours[i].getKind() != TemplateArgument::Type) {
        if (!ours[i].structurallyEquals(theirs[i]))
          return false;
      } else if (!matches(ours[i].getAsType(), theirs[i].getAsType()) && !isAllocator(ours[i].getAsType())) {
        return false;
      }
    }
    return true;
  }
  static bool isAllocator(QualType type) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && record->getIdentifier() &&
           record->getName() == "allocator";
  }

  std::string text(QualType type) const { return type.getAsString(context.getPrintingPolicy()); }
  void error(SourceLocation where, const std::string &message) {
    DiagnosticsEngine &diags = context.getDiagnostics();
    diags.Report(where, diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << message;
  }
  void noteShape(SourceLocation where) {
    DiagnosticsEngine &diags = context.getDiagnostics();
    diags.Report(where, diags.getCustomDiagID(DiagnosticsEngine::Note, "%0"))
        << "a shape function takes fg::TensorMeta where its operator takes fg::Tensor";
  }

  ASTContext &context;
};

} // namespace

std::optional<CustomOpAnnotation> customOpAnnotation(const FunctionDecl *decl) {
  const AnnotateAttr *attr = customAttr(decl);
  if (!attr)
    return std::nullopt;
  CustomOpAnnotation result;
  result.name = annotationText(decl, customKind).value_or("");
  result.macro = decl->getASTContext().getSourceManager().getExpansionRange(attr->getRange()).getAsRange();
  if (attr->args_size() < 2)
    return result;
  FieldFinder fields;
  fields.TraverseStmt(attr->args_begin()[1]);
  llvm::SmallVector<llvm::StringRef, 4> names;
  fields.text.split(names, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names)
    result.mutates.push_back(name.trim().str());
  result.shape = fields.function;
  return result;
}

void checkCustomOps(ASTContext &context) { Checker(context).TraverseDecl(context.getTranslationUnitDecl()); }

} // namespace fullgraph
