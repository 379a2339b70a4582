// The 16-bit floating types: storage only. Arithmetic is done in float and rounded once (to nearest, ties to
// even).
#pragma once

#include <bit>
#include <cstdint>

namespace fg {

namespace detail {

/// IEEE binary16 bits to float. Exact, including subnormals, infinities and NaN.
constexpr float halfToFloat(uint16_t h) {
  const uint32_t sign = uint32_t(h & 0x8000u) << 16;
  const uint32_t shifted = uint32_t(h & 0x7fffu) << 13;
  // Re-bias by multiplication: subnormal halves become normal floats without a branch, so that loops
  // vectorise.
  const float scaled = std::bit_cast<float>(shifted) * 0x1p112f;
  const uint32_t special = shifted >= 0x0f800000u ? 0x7f800000u : 0u; // exponent all ones: infinity or NaN
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(scaled) | special);
}

/// float to IEEE binary16 bits, to nearest, ties to even; overflow gives infinity.
constexpr uint16_t floatToHalf(float f) {
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return uint16_t(sign | 0x7e00u); // NaN
  if (magnitude >= 0x477ff000u)
    return uint16_t(sign | 0x7c00u); // rounds to 65520 or more
  if (magnitude < 0x38800000u) {
    // A subnormal half: adding 0.5 leaves the wanted bits, rounded by the addition itself, at the float's
    // end.
    const float aligned = std::bit_cast<float>(magnitude) + 0.5f;
    return uint16_t(sign | (std::bit_cast<uint32_t>(aligned) - 0x3f000000u));
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  return uint16_t(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}

constexpr float bfloat16ToFloat(uint16_t b) { return std::bit_cast<float>(uint32_t(b) << 16); }

constexpr uint16_t floatToBFloat16(float f) {
  const uint32_t bits = std::bit_cast<uint32_t>(f);
  const uint16_t rounded = uint16_t((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
  return (bits & 0x7fffffffu) > 0x7f800000u ? uint16_t(0x7fc0u) : rounded; // a NaN must not round to infinity
}

} // namespace detail

/// IEEE binary16: 1 sign, 5 exponent, 10 mantissa bits. The element type of kHalf tensors.
struct alignas(2) Half {
  uint16_t bits = 0;

  Half() = default;
  constexpr Half(float value) : bits(detail::floatToHalf(value)) {}
  constexpr operator float() const { return detail::halfToFloat(bits); }

  static constexpr Half fromBits(uint16_t b) {
    Half h;
    h.bits = b;
    return h;
  }
};

/// The upper half of a float: 1 sign, 8 exponent, 7 mantissa bits. The element type of kBFloat16 tensors.
struct alignas(2) BFloat16 {
  uint16_t bits = 0;

  BFloat16() = default;
  constexpr BFloat16(float value) : bits(detail::floatToBFloat16(value)) {}
  constexpr operator float() const { return detail::bfloat16ToFloat(bits); }

  static constexpr BFloat16 fromBits(uint16_t b) {
    BFloat16 h;
    h.bits = b;
    return h;
  }
};

static_assert(sizeof(Half) == 2 && sizeof(BFloat16) == 2);

} // namespace fg
