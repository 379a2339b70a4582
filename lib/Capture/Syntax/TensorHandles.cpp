#include "lib/Capture/Syntax/TensorHandles.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Graph/StableSort.h"
#include "lib/Ops/OpSchema.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

const DeclContext *homeOf(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method ? method->getParent()->getDeclContext() : function->getDeclContext();
}

/// Objects of the standard library whose members do what they say, with elements that do, too.
bool isPlainStd(const CXXRecordDecl *record) { return factsOf(record).isPlain || isNamedIterator(record); }

/// A value that carries no code of the user's: numbers, text, tensors, and containers of them.
bool isPlainValue(QualType type) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  while (type->isPointerType() || type->isArrayType())
    type = type->isPointerType() ? type->getPointeeType().getUnqualifiedType()
                                 : QualType(type->getPointeeOrArrayElementType(), 0);
  if (type->isBuiltinType() || type->isEnumeralType())
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return false;
  if (isFgNamespace(record->getDeclContext()))
    return true;
  if (record->isLambda() || !record->isInStdNamespace())
    return record->getIdentifier() && record->getName() == "_IO_FILE";
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!isPlainStd(record))
    return false;
  return !instance || llvm::all_of(instance->getTemplateArgs().asArray(), [](const TemplateArgument &a) {
    if (a.getKind() == TemplateArgument::Pack)
      return llvm::all_of(a.pack_elements(), [](const TemplateArgument &inner) {
        return inner.getKind() != TemplateArgument::Type || isPlainValue(inner.getAsType());
      });
    return a.getKind() != TemplateArgument::Type || isPlainValue(a.getAsType());
  });
}

/// Functions of the C and C++ library that run nothing of the user's and wait for no other thread.
bool isKnownStd(const FunctionDecl *callee) {
  if (!callee->getIdentifier())
    return callee->isOverloadedOperator();
  static const std::set<llvm::StringRef> known = {
      "printf",     "puts",          "putchar",  "fprintf",  "fputs",  "fputc",  "fflush", "snprintf",
      "abs",        "sqrt",          "exp",      "log",      "pow",    "sin",    "cos",    "tan",
      "tanh",       "floor",         "ceil",     "round",    "fabs",   "min",    "max",    "clamp",
      "move",       "forward",       "swap",     "exchange", "begin",  "end",    "size",   "endl",
      "flush",      "to_string",     "isnan",    "isinf",    "lround", "strlen", "get",    "make_pair",
      "make_tuple", "make_optional", "as_const", "fmod",     "log1p",  "cbrt"};
  return known.count(callee->getName());
}

/// The operator's result is a tensor of its own, or none.
bool makesNewTensor(const FunctionDecl *callee) {
  if (isa<CXXConstructorDecl>(callee))
    return false;
  const QualType type = callee->getReturnType();
  if (type->isBuiltinType() || type->isEnumeralType())
    return true;
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl(); record && !type->isReferenceType())
    if (factsOf(record).isCopied)
      return true; // its sizes, or a number
  if (callee->isOverloadedOperator())
    return callee->getOverloadedOperator() != OO_Subscript && !type->isReferenceType();
  if (!callee->getIdentifier())
    return false;
  const OpSchema *op = findOp(callee->getName().str());
  return op && !op->isView() && op->family != OpFamily::Cast && op->family != OpFamily::Mutation;
}

} // namespace

/// Fills TensorHandles from a body; or asks of another function's body whether it only computes.
class HandleFinder : public AstVisitor {
public:
  using Tame = std::map<const FunctionDecl *, bool>;
  HandleFinder(TensorHandles &found, Tame &tame) : found(found), tame(tame) {}

