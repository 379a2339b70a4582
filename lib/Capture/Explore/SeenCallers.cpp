#include "lib/Capture/Explore/SeenCallers.h"

#include "lib/Capture/Explore/Interpreter.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/LibraryFiles.h"
#include "lib/Frontend/OtherSources.h"
#include "lib/Graph/ProofMemory.h"
#include "lib/Graph/StableSort.h"

#include "clang/AST/ASTLambda.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Who calls whom in the unit, but for system headers and templates. A lambda is part of the function that it
/// stands in.
class CallersFinder : public AstVisitor {
public:
  explicit CallersFinder(const ASTContext &context) : context(context), library(context) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool TraverseDecl(Decl *decl) override {
    if (decl && !isa<TranslationUnitDecl>(decl) && decl->getLocation().isValid() &&
        context.getSourceManager().isInSystemHeader(decl->getLocation()))
      return true;
    const auto *function = dyn_cast_or_null<FunctionDecl>(decl);
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
    const bool isOwn = function && !function->isDependentContext() &&
                       function->doesThisDeclarationHaveABody() &&
                       !(within && method && isLambdaCallOperator(method));
    const llvm::SaveAndRestore<const FunctionDecl *> save(within, isOwn ? function : within);
    return AstVisitor::TraverseDecl(decl);
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && within && callers[callee->getCanonicalDecl()].insert(within).second)
      calls.emplace_back(within, callee->getCanonicalDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    if (const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl()); field && within)
      namers[field].insert(within->getCanonicalDecl());
    return true;
  }

  /// Functions of the program that call one of the compiled functions, by themselves or through the library
  /// (`net(x)`), and `main` where it comes to one at all: what it hands to its own functions is what they
  /// hand on. reaching: all functions that come to a compiled one.
  std::vector<const FunctionDecl *> callersOf(const std::set<const FunctionDecl *> &compiled,
                                              std::set<const FunctionDecl *> &reaching) {
    reaching = compiled; // canonical
    std::vector<const FunctionDecl *> open(compiled.begin(), compiled.end());
    const FunctionDecl *main = nullptr;
    while (!open.empty()) {
      const FunctionDecl *callee = open.back();
      open.pop_back();
      for (const FunctionDecl *caller : callers[callee]) {
        main = caller->isMain() ? caller : main;
        if (reaching.insert(caller->getCanonicalDecl()).second)
          open.push_back(caller->getCanonicalDecl());
      }
    }
    std::vector<const FunctionDecl *> found;
    if (main)
      found.push_back(main);
    for (const auto &[caller, callee] : calls)
      if (!isOfLibrary(caller) && !llvm::is_contained(found, caller) &&
          (compiled.count(callee) || (isOfLibrary(callee) && reaching.count(callee))))
        found.push_back(caller);
    return found;
  }

  /// The members that only the code around the calls of compiled functions names:
  /// `m.log.push_back(m.step(x))`.
  std::set<const FieldDecl *> namedAroundCalls(const std::set<const FunctionDecl *> &compiled,
                                               const std::set<const FunctionDecl *> &reaching) const {
    std::set<const FunctionDecl *> called = compiled; // and what these call
    for (bool grows = true; std::exchange(grows, false);)
      for (const auto &[caller, callee] : calls)
        grows |= called.count(caller->getCanonicalDecl()) && called.insert(callee).second;
    std::set<const FieldDecl *> fields;
    for (const auto &[field, functions] : namers)
      if (llvm::all_of(functions, [&](const FunctionDecl *function) {
            return reaching.count(function) && !called.count(function);
          }))
        fields.insert(field);
    return fields;
  }

private:
  bool isOfLibrary(const FunctionDecl *function) const { return library.holds(function->getLocation()); }

  const ASTContext &context;
  const LibraryFiles library;
  const FunctionDecl *within = nullptr;
  std::map<const FunctionDecl *, std::set<const FunctionDecl *>> callers; // by the canonical callee
  std::vector<std::pair<const FunctionDecl *, const FunctionDecl *>> calls;
  std::map<const FieldDecl *, std::set<const FunctionDecl *>> namers; // of a member, canonical
};

} // namespace

SeenCalls findSeenCalls(ASTContext &context, const std::set<const FunctionDecl *> &compiled,
                        const std::string &ownPrefix, bool verbose) {
  SeenCalls seen;
  seen.compiled = compiled;
  CallersFinder finder(context);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  std::vector<const FunctionDecl *> callers = finder.callersOf(compiled, seen.reaching);
  seen.namedAroundCalls = finder.namedAroundCalls(compiled, seen.reaching);
  // main() first, and the others as they would be seen from any source of the target.
  const auto placeOf = [&](const FunctionDecl *caller) {
    const PresumedLoc place = context.getSourceManager().getPresumedLoc(caller->getLocation());
    return std::tuple(!caller->isMain(), std::string(place.isValid() ? place.getFilename() : ""),
                      place.isValid() ? place.getLine() : 0);
  };
  stableSort(callers, [&](const FunctionDecl *a, const FunctionDecl *b) { return placeOf(a) < placeOf(b); });
  for (const FunctionDecl *caller : callers) {
    struct Owner {
      FunctionContext function;
      std::unique_ptr<Interpreter> interpreter;
    };
    const ProofMemory memory;
    auto owner = std::make_shared<Owner>();
    owner->function = contextFor(caller, {}, ownPrefix, std::make_shared<CaptureWork>());
    // A program's main() computes many things one after the other; CaptureWork bounds them.
    owner->function.options.unrollLimit = std::numeric_limits<int>::max();
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
        llvm::errs() << "capture: an object of " << record->getQualifiedNameAsString() << ": "
                     << llvm::join(partTexts(object), ", ") << "\n";
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
