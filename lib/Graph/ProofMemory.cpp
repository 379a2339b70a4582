#include "lib/Graph/ProofMemory.h"

#include <utility>

namespace fullgraph {

thread_local ProofMemory *ProofMemory::current = nullptr;

ProofMemory::ProofMemory()
    : outer(std::exchange(current, this)), beginning(std::make_shared<ShapeEnv::Moment>(this)) {}

ProofMemory::~ProofMemory() { current = outer; }

ShapeEnv::ShapeEnv() {
  if (ProofMemory *memory = ProofMemory::current) {
    moment = memory->beginning;
    number = ++memory->environments;
  }
}

ShapeEnv::Moment *ShapeEnv::remembered() const {
  return moment && moment->memory == ProofMemory::current ? moment.get() : nullptr;
}

std::shared_ptr<ShapeEnv::Moment> ShapeEnv::nextMoment() const {
  ProofMemory *memory = ProofMemory::current;
  return ++memory->moments < ProofMemory::mostMoments ? std::make_shared<Moment>(memory) : nullptr;
}

void ShapeEnv::passSymbol(const SymbolDef &def) {
  Moment *now = remembered();
  if (!now)
    return moment.reset();
  std::shared_ptr<Moment> &then = now->withSymbol[{def.name, def.type, def.lower, def.upper, def.multipleOf}];
  if (!then)
    then = nextMoment();
  moment = std::shared_ptr(then); // `now` may go with it
}

void ShapeEnv::learn(const Sym &condition) {
  // What is asked meanwhile is of no moment.
  const std::shared_ptr<Moment> before = remembered() ? moment : nullptr;
  moment.reset();
  if (!before)
    return learnAnew(condition);
  const uint64_t steps = proofSteps;
  if (const auto known = before->withCondition.find(condition); known != before->withCondition.end()) {
    for (const Change &change : known->second.changes)
      if (change.kind == ChangeKind::Definition)
        defineAs(change.symbol, change.condition);
      else if (change.kind == ChangeKind::Fresh)
        defineFresh(change.condition);
      else
        addKnown(change.condition);
    moment = known->second.then;
    isBehind |= !cache;
    proofSteps = steps + known->second.steps;
    return;
  }
  Moment::Learned learned;
  changes = &learned.changes;
  learnAnew(condition);
  changes = nullptr;
  learned.steps = proofSteps - steps;
  moment = learned.then = nextMoment();
  if (learned.then)
    before->withCondition.emplace(condition, std::move(learned));
}

void ShapeEnv::noteChange(ChangeKind kind, const Sym &condition, const std::string &symbol) {
  if (changes)
    changes->push_back({kind, condition, symbol});
}

template <class Answers, class Work>
auto ShapeEnv::remember(Answers Moment::*answers, const Sym &asked, Work work) const {
  Moment *now = remembered();
  if (!now)
    return work();
  if (const auto known = (now->*answers).find(asked); known != (now->*answers).end()) {
    auto &answer = known->second;
    proofSteps += answer.asker == number ? 1 : answer.steps;
    answer.asker = number;
    return answer.value;
  }
  const uint64_t before = proofSteps;
  const auto value = work();
  (now->*answers).emplace(asked, typename Answers::mapped_type{value, proofSteps - before, number});
  return value;
}

std::optional<bool> ShapeEnv::prove(const Sym &condition) const {
  const Sym c = applyEquals(condition);
  if (const auto value = c.asBool())
    return value;
  return remember(&Moment::proved, c, [&] { return proveAnew(c); });
}

Sym ShapeEnv::simplify(const Sym &value) const {
  const Sym v = applyEquals(value);
  if (v.operands().empty())
    return v;
  return remember(&Moment::simplified, v, [&] { return simplifyAnew(v); });
}

std::optional<int64_t> ShapeEnv::lowerBound(const Sym &value) const {
  const Sym v = simplify(value);
  if (v.type() != SymType::Int)
    return std::nullopt;
  if (const auto constant = v.asInt())
    return constant;
  return remember(&Moment::lowerBounds, v, [&] { return lowerBoundAnew(v); });
}

bool ShapeEnv::isContradictory() const {
  return remember(&Moment::contradictory, Sym::boolean(true), [&] { return isContradictoryAnew(); });
}

} // namespace fullgraph
