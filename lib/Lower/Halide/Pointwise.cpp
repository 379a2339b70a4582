// Pointwise operators, casts and creation: inlined Funcs over the formulas.
#include "lib/Lower/Halide/KernelBuilder.h"

#include <fullgraph/detail/pointwise_rules.h>

namespace fullgraph::lower {
using namespace Halide;

namespace {

struct Formula {
  std::string name;
  std::vector<const Value *> operands; // in the formula's order; null: a number left out, or an attribute
  std::vector<bool> tensor;            // parallel: a Tensor of the schema, not a Scalar
  std::vector<Sym> numbers;            // parallel: where there is no operand
};

Formula formulaAndOperands(const Node &node) {
  Formula formula;
  formula.name = formulaOf(*node.op, node.args);
  for (size_t i = 0; i < node.args.size(); ++i) {
    const ArgSchema &schema = node.op->args[i];
    if (const auto *v = std::get_if<Value *>(&node.args[i]); v && *v) {
      formula.operands.push_back(*v);
      formula.tensor.push_back(!schema.scalar);
      formula.numbers.emplace_back(0);
    } else if (schema.scalar && schema.defaultNumber) {
      formula.operands.push_back(nullptr);
      formula.tensor.push_back(false);
      formula.numbers.push_back(Sym::real(*schema.defaultNumber));
    } else if (const auto *attribute = std::get_if<Sym>(&node.args[i])) {
      formula.operands.push_back(nullptr);
      formula.tensor.push_back(false);
      formula.numbers.push_back(*attribute);
    }
  }
  return formula;
}

/// Is it computed from constants alone?
bool isConstant(const Value *value) {
  bool constant = value->def != nullptr;
  if (constant)
    value->def->forEachOperand([&](const Value *operand) { constant = constant && isConstant(operand); });
  return constant;
}

/// The dtype that the operands are converted to before the formula is evaluated.
ScalarType commonDtype(const Formula &formula, const fg::PointwiseRule &rule) {
  fg::ResultTypeState state;
  unsigned position = 0;
  for (size_t i = 0; i < formula.operands.size(); ++i) {
    if (!formula.tensor[i])
      continue;
    const TensorType &type = formula.operands[i]->type;
    if (rule.promoting >> position++ & 1)
      state.add(type.dtype, type.rank() == 0, type.weak);
  }
  return state.result();
}

} // namespace

void KernelBuilder::definePointwise(const Node &node) {
  const Formula formula = formulaAndOperands(node);
  const fg::PointwiseRule *rule = fg::pointwiseRule(formula.name);
  if (!rule || fg::formulas::operandCount(formula.name) == 0)
    throw LowerError("operator " + std::string(node.opName()) + " has no formula");
  const ScalarType common = commonDtype(formula, *rule);
  const ScalarType rounding = fg::computeDtype(*rule, common);
  const ScalarType compute = fg::accumulateDtype(rounding);
  if (compute == ScalarType::Undefined)
    throw LowerError("operator " + std::string(node.opName()) + " is not defined for " +
                     fg::shortName(common));
  const Type type = compute == ScalarType::Bool ? UInt(8) : computeType(compute);
  const Type resultType = computeType(node.result()->type.dtype);
  // The formulas of these take their condition as a number; a bool operand already is one bit.
  const size_t condition = formula.name == "where" ? 0 : formula.name == "masked_fill" ? 1 : SIZE_MAX;
  // Operands take values of the 16-bit float that they are promoted to, though formulas are evaluated in f32.
  std::vector<bool> rounds(formula.operands.size(), false);
  unsigned position = 0;
  for (size_t i = 0; i < formula.operands.size(); ++i) {
    if (!formula.tensor[i])
      continue;
    const TensorType &operand = formula.operands[i]->type;
    const bool wide = position == 1 && rule->wideSecond && operand.rank() == 0;
    ++position;
    rounds[i] = fg::isReducedFloatingType(rounding) && !wide && i != condition &&
                (operand.weak || fg::promoteTypes(operand.dtype, rounding) != rounding);
  }
  // Halide computes with constants as it compiles, and refuses some: 1 / 0. A number of the source is one
  // that formulas are simpler for (strictDiv, pow).
  std::vector<bool> hidden(formula.operands.size(), false);
  for (size_t i = 0; i < formula.operands.size(); ++i)
    hidden[i] = type.is_float() && formula.operands[i] && !formula.operands[i]->type.weak &&
                isConstant(formula.operands[i]);
  const bool isIntegerPower = formula.name.starts_with("pow") && !type.is_float();

  define(node.result(), [=, this, &node](const Index &index) {
    std::vector<Num> operands;
    Expr selector;
    for (size_t i = 0; i < formula.operands.size(); ++i) {
      if (!formula.operands[i]) {
        const Sym &value = formula.numbers[i];
        operands.emplace_back(value.asDouble() ? constantOf(type, *value.asDouble())
                                               : convert(number(value), type));
        continue;
      }
      const Expr value = element(formula.operands[i], index);
      if (i == condition)
        selector = convert(value, Bool());
      else if (rounds[i])
        operands.emplace_back(fromStorage(toStorage(convert(value, type), rounding), rounding));
      else if (compute == ScalarType::Bool)
        operands.emplace_back(convert(convert(value, Bool()), type)); // a number, as alpha: -1 is true
      else
        operands.emplace_back(isIntegerPower ? hideInteger(convert(value, type))
                              : hidden[i]    ? hideNumber(convert(value, type))
                                             : convert(value, type));
    }
    if (!selector.defined() && operands.size() != size_t(fg::formulas::operandCount(formula.name)))
      throw LowerError("operator " + std::string(node.opName()) + " lacks operands");
    if (selector.defined()) {
      const bool where = formula.name == "where";
      return convert(select(selector, operands[where ? 0 : 1].e(), operands[where ? 1 : 0].e()), resultType);
    }
    if (formula.name == "bitwise_not" && compute == ScalarType::Bool)
      return convert(operands[0].e(), Bool()) == Internal::const_false();
    return convert(fg::formulas::evaluate<Num>(formula.name, operands.data()).e(), resultType);
  });
}

void KernelBuilder::defineCast(const Node &node) {
  const Value *self = node.value("self");
  const ScalarType from = self->type.dtype, to = node.result()->type.dtype;
  define(node.result(), [=, this](const Index &index) {
    const Expr value = element(self, index);
    // Both are f32 here.
    if (fg::isReducedFloatingType(to) && from != to)
      return fromStorage(toStorage(value, to), to);
    return convert(value, computeType(to));
  });
}

void KernelBuilder::defineCreation(const Node &node) {
  const Value *result = node.result();
  const Type type = computeType(result->type.dtype);
  const Op op = node.op->id;
  if (op == Op::scalar) {
    const Expr value = convert(number(node.sym("value")), type);
    setElement(result, [value](const Index &) { return value; });
  } else if (op == Op::full || op == Op::full_like) {
    const Expr value = convert(numberArgument(node, "fill_value"), type);
    setElement(result, [value](const Index &) { return value; });
  } else if (op == Op::arange) {
    // ATen: start + step*i in int64, or in double for floating dtypes.
    const Type wide = type.is_float() ? Float(64) : Int(64);
    const Num start(convert(numberArgument(node, "start"), wide)),
        step(convert(numberArgument(node, "step"), wide));
    define(result, [&](const Index &index) {
      return convert((start + step * Num(convert(index[0], wide))).e(), type);
    });
  } else if (op == Op::eye) {
    define(result, [&](const Index &index) { return convert(index[0] == index[1], type); });
  } else {
    throw LowerError("no kernel computes operator " + node.op->name);
  }
}

} // namespace fullgraph::lower
