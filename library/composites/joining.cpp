// The definitions of composites/joining.h's functions.
#include <fullgraph/ops.h>

#include <algorithm>

namespace fg {

Tensor atleast_1d(const Tensor &self) { return self.dim() == 0 ? reshape(self, {1}) : self; }
Tensor atleast_2d(const Tensor &self) {
  return self.dim() == 0 ? reshape(self, {1, 1}) : self.dim() == 1 ? unsqueeze(self, 0) : self;
}
Tensor atleast_3d(const Tensor &self) {
  if (self.dim() == 1)
    return unsqueeze(unsqueeze(self, 0), -1);
  return self.dim() == 0 ? reshape(self, {1, 1, 1}) : self.dim() == 2 ? unsqueeze(self, -1) : self;
}
std::vector<Tensor> atleast_1d(TensorList tensors) {
  std::vector<Tensor> result;
  for (size_t i = 0; i < tensors.size(); ++i)
    result.push_back(atleast_1d(tensors[i]));
  return result;
}
std::vector<Tensor> atleast_2d(TensorList tensors) {
  std::vector<Tensor> result;
  for (size_t i = 0; i < tensors.size(); ++i)
    result.push_back(atleast_2d(tensors[i]));
  return result;
}
std::vector<Tensor> atleast_3d(TensorList tensors) {
  std::vector<Tensor> result;
  for (size_t i = 0; i < tensors.size(); ++i)
    result.push_back(atleast_3d(tensors[i]));
  return result;
}
Tensor hstack(TensorList tensors) {
  FG_CHECK(!tensors.empty(), "hstack expects a non-empty TensorList");
  const std::vector<Tensor> parts = atleast_1d(tensors);
  return cat(parts, parts[0].dim() == 1 ? 0 : 1);
}
Tensor vstack(TensorList tensors) {
  FG_CHECK(!tensors.empty(), "vstack expects a non-empty TensorList");
  return cat(atleast_2d(tensors), 0);
}
Tensor row_stack(TensorList tensors) { return vstack(tensors); }
Tensor dstack(TensorList tensors) {
  FG_CHECK(!tensors.empty(), "dstack expects a non-empty TensorList");
  return cat(atleast_3d(tensors), 2);
}
Tensor column_stack(TensorList tensors) {
  FG_CHECK(!tensors.empty(), "column_stack expects a non-empty TensorList");
  std::vector<Tensor> parts;
  for (size_t i = 0; i < tensors.size(); ++i)
    parts.push_back(tensors[i].dim() <= 1 ? reshape(tensors[i], {tensors[i].numel(), 1}) : tensors[i]);
  return hstack(parts);
}
Tensor cartesian_prod(TensorList tensors) {
  FG_CHECK(!tensors.empty(), "cartesian_prod expects a non-empty TensorList");
  for (size_t i = 0; i < tensors.size(); ++i)
    FG_CHECK(tensors[i].dim() == 1, "Expect a 1D vector, but got shape ", tensors[i].sizes());
  if (tensors.size() == 1)
    return tensors[0];
  std::vector<Tensor> columns;
  for (const Tensor &grid : meshgrid(tensors, "ij"))
    columns.push_back(flatten(grid));
  return stack(columns, 1);
}

std::vector<Tensor> tensor_split(const Tensor &self, int64_t sections, int64_t dim) {
  FG_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with ",
           self.dim(), " dims");
  FG_CHECK(sections > 0, "number of sections must be larger than 0, got ", sections);
  const int64_t size = self.size(dim), part = size / sections, larger = size % sections;
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < sections; ++i) // the first ones are larger by one
    parts.push_back(
        slice(self, dim, i * part + ::std::min(i, larger), (i + 1) * part + ::std::min(i + 1, larger), 1));
  return parts;
}
std::vector<Tensor> tensor_split(const Tensor &self, IntArrayRef indices, int64_t dim) {
  FG_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with ",
           self.dim(), " dims");
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    parts.push_back(slice(self, dim, start, indices[i], 1));
    start = indices[i];
  }
  parts.push_back(slice(self, dim, start, std::nullopt, 1));
  return parts;
}
namespace detail {
/// For hsplit, vsplit and dsplit.
static int64_t splitDim(const Tensor &self, const char *name, int64_t dim, int64_t least) {
  FG_CHECK(self.dim() >= least, "torch.", name, " requires a tensor with at least ", least,
           least == 1 ? " dimension, but got a tensor with " : " dimensions, but got a tensor with ",
           self.dim(), " dimensions!");
  return dim;
}
static std::vector<Tensor> equalParts(const Tensor &self, const char *name, int64_t dim, int64_t sections) {
  FG_CHECK(sections != 0 && self.size(dim) % sections == 0, "torch.", name,
           " attempted to split along dimension ", dim, ", but the size of the dimension ", self.size(dim),
           " is not divisible by the split_size ", sections, "!");
  return tensor_split(self, sections, dim);
}
} // namespace detail
std::vector<Tensor> hsplit(const Tensor &self, int64_t sections) {
  return detail::equalParts(self, "hsplit", detail::splitDim(self, "hsplit", self.dim() == 1 ? 0 : 1, 1),
                            sections);
}
std::vector<Tensor> hsplit(const Tensor &self, IntArrayRef indices) {
  return tensor_split(self, indices, detail::splitDim(self, "hsplit", self.dim() == 1 ? 0 : 1, 1));
}
std::vector<Tensor> vsplit(const Tensor &self, int64_t sections) {
  return detail::equalParts(self, "vsplit", detail::splitDim(self, "vsplit", 0, 2), sections);
}
std::vector<Tensor> vsplit(const Tensor &self, IntArrayRef indices) {
  return tensor_split(self, indices, detail::splitDim(self, "vsplit", 0, 2));
}
std::vector<Tensor> dsplit(const Tensor &self, int64_t sections) {
  return detail::equalParts(self, "dsplit", detail::splitDim(self, "dsplit", 2, 3), sections);
}
std::vector<Tensor> dsplit(const Tensor &self, IntArrayRef indices) {
  return tensor_split(self, indices, detail::splitDim(self, "dsplit", 2, 3));
}

