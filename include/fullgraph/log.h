// FG_LOG: printing from compiled code without a graph break.
#pragma once

#include <fullgraph/tensor.h>

#include <type_traits>

namespace fg {
namespace detail {

/// One argument of FG_LOG. Refers to it: for the length of the call only.
class LogItem {
public:
  LogItem(const char *text) : kind_(Text), text_(text) {}
  LogItem(bool value) : kind_(Boolean), integer_(value) {}
  template <class T>
    requires std::is_integral_v<T>
  LogItem(T value) : kind_(std::is_signed_v<T> ? Signed : Unsigned), integer_(static_cast<int64_t>(value)) {}
  template <class T>
    requires std::is_floating_point_v<T>
  LogItem(T value) : kind_(Real), real_(static_cast<double>(value)) {}
  template <class T>
    requires std::is_convertible_v<decltype(std::declval<const T &>().data()), const char *>
  LogItem(const T &text) : kind_(Text), text_(text.data()), length_(static_cast<int64_t>(text.size())) {}
  LogItem(const Tensor &tensor) : kind_(OfTensor), object_(&tensor) {}
  LogItem(const Scalar &scalar) : kind_(OfScalar), object_(&scalar) {}
  void writeTo(std::ostream &stream) const;

private:
  enum Kind : uint8_t { Text, Boolean, Signed, Unsigned, Real, OfTensor, OfScalar } kind_;
  const char *text_ = nullptr;
  int64_t length_ = -1; // -1: up to its end
  int64_t integer_ = 0;
  double real_ = 0;
  const void *object_ = nullptr;
};

void writeLog(const LogItem *items, size_t count);

} // namespace detail

/// Writes the items to stderr as one line, with spaces between: what FG_LOG calls.
template <class... Items> void log_line(const Items &...items) {
  const detail::LogItem list[] = {items...};
  detail::writeLog(list, sizeof...(items));
}

} // namespace fg

/// Writes text, numbers and tensors to stderr, as one line. In compiled code the items keep the values that
/// they have here, and the line is written when the graph around it ends: before everything that the code
/// behind that does. FG_LOG("loss", loss, "after", step);
#define FG_LOG(...) ::fg::log_line(__VA_ARGS__)
