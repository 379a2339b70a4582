// Annotations where they mean nothing, those that contradict each other, and arguments that cannot be read:
// errors, since what is ignored in silence is believed to hold.
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/Modes.h"
#include "lib/Frontend/OtherSources.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

/// One row for each macro of annotations.h that is an attribute.
struct MacroRow {
  llvm::StringRef kind; // of the attribute
  const char *macro;
  bool takesText;      // its argument is a string literal
  const char *instead; // where it is to stand
};

constexpr const char *inFrontOfFunctions = "it stands in front of a function that compiled functions call";
constexpr MacroRow rows[] = {
    {"fullgraph.compile", "FG_COMPILE", false,
     "it stands in front of a function with a body, or behind a lambda's captures: [] FG_COMPILE() "
     "(fg::Tensor x) { ... }"},
    {"fullgraph.shape", "FG_SHAPE", true,
     "it stands in front of a parameter, member or variable that is or holds an fg::Tensor, or of a "
     "function that returns one"},
    {"fullgraph.disable", "FG_DISABLE", true, inFrontOfFunctions},
    {"fullgraph.leaf", "FG_LEAF", false, inFrontOfFunctions},
    {"fullgraph.allow_in_graph", "FG_ALLOW_IN_GRAPH", false, inFrontOfFunctions},
    {"fullgraph.constant_result", "FG_ASSUME_CONSTANT_RESULT", false, inFrontOfFunctions},
    {"fullgraph.nonstrict_trace", "FG_NONSTRICT_TRACE", false, inFrontOfFunctions},
    {"fullgraph.custom_op", "FG_CUSTOM_OP", true, inFrontOfFunctions},
    {"fullgraph.kernel_op", "FG_KERNEL_OP", false, "it stands in front of a function for fg::kernel_op"},
};

const MacroRow *findRow(llvm::StringRef kind) {
  const MacroRow *found = llvm::find_if(rows, [&](const MacroRow &row) { return row.kind == kind; });
  return found == std::end(rows) ? nullptr : found;
}

/// Two marks of one function of which each denies what the other one says.
struct Contradiction {
  llvm::StringRef one, other;
  const char *why;
};
constexpr const char *brokenAndWhole =
    "the first makes a call of the function a graph break, the second none";
constexpr const char *effects = "the first says that the function has effects, the second that it has none";
constexpr Contradiction contradictions[] = {
    {"FG_DISABLE", "FG_COMPILE", "the function is to run as it is written, and to be compiled"},
    {"FG_DISABLE", "FG_LEAF", brokenAndWhole},
    {"FG_DISABLE", "FG_ALLOW_IN_GRAPH", brokenAndWhole},
    {"FG_DISABLE", "FG_ASSUME_CONSTANT_RESULT", brokenAndWhole},
    {"FG_DISABLE", "FG_NONSTRICT_TRACE", brokenAndWhole},
    {"FG_DISABLE", "FG_CUSTOM_OP", brokenAndWhole},
    {"FG_DISABLE", "FG_KERNEL_OP", brokenAndWhole},
    {"FG_LEAF", "FG_ASSUME_CONSTANT_RESULT", effects},
    {"FG_LEAF", "FG_NONSTRICT_TRACE", effects},
    {"FG_LEAF", "FG_CUSTOM_OP", "a custom operator's effects are those that .mutates names"},
    {"FG_CUSTOM_OP", "FG_NONSTRICT_TRACE", "the first hides the function's body, the second has it captured"},
    {"FG_KERNEL_OP", "FG_COMPILE",
     "a kernel function computes one element, and is compiled where it is used"},
    {"FG_KERNEL_OP", "FG_LEAF", "a kernel function has no effects"},
    {"FG_KERNEL_OP", "FG_CUSTOM_OP", "the first has the function's body captured, the second hides it"},
};

bool isFgTensor(const CXXRecordDecl *record) {
  if (!record || !record->getIdentifier() || record->getName() != "Tensor")
    return false;
  const auto *space = dyn_cast<NamespaceDecl>(record->getDeclContext());
  return space && space->getName() == "fg";
}

