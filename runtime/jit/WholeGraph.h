// A graph as one kernel: for what runs a graph as a whole, an interpreter or a backend of the program's.
// Service uses it. The one kernel computes what the program's kernels would, and its inputs are written back
// where they were.
#pragma once

#include "lib/Fusion/Program.h"

#include <string>
#include <vector>

namespace fullgraph::jit {

/// The names of a functional graph's results: those of its outputs and of what they are views of, and the new
/// values of written inputs. Every pass changes them, and none their order.
struct ResultNames {
  std::vector<std::string> outputs, roots, mutations;

  ResultNames() = default;
  explicit ResultNames(const Graph &graph);
};

struct WholeGraph {
  Program program; // calls one kernel, and copies what it computes of written inputs back to them
  /// What the kernel computes, as `names` names it; and its numbers: the symbols of the graph.
  std::vector<std::string> results;
  std::vector<SymbolDef> symbols;
  std::vector<TensorType> resultTypes;
};

/// The graph in place of its fused program, whose outputs and guards of aliasing stay.
WholeGraph wholeGraph(const Graph &graph, const Program &fused, const ResultNames &names);

} // namespace fullgraph::jit
