// fg::Half and fg::BFloat16: storage types of the 16-bit floats. Arithmetic is done in float: they convert
// both ways, rounding to nearest even, which is what c10::Half and c10::BFloat16 do.
#pragma once

#include <fullgraph/dtype.h>

namespace fg {
namespace detail {

// All without branches, so that loops over elements become vector instructions.

constexpr float halfToFloat(uint16_t h) {
  const uint32_t sign = uint32_t(h & 0x8000u) << 16, shifted = uint32_t(h & 0x7fffu) << 13;
  // The product moves the exponent to float's bias; subnormal halves become normal floats, exactly.
  const float scaled = __builtin_bit_cast(float, shifted) * 0x1p112f;
  const uint32_t special = shifted >= 0x0f800000u ? 0x7f800000u : 0u; // infinity, NaN
  return __builtin_bit_cast(float, sign | __builtin_bit_cast(uint32_t, scaled) | special);
}

constexpr uint16_t floatToHalf(float f) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, f);
  const uint32_t sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7fffffffu;
  const uint32_t odd = (magnitude >> 13) & 1u; // ties go to even
  const uint32_t normal = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;
  // A subnormal half or zero: the sum's last bit has weight 2^-24.
  const uint32_t small = magnitude < 0x38800000u ? magnitude : 0u;
  const uint32_t subnormal =
      __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, small) + 0.5f) - 0x3f000000u;
  const uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
  const uint32_t special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u; // NaN stays a quiet NaN
  return uint16_t(sign |
                  (magnitude >= 0x477ff000u ? special : finite)); // from 65520 on it rounds to infinity
}

constexpr float bfloat16ToFloat(uint16_t b) { return __builtin_bit_cast(float, uint32_t(b) << 16); }

constexpr uint16_t floatToBFloat16(float f) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, f);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  return uint16_t((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded); // a NaN must not round to infinity
}

} // namespace detail

struct Half {
  uint16_t bits = 0;
  constexpr Half() = default;
  constexpr Half(float value) : bits(detail::floatToHalf(value)) {}
  constexpr operator float() const { return detail::halfToFloat(bits); }
  static constexpr Half fromBits(uint16_t bits) {
    Half h;
    h.bits = bits;
    return h;
  }
};

struct BFloat16 {
  uint16_t bits = 0;
  constexpr BFloat16() = default;
  constexpr BFloat16(float value) : bits(detail::floatToBFloat16(value)) {}
  constexpr operator float() const { return detail::bfloat16ToFloat(bits); }
  static constexpr BFloat16 fromBits(uint16_t bits) {
    BFloat16 b;
    b.bits = bits;
    return b;
  }
};

namespace detail {
/// The dtype whose elements are stored as T; Undefined for any other T.
template <class T> inline constexpr ScalarType scalarTypeOf = ScalarType::Undefined;
template <class T> inline constexpr ScalarType scalarTypeOf<const T> = scalarTypeOf<T>;
template <> inline constexpr ScalarType scalarTypeOf<uint8_t> = kByte;
template <> inline constexpr ScalarType scalarTypeOf<int8_t> = kChar;
template <> inline constexpr ScalarType scalarTypeOf<int16_t> = kShort;
template <> inline constexpr ScalarType scalarTypeOf<int32_t> = kInt;
template <> inline constexpr ScalarType scalarTypeOf<long> = sizeof(long) == 8 ? kLong : kInt;
template <> inline constexpr ScalarType scalarTypeOf<long long> = kLong;
template <> inline constexpr ScalarType scalarTypeOf<Half> = kHalf;
template <> inline constexpr ScalarType scalarTypeOf<BFloat16> = kBFloat16;
template <> inline constexpr ScalarType scalarTypeOf<float> = kFloat;
template <> inline constexpr ScalarType scalarTypeOf<double> = kDouble;
template <> inline constexpr ScalarType scalarTypeOf<bool> = kBool;
} // namespace detail

} // namespace fg
