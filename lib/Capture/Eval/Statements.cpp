// Statements: straight-line code. Branches.cpp has if and switch, Loops.cpp loops.

#include "lib/Capture/Eval/Statements.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Domain/UnitMemory.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Syntax/ConstantTables.h"
#include "lib/Capture/Syntax/Targets.h"
#include "lib/Frontend/AstVisitor.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

Flow Statements::execGuarded(const Stmt *stmt) {
  if (!stmt)
    return Flow::Next;
  if (walk.region || walk.attempts.depth)
    return exec(stmt);
  const size_t walks = constructors.seen ? constructors.seen->walks : 0;
  try {
    return exec(stmt);
  } catch (BreakError &error) {
    if (!walk.predicting)
      report.keepOrThrow(error);
    report.trace(error.graphBreak.range.getBegin(), "not followed: " + breakMessage(error.graphBreak));
    const BreakKind kind = error.graphBreak.kind;
    if (constructors.seen && isa<Expr>(stmt) && (kind == BreakKind::Io || kind == BreakKind::Logging) &&
        seeRest(stmt, walks))
      return Flow::Next; // `std::cout << net(x)` changes what the calls in it change
  } catch (const UnknownType &unknown) {
    report.trace(unknown.loc, "not followed: the type of '" + unknown.name + "' is not known");
    function.found.unknownTypes.emplace(unknown.name, unknown.loc);
    walk.diagnosing = walk.unknownType = !walk.predicting;
  } catch (const SplitPoint &) {
    report.trace(stmt->getBeginLoc(), "not followed: no part of one graph");
    walk.diagnosing = function.splits = !walk.predicting;
  } catch (const EagerPath &end) {
    if (!walk.predicting)
      throw;
    report.trace(end.loc, "not followed: " + end.reason);
  }
  poisonTargets(stmt);
  if (constructors.seen)
    seeRest(stmt, walks);
  return Flow::Next;
}

namespace {
/// The calls in a statement by which the program comes to a compiled function, but for those that were walked
/// in this turn of a loop.
class ReachingCalls : public AstVisitor {
public:
  ReachingCalls(const SeenCalls &seen, size_t since) : seen(seen), since(since) {}
  std::vector<const CallExpr *> found;

  bool shouldTraversePostOrder() const override { return true; }
  bool VisitCallExpr(CallExpr *call) override {
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && seen.reaching.count(callee->getCanonicalDecl())) {
      const auto walked = seen.places.find(call);
      if (walked == seen.places.end() || walked->second <= since)
        found.push_back(call);
    }
    return true;
  }

private:
  const SeenCalls &seen;
  const size_t since;
};
} // namespace

/// Of a statement that could not be followed: `std::cout << f(x)` calls f all the same. False: nor could a
/// call.
bool Statements::seeRest(const Stmt *stmt, size_t since) {
  ReachingCalls calls(*constructors.seen, since);
  calls.TraverseStmt(const_cast<Stmt *>(stmt));
  bool all = true;
  for (const CallExpr *call : calls.found) {
    try {
      expressions.eval(call);
    } catch (const WalkEnd &) {
      all = false;
    }
  }
  return all;
}

/// Of a choice that is not decided: the other operand may hold breaks, whatever this one does.
AbsValue Statements::diagnoseOperand(const Expr *operand) {
  try {
    return expressions.eval(operand);
  } catch (BreakError &error) {
    if (!report.goesOnBehind(error, operand))
      throw;
    report.keepOrThrow(error);
  } catch (const EagerPath &) {
    if (!walk.diagnosing)
      throw;
  }
  return AbsValue::poison();
}

void Statements::splitAt(const Expr *expr) {
  for (size_t i = 1; i < walk.frames.size(); ++i)
    function.split.insert(walk.frames[i].function);
  throw SplitPoint{walk.frames.size() == 1 ? expr : nullptr, {}};
}

