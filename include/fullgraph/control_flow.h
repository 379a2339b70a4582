// Control flow on the values of tensors: torch.cond, while_loop, scan and map.
//
// What they compute is what their bodies below say. In a compiled function they are no graph breaks: the
// functions that they are given are compiled, and cond may become a selection where both of its sides are
// cheap and pure.
#pragma once

#include <fullgraph/error.h>
#include <fullgraph/ops.h>

namespace fg {
namespace detail {
inline bool truth(bool value) { return value; }
inline bool truth(const Tensor &value) { return value.item<bool>(); }
} // namespace detail

/// torch.cond: true_fn(operands...) or false_fn(operands...), which return the same type. `pred` is a bool or
/// a tensor with one element.
template <class TrueFn, class FalseFn, class... Operands>
auto cond(const Tensor &pred, TrueFn &&true_fn, FalseFn &&false_fn, const Operands &...operands) {
  if (pred.item<bool>())
    return true_fn(operands...);
  return false_fn(operands...);
}
template <class TrueFn, class FalseFn, class... Operands>
auto cond(bool pred, TrueFn &&true_fn, FalseFn &&false_fn, const Operands &...operands) {
  if (pred)
    return true_fn(operands...);
  return false_fn(operands...);
}

/// torch.while_loop: carried = body_fn(carried) while cond_fn(carried), a bool or a tensor with one element.
template <class CondFn, class BodyFn, class Carried>
Carried while_loop(CondFn &&cond_fn, BodyFn &&body_fn, Carried carried) {
  while (detail::truth(cond_fn(carried)))
    carried = body_fn(carried);
  return carried;
}
/// Several values are carried as a std::tuple, which body_fn returns and which is the result.
template <class CondFn, class BodyFn, class First, class Second, class... More>
std::tuple<First, Second, More...> while_loop(CondFn &&cond_fn, BodyFn &&body_fn, First first, Second second,
                                              More... more) {
  std::tuple<First, Second, More...> carried(std::move(first), std::move(second), std::move(more)...);
  while (detail::truth(std::apply(cond_fn, carried)))
    carried = std::apply(body_fn, carried);
  return carried;
}

/// torch.scan: for each slice x of xs along `dim`, the last one first with `reverse`, (carry, y) =
/// combine_fn(carry, x), which is a pair or a tuple. Returns the last carry, and the ys stacked along dim 0
/// in the order of xs. Throws where xs has no such dim, or no slices.
template <class CombineFn, class Carry>
std::tuple<Carry, Tensor> scan(CombineFn &&combine_fn, Carry init, const Tensor &xs, int64_t dim = 0,
                               bool reverse = false) {
  const int64_t along = dim < 0 ? dim + xs.dim() : dim;
  check(along >= 0 && along < xs.dim() && xs.size(along) > 0,
        "All xs leaves must at least have 'dim' number of dimensions and scan dimension > 0");
  const int64_t count = xs.size(along);
  std::vector<Tensor> ys(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t at = reverse ? count - 1 - i : i;
    auto [carry, y] = combine_fn(init, xs.select(along, at));
    init = carry;
    ys[static_cast<size_t>(at)] = y;
  }
  return {init, stack(ys, 0)};
}

/// torch.map: fn(x, operands...) for each slice x of xs along dim 0, stacked along dim 0. Throws where xs is
/// 0-d or has no slices.
template <class Fn, class... Operands> Tensor map(Fn &&fn, const Tensor &xs, const Operands &...operands) {
  check(xs.dim() > 0, "Leading dimensions of mapped xs cannot be 0.");
  check(xs.size(0) > 0, "Leading dimensions of mapped xs cannot be 0.");
  const int64_t count = xs.size(0);
  std::vector<Tensor> ys;
  for (int64_t i = 0; i < count; ++i)
    ys.push_back(fn(xs.select(0, i), operands...));
  return stack(ys, 0);
}

} // namespace fg
