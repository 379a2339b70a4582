// What rewriting passes share: building nodes in front of others, and replacing values without changing which
// storage an output has. Private to lib/Passes.
#pragma once

#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <set>

namespace fullgraph {

class Rewriter {
public:
  explicit Rewriter(Graph &graph) : graph(graph) {}

  Graph &graph;

  /// Appends `op(args)` in front of `at` (null: at the end) with its place in the source. Null when inference
  /// refuses: the rewrite is then not made.
  Value *build(Op op, std::vector<Arg> args, Node *at);
  Value *scalar(const Sym &number, Node *at) { return appendScalar(graph, number, at->loc, at); }

  /// Uses `to` for `from`, and erases the node of `from`. False, and nothing changes, when their types
  /// differ, or when it would change what aliases what and no copy can stand between.
  bool replace(Value *from, Value *to);
  /// As replace, for `to` that a rewrite built in place of `from`; drops `to` if it does not fit.
  bool replaceByBuilt(Value *from, Value *to);

  /// Uses `to`, of the same type, for a view of memory that does not escape: nobody can tell who shares it.
  void replaceView(Value *from, Value *to);

  /// Does an output, or an input that was written, live in this fresh value's memory?
  bool escapes(const Value *value) const;
  bool sameTypes(const Value *a, const Value *b) const { return sameType(graph.env, a->type, b->type); }
  void eraseIfDead(Node *node);

private:
  void redirect(Value *from, Value *to);
  bool isOutput(const Value *value) const;
  bool redirectOperands(const Value *from, Value *to);
  bool canBecomeStorage(Value *to) const;
};

/// The dims of a dense tensor from the outermost one in memory to the innermost.
std::vector<int64_t> memoryOrder(const ShapeEnv &env, const TensorType &type);

/// The nodes as they are now: passes insert and erase while they walk.
std::vector<Node *> nodesOf(Graph &graph);

} // namespace fullgraph
