// What a region's guards found is put in terms of symbols of the whole function: a later region's guard that
// says the same of the same symbols is known. docs/architecture.md, "Emission".
#include "lib/Emit/LeafFunction.h"

#include "lib/Capture/CaptureResult.h"
#include "lib/Graph/StableSort.h"

#include <algorithm>

namespace fullgraph {
namespace {

class KnownGuardsFinder {
public:
  KnownGuardsFinder(const CapturedFunction &function, std::vector<LeafFunction> &leaves)
      : function(function), leaves(leaves) {}

  void run() {
    std::map<const CapturedRegion *, std::vector<LeafFunction *>> ofRegion;
    for (LeafFunction &leaf : leaves)
      if (!leaf.version->forOthers) // the last ones: they check nothing before they go to the run time
        ofRegion[leaf.region].push_back(&leaf);
    for (const auto &region : function.regions) {
      while (!open.empty() && open.back().region != region->before)
        leave();
      open.push_back({region.get(), {}, {}});
      forget(region->sinceBefore);
      const std::vector<LeafFunction *> &own = ofRegion[region.get()];
      std::map<std::string, Mapped> symbols;
      for (LeafFunction *leaf : own)
        if (!leaf->isMadeAtRunTime())
          symbols = compare(*leaf);
      forget(region->own);
      // Which of several leaves ran is not told.
      if (own.size() == 1 && !own.front()->isMadeAtRunTime() && !region->flag.empty())
        learn(*own.front(), symbols);
    }
    for (const LeafFunction &leaf : leaves)
      for (const CapturedRegion *region : leaf.known.by)
        ofRegion[region].front()->tells = true;
  }

private:
  struct Fact {
    TensorType type;        // over the function's symbols
    bool isPrivate = false; // nothing else has the tensor
    const CapturedRegion *by = nullptr;
  };
  /// A symbol of a leaf as one of the function's, and the region that knows so; null where it is new.
  struct Mapped {
    Sym value = 0;
    const CapturedRegion *by = nullptr;
  };
  struct Open {
    const CapturedRegion *region = nullptr;
    std::vector<std::pair<std::string, std::optional<Fact>>> before; // facts that it changed
    std::vector<Sym> truths;                                         // that it added
  };

  void set(const std::string &cxx, std::optional<Fact> fact) {
    const auto known = facts.find(cxx);
    open.back().before.emplace_back(cxx, known == facts.end() ? std::nullopt : std::optional(known->second));
    if (fact)
      facts[cxx] = std::move(*fact);
    else if (known != facts.end())
      facts.erase(known);
  }
  void leave() {
    Open &last = open.back();
    for (auto change = last.before.rbegin(); change != last.before.rend(); ++change)
      if (change->second)
        facts[change->first] = std::move(*change->second);
      else
        facts.erase(change->first);
    for (const Sym &truth : last.truths)
      truths.erase(truth);
    open.pop_back();
  }
  void forget(const HandleChanges &changes) {
    for (const std::string &variable : changes.variables)
      if (facts.count(variable))
        set(variable, std::nullopt);
    if (changes.anything)
      forgetIf([](const std::string &, const Fact &fact) { return !fact.isPrivate; });
  }
  template <class F> void forgetIf(F condition) {
    std::vector<std::string> lost;
    for (const auto &[cxx, fact] : facts)
      if (condition(cxx, fact))
        lost.push_back(cxx);
    for (const std::string &cxx : lost)
      set(cxx, std::nullopt);
  }

