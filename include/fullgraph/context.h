// at::globalContext() and torch::cuda, for programs that were written for LibTorch: settings of libraries and
// devices that are not here. They are accepted, kept, and read back.
//
//   Set                                        What it means here
//   benchmark, deterministic, enabled cuDNN    nothing: there is no cuDNN
//   deterministic algorithms                   compiled kernels and eager operators give the same numbers for the
//                                              same inputs in each call
//   matmul precision, TF32 of cuBLAS           products of f32 on CUDA, where cuBLASLt computes them, may round their
//                                              operands to TF32 ("high", "medium"); on the CPU nothing
//   other TF32, reduced precision              nothing: f32 is computed in f32
//   MKL-DNN, SDP's kernels                     nothing: there is one implementation
//   flush-to-zero                              refused (false): subnormal numbers are kept
//
// In compiled code a call of globalContext() is a graph break (FG201), as any call into a library is: the
// region before it and the region behind it are compiled.
#pragma once

#include <fullgraph/options.h>

#include <cstdint>
#include <string>

namespace fg {

enum class Float32MatmulPrecision { HIGHEST, HIGH, MEDIUM };

class Context {
public:
  bool benchmarkCuDNN() const { return benchmark; }
  void setBenchmarkCuDNN(bool on) { benchmark = on; }
  int benchmarkLimitCuDNN() const { return limit; }
  void setBenchmarkLimitCuDNN(int tries) { limit = tries; }
  bool deterministicCuDNN() const { return deterministic; }
  void setDeterministicCuDNN(bool on) { deterministic = on; }
  bool deterministicMkldnn() const { return deterministic_mkldnn; }
  void setDeterministicMkldnn(bool on) { deterministic_mkldnn = on; }
  bool userEnabledCuDNN() const { return cudnn; }
  void setUserEnabledCuDNN(bool on) { cudnn = on; }
  bool userEnabledMkldnn() const { return mkldnn; }
  void setUserEnabledMkldnn(bool on) { mkldnn = on; }
  bool userEnabledNNPACK() const { return nnpack; }
  void setUserEnabledNNPACK(bool on) { nnpack = on; }

  bool deterministicAlgorithms() const { return algorithms; }
  bool deterministicAlgorithmsWarnOnly() const { return warn_only; }
  void setDeterministicAlgorithms(bool on, bool only_warn) { algorithms = on, warn_only = only_warn; }
  bool deterministicFillUninitializedMemory() const { return fill; }
  void setDeterministicFillUninitializedMemory(bool on) { fill = on; }

  bool allowTF32CuDNN() const { return tf32_cudnn; }
  void setAllowTF32CuDNN(bool on) { tf32_cudnn = on; }
  bool allowTF32CuBLAS() const { return precision != Float32MatmulPrecision::HIGHEST; }
  void setAllowTF32CuBLAS(bool on) {
    precision = on ? Float32MatmulPrecision::HIGH : Float32MatmulPrecision::HIGHEST;
  }
  bool allowFP16ReductionCuBLAS() const { return fp16_reduction; }
  void setAllowFP16ReductionCuBLAS(bool on) { fp16_reduction = on; }
  bool allowBF16ReductionCuBLAS() const { return bf16_reduction; }
  void setAllowBF16ReductionCuBLAS(bool on) { bf16_reduction = on; }
  Float32MatmulPrecision float32MatmulPrecision() const { return precision; }
  void setFloat32MatmulPrecision(Float32MatmulPrecision of) { precision = of; }
  /// "highest", "high" or "medium"; other texts change nothing.
  void setFloat32MatmulPrecision(const std::string &of) {
    precision = of == "highest"  ? Float32MatmulPrecision::HIGHEST
                : of == "high"   ? Float32MatmulPrecision::HIGH
                : of == "medium" ? Float32MatmulPrecision::MEDIUM
                                 : precision;
  }

  bool userEnabledFlashSDP() const { return flash; }
  void setSDPUseFlash(bool on) { flash = on; }
  bool userEnabledMemEfficientSDP() const { return mem_efficient; }
  void setSDPUseMemEfficient(bool on) { mem_efficient = on; }
  bool userEnabledMathSDP() const { return math; }
  void setSDPUseMath(bool on) { math = on; }

  /// Whether subnormal numbers become 0 from now on: they do not, and false says so.
  bool setFlushDenormal(bool on) { return !on; }

  static bool hasOpenMP() { return false; }
  static bool hasMKL() { return false; }
  static bool hasLAPACK() { return true; } // what it is used for: the decompositions
  static bool hasMKLDNN() { return false; }
  static bool hasCUDA() { return cuda::is_available(); }
  static bool hasCuDNN() { return false; }
  static bool hasCuSOLVER() { return false; }
  static bool hasMAGMA() { return false; }
  static bool hasHIP() { return false; }
  static bool hasMPS() { return false; }
  static bool hasXPU() { return false; }
  static bool hasXLA() { return false; }

private:
  bool benchmark = false, deterministic = false, deterministic_mkldnn = false;
  bool cudnn = true, mkldnn = true, nnpack = true;
  bool algorithms = false, warn_only = false, fill = true;
  bool tf32_cudnn = true, fp16_reduction = true, bf16_reduction = true;
  bool flash = true, mem_efficient = true, math = true;
  int limit = 10;
  Float32MatmulPrecision precision = Float32MatmulPrecision::HIGHEST;
};

/// The one of the program.
Context &globalContext();

inline bool hasCUDA() { return cuda::is_available(); }
inline bool hasCuDNN() { return false; }
inline bool hasHIP() { return false; }
inline bool hasMPS() { return false; }
inline bool hasXPU() { return false; }
inline bool hasMKL() { return false; }
inline bool hasMKLDNN() { return false; }
inline bool hasOpenMP() { return false; }
inline bool hasLAPACK() { return true; }
inline size_t getNumGPUs() { return cuda::device_count(); }

namespace cuda {
inline bool cudnn_is_available() { return false; }
} // namespace cuda

} // namespace fg
