// The walk over a region: a part of the function, which finds the variables declared before it as it finds
// the caller's objects, and leaves what later code needs in variables. Explore/Interpreter calls it for a
// region, PathEnd for what it leaves. A statement that fails is left to the user's code as a whole: nothing
// of it is in the graph.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class RegionWalk : WalkPart {
public:
  using WalkPart::WalkPart;

  void runRegion();
  [[noreturn]] void leaveDeclaration(const RegionResult &result, const Location *made, BreakError &error);
  void collectHintsAfter();

private:
  void noteStep();

  std::vector<bool> stepComputes; // by step: did it apply operators?
  size_t nodesBefore = 0;         // the step

  Reporter &report = use<Reporter>();
  Caller &caller = use<Caller>();
  HintCollector &collector = use<HintCollector>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Statements &statements = use<Statements>();
  PathEnd &pathEnd = use<PathEnd>();
};

} // namespace fullgraph
