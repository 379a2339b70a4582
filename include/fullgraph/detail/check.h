// Internal: throwing fg::Error without the cost of <string> or streams where the check stands.
#pragma once

#include <fullgraph/array_ref.h>
#include <fullgraph/dtype.h>

namespace fg::detail {

/// One piece of an error message.
struct Piece {
  enum class Kind : uint8_t { Text, Integer, Real, Boolean, Sizes, Type };
  Kind kind;
  const char *text = nullptr;
  size_t length = 0; // of text
  int64_t integer = 0;
  double real = 0;
  IntArrayRef sizes;

  Piece(const char *s) : Piece(string_view(s)) {}
  Piece(string_view s) : kind(Kind::Text), text(s.data()), length(s.size()) {}
  /// A std::string or std::string_view.
  template <class S>
    requires requires(const S &s) { s.data() + s.size(), s.substr(0, 1); }
  Piece(const S &s) : Piece(string_view(s)) {}
  Piece(int v) : kind(Kind::Integer), integer(v) {}
  Piece(long v) : kind(Kind::Integer), integer(v) {}
  Piece(long long v) : kind(Kind::Integer), integer(v) {}
  Piece(unsigned v) : kind(Kind::Integer), integer(v) {}
  Piece(unsigned long v) : kind(Kind::Integer), integer(int64_t(v)) {}
  Piece(double v) : kind(Kind::Real), real(v) {}
  Piece(bool v) : kind(Kind::Boolean), integer(v) {}
  /// Printed as ATen prints sizes: [2, 3].
  Piece(IntArrayRef v) : kind(Kind::Sizes), sizes(v) {}
  Piece(const std::vector<int64_t> &v) : kind(Kind::Sizes), sizes(v) {}
  /// Printed as "Float", "Long", ...
  Piece(ScalarType v) : kind(Kind::Type), integer(int64_t(v)) {}
};

/// Throws fg::Error whose text is the pieces one after the other.
[[noreturn]] void fail(std::initializer_list<Piece> pieces);
/// "<method>() called on an undefined Tensor"
[[noreturn]] void failUndefined(const char *method);

/// What nearly every call has. Compiled code is made for calls where `condition` is true; others run eagerly.
inline bool expected(bool condition) { return condition; }

/// Where one form suits some calls, and another one suits all. Compiled code takes the first where the build
/// knows that `condition` is true, and does not ask at run time.
inline bool known(bool condition) { return condition; }

} // namespace fg::detail

/// FG_CHECK(cond, "text ", value, ...): throws fg::Error unless cond, as TORCH_CHECK does.
#define FG_CHECK(cond, ...)                                                                                  \
  do {                                                                                                       \
    if (!(cond)) [[unlikely]]                                                                                \
      ::fg::detail::fail({__VA_ARGS__});                                                                     \
  } while (0)