void Statements::poisonTargets(const Stmt *stmt) {
  const Targets targets = targetsOf(stmt);
  for (const VarDecl *var : targets.declared) {
    Location *location = path.temporary(AbsValue::poison(), var->getType());
    location->name = var->getNameAsString();
    walk.frame().variables[var] = location;
    if (const auto *decomposition = dyn_cast<DecompositionDecl>(var))
      for (const BindingDecl *binding : decomposition->bindings())
        if (const VarDecl *holding = binding->getHoldingVar())
          walk.frame().variables[holding] = path.temporary(AbsValue::poison(), holding->getType());
  }
  if (walk.predicting) {
    walk.frame().mayHaveReturned |= targets.returns;
    walk.frame().mayHaveJumped |= targets.jumps;
    for (const Expr *target : targets.assigned)
      constructors.forgetTarget(target);
    for (const Expr *target : targets.asked)
      if (!targets.handsOut.count(target)) // `gps[i].fits` is read: the list is as it was
        constructors.forgetAsked(target);
  }
  for (const Expr *target : targets.assigned) {
    const auto *reference = dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts());
    const auto *var = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!var)
      continue;
    const auto found = walk.frame().variables.find(var);
    if (found == walk.frame().variables.end())
      continue;
    found->second->value = AbsValue::poison();
    found->second->loaded = true;
  }
}

Flow Statements::exec(const Stmt *stmt) {
  path.countStep(stmt);
  const llvm::SaveAndRestore<bool> save(expressions.bindsToVariable, false);
  switch (stmt->getStmtClass()) {
  case Stmt::NullStmtClass:
    return Flow::Next;
  case Stmt::CompoundStmtClass:
    return execCompound(cast<CompoundStmt>(stmt));
  case Stmt::DeclStmtClass:
    for (const Decl *decl : cast<DeclStmt>(stmt)->decls()) {
      if (const auto *decomposition = dyn_cast<DecompositionDecl>(decl))
        bindParts(decomposition,
                  decomposition->getType()->isReferenceType()
                      ? expressions.evalLocation(decomposition->getInit())
                      : objects.initialise(decomposition->getType(), decomposition->getInit(), ""),
                  decomposition->getInit());
      else if (const auto *var = dyn_cast<VarDecl>(decl))
        execDecl(var);
    }
    return Flow::Next;
  case Stmt::IfStmtClass:
    return execIf(cast<IfStmt>(stmt));
  case Stmt::ForStmtClass:
    return execFor(cast<ForStmt>(stmt));
  case Stmt::CXXForRangeStmtClass:
    return execRangeFor(cast<CXXForRangeStmt>(stmt));
  case Stmt::WhileStmtClass:
    return execWhile(cast<WhileStmt>(stmt));
  case Stmt::DoStmtClass:
    return execDo(cast<DoStmt>(stmt));
  case Stmt::SwitchStmtClass:
    return execSwitch(cast<SwitchStmt>(stmt));
  case Stmt::ReturnStmtClass:
    return execReturn(cast<ReturnStmt>(stmt));
  case Stmt::BreakStmtClass:
    return Flow::Break;
  case Stmt::ContinueStmtClass:
    return Flow::Continue;
  case Stmt::AttributedStmtClass:
    return exec(cast<AttributedStmt>(stmt)->getSubStmt());
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return exec(cast<SwitchCase>(stmt)->getSubStmt());
  case Stmt::CXXTryStmtClass:
    // A call in which something throws is no call of the graph's: the program's own code runs it, with its
    // handlers.
    if (constructors.seen || (!walk.region && !walk.attempts.depth)) {
      try {
        return exec(cast<CXXTryStmt>(stmt)->getTryBlock());
      } catch (const EagerPath &) {
        function.found.handled = true;
        throw;
      }
    }
    report.fail(BreakKind::Exception, SourceRange(stmt->getBeginLoc(), stmt->getBeginLoc()), {"try"});
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::LabelStmtClass:
    report.fail(BreakKind::IrreducibleControlFlow, stmt->getSourceRange(), {});
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    report.fail(BreakKind::InlineAsm, stmt->getSourceRange(), {});
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
    report.fail(BreakKind::Coroutine, stmt->getSourceRange(), {});
  default:
    break;
  }
  if (const auto *expr = dyn_cast<Expr>(stmt)) {
    if (expr->isGLValue())
      expressions.evalLocation(expr);
    else
      expressions.eval(expr);
    return Flow::Next;
  }
  report.unsupported(stmt, "this statement");
}

Flow Statements::execCompound(const CompoundStmt *stmt) {
  std::vector<std::pair<const VarDecl *, Location *>> scope;
  Flow flow = Flow::Next;
  for (const Stmt *child : stmt->body()) {
    {
      const llvm::SaveAndRestore<bool> save(scopeIsLeft, isa<DeclStmt>(child));
      flow = execGuarded(child);
    }
    if (const auto *decl = dyn_cast<DeclStmt>(child))
      for (const Decl *d : decl->decls())
        if (const auto *var = dyn_cast<VarDecl>(d); var && !var->getType()->isReferenceType())
          if (const auto found = walk.frame().variables.find(var); found != walk.frame().variables.end())
            scope.emplace_back(var, found->second);
    if (flow != Flow::Next)
      break;
  }
  leaveScope(scope);
  return flow;
}

