// random_uniform, random_normal, random_integers: numbers from a key, by their places.
//
// Philox 4x32 with 10 rounds: J. Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (SC 2011).
#include "runtime/core/library/lines.h"

using namespace fg;
using namespace fg::library;

namespace {

struct Block {
  uint32_t word[4];
};

Block philox(uint64_t key, uint64_t stream, uint64_t place) {
  Block b = {{uint32_t(place), uint32_t(place >> 32), uint32_t(stream), uint32_t(stream >> 32)}};
  uint32_t k0 = uint32_t(key), k1 = uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t(0xD2511F53u) * b.word[0], c = uint64_t(0xCD9E8D57u) * b.word[2];
    b = {{uint32_t(c >> 32) ^ b.word[1] ^ k0, uint32_t(c), uint32_t(a >> 32) ^ b.word[3] ^ k1, uint32_t(a)}};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return b;
}

/// The 64 bits at a place.
uint64_t bitsAt(const int64_t *key, int64_t place) {
  const Block b = philox(uint64_t(key[0]), uint64_t(key[1]), uint64_t(place));
  return uint64_t(b.word[0]) << 32 | b.word[1];
}
/// In [0, 1), a multiple of 2^-53.
double unit(uint64_t bits) { return double(bits >> 11) * 0x1p-53; }

/// The greatest value of T below 1: rounding must not make one.
template <class T> double belowOne() {
  return std::is_same_v<T, Half>       ? 1 - 0x1p-11
         : std::is_same_v<T, BFloat16> ? 1 - 0x1p-8
         : std::is_same_v<T, float>    ? 1 - 0x1p-24
                                       : 1 - 0x1p-53;
}

} // namespace

extern "C" int fg_library_random_uniform(void **arguments) {
  const auto *key = reinterpret_cast<const int64_t *>(buffer(arguments, 0).host);
  const fg_buffer &out = buffer(arguments, 1);
  return withFloating(out.type, [&](auto element) {
    using T = decltype(element);
    T *const values = reinterpret_cast<T *>(out.host);
    forParts(numel(out), 5, [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i) {
        const double value = unit(bitsAt(key, i));
        values[i] = static_cast<T>(static_cast<Compute<T>>(value < belowOne<T>() ? value : belowOne<T>()));
      }
    });
    return 0;
  });
}

/// By pairs: G. Box and M. Muller, A Note on the Generation of Random Normal Deviates (1958).
extern "C" int fg_library_random_normal(void **arguments) {
  const auto *key = reinterpret_cast<const int64_t *>(buffer(arguments, 0).host);
  const fg_buffer &out = buffer(arguments, 1);
  return withFloating(out.type, [&](auto element) {
    using T = decltype(element);
    T *const values = reinterpret_cast<T *>(out.host);
    const int64_t count = numel(out);
    forParts((count + 1) / 2, 40, [&](int64_t begin, int64_t end) {
      for (int64_t i = 2 * begin; i < std::min(2 * end, count); i += 2) {
        const double radius = std::sqrt(-2 * std::log(1 - unit(bitsAt(key, i)))),
                     angle = 6.283185307179586 * unit(bitsAt(key, i + 1));
        values[i] = static_cast<T>(static_cast<Compute<T>>(radius * std::cos(angle)));
        if (i + 1 < count)
          values[i + 1] = static_cast<T>(static_cast<Compute<T>>(radius * std::sin(angle)));
      }
    });
    return 0;
  });
}

extern "C" int fg_library_random_integers(void **arguments) {
  const auto *key = reinterpret_cast<const int64_t *>(buffer(arguments, 0).host);
  const fg_buffer &out = buffer(arguments, 3);
  const int64_t low = number(arguments, 1);
  const uint64_t range = uint64_t(number(arguments, 2)) - uint64_t(low);
  auto *const values = reinterpret_cast<int64_t *>(out.host);
  // The high half of the product: even but for one part in 2^64 / range.
  forParts(numel(out), 5, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i)
      values[i] =
          int64_t(uint64_t(low) + uint64_t((static_cast<unsigned __int128>(bitsAt(key, i)) * range) >> 64));
  });
  return 0;
}
