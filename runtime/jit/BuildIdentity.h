// Which build of the run-time compiler this is. Kernels.cpp puts it into the keys of the cache. Two builds
// that could make different code have different identities.
#pragma once

#include <string>

namespace fullgraph::jit {

/// Kernels of another build are others, whatever its version is called. The same on every machine that has
/// this build.
const std::string &buildIdentity();

} // namespace fullgraph::jit
