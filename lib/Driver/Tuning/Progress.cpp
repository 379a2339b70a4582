#include "lib/Driver/Tuning/Progress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <unistd.h>

namespace fullgraph {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds betweenLines(5);
constexpr std::chrono::milliseconds betweenChanges(100);

Progress::Progress(size_t kernels, Clock::time_point end)
    : kernels(kernels), end(end), shown(Clock::now()), isTerminal(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (isTerminal)
    llvm::errs() << "\r\x1b[K";
}

void Progress::of(const std::string &kernel, const std::string &what) {
  number = number % kernels + 1;
  line = kernel + ": " + what;
  show();
}

void Progress::show() {
  const Clock::time_point now = Clock::now();
  if (now - shown < (isTerminal ? Clock::duration(betweenChanges) : Clock::duration(betweenLines)))
    return;
  shown = now;
  const auto left = std::chrono::duration_cast<std::chrono::seconds>(end - now).count();
  const std::string text = llvm::formatv("fullgraph: tuning {0} of {1}, {2} s left: {3}", number, kernels,
                                         std::max<int64_t>(0, left), line)
                               .str();
  if (isTerminal)
    llvm::errs() << "\r\x1b[K" << text.substr(0, 120);
  else
    llvm::errs() << text << "\n";
}

} // namespace fullgraph
