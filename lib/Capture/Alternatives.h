// The answers that one walk of a module's constructor is given.
#pragma once

#include "lib/Capture/Interpreter.h"

namespace fullgraph {

struct Interpreter::Choices {
  size_t depth = 0;        // of the frames, while the constructor's own body runs
  std::vector<bool> taken; // the answers so far, then those that come next
  size_t next = 0;
  std::vector<std::pair<Sym, bool>> answers; // a condition that is asked twice has one
};

} // namespace fullgraph
