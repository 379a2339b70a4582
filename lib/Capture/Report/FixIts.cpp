#include "lib/Capture/Report/FixIts.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Report/Selection.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/LibraryFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The statement or expression of type T that holds a place; the innermost one.
template <class T> class Finder : public AstVisitor {
public:
  Finder(const SourceManager &sources, SourceLocation place) : sources(sources), place(place) {}
  bool VisitStmt(Stmt *stmt) override {
    if (auto *match = dyn_cast<T>(stmt))
      if (sources.isPointWithin(place, match->getBeginLoc(), match->getEndLoc()))
        found = match;
    return true;
  }
  T *found = nullptr;

private:
  const SourceManager &sources;
  SourceLocation place;
};

/// The whole of `a && b || c` that holds a place.
class OutermostLogical : public AstVisitor {
public:
  OutermostLogical(const SourceManager &sources, SourceLocation place) : sources(sources), place(place) {}
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (!found && op->isLogicalOp() && sources.isPointWithin(place, op->getBeginLoc(), op->getEndLoc()))
      found = op;
    return true;
  }
  const Expr *found = nullptr;

private:
  const SourceManager &sources;
  SourceLocation place;
};

/// Is the value of an lvalue read, where it stands?
class ReadsOf : public AstVisitor {
public:
  explicit ReadsOf(const Expr *lvalue) : lvalue(lvalue) {}
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    found |= cast->getCastKind() == CK_LValueToRValue && cast->getSubExpr()->IgnoreParens() == lvalue;
    return !found;
  }
  bool found = false;

private:
  const Expr *lvalue;
};

class DerivesFrom : public AstVisitor {
public:
  explicit DerivesFrom(const CXXRecordDecl *base) : base(base) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitCXXRecordDecl(CXXRecordDecl *record) override {
    if (record->hasDefinition())
      for (const CXXBaseSpecifier &specifier : record->bases())
        found |= specifier.getType()->getAsCXXRecordDecl() == base;
    return !found;
  }
  bool found = false;

private:
  const CXXRecordDecl *base;
};

class Fixer {
public:
  Fixer(Break &graphBreak, const FixItContext &context)
      : graphBreak(graphBreak), context(context), sources(context.ast.getSourceManager()) {}

  void run() {
    const SourceLocation place = graphBreak.range.getBegin();
    if (!isEditable(place))
      return;
    if (graphBreak.kind == BreakKind::UninstantiatedTemplate)
      return instantiate();
    if (graphBreak.kind == BreakKind::MissingShapeFunction)
      return addShapeFunction();
    if (!context.function || !context.function->hasBody() || context.function->isTemplateInstantiation())
      return; // an edit would be one for every instantiation
    switch (graphBreak.kind) {
    case BreakKind::UserBreak:
      return removeCall();
    case BreakKind::DataDependentBranch:
      return selectInstead();
    case BreakKind::TensorShortCircuit:
      selectInstead(); // of the whole branch, where the condition is one's
      if (!hasFix())
        combineConditions();
      return;
    case BreakKind::StaticLocal:
      return makeConstant();
    case BreakKind::TypePunning:
      return castBits();
    case BreakKind::UnknownRank:
      return addShape();
    case BreakKind::VirtualCall:
      return makeFinal();
    default:
      return;
    }
  }

private:
  Break &graphBreak;
  const FixItContext &context;
  const SourceManager &sources;

  bool hasFix() const {
    return llvm::any_of(graphBreak.notes, [](const BreakNote &note) { return !note.fixIts.empty(); });
  }

  bool isEditable(SourceLocation place) const {
    return place.isFileID() && !isLibraryCode(place, context.ast);
  }

  void offer(SourceLocation place, std::string text, std::vector<FixItHint> fixIts) {
    graphBreak.notes.push_back({place, std::move(text), std::move(fixIts)});
  }

  template <class T> T *find(SourceLocation place) const {
    Finder<T> finder(sources, place);
    finder.TraverseStmt(context.function->getBody());
    return finder.found;
  }

  /// The statement with its ';'; invalid where a macro or something else stands between.
  CharSourceRange wholeStatement(const Stmt *stmt) const {
    const SourceLocation end = endOfStatement(stmt, context.ast);
    if (!isEditable(stmt->getBeginLoc()) || end.isInvalid())
      return {};
    return CharSourceRange::getCharRange(stmt->getBeginLoc(), end);
  }

