#include "lib/Program/GuardList.h"

#include "lib/Program/StepList.h"

#include <algorithm>

namespace fullgraph {
namespace {

/// `count` as factor * symbol: then one comparison of the symbol bounds it.
std::optional<std::pair<std::string, int64_t>> multipleOfSymbol(const Sym &count) {
  if (count.kind() == SymKind::Symbol)
    return std::pair(count.name(), int64_t(1));
  if (count.kind() != SymKind::Mul || count.operands().size() != 2)
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    const Sym &factor = count.operands()[i], &other = count.operands()[1 - i];
    if (factor.asInt() && *factor.asInt() > 0 && other.kind() == SymKind::Symbol)
      return std::pair(other.name(), *factor.asInt());
  }
  return std::nullopt;
}

class GuardListMaker {
public:
  GuardListMaker(const Graph &graph, const Program &program, const GuardOptions &options)
      : graph(graph), program(program), options(options), bounds(indexBounds(graph, program)),
        implied(graph.env.impliedGuards()) {
    for (const SymbolDef &symbol : graph.env.symbols())
      if (const auto read = findSymbol(graph, symbol))
        reads.push_back(*read);
      else if (symbol.tensor.empty())
        defined.insert(symbol.name); // a number that the call gives
  }

  GuardList make() {
    GuardList list;
    if (options.known) {
      const std::set<std::string> outside = defined;
      makesKnown = true;
      out = &list.known;
      addAll();
      makesKnown = false;
      defined = outside;
      checked.insert(options.known->dims.begin(), options.known->dims.end());
    }
    out = &list.steps;
    addAll();
    if (options.overlap && !program.disjointInputs.empty()) {
      OverlapCheck check{program.disjointInputs, {}};
      for (const auto &[written, other] : program.disjointInputs)
        if (check.written.empty() || check.written.back() != written)
          check.written.push_back(written);
      out->push_back(std::move(check));
    }
    return list;
  }

private:
  const Graph &graph;
  const Program &program;
  const GuardOptions &options;
  const IndexBounds bounds;
  const std::set<size_t> implied;
  std::vector<SymbolRead> reads;                   // in the order of the graph's symbols
  std::set<std::string> defined;                   // symbols that have a value by now
  std::set<std::pair<unsigned, unsigned>> checked; // sizes of inputs
  bool makesKnown = false;
  std::vector<GuardStep> *out = nullptr;

  /// Does the check belong to the part that is being made?
  template <class Set, class Key> bool isHere(Set KnownChecks::*set, const Key &key) const {
    return (options.known && (options.known->*set).count(key) != 0) == makesKnown;
  }
  bool isKnown(unsigned input) const { return options.known && options.known->inputs.count(input); }

  void addAll() {
    for (unsigned i = 0; i < graph.inputs().size(); ++i) {
      if (isHere(&KnownChecks::inputs, i))
        out->push_back(
            TensorCheck{i, !options.strides || !hasContiguousStrides(graph.inputs()[i].value->type)});
      if (makesKnown && !isKnown(i))
        continue;
      addReads(i);
      addSizes(i, false);
    }
    // What depends on a symbol that a later tensor gives.
    for (unsigned i = 0; i < graph.inputs().size(); ++i)
      if (!makesKnown || isKnown(i)) {
        addSizes(i, true);
        addStrides(i);
      }
    for (const SymbolDef &symbol : graph.env.symbols())
      if (const auto limit = bounds.limits.find(symbol.name);
          limit != bounds.limits.end() && isHere(&KnownChecks::bounds, symbol.name))
        out->push_back(BoundCheck{symbol.name, limit->second});
    for (const CountCheck &product : bounds.products)
      if (isHere(&KnownChecks::counts, product.count))
        out->push_back(product);
    if (options.extents && !makesKnown)
      addExtents();
    const std::vector<Guard> &guards = graph.env.guards();
    for (size_t i = 0; i < guards.size(); ++i)
      if (guards[i].condition.asBool() != true && !implied.count(i) && isHere(&KnownChecks::conditions, i))
        out->push_back(ConditionCheck{i});
  }

  void addExtents() {
    for (unsigned i = 0; i < graph.inputs().size(); ++i) {
      const TensorType &type = graph.inputs()[i].value->type;
      Sym last = 0;
      for (size_t d = 0; d < type.strides.size(); ++d)
        last = last + symMax(type.sizes[d] - Sym(1), Sym(0)) * type.strides[d];
      if (last.isConst() ? *last.asInt() > maxElements : true)
        out->push_back(ExtentCheck{i, last});
    }
  }

  void addReads(unsigned input) {
    for (const SymbolRead &read : reads) {
      if (read.input != input)
        continue;
      out->push_back(read);
      defined.insert(read.symbol);
      if (!read.isStride && read.factor == 1)
        checked.insert({input, read.dim});
    }
  }