/// Is or holds a tensor, as far as FG_SHAPE is handed on: pointers, arrays, and class templates of tensors.
bool holdsTensor(QualType type) {
  type = type.getNonReferenceType();
  if (type.isNull() || type->isDependentType() || type->isUndeducedType())
    return true;
  while (type->isPointerType() || type->isArrayType())
    type =
        type->isPointerType() ? type->getPointeeType() : QualType(type->getArrayElementTypeNoTypeQual(), 0);
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return false;
  if (isFgTensor(record))
    return true;
  if (const CXXRecordDecl *definition = record->getDefinition())
    for (const CXXBaseSpecifier &base : definition->bases())
      if (holdsTensor(base.getType()))
        return true;
  // An element of a list or a map: its class stands in the container's.
  if (const auto *outer = dyn_cast<CXXRecordDecl>(record->getDeclContext()))
    if (isa<ClassTemplateSpecializationDecl>(outer) && holdsTensor(QualType(outer->getTypeForDecl(), 0)))
      return true;
  const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const auto isTensorArgument = [](const TemplateArgument &argument) {
    if (argument.getKind() == TemplateArgument::Pack)
      return llvm::any_of(argument.pack_elements(), [](const TemplateArgument &element) {
        return element.getKind() == TemplateArgument::Type && holdsTensor(element.getAsType());
      });
    return argument.getKind() == TemplateArgument::Type && holdsTensor(argument.getAsType());
  };
  return specialisation && llvm::any_of(specialisation->getTemplateArgs().asArray(), isTensorArgument);
}

std::string nameOf(const Decl *decl) {
  const auto *named = dyn_cast<NamedDecl>(decl);
  const std::string name = named && named->getDeclName() ? " '" + named->getNameAsString() + "'" : "";
  if (isa<ParmVarDecl>(decl))
    return "parameter" + name;
  if (isa<VarDecl>(decl))
    return "variable" + name;
  if (isa<FieldDecl>(decl))
    return "member" + name;
  if (const auto *tag = dyn_cast<TagDecl>(decl))
    return tag->getKindName().str() + name;
  if (isa<NamespaceDecl>(decl))
    return "namespace" + name;
  if (isa<EnumConstantDecl>(decl))
    return "enumerator" + name;
  if (isa<TypedefNameDecl>(decl))
    return "type" + name;
  if (isa<CXXConstructorDecl>(decl))
    return "a constructor";
  if (isa<CXXDestructorDecl>(decl))
    return "a destructor";
  if (isa<FunctionDecl>(decl))
    return "function" + name;
  return name.empty() ? "this declaration" : "declaration" + name;
}

class Checker : public AstVisitor {
public:
  explicit Checker(ASTContext &context) : context(context), sources(context.getSourceManager()) {}
  bool TraverseDecl(Decl *decl) override {
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        (sources.isInSystemHeader(decl->getLocation()) || isOfOtherSource(decl->getLocation(), sources)))
      return true;
    return AstVisitor::TraverseDecl(decl);
  }

  bool VisitDecl(Decl *decl) override {
    if (decl->isImplicit() || !decl->hasAttrs())
      return true;
    std::vector<const AnnotateAttr *> ours;
    for (const AnnotateAttr *attr : decl->specific_attrs<AnnotateAttr>())
      if (attr->getAnnotation().starts_with("fullgraph."))
        ours.push_back(attr);
    for (const AnnotateAttr *attr : ours)
      if (const MacroRow *row = findRow(attr->getAnnotation()); row && !attr->isInherited())
        check(decl, *row, attr);
    for (size_t i = 0; i < ours.size(); ++i)
      for (size_t j = i + 1; j < ours.size(); ++j)
        compare(decl, ours[i], ours[j]);
    return true;
  }

  /// The visitor does not come to a lambda's call operator.
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    CXXMethodDecl *method = lambda->getCallOperator();
    return !method || VisitDecl(method);
  }

  bool VisitAttributedStmt(AttributedStmt *statement) override {
    for (const Attr *attr : statement->getAttrs())
      if (const auto *annotation = dyn_cast<AnnotateAttr>(attr))
        if (const MacroRow *row = findRow(annotation->getAnnotation()))
          meansNothing(*row, annotation->getLocation(), "a statement");
    return true;
  }

