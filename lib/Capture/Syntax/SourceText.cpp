#include "lib/Capture/Syntax/SourceText.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {

namespace {
/// What stands once in a template's text, and several times in an instantiation's code.
class ExpansionFinder : public AstVisitor {
public:
  bool VisitCXXFoldExpr(CXXFoldExpr *expr) override { return add(expr); }
  bool VisitPackExpansionExpr(PackExpansionExpr *expr) override { return add(expr); }
  std::vector<const Expr *> found;

private:
  bool add(const Expr *expr) {
    found.push_back(expr);
    return true;
  }
};
} // namespace

SourceText::SourceText(const ASTContext &context, const FunctionDecl *function)
    : context(context), sources(context.getSourceManager()) {
  file = sources.getFileID(sources.getExpansionLoc(function->getBody()->getBeginLoc()));
  buffer = sources.getBufferData(file);
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  ExpansionFinder expansions;
  if (pattern && pattern->getBody())
    expansions.TraverseStmt(pattern->getBody());
  for (const Expr *expansion : expansions.found)
    if (const auto range = expression(expansion))
      expanded.push_back(*range);
}

std::optional<unsigned> SourceText::offset(SourceLocation where) const {
  if (where.isInvalid())
    return std::nullopt;
  const auto [id, at] = sources.getDecomposedLoc(sources.getExpansionLoc(where));
  if (id != file)
    return std::nullopt;
  return at;
}

std::optional<unsigned> SourceText::tokenEnd(SourceLocation where) const {
  if (where.isInvalid())
    return std::nullopt;
  if (where.isMacroID())
    where = sources.getExpansionRange(where).getEnd();
  return offset(Lexer::getLocForEndOfToken(where, 0, sources, context.getLangOpts()));
}

std::optional<SourceText::Range> SourceText::expression(const Stmt *expr) const {
  const CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(expr->getSourceRange()), sources, context.getLangOpts());
  if (range.isInvalid())
    return std::nullopt;
  const auto begin = offset(range.getBegin()), end = offset(range.getEnd());
  if (!begin || !end || *begin >= *end)
    return std::nullopt;
  // Of a parameter pack's expansion the whole has a text, and none of the instances in it.
  if (llvm::any_of(expanded, [&](const Range &whole) {
        return *begin < whole.end && whole.begin < *end && (whole.begin < *begin || *end < whole.end);
      }))
    return std::nullopt;
  return Range{*begin, *end};
}

const Expr *dereferencedIn(const Expr *expr) {
  const auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
  const bool follows = call && call->getNumArgs() == 1 &&
                       (call->getOperator() == OO_Star || call->getOperator() == OO_Arrow) &&
                       call->getDirectCallee() && isStdLibrary(call->getDirectCallee());
  return follows ? call->getArg(0) : nullptr;
}

bool isArrow(const Expr *expr) {
  return dereferencedIn(expr) && cast<CXXOperatorCallExpr>(expr)->getOperator() == OO_Arrow;
}

namespace {
/// The part of a statement that its text ends with; null when it ends with a token of its own.
const Stmt *lastPart(const Stmt *stmt) {
  if (const auto *branch = dyn_cast<IfStmt>(stmt))
    return branch->getElse() ? branch->getElse() : branch->getThen();
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    return loop->getBody();
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt))
    return loop->getBody();
  if (const auto *loop = dyn_cast<WhileStmt>(stmt))
    return loop->getBody();
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    return choice->getBody();
  if (const auto *label = dyn_cast<SwitchCase>(stmt))
    return label->getSubStmt();
  if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
    return attributed->getSubStmt();
  if (const auto *label = dyn_cast<LabelStmt>(stmt))
    return label->getSubStmt();
  return nullptr;
}
} // namespace

