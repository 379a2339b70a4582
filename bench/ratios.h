// A console reporter that ends with ratios: for each benchmark named <what>/eager/<case> and its partner
// <what>/compiled/<case>, how many times faster the second is, beside the bar it is held to.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

class RatioReporter : public benchmark::ConsoleReporter {
public:
  RatioReporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run> &runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run &run : runs)
      if (!run.error_occurred)
        nanoseconds[run.benchmark_name()] =
            run.GetAdjustedRealTime() * 1e9 / GetTimeUnitMultiplier(run.time_unit);
  }

  /// Prints the ratios; `bar` says the least ratio wanted for a case, 0 for none.
  void printRatios(const std::function<double(const std::string &)> &bar) const {
    for (const auto &[name, eager] : nanoseconds) {
      const size_t at = name.find("/eager/");
      if (at == std::string::npos)
        continue;
      const std::string what = name.substr(0, at), scenario = name.substr(at + 7);
      const auto compiled = nanoseconds.find(what + "/compiled/" + scenario);
      if (compiled == nanoseconds.end())
        continue;
      const double ratio = eager / compiled->second, wanted = bar(scenario);
      std::printf("%-28s %10.2f us eager %10.2f us compiled %8.2fx", (what + ", " + scenario).c_str(),
                  eager / 1e3, compiled->second / 1e3, ratio);
      if (wanted > 0)
        std::printf("   (bar: %.0fx, %s)", wanted, ratio >= wanted ? "held" : "MISSED");
      std::printf("\n");
    }
  }

  /// Nanoseconds of one benchmark; NaN where a filter left it out.
  double time(const std::string &name) const {
    const auto it = nanoseconds.find(name);
    return it == nanoseconds.end() ? std::nan("") : it->second;
  }

private:
  static double GetTimeUnitMultiplier(benchmark::TimeUnit unit) {
    return benchmark::GetTimeUnitMultiplier(unit);
  }

  std::map<std::string, double> nanoseconds;
};

/// Nanoseconds a call, the least of several rounds.
template <class Call> double nanosecondsOf(Call call, int calls = 50'000) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  for (int round = 0; round < 15; ++round) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < calls; ++i)
      benchmark::DoNotOptimize(call());
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - start).count() / calls);
  }
  return best;
}

/// One line of a result that has a bar: "what   12.3 unit   (bar: 100 unit, held)". None of NaN.
inline void printAgainstBar(const char *what, double value, double bar, const char *unit) {
  if (std::isnan(value) || std::isnan(bar))
    return;
  std::printf("%-52s %10.2f %-3s (bar: %.0f %s, %s)\n", what, value, unit, bar, unit,
              value <= bar ? "held" : "MISSED");
}
