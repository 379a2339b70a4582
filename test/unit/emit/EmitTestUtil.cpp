#include "EmitTestUtil.h"
#include "test/unit/ValueOr.h"

#include "lib/Ops/OpSchema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace fullgraph::test {

std::unique_ptr<Graph> graph(const std::string &text) {
  std::string error;
  std::unique_ptr<Graph> parsed = valueOr(error, parseGraph(text));
  if (!parsed)
    throw std::runtime_error("graph text: " + error);
  return parsed;
}

namespace {

/// The symbols that a type's sizes use.
void addSymbols(const TensorType &type, std::set<std::string> &symbols) {
  for (const Sym &size : type.sizes)
    size.forEachSymbol([&](const std::string &name, SymType) { symbols.insert(name); });
}

struct Planner {
  explicit Planner(const Graph &graph) : graph(graph) {}

  unsigned bufferOf(const Value *value) {
    if (const auto known = buffers.find(value); known != buffers.end())
      return known->second;
    Buffer buffer;
    buffer.type = value->type;
    for (unsigned i = 0; i < graph.outputs().size(); ++i)
      if (graph.outputs()[i] == value && program->outputs[i].kind == ProgramOutput::Fresh) {
        buffer.kind = BufferKind::Output;
        buffer.index = i;
      }
    for (unsigned i = 0; i < graph.inputs().size(); ++i)
      if (graph.inputs()[i].value == value) {
        buffer.kind = BufferKind::Input;
        buffer.index = i;
      }
    if (buffer.kind == BufferKind::Workspace) {
      buffer.offset = program->workspaceBytes;
      const Sym bytes = value->type.numel() * Sym(int64_t(fg::elementSize(value->type.dtype)));
      program->workspaceBytes = program->workspaceBytes + Sym(64) * ceilDiv(bytes, 64);
    }
    program->buffers.push_back(buffer);
    return buffers[value] = static_cast<unsigned>(program->buffers.size() - 1);
  }
  BufferView viewOf(const Value *value) { return {bufferOf(value), value->type, 0}; }

  std::unique_ptr<Program> plan() {
    for (const Value *value : graph.outputs()) {
      ProgramOutput output;
      output.type = value->type;
      for (unsigned i = 0; i < graph.inputs().size(); ++i)
        if (graph.inputs()[i].value == value)
          output.kind = ProgramOutput::ViewOfInput, output.of = i, output.same = true;
      program->outputs.push_back(output);
    }
    for (const auto &node : graph.nodes())
      addKernel(*node);
    for (const Mutation &mutation : graph.mutations())
      for (unsigned i = 0; i < graph.inputs().size(); ++i)
        if (graph.inputs()[i].value == mutation.input) {
          program->steps.push_back({WriteBack{i, viewOf(mutation.value)}});
          for (unsigned other = 0; other < graph.inputs().size(); ++other)
            if (other != i)
              program->disjointInputs.emplace_back(i, other);
        }
    return std::move(program);
  }

  void addKernel(const Node &node) {
    Kernel kernel;
    kernel.graph = std::make_unique<Graph>();
    kernel.name = "fgk_" + graph.name + "_" + node.result()->name;
    kernel.kind = "pointwise";
    kernel.fused = {std::string(node.opName())};
    kernel.locs = {node.loc};
    KernelCall call;
    std::set<std::string> symbols;
    node.forEachOperand([&](const Value *operand) {
      kernel.graph->addInput("a" + std::to_string(call.inputs.size()), operand->type, "", {});
      call.inputs.push_back(viewOf(operand));
      addSymbols(operand->type, symbols);
    });
    for (const auto &result : node.results) {
      call.outputs.push_back(viewOf(result.get()));
      addSymbols(result->type, symbols);
      kernel.graph->outputs().push_back(result.get());
    }
    for (const Arg &arg : node.args)
      if (const auto *number = std::get_if<Sym>(&arg))
        number->forEachSymbol([&](const std::string &name, SymType) { symbols.insert(name); });
    for (const std::string &name : symbols) {
      const SymType type = graph.env.lookup(name)->type;
      SymbolDef symbol;
      symbol.name = name;
      symbol.type = type;
      kernel.graph->env.addSymbol(symbol);
      call.scalars.push_back(Sym::symbol(name, type));
    }
    call.kernel = static_cast<unsigned>(program->kernels.size());
    program->kernels.push_back(std::move(kernel));
    program->steps.push_back({std::move(call)});
  }

