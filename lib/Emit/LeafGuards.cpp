// The guards of a leaf's function: what its graph was compiled for.

#include "lib/Emit/LeafPrinter.h"

#include <algorithm>

namespace fullgraph {
namespace {

constexpr int64_t maxElements = INT32_MAX; // fg::rt::maxElements

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

} // namespace

std::string LeafPrinter::afterMiss(bool otherInputs) const {
  if (otherInputs && function.captured)
    return " || fg_recompiled()";
  return function.notesMisses && function.region->versions.size() == 1
             ? " || ::fg::rt::no_version(" + id + ")"
             : "";
}

void LeafPrinter::miss(const std::string &condition, const std::string &call, bool otherInputs) {
  out.line("if (" + condition + ") [[unlikely]]");
  out.line("  return " + call + afterMiss(otherInputs) + ";");
}

/// The call of a version that is compiled at run time.
std::string LeafPrinter::recompiledText() const {
  std::vector<std::string> inputs, scalars, outputs;
  for (const std::string &name : inputNames)
    inputs.push_back("&" + name);
  for (const SymbolDef &scalar : function.scalars)
    scalars.push_back(symbolNames.at(scalar.name));
  for (const std::string &name : outputNames)
    outputs.push_back("&" + name);
  return "::fg::rt::recompiled(" + function.name + "_leaf, {" + join(inputs) + "}, {" + join(scalars) +
         "}, {" + join(outputs) + "})" +
         (function.region->versions.size() == 1 ? " || ::fg::rt::no_version(" + id + ")" : "");
}

/// What the guards go on with.
void LeafPrinter::printRecompiled() {
  if (function.captured)
    out.line("[[maybe_unused]] const auto fg_recompiled = [&] { return " + recompiledText() + "; };");
}

/// A function of unknown ranks has a graph for each that its code asks for: those of other ranks need not be
/// tried. The last one tells.
void LeafPrinter::printGuessedRanks() {
  if (!function.version->guessed || function.version->forOthers)
    return;
  const auto &inputs = function.graph().inputs();
  std::string condition, ranks;
  for (const TypeRead &read : function.graph().reads)
    for (unsigned i = 0; i < inputs.size(); ++i)
      if (read.kind == TypeRead::Rank && inputs[i].value == read.value) {
        condition += std::string(condition.empty() ? "" : " || ") + "!::fg::rt::has_rank(" + inputNames[i] +
                     ", " + std::to_string(read.value->type.rank()) + ")";
        listGuard(userName(inputs[i].host) + ".dim() == " + std::to_string(read.value->type.rank()),
                  "the code asks for the rank", inputs[i].loc);
        ranks += (ranks.empty() ? "{" : ", {") + stringLiteral(userName(inputs[i].host)) + ", &" +
                 inputNames[i] + "}";
      }
  if (condition.empty())
    return;
  const bool last = function.version == lastExpected(*function.region);
  miss(condition,
       last ? "::fg::rt::miss_ranks(" + function.name + "_leaf, {" + ranks + "})" : "::fg::rt::pass_ranks()",
       false);
}

std::string LeafPrinter::sizeText(unsigned i, unsigned dim) const {
  return "::fg::rt::size(" + inputNames[i] + ", " + std::to_string(dim) + ")";
}

std::string LeafPrinter::userText(const Sym &value) const {
  return value
      .substitute([&](const std::string &name) -> std::optional<Sym> {
        if (const auto source = sizeSources.find(name); source != sizeSources.end()) {
          const SizeSource &size = source->second;
          const std::string text =
              userName(input(size.input).host) + ".size(" + std::to_string(size.dim) + ")";
          return floorDiv(Sym::symbol(text), size.factor);
        }
        const SymbolDef *symbol = graph.env.lookup(name);
        if (!symbol || symbol->host.empty())
          return std::nullopt;
        return Sym::symbol(userName(symbol->host), symbol->type);
      })
      .str();
}

std::string LeafPrinter::valuesText(const Sym &value) const {
  std::string text;
  value.forEachSymbol([&](const std::string &name, SymType type) {
    const std::string separator = text.empty() ? ": " : ", ";
    text += ", " + stringLiteral(separator + userText(Sym::symbol(name, type)) + " is ") + ", " +
            symbolNames.at(name);
  });
  return text;
}

void LeafPrinter::printLevelGuard() {
  for (size_t i = 0; i < groups.size(); ++i) {
    const int lowest = groups[i].levels.front().level, highest = groups[i].levels.back().level;
    if (groups.size() > 1)
      out.directive((i ? "#elif " : "#if ") + groups[i].condition);
    if (highest > 0 && !program.kernels.empty()) {
      out.line(std::string(lowest > 0 ? "" : "[[maybe_unused]] ") +
               "const int fg_level = ::fg::rt::cpu_level();");
      if (lowest > 0) {
        listGuard("a processor of level x86-64-v" + std::to_string(lowest), "the kernels are built for it",
                  {});
        miss("fg_level < " + std::to_string(lowest),
             "::fg::rt::miss(" + id + ", {" +
                 stringLiteral("the kernels are built for processors of level x86-64-v" +
                               std::to_string(lowest)) +
                 "})");
      }
    }
  }
  if (groups.size() > 1)
    out.directive("#endif");
}

/// First those that the regions in front have checked, if they have: they are skipped then. A guard that
/// another one builds on is known with it.
void LeafPrinter::printGuards() {
  if (!function.known.empty()) {
    out.line("// What the regions in front know already.");
    out.open("if (!fg_known) {");
    printsKnown = true;
    const std::set<std::string> outside = defined;
    printTensorGuards();
    printBounds();
    printConditions();
    defined = outside;
    printsKnown = false;
    out.close();
    checked.insert(function.known.dims.begin(), function.known.dims.end());
  }
  printTensorGuards();
  printBounds();
  printConditions();
}

void LeafPrinter::printTensorGuards() {
  for (unsigned i = 0; i < graph.inputs().size(); ++i) {
    const bool isKnown = function.known.inputs.count(i) != 0;
    if (isKnown == printsKnown)
      printTensorGuard(i);
    if (isKnown || !printsKnown)
      printSizes(i);
    if (isKnown || !printsKnown)
      printDimChecks(i, false);
  }
  // What depends on a symbol that a later tensor defines.
  for (unsigned i = 0; i < graph.inputs().size(); ++i)
    if (!printsKnown || function.known.inputs.count(i))
      printDimChecks(i, true);
}

void LeafPrinter::printTensorGuard(unsigned i) {
  const GraphInput &in = input(i);
  const TensorType &type = in.value->type;
  const std::string host = userName(in.host);
  const std::string arguments = dtype(type.dtype) + ", " + std::to_string(type.rank());
  const std::string place = placeText(in.loc);
  const bool anyStrides = !isContiguous(type) || !checks(StrideGuards);
  listGuard(host + ": " + type.str() + (checks(StrideGuards) ? "" : ", whatever its strides"), "", in.loc);
  out.line("// " + commentText(host + ": " + type.str() + (place.empty() ? "" : " (" + place + ")")));
  miss(std::string("!::fg::rt::") + (anyStrides ? "fits_strided(" : "fits(") + inputNames[i] + ", " +
           arguments + ")",
       "::fg::rt::miss_tensor(" + id + ", " + stringLiteral(host) + ", " + inputNames[i] + ", " + arguments +
           ")",
       true);
}

/// The symbols that the tensor's sizes define.
void LeafPrinter::printSizes(unsigned i) {
  for (const SymbolDef &symbol : graph.env.symbols()) {
    const auto source = sizeSources.find(symbol.name);
    if (source == sizeSources.end() || source->second.input != i)
      continue;
    const SizeSource &size = source->second;
    const std::string factor = size.factor == 1 ? "" : " / " + std::to_string(size.factor);
    out.line(std::string(function.known.empty() ? "" : "[[maybe_unused]] ") + "const int64_t " +
             symbolNames[symbol.name] + " = " + sizeText(i, size.dim) + factor + ";");
    defined.insert(symbol.name);
    if (size.factor == 1)
      checked.insert({i, size.dim});
  }
}

void LeafPrinter::printDimChecks(unsigned i, bool all) {
  const TensorType &type = input(i).value->type;
  for (unsigned dim = 0; dim < type.rank(); ++dim) {
    bool ready = true;
    type.sizes[dim].forEachSymbol(
        [&](const std::string &name, SymType) { ready &= defined.count(name) != 0; });
    if (printsKnown && !function.known.dims.count({i, dim}))
      continue;
    if ((ready || all) && checked.insert({i, dim}).second)
      printDimCheck(i, dim);
  }
  if (!all || isContiguous(type) || !checks(StrideGuards) ||
      (function.known.inputs.count(i) != 0) != printsKnown)
    return;
  for (unsigned dim = 0; dim < type.rank(); ++dim) {
    const std::string expected = cxx(type.strides[dim]);
    const std::string actual = "::fg::rt::stride(" + inputNames[i] + ", " + std::to_string(dim) + ")";
    miss(actual + " != " + expected,
         "::fg::rt::miss_stride(" + id + ", " + stringLiteral(userName(input(i).host)) + ", " +
             std::to_string(dim) + ", " + expected + ", " + actual + ")",
         true);
  }
}

void LeafPrinter::printDimCheck(unsigned i, unsigned dim) {
  const std::string actual = sizeText(i, dim), expected = cxx(input(i).value->type.sizes[dim]);
  miss(actual + " != " + expected,
       "::fg::rt::miss_size(" + id + ", " + stringLiteral(userName(input(i).host)) + ", " +
           std::to_string(dim) + ", " + expected + ", " + actual + ")",
       true);
}

/// Where a buffer's element count is a multiple of one size, that size is bounded; products of several sizes
/// are multiplied out, with overflow.
IndexBounds indexBounds(const LeafFunction &leaf) {
  const Graph &graph = leaf.graph();
  IndexBounds bounds;
  std::map<std::string, int64_t> largestFactor;
  for (const SymbolDef &symbol : graph.env.symbols())
    if (!symbol.tensor.empty() && findSize(graph, symbol))
      largestFactor[symbol.name] = 1;
  leaf.program->forEachIndexedType([&](const TensorType &type) {
    const Sym count = type.numel();
    const auto upper = graph.env.upperBound(count);
    if (upper && *upper <= maxElements)
      return;
    if (const auto multiple = multipleOfSymbol(count); multiple && largestFactor.count(multiple->first)) {
      int64_t &factor = largestFactor[multiple->first];
      factor = std::max(factor, multiple->second);
    } else if (std::none_of(bounds.products.begin(), bounds.products.end(),
                            [&](const auto &p) { return p.first == count; })) {
      std::vector<Sym> sizes; // constants as one factor, in front
      Sym constant = 1;
      for (const Sym &size : type.sizes)
        size.isConst() ? void(constant = constant * size) : sizes.push_back(size);
      if (!constant.isConst(1))
        sizes.insert(sizes.begin(), constant);
      bounds.products.emplace_back(count, sizes);
    }
  });
  for (const auto &[symbol, factor] : largestFactor)
    bounds.limits[symbol] = maxElements / factor;
  return bounds;
}

/// Kernels index elements with 32 bits. Bounds come first: later guards compute with the sizes, and capture
/// takes every size to be an int32.
void LeafPrinter::printBounds() {
  const IndexBounds bounds = indexBounds(function);
  bool titled = false;
  const auto title = [&] {
    if (!titled)
      out.line("// Kernels index elements with 32 bits.");
    titled = true;
  };
  for (const SymbolDef &symbol : graph.env.symbols()) {
    const auto bound = bounds.limits.find(symbol.name);
    if (bound == bounds.limits.end() || (function.known.bounds.count(symbol.name) != 0) != printsKnown)
      continue;
    const std::string limit = std::to_string(bound->second);
    title();
    listGuard(userText(Sym::symbol(symbol.name)) + " <= " + limit, "kernels index elements with 32 bits",
              symbol.loc);
    miss(symbolNames[symbol.name] + " > " + limit,
         "::fg::rt::miss(" + id + ", {" +
             stringLiteral(userText(Sym::symbol(symbol.name)) + ": expected at most " + limit + ", got ") +
             ", " + symbolNames[symbol.name] + "})");
  }
  for (const auto &[count, sizes] : bounds.products) {
    if ((function.known.counts.count(count) != 0) != printsKnown)
      continue;
    title();
    listGuard(userText(count) + " <= " + std::to_string(maxElements), "kernels index elements with 32 bits",
              {});
    miss("!::fg::rt::indexable(" + list(sizes) + ")",
         "::fg::rt::miss(" + id + ", {" +
             stringLiteral("a tensor of " + userText(count) +
                           " elements: a size is negative, or there are too many for 32-bit indices") +
             valuesText(count) + "})");
  }
}

/// Why the call is turned away: "x.size(0): expected 4, got 5" where the guard is that simple.
std::string LeafPrinter::conditionText(const Guard &guard) const {
  const Sym &condition = guard.condition;
  if (condition.kind() == SymKind::Eq) {
    for (unsigned i : {0u, 1u}) {
      const Sym &symbol = condition.operands()[i], &expected = condition.operands()[1 - i];
      if (symbol.kind() == SymKind::Symbol && expected.isConst())
        return stringLiteral(userText(symbol) + ": expected " + expected.str() + ", got ") + ", " +
               cxx(symbol);
    }
  }
  return stringLiteral("expected " + userText(condition)) + valuesText(condition);
}

void LeafPrinter::printConditions() {
  for (size_t i = 0; i < graph.env.guards().size(); ++i) {
    const Guard &guard = graph.env.guards()[i];
    if (guard.condition.asBool() == true || function.implied.count(i) ||
        (function.known.conditions.count(i) != 0) != printsKnown)
      continue;
    const std::string place = placeText(guard.loc);
    listGuard(userText(guard.condition), guard.reason, guard.loc);
    out.line("// " +
             commentText(userText(guard.condition) + (guard.reason.empty() ? "" : ": " + guard.reason) +
                         (place.empty() ? "" : " (" + place + ")")));
    const std::string reason =
        (guard.reason.empty() ? "" : " (" + guard.reason + ")") + (place.empty() ? "" : " at " + place);
    miss(cxx(symNot(guard.condition)),
         "::fg::rt::miss(" + id + ", {" + conditionText(guard) +
             (reason.empty() ? "" : ", " + stringLiteral(reason)) + "})",
         true);
  }
}

void LeafPrinter::printOverlaps() {
  if (!checks(OverlapGuards))
    return;
  constexpr size_t few = 16; // pairs: the statistics of a network in training are hundreds of written inputs
  if (program.disjointInputs.size() > few) {
    std::vector<std::string> all, written;
    for (const std::string &name : inputNames)
      all.push_back("&" + name);
    for (const auto &[input, other] : program.disjointInputs)
      if (const std::string index = std::to_string(input); written.empty() || written.back() != index)
        written.push_back(index);
    const std::string inputs = names.claim("inputs"), indices = names.claim("written");
    listGuard("inputs that are written share no memory with others", "",
              input(program.disjointInputs[0].first).loc);
    out.line("// What is written, others must not see before its time.");
    out.line("const ::fg::Tensor *const " + inputs + "[] = {" + join(all) + "};");
    out.line("static constexpr uint32_t " + indices + "[] = {" + join(written) + "};");
    miss("::fg::rt::any_overlap(" + inputs + ", " + std::to_string(all.size()) + ", " + indices + ", " +
             std::to_string(written.size()) + ")",
         "::fg::rt::miss(" + id + ", {\"an input that is written shares memory with another\"})");
    return;
  }
  for (const auto &[written, other] : program.disjointInputs) {
    const std::string a = userName(input(written).host), b = userName(input(other).host);
    listGuard(a + " and " + b + " share no memory", a + " is written", input(written).loc);
    out.line("// " + commentText(a + " is written, and " + b + " must not see it before its time."));
    miss("::fg::rt::overlap(" + inputNames[written] + ", " + inputNames[other] + ")",
         "::fg::rt::miss(" + id + ", {" + stringLiteral("'" + a + "' and '" + b + "' share memory") + "})");
  }
}

} // namespace fullgraph
