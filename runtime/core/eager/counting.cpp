// Functions whose results have sizes that elements decide: nonzero, masked_select, bincount,
// unique's forms, repeat_interleave.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/eager/library_call.h"
#include "runtime/core/eager/loop_nest.h"
#include "runtime/core/library/parts.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace fg::host {

using namespace detail;

namespace {

/// self != 0, in C order.
Tensor truths(const Tensor &self) {
  return contiguousAs(self.scalar_type() == kBool ? self : ne(self, 0), kBool);
}

int64_t countOf(const Tensor &truth) {
  const bool *const at = truth.data_ptr<bool>();
  int64_t count = 0;
  for (int64_t i = 0; i < truth.numel(); ++i)
    count += at[i];
  return count;
}

Tensor integers(const std::vector<int64_t> &values) {
  const Tensor result = newContiguous({int64_t(values.size())}, kLong);
  for (size_t i = 0; i < values.size(); ++i)
    result.data_ptr<int64_t>()[i] = values[i];
  return result;
}

/// Groups of neighbours: `same(i)` says that element i belongs to the one before it.
struct Runs {
  std::vector<int64_t> first, counts; // of each group
  std::vector<int64_t> group;         // of each element
};
template <class Same> Runs runsOf(int64_t count, Same same) {
  Runs runs;
  for (int64_t i = 0; i < count; ++i) {
    if (i == 0 || !same(i)) {
      runs.first.push_back(i);
      runs.counts.push_back(0);
    }
    ++runs.counts.back();
    runs.group.push_back(int64_t(runs.first.size()) - 1);
  }
  return runs;
}

/// values: [count, ...], of which rows are compared.
Runs runsOfRows(const Tensor &values) {
  const Tensor rows = contiguous(values);
  const int64_t count = rows.size(0), length = count ? rows.numel() / count : 0;
  if (count < 2)
    return runsOf(count, [](int64_t) { return false; });
  const Tensor table = reshape(rows, {count, length});
  const Tensor differs =
      contiguous(any(ne(slice(table, 0, 1, count, 1), slice(table, 0, 0, count - 1, 1)), 1));
  const bool *const at = differs.data_ptr<bool>();
  return runsOf(count, [at](int64_t i) { return !at[i - 1]; });
}

} // namespace

Tensor nonzero(const Tensor &self) {
  checkDefined(self, "nonzero");
  const Tensor truth = truths(self);
  const int64_t count = countOf(truth), rank = self.dim();
  const Tensor result = newContiguous({count, rank}, kLong);
  const bool *const at = truth.data_ptr<bool>();
  int64_t *out = rank && count ? result.data_ptr<int64_t>() : nullptr;
  for (int64_t i = 0; out && i < truth.numel(); ++i) {
    if (!at[i])
      continue;
    int64_t left = i;
    for (int64_t d = rank; d-- > 0; left /= self.size(d))
      out[d] = left % self.size(d);
    out += rank;
  }
  return result;
}

Tensor masked_select(const Tensor &self, const Tensor &mask) {
  checkDefined(self, "masked_select");
  checkDefined(mask, "masked_select");
  FG_CHECK(mask.scalar_type() == kBool, "masked_select: expected BoolTensor for mask");
  const std::vector<int64_t> sizes = broadcastShapes(self.sizes(), mask.sizes());
  const Tensor truth = contiguous(expand(mask, sizes)), values = contiguous(expand(self, sizes));
  const Tensor result = newContiguous({countOf(truth)}, self.scalar_type());
  const size_t bytes = self.element_size();
  const bool *const at = truth.data_ptr<bool>();
  const char *from = static_cast<const char *>(values.data_ptr());
  char *to = static_cast<char *>(result.data_ptr());
  for (int64_t i = 0; i < truth.numel(); ++i, from += bytes)
    if (at[i]) {
      __builtin_memcpy(to, from, bytes);
      to += bytes;
    }
  return result;
}

