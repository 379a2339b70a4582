// What stands in front of a region's statements: the decision tree over C++ conditions, with a call of a
// leaf's function where it ends. A call that no version takes falls through to the user's own code.

#include "lib/Emit/CxxWriter.h"
#include "lib/Emit/LeafPrinter.h"
#include "lib/Emit/ObjectNames.h"

#include <algorithm>

namespace fullgraph {
namespace {

void forEachInput(const DecisionNode &node,
                  const std::function<void(const Graph &, const GraphInput &)> &visit) {
  if (node.graph)
    for (const GraphInput &input : node.graph->inputs())
      visit(*node.graph, input);
  if (node.kind == DecisionNode::Branch) {
    forEachInput(*node.whenTrue, visit);
    forEachInput(*node.whenFalse, visit);
  }
}

bool hasOthers(const CapturedRegion &region) {
  return std::any_of(region.versions.begin(), region.versions.end(),
                     [](const CapturedVersion &version) { return version.forOthers; });
}

class VersionPrinter {
public:
  VersionPrinter(const CapturedFunction &function, const CapturedRegion &region,
                 const CapturedVersion &version, std::span<const LeafFunction> leaves, CxxWriter &out)
      : function(function), region(region), version(version), leaves(leaves), out(out),
        names(function.body.ownPrefix), objects(names) {
    for (const char *own : {"others", "function", "pointer", "object", "i"})
      names.claim(own);
    size_t outputs = 0;
    for (const LeafFunction &leaf : leaves)
      outputs = std::max(outputs, leaf.program->outputs.size());
    for (size_t i = 0; i < outputs; ++i)
      names.claim("out" + std::to_string(i));
    for (const SymbolDef &symbol : version.symbols)
      symbolNames[symbol.name] = names.claim(symbol.name);
    noteUses(*version.tree);
    for (const SymbolDef &symbol : version.symbols)
      if (uses.count(symbol.name))
        objects.note(symbol.cxx);
  }

  void print(const DecisionNode &node) {
    if (depthOf(node) <= mostNested)
      return print(node, {});
    // One scope, which is left where a condition does not hold.
    exit = own("eager_") + leaves.front().name + "_" + std::to_string(&version - region.versions.data());
    out.open("{");
    print(node, {});
    out.close();
    out.line(exit + ":;");
  }

private:
  /// What has a local in an enclosing scope.
  struct Known {
    std::set<std::string> symbols;
    ObjectNames::Scope objects;
  };
  /// The outputs that are moved out of their variables, by the text that has them last.
  using MovedOutputs = std::map<const CxxText *, std::set<unsigned>>;
  static MovedOutputs movedOutputs(const DecisionNode &leaf);

  /// Deep networks ask for hundreds of options, and compilers nest 256 braces (-fbracket-depth).
  static constexpr unsigned mostNested = 48;
  static unsigned depthOf(const DecisionNode &node) {
    return node.kind == DecisionNode::Branch ? 1 + std::max(depthOf(*node.whenTrue), depthOf(*node.whenFalse))
                                             : 0;
  }

  const LeafFunction *leafFunction(const DecisionNode &node) const {
    for (const LeafFunction &leaf : leaves)
      if (leaf.leaf == &node)
        return &leaf;
    return nullptr;
  }
  bool runsGraph(const DecisionNode &node) const {
    if (node.kind == DecisionNode::Branch)
      return runsGraph(*node.whenTrue) || runsGraph(*node.whenFalse);
    return leafFunction(node) != nullptr;
  }
  std::string own(const std::string &name) const { return function.body.ownPrefix + name; }
  std::string outputName(size_t output) const { return own("out") + std::to_string(output); }
  std::string nameOf(const std::string &symbol) const {
    const auto text = inPlace.find(symbol);
    return text == inPlace.end() ? symbolNames.at(symbol) : text->second;
  }
  std::string cxx(const Sym &value) const {
    return value.cxx([this](const std::string &symbol) { return nameOf(symbol); });
  }
  void noteUses(const DecisionNode &node);

