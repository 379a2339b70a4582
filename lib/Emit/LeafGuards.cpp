// The guards of a leaf's function: what its graph was compiled for.

#include "lib/Emit/LeafPrinter.h"

#include <algorithm>

namespace fullgraph {

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
    scalars.push_back(nameOf(scalar.name));
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
        listGuard(userName(inputs[i].cxx) + ".dim() == " + std::to_string(read.value->type.rank()),
                  "the code asks for the rank", inputs[i].loc);
        ranks += (ranks.empty() ? "{" : ", {") + stringLiteral(userName(inputs[i].cxx)) + ", &" +
                 inputNames[i] + "}";
      }
  if (condition.empty())
    return;
  const bool last = function.version == lastExpected(*function.region);
  miss(condition,
       last ? "::fg::rt::miss_ranks(" + function.name + "_leaf, {" + ranks + "})" : "::fg::rt::pass_ranks()",
       false);
}

std::string LeafPrinter::dimText(unsigned i, unsigned dim, bool isStride) const {
  return (isStride ? "::fg::rt::stride(" : "::fg::rt::size(") + inputNames[i] + ", " + std::to_string(dim) +
         ")";
}

std::string LeafPrinter::userText(const Sym &value) const {
  return value
      .substitute([&](const std::string &name) -> std::optional<Sym> {
        if (const auto source = sizeSources.find(name); source != sizeSources.end()) {
          const SymbolRead &size = source->second;
          const std::string text =
              userName(input(size.input).cxx) + ".size(" + std::to_string(size.dim) + ")";
          return floorDiv(Sym::symbol(text), size.factor);
        }
        const SymbolDef *symbol = graph.env.lookup(name);
        if (!symbol || symbol->cxx.empty())
          return std::nullopt;
        return Sym::symbol(userName(symbol->cxx), symbol->type);
      })
      .str();
}

