// What is believed of tensors that code finds in variables, for the code behind.
#pragma once

#include <fullgraph/dtype.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fullgraph {

/// What is believed of a tensor, or of a dtype, that a region finds in a variable: what an earlier region
/// left there, or a caller passes. Guards check it, so a wrong belief costs speed and nothing else.
struct TensorHint {
  std::string shape; // as FG_SHAPE would say it: "f32[N, 784]", "f32[N] | f32[N, 4]"; "" for unknown
  std::vector<unsigned> order;        // of the dims in memory, when that is not C order
  std::optional<int64_t> number = {}; // not of a tensor: of a dtype or a device that names one
  bool hasAlternatives() const { return shape.find('|') != std::string::npos; }
  friend bool operator==(const TensorHint &, const TensorHint &) = default;
};
/// By the C++ that names the tensor: "h", "state.hidden", "std::get<0>(pair)"; "list[?]" is any element.
using Hints = std::map<std::string, TensorHint>;
/// Of the tensor, or of any element of the list that it is an element of. Null for none.
const TensorHint *findHint(const Hints &hints, const std::string &cxx);
/// The variable that a hint's name begins with: "state" of "(*state.hidden)".
std::string rootOf(const std::string &cxx);
/// Those of a returned value, "$" and what is reached from it.
Hints resultsOf(const Hints &hints);
/// The sizes in a hint, or in an FG_SHAPE without alternatives: {"N", "784"} of "f32[N, 784]".
std::vector<std::string> hintDims(const std::string &shape);
/// Any sizes: what is left is the dtype and the rank.
void forgetDims(TensorHint &hint);

} // namespace fullgraph