  std::optional<TensorAccess> accessOf(const std::string &cxx) const {
    if (const auto variable = function.tensors.find(cxx); variable != function.tensors.end())
      return variable->second;
    const bool isMember =
        cxx.compare(0, 6, "this->") == 0 &&
        std::all_of(cxx.begin() + 6, cxx.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    return isMember && function.tensors.count("this") ? std::optional(TensorAccess::Shared) : std::nullopt;
  }

  Sym mapped(const Sym &value, const std::map<std::string, Mapped> &symbols) const {
    return value.substitute([&](const std::string &name) -> std::optional<Sym> {
      const auto symbol = symbols.find(name);
      return symbol == symbols.end() ? std::nullopt : std::optional(symbol->second.value);
    });
  }
  TensorType mapped(TensorType type, const std::map<std::string, Mapped> &symbols) const {
    for (auto *list : {&type.sizes, &type.strides})
      for (Sym &s : *list)
        s = mapped(s, symbols);
    return type;
  }
  static Sym limit(const Sym &value, int64_t most) { return symLe(value, most); }
  static Sym indexes(const Sym &count) { return symLe(count, Sym(int64_t(INT32_MAX))); }

  std::map<std::string, Mapped> mapSymbols(const Graph &graph, const std::vector<const Fact *> &of) const {
    std::map<std::string, Mapped> symbols;
    for (const SymbolDef &symbol : graph.env.symbols()) {
      const auto source = symbol.tensor.empty() ? std::nullopt : findSize(graph, symbol);
      if (source && source->factor == 1 && of[source->input])
        symbols[symbol.name] = {of[source->input]->type.sizes[source->dim], of[source->input]->by};
      else
        symbols[symbol.name] = {Sym::symbol(std::to_string(open.size()) + "." + symbol.name, symbol.type)};
    }
    return symbols;
  }

  /// The facts about the graph's inputs; null where there is none, or one about another kind of tensor.
  std::vector<const Fact *> factsOf(const Graph &graph) const {
    std::vector<const Fact *> of;
    for (const GraphInput &input : graph.inputs()) {
      const TensorType &type = input.value->type;
      const auto fact = facts.find(input.cxx);
      const bool fits = fact != facts.end() && fact->second.type.dtype == type.dtype &&
                        fact->second.type.rank() == type.rank() &&
                        hasContiguousStrides(type) == hasContiguousStrides(fact->second.type);
      of.push_back(fits ? &fact->second : nullptr);
    }
    return of;
  }

  /// Strides that are no contiguous tensor's belong to what is known of a tensor at all. Without it, strides
  /// of others that its sizes are in may be unknown, too. The graph's symbols as the function's.
  std::map<std::string, Mapped> dropOtherStrides(const Graph &graph, std::vector<const Fact *> &of) const {
    std::map<std::string, Mapped> symbols = mapSymbols(graph, of);
    const auto hasOtherStrides = [&](unsigned i) {
      const TensorType &type = graph.inputs()[i].value->type;
      if (!of[i] || hasContiguousStrides(type))
        return false;
      for (size_t d = 0; d < type.rank(); ++d)
        if (mapped(type.strides[d], symbols) != of[i]->type.strides[d])
          return true;
      return false;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned i = 0; i < of.size(); ++i)
        if (hasOtherStrides(i)) {
          of[i] = nullptr;
          symbols = mapSymbols(graph, of);
          changed = true;
        }
    }
    return symbols;
  }

  /// Asks for guards of one leaf, and remembers which regions know them.
  struct Comparison {
    const std::map<std::string, Mapped> &symbols;
    std::set<const CapturedRegion *> by;

    /// Do regions know all symbols of what a guard is about? False where one is this leaf's own.
    bool isKnown(const Sym &about) {
      std::vector<const CapturedRegion *> needed;
      bool all = true;
      about.forEachSymbol([&](const std::string &name, SymType) {
        const CapturedRegion *region = symbols.at(name).by;
        all &= region != nullptr;
        needed.push_back(region);
      });
      if (all)
        by.insert(needed.begin(), needed.end());
      return all;
    }
  };

  bool holds(Comparison &comparison, const Sym &condition, const Sym &about) const {
    const Sym claim = mapped(condition, comparison.symbols);
    const auto truth = truths.find(claim);
    if (claim.asBool() != true && truth == truths.end())
      return false;
    if (!comparison.isKnown(about))
      return false;
    if (truth != truths.end())
      comparison.by.insert(truth->second);
    return true;
  }

  /// Which of the leaf's guards are known; its symbols as the function's.
  std::map<std::string, Mapped> compare(LeafFunction &leaf) {
    const Graph &graph = leaf.graph();
    std::vector<const Fact *> of = factsOf(graph);
    const std::map<std::string, Mapped> symbols = dropOtherStrides(graph, of);
    Comparison comparison{symbols, {}};
    KnownGuards known;
    for (unsigned i = 0; i < graph.inputs().size(); ++i) {
      if (!of[i])
        continue;
      const TensorType &type = graph.inputs()[i].value->type;
      known.inputs.insert(i);
      comparison.by.insert(of[i]->by);
      for (const Sym &stride : type.strides)
        comparison.isKnown(stride);
      for (unsigned d = 0; d < type.rank(); ++d)
        if (mapped(type.sizes[d], symbols) == of[i]->type.sizes[d] && comparison.isKnown(type.sizes[d]))
          known.dims.insert({i, d});
    }
    const IndexBounds bounds = indexBounds(graph, *leaf.program);
    for (const auto &[symbol, most] : bounds.limits)
      if (holds(comparison, limit(Sym::symbol(symbol), most), Sym::symbol(symbol)))
        known.bounds.insert(symbol);
    for (const auto &[count, sizes] : bounds.products)
      if (holds(comparison, indexes(count), count))
        known.counts.insert(count);
    const std::vector<Guard> &guards = graph.env.guards();
    for (size_t i = 0; i < guards.size(); ++i)
      if (holds(comparison, guards[i].condition, guards[i].condition))
        known.conditions.insert(i);
    if (known.inputs.empty())
      return symbols;
    for (const auto &region : function.regions) // several may stand at one place
      if (comparison.by.count(region.get()))
        known.by.push_back(region.get());
    stableSort(known.by, [](const CapturedRegion *a, const CapturedRegion *b) {
      return a->place.offset < b->place.offset;
    });
    leaf.known = std::move(known);
    return symbols;
  }

