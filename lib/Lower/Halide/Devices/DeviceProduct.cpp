#include "lib/Lower/Halide/Devices/DeviceProduct.h"

#include <fullgraph/detail/product_shape.h>

namespace fullgraph::lower {
using namespace Halide;

const ImageParam *DeviceProduct::imageOf(const Value *v) const {
  for (size_t i = 0; i < b.graph.inputs().size(); ++i)
    if (b.graph.inputs()[i].value == v)
      return &b.args.images[i];
  return nullptr;
}

/// Lines of neighbours that do not overlap: what the library takes for a matrix, or its transpose. Lines of no elements are
/// no matter: their sums are of nothing, or there are none.
bool DeviceProduct::liesAsMatrix(const Value *v, size_t matrixDims) const {
  const std::vector<Sym> &sizes = v->type.sizes, strides = v->type.stridesOrContiguous();
  const size_t inner = sizes.size() - 1;
  if (matrixDims == 1)
    return strides[inner].isConst(1);
  ShapeEnv env = b.graph.env; // which knows nothing of its symbols
  for (const Sym &size : sizes)
    env.addFact(symLe(Sym(0), size));
  const auto isLine = [&](size_t along, size_t across) {
    return strides[along].isConst(1) && env.prove(symLe(sizes[along], strides[across])).value_or(false);
  };
  return isLine(inner, inner - 1) || isLine(inner - 1, inner);
}

ExternFuncArgument DeviceProduct::argumentOf(const Value *v, size_t matrixDims) {
  if (const ImageParam *image = imageOf(v); image && liesAsMatrix(v, matrixDims))
    return *image;
  const std::vector<Var> dims = b.vars(static_cast<unsigned>(v->type.rank()));
  Func copy = b.recorder.func("matrix_" + v->name);
  copy(KernelBuilder::reversed(KernelBuilder::indexOf(dims))) =
      toStorage(b.elementAt(v, KernelBuilder::indexOf(dims)), v->type.dtype);
  b.matmul->call->operands.push_back({copy, dims, v->type.sizes});
  return copy;
}

/// The library adds a number to each column.
bool DeviceProduct::addsBiasItself() const {
  const Value *bias = operands.bias;
  return bias && operands.hasN && imageOf(bias) && bias->type.rank() == 1 &&
         bias->type.stridesOrContiguous()[0].isConst(1) && bias->type.dtype == node.result()->type.dtype &&
         bias->type.sizes[0] == node.result()->type.sizes.back();
}

void DeviceProduct::define() {
  const Value *result = node.result();
  const ScalarType dtype = result->type.dtype;
  ProductCall &call = b.matmul.emplace().call.emplace();
  call.product = b.recorder.func("product");
  call.value = result;
  std::vector<ExternFuncArgument> arguments = {argumentOf(operands.left, operands.matrixDimsOfLeft()),
                                               argumentOf(operands.right, operands.matrixDimsOfRight())};
  const bool addsBias = addsBiasItself();
  if (addsBias)
    arguments.emplace_back(*imageOf(operands.bias));
  int shape = (operands.hasM ? fg::devices::hasRows : 0) | (operands.hasN ? fg::devices::hasColumns : 0);
  if (operands.hasN && operands.dimN < operands.dimK)
    shape |= fg::devices::columnsOutside;
  arguments.emplace_back(Expr(shape));
  const std::vector<Var> dims = b.vars(static_cast<unsigned>(result->type.rank()));
  const bool isCuda = b.target.place == KernelPlace::Cuda;
  const std::string callee = std::string(isCuda ? "fg_cuda_product" : "fg_opencl_product") + (addsBias ? "_bias" : "");
  call.product.define_extern(callee, arguments, storageType(dtype), {dims.rbegin(), dims.rend()}, NameMangling::C,
                             isCuda ? DeviceAPI::CUDA : DeviceAPI::OpenCL);
  call.addsLater = operands.bias && !addsBias;
  const Func product = call.product;
  const Value *bias = call.addsLater ? operands.bias : nullptr;
  b.setElement(result, [product, bias, dtype, &builder = b](const Index &index) {
    const Expr value = fromStorage(product(KernelBuilder::reversed(index)), dtype);
    return bias ? strictAdd(value, convert(builder.element(bias, index), value.type())) : value;
  });
}

bool ProductCall::isResultOf(const Graph &graph) const {
  const std::vector<Value *> &results = graph.outputs();
  if (addsLater || results.size() != 1 || results[0] != value)
    return false;
  const std::vector<Sym> strides = value->type.stridesOrContiguous();
  return strides.empty() || strides.back().isConst(1);
}

} // namespace fullgraph::lower
