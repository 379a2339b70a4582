// Versions that were made, which fg::reset() has the program forget: the next call that needs one would make
// the same again. Plans are never freed, so it takes that one. Otherwise threads that reset in turns would
// compile for each other's calls without end.
#pragma once

#include "runtime/core/dispatch/plan.h"
#include "runtime/jit/Retype.h"

#include <string>
#include <vector>

namespace fullgraph::jit {

struct MadePlan {
  const fg::rt::plan::Plan *plan = nullptr;
  uint64_t bytes = 0;
};

/// All that a version depends on; "" where it is not kept: the program's own backend may be another one now,
/// and marks may be violated.
std::string keyOf(const fg::rt::plan::Request &request, const std::vector<InputSpec> &specs);
const MadePlan *madePlan(const std::string &key);
void keepPlan(const std::string &key, MadePlan made);

} // namespace fullgraph::jit
