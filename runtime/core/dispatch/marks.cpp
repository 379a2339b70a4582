#include "runtime/core/dispatch/marks.h"

#include <numeric>
#include <vector>

namespace fg {

constinit std::atomic<bool> rt::marksAny{false};

namespace detail {

static_assert(maxRank <= 8, "a bit for each dim");

void destroyMarks(DimMarks *marks) noexcept { delete marks; }

namespace {

/// The dims, counted from the end where negative; any that is wrong throws before anything is marked. Unlike
/// operators, a 0-d tensor has no dim that could be marked.
std::vector<size_t> dimsOf(const Tensor &x, IntArrayRef dims, const char *function) {
  if (!x.defined())
    failUndefined(function);
  std::vector<size_t> wrapped;
  for (const int64_t dim : dims) {
    if (x.dim() == 0)
      failNoDims(dim);
    wrapped.push_back(size_t(wrapDim(dim, x.dim())));
  }
  return wrapped;
}

DimMarks &marksOf(const Tensor &x) {
  TensorImpl *impl = x.unsafeGetImpl();
  if (!impl->marks)
    impl->marks = new DimMarks;
  rt::marksAny.store(true, std::memory_order_relaxed);
  return *impl->marks;
}

void mark(const Tensor &x, const std::vector<size_t> &dims, uint8_t rt::MarkSets::*set) {
  for (const size_t dim : dims)
    marksOf(x).sets.*set |= uint8_t(1u << dim);
}

} // namespace
} // namespace detail

void mark_dynamic(const Tensor &x, IntArrayRef dims, const DynamicDim &of) {
  const std::vector<size_t> marked = detail::dimsOf(x, dims, "mark_dynamic");
  FG_CHECK(of.min < of.max, "mark_dynamic: expected min < max, but got ", of.min, " and ", of.max,
           "; fg::mark_static is for a size that does not change");
  FG_CHECK(of.hint >= 0, "mark_dynamic: expected a hint that is a size, but got ", of.hint);
  for (const size_t dim : marked) {
    const int64_t size = x.sizes()[dim];
    FG_CHECK(of.min <= size && size <= of.max, "mark_dynamic: ", size, " not in range [", of.min, ", ",
             of.max, "]");
  }
  detail::mark(x, marked, &rt::MarkSets::dynamic);
  for (const size_t dim : marked)
    detail::marksOf(x).ranges[dim] = {of.min, of.max, of.hint, of.specialize_on.vec()};
}

void mark_dynamic(const Tensor &x, int64_t dim, const DynamicDim &of) {
  mark_dynamic(x, IntArrayRef(&dim, 1), of);
}

void maybe_mark_dynamic(const Tensor &x, IntArrayRef dims) {
  detail::mark(x, detail::dimsOf(x, dims, "maybe_mark_dynamic"), &rt::MarkSets::weak);
}

void maybe_mark_dynamic(const Tensor &x, int64_t dim) { maybe_mark_dynamic(x, IntArrayRef(&dim, 1)); }

void mark_static(const Tensor &x, IntArrayRef dims) {
  detail::mark(x, detail::dimsOf(x, dims, "mark_static"), &rt::MarkSets::fixed);
}

void mark_static(const Tensor &x, int64_t dim) { mark_static(x, IntArrayRef(&dim, 1)); }

void mark_static(const Tensor &x) {
  std::vector<int64_t> all(x.sizes().size());
  std::iota(all.begin(), all.end(), 0);
  mark_static(x, all);
}

} // namespace fg