/// Runs user-provided destructors of the scope's objects, last one first.
void Statements::leaveScope(const std::vector<std::pair<const VarDecl *, Location *>> &variables) {
  for (auto it = variables.rbegin(); it != variables.rend(); ++it) {
    const auto [var, location] = *it;
    if (!var->isStaticLocal() && !location->value.isPoison())
      destroy(location, var->getType(), *var);
  }
}

/// Runs the destructors of the user's classes: the object's own, those of its members, those of its bases.
void Statements::destroy(Location *object, QualType type, const VarDecl &var) {
  if (!runsDestructor(type))
    return;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || isLibraryClass(record) || record->getNumVBases() || record->isUnion() ||
      !object->value.is(ValueKind::Record))
    report.fail(BreakKind::ScopeGuardEffect, SourceRange(var.getLocation()),
                {"'" + var.getNameAsString() + "'"});
  record = record->getDefinition();
  const CXXDestructorDecl *destructor = record->getDestructor();
  if (destructor && destructor->isUserProvided()) {
    const FunctionDecl *definition = nullptr;
    if (!destructor->hasBody(definition))
      report.fail(BreakKind::ScopeGuardEffect, SourceRange(var.getLocation()),
                  {"'" + var.getNameAsString() + "'"});
    Frame callee;
    callee.function = definition;
    callee.thisObject = object;
    walk.frames.push_back(std::move(callee));
    struct Pop {
      std::vector<Frame> &frames;
      ~Pop() { frames.pop_back(); }
    } pop{walk.frames};
    exec(definition->getBody());
  }
  const std::vector<const FieldDecl *> fields(record->field_begin(), record->field_end());
  for (const FieldDecl *member : llvm::reverse(fields))
    if (const auto found = object->value.record->fields.find(member);
        found != object->value.record->fields.end())
      destroy(found->second, member->getType(), var);
  const std::vector<CXXBaseSpecifier> bases(record->bases_begin(), record->bases_end());
  for (const CXXBaseSpecifier &base : llvm::reverse(bases)) // whose members are the object's own
    destroy(object, base.getType(), var);
}

/// `static const auto kernel = fg::tensor({0.25, 0.5, 0.25});`: the first call makes it, in the program. What
/// is made of it is computed behind it, where it is an input.
void Statements::leaveStatic(const VarDecl *var) {
  Hints made;
  Attempt(walk, Attempt::Throws::Fail).run([&] {
    collector.collectHints(returnedKey(), objects.initialise(var->getType(), var->getInit(), "")->value,
                           made);
  });
  splits.leavePlainCode(var->getInit()->IgnoreImplicit(), "what makes a static object at the first call",
                        std::move(made));
}

void Statements::execDecl(const VarDecl *var) {
  if (var->isStaticLocal() && !constructors.seen) { // main() is walked as at the first call
    const bool constant =
        var->getType().isConstQualified() && (var->hasConstantInitialization() || isConstantTable(var));
    if (!constant && var->getType().isConstQualified() && var->getInit())
      leaveStatic(var);
    if (!constant && !var->isConstexpr())
      report.fail(BreakKind::StaticLocal, SourceRange(var->getLocation()),
                  {var->getNameAsString(), var->hasConstantInitialization()
                                               ? "may have been changed by an earlier call"
                                               : "is initialised at run time"});
  } else if (!var->hasLocalStorage() && !var->isStaticLocal()) {
    return; // extern declarations: resolved at their use
  }
  if (var->getType().isVolatileQualified())
    report.fail(BreakKind::VolatileAccess, SourceRange(var->getLocation()), {var->getNameAsString()});
  const bool staysInProgram = walk.region && walk.region->staysInProgram; // its end, too
  if (!scopeIsLeft && !staysInProgram && runsDestructor(var->getType()))
    report.fail(BreakKind::ScopeGuardEffect, SourceRange(var->getLocation()),
                {"'" + var->getNameAsString() + "'"});
  const Expr *init = var->getInit();
  if (var->getType()->isReferenceType()) {
    walk.frame().variables[var] = expressions.evalLocation(init);
    return;
  }
  walk.frame().variables[var] = objects.initialise(var->getType(), init, var->getNameAsString());
}

