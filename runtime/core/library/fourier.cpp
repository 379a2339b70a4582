// fourier, fourier_of_real, fourier_to_real: Eigen's FFT (kissfft's algorithm, radices 2 to 5 and the primes
// as they are), computed in f64 whatever is stored. Lines whose length has a large prime factor, which it
// would take time quadratic in it for, are convolved with a chirp instead (Bluestein, A linear filtering
// approach to the computation of discrete Fourier transform, 1970). Several short lines whose length has
// small prime factors are transformed together, one in each lane of vectors (fourier_lines.h).
#include "runtime/core/library/fourier_lines.h"
#include "runtime/core/library/lines.h"

#include <unsupported/Eigen/FFT>

#include <complex>
#include <map>
#include <memory>
#include <set>
#include <vector>

using namespace fg;
using namespace fg::library;

namespace {

using Complex = std::complex<double>;

class Transform {
public:
  /// Of `size` numbers at `from`, to `to`: not scaled. The two are not the same.
  void run(Complex *to, const Complex *from, int64_t size, bool forward) {
    remember(size);
    if (size == 1)
      *to = *from;
    else if (largestPrime(size) > largestRadix)
      convolve(to, from, size, forward);
    else
      radix(to, from, size, forward);
  }

  /// The first size / 2 + 1 numbers of the transform of `size` real ones: the others are their conjugates.
  /// With a length of 4 k, it is a transform of pairs of them, half as long.
  void runOfReal(Complex *to, const double *from, int64_t size) {
    if (inHalves(size)) {
      remember(size);
      return fft.impl().fwd(to, from, static_cast<int>(size));
    }
    const std::vector<Complex> line(from, from + size);
    whole.resize(line.size());
    run(whole.data(), line.data(), size, true);
    std::copy(whole.begin(), whole.begin() + size / 2 + 1, to);
  }
  /// The `size` real numbers whose transform begins with the size / 2 + 1 numbers at `from`, times `size`.
  void runToReal(double *to, const Complex *from, int64_t size) {
    if (inHalves(size)) {
      remember(size);
      return fft.impl().inv(to, from, static_cast<int>(size));
    }
    std::vector<Complex> line(from, from + size / 2 + 1);
    line.resize(static_cast<size_t>(size));
    for (int64_t i = 1; 2 * i < size; ++i)
      line[static_cast<size_t>(size - i)] = std::conj(from[i]);
    whole.resize(line.size());
    run(whole.data(), line.data(), size, false);
    for (int64_t i = 0; i < size; ++i)
      to[i] = whole[static_cast<size_t>(i)].real();
  }

private:
  static constexpr size_t maxLengths = 64;
  static constexpr int64_t largestRadix = 64;
  using Fft = Eigen::FFT<double>;
  Fft fft{Fft::impl_type(), Fft::Unscaled}; // keeps the roots of unity of each length it has seen
  std::set<int64_t> lengths;
  struct Chirp {
    int64_t padded = 1;
    std::vector<Complex> turns, spectrum;
  };
  std::map<int64_t, Chirp> chirps;
  std::vector<Complex> signal, product, whole;

  void remember(int64_t size) {
    if (lengths.insert(size).second && lengths.size() > maxLengths) {
      fft.impl().clear();
      chirps.clear();
      lengths = {size};
    }
  }
  static bool inHalves(int64_t size) { return size % 4 == 0 && largestPrime(size) <= largestRadix; }

  static int64_t largestPrime(int64_t size) {
    int64_t largest = 1;
    for (int64_t p = 2; p * p <= size; ++p)
      for (; size % p == 0; size /= p)
        largest = p;
    return size > 1 ? size : largest;
  }

  void radix(Complex *to, const Complex *from, int64_t size, bool forward) {
    if (forward)
      fft.fwd(to, from, size);
    else
      fft.inv(to, from, size);
  }

