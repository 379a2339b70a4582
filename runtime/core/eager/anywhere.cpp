// Operators on tensors of devices, through the host.
#define FULLGRAPH_DEFINES_HOST_CALL
#include "runtime/core/eager/anywhere.h"

#include "runtime/core/dispatch/logs.h"
#include "runtime/core/eager/loop_nest.h"
#include "runtime/core/tensor/impl.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace fg::detail {

namespace {

[[noreturn]] void failMixed(Device a, Device b) {
  fail({"Expected all tensors to be on the same device, but found at least two devices, ", a.str().c_str(),
        " and ", b.str().c_str(), "!"});
}

/// Of 0 dims, or the expansion of one that is: what index_put_ makes of the number that it writes.
bool isNumber(const Tensor &tensor) {
  if (!tensor.defined())
    return false;
  for (const int64_t stride : tensor.strides())
    if (stride != 0)
      return false;
  return true;
}

/// Once for each operator and device.
void hint(const char *name, Device device) {
  static std::mutex mutex;
  static auto &said =
      *new std::set<std::pair<std::string, std::string>>; // threads may outlive static objects
  const std::string where = device.str();
  const std::lock_guard<std::mutex> lock(mutex);
  if (said.emplace(name, where).second)
    std::fprintf(stderr,
                 "fullgraph: perf_hints: %s on %s runs on the CPU: its operands are copied there and back\n",
                 name, where.c_str());
}

} // namespace

void linkHostCalls() {}

HostCall::HostCall(const char *name) : name(name) {}
HostCall::~HostCall() = default;

bool HostCall::check(const Tensor &tensor, bool mayBeOnHost) {
  if (!tensor.defined())
    return false;
  if (!onDevice(tensor)) {
    if (mayBeOnHost)
      return false;
    hasHostTensor = true;
    if (first.defined())
      failMixed(first.device(), kCPU);
    return false;
  }
  if (hasHostTensor)
    failMixed(tensor.device(), kCPU);
  if (first.defined() && !(first.device() == tensor.device()))
    failMixed(first.device(), tensor.device());
  if (!first.defined()) {
    first = tensor;
    if (rt::logs(rt::Log::PerfHints))
      hint(name, tensor.device());
  }
  return true;
}

std::optional<Tensor> &HostCall::copyOf(const Tensor &tensor, bool toWrite) {
  if (!toWrite)
    for (size_t i = 0; i < count; ++i)
      if (copies[i].of.is_same(tensor) && !(written && written->is_same(tensor)))
        return copies[i].host;
  Copy &copy = copies[count++];
  copy.of = tensor;
  copy.host = onHost(tensor);
  return copy.host;
}

const Tensor &HostCall::operand(const Tensor &tensor) {
  return check(tensor, isNumber(tensor)) ? *copyOf(tensor, false) : tensor;
}

const Tensor &HostCall::operand(Index index) {
  return check(index.tensor, true) ? *copyOf(index.tensor, false) : index.tensor;
}

const std::optional<Tensor> &HostCall::operand(const std::optional<Tensor> &tensor) {
  if (!tensor || !check(*tensor, isNumber(*tensor)))
    return tensor;
  return copyOf(*tensor, false);
}

TensorList HostCall::operand(TensorList tensors) {
  for (const Tensor &tensor : tensors)
    list.push_back(check(tensor, false) ? onHost(tensor) : tensor);
  return list;
}

Tensor &HostCall::operand(Tensor &tensor) {
  if (!check(tensor, false))
    return tensor;
  written = &tensor;
  return *copyOf(tensor, true);
}

Tensor HostCall::result(const Tensor &made) {
  if (!made.defined())
    return made;
  // What shares an operand's memory on the host shares it on the device, too.
  for (size_t i = 0; i < count; ++i) {
    const Tensor &of = copies[i].of, &host = *copies[i].host;
    if (made.is_same(host))
      return of;
    if (made.is_alias_of(host) && host.strides() == of.strides()) {
      const auto offset =
          static_cast<const char *>(made.data_ptr()) - static_cast<const char *>(host.data_ptr());
      return makeView(of, static_cast<char *>(of.data_ptr()) + offset, made.sizes(), made.strides(),
                      made.scalar_type());
    }
  }
  const Tensor there = newTensorBeside(first, made.sizes(), likeStrides(made), made.scalar_type());
  copyAcross(there, made);
  return there;
}

Tensor &HostCall::result(Tensor &made) {
  if (!written) // its own tensor is on the host, and all others may be beside it
    return made;
  copyAcross(*written, made);
  return *written;
}

} // namespace fg::detail
