// The versions of a captured function, and the graphs of a decision tree, one after the other. The driver
// walks them to make programs of graphs; the order is that of the source.
#pragma once

#include "lib/Capture/Capture.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace fullgraph {

inline void forEachVersion(CapturedFunction &function, llvm::function_ref<void(CapturedVersion &)> visit) {
  for (const auto &region : function.regions)
    for (CapturedVersion &version : region->versions)
      visit(version);
}

inline void forEachGraphLeaf(DecisionNode &node, llvm::function_ref<void(DecisionNode &)> visit) {
  switch (node.kind) {
  case DecisionNode::Branch:
    forEachGraphLeaf(*node.whenTrue, visit);
    forEachGraphLeaf(*node.whenFalse, visit);
    return;
  case DecisionNode::GraphLeaf:
    return visit(node);
  case DecisionNode::EagerLeaf:
    return;
  }
}

} // namespace fullgraph
