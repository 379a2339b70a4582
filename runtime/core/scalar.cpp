// Reading one element; naming devices.
#include "runtime/core/impl.h"

#include <cstring>

namespace fg {

Device::Device(const char *text) : type_(kCPU), index_(-1) {
  const char *rest = text;
  if (std::strncmp(text, "cpu", 3) == 0) {
    rest += 3;
  } else if (std::strncmp(text, "cuda", 4) == 0) {
    type_ = kCUDA;
    rest += 4;
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
  const void *p = impl->data;
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
