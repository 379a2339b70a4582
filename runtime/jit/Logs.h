// FULLGRAPH_LOGS and fg::set_logs, as far as the run-time compiler writes it: dynamic, graph_code,
// kernel_code, cache and perf_hints. The other files of runtime/jit use it. What is wanted, the program says
// with each request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fullgraph::jit {

/// What the program's own copy of the runtime says is wanted: rt::logBits, with each request.
void setLogs(uint32_t bits);
/// Is `artifact` wanted?
bool logs(std::string_view artifact);
/// A line on stderr, "fullgraph: <artifact>: <text>", if it is wanted.
void log(std::string_view artifact, const std::string &text);

/// Where temporary files go.
std::string temporaryFolder();
/// Leaves a graph in a file for `fullgraph --from=graph`; its path, "" where that fails.
std::string writeRepro(const std::string &name, const std::string &graph);

} // namespace fullgraph::jit
