// FG_CUSTOM_OP: what it says, and whether its shape function fits the operator. FG_KERNEL_OP: whether the
// function is one of numbers.
#include "lib/Frontend/Annotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

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
class FieldFinder : public RecursiveASTVisitor<FieldFinder> {
public:
  bool VisitStringLiteral(StringLiteral *literal) {
    if (literal->isOrdinary())
      text = literal->getString();
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
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

class Checker : public RecursiveASTVisitor<Checker> {
public:
  explicit Checker(ASTContext &context) : context(context) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl *decl) {
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        context.getSourceManager().isInSystemHeader(decl->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }

  bool VisitFunctionDecl(FunctionDecl *op) {
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
    return true;
  }

private:
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
