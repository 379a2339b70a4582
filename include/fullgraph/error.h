// fg::Error: what every function of this library throws.
#pragma once

#include <fullgraph/detail/check.h>

#include <stdexcept>

namespace fg {

/// what() begins with the text that ATen gives for the same mistake.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  ~Error() override; // the vtable's one home is the runtime: a catch in another library still matches
};

/// Throws fg::Error(message) unless `condition`. The compiler takes the condition as a fact of the code
/// below.
inline void check(bool condition, const char *message = "Expected condition to be true, but it is false.") {
  if (!condition)
    detail::fail({message});
}

} // namespace fg
