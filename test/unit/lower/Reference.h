// A plain interpreter of graphs, one operator at a time in double or int64, to compare kernels and programs
// with.
#pragma once

#include "ProgramCall.h"

#include "lib/Ops/OpSchema.h"

namespace fullgraph::test {

/// The values of a graph's outputs, contiguous. 16-bit floats are rounded at each operator.
std::vector<Array> interpret(const Graph &graph, const std::vector<Array *> &inputs, const Symbols &symbols);

/// An input of `type`, filled by its place among the inputs. Floats are between -2 and 2; integers are small.
Array makeInput(const TensorType &type, const Symbols &symbols, int seed);

} // namespace fullgraph::test
