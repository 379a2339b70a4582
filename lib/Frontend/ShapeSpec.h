// The FG_SHAPE grammar, for lib/Frontend, capture and the reader of profiles. What it does not accept, it
// refuses with the place in the text. The grammar:
//
//   spec  := alt ('|' alt)*
//   alt    := dtype '[' (dim (',' dim)*)? ']' ('{' layout '}')? ('@' device)?
//   dim    := integer | '?' | [integer '<='] [integer '*'] name ['<=' integer]
//   layout := 'channels_last' | 'channels_last_3d' | 'column_major'
//           | integer ('>' integer)+      the dims of a dense tensor, outermost in memory first
//           | stride (',' stride)*        one for each dim, in elements
//   stride := integer | '?' | [integer '*'] name ('*' name)*
//
// Without a layout, a tensor is contiguous.
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

struct ShapeStride {
  bool any = false;           // '?', but not 0, which decides other layouts of results
  int64_t factor = 1;         // the stride is factor * the product of the dims
  std::vector<unsigned> dims; // of this tensor, by position
};

struct ShapeSpec {
  fg::ScalarType dtype = fg::ScalarType::Undefined;
  std::vector<ShapeDim> dims;
  std::vector<unsigned> order;      // of a dense layout that is not contiguous: outermost dim first
  std::vector<ShapeStride> strides; // of any other layout that is not contiguous
  bool cuda = false;
};

struct ShapeSpecError {
  size_t offset = 0, length = 1; // into the text
  std::string message;           // what was seen and what would be right
};

/// The text of a dense layout, "{column_major}"; "" for contiguous, which `order` is where it is empty.
std::string layoutText(const std::vector<unsigned> &order);

/// Alternatives in order. Empty when `error` is set.
std::vector<ShapeSpec> parseShapeSpec(std::string_view text, std::optional<ShapeSpecError> &error);

} // namespace fullgraph
