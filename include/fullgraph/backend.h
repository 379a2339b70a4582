// Backends of the program's own: torch._dynamo.register_backend.
#pragma once

#include <fullgraph/backend_plugin.h>
#include <fullgraph/tensor.h>

#include <string>
#include <vector>

namespace fg {

/// An input or a result of a graph, as it is in the call that the graph is first run for.
struct BackendTensor {
  std::string name; ///< of an input: the user's expression
  ScalarType dtype = ScalarType::Undefined;
  std::vector<int64_t> sizes, strides;
};

/// What a backend makes code for: a captured graph, functional and in the normal form that kernels are built
/// from.
struct BackendGraph {
  std::string function, place;                ///< "Mlp::forward", "model.cpp:12:3"
  std::string text;                           ///< the graph, as --emit=graph prints it
  std::vector<BackendTensor> inputs, results; ///< results: "%name", in the graph
  std::vector<std::string> numbers; ///< the graph's symbols: sizes that change, numbers of the user's program
  /// Runs the graph operator by operator. Where one of them fails it throws something that is to be let
  /// through: the user's own code runs then, and throws what it throws.
  BackendCode interpreter;
};

/// Null: there is to be no code for such a graph, and the user's own code runs.
using Backend = std::function<BackendCode(const BackendGraph &)>;

/// Functions with FG_COMPILE(.backend = "<name>") have their graphs run by what `backend` returns. It is
/// called at the first call, and again for inputs that the graph's guards turn away: versions, guards, limits
/// and statistics are those of versions made at run time (control.h), and libfullgraph_jit.so is needed.
/// Register before the first call of such a function: without its backend a function runs the user's own
/// code, which is logged once.
void register_backend(const std::string &name, Backend backend);

} // namespace fg