Tensor moveaxis(const Tensor &self, IntArrayRef source, IntArrayRef destination) {
  return movedim(self, source, destination);
}
Tensor moveaxis(const Tensor &self, int64_t source, int64_t destination) {
  return movedim(self, source, destination);
}

Tensor select_scatter(const Tensor &self, const Tensor &src, int64_t dim, int64_t index) {
  Tensor result = clone(self);
  Tensor place = select(result, dim, index);
  FG_CHECK(place.sizes() == src.sizes(),
           "expected src to have a size equal to the slice of self. src size = ", src.sizes(),
           ", slice size = ", place.sizes());
  place.copy_(src);
  return result;
}
Tensor slice_scatter(const Tensor &self, const Tensor &src, int64_t dim, std::optional<int64_t> start,
                     std::optional<int64_t> end, int64_t step) {
  Tensor result = clone(self);
  Tensor place = slice(result, dim, start, end, step);
  FG_CHECK(place.sizes() == src.sizes(),
           "expected src to have a size equal to the slice of self. src size = ", src.sizes(),
           ", slice size = ", place.sizes());
  place.copy_(src);
  return result;
}
Tensor diagonal_scatter(const Tensor &self, const Tensor &src, int64_t offset, int64_t dim1, int64_t dim2) {
  Tensor result = clone(self);
  Tensor place = diagonal(result, offset, dim1, dim2);
  FG_CHECK(place.sizes() == src.sizes(),
           "expected src to have a size equal to the slice of self. src size = ", src.sizes(),
           ", slice size = ", place.sizes());
  place.copy_(src);
  return result;
}
Tensor &fill_diagonal_(Tensor &self, const Scalar &fill_value, bool wrap) {
  FG_CHECK(self.dim() >= 2, "dimensions must larger than 1");
  const TensorOptions places = self.options().dtype(kLong);
  const Tensor rows = unsqueeze(arange(self.size(0), places), 1), columns = arange(self.size(1), places);
  // Behind a matrix's last column, the diagonal goes on one row further down.
  Tensor on =
      wrap && self.dim() == 2 ? eq(remainder(sub(rows, columns), self.size(1) + 1), 0) : eq(rows, columns);
  for (int64_t d = 2; d < self.dim(); ++d) {
    FG_CHECK(self.size(d) == self.size(0) && self.size(1) == self.size(0),
             "all dimensions of input must be of equal length");
    on = logical_and(unsqueeze(on, -1), eq(columns, unsqueeze(columns, 1))); // the last two dims, alike
  }
  return masked_fill_(self, on, fill_value);
}

} // namespace fg
