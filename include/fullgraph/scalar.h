// fg::Scalar: a number of the user's program (c10::Scalar).
#pragma once

#include <fullgraph/detail/check.h>
#include <fullgraph/half.h>

#include <type_traits>

namespace fg {

/// Holds a double, an int64 or a bool. In type promotion it is "weak": it only decides the category.
class Scalar {
public:
  constexpr Scalar() : Scalar(int64_t(0)) {}
  constexpr Scalar(double v) : real_(v), type_(kDouble) {}
  constexpr Scalar(float v) : Scalar(double(v)) {}
  constexpr Scalar(Half v) : Scalar(double(float(v))) {}
  constexpr Scalar(BFloat16 v) : Scalar(double(float(v))) {}
  /// A bool, and nothing that becomes one: a text is no number.
  template <class T>
    requires(std::is_same_v<T, bool>)
  constexpr Scalar(T v) : integer_(v), type_(kBool) {}
  constexpr Scalar(int v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(long v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(long long v) : integer_(v), type_(kLong) {}
  constexpr Scalar(short v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(signed char v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(unsigned char v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(unsigned short v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(unsigned v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(unsigned long v) : Scalar(static_cast<long long>(v)) {}
  constexpr Scalar(unsigned long long v) : Scalar(static_cast<long long>(v)) {}

  constexpr bool isFloatingPoint() const { return type_ == kDouble; }
  constexpr bool isIntegral(bool includeBool = false) const {
    return type_ == kLong || (includeBool && type_ == kBool);
  }
  constexpr bool isBoolean() const { return type_ == kBool; }
  /// kDouble, kLong or kBool.
  constexpr ScalarType type() const { return type_; }

  /// The value as T, one of the element types of tensors. Throws when it does not fit: an integer out of T's
  /// range, or a non-finite or too large floating value to an integer. (A fraction is cut off, as c10 does.)
  template <class T> T to() const {
    static_assert(sizeof(T) == 0, "fg::Scalar holds real numbers and bool: the specialisations below");
  }
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  bool toBool() const;

  constexpr bool equal(double v) const { return isFloatingPoint() ? real_ == v : double(integer_) == v; }
  constexpr Scalar operator-() const { return isFloatingPoint() ? Scalar(-real_) : Scalar(-integer_); }

private:
  template <class T> T converted() const; // defined in the library

  double real_ = 0;
  long long integer_ = 0;
  ScalarType type_;
};

template <> bool Scalar::to<bool>() const;
template <> unsigned char Scalar::to<unsigned char>() const;
template <> signed char Scalar::to<signed char>() const;
template <> short Scalar::to<short>() const;
template <> int Scalar::to<int>() const;
template <> long Scalar::to<long>() const;
template <> long long Scalar::to<long long>() const;
template <> Half Scalar::to<Half>() const;
template <> BFloat16 Scalar::to<BFloat16>() const;
template <> float Scalar::to<float>() const;
template <> double Scalar::to<double>() const;

namespace detail {
/// The largest finite value of a floating dtype, and of an integral one as the double that holds it or, for
/// i64, that is next above it.
constexpr double largestValue(ScalarType t) {
  switch (t) {
  case kByte:
    return 255;
  case kChar:
    return 127;
  case kShort:
    return 32767;
  case kInt:
    return 2147483647;
  case kLong:
    return 0x1p63;
  case kHalf:
    return 65504;
  case kBFloat16:
    return 0x1.fep127;
  case kFloat:
    return 0x1.fffffep127;
  default:
    return 0x1.fffffffffffffp1023;
  }
}
} // namespace detail

} // namespace fg