  /// Does the statement that the expression is stand in braces?
  bool isInBlock(const Expr *expr) const {
    DynTypedNodeList parents = context.ast.getParents(*expr);
    while (!parents.empty() && parents[0].get<Expr>())
      parents = context.ast.getParents(parents[0]);
    return !parents.empty() && parents[0].get<CompoundStmt>();
  }

  void removeCall() {
    const auto *call = find<CallExpr>(graphBreak.range.getBegin());
    if (!call)
      return;
    CharSourceRange range = wholeStatement(call);
    if (range.isInvalid())
      return;
    if (!isInBlock(call)) // an arm of a branch, a loop's body: what follows must not take its place
      return offer(call->getBeginLoc(), "remove the call", {FixItHint::CreateReplacement(range, "{}")});
    // With its line, where nothing else stands on it.
    const auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
    const llvm::StringRef text = sources.getBufferData(file);
    const size_t end = sources.getFileOffset(range.getEnd());
    const size_t lineBegin = text.substr(0, begin).rfind('\n') + 1, lineEnd = text.find('\n', end);
    if (lineEnd != llvm::StringRef::npos && text.slice(lineBegin, begin).trim().empty() &&
        text.slice(end, lineEnd).trim().empty())
      range = CharSourceRange::getCharRange(range.getBegin().getLocWithOffset(int(lineBegin) - int(begin)),
                                            range.getEnd().getLocWithOffset(int(lineEnd + 1 - end)));
    offer(call->getBeginLoc(), "remove the call", {FixItHint::CreateRemoval(range)});
  }

  bool isIn(SourceLocation place, const Expr *expr) const {
    return sources.isPointWithin(place, expr->getBeginLoc(), expr->getEndLoc());
  }

  /// c ? A : B  →  fg::where(c, A, B), and  if (c) h = A; else h = B;  →  h = fg::where(c, A, B);
  void selectInstead() {
    const SourceLocation place = graphBreak.range.getBegin();
    if (const auto *op = find<ConditionalOperator>(place); op && isIn(place, op->getCond())) {
      if (const std::optional<std::string> text = selection(op, context))
        offer(op->getBeginLoc(), *text, {FixItHint::CreateReplacement(op->getSourceRange(), *text)});
      return;
    }
    const auto *stmt = find<IfStmt>(place);
    if (!stmt || !isIn(place, stmt->getCond()))
      return;
    const Stmt *next = nullptr;
    if (const auto *block = find<CompoundStmt>(stmt->getBeginLoc()))
      for (auto it = block->body_begin(); it != block->body_end() && !next; ++it)
        if (*it == stmt && it + 1 != block->body_end())
          next = it[1];
    const std::optional<Selection> found = selection(stmt, next, context);
    const CharSourceRange begin = wholeStatement(stmt);
    if (!found || begin.isInvalid())
      return;
    const CharSourceRange end = wholeStatement(found->last);
    if (end.isInvalid())
      return;
    offer(stmt->getBeginLoc(), found->text,
          {FixItHint::CreateReplacement(CharSourceRange::getCharRange(begin.getBegin(), end.getEnd()),
                                        found->text)});
  }

  /// a.item<bool>() && b.item<bool>()  →  fg::logical_and(a, b).item<bool>()
  void combineConditions() {
    OutermostLogical finder(sources, graphBreak.range.getBegin());
    finder.TraverseStmt(context.function->getBody());
    const Expr *outermost = finder.found;
    if (!outermost || !isEditable(outermost->getBeginLoc()) || !isEditable(outermost->getEndLoc()))
      return;
    const std::optional<std::string> condition = tensorCondition(outermost, context);
    if (!condition)
      return;
    const std::string text = *condition + ".item<bool>()";
    offer(outermost->getBeginLoc(), text, {FixItHint::CreateReplacement(outermost->getSourceRange(), text)});
  }

