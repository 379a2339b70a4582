// Graph-to-graph passes. Each is a free function in its own file and a row of `passTable()`; `runPasses` is
// the pipeline.
//
// The normal form that `runPasses` gives, on which lib/Fusion and lib/Lower rely:
//
// - A result's size that is known to be 1 is the literal 1.
// - No writes: `copy_` is gone. `Graph::mutations` says which inputs are to hold which values when the graph
//   has run; the input itself always means the contents at entry.
// - Aliasing is in `Value::base` alone, and matters for outputs only. The storage of an output is its root():
//   - an input, or the value of an input's Mutation: the output is a view of that input, at Value::offset,
//     under the output's type;
//   - otherwise fresh memory. Outputs with one root() share it, at their offsets. The root itself need not be
//     an output: of `t = relu(x)`, t[0] and t[1] may be.
//   A Mutation's value is fresh (its root is no input's, and no other Mutation's), with the input's type.
// - Strides of a value bind where its storage is an output's or a mutated input's. Everywhere else they only
//   say what eager results look like; no element depends on them, and a kernel may lay it out as it likes.
// - Operators that are left:
//     pointwise     all of Ops.def. A Scalar operand at its default is left out. No operand is an `expand`
//                   that broadcasting would do. Condition and mask of where and masked_fill are bool.
//     copies        to (another dtype, or a number made a tensor; copy = false), clone (its own dense
//     layout),
//                   contiguous (a copy into C order: it never aliases). All are the identity on elements.
//     reductions    sum mean prod (dtype given: the result's), amax amin any all var; `dim` has every reduced
//                   dim, ascending. argmax argmin with dim. softmax log_softmax without dtype.
//     contractions  matmul (both operands at least 2-d), linear (weight 2-d), convolution (lists of one
//                   number a spatial dim). No mm, bmm.
//     windows       max_pool2d, avg_pool2d (lists of two; stride given)
//     views         view permute expand squeeze unsqueeze select slice, with explicit sizes (no -1),
//                   non-negative indices and clamped slice bounds. No reshape, no alias.
//     parts         view_as_real of complex inputs, view_as_complex of what leaves the graph, and views of
//     the
//                   two; no other value is complex
//     indexing      select_scatter slice_scatter (as their views), gather, index_select. No embedding.
//     cat           at least two operands, of the result's dtype and rank
//     creation      scalar full arange eye. No full_like.
//   Operators along dims have operands of at least one dim. Dims are non-negative everywhere.
// - Nodes are in an order in which operands come first. A node without uses is left only if `mayThrow`.
#pragma once

#include "lib/Graph/Graph.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace fullgraph {

/// Types every result anew, and writes 1 for the sizes that facts and guards say are 1. Empty, or what
/// inference refuses.
///
///   guard K == 1
///   %0: f32[K, M] = tanh(%m)              →      %0: f32[1, M] = tanh(%m)
std::string settleSizes(Graph &graph);

/// Outputs that are one tensor become one value: a cast to the dtype that there is, `contiguous` of what is
/// contiguous.
///
///   %a = to(%x, dtype = f32) // x is
///   return %a                             →      return %x
void unifyHandles(Graph &graph);

/// Takes complex numbers apart where they come from: a view of complex numbers whose parts are read becomes
/// one of the parts. Empty, or the value for which it has no such form.
///
///   %c = view_as_complex(%r)
///   %t = select(%c, dim = 0, index = 1)          %t = select(%r, dim = 0, index = 1)
///   %p = view_as_real(%t)                  →
std::string exposeParts(Graph &graph);

/// Removes aliasing and mutation. A write through a view becomes a new value of the whole base
/// (select_scatter, slice_scatter, or the inverse view), later uses of any alias read that value, and inputs
/// that were written get a Mutation. Empty, or the write that has no such form.
///
///   %v = select(%x, dim = 0, index = 1)          %v = select(%x, dim = 0, index = 1)
///   %y = relu(%v)                                %y = relu(%v)
///   %c = copy_(%v, %y)                    →      %n = select_scatter(%x, %y, dim = 0, index = 1)
///   %z = neg(%x)                                 %z = neg(%n)
///   return %z                                    mutate %x = %n ; return %z
std::string functionalise(Graph &graph);

/// Rewrites to the normal form above: explicit arguments, fewer operators, no views or casts that change
/// nothing.
///
///   %a = reshape(%x, shape = [-1, 4])            %a = view(%x, size = [N, 4])
///   %b = permute(%a, dims = [1, 0])
///   %c = permute(%b, dims = [-1, -2])     →      %d = matmul(%a, %w)
///   %d = mm(%c, %w)
void canonicalise(Graph &graph);

/// Folds operators over constants (full, scalar) and arithmetic identities that are exact for every input,
/// NaN, infinities and signed zero included (x + 0 is not: -0 + 0 is +0).
///
///   %1 = scalar(value = 1)
///   %a = mul(%x, %1)                      →      %b = relu(%x)
///   %b = relu(%a)
void fold(Graph &graph);

/// Merges equal operators over equal operands. Two values that both leave the graph keep storage of their
/// own.
///
///   %a = exp(%x)                                 %a = exp(%x)
///   %b = exp(%x)                          →      %c = add(%a, %a)
///   %c = add(%a, %b)
void eliminateCommonSubexpressions(Graph &graph);

/// Drops nodes without uses, but for those that may throw: an index out of range is an error of the call,
/// whether or not the result is used.
///
///   %a = exp(%x)                          →      return %x
///   return %x
void eliminateDeadCode(Graph &graph);

/// May running the node throw, depending on the values of its operands? (An index out of range, an integer
/// division by zero.)
bool mayThrow(const Node &node);
/// The operand that must not be 0: the call throws, and the instruction would trap. Null for other nodes.
const Value *integerDivisor(const Node &node);
/// Does each evaluation change what the next one of any such node gives? They are kept as they are, in their
/// order.
bool hasEffect(const Node &node);

/// What a pass promises to leave as it was, beside what the graph computes. It is checked after each run.
enum class Keeps : uint8_t {
  Results, // no more: an output may become another one, or a view of another memory
  Memory,  // also which outputs and inputs share memory with each other
  Outputs, // also the type, memory and offset of each output, and which inputs are written
};

/// A pass is a row of `passTable()`: the pipeline, `--passes`, its help text and messages are made of it.
struct Pass {
  const char *name;                 // "dce": how --passes calls it
  const char *function;             // "eliminateDeadCode": how messages of the pipeline call it
  std::string (*run)(Graph &graph); // empty, or what has no form that the pass could give it
  Keeps keeps;
  bool repeats;    // the pipeline runs those, in their order, until none of them changes the graph
  const char *why; // in the tool's help
};

/// All passes, in the order of the pipeline: first those that run once, then those that repeat.
std::span<const Pass> passTable();
/// Null where no pass has that name.
const Pass *findPass(std::string_view name);
/// "parts, functionalise, ...": what a message about an unknown name lists.
std::string passNames();

/// Called after each pass of the pipeline with its function, after each one of a list with its name.
using PassObserver = std::function<void(const char *pass, const Graph &graph)>;

/// The pipeline, verified after each pass. Empty, or the pass and the value that it broke: a bug of ours.
std::string runPasses(Graph &graph, const PassObserver &observer = nullptr);
/// These passes, once each, verified as the pipeline is. Messages call them by `name`.
std::string runPasses(Graph &graph, std::span<const Pass *const> passes,
                      const PassObserver &observer = nullptr);

} // namespace fullgraph
