// The end of a path: its leaf of the decision tree, with what the program must see of it. RegionWalk and
// Explore/Interpreter call it, once for each path. Nothing is walked behind it: the leaf is complete when it
// returns.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class PathEnd : WalkPart {
public:
  using WalkPart::WalkPart;

  void finish(RegionExit exit);
  void finishPath();
  void endEagerly(const EagerPath &end);

private:
  void finishRegion(RegionExit exit);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Renderer &render = use<Renderer>();
  Expressions &expressions = use<Expressions>();
  RegionWalk &regionWalk = use<RegionWalk>();
};

} // namespace fullgraph
