#include "runtime/jit/Operators.h"

#include <fullgraph/dispatch.h>

#include <array>
#include <utility>

namespace fullgraph::jit {
namespace {

enum class Kind : uint8_t {
  Tensor,
  OptionalTensor,
  Tensors,
  Scalar,
  OptionalScalar,
  Int,
  OptionalInt,
  Ints,
  Bool,
  DType,
  OptionalDType,
  Text,
  OptionalText,
  Number // of any type: no C++ function takes it
};

constexpr std::pair<std::string_view, Kind> kindNames[] = {
    {"Tensor", Kind::Tensor},
    {"Tensor?", Kind::OptionalTensor},
    {"Tensor[]", Kind::Tensors},
    {"Scalar", Kind::Scalar},
    {"Scalar?", Kind::OptionalScalar},
    {"int", Kind::Int},
    {"int?", Kind::OptionalInt},
    {"int[]", Kind::Ints},
    {"bool", Kind::Bool},
    {"dtype", Kind::DType},
    {"dtype?", Kind::OptionalDType},
    {"Tensor[]?", Kind::Tensors},
    {"str", Kind::Text},
    {"str?", Kind::OptionalText},
    {"sym", Kind::Number},
};

consteval Kind kindOf(std::string_view type) {
  for (const auto &[name, kind] : kindNames)
    if (name == type)
      return kind;
  throw "a type that Operators.cpp does not know";
}

struct Schema {
  std::array<Kind, 16> kinds{};
  size_t count = 0;
};

/// The kinds of "(Tensor self, int[] dim=[], bool keepdim=False) -> Tensor".
consteval Schema parse(std::string_view text) {
  Schema schema;
  text = text.substr(1, text.find(") ->") - 1);
  while (!text.empty()) {
    schema.kinds[schema.count++] = kindOf(text.substr(0, text.find(' ')));
    // The next argument is behind a comma outside of all brackets.
    size_t end = 0;
    for (int depth = 0; end < text.size() && (text[end] != ',' || depth > 0); ++end)
      depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    text = end == text.size() ? std::string_view() : text.substr(end + 2);
  }
  return schema;
}

template <Kind kind> decltype(auto) argument(const Operand &operand) {
  if constexpr (kind == Kind::Tensor)
    return (operand.tensor.value());
  else if constexpr (kind == Kind::OptionalTensor)
    return (operand.tensor);
  else if constexpr (kind == Kind::Tensors)
    return fg::TensorList(operand.tensors);
  else if constexpr (kind == Kind::Scalar)
    return (operand.scalar.value());
  else if constexpr (kind == Kind::OptionalScalar)
    return (operand.scalar);
  else if constexpr (kind == Kind::Int)
    return (operand.integer.value());
  else if constexpr (kind == Kind::OptionalInt)
    return (operand.integer);
  else if constexpr (kind == Kind::Ints)
    return fg::IntArrayRef(operand.integers);
  else if constexpr (kind == Kind::Bool)
    return operand.integer.value() != 0;
  else if constexpr (kind == Kind::DType)
    return (operand.dtype.value());
  else if constexpr (kind == Kind::OptionalDType)
    return (operand.dtype);
  else if constexpr (kind == Kind::OptionalText)
    return operand.text ? std::optional(fg::string_view(operand.text->data(), operand.text->size()))
                        : std::nullopt;
  else
    return fg::string_view(operand.text.value().data(), operand.text.value().size());
}

template <Schema schema, auto function> fg::Tensor call(const std::vector<Operand> &operands) {
  return [&]<size_t... i>(std::index_sequence<i...>) -> fg::Tensor {
    return function(argument<schema.kinds[i]>(operands[i])...);
  }(std::make_index_sequence<schema.count>());
}

/// fg's functions, and in front of them those that mean something else in a graph, or are no C++ functions.
namespace operators {
using namespace fg;

fg::Tensor copyOf(const fg::Tensor &self) {
  fg::Tensor copy = fg::rt::empty(self.scalar_type(), self.sizes());
  fg::copy_(copy, self);
  return copy;
}
/// A value here may have other strides than in the user's program: no view may fail.
fg::Tensor view(const fg::Tensor &self, fg::IntArrayRef size) { return fg::reshape(self, size); }
fg::Tensor contiguous(const fg::Tensor &self) { return copyOf(self); }
fg::Tensor number(const fg::Tensor &self) { return self; }
template <class Value> fg::Tensor scalar(const Value &value); // never called
fg::Tensor copy_(const fg::Tensor &self, const fg::Tensor &src, fg::TensorList = {}) {
  fg::Tensor to = self;
  return fg::copy_(to, src);
}
// GraphRunner takes the turns of a loop one by one: these are never called.
fg::Tensor turn_state(const fg::Tensor &init, int64_t number);
fg::Tensor turn_slice(const fg::Tensor &self, int64_t dim, bool reverse);
fg::Tensor last_turn(fg::TensorList states, fg::TensorList next, int64_t turns, int64_t of);
fg::Tensor all_turns(fg::TensorList states, fg::TensorList next, const fg::Tensor &value, int64_t turns,
                     bool reverse);
fg::Tensor select_scatter(const fg::Tensor &self, const fg::Tensor &src, int64_t dim, int64_t index) {
  const fg::Tensor result = copyOf(self);
  copy_(fg::select(result, dim, index), src);
  return result;
}
fg::Tensor slice_scatter(const fg::Tensor &self, const fg::Tensor &src, int64_t dim,
                         std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  const fg::Tensor result = copyOf(self);
  copy_(fg::slice(result, dim, start, end, step), src);
  return result;
}
} // namespace operators

struct Row {
  std::string_view name;
  Operator function;
};

/// How an operator is called; null where no C++ function takes its number.
template <Schema schema, bool isLoop, auto function> constexpr Operator rowOf() {
  if constexpr (isLoop || (schema.count == 1 && schema.kinds[0] == Kind::Number))
    return nullptr;
  else
    return call<schema, function>;
}

constexpr Row rows[] = {
    // a lambda each, since a function's overloads have no one type
#define FG_OP(name, family, schema, ...)                                                                     \
  {#name, rowOf<parse(schema), std::string_view(#family) == "Loop",                                          \
                [](const auto &...arguments) -> fg::Tensor { return operators::name(arguments...); }>()},
#include <fullgraph/Ops.def>
};

} // namespace

Operator findOperator(std::string_view name) {
  for (const Row &row : rows)
    if (row.name == name)
      return row.function;
  return nullptr;
}

} // namespace fullgraph::jit
