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

namespace {

/// The function runs as it is.
void dropRegions(CapturedFunction &captured) {
  captured.regions.clear();
  captured.edits.clear();
  captured.editsOf.clear();
}

/// The text of a template is edited for one instantiation, and another one stands in it.
void checkMisfits(UnitContext &unit) {
  for (const auto &[pattern, shared] : unit.patterns) {
    const FunctionDecl *misfit = shared.edits.empty() ? nullptr : shared.misfit();
    if (!misfit)
      continue;
    const std::string id = functionId(shared.of, unit.context);
    for (CapturedFunction &captured : unit.captured) {
      if ((captured.id != id && captured.editsOf != id) || captured.regions.empty())
        continue;
      dropRegions(captured);
      reportBreak(unit.context.getDiagnostics(), otherRegions(misfit), captured.options.fullgraph,
                  unit.options.breakFlags);
    }
  }
}

} // namespace

void checkSharedEdits(UnitContext &unit) {
  checkMisfits(unit);
  std::map<std::string, std::pair<const SharedEdits *, const FunctionDecl *>> sharing; // by id
  for (const auto &[pattern, shared] : unit.patterns)
    for (const FunctionDecl *other : shared.others)
      sharing[functionId(other, unit.context)] = {&shared, other};
  for (CapturedFunction &captured : unit.captured) {
    const auto found = sharing.find(captured.id);
    if (captured.editsOf.empty() || found == sharing.end() || found->second.first->fits(captured))
      continue;
    dropRegions(captured);
    reportBreak(unit.context.getDiagnostics(), otherRegions(found->second.second), captured.options.fullgraph,
                unit.options.breakFlags);
  }
}

} // namespace fullgraph
