// What the values of `.backend` mean: the rows of lib/Lower/Backends.def, as capture, lib/Emit and lib/Driver
// see them. No other place compares a backend's name.
#pragma once

#include <cstdint>
#include <string_view>

namespace fullgraph {

enum class BackendKind : uint8_t {
  Kernels,   // graphs are cut into kernels, which are compiled ahead
  AsWritten, // nothing is captured: the function runs as it is written
  Operators, // the generated code calls the graph's operators one by one
  Program,   // no row: the program registers it, and gets whole graphs when it runs
};

struct BackendRow {
  const char *name;
  BackendKind kind;
  const char *description; // of --list-backends
};

inline constexpr BackendRow backendRows[] = {
#define FG_BACKEND(Id, name, kind, description) {name, BackendKind::kind, description},
#include "lib/Lower/Backends.def"
#undef FG_BACKEND
};

inline constexpr const char *defaultBackendName = backendRows[0].name;

constexpr BackendKind backendKind(std::string_view name) {
  for (const BackendRow &row : backendRows)
    if (name == row.name)
      return row.kind;
  return BackendKind::Program;
}

} // namespace fullgraph
