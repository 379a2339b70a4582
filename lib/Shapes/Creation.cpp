// Creation: sizes come from the program, not from an operand.
#include "lib/Shapes/Layout.h"

#include <algorithm>
#include <cmath>

namespace fullgraph {

namespace {

/// A C++ number: bool, i64 or f64 (a C++ float widens on its way into a Scalar), and weak in type promotion.
Inference inferScalar(InferContext &ctx) {
  ScalarType dtype = fg::kDouble;
  switch (ctx.integer("value").type()) {
  case SymType::Bool:
    dtype = fg::kBool;
    break;
  case SymType::Int:
    dtype = fg::kLong;
    break;
  case SymType::F32:
  case SymType::F64:
    break;
  }
  InferredResult result = ctx.fresh(dtype, {});
  result.type.weak = true;
  return ctx.one(std::move(result));
}

Inference inferFull(InferContext &ctx) {
  const std::vector<Sym> sizes = ctx.integers("size");
  for (const Sym &size : sizes)
    ctx.require(symLe(Sym(0), size), "the size of a new tensor must not be negative",
                "Trying to create tensor with negative dimension " + size.str() + ": " + listText(sizes));
  ctx.checkFits(ctx.tensor("fill_value"), *ctx.dtype("dtype"));
  return ctx.one(ctx.fresh(*ctx.dtype("dtype"), sizes));
}

Inference inferFullLike(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const ScalarType dtype = ctx.dtype("dtype").value_or(self.dtype);
  ctx.checkFits(ctx.tensor("fill_value"), dtype);
  return ctx.one(ctx.fresh(dtype, self.sizes, preservedStrides(ctx, self)));
}

/// The number of elements of arange over integers.
Sym wholeLength(const InferContext &ctx, const Sym &start, const Sym &end, const Sym &step) {
  ctx.require(symNe(step, Sym(0)), "the step of arange must not be 0", "step must be nonzero");
  const std::string message = "upper bound and lower bound inconsistent with step sign";
  if (ctx.isKnown(symLt(step, Sym(0)))) {
    ctx.require(symLe(end, start), "arange with a negative step must not end above its start", message);
    return ctx.simplify(ceilDiv(start - end, -step));
  }
  ctx.require(symLt(Sym(0), step), "the step of arange must be positive", message);
  ctx.require(symLe(start, end), "arange must not end below its start", message);
  return ctx.simplify(ceilDiv(end - start, step));
}

/// at::arange (aten/src/ATen/native/RangeFactories.cpp): lengths of i64 ranges are computed in integers,
/// others in double.
Inference inferArange(InferContext &ctx) {
  const ScalarType dtype = *ctx.dtype("dtype");
  ctx.check(dtype != fg::kBool, "\"arange_cpu\" not implemented for 'Bool'");
  Sym bounds[3];
  const char *const names[3] = {"start", "end", "step"};
  for (size_t i = 0; i < 3; ++i) {
    const std::optional<Sym> number = cxxNumber(ctx.tensor(names[i]));
    ctx.check(number.has_value(),
              std::string("cannot decide the size of arange: '") + names[i] + "' is computed from tensors");
    bounds[i] = ctx.simplify(*number);
    if (bounds[i].type() == SymType::Bool)
      bounds[i] = Sym::cast(bounds[i], SymType::Int);
  }
  const bool isWhole = std::all_of(bounds, bounds + 3, [](const Sym &s) { return s.type() == SymType::Int; });
  const bool isConstant = std::all_of(bounds, bounds + 3, [](const Sym &s) { return s.isConst(); });
  if (isWhole && (dtype == fg::kLong || !isConstant))
    return ctx.one(ctx.fresh(dtype, {wholeLength(ctx, bounds[0], bounds[1], bounds[2])}));
  double numbers[3];
  for (size_t i = 0; i < 3; ++i) {
    const std::optional<double> number = bounds[i].asDouble();
    ctx.check(number.has_value(), std::string("cannot decide the size of arange: '") + names[i] +
                                      "' is not known when it is compiled");
    ctx.check(i == 2 || std::isfinite(*number),
              "unsupported range: " + bounds[0].str() + " -> " + bounds[1].str());
    numbers[i] = *number;
  }
  if (dtype == fg::kLong)
    return ctx.one(ctx.fresh(dtype, {wholeLength(ctx, Sym(int64_t(numbers[0])), Sym(int64_t(numbers[1])),
                                                 Sym(int64_t(numbers[2])))}));
  ctx.check(numbers[2] != 0, "step must be nonzero");
  ctx.check(numbers[2] > 0 ? numbers[1] >= numbers[0] : numbers[1] <= numbers[0],
            "upper bound and lower bound inconsistent with step sign");
  const double length = std::ceil((numbers[1] - numbers[0]) / numbers[2]);
  ctx.check(length < 9.2e18, "invalid size, possible overflow?");
  return ctx.one(ctx.fresh(dtype, {Sym(int64_t(length))}));
}

Inference inferEye(InferContext &ctx) {
  std::vector<Sym> sizes;
  for (const char *name : {"n", "m"}) {
    const Sym size = ctx.integer(name);
    const std::string message = std::string(name) + " must be greater or equal to 0, got " + size.str();
    ctx.require(symLe(Sym(0), size), "the sizes of eye must not be negative", message);
    sizes.push_back(size);
  }
  return ctx.one(ctx.fresh(*ctx.dtype("dtype"), sizes));
}

} // namespace

bool isNumberForAll(const Node &node) {
  return node.is(Op::scalar) || node.is(Op::full) || node.is(Op::full_like);
}

const std::vector<InferRow> &creationRows() {
  static const std::vector<InferRow> rows = {{Op::scalar, inferScalar},
                                             {Op::full, inferFull},
                                             {Op::full_like, inferFullLike},
                                             {Op::arange, inferArange},
                                             {Op::eye, inferEye}};
  return rows;
}

} // namespace fullgraph
