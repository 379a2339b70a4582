// The graph's parser under libFuzzer: any text is read, or refused with a place and a reason. What is read
// and verified is printed, read again and printed the same; what inference and the passes then make of it is
// verified as well.
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"
#include "test/unit/ValueOr.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace fullgraph;
using test::valueOr;

namespace {

void check(bool condition, const char *what, const std::string &more) {
  if (condition)
    return;
  std::fprintf(stderr, "%s\n%s\n", what, more.c_str());
  std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  std::string error;
  const std::unique_ptr<Graph> graph = valueOr(error, parseGraph(text));
  check(graph ? error.empty() : error.find(':') != error.npos, "a graph and an error, or none of both",
        error);
  if (!graph)
    return 0;
  if (!verifyStructure(*graph).empty() || !inferGraph(*graph).empty() || !verifyGraph(*graph).empty())
    return 0;
  const std::string printed = printGraph(*graph);
  const std::unique_ptr<Graph> again = valueOr(error, parseGraph(printed));
  check(again != nullptr, "what was printed cannot be read", error + "\n" + printed);
  check(printGraph(*again) == printed, "read again, it is printed in another way",
        printed + printGraph(*again));
  const std::unique_ptr<Graph> captured = valueOr(error, parseGraph(printCapturedGraph(*graph).text));
  check(captured != nullptr, "the captured form cannot be read", error + "\n" + printCapturedGraph(*graph).text);
  if (graph->nodes().size() > 50) // the passes' time is their own affair
    return 0;
  const std::string broken = runPasses(*graph);
  check(broken.empty() || broken.rfind("after functionalise", 0) == 0 ||
            broken.rfind("after capture", 0) == 0,
        "a pass broke the graph", broken + "\n" + printed);
  return 0;
}