/// The least and the largest of the numbers; 0 and -1 of none.
static std::pair<int64_t, int64_t> rangeOf(const int64_t *at, int64_t count) {
  std::pair<int64_t, int64_t> all{0, -1};
  std::mutex mutex;
  const auto see = [&](int64_t first, int64_t last) {
    // Two of each: a comparison does not wait for the one in front of it.
    int64_t least[2] = {at[first], at[first]}, most[2] = {at[first], at[first]};
    const auto take = [&](int lane, int64_t number) {
      least[lane] = std::min(least[lane], number);
      most[lane] = std::max(most[lane], number);
    };
    int64_t i = first;
    for (; i + 1 < last; i += 2) {
      take(0, at[i]);
      take(1, at[i + 1]);
    }
    if (i < last)
      take(0, at[i]);
    const std::lock_guard<std::mutex> lock(mutex);
    all = {std::min({all.first, least[0], least[1]}), std::max({all.second, most[0], most[1]})};
  };
  library::forParts(count, 0.5, see, 1);
  return all;
}

/// Adds to counts[n] how often each n of [0, size) is among the numbers.
static void countNumbers(const int64_t *at, int64_t count, int64_t *counts, int64_t size) {
  // An increment waits for the one before it where both are of one number. Neighbours count in tables of
  // their own.
  constexpr int64_t tables = 4;
  if (size > 4096 || count < tables * size) {
    for (int64_t i = 0; i < count; ++i)
      ++counts[at[i]];
    return;
  }
  std::mutex mutex;
  const auto countPart = [&](int64_t first, int64_t last) {
    std::vector<int64_t> own(size_t(tables * size));
    int64_t *const table[tables] = {&own[0], &own[size_t(size)], &own[size_t(2 * size)],
                                    &own[size_t(3 * size)]};
    int64_t i = first;
    for (; i + tables <= last; i += tables)
      for (int64_t t = 0; t < tables; ++t)
        ++table[t][at[i + t]];
    for (; i < last; ++i)
      ++table[0][at[i]];
    const std::lock_guard<std::mutex> lock(mutex);
    for (int64_t n = 0; n < size; ++n)
      counts[n] += table[0][n] + table[1][n] + table[2][n] + table[3][n];
  };
  library::forParts(count, 0.5, countPart, 1);
}

Tensor bincount(const Tensor &self, const std::optional<Tensor> &weights, int64_t minlength) {
  checkDefined(self, "bincount");
  FG_CHECK(minlength >= 0, "minlength should be >= 0");
  FG_CHECK(self.dim() == 1 && isIntegralType(self.scalar_type(), false),
           "bincount only supports 1-d non-negative integral inputs.");
  const Tensor numbers = contiguousAs(self, kLong);
  const int64_t *const at = numbers.data_ptr<int64_t>(), count = numbers.numel();
  const auto [least, most] = rangeOf(at, count);
  FG_CHECK(least >= 0, "bincount only supports 1-d non-negative integral inputs.");
  const int64_t size = std::max(minlength, most + 1);
  if (!weights.has_value() || !weights->defined()) {
    const Tensor result = zeros({size}, kLong);
    countNumbers(at, count, result.data_ptr<int64_t>(), size);
    return result;
  }
  FG_CHECK(weights->dim() == 1 && weights->numel() == count,
           "weights should be 1-d and have the same length as input");
  const Tensor values = contiguousAs(*weights, kDouble), sums = zeros({size}, kDouble);
  double *const sum = sums.data_ptr<double>();
  const double *const value = values.data_ptr<double>();
  for (int64_t i = 0; i < count; ++i)
    sum[at[i]] += value[i];
  return to(sums, weights->scalar_type() == kFloat ? kFloat : kDouble);
}