  const Graph &graph;
  std::unique_ptr<Program> program = std::make_unique<Program>();
  std::map<const Value *, unsigned> buffers;
};

void collectLeaves(const DecisionNode &node, std::vector<const DecisionNode *> &leaves) {
  if (node.kind == DecisionNode::Branch) {
    collectLeaves(*node.whenTrue, leaves);
    collectLeaves(*node.whenFalse, leaves);
  } else if (node.graph) {
    leaves.push_back(&node);
  }
}

} // namespace

std::unique_ptr<Program> programOf(const Graph &graph) { return Planner(graph).plan(); }

std::unique_ptr<DecisionNode> leaf(std::unique_ptr<Graph> graph, CxxText result) {
  auto node = std::make_unique<DecisionNode>();
  node->kind = DecisionNode::GraphLeaf;
  node->graph = std::move(graph);
  node->returnsValue = !result.empty();
  node->result = std::move(result);
  return node;
}

std::unique_ptr<DecisionNode> eager(const std::string &reason) {
  auto node = std::make_unique<DecisionNode>();
  node->reason = reason;
  return node;
}

std::unique_ptr<DecisionNode> branch(Sym condition, std::unique_ptr<DecisionNode> whenTrue,
                                     std::unique_ptr<DecisionNode> whenFalse) {
  auto node = std::make_unique<DecisionNode>();
  node->kind = DecisionNode::Branch;
  node->condition = std::move(condition);
  node->whenTrue = std::move(whenTrue);
  node->whenFalse = std::move(whenFalse);
  return node;
}

CxxText text(const std::string &text) {
  CxxText cxx;
  cxx.pieces.push_back({CxxText::Piece::Text, text, 0, 0});
  return cxx;
}

CxxText output(unsigned index) {
  CxxText cxx;
  cxx.pieces.push_back({CxxText::Piece::Output, "", index, 0});
  return cxx;
}

CxxText withOutputs(const std::string &text) {
  CxxText cxx;
  std::string plain;
  const auto flush = [&] {
    if (!plain.empty())
      cxx.pieces.push_back({CxxText::Piece::Text, plain, 0, 0});
    plain.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && isdigit(text[i + 1])) {
      flush();
      cxx.pieces.push_back({CxxText::Piece::Output, "", unsigned(text[i + 1] - '0'), 0});
      i += 2;
    } else {
      plain += text[i];
    }
  }
  flush();
  return cxx;
}

Source::Source(const std::string &path) : mainFile(path) {
  TargetSpec v3, v4;
  v3.level = 3;
  v4.level = 4;
  targets = {v3, v4};
}

void Source::addFile(const std::string &path, const std::string &text) { contents[path] = text; }

CapturedFunction &Source::addFunction(const std::string &name, const std::string &file,
                                      const std::string &marker, std::unique_ptr<DecisionNode> tree) {
  const std::string &text = contents.at(file);
  const size_t at = text.find(marker);
  if (at == std::string::npos)
    throw std::runtime_error("no '" + marker + "' in " + file);
  auto function = std::make_unique<CapturedFunction>();
  function->name = name;
  for (char c : name)
    function->id += isalnum(c) ? c : '_';
  function->id += "_0f";
  const unsigned offset = static_cast<unsigned>(at + marker.size());
  const size_t lineStart = text.rfind('\n', offset - 1) + 1;
  function->body.file = file;
  function->body.offset = offset;
  function->body.line = 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + offset, '\n'));
  function->body.column = offset - static_cast<unsigned>(lineStart) + 1;
  function->loc = {file, function->body.line, 1};
  function->place = file == mainFile ? CodePlace::MainFile : CodePlace::Header;
  functions.push_back(std::move(function));
  if (tree)
    addVersion(*functions.back(), "", std::move(tree));
  return *functions.back();
}

