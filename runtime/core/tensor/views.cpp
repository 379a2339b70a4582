// The view operators: new sizes and strides over the same storage. Each does what the ATen function of its
// name does, strides included.
#include "runtime/core/tensor/impl.h"

#include <algorithm>
#include <optional>

namespace fg {

using namespace detail;

namespace {

const TensorImpl &implOf(const Tensor &self, const char *method) {
  if (!self.defined())
    failUndefined(method);
  return *self.unsafeGetImpl();
}

/// Null stays null: it is the memory of a tensor without elements.
void *elementAt(const TensorImpl &impl, int64_t offset) {
  return impl.data ? static_cast<char *>(impl.data) + offset * int64_t(elementSize(impl.dtype())) : nullptr;
}

/// The sizes of a view of `numel` elements, a -1 among them replaced.
Dims inferredSizes(IntArrayRef shape, int64_t numel) {
  checkRank(shape.size());
  Dims sizes(shape);
  int64_t product = 1;
  std::optional<size_t> unknown;
  bool overflow = false;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1) {
      FG_CHECK(!unknown, "only one dimension can be inferred");
      unknown = d;
      continue;
    }
    FG_CHECK(shape[d] >= 0, "invalid shape dimension ", shape[d], " at index ", d, " of shape ", shape);
    overflow |= __builtin_mul_overflow(product, shape[d], &product);
  }
  const bool fits = !overflow && (product == numel || (unknown && product > 0 && numel % product == 0));
  FG_CHECK(fits, "shape '", shape, "' is invalid for input of size ", numel);
  if (unknown) {
    FG_CHECK(product != 0, "cannot reshape tensor of 0 elements into shape ", shape,
             " because the unspecified dimension size -1 can be any value and is ambiguous");
    sizes[*unknown] = numel / product;
  }
  return sizes;
}

/// The strides of self's elements under other sizes (of the same numel); nothing where no strides do it.
///
/// Self's dims fall into runs, within each of which memory advances evenly: dim d continues the run of the
/// dims behind it if its stride is the run's numel times the run's innermost stride. Every run must be made
/// of whole new dims.
std::optional<Dims> viewStrides(const TensorImpl &self, IntArrayRef sizes) {
  const int rank = self.rank();
  if (self.numel == 0) {
    if (IntArrayRef(self.sizes, size_t(rank)) == sizes)
      return Dims(IntArrayRef(self.strides, size_t(rank)));
    return contiguousStrides(sizes);
  }
  Dims strides(sizes.size());
  int next = int(sizes.size()) - 1; // the innermost new dim without a stride yet
  int d = rank - 1;
  while (d >= 0) {
    const int64_t step = self.strides[d];
    int64_t run = self.sizes[d];
    for (--d; d >= 0 && (self.sizes[d] == 1 || self.strides[d] == run * step); --d)
      run *= self.sizes[d];
    int64_t covered = 1;
    for (; next >= 0 && (covered < run || sizes[size_t(next)] == 1); --next) {
      strides[size_t(next)] = covered * step;
      covered *= sizes[size_t(next)];
    }
    if (covered != run)
      return std::nullopt;
  }
  for (; next >= 0; --next) // of a 0-d tensor: dims of size 1
    strides[size_t(next)] = 1;
  return strides;
}

} // namespace

Tensor alias(const Tensor &self) {
  const TensorImpl &impl = implOf(self, "alias");
  return makeView(self, impl.data, self.sizes(), self.strides());
}

Tensor view_as_real(const Tensor &self) {
  const TensorImpl &impl = implOf(self, "view_as_real");
  FG_CHECK(isComplexType(impl.dtype()), "view_as_real is only supported for complex tensors");
  checkRank(size_t(impl.rank()) + 1);
  Dims sizes, strides;
  for (int d = 0; d < impl.rank(); ++d) {
    sizes.push(impl.sizes[d]);
    strides.push(2 * impl.strides[d]);
  }
  sizes.push(2);
  strides.push(1);
  return makeView(self, impl.data, sizes, strides, realType(impl.dtype()));
}

