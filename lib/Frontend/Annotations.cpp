#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/OtherSources.h"

#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

using namespace clang;

namespace fullgraph {
namespace {

constexpr llvm::StringRef compileKind = "fullgraph.compile";
constexpr llvm::StringRef shapeKind = "fullgraph.shape";

const AnnotateAttr *findAttr(const Decl *decl, llvm::StringRef kind) {
  for (const AnnotateAttr *attr : decl->specific_attrs<AnnotateAttr>())
    if (attr->getAnnotation() == kind)
      return attr;
  return nullptr;
}

/// The evaluated value of an expression that must be constant: annotations' arguments arrive wrapped.
std::optional<APValue> constantValue(const Expr *expr, const ASTContext &context) {
  if (const auto *constant = dyn_cast<ConstantExpr>(expr); constant && constant->hasAPValueResult())
    return constant->getAPValueResult();
  Expr::EvalResult result;
  if (expr->isValueDependent() || !expr->EvaluateAsConstantExpr(result, context))
    return std::nullopt;
  return result.Val;
}

/// The text of a string literal, or of a constant array of characters, that an APValue points to.
std::optional<std::string> stringValue(const APValue &value) {
  if (!value.isLValue() || value.isNullPointer())
    return std::nullopt;
  const auto *base = value.getLValueBase().dyn_cast<const Expr *>();
  if (const auto *named = value.getLValueBase().dyn_cast<const ValueDecl *>())
    if (const auto *variable = dyn_cast<VarDecl>(named); variable && variable->getType().isConstQualified())
      base = variable->getAnyInitializer();
  const auto *literal = base ? dyn_cast<StringLiteral>(base->IgnoreParenImpCasts()) : nullptr;
  if (!literal || !literal->isOrdinary())
    return std::nullopt;
  const int64_t offset = value.getLValueOffset().getQuantity();
  if (offset < 0 || offset > static_cast<int64_t>(literal->getLength()))
    return std::nullopt;
  return literal->getString().substr(offset).str();
}

/// The values that an option may have, and how a message calls them.
struct OptionRange {
  llvm::StringRef name;
  int64_t lower, upper;
  const char *text;
};
constexpr int64_t anyNumber = std::numeric_limits<int64_t>::max();
constexpr OptionRange optionRanges[] = {
    {"dynamic", 0, 2, "fg::Dynamic::Auto, Always or Never"},
    {"mode", 0, 3, "fg::Mode::Default, ReduceOverhead, MaxAutotune or MaxAutotuneNoCudaGraphs"},
    {"fp", 0, 1, "fg::Fp::Relaxed or Strict"},
    {"recompile_limit", 0, anyNumber, "0 (no version is made at run time) or more"},
    {"max_graphs", 1, anyNumber, "1 or more graphs"},
    {"unroll_limit", 1, anyNumber, "1 or more operators"},
    {"guards", 0, AllGuards, "kinds of fg::Guards, joined by |"},
    {"ahead_versions", 0, 16, "0 (nothing is built ahead for undeclared types) to 16"},
};

/// Where FG_COMPILE(.name = ...) names its fields.
class DesignatorFinder : public AstVisitor {
public:
  bool VisitDesignatedInitExpr(DesignatedInitExpr *init) override {
    const DesignatedInitExpr::Designator *designator = init->getDesignator(0);
    if (designator->isFieldDesignator() && designator->getFieldName())
      places.emplace(designator->getFieldName()->getName().str(), designator->getDotLoc());
    return true;
  }
  std::map<std::string, SourceLocation> places;
};

/// Reads fg::CompileOptions by field name, so that fields can be added in the header alone. `why` says what
/// is wrong with a field's value.
std::optional<CompileOptionValues>
readOptions(const APValue &value, QualType type,
            llvm::function_ref<void(llvm::StringRef field, const std::string &why)> refuse) {
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || !value.isStruct())
    return std::nullopt;
  CompileOptionValues options;
  unsigned index = 0;
  for (const FieldDecl *field : record->fields()) {
    const APValue &member = value.getStructField(index++);
    const llvm::StringRef name = field->getName();
    if (name == "backend") {
      std::optional<std::string> text = stringValue(member);
      if (!text || text->empty())
        refuse(name, ".backend: expected the name of a backend, as a string literal; 'fullgraph "
                     "--list-backends' lists them");
      options.backend = text.value_or("");
      continue;
    }
    if (!member.isInt())
      continue;
    const int64_t number = member.getInt().getExtValue();
    for (const OptionRange &range : optionRanges)
      if (range.name == name && (number < range.lower || number > range.upper))
        refuse(name,
               "." + name.str() + " = " + std::to_string(number) + ": expected " + std::string(range.text));
    if (name == "fullgraph")
      options.fullgraph = number;
    else if (name == "dynamic")
      options.dynamic = number;
    else if (name == "mode")
      options.mode = number;
    else if (name == "fp")
      options.strictFloat = number;
    else if (name == "disable")
      options.disable = number;
    else if (name == "recompile_limit")
      options.recompileLimit = number;
    else if (name == "ahead")
      options.ahead = number;
    else if (name == "max_graphs")
      options.maxGraphs = number;
    else if (name == "unroll_limit")
      options.unrollLimit = number;
    else if (name == "guards")
      options.guards = number & AllGuards;
    else if (name == "ahead_versions" && number != options.aheadVersions) // the default is what nobody says
      options.aheadVersions = options.aheadVersionsOfSeen = number;
  }
  return options;
}

class Finder : public AstVisitor {
public:
  explicit Finder(ASTContext &context) : context(context) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }

