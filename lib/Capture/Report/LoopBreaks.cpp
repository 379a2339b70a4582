#include "lib/Capture/Report/LoopBreaks.h"

#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

struct Loop {
  const Stmt *stmt = nullptr, *body = nullptr;
  std::vector<BreakNote> breaks;
};

class LoopFinder : public AstVisitor {
public:
  bool VisitForStmt(ForStmt *loop) override { return add(loop, loop->getBody()); }
  bool VisitWhileStmt(WhileStmt *loop) override { return add(loop, loop->getBody()); }
  bool VisitDoStmt(DoStmt *loop) override { return add(loop, loop->getBody()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) override { return add(loop, loop->getBody()); }
  std::vector<Loop> loops; // outer ones first

private:
  bool add(const Stmt *loop, const Stmt *body) {
    loops.push_back({loop, body, {}});
    return true;
  }
};

} // namespace

std::vector<Break> breaksInLoops(ASTContext &context, const FunctionDecl *function,
                                 const std::vector<Break> &breaks, const std::vector<unsigned> &regions) {
  std::vector<Break> remarks;
  if (!function->hasBody())
    return remarks;
  LoopFinder finder;
  finder.TraverseStmt(function->getBody());
  const SourceManager &sources = context.getSourceManager();
  const auto place = [&](SourceLocation where) { return sources.getExpansionLoc(where); };
  const auto within = [&](SourceLocation where, const Stmt *stmt) {
    return where.isValid() && sources.isPointWithin(place(where), place(stmt->getBeginLoc()),
                                                    sources.getExpansionRange(stmt->getEndLoc()).getEnd());
  };
  for (const Break &b : breaks) {
    if (b.kind == BreakKind::UnrollLimit || !isGraphBreak(b.kind)) // the loop itself, whose body is compiled
      continue;
    std::vector<BreakNote> places = {{b.range.getBegin(), "the graph break is here", {}}};
    for (const BreakNote &call : b.callStack)
      places.push_back({call.loc, "the call of '" + call.text + "' leads to it", {}});
    bool found = false;
    for (BreakNote &at : places)
      for (auto loop = finder.loops.rbegin(); loop != finder.loops.rend() && !found; ++loop)
        if (within(at.loc, loop->body)) {
          loop->breaks.push_back(at);
          found = true;
        }
  }
  for (Loop &loop : finder.loops) {
    const unsigned begin = sources.getFileOffset(place(loop.stmt->getBeginLoc())),
                   end = sources.getFileOffset(place(loop.stmt->getEndLoc()));
    if (loop.breaks.empty() ||
        llvm::none_of(regions, [&](unsigned region) { return begin <= region && region <= end; }))
      continue;
    Break remark;
    remark.kind = BreakKind::BreakInLoop;
    remark.range = SourceRange(loop.stmt->getBeginLoc());
    remark.args = {loop.breaks.size() == 1 ? std::string("a graph break runs")
                                           : std::to_string(loop.breaks.size()) + " graph breaks run"};
    remark.notes = std::move(loop.breaks);
    remark.function = function->getQualifiedNameAsString();
    remark.resumed = true;
    remarks.push_back(std::move(remark));
  }
  return remarks;
}

} // namespace fullgraph