Tensor view_as_complex(const Tensor &self) {
  const TensorImpl &impl = implOf(self, "view_as_complex");
  FG_CHECK(impl.dtype() == kFloat || impl.dtype() == kDouble,
           "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar "
           "type: ",
           impl.dtype());
  const int last = impl.rank() - 1;
  FG_CHECK(last >= 0, "Input tensor must have one or more dimensions");
  FG_CHECK(impl.sizes[last] == 2, "Tensor must have a last dimension of size 2");
  FG_CHECK(impl.strides[last] == 1, "Tensor must have a last dimension with stride 1");
  Dims sizes, strides;
  for (int d = 0; d < last; ++d) {
    FG_CHECK(impl.strides[d] % 2 == 0, "Tensor must have a stride divisible by 2 for all but last dimension");
    sizes.push(impl.sizes[d]);
    strides.push(impl.strides[d] / 2);
  }
  FG_CHECK(self.storage_offset() % 2 == 0, "Tensor must have a storage_offset divisible by 2");
  return makeView(self, impl.data, sizes, strides, complexType(impl.dtype()));
}

Tensor as_strided(const Tensor &self, IntArrayRef size, IntArrayRef stride,
                  std::optional<int64_t> storage_offset) {
  const TensorImpl &impl = implOf(self, "as_strided");
  FG_CHECK(size.size() == stride.size(), "mismatch in length of strides and shape");
  checkRank(size.size());
  const int64_t offset = storage_offset.value_or(self.storage_offset());
  for (size_t d = 0; d < size.size(); ++d)
    FG_CHECK(size[d] >= 0 && stride[d] >= 0,
             "as_strided: Negative strides are not supported at the moment, got strides: ", stride);
  const int64_t last = offset + extentOf(size, stride), bytes = int64_t(elementSize(impl.dtype()));
  const bool isWithin = last * bytes <= int64_t(impl.storage->bytes);
  const bool isEmpty =
      ::std::find(size.begin(), size.end(), 0) != size.end(); // and lies anywhere, in ATen too
  FG_CHECK(offset >= 0 && (isEmpty || isWithin), "setStorage: sizes ", size, ", strides ", stride,
           ", storage offset ", offset, ", and itemsize ", bytes, " requiring a storage size of ",
           last * bytes, " are out of bounds for storage of size ", int64_t(impl.storage->bytes));
  return makeView(self, static_cast<char *>(impl.storage->data) + (isWithin ? offset * bytes : 0), size,
                  stride);
}

Tensor view(const Tensor &self, IntArrayRef size) {
  const TensorImpl &impl = implOf(self, "view");
  const Dims sizes = inferredSizes(size, impl.numel);
  const std::optional<Dims> strides = viewStrides(impl, sizes);
  FG_CHECK(strides,
           "view size is not compatible with input tensor's size and stride (at least one dimension spans "
           "across two contiguous subspaces). Use .reshape(...) instead.");
  return makeView(self, impl.data, sizes, *strides);
}

