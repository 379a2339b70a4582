#include "lib/Graph/ProofMemory.h"

#include <atomic>
#include <utility>

namespace fullgraph {

thread_local ProofMemory *ProofMemory::current = nullptr;
static std::atomic<uint64_t> memories = 0;

ProofMemory::ProofMemory() : outer(std::exchange(current, this)), number(++memories) { make(); }

ProofMemory::~ProofMemory() { current = outer; }

ShapeEnv::Moment *ProofMemory::make() {
  return moments.size() < mostMoments ? &moments.emplace_back() : nullptr;
}

ShapeEnv::ShapeEnv() {
  if (ProofMemory *memory = ProofMemory::current)
    now = {&memory->moments.front(), memory->number, ++memory->environments};
}

ShapeEnv::Moment *ShapeEnv::remembered() const {
  const bool isThere = ProofMemory::current && ProofMemory::current->number == now.memory;
  return isThere ? now.moment : nullptr;
}

void ShapeEnv::passSymbol(const SymbolDef &def) {
  Moment *before = remembered();
  now.moment = nullptr;
  if (!before)
    return;
  Moment *&then = before->withSymbol[{def.name, def.type, def.lower, def.upper, def.multipleOf}];
  if (!then)
    then = ProofMemory::current->make();
  now.moment = then;
}

/// To find it again takes a lookup, and copies of what was learnt.
static uint64_t stepsOfRemembered(uint64_t steps) { return 1 + steps / 8; }

void ShapeEnv::learn(const Sym &condition) {
  Moment *before = remembered();
  now.moment = nullptr; // while the condition is learnt, what is asked belongs to no moment
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
    now.moment = known->second.then;
    isBehind |= !cache;
    proofSteps = steps + stepsOfRemembered(known->second.steps);
    return;
  }
  Moment::Learned learned;
  changes = &learned.changes;
  learnAnew(condition);
  changes = nullptr;
  learned.steps = proofSteps - steps;
  now.moment = learned.then = ProofMemory::current->make();
  if (learned.then)
    before->withCondition.emplace(condition, std::move(learned));
}

void ShapeEnv::noteChange(ChangeKind kind, const Sym &condition, const std::string &symbol) {
  if (changes)
    changes->push_back({kind, condition, symbol});
}

template <class Answers, class Work>
auto ShapeEnv::remember(Answers Moment::*answers, const Sym &asked, Work work) const {
  Moment *moment = remembered();
  if (!moment)
    return work();
  if (const auto known = (moment->*answers).find(asked); known != (moment->*answers).end()) {
    auto &answer = known->second;
    proofSteps += answer.asker == now.environment ? 1 : stepsOfRemembered(answer.steps);
    answer.asker = now.environment;
    return answer.value;
  }
  const uint64_t before = proofSteps;
  const auto value = work();
  (moment->*answers)
      .emplace(asked, typename Answers::mapped_type{value, proofSteps - before, now.environment});
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
