// Element types, their names and ATen's type promotion.
//
// Shared by the runtime (eager operators) and by the compiler (shape inference): both must promote alike, or
// compiled code would change a result's dtype. Numbers are c10::ScalarType's, so a dtype stored by one
// library reads the same in the other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fg {

/// An int, and no byte as ATen's is: Clang takes a byte that is passed for extended to 32 bits, and GCC does
/// not always extend it, so that a library of the one would read garbage from a program of the other.
enum class ScalarType : int32_t {
  Byte = 0,           // u8
  Char = 1,           // i8
  Short = 2,          // i16
  Int = 3,            // i32
  Long = 4,           // i64
  Half = 5,           // f16, IEEE binary16
  Float = 6,          // f32
  Double = 7,         // f64
  ComplexFloat = 9,   // c64: two f32, the real part first
  ComplexDouble = 10, // c128
  Bool = 11,
  BFloat16 = 15,
  Undefined = 22,
};

using Dtype = ScalarType;

inline constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = kByte;
inline constexpr ScalarType kChar = ScalarType::Char, kInt8 = kChar;
inline constexpr ScalarType kShort = ScalarType::Short, kInt16 = kShort;
inline constexpr ScalarType kInt = ScalarType::Int, kInt32 = kInt;
inline constexpr ScalarType kLong = ScalarType::Long, kInt64 = kLong;
inline constexpr ScalarType kHalf = ScalarType::Half, kFloat16 = kHalf;
inline constexpr ScalarType kFloat = ScalarType::Float, kFloat32 = kFloat;
inline constexpr ScalarType kDouble = ScalarType::Double, kFloat64 = kDouble;
inline constexpr ScalarType kComplexFloat = ScalarType::ComplexFloat;
inline constexpr ScalarType kComplexDouble = ScalarType::ComplexDouble;
inline constexpr ScalarType kBool = ScalarType::Bool;
inline constexpr ScalarType kBFloat16 = ScalarType::BFloat16;

inline constexpr ScalarType kU8 = kByte, kI8 = kChar, kI16 = kShort, kI32 = kInt, kI64 = kLong;
inline constexpr ScalarType kF16 = kHalf, kF32 = kFloat, kF64 = kDouble;

/// The dtypes a tensor can have, in the order of the promotion lattice's rows below.
inline constexpr ScalarType allScalarTypes[] = {kByte, kChar,     kShort,        kInt,
                                                kLong, kHalf,     kFloat,        kDouble,
                                                kBool, kBFloat16, kComplexFloat, kComplexDouble};

// Here, and in the other headers that every program reads, kinds of dtypes are told apart by switches: to
// compare two values of an enumeration, the parser resolves overloads, which takes it as long as a function.

/// The categories of type promotion, lowest first: 1 bool, 2 integers, 3 floating types, 4 complex ones; 0
/// for Undefined.
constexpr int typeCategory(ScalarType t) {
  switch (t) {
  case kBool:
    return 1;
  case kByte:
  case kChar:
  case kShort:
  case kInt:
  case kLong:
    return 2;
  case kHalf:
  case kFloat:
  case kDouble:
  case kBFloat16:
    return 3;
  case kComplexFloat:
  case kComplexDouble:
    return 4;
  default:
    return 0;
  }
}
constexpr bool isFloatingType(ScalarType t) { return typeCategory(t) == 3; }
constexpr bool isComplexType(ScalarType t) { return typeCategory(t) == 4; }
constexpr bool isIntegralType(ScalarType t, bool includeBool) {
  return typeCategory(t) == 2 || (includeBool && typeCategory(t) == 1);
}

/// Bytes of one element; 0 for Undefined.
constexpr size_t elementSize(ScalarType t) {
  switch (t) {
  case kByte:
  case kChar:
  case kBool:
    return 1;
  case kShort:
  case kHalf:
  case kBFloat16:
    return 2;
  case kInt:
  case kFloat:
    return 4;
  case kLong:
  case kDouble:
  case kComplexFloat:
    return 8;
  case kComplexDouble:
    return 16;
  default:
    return 0;
  }
}

/// c10::toString: "Float", "Long", ... as ATen's error messages print them.
constexpr const char *toString(ScalarType t) {
  switch (t) {
  case kByte:
    return "Byte";
  case kChar:
    return "Char";
  case kShort:
    return "Short";
  case kInt:
    return "Int";
  case kLong:
    return "Long";
  case kHalf:
    return "Half";
  case kFloat:
    return "Float";
  case kDouble:
    return "Double";
  case kBool:
    return "Bool";
  case kBFloat16:
    return "BFloat16";
  case kComplexFloat:
    return "ComplexFloat";
  case kComplexDouble:
    return "ComplexDouble";
  default:
    return "Undefined";
  }
}

