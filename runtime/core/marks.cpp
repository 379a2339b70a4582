#include "runtime/core/marks.h"

#include <initializer_list>

namespace fg {

constinit std::atomic<bool> rt::marksAny{false};

namespace detail {

static_assert(maxRank <= 8, "a bit for each dim");

void destroyMarks(DimMarks *marks) noexcept { delete marks; }

namespace {

DimMarks &marksOf(const Tensor &x, const char *function) {
  TensorImpl *impl = x.unsafeGetImpl();
  if (!impl)
    failUndefined(function);
  if (!impl->marks)
    impl->marks = new DimMarks;
  rt::marksAny.store(true, std::memory_order_relaxed);
  return *impl->marks;
}

/// `dim` counted from the end where negative. Unlike operators, a 0-d tensor has no dim that could be marked.
size_t dimOf(const Tensor &x, int64_t dim) {
  if (x.dim() == 0)
    failNoDims(dim);
  return size_t(wrapDim(dim, x.dim()));
}

void add(uint8_t &set, size_t dim) { set = uint8_t(set | 1u << dim); }

} // namespace
} // namespace detail

void mark_dynamic(const Tensor &x, int64_t dim, const DynamicDim &of) {
  detail::DimMarks &marks = detail::marksOf(x, "mark_dynamic");
  const size_t d = detail::dimOf(x, dim);
  const int64_t size = x.sizes()[d];
  FG_CHECK(of.min < of.max, "mark_dynamic: expected min < max, but got ", of.min, " and ", of.max,
           "; fg::mark_static is for a size that does not change");
  FG_CHECK(of.min <= size && size <= of.max, "mark_dynamic: ", size, " not in range [", of.min, ", ", of.max,
           "]");
  FG_CHECK(of.hint >= 0, "mark_dynamic: expected a hint that is a size, but got ", of.hint);
  detail::add(marks.sets.dynamic, d);
  marks.ranges[d] = {of.min, of.max, of.hint, of.specialize_on.vec()};
}

void mark_dynamic(const Tensor &x, IntArrayRef dims, const DynamicDim &of) {
  for (const int64_t dim : dims)
    mark_dynamic(x, dim, of);
}

void maybe_mark_dynamic(const Tensor &x, int64_t dim) {
  detail::DimMarks &marks = detail::marksOf(x, "maybe_mark_dynamic");
  detail::add(marks.sets.weak, detail::dimOf(x, dim));
}

void maybe_mark_dynamic(const Tensor &x, IntArrayRef dims) {
  for (const int64_t dim : dims)
    maybe_mark_dynamic(x, dim);
}

void mark_static(const Tensor &x, int64_t dim) {
  detail::DimMarks &marks = detail::marksOf(x, "mark_static");
  detail::add(marks.sets.fixed, detail::dimOf(x, dim));
}

void mark_static(const Tensor &x, IntArrayRef dims) {
  for (const int64_t dim : dims)
    mark_static(x, dim);
}

void mark_static(const Tensor &x) {
  detail::DimMarks &marks = detail::marksOf(x, "mark_static");
  for (size_t d = 0; d < x.sizes().size(); ++d)
    detail::add(marks.sets.fixed, d);
}

} // namespace fg