  const Chirp &chirpOf(int64_t size) {
    Chirp &chirp = chirps[size];
    if (!chirp.turns.empty())
      return chirp;
    while (chirp.padded < 2 * size - 1)
      chirp.padded *= 2;
    const double half = 3.14159265358979323846 / static_cast<double>(size);
    std::vector<Complex> filter(static_cast<size_t>(chirp.padded));
    for (int64_t k = 0; k < size; ++k) {
      // k * k modulo the circle, while it is an integer.
      const double angle = half * static_cast<double>(static_cast<uint64_t>(k) * static_cast<uint64_t>(k) %
                                                      static_cast<uint64_t>(2 * size));
      chirp.turns.emplace_back(std::cos(angle), -std::sin(angle));
      filter[static_cast<size_t>(k)] = std::conj(chirp.turns.back());
      if (k > 0)
        filter[static_cast<size_t>(chirp.padded - k)] = std::conj(chirp.turns.back());
    }
    chirp.spectrum.resize(filter.size());
    radix(chirp.spectrum.data(), filter.data(), chirp.padded, true);
    return chirp;
  }

  /// Backward it is the forward transform of the conjugate, conjugated.
  void convolve(Complex *to, const Complex *from, int64_t size, bool forward) {
    const Chirp &chirp = chirpOf(size);
    const auto turned = [forward](const Complex &value) { return forward ? value : std::conj(value); };
    const auto times = [](const Complex &a, const Complex &b) {
      return Complex(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
    };
    signal.assign(chirp.spectrum.size(), Complex());
    product.resize(chirp.spectrum.size());
    for (size_t k = 0; k < static_cast<size_t>(size); ++k)
      signal[k] = times(turned(from[k]), chirp.turns[k]);
    radix(product.data(), signal.data(), chirp.padded, true);
    for (size_t k = 0; k < product.size(); ++k)
      product[k] = times(product[k], chirp.spectrum[k]);
    radix(signal.data(), product.data(), chirp.padded, false);
    const double scale = 1 / static_cast<double>(chirp.padded);
    for (size_t k = 0; k < static_cast<size_t>(size); ++k)
      to[k] = turned(times(signal[k] * scale, chirp.turns[k]));
  }
};

/// The roots of unity are worth keeping: a signal's pieces are all of one length.
Transform &transformOfThread() {
  static thread_local Transform transform;
  return transform;
}

const FourierKernels &fourierKernels() {
#ifdef FULLGRAPH_X86_LEVELS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return fourierAvx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return fourierAvx2;
#endif
  return fourierBaseline;
}

/// e^(-2 pi i k / size) for all k, kept for the lengths that the thread has seen last.
const double *rootsOf(int64_t size) {
  static thread_local std::map<int64_t, std::vector<double>> known;
  constexpr size_t maxLengths = 64;
  if (known.size() > maxLengths && known.count(size) == 0)
    known.clear();
  std::vector<double> &roots = known[size];
  if (roots.empty())
    for (int64_t k = 0; k < size; ++k) {
      const double angle = 2 * 3.14159265358979323846 * static_cast<double>(k) / static_cast<double>(size);
      roots.push_back(std::cos(angle));
      roots.push_back(-std::sin(angle));
    }
  return roots.data();
}

/// Are so many lines of `size` numbers worth a group? The numbers of one stay in a processor's own cache.
bool goTogether(int64_t lines, int64_t size) {
  for (const int64_t radix : {2, 3, 5})
    for (; size % radix == 0 && size > 0 && size <= 8192; size /= radix)
      ;
  return size == 1 && lines >= linesTogether / 2;
}

/// So many lines have the pairs, whose parts are the innermost dim, and whose lines the next one.
int64_t linesOf(const fg_buffer &pairs) {
  int64_t count = 1;
  for (int32_t d = 2; d < pairs.dimensions; ++d)
    count *= pairs.dim[d].extent;
  return count;
}

/// The numbers of `linesTogether` lines, and as much memory again.
class Group {
public:
  explicit Group(int64_t numbers)
      : memory(static_cast<size_t>(4 * numbers * linesTogether)), other(memory.data() + memory.size() / 2) {}

