#include "lib/Capture/Eval/TurnLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/Turns.h"

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
  for (const VarDecl *variable : text.carried) {
    Location *carried = place(variable);
    if (!carried || carried->external || !caller.read(carried, call).isTensor() || !carried->value.tensor)
      turns.refuse();
    carried->value = AbsValue::ofTensor(turns.carry(carried->value.tensor));
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
    if (!left.isTensor() || !left.tensor)
      turns.refuse();
    turns.leave(i, left.tensor);
  }
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
  if (walk.predicting || walk.kernel || walk.diagnosing || walk.turn ||
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
  if ((end.sym - first).isConst()) // it is walked turn by turn
    return false;
  std::vector<std::pair<Location *, AbsValue>> before = {{index, index->value}};
  for (const VarDecl *variable : text->carried)
    if (Location *carried = place(variable))
      before.emplace_back(carried, carried->value);
  const llvm::SaveAndRestore<LoopTurn *> around(walk.turn, walk.turn);
  if (Attempt(walk, Attempt::Throws::Fail).run([&] { walkTurns(loop, *text, first, end.sym); }))
    return true;
  for (const auto &[location, value] : before)
    location->value = value;
  return false;
}

} // namespace fullgraph
