// Calls of the eager operators by name.
#pragma once

#include "test/Ops/ReferenceCases.h"

#include <functional>
#include <stdexcept>

namespace fullgraph::test {

/// The arguments of one call, converted to what the C++ functions take.
class Arguments {
public:
  Arguments(const CaseFile &file, const Case &call, UnusedStrides unused)
      : call(call), instance(file, unused) {
    for (size_t i = 0; i < call.arguments.size(); ++i)
      for (const int tensor : call.arguments[i].tensors)
        tensors.emplace_back(i, instance.tensor(tensor));
  }

  /// By position in the schema.
  bool isTensor(size_t i) const { return call.arguments[i].kind == Argument::Kind::Tensor; }
  bool isNone(size_t i) const { return call.arguments[i].kind == Argument::Kind::None; }
  fg::Tensor &tensor(size_t i) {
    for (auto &[position, value] : tensors)
      if (position == i)
        return value;
    throw std::runtime_error("argument " + std::to_string(i) + " is no tensor");
  }
  std::vector<fg::Tensor> list(size_t i) {
    std::vector<fg::Tensor> values;
    for (auto &[position, value] : tensors)
      if (position == i)
        values.push_back(value);
    return values;
  }
  std::optional<fg::Tensor> optionalTensor(size_t i) {
    return isTensor(i) ? std::optional(tensor(i)) : std::nullopt;
  }
  const fg::Scalar &number(size_t i) const { return call.arguments[i].number; }
  std::optional<fg::Scalar> optionalNumber(size_t i) const {
    return isNone(i) ? std::nullopt : std::optional(number(i));
  }
  int64_t integer(size_t i) const { return number(i).toLong(); }
  std::optional<int64_t> optionalInteger(size_t i) const {
    return isNone(i) ? std::nullopt : std::optional(integer(i));
  }
  bool flag(size_t i) const { return number(i).toBool(); }
  const std::vector<int64_t> &ints(size_t i) const { return call.arguments[i].ints; }
  fg::ScalarType dtype(size_t i) const { return call.arguments[i].dtype; }
  std::optional<fg::ScalarType> optionalDtype(size_t i) const {
    return isNone(i) ? std::nullopt : std::optional(dtype(i));
  }
  const std::string &text(size_t i) const { return call.arguments[i].text; }
  std::optional<fg::string_view> optionalText(size_t i) const {
    return isNone(i) ? std::nullopt : std::optional<fg::string_view>(text(i));
  }

private:
  const Case &call;
  CaseFile::Instance instance;
  std::vector<std::pair<size_t, fg::Tensor>> tensors;
};

using EagerCall = std::function<fg::Tensor(Arguments &)>;
/// Every operator and in-place form that has a C++ function.
const std::map<std::string, EagerCall> &eagerCalls();

} // namespace fullgraph::test
