// Backends in a plug-in: a shared library that FULLGRAPH_BACKENDS=<file>[:<file>...] has the run-time
// compiler load, and `fullgraph --load=<file>` the tool. Programs need not be built with it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace fg {

class Tensor;
class Scalar;
struct BackendGraph; // fullgraph/backend.h

/// Runs a graph: reads `inputs` and `numbers`, and writes `results`, which are tensors of the right dtypes
/// and sizes, all of them. It must not write to the inputs: what the user's function writes to them is a
/// result, which is copied back. Called from any thread. What it throws, the compiled function throws.
using BackendCode = std::function<void(const std::vector<Tensor> &inputs, const std::vector<Scalar> &numbers,
                                       const std::vector<Tensor> &results)>;

/// A backend of a plug-in. Functions with FG_COMPILE(.backend = "<name>") run what it makes of their graphs,
/// unless the program has registered one of that name itself (fg::register_backend, which says more).
struct PluginBackend {
  const char *name;
  const char *description; ///< of `fullgraph --list-backends`
  BackendCode (*make)(const BackendGraph &graph);
};

/// Changes when a plug-in must be built anew: the library and the tool refuse one with another number.
inline constexpr uint32_t backendPluginAbi = 1;

struct BackendPlugin {
  uint32_t abi, count;
  const PluginBackend *backends;
};

} // namespace fg

/// Stands once in a plug-in, at file scope, with its backends:
///   FG_BACKEND_PLUGIN({"mine", "what it does", makeMine})
/// A plug-in is built with the library's headers, and linked with libfullgraph.a where it calls operators.
#define FG_BACKEND_PLUGIN(...)                                                                               \
  extern "C" [[gnu::visibility("default")]] const ::fg::BackendPlugin *fullgraph_backend_plugin() {          \
    static const ::fg::PluginBackend backends[] = {__VA_ARGS__};                                             \
    static const ::fg::BackendPlugin plugin = {::fg::backendPluginAbi,                                       \
                                               uint32_t(sizeof backends / sizeof *backends), backends};      \
    return &plugin;                                                                                          \
  }
