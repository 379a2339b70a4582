// Operators where their tensors are. The functions that cmake/FullgraphAnywhere.cmake writes, one for each
// declaration of ops.h, are its only callers: fg::add runs fg::host::add, which reads and writes the host's
// memory.
//
// Where a tensor among the arguments is on a device, its elements are copied to the host, the operator of the
// host runs, and results are copied to that device; an operator in place writes its result back into the
// tensor's memory there, so that all handles and views see it. A call without such a tensor costs one compare
// for each tensor.
//
// All tensors must be on one device; as in ATen, a 0-d tensor of the host may stand beside those of a device,
// and so may indices and masks.
#pragma once

#include <fullgraph/tensor.h>

#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

namespace fg::detail {

/// An argument that may be on the host whatever device the others are on.
struct Index {
  const Tensor &tensor;
};

inline bool onDevice(const Tensor &tensor) {
  const TensorImpl *const impl = tensor.unsafeGetImpl();
  return impl && impl->device() != kCPU;
}
inline bool onDevice(const std::optional<Tensor> &tensor) { return tensor && onDevice(*tensor); }
inline bool onDevice(TensorList tensors) {
  for (const Tensor &tensor : tensors)
    if (onDevice(tensor))
      return true;
  return false;
}
inline bool onDevice(Index index) { return onDevice(index.tensor); }
template <class T>
constexpr bool holdsTensors = std::is_convertible_v<const T &, TensorList> ||
                              std::is_same_v<T, std::optional<Tensor>> || std::is_same_v<T, Index>;
template <class T>
  requires(!holdsTensors<T>)
constexpr bool onDevice(const T &) {
  return false;
}

template <class T> T &passed(T &argument) { return argument; }
inline const Tensor &passed(Index index) { return index.tensor; }

// Weak: a program that makes no tensor on a device does not get these by its operators, which never call them
// there. device.cpp, without which there is no such tensor, links them.
#if defined(__ELF__) && !defined(FULLGRAPH_DEFINES_HOST_CALL)
#define FG_IF_LINKED [[gnu::weak]]
#else
#define FG_IF_LINKED
#endif
/// Does nothing: who names it has HostCall's functions.
void linkHostCalls();

/// One call of an operator with tensors of a device. operand() gives what to hand over for an argument,
/// result() what to return for what came back.
class HostCall {
public:
  static constexpr size_t maxArguments = 8;

  FG_IF_LINKED explicit HostCall(const char *name);
  FG_IF_LINKED ~HostCall();
  HostCall(const HostCall &) = delete;

  FG_IF_LINKED const Tensor &operand(const Tensor &tensor);
  FG_IF_LINKED const Tensor &operand(Index index);
  FG_IF_LINKED const std::optional<Tensor> &operand(const std::optional<Tensor> &tensor);
  FG_IF_LINKED TensorList operand(TensorList tensors);
  /// Of an operator in place: the copy that it writes, which result() writes back.
  FG_IF_LINKED Tensor &operand(Tensor &tensor);
  template <class T>
    requires(!holdsTensors<T>)
  const T &operand(const T &value) {
    return value;
  }

  FG_IF_LINKED Tensor result(const Tensor &made);
  FG_IF_LINKED Tensor &result(Tensor &made);
  template <class... Tensors> std::tuple<Tensors...> result(const std::tuple<Tensors...> &made) {
    return std::apply([this](const auto &...each) { return std::tuple<Tensors...>{result(each)...}; }, made);
  }

private:
  struct Copy {
    Tensor of;
    std::optional<Tensor> host;
  };
  const char *name;
  Tensor first;               // of those on a device
  bool hasHostTensor = false; // one that must not stand beside those of a device
  Copy copies[maxArguments];
  size_t count = 0;
  std::vector<Tensor> list;
  Tensor *written = nullptr;

  /// Throws ATen's error where the devices do not fit; then, is `tensor` on one?
  bool check(const Tensor &tensor, bool mayBeOnHost);
  std::optional<Tensor> &copyOf(const Tensor &tensor, bool toWrite);
};

template <class Function, class... Arguments>
[[gnu::noinline, gnu::cold]] decltype(auto) runOnHost(Function *function, const char *name,
                                                      Arguments... arguments) {
  static_assert(sizeof...(Arguments) <= HostCall::maxArguments);
  HostCall call(name);
  return call.result(function(call.operand(static_cast<Arguments &&>(arguments))...));
}

/// Runs the operator `function`. Arguments are its parameters, or an Index for one of them.
template <class Result, class... Parameters, class... Arguments>
[[gnu::always_inline]] inline Result anywhere(Result (*function)(Parameters...), const char *name,
                                              Arguments &&...arguments) {
  using std::conditional_t, std::is_same_v;
  if ((onDevice(arguments) || ...)) [[unlikely]]
    return runOnHost<Result(Parameters...), conditional_t<is_same_v<Arguments, Index>, Index, Parameters>...>(
        function, name, static_cast<Arguments &&>(arguments)...);
  return function(passed(arguments)...);
}

} // namespace fg::detail
