// fg::Error: what every function of this library throws.
#pragma once

#include <fullgraph/detail/check.h>

namespace std {
class exception;
}

namespace fg {

/// Every error of this library is thrown as a std::runtime_error that is an fg::Error as well: a handler of
/// either, or of std::exception, catches it. (Error itself has no std base, because <stdexcept> brings in
/// <string>, which takes clang longer to parse than all of fullgraph.h.)
class Error {
public:
  virtual ~Error();
  /// Begins with the text that ATen gives for the same mistake.
  virtual const char *what() const noexcept = 0;
  const char *what_without_backtrace() const noexcept { return what(); }
  const char *msg() const noexcept { return what(); }
  /// The same object as the std::runtime_error that it is.
  operator const std::exception &() const noexcept { return exception(); }

protected:
  virtual const std::exception &exception() const noexcept = 0;
};

/// torch._check: throws fg::Error unless `condition`. The message is the parts one after the other: texts,
/// numbers, sizes, dtypes.
///   fg::check(x.size(0) == y.size(0), "expected ", x.size(0), " rows, got ", y.size(0));
/// No graph break: compiled code checks it before it runs, and takes it as a fact.
inline void check(bool condition) {
  if (!condition)
    detail::fail({"Expected condition to be true, but it is false."});
}
template <class Part, class... Parts>
inline void check(bool condition, const Part &part, const Parts &...message) {
  if (!condition)
    detail::fail({part, message...});
}

/// What the program knows and the compiler does not: a fact of compiled code for which it has no guard. Code
/// without NDEBUG checks it, as `check` does; with NDEBUG it is believed, and where it does not hold results
/// are wrong, and memory of others may be read or written. A condition on tensors' elements has no effect
/// there.
///   fg::assume(x.size(0) == y.size(0));
template <bool Asserted =
#ifdef NDEBUG
              false
#else
              true
#endif
          ,
          class... Parts>
inline void assume(bool condition, const Parts &...message) {
  if constexpr (Asserted && sizeof...(message) > 0)
    check(condition, message...);
  else if constexpr (Asserted)
    check(condition, "What fg::assume says does not hold.");
  else
    static_cast<void>(condition), (static_cast<void>(message), ...);
}

} // namespace fg
