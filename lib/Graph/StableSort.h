// A stable sort for short lists. Every layer of lib may use it. Equal elements stay in their order, so that
// output is the same on every machine.
#pragma once

#include <algorithm>
#include <iterator>

namespace fullgraph {

/// Sorts by insertion. std::stable_sort is not used: its buffer makes each file that calls it warn about a
/// deprecated function of libstdc++ 12, and `isBefore` may be what a prover knows, which need not be
/// transitive; insertion ends within the list all the same. Quadratic, except for lists that are nearly in
/// order.
template <class List, class Before> void stableSort(List &list, const Before &isBefore) {
  for (auto it = list.begin(); it != list.end(); ++it)
    for (auto at = it; at != list.begin() && isBefore(*at, *std::prev(at)); --at)
      std::iter_swap(at, std::prev(at));
}

} // namespace fullgraph
