// Statements: straight-line code. Branches.cpp has if and switch, Loops.cpp loops.

#include "lib/Capture/Interpreter.h"
#include "lib/Capture/Targets.h"

using namespace clang;

namespace fullgraph {

namespace {

constexpr size_t maxSteps = 1'000'000;           // of one path: keeps the tool from hanging on any input
constexpr size_t maxPrototypeSteps = 20'000'000; // a constructor builds whole models, tensor by tensor

} // namespace

/// Throws once the function has had its share.
void Interpreter::countWork() {
  CaptureWork &work = *function.work;
  ++work.statements;
  const size_t nodes = graph ? graph->nodes().size() : 0;
  work.operators += nodes - std::min<uint64_t>(nodes, std::exchange(nodesCounted, nodes));
  work.proofs += ShapeEnv::proofSteps - std::exchange(proofsCounted, ShapeEnv::proofSteps);
  if (work.total() > CaptureWork::most)
    throw WorkSpent();
}

void Interpreter::countStep(const Stmt *stmt) {
  countWork();
  if (++steps > (predicting ? maxPrototypeSteps : maxSteps) ||
      static_cast<int>(graph->nodes().size()) > function.options.unrollLimit)
    fail(BreakKind::UnrollLimit, stmt->getSourceRange(), {std::to_string(function.options.unrollLimit)});
}

Flow Interpreter::execGuarded(const Stmt *stmt) {
  if (!stmt)
    return Flow::Next;
  if (region || attempts)
    return exec(stmt);
  try {
    return exec(stmt);
  } catch (BreakError &error) {
    if (!predicting)
      keepOrThrow(error);
  } catch (const UnknownType &unknown) {
    function.unknownTypes.emplace(unknown.name, unknown.loc);
    diagnosing = unknownType = !predicting;
  } catch (const SplitPoint &) {
    diagnosing = function.splits = !predicting;
  } catch (const EagerPath &) {
    if (!predicting)
      throw;
  }
  poisonTargets(stmt);
  return Flow::Next;
}

void Interpreter::keepOrThrow(BreakError &error) {
  // Past the step limit nothing may go on.
  if (region || attempts || predicting || error.graphBreak.kind == BreakKind::UnrollLimit)
    throw std::move(error);
  // What an operand that broke is handed to breaks with it: std::cout << x << "\n".
  const SourceRange range = error.graphBreak.range;
  const bool follows = llvm::any_of(function.breaks, [&](const Break &known) {
    return isGraphBreak(known.kind) && (known.kind != error.graphBreak.kind || known.range != range) &&
           range.fullyContains(known.range);
  });
  if (follows)
    diagnosing = true;
  else
    record(std::move(error.graphBreak));
}

/// Under diagnosis the rest of an expression of the user's is walked, too: it may hold further breaks.
bool Interpreter::goesOnBehind(const BreakError &error, const Expr *at) const {
  return !region && !attempts && !predicting && error.graphBreak.kind != BreakKind::UnrollLimit &&
         !isLibrary(at->getExprLoc());
}

/// Of a choice that is not decided: the other operand may hold breaks, whatever this one does.
AbsValue Interpreter::diagnoseOperand(const Expr *operand) {
  try {
    return eval(operand);
  } catch (BreakError &error) {
    if (!goesOnBehind(error, operand))
      throw;
    keepOrThrow(error);
  } catch (const EagerPath &) {
    if (!diagnosing)
      throw;
  }
  return AbsValue::poison();
}

void Interpreter::splitAt(const Expr *expr) {
  for (size_t i = 1; i < frames.size(); ++i)
    function.split.insert(frames[i].function);
  throw SplitPoint{frames.size() == 1 ? expr : nullptr, {}};
}

void Interpreter::poisonTargets(const Stmt *stmt) {
  const Targets targets = targetsOf(stmt);
  for (const VarDecl *var : targets.declared) {
    Location *location = temporary(AbsValue::poison(), var->getType());
    location->name = var->getNameAsString();
    frame().variables[var] = location;
    if (const auto *decomposition = dyn_cast<DecompositionDecl>(var))
      for (const BindingDecl *binding : decomposition->bindings())
        if (const VarDecl *holding = binding->getHoldingVar())
          frame().variables[holding] = temporary(AbsValue::poison(), holding->getType());
  }
  if (predicting) {
    frame().mayHaveReturned |= targets.returns;
    frame().mayHaveJumped |= targets.jumps;
    for (const Expr *target : targets.assigned)
      forgetTarget(target);
    for (const Expr *target : targets.asked)
      forgetTarget(target);
  }
  for (const Expr *target : targets.assigned) {
    const auto *reference = dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts());
    const auto *var = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!var)
      continue;
    const auto found = frame().variables.find(var);
    if (found == frame().variables.end())
      continue;
    found->second->value = AbsValue::poison();
    found->second->loaded = true;
  }
}

