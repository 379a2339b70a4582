// Linked into each program of the corpus: at its end, its calls of compiled graphs, those that no version took, and why, go to
// the file CORPUS_CALLS.
#include "calls.h"

#include <fullgraph/stats.h>

#include <cstdio>
#include <cstdlib>

namespace {

void writeCalls() {
  const char *path = std::getenv("CORPUS_CALLS");
  std::FILE *file = path ? std::fopen(path, "w") : nullptr;
  if (!file)
    return;
  const fg::Stats stats = fg::stats();
  std::fprintf(file, "%llu %llu\n", corpus::calls, static_cast<unsigned long long>(stats.eager_calls));
  for (const fg::FunctionStats &function : stats.functions)
    for (const fg::EagerStats &reason : function.eager)
      std::fprintf(file, "%s: %llu: %s\n", function.name.c_str(), static_cast<unsigned long long>(reason.calls),
                   reason.why.c_str());
  std::fclose(file);
}

const int registered = std::atexit(writeCalls);

} // namespace