std::optional<SourceText::Range> SourceText::statement(const Stmt *stmt) const {
  const Stmt *last = stmt;
  while (const Stmt *part = lastPart(last))
    last = part;
  // What begins within a macro's text has no place of its own there.
  const SourceLocation first = stmt->getBeginLoc();
  if (first.isMacroID() && !Lexer::isAtStartOfMacroExpansion(first, sources, context.getLangOpts()))
    return std::nullopt;
  const auto begin = offset(first);
  std::optional<unsigned> end = tokenEnd(last->getEndLoc());
  if (!begin || !end)
    return std::nullopt;
  // An instance of a template has an empty block where `if constexpr` discards a statement, with its places.
  const auto isBlock = [&] {
    const SourceLocation opens = last->getBeginLoc();
    const auto at = offset(opens);
    return isa<CompoundStmt>(last) && (opens.isMacroID() || (at && buffer[*at] == '{'));
  };
  const bool ends = isBlock() || isa<CXXTryStmt>(last) ||
                    (*end > 0 && buffer[*end - 1] == ';' && (isa<DeclStmt>(last) || isa<NullStmt>(last)));
  if (!ends) {
    unsigned at = *end;
    while (at < buffer.size() && (llvm::isSpace(buffer[at]) || buffer.substr(at).starts_with("/*"))) {
      if (buffer[at] == '/') {
        at = static_cast<unsigned>(buffer.find("*/", at + 2));
        if (at >= buffer.size())
          return std::nullopt;
        ++at;
      }
      ++at;
    }
    if (at >= buffer.size() || buffer[at] != ';')
      return std::nullopt;
    end = at + 1;
  }
  if (*begin >= *end)
    return std::nullopt;
  return Range{*begin, *end};
}

unsigned SourceText::lineOf(unsigned offset) const { return sources.getLineNumber(file, offset); }
unsigned SourceText::columnOf(unsigned offset) const { return sources.getColumnNumber(file, offset); }

/// Fills VariableUses from a function's body, the bodies of its lambdas included.
/// What a member or an element that is the same one for good is a part of: null for other expressions.
const Expr *basePath(const Expr *path) {
  path = path->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(path))
    return isa<FieldDecl>(member->getMemberDecl()) &&
                   (!member->isArrow() || isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
               ? member->getBase()
               : nullptr;
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(path))
    return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() &&
                   isa<IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts())
               ? element->getBase()
               : nullptr;
  const auto *call = dyn_cast<CallExpr>(path);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !isStdLibrary(callee) || !call->getNumArgs())
    return nullptr;
  const bool indexes = isa<CXXOperatorCallExpr>(call) && callee->getOverloadedOperator() == OO_Subscript &&
                       isa<IntegerLiteral>(call->getArg(1)->IgnoreParenImpCasts());
  const bool gets = callee->getIdentifier() && callee->getName() == "get" && call->getNumArgs() == 1;
  const CXXRecordDecl *record = call->getArg(0)->getType()->getAsCXXRecordDecl();
  const ClassRole whole = factsOf(record).role;
  return (indexes && whole == ClassRole::Array) ||
                 (gets && (whole == ClassRole::Array || whole == ClassRole::Product))
             ? call->getArg(0)
             : nullptr;
}

