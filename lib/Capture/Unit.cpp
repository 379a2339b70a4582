#include "lib/Capture/Unit.h"

#include "lib/Capture/Explore/SeenCallers.h"
#include "lib/Capture/Report/BreakAt.h"

using namespace clang;

namespace fullgraph {

SeenCalls &seenCalls(UnitContext &unit) {
  if (!unit.seen)
    unit.seen = findSeenCalls(unit.context, unit.annotated, unit.ownPrefix, unit.options.verbose);
  return *unit.seen;
}

void tellForCallees(UnitContext &unit) {
  for (CapturedFunction &captured : unit.captured)
    for (Break &b : unit.toldByCallees[captured.id]) {
      if (!unit.toldPlaces.emplace(b.kind, b.range.getBegin().getRawEncoding()).second)
        continue;
      b.resumed = true;
      reportBreak(unit.context.getDiagnostics(), b, false, unit.options.breakFlags);
      captured.breaks.push_back(std::move(b));
    }
}

void checkSharedEdits(UnitContext &unit) {
  std::map<std::string, std::pair<const SharedEdits *, const FunctionDecl *>> sharing; // by id
  for (const auto &[pattern, shared] : unit.patterns)
    for (const FunctionDecl *other : shared.others)
      sharing[functionId(other, unit.context)] = {&shared, other};
  for (CapturedFunction &captured : unit.captured) {
    const auto found = sharing.find(captured.id);
    if (captured.editsOf.empty() || found == sharing.end() || found->second.first->fits(captured))
      continue;
    captured.regions.clear();
    captured.edits.clear();
    captured.editsOf.clear();
    reportBreak(unit.context.getDiagnostics(), otherRegions(found->second.second), captured.options.fullgraph,
                unit.options.breakFlags);
  }
}

} // namespace fullgraph
