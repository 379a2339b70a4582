// Numbers as other types; reading one element; naming devices.
#include "runtime/core/device/driver.h"
#include "runtime/core/tensor/impl.h"

#include <cstring>

namespace fg {

Device::Device(const char *text) : type_(kCPU), index_(-1) {
  const char *rest = text;
  if (std::strncmp(text, "cpu", 3) == 0) {
    rest += 3;
  } else if (std::strncmp(text, "cuda", 4) == 0) {
    type_ = kCUDA;
    rest += 4;
  } else if (std::strncmp(text, "opencl", 6) == 0) {
    type_ = kOpenCL;
    rest += 6;
  }
  bool valid = rest != text;
  if (valid && *rest == ':') {
    valid = rest[1] != 0 && (rest[1] != '0' || rest[2] == 0); // no leading zeros
    int index = 0;
    for (++rest; *rest >= '0' && *rest <= '9' && index <= 127; ++rest)
      index = index * 10 + (*rest - '0');
    valid = valid && index <= 127;
    index_ = int8_t(index);
  }
  FG_CHECK(valid && *rest == 0, "Invalid device string: '", text, "'");
}

namespace {
/// The type's name as c10's overflow error prints it.
const char *cppTypeName(ScalarType t) {
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
} // namespace

template <class T> T Scalar::converted() const {
  constexpr ScalarType target = detail::scalarTypeOf<T>;
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
      detail::fail({"value cannot be converted to type ", cppTypeName(target), " without overflow"});
    if constexpr (isFloatingType(target))
      return T(value);
    else
      return isFloatingPoint() ? T(static_cast<long long>(real_)) : T(integer_);
  }
}

template <> bool Scalar::to<bool>() const { return converted<bool>(); }
template <> unsigned char Scalar::to<unsigned char>() const { return converted<unsigned char>(); }
template <> signed char Scalar::to<signed char>() const { return converted<signed char>(); }
template <> short Scalar::to<short>() const { return converted<short>(); }
template <> int Scalar::to<int>() const { return converted<int>(); }
template <> long Scalar::to<long>() const { return converted<long>(); }
template <> long long Scalar::to<long long>() const { return converted<long long>(); }
template <> Half Scalar::to<Half>() const { return converted<Half>(); }
template <> BFloat16 Scalar::to<BFloat16>() const { return converted<BFloat16>(); }
template <> float Scalar::to<float>() const { return converted<float>(); }
template <> double Scalar::to<double>() const { return converted<double>(); }

double Scalar::toDouble() const { return to<double>(); }
float Scalar::toFloat() const { return to<float>(); }
int64_t Scalar::toLong() const { return to<int64_t>(); }
int Scalar::toInt() const { return to<int>(); }
bool Scalar::toBool() const { return to<bool>(); }

namespace detail {

namespace {
template <class T> T read(const void *p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}
} // namespace

Scalar item(const TensorImpl *impl) {
  FG_CHECK(impl->numel == 1, "a Tensor with ", impl->numel, " elements cannot be converted to Scalar");
  FG_CHECK(!isComplexType(impl->dtype()), "item() is not implemented for '", impl->dtype(),
           "': take real(x).item() and imag(x).item()");
  char element[8];
  const void *p = impl->data;
  if (const Storage &storage = *impl->storage; storage.driver) {
    storage.driver->download(storage.deviceIndex, element, p, elementSize(impl->dtype()));
    p = element;
  }
  switch (impl->dtype()) {
  case kByte:
    return read<uint8_t>(p);
  case kChar:
    return read<int8_t>(p);
  case kShort:
    return read<int16_t>(p);
  case kInt:
    return read<int32_t>(p);
  case kLong:
    return read<int64_t>(p);
  case kHalf:
    return read<Half>(p);
  case kBFloat16:
    return read<BFloat16>(p);
  case kFloat:
    return read<float>(p);
  case kDouble:
    return read<double>(p);
  default:
    return read<uint8_t>(p) != 0;
  }
}

} // namespace detail
} // namespace fg