  /// Element i of a line: the real parts are the even ones.
  double &at(int64_t i, int64_t lane) { return now[i * linesTogether + lane]; }
  void transform(int64_t size, bool forward) {
    if (fourierKernels().transform(now, other, size, rootsOf(size), forward) == other)
      std::swap(now, other);
  }
  void fromPairs(int64_t half) {
    fourierKernels().fromPairs(now, other, half, rootsOf(2 * half));
    std::swap(now, other);
  }
  void toPairs(int64_t half) {
    fourierKernels().toPairs(now, other, half, rootsOf(2 * half));
    std::swap(now, other);
  }

  void read(const float *const *lines, int64_t count) { fourierKernels().readFloats(lines, now, count); }
  void read(const double *const *lines, int64_t count) { fourierKernels().readDoubles(lines, now, count); }
  void write(float *const *to, int64_t count, int64_t lines) {
    fourierKernels().writeFloats(now, to, count, lines);
  }
  void write(double *const *to, int64_t count, int64_t lines) {
    fourierKernels().writeDoubles(now, to, count, lines);
  }

private:
  std::vector<double> memory;
  double *now = memory.data(), *other;
};

/// Calls f(real parts, imaginary parts, line, i) of each line of pairs, the i-th, and of the line at the same
/// place of `other`. begin() makes the f of a part of the lines, which begins at a multiple of `together`.
template <class T, class U, class Begin>
void forEachPairOfLines(const fg_buffer &pairs, const fg_buffer &other, Begin begin, int64_t together = 1) {
  fg_buffer lines = pairs; // without the pairs' dim, the innermost
  lines.dim = pairs.dim + 1;
  --lines.dimensions;
  const Lines<T> at(lines, lines.dimensions - 1);
  const Lines<U> there(other, other.dimensions - 1);
  const int64_t step = pairs.dim[0].stride;
  const auto length = static_cast<double>(at.count());
  const double nanoseconds = length * (2 + std::log2(length + 1)) / (together > 1 ? 8 : 1);
  const LinePlaces places(lines, lines.dimensions - 1);
  const int64_t total = places.total(), units = (total + together - 1) / together;
  forParts(units, nanoseconds * static_cast<double>(together), [&](int64_t first, int64_t last) {
    auto call = [&, f = begin()](const int64_t *index, int64_t i) mutable {
      const Line<T> line = at.at(index);
      f(line, Line<T>{line.at + step, line.stride, line.length}, there.at(index), i);
    };
    places.forEach(first * together, std::min(last * together, total), call);
  });
}

/// A line of pairs and the line at its place of another tensor.
template <class T, class U> struct PairOfLines {
  Line<T> re, im;
  Line<U> other;
  int64_t place;
};

/// The elements of a line of pairs or of numbers where they are neighbours in memory, else null.
template <class T> T *neighbours(const Line<T> &re, const Line<T> &im) {
  return re.stride == 2 && im.at == re.at + 1 ? re.at : nullptr;
}
template <class T> T *neighbours(const Line<T> &line) { return line.stride == 1 ? line.at : nullptr; }

/// What one group of lines does. `Ends`: how lines of its kind are read and written: read(line, i) and
/// write(line, i, value) of an element, and from(line) and to(line), their elements as neighbours, or null.
template <class T, class U, class Ends> class GroupOfLines {
public:
  GroupOfLines(int64_t elements, int64_t results, const Ends &ends)
      : elements(elements), results(results), ends(ends), group((std::max(elements, results) + 1) / 2) {}

  /// Is the group complete with this line?
  bool add(PairOfLines<T, U> line) {
    lines.push_back(line);
    return lines.size() == static_cast<size_t>(linesTogether);
  }

  template <class Run> void run(const Run &transform) {
    const auto count = static_cast<int64_t>(lines.size());
    while (lines.size() < static_cast<size_t>(linesTogether))
      lines.push_back(lines.back());
    read();
    transform(group);
    write(count);
    lines.clear();
  }

private:
  void read() {
    decltype(ends.from(lines[0])) each[linesTogether];
    bool areNeighbours = true;
    for (int64_t lane = 0; lane < linesTogether; ++lane) {
      each[lane] = ends.from(lines[static_cast<size_t>(lane)]);
      areNeighbours &= each[lane] != nullptr;
    }
    if (areNeighbours)
      return group.read(each, elements);
    // Element by element: a line alone would walk across the cache lines of the group.
    for (int64_t i = 0; i < elements; ++i)
      for (int64_t lane = 0; lane < linesTogether; ++lane)
        group.at(i, lane) = ends.read(lines[static_cast<size_t>(lane)], i);
  }

  void write(int64_t count) {
    decltype(ends.to(lines[0])) each[linesTogether];
    bool areNeighbours = true;
    for (int64_t lane = 0; lane < count; ++lane) {
      each[lane] = ends.to(lines[static_cast<size_t>(lane)]);
      areNeighbours &= each[lane] != nullptr;
    }
    if (areNeighbours)
      return group.write(each, results, count);
    constexpr int64_t tile = 16; // elements of a line, which lie beside each other
    for (int64_t first = 0; first < results; first += tile)
      for (int64_t lane = 0; lane < count; ++lane)
        for (int64_t i = first, last = std::min(first + tile, results); i < last; ++i)
          ends.write(lines[static_cast<size_t>(lane)], i, group.at(i, lane));
  }

  const int64_t elements, results;
  const Ends ends;
  Group group;
  std::vector<PairOfLines<T, U>> lines;
};

/// Calls run(group) for groups of lines of `pairs` and `other`: `elements` elements of each line are read,
/// and `results` that run leaves are written, as `ends` says.
template <class T, class U, class Ends, class Run>
void forEachGroupOfLines(const fg_buffer &pairs, const fg_buffer &other, int64_t elements, int64_t results,
                         const Ends &ends, Run run) {
  const int64_t total = linesOf(pairs);
  forEachPairOfLines<T, U>(
      pairs, other,
      [&] {
        return [&, group = std::make_shared<GroupOfLines<T, U, Ends>>(elements, results, ends)](
                   const Line<T> &re, const Line<T> &im, const Line<U> &line, int64_t place) {
          if (group->add({re, im, line, place}) || place == total - 1)
            group->run(run);
        };
      },
      linesTogether);
}

/// Pairs to contiguous pairs.
template <class T> struct PairEnds {
  T *all;
  int64_t size;
  using Lines = PairOfLines<const T, const T>;
  double read(const Lines &line, int64_t i) const { return (i % 2 == 0 ? line.re : line.im)[i / 2]; }
  void write(const Lines &line, int64_t i, double value) const { to(line)[i] = static_cast<T>(value); }
  const T *from(const Lines &line) const { return neighbours(line.re, line.im); }
  T *to(const Lines &line) const { return all + 2 * size * line.place; }
};

/// Real numbers to pairs.
template <class T> struct RealEnds {
  using Lines = PairOfLines<T, const T>;
  double read(const Lines &line, int64_t i) const { return line.other[i]; }
  void write(const Lines &line, int64_t i, double value) const {
    (i % 2 == 0 ? line.re : line.im)[i / 2] = static_cast<T>(value);
  }
  const T *from(const Lines &line) const { return neighbours(line.other); }
  T *to(const Lines &line) const { return neighbours(line.re, line.im); }
};

/// Pairs to `size` real numbers. What has no partner, 0 and the middle, is taken for real; what is not there
/// is 0.
template <class T> struct ToRealEnds {
  int64_t size;
  using Lines = PairOfLines<const T, T>;
  double read(const Lines &line, int64_t i) const {
    const bool alone = i <= 1 || i >= size;
    return i / 2 >= line.re.length ? 0 : i % 2 == 0 ? line.re[i / 2] : alone ? 0 : line.im[i / 2];
  }
  void write(const Lines &line, int64_t i, double value) const { line.other[i] = static_cast<T>(value); }
  const T *from(const Lines &) const { return nullptr; }
  T *to(const Lines &line) const { return neighbours(line.other); }
};

} // namespace

extern "C" int fg_library_fourier(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const bool forward = number(arguments, 1) != 0;
  return withFloating(self.type, [&](auto element) {
    using T = decltype(element);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      T *const all = reinterpret_cast<T *>(out.host); // contiguous
      if (const int64_t size = self.dim[1].extent; goTogether(linesOf(self), size)) {
        forEachGroupOfLines<const T, const T>(self, self, 2 * size, 2 * size, PairEnds<T>{all, size},
                                              [=](Group &group) { group.transform(size, forward); });
        return 0;
      }
      forEachPairOfLines<const T, const T>(self, self, [&] {
        return [&, &transform = transformOfThread(), line = std::vector<Complex>(),
                result = std::vector<Complex>()](const auto &re, const auto &im, const auto &,
                                                 int64_t place) mutable {
          line.clear();
          for (int64_t i = 0; i < re.length; ++i)
            line.emplace_back(re[i], im[i]);
          result.resize(line.size());
          transform.run(result.data(), line.data(), re.length, forward);
          T *to = all + 2 * re.length * place;
          for (const Complex &value : result) {
            *to++ = static_cast<T>(value.real());
            *to++ = static_cast<T>(value.imag());
          }
        };
      });
      return 0;
    }
    return -1;
  });
}

