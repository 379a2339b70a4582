// The text of errors, and throwing them: kept out of line, so that a check costs its callers a compare.
#include <fullgraph/error.h>
#include <fullgraph/tensor.h>

#include "runtime/core/tensor/text.h"

#include <cstdio>
#include <stdexcept>

namespace fg {

Error::~Error() = default;

namespace detail {

namespace {

class ThrownError final : public std::runtime_error, public Error {
public:
  using std::runtime_error::runtime_error;
  const char *what() const noexcept override { return std::runtime_error::what(); }

private:
  const std::exception &exception() const noexcept override { return *this; }
};

std::string textOf(const Piece &piece) {
  switch (piece.kind) {
  case Piece::Kind::Text:
    return std::string(piece.text, piece.length);
  case Piece::Kind::Integer:
    return std::to_string(piece.integer);
  case Piece::Kind::Boolean:
    return piece.integer ? "true" : "false";
  case Piece::Kind::Real: {
    char text[32];
    std::snprintf(text, sizeof text, "%g", piece.real);
    return text;
  }
  case Piece::Kind::Sizes: {
    std::string text = "[";
    for (size_t i = 0; i < piece.sizes.size(); ++i)
      text += (i ? ", " : "") + std::to_string(piece.sizes[i]);
    return text + "]";
  }
  case Piece::Kind::Type:
    return toString(ScalarType(piece.integer));
  }
  return {};
}

} // namespace

std::string joined(std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece &piece : pieces)
    text += textOf(piece);
  return text;
}

void fail(std::initializer_list<Piece> pieces) { throw ThrownError(joined(pieces)); }

void failUndefined(const char *method) { fail({method, "() called on an undefined Tensor"}); }

void failDtype(ScalarType expected, ScalarType found) {
  fail({"expected scalar type ", expected, " but found ", found});
}

void failDim(int64_t dim, int64_t rank) {
  const int64_t limit = rank > 0 ? rank : 1;
  fail({"Dimension out of range (expected to be in range of [", -limit, ", ", limit - 1, "], but got ", dim,
        ")"});
}

void failNoDims(int64_t dim) { fail({"Dimension specified as ", dim, " but tensor has no dimensions"}); }

} // namespace detail
} // namespace fg
