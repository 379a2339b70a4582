#include "lib/Capture/Tensors/KernelWalk.h"

#include "lib/Capture/Tensors/TensorNumbers.h"

using namespace clang;

namespace fullgraph {

/// The node that computes the same, if there is one; `made`: it does from now on.
Value *KernelWalk::kernelValue(const OpSchema &op, const std::vector<Arg> &args, Value *made) {
  std::string key = op.name;
  for (const Arg &arg : args) {
    key += ';';
    if (const auto *value = std::get_if<Value *>(&arg))
      key += "%" + std::to_string(reinterpret_cast<uintptr_t>(*value));
    else if (const auto *number = std::get_if<Sym>(&arg))
      key += std::to_string(static_cast<int>(number->type())) + ":" + number->str();
    else if (const auto *dtype = std::get_if<ScalarType>(&arg))
      key += fg::toString(*dtype);
    else if (!std::holds_alternative<std::monostate>(arg))
      return made; // lists: not of the function's arithmetic
  }
  if (made)
    return walk.kernel->known.emplace(std::move(key), made).first->second;
  const auto found = walk.kernel->known.find(key);
  return found == walk.kernel->known.end() ? nullptr : found->second;
}

/// The side of a branch on the current way; nullopt where there are too many.
std::optional<bool> KernelWalk::kernelSide(const AbsValue &number, const Expr *condition) {
  Value *asked = numbers.convertNumber(number, context.BoolTy, condition).tensor;
  for (const auto &[earlier, side] : walk.kernel->asked)
    if (earlier == asked)
      return side;
  const size_t index = walk.kernel->asked.size();
  if (index >= maxSides || walk.kernel->ways > maxWays)
    return std::nullopt;
  const bool side = index >= walk.kernel->forced.size() || walk.kernel->forced[index];
  walk.kernel->asked.emplace_back(asked, side);
  return side;
}

} // namespace fullgraph
