// fg::Scalar: a number of the host program (c10::Scalar).
#pragma once

#include <fullgraph/detail/check.h>
#include <fullgraph/half.h>

namespace fg {

/// Holds a double, an int64 or a bool. In type promotion it is "weak": it only decides the category.
class Scalar {
public:
  constexpr Scalar() : Scalar(int64_t(0)) {}
  constexpr Scalar(double v) : real_(v), type_(kDouble) {}
  constexpr Scalar(float v) : Scalar(double(v)) {}
  constexpr Scalar(Half v) : Scalar(double(float(v))) {}
  constexpr Scalar(BFloat16 v) : Scalar(double(float(v))) {}
  constexpr Scalar(bool v) : integer_(v), type_(kBool) {}
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

  /// The value as T. Throws when it does not fit: an integer out of T's range, or a non-finite or too large
  /// floating value to an integer. (A fraction is cut off, as c10 does.)
  template <class T> T to() const;
  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  int64_t toLong() const { return to<int64_t>(); }
  int toInt() const { return to<int>(); }
  bool toBool() const { return to<bool>(); }

  constexpr bool equal(double v) const { return isFloatingPoint() ? real_ == v : double(integer_) == v; }
  constexpr Scalar operator-() const { return isFloatingPoint() ? Scalar(-real_) : Scalar(-integer_); }

private:
  double real_ = 0;
  long long integer_ = 0;
  ScalarType type_;
};

namespace detail {
/// The type's name as c10's overflow error prints it.
constexpr const char *cppTypeName(ScalarType t) {
  switch (t) {
  case kByte:
    return "uint8_t";
  case kChar:
    return "int8_t";
  case kShort:
    return "int16_t";
  case kInt:
    return "int";
  case kLong:
    return "int64_t";
  case kHalf:
    return "at::Half";
  case kBFloat16:
    return "at::BFloat16";
  case kFloat:
    return "float";
  case kDouble:
    return "double";
  default:
    return "bool";
  }
}

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

template <class T> T Scalar::to() const {
  constexpr ScalarType target = detail::scalarTypeOf<T>;
  static_assert(target != ScalarType::Undefined, "fg::Scalar holds real numbers and bool");
  if constexpr (target == kBool) {
    return isFloatingPoint() ? real_ != 0 : integer_ != 0;
  } else {
    // c10::overflows: infinities and NaN pass to a floating type only; -255..-1 wraps to u8.
    constexpr double largest = detail::largestValue(target);
    constexpr double lowest = target == kInt || target == kShort || target == kChar ? -largest - 1 : -largest;
    const double value = isFloatingPoint() ? real_ : double(integer_);
    const bool finite = value - value == 0;
    const bool fits = finite ? value >= lowest && value <= largest : isFloatingType(target);
    if (!fits || (target == kLong && isFloatingPoint() && value == largest)) [[unlikely]]
      detail::fail({"value cannot be converted to type ", detail::cppTypeName(target), " without overflow"});
    if constexpr (isFloatingType(target))
      return T(value);
    else
      return isFloatingPoint() ? T(static_cast<long long>(real_)) : T(integer_);
  }
}

} // namespace fg