extern "C" int fg_library_fourier_of_real(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return withFloating(self.type, [&](auto element) {
    using T = decltype(element);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      const int64_t size = self.dim[0].extent, half = size / 2;
      if (size % 2 == 0 && goTogether(linesOf(out), half)) {
        forEachGroupOfLines<T, const T>(out, self, size, size + 2, RealEnds<T>(), [=](Group &group) {
          group.transform(half, true);
          group.fromPairs(half);
        });
        return 0;
      }
      forEachPairOfLines<T, const T>(out, self, [&] {
        return [&transform = transformOfThread(), line = std::vector<double>(),
                result = std::vector<Complex>()](const auto &re, const auto &im, const auto &from,
                                                 int64_t) mutable {
          line.resize(static_cast<size_t>(from.length));
          for (int64_t i = 0; i < from.length; ++i)
            line[static_cast<size_t>(i)] = from[i];
          result.resize(line.size() / 2 + 1);
          transform.runOfReal(result.data(), line.data(), from.length);
          for (int64_t i = 0; i < re.length; ++i) {
            re[i] = static_cast<T>(result[static_cast<size_t>(i)].real());
            im[i] = static_cast<T>(result[static_cast<size_t>(i)].imag());
          }
        };
      });
      return 0;
    }
    return -1;
  });
}