// aten/src/ATen/native/TensorConversions.cpp, view_dtype
Tensor Tensor::view(ScalarType dtype) const {
  const TensorImpl &impl = implOf(*this, "view");
  Dims sizes(IntArrayRef(impl.sizes, size_t(impl.rank()))),
      strides(IntArrayRef(impl.strides, size_t(impl.rank())));
  const int64_t from = int64_t(elementSize(impl.dtype())), to = int64_t(elementSize(dtype));
  FG_CHECK(to > 0, "view: no dtype of elements");
  if (from != to) {
    FG_CHECK(impl.rank() > 0, "self.dim() cannot be 0 to view ", impl.dtype(), " as ", dtype,
             " (different element sizes)");
    const size_t last = size_t(impl.rank()) - 1;
    FG_CHECK(strides[last] == 1, "self.stride(-1) must be 1 to view ", impl.dtype(), " as ", dtype,
             " (different element sizes), but got ", strides[last]);
    const int64_t ratio = from > to ? from / to : to / from;
    if (from > to) {
      sizes[last] *= ratio;
      for (size_t d = 0; d < last; ++d)
        strides[d] *= ratio;
    } else {
      FG_CHECK(sizes[last] % ratio == 0, "self.size(-1) must be divisible by ", ratio, " to view ",
               impl.dtype(), " as ", dtype, " (different element sizes), but got ", sizes[last]);
      FG_CHECK(storage_offset() % ratio == 0, "self.storage_offset() must be divisible by ", ratio,
               " to view ", impl.dtype(), " as ", dtype, " (different element sizes), but got ",
               storage_offset());
      for (size_t d = 0; d < last; ++d) {
        FG_CHECK(strides[d] % ratio == 0, "self.stride(", d, ") must be divisible by ", ratio, " to view ",
                 impl.dtype(), " as ", dtype, " (different element sizes), but got ", strides[d]);
        strides[d] /= ratio;
      }
      sizes[last] /= ratio;
    }
  }
  return makeView(*this, impl.data, sizes, strides, dtype);
}

Tensor reshape(const Tensor &self, IntArrayRef shape) {
  const TensorImpl &impl = implOf(self, "reshape");
  const Dims sizes = inferredSizes(shape, impl.numel);
  if (const std::optional<Dims> strides = viewStrides(impl, sizes))
    return makeView(self, impl.data, sizes, *strides);
  const Tensor copy = contiguous(self); // has no such strides, so is a copy
  return makeView(copy, copy.data_ptr(), sizes, contiguousStrides(sizes));
}

Tensor permute(const Tensor &self, IntArrayRef dims) {
  const TensorImpl &impl = implOf(self, "permute");
  const size_t rank = size_t(impl.rank());
  FG_CHECK(dims.size() == rank,
           "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
           "desired "
           "ordering of dimensions i.e. input.dim() = ",
           rank, " is not equal to len(dims) = ", dims.size());
  Dims sizes(rank), strides(rank);
  unsigned seen = 0;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t from = wrapDim(dims[d], int64_t(rank));
    FG_CHECK(!(seen >> from & 1), "permute(): duplicate dims are not allowed.");
    seen |= 1u << from;
    sizes[d] = impl.sizes[from];
    strides[d] = impl.strides[from];
  }
  return makeView(self, impl.data, sizes, strides);
}

Tensor expand(const Tensor &self, IntArrayRef size) {
  const TensorImpl &impl = implOf(self, "expand");
  const int64_t rank = int64_t(size.size()), added = rank - impl.rank();
  FG_CHECK(added >= 0, "expand(torch.", impl.dtype(), "Tensor{", self.sizes(), "}, size=", size,
           "): the number of sizes provided (", rank,
           ") must be greater or equal to the number of dimensions in the tensor (", impl.rank(), ")");
  checkRank(size.size());
  Dims sizes(size.size()), strides(size.size());
  for (int64_t d = rank - 1; d >= 0; --d) {
    const size_t at = size_t(d);
    const bool isNew = d < added;
    const int64_t own = isNew ? 1 : impl.sizes[d - added];
    // A new leading dim of size 1 gets the stride that it would have in C order; of a 0-d tensor, always 0.
    strides[at] = !isNew             ? impl.strides[d - added]
                  : impl.rank() == 0 ? 0
                  : d + 1 < rank     ? sizes[at + 1] * strides[at + 1]
                                     : 1;
    sizes[at] = size[at];
    if (size[at] == -1) {
      FG_CHECK(!isNew,
               "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension ", d);
      sizes[at] = own;
    } else if (size[at] != own) {
      FG_CHECK(own == 1, "The expanded size of the tensor (", size[at], ") must match the existing size (",
               own, ") at non-singleton dimension ", d, ".  Target sizes: ", size,
               ".  Tensor sizes: ", self.sizes());
      FG_CHECK(size[at] >= 0, "Trying to create tensor with negative dimension ", size[at], ": ", size);
      strides[at] = 0;
    }
  }
  numelOf(sizes);
  return makeView(self, impl.data, sizes, strides);
}

