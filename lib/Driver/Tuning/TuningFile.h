// The file of `fullgraph tune`: what was measured of each kernel, for which machine, and what came of it.
// Builds read it, and Tuner.h adds to it. It is JSON that a person reads and commits: sorted, and without
// names or paths of the program.
#pragma once

#include "lib/Lower/Target.h"

#include <llvm/Support/Error.h>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace fullgraph {

/// Of one kernel, for one target.
struct TunedKernel {
  std::string cpu; // on which it was measured
  int64_t threads = 1;
  std::string operators; // "linear relu"
  std::string shapes;    // at which it was measured: "f32[64, 784], f32[10, 784] -> f32[64, 10]"
  std::map<std::string, int64_t> sizes;                         // its symbols there
  int64_t candidates = 0;                                       // that were measured
  std::optional<double> defaultMicroseconds, tunedMicroseconds; // of a call; the second where it is faster
  Tuning knobs;          // that differ from the cost rules; empty: these are the best
  bool ownLevel = false; // it has code for this level, since that is faster than the lower one's: the default
  std::string left;      // why nothing was measured; empty: something was
};

class TuningFile {
public:
  using Targets = std::map<std::string, TunedKernel>; // by TargetSpec::suffix() without its first character

  /// An error names the file, and the place in it.
  static llvm::Expected<TuningFile> read(const std::string &path);
  std::string text() const;
  /// Writes it: the file at `path` has the old content or the new one, whatever happens. Entries that another
  /// run has written there since stay, but for those that this one has `set`, or erased.
  llvm::Error write(const std::string &path) const;

  /// Null where there is no entry.
  const TunedKernel *find(const std::string &kernel, const TargetSpec &target) const;
  void set(const std::string &kernel, const TargetSpec &target, TunedKernel entry);
  void erase(const std::string &kernel, const TargetSpec &target);
  bool empty() const { return kernels.empty(); }

private:
  std::map<std::string, Targets> kernels;               // by the name that a kernel has without a tuning
  std::map<std::string, std::set<std::string>> changed; // by `set`
};

} // namespace fullgraph
