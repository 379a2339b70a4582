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
  /// The same object as the std::runtime_error that it is.
  operator const std::exception &() const noexcept { return exception(); }

protected:
  virtual const std::exception &exception() const noexcept = 0;
};

/// Throws fg::Error(message) unless `condition`. The compiler takes the condition as a fact of the code
/// below.
inline void check(bool condition, const char *message = "Expected condition to be true, but it is false.") {
  if (!condition)
    detail::fail({message});
}

} // namespace fg
