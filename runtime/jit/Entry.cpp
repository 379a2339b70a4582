// The name that runtime/core/jitclient/jit_library.cpp looks up.
#include "runtime/jit/Service.h"

extern "C" [[gnu::visibility("default")]] const fg::rt::plan::Library *fullgraph_jit() {
  return &fullgraph::jit::library();
}

/// This library's own statics are never destroyed, as little as those that First.cpp keeps.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void *), void *, void *) noexcept {
  return 0;
}