  /// static float scale = 0.5f;  →  static constexpr float scale = 0.5f;
  void makeConstant() {
    const auto *stmt = find<DeclStmt>(graphBreak.range.getBegin());
    const auto *var = stmt && stmt->isSingleDecl() ? dyn_cast<VarDecl>(stmt->getSingleDecl()) : nullptr;
    if (!var || !var->isStaticLocal() || var->getType().isVolatileQualified() ||
        !var->getType()->isArithmeticType() || !var->hasConstantInitialization())
      return;
    const SourceLocation begin = stmt->getBeginLoc();
    std::string text = source(stmt->getSourceRange(), context.ast);
    if (!isOnlyRead(var, context.function->getBody()) || !isEditable(begin) ||
        !llvm::StringRef(text).starts_with("static "))
      return;
    text.insert(6, " constexpr");
    offer(begin, text, {FixItHint::CreateReplacement(SourceRange(begin, begin), "static constexpr")});
  }

  /// fg::Tensor x  →  FG_SHAPE("f32[?, ?]") fg::Tensor x, to be corrected: calls that do not fit it run as
  /// before.
  void addShape() {
    if (context.shape.empty())
      return;
    for (const ParmVarDecl *parameter : context.function->parameters()) {
      if (parameter->getLocation() != graphBreak.range.getBegin() || !isEditable(parameter->getBeginLoc()) ||
          !isTensorType(parameter->getType().getNonReferenceType()))
        continue;
      const std::string text = "FG_SHAPE(\"" + context.shape + "\")";
      offer(parameter->getBeginLoc(), text,
            {FixItHint::CreateInsertion(parameter->getBeginLoc(), text + " ")});
    }
  }

  /// *reinterpret_cast<const int *>(&x)  →  std::bit_cast<int>(x)
  void castBits() {
    const auto *cast = find<CXXReinterpretCastExpr>(graphBreak.range.getBegin());
    const auto *read = find<UnaryOperator>(graphBreak.range.getBegin());
    if (!cast || !read || read->getOpcode() != UO_Deref || read->getSubExpr()->IgnoreParens() != cast ||
        !cast->getType()->isPointerType())
      return;
    const auto *address = dyn_cast<UnaryOperator>(cast->getSubExpr()->IgnoreParens());
    if (!address || address->getOpcode() != UO_AddrOf)
      return;
    const QualType to = cast->getType()->getPointeeType().getUnqualifiedType(),
                   from = address->getSubExpr()->getType();
    if (!to->isArithmeticType() || !from->isArithmeticType() || to->isBooleanType() ||
        from.isVolatileQualified() || context.ast.getTypeSize(to) != context.ast.getTypeSize(from))
      return;
    ReadsOf reads(read);
    reads.TraverseStmt(context.function->getBody());
    const std::string operand = source(address->getSubExpr()->getSourceRange(), context.ast);
    if (!reads.found || operand.empty() || !declaresBitCast() || !isEditable(read->getEndLoc()))
      return;
    const std::string text =
        "std::bit_cast<" + to.getAsString(context.ast.getPrintingPolicy()) + ">(" + operand + ")";
    offer(read->getBeginLoc(), text, {FixItHint::CreateReplacement(read->getSourceRange(), text)});
  }

