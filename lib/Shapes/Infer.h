// Types of operators' results: dtype, sizes, strides and aliasing, as ATen computes them.
//
// Questions that the facts do not settle (are two sizes equal, is a size 1) are decided for the useful case
// and become guards of the graph's ShapeEnv; see docs/architecture.md.
#pragma once

#include "lib/Graph/Graph.h"
#include "lib/Ops/OpSchema.h"

#include <string>
#include <vector>

namespace fullgraph {

struct InferredResult {
  TensorType type;
  Value *base = nullptr; // the root this result aliases (views, `to`/`contiguous`/`reshape` that return self)
  Sym offset = 0;
};

/// The call would throw for every input that reaches it, and `message` is ATen's; or symbols leave open what
/// the result is in a way that no guard settles, and `message` begins with "cannot decide".
struct InferError {
  std::string message;
  std::vector<Sym> sizes = {}; // the two that had to be equal, where that is what the error is about
};

/// Infers `op(args)`. Either `results` has op.numResults entries and `error` is empty, or `error` is set.
struct Inference {
  std::vector<InferredResult> results;
  std::optional<InferError> error;
};
Inference inferTypes(ShapeEnv &env, const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &loc);

/// May an in-place operator (`add_` and the like), called with `args`, store `result` in `self`? ATen's error
/// when not: elements of self share memory, an operand overlaps it in part, broadcasting has enlarged the
/// result, or its dtype may not be cast to self's. (`copy_`, which follows, converts and broadcasts freely.)
std::optional<InferError> checkInPlace(ShapeEnv &env, const Value *self, const std::vector<Arg> &args,
                                       const TensorType &result, const SourceLoc &loc);

/// `contiguous` and `reshape` may return self for some sizes only (a dim of size 1 makes a transposed tensor
/// contiguous). Where the facts leave that open they are typed as the copy. What must hold for eager to copy,
/// too, is given here: it matters where someone can tell a copy from an alias, and functionalise then assumes
/// it.
std::vector<Sym> copyConditions(ShapeEnv &env, const Node &node);

/// The part of dim `dim` that a slice or slice_scatter means: bounds clamped into the dim, from the front.
struct SliceBounds {
  Sym start, end, step, length;
};
SliceBounds resolvedSlice(ShapeEnv &env, const Node &node);
/// The index of a select or select_scatter, counted from the front.
Sym resolvedIndex(ShapeEnv &env, const Node &node);
/// The number that a weak operand stands for when a `scalar` node made it; else nothing.
std::optional<Sym> cxxNumber(const Value *value);
/// Equal types as far as the facts tell; strides of dims of size 1, and of empty tensors, may differ.
bool sameType(const ShapeEnv &env, const TensorType &a, const TensorType &b);

/// Infers and appends. Null and `error` when the call would throw.
Node *appendOp(Graph &graph, const OpSchema &op, std::vector<Arg> args, const SourceLoc &loc,
               InferError &error, Node *before = nullptr);
/// A C++ number as a 0-d weak value.
Value *appendScalar(Graph &graph, const Sym &number, const SourceLoc &loc, Node *before = nullptr);

/// Re-infers every node of a graph whose types may be stale; empty or what does not fit.
std::string inferGraph(Graph &graph);
/// verifyStructure and: every type is what inference gives, as far as the facts can tell. The verifier that
/// runs between passes; it adds no guards.
std::string verifyGraph(Graph &graph);

} // namespace fullgraph
