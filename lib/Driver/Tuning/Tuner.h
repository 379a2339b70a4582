// Finds a kernel's best knobs by trying them: one after the other, of each the values that its schedule
// allows, the best of those before kept. `fullgraph tune` and builds of fg::Mode::MaxAutotune call it through
// Tuning.h. It changes the tuning's file in memory alone.
#pragma once

#include "lib/Driver/KernelBuild.h"
#include "lib/Driver/Tuning/TuningFile.h"

#include <chrono>
#include <string>
#include <vector>

namespace fullgraph {

/// A kernel to tune, for a target that this machine runs.
struct TuneJob {
  const Kernel *kernel = nullptr;
  const Backend *backend = nullptr;
  std::string key; // its name without a tuning
  TargetSpec target;
  LowerOptions options; // without a tuning
  /// A higher level that this machine runs, and for which the cost rules have no code of it.
  std::optional<TargetSpec> higher{};
  std::vector<unsigned> sharedWith{}; // CallSizes::sharedWith, of a call of the program's
};

struct TuneLimits {
  std::chrono::steady_clock::time_point start, end;
  unsigned jobs = 1; // candidates that are compiled at a time
  std::string executable;
};

/// What became of the jobs.
struct TuneSummary {
  size_t faster = 0, asTheyAre = 0, left = 0;
  bool interrupted = false;
};

/// The processor's name, and how many threads kernels run on (HL_NUM_THREADS, or all of the machine's).
std::string processorName();
unsigned kernelThreads();
/// Can this machine run code for it?
bool runsHere(const TargetSpec &target);

/// Measures the jobs, those that take most of the time first, and enters each into `file`. An error where
/// nothing can be measured at all.
llvm::Expected<TuneSummary> tune(const std::vector<TuneJob> &jobs, const TuneLimits &limits,
                                 TuningFile &file);

} // namespace fullgraph