  /// Is <bit> included?
  bool declaresBitCast() const {
    const ASTContext &ast = context.ast;
    for (const Decl *decl : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("std")))
      if (const auto *space = dyn_cast<NamespaceDecl>(decl);
          space && !space->lookup(&ast.Idents.get("bit_cast")).empty())
        return true;
    return false;
  }

  /// struct Layer : Module  →  struct Layer final : Module
  void makeFinal() {
    const auto *call = find<CXXMemberCallExpr>(graphBreak.range.getBegin());
    const CXXRecordDecl *record =
        call && call->getRecordDecl() ? call->getRecordDecl()->getDefinition() : nullptr;
    const Expr *object = call ? call->getImplicitObjectArgument() : nullptr;
    // The object's own class, where the caller named a derived one.
    if (object) {
      QualType type = object->IgnoreParenImpCasts()->getType();
      if (type->isPointerType())
        type = type->getPointeeType();
      if (const CXXRecordDecl *named = type->getAsCXXRecordDecl())
        record = named->getDefinition();
    }
    if (!record || isa<ClassTemplateSpecializationDecl>(record) || record->isAbstract() ||
        record->getIdentifier() == nullptr)
      return;
    // Elsewhere another file may derive from it.
    const SourceLocation name = record->getLocation();
    if (!isEditable(name) || !sources.isInMainFile(name))
      return;
    DerivesFrom derived(record);
    derived.TraverseDecl(context.ast.getTranslationUnitDecl());
    if (derived.found)
      return;
    const SourceLocation behind = Lexer::getLocForEndOfToken(name, 0, sources, context.ast.getLangOpts());
    offer(name, "struct " + record->getNameAsString() + " final",
          {FixItHint::CreateInsertion(behind, " final")});
  }

  /// A type that names no template parameter, or is one: "float" for it; "" for others.
  std::string instantiated(QualType type) const {
    const QualType plain = type.getNonReferenceType().getUnqualifiedType();
    if (!type->isDependentType())
      return type.getAsString(context.ast.getPrintingPolicy());
    if (!isa<TemplateTypeParmType>(plain.getCanonicalType()))
      return "";
    std::string text = type.getNonReferenceType().isConstQualified() ? "const float" : "float";
    return text + (type->isLValueReferenceType() ? " &" : type->isRValueReferenceType() ? " &&" : "");
  }

  /// A shape function that says "like the first tensor", in front of the operator, and its name in
  /// FG_CUSTOM_OP.
  void addShapeFunction() {
    const FunctionDecl *op = context.callee;
    const std::optional<CustomOpAnnotation> annotation = op ? customOpAnnotation(op) : std::nullopt;
    if (!annotation || isa<CXXMethodDecl>(op) || op->isTemplateInstantiation() || !op->getIdentifier() ||
        !isTensorType(op->getReturnType()))
      return;
    const SourceLocation begin = annotation->macro.getBegin(), end = annotation->macro.getEnd();
    if (!isEditable(begin) || !isEditable(end))
      return;
    const std::string name = op->getNameAsString() + "_shape";
    std::string parameters, like;
    for (const ParmVarDecl *parameter : op->parameters()) {
      parameters += parameters.empty() ? "" : ", ";
      const QualType plain = parameter->getType().getNonReferenceType().getUnqualifiedType();
      if (!isTensorType(plain)) {
        if (!plain->isArithmeticType() && !plain->isEnumeralType())
          return;
        parameters += plain.getAsString(context.ast.getPrintingPolicy());
        continue;
      }
      parameters += "const fg::TensorMeta &";
      if (like.empty())
        parameters += like = parameter->getIdentifier() ? parameter->getNameAsString() : "x";
    }
    if (like.empty())
      return;
    const std::string text =
        "static fg::TensorMeta " + name + "(" + parameters + ") { return " + like + "; }";
    offer(begin, text,
          {FixItHint::CreateInsertion(begin, text + "\n"),
           FixItHint::CreateInsertion(end, ", .shape = " + name)});
  }

  void instantiate() {
    const FunctionTemplateDecl *pattern =
        context.function ? context.function->getDescribedFunctionTemplate() : nullptr;
    if (!pattern || isa<CXXMethodDecl>(context.function) || !context.function->hasBody())
      return;
    std::string arguments, parameters;
    for (const NamedDecl *parameter : *pattern->getTemplateParameters()) {
      if (!isa<TemplateTypeParmDecl>(parameter) || parameter->isParameterPack())
        return;
      arguments += arguments.empty() ? "float" : ", float";
    }
    for (const ParmVarDecl *parameter : context.function->parameters()) {
      const std::string type = instantiated(parameter->getType());
      if (type.empty())
        return;
      parameters += (parameters.empty() ? "" : ", ") + type;
    }
    const std::string result = instantiated(context.function->getReturnType());
    const SourceLocation end = context.function->getBodyRBrace();
    if (result.empty() || !isEditable(end))
      return;
    const std::string text = "template " + result + (result.back() == '&' ? "" : " ") +
                             context.function->getNameAsString() + "<" + arguments + ">(" + parameters + ");";
    offer(end, text, {FixItHint::CreateInsertion(end.getLocWithOffset(1), "\n" + text)});
  }
};

} // namespace

void addFixIts(Break &graphBreak, const FixItContext &context) { Fixer(graphBreak, context).run(); }

} // namespace fullgraph
