// The first calls of a user's operator in a debug build: do they do what FG_CUSTOM_OP says?
// Also in a library that is built with NDEBUG: programs may be built without.
#undef NDEBUG
#include <fullgraph/operator_check.h>

#include "runtime/core/tensor/impl.h"

#include <fullgraph/detail/check.h>
#include <fullgraph/ops.h>

#include <cstring>
#include <map>
#include <mutex>

namespace fg::rt {
namespace {

constexpr int checkedCalls = 4; // of an operator, in a process

bool isOneOfTheFirst(const std::string &name) {
  static std::mutex mutex;
  static std::map<std::string, int> calls;
  const std::lock_guard lock(mutex);
  int &count = calls[name];
  return count < checkedCalls && ++count > 0;
}

std::vector<std::string> namesIn(const char *list) {
  std::vector<std::string> names;
  for (const char *end; (end = std::strchr(list, ',')); list = end + 1)
    names.emplace_back(list, end);
  return names;
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  for (const std::string &one : names)
    if (one == name)
      return true;
  return false;
}

/// Of the elements' bytes (FNV-1a): two contents with one hash are unlikely enough for a check.
uint64_t hashOf(const Tensor &x) {
  const Tensor dense = contiguous(detail::onHost(x));
  const auto *bytes = static_cast<const unsigned char *>(dense.data_ptr());
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size_t(dense.numel()) * size_t(dense.element_size()); ++i)
    hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

std::string text(const std::vector<int64_t> &sizes) {
  std::string list;
  for (const int64_t size : sizes)
    list += (list.empty() ? "" : ", ") + std::to_string(size);
  return "[" + list + "]";
}

} // namespace

struct OperatorCheck::Input {
  std::string name;
  bool mutates = false;
  Tensor tensor;
  uint64_t hash = 0;
};

OperatorCheck::OperatorCheck(const char *name, const char *parameters, const char *mutates)
    : name(name), parameters(namesIn(parameters)), mutates(namesIn(mutates)), wanted(isOneOfTheFirst(name)) {}

OperatorCheck::~OperatorCheck() = default;

void OperatorCheck::add(const Tensor &x) {
  if (!x.defined() || !x.is_cpu())
    return;
  const std::string argument = parameter < parameters.size() ? parameters[parameter] : "";
  const bool isWritten = contains(mutates, argument);
  inputs.push_back({argument, isWritten, x, isWritten ? 0 : hashOf(x)});
}

void OperatorCheck::compareInputs() const {
  for (const Input &input : inputs) {
    bool sharesMemory = input.mutates; // with one that may be written
    for (const Input &other : inputs)
      sharesMemory |= other.mutates && other.tensor.is_alias_of(input.tensor);
    FG_CHECK(sharesMemory || hashOf(input.tensor) == input.hash, "FG_CUSTOM_OP '", name,
             "': the operator wrote to its argument '", input.name,
             "', which .mutates does not name. Compiled code relies on that: declare it, .mutates = \"",
             input.name, "\", or work on a copy");
  }
}

void OperatorCheck::compareStorage(const Tensor &result) const {
  if (!result.defined() || result.numel() == 0)
    return;
  for (const Input &input : inputs)
    FG_CHECK(input.mutates || !result.is_alias_of(input.tensor), "FG_CUSTOM_OP '", name,
             "': the result shares memory with the argument '", input.name,
             "'. An operator returns new tensors: return ", input.name,
             ".clone(), or what is computed of it");
}

void OperatorCheck::compareMeta(const TensorMeta &expected, const Tensor &result) const {
  if (!result.defined())
    return;
  const TensorMeta actual = meta(result);
  FG_CHECK(expected.dtype == actual.dtype, "FG_CUSTOM_OP '", name,
           "': the shape function says that the result is of ", expected.dtype,
           ", and the operator returned ", actual.dtype);
  FG_CHECK(expected.sizes == actual.sizes, "FG_CUSTOM_OP '", name,
           "': the shape function says that the result has sizes ", text(expected.sizes),
           ", and the operator returned ", text(actual.sizes));
}

} // namespace fg::rt
