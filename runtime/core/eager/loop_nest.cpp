#include "runtime/core/eager/loop_nest.h"

#include "runtime/core/tensor/impl.h"

#include <algorithm>

namespace fg::detail {

LoopNest::LoopNest(IntArrayRef shape) : rank(int(shape.size())) {
  for (int d = 0; d < rank; ++d)
    sizes[d] = shape[size_t(rank - 1 - d)];
}

void LoopNest::add(IntArrayRef operandSizes, IntArrayRef operandStrides, ScalarType dtype, void *pointer) {
  const int64_t bytes = int64_t(elementSize(dtype));
  const int operandRank = int(operandSizes.size());
  for (int d = 0; d < rank; ++d) {
    const size_t own = size_t(operandRank - 1 - d);
    const bool broadcast = d >= operandRank || (operandSizes[own] == 1 && sizes[d] != 1);
    strides[operands][d] = broadcast ? 0 : operandStrides[own] * bytes;
  }
  data[operands++] = static_cast<char *>(pointer);
}

void LoopNest::addConstant(const void *pointer) {
  for (int d = 0; d < rank; ++d)
    strides[operands][d] = 0;
  data[operands++] = static_cast<char *>(const_cast<void *>(pointer));
}

int64_t LoopNest::numel() const {
  int64_t n = 1;
  for (int d = 0; d < rank; ++d)
    n *= sizes[d];
  return n;
}

void LoopNest::order(int first, int perm[maxRank]) const {
  for (int d = 0; d < rank; ++d)
    perm[d] = d;
  // > 0: `inner` must move outwards past `outer`; 0: nothing tells them apart.
  const auto compare = [&](int inner, int outer) {
    for (int k = first; k < operands; ++k) {
      const int64_t a = strides[k][inner], b = strides[k][outer];
      if (a == 0 || b == 0)
        continue; // broadcast: says nothing
      if (a != b)
        return a < b ? -1 : 1;
      if (sizes[inner] > sizes[outer])
        return 1;
    }
    return 0;
  };
  // Insertion sort that skips over dims it cannot compare: "cannot tell" is not transitive, so std::sort may
  // not be used, and another algorithm would give results other strides than ATen's.
  for (int i = 1; i < rank; ++i) {
    int moving = i;
    for (int j = i - 1; j >= 0; --j) {
      const int c = compare(perm[j], perm[moving]);
      if (c > 0) {
        std::swap(perm[j], perm[moving]);
        moving = j;
      } else if (c < 0) {
        break;
      }
    }
  }
}

void LoopNest::permute(const int perm[maxRank]) {
  int64_t old[maxRank];
  const auto apply = [&](int64_t *values) {
    std::copy_n(values, rank, old);
    for (int d = 0; d < rank; ++d)
      values[d] = old[perm[d]];
  };
  apply(sizes);
  for (int k = 0; k < operands; ++k)
    apply(strides[k]);
}

void LoopNest::coalesce() {
  if (rank == 0)
    return;
  int last = 0; // dims up to `last` are final, but that more may join `last`
  const auto joins = [&](int d) {
    if (sizes[last] == 1 || sizes[d] == 1)
      return true;
    for (int k = 0; k < operands; ++k)
      if (strides[k][d] != strides[k][last] * sizes[last])
        return false;
    return true;
  };
  for (int d = 1; d < rank; ++d) {
    if (joins(d)) {
      if (sizes[last] == 1)
        for (int k = 0; k < operands; ++k)
          strides[k][last] = strides[k][d];
      sizes[last] *= sizes[d];
      continue;
    }
    ++last;
    sizes[last] = sizes[d];
    for (int k = 0; k < operands; ++k)
      strides[k][last] = strides[k][d];
  }
  rank = last + 1;
}

std::vector<int64_t> broadcastShapes(IntArrayRef a, IntArrayRef b) {
  const size_t rank = std::max(a.size(), b.size());
  std::vector<int64_t> shape(rank);
  for (size_t d = rank; d-- > 0;) {
    const size_t fromEnd = rank - d;
    const int64_t sa = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
    const int64_t sb = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
    FG_CHECK(sa == sb || sa == 1 || sb == 1, "The size of tensor a (", sa,
             ") must match the size of tensor b (", sb, ") at non-singleton dimension ", d);
    shape[d] = sa == 1 ? sb : sa;
  }
  return shape;
}

namespace {

/// No two indices address one element, and the elements fill their range.
bool isNonOverlappingAndDense(IntArrayRef sizes, IntArrayRef strides) {
  size_t dims[maxRank];
  for (size_t d = 0; d < sizes.size(); ++d)
    dims[d] = d;
  // Dims of size 1 (and 0) go last: their stride says nothing.
  std::sort(dims, dims + sizes.size(), [&](size_t a, size_t b) {
    if ((sizes[a] < 2) != (sizes[b] < 2))
      return sizes[b] < 2;
    return strides[a] < strides[b];
  });
  int64_t expected = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const size_t d = dims[i];
    if (sizes[d] < 2)
      return true;
    if (strides[d] != expected)
      return false;
    expected *= sizes[d];
  }
  return true;
}

bool isDense(const Tensor &t) {
  return t.is_contiguous() || isNonOverlappingAndDense(t.sizes(), t.strides());
}

} // namespace

