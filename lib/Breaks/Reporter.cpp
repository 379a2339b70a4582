// Breaks as clang diagnostics.
#include "lib/Breaks/Breaks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fullgraph {

namespace {

using clang::DiagnosticsEngine;

/// The engine gives the same id for the same level and text: nothing to cache here.
unsigned diagnosticFor(DiagnosticsEngine &diags, BreakSeverity severity) {
  const DiagnosticsEngine::Level level = severity == BreakSeverity::Error     ? DiagnosticsEngine::Error
                                         : severity == BreakSeverity::Warning ? DiagnosticsEngine::Warning
                                                                              : DiagnosticsEngine::Remark;
  return diags.getCustomDiagID(level, breakformat::rule);
}

std::string consequence(const Break &graphBreak) {
  if (graphBreak.function.empty())
    return "";
  if (!graphBreak.builtFor.empty())
    return "; '" + graphBreak.function + "' is built for " + llvm::join(graphBreak.builtFor, " | ") +
           ", and " + (graphBreak.compiledByCalls ? "compiled at its first call" : "runs as it is written") +
           " for others";
  if (graphBreak.compiledByCalls)
    return "; '" + graphBreak.function + "' is compiled at its first call";
  if (graphBreak.resumed && graphBreak.kind == BreakKind::UnknownRank)
    return "; what '" + graphBreak.function + "' does with it stays eager";
  if (graphBreak.resumed)
    return "";
  return "; '" + graphBreak.function + "' stays eager";
}

template <size_t N>
void reportNote(DiagnosticsEngine &diags, const char (&format)[N], clang::SourceLocation loc,
                const std::string &text, const std::vector<clang::FixItHint> &fixIts = {}) {
  const unsigned id = diags.getCustomDiagID(DiagnosticsEngine::Note, format);
  if (loc.isInvalid()) {
    diags.Report(id) << text;
    return;
  }
  clang::DiagnosticBuilder note = diags.Report(loc, id);
  note << text;
  for (const clang::FixItHint &fixIt : fixIts)
    note << fixIt;
}

} // namespace

bool isGraphBreak(BreakKind kind) {
  switch (kind) {
  case BreakKind::DimSpecialised:
  case BreakKind::BoundViolation:
  case BreakKind::UnknownRank:
  case BreakKind::BreakInLoop:
  case BreakKind::DataDependentShape:
  case BreakKind::AlwaysThrows:
  case BreakKind::UncheckedGuards:
  case BreakKind::LibraryLoop:
  case BreakKind::LibraryTurns:
  case BreakKind::JoinedConditions:
  case BreakKind::FullgraphViolation:
  case BreakKind::BackendFailure:
  case BreakKind::DeviceCode:
    return false;
  default:
    return true;
  }
}

bool reportBreak(DiagnosticsEngine &diags, const Break &graphBreak, bool fullgraph, const BreakFlags &flags) {
  const BreakRule &rule = breakRule(graphBreak.kind);
  const BreakSeverity severity = breakSeverity(graphBreak, fullgraph, flags);
  if (severity == BreakSeverity::Ignored)
    return false;

  const bool staysEager = (severity != BreakSeverity::Error || graphBreak.kind == BreakKind::UnknownRank) &&
                          !isRemark(graphBreak.kind);
  {
    const unsigned id = diagnosticFor(diags, severity);
    const clang::SourceLocation loc = graphBreak.range.getBegin();
    clang::DiagnosticBuilder diag = loc.isValid() ? diags.Report(loc, id) : diags.Report(id);
    diag << (isGraphBreak(graphBreak.kind) ? "graph break: " : "") << breakMessage(graphBreak)
         << (staysEager ? consequence(graphBreak) : std::string()) << std::string(rule.slug) << rule.idText();
    if (loc.isValid())
      diag << clang::CharSourceRange::getTokenRange(graphBreak.range);
  } // the diagnostic is emitted here: notes must come after it

  for (const BreakNote &note : graphBreak.notes)
    if (note.fixIts.empty())
      reportNote(diags, breakformat::note, note.loc, note.text);
  for (const BreakNote &call : graphBreak.callStack)
    reportNote(diags, breakformat::call, call.loc, call.text);
  bool hinted = false;
  for (const BreakNote &note : graphBreak.notes)
    if (!note.fixIts.empty()) {
      reportNote(diags, breakformat::help, note.loc, note.text, note.fixIts);
      hinted = true;
    }
  if (graphBreak.kind == BreakKind::FullgraphViolation) // a summary: what to do stands at each break
    return true;
  if (!hinted)
    reportNote(diags, breakformat::help, {}, std::string(rule.hints.front()));
  reportNote(diags, breakformat::explain, {}, rule.idText());
  return severity == BreakSeverity::Error;
}

} // namespace fullgraph
