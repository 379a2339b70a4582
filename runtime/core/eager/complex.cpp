// What the engine of the pointwise operators does with complex operands: it hands them to the functions of
// composites/complex.h.
#include "runtime/core/eager/complex.h"

namespace fg::detail {

namespace {

struct Form {
  std::string_view name; // of the operator's rule
  Tensor (*unary)(const Tensor &) = nullptr;
  Tensor (*binary)(const Tensor &, const Tensor &) = nullptr;
  Tensor (*scaled)(const Tensor &, const Tensor &, const Scalar &) = nullptr;
  Tensor (*ternary)(const Tensor &, const Tensor &, const Tensor &) = nullptr;
  Tensor (*scaledTernary)(const Tensor &, const Tensor &, const Tensor &, const Scalar &) = nullptr;
};

namespace forms = complex_forms;
constexpr Form table[] = {
    {.name = "neg", .unary = forms::neg},
    {.name = "abs", .unary = forms::abs},
    {.name = "square", .unary = forms::square},
    {.name = "sqrt", .unary = forms::sqrt},
    {.name = "rsqrt", .unary = forms::rsqrt},
    {.name = "reciprocal", .unary = forms::reciprocal},
    {.name = "exp", .unary = forms::exp},
    {.name = "log", .unary = forms::log},
    {.name = "log2", .unary = forms::log2},
    {.name = "log10", .unary = forms::log10},
    {.name = "sin", .unary = forms::sin},
    {.name = "cos", .unary = forms::cos},
    {.name = "tan", .unary = forms::tan},
    {.name = "sinh", .unary = forms::sinh},
    {.name = "cosh", .unary = forms::cosh},
    {.name = "tanh", .unary = forms::tanh},
    {.name = "sigmoid", .unary = forms::sigmoid},
    {.name = "logical_not", .unary = forms::logical_not},
    {.name = "isnan", .unary = forms::isnan},
    {.name = "isinf", .unary = forms::isinf},
    {.name = "isfinite", .unary = forms::isfinite},
    {.name = "add", .scaled = forms::add},
    {.name = "sub", .scaled = forms::sub},
    {.name = "mul", .binary = forms::mul},
    {.name = "div", .binary = forms::div},
    {.name = "pow", .binary = forms::pow},
    {.name = "pow_scalar", .binary = forms::pow},
    {.name = "eq", .binary = forms::eq},
    {.name = "ne", .binary = forms::ne},
    {.name = "logical_and", .binary = forms::logical_and},
    {.name = "logical_or", .binary = forms::logical_or},
    {.name = "logical_xor", .binary = forms::logical_xor},
    {.name = "where", .ternary = forms::where},
    {.name = "lerp", .ternary = forms::lerp},
    {.name = "addcmul", .scaledTernary = forms::addcmul},
    {.name = "addcdiv", .scaledTernary = forms::addcdiv},
    // pointwiseInPlace's operands are self, mask and value, too.
    {.name = "masked_fill", .ternary = forms::masked_fill},
};

/// The widest complex dtype among the operands; Undefined where none is complex.
ScalarType widestComplex(std::initializer_list<Operand> inputs) {
  ScalarType widest = ScalarType::Undefined;
  for (const Operand &input : inputs)
    if (const ScalarType dtype = operandDtype(input); isComplexType(dtype))
      widest = widest == kComplexDouble ? widest : dtype;
  return widest;
}

} // namespace

bool anyComplex(std::initializer_list<Operand> inputs) {
  return widestComplex(inputs) != ScalarType::Undefined;
}

Tensor complexPointwise(std::string_view name, std::initializer_list<Operand> inputs,
                        std::initializer_list<Scalar> params) {
  const ScalarType dtype = widestComplex(inputs);
  // A number is as precise as the complex operands, and never makes them more so.
  Tensor operands[maxInputs];
  size_t count = 0;
  for (const Operand &input : inputs)
    operands[count++] = input.tensor ? *input.tensor : full({}, input.number, realType(dtype));
  for (const Form &form : table) {
    if (form.name != name)
      continue;
    if (form.unary)
      return form.unary(operands[0]);
    if (form.binary)
      return form.binary(operands[0], operands[1]);
    if (form.scaled)
      return form.scaled(operands[0], operands[1], *params.begin());
    if (form.ternary)
      return form.ternary(operands[0], operands[1], operands[2]);
    return form.scaledTernary(operands[0], operands[1], operands[2], *params.begin());
  }
  for (const std::string_view rounding : {"ceil", "floor", "trunc"})
    if (name == rounding)
      fail({name, " is not supported for complex inputs"});
  fail({"\"", name, "\" not implemented for '", dtype, "'"});
}

Tensor &complexInPlace(std::string_view name, Tensor &self, std::initializer_list<Operand> inputs,
                       std::initializer_list<Scalar> params) {
  const Tensor result = complexPointwise(name, inputs, params);
  FG_CHECK(canCast(result.scalar_type(), self.scalar_type()), "result type ", result.scalar_type(),
           " can't be cast to the desired output type ", self.scalar_type());
  FG_CHECK(self.sizes() == result.sizes(), "output with shape ", self.sizes(),
           " doesn't match the broadcast shape ", result.sizes());
  return copy_(self, result);
}

} // namespace fg::detail
