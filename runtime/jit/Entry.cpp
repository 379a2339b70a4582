// The name that runtime/core/jit_library.cpp looks up.
#include "runtime/jit/Service.h"
#include "runtime/jit/Statics.h"

extern "C" [[gnu::visibility("default")]] const fg::rt::plan::Library *fullgraph_jit() {
  fullgraph::jit::keepStatics();
  return &fullgraph::jit::library();
}
