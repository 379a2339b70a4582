// Functional graphs run operator by operator through the library: the backend "interp" of versions made at run
// time. PlanBuilder.h and Service use it. A runner lives as long as a plan may call it, which is until the
// program ends.
#pragma once

#include "lib/Graph/Graph.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fullgraph::jit {

/// Something to call in place of a compiled kernel. `function` gets the kernel's arguments behind `context`,
/// as the first one; without a context, the kernel's arguments alone.
struct KernelCode {
  int (*function)(void **arguments) = nullptr;
  const void *context = nullptr;
};

class GraphRunner {
public:
  /// `results` name the values to compute, `symbols` those whose values the arguments give, in their order.
  GraphRunner(std::unique_ptr<Graph> graph, const std::vector<std::string> &results,
              const std::vector<SymbolDef> &symbols, int (*randomKey)(void **));

  /// Runs it with a kernel's arguments: buffers of the inputs, addresses of the symbols' values, buffers of
  /// the results. The runner must live as long as the code may be called.
  KernelCode code() const;

private:
  static int run(void **arguments) noexcept;
  class Call;

  const std::unique_ptr<Graph> graph;
  std::vector<const Value *> results;
  std::set<const Node *> ofTurns; // what loops compute in each turn
  const std::vector<SymbolDef> symbols;
  int (*const randomKey)(void **);
};

} // namespace fullgraph::jit
