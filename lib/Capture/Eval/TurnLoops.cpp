#include "lib/Capture/Eval/TurnLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/Turns.h"

#include <cstdlib>
#include <exception>

using namespace clang;

namespace fullgraph {

Location *TurnLoops::place(const VarDecl *variable) const {
  const auto found = walk.frame().variables.find(variable);
  return found == walk.frame().variables.end() ? nullptr : found->second;
}

/// What turns carry, part by part; numbers among them, which no turn changes.
std::vector<TurnLoops::Carried> TurnLoops::carriedBy(const Turns &turns, const TurnText &text,
                                                     const Expr *call) {
  std::vector<Carried> all;
  for (const CarriedText &one : text.carried) {
    Location *object = expressions.evalLocation(one.target);
    if (object && one.isAssignedFirst) {
      all.push_back({object, object, false, {}, true});
      continue;
    }
    if (object && object->external && !caller.read(object, call).isTensor() &&
        !object->value.is(ValueKind::Record))
      turns.refuse("it carries an object of the caller's as a whole");
    for (Location *part : object ? turns.partsOf(object) : std::vector<Location *>()) {
      const auto isPart = [&](const Carried &known) { return known.part == part; };
      const auto known = llvm::find_if(all, isPart);
      if (known == all.end())
        all.push_back({object, part, one.isWritten, part->value});
      else if (known->object == object)
        known->isWritten = known->isWritten || one.isWritten;
      else
        turns.refuse("it carries an object, and a part of it by another name");
    }
  }
  return all;
}

/// The parts that the objects have behind a turn, where a std::tuple may have others.
void TurnLoops::findParts(const Turns &turns, std::vector<Carried> &carried, const Expr *call) {
  for (size_t i = 0; i < carried.size();) {
    for (Location *part : turns.partsOf(carried[i].object)) {
      if (i == carried.size())
        turns.refuse("a turn leaves other parts than it finds");
      carried[i++].part = part;
    }
  }
  for (const Carried &one : carried) {
    const AbsValue &left = caller.read(one.part, call);
    const bool isTensor = one.isAssigned || one.before.isTensor();
    if (isTensor != left.isTensor() || (isTensor ? !left.tensor : !(left.sym == one.before.sym)))
      turns.refuse("a turn changes a number that is carried, or leaves a tensor undefined");
  }
}

/// `beginTurn` sets what the turn is at.
void TurnLoops::walkTurns(Turns &turns, const TurnText &text, const Stmt *loop, const Expr *call,
                          llvm::function_ref<void()> beginTurn) {
  std::vector<Carried> carried = carriedBy(turns, text, call);
  for (const Carried &one : carried)
    if (one.isAssigned) {
      turns.carryAssigned(one.part);
      one.part->value = {};
    } else if (one.before.isTensor()) {
      one.part->value = AbsValue::ofTensor(turns.carry(one.before.tensor, one.isWritten));
    }
  for (const VarDecl *variable : text.lists) {
    const Location *list = place(variable);
    if (!list || list->external || !list->value.is(ValueKind::Sequence) || list->value.sequence->open ||
        !list->value.sequence->elements.empty())
      turns.refuse("'" + variable->getNameAsString() + "' is not empty in front of it");
  }
  turns.begin();
  beginTurn();
  if (statements.exec(turnOf(loop)) != Flow::Next || walk.diagnosing)
    turns.refuse("a turn may leave the loop");
  turns.end();

  findParts(turns, carried, call);
  std::erase_if(carried, [](const Carried &one) { return !one.isAssigned && !one.before.isTensor(); });
  for (size_t i = 0; i < carried.size(); ++i)
    turns.leave(i, carried[i].part->value.tensor);
  turns.settle();
  turns.writeParts();
  std::vector<SequenceObject *>
      shared; // lists with elements that are carried tensors, too: with delays, any of them
  for (const VarDecl *variable : text.lists) {
    SequenceObject &list = *place(variable)->value.sequence;
    if (list.elements.size() != 1 || !caller.read(list.elements[0], call).isTensor() ||
        !list.elements[0]->value.tensor)
      turns.refuse("a turn appends more than one tensor to '" + variable->getNameAsString() + "'");
    Value *element = list.elements[0]->value.tensor;
    list.slicesOf = turns.listOf(element);
    list.filledBy = loop;
    if (turns.isLeft(element))
      shared.push_back(&list);
    list.elements.clear();
    list.open = true;
    list.length = turns.turnCount();
  }
  for (size_t i = 0; i < carried.size(); ++i) {
    Value *last = turns.last(i);
    if (!carried[i].isAssigned && last == carried[i].before.tensor)
      carried[i].part->value = carried[i].before;
    else
      objects.assign(carried[i].part, AbsValue::ofTensor(last), call);
    for (SequenceObject *list : shared)
      list->slicesAlsoIn.push_back(last);
  }
}

bool TurnLoops::mayBeTried(const Stmt *loop) const {
  return !walk.predicting && !walk.kernel && !walk.diagnosing && !walk.turn &&
         !function.forks.turned.count(loop) && function.options.backendKind() == BackendKind::Kernels &&
         !report.isLibrary(loop->getBeginLoc());
}

/// Where the loop has another form, why is noted for who wonders (`--log=perf_hints`).
std::optional<TurnText> TurnLoops::textOf(const Stmt *loop, llvm::Expected<TurnText> text) {
  if (text) {
    if (function.forks.readFirst.count(loop))
      for (CarriedText &one : text->carried)
        one.isAssignedFirst = false;
    return std::move(*text);
  }
  function.forks.turned.emplace(loop, llvm::toString(text.takeError()));
  return std::nullopt;
}

bool TurnLoops::attempt(const Stmt *loop, llvm::function_ref<void()> walkLoop) {
  const llvm::SaveAndRestore<LoopTurn *> around(walk.turn, walk.turn);
  std::string why = "a turn has a loop or a call that stays in the program";
  bool readsFirst = false;
  std::exception_ptr ended; // the walk, whatever becomes of the loop: nobody knows yet what a tensor is
  const auto walkNoted = [&] {
    try {
      walkLoop();
    } catch (const NoLoopKernel &refused) {
      why = refused.why;
      readsFirst = refused.readsFirst;
      throw;
    } catch (const BreakError &error) {
      why = breakMessage(error.graphBreak) + " (" + report.loc(error.graphBreak.range.getBegin()).str() + ")";
      throw;
    } catch (const OtherCalls &) {
      ended = std::current_exception();
    } catch (const EagerPath &thrown) {
      why = "a turn " + thrown.reason;
      if (thrown.loc.isValid())
        why += " (" + report.loc(thrown.loc).str() + ")";
      throw;
    } catch (const UnknownType &unknown) {
      why = "the type of '" + unknown.name + "' is not known";
      if (function.types.guess)
        throw;
      ended = std::current_exception(); // a walk that guesses comes next
    }
  };
  if (Attempt(walk, Attempt::Throws::Fail).run(walkNoted)) {
    if (ended)
      std::rethrow_exception(ended);
    return true;
  }
  if (!readsFirst || !function.forks.readFirst.insert(loop).second)
    function.forks.turned.emplace(loop, std::move(why));
  throw WalkAgain();
}

/// Turns that are known to be so few are nodes of their own, which fuse with what is around them.
static bool areFew(const Sym &count) {
  const std::optional<int64_t> known = count.asInt();
  return known && std::abs(*known) <= 16;
}

bool TurnLoops::captured(const ForStmt *loop) {
  if (!mayBeTried(loop))
    return false;
  const std::optional<TurnText> text = textOf(loop, turnTextOf(loop, walk.frame().function));
  Location *index = text ? place(text->index) : nullptr;
  if (!index || !index->value.isScalar())
    return false;
  const AbsValue end = expressions.eval(text->end);
  if (!end.isScalar() || end.sym.type() != SymType::Int || areFew(end.sym - index->value.sym))
    return false;
  return attempt(loop, [&] {
    const Sym first = index->value.sym, taken = text->downwards ? first - end.sym : end.sym - first;
    Turns turns(walk, text->endIsATurn ? taken + Sym(1) : taken, first, text->downwards, loop->getCond());
    walkTurns(turns, *text, loop, loop->getCond(), [&] { index->value.sym = turns.index(); });
    const AbsValue stillEnd = expressions.eval(text->end);
    if (!stillEnd.isScalar() || !(stillEnd.sym == end.sym))
      turns.refuse("a turn changes where it ends");
  });
}

bool TurnLoops::captured(const CXXForRangeStmt *loop) {
  const std::optional<UnboundText> unbound =
      mayBeTried(loop) ? unboundOf(loop->getRangeInit()) : std::nullopt;
  const std::optional<TurnText> text =
      unbound ? textOf(loop, turnTextOf(loop, walk.frame().function)) : std::nullopt;
  if (!text)
    return false;
  const AbsValue tensor = expressions.eval(unbound->tensor);
  const AbsValue given = unbound->dim ? expressions.eval(unbound->dim) : AbsValue::ofScalar(Sym(0));
  if (!tensor.isTensor() || !tensor.tensor || !given.isScalar() || !given.sym.asInt())
    return false;
  Value *xs = guesses.typed(tensor.tensor);
  const auto rank = static_cast<int64_t>(xs->type.rank());
  const int64_t dim = *given.sym.asInt() + (*given.sym.asInt() < 0 ? rank : 0);
  if (dim < 0 || dim >= rank || areFew(xs->type.sizes[static_cast<size_t>(dim)]))
    return false;
  return attempt(loop, [&] {
    const Expr *call = loop->getRangeInit();
    Turns turns(walk, xs->type.sizes[static_cast<size_t>(dim)], Sym(0), false, call);
    walkTurns(turns, *text, loop, call, [&] {
      Value *slice = turns.slice(xs, dim, turns.index());
      walk.frame().variables[text->index] =
          path.temporary(AbsValue::ofTensor(slice), text->index->getType().getNonReferenceType());
    });
  });
}

} // namespace fullgraph
