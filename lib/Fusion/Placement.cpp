// Where results are stored: in a buffer of their own, in the slice of a `cat` or of a write, or straight
// where their only reader would have copied them.
#include "lib/Fusion/Groups.h"

#include <algorithm>

namespace fullgraph::fusion {

/// Where the result of a cat or scatter goes: straight into the memory of the only group that would copy it.
unsigned Grouping::bufferFor(const Value *result) {
  const std::vector<unsigned> users = usersOf(result);
  if (demanded.count(result) || users.size() != 1)
    return newBuffer(result);
  Group &user = groups[users[0]];
  if (user.roots.size() != 1 || user.roots[0].value != result || !user.nodes.empty() || !user.after.empty())
    return newBuffer(result);
  const BufferView target = user.roots[0].target;
  TensorType type = result->type;
  type.weak = false;
  if (!target.offset.isConst(0) || !(target.type == type) || !(buffers[target.buffer].type == type))
    return newBuffer(result);
  user.merged = true;
  replaced[users[0]] = result;
  user.roots.clear();
  for (auto &[value, s] : stored)
    s.writers.erase(std::remove(s.writers.begin(), s.writers.end(), users[0]), s.writers.end());
  return target.buffer;
}

/// `id`, or what has taken its place, has run before `group`.
void Grouping::finishReplaced(const Value *result) {
  for (const auto &[id, value] : replaced) {
    if (value != result)
      continue;
    for (Group &group : groups) {
      const auto at = std::find(group.after.begin(), group.after.end(), id);
      if (at == group.after.end())
        continue;
      group.after.erase(at);
      const std::vector<unsigned> &writers = stored[result].writers;
      group.after.insert(group.after.end(), writers.begin(), writers.end());
    }
    for (auto &[other, s] : stored)
      if (other != result && s.buffer == stored[result].buffer)
        s.writers.insert(s.writers.end(), stored[result].writers.begin(), stored[result].writers.end());
  }
}

void Grouping::placeConcat(const Node &node) {
  Value *result = node.result();
  const unsigned buffer = bufferFor(result);
  stored[result].buffer = buffer;
  const size_t rank = result->type.rank();
  const int64_t wanted = node.sym("dim").asInt().value_or(0);
  const size_t dim = static_cast<size_t>(wanted < 0 ? wanted + int64_t(rank) : wanted);
  const std::vector<Sym> strides = result->type.stridesOrContiguous();
  Sym start = 0;
  for (Value *operand : node.values("tensors")) {
    if (operand->type.rank() != rank) // ATen skips empty 1-d operands
      continue;
    const Sym extent = operand->type.sizes[dim];
    if (!extent.isConst(0)) {
      TensorType part = result->type;
      part.sizes = operand->type.sizes;
      part.strides = strides;
      const unsigned id = newGroup(operand, {stored[result].buffer, part, start * strides[dim]});
      stored[result].writers.push_back(id);
      uses[operand->root()].push_back({nullptr, id, operand});
    }
    start = start + extent;
  }
  finishReplaced(result);
}

void Grouping::placeScatter(const Node &node) {
  Value *result = node.result(), *self = node.value("self"), *src = node.value("src");
  Stored &s = stored[result];
  const size_t rank = result->type.rank();
  const int64_t wanted = node.sym("dim").asInt().value_or(0);
  const size_t dim = static_cast<size_t>(wanted < 0 ? wanted + int64_t(rank) : wanted);
  const std::vector<Sym> strides = result->type.stridesOrContiguous();
  const Sym extent = result->type.sizes[dim];
  const auto wrapped = [&](const Sym &index) {
    const auto constant = index.asInt();
    return constant && *constant < 0 ? index + extent : index;
  };
  TensorType part = result->type;
  part.strides = strides;
  Sym offset;
  if (node.opName() == "select_scatter") {
    part.sizes.erase(part.sizes.begin() + static_cast<std::ptrdiff_t>(dim));
    part.strides.erase(part.strides.begin() + static_cast<std::ptrdiff_t>(dim));
    offset = wrapped(node.sym("index")) * strides[dim];
  } else {
    const Sym start = symMin(wrapped(node.optionalSym("start").value_or(Sym(0))), extent);
    part.sizes = src->type.sizes;
    part.strides[dim] = strides[dim] * node.sym("step");
    offset = start * strides[dim];
  }
  s.buffer = bufferFor(result);
  const unsigned copy = newGroup(self, {s.buffer, result->type, 0});
  uses[self->root()].push_back({nullptr, copy, self});
  const unsigned write = newGroup(src, {s.buffer, part, offset});
  uses[src->root()].push_back({nullptr, write, src});
  groups[write].after.push_back(copy);
  s.writers = {copy, write};
  finishReplaced(result);
}

} // namespace fullgraph::fusion
