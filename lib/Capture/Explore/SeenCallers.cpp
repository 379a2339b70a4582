#include "lib/Capture/Explore/SeenCallers.h"

#include "lib/Capture/Explore/Interpreter.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/OtherSources.h"
#include "lib/Graph/StableSort.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Functions of the unit that hold calls of compiled ones, and are no templates.
class CallersFinder : public RecursiveASTVisitor<CallersFinder> {
public:
  CallersFinder(const ASTContext &context, const std::set<const FunctionDecl *> &compiled)
      : context(context), compiled(compiled) {}
  std::vector<const FunctionDecl *> found;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(Decl *decl) {
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        context.getSourceManager().isInSystemHeader(decl->getLocation()))
      return true;
    const auto *function = dyn_cast_or_null<FunctionDecl>(decl);
    const llvm::SaveAndRestore<const FunctionDecl *> save(
        within, function && !function->isDependentContext() && function->doesThisDeclarationHaveABody()
                    ? function
                    : within);
    return RecursiveASTVisitor::TraverseDecl(decl);
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && within && compiled.count(callee->getCanonicalDecl()) && !llvm::is_contained(found, within))
      found.push_back(within);
    return true;
  }

private:
  const ASTContext &context;
  const std::set<const FunctionDecl *> &compiled;
  const FunctionDecl *within = nullptr;
};

} // namespace

SeenCalls findSeenCalls(ASTContext &context, const std::set<const FunctionDecl *> &compiled,
                        const std::string &ownPrefix, bool verbose) {
  SeenCalls seen;
  seen.compiled = compiled;
  CallersFinder callers(context, compiled);
  callers.TraverseDecl(context.getTranslationUnitDecl());
  // main() first, and the others as they would be seen from any source of the target.
  const auto placeOf = [&](const FunctionDecl *caller) {
    const PresumedLoc place = context.getSourceManager().getPresumedLoc(caller->getLocation());
    return std::tuple(!caller->isMain(), std::string(place.isValid() ? place.getFilename() : ""),
                      place.isValid() ? place.getLine() : 0);
  };
  stableSort(callers.found,
             [&](const FunctionDecl *a, const FunctionDecl *b) { return placeOf(a) < placeOf(b); });
  for (const FunctionDecl *caller : callers.found) {
    struct Owner {
      FunctionContext function;
      std::unique_ptr<Interpreter> interpreter;
    };
    auto owner = std::make_shared<Owner>();
    owner->function = contextFor(caller, {}, ownPrefix, std::make_shared<CaptureWork>());
    owner->interpreter =
        std::make_unique<Interpreter>(context, owner->function, std::vector<PathDecision>(), verbose);
    owner->interpreter->runCaller(seen);
    seen.owners.push_back(std::move(owner));
  }
  if (verbose) {
    for (const auto &[callee, calls] : seen.calls)
      for (const ProfiledCall &call : calls)
        llvm::errs() << "capture: a call of " << callee->getQualifiedNameAsString() << " with " << call.str()
                     << '\n';
    for (const auto &[record, objects] : seen.objects)
      for (const Location *object : objects)
        llvm::errs() << "capture: an object of " << record->getQualifiedNameAsString()
                     << ", unknown: " << llvm::join(unknownParts(object), ", ") << "\n";
  }
  return seen;
}

bool dependsOnSource(const std::optional<SeenCalls> &seen, const CaptureWork &work,
                     const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  return (seen && !seen->calls.empty()) || llvm::any_of(work.calls, [&](const auto &call) {
           const SourceLocation where = call.first->getLocation();
           return sources.isInMainFile(sources.getExpansionLoc(where)) || isOfOtherSource(where, sources);
         });
}

} // namespace fullgraph