std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor &self, bool, bool return_inverse,
                                            bool return_counts) {
  checkDefined(self, "unique");
  const Tensor flat = contiguous(reshape(self, {-1})), order = argsort(flat, 0);
  const Tensor sorted = index_select(flat, 0, order);
  const Runs runs = runsOfRows(sorted);
  Tensor inverse = newContiguous({0}, kLong);
  if (return_inverse) {
    inverse = newContiguous(self.sizes(), kLong);
    for (int64_t i = 0; i < flat.numel(); ++i)
      inverse.data_ptr<int64_t>()[order.data_ptr<int64_t>()[i]] = runs.group[size_t(i)];
  }
  return {index_select(sorted, 0, integers(runs.first)), inverse,
          integers(return_counts ? runs.counts : std::vector<int64_t>())};
}

std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor &self, bool return_inverse,
                                                      bool return_counts, std::optional<int64_t> dim) {
  checkDefined(self, "unique_consecutive");
  const Tensor values = dim.has_value() ? transpose(self, *dim, 0) : reshape(self, {-1});
  const Runs runs = runsOfRows(values);
  const Tensor chosen = index_select(values, 0, integers(runs.first));
  Tensor inverse = integers(return_inverse ? runs.group : std::vector<int64_t>());
  if (return_inverse && !dim.has_value())
    inverse = reshape(inverse, self.sizes());
  return {dim.has_value() ? contiguous(transpose(chosen, *dim, 0)) : chosen, inverse,
          integers(return_counts ? runs.counts : std::vector<int64_t>())};
}

std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor &self, int64_t dim, bool, bool return_inverse,
                                              bool return_counts) {
  checkDefined(self, "unique_dim");
  const Tensor values = contiguous(transpose(self, dim, 0));
  const int64_t count = values.size(0), length = count ? values.numel() / count : 0;
  // Rows in lexical order: sorted by their last column first, as every later sort keeps the order of equals.
  Tensor order = arange(count);
  const Tensor table = reshape(values, {count, length});
  for (int64_t column = length; column-- > 0;)
    order = index_select(order, 0, argsort(index_select(select(table, 1, column), 0, order), 0));
  const Tensor sorted = index_select(values, 0, order);
  const Runs runs = runsOfRows(sorted);
  Tensor inverse = newContiguous({return_inverse ? count : 0}, kLong);
  for (int64_t i = 0; return_inverse && i < count; ++i)
    inverse.data_ptr<int64_t>()[order.data_ptr<int64_t>()[i]] = runs.group[size_t(i)];
  return {contiguous(transpose(index_select(sorted, 0, integers(runs.first)), dim, 0)), inverse,
          integers(return_counts ? runs.counts : std::vector<int64_t>())};
}

Tensor repeat_interleave(const Tensor &self, const Tensor &repeats, std::optional<int64_t> dim) {
  checkDefined(self, "repeat_interleave");
  checkDefined(repeats, "repeat_interleave");
  const Tensor input = dim.has_value() ? self : reshape(self, {-1});
  const int64_t at = wrapDim(dim.value_or(0), input.dim()), size = input.size(at);
  FG_CHECK(repeats.scalar_type() == kLong || repeats.scalar_type() == kInt,
           "repeats has to be Long or Int tensor");
  FG_CHECK(repeats.dim() <= 1, "repeats must be 0-dim or 1-dim tensor");
  FG_CHECK(repeats.numel() == 1 || repeats.numel() == size,
           "repeats must have the same size as input along dim, but got repeats.size(0) = ", repeats.numel(),
           " and input.size(", at, ") = ", size);
  const Tensor counts = contiguousAs(repeats, kLong);
  std::vector<int64_t> places;
  for (int64_t i = 0; i < size; ++i) {
    const int64_t count = counts.data_ptr<int64_t>()[counts.numel() == 1 ? 0 : i];
    FG_CHECK(count >= 0, "repeats can not be negative");
    places.insert(places.end(), size_t(count), i);
  }
  return index_select(input, at, integers(places));
}

} // namespace fg::host
