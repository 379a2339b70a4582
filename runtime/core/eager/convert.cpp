#include "runtime/core/eager/convert.h"

#include <fullgraph/detail/check.h>
#include <fullgraph/half.h>

#include <limits>
#include <type_traits>

namespace fg::detail {

namespace {

template <class To, class From> To convertElement(From x) {
  if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>) {
    return convertElement<To>(float(x));
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != 0;
  } else if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
    return To(static_cast<float>(x));
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    // Out of range the cast is undefined in C++. ATen's gives what x86's instruction does, which makes an
    // int32 for all narrower types.
    using Wide = std::conditional_t<sizeof(To) <= 4, int32_t, int64_t>;
    constexpr From bound = sizeof(Wide) == 4 ? From(0x1p31) : From(0x1p63);
    const bool fits = std::is_same_v<Wide, int32_t> && std::is_same_v<From, double>
                          ? x > -bound - 1 && x < bound
                          : x >= -bound && x < bound;
    return static_cast<To>(fits ? static_cast<Wide>(x) : std::numeric_limits<Wide>::min());
  } else {
    return static_cast<To>(x);
  }
}

template <class From, class To> void load(void *tile, const char *p, int64_t stride, int64_t n) {
  To *const out = static_cast<To *>(tile);
  if (stride == int64_t(sizeof(From))) {
    const From *const in = reinterpret_cast<const From *>(p);
    for (int64_t i = 0; i < n; ++i)
      out[i] = convertElement<To>(in[i]);
  } else {
    for (int64_t i = 0; i < n; ++i, p += stride)
      out[i] = convertElement<To>(*reinterpret_cast<const From *>(p));
  }
}

template <class From, class To> void store(char *p, int64_t stride, const void *tile, int64_t n) {
  const From *const in = static_cast<const From *>(tile);
  if (stride == int64_t(sizeof(To))) {
    To *const out = reinterpret_cast<To *>(p);
    for (int64_t i = 0; i < n; ++i)
      out[i] = convertElement<To>(in[i]);
  } else {
    for (int64_t i = 0; i < n; ++i, p += stride)
      *reinterpret_cast<To *>(p) = convertElement<To>(in[i]);
  }
}

template <class Result, template <class> class Entry> Result byDtype(ScalarType t) {
  switch (t) {
  case kByte:
    return Entry<uint8_t>::value;
  case kChar:
    return Entry<int8_t>::value;
  case kShort:
    return Entry<int16_t>::value;
  case kInt:
    return Entry<int32_t>::value;
  case kLong:
    return Entry<int64_t>::value;
  case kHalf:
    return Entry<Half>::value;
  case kFloat:
    return Entry<float>::value;
  case kDouble:
    return Entry<double>::value;
  case kBool:
    return Entry<bool>::value;
  case kBFloat16:
    return Entry<BFloat16>::value;
  default:
    return nullptr;
  }
}

template <class C> struct Of {
  template <class T> struct Load {
    static constexpr LoadFn value = load<T, C>;
  };
  template <class T> struct Store {
    static constexpr StoreFn value = store<C, T>;
  };
};

} // namespace

LoadFn loader(ScalarType from, Compute to) {
  const LoadFn load =
      withCompute(to, [&](auto c) { return byDtype<LoadFn, Of<decltype(c)>::template Load>(from); });
  FG_CHECK(load, "not implemented for '", from,
           "'"); // a complex operand of an operator without a form for it
  return load;
}

StoreFn storer(Compute from, ScalarType to) {
  const StoreFn store =
      withCompute(from, [&](auto c) { return byDtype<StoreFn, Of<decltype(c)>::template Store>(to); });
  FG_CHECK(store, "not implemented for '", to, "'");
  return store;
}

} // namespace fg::detail
