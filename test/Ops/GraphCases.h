// Reference cases as graphs of one operator, compiled.
#pragma once

#include "test/Ops/ReferenceCases.h"
#include "test/unit/lower/ProgramCall.h"

namespace fullgraph::test {

struct GraphCase {
  /// What an input's memory holds at the call.
  struct Memory {
    size_t position = 0, bytes = 0; // in the case file's pool
    int64_t elements = 0;           // at least as many; what is behind `bytes` is 0
    fg::ScalarType dtype = fg::ScalarType::Undefined;
  };

  std::unique_ptr<Graph> graph;
  std::unique_ptr<Program> program; // null: see `refusal`
  Symbols symbols;
  std::vector<Memory> inputs; // parallel to the graph's
  /// Why there is no program: the error that inference says the call throws, or "cannot …" for what is beyond
  /// graphs.
  std::string refusal;
};

enum class Sizes {
  Constant,
  Symbolic, // sizes above 1 are symbols, and so are the operands that are numbers of the user's program
};

/// Contiguous tensors of their own are inputs; others are made of their storage by view, slice, permute and
/// expand, because inputs are guarded to be contiguous and apart from each other. Null when a guard does not
/// hold for the case's sizes: the call is the user's own code's.
std::optional<GraphCase> graphOf(const CaseFile &file, const Case &c, Sizes sizes);

} // namespace fullgraph::test
