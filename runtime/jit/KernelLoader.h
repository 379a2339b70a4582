// Kernels' object files, loaded into this process.
#pragma once

#include <string>

namespace fullgraph::jit {

struct HostMemory {
  void *(*allocate)(void *, size_t) = nullptr; // halide_malloc and halide_free of the program
  void (*release)(void *, void *) = nullptr;
};

/// The address of `symbol` of an object file's contents, after linking it to the C library and to Halide's
/// runtime in this library. Null and `error` where that fails. The code is never unloaded.
void *loadKernel(const std::string &object, const std::string &symbol, const HostMemory &memory,
                 std::string &error);

} // namespace fullgraph::jit