std::string LeafPrinter::valuesText(const Sym &value) const {
  std::string text;
  value.forEachSymbol([&](const std::string &name, SymType type) {
    const std::string separator = text.empty() ? ": " : ", ";
    text +=
        ", " + stringLiteral(separator + userText(Sym::symbol(name, type)) + " is ") + ", " + nameOf(name);
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
    for (const GuardStep &step : function.guards.known)
      printGuard(step);
    printsKnown = saysWhyBounds = false;
    out.close();
  }
  for (const GuardStep &step : function.guards.steps)
    printGuard(step);
}

void LeafPrinter::printGuard(const GuardStep &step) {
  std::visit([this](const auto &check) { printGuard(check); }, step);
}

void LeafPrinter::printGuard(const TensorCheck &check) {
  const unsigned i = check.input;
  const GraphInput &in = input(i);
  const TensorType &type = in.value->type;
  const std::string cxx = userName(in.cxx);
  const std::string arguments = dtype(type.dtype) + ", " + std::to_string(type.rank());
  const std::string place = placeText(in.loc);
  listGuard(cxx + ": " + type.str() + (function.checks(StrideGuards) ? "" : ", whatever its strides"), "",
            in.loc);
  out.line("// " + commentText(cxx + ": " + type.str() + (place.empty() ? "" : " (" + place + ")")));
  miss(std::string("!::fg::rt::") + (check.anyStrides ? "fits_strided(" : "fits(") + inputNames[i] + ", " +
           arguments + placeArgument() + ")",
       "::fg::rt::miss_tensor(" + id + ", " + stringLiteral(cxx) + ", " + inputNames[i] + ", " + arguments +
           placeArgument() + ")",
       true);
}

void LeafPrinter::printGuard(const SymbolRead &read) {
  const std::string factor = read.factor == 1 ? "" : " / " + std::to_string(read.factor);
  out.line(std::string(function.known.empty() ? "" : "[[maybe_unused]] ") + "const int64_t " +
           symbolNames[read.symbol] + " = " + dimText(read.input, read.dim, read.isStride) + factor + ";");
}

void LeafPrinter::printGuard(const DimCheck &check) {
  const TensorType &type = input(check.input).value->type;
  const std::string actual = dimText(check.input, check.dim, check.isStride),
                    expected = cxx((check.isStride ? type.strides : type.sizes)[check.dim]);
  miss(actual + " != " + expected,
       std::string("::fg::rt::miss_") + (check.isStride ? "stride(" : "size(") + id + ", " +
           stringLiteral(userName(input(check.input).cxx)) + ", " + std::to_string(check.dim) + ", " +
           expected + ", " + actual + ")",
       true);
}

void LeafPrinter::printBoundsTitle() {
  if (!saysWhyBounds)
    out.line("// Kernels index elements with 32 bits.");
  saysWhyBounds = true;
}

void LeafPrinter::printGuard(const BoundCheck &check) {
  const Sym symbol = Sym::symbol(check.symbol);
  const std::string limit = std::to_string(check.most);
  printBoundsTitle();
  listGuard(userText(symbol) + " <= " + limit, "kernels index elements with 32 bits",
            graph.env.lookup(check.symbol)->loc);
  miss(nameOf(check.symbol) + " > " + limit,
       "::fg::rt::miss(" + id + ", {" +
           stringLiteral(userText(symbol) + ": expected at most " + limit + ", got ") + ", " +
           nameOf(check.symbol) + "})");
}

void LeafPrinter::printGuard(const CountCheck &check) {
  printBoundsTitle();
  listGuard(userText(check.count) + " <= " + std::to_string(maxElements),
            "kernels index elements with 32 bits", {});
  constexpr size_t mostLetters = 60; // of a count in the user's terms; of a longer one, its factors are told
  const std::string count = userText(check.count);
  miss("!::fg::rt::indexable(" + list(check.sizes) + ")",
       count.size() > mostLetters
           ? "::fg::rt::miss_count(" + id + ", " + list(check.sizes) + ")"
           : "::fg::rt::miss(" + id + ", {" +
                 stringLiteral("a tensor of " + count +
                               " elements: a size is negative, or there are too many for 32-bit indices") +
                 valuesText(check.count) + "})");
}

void LeafPrinter::printGuard(const ExtentCheck &check) {
  printBoundsTitle();
  const std::string limit = std::to_string(maxElements);
  listGuard(userText(check.last) + " <= " + limit, "kernels index elements with 32 bits", {});
  miss(cxx(check.last) + " > " + limit,
       "::fg::rt::miss(" + id + ", {" +
           stringLiteral("the elements of '" + userName(input(check.input).cxx) +
                         "' are too far apart for 32-bit indices") +
           "})");
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

void LeafPrinter::printGuard(const ConditionCheck &check) {
  const Guard &guard = graph.env.guards()[check.guard];
  const std::string place = placeText(guard.loc);
  listGuard(userText(guard.condition), guard.reason, guard.loc);
  out.line("// " + commentText(userText(guard.condition) + (guard.reason.empty() ? "" : ": " + guard.reason) +
                               (place.empty() ? "" : " (" + place + ")")));
  const std::string reason =
      (guard.reason.empty() ? "" : " (" + guard.reason + ")") + (place.empty() ? "" : " at " + place);
  miss(cxx(symNot(guard.condition)),
       "::fg::rt::miss(" + id + ", {" + conditionText(guard) +
           (reason.empty() ? "" : ", " + stringLiteral(reason)) + "})",
       true);
}

void LeafPrinter::printGuard(const OverlapCheck &check) {
  constexpr size_t few = 16; // pairs: the statistics of a network in training are hundreds of written inputs
  if (check.pairs.size() > few) {
    std::vector<std::string> all, written;
    for (const std::string &name : inputNames)
      all.push_back("&" + name);
    for (const unsigned index : check.written)
      written.push_back(std::to_string(index));
    const std::string inputs = names.claim("inputs"), indices = names.claim("written");
    listGuard("inputs that are written share no memory with others", "", input(check.pairs[0].first).loc);
    out.line("// What is written, others must not see before its time.");
    out.line("const ::fg::Tensor *const " + inputs + "[] = {" + join(all) + "};");
    out.line("static constexpr uint32_t " + indices + "[] = {" + join(written) + "};");
    miss("::fg::rt::any_overlap(" + inputs + ", " + std::to_string(all.size()) + ", " + indices + ", " +
             std::to_string(written.size()) + ")",
         "::fg::rt::miss(" + id + ", {\"an input that is written shares memory with another\"})");
    return;
  }
  for (const auto &[written, other] : check.pairs) {
    const std::string a = userName(input(written).cxx), b = userName(input(other).cxx);
    listGuard(a + " and " + b + " share no memory", a + " is written", input(written).loc);
    out.line("// " + commentText(a + " is written, and " + b + " must not see it before its time."));
    miss("::fg::rt::overlap(" + inputNames[written] + ", " + inputNames[other] + ")",
         "::fg::rt::miss(" + id + ", {" + stringLiteral("'" + a + "' and '" + b + "' share memory") + "})");
  }
}

} // namespace fullgraph
