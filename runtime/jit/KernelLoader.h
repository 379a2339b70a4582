// Kernels' object files, loaded into this process. Kernels uses it. Code that was loaded stays until the
// program ends.
#pragma once

#include <llvm/Support/Error.h>

#include <string>

namespace fullgraph::jit {

struct HostMemory {
  void *(*allocate)(void *, size_t) = nullptr; // halide_malloc and halide_free of the program
  void (*release)(void *, void *) = nullptr;
};

/// The address of `symbol` of an object file's contents, after linking it to the C library and to Halide's
/// runtime in this library. The code is never unloaded.
llvm::Expected<void *> loadKernel(const std::string &object, const std::string &symbol,
                                  const HostMemory &memory);

} // namespace fullgraph::jit
