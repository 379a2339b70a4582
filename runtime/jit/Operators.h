// The library's operators by their names in the graph. GraphRunner calls it. The functions are those that
// eager code calls, so results are the same.
#pragma once

#include <fullgraph/fullgraph.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullgraph::jit {

/// An argument of an operator, as its kind in Ops.def says; nothing is set where it is left out.
struct Operand {
  std::optional<fg::Tensor> tensor;
  std::optional<fg::Scalar> scalar;
  std::optional<int64_t> integer; // int, bool
  std::optional<fg::ScalarType> dtype;
  std::optional<std::string> text;
  std::vector<int64_t> integers;
  std::vector<fg::Tensor> tensors;
};

using Operator = fg::Tensor (*)(const std::vector<Operand> &operands);

/// Calls `fg::<name>`; of operators that only graphs have, what they mean. Null for a name that is none, and
/// for "scalar", whose operand is no operand.
Operator findOperator(std::string_view name);

} // namespace fullgraph::jit