/// Names the parts of what a structured binding takes apart.
void Statements::bindParts(const DecompositionDecl *decl, Location *whole, const Expr *init) {
  walk.frame().variables[decl] = whole;
  const AbsValue &value = caller.read(whole, init);
  size_t index = 0;
  for (const BindingDecl *binding : decl->bindings()) {
    // std::tuple_element bindings are variables of their own that refer to the element.
    const VarDecl *holding = binding->getHoldingVar();
    Location *element = nullptr;
    if (value.isPoison()) {
      element = path.temporary(AbsValue::poison(), binding->getType());
    } else if (value.is(ValueKind::Sequence) && !value.sequence->open &&
               index < value.sequence->elements.size()) {
      element = value.sequence->elements[index];
    } else if (!holding) {
      const auto *member = dyn_cast<MemberExpr>(binding->getBinding()->IgnoreParenImpCasts());
      const auto *fieldDecl = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      if (fieldDecl)
        element = caller.field(whole, fieldDecl, member);
    }
    if (!element)
      report.fail(BreakKind::UnsupportedConstruct, SourceRange(binding->getLocation()),
                  {"structured binding '" + binding->getNameAsString() + "' of this type"});
    if (element->value.isTensor() && element->value.tensor && element->value.tensor->source.empty()) {
      element->value.tensor->source = binding->getNameAsString();
      element->value.tensor->loc = report.loc(binding->getLocation());
    }
    if (holding)
      walk.frame().variables[holding] = element;
    ++index;
  }
}

/// Does an object end with the function that may write, then, to what is returned?
static bool findGuard(const Stmt *stmt) {
  if (!stmt || isa<LambdaExpr>(stmt))
    return false;
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    for (const Decl *d : declaration->decls())
      if (const auto *var = dyn_cast<VarDecl>(d);
          var && runsDestructor(var->getType()) && refersToTensors(var->getType()))
        return true;
  return llvm::any_of(stmt->children(), findGuard);
}
static bool holdsGuard(const Stmt *body) {
  return UnitMemory::remember(&UnitMemory::guards, body, [&] { return findGuard(body); });
}

Flow Statements::execReturn(const ReturnStmt *stmt) {
  Frame &current = walk.frame();
  current.hasReturned = true;
  current.returnedAt = stmt->getBeginLoc();
  const Expr *operand = stmt->getRetValue();
  if (!operand)
    return Flow::Return;
  if (current.returnsReference) {
    Location *reference = expressions.evalLocation(operand);
    if (walk.frame().mayHaveReturned)
      reference = path.temporary(AbsValue::poison(), operand->getType());
    walk.frame().returnedReference = reference;
  } else {
    // Whether that one is the result, or is moved into it and destroyed, is up to the user's compiler.
    const VarDecl *elided = stmt->getNRVOCandidate();
    const CXXRecordDecl *record = elided ? elided->getType()->getAsCXXRecordDecl() : nullptr;
    const CXXRecordDecl *own = record ? copiesItself(record, /*moves=*/true) : nullptr;
    if (own && !runsDestructor(elided->getType()))
      report.fail(BreakKind::UnsupportedConstruct, stmt->getSourceRange(),
                  {"the return of '" + elided->getNameAsString() + "', which may run the constructor of '" +
                   own->getNameAsString() + "' or not"});
    if (record && (runsDestructor(elided->getType()) ||
                   (mayHoldTensors(elided->getType()) && holdsGuard(walk.frame().function->getBody()))))
      report.fail(BreakKind::ScopeGuardEffect, stmt->getSourceRange(),
                  {"'" + elided->getNameAsString() + "'"});
    const llvm::SaveAndRestore<bool> save(expressions.bindsToVariable,
                                          true); // what calls the function sees to it
    AbsValue value = expressions.eval(operand);
    const bool isOpenList = value.is(ValueKind::Sequence) && value.sequence->open;
    if (isOpenList && walk.frames.size() == 1 && !walk.attempts.depth && !walk.predicting)
      splits.leavePlainCode(operand, "a list that is returned, and whose length is only known at run time");
    walk.frame().returned = walk.frame().mayHaveReturned ? AbsValue::poison() : std::move(value);
  }
  return Flow::Return;
}

} // namespace fullgraph