class UseFinder : public AstVisitor {
public:
  explicit UseFinder(VariableUses &found) : found(found) {}
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    use(reference->getDecl(), reference->getLocation());
    return true;
  }
  bool VisitBindingDecl(BindingDecl *binding) override {
    found.name(binding);
    return true;
  }
  bool VisitVarDecl(VarDecl *var) override {
    found.name(var);
    if (var->getType()->isReferenceType() && var->getInit() && !isa<ParmVarDecl>(var))
      alias(var->getInit());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->getOpcode() == UO_AddrOf)
      alias(op->getSubExpr());
    if (op->isIncrementDecrementOp())
      assign(op->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      assign(op->getLHS());
    return true;
  }
  // An object may keep a reference that it was made with, and look at it when its scope ends.
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    const CXXConstructorDecl *constructor = construct->getConstructor();
    if (!constructor->isCopyOrMoveConstructor() && !isTensorType(construct->getType()))
      aliasArguments(constructor, {construct->getArgs(), construct->getNumArgs()});
    return true;
  }
  bool VisitInitListExpr(InitListExpr *list) override {
    const InitListExpr *semantic = list->isSemanticForm() ? list : list->getSemanticForm();
    if (semantic && semantic->getType()->isRecordType())
      for (const Expr *init : semantic->inits())
        if (init && init->isLValue())
          alias(init);
    return true;
  }
  // So may code that is not seen, and whatever takes a reference that it may write through.
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool method = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
    if (callee && !isFgNamespace(callee->getDeclContext()) && !callee->isInStdNamespace())
      aliasArguments(callee, {call->getArgs() + method, call->getNumArgs() - method}, callee->hasBody());
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures()) {
      if (!capture.capturesVariable())
        continue;
      use(capture.getCapturedVar(), lambda->getBeginLoc());
      if (capture.getCaptureKind() == LCK_ByRef)
        if (const auto *var = dyn_cast<VarDecl>(capture.getCapturedVar())) {
          found.aliased.insert(var);
          if (!isOnlyRead(var, lambda->getBody()))
            found.changedUnnamed.insert(var);
        }
    }
    return AstVisitor::TraverseLambdaExpr(lambda);
  }
  bool VisitLabelStmt(LabelStmt *) override { return found.labels = true; }
  bool VisitGotoStmt(GotoStmt *) override { return found.labels = true; }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) override { return found.labels = true; }

private:
  void assign(const Expr *target) {
    if (const auto *name = dyn_cast<DeclRefExpr>(target->IgnoreParenCasts()))
      if (const auto *var = dyn_cast<VarDecl>(name->getDecl()))
        found.assigned.insert(var);
  }
  void alias(const Expr *expr) {
    for (const VarDecl *named : namedVariables(expr)) {
      found.aliased.insert(named);
      if (!isOnlyRead(named, expr)) // not `i` of `auto &layer = layers[i]`
        found.changedUnnamed.insert(named);
    }
  }
  void aliasArguments(const FunctionDecl *callee, llvm::ArrayRef<Expr *> args, bool seen = false) {
    for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
      const QualType type = callee->getParamDecl(i)->getType();
      if (type->isReferenceType() && args[i]->isLValue() &&
          !(seen && type->getPointeeType().isConstQualified()))
        alias(args[i]);
    }
  }
  void use(const ValueDecl *decl, SourceLocation where) {
    const auto *var = dyn_cast<VarDecl>(decl);
    if (const auto *binding = dyn_cast<BindingDecl>(decl))
      var = cast<VarDecl>(binding->getDecomposedDecl());
    if (var)
      found.uses[var].push_back(found.orderOf(where));
  }
  VariableUses &found;
};

VariableUses::VariableUses(const FunctionDecl *function, const SourceManager &sources)
    : sources(sources), function(function),
      file(sources.getFileID(sources.getExpansionLoc(function->getBody()->getBeginLoc()))) {
  for (const ParmVarDecl *parameter : function->parameters())
    name(parameter);
  UseFinder(*this).TraverseStmt(function->getBody());
  for (auto &[variable, places] : uses)
    llvm::sort(places);
}

void VariableUses::name(const ValueDecl *variable) {
  const auto [known, isNew] = named.try_emplace(variable->getIdentifier(), variable);
  if (!isNew && known->second != variable)
    known->second = nullptr;
}

