// Internal to lib/Capture: dims that only the caller knows. TensorOps and Models/TensorModel use it. Each dim
// that the number can mean is a path of its own.
#pragma once

#include "lib/Graph/Sym.h"
#include "lib/Ops/OpSchema.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace fullgraph {

/// Does the argument say which of a tensor's dims are meant?
inline bool isDim(const ArgSchema &schema) { return schema.name.find("dim") != std::string::npos; }

/// Which dim a number of the caller's is: a path of its own for each. Both ways to count it, from the front
/// and from the back, are one path.
class DimChoice {
public:
  using Ask = llvm::function_ref<std::optional<bool>(const Sym &)>;
  /// known: what is known of a condition; decide: which side this path takes.
  DimChoice(int64_t rank, Ask known, Ask decide)
      : limit(std::max<int64_t>(rank, 1)), known(known), decide(decide) {}

  Sym isAt(const Sym &dim, int64_t at) const {
    return symOr(symEq(dim, Sym(at)), symEq(dim, Sym(at - limit)));
  }
  /// Where the path has chosen before.
  std::optional<int64_t> chosen(const Sym &dim) const {
    if (const std::optional<int64_t> number = dim.asInt())
      return *number < 0 && *number >= -limit ? *number + limit : *number;
    for (int64_t at = 0; at < limit; ++at)
      if (known(isAt(dim, at)) == true)
        return at;
    return std::nullopt;
  }
  /// `taken`: dims that the operator does not take twice. nullopt for none that the tensor has.
  std::optional<int64_t> choose(const Sym &dim, const std::set<int64_t> &taken = {}) const {
    if (const std::optional<int64_t> before = chosen(dim))
      return before;
    for (int64_t at = 0; at < limit; ++at)
      if (!taken.count(at) && decide(isAt(dim, at)) == true)
        return at;
    return std::nullopt;
  }
  /// Of dims in any order, which is no matter: those that are in the list. nullopt where one is there twice,
  /// or is none that the tensor has.
  std::optional<std::vector<Sym>> chooseAll(const std::vector<Sym> &dims) const {
    std::vector<Sym> members;
    for (int64_t at = 0; at < limit; ++at) {
      Sym isIn = Sym::boolean(false);
      for (const Sym &dim : dims)
        isIn = symOr(isIn, isAt(dim, at));
      if (decide(isIn) == true)
        members.push_back(Sym(at));
    }
    return members.size() == dims.size() ? std::optional(members) : std::nullopt;
  }
  /// Orders of many dims that programs use: as they are, two of them changed, one of them moved to an end or
  /// from it, all turned around. nullopt for other orders.
  std::optional<std::vector<Sym>> chooseLikelyOrder(const std::vector<Sym> &dims) const {
    std::vector<int64_t> asIs(dims.size());
    for (size_t i = 0; i < dims.size(); ++i)
      asIs[i] = static_cast<int64_t>(i);
    std::vector<std::vector<int64_t>> orders = {asIs};
    const auto add = [&](auto change) {
      orders.push_back(asIs);
      change(orders.back());
    };
    add([](auto &order) { std::swap(order[order.size() - 2], order.back()); });
    add([](auto &order) { std::swap(order[1], order[2]); });
    add([](auto &order) { std::swap(order[0], order[1]); });
    add([](auto &order) { std::rotate(order.begin() + 1, order.begin() + 2, order.end()); });
    add([](auto &order) { std::rotate(order.begin() + 1, order.end() - 1, order.end()); });
    add([](auto &order) { std::rotate(order.begin(), order.begin() + 1, order.end()); });
    add([](auto &order) { std::rotate(order.begin(), order.end() - 1, order.end()); });
    add([](auto &order) { std::reverse(order.begin(), order.end()); });
    for (const std::vector<int64_t> &order : orders) {
      Sym isOrder = Sym::boolean(true);
      for (size_t i = 0; i < dims.size(); ++i)
        isOrder = symAnd(isOrder, isAt(dims[i], order[i]));
      if (decide(isOrder) == true)
        return std::vector<Sym>(order.begin(), order.end());
    }
    return std::nullopt;
  }

private:
  const int64_t limit;
  const Ask known, decide;
};

} // namespace fullgraph
