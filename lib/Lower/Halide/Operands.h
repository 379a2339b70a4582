// The operands of matmul, mm, bmm and linear, as the kernels of the CPU and of devices see them: which dims are rows,
// columns, and the one that is summed over. Contraction.cpp defines operandsOf, and both kinds of kernels ask it.
#pragma once

#include "lib/Graph/Graph.h"

namespace fullgraph::lower {

/// The operands of a contraction, and which of the right one's dims are n and k.
struct Operands {
  const Value *left = nullptr, *right = nullptr;
  const Value *bias = nullptr; // null: nothing is added
  bool hasM = false, hasN = false;
  size_t dimN = 0, dimK = 0;

  size_t matrixDimsOfLeft() const { return hasM ? 2 : 1; }
  size_t matrixDimsOfRight() const { return right->type.rank() == 1 ? 1 : 2; }
};

Operands operandsOf(const Node &node);
/// Does the kernel compute a function of an element, relu as well? It has constants, which take registers.
bool hasFunction(const Graph &graph);

} // namespace fullgraph::lower
