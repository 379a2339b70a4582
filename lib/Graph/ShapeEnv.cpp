#include "lib/Graph/ShapeEnv.h"
#include "lib/Graph/ProofMemory.h"
#include "lib/Graph/Prover.h"
#include "lib/Graph/SymNode.h"

#include <algorithm>
#include <cmath>

namespace fullgraph {

static std::string identifierFor(const std::string &wanted) {
  std::string name;
  for (char c : wanted) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (letter || (c >= '0' && c <= '9' && !name.empty()))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_' && wanted != name)
    name.pop_back(); // "size(0)" is size_0
  return name.empty() ? "s" : name;
}

thread_local uint64_t ShapeEnv::proofSteps = 0;

std::string symbolName(const std::string &wanted, const std::function<bool(const std::string &)> &isTaken) {
  const std::string base = identifierFor(wanted);
  std::string name = base;
  // The text form has to tell the symbol from a constant.
  for (unsigned i = 1; isReservedSymWord(name) || isTaken(name); ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

Sym ShapeEnv::addSymbol(SymbolDef def) {
  def.name = symbolName(def.name, [this](const std::string &name) { return symbolIndex.count(name) != 0; });
  symbolIndex[def.name] = symbolList.size();
  Sym symbol = Sym::symbol(def.name, def.type);
  if (def.multipleOf > 1)
    cache.reset();
  else if (Knowledge *own = ownKnowledge())
    own->addSymbol(def);
  passSymbol(def);
  symbolList.push_back(std::move(def));
  return symbol;
}

void ShapeEnv::bindToSize(const std::string &symbol, std::string tensor, unsigned dim) {
  SymbolDef &def = symbolList[symbolIndex.at(symbol)];
  def.tensor = std::move(tensor);
  def.dim = dim;
}

std::optional<int64_t> ShapeEnv::estimate(const Sym &value) const {
  return value
      .substitute([&](const std::string &name) -> std::optional<Sym> {
        const SymbolDef *def = lookup(name);
        return def && def->hint ? std::optional<Sym>(*def->hint) : std::nullopt;
      })
      .asInt();
}

const SymbolDef *ShapeEnv::lookup(const std::string &name) const {
  auto it = symbolIndex.find(name);
  return it == symbolIndex.end() ? nullptr : &symbolList[it->second];
}

static void splitConjunction(const Sym &condition, std::vector<Sym> &parts) {
  if (condition.kind() == SymKind::And)
    parts.insert(parts.end(), condition.operands().begin(), condition.operands().end());
  else
    parts.push_back(condition);
}

bool ShapeEnv::assume(const Sym &condition, const SourceLoc &loc, std::string reason) {
  std::vector<Sym> parts;
  splitConjunction(condition, parts);
  std::optional<ShapeEnv> before; // in case the parts contradict each other
  if (parts.size() > 1)
    before = *this;
  for (const Sym &part : parts) {
    std::optional<bool> holds = prove(part);
    if (!holds) {
      addGuard({part, loc, reason});
    } else if (!*holds) {
      if (before)
        *this = std::move(*before);
      return false;
    }
  }
  return true;
}

void ShapeEnv::addFact(const Sym &condition) {
  factList.push_back(condition);
  learn(condition);
}

void ShapeEnv::addGuard(Guard guard) {
  guardList.push_back(std::move(guard));
  learn(guardList.back().condition);
}

std::set<size_t> ShapeEnv::impliedGuards() const {
  std::vector<std::set<std::string>> symbols(guardList.size());
  for (size_t i = 0; i < guardList.size(); ++i)
    guardList[i].condition.forEachSymbol([&](const std::string &name, SymType) { symbols[i].insert(name); });
  const auto related = [&](size_t i, size_t j) {
    return std::any_of(symbols[i].begin(), symbols[i].end(),
                       [&](const std::string &name) { return symbols[j].count(name) != 0; });
  };
  std::set<size_t> implied;
  for (size_t i = 0; i < guardList.size(); ++i) {
    // Earlier ones did not: it was open when it was assumed.
    std::vector<size_t> later;
    for (size_t j = i + 1; j < guardList.size(); ++j)
      if (related(i, j))
        later.push_back(j);
    constexpr size_t most = 16; // that are tried: each costs what learning it does
    if (later.empty() || later.size() > most)
      continue;
    ShapeEnv others;
    others.symbolList = symbolList;
    others.symbolIndex = symbolIndex;
    for (const Sym &fact : factList)
      others.addFact(fact);
    for (size_t j = 0; j < guardList.size(); ++j)
      if (j != i && !implied.count(j) && related(i, j))
        others.addGuard(guardList[j]);
    if (others.prove(guardList[i].condition) == true)
      implied.insert(i);
  }
  return implied;
}

Sym ShapeEnv::applyEquals(const Sym &value) const {
  if (equals.empty() || value.isConst())
    return value;
  return value.substitute([this](const std::string &name) -> std::optional<Sym> {
    auto it = equals.find(name);
    return it == equals.end() ? std::nullopt : std::optional<Sym>(it->second);
  });
}

bool ShapeEnv::defineAs(const std::string &symbol, const Sym &value) {
  if (value.dependsOn(symbol) || equals.count(symbol))
    return false;
  for (auto &[name, expression] : equals)
    expression = expression.substitute(
        [&](const std::string &s) { return s == symbol ? std::optional<Sym>(value) : std::nullopt; });
  equals.emplace(symbol, value);
  noteChange(ChangeKind::Definition, value, symbol);
  value.forEachSymbol([&](const std::string &name, SymType) { mentioned.insert(name); });
  cache.reset();
  return true;
}

/// `s == 3`, `s` or `!s` of a symbol that nothing else is known of, as options of modules are: it changes no
/// other conclusion, so that nothing is worked out anew. False: it is not such a condition.
bool ShapeEnv::defineFresh(const Sym &condition) {
  Sym symbol = condition, value = Sym::boolean(true);
  if (condition.kind() == SymKind::Not) {
    symbol = condition.operands()[0];
    value = Sym::boolean(false);
  } else if (condition.kind() == SymKind::Eq) {
    const std::vector<Sym> &sides = condition.operands();
    const size_t constant = sides[0].isConst() ? 0 : 1;
    symbol = sides[1 - constant];
    value = sides[constant];
    if (symbol.type() != SymType::Int)
      return false;
  }
  const SymbolDef *def =
      symbol.kind() == SymKind::Symbol && value.isConst() ? lookup(symbol.name()) : nullptr;
  if (!def || symbol.type() != value.type() || mentioned.count(def->name) || equals.count(def->name))
    return false;
  if (const std::optional<int64_t> number = value.asInt(); number && symbol.type() == SymType::Int)
    if ((def->lower && *number < *def->lower) || (def->upper && *number > *def->upper) || def->multipleOf > 1)
      return false;
  known.push_back(condition);
  noteChange(ChangeKind::Fresh, condition);
  mentioned.insert(def->name);
  equals.emplace(def->name, value);
  if (Knowledge *own = ownKnowledge())
    own->truths.insert(condition);
  return true;
}

/// False when all of it was there.
bool ShapeEnv::addKnown(const Sym &condition) {
  std::vector<Sym> parts;
  splitConjunction(condition, parts);
  bool added = false, extended = true;
  for (const Sym &part : parts) {
    if (part.isConst() || std::find(known.begin(), known.end(), part) != known.end())
      continue;
    known.push_back(part);
    part.forEachSymbol([&](const std::string &name, SymType) { mentioned.insert(name); });
    added = true;
    Knowledge *own = extended ? ownKnowledge() : nullptr;
    extended = own && Prover::extend(*own, part, applyEquals(part));
  }
  if (added)
    noteChange(ChangeKind::Known, condition);
  if (added && !extended)
    cache.reset();
  return added;
}

/// Turns `condition` into a definition of one of its symbols, or into conditions that say more; true if it
/// did.
bool ShapeEnv::solve(const Sym &condition) {
  const Sym c = applyEquals(condition);
  if (c.kind() == SymKind::Symbol)
    return defineAs(c.name(), Sym::boolean(true));
  if (c.kind() == SymKind::Not && c.operands()[0].kind() == SymKind::Symbol)
    return defineAs(c.operands()[0].name(), Sym::boolean(false));
  if (c.kind() == SymKind::Or) { // all alternatives but one are out
    std::vector<Sym> open;
    for (const Sym &alternative : c.operands())
      if (prove(alternative) != false)
        open.push_back(alternative);
    return open.size() == 1 && addKnown(open[0]);
  }
  if (c.kind() != SymKind::Eq)
    return false;

  const std::vector<Sym> &sides = c.operands();
  if (sides[0].type() != SymType::Int) {
    for (int i = 0; i < 2; ++i) {
      const Sym &symbol = sides[i], &value = sides[1 - i];
      if (symbol.kind() != SymKind::Symbol)
        continue;
      // Equal floats are the same number but for the zeros' sign; NaN equals nothing.
      const bool number = value.isConst() && *value.asDouble() != 0;
      if (symbol.type() == SymType::Bool || number)
        return defineAs(symbol.name(), value);
    }
    return false;
  }

  auto difference = Poly::combine(Poly::of(sides[0]), 1, Poly::of(sides[1]), -1);
  if (!difference)
    return false;
  // N*M == N*K with N >= 1
  const Monomial common = difference->commonMonomial();
  if (!common.empty() && prove(symLe(1, Poly::term(common, 1).sym())) == true) {
    Poly reduced = *difference;
    for (Term &t : reduced.terms)
      t.atoms = *divideMonomial(t.atoms, common);
    return addKnown(symEq(reduced.sym(), 0));
  }
  // The symbol declared last goes: x's sizes name y's.
  const Term *best = nullptr;
  int64_t bestIndex = -1;
  for (const Term &t : difference->terms) {
    if (t.atoms.size() != 1 || t.atoms[0].kind() != SymKind::Symbol ||
        (t.coefficient != 1 && t.coefficient != -1))
      continue;
    const std::string &name = t.atoms[0].name();
    const bool alone =
        std::all_of(difference->terms.begin(), difference->terms.end(), [&](const Term &other) {
          return &other == &t || std::none_of(other.atoms.begin(), other.atoms.end(),
                                              [&](const Sym &atom) { return atom.dependsOn(name); });
        });
    auto index = symbolIndex.find(name);
    if (alone && index != symbolIndex.end() && int64_t(index->second) > bestIndex) {
      best = &t;
      bestIndex = int64_t(index->second);
    }
  }
  if (!best)
    return false;
  // coefficient * symbol + rest == 0
  auto rest = Poly::combine(*difference, 1, Poly::term(best->atoms, best->coefficient), -1);
  auto value = rest ? Poly::combine(*rest, -best->coefficient, {}, 0) : std::nullopt;
  return value && defineAs(best->atoms[0].name(), value->sym());
}

void ShapeEnv::learnAnew(const Sym &condition) {
  if (defineFresh(condition))
    return;
  // Until something is found, what was known before has nothing new to say, but for disjunctions.
  size_t first = known.size();
  if (!addKnown(condition))
    return;
  // A definition may turn what was known before into one (M*K == 12 with M == 3). Each turn defines a symbol,
  // settles a disjunction or cancels a factor, so this ends.
  for (bool changed = true; changed; first = 0) {
    changed = false;
    for (size_t i = 0; i < known.size(); ++i)
      if (i >= first || known[i].kind() == SymKind::Or)
        changed |= solve(Sym(known[i]));
    for (const SymbolDef &def : symbolList) {
      if (def.type != SymType::Int || equals.count(def.name))
        continue;
      if (auto value = onlyValue(Sym::symbol(def.name)))
        changed |= defineAs(def.name, *value);
    }
  }
}

} // namespace fullgraph
