// What mark_dynamic and its kin said of a tensor's dims. tensor.cpp keeps them with a tensor, the run-time
// compiler's client reads them. A mark says what to build, and never changes a result.
#pragma once

#include <fullgraph/dynamic.h>

#include <atomic>
#include <vector>

namespace fg {

namespace rt {

/// A bit for each dim.
struct MarkSets {
  uint8_t dynamic = 0, weak = 0, fixed = 0;

  /// Does a version that was made for these marks do what those of a call ask for?
  bool include(const MarkSets &other) const {
    return (other.dynamic & ~dynamic) == 0 && (other.weak & ~weak) == 0 && (other.fixed & ~fixed) == 0;
  }
};

/// Has any tensor ever been marked? Until then nobody looks.
extern constinit std::atomic<bool> marksAny;

} // namespace rt

namespace detail {

struct DimMarks {
  struct Range {
    int64_t min = 0, max = INT32_MAX, hint = 0;
    std::vector<int64_t> specializeOn;
  };
  rt::MarkSets sets;
  Range ranges[maxRank]; // of the dims in sets.dynamic
};

void destroyMarks(DimMarks *marks) noexcept;

} // namespace detail

namespace rt {

inline MarkSets marksOf(const Tensor &x) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && impl->marks ? impl->marks->sets : MarkSets();
}

} // namespace rt

} // namespace fg