extern "C" int fg_library_fourier_to_real(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const int64_t size = number(arguments, 1);
  return withFloating(self.type, [&](auto element) {
    using T = decltype(element);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      const int64_t half = size / 2;
      if (size % 2 == 0 && goTogether(linesOf(self), half)) {
        forEachGroupOfLines<const T, T>(self, out, size + 2, size, ToRealEnds<T>{size}, [=](Group &group) {
          group.toPairs(half);
          group.transform(half, false);
        });
        return 0;
      }
      forEachPairOfLines<const T, T>(self, out, [&] {
        return [size, &transform = transformOfThread(),
                line = std::vector<Complex>(static_cast<size_t>(size / 2 + 1)),
                result = std::vector<double>(static_cast<size_t>(size))](const auto &re, const auto &im,
                                                                         const auto &to, int64_t) mutable {
          // What has no partner, 0 and the middle, is taken for real; what is not there is 0.
          for (int64_t i = 0; i <= size / 2; ++i) {
            const bool alone = i == 0 || 2 * i == size;
            line[static_cast<size_t>(i)] =
                i < re.length ? Complex(re[i], alone ? 0.0 : static_cast<double>(im[i])) : Complex();
          }
          transform.runToReal(result.data(), line.data(), size);
          for (int64_t i = 0; i < size; ++i)
            to[i] = static_cast<T>(result[static_cast<size_t>(i)]);
        };
      });
      return 0;
    }
    return -1;
  });
}