const Expr *VariableUses::boundObject(const ValueDecl *variable) const {
  if (variable->getDeclContext() != function || isa<ParmVarDecl>(variable))
    return nullptr;
  const Expr *path = nullptr;
  const auto *var = dyn_cast<VarDecl>(variable);
  if (const auto *binding = dyn_cast<BindingDecl>(variable)) {
    if (!cast<VarDecl>(binding->getDecomposedDecl())->getType()->isReferenceType())
      return nullptr;
    path = binding->getHoldingVar() ? binding->getHoldingVar()->getInit() : binding->getBinding();
  } else if (var && var->getInit() && var->hasLocalStorage()) {
    if (var->getType()->isReferenceType())
      path = var->getInit();
    else if (var->getType()->isPointerType() && !assigned.count(var) && !aliased.count(var))
      path = addressedObject(var->getInit());
  }
  while (isa_and_nonnull<ImplicitCastExpr>(path) && path->isGLValue())
    path = cast<ImplicitCastExpr>(path)->getSubExpr();
  if (!path || !path->isGLValue() || !isFixedPath(path))
    return nullptr;
  QualType type = variable->getType().getNonReferenceType();
  if (var && !var->getType()->isReferenceType())
    type = type->getPointeeType();
  if (!variable->getASTContext().hasSameUnqualifiedType(type, path->getType()))
    return nullptr;
  const Expr *root = path;
  for (const Expr *within = path; within; within = basePath(root))
    root = within->IgnoreParenImpCasts();
  const auto *name = dyn_cast<DeclRefExpr>(root);
  if (!name ||
      !name->getDecl()->getIdentifier()) // `this`; the whole of a structured binding is looked into itself
    return path;
  const auto found = named.find(name->getDecl()->getIdentifier());
  return found != named.end() && found->second == name->getDecl() ? path : nullptr;
}

/// Places of the body's file in their order; what stands in another file counts as behind everything.
unsigned VariableUses::orderOf(SourceLocation where) const {
  const auto [id, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(where));
  return id == file ? offset : ~0u;
}

bool VariableUses::isUsedFrom(const VarDecl *variable, SourceLocation begin) const {
  return aliased.count(variable) || isNamedFrom(variable, begin);
}

bool VariableUses::mayChangeUnnamed(const VarDecl *variable) const {
  return changedUnnamed.count(variable) != 0;
}

bool VariableUses::isNamedFrom(const VarDecl *variable, SourceLocation begin) const {
  const auto found = uses.find(variable);
  return found != uses.end() && found->second.back() >= orderOf(begin);
}

bool VariableUses::isUsedWithin(const VarDecl *variable, SourceRange range) const {
  const auto found = uses.find(variable);
  if (found == uses.end())
    return false;
  const auto first = std::lower_bound(found->second.begin(), found->second.end(), orderOf(range.getBegin()));
  return first != found->second.end() &&
         *first <= orderOf(sources.getExpansionRange(range.getEnd()).getEnd());
}

bool VariableUses::isUsedInNextTurn(const VarDecl *variable, llvm::ArrayRef<const Stmt *> loops) const {
  return llvm::any_of(loops, [&](const Stmt *loop) {
    return isUsedWithin(variable, loop->getSourceRange()) &&
           sources.isBeforeInTranslationUnit(sources.getExpansionLoc(variable->getLocation()),
                                             sources.getExpansionLoc(turnOf(loop)->getBeginLoc()));
  });
}

namespace {

class NameFinder : public AstVisitor {
public:
  explicit NameFinder(std::set<const VarDecl *> &names) : names(names) {}
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *var = dyn_cast<VarDecl>(reference->getDecl()))
      names.insert(var);
    else if (const auto *binding = dyn_cast<BindingDecl>(reference->getDecl()))
      names.insert(cast<VarDecl>(binding->getDecomposedDecl()));
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        if (const auto *var = dyn_cast<VarDecl>(capture.getCapturedVar()))
          names.insert(var);
    return AstVisitor::TraverseLambdaExpr(lambda);
  }

private:
  std::set<const VarDecl *> &names;
};

} // namespace

std::set<const VarDecl *> namedVariables(const Stmt *stmt) {
  std::set<const VarDecl *> names;
  if (stmt)
    NameFinder(names).TraverseStmt(const_cast<Stmt *>(stmt));
  return names;
}

namespace {
class ReadsOfVariable : public AstVisitor {
public:
  explicit ReadsOfVariable(const VarDecl *var) : var(var) {}
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    const bool reads = cast->getCastKind() == CK_LValueToRValue ||
                       (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified());
    if (const auto *use = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()); use && reads)
      read.insert(use);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *use) override {
    if (use->getDecl() == var)
      (use->getType().isConstQualified() ? read : others).insert(use);
    return true;
  }
  bool areAll() const {
    return llvm::all_of(others, [&](const DeclRefExpr *use) { return read.count(use) != 0; });
  }

