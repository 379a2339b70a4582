#include "lib/Capture/Eval/TurnLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/Turns.h"

#include <cstdlib>

using namespace clang;

namespace fullgraph {

Location *TurnLoops::place(const VarDecl *variable) const {
  const auto found = walk.frame().variables.find(variable);
  return found == walk.frame().variables.end() ? nullptr : found->second;
}

void TurnLoops::walkTurns(const ForStmt *loop, const TurnText &text, const Sym &first, const Sym &end) {
  const Expr *call = loop->getCond();
  const Sym turnsTaken = text.downwards ? first - end : end - first;
  const Sym count = text.endIsATurn ? turnsTaken + Sym(1) : turnsTaken;
  Turns turns(walk, count, first, text.downwards, call);
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
  std::vector<size_t> lengths;
  for (const VarDecl *variable : text.lists) {
    const Location *list = place(variable);
    if (!list || list->external || !list->value.is(ValueKind::Sequence) || list->value.sequence->open ||
        !list->value.sequence->elements.empty())
      turns.refuse();
  }
  Location *index = place(text.index);
  turns.begin();
  index->value.sym = turns.index();
  if (statements.exec(loop->getBody()) != Flow::Next || walk.diagnosing)
    turns.refuse();
  turns.end();

  for (size_t i = 0; i < text.carried.size(); ++i) {
    const AbsValue &left = place(text.carried[i])->value;
    if (!left.isTensor() || !left.tensor || (place(text.carried[i])->external && left.tensor != found[i]))
      turns.refuse();
    turns.leave(i, left.tensor);
  }
  turns.joinLags();
  const AbsValue stillEnd = expressions.eval(text.end);
  if (!stillEnd.isScalar() || !(stillEnd.sym == end))
    turns.refuse();
  turns.writeParts();
  for (const VarDecl *variable : text.lists) {
    SequenceObject &list = *place(variable)->value.sequence;
    if (list.elements.size() != 1 || !caller.read(list.elements[0], call).isTensor() ||
        !list.elements[0]->value.tensor)
      turns.refuse();
    list.slicesOf = turns.stackOf(list.elements[0]->value.tensor, Turns::Order::OfTurns);
    list.elements.clear();
    list.open = true;
    list.length = count;
  }
  for (size_t i = 0; i < text.carried.size(); ++i)
    place(text.carried[i])->value = AbsValue::ofTensor(turns.last(i));
}

bool TurnLoops::captured(const ForStmt *loop) {
  constexpr int64_t mostWalked = 16; // turns: so many are nodes of their own, which fuse with what is around them
  if (walk.predicting || walk.kernel || walk.diagnosing || walk.turn || function.forks.turned.count(loop) ||
      function.options.backendKind() != BackendKind::Kernels || report.isLibrary(loop->getBeginLoc()))
    return false;
  const std::optional<TurnText> text = turnTextOf(loop, walk.frame().function);
  Location *index = text ? place(text->index) : nullptr;
  if (!index || !index->value.isScalar())
    return false;
  const AbsValue end = expressions.eval(text->end);
  if (!end.isScalar() || end.sym.type() != SymType::Int)
    return false;
  const Sym first = index->value.sym;
  const std::optional<int64_t> known = (end.sym - first).asInt();
  if (known && std::abs(*known) <= mostWalked)
    return false;
  const llvm::SaveAndRestore<LoopTurn *> around(walk.turn, walk.turn);
  if (Attempt(walk, Attempt::Throws::Fail).run([&] { walkTurns(loop, *text, first, end.sym); }))
    return true;
  function.forks.turned.insert(loop);
  throw WalkAgain();
}

} // namespace fullgraph