  void print(const DecisionNode &node, Known known);
  void printBranch(const DecisionNode &node, const Known &known);
  void printCondition(const DecisionNode &node, Known known);
  void printEager(const DecisionNode &leaf);
  std::string unmetText(const DecisionNode &leaf, const std::string &why) const;
  bool mayBeAbsent(const std::string &cxx) const;
  void printAbsent(const std::string &cxx, Known &known);
  void printLeaf(const LeafFunction &leaf, Known &known);
  std::vector<std::string> argumentsOf(const LeafFunction &leaf, const std::vector<std::string> &outputs,
                                       Known &known);
  void printExit(const DecisionNode &leaf, const MovedOutputs &moved);
  unsigned defineSymbols(const std::function<bool(const std::string &)> &needed, Known &known);
  void defineSize(const SymbolDef &symbol, Known &known);
  std::string text(const CxxText &code, const std::set<unsigned> &moved = {}) const;
  std::string textMoving(const CxxText &code, const MovedOutputs &moved) const {
    const auto found = moved.find(&code);
    return found == moved.end() ? text(code) : text(code, found->second);
  }

  const CapturedFunction &function;
  const CapturedRegion &region;
  const CapturedVersion &version;
  const std::span<const LeafFunction> leaves;
  CxxWriter &out;
  NameTable names;
  ObjectNames objects;
  std::map<std::string, std::string> symbolNames;
  std::map<std::string, unsigned> uses;       // of symbols: 1 for a condition, more for a graph
  std::map<std::string, std::string> inPlace; // the texts of symbols that one condition alone needs
  std::string exit;                           // of a tree that is too deep to nest: the label behind it
};

/// Does one of the leaf's texts have the value of the symbol `name`?
static bool leafReads(const DecisionNode &leaf, const std::string &name) {
  const auto reads = [&](const CxxText &cxx) {
    return std::any_of(cxx.pieces.begin(), cxx.pieces.end(), [&](const CxxText::Piece &piece) {
      return piece.kind == CxxText::Piece::Value && piece.value.dependsOn(name);
    });
  };
  return reads(leaf.result) || std::any_of(leaf.values.begin(), leaf.values.end(), reads) ||
         std::any_of(leaf.effects.begin(), leaf.effects.end(), reads);
}

/// Does its function, or what follows on it, get the value?
static bool leafNeeds(const LeafFunction &leaf, const std::string &name) {
  return std::any_of(leaf.scalars.begin(), leaf.scalars.end(),
                     [&](const SymbolDef &scalar) { return scalar.name == name; }) ||
         leafReads(*leaf.leaf, name);
}

/// The texts that the tree's code has, and how often it needs each symbol.
void VersionPrinter::noteUses(const DecisionNode &node) {
  if (node.kind == DecisionNode::Branch) {
    noteUses(*node.whenTrue);
    noteUses(*node.whenFalse);
    node.condition.forEachSymbol([this](const std::string &name, SymType) { ++uses[name]; });
  } else if (const LeafFunction *leaf = leafFunction(node)) {
    for (const GraphInput &input : leaf->graph().inputs())
      objects.note(input.cxx);
    for (const SymbolDef &symbol : version.symbols)
      uses[symbol.name] += leafNeeds(*leaf, symbol.name) ? 2 : 0;
  }
}

/// The variable that says that the guards of the region's graph held: no value of the region has its name.
static std::string heldFlag(const CapturedRegion &region) { return region.flag + "held" + region.instance; }

/// Does the piece call a member of what stands in front of it?
static bool isMemberCall(const CxxText &cxx, size_t piece) {
  return piece < cxx.pieces.size() && cxx.pieces[piece].kind == CxxText::Piece::Text &&
         cxx.pieces[piece].text.compare(0, 1, ".") == 0;
}

/// `moved`: outputs that nothing behind this text needs.
std::string VersionPrinter::text(const CxxText &code, const std::set<unsigned> &moved) const {
  std::string out;
  for (size_t i = 0; i < code.pieces.size(); ++i) {
    const CxxText::Piece &piece = code.pieces[i];
    switch (piece.kind) {
    case CxxText::Piece::Text:
      out += piece.text;
      break;
    case CxxText::Piece::Output:
      out += moved.count(piece.output) && !isMemberCall(code, i + 1)
                 ? "::std::move(" + outputName(piece.output) + ")"
                 : outputName(piece.output);
      break;
    case CxxText::Piece::Value: {
      const std::string value = cxx(piece.value);
      const bool word = std::all_of(value.begin(), value.end(),
                                    [](unsigned char c) { return std::isalnum(c) || c == '_'; });
      out += word ? value : "(" + value + ")";
      break;
    }
    }
  }
  return out;
}

/// A local copy of a size, read without throwing, in a block of its own: conditions on a tensor's sizes mean
/// something only for the rank they were captured for. Another dtype is the leaf's to find: it may have a
/// version made at run time.
void VersionPrinter::defineSize(const SymbolDef &symbol, Known &known) {
  const GraphInput *found = nullptr;
  SymbolRead size;
  forEachInput(*version.tree, [&](const Graph &graph, const GraphInput &input) {
    // The tensor that the symbol's C++ text reads; others with the same letter are checked by the leaves.
    const bool reads = symbol.cxx.find("(" + input.cxx + ", ") != std::string::npos ||
                       symbol.cxx.compare(0, input.cxx.size() + 6, input.cxx + ".size(") == 0;
    if (found || !reads)
      return;
    SymbolDef own = symbol;
    own.tensor = input.value->name; // names of values are not the same on every path
    const std::optional<SymbolRead> source = findSize(graph, own);
    if (!source || &graph.inputs()[source->input] != &input)
      return;
    found = &input;
    size = *source;
  });
  const std::string &name = symbolNames.at(symbol.name);
  // An undefined tensor, or too small a rank, throws in the user's own code.
  const auto enter = [&](const std::string &condition, const std::string &negation) {
    if (exit.empty())
      return out.open("if (" + condition + ") {");
    out.line("if (" + negation + ")");
    out.line("  goto " + exit + ";");
  };
  if (!found || version.guessed) {
    const std::string value = objects.shorten(symbol.cxx, known.objects, out);
    out.line("const int64_t " + name + " = " + value + ";");
    enter(name + " >= 0", name + " < 0");
    return;
  }
  printAbsent(found->cxx, known);
  const std::string cxx = objects.shorten(found->cxx, known.objects, out);
  const TensorType &type = found->value->type;
  const std::string arguments =
      std::string("::fg::k") + fg::toString(type.dtype) + ", " + std::to_string(type.rank());
  const bool logsHere = leaves.front().notesMisses && region.versions.size() == 1;
  const std::string fits = "::fg::rt::has_rank(" + cxx + ", " + std::to_string(type.rank()) +
                           ") || ::fg::rt::miss_tensor(" + own("function") + ", " +
                           stringLiteral(userName(found->cxx)) + ", " + cxx + ", " + arguments + ")" +
                           (logsHere ? " || ::fg::rt::no_version(" + own("function") + ")" : "");
  enter(fits, "!(" + fits + ")");
  out.line("const int64_t " + name + " = ::fg::rt::size(" + cxx + ", " + std::to_string(size.dim) + ")" +
           (size.factor == 1 ? "" : " / " + std::to_string(size.factor)) + ";");
}

/// `cxx` as a value of the type.
static std::string valueText(const std::string &cxx, const std::string &type) {
  const std::string bare = withoutParentheses(cxx);
  if (type == "bool" && (bare.ends_with(" != nullptr") || bare.ends_with(" == nullptr")) && bare != cxx)
    return cxx;
  if (type == "bool" && (bare.ends_with(".defined()") || bare.ends_with(".has_value()")))
    return bare;
  const std::string cast = "static_cast<" + type + ">";
  if (cxx.starts_with(cast) && withoutParentheses(cxx.substr(cast.size())) != cxx.substr(cast.size()))
    return cxx;
  return cast + "(" + withoutParentheses(cxx) + ")";
}

/// Copies the values of the symbols that a node is the first to need; the number of blocks that this opened.
unsigned VersionPrinter::defineSymbols(const std::function<bool(const std::string &)> &needed, Known &known) {
  unsigned opened = 0;
  for (const SymbolDef &symbol : version.symbols) {
    if (!needed(symbol.name) || !known.symbols.insert(symbol.name).second)
      continue;
    if (!symbol.tensor.empty()) {
      defineSize(symbol, known);
      opened += exit.empty() ? 1 : 0;
      continue;
    }
    const std::string type(scalarType(symbol.type));
    const std::string value = valueText(objects.shorten(symbol.cxx, known.objects, out), type);
    if (uses.at(symbol.name) == 1)
      inPlace[symbol.name] = value;
    else
      out.line("const " + type + " " + symbolNames.at(symbol.name) + " = " + value + ";");
  }
  return opened;
}

void VersionPrinter::print(const DecisionNode &node, Known known) {
  if (node.kind == DecisionNode::Branch) {
    if (!runsGraph(node))
      printEager(node);
    else if (!exit.empty() && runsGraph(*node.whenTrue) != runsGraph(*node.whenFalse))
      printCondition(node, std::move(known));
    else
      printBranch(node, known);
    return;
  }
  if (const LeafFunction *leaf = leafFunction(node))
    printLeaf(*leaf, known);
  else
    printEager(node);
}

/// One arm goes on, in the same scope.
void VersionPrinter::printCondition(const DecisionNode &node, Known known) {
  defineSymbols([&](const std::string &name) { return node.condition.dependsOn(name); }, known);
  const bool whenTrue = runsGraph(*node.whenTrue);
  const DecisionNode &other = whenTrue ? *node.whenFalse : *node.whenTrue;
  const std::string place = placeText(node.loc);
  out.open("if (" + cxx(whenTrue ? symNot(node.condition) : node.condition) + ") {" +
           (place.empty() ? "" : " // " + place));
  printEager(other);
  out.line("goto " + exit + ";");
  out.close();
  print(whenTrue ? *node.whenTrue : *node.whenFalse, std::move(known));
}

/// A message, as "this->scale: expected 1, got 3".
std::string VersionPrinter::unmetText(const DecisionNode &leaf, const std::string &why) const {
  if (leaf.unmet.empty())
    return "{" + stringLiteral(why) + "}";
  if (!leaf.unmetBy)
    return stringLiteral(leaf.unmet);
  const std::string pieces = stringLiteral(leaf.unmet + ", got ") + ", " + cxx(*leaf.unmetBy);
  return leaf.unmetBy->type() == SymType::Int ? pieces : "{" + pieces + "}";
}

bool VersionPrinter::mayBeAbsent(const std::string &cxx) const {
  return !version.forOthers &&
         std::any_of(region.versions.begin(), region.versions.end(),
                     [&](const CapturedVersion &other) { return other.maybeAbsent.count(cxx) != 0; });
}

/// Of a tensor that is undefined, the version for other objects is asked.
void VersionPrinter::printAbsent(const std::string &cxx, Known &known) {
  if (!mayBeAbsent(cxx))
    return;
  const std::string tensor = objects.shorten(cxx, known.objects, out);
  out.open("if (!" + tensor + ".defined()) {");
  out.line(own("others") + " = true;");
  out.line("::fg::rt::unmet(" + own("function") + ", " +
           stringLiteral(userName(cxx) + ": expected a defined tensor, got an undefined one") + ");");
  out.close();
}

void VersionPrinter::printEager(const DecisionNode &node) {
  std::string holds;
  for (const auto &[cxx, rank] : node.ranks)
    holds +=
        (holds.empty() ? "" : " && ") + ("::fg::rt::has_rank(" + cxx) + ", " + std::to_string(rank) + ")";
  const std::string eagerRanks = "::fg::rt::eager_ranks(" + (holds.empty() ? "true" : holds) + ")";
  const std::string noVersion = "::fg::rt::no_version(" + own("function") + ");";
  const bool isOnly = region.versions.size() == 1; // else what was missed is told behind them all
  std::string why = node.kind == DecisionNode::Branch ? "no path below computes a graph" : node.reason;
  if (why.empty())
    why = node.kind == DecisionNode::GraphLeaf && !node.graph ? "it computes no tensor"
                                                              : "it has no compiled graph";
  const bool tells = why.starts_with("needs ") && !node.unmet.empty(); // in the message
  if (!tells)
    out.line("// Runs the user's own code: " + commentText(why));
  if (why.starts_with("needs ")) { // an assumption of capture: told as any other miss is
    if (!node.unmet.empty() && hasOthers(region) && !version.forOthers)
      out.line(own("others") + " = true;");
    if (version.guessed)
      out.line("if (" + eagerRanks + ")");
    out.line(std::string(version.guessed ? "  " : "") +
             (node.unmet.empty() ? "::fg::rt::miss(" : "::fg::rt::unmet(") + own("function") + ", " +
             unmetText(node, why) + ");");
    if (isOnly)
      out.line(noVersion);
  } else if (version.guessed && isOnly) {
    out.line("if (!" + eagerRanks + ")");
    out.line("  " + noVersion);
  } else if (version.guessed) {
    out.line(eagerRanks + ";");
  }
}

void VersionPrinter::printBranch(const DecisionNode &node, const Known &outer) {
  Known known = outer;
  const unsigned opened =
      defineSymbols([&](const std::string &name) { return node.condition.dependsOn(name); }, known);
  const auto head = [&](const DecisionNode &branch) {
    const std::string place = placeText(branch.loc);
    return "if (" + cxx(branch.condition) + ") {" + (place.empty() ? "" : " // " + place);
  };
  const auto isReady = [&](const Sym &condition) {
    bool ready = true;
    condition.forEachSymbol(
        [&](const std::string &name, SymType) { ready &= known.symbols.count(name) != 0; });
    return ready;
  };
  out.open(head(node));
  print(*node.whenTrue, known);
  const DecisionNode *rest = node.whenFalse.get();
  for (; rest->kind == DecisionNode::Branch && runsGraph(*rest) && isReady(rest->condition);
       rest = rest->whenFalse.get()) {
    out.turn("} else " + head(*rest));
    print(*rest->whenTrue, known);
  }
  out.turn("} else {");
  print(*rest, known);
  out.close();
  for (unsigned i = 0; i < opened; ++i)
    out.close();
}

/// Inputs, numbers, whether the guards of regions in front held, outputs, and where to tell that its own did.
std::vector<std::string> VersionPrinter::argumentsOf(const LeafFunction &leaf,
                                                     const std::vector<std::string> &outputs, Known &known) {
  std::vector<std::string> arguments;
  for (const GraphInput &input : leaf.graph().inputs())
    arguments.push_back(objects.shorten(input.cxx, known.objects, out));
  for (const SymbolDef &scalar : leaf.scalars)
    arguments.push_back(symbolNames.at(scalar.name));
  if (!leaf.known.empty()) {
    std::vector<std::string> held;
    for (const CapturedRegion *before : leaf.known.by)
      held.push_back(heldFlag(*before));
    arguments.push_back(join(held, " && "));
  }
  arguments.insert(arguments.end(), outputs.begin(), outputs.end());
  if (leaf.tells)
    arguments.push_back(heldFlag(region));
  return arguments;
}

/// Each output is moved out by the last text that has it, if that has it once: a copy counts owners.
VersionPrinter::MovedOutputs VersionPrinter::movedOutputs(const DecisionNode &leaf) {
  std::vector<const CxxText *> texts; // as they are printed
  for (const CxxText &effect : leaf.effects)
    texts.push_back(&effect);
  if (leaf.exit == RegionExit::Next)
    for (const CxxText &value : leaf.values)
      texts.push_back(&value);
  MovedOutputs moved;
  std::set<unsigned> seen;
  if (leaf.exit == RegionExit::Return)
    for (const CxxText::Piece &piece : leaf.result.pieces)
      if (piece.kind == CxxText::Piece::Output)
        seen.insert(piece.output);
  for (auto it = texts.rbegin(); it != texts.rend(); ++it) {
    std::map<unsigned, unsigned> count;
    for (const CxxText::Piece &piece : (*it)->pieces)
      if (piece.kind == CxxText::Piece::Output)
        ++count[piece.output];
    for (const auto &[output, times] : count)
      if (seen.insert(output).second && times == 1)
        moved[*it].insert(output);
  }
  return moved;
}

/// How the region ends: it leaves the function or a loop, or gives the statements behind it their values.
void VersionPrinter::printExit(const DecisionNode &leaf, const MovedOutputs &moved) {
  switch (leaf.exit) {
  case RegionExit::Return:
    out.line(leaf.returnsValue ? "return " + text(leaf.result) + ";" : "return;");
    break;
  case RegionExit::Break:
    out.line("break;");
    break;
  case RegionExit::Continue:
    out.line("continue;");
    break;
  case RegionExit::Next:
    for (size_t i = 0; i < leaf.values.size(); ++i) {
      if (leaf.values[i].empty())
        continue;
      const std::string value = textMoving(leaf.values[i], moved);
      out.line(region.values[i].name +
               (region.values[i].isOptional ? ".emplace(" + value + ");" : " = " + value + ";"));
    }
    out.line(region.flag + " = true;");
    break;
  }
}

void VersionPrinter::printLeaf(const LeafFunction &leaf, Known &known) {
  const DecisionNode &node = *leaf.leaf;
  const unsigned opened =
      defineSymbols([&](const std::string &name) { return leafNeeds(leaf, name); }, known);
  std::vector<std::string> outputs;
  for (size_t i = 0; i < leaf.program->outputs.size(); ++i)
    outputs.push_back(outputName(i));
  if (!outputs.empty())
    out.line("::fg::Tensor " + join(outputs) + ";");
  const std::string arguments = join(argumentsOf(leaf, outputs, known));
  out.open("if (::fullgraph_generated::" + leaf.name + "(" + arguments + ")) {");
  const MovedOutputs moved = movedOutputs(node);
  for (const CxxText &effect : node.effects)
    out.line(textMoving(effect, moved) + ";");
  printExit(node, moved);
  const std::vector<GraphInput> &inputs = leaf.graph().inputs();
  if (std::any_of(inputs.begin(), inputs.end(),
                  [this](const GraphInput &input) { return mayBeAbsent(input.cxx); }))
    out.turn("} else {");
  for (const GraphInput &input : inputs)
    printAbsent(input.cxx, known);
  out.close();
  for (unsigned i = 0; i < opened; ++i)
    out.close();
}

bool treeRuns(const DecisionNode &node, std::span<const LeafFunction> leaves) {
  if (node.kind == DecisionNode::Branch)
    return treeRuns(*node.whenTrue, leaves) || treeRuns(*node.whenFalse, leaves);
  return std::any_of(leaves.begin(), leaves.end(),
                     [&](const LeafFunction &leaf) { return leaf.leaf == &node; });
}

/// The versions in the order in which they are tried: those for other objects last.
void printVersions(const CapturedFunction &function, const CapturedRegion &region,
                   std::span<const LeafFunction> leaves, CxxWriter &out) {
  const bool several = region.versions.size() > 1;
  if (hasOthers(region))
    out.line("bool " + function.body.ownPrefix + "others = false; // an object is not as it is expected");
  std::vector<const CapturedVersion *> versions;
  for (const bool forOthers : {false, true})
    for (const CapturedVersion &version : region.versions)
      if (version.forOthers == forOthers)
        versions.push_back(&version);
  bool first = true;
  for (const CapturedVersion *next : versions) {
    const CapturedVersion &version = *next;
    if (!version.tree || !treeRuns(*version.tree, leaves))
      continue;
    std::string tried = version.forOthers ? function.body.ownPrefix + "others" : "";
    if (!first && !region.flag.empty())
      tried += (tried.empty() ? "!" : " && !") + region.flag;
    if (several)
      out.open((tried.empty() ? "{ // " : "if (" + tried + ") { // ") + commentText(version.label));
    first = false;
    VersionPrinter(function, region, version, leaves, out).print(*version.tree);
    if (several)
      out.close();
  }
  if (several)
    out.line((region.flag.empty() ? "" : "if (!" + region.flag + ") ") + "::fg::rt::no_version(" +
             function.body.ownPrefix + "function);");
}

} // namespace

std::string printDispatch(const CapturedFunction &function, const CapturedRegion &region,
                          std::span<const LeafFunction> leaves) {
  CxxWriter out(1);
  // The statements behind ask for these, whether a kernel could be built or not.
  const bool declares = region.instance.empty();
  if (!region.flag.empty() && declares)
    out.line("[[maybe_unused]] bool " + region.flag + " = false;");
  if (std::any_of(leaves.begin(), leaves.end(), [](const LeafFunction &leaf) { return leaf.tells; }))
    out.line("[[maybe_unused]] bool " + heldFlag(region) + " = false;");
  for (const RegionValue &value : declares ? region.values : std::vector<RegionValue>())
    out.line((value.isOptional ? "::std::optional<" + value.type + "> " : value.type + " ") + value.name +
             "{};");
  if (leaves.empty())
    return out.str();
  if (!function.instantiation.empty())
    out.open("if constexpr (" + function.instantiation + ") {");
  out.open("if (::fg::rt::enabled()) { // fullgraph: " + commentText(function.name) +
           (region.name.empty() ? "" : ", " + region.name));
  CxxWriter versions(out.level());
  printVersions(function, region, leaves, versions);
  const std::string name = function.body.ownPrefix + "function";
  if (versions.str().find(name) != std::string::npos)
    out.line("auto &" + name + " = ::fullgraph_generated::" + function.id + ";");
  out.add(versions);
  out.close();
  if (!function.instantiation.empty())
    out.close();
  return out.str();
}

} // namespace fullgraph