  void addTruth(const Sym &condition, const CapturedRegion *by) {
    if (truths.emplace(condition, by).second)
      open.back().truths.push_back(condition);
  }

  /// What holds behind the region when its leaf ran.
  void learn(const LeafFunction &leaf, const std::map<std::string, Mapped> &symbols) {
    const Graph &graph = leaf.graph();
    const CapturedRegion *region = leaf.region;
    std::map<unsigned, unsigned> uses; // of outputs
    const std::vector<std::string> &targets = leaf.leaf->assigned;
    const std::set<std::string> assigned(targets.begin(), targets.end());
    bool assignsOthers = false;
    for (const auto *texts : {&leaf.leaf->effects, &leaf.leaf->values})
      for (const CxxText &text : *texts)
        for (const CxxText::Piece &piece : text.pieces)
          if (piece.kind == CxxText::Piece::Output)
            ++uses[piece.output];
    for (const std::string &target : assigned)
      if (const std::optional<TensorAccess> cxx = accessOf(target); !cxx || cxx == TensorAccess::Shared)
        assignsOthers = true;
    for (const GraphInput &input : graph.inputs()) {
      const std::optional<TensorAccess> cxx = accessOf(input.cxx);
      if (cxx && !assigned.count(input.cxx) && !(assignsOthers && cxx == TensorAccess::Shared)) {
        const auto known = facts.find(input.cxx);
        set(input.cxx, Fact{mapped(input.value->type, symbols),
                            known != facts.end() && known->second.isPrivate, region});
      }
    }
    const std::vector<ProgramOutput> &outputs = leaf.program->outputs;
    const auto addOutput = [&](const std::string &variable, const CxxText &text, size_t piece) {
      const std::optional<TensorAccess> cxx = accessOf(variable);
      if (!cxx || cxx == TensorAccess::Shared || text.pieces.size() != piece + 1 ||
          text.pieces[piece].kind != CxxText::Piece::Output)
        return;
      const unsigned index = text.pieces[piece].output;
      const bool isFresh = outputs[index].kind == ProgramOutput::Fresh && uses[index] == 1 &&
                           std::none_of(outputs.begin(), outputs.end(), [&](const ProgramOutput &other) {
                             return other.kind == ProgramOutput::ViewOfOutput && other.of == index;
                           });
      set(variable,
          Fact{mapped(outputs[index].type, symbols), isFresh && cxx == TensorAccess::Private, region});
    };
    for (size_t i = 0; i < leaf.leaf->values.size(); ++i)
      addOutput(region->values[i].variable, leaf.leaf->values[i], 0);
    const std::vector<CxxText> &effects = leaf.leaf->effects;
    for (size_t i = 0; i < targets.size(); ++i)
      addOutput(targets[i], effects[effects.size() - targets.size() + i], 1);
    const IndexBounds bounds = indexBounds(leaf.graph(), *leaf.program);
    for (const auto &[symbol, most] : bounds.limits)
      addTruth(mapped(limit(Sym::symbol(symbol), most), symbols), region);
    for (const auto &[count, sizes] : bounds.products)
      addTruth(mapped(indexes(count), symbols), region);
    for (const Guard &guard : graph.env.guards())
      addTruth(mapped(guard.condition, symbols), region);
  }

  const CapturedFunction &function;
  std::vector<LeafFunction> &leaves;
  std::vector<Open> open; // the region being looked at, and those whose variables are in scope there
  std::map<std::string, Fact> facts;
  std::map<Sym, const CapturedRegion *> truths;
};

} // namespace

void findKnownGuards(const CapturedFunction &function, std::vector<LeafFunction> &leaves) {
  // The instances of a template share their variables, and have guards of their own.
  if (function.instantiation.empty() && !function.tensors.empty())
    KnownGuardsFinder(function, leaves).run();
}

} // namespace fullgraph
