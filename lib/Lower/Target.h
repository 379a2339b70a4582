// What kernels are compiled for, and how: what every backend understands. lib/Driver, Emit and every backend
// use it. It names no backend's own types.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace fullgraph {

/// Where a kernel's elements lie, and its arithmetic is done.
enum class KernelPlace : uint8_t { Cpu, Cuda, OpenCl };

struct TargetSpec {
  std::string triple = "x86-64-linux"; // Halide's arch-bits-os: "x86-64-linux", "arm-64-linux"
  int level = 3;                       // x86-64: 3 = v3 (AVX2, FMA, F16C), 4 = v4 (AVX-512); others: 0
  /// Kernels are compiled for it only where that pays (Kernel::hasLevels); a lower level serves the
  /// others.
  bool whereItPays = false;
  /// Of a kernel on a device, `triple` and `level` are about the code that launches it.
  KernelPlace place = KernelPlace::Cpu;
  /// On a device: products of matrices are calls of the vendor's library (cuBLASLt), which a program looks
  /// for when it runs. Only kernels with such products are compiled for it (Kernel::hasProducts), beside
  /// those without.
  bool withLibrary = false;
  bool isDevice() const { return place != KernelPlace::Cpu; }
  std::string suffix() const; // of kernel symbols: "_v3", "_v4", "_a64", "_cuda", "_cublas", "_opencl"
};

/// How long a kernel takes to compile, in ms: for the lowest level of x86-64 that is served, and for a higher
/// one.
struct LevelTimes {
  int baseline = 100, higher = 100;
};

/// What measuring decided in place of the cost rules, by the names of knobs (Knobs.h); empty: nothing.
using Tuning = std::map<std::string, int64_t>;

struct LowerOptions {
  bool strictFloat = false; // .fp = Strict: no reassociation, no contraction
  bool parallel = true;     // kernels above a work threshold may use the thread pool
  /// Adds `int symbol_argv(void **)`, which takes pointers to the arguments: for callers that learn the
  /// arguments of a kernel at run time.
  bool argv = false;
  Tuning tuning; // of this kernel, for this target
  /// The symbol of the same kernel for a lower level of x86-64, which code for this one may call where it
  /// would be no faster; empty: there is none.
  std::string lowerLevel;
};

} // namespace fullgraph
