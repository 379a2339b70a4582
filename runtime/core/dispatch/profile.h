// FULLGRAPH_PROFILE: what calls passed that no version took which was compiled ahead. dispatch/misses.cpp and
// jitclient/jit.cpp call it. A build reads what it writes (lib/Capture/Walk/Profile.h).
#pragma once

#include <fullgraph/dispatch.h>

#include <string>

namespace fg::rt {

/// Adds a line to the file FULLGRAPH_PROFILE, once for each function and kind of call: what
/// `fullgraph --profile` reads (lib/Capture/Profile.h).
///
///   function TAB place TAB x: f32[3, 784]; this->w: f32[10, 784]
void profileCall(const Leaf &leaf, std::initializer_list<const Tensor *> inputs);
/// Is FULLGRAPH_PROFILE set?
bool profiles();
/// Another kind of line: `call` is "needs this->scale: expected 1".
void profileLine(const Function &function, const std::string &call);

} // namespace fg::rt