  bool TraverseDecl(Decl *decl) override {
    // System headers hold no annotations; walking the standard library would double the tool's run time.
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        (context.getSourceManager().isInSystemHeader(decl->getLocation()) ||
         isOfOtherSource(decl->getLocation(), context.getSourceManager())))
      return true;
    return AstVisitor::TraverseDecl(decl);
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    const AnnotateAttr *attr = findAttr(function, compileKind);
    if (!attr || !function->doesThisDeclarationHaveABody() ||
        isOfOtherSource(function->getPointOfInstantiation(), context.getSourceManager()))
      return true;
    if (function->isDependentContext()) {
      patterns.push_back(function);
      return true;
    }
    if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
      instantiated.insert(pattern->getCanonicalDecl());
    const auto *begin = attr->args_begin();
    if (begin == attr->args_end())
      return true;
    add(function, *begin, attr->getLocation());
    for (const FunctionDecl *other = function->getPreviousDecl(); other; other = other->getPreviousDecl())
      if (const AnnotateAttr *before = findAttr(other, compileKind);
          before && !before->isInherited() && !attr->isInherited() && before->args_size() > 0)
        add(function, *before->args_begin(), attr->getLocation());
    return true;
  }

  /// The visitor goes through a lambda's parameters and body, and not to its call operator.
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    CXXMethodDecl *method = lambda->getCallOperator();
    VisitFunctionDecl(method);
    if (FunctionTemplateDecl *pattern = method->getDescribedFunctionTemplate())
      for (FunctionDecl *instantiation : pattern->specializations())
        TraverseDecl(instantiation);
    return true;
  }

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || callee->getQualifiedNameAsString() != "fg::compile" || call->getNumArgs() == 0)
      return true;
    const FunctionDecl *target = callable(call->getArg(0));
    if (!target || target->isDependentContext()) {
      if (!call->isTypeDependent() && !call->isValueDependent())
        error(call->getArg(0)->getExprLoc(),
              "fg::compile needs a lambda or a function whose body is visible here");
      return true;
    }
    const FunctionDecl *definition = nullptr;
    if (!target->hasBody(definition)) {
      error(call->getArg(0)->getExprLoc(), "fg::compile: the function has no body in this translation unit");
      return true;
    }
    const Expr *options = call->getNumArgs() > 1 ? call->getArg(1) : nullptr;
    if (options && isa<CXXDefaultArgExpr>(options))
      options = nullptr;
    add(definition, options, call->getBeginLoc());
    return true;
  }

  std::vector<AnnotatedFunction> found;
  std::vector<const FunctionDecl *> patterns;
  std::set<const FunctionDecl *> instantiated;

