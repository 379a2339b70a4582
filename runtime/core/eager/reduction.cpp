#include "runtime/core/eager/reduction.h"

#include "runtime/core/eager/loop_nest.h"

#include <algorithm>

namespace fg::detail {

std::vector<int64_t> reducedSizes(const Tensor &input, const DimSet &dims) {
  std::vector<int64_t> sizes = input.sizes().vec();
  for (size_t d = 0; d < sizes.size(); ++d)
    if (dims.has[d])
      sizes[d] = 1;
  return sizes;
}

int64_t reducedCount(const Tensor &input, const DimSet &dims) {
  int64_t count = 1;
  for (int64_t d = 0; d < input.dim(); ++d)
    if (dims.has[d])
      count *= input.size(d);
  return count;
}

Tensor dropReduced(const Tensor &output, const DimSet &dims, bool keepdim) {
  if (keepdim)
    return output;
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < output.dim(); ++d)
    if (!dims.has[d])
      sizes.push_back(output.size(d));
  return view(output, sizes);
}

namespace {

/// The dims of `r.input` that are (not) reduced, in the order of the input's memory. Operands: output, input,
/// and the index of the result among output's elements as an address.
LoopNest nestOf(const Reduction &r, bool reduced) {
  std::vector<int64_t> sizes, out, in, index;
  for (int64_t d = 0; d < r.input.dim(); ++d) {
    if (r.dims.has[d] != reduced)
      continue;
    sizes.push_back(r.input.size(d));
    out.push_back(r.output.stride(d));
    in.push_back(r.input.stride(d));
  }
  LoopNest nest(sizes);
  nest.add(sizes, out, r.output.scalar_type(), r.output.data_ptr());
  nest.add(sizes, in, r.input.scalar_type(), r.input.data_ptr());
  int perm[maxRank];
  nest.order(1, perm);
  nest.permute(perm);
  nest.coalesce();
  return nest;
}

class Runner {
public:
  explicit Runner(const Reduction &r)
      : r(r), kept(nestOf(r, false)), reduced(nestOf(r, true)), dtype(r.input.scalar_type()),
        load(loader(dtype, r.compute)), accumulator(accumulatorOf(r.compute)),
        store(storer(accumulator, r.output.scalar_type())),
        outBytes(int64_t(elementSize(r.output.scalar_type()))) {}

  void run() {
    // Walk the shorter stride inside: whole rows into one result, or several results side by side.
    const bool sideBySide =
        kept.rank > 0 && kept.rowLength() >= 8 && kept.rowStride(1) < reduced.rowStride(1);
    kept.forEachRow([&](char *const *at) {
      const int64_t length = kept.rowLength(), outStride = kept.rowStride(0), inStride = kept.rowStride(1);
      forEachTile(length, tileSize, [&](int64_t begin, int64_t n) {
        char *const out = at[0] + begin * outStride;
        const char *const in = at[1] + begin * inStride;
        initialise(n);
        centresOf(out, outStride, n);
        if (sideBySide)
          foldColumns(in, inStride, n);
        else
          for (int64_t j = 0; j < n; ++j)
            foldRows(j, in + j * inStride);
        finish(out, outStride, n);
      });
    });
  }

private:
  const Reduction &r;
  LoopNest kept, reduced;
  ScalarType dtype;
  LoadFn load;
  Compute accumulator;
  StoreFn store;
  int64_t outBytes;
  union {
    double real[tileSize];
    int64_t integer[tileSize];
  } acc;
  double centre[tileSize];
  alignas(64) char tile[tileSize * 8];

  void initialise(int64_t n) {
    if (accumulator == Compute::F64)
      std::fill_n(acc.real, n, r.fold.initial);
    else
      std::fill_n(acc.integer, n, r.fold.initialInteger);
  }

  int64_t resultIndex(const char *out) const {
    return (out - static_cast<const char *>(r.output.data_ptr())) / outBytes;
  }

  void centresOf(const char *out, int64_t stride, int64_t n) {
    if (!r.centres)
      return;
    for (int64_t j = 0; j < n; ++j)
      centre[j] = r.centres[resultIndex(out + j * stride)];
  }

  /// n elements from p as a dense run of the compute type.
  const void *dense(const char *p, int64_t stride, int64_t n) {
    if (stride == computeSize(r.compute) && isStoredAs(dtype, r.compute))
      return p;
    load(tile, p, stride, n);
    return tile;
  }

  void foldRows(int64_t j, const char *in) {
    void *const target = accumulator == Compute::F64 ? static_cast<void *>(acc.real + j) : acc.integer + j;
    const int64_t stride = reduced.rowStride(1);
    const char *const origin = static_cast<const char *>(r.input.data_ptr());
    reduced.forEachRow([&](char *const *at) {
      const char *const row = in + (at[1] - origin);
      forEachTile(reduced.rowLength(), tileSize, [&](int64_t begin, int64_t n) {
        r.fold.row[int(r.compute)](target, dense(row + begin * stride, stride, n), n,
                                   r.centres ? centre + j : nullptr);
      });
    });
  }

  void foldColumns(const char *in, int64_t inStride, int64_t n) {
    const int64_t stride = reduced.rowStride(1);
    const char *const origin = static_cast<const char *>(r.input.data_ptr());
    reduced.forEachRow([&](char *const *at) {
      const char *const column = in + (at[1] - origin);
      for (int64_t i = 0; i < reduced.rowLength(); ++i)
        r.fold.columns[int(r.compute)](&acc, dense(column + i * stride, inStride, n), n,
                                       r.centres ? centre : nullptr);
    });
  }

  void finish(char *out, int64_t stride, int64_t n) {
    if (r.finish)
      r.finish(acc.real, n, r.scale);
    if (!r.raw)
      return store(out, stride, &acc, n);
    for (int64_t j = 0; j < n; ++j)
      r.raw[resultIndex(out + j * stride)] = acc.real[j];
  }
};

} // namespace

void reduce(const Reduction &reduction) { Runner(reduction).run(); }

} // namespace fg::detail