Flow Interpreter::exec(const Stmt *stmt) {
  countStep(stmt);
  const llvm::SaveAndRestore<bool> save(bindsToVariable, false);
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
                      ? evalLocation(decomposition->getInit())
                      : initialise(decomposition->getType(), decomposition->getInit(), ""),
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
    fail(BreakKind::Exception, SourceRange(stmt->getBeginLoc(), stmt->getBeginLoc()), {"try"});
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
  case Stmt::LabelStmtClass:
    fail(BreakKind::IrreducibleControlFlow, stmt->getSourceRange(), {});
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    fail(BreakKind::InlineAsm, stmt->getSourceRange(), {});
  case Stmt::CoroutineBodyStmtClass:
  case Stmt::CoreturnStmtClass:
    fail(BreakKind::Coroutine, stmt->getSourceRange(), {});
  default:
    break;
  }
  if (const auto *expr = dyn_cast<Expr>(stmt)) {
    if (expr->isGLValue())
      evalLocation(expr);
    else
      eval(expr);
    return Flow::Next;
  }
  unsupported(stmt, "this statement");
}

Flow Interpreter::execCompound(const CompoundStmt *stmt) {
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
          if (const auto found = frame().variables.find(var); found != frame().variables.end())
            scope.emplace_back(var, found->second);
    if (flow != Flow::Next)
      break;
  }
  leaveScope(scope);
  return flow;
}

/// Runs user-provided destructors of the scope's objects, last one first.
void Interpreter::leaveScope(const std::vector<std::pair<const VarDecl *, Location *>> &variables) {
  for (auto it = variables.rbegin(); it != variables.rend(); ++it) {
    const auto [var, location] = *it;
    if (!var->isStaticLocal() && !location->value.isPoison())
      destroy(location, var->getType(), *var);
  }
}