private:
  void error(SourceLocation loc, const std::string &text) {
    if (!told.emplace(loc.getRawEncoding(), text).second)
      return;
    DiagnosticsEngine &diags = context.getDiagnostics();
    diags.Report(loc, diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
  }

  static const FunctionDecl *callable(const Expr *expr) {
    expr = expr->IgnoreParenImpCasts();
    while (true) {
      if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
        expr = temporary->getSubExpr();
      else if (const auto *bind = dyn_cast<CXXBindTemporaryExpr>(expr))
        expr = bind->getSubExpr();
      else if (const auto *construct = dyn_cast<CXXConstructExpr>(expr);
               construct && construct->getNumArgs() == 1 &&
               construct->getConstructor()->isCopyOrMoveConstructor())
        expr = construct->getArg(0);
      else
        break;
      expr = expr->IgnoreParenImpCasts();
    }
    if (const auto *address = dyn_cast<UnaryOperator>(expr); address && address->getOpcode() == UO_AddrOf)
      expr = address->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *reference = dyn_cast<DeclRefExpr>(expr)) {
      if (const auto *function = dyn_cast<FunctionDecl>(reference->getDecl()))
        return function;
      // A named lambda, passed by copy: its call operator is what runs.
    }
    if (const CXXRecordDecl *record = expr->getType()->getAsCXXRecordDecl(); record && record->isLambda())
      return record->getLambdaCallOperator();
    return nullptr;
  }

  void add(const FunctionDecl *function, const Expr *options, SourceLocation loc) {
    AnnotatedFunction entry;
    entry.decl = function;
    entry.annotation = loc;
    if (options) {
      DesignatorFinder designators;
      designators.TraverseStmt(const_cast<Expr *>(options));
      const auto placeOf = [&](llvm::StringRef field) {
        const auto place = designators.places.find(field.str());
        return place == designators.places.end() ? options->getExprLoc() : place->second;
      };
      std::optional<APValue> value = constantValue(options, context);
      std::optional<CompileOptionValues> read;
      bool refused = false;
      if (value)
        read = readOptions(*value, options->getType(), [&](llvm::StringRef field, const std::string &why) {
          error(placeOf(field), why);
          refused = true;
        });
      if (!read)
        error(options->getExprLoc(), "the options of a compiled function must be a constant expression");
      if (!read || refused)
        return;
      entry.options = *read;
      entry.modePlace = placeOf("mode");
    }
    // Else checkAnnotations says why not. A lambda's operator() is constexpr wherever it can be.
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(function) ||
        (function->isConstexpr() && !(method && method->getParent()->isLambda()))) {
      if (!isAnnotated(function))
        error(loc,
              "fg::compile: a constexpr function may run in the C++ compiler; a lambda that calls it can "
              "be compiled");
      return;
    }
    for (const AnnotatedFunction &other : found)
      if (other.decl == function) {
        if (!(other.options == entry.options))
          error(loc,
                "FG_COMPILE or fg::compile has other options for this function already, at its declaration "
                "or another call");
        return;
      }
    found.push_back(std::move(entry));
  }

  std::set<std::pair<unsigned, std::string>> told; // of a template's instantiations, one
  ASTContext &context;
};

Finder runFinder(ASTContext &context) {
  Finder finder(context);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  return finder;
}

} // namespace

std::vector<AnnotatedFunction> findAnnotatedFunctions(ASTContext &context) {
  std::vector<AnnotatedFunction> found = runFinder(context).found;
  const SourceManager &sources = context.getSourceManager();
  std::sort(found.begin(), found.end(), [&](const AnnotatedFunction &a, const AnnotatedFunction &b) {
    const SourceLocation la = sources.getExpansionLoc(a.decl->getLocation());
    const SourceLocation lb = sources.getExpansionLoc(b.decl->getLocation());
    return la != lb && sources.isBeforeInTranslationUnit(la, lb);
  });
  return found;
}

std::vector<const FunctionDecl *> findUninstantiatedTemplates(ASTContext &context) {
  Finder finder = runFinder(context);
  std::vector<const FunctionDecl *> result;
  for (const FunctionDecl *pattern : finder.patterns)
    if (!finder.instantiated.count(pattern->getCanonicalDecl()))
      result.push_back(pattern);
  return result;
}

bool isAnnotated(const FunctionDecl *function) { return findAttr(function, compileKind) != nullptr; }

std::optional<std::string> annotationText(const Decl *decl, llvm::StringRef kind) {
  const AnnotateAttr *attr = findAttr(decl, kind);
  if (!attr)
    return std::nullopt;
  if (attr->args_begin() == attr->args_end())
    return std::string();
  std::optional<APValue> value = constantValue(*attr->args_begin(), decl->getASTContext());
  return value ? stringValue(*value) : std::nullopt;
}

std::optional<ShapeAnnotation> shapeAnnotation(const ValueDecl *decl) {
  const AnnotateAttr *attr = findAttr(decl, shapeKind);
  if (!attr || attr->args_begin() == attr->args_end())
    return std::nullopt;
  const Expr *argument = *attr->args_begin();
  std::optional<APValue> value = constantValue(argument, decl->getASTContext());
  std::optional<std::string> text = value ? stringValue(*value) : std::nullopt;
  if (!text)
    return std::nullopt;
  return ShapeAnnotation{*text, argument->getExprLoc()};
}

} // namespace fullgraph
