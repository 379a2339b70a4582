// gcd, bag_places, ctc_losses. bag_places: 1 where the first offset is not 0, 2 where the last is behind the
// end. ctc_losses: 1, 2 where a length is out of range, 3 where targets are too few, 4 where a target is no
// label.
#include "runtime/core/library/lines.h"

#include <limits>
#include <vector>

using namespace fg;
using namespace fg::library;

namespace {

template <class F> int withIndex(fg_type type, F f) { return type.bits == 64 ? f(int64_t()) : f(int32_t()); }

std::vector<int64_t> integers(const fg_buffer &b) {
  std::vector<int64_t> result;
  withIndex(b.type, [&](auto element) {
    forEachElement<const decltype(element)>(b, [&](const auto &value) { result.push_back(int64_t(value)); });
    return 0;
  });
  return result;
}

/// Euclid's algorithm. The least integer has no absolute value: its divisors may be negative, as ATen's are.
template <class T> T divisorOf(T a, T b) {
  const auto absolute = [](T x) {
    return x < 0 ? static_cast<T>(-static_cast<std::make_unsigned_t<T>>(x)) : x;
  };
  a = absolute(a);
  b = absolute(b);
  while (a != 0) {
    const bool isMinusOne = std::is_signed_v<T> && a == static_cast<T>(-1); // the least integer % -1 traps
    const T next = isMinusOne ? T(0) : static_cast<T>(b % a);
    b = a;
    a = next;
  }
  return b;
}

double logSum(double a, double b) {
  const double larger = a < b ? b : a;
  return std::isinf(larger) && larger < 0 ? larger : larger + std::log1p(std::exp(-std::fabs(a - b)));
}

/// The loss of one sequence: the forward variables of Graves et al., Connectionist Temporal Classification
/// (2006), as logarithms. `probability(t, label)`.
template <class F>
double lossOf(int64_t steps, const std::vector<int64_t> &labels, int64_t blank, F probability) {
  const double never = -std::numeric_limits<double>::infinity();
  if (steps == 0)
    return labels.empty() ? 0 : -never;
  const size_t states = 2 * labels.size() + 1;
  const auto label = [&](size_t state) { return state % 2 ? labels[state / 2] : blank; };
  std::vector<double> alpha(states, never), next(states);
  for (size_t s = 0; s < 2 && s < states; ++s)
    alpha[s] = probability(0, label(s));
  for (int64_t t = 1; t < steps; ++t) {
    for (size_t s = 0; s < states; ++s) {
      double sum = s > 0 ? logSum(alpha[s], alpha[s - 1]) : alpha[s];
      if (s > 1 && s % 2 && label(s) != label(s - 2))
        sum = logSum(sum, alpha[s - 2]);
      next[s] = sum + probability(t, label(s));
    }
    alpha.swap(next);
  }
  return -(states > 1 ? logSum(alpha[states - 1], alpha[states - 2]) : alpha[0]);
}

} // namespace

extern "C" int fg_library_gcd(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &other = buffer(arguments, 1), &out = buffer(arguments, 2);
  // The operands are of any two integer types: both fit in 64 bits.
  const auto wide = [&](const fg_buffer &b) {
    std::vector<int64_t> values;
    withAny(b.type, [&](auto element) {
      using T = decltype(element);
      if constexpr (std::is_integral_v<T>)
        forEachElement<const T>(Broadcast(b, out), [&](const T &value) { values.push_back(value); });
      return 0;
    });
    return values;
  };
  const std::vector<int64_t> a = wide(self), b = wide(other);
  return withAny(out.type, [&](auto element) {
    using T = decltype(element);
    if constexpr (std::is_integral_v<T>) {
      T *const to = reinterpret_cast<T *>(out.host);
      for (size_t i = 0; i < a.size(); ++i)
        to[i] = divisorOf<T>(static_cast<T>(a[i]), static_cast<T>(b[i]));
    }
    return 0;
  });
}

extern "C" int fg_library_bag_places(void **arguments) {
  const std::vector<int64_t> offsets = integers(buffer(arguments, 0));
  const int64_t count = number(arguments, 1);
  const fg_buffer &out = buffer(arguments, 3);
  if (!offsets.empty() && offsets[0] != 0)
    return 1;
  if (!offsets.empty() && offsets.back() > count)
    return 2;
  int64_t *const to = reinterpret_cast<int64_t *>(out.host);
  size_t bag = 0; // the first whose begin is behind i
  for (int64_t i = 0; i < count; ++i) {
    while (bag < offsets.size() && offsets[bag] <= i)
      ++bag;
    to[i] = bag > 0 ? int64_t(bag) - 1 : 0;
  }
  return 0;
}

extern "C" int fg_library_ctc_losses(void **arguments) {
  const fg_buffer &probabilities = buffer(arguments, 0), &targets = buffer(arguments, 1);
  const std::vector<int64_t> inputLengths = integers(buffer(arguments, 2)),
                             targetLengths = integers(buffer(arguments, 3)), all = integers(targets);
  const int64_t blank = number(arguments, 4);
  const fg_buffer &out = buffer(arguments, 5);
  const int64_t steps = probabilities.dim[2].extent, classes = probabilities.dim[0].extent;
  const int64_t each = targets.dimensions == 2 ? targets.dim[0].extent : -1; // -1: one behind the other
  return withFloating(probabilities.type, [&](auto element) {
    using T = decltype(element);
    if constexpr (std::is_floating_point_v<T>) {
      int64_t from = 0;
      for (size_t i = 0; i < inputLengths.size(); ++i) {
        if (inputLengths[i] < 0 || inputLengths[i] > steps)
          return 1;
        if (targetLengths[i] < 0)
          return 2;
        const int64_t begin = each < 0 ? from : int64_t(i) * each;
        from += targetLengths[i];
        if (each < 0 ? from > int64_t(all.size()) : targetLengths[i] > each)
          return 3;
        const std::vector<int64_t> labels(all.begin() + begin, all.begin() + begin + targetLengths[i]);
        for (const int64_t label : labels)
          if (label < 0 || label >= classes)
            return 4;
        const auto probability = [&](int64_t t, int64_t label) {
          return double(reinterpret_cast<const T *>(
              probabilities.host)[t * probabilities.dim[2].stride + int64_t(i) * probabilities.dim[1].stride +
                                  label * probabilities.dim[0].stride]);
        };
        reinterpret_cast<T *>(out.host)[i] = T(lossOf(inputLengths[i], labels, blank, probability));
      }
      return each < 0 && from != int64_t(all.size()) ? 3 : 0;
    } else {
      return -1;
    }
  });
}
