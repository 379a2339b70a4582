// A plug-in with two backends: "op by op" runs a graph's operators, "refuses" takes none.
#include <fullgraph/backend.h>

#include <cstdio>

static fg::BackendCode opByOp(const fg::BackendGraph &graph) {
  std::printf("plug-in: %s, %d inputs\n", graph.function.c_str(), int(graph.inputs.size()));
  return [run = graph.interpreter](const auto &inputs, const auto &numbers, const auto &results) {
    run(inputs, numbers, results);
    std::printf("plug-in: ran, %lld elements\n", static_cast<long long>(results[0].numel()));
  };
}

static fg::BackendCode refuses(const fg::BackendGraph &) { return nullptr; }

FG_BACKEND_PLUGIN({"op by op", "runs the operators of the graph", opByOp},
                  {"refuses", "takes no graph", refuses})
