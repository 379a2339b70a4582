#include "lib/Capture/Regions/RegionReports.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Do breaks of this kind say what is not known, rather than what the statement does?
bool isAboutTheUnknown(BreakKind kind) {
  return kind == BreakKind::UnsupportedConstruct || kind == BreakKind::IndirectCall ||
         kind == BreakKind::IteratorInput || kind == BreakKind::RawDataPointer ||
         kind == BreakKind::VirtualCall;
}

void addDeclared(llvm::ArrayRef<const Stmt *> parts, std::set<const VarDecl *> &variables) {
  for (const Stmt *part : parts)
    if (const auto *declaration = dyn_cast<DeclStmt>(part))
      for (const Decl *d : declaration->decls())
        if (const auto *var = dyn_cast<VarDecl>(d))
          variables.insert(var);
}

} // namespace

void RegionReports::report(const RegionFailure &failure, llvm::ArrayRef<const Stmt *> parts, bool isRefused,
                           const std::optional<EagerPath> &unfit) {
  const auto names = [&](const std::set<const VarDecl *> &variables) {
    return llvm::any_of(parts, [&](const Stmt *part) {
      return llvm::any_of(namedVariables(failure.at ? failure.at : part),
                          [&](const VarDecl *named) { return variables.count(named) != 0; });
    });
  };
  if (failure.graphBreak) {
    const bool follows =
        names(broken) || (!isRefused && isAboutTheUnknown(failure.graphBreak->kind) && names(changed));
    if (!follows) // from one that has been told
      shared.record(*failure.graphBreak);
    for (const Stmt *part : parts)
      for (const VarDecl *var : changesOf(part).variables)
        changed.insert(var);
    // A thread, a lock, a variable: what is done with it has been said.
    std::set<const VarDecl *> declared;
    addDeclared(parts, declared);
    for (const VarDecl *var : declared)
      if (!isTensorType(shared.context.getBaseElementType(var->getType())))
        broken.insert(var);
    changed.merge(declared);
  }
  if (failure.unknown) {
    const auto &[name, where] = *failure.unknown;
    const bool isVariable =
        llvm::any_of(untyped, [&](const VarDecl *var) { return var->getLocation() == where; });
    const bool isWithin = llvm::any_of(
        parts, [&](const Stmt *part) { return part->getSourceRange().fullyContains(SourceRange(where)); });
    if (unfit || (!isVariable && !(isWithin && names(untyped))))
      shared.unknown({name, where, unfit});
    addDeclared(parts, untyped);
  }
}

void RegionReports::refuse(const RegionFailure &failure, llvm::ArrayRef<const Stmt *> parts, const char *what,
                           const char *note) {
  RegionFailure lost = failure;
  Break &refused = lost.graphBreak.emplace();
  refused.kind = BreakKind::UnsupportedConstruct;
  refused.range = failure.at ? failure.at->getSourceRange() : parts.front()->getSourceRange();
  refused.args = {what};
  if (note && failure.at)
    refused.notes = {{failure.at->getExprLoc(), note, {}}};
  refused.function = function->getQualifiedNameAsString();
  report(lost, parts, /*isRefused=*/true);
}

void RegionReports::refuseRest(const RegionFailure &failure, llvm::ArrayRef<const Stmt *> parts) {
  const bool isConditional = failure.at && parts.size() == 1 &&
                             RegionEdits::evaluates(parts.front(), failure.at) &&
                             !RegionEdits::evaluatesAlways(parts.front(), failure.at);
  refuse(failure, parts, "the rest of a statement around a call that is made on its own",
         isConditional
             ? "make the condition an 'if' statement, and give the call a statement of its own in its branch"
             : "give the call a statement of its own, in front of this one");
}

} // namespace fullgraph
