// fg::ArrayRef: a borrowed array (c10::ArrayRef). Never outlives the full expression that made it, unless
// what it was made from does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

namespace fg {

using std::nullopt;
using std::optional;

template <class T> class ArrayRef {
public:
  using value_type = T;
  using iterator = const T *;
  using const_iterator = const T *;

  constexpr ArrayRef() = default;
  /// One element: lets `sum(x, 1)` and `conv2d(x, w, b, /*stride=*/2)` be written without braces, as in ATen.
  constexpr ArrayRef(const T &one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T *data, size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T *begin, const T *end) : data_(begin), size_(size_t(end - begin)) {}
  template <class A> ArrayRef(const std::vector<T, A> &v) : data_(v.data()), size_(v.size()) {}
  template <size_t N> constexpr ArrayRef(const std::array<T, N> &a) : data_(a.data()), size_(N) {}
  template <size_t N> constexpr ArrayRef(const T (&a)[N]) : data_(a), size_(N) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime" // borrowed on purpose: see above
#endif
  constexpr ArrayRef(const std::initializer_list<T> &list)
      : data_(list.size() == 0 ? nullptr : list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  constexpr const T *begin() const { return data_; }
  constexpr const T *end() const { return data_ + size_; }
  constexpr const T *data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T &operator[](size_t i) const { return data_[i]; }
  constexpr const T &front() const { return data_[0]; }
  constexpr const T &back() const { return data_[size_ - 1]; }
  constexpr ArrayRef slice(size_t first, size_t count) const { return ArrayRef(data_ + first, count); }
  constexpr ArrayRef slice(size_t first) const { return slice(first, size_ - first); }
  std::vector<T> vec() const { return std::vector<T>(data_, data_ + size_); }

  constexpr bool equals(ArrayRef other) const {
    if (size() != other.size()) // by what capture has models of: a list of the caller's has no address there
      return false;
    for (size_t i = 0; i < size(); ++i)
      if (!((*this)[i] == other[i]))
        return false;
    return true;
  }
  friend constexpr bool operator==(ArrayRef a, ArrayRef b) { return a.equals(b); }

private:
  const T *data_ = nullptr;
  size_t size_ = 0;
};

using IntArrayRef = ArrayRef<int64_t>;

/// c10::OptionalArrayRef: an array or none. It takes what an array takes, and nullopt; `{1, 2}` is an array,
/// which std::optional<ArrayRef<T>> would not make of it.
template <class T> class OptionalArrayRef {
public:
  constexpr OptionalArrayRef() = default;
  constexpr OptionalArrayRef(std::nullopt_t) {}
  constexpr OptionalArrayRef(const std::optional<ArrayRef<T>> &array) : array_(array) {}
  /// One element, which lives where the call is: a converted number made in here would not outlive this.
  constexpr OptionalArrayRef(const T &one) : array_(ArrayRef<T>(one)) {}
  template <class U>
    requires(std::is_constructible_v<ArrayRef<T>, U &&> && !std::is_convertible_v<U &&, T> &&
             !std::is_same_v<std::remove_cvref_t<U>, OptionalArrayRef>)
  constexpr explicit(!std::is_convertible_v<U &&, ArrayRef<T>>) OptionalArrayRef(U &&array)
      : array_(ArrayRef<T>(static_cast<U &&>(array))) {}
  constexpr OptionalArrayRef(const std::initializer_list<T> &list) : array_(ArrayRef<T>(list)) {}

  constexpr bool has_value() const { return array_.has_value(); }
  constexpr explicit operator bool() const { return array_.has_value(); }
  constexpr const ArrayRef<T> &value() const { return *array_; }
  constexpr const ArrayRef<T> &operator*() const { return *array_; }
  constexpr const ArrayRef<T> *operator->() const { return &*array_; }
  constexpr ArrayRef<T> value_or(ArrayRef<T> other) const { return array_.has_value() ? *array_ : other; }
  constexpr operator const std::optional<ArrayRef<T>> &() const { return array_; }

private:
  std::optional<ArrayRef<T>> array_;
};
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;

/// A borrowed text: std::string_view without its header, which would double the parse time of this one.
class string_view {
public:
  constexpr string_view() = default;
  constexpr string_view(const char *text) : data_(text), size_(__builtin_strlen(text)) {}
  constexpr string_view(const char *data, size_t size) : data_(data), size_(size) {}
  /// From a std::string or std::string_view.
  template <class S>
    requires requires(const S &s) { s.data() + s.size(), s.substr(0, 1); }
  constexpr string_view(const S &s) : data_(s.data()), size_(s.size()) {}

  constexpr const char *data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const char *begin() const { return data_; }
  constexpr const char *end() const { return data_ + size_; }
  constexpr char operator[](size_t i) const { return data_[i]; }
  friend constexpr bool operator==(string_view a, string_view b) {
    return a.size_ == b.size_ && __builtin_memcmp(a.data_, b.data_, a.size_) == 0;
  }

private:
  const char *data_ = "";
  size_t size_ = 0;
};

} // namespace fg
