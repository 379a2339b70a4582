// The parts of canonicalise. Private to lib/Passes.
#pragma once

#include "lib/Passes/Rewriter.h"

namespace fullgraph {

/// Writes out what a node's arguments leave to defaults: negative dims, "all dims", -1 sizes, unclamped
/// bounds. Types do not change.
void makeArgumentsExplicit(Rewriter &rewriter, Node *node);

/// Replaces `node` by other nodes, or edits its operands. True when something changed; `node` may be gone
/// then.
using RewriteRule = bool (*)(Rewriter &rewriter, Node *node);
struct RewriteRow {
  Op op;
  RewriteRule rewrite;
};
/// CanonicaliseViews.cpp: views, copies and casts.
const std::vector<RewriteRow> &viewRewrites();
/// CanonicaliseWrites.cpp: writes to parts.
const std::vector<RewriteRow> &writeRewrites();
/// Canonicalise.cpp: operators that others express.
const std::vector<RewriteRow> &operatorRewrites();

} // namespace fullgraph
