// Compiled functions run the user's own code while this lives: FULLGRAPH_DISABLE=1 from inside. What a call
// costs more than in a build without fullgraph_compile is one load and branch.
#pragma once

#include <fullgraph/dispatch.h>

class EagerScope {
public:
  EagerScope() : before(fg::rt::enabled()) { fg::rt::state::enabled.store(0); }
  ~EagerScope() { fg::rt::state::enabled.store(before ? 1 : 0); }
  EagerScope(const EagerScope &) = delete;

private:
  bool before;
};
