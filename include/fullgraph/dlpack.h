// Exchange of tensors with other libraries (LibTorch, NumPy, ...) without a copy, by DLPack.
#pragma once

#include <fullgraph/detail/dlpack.h>
#include <fullgraph/tensor.h>

namespace fg {

/// Shares the tensor's memory. The receiver calls `deleter` once, when it is done with it.
DLManagedTensor *to_dlpack(const Tensor &tensor);

/// A tensor over the memory of `managed`, which is taken over: its deleter is called when the last tensor
/// that shares the memory goes. Throws fg::Error, and takes nothing over, for a dtype, device or layout that
/// fg::Tensor does not have.
Tensor from_dlpack(DLManagedTensor *managed);
Tensor from_dlpack(DLManagedTensorVersioned *managed);

} // namespace fg
