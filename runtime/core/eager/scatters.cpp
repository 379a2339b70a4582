// wrap_index, checked_index, scatter, scatter_reduce, masked_scatter.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/eager/library_call.h"
#include "runtime/core/eager/loop_nest.h"

#include <algorithm>

namespace fg::host {

using namespace detail;

namespace {

/// at::scatter_shape_check and at::scatter_gather_dtype_check. False: nothing is written.
bool checkScatter(const char *name, const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  FG_CHECK(index.numel() == 0 || index.scalar_type() == kLong || index.scalar_type() == kInt, name,
           "(): Expected dtype int32/int64 for index");
  FG_CHECK(self.scalar_type() == src.scalar_type(), name, "(): Expected self.dtype to be equal to src.dtype");
  if (index.numel() == 0)
    return false;
  const auto rank = [](const Tensor &t) { return t.dim() ? t.dim() : 1; };
  const auto size = [](const Tensor &t, int64_t d) { return t.dim() ? t.size(d) : 1; };
  FG_CHECK(rank(self) == rank(index), "Index tensor must have the same number of dimensions as self tensor");
  FG_CHECK(rank(index) == rank(src), "Index tensor must have the same number of dimensions as src tensor");
  for (int64_t d = 0; d < rank(self); ++d)
    FG_CHECK((d == dim || size(index, d) <= size(self, d)) && size(index, d) <= size(src, d),
             "Expected index ", index.sizes(), " to be no larger than self ", self.sizes(),
             " apart from dimension ", dim, " and to be no larger size than src ", src.sizes());
  return true;
}

/// The message that ATen has for the first index that is out of range.
[[noreturn]] void failIndex(const Tensor &index, int64_t dim, int64_t size, int64_t lowest) {
  const Tensor indices = contiguousAs(index, kLong);
  const int64_t *const at = indices.data_ptr<int64_t>();
  int64_t wrong = 0;
  for (int64_t i = 0; i < indices.numel(); ++i)
    if (at[i] < lowest || at[i] >= size) {
      wrong = at[i];
      break;
    }
  fail({"index ", wrong, " is out of bounds for dimension ", dim, " with size ", size});
}

int64_t sizeOf(const Tensor &self, int64_t dim) { return self.dim() ? self.size(dim) : 1; }

} // namespace

Tensor wrap_index(const Tensor &self, int64_t of, int64_t size) {
  checkDefined(self, "index");
  FG_CHECK(self.scalar_type() == kLong || self.scalar_type() == kInt,
           "tensors used as indices must be long, int, byte or bool tensors");
  const Tensor result = newContiguous(self.sizes(), kLong);
  if (callLibrary(fg_library_wrap_index, self, of, size, result) != 0)
    failIndex(self, of, size, -size);
  return result;
}

Tensor checked_index(const Tensor &self, int64_t size, string_view below, string_view above) {
  checkDefined(self, "index");
  FG_CHECK(self.scalar_type() == kLong || self.scalar_type() == kInt,
           "tensors used as indices must be long, int, byte or bool tensors");
  const Tensor result = newContiguous(self.sizes(), kLong);
  if (callLibrary(fg_library_checked_index, self, size, libraryText(below), libraryText(above), result) == 0)
    return result;
  const Tensor indices = contiguousAs(self, kLong);
  const int64_t *const begin = indices.data_ptr<int64_t>(), *const end = begin + indices.numel();
  const bool isOne = below == above; // the first, whichever it is
  const int64_t *wrong = std::find_if(begin, end, [&](int64_t i) { return i < 0 || (isOne && i >= size); });
  const string_view text = wrong == end ? above : below;
  if (wrong == end)
    wrong = std::find_if(begin, end, [&](int64_t i) { return i >= size; });
  const char *const last = text.data() + text.size();
  static constexpr char place[] = {'{', '}'};
  const char *const at = std::search(text.data(), last, place, place + 2);
  if (at == last)
    fail({text});
  fail({string_view(text.data(), size_t(at - text.data())), *wrong,
        string_view(at + 2, size_t(last - at) - 2)});
}

Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  checkDefined(self, "scatter");
  if (self.is_complex())
    return complex_forms::scatter(self, dim, index, src);
  const int64_t at = wrapDim(dim, self.dim());
  if (!checkScatter("scatter", self, at, index, src))
    return contiguous(clone(self));
  const Tensor result = newContiguous(self.sizes(), self.scalar_type());
  if (callLibrary(fg_library_scatter, self, index, src, at, result) != 0)
    failIndex(index, at, sizeOf(self, at), 0);
  return result;
}

Tensor scatter_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                      string_view reduce, bool include_self) {
  checkDefined(self, "scatter_reduce");
  if (self.is_complex())
    return complex_forms::scatter_reduce(self, dim, index, src, reduce, include_self);
  const int64_t at = wrapDim(dim, self.dim());
  FG_CHECK(reduce == "sum" || reduce == "prod" || reduce == "mean" || reduce == "amax" || reduce == "amin",
           "reduce argument must be either sum, prod, mean, amax or amin, got ", reduce);
  if (!checkScatter("scatter", self, at, index, src))
    return contiguous(clone(self));
  const Tensor result = newContiguous(self.sizes(), self.scalar_type());
  if (callLibrary(fg_library_scatter_reduce, self, index, src, at, libraryText(reduce), int64_t(include_self),
                  result) != 0)
    failIndex(index, at, sizeOf(self, at), 0);
  return result;
}

Tensor masked_scatter(const Tensor &self, const Tensor &mask, const Tensor &source, bool exact) {
  checkDefined(self, "masked_scatter");
  if (self.is_complex())
    return complex_forms::masked_scatter(self, mask, source, exact);
  FG_CHECK(self.scalar_type() == source.scalar_type(),
           "masked_scatter: expected self and source to have same dtypes but got", self.scalar_type(),
           " and ", source.scalar_type());
  FG_CHECK(mask.scalar_type() == kBool,
           "masked_scatter_ only supports boolean masks, but got mask with dtype ", mask.scalar_type());
  const std::vector<int64_t> sizes = broadcastShapes(self.sizes(), mask.sizes());
  const Tensor result = newContiguous(sizes, self.scalar_type());
  if (callLibrary(fg_library_masked_scatter, expand(self, sizes), expand(mask, sizes), source, int64_t(exact),
                  result) != 0) {
    if (exact) { // index_put_'s, of which source is one slice for each true
      std::vector<int64_t> shape = source.sizes().vec();
      const int64_t slice = shape.empty() || shape[0] == 0 ? 1 : source.numel() / shape[0];
      if (!shape.empty())
        shape[0] = sum(expand(mask, sizes)).item<int64_t>() / slice;
      FG_CHECK(false, "shape mismatch: value tensor of shape ", source.sizes(),
               " cannot be broadcast to indexing result of shape ", shape);
    }
    FG_CHECK(false, "Number of elements of source < number of ones in mask");
  }
  return result;
}

Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  checkNoInternalOverlap(self);
  return copy_(self, host::scatter(self, dim, index, src));
}
Tensor &scatter_reduce_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, string_view reduce,
                        bool include_self) {
  checkNoInternalOverlap(self);
  return copy_(self, host::scatter_reduce(self, dim, index, src, reduce, include_self));
}
Tensor &masked_scatter_(Tensor &self, const Tensor &mask, const Tensor &source, bool exact) {
  checkNoInternalOverlap(self);
  return copy_(self, host::masked_scatter(self, expand(mask, self.sizes()), source, exact));
}

} // namespace fg::host