/// Runs the destructors of the user's classes: the object's own, those of its members, those of its bases.
void Interpreter::destroy(Location *object, QualType type, const VarDecl &var) {
  if (!runsDestructor(type))
    return;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !modelledClass(record).empty() || record->getNumVBases() || record->isUnion() ||
      !object->value.is(ValueKind::Record))
    fail(BreakKind::ScopeGuardEffect, SourceRange(var.getLocation()), {"'" + var.getNameAsString() + "'"});
  record = record->getDefinition();
  const CXXDestructorDecl *destructor = record->getDestructor();
  if (destructor && destructor->isUserProvided()) {
    const FunctionDecl *definition = nullptr;
    if (!destructor->hasBody(definition))
      fail(BreakKind::ScopeGuardEffect, SourceRange(var.getLocation()), {"'" + var.getNameAsString() + "'"});
    Frame callee;
    callee.function = definition;
    callee.thisObject = object;
    frames.push_back(std::move(callee));
    struct Pop {
      std::vector<Frame> &frames;
      ~Pop() { frames.pop_back(); }
    } pop{frames};
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

void Interpreter::execDecl(const VarDecl *var) {
  if (var->isStaticLocal()) {
    const bool constant = var->getType().isConstQualified() && var->hasConstantInitialization();
    if (!constant && !var->isConstexpr())
      fail(BreakKind::StaticLocal, SourceRange(var->getLocation()), {var->getNameAsString()});
  } else if (!var->hasLocalStorage()) {
    return; // extern declarations: resolved at their use
  }
  if (var->getType().isVolatileQualified())
    fail(BreakKind::VolatileAccess, SourceRange(var->getLocation()), {var->getNameAsString()});
  if (!scopeIsLeft && runsDestructor(var->getType()))
    fail(BreakKind::ScopeGuardEffect, SourceRange(var->getLocation()), {"'" + var->getNameAsString() + "'"});
  const Expr *init = var->getInit();
  if (var->getType()->isReferenceType()) {
    frame().variables[var] = evalLocation(init);
    return;
  }
  frame().variables[var] = initialise(var->getType(), init, var->getNameAsString());
}

/// Names the parts of what a structured binding takes apart.
void Interpreter::bindParts(const DecompositionDecl *decl, Location *whole, const Expr *init) {
  frame().variables[decl] = whole;
  const AbsValue &value = read(whole, init);
  size_t index = 0;
  for (const BindingDecl *binding : decl->bindings()) {
    // std::tuple_element bindings are variables of their own that refer to the element.
    const VarDecl *holding = binding->getHoldingVar();
    Location *element = nullptr;
    if (value.isPoison()) {
      element = temporary(AbsValue::poison(), binding->getType());
    } else if (value.is(ValueKind::Sequence) && !value.sequence->open &&
               index < value.sequence->elements.size()) {
      element = value.sequence->elements[index];
    } else if (!holding) {
      const auto *member = dyn_cast<MemberExpr>(binding->getBinding()->IgnoreParenImpCasts());
      const auto *fieldDecl = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      if (fieldDecl)
        element = field(whole, fieldDecl, member);
    }
    if (!element)
      fail(BreakKind::UnsupportedConstruct, SourceRange(binding->getLocation()),
           {"structured binding '" + binding->getNameAsString() + "' of this type"});
    if (element->value.isTensor() && element->value.tensor && element->value.tensor->source.empty()) {
      element->value.tensor->source = binding->getNameAsString();
      element->value.tensor->loc = loc(binding->getLocation());
    }
    if (holding)
      frame().variables[holding] = element;
    ++index;
  }
}

/// Does an object end with the function that may write, then, to what is returned?
static bool holdsGuard(const Stmt *stmt) {
  if (!stmt || isa<LambdaExpr>(stmt))
    return false;
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    for (const Decl *d : declaration->decls())
      if (const auto *var = dyn_cast<VarDecl>(d);
          var && runsDestructor(var->getType()) && refersToTensors(var->getType()))
        return true;
  return llvm::any_of(stmt->children(), holdsGuard);
}

Flow Interpreter::execReturn(const ReturnStmt *stmt) {
  Frame &current = frame();
  current.hasReturned = true;
  current.returnedAt = stmt->getBeginLoc();
  const Expr *operand = stmt->getRetValue();
  if (!operand)
    return Flow::Return;
  if (current.returnsReference) {
    Location *reference = evalLocation(operand);
    if (frame().mayHaveReturned)
      reference = temporary(AbsValue::poison(), operand->getType());
    frame().returnedReference = reference;
  } else {
    // Whether that one is the result, or is moved into it and destroyed, is up to the user's compiler.
    const VarDecl *elided = stmt->getNRVOCandidate();
    const CXXRecordDecl *record = elided ? elided->getType()->getAsCXXRecordDecl() : nullptr;
    if (record && (runsDestructor(elided->getType()) || copiesItself(record, /*moves=*/true) ||
                   (mayHoldTensors(elided->getType()) && holdsGuard(frame().function->getBody()))))
      fail(BreakKind::ScopeGuardEffect, stmt->getSourceRange(), {"'" + elided->getNameAsString() + "'"});
    const llvm::SaveAndRestore<bool> save(bindsToVariable, true); // what calls the function sees to it
    AbsValue value = eval(operand);
    frame().returned = frame().mayHaveReturned ? AbsValue::poison() : std::move(value);
  }
  return Flow::Return;
}

} // namespace fullgraph