  bool TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *expr) override {
    return traverseDefault(expr->getExpr(), expr->getUsedLocation());
  }
  bool TraverseCXXDefaultInitExpr(CXXDefaultInitExpr *expr) override {
    return traverseDefault(expr->getExpr(), expr->getUsedLocation());
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        if (const auto *var = dyn_cast<VarDecl>(capture.getCapturedVar()))
          found.shown.insert(var);
    ++lambdas;
    const bool goesOn = AstVisitor::TraverseLambdaExpr(lambda);
    --lambdas;
    return goesOn;
  }

  bool VisitVarDecl(VarDecl *var) override {
    found.declare(var, lambdas == 0);
    if (!endsQuietly(var->getType(), 0))
      found.usable = false; // at the end of its scope
    if (var->getInit() && isWritable(var->getType()))
      lose(var->getInit());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *var = dyn_cast<VarDecl>(reference->getDecl()); var && !operands.count(reference))
      found.shown.insert(var);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *result) override {
    if (result->getRetValue() && lambdas == 0)
      allow(result->getRetValue()); // no region of this call comes behind
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) override {
    return isPlainValue(loop->getRangeInit()->getType()) || anything(loop->getBeginLoc());
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *temporary) override {
    return endsQuietly(temporary->getType(), 0) || anything(temporary->getBeginLoc());
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->getOpcode() == UO_AddrOf)
      lose(op->getSubExpr());
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *cast) override {
    const QualType to = cast->getTypeAsWritten();
    if (!isa<CXXStaticCastExpr>(cast) && (to->isPointerType() || to->isReferenceType()))
      found.usable = false; // a const that is cast away
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *expr) override { return anything(expr->getBeginLoc()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *expr) override { return anything(expr->getBeginLoc()); }
  bool VisitAtomicExpr(AtomicExpr *expr) override { return anything(expr->getBeginLoc()); }
  bool VisitAsmStmt(AsmStmt *) override { return refuse(); }
  bool VisitCoroutineBodyStmt(CoroutineBodyStmt *) override { return refuse(); }
  bool VisitInitListExpr(InitListExpr *list) override {
    if (list->getType()->isRecordType())
      for (const Expr *init : list->inits())
        if (init && init->isLValue() && !init->getType().isConstQualified())
          lose(init); // a member may be a reference
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    const CXXConstructorDecl *callee = construct->getConstructor();
    if (!isPlainValue(construct->getType()) && !callee->isTrivial() && !isTame(callee))
      anything(construct->getBeginLoc());
    passArguments(callee, {construct->getArgs(), construct->getNumArgs()});
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return anything(call->getBeginLoc());
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    const auto *member = dyn_cast<CXXMemberCallExpr>(call);
    const bool isOperator = isa<CXXOperatorCallExpr>(call) && method;
    const Expr *object = member       ? member->getImplicitObjectArgument()
                         : isOperator ? call->getArg(0)
                                      : nullptr;
    llvm::ArrayRef<const Expr *> args(call->getArgs(), call->getNumArgs());
    if (isOperator)
      args = args.drop_front();
    const bool assigns = method && (callee->getOverloadedOperator() == OO_Equal || isViewInPlace(callee));
    if (assigns && method->getRefQualifier() != RQ_RValue) { // of a temporary's elements otherwise
      const VarDecl *target = variableOf(object);
      for (const VarDecl *named : namedVariables(object))
        change(named, call->getBeginLoc());
      if (!target || !target->hasLocalStorage() || target->getType()->isReferenceType() ||
          !(isPlainValue(object->getType()) || callee->isTrivial() || isTame(callee)))
        anything(call->getBeginLoc());
    } else if (!isTame(callee) || !isPlainCall(callee, args, object)) {
      anything(call->getBeginLoc());
    }
    if (object && !assigns) {
      if (isLibrary(callee) && makesNewTensor(callee))
        allow(object);
      if (!method->isConst() && !isInPlace(callee))
        lose(object);
    }
    passArguments(callee, args);
    return true;
  }

private:
  /// What stands elsewhere happens where it is used.
  bool traverseDefault(Expr *expr, SourceLocation use) {
    const llvm::SaveAndRestore outer(usedAt, usedAt.isValid() ? usedAt : use);
    return TraverseStmt(expr);
  }

  static bool isLibrary(const FunctionDecl *callee) { return isFgNamespace(homeOf(callee)); }
  /// t_, unsqueeze_ and their like make their operand another view: what only writes elements is const.
  static bool isViewInPlace(const FunctionDecl *callee) {
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    return method && isLibrary(callee) && !method->isConst() && callee->getIdentifier() &&
           callee->getName().ends_with("_");
  }
  /// Writes elements of its operand, which stays the tensor that it is.
  static bool isInPlace(const FunctionDecl *callee) {
    return isLibrary(callee) && !isViewInPlace(callee) &&
           (callee->isOverloadedOperator() ? callee->getOverloadedOperator() != OO_Equal
                                           : callee->getIdentifier() && callee->getName().ends_with("_"));
  }
  static bool isModuleMethod(const CXXMethodDecl *method) {
    const auto *space = method ? dyn_cast<NamespaceDecl>(method->getParent()->getDeclContext()) : nullptr;
    return space && space->getName() == "nn";
  }
  static bool isWritable(QualType type) {
    return type->isReferenceType() && !type->getPointeeType().isConstQualified();
  }

  void passArguments(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> args) {
    const bool quiet = isLibrary(callee) && (makesNewTensor(callee) || isInPlace(callee));
    const bool exchanges = callee->isInStdNamespace() && callee->getIdentifier() &&
                           llvm::is_contained({"swap", "move", "forward", "exchange"}, callee->getName());
    for (size_t i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
      const QualType type = callee->getParamDecl(static_cast<unsigned>(i))->getType();
      const auto *construct = dyn_cast<CXXConstructorDecl>(callee);
      if (const DeclRefExpr *name = nameOf(args[i]); name && operands.count(name))
        continue; // what the function returns
      if (isWritable(type) && !args[i]->IgnoreParenImpCasts()->isPRValue() && !isInPlace(callee)) {
        for (const VarDecl *named : namedVariables(args[i]))
          if (exchanges || (construct && construct->isMoveConstructor()))
            change(named, args[i]->getBeginLoc()); // moved from, or exchanged
          else
            found.lost.insert(named);
        const VarDecl *target = variableOf(args[i]);
        if (exchanges && !(target && target->hasLocalStorage() && !target->getType()->isReferenceType()))
          anything(args[i]->getBeginLoc());
        continue;
      }
      if (quiet)
        allow(args[i]);
      else if (const VarDecl *named = variableOf(args[i]);
               named && type->isReferenceType() && !isTame(callee) && !named->getType().isConstQualified())
        found.lost.insert(named); // the const may be cast away
    }
  }

  /// Besides the function's own code, none of the user's runs.
  bool isPlainCall(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> args, const Expr *object) const {
    if (!isLibrary(callee) && !callee->isInStdNamespace() && callee->hasBody())
      return true;
    return llvm::all_of(args, [](const Expr *arg) { return isPlainValue(arg->getType()); }) &&
           (!object || isPlainValue(object->getType()));
  }

  /// Does the function, and whatever it calls, leave all tensor variables but its own as they are?
  bool isTame(const FunctionDecl *callee) {
    if (callee->isTrivial())
      return true;
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    if (method && method->isVirtual())
      return false;
    if (isLibrary(callee)) // modules may hold the user's, and to() changes tensors that are there
      return !isModuleMethod(method);
    const bool system = found.sources.isInSystemHeader(callee->getLocation());
    if (callee->isInStdNamespace() || system)
      return method ? isPlainStd(method->getParent()) : isKnownStd(callee);
    const FunctionDecl *definition = nullptr;
    if (!callee->hasBody(definition))
      return false;
    const auto [entry, fresh] = tame.emplace(definition, true); // of itself it may be called again
    if (!fresh)
      return entry->second;
    TensorHandles inside(found.sources, definition);
    HandleFinder finder(inside, tame);
    for (ParmVarDecl *parameter : definition->parameters())
      finder.VisitVarDecl(parameter);
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer *init : constructor->inits())
        finder.TraverseStmt(init->getInit());
    finder.TraverseStmt(definition->getBody());
    const bool isQuiet =
        inside.usable && llvm::none_of(inside.events, [](const auto &event) { return !event.variable; });
    return tame[definition] = isQuiet;
  }

  bool endsQuietly(QualType type, int depth) {
    if (depth > 6)
      return false;
    type = found.elementType(type);
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || record->hasTrivialDestructor() ||
        isFgNamespace(record->getDeclContext()))
      return true;
    if (record->isInStdNamespace())
      return isPlainValue(type);
    const CXXDestructorDecl *destructor = record->getDestructor();
    if (!destructor || (destructor->isUserProvided() && !isTame(destructor)))
      return false;
    return llvm::all_of(record->fields(),
                        [&](const FieldDecl *field) { return endsQuietly(field->getType(), depth + 1); }) &&
           llvm::all_of(record->bases(),
                        [&](const CXXBaseSpecifier &base) { return endsQuietly(base.getType(), depth + 1); });
  }

  static const DeclRefExpr *nameOf(const Expr *expr) {
    while (true) {
      const Expr *inner = expr->IgnoreParenImpCasts();
      if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
        inner = temporary->getSubExpr();
      else if (const auto *cleanups = dyn_cast<ExprWithCleanups>(inner))
        inner = cleanups->getSubExpr();
      else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(inner))
        inner = bound->getSubExpr();
      else if (const auto *copy = dyn_cast<CXXConstructExpr>(inner);
               copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor())
        inner = copy->getArg(0);
      if (inner == expr)
        return dyn_cast<DeclRefExpr>(expr);
      expr = inner;
    }
  }
  static const VarDecl *variableOf(const Expr *expr) {
    const auto *name = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  }
  /// The variable is read, and its tensor gets no other name.
  void allow(const Expr *expr) {
    if (const auto *name = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts()))
      operands.insert(name);
    else if (const DeclRefExpr *returned = nameOf(expr); returned && lambdas == 0)
      operands.insert(returned);
  }
  void lose(const Expr *expr) {
    for (const VarDecl *named : namedVariables(expr))
      found.lost.insert(named);
  }
  void change(const VarDecl *variable, SourceLocation where) {
    if (lambdas > 0)
      found.lost.insert(variable);
    else
      event(variable, where);
  }
  bool anything(SourceLocation where) {
    if (lambdas == 0) // else it happens where the lambda is called
      event(nullptr, where);
    return true;
  }
  bool refuse() {
    found.usable = false;
    return true;
  }
  void event(const VarDecl *variable, SourceLocation where) {
    if (variable && !isTensorType(variable->getType().getNonReferenceType().getUnqualifiedType()))
      return;
    const auto [id, offset] =
        found.sources.getDecomposedLoc(found.sources.getExpansionLoc(usedAt.isValid() ? usedAt : where));
    found.usable &= id == found.file;
    found.events.push_back({offset, variable});
  }

  TensorHandles &found;
  Tame &tame;
  std::set<const DeclRefExpr *> operands;
  SourceLocation usedAt; // of a default argument being traversed
  int lambdas = 0;
};

