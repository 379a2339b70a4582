// The names that others look up: runtime/core/jitclient/jit_library.cpp the compiler, lib/Driver/Tuning what
// loads a kernel.
#include "runtime/jit/KernelLoader.h"
#include "runtime/jit/Service.h"

#include <fullgraph/detail/load_kernel.h>

#include <cstdio>
#include <type_traits>

extern "C" void *halide_malloc(void *, size_t bytes);
extern "C" void halide_free(void *, void *data);

extern "C" [[gnu::visibility("default")]] const fg::rt::plan::Library *fullgraph_jit() {
  return &fullgraph::jit::library();
}

extern "C" [[gnu::visibility("default")]] fg::detail::KernelFunction *
fullgraph_jit_load_kernel_1(const char *object, size_t bytes, const char *symbol, char *why,
                            size_t whyBytes) {
  llvm::Expected<void *> loaded =
      fullgraph::jit::loadKernel(std::string(object, bytes), symbol, {halide_malloc, halide_free});
  if (loaded)
    return reinterpret_cast<fg::detail::KernelFunction *>(*loaded);
  std::snprintf(why, whyBytes, "%s", llvm::toString(loaded.takeError()).c_str());
  return nullptr;
}

static_assert(std::is_same_v<fg::detail::LoadKernel, decltype(fullgraph_jit_load_kernel_1)>);

/// This library's own statics are never destroyed, as little as those that First.cpp keeps.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void *), void *, void *) noexcept {
  return 0;
}