/// The short name of FG_SHAPE, the graph text and our own messages: "f32", "i64", ...
constexpr const char *shortName(ScalarType t) {
  switch (t) {
  case kByte:
    return "u8";
  case kChar:
    return "i8";
  case kShort:
    return "i16";
  case kInt:
    return "i32";
  case kLong:
    return "i64";
  case kHalf:
    return "f16";
  case kFloat:
    return "f32";
  case kDouble:
    return "f64";
  case kBool:
    return "bool";
  case kBFloat16:
    return "bf16";
  case kComplexFloat:
    return "c64";
  case kComplexDouble:
    return "c128";
  default:
    return "undef";
  }
}

constexpr bool isReducedFloatingType(ScalarType t) { return isFloatingType(t) && elementSize(t) == 2; }

/// c10::toRealValueType: what the parts of a complex number are; `t` itself where it is not complex.
constexpr ScalarType realType(ScalarType t) {
  switch (t) {
  case kComplexFloat:
    return kFloat;
  case kComplexDouble:
    return kDouble;
  default:
    return t;
  }
}
/// The complex dtype that a real number of dtype `t` becomes one of. 16-bit floats become c64: there is no
/// complex number of two of them.
constexpr ScalarType complexType(ScalarType t) {
  switch (t) {
  case kDouble:
  case kComplexDouble:
    return kComplexDouble;
  default:
    return kComplexFloat;
  }
}

/// c10::promoteTypes: the smallest dtype that both operands' values fit, within ATen's lattice
/// (u8 with any signed integer widens; f16 with bf16 is f32; an integer with a float is that float).
constexpr ScalarType promoteTypes(ScalarType a, ScalarType b) {
  const int category = typeCategory(a), other = typeCategory(b);
  if (category == 0 || other == 0)
    return ScalarType::Undefined;
  if (category + other == 7) // a complex dtype and a floating one: c64 and f64 are c128
    return complexType(elementSize(realType(a)) > elementSize(realType(b)) ? a : b);
  if (category != other)
    return category > other ? a : b;
  if (elementSize(a) != elementSize(b))
    return elementSize(a) > elementSize(b) ? a : b;
  if (static_cast<int>(a) == static_cast<int>(b))
    return a;
  return category == 3 ? kFloat : kShort; // two 16-bit floats; u8 and i8
}

/// Accumulates ATen's result_type over operands (aten/src/ATen/native/TypeProperties.cpp): tensors with
/// dimensions outrank 0-d tensors, which outrank C++ scalars ("wrapped numbers"); a lower rank only counts
/// when its category is higher.
struct ResultTypeState {
  ScalarType dimResult = ScalarType::Undefined;
  ScalarType zeroResult = ScalarType::Undefined;
  ScalarType wrappedResult = ScalarType::Undefined;

  constexpr void add(ScalarType t, bool zeroDim, bool wrappedNumber) {
    if (wrappedNumber && isFloatingType(t))
      t = kFloat; // the default dtype
    ScalarType &slot = !zeroDim ? dimResult : wrappedNumber ? wrappedResult : zeroResult;
    slot = typeCategory(slot) == 0 ? t : promoteTypes(slot, t);
  }
  constexpr ScalarType result() const {
    return combineCategories(dimResult, combineCategories(zeroResult, wrappedResult));
  }

private:
  static constexpr ScalarType combineCategories(ScalarType higher, ScalarType lower) {
    // A complex number of a lower rank does not change how wide a float is.
    if (isFloatingType(higher) && isComplexType(lower))
      return complexType(higher);
    return typeCategory(lower) > typeCategory(higher) ? lower : higher;
  }
};

/// c10::canCast: may an in-place operator store a result of dtype `from` in a tensor of dtype `to`?
constexpr bool canCast(ScalarType from, ScalarType to) { return typeCategory(from) <= typeCategory(to); }

constexpr ScalarType promote_types(ScalarType a, ScalarType b) { return promoteTypes(a, b); }
constexpr bool can_cast(ScalarType from, ScalarType to) { return canCast(from, to); }
constexpr ScalarType typeMetaToScalarType(ScalarType dtype) { return dtype; }

} // namespace fg