TensorHandles::TensorHandles(const SourceManager &sources, const FunctionDecl *function)
    : sources(sources), file(sources.getFileID(sources.getExpansionLoc(function->getBody()->getBeginLoc()))) {
}

TensorHandles TensorHandles::of(const FunctionDecl *function, const SourceManager &sources) {
  TensorHandles handles(sources, function);
  HandleFinder::Tame tame;
  HandleFinder finder(handles, tame);
  for (ParmVarDecl *parameter : function->parameters())
    finder.VisitVarDecl(parameter);
  finder.TraverseStmt(function->getBody());
  stableSort(handles.events, [](const Event &a, const Event &b) { return a.offset < b.offset; });
  return handles;
}

QualType TensorHandles::elementType(QualType type) {
  while (type->isArrayType())
    type = QualType(type->getPointeeOrArrayElementType(), 0);
  return type;
}

void TensorHandles::declare(const VarDecl *variable, bool isOwn) {
  if (variable->getIdentifier())
    ++names[variable->getNameAsString()];
  const QualType type = variable->getType();
  if (!isOwn || !variable->hasLocalStorage() ||
      !isTensorType(type.getNonReferenceType().getUnqualifiedType()))
    return;
  if (!type->isReferenceType())
    own.insert(variable);
  else if (isa<ParmVarDecl>(variable))
    shared.insert(variable);
}

