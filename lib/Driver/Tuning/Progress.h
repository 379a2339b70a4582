// The line on stderr that says how far measuring is. Tuner.cpp has it. On a terminal one line changes;
// elsewhere there is a line every few seconds.
#pragma once

#include <chrono>
#include <string>

namespace fullgraph {

class Progress {
public:
  Progress(size_t kernels, std::chrono::steady_clock::time_point end);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Begins with a kernel.
  void of(const std::string &kernel, const std::string &what);
  void show();

private:
  size_t kernels;
  std::chrono::steady_clock::time_point end, shown;
  std::string line;
  size_t number = 0;
  bool isTerminal = false;
};

} // namespace fullgraph
