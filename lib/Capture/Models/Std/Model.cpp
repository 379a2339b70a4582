#include "lib/Capture/Models/Std/Model.h"

#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {

void refuseChangeInLoop(Walk &walk, const MethodSite &site) {
  const CXXRecordDecl *record = site.object->type->getAsCXXRecordDecl();
  for (const Stmt *one : walk.loops) {
    const auto *loop = dyn_cast<CXXForRangeStmt>(one);
    const CXXRecordDecl *range = loop ? loop->getRangeInit()->getType()->getAsCXXRecordDecl() : nullptr;
    if (record && range && range->getCanonicalDecl() == record->getCanonicalDecl())
      partOf<Reporter>(walk).unsupported(site.call, "a change of a std::" + libraryClassName(record).str() +
                                                        " while a loop over one turns");
  }
}

void refuseCallers(Walk &walk, const Location *object, const Expr *expr) {
  const CXXRecordDecl *record = object->type->getAsCXXRecordDecl();
  const std::string name = "std::" + libraryClassName(record).str();
  partOf<Reporter>(walk).fail(
      BreakKind::UnmodelledContainer, expr->getSourceRange(),
      {object->name.empty() ? name : name + "' from outside of the graph, '" + object->name}); // closes the quotes
}

} // namespace fullgraph
