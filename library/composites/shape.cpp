// The definitions of composites/shape.h's functions.
#include <fullgraph/ops.h>

#include <algorithm>

namespace fg {

int64_t size(const Tensor &self, int64_t dim) { return self.size(dim); }
int64_t numel(const Tensor &self) { return self.numel(); }
bool is_floating_point(const Tensor &self) { return self.is_floating_point(); }

Tensor detach(const Tensor &self) { return alias(self); }

Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1) {
  const int64_t rank = self.dim();
  const int64_t first = detail::wrapDim(dim0, rank), second = detail::wrapDim(dim1, rank);
  if (first == second)
    return alias(self);
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back(d == first ? second : d == second ? first : d);
  return permute(self, dims);
}
Tensor swapaxes(const Tensor &self, int64_t axis0, int64_t axis1) { return transpose(self, axis0, axis1); }
Tensor swapdims(const Tensor &self, int64_t dim0, int64_t dim1) { return transpose(self, dim0, dim1); }

Tensor t(const Tensor &self) {
  FG_CHECK(self.dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", self.dim(), "D");
  return transpose(self, 0, self.dim() < 2 ? 0 : 1);
}
Tensor numpy_T(const Tensor &self) {
  std::vector<int64_t> dims;
  for (int64_t d = self.dim() - 1; d >= 0; --d)
    dims.push_back(d);
  return permute(self, dims);
}
Tensor matrix_transpose(const Tensor &self) {
  FG_CHECK(self.dim() >= 2, "tensor.mT is only supported on matrices or batches of matrices. Got ",
           self.dim(), "-D tensor.");
  return transpose(self, -2, -1);
}

Tensor movedim(const Tensor &self, IntArrayRef source, IntArrayRef destination) {
  FG_CHECK(source.size() == destination.size(), "movedim: Invalid source or destination dims: source (",
           source, " dims) should contain the same number of dims as destination (", destination, " dims)");
  const int64_t rank = self.dim();
  if (rank == 0)
    return alias(self);
  std::vector<int64_t> order(size_t(rank), -1);
  std::vector<int64_t> used(size_t(rank), 0);
  for (size_t i = 0; i < source.size(); ++i) {
    const size_t from = size_t(detail::wrapDim(source[i], rank)),
                 at = size_t(detail::wrapDim(destination[i], rank));
    FG_CHECK(!used[from], "movedim: repeated dim in `source` (", source, ")");
    FG_CHECK(order[at] < 0, "movedim: repeated dim in `destination` (", destination, ")");
    used[from] = 1;
    order[at] = int64_t(from);
  }
  int64_t next = 0;
  for (size_t d = 0; d < order.size(); ++d) {
    if (order[d] >= 0)
      continue;
    while (used[size_t(next)])
      ++next;
    order[d] = next++;
  }
  return permute(self, order);
}
Tensor movedim(const Tensor &self, int64_t source, int64_t destination) {
  return movedim(self, IntArrayRef(source), IntArrayRef(destination));
}

Tensor squeeze(const Tensor &self) {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < self.dim(); ++d)
    if (self.size(d) == 1)
      dims.push_back(d);
  return squeeze(self, dims);
}

Tensor view_as(const Tensor &self, const Tensor &other) { return view(self, other.sizes()); }
Tensor reshape_as(const Tensor &self, const Tensor &other) { return reshape(self, other.sizes()); }
Tensor expand_as(const Tensor &self, const Tensor &other) { return expand(self, other.sizes()); }
Tensor type_as(const Tensor &self, const Tensor &other) { return to(self, other.scalar_type()); }
Tensor broadcast_to(const Tensor &self, IntArrayRef size) { return expand(self, size); }
Tensor ravel(const Tensor &self) { return reshape(self, {-1}); }

Tensor flatten(const Tensor &self, int64_t start_dim, int64_t end_dim) {
  const int64_t rank = self.dim();
  const int64_t first = detail::wrapDim(start_dim, rank), last = detail::wrapDim(end_dim, rank);
  FG_CHECK(first <= last, "flatten() has invalid args: start_dim cannot come after end_dim");
  if (rank == 0)
    return reshape(self, {1});
  if (first == last)
    return self;
  std::vector<int64_t> shape;
  int64_t merged = 1;
  for (int64_t d = 0; d < rank; ++d) {
    if (d < first || d > last) {
      shape.push_back(self.size(d));
      continue;
    }
    merged *= self.size(d);
    if (d == last)
      shape.push_back(merged);
  }
  return reshape(self, shape);
}

