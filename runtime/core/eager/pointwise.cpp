#include "runtime/core/eager/pointwise.h"

#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/complex.h"
#include "runtime/core/eager/loop_nest.h"

#include <cstring>

namespace fg::detail {

ScalarType operandDtype(const Operand &operand) {
  return operand.tensor ? operand.tensor->scalar_type() : operand.number.type();
}

ScalarType commonDtype(const PointwiseRule &rule, std::initializer_list<Operand> operands) {
  ResultTypeState state;
  unsigned bit = 1;
  for (const Operand &operand : operands) {
    if (rule.promoting & bit)
      state.add(operandDtype(operand), !operand.tensor || operand.tensor->dim() == 0, !operand.tensor);
    bit <<= 1;
  }
  return state.result();
}

namespace {

struct Arguments {
  const PointwiseOp &op;
  std::initializer_list<Operand> inputs;
  std::initializer_list<Scalar> params;
};

/// Elements that are in the compute type already take the values they have in `dtype`: integers wrap, floats
/// round.
void roundTo(ScalarType dtype, Compute compute, void *tile, int64_t n) {
  alignas(64) char narrow[tileSize * 8];
  const int64_t bytes = int64_t(elementSize(dtype));
  storer(compute, dtype)(narrow, bytes, tile, n);
  loader(dtype, compute)(tile, narrow, bytes, n);
}

/// A number in the compute type, with the value it has in `dtype`.
void storeNumber(void *at, Compute compute, ScalarType dtype, const Scalar &number) {
  if (compute == Compute::F32)
    *static_cast<float *>(at) = float(number.toDouble());
  else if (compute == Compute::F64)
    *static_cast<double *>(at) = number.toDouble();
  else
    *static_cast<int64_t *>(at) = number.toLong();
  if (!isStoredAs(dtype, compute))
    roundTo(dtype, compute, at, 1);
}

/// The dtype whose values operand `k` takes before the formula is evaluated.
ScalarType operandRounding(const Arguments &args, size_t k, ScalarType computed) {
  const Operand &input = args.inputs.begin()[k];
  const bool wide = args.op.rule.wideSecond && k == 1 && (!input.tensor || input.tensor->dim() == 0);
  return wide ? accumulateDtype(computed) : computed;
}

ScalarType checkedComputeDtype(const PointwiseOp &op, ScalarType common) {
  const ScalarType compute = computeDtype(op.rule, common);
  FG_CHECK(compute != ScalarType::Undefined, "\"", op.rule.name, "_cpu\" not implemented for '", common, "'");
  return compute;
}

std::vector<int64_t> broadcastShape(const Arguments &args, const Tensor *self) {
  std::vector<int64_t> shape;
  bool first = true;
  const auto meet = [&](const Tensor &t) {
    if (first)
      shape = t.sizes().vec();
    else if (!(t.sizes() == IntArrayRef(shape)))
      shape = broadcastShapes(shape, t.sizes());
    first = false;
  };
  if (self)
    meet(*self);
  for (const Operand &input : args.inputs)
    if (input.tensor)
      meet(*input.tensor);
  return shape;
}

/// Evaluates row after row. Operand 0 of the nest is the output; inputs follow.
void evaluate(const Arguments &args, const LoopNest &nest, ScalarType computed, const Tensor &output) {
  const Compute compute = computeOf(computed);
  const TileFn kernel = args.op.tile[int(compute)];
  const int64_t elementBytes = computeSize(compute);
  const size_t inputs = args.inputs.size();

  alignas(64) char tiles[maxInputs][tileSize * 8];
  alignas(64) char resultTile[tileSize * 8];
  char params[maxParams * 8];
  size_t count = 0;
  for (const Scalar &p : args.params)
    storeNumber(params + elementBytes * int64_t(count++), compute, accumulateDtype(computed), p);

  LoadFn load[maxInputs];
  bool direct[maxInputs], constant[maxInputs], rounded[maxInputs];
  for (size_t k = 0; k < inputs; ++k) {
    const Operand &input = args.inputs.begin()[k];
    const int64_t stride = nest.rowStride(int(k) + 1);
    // A number already is in the compute type.
    const ScalarType stored = !input.tensor ? (compute == Compute::F32   ? kFloat
                                               : compute == Compute::F64 ? kDouble
                                                                         : kLong)
                                            : input.tensor->scalar_type();
    load[k] = loader(stored, compute);
    constant[k] = stride == 0;
    direct[k] = stride == elementBytes && isStoredAs(stored, compute);
    const ScalarType fits = operandRounding(args, k, computed);
    rounded[k] = input.tensor && promoteTypes(stored, fits) != fits;
  }
  const ScalarType outDtype = output.scalar_type();
  const int64_t outStride = nest.rowStride(0), outBytes = int64_t(elementSize(outDtype));
  const bool boolResult = args.op.rule.boolResult;
  const bool outDirect =
      outStride == outBytes && (boolResult ? outDtype == kBool : isStoredAs(outDtype, compute));
  // bool tiles are stored through i64, so that bool needs no further column in the table of conversions.
  const StoreFn store = storer(boolResult ? Compute::I64 : compute, outDtype);
  const LoadFn widen = loader(kBool, Compute::I64);

  const int64_t length = nest.rowLength();
  bool allDirect = outDirect;
  for (size_t k = 0; k < inputs; ++k)
    allDirect = allDirect && direct[k];
  const int64_t step = allDirect ? length : tileSize;

  nest.forEachRow([&](char *const *at) {
    for (int64_t begin = 0; begin < length; begin += step) {
      const int64_t n = std::min(step, length - begin);
      const void *in[maxInputs];
      for (size_t k = 0; k < inputs; ++k) {
        const int64_t stride = nest.rowStride(int(k) + 1);
        const char *const p = at[k + 1] + begin * stride;
        in[k] = direct[k] ? static_cast<const void *>(p) : tiles[k];
        if (direct[k] || (constant[k] && begin > 0))
          continue;
        load[k](tiles[k], p, stride, n);
        if (rounded[k])
          roundTo(computed, compute, tiles[k], n);
      }
      char *const p = at[0] + begin * outStride;
      if (outDirect) {
        kernel(in, params, p, n);
        continue;
      }
      kernel(in, params, resultTile, n);
      if (boolResult) {
        int64_t wide[tileSize];
        widen(wide, resultTile, 1, n);
        store(p, outStride, wide, n);
      } else {
        store(p, outStride, resultTile, n);
      }
    }
  });
}

void run(const Arguments &args, ScalarType computed, const Tensor &output) {
  LoopNest nest(output.sizes());
  nest.add(output);
  alignas(8) char numbers[maxInputs][8];
  size_t k = 0;
  for (const Operand &input : args.inputs) {
    if (input.tensor) {
      nest.add(*input.tensor);
    } else {
      storeNumber(numbers[k], computeOf(computed), operandRounding(args, k, computed), input.number);
      nest.addConstant(numbers[k]);
    }
    ++k;
  }
  int perm[maxRank];
  nest.order(0, perm);
  nest.permute(perm);
  nest.coalesce();
  evaluate(args, nest, computed, output);
}

void checkDefined(const Arguments &args) {
  for (const Operand &input : args.inputs)
    if (input.tensor && !input.tensor->defined())
      failUndefined(args.op.rule.name.data());
}

} // namespace

Tensor pointwise(const PointwiseOp &op, std::initializer_list<Operand> inputs,
                 std::initializer_list<Scalar> params) {
  const Arguments args{op, inputs, params};
  checkDefined(args);
  if (anyComplex(inputs))
    return complexPointwise(op.rule.name, inputs, params);
  const std::vector<int64_t> shape = broadcastShape(args, nullptr);
  const ScalarType common = commonDtype(op.rule, inputs), computed = checkedComputeDtype(op, common);

  const Tensor *tensors[maxInputs];
  size_t count = 0;
  for (const Operand &input : inputs)
    if (input.tensor)
      tensors[count++] = input.tensor;
  const Tensor output = newTensor(shape, resultStrides(shape, tensors, count), resultDtype(op.rule, common));
  run(args, computed, output);
  return output;
}

Tensor &pointwiseInPlace(const PointwiseOp &op, Tensor &self, std::initializer_list<Operand> inputs,
                         std::initializer_list<Scalar> params, bool idempotent) {
  // The checks are in ATen's order: a call with two mistakes is told of the same one.
  const Arguments args{op, inputs, params};
  checkDefined(args);
  if (!idempotent) {
    checkNoInternalOverlap(self);
    for (const Operand &input : inputs)
      if (input.tensor)
        checkNoPartialOverlap(self, *input.tensor);
  }
  if (anyComplex(inputs))
    return complexInPlace(op.rule.name, self, inputs, params);
  const std::vector<int64_t> shape = broadcastShape(args, &self);
  FG_CHECK(self.sizes() == IntArrayRef(shape), "output with shape ", self.sizes(),
           " doesn't match the broadcast shape ", shape);
  const ScalarType common = commonDtype(op.rule, inputs);
  const ScalarType computed = computeDtype(op.rule, common);
  const ScalarType result = computed != ScalarType::Undefined ? computed : common;
  FG_CHECK(op.rule.boolResult || canCast(result, self.scalar_type()), "result type ", result,
           " can't be cast to the desired output type ", self.scalar_type());
  run(args, checkedComputeDtype(op, common), self);
  return self;
}

} // namespace fg::detail
