// Backends that the program registers, on their way to the run-time compiler.
#pragma once

#include "runtime/core/plan.h"

namespace fg::rt {

/// Set by the first register_backend: a program without backends does not carry the code for them.
struct BackendHooks {
  bool (*has)(const char *name);
  const void *(*make)(const plan::BackendRequest &request); // plan::Request::makeCode
  int (*run)(void **arguments);                             // plan::Request::runCode
};
extern std::atomic<const BackendHooks *> backendHooks;

} // namespace fg::rt