Tensor unflatten(const Tensor &self, int64_t dim, IntArrayRef sizes) {
  const int64_t rank = self.dim(), at = detail::wrapDim(dim, rank);
  FG_CHECK(!sizes.empty(), "unflatten: sizes must be non-empty");
  int64_t product = 1, unknown = -1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] != -1) {
      product *= sizes[i];
      continue;
    }
    FG_CHECK(unknown < 0, "only one dimension can be inferred");
    unknown = int64_t(i);
  }
  FG_CHECK(unknown >= 0 ? product != 0 && self.size(at) % product == 0 : product == self.size(at),
           "unflatten: Provided sizes ", sizes, " don't multiply up to the size of dim ", at, " (",
           self.size(at), ") in the input tensor");
  std::vector<int64_t> shape;
  for (int64_t d = 0; d < rank; ++d) {
    if (d != at) {
      shape.push_back(self.size(d));
      continue;
    }
    for (size_t i = 0; i < sizes.size(); ++i)
      shape.push_back(int64_t(i) == unknown ? self.size(at) / product : sizes[i]);
  }
  return view(self, shape);
}

Tensor narrow(const Tensor &self, int64_t dim, int64_t start, int64_t length) {
  FG_CHECK(self.dim() > 0, "narrow() cannot be applied to a 0-dim tensor.");
  FG_CHECK(length >= 0, "narrow(): length must be non-negative.");
  const int64_t size = self.size(dim);
  FG_CHECK(-size <= start && start <= size, "start out of range (expected to be in range of [", -size, ", ",
           size, "], but got ", start, ")");
  const int64_t first = start < 0 ? start + size : start;
  FG_CHECK(first <= size - length, "start (", first, ") + length (", length, ") exceeds dimension size (",
           size, ").");
  return slice(self, dim, first, first + length, 1);
}

std::vector<Tensor> split_with_sizes(const Tensor &self, IntArrayRef split_sizes, int64_t dim) {
  FG_CHECK(self.dim() != 0, "split expects at least a 1-dimensional tensor");
  const int64_t size = self.size(dim);
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (size_t i = 0; i < split_sizes.size(); ++i) {
    FG_CHECK(split_sizes[i] >= 0,
             "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=",
             split_sizes);
    start += split_sizes[i];
  }
  FG_CHECK(start == size, "split_with_sizes expects split_sizes to sum exactly to ", size,
           " (input tensor's size at dimension ", dim, "), but got split_sizes=", split_sizes);
  start = 0;
  for (size_t i = 0; i < split_sizes.size(); ++i) {
    parts.push_back(slice(self, dim, start, start + split_sizes[i], 1));
    start += split_sizes[i];
  }
  return parts;
}

std::vector<Tensor> split(const Tensor &self, int64_t split_size, int64_t dim) {
  FG_CHECK(self.dim() != 0, "split expects at least a 1-dimensional tensor");
  FG_CHECK(split_size >= 0, "split expects split_size be non-negative, but got split_size=", split_size);
  const int64_t size = self.size(dim);
  FG_CHECK(split_size > 0 || size == 0,
           "split_size can only be 0 if dimension size is 0, but got dimension size of ", size);
  std::vector<Tensor> parts;
  if (size == 0) {
    parts.push_back(slice(self, dim, 0, 0, 1));
    return parts;
  }
  for (int64_t start = 0; start < size; start += split_size)
    parts.push_back(slice(self, dim, start, start + split_size < size ? start + split_size : size, 1));
  return parts;
}
std::vector<Tensor> split(const Tensor &self, IntArrayRef split_size, int64_t dim) {
  return split_with_sizes(self, split_size, dim);
}

std::vector<Tensor> chunk(const Tensor &self, int64_t chunks, int64_t dim) {
  FG_CHECK(self.dim() > 0, "chunk expects at least a 1-dimensional tensor");
  FG_CHECK(chunks > 0, "chunk expects `chunks` to be greater than 0, got: ", chunks);
  const int64_t size = self.size(dim), part = (size + chunks - 1) / chunks;
  if (detail::expected(part * (chunks - 1) < size)) { // as many parts as are asked for
    std::vector<Tensor> parts;
    for (int64_t i = 0; i < chunks; ++i)
      parts.push_back(slice(self, dim, i * part, ::std::min((i + 1) * part, size), 1));
    return parts;
  }
  if (part == 0) // ATen keeps the number of chunks of an empty dim
    return split_with_sizes(self, std::vector<int64_t>(size_t(chunks), 0), dim);
  return split(self, part, dim);
}

std::vector<Tensor> unbind(const Tensor &self, int64_t dim) {
  const int64_t size = self.size(dim);
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < size; ++i)
    parts.push_back(select(self, dim, i));
  return parts;
}

Tensor stack(TensorList tensors, int64_t dim) {
  FG_CHECK(!tensors.empty(), "stack expects a non-empty TensorList");
  const int64_t at = detail::wrapDim(dim, tensors[0].dim() + 1);
  std::vector<Tensor> parts;
  for (size_t i = 0; i < tensors.size(); ++i) {
    FG_CHECK(tensors[i].sizes() == tensors[0].sizes(), "stack expects each tensor to be equal size, but got ",
             tensors[0].sizes(), " at entry 0 and ", tensors[i].sizes(), " at entry ", i);
    parts.push_back(unsqueeze(tensors[i], at));
  }
  return cat(parts, at);
}
Tensor concatenate(TensorList tensors, int64_t dim) { return cat(tensors, dim); }
Tensor concat(TensorList tensors, int64_t dim) { return cat(tensors, dim); }

