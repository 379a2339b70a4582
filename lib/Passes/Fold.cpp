// Why: compositions are written once for all arguments (layer_norm without a bias, add with alpha), and leave
// operators behind that do nothing for the arguments at hand. What is folded must be exact for every input: x
// - 0 is x, x + 0 is not (-0 + 0 is +0), x * 0 is 0 for integers only.
#include "lib/Passes/Rewriter.h"

#include <fullgraph/detail/pointwise_rules.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fullgraph {

namespace {

/// The constant that every element of `value` is: `scalar` or `full` of a number known now.
std::optional<Sym> constantOf(const Value *value) {
  if (!value || !value->def)
    return std::nullopt;
  std::optional<Sym> number = cxxNumber(value);
  if (value->def->is(Op::full))
    number = cxxNumber(value->def->value("fill_value"));
  return number && number->isConst() ? number : std::nullopt;
}

/// The constant, if it is a whole number wherever `dtype` and the constant's own dtype can only hold those.
std::optional<double> constantAs(const Value *value, ScalarType dtype) {
  const std::optional<Sym> constant = constantOf(value);
  const std::optional<double> number = constant ? constant->asDouble() : std::nullopt;
  if (number && std::trunc(*number) != *number)
    for (ScalarType held : {value->type.weak ? dtype : value->type.dtype, dtype})
      if (fg::isIntegralType(held, true))
        return std::nullopt;
  return number;
}

bool isConstant(const Value *value, double wanted, ScalarType dtype) {
  const std::optional<double> number = constantAs(value, dtype);
  return number && *number == wanted && std::signbit(*number) == std::signbit(wanted);
}

bool isLeftOut(const Node *node, std::string_view name) {
  return std::holds_alternative<std::monostate>(node->arg(name));
}

/// The operand that a binary operator gives back unchanged; null when there is none.
Value *identityOperand(const Node *node) {
  const Op op = node->op->id;
  Value *self = node->value("self");
  const ScalarType dtype = node->result()->type.dtype;
  const bool isInteger = fg::isIntegralType(dtype, true);
  if (op == Op::pow)
    return isConstant(node->value("exponent"), 1, dtype) ? self : nullptr;
  Value *other = node->value("other");
  if (op == Op::mul)
    return isConstant(other, 1, dtype) ? self : isConstant(self, 1, dtype) ? other : nullptr;
  if (op == Op::div)
    return isLeftOut(node, "rounding_mode") && isConstant(other, 1, dtype) ? self : nullptr;
  if (op == Op::add && isLeftOut(node, "alpha")) {
    const double zero = isInteger ? 0.0 : -0.0;
    return isConstant(other, zero, dtype) ? self : isConstant(self, zero, dtype) ? other : nullptr;
  }
  if (op == Op::sub && isLeftOut(node, "alpha"))
    return isConstant(other, 0, dtype) ? self : nullptr;
  return nullptr;
}

/// relu(relu(x)) is relu(x); neg(neg(x)) is x.
Value *repeatedUnary(const Node *node) {
  const Op op = node->op->id;
  Value *self = node->value("self");
  if (!self->def || !self->def->is(op))
    return nullptr;
  if (op == Op::neg)
    return self->def->value("self");
  const bool isIdempotent = op == Op::relu || op == Op::relu6 || op == Op::abs || op == Op::ceil ||
                            op == Op::floor || op == Op::round || op == Op::trunc || op == Op::sign;
  return isIdempotent ? self : nullptr;
}

template <typename T> std::optional<T> compute(Op op, T a, T b) {
  if (op == Op::add)
    return a + b;
  if (op == Op::sub)
    return a - b;
  if (op == Op::mul)
    return a * b;
  if (op == Op::div)
    return a / b;
  return std::nullopt;
}

/// The number that a binary operator gives for constants, in its own arithmetic.
std::optional<Sym> evaluate(const Node *node) {
  const Op op = node->op->id;
  if ((op == Op::add || op == Op::sub) && !isLeftOut(node, "alpha"))
    return std::nullopt;
  if (op == Op::div && !isLeftOut(node, "rounding_mode"))
    return std::nullopt;
  const ScalarType dtype = node->result()->type.dtype;
  const Value *self = node->value("self"), *other = node->value("other");
  for (const Value *operand : {self, other}) // a full() of another dtype has rounded its number
    if (!operand->type.weak && operand->type.dtype != dtype)
      return std::nullopt;
  const std::optional<double> a = constantAs(self, dtype), b = constantAs(other, dtype);
  if (!a || !b)
    return std::nullopt;
  if (dtype == fg::kDouble) {
    if (const std::optional<double> result = compute<double>(op, *a, *b))
      return Sym::real(*result);
  } else if (dtype == fg::kFloat) {
    if (const std::optional<float> result = compute<float>(op, float(*a), float(*b)))
      return Sym::real(double(*result));
  } else if (dtype == fg::kLong && op != Op::div) {
    const auto wholeOf = [](const Value *value) { return constantOf(value)->asInt(); };
    if (!wholeOf(self) || !wholeOf(other) || self->type.dtype == fg::kBool || other->type.dtype == fg::kBool)
      return std::nullopt;
    // wraps, as the kernel does
    if (const std::optional<uint64_t> result =
            compute<uint64_t>(op, uint64_t(*wholeOf(self)), uint64_t(*wholeOf(other))))
      return Sym(int64_t(*result));
  }
  return std::nullopt;
}

bool replaceByFull(Rewriter &rewriter, Node *node, const Sym &number) {
  const TensorType type = node->result()->type;
  Value *fill = rewriter.scalar(number, node);
  return rewriter.replaceByBuilt(node->result(),
                                 rewriter.build(Op::full, {type.sizes, fill, type.dtype}, node));
}

bool foldBinary(Rewriter &rewriter, Node *node) {
  if (Value *operand = identityOperand(node)) {
    if (rewriter.replace(node->result(), operand))
      return true;
    // Equal elements in another layout: the dense one of a strided operand.
    if (operand->type.dtype == node->result()->type.dtype && !operand->type.weak)
      return rewriter.replaceByBuilt(node->result(), rewriter.build(Op::clone, {operand}, node));
    return false;
  }
  if (!node->op->argIndex("other"))
    return false;
  if (const std::optional<Sym> number = evaluate(node))
    return replaceByFull(rewriter, node, *number);
  return false;
}

bool foldUnary(Rewriter &rewriter, Node *node) {
  Value *operand = repeatedUnary(node);
  return operand && rewriter.replace(node->result(), operand);
}

/// A copy, a cast or a view of a constant tensor is a constant tensor.
bool foldFull(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self");
  if (!self->def || !self->def->is(Op::full) || !node->result()->type.isContiguous())
    return false;
  if (node->result()->base && rewriter.escapes(node->result()->root()))
    return false; // it may alias an output
  Value *fill = self->def->value("fill_value");
  const TensorType type = node->result()->type;
  if (node->is(Op::to) && type.dtype != self->type.dtype) {
    // What the first dtype does to the number must not be lost.
    const std::optional<double> number = constantAs(self, type.dtype);
    const bool isExact = number && (fg::isIntegralType(self->type.dtype, true) ||
                                    self->type.dtype == fg::kDouble || double(float(*number)) == *number);
    if (!isExact || fg::isReducedFloatingType(self->type.dtype) || self->type.dtype == fg::kBool)
      return false;
  }
  Value *full = rewriter.build(Op::full, {type.sizes, fill, type.dtype}, node);
  if (!full || !rewriter.sameTypes(node->result(), full)) {
    if (full)
      rewriter.eraseIfDead(full->def);
    return false;
  }
  rewriter.replaceView(node->result(), full);
  return true;
}

/// A tensor that has no elements whatever the inputs hold: nothing is computed for it, and schedules need not
/// divide sizes that are 0.
bool foldEmpty(Rewriter &rewriter, Node *node) {
  const OpFamily family = node->op->family;
  if (node->results.size() != 1 || family == OpFamily::View || family == OpFamily::Mutation ||
      family == OpFamily::Creation || mayThrow(*node) || hasEffect(*node) ||
      !rewriter.graph.env.simplify(node->result()->type.numel()).isConst(0))
    return false;
  return replaceByFull(rewriter, node, Sym(0));
}

using FoldRule = bool (*)(Rewriter &, Node *);

FoldRule findRule(const OpSchema &op) {
  static const std::map<Op, FoldRule> table = {
      {Op::mul, foldBinary},  {Op::div, foldBinary},   {Op::add, foldBinary},     {Op::sub, foldBinary},
      {Op::pow, foldBinary},  {Op::neg, foldUnary},    {Op::relu, foldUnary},     {Op::relu6, foldUnary},
      {Op::abs, foldUnary},   {Op::ceil, foldUnary},   {Op::floor, foldUnary},    {Op::round, foldUnary},
      {Op::trunc, foldUnary}, {Op::sign, foldUnary},   {Op::to, foldFull},        {Op::clone, foldFull},
      {Op::view, foldFull},   {Op::select, foldFull},  {Op::slice, foldFull},     {Op::permute, foldFull},
      {Op::expand, foldFull}, {Op::squeeze, foldFull}, {Op::unsqueeze, foldFull}, {Op::contiguous, foldFull}};
  const auto found = table.find(op.id);
  return found == table.end() ? nullptr : found->second;
}

} // namespace

void fold(Graph &graph) {
  Rewriter rewriter(graph);
  for (bool changed = true; changed;) {
    changed = false;
    for (Node *node : nodesOf(graph))
      if (foldEmpty(rewriter, node))
        changed = true;
      else if (const FoldRule rule = findRule(*node->op))
        changed |= rule(rewriter, node);
  }
}

} // namespace fullgraph
