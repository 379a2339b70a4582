// Hand-made captured functions and Programs for the tests of lib/Emit, and C++ compilers to try the output
// with.
#pragma once

#include "lib/Emit/Emit.h"
#include "lib/Emit/Report.h"

#include <memory>
#include <string>
#include <vector>

namespace fullgraph::test {

/// Parses a graph; fails the test when the text is wrong.
std::unique_ptr<Graph> graph(const std::string &text);

/// A Program with one kernel a node, intermediates in the workspace, outputs fresh (or the input itself),
/// mutations written back: what fusion gives when it fuses nothing.
std::unique_ptr<Program> programOf(const Graph &graph);

std::unique_ptr<DecisionNode> leaf(std::unique_ptr<Graph> graph, CxxText result);
std::unique_ptr<DecisionNode> eager(const std::string &reason);
std::unique_ptr<DecisionNode> branch(Sym condition, std::unique_ptr<DecisionNode> whenTrue,
                                     std::unique_ptr<DecisionNode> whenFalse);

CxxText text(const std::string &text);
CxxText output(unsigned index);
/// Text with holes: "{0}" is output 0.
CxxText withOutputs(const std::string &text);

/// A source with functions captured by hand.
class Source {
public:
  explicit Source(const std::string &path = "/src/model.cpp");

  /// Adds a file; the first is the main file.
  void addFile(const std::string &path, const std::string &text);
  /// A function whose body begins behind `marker` in `file`. Symbols of each version are those of its leaves'
  /// graphs.
  CapturedFunction &addFunction(const std::string &name, const std::string &file, const std::string &marker,
                                std::unique_ptr<DecisionNode> tree);
  void addVersion(CapturedFunction &function, const std::string &label, std::unique_ptr<DecisionNode> tree);
  /// Redirects the #include whose name is `name` (with quotes) in `includer`.
  void addInclude(const std::string &includer, const std::string &name, const std::string &target);

  EmitInput input();
  EmitOutput emit();

  std::vector<std::unique_ptr<CapturedFunction>> functions;
  std::vector<TargetSpec> targets;

private:
  std::string mainFile;
  std::map<std::string, std::string> contents;
  std::vector<EmitInput::Include> includes;
};

/// The C++ compilers that are installed, of g++, clang++ and clang++-19. Never empty: one builds this test.
const std::vector<std::string> &cxxCompilers();
/// Compiles a source against the public headers with -Wall -Wextra -Wshadow -Werror; what the compiler says,
/// "" when it is content.
std::string compileErrors(const std::string &compiler, const std::string &source,
                          const std::string &flags = "");

} // namespace fullgraph::test
