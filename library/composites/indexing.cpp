// The definitions of composites/indexing.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// What the indices leave to tensors: the view that the others choose, and at each of its dims the tensor
/// that indexes it, if one does.
struct TensorIndices {
  Tensor view;
  std::vector<std::optional<Tensor>> tensors;
  bool any = false;
};

static bool isMask(const Tensor &index) {
  return index.scalar_type() == kBool || index.scalar_type() == kByte;
}

/// Applies the indices from left to right; dims that none names are kept.
static TensorIndices applyIndices(const Tensor &self, ArrayRef<indexing::TensorIndex> indices) {
  using Kind = indexing::TensorIndex::Kind;
  int64_t named = 0;
  for (const indexing::TensorIndex &i : indices) {
    if (i.kind == Kind::Integer || i.kind == Kind::Slice)
      ++named;
    else if (i.kind == Kind::Tensor)
      named += isMask(i.tensor) ? i.tensor.dim() : 1;
  }
  FG_CHECK(named <= self.dim(), "too many indices for tensor of dimension ", self.dim());
  TensorIndices result;
  result.view = self;
  int64_t dim = 0;
  for (const indexing::TensorIndex &i : indices) {
    if (i.kind == Kind::None || i.kind == Kind::Boolean) {
      result.view = unsqueeze(result.view, dim);
      if (i.kind == Kind::Boolean) { // all of self, or nothing
        result.tensors.push_back(i.integer != 0 ? zeros({1}, kLong) : zeros({0}, kLong));
        result.any = true;
      } else {
        result.tensors.push_back(std::nullopt);
      }
      ++dim;
    } else if (i.kind == Kind::Ellipsis) {
      for (int64_t skipped = 0; skipped < self.dim() - named; ++skipped)
        result.tensors.push_back(std::nullopt);
      dim += self.dim() - named;
    } else if (i.kind == Kind::Integer) {
      FG_CHECK(result.view.dim() > 0 && dim < result.view.dim(), "too many indices for tensor of dimension ",
               self.dim());
      const int64_t size = result.view.size(dim);
      FG_CHECK(-size <= i.integer && i.integer < size, "index ", i.integer,
               " is out of bounds for dimension ", dim, " with size ", size);
      result.view = select(result.view, dim, i.integer);
    } else if (i.kind == Kind::Slice) {
      FG_CHECK(dim < result.view.dim(), "too many indices for tensor of dimension ", self.dim());
      FG_CHECK(i.slice.step > 0, "step must be greater than zero");
      if (i.slice.start.has_value() || i.slice.stop.has_value() || i.slice.step != 1)
        result.view = slice(result.view, dim, i.slice.start, i.slice.stop, i.slice.step);
      result.tensors.push_back(std::nullopt);
      ++dim;
    } else {
      const int64_t covered = isMask(i.tensor) ? i.tensor.dim() : 1;
      for (int64_t d = 0; isMask(i.tensor) && d < covered; ++d)
        FG_CHECK(i.tensor.size(d) == result.view.size(dim + d), "The shape of the mask ", i.tensor.sizes(),
                 " at index ", d, " does not match the shape of the indexed tensor ", self.sizes(),
                 " at index ", dim + d);
      result.tensors.push_back(i.tensor);
      for (int64_t d = 1; d < covered; ++d)
        result.tensors.push_back(std::nullopt);
      result.any = true;
      dim += covered;
    }
  }
  return result;
}

/// One tensor of indices that is left, its dims in front, and where they belong.
struct FlatIndices {
  Tensor table;               // the view, with the indexed dims as one in front
  Tensor places;              // into table's dim 0, of the common sizes of the indices
  std::vector<int64_t> order; // of the view's dims: the indexed ones, then the others
  std::vector<int64_t> kept;  // the others' sizes
  int64_t position = 0;       // where the indices' dims go among the others
};

/// Masks become the places of their trues; then the indices of several dims become one.
static FlatIndices flattened(const TensorIndices &indices) {
  std::vector<Tensor> tensors;
  std::vector<int64_t> dims;
  for (size_t d = 0; d < indices.tensors.size(); ++d) {
    if (!indices.tensors[d].has_value())
      continue;
    const Tensor &index = *indices.tensors[d];
    if (isMask(index)) {
      const Tensor chosen = nonzero(index);
      for (int64_t column = 0; column < index.dim(); ++column) {
        tensors.push_back(select(chosen, 1, column));
        dims.push_back(int64_t(d) + column);
      }
    } else {
      tensors.push_back(index);
      dims.push_back(int64_t(d));
    }
  }
  FlatIndices flat;
  std::vector<int64_t> common;
  for (size_t i = 0; i < tensors.size(); ++i)
    common = broadcastSizes(common, tensors[i].sizes());
  int64_t count = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = indices.view.size(dims[i]);
    const Tensor wrapped = wrap_index(tensors[i], dims[i], size);
    flat.places = i == 0 ? wrapped : add(mul(flat.places, size), wrapped);
    flat.order.push_back(dims[i]);
    count *= size;
  }
  flat.places = expand(flat.places, common);
  // Indices side by side stay where they are; others go to the front, as ATen has it.
  const bool together = dims.back() - dims.front() + 1 == int64_t(dims.size());
  flat.position = together ? dims.front() : 0;
  std::vector<int64_t> shape = {count};
  for (int64_t d = 0; d < indices.view.dim(); ++d) {
    bool indexed = false;
    for (const int64_t other : dims)
      indexed = indexed || other == d;
    if (indexed)
      continue;
    flat.order.push_back(d);
    flat.kept.push_back(indices.view.size(d));
    shape.push_back(indices.view.size(d));
  }
  flat.table = reshape(permute(indices.view, flat.order), shape);
  return flat;
}