void Source::addVersion(CapturedFunction &function, const std::string &label,
                        std::unique_ptr<DecisionNode> tree) {
  CapturedVersion version;
  version.label = label;
  std::vector<const DecisionNode *> leaves;
  collectLeaves(*tree, leaves);
  std::set<std::string> seen;
  for (const DecisionNode *leaf : leaves)
    for (const SymbolDef &symbol : leaf->graph->env.symbols())
      if (seen.insert(symbol.name).second)
        version.symbols.push_back(symbol);
  version.tree = std::move(tree);
  if (function.regions.empty()) { // the whole body
    function.regions.push_back(std::make_unique<CapturedRegion>());
    SourceEdit edit;
    edit.offset = function.body.offset;
    edit.isLines = true;
    edit.region = function.regions[0].get();
    function.edits.push_back(edit);
  }
  function.regions[0]->versions.push_back(std::move(version));
}

void Source::addInclude(const std::string &includer, const std::string &name, const std::string &target) {
  const size_t at = contents.at(includer).find(name);
  includes.push_back({includer, static_cast<unsigned>(at), static_cast<unsigned>(name.size()), target});
}

EmitInput Source::input() {
  EmitInput input;
  input.mainFile = mainFile;
  input.outputPath = "/build/model.fg.cpp";
  input.contents = contents;
  input.includes = includes;
  input.targets = targets;
  for (const auto &function : functions) {
    CompiledFunction compiled;
    compiled.function = function.get();
    for (const auto &region : function->regions)
      for (const CapturedVersion &version : region->versions) {
        std::vector<const DecisionNode *> leaves;
        collectLeaves(*version.tree, leaves);
        for (const DecisionNode *leaf : leaves)
          compiled.leaves.push_back({leaf, programOf(*leaf->graph), {}, version.forOthers, !version.guessed});
      }
    input.functions.push_back(std::move(compiled));
  }
  return input;
}

EmitOutput Source::emit() {
  return emitSources(
      input(), [](const std::string &header) { return "/build/" + header.substr(header.rfind('/') + 1); });
}

const std::vector<std::string> &cxxCompilers() {
  static const std::vector<std::string> found = [] {
    std::vector<std::string> compilers;
    for (const char *name : {"g++", "clang++", "clang++-19"})
      if (std::system(("command -v " + std::string(name) + " > /dev/null 2>&1").c_str()) == 0)
        compilers.push_back(name);
    return compilers;
  }();
  if (found.empty())
    throw std::runtime_error("neither g++ nor clang++ is installed");
  return found;
}

std::string compileErrors(const std::string &compiler, const std::string &source, const std::string &flags) {
  namespace fs = std::filesystem;
  static unsigned count = 0;
  const fs::path dir = fs::temp_directory_path() /
                       ("fullgraph-emit-" + std::to_string(getpid()) + "-" + std::to_string(count++));
  fs::create_directory(dir);
  const fs::path file = dir / "model.fg.cpp", log = dir / "log";
  std::ofstream(file) << source;
  // The library's headers have tests of their own: -isystem keeps their warnings out of these.
  const std::string command = compiler + " -std=c++20 -O1 -Wall -Wextra -Wshadow -Werror -isystem " +
                              FULLGRAPH_SOURCE_DIR "/include -c " + flags + " " + file.string() + " -o " +
                              (dir / "model.o").string() + " > " + log.string() + " 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream stream(log);
  std::stringstream said;
  said << stream.rdbuf();
  fs::remove_all(dir);
  return status == 0 ? said.str() : "failed: " + command + "\n" + said.str();
}

} // namespace fullgraph::test
