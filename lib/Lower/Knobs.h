// Decisions of a kernel's schedule that measuring may make otherwise than the cost rules. Schedules ask
// `Knobs` where they decide; whoever builds a kernel once knows all of its knobs (Backend::knobs), and no
// list of them stands anywhere else. A tuning changes how fast a kernel is, and in which order it adds; never
// what it computes.
#pragma once

#include "lib/Lower/Target.h"

#include <string>
#include <vector>

namespace fullgraph {

struct Knob {
  std::string name;             // "matmul.rows"
  int64_t value = 0;            // of the cost rules
  std::vector<int64_t> choices; // in order, with `value`: two at least
};

class Knobs {
public:
  Knobs() = default; // every decision is that of the cost rules
  /// `prefix`: what the names of the knobs of one pipeline of several begin with ("few."). Must not outlive
  /// `tuning`.
  explicit Knobs(const Tuning &tuning, std::string prefix = "")
      : tuning(&tuning), prefix(std::move(prefix)) {}

  /// What is decided: `fromCostRules`, or what the tuning says, which must be among `choices`. A name stands
  /// for one decision: where it is asked for again, the first list holds. Throws std::runtime_error.
  int64_t pick(const std::string &name, int64_t fromCostRules, std::vector<int64_t> choices);
  bool pickFlag(const std::string &name, bool fromCostRules) {
    return pick(name, fromCostRules, {0, 1}) != 0;
  }

  /// What was asked for, in order; without decisions that have one possible outcome.
  const std::vector<Knob> &asked() const { return list; }

private:
  const Tuning *tuning = nullptr;
  std::string prefix;
  std::vector<Knob> list;
};

/// "4, 6, 8".
std::string choicesText(const std::vector<int64_t> &choices);

} // namespace fullgraph