/// [indices' dims..., kept...] with the indices' dims at their place, or, if not `there`, back in front.
static Tensor placed(const Tensor &values, const FlatIndices &flat, bool there) {
  const int64_t rank = values.dim(), own = flat.places.dim();
  std::vector<int64_t> order;
  if (there) {
    for (int64_t d = 0; d < flat.position; ++d)
      order.push_back(own + d);
    for (int64_t d = 0; d < own; ++d)
      order.push_back(d);
    for (int64_t d = own + flat.position; d < rank; ++d)
      order.push_back(d);
  } else {
    for (int64_t d = 0; d < own; ++d)
      order.push_back(flat.position + d);
    for (int64_t d = 0; d < flat.position; ++d)
      order.push_back(d);
    for (int64_t d = own + flat.position; d < rank; ++d)
      order.push_back(d);
  }
  return permute(values, order);
}

/// The sizes of what the indices choose.
static std::vector<int64_t> chosenSizes(const FlatIndices &flat) {
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < flat.position; ++d)
    sizes.push_back(flat.kept[size_t(d)]);
  for (int64_t d = 0; d < flat.places.dim(); ++d)
    sizes.push_back(flat.places.size(d));
  for (size_t d = size_t(flat.position); d < flat.kept.size(); ++d)
    sizes.push_back(flat.kept[d]);
  return sizes;
}

/// ATen drops leading dims of size 1 that the part does not have.
static Tensor withoutLeadingOnes(const Tensor &value, int64_t rank) {
  Tensor source = value;
  while (source.dim() > rank && source.size(0) == 1)
    source = squeeze(source, 0);
  return source;
}

/// A single mask: written where it is true, without the places of its trues. False: it needs them.
static bool putByMask(const TensorIndices &indices, const Tensor &value) {
  size_t at = 0, given = 0;
  for (size_t d = 0; d < indices.tensors.size(); ++d)
    if (indices.tensors[d].has_value()) {
      at = d;
      ++given;
    }
  if (given != 1 || indices.tensors[at]->scalar_type() != kBool)
    return false;
  Tensor part = indices.view;
  const int64_t covered = indices.tensors[at]->dim(), behind = part.dim() - int64_t(at) - covered;
  std::vector<int64_t> shape = indices.tensors[at]->sizes().vec();
  for (int64_t d = 0; d < behind; ++d)
    shape.push_back(1);
  const Tensor mask = reshape(*indices.tensors[at], shape);
  Tensor source = to(value, part.scalar_type());
  // One value for each true, in front of what is behind the mask; one for all of them is a plain choice.
  if (source.dim() == behind + 1 && source.size(0) == 1 && source.dim() > 0 && behind + 1 > 0)
    source = squeeze(source, 0);
  if (source.dim() <= behind) {
    copy_(part, where(mask, source, part));
    return true;
  }
  if (at != 0 || source.dim() != behind + 1)
    return false;
  std::vector<int64_t> each = {source.size(0)};
  for (int64_t d = covered; d < part.dim(); ++d)
    each.push_back(part.size(d));
  copy_(part, masked_scatter(part, expand(mask, part.sizes()), expand(source, each), true));
  return true;
}

} // namespace detail

Tensor index(const Tensor &self, ArrayRef<indexing::TensorIndex> indices) {
  const detail::TensorIndices applied = detail::applyIndices(self, indices);
  if (!applied.any)
    return applied.view.is_same(self) ? alias(self) : applied.view;
  const detail::FlatIndices flat = detail::flattened(applied);
  const Tensor rows = index_select(flat.table, 0, reshape(flat.places, {-1}));
  std::vector<int64_t> shape = flat.places.sizes().vec();
  for (const int64_t size : flat.kept)
    shape.push_back(size);
  const Tensor chosen = reshape(rows, shape);
  return flat.position == 0 ? chosen : contiguous(detail::placed(chosen, flat, true));
}

Tensor &index_put_(Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                   bool accumulate) {
  const detail::TensorIndices applied = detail::applyIndices(self, indices);
  if (!applied.any) {
    Tensor part = applied.view;
    const Tensor source = detail::withoutLeadingOnes(value, part.dim());
    copy_(part, accumulate ? add(part, to(source, part.scalar_type())) : source);
    return self;
  }
  if (!accumulate && detail::putByMask(applied, value))
    return self;
  const detail::FlatIndices flat = detail::flattened(applied);
  const Tensor source =
      expand(to(detail::withoutLeadingOnes(value, flat.places.dim() + int64_t(flat.kept.size())),
                self.scalar_type()),
             detail::chosenSizes(flat));
  std::vector<int64_t> shape = {flat.places.numel()};
  for (const int64_t size : flat.kept)
    shape.push_back(size);
  const Tensor rows = reshape(detail::placed(source, flat, false), shape);
  const Tensor places = detail::indexForEach(reshape(flat.places, {-1}), 0, rows);
  const Tensor table =
      accumulate ? scatter_reduce(flat.table, 0, places, rows, "sum") : scatter(flat.table, 0, places, rows);
  std::vector<int64_t> sizes;
  for (const int64_t dim : flat.order)
    sizes.push_back(applied.view.size(dim));
  Tensor part = permute(applied.view, flat.order);
  copy_(part, reshape(table, sizes));
  return self;
}
Tensor &index_put_(Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Scalar &value) {
  const detail::TensorIndices applied = detail::applyIndices(self, indices);
  if (applied.any)
    return index_put_(self, indices, full({}, value, self.options()));
  Tensor part = applied.view;
  fill_(part, value);
  return self;
}

Tensor index_put(const Tensor &self, ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                 bool accumulate) {
  Tensor result = clone(self);
  return index_put_(result, indices, value, accumulate);
}

} // namespace fg
