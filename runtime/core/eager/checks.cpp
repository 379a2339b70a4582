#include "runtime/core/eager/checks.h"

#include <cmath>

namespace fg::detail {

const char *cppName(ScalarType t) {
  switch (t) {
  case kByte:
    return "unsigned char";
  case kChar:
    return "signed char";
  case kShort:
    return "short int";
  case kInt:
    return "int";
  case kLong:
    return "long int";
  case kHalf:
    return "c10::Half";
  case kFloat:
    return "float";
  case kDouble:
    return "double";
  case kBool:
    return "bool";
  case kBFloat16:
    return "c10::BFloat16";
  case kComplexFloat:
    return "c10::complex<float>";
  case kComplexDouble:
    return "c10::complex<double>";
  default:
    return "nullptr (uninitialized)";
  }
}

namespace {

struct Range {
  const char *name;   // as c10::Scalar's messages have it
  double least, most; // both included
};

Range rangeOf(ScalarType t) {
  switch (t) {
  case kByte:
    return {"uint8_t", -255, 255};
  case kChar:
    return {"int8_t", -128, 127};
  case kShort:
    return {"int16_t", -32768, 32767};
  case kInt:
    return {"int", -2147483648.0, 2147483647.0};
  case kLong:
    return {"int64_t", -0x1p63, 0x1p63};
  case kHalf:
    return {"c10::Half", -65504, 65504};
  case kFloat:
    return {"float", -0x1.fffffep127, 0x1.fffffep127};
  case kBFloat16:
    return {"c10::BFloat16", -0x1.fep127, 0x1.fep127};
  default:
    return {"double", -HUGE_VAL, HUGE_VAL};
  }
}

} // namespace

Scalar checkedFill(const Scalar &value, ScalarType dtype) {
  if (dtype == kBool || dtype == kDouble || (dtype == kLong && !value.isFloatingPoint()))
    return value;
  Range range = rangeOf(dtype);
  if (dtype == kByte && value.isFloatingPoint())
    range.least = 0; // only integers wrap
  const double v = value.isFloatingPoint() ? value.toDouble() : double(value.toLong());
  const bool special = isFloatingType(dtype) && !std::isfinite(v);
  FG_CHECK(special || (v >= range.least && v <= range.most), "value cannot be converted to type ", range.name,
           " without overflow");
  return value;
}

DimSet::DimSet(IntArrayRef dims, int64_t rank) {
  for (const int64_t dim : dims) {
    bool &at = has[wrapDim(dim, rank)];
    FG_CHECK(!at, "dim ", wrapDim(dim, rank), " appears multiple times in the list of dims");
    at = true;
  }
  if (dims.empty())
    for (int64_t d = 0; d < rank; ++d)
      has[d] = true;
}

} // namespace fg::detail
