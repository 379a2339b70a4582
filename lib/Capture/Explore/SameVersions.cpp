#include "lib/Capture/Explore/SameVersions.h"

#include <algorithm>
#include <map>

namespace fullgraph {
namespace {

bool areSame(const CxxText &a, const CxxText &b) {
  return std::equal(a.pieces.begin(), a.pieces.end(), b.pieces.begin(), b.pieces.end(),
                    [](const CxxText::Piece &x, const CxxText::Piece &y) {
                      return x.kind == y.kind && x.text == y.text && x.output == y.output &&
                             x.value == y.value;
                    });
}

bool areSame(const std::vector<CxxText> &a, const std::vector<CxxText> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const CxxText &x, const CxxText &y) { return areSame(x, y); });
}

/// All that code is made from: types, guards, and what capture relied on.
bool areSame(const Graph *a, const Graph *b) {
  if (!a || !b)
    return a == b;
  return a->nodes().size() == b->nodes().size() && a->inputs().size() == b->inputs().size() &&
         printGraph(*a) == printGraph(*b) && printCapturedGraph(*a).text == printCapturedGraph(*b).text;
}

bool areSameLeaves(const DecisionNode &a, const DecisionNode &b) {
  return a.inTraining == b.inTraining && a.exit == b.exit && a.returnsValue == b.returnsValue &&
         a.reason == b.reason && a.unmet == b.unmet && a.unmetBy == b.unmetBy && a.ranks == b.ranks &&
         a.assigned == b.assigned && areSame(a.effects, b.effects) && areSame(a.result, b.result) &&
         areSame(a.values, b.values) && areSame(a.graph.get(), b.graph.get());
}

/// Conditions first: graphs are compared as texts.
bool areSameConditions(const DecisionNode &a, const DecisionNode &b) {
  if (a.kind != b.kind)
    return false;
  return a.kind != DecisionNode::Branch ||
         (a.condition == b.condition && areSameConditions(*a.whenTrue, *b.whenTrue) &&
          areSameConditions(*a.whenFalse, *b.whenFalse));
}

bool haveSameLeaves(const DecisionNode &a, const DecisionNode &b) {
  if (a.kind != DecisionNode::Branch)
    return areSameLeaves(a, b);
  return haveSameLeaves(*a.whenTrue, *b.whenTrue) && haveSameLeaves(*a.whenFalse, *b.whenFalse);
}

/// Does a name mean the same in both? Each may have symbols that its code does not need.
bool areSame(const std::vector<SymbolDef> &a, const std::vector<SymbolDef> &b) {
  std::map<std::string, const SymbolDef *> named;
  for (const SymbolDef &symbol : a)
    named.emplace(symbol.name, &symbol);
  return std::all_of(b.begin(), b.end(), [&](const SymbolDef &symbol) {
    const auto other = named.find(symbol.name);
    return other == named.end() ||
           (other->second->type == symbol.type && other->second->cxx == symbol.cxx &&
            other->second->tensor == symbol.tensor && other->second->dim == symbol.dim);
  });
}

} // namespace

bool areSame(const CapturedVersion &a, const CapturedVersion &b) {
  return a.guessed == b.guessed && a.forOthers == b.forOthers && a.maybeAbsent == b.maybeAbsent &&
         a.privateMembers == b.privateMembers && areSame(a.symbols, b.symbols) &&
         areSameConditions(*a.tree, *b.tree) && haveSameLeaves(*a.tree, *b.tree);
}

void dropSameVersions(std::vector<CapturedVersion> &versions) {
  std::vector<CapturedVersion> kept;
  for (CapturedVersion &version : versions)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const CapturedVersion &known) { return areSame(known, version); }))
      kept.push_back(std::move(version));
  versions = std::move(kept);
}

} // namespace fullgraph
