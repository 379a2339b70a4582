// The cases that bench/compare_torch_kernels.py measures beside PyTorch: functions over tensors, each under the name that the
// script asks for. The functions are compiled by the tool. peers.cpp calls them through the C functions at its end.
#pragma once

#include <fullgraph/fullgraph.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace peers {

using Tensors = std::vector<fg::Tensor>;
using Case = std::function<Tensors(const Tensors &)>;

/// All cases by name.
std::map<std::string, Case> &cases();

inline Tensors listOf(fg::Tensor result) { return {std::move(result)}; }
template <class... Parts> Tensors listOf(std::tuple<Parts...> results) {
  return std::apply([](auto &...parts) { return Tensors{parts...}; }, results);
}

template <class Result, class... Parameters, size_t... I>
bool add(const char *name, Result (*function)(Parameters...), std::index_sequence<I...>) {
  cases()[name] = [function](const Tensors &inputs) { return listOf(function(inputs.at(I)...)); };
  return true;
}
/// Makes `function`, which takes tensors and returns one or a tuple of them, a case.
template <class Result, class... Parameters> bool add(const char *name, Result (*function)(Parameters...)) {
  return add(name, function, std::index_sequence_for<Parameters...>());
}

} // namespace peers

#define FG_PEER(function) [[maybe_unused]] const bool function##_added = peers::add(#function, &function);
