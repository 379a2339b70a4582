// fg::kernel_op as it is written: what its operands must be, and where their elements lie.
#include <fullgraph/kernel_op.h>

#include <fullgraph/dispatch.h>
#include <fullgraph/ops.h>

#include "runtime/core/eager/loop_nest.h"
#include "runtime/core/tensor/impl.h"

namespace fg::detail {

Tensor prepareKernel(KernelOperand *operands, size_t count, ScalarType result) {
  std::vector<int64_t> shape;
  for (size_t i = 0; i < count; ++i) {
    const Tensor &x = operands[i].tensor;
    if (!x.defined()) {
      FG_CHECK(operands[i].isNumber, "kernel_op(): argument ", i, " is an undefined Tensor");
      continue;
    }
    FG_CHECK(isOnHost(x), "kernel_op(): argument ", i, " is on ", x.device().str(),
             ", but the function reads the host's memory: pass it .cpu()");
    FG_CHECK(x.scalar_type() == operands[i].wanted, "kernel_op(): expected argument ", i, " to be ",
             operands[i].wanted, ", but got ", x.scalar_type());
    shape = broadcastShapes(shape, x.sizes());
  }
  for (size_t i = 0; i < count; ++i) {
    KernelOperand &operand = operands[i];
    if (!operand.tensor.defined())
      continue;
    if (operand.dims > 0) {
      FG_CHECK(operand.tensor.sizes() == IntArrayRef(shape), "kernel_op(): argument ", i,
               " is read around each element, so its sizes ", operand.tensor.sizes(),
               " must be the result's, ", IntArrayRef(shape));
      FG_CHECK(shape.size() >= operand.dims, "kernel_op(): argument ", i, " has ", shape.size(),
               " dims, but its function reads around ", operand.dims);
    }
    const bool single = operand.tensor.numel() == 1 && operand.dims == 0;
    operand.tensor = single ? operand.tensor : operand.tensor.expand(shape).contiguous();
    operand.step = single ? 0 : 1;
    operand.data = operand.tensor.data_ptr();
    operand.sizes = operand.tensor.sizes().data() + (shape.size() - operand.dims);
  }
  return fg::rt::empty(result, shape);
}

} // namespace fg::detail