std::map<std::string, TensorAccess> TensorHandles::accesses() const {
  std::map<std::string, TensorAccess> accesses;
  if (!usable)
    return accesses;
  const auto isNamed = [&](const VarDecl *variable) { // and no other is, anywhere in the function
    return variable->getIdentifier() && names.at(variable->getNameAsString()) == 1;
  };
  for (const VarDecl *variable : own)
    if (isNamed(variable) && !lost.count(variable))
      accesses[variable->getNameAsString()] =
          shown.count(variable) ? TensorAccess::Own : TensorAccess::Private;
  for (const VarDecl *variable : shared)
    if (isNamed(variable))
      accesses[variable->getNameAsString()] = TensorAccess::Shared;
  accesses["this"] = TensorAccess::Shared; // its members
  return accesses;
}

HandleChanges TensorHandles::between(unsigned begin, unsigned end) const {
  HandleChanges changes;
  const auto first =
      std::lower_bound(events.begin(), events.end(), begin,
                       [](const Event &event, unsigned offset) { return event.offset < offset; });
  for (auto event = first; event != events.end() && event->offset < end; ++event)
    if (!event->variable)
      changes.anything = true;
    else if (own.count(event->variable))
      changes.variables.insert(event->variable->getNameAsString());
  return changes;
}

} // namespace fullgraph
