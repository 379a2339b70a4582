// Loops over slices, as fg::scan is, in a graph. They have no body of their own: what depends on a
// `turn_state` or a `turn_slice` is computed in each turn, with the types that it has in one turn.
//
//   %s: f32[C] = turn_state(%init, number = 0)             what the loop carries, as a turn finds it
//   %x: f32[C] = turn_slice(%xs, dim = 0, reverse = false)
//   %n: f32[C] = add(%s, %x)                               computed in each turn
//   %l: f32[C] = last_turn([%s], [%n], turns = T, of = 0)  %n of the last turn
//   %y: f32[T, C] = all_turns([%s], [%n], %n, turns = T, reverse = false)
//
// A loop is one kernel, so its turns may do no more than such a kernel can: `loopForm` says whether they do.
// The two operators at the end do not type otherwise, and capture leaves the loop in the program.
#pragma once

#include "lib/Ops/OpSchema.h"

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace fullgraph {

/// What the turns of a loop compute.
struct LoopForm {
  /// In each turn, operands first. Views are among them.
  std::vector<const Node *> nodes;
  /// Every tensor of a turn is small and of known sizes, so that each of its elements is a number of its own.
  /// Else all operators are elementwise, and each place of `space` is a loop by itself.
  bool ofNumbers = false;
  std::vector<Sym> space;
};

/// What a turn finds of what the loop carries.
inline bool isCarried(const Node &node) { return node.is(Op::turn_state); }
/// What is left of the loop.
inline bool isLoopEnd(const Node &node) { return node.is(Op::last_turn) || node.is(Op::all_turns); }
/// The form of the loop that `ends` (isLoopEnd) are of. The error says which value no kernel could compute in
/// each turn. `env` says which sizes are equal; without one, sizes of one dim are: of a loop that was
/// inferred.
llvm::Expected<LoopForm> loopForm(const std::vector<const Node *> &ends, const ShapeEnv *env = nullptr);
/// Of ends that are not in a graph yet: their operands. `values`: what is stacked, or computed besides.
llvm::Expected<LoopForm> loopForm(const std::vector<Value *> &states, const std::vector<Value *> &next,
                                  const std::vector<const Value *> &values, const ShapeEnv *env);

/// For who reads why a loop is none: "matmul (net.cpp:8:20)", or "%y" where the source is not known.
std::string operatorText(const Node &node);

} // namespace fullgraph