Tensor squeeze(const Tensor &self, IntArrayRef dim) {
  const TensorImpl &impl = implOf(self, "squeeze");
  unsigned drop = 0;
  for (const int64_t d : dim) {
    const int64_t at = wrapDim(d, impl.rank());
    FG_CHECK(!(drop >> at & 1), "dim ", at, " appears multiple times in the list of dims");
    drop |= 1u << at;
  }
  Dims sizes, strides;
  for (int d = 0; d < impl.rank(); ++d) {
    if (impl.sizes[d] == 1 && (drop >> d & 1))
      continue;
    sizes.push(impl.sizes[d]);
    strides.push(impl.strides[d]);
  }
  return makeView(self, impl.data, sizes, strides);
}

Tensor unsqueeze(const Tensor &self, int64_t dim) {
  const TensorImpl &impl = implOf(self, "unsqueeze");
  const int rank = impl.rank();
  const int64_t at = wrapDim(dim, rank + 1);
  checkRank(size_t(rank) + 1);
  Dims sizes, strides;
  for (int d = 0; d <= rank; ++d) {
    if (d == at) {
      sizes.push(1);
      strides.push(d < rank ? impl.sizes[d] * impl.strides[d] : 1);
    }
    if (d < rank) {
      sizes.push(impl.sizes[d]);
      strides.push(impl.strides[d]);
    }
  }
  return makeView(self, impl.data, sizes, strides);
}

Tensor select(const Tensor &self, int64_t dim, int64_t index) {
  const TensorImpl &impl = implOf(self, "select");
  FG_CHECK(impl.rank() > 0, "select() cannot be applied to a 0-dim tensor.");
  const int64_t at = wrapDim(dim, impl.rank()), size = impl.sizes[at];
  FG_CHECK(-size <= index && index < size, "select(): index ", index, " out of range for tensor of size ",
           self.sizes(), " at dimension ", at);
  Dims sizes, strides;
  for (int d = 0; d < impl.rank(); ++d) {
    if (d == at)
      continue;
    sizes.push(impl.sizes[d]);
    strides.push(impl.strides[d]);
  }
  return makeView(self, elementAt(impl, (index < 0 ? index + size : index) * impl.strides[at]), sizes,
                  strides);
}

Tensor main_diagonal(const Tensor &self) {
  const TensorImpl &impl = implOf(self, "diagonal");
  const int last = impl.rank() - 1;
  FG_CHECK(last > 0 && impl.sizes[last] == impl.sizes[last - 1],
           "main_diagonal: expected batches of square matrices, but got sizes ", self.sizes());
  Dims sizes, strides;
  for (int d = 0; d < last; ++d) {
    sizes.push(impl.sizes[d]);
    strides.push(impl.strides[d] + (d == last - 1 ? impl.strides[last] : 0));
  }
  return makeView(self, impl.data, sizes, strides);
}

Tensor slice(const Tensor &self, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
             int64_t step) {
  const TensorImpl &impl = implOf(self, "slice");
  FG_CHECK(impl.rank() > 0, "slice() cannot be applied to a 0-dim tensor.");
  const size_t at = size_t(wrapDim(dim, impl.rank()));
  FG_CHECK(step > 0, "slice step must be positive");
  const int64_t size = impl.sizes[at];
  const auto position = [size](int64_t p) { // Python's: from the end where negative, then clamped
    p = p < 0 ? p + size : p;
    return p < 0 ? 0 : p > size ? size : p;
  };
  const int64_t first = position(start.value_or(0)), last = position(end.value_or(size));
  Dims sizes(self.sizes()), strides(self.strides());
  sizes[at] = last > first ? (last - first - 1) / step + 1 : 0;
  strides[at] *= step;
  return makeView(self, elementAt(impl, first * impl.strides[at]), sizes, strides);
}

} // namespace fg
