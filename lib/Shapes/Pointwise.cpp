// Pointwise operators: broadcasting, ATen's type promotion (rules of fullgraph/detail/pointwise_rules.h), and
// the layout that TensorIterator gives a result.
#include "lib/Shapes/Layout.h"

#include <fullgraph/detail/pointwise_rules.h>

namespace fullgraph {

using fg::PointwiseRule;
using fg::ResultTypeState;

namespace {

/// Does ATen's overload for a number hand the number to its kernel instead of broadcasting a 0-d tensor?
bool isKernelArgument(Op op, std::string_view arg) {
  return op == Op::clamp || (op == Op::lerp && arg == "weight") || (op == Op::pow && arg == "exponent");
}

/// Operands that broadcast. A number in place of a tensor does as a 0-d tensor.
std::vector<Value *> broadcastOperands(const InferContext &ctx) {
  std::vector<Value *> operands;
  for (const ArgSchema &arg : ctx.op.args)
    if (arg.kind == ArgKind::Tensor && !arg.scalar)
      if (Value *value = ctx.optionalTensor(arg.name);
          value && (operands.empty() || !value->type.weak || !isKernelArgument(ctx.op.id, arg.name)))
        operands.push_back(value);
  return operands;
}

/// What single operators refuse of the arguments that choose between their formulas.
void checkForm(const InferContext &ctx) {
  const Op op = ctx.op.id;
  if (op == Op::div) {
    if (const std::optional<std::string> mode = ctx.string("rounding_mode"))
      ctx.check(*mode == "floor" || *mode == "trunc",
                "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" + *mode +
                    "'");
  } else if (op == Op::gelu) {
    const std::string approximate = ctx.string("approximate").value_or("none");
    ctx.check(approximate == "none" || approximate == "tanh",
              "approximate argument must be either none or tanh.");
  } else if (op == Op::clamp) {
    ctx.check(ctx.optionalTensor("min") || ctx.optionalTensor("max"),
              "torch.clamp: At least one of 'min' or 'max' must not be None");
  }
}

/// The row of the rule table: an operator, or one form of it.
const PointwiseRule &ruleOf(const InferContext &ctx) {
  checkForm(ctx);
  const std::string_view name = formulaOf(ctx.op, ctx.arguments());
  const PointwiseRule *rule = fg::pointwiseRule(name);
  ctx.check(rule, "cannot decide the dtype of " + std::string(name) + ": it has no pointwise rule");
  return *rule;
}

ScalarType commonDtype(const InferContext &ctx, const PointwiseRule &rule) {
  ResultTypeState state;
  unsigned index = 0;
  for (const ArgSchema &arg : ctx.op.args) {
    if (arg.kind != ArgKind::Tensor || arg.scalar)
      continue;
    const Value *value = ctx.optionalTensor(arg.name);
    if (value && (rule.promoting >> index & 1))
      state.add(value->type.dtype, value->type.rank() == 0, value->type.weak);
    ++index;
  }
  return state.result();
}

/// ATen's words for a dtype that an operator has no kernel for.
std::string unsupportedMessage(const InferContext &ctx, const PointwiseRule &rule, ScalarType common) {
  const Op op = ctx.op.id;
  if (common == fg::kBool && op == Op::neg)
    return "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a "
           "mask, use "
           "the `~` or `logical_not()` operator instead.";
  if (common == fg::kBool && op == Op::relu)
    return "Boolean inputs not supported for relu";
  if (common == fg::kBool && (op == Op::hardtanh || op == Op::relu6))
    return "Bool inputs not supported for hardtanh";
  std::string kernel = std::string(rule.name) + "_cpu";
  if (op == Op::gelu)
    kernel = "GeluKernelImpl";
  else if (op == Op::pow)
    kernel = "pow";
  else if (op == Op::lerp)
    kernel = "lerp_kernel_scalar";
  else if (op == Op::addcmul)
    kernel = "addcmul_cpu_out";
  else if (op == Op::bitwise_left_shift)
    kernel = "lshift_cpu";
  else if (op == Op::bitwise_right_shift)
    kernel = "rshift_cpu";
  else if (op == Op::ceil || op == Op::floor || op == Op::round || op == Op::trunc)
    kernel = ctx.op.name + "_vml_cpu";
  return "\"" + kernel + "\" not implemented for '" + fg::toString(common) + "'";
}

/// at::native::alpha_check.
void checkAlpha(const InferContext &ctx, ScalarType result) {
  const Value *alpha = ctx.optionalTensor("alpha");
  if (!alpha)
    return;
  const ScalarType type = alpha->type.dtype;
  ctx.check(type != fg::kBool || result == fg::kBool, "Boolean alpha only supported for Boolean results.");
  ctx.check(fg::isFloatingType(result) || fg::isIntegralType(type, true),
            "For integral input tensors, argument alpha must not be a floating point number.");
}

/// An Int or Bool number converted to `dtype`, modulo its range: 0 only for what becomes 0.
Sym asInteger(const Sym &number, ScalarType dtype) {
  if (number.type() == SymType::Bool)
    return Sym::cast(number, SymType::Int);
  return dtype == fg::kLong ? number : floorMod(number, Sym(int64_t(1) << (8 * fg::elementSize(dtype))));
}

/// What single operators refuse beyond their dtype rule. `common` is the promoted dtype of the operands.
void checkOperands(const InferContext &ctx, ScalarType common) {
  const Op op = ctx.op.id;
  if (op == Op::add) {
    checkAlpha(ctx, common);
  } else if (op == Op::polygamma) {
    ctx.require(symLe(Sym(0), ctx.integer("n")), "the order of polygamma must not be negative",
                "polygamma(n, x) does not support negative n.");
  } else if (op == Op::sub) {
    const bool a = ctx.tensor("self")->type.dtype == fg::kBool,
               b = ctx.tensor("other")->type.dtype == fg::kBool;
    ctx.check(!(a && b), "Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
                         "`^` or `logical_xor()` operator instead.");
    ctx.check(!a && !b,
              "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
              "invert a mask, use the `~` or `logical_not()` operator instead.");
    checkAlpha(ctx, common);
  } else if (op == Op::where) {
    const ScalarType condition = ctx.tensor("condition")->type.dtype;
    ctx.check(condition == fg::kBool || condition == fg::kByte,
              std::string("where expected condition to be a boolean tensor, but got a tensor with dtype ") +
                  fg::toString(condition));
  } else if (op == Op::masked_fill) {
    const TensorType &mask = ctx.tensor("mask")->type, &value = ctx.tensor("value")->type;
    ctx.check(mask.dtype == fg::kBool,
              "masked_fill_ only supports boolean masks, but got mask with dtype " + cTypeName(mask.dtype));
    ctx.check(value.rank() == 0,
              "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
                  std::to_string(value.rank()) + " dimension(s).");
    ctx.checkFits(ctx.tensor("value"), common);
  } else if (op == Op::addcdiv) {
    const ScalarType a = ctx.tensor("tensor1")->type.dtype, b = ctx.tensor("tensor2")->type.dtype;
    ctx.check(
        !fg::isIntegralType(a, true) || !fg::isIntegralType(b, true),
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform "
        "a "
        "true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + "
        "value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * "
        "tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: "
        "(input + value * tensor1 / tensor2), for all dtypes.");
  } else if (op == Op::threshold) {
    ctx.checkFits(ctx.tensor("threshold"), common);
    ctx.checkFits(ctx.tensor("value"), common);
  } else if (op == Op::lerp) {
    const ScalarType self = ctx.tensor("self")->type.dtype, end = ctx.tensor("end")->type.dtype;
    const TensorType &weight = ctx.tensor("weight")->type;
    ctx.check(self == end,
              "expected dtype " + cTypeName(self) + " for `end` but got dtype " + cTypeName(end));
    ctx.check(weight.rank() == 0 || self == weight.dtype,
              "expected dtype " + cTypeName(self) + " for `weight` but got dtype " + cTypeName(weight.dtype));
  } else if (op == Op::pow && fg::isIntegralType(common, true) && ctx.tensor("exponent")->type.weak) {
    const std::optional<Sym> exponent = cxxNumber(ctx.tensor("exponent"));
    if (exponent && exponent->type() == SymType::Int)
      ctx.require(symLe(Sym(0), *exponent), "the exponent of an integer power must not be negative",
                  "Integers to negative integer powers are not allowed.");
  } else if (fg::isIntegralType(common, true) &&
             (op == Op::remainder || op == Op::fmod || (op == Op::div && ctx.string("rounding_mode")))) {
    const std::optional<Sym> divisor = cxxNumber(ctx.tensor("other"));
    if (divisor && (divisor->type() == SymType::Int || divisor->type() == SymType::Bool))
      ctx.require(symNe(asInteger(*divisor, common), Sym(0)), "an integer divisor must not be 0",
                  ctx.isKnown(symNe(ctx.tensor("self")->type.numel(), Sym(0)))
                      ? "ZeroDivisionError"
                      : "ZeroDivisionError, unless it has no elements");
  } else if ((op == Op::hardtanh || op == Op::relu6) && common == fg::kByte) {
    const std::optional<Sym> least = op == Op::relu6                 ? Sym(0)
                                     : ctx.optionalTensor("min_val") ? cxxNumber(ctx.tensor("min_val"))
                                                                     : std::optional<Sym>(Sym(-1));
    if (least)
      ctx.require(least->type() == SymType::Int ? symLe(Sym(0), *least) : symLe(Sym::real(0), *least),
                  "limits of hardtanh on u8 must not be negative",
                  "cannot do hardtanh on an unsigned type with negative limits");
  }
}

} // namespace

Inference inferPointwise(InferContext &ctx) {
  const PointwiseRule &rule = ruleOf(ctx);
  const ScalarType common = commonDtype(ctx, rule);
  checkOperands(ctx, common);
  ScalarType dtype = fg::resultDtype(rule, common);
  if (rule.name == "pow_scalar" && common == fg::kBool)
    dtype = common; // by false and true there is nothing to compute: ones, or a copy
  ctx.check(dtype != ScalarType::Undefined, unsupportedMessage(ctx, rule, common));

  std::vector<TensorType> operands;
  std::vector<Sym> shape;
  for (const Value *value : broadcastOperands(ctx)) {
    operands.push_back(ctx.type(value));
    if (operands.size() == 1)
      shape = operands[0].sizes;
    else if (ctx.op.is(Op::masked_fill)) // expand_outplace(mask, self)
      shape = ctx.broadcast(operands.back().sizes, shape);
    else
      shape = ctx.broadcast(shape, operands.back().sizes);
  }
  // Sizes that were assumed equal along the way are one from here on.
  for (TensorType &operand : operands)
    for (Sym &size : operand.sizes)
      size = ctx.simplify(size);
  std::vector<Sym> strides;
  const Op op = ctx.op.id;
  if (op == Op::hardtanh || op == Op::relu6) // at::hardtanh: empty_like(self)
    strides = preservedStrides(ctx, operands[0]);
  else if (op != Op::masked_fill && op != Op::log_sigmoid) // which allocate a contiguous result
    strides = iteratorStrides(ctx, shape, operands);
  return ctx.one(ctx.fresh(dtype, std::move(shape), std::move(strides)));
}

} // namespace fullgraph