private:
  const VarDecl *var;
  std::set<const DeclRefExpr *> read, others;
};
} // namespace

bool isOnlyRead(const VarDecl *var, const Stmt *body) {
  ReadsOfVariable reads(var);
  reads.TraverseStmt(const_cast<Stmt *>(body));
  return reads.areAll();
}

namespace {
class Namesakes : public AstVisitor {
public:
  Namesakes(const ValueDecl *variable, const FunctionDecl *function) : variable(variable) {
    for (const ParmVarDecl *parameter : function->parameters())
      note(parameter);
    TraverseStmt(function->getBody());
  }
  bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
  bool VisitVarDecl(VarDecl *var) override { return note(var); }
  bool VisitBindingDecl(BindingDecl *binding) override { return note(binding); }
  bool found = false;

private:
  bool note(const ValueDecl *other) {
    found |=
        other != variable && other->getIdentifier() && other->getIdentifier() == variable->getIdentifier();
    return !found;
  }
  const ValueDecl *variable;
};
} // namespace

bool hasNamesake(const ValueDecl *variable, const FunctionDecl *function) {
  return Namesakes(variable, function).found;
}

const Stmt *turnOf(const Stmt *loop) {
  if (const auto *counted = dyn_cast<ForStmt>(loop))
    return counted->getBody();
  if (const auto *ranged = dyn_cast<CXXForRangeStmt>(loop))
    return ranged->getBody();
  return loop; // a variable in the head of a `while` is made anew in each turn
}

/// The path that a path is a step from: of a.b, a. Null, if it begins there.
static const Expr *stepOfPath(const Expr *expr) {
  if (const auto *member = dyn_cast<MemberExpr>(expr))
    return member->getBase()->IgnoreParenCasts();
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expr))
    return element->getBase()->IgnoreParenCasts();
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_Deref)
    return op->getSubExpr()->IgnoreParenCasts();
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(expr))
    return call->getImplicitObjectArgument()->IgnoreParenCasts();
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expr); call && call->getNumArgs())
    return call->getArg(0)->IgnoreParenCasts();
  return nullptr;
}

const Expr *rootOfPath(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  while (const Expr *step = stepOfPath(expr))
    expr = step;
  return expr;
}

const FieldDecl *memberOfThis(const Expr *path) {
  const MemberExpr *first = nullptr; // where the step behind `this` is one to a member
  const Expr *expr = path->IgnoreParenCasts();
  while (const Expr *step = stepOfPath(expr)) {
    first = dyn_cast<MemberExpr>(expr);
    expr = step;
  }
  return first && isa<CXXThisExpr>(expr) ? dyn_cast<FieldDecl>(first->getMemberDecl()) : nullptr;
}

const Expr *addressedObject(const Expr *init) {
  const auto *address = dyn_cast<UnaryOperator>(init->IgnoreParenImpCasts());
  return address && address->getOpcode() == UO_AddrOf && isPlainPath(address->getSubExpr())
             ? address->getSubExpr()
             : nullptr;
}

bool isFixedPath(const Expr *path) {
  for (const Expr *base; (base = basePath(path));)
    path = base;
  path = path->IgnoreParenImpCasts();
  return isa<CXXThisExpr>(path) || (isa<DeclRefExpr>(path) && !path->getType()->isPointerType());
}

bool isPlainPath(const Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (isa<DeclRefExpr>(expr) || isa<CXXThisExpr>(expr) || isa<IntegerLiteral>(expr))
    return true;
  if (const auto *member = dyn_cast<MemberExpr>(expr))
    return isPlainPath(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(expr))
    return isPlainPath(element->getBase()) && isPlainPath(element->getIdx());
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expr))
    if (const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee()))
      return call->getOperator() == OO_Subscript && method->getParent()->isInStdNamespace() &&
             factsOf(method->getParent()).role != ClassRole::Map && // whose [] inserts
             isPlainPath(call->getArg(0)) && isPlainPath(call->getArg(1));
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return op->getOpcode() == UO_Deref && isPlainPath(op->getSubExpr());
  return false;
}

} // namespace fullgraph
