// The definitions of composites/scatter.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
Tensor indexForEach(const Tensor &index, int64_t dim, const Tensor &like) {
  if (like.dim() == 0)
    return reshape(index, {});
  std::vector<int64_t> shape(size_t(like.dim()), 1);
  shape[size_t(wrapDim(dim, like.dim()))] = index.numel();
  return expand(reshape(index, shape), like.sizes());
}
/// self's sizes with `count` along dim.
static std::vector<int64_t> sizesWith(const Tensor &self, int64_t dim, int64_t count) {
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < self.dim(); ++d)
    sizes.push_back(d == wrapDim(dim, self.dim()) ? count : self.size(d));
  return sizes;
}
int64_t broadcastSize(int64_t a, int64_t b) { return a == b || b == 1 ? a : a == 1 ? b : -1; }
std::vector<int64_t> broadcastSizes(IntArrayRef a, IntArrayRef b) {
  const size_t rank = a.size() > b.size() ? a.size() : b.size();
  std::vector<int64_t> sizes;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t m = d + a.size() < rank ? 1 : a[d + a.size() - rank],
                  n = d + b.size() < rank ? 1 : b[d + b.size() - rank];
    sizes.push_back(broadcastSize(m, n));
    FG_CHECK(sizes.back() >= 0, "The size of tensor a (", m, ") must match the size of tensor b (", n,
             ") at non-singleton dimension ", int64_t(d));
  }
  return sizes;
}
string_view reduction(string_view reduce) {
  FG_CHECK(reduce == "add" || reduce == "multiply", "reduce argument must be either add or multiply.");
  return reduce == "add" ? string_view("sum") : string_view("prod");
}
static void checkIndexVector(const Tensor &index, const char *name) {
  FG_CHECK(index.dim() <= 1, name, "(): Index should have dimension 1 or 0 (got ", index.dim(), ")");
  FG_CHECK(index.scalar_type() == kLong || index.scalar_type() == kInt, name,
           "(): Expected dtype int32/int64 for index");
}
} // namespace detail

Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  return scatter(self, dim, index, expand(full({}, value, self.scalar_type()), index.sizes()));
}
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, string_view reduce) {
  return scatter_reduce(self, dim, index, src, detail::reduction(reduce));
}
Tensor scatter_add(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  return scatter_reduce(self, dim, index, src, "sum");
}
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  return scatter_(self, dim, index, expand(full({}, value, self.scalar_type()), index.sizes()));
}
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, string_view reduce) {
  return scatter_reduce_(self, dim, index, src, detail::reduction(reduce));
}
Tensor &scatter_add_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  return scatter_reduce_(self, dim, index, src, "sum");
}

Tensor index_add(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                 const Scalar &alpha) {
  detail::checkIndexVector(index, "index_add");
  FG_CHECK(source.dim() == 0 || index.numel() == source.size(dim), "index_add(): Number of indices (",
           index.numel(), ") should be equal to source.size(dim): (",
           source.dim() == 0 ? 1 : source.size(dim), "), for dim: ", dim);
  return scatter_reduce(self, dim, detail::indexForEach(index, dim, source),
                        alpha.equal(1) ? source : mul(source, alpha), "sum");
}
Tensor &index_add_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                   const Scalar &alpha) {
  return copy_(self, index_add(self, dim, index, source, alpha));
}
Tensor index_copy(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source) {
  detail::checkIndexVector(index, "index_copy_");
  FG_CHECK(source.dim() == 0 || index.numel() == source.size(dim), "index_copy_(): Number of indices (",
           index.numel(), ") should be equal to source.size(dim) (", source.dim() == 0 ? 1 : source.size(dim),
           ")");
  return scatter(self, dim, detail::indexForEach(index, dim, source), source);
}
Tensor &index_copy_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &source) {
  return copy_(self, index_copy(self, dim, index, source));
}
Tensor index_fill(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  FG_CHECK(index.scalar_type() == kLong, "index_fill_(): Expected dtype int64 for index.");
  FG_CHECK(index.dim() <= 1, "Index has to be a vector/scalar");
  const Tensor values =
      expand(full({}, value, self.scalar_type()), detail::sizesWith(self, dim, index.numel()));
  const int64_t size = self.dim() == 0 ? 1 : self.size(dim);
  return scatter(self, dim, detail::indexForEach(wrap_index(index, dim, size), dim, values), values);
}
Tensor index_fill(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &value) {
  FG_CHECK(value.dim() == 0, "index_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
           value.dim(), " dimension(s).");
  const Tensor values = expand(to(value, self.scalar_type()), detail::sizesWith(self, dim, index.numel()));
  const int64_t size = self.dim() == 0 ? 1 : self.size(dim);
  return scatter(self, dim, detail::indexForEach(wrap_index(index, dim, size), dim, values), values);
}
Tensor &index_fill_(Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  return copy_(self, index_fill(self, dim, index, value));
}
Tensor &index_fill_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &value) {
  return copy_(self, index_fill(self, dim, index, value));
}

Tensor take(const Tensor &self, const Tensor &index) {
  FG_CHECK(index.scalar_type() == kLong, "take(): Expected a long tensor for index, but got ",
           index.scalar_type());
  const Tensor flat = reshape(self, {-1});
  return reshape(index_select(flat, 0, reshape(wrap_index(index, 0, flat.size(0)), {-1})), index.sizes());
}
Tensor take_along_dim(const Tensor &self, const Tensor &indices, std::optional<int64_t> dim) {
  if (!dim.has_value())
    return gather(reshape(self, {-1}), 0, reshape(indices, {-1}));
  FG_CHECK(self.dim() == indices.dim(),
           "torch.take_along_dim(): input and indices should have the same number of dimensions, but got ",
           self.dim(), " dimensions for input, and ", indices.dim(), " dimensions for indices");
  const int64_t at = detail::wrapDim(*dim, self.dim());
  std::vector<int64_t> ofSelf, ofIndices;
  for (int64_t d = 0; d < self.dim(); ++d) {
    const int64_t a = self.size(d), b = indices.size(d);
    ofSelf.push_back(d == at || b == 1 ? a : a == 1 ? b : a);
    ofIndices.push_back(d == at || a == 1 ? b : b == 1 ? a : b);
  }
  return gather(expand(self, ofSelf), at, expand(indices, ofIndices));
}

} // namespace fg
