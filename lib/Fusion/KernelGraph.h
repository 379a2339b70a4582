// A group as a kernel: a graph of its own, in a form that equal groups share. Fuse.cpp calls it. Equal texts
// are equal kernels: whatever the code of a kernel depends on stands in its text.
#pragma once

#include "lib/Fusion/Groups.h"

namespace fullgraph::fusion {

struct BuiltKernel {
  Kernel kernel;
  KernelCall call; // but for the kernel's index
  std::string text;
};

BuiltKernel buildKernel(const Graph &graph, const Grouping &grouping, unsigned group);

/// 64 bits of a text, the same in every process and on every machine.
uint64_t stableHash(std::string_view text);

} // namespace fullgraph::fusion
