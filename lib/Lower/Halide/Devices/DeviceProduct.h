// Products of matrices by a device's library, in kernels for a target with `withLibrary`. KernelBuilder::defineMatmul
// calls it in place of our own sums, and DeviceSchedule says where its Funcs run.
//
// The product is one stage of the pipeline, a call of fg_cuda_product (runtime/core/device/cublas.cpp), which gets the
// tensors' buffers. OpenCL has no such library; tests on it call a fg_opencl_product of their own. What is in front of it in the kernel is computed into memory, and what is behind it reads its result
// from memory: kernels of ours.
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Lower/Halide/Operands.h"

namespace fullgraph::lower {

/// Is it a product of floating numbers that a library has? `node`: a contraction.
bool isLibraryProduct(const Node &node);

class DeviceProduct {
public:
  DeviceProduct(KernelBuilder &builder, const Node &node)
      : b(builder), node(node), operands(operandsOf(node)) {}
  void define();

private:
  /// The operand's own memory where the library reads it as it lies, or else a copy.
  Halide::ExternFuncArgument argumentOf(const Value *v, size_t matrixDims);
  const Halide::ImageParam *imageOf(const Value *v) const;
  bool liesAsMatrix(const Value *v, size_t matrixDims) const;
  bool addsBiasItself() const;

  KernelBuilder &b;
  const Node &node;
  const Operands operands;
};

} // namespace fullgraph::lower
