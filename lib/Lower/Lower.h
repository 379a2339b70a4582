// Kernel graphs to machine code, through Halide. No Halide type crosses this header.
#pragma once

#include "lib/Fusion/Program.h"

#include <string>

namespace fullgraph {

struct TargetSpec {
  std::string triple = "x86-64-linux"; // Halide's arch-bits-os: "x86-64-linux", "arm-64-linux"
  int level = 3;                       // x86-64: 3 = v3 (AVX2, FMA, F16C), 4 = v4 (AVX-512); others: 0
  /// "host", "x86-64-v3", "x86-64-v4", "aarch64-linux", or a Halide target string; error says what is known.
  static bool parse(const std::string &text, std::vector<TargetSpec> &targets, std::string &error);
  std::string suffix() const; // of kernel symbols: "_v3", "_v4", "_a64"
};

struct LowerOptions {
  bool strictFloat = false; // .fp = Strict: no reassociation, no contraction
  bool parallel = true;     // kernels above a work threshold may use the thread pool
  /// Adds `int symbol_argv(void **)`, which takes pointers to the arguments: for callers that learn the
  /// arguments of a kernel at run time.
  bool argv = false;
};

/// Compiles `kernel` to an object file with one C function `symbol(fg_buffer *…inputs, scalars…, fg_buffer
/// *…outputs)` returning 0, where scalars are int64_t (Int, Bool) or double (F32, F64), one for each symbol.
/// Empty, or what failed. May abort the process on a backend bug: call it in a worker.
std::string compileKernel(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                          const std::string &symbol, const std::string &objectPath);
/// The kernel as a stand-alone Halide C++ generator program: algorithm and schedule (`--emit=halide`).
std::string printHalide(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                        const std::string &symbol, std::string &error);
/// The backend and its version: kernels of another one are other kernels.
std::string backendVersion();
/// Halide's runtime as an object, for `target`.
std::string compileRuntime(const TargetSpec &target, const std::string &objectPath);

} // namespace fullgraph
