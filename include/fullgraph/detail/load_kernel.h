// How `fullgraph tune` runs a kernel's object file: the run-time compiler's library links it into the
// process, to the same functions as in a program. lib/Driver/Tuning looks the function up;
// runtime/jit/Entry.cpp has it.
#ifndef FULLGRAPH_DETAIL_LOAD_KERNEL_H
#define FULLGRAPH_DETAIL_LOAD_KERNEL_H

#include <cstddef>

namespace fg::detail {

/// Changes with the type below.
inline constexpr const char *loadKernelName = "fullgraph_jit_load_kernel_1";
/// Takes pointers to the kernel's arguments.
using KernelFunction = int(void **);
/// Null, and a text of at most `whyBytes` with its end in `why`, where the object cannot be linked.
using LoadKernel = KernelFunction *(const char *object, std::size_t bytes, const char *symbol, char *why,
                                    std::size_t whyBytes);

} // namespace fg::detail

#endif // FULLGRAPH_DETAIL_LOAD_KERNEL_H
