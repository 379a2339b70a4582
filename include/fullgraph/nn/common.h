// What the options of modules are written in: named constants, builder methods, one number for all dims.
#pragma once

#include <fullgraph/fullgraph.h>

#include <string>
#include <utility>
#include <vector>

namespace fg {

/// The named choices of torch::nn's options (torch::kReflect, torch::kMean): each option takes some of them.
namespace enumtype {
enum class Name : uint8_t {
  None,
  Mean,
  Sum,
  BatchMean,
  Zeros,
  Constant,
  Reflect,
  Replicate,
  Circular,
  Valid,
  Same,
  Nearest,
  Linear,
  Bilinear,
  Bicubic,
  Trilinear,
  Area,
  Border,
  ReLU,
  GELU,
  Tanh,
  Sigmoid,
  LeakyReLU,
  FanIn,
  FanOut,
  Max,
  NearestExact,
  Reflection
};
} // namespace enumtype

inline constexpr enumtype::Name kNone = enumtype::Name::None;
inline constexpr enumtype::Name kMean = enumtype::Name::Mean;
inline constexpr enumtype::Name kSum = enumtype::Name::Sum;
inline constexpr enumtype::Name kBatchMean = enumtype::Name::BatchMean;
inline constexpr enumtype::Name kZeros = enumtype::Name::Zeros;
inline constexpr enumtype::Name kConstant = enumtype::Name::Constant;
inline constexpr enumtype::Name kReflect = enumtype::Name::Reflect;
inline constexpr enumtype::Name kReplicate = enumtype::Name::Replicate;
inline constexpr enumtype::Name kCircular = enumtype::Name::Circular;
inline constexpr enumtype::Name kValid = enumtype::Name::Valid;
inline constexpr enumtype::Name kSame = enumtype::Name::Same;
inline constexpr enumtype::Name kNearest = enumtype::Name::Nearest;
inline constexpr enumtype::Name kLinear = enumtype::Name::Linear;
inline constexpr enumtype::Name kBilinear = enumtype::Name::Bilinear;
inline constexpr enumtype::Name kBicubic = enumtype::Name::Bicubic;
inline constexpr enumtype::Name kTrilinear = enumtype::Name::Trilinear;
inline constexpr enumtype::Name kArea = enumtype::Name::Area;
inline constexpr enumtype::Name kBorder = enumtype::Name::Border;
inline constexpr enumtype::Name kReLU = enumtype::Name::ReLU;
inline constexpr enumtype::Name kGELU = enumtype::Name::GELU;
inline constexpr enumtype::Name kTanh = enumtype::Name::Tanh;
inline constexpr enumtype::Name kSigmoid = enumtype::Name::Sigmoid;
inline constexpr enumtype::Name kLeakyReLU = enumtype::Name::LeakyReLU;
inline constexpr enumtype::Name kFanIn = enumtype::Name::FanIn;
inline constexpr enumtype::Name kFanOut = enumtype::Name::FanOut;
inline constexpr enumtype::Name kMax = enumtype::Name::Max;
inline constexpr enumtype::Name kNearestExact = enumtype::Name::NearestExact;
inline constexpr enumtype::Name kReflection = enumtype::Name::Reflection;

/// One number for each of D dims, written as one number for all, or as a list of D.
template <size_t D, class T = int64_t> class ExpandingArray {
public:
  ExpandingArray(T all) {
    for (size_t i = 0; i < D; ++i)
      values_[i] = all;
  }
  template <class U>
    requires std::is_arithmetic_v<U>
  ExpandingArray(U all) : ExpandingArray(static_cast<T>(all)) {}
  ExpandingArray(std::initializer_list<T> list) : ExpandingArray(ArrayRef<T>(list)) {}
  ExpandingArray(const std::vector<T> &list) : ExpandingArray(ArrayRef<T>(list)) {}
  ExpandingArray(const std::array<T, D> &list) : values_(list) {}
  ExpandingArray(ArrayRef<T> list) {
    FG_CHECK(list.size() == D, "Expected ", int64_t(D), " values, but instead got ", int64_t(list.size()));
    for (size_t i = 0; i < D; ++i)
      values_[i] = list[i];
  }

  std::array<T, D> &operator*() { return values_; }
  const std::array<T, D> &operator*() const { return values_; }
  std::array<T, D> *operator->() { return &values_; }
  const std::array<T, D> *operator->() const { return &values_; }
  T &operator[](size_t i) { return values_[i]; }
  const T &operator[](size_t i) const { return values_[i]; }
  size_t size() const { return D; }
  operator ArrayRef<T>() const { return ArrayRef<T>(values_); }

  std::array<T, D> values_ = {};
};

/// The same with elements that may be left open: std::nullopt.
template <size_t D, class T = int64_t>
class ExpandingArrayWithOptionalElem : public ExpandingArray<D, std::optional<T>> {
public:
  using ExpandingArray<D, std::optional<T>>::ExpandingArray;
  template <class U>
    requires std::is_arithmetic_v<U>
  ExpandingArrayWithOptionalElem(U all)
      : ExpandingArray<D, std::optional<T>>(std::optional<T>(static_cast<T>(all))) {}
  ExpandingArrayWithOptionalElem(std::initializer_list<T> list)
      : ExpandingArrayWithOptionalElem(ArrayRef<T>(list)) {}
  ExpandingArrayWithOptionalElem(const std::vector<T> &list)
      : ExpandingArrayWithOptionalElem(ArrayRef<T>(list)) {}
  ExpandingArrayWithOptionalElem(const std::array<T, D> &list)
      : ExpandingArrayWithOptionalElem(ArrayRef<T>(list)) {}
  ExpandingArrayWithOptionalElem(ArrayRef<T> list) : ExpandingArray<D, std::optional<T>>(std::nullopt) {
    FG_CHECK(list.size() == D, "Expected ", int64_t(D), " values, but instead got ", int64_t(list.size()));
    for (size_t i = 0; i < D; ++i)
      this->values_[i] = list[i];
  }
};

} // namespace fg

/// A field of an options struct, with the builder methods that torch::nn's have:
///   FG_ARG(bool, bias) = true;      LinearOptions(3, 4).bias(false)
#define FG_ARG(T, name)                                                                                      \
public:                                                                                                      \
  auto name(const T &new_##name) -> decltype(*this) {                                                        \
    this->name##_ = new_##name;                                                                              \
    return *this;                                                                                            \
  }                                                                                                          \
  const T &name() const noexcept { return this->name##_; }                                                   \
  T &name() noexcept { return this->name##_; }                                                               \
  T name##_ /* NOLINT */
