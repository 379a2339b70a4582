#include "lib/Capture/Explore/StaticSizes.h"

#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Graph/StableSort.h"
#include "lib/Graph/UserName.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fullgraph {
namespace {

void addSymbolicSizes(const DecisionNode &node, std::vector<std::string> &names) {
  if (node.kind == DecisionNode::Branch) {
    addSymbolicSizes(*node.whenTrue, names);
    addSymbolicSizes(*node.whenFalse, names);
  }
  if (!node.graph)
    return;
  for (const GraphInput &input : node.graph->inputs())
    for (size_t d = 0; d < input.value->type.sizes.size(); ++d) {
      if (input.value->type.sizes[d].isConst())
        continue;
      const std::string name = userName(input.cxx) + ".size(" + std::to_string(d) + ")";
      if (!llvm::is_contained(names, name))
        names.push_back(name);
    }
}

} // namespace

void leaveSizesToRunTime(clang::ASTContext &context, CapturedFunction &function) {
  std::vector<std::string> all;
  for (const auto &region : function.regions) {
    for (CapturedVersion &version : region->versions) {
      std::vector<std::string> names;
      addSymbolicSizes(*version.tree, names);
      if (names.empty())
        continue;
      if (!version.guessed)
        all.insert(all.end(), names.begin(), names.end());
      version.guessed = true;
    }
    stableSort(region->versions,
               [](const CapturedVersion &a, const CapturedVersion &b) { return a.guessed < b.guessed; });
  }
  if (all.empty())
    return;
  clang::DiagnosticsEngine &diags = context.getDiagnostics();
  diags.Report(
      clangLocation(function.loc, context),
      diags.getCustomDiagID(function.options.ahead ? clang::DiagnosticsEngine::Error
                                                   : clang::DiagnosticsEngine::Remark,
                            "'%0' is compiled at run time, once for each size, as fg::Dynamic::Never asks: "
                            "%1 not known at build time"))
      << function.name << llvm::join(all, ", ") + (all.size() == 1 ? " is" : " are");
}

} // namespace fullgraph
