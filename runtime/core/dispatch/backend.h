// Backends that the program registers, or a plug-in has, on their way to the run-time compiler.
// dispatch/backend_code.cpp, jitclient/jit.cpp and runtime/jit include it. The run-time compiler knows a
// backend by these hooks alone.
#pragma once

#include "runtime/core/dispatch/plan.h"

#include <fullgraph/backend.h>

namespace fg::rt {

/// Set by the first register_backend: a program without backends does not carry the code for them.
struct BackendHooks {
  bool (*has)(const char *name);
  const void *(*make)(const plan::BackendRequest &request); // plan::Request::makeCode
  int (*run)(void **arguments);                             // plan::Request::runCode
};
extern std::atomic<const BackendHooks *> backendHooks;

/// What `backend` makes of a graph, as plan::Request::makeCode returns it.
const void *makeBackendCode(const plan::BackendRequest &request, const Backend &backend);
/// plan::Request::runCode of that.
int runBackendCode(void **arguments);

} // namespace fg::rt
