// Virtual calls whose target is only known at run time.
//
// The call itself stays as it is. The functions that it may run, as far as this source shows them, are
// compiled where they stand; an object of a class that only another source has runs that one's own code.

#include "lib/Capture/Eval/Calls.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Syntax/CallTargets.h"
#include "lib/Frontend/AstVisitor.h"

#include "llvm/Support/SaveAndRestore.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

bool overrides(const CXXMethodDecl *method, const CXXMethodDecl *base) {
  return method->getCanonicalDecl() == base->getCanonicalDecl() ||
         llvm::any_of(method->overridden_methods(),
                      [&](const CXXMethodDecl *inner) { return overrides(inner, base); });
}

/// Follows the methods of the library.
class TargetFinder : public AstVisitor {
public:
  TargetFinder(const ASTContext &context, std::function<bool(const FunctionDecl *)> isLibrary)
      : classes(classesOf(context)), isLibrary(std::move(isLibrary)) {}

  std::vector<const FunctionDecl *> users; // in the order of the source
  bool turnsVirtual = false;               // a loop makes a virtual call in each turn

  void followVirtual(const CXXMethodDecl *method) {
    turnsVirtual |= loops > 0;
    for (const CXXRecordDecl *record : classes)
      for (const CXXMethodDecl *candidate : record->methods())
        if (candidate->isVirtual() && overrides(candidate, method))
          follow(candidate);
  }

  void follow(const CXXMethodDecl *method) {
    const FunctionDecl *definition = nullptr;
    if (!method->hasBody(definition) || isStdLibrary(method) || !seen.insert({definition, loops > 0}).second)
      return;
    if (!isLibrary(definition)) {
      if (!llvm::is_contained(users, definition))
        users.push_back(definition);
      return;
    }
    TraverseStmt(definition->getBody());
  }

  bool TraverseForStmt(ForStmt *loop) override {
    return inLoop([&] { return AstVisitor::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(WhileStmt *loop) override {
    return inLoop([&] { return AstVisitor::TraverseWhileStmt(loop); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *loop) override {
    return inLoop([&] { return AstVisitor::TraverseCXXForRangeStmt(loop); });
  }

  bool VisitCallExpr(CallExpr *call) override {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (!method)
      return true;
    const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    if (method->isVirtual() && !(member && member->hasQualifier()))
      followVirtual(method);
    else
      follow(method);
    return true;
  }

private:
  bool inLoop(llvm::function_ref<bool()> traverse) {
    const llvm::SaveAndRestore<unsigned> save(loops, loops + 1);
    return traverse();
  }

  const std::vector<const CXXRecordDecl *> classes;
  const std::function<bool(const FunctionDecl *)> isLibrary;
  std::set<std::pair<const FunctionDecl *, bool>> seen; // and whether a loop calls it
  unsigned loops = 0;
};

} // namespace

/// The break names what may run, which is compiled on its own. Of the arguments all is known but the sizes:
/// each object may have its own. Modules in a row leave the dtype and the rank as they are, more often than
/// not.
void Calls::failOnTargets(BreakKind kind, std::string name, std::vector<const FunctionDecl *> targets,
                          const std::vector<Location *> &args, const Expr *call) {
  const SourceManager &sources = context.getSourceManager();
  const auto isInMain = [&](const FunctionDecl *of) {
    return sources.isInMainFile(sources.getExpansionLoc(of->getLocation()));
  };
  if (!isInMain(function.decl)) // a header's code is the same whatever one source defines
    llvm::erase_if(targets, isInMain);
  std::vector<BreakNote> notes;
  for (const FunctionDecl *target : targets)
    notes.push_back({target->getLocation(), "may run '" + target->getQualifiedNameAsString() + "'", {}});
  std::vector<std::string> texts = {std::move(name)};
  if (kind == BreakKind::VirtualCall)
    texts.push_back("unknown");
  try {
    report.fail(kind, call->getSourceRange(), std::move(texts), std::move(notes));
  } catch (BreakError &error) {
    if (report.userDepth() > 1)
      throw; // the user's function that makes the call is planned on its own
    walk.topCall = {};
    LeftCall &left = error.left;
    for (const FunctionDecl *target : targets) {
      left.functions.push_back({target, collector.argumentHints(target, nullptr, args)});
      for (auto &[cxx, hint] : left.functions.back().arguments)
        forgetDims(hint);
    }
    if (kind == BreakKind::RuntimeModules && !args.empty()) {
      left.kind = LeftCall::Modules;
      collector.collectHints(returnedKey(), caller.read(args[0], call), left.result);
      for (auto &[cxx, hint] : left.result)
        forgetDims(hint);
    }
    throw;
  }
}

/// A call of a virtual method: the user's overriders, and what the library's run.
void Calls::failOnVirtual(const CXXMethodDecl *method, const std::vector<Location *> &args,
                          const Expr *call) {
  TargetFinder finder(context, [&](const FunctionDecl *f) { return report.isLibrary(f->getLocation()); });
  finder.followVirtual(method);
  if (isFgClass(method->getParent())) { // AnyModule's
    const auto outer = llvm::find_if(llvm::reverse(walk.activeCalls), [&](const Expr *active) {
      return !report.isLibrary(active->getBeginLoc());
    });
    const Expr *users = outer == walk.activeCalls.rend() ? call : *outer;
    failOnTargets(BreakKind::RuntimeModules, report.calleeText(users), finder.users, args, users);
  }
  failOnTargets(BreakKind::VirtualCall, method->getQualifiedNameAsString(), finder.users, args, call);
}

/// A call through a std::function or pointer of the caller's. In a program, whose source shows what it hands
/// on, the call stays as it is, and what it may run is compiled where it stands: a closure there has no name
/// here. A library is handed what nobody has seen.
void Calls::leaveUnknownTarget(QualType callee, const std::string &name, const std::vector<Location *> &args,
                               const Expr *call) {
  constexpr size_t mostTargets = 16;
  std::vector<const FunctionDecl *> targets;
  if (!walk.attempts.depth && !walk.predicting)
    targets = targetsInSight(callee, context);
  if (targets.empty() || targets.size() > mostTargets)
    report.fail(BreakKind::IndirectCall, call->getSourceRange(), {name});
  LeftCall left;
  for (const FunctionDecl *target : targets) {
    left.functions.push_back({target, collector.argumentHints(target, nullptr, args)});
    for (auto &[cxx, hint] : left.functions.back().arguments)
      forgetDims(hint);
  }
  splits.leaveOutermost(call, std::move(left));
}

/// A method of the library that loops: does it run modules by virtual calls, as a Sequential does?
void Calls::failOnModules(const FunctionDecl *callee, const std::vector<Location *> &args, const Expr *call) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method)
    return;
  TargetFinder finder(context, [&](const FunctionDecl *f) { return report.isLibrary(f->getLocation()); });
  finder.follow(method);
  if (finder.turnsVirtual)
    failOnTargets(BreakKind::RuntimeModules, report.calleeText(call), finder.users, args, call);
}

} // namespace fullgraph
