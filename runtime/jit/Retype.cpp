#include "runtime/jit/Retype.h"

#include "lib/Graph/UserName.h"
#include "lib/Ops/OpSchema.h"
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace fullgraph::jit {
namespace {

struct Refused {
  std::string why;
};

class Retyper {
public:
  Retyper(Graph &graph, const std::vector<InputSpec> &specs, const std::vector<std::string> &numbers)
      : graph(graph), specs(specs), numbers(numbers) {}

  std::map<std::string, SymbolSource> run() {
    if (graph.inputs().size() != specs.size())
      throw Refused{"the captured graph has other inputs"};
    captured = std::move(graph.env);
    graph.env = ShapeEnv();
    addNumbers();
    setInputs();
    bindSymbols();
    for (const Sym &fact : captured.facts())
      graph.env.addFact(replaced(fact));
    for (const Sym &condition : graph.settled)
      require(replaced(condition), "the captured path relies on " + condition.str());
    replaceArguments();
    if (const std::string error = inferGraph(graph); !error.empty())
      throw Refused{error};
    checkReads();
    checkWrites();
    return std::move(sources);
  }

private:
  Graph &graph;
  const std::vector<InputSpec> &specs;
  const std::vector<std::string> &numbers;
  ShapeEnv captured;
  std::map<std::string, SymbolSource> sources;
  std::map<std::string, Sym> values; // of captured symbols

  void require(const Sym &condition, const std::string &why) {
    if (!graph.env.assume(condition, {}, why))
      throw Refused{why};
  }

  /// C++ numbers are symbols of the new graph under their old names.
  void addNumbers() {
    for (const SymbolDef &symbol : captured.symbols()) {
      const auto found = std::find(numbers.begin(), numbers.end(), symbol.name);
      if (!symbol.tensor.empty() || found == numbers.end())
        continue;
      SymbolDef def = symbol;
      const Sym value = graph.env.addSymbol(std::move(def));
      sources[value.name()] = {SymbolSource::Number, static_cast<unsigned>(found - numbers.begin()), 0};
      values.emplace(symbol.name, value);
    }
  }

  /// The guards of a size that the program has marked.
  void markSize(const Sym &size, const MarkedSize &marked, const std::string &name) {
    require(symLe(Sym(marked.min), size),
            name + " is marked dynamic for sizes of at least " + std::to_string(marked.min));
    require(symLe(size, Sym(marked.max)),
            name + " is marked dynamic for sizes of at most " + std::to_string(marked.max));
    for (const int64_t other : marked.others)
      require(symNe(size, Sym(other)), name + " has a version of its own for " + std::to_string(other));
  }

  Sym addSymbol(const std::string &name, unsigned input, unsigned dim, SymbolSource::Kind kind) {
    SymbolDef def;
    def.name = name + (kind == SymbolSource::Size ? "_size" : "_stride") + std::to_string(dim);
    def.lower = 0;
    def.upper = kind == SymbolSource::Size ? std::numeric_limits<int32_t>::max()
                                           : std::numeric_limits<int64_t>::max();
    if (kind == SymbolSource::Size) {
      def.tensor = name;
      def.dim = dim;
      if (const auto marked = specs[input].marked.find(dim); marked != specs[input].marked.end())
        def.hint = marked->second.hint;
    }
    const Sym symbol = graph.env.addSymbol(std::move(def));
    sources[symbol.name()] = {kind, input, dim};
    return symbol;
  }

  void setInputs() {
    // Sizes that were one letter, and are one number in this call, stay one symbol.
    std::map<std::pair<std::string, int64_t>, Sym> letters;
    for (unsigned i = 0; i < specs.size(); ++i) {
      const InputSpec &spec = specs[i];
      Value *input = graph.inputs()[i].value;
      const TensorType before = std::exchange(input->type, TensorType());
      types.push_back(before);
      input->type.dtype = spec.dtype;
      for (unsigned d = 0; d < spec.sizes.size(); ++d) {
        if (!spec.anySize[d]) {
          input->type.sizes.push_back(spec.sizes[d]);
          continue;
        }
        const bool letter = before.rank() == spec.sizes.size() && before.sizes[d].kind() == SymKind::Symbol;
        const std::pair<std::string, int64_t> key(letter ? before.sizes[d].name() : "", spec.sizes[d]);
        const auto known = letters.find(key);
        const Sym size = letter && known != letters.end() ? known->second
                                                          : addSymbol(input->name, i, d, SymbolSource::Size);
        if (letter)
          letters.emplace(key, size);
        input->type.sizes.push_back(size);
        if (const auto marked = spec.marked.find(d); marked != spec.marked.end())
          markSize(size, marked->second, inputName(graph.inputs()[i]) + ".size(" + std::to_string(d) + ")");
      }
      // A stride of 0 says nothing of the order of dims, which decides the strides of results.
      for (unsigned d = 0; !spec.contiguous && d < spec.strides.size(); ++d) {
        const bool fixed = !spec.anyStride[d] || spec.strides[d] == 0;
        input->type.strides.push_back(fixed ? Sym(spec.strides[d])
                                            : addSymbol(input->name, i, d, SymbolSource::Stride));
        if (!fixed)
          require(symNe(input->type.strides.back(), Sym(0)), "a stride of 0 has a version of its own");
      }
    }
  }
  std::vector<TensorType> types; // of the inputs, as captured

  /// What a captured symbol of a size is now. One whose dim is not there any more must not be asked for. The
  /// rank may be another one: where capture counted dims from the end, it read the rank, which is checked.
  void bindSymbols() {
    for (const SymbolDef &symbol : captured.symbols()) {
      if (symbol.tensor.empty())
        continue;
      for (unsigned i = 0; i < specs.size(); ++i) {
        const TensorType &now = graph.inputs()[i].value->type;
        if (graph.inputs()[i].value->name != symbol.tensor || symbol.dim >= now.rank())
          continue;
        const Sym &was = types[i].sizes[symbol.dim], &is = now.sizes[symbol.dim];
        int64_t factor = 1; // "8*K"
        if (was.kind() == SymKind::Mul)
          for (const Sym &part : was.operands())
            if (part.asInt())
              factor = *part.asInt();
        if (factor != 1)
          require(symEq(floorMod(is, Sym(factor)), Sym(0)),
                  "a size is declared as a multiple of " + std::to_string(factor));
        values.emplace(symbol.name, factor == 1 ? is : floorDiv(is, Sym(factor)));
      }
    }
  }

  Sym replaced(const Sym &value) {
    return value.substitute([&](const std::string &name) -> std::optional<Sym> {
      const auto found = values.find(name);
      if (found == values.end())
        throw Refused{"the captured path depends on " + name + ", which these inputs do not have"};
      return found->second;
    });
  }

  void replaceArguments() {
    for (const auto &node : graph.nodes())
      for (Arg &arg : node->args) {
        if (Sym *s = std::get_if<Sym>(&arg))
          *s = replaced(*s);
        else if (auto *list = std::get_if<std::vector<Sym>>(&arg))
          for (Sym &s : *list)
            s = replaced(s);
      }
  }

  void checkReads() {
    for (const TypeRead &read : graph.reads) {
      const TensorType &type = read.value->type;
      const std::string name = "%" + read.value->name;
      switch (read.kind) {
      case TypeRead::DType:
        if (!read.answer.isConst(static_cast<int64_t>(type.dtype)))
          throw Refused{"the captured path read the dtype of " + name};
        break;
      case TypeRead::Rank:
        if (!read.answer.isConst(static_cast<int64_t>(type.rank())))
          throw Refused{"the captured path read the rank of " + name};
        break;
      case TypeRead::Size:
      case TypeRead::Stride: {
        const bool size = read.kind == TypeRead::Size;
        const std::string what = name + (size ? ".size(" : ".stride(") + std::to_string(read.dim) + ")";
        if (read.dim >= type.rank())
          throw Refused{"the captured path read " + what};
        const Sym now = size ? type.sizes[read.dim] : type.stridesOrContiguous()[read.dim];
        require(symEq(now, replaced(read.answer)),
                "the captured path read " + what + " as " + read.answer.str());
        break;
      }
      case TypeRead::Numel:
        require(symEq(type.numel(), replaced(read.answer)),
                "the captured path read " + name + ".numel() as " + read.answer.str());
        break;
      case TypeRead::Handle:
        if (!read.answer.isConst(int64_t(read.value->base != nullptr)))
          throw Refused{"the captured path read whether " + name + " is the tensor that it is made of"};
        break;
      case TypeRead::Contiguous:
        if (!type.isContiguous() && type.strides != contiguousStrides(type.sizes))
          throw Refused{"the captured path needs " + name + " to be contiguous"};
        break;
      }
    }
  }

  /// An in-place operator refuses a result of another size or of a dtype that cannot be cast to its own, and
  /// elements that share memory; its copy_ says no more of that. So only what cannot go wrong is taken. A source
  /// of fewer dims is no result of such an operator, and is broadcast: the scalar of zero_() and fill_().
  void checkWrites() {
    for (const auto &node : graph.nodes()) {
      if (!node->is(Op::copy_))
        continue;
      const Value *to = node->value("self");
      const TensorType &self = to->type, &source = node->value("src")->type;
      if (self.dtype != source.dtype || self.rank() < source.rank())
        throw Refused{"an operator writes in place, of another dtype or rank"};
      const size_t missing = self.rank() - source.rank();
      for (size_t d = 0; d < source.rank(); ++d)
        require(symEq(self.sizes[missing + d], source.sizes[d]),
                "an operator writes in place, of another size");
      for (const Value *view = to; view->def && view->def->op->isView(); view = view->def->value("self"))
        if (view->def->is(Op::expand))
          require(symEq(view->type.numel(), view->def->value("self")->type.numel()),
                  "an operator writes to an expanded tensor");
      const Value *root = const_cast<Value *>(to)->root();
      if (!root->def && !root->type.isContiguous())
        throw Refused{"an operator writes into an input that is not contiguous"};
    }
  }
};

} // namespace

std::string inputName(const GraphInput &input) {
  return input.cxx.empty() ? input.value->name : userName(input.cxx);
}

Retyped retype(const std::string &captured, const std::vector<InputSpec> &inputs,
               const std::vector<std::string> &numbers, const PassObserver &observer) {
  Retyped result;
  llvm::Expected<std::unique_ptr<Graph>> parsed = parseGraph(captured);
  if (!parsed) {
    result.why = llvm::toString(parsed.takeError());
    return result;
  }
  std::unique_ptr<Graph> graph = std::move(*parsed);
  try {
    result.sources = Retyper(*graph, inputs, numbers).run();
    graph->reads.clear();
    result.why = runPasses(*graph, observer);
    if (result.why.empty())
      result.graph = std::move(graph);
  } catch (const Refused &refused) {
    result.why = refused.why;
  }
  return result;
}

} // namespace fullgraph::jit