private:
  ASTContext &context;
  const SourceManager &sources;
  std::set<std::pair<unsigned, std::string>> told; // of a template's instantiations, one

  void error(SourceLocation where, const std::string &text) {
    if (!told.emplace(where.getRawEncoding(), text).second)
      return;
    DiagnosticsEngine &diags = context.getDiagnostics();
    diags.Report(where, diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
  }
  void meansNothing(const MacroRow &row, SourceLocation where, const std::string &on,
                    const std::string &instead = "") {
    error(where, std::string(row.macro) + " means nothing on " + on + ": " +
                     (instead.empty() ? row.instead : instead));
  }

  void check(const Decl *decl, const MacroRow &row, const AnnotateAttr *attr) {
    const auto *function = dyn_cast<FunctionDecl>(decl);
    if (row.takesText)
      checkText(decl, row, attr);
    if (row.kind == "fullgraph.shape")
      return checkShape(decl, row, attr);
    if (!function)
      return meansNothing(row, attr->getLocation(), nameOf(decl), insteadOn(decl, row));
    const SourceLocation where = attr->getLocation();
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(function))
      return meansNothing(row, where, nameOf(decl), "move the work into a function, and mark that");
    if (function->isDeleted())
      return meansNothing(row, where, "deleted " + nameOf(decl), "no call of it compiles");
    if (function->isDefaulted())
      return meansNothing(row, where, "defaulted " + nameOf(decl), "its body is the C++ compiler's own");
    if (row.kind == "fullgraph.compile")
      checkCompiled(function, row, where);
  }

  static std::string insteadOn(const Decl *decl, const MacroRow &row) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    const Expr *init = variable ? variable->getInit() : nullptr;
    const CXXRecordDecl *record = init ? init->getType()->getAsCXXRecordDecl() : nullptr;
    if (!record || !record->isLambda())
      return "";
    return "behind the captures of its lambda it marks that: [] " + std::string(row.macro) +
           (row.kind == "fullgraph.compile" ? "()" : "") + " (fg::Tensor x) { ... }";
  }

  void checkCompiled(const FunctionDecl *function, const MacroRow &row, SourceLocation where) {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    const bool isLambda = method && method->getParent()->isLambda(); // constexpr wherever it can be
    if (function->isConstexpr() && !isLambda)
      return meansNothing(
          row, where, std::string(function->isConsteval() ? "consteval " : "constexpr ") + nameOf(function),
          "its body may run in the C++ compiler; a function that runs in the program can be "
          "compiled");
    if (function->isPureVirtual())
      return meansNothing(row, where, "pure virtual " + nameOf(function),
                          "it stands in front of the functions that override this one");
    if (function->doesThisDeclarationHaveABody())
      return;
    const FunctionDecl *definition = function->getDefinition();
    // A header's function may have its body in another source.
    if (!definition && sources.isInMainFile(sources.getExpansionLoc(where)))
      meansNothing(row, where, nameOf(function) + ", which has no body here",
                   "it stands in front of the definition, or of the declaration in a header that the "
                   "definition's source includes");
  }

  void checkShape(const Decl *decl, const MacroRow &row, const AnnotateAttr *attr) {
    const SourceLocation where = attr->getLocation();
    const auto *value = dyn_cast<ValueDecl>(decl);
    const auto *function = dyn_cast<FunctionDecl>(decl);
    if (!value || isa<EnumConstantDecl>(decl) || isa<CXXConstructorDecl, CXXDestructorDecl>(decl))
      return meansNothing(row, where, nameOf(decl));
    const QualType type = function ? function->getReturnType() : value->getType();
    if (!holdsTensor(type))
      return meansNothing(row, where,
                          nameOf(decl) + (function ? ", which returns '" : " of type '") +
                              type.getAsString(context.getPrintingPolicy()) + "'");
    const bool isLookedInto =
        function && isAnnotated(function) &&
        llvm::none_of(function->specific_attrs<AnnotateAttr>(), [](const auto *other) {
          return other->getAnnotation() != "fullgraph.compile" && other->getAnnotation() != "fullgraph.shape";
        });
    if (isLookedInto)
      meansNothing(row, where, "the result of compiled " + nameOf(decl),
                   "the compiler knows it from the body. In front of a parameter it says what that is");
  }

  /// The declaration before this one: of a parameter, that of the function's.
  static const Decl *previous(const Decl *decl) {
    const auto *parameter = dyn_cast<ParmVarDecl>(decl);
    if (!parameter)
      return decl->getPreviousDecl();
    const auto *function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
    const FunctionDecl *before = function ? function->getPreviousDecl() : nullptr;
    const unsigned index = parameter->getFunctionScopeIndex();
    return before && index < before->getNumParams() ? before->getParamDecl(index) : nullptr;
  }

  void checkText(const Decl *decl, const MacroRow &row, const AnnotateAttr *attr) {
    const Expr *argument = attr->args_begin() == attr->args_end() ? nullptr : *attr->args_begin();
    if (argument && (argument->isValueDependent() || argument->isTypeDependent()))
      return;
    if (const Decl *before = previous(decl))
      if (const std::optional<std::string> other = annotationText(before, row.kind);
          other && other != annotationText(decl, row.kind))
        error(attr->getLocation(), std::string(row.macro) + " on " + nameOf(decl) +
                                       " is another one than on its declaration, which says '" + *other +
                                       "'");
    const std::optional<std::string> text = annotationText(decl, row.kind);
    if (!argument || !text)
      return error(argument ? argument->getExprLoc() : attr->getLocation(),
                   std::string(row.macro) + ": its argument must be a string literal");
    if (row.kind == "fullgraph.custom_op" && text->empty())
      return error(argument->getExprLoc(),
                   "FG_CUSTOM_OP: the operator has no name: FG_CUSTOM_OP(\"ns::name\")");
    if (row.kind != "fullgraph.shape")
      return;
    std::optional<ShapeSpecError> problem;
    parseShapeSpec(*text, problem);
    if (!problem)
      return;
    // The caret goes to the character: the text is an ordinary literal, one column a byte behind the quote.
    const SourceLocation literal = sources.getSpellingLoc(argument->getExprLoc());
    error(isa<StringLiteral>(argument->IgnoreParenImpCasts()) || isa<ConstantExpr>(argument)
              ? literal.getLocWithOffset(static_cast<int>(problem->offset) + 1)
              : literal,
          "FG_SHAPE: " + problem->message);
  }

  void compare(const Decl *decl, const AnnotateAttr *one, const AnnotateAttr *other) {
    const MacroRow *a = findRow(one->getAnnotation()), *b = findRow(other->getAnnotation());
    if (!a || !b)
      return;
    const SourceLocation where = other->isInherited() ? one->getLocation() : other->getLocation();
    if (a == b)
      return error(where, std::string(a->macro) + " stands twice on " + nameOf(decl));
    for (const Contradiction &rule : contradictions)
      if ((rule.one == a->macro && rule.other == b->macro) ||
          (rule.one == b->macro && rule.other == a->macro))
        return error(where, rule.one.str() + " and " + rule.other.str() + " on " + nameOf(decl) +
                                " contradict each other: " + rule.why);
  }
};

} // namespace

void remarkMode(ASTContext &context, const AnnotatedFunction &function) {
  const unsigned mode = function.options.mode;
  if (!isWithoutEffect(mode) || function.options.disable)
    return;
  DiagnosticsEngine &diags = context.getDiagnostics();
  diags.Report(function.modePlace, diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0"))
      << modeRemark(".mode = fg::Mode::" + std::string(modeNames[mode].cxx) + " of '" +
                    function.decl->getNameAsString() + "'");
}

void checkAnnotations(ASTContext &context) {
  Checker(context).TraverseDecl(context.getTranslationUnitDecl());
}

} // namespace fullgraph
