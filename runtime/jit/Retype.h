// A captured graph for inputs of other types than it was captured for.
#pragma once

#include "lib/Passes/Passes.h"

#include <string>
#include <vector>

namespace fullgraph::jit {

/// An input as the version is to take it.
struct InputSpec {
  ScalarType dtype = ScalarType::Undefined;
  bool contiguous = true;
  std::vector<int64_t> sizes, strides;  // of the call that the version is made for
  std::vector<bool> anySize, anyStride; // symbols; the others are fixed
};

/// Where a symbol's value comes from when the version is called.
struct SymbolSource {
  enum Kind : uint8_t { Size, Stride, Number } kind = Size;
  unsigned index = 0; // of the input, or of the host number
  unsigned dim = 0;
};

struct Retyped {
  std::unique_ptr<Graph> graph;                // null: `why`
  std::map<std::string, SymbolSource> sources; // of every symbol
  std::string why;
};

/// `captured` is read back from its text for each version. `numbers` names the host numbers in order.
///
/// What capture relied on must hold for the new types, too: what it read of them has the same answer, and the
/// conditions it settled are guards of the new version. Else the user's code may have gone another way, and
/// there is no version.
Retyped retype(const std::string &captured, const std::vector<InputSpec> &inputs,
               const std::vector<std::string> &numbers, const PassObserver &observer = nullptr);

} // namespace fullgraph::jit