Tensor repeat(const Tensor &self, IntArrayRef repeats) {
  const int64_t rank = int64_t(repeats.size()), added = rank - self.dim();
  FG_CHECK(added >= 0,
           "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  std::vector<int64_t> padded, merged; // self's sizes with the leading dims, and the result's
  for (int64_t d = 0; d < rank; ++d) {
    padded.push_back(d < added ? 1 : self.size(d - added));
    merged.push_back(repeats[size_t(d)] * padded.back());
  }
  // Each repeated dim becomes (repeat, size), which is expanded and then merged.
  std::vector<int64_t> pairs, expanded;
  for (size_t d = 0; d < merged.size(); ++d) {
    FG_CHECK(repeats[d] >= 0, "Trying to create tensor with negative dimension ", merged[d], ": ", merged);
    if (int64_t(d) >= added && !detail::known(repeats[d] == 1)) {
      pairs.push_back(1);
      expanded.push_back(repeats[d]);
    }
    pairs.push_back(padded[d]);
    expanded.push_back(int64_t(d) < added ? repeats[d] : padded[d]);
  }
  if (pairs.size() > size_t(detail::maxRank)) { // too many for one tensor: dim by dim
    Tensor result = reshape(self, padded);
    for (size_t d = 0; d < merged.size(); ++d)
      if (repeats[d] != 1)
        result = repeats[d] == 0 ? clone(slice(result, int64_t(d), 0, 0, 1))
                                 : cat(std::vector<Tensor>(size_t(repeats[d]), result), int64_t(d));
    return result;
  }
  const Tensor repeated = expand(reshape(self, pairs), expanded);
  return view(contiguous(clone(repeated)), merged); // a copy, also where nothing is repeated
}

Tensor tril(const Tensor &self, int64_t diagonal) {
  FG_CHECK(self.dim() >= 2, "tril: input tensor must have at least 2 dimensions");
  const Tensor row = unsqueeze(arange(self.size(-2)), 1), column = arange(self.size(-1));
  return where(le(sub(column, row), diagonal), self, zeros_like(self));
}
Tensor triu(const Tensor &self, int64_t diagonal) {
  FG_CHECK(self.dim() >= 2, "triu: input tensor must have at least 2 dimensions");
  const Tensor row = unsqueeze(arange(self.size(-2)), 1), column = arange(self.size(-1));
  return where(ge(sub(column, row), diagonal), self, zeros_like(self));
}

Tensor embedding(const Tensor &weight, const Tensor &indices, int64_t, bool, bool) {
  return embedding(weight, indices); // padding_idx, scale_grad_by_freq and sparse only matter to gradients
}

std::vector<Tensor> unsafe_split(const Tensor &self, int64_t split_size, int64_t dim) {
  return split(self, split_size, dim);
}
std::vector<Tensor> unsafe_split_with_sizes(const Tensor &self, IntArrayRef split_sizes, int64_t dim) {
  return split_with_sizes(self, split_sizes, dim);
}
std::vector<Tensor> unsafe_chunk(const Tensor &self, int64_t chunks, int64_t dim) {
  return chunk(self, chunks, dim);
}

Tensor sum_to_size(const Tensor &self, IntArrayRef size) {
  const int64_t added = self.dim() - static_cast<int64_t>(size.size());
  bool fits = added >= 0;
  for (int64_t d = 0; fits && d < static_cast<int64_t>(size.size()); ++d)
    fits = size[static_cast<size_t>(d)] == 1 || size[static_cast<size_t>(d)] == self.size(added + d);
  FG_CHECK(fits, "size {", size, "} is not expandable to size {", self.sizes(), "}.");
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < self.dim(); ++d)
    if (d < added || (size[static_cast<size_t>(d - added)] == 1 && self.size(d) != 1))
      dims.push_back(d);
  return dims.empty() ? self : reshape(sum(self, dims, true), size);
}

bool is_same_size(const Tensor &self, const Tensor &other) { return self.sizes() == other.sizes(); }

Tensor narrow_copy(const Tensor &self, int64_t dim, int64_t start, int64_t length) {
  return clone(contiguous(narrow(self, dim, start, length)));
}

Tensor adjoint(const Tensor &self) {
  if (self.dim() == 0)
    return self.is_complex() ? conj(self) : self;
  FG_CHECK(self.dim() >= 2, "tensor.adjoint() is only supported on matrices or batches of matrices. Got ",
           self.dim(), "-D tensor.");
  const Tensor transposed = transpose(self, -2, -1);
  return self.is_complex() ? conj(transposed) : transposed;
}

} // namespace fg
