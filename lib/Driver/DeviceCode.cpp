#include "lib/Driver/DeviceCode.h"

#include "lib/Emit/CxxWriter.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace fullgraph {

std::string namesOfDevices(const std::vector<TargetSpec> &targets) {
  std::string names;
  for (const TargetSpec &target : targets)
    if (target.isDevice() && !target.withLibrary)
      names += (names.empty() ? "" : " and ") + target.suffix().substr(1);
  return names;
}

static std::string whyNot(const Graph &graph, const Program &program, const Backend &backend,
                          const std::vector<TargetSpec> &targets) {
  if (graph.inputs().empty())
    return "it has no tensor whose device says where it runs";
  if (graph.onCpuOnly)
    return graph.onCpuOnly->why + " at " + placeText(graph.onCpuOnly->loc);
  for (const Kernel &kernel : program.kernels) {
    if (!kernel.library.empty())
      return "'" + kernel.library + "' is a function of the library, which runs on the CPU";
    for (const TargetSpec &target : targets)
      if (target.isDevice() && !target.withLibrary)
        if (llvm::Error error = backend.supports(kernel, target))
          return llvm::toString(std::move(error));
  }
  return {};
}

std::string chooseDevices(const Graph &graph, Program &program, const Backend &backend,
                          const std::vector<TargetSpec> &targets) {
  if (namesOfDevices(targets).empty())
    return {};
  const std::string why = whyNot(graph, program, backend, targets);
  program.onDevices = why.empty();
  for (Kernel &kernel : program.kernels)
    kernel.hasDevices = program.onDevices;
  return why;
}

bool leavesDevices(Program &program, const std::string &kernel) {
  const bool calls = llvm::any_of(program.kernels, [&](const Kernel &one) { return one.name == kernel; });
  return calls && std::exchange(program.onDevices, false);
}

} // namespace fullgraph
