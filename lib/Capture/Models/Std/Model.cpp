#include "lib/Capture/Models/Std/Model.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {

/// Is it known that the loop goes over another object?
static bool goesOverAnother(const Walk &walk, const CXXForRangeStmt *loop, const Location *object) {
  const CXXRecordDecl *record = object->type->getAsCXXRecordDecl();
  const CXXRecordDecl *range = loop->getRangeInit()->getType()->getAsCXXRecordDecl();
  if (!record || !range || range->getCanonicalDecl() != record->getCanonicalDecl())
    return true;
  const auto *name = dyn_cast<DeclRefExpr>(loop->getRangeInit()->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  bool isKnown = false;
  for (const Frame &frame : walk.frames)
    if (const auto found = frame.variables.find(variable); found != frame.variables.end()) {
      isKnown = true;
      if (found->second == object)
        return false;
    }
  return isKnown;
}

void refuseChangeInLoop(Walk &walk, const Location *object, const Expr *change) {
  for (const Stmt *one : walk.loops)
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(one); loop && !goesOverAnother(walk, loop, object))
      partOf<Reporter>(walk).unsupported(
          change, "a change of a std::" + libraryClassName(object->type->getAsCXXRecordDecl()).str() +
                      " while a loop over one turns");
}

std::optional<CallResult> sizeOfCallers(Walk &walk, const MethodSite &site) {
  const std::string cxx = site.object->value.text;
  if (cxx.empty() || (site.name != "size" && site.name != "empty"))
    return std::nullopt;
  SymbolDef def;
  def.name = cxx + "_size";
  def.cxx = "static_cast<int64_t>(" + cxx + ".size())";
  def.loc = partOf<Reporter>(walk).loc(site.call);
  def.lower = 0;
  const Sym size = partOf<Caller>(walk).cxxSymbol(std::move(def));
  return CallResult{AbsValue::ofScalar(site.name == "size" ? size : symEq(size, Sym(0))), nullptr};
}

void refuseCallers(Walk &walk, const Location *object, const Expr *expr) {
  const CXXRecordDecl *record = object->type->getAsCXXRecordDecl();
  const std::string name = "std::" + libraryClassName(record).str();
  partOf<Reporter>(walk).fail(
      BreakKind::UnmodelledContainer, expr->getSourceRange(),
      {object->name.empty() ? name
                            : name + "' from outside of the graph, '" + object->name}); // closes the quotes
}

} // namespace fullgraph