  void addSizes(unsigned input, bool all) {
    const TensorType &type = graph.inputs()[input].value->type;
    for (unsigned dim = 0; dim < type.rank(); ++dim) {
      bool ready = true;
      type.sizes[dim].forEachSymbol(
          [&](const std::string &name, SymType) { ready &= defined.count(name) != 0; });
      if (makesKnown && !options.known->dims.count({input, dim}))
        continue;
      if ((ready || all) && checked.insert({input, dim}).second)
        out->push_back(DimCheck{input, dim, false});
    }
  }

  void addStrides(unsigned input) {
    const TensorType &type = graph.inputs()[input].value->type;
    if (!options.strides || hasContiguousStrides(type) || isKnown(input) != makesKnown)
      return;
    for (unsigned dim = 0; dim < type.rank(); ++dim)
      if (std::none_of(reads.begin(), reads.end(), [&](const SymbolRead &read) {
            return read.isStride && read.input == input && read.dim == dim;
          }))
        out->push_back(DimCheck{input, dim, true});
  }
};

} // namespace

GuardList guardsOf(const Graph &graph, const Program &program, const GuardOptions &options) {
  return GuardListMaker(graph, program, options).make();
}

std::optional<SymbolRead> findSize(const Graph &graph, const SymbolDef &symbol) {
  if (symbol.tensor.empty())
    return std::nullopt;
  const auto factorOf = [&](const Sym &size) -> int64_t {
    if (size.kind() == SymKind::Symbol)
      return size.name() == symbol.name ? 1 : 0;
    if (size.kind() != SymKind::Mul || size.operands().size() != 2)
      return 0;
    for (unsigned i : {0u, 1u}) {
      const Sym &factor = size.operands()[i], &other = size.operands()[1 - i];
      if (factor.asInt() && other.kind() == SymKind::Symbol && other.name() == symbol.name)
        return *factor.asInt();
    }
    return 0;
  };
  std::optional<SymbolRead> found;
  for (unsigned input = 0; input < graph.inputs().size(); ++input) {
    const Value &value = *graph.inputs()[input].value;
    for (unsigned dim = 0; dim < value.type.rank(); ++dim) {
      const int64_t factor = factorOf(value.type.sizes[dim]);
      if (factor <= 0)
        continue;
      const bool declared = value.name == symbol.tensor && dim == symbol.dim;
      if (declared || !found)
        found = SymbolRead{symbol.name, input, dim, false, factor};
      if (declared)
        return found;
    }
  }
  return found;
}

bool hasFreeStrides(const Graph &graph) {
  return std::any_of(graph.inputs().begin(), graph.inputs().end(), [&](const GraphInput &input) {
    const std::vector<Sym> &strides = input.value->type.strides;
    return std::any_of(strides.begin(), strides.end(), [&](const Sym &stride) {
      const SymbolDef *symbol = stride.kind() == SymKind::Symbol ? graph.env.lookup(stride.name()) : nullptr;
      return symbol && symbol->tensor.empty();
    });
  });
}

std::optional<SymbolRead> findSymbol(const Graph &graph, const SymbolDef &symbol) {
  if (!symbol.tensor.empty() || !symbol.cxx.empty())
    return findSize(graph, symbol);
  for (unsigned input = 0; input < graph.inputs().size(); ++input) {
    const std::vector<Sym> &strides = graph.inputs()[input].value->type.strides;
    for (unsigned dim = 0; dim < strides.size(); ++dim)
      if (strides[dim].kind() == SymKind::Symbol && strides[dim].name() == symbol.name)
        return SymbolRead{symbol.name, input, dim, true, 1};
  }
  return std::nullopt;
}

IndexBounds indexBounds(const Graph &graph, const Program &program) {
  IndexBounds bounds;
  std::map<std::string, int64_t> largestFactor;
  for (const SymbolDef &symbol : graph.env.symbols())
    if (findSize(graph, symbol))
      largestFactor[symbol.name] = 1;
  program.forEachIndexedType([&](const TensorType &type) {
    const Sym count = type.numel();
    const auto upper = graph.env.upperBound(count);
    if (upper && *upper <= maxElements)
      return;
    if (const auto multiple = multipleOfSymbol(count); multiple && largestFactor.count(multiple->first)) {
      int64_t &factor = largestFactor[multiple->first];
      factor = std::max(factor, multiple->second);
    } else if (std::none_of(bounds.products.begin(), bounds.products.end(),
                            [&](const CountCheck &known) { return known.count == count; })) {
      std::vector<Sym> sizes; // constants as one factor, in front
      Sym constant = 1;
      for (const Sym &size : type.sizes)
        size.isConst() ? void(constant = constant * size) : sizes.push_back(size);
      if (!constant.isConst(1))
        sizes.insert(sizes.begin(), constant);
      bounds.products.push_back({count, sizes});
    }
  });
  for (const auto &[symbol, factor] : largestFactor)
    bounds.limits[symbol] = maxElements / factor;
  return bounds;
}

} // namespace fullgraph