std::vector<int64_t> resultStrides(IntArrayRef shape, std::initializer_list<const Tensor *> inputs) {
  return resultStrides(shape, inputs.begin(), inputs.size());
}

std::vector<int64_t> resultStrides(IntArrayRef shape, const Tensor *const *inputs, size_t count) {
  bool allContiguous = true, allAlike = count > 0;
  for (size_t k = 0; k < count; ++k) {
    const Tensor &t = *inputs[k];
    const bool sameShape = t.sizes() == shape;
    allContiguous = allContiguous && sameShape && t.is_contiguous();
    allAlike = allAlike && sameShape && t.strides() == inputs[0]->strides();
  }
  if (allContiguous)
    return IntArrayRef(contiguousStrides(shape)).vec();
  if (allAlike && isDense(*inputs[0]))
    return inputs[0]->strides().vec();

  LoopNest nest(shape);
  for (size_t k = 0; k < count; ++k)
    nest.add(*inputs[k]);
  int perm[maxRank];
  nest.order(0, perm);
  // In C order the result is contiguous, also behind an empty dim
  // (TensorIterator::allocate_or_resize_outputs).
  bool inOrder = true;
  for (int i = 0; i < nest.rank; ++i)
    inOrder = inOrder && perm[i] == i;
  if (inOrder)
    return IntArrayRef(contiguousStrides(shape)).vec();
  std::vector<int64_t> strides(shape.size());
  int64_t next = 1;
  for (int i = 0; i < nest.rank; ++i) {
    strides[size_t(nest.rank - 1 - perm[i])] = next;
    next *= nest.sizes[perm[i]];
  }
  return strides;
}

std::vector<int64_t> likeStrides(const Tensor &self) { return resultStrides(self.sizes(), {&self}); }

void checkNoInternalOverlap(const Tensor &output) {
  if (isDense(output))
    return;
  for (int64_t d = 0; d < output.dim(); ++d)
    FG_CHECK(
        output.strides()[size_t(d)] != 0 || output.sizes()[size_t(d)] <= 1,
        "unsupported operation: more than one element of the written-to tensor refers to a single memory "
        "location. Please clone() the tensor before performing the operation.");
}

void checkNoPartialOverlap(const Tensor &output, const Tensor &input) {
  if (output.is_same(input) || output.numel() == 0 || input.numel() == 0 || !output.is_alias_of(input))
    return;
  if (!isDense(output) || !isDense(input))
    return; // too hard to tell; ATen lets it pass, too
  const char *const a = static_cast<const char *>(output.data_ptr()), *const aEnd = a + output.nbytes();
  const char *const b = static_cast<const char *>(input.data_ptr()), *const bEnd = b + input.nbytes();
  if (a == b && aEnd == bEnd && output.strides() == input.strides())
    return; // each element is its own operand
  FG_CHECK(
      bEnd <= a || aEnd <= b,
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
      "memory location. Please clone() the tensor before performing the operation.");
}

} // namespace fg::detail
