// The FG_SHAPE grammar, for lib/Frontend, capture and the reader of profiles. What it does not accept, it
// refuses with the place in the text. The grammar:
//
//   spec  := alt ('|' alt)*
//   alt   := dtype '[' (dim (',' dim)*)? ']' ('@' device)?
//   dim   := integer | '?' | [integer '<='] [integer '*'] name ['<=' integer]
#pragma once

#include <fullgraph/dtype.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

struct ShapeDim {
  enum Kind : uint8_t { Literal, Named, Unnamed } kind = Literal;
  int64_t value = 0;                   // Literal
  std::string name;                    // Named
  int64_t factor = 1;                  // Named: the size is factor * name
  std::optional<int64_t> lower, upper; // Named: bounds of the size as written, inclusive
};

struct ShapeSpec {
  fg::ScalarType dtype = fg::ScalarType::Undefined;
  std::vector<ShapeDim> dims;
  bool cuda = false;
};

struct ShapeSpecError {
  size_t offset = 0, length = 1; // into the text
  std::string message;           // what was seen and what would be right
};

/// Alternatives in order. Empty when `error` is set.
std::vector<ShapeSpec> parseShapeSpec(std::string_view text, std::optional<ShapeSpecError> &error);

} // namespace fullgraph
