// A captured graph for inputs of other types than it was captured for. Service calls it, MadePlans.h, Marks.h
// and PlanBuilder.h use its types. The graph means for the new inputs what the captured one would: where that
// cannot be said, it refuses, with the reason.
#pragma once

#include "lib/Passes/Passes.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fullgraph::jit {

/// What the program says of a size that it has marked dynamic.
struct MarkedSize {
  bool strict = false; // of this call: that it must be fixed is an error
  int64_t min = 0, max = 0;
  std::optional<int64_t> hint;
  std::vector<int64_t> others; // values that have versions of their own
};

/// An input as the version is to take it.
struct InputSpec {
  ScalarType dtype = ScalarType::Undefined;
  bool contiguous = true;
  std::vector<int64_t> sizes, strides;   // of the call that the version is made for
  std::vector<bool> anySize, anyStride;  // symbols; the others are fixed
  std::map<unsigned, MarkedSize> marked; // of dims that are any size
};

/// Where a symbol's value comes from when the version is called.
struct SymbolSource {
  enum Kind : uint8_t { Size, Stride, Number } kind = Size;
  unsigned index = 0; // of the input, or of the C++ number
  unsigned dim = 0;
};

struct Retyped {
  std::unique_ptr<Graph> graph;                // null: `why`
  std::map<std::string, SymbolSource> sources; // of every symbol
  std::string why;
};

/// `captured` is read back from its text for each version. `numbers` names the C++ numbers in order.
///
/// What capture relied on must hold for the new types, too: what it read of them has the same answer, and the
/// conditions it settled are guards of the new version. Else the user's code may have gone another way, and
/// there is no version.
Retyped retype(const std::string &captured, const std::vector<InputSpec> &inputs,
               const std::vector<std::string> &numbers, const PassObserver &observer = nullptr);

/// The user's expression for it.
std::string inputName(const GraphInput &input);

} // namespace fullgraph::jit
