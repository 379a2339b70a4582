#include "lib/Capture/Eval/TurnLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/Turns.h"

#include <cstdlib>

using namespace clang;

namespace fullgraph {

Location *TurnLoops::place(const VarDecl *variable) const {
  const auto found = walk.frame().variables.find(variable);
  return found == walk.frame().variables.end() ? nullptr : found->second;
}

/// `beginTurn` sets what the turn is at.
void TurnLoops::walkTurns(Turns &turns, const TurnText &text, const Stmt *loop, const Expr *call,
                          llvm::function_ref<void()> beginTurn) {
  std::vector<Value *> found; // what is carried, in a turn
  for (const VarDecl *variable : text.carried) {
    Location *carried = place(variable);
    const bool isWritten = llvm::is_contained(text.written, variable);
    if (!carried || (carried->external && !isWritten) || !caller.read(carried, call).isTensor() ||
        !carried->value.tensor)
      turns.refuse();
    found.push_back(turns.carry(carried->value.tensor, isWritten));
    carried->value = AbsValue::ofTensor(found.back());
  }
  for (const VarDecl *variable : text.lists) {
    const Location *list = place(variable);
    if (!list || list->external || !list->value.is(ValueKind::Sequence) || list->value.sequence->open ||
        !list->value.sequence->elements.empty())
      turns.refuse();
  }
  turns.begin();
  beginTurn();
  if (statements.exec(turnOf(loop)) != Flow::Next || walk.diagnosing)
    turns.refuse();
  turns.end();

  for (size_t i = 0; i < text.carried.size(); ++i) {
    const AbsValue &left = place(text.carried[i])->value;
    if (!left.isTensor() || !left.tensor || (place(text.carried[i])->external && left.tensor != found[i]))
      turns.refuse();
    turns.leave(i, left.tensor);
  }
  turns.settle();
  turns.writeParts();
  std::vector<SequenceObject *> shared; // lists with elements that are carried tensors, too: with delays, any of them
  for (const VarDecl *variable : text.lists) {
    SequenceObject &list = *place(variable)->value.sequence;
    if (list.elements.size() != 1 || !caller.read(list.elements[0], call).isTensor() ||
        !list.elements[0]->value.tensor)
      turns.refuse();
    Value *element = list.elements[0]->value.tensor;
    list.slicesOf = turns.listOf(element);
    list.filledBy = loop;
    if (turns.isLeft(element))
      shared.push_back(&list);
    list.elements.clear();
    list.open = true;
    list.length = turns.turnCount();
  }
  for (size_t i = 0; i < text.carried.size(); ++i) {
    Value *last = turns.last(i);
    place(text.carried[i])->value = AbsValue::ofTensor(last);
    for (SequenceObject *list : shared)
      list->slicesAlsoIn.push_back(last);
  }
}

bool TurnLoops::mayBeTried(const Stmt *loop) const {
  return !walk.predicting && !walk.kernel && !walk.diagnosing && !walk.turn && !function.forks.turned.count(loop) &&
         function.options.backendKind() == BackendKind::Kernels && !report.isLibrary(loop->getBeginLoc());
}

bool TurnLoops::attempt(const Stmt *loop, llvm::function_ref<void()> walkLoop) {
  const llvm::SaveAndRestore<LoopTurn *> around(walk.turn, walk.turn);
  if (Attempt(walk, Attempt::Throws::Fail).run(walkLoop))
    return true;
  function.forks.turned.insert(loop);
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
  const std::optional<TurnText> text = turnTextOf(loop, walk.frame().function);
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
      turns.refuse();
  });
}

bool TurnLoops::captured(const CXXForRangeStmt *loop) {
  const std::optional<UnboundText> unbound = mayBeTried(loop) ? unboundOf(loop->getRangeInit()) : std::nullopt;
  const std::optional<TurnText> text =
      unbound ? turnTextOf(loop, walk.frame().function) : std::nullopt;
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
