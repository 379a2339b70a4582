// Between plans and the code of backends: graphs and tensors as those see them.
#include "runtime/core/dispatch/backend.h"

#include <fullgraph/ops.h>

#include <bit>
#include <cstring>
#include <memory>

namespace fg::rt {
namespace {

/// An operator that the interpreter called failed. The user's own code is to run, and to say why.
struct InterpreterFailed {};

/// A backend's code with what it takes to call it.
struct Code {
  BackendCode run;
  std::vector<ScalarType> inputs, results;
  std::vector<plan::NumberKind> numbers;
};

Tensor tensorOf(const fg_buffer &buffer, ScalarType dtype) {
  int64_t sizes[detail::maxRank], strides[detail::maxRank];
  const auto rank = static_cast<size_t>(buffer.dimensions);
  for (size_t d = 0; d < rank; ++d) { // innermost first
    sizes[rank - 1 - d] = buffer.dim[d].extent;
    strides[rank - 1 - d] = buffer.dim[d].stride;
  }
  return from_blob(buffer.host, IntArrayRef(sizes, rank), IntArrayRef(strides, rank), dtype);
}

/// A tensor as a kernel's argument.
struct Argument {
  explicit Argument(const Tensor &x)
      : buffer{0,
               nullptr,
               static_cast<uint8_t *>(rt::data(x)),
               0,
               bufferType(x.scalar_type()),
               int32_t(x.dim()),
               dims,
               nullptr} {
    for (int64_t d = 0; d < x.dim(); ++d) {
      const auto from = size_t(x.dim() - 1 - d);
      dims[d] = {0, int32_t(x.sizes()[from]), int32_t(x.strides()[from]), 0};
    }
  }
  Argument(const Argument &) = delete;
  fg_buffer buffer;
  fg_dim dims[detail::maxRank] = {};
};

/// The library's interpreter of the graph as a BackendCode.
BackendCode interpreterOf(const plan::BackendRequest &request) {
  return [function = request.interpreter, context = request.interpreterContext](
             const std::vector<Tensor> &inputs, const std::vector<Scalar> &numbers,
             const std::vector<Tensor> &results) {
    std::vector<std::unique_ptr<Argument>> buffers;
    std::vector<int64_t> bits;
    std::vector<void *> arguments{const_cast<void **>(&context)};
    for (const Scalar &number : numbers)
      bits.push_back(number.isFloatingPoint() ? std::bit_cast<int64_t>(number.toDouble()) : number.toLong());
    const auto add = [&](const Tensor &x) {
      arguments.push_back(&buffers.emplace_back(std::make_unique<Argument>(x))->buffer);
    };
    for (const Tensor &input : inputs)
      add(input);
    for (int64_t &number : bits)
      arguments.push_back(&number);
    for (const Tensor &result : results)
      add(result);
    if (function(arguments.data()) != 0)
      throw InterpreterFailed();
  };
}

std::vector<BackendTensor> tensorsOf(const plan::Span<plan::BackendTensor> &list) {
  std::vector<BackendTensor> tensors;
  for (const plan::BackendTensor &from : list)
    tensors.push_back({from.name,
                       static_cast<ScalarType>(from.meta.dtype),
                       {from.meta.sizes, from.meta.sizes + from.meta.rank},
                       {from.meta.strides, from.meta.strides + from.meta.rank}});
  return tensors;
}

} // namespace

const void *makeBackendCode(const plan::BackendRequest &request, const Backend &backend) {
  BackendGraph graph;
  graph.function = request.function;
  graph.place = request.place;
  graph.text = request.text;
  graph.inputs = tensorsOf(request.inputs);
  graph.results = tensorsOf(request.results);
  auto code = std::make_unique<Code>();
  for (const plan::BackendNumber &number : request.numbers) {
    graph.numbers.push_back(number.name);
    code->numbers.push_back(number.kind);
  }
  graph.interpreter = interpreterOf(request);
  for (const BackendTensor &tensor : graph.inputs)
    code->inputs.push_back(tensor.dtype);
  for (const BackendTensor &tensor : graph.results)
    code->results.push_back(tensor.dtype);
  try { // the library may have another C++ runtime
    code->run = backend(graph);
  } catch (const std::exception &error) {
    *request.failure = strdup(error.what());
  } catch (...) {
    *request.failure = strdup("an exception of unknown type");
  }
  return code->run ? code.release() : nullptr; // never freed: calls may be running with it
}

int runBackendCode(void **arguments) {
  const Code &code = **static_cast<const Code *const *>(*arguments++);
  std::vector<Tensor> inputs, results;
  std::vector<Scalar> numbers;
  for (const ScalarType dtype : code.inputs)
    inputs.push_back(tensorOf(*static_cast<const fg_buffer *>(*arguments++), dtype));
  for (const plan::NumberKind kind : code.numbers) {
    const int64_t bits = *static_cast<const int64_t *>(*arguments++);
    numbers.push_back(kind == plan::NumberKind::Real   ? Scalar(std::bit_cast<double>(bits))
                      : kind == plan::NumberKind::Bool ? Scalar(bits != 0)
                                                       : Scalar(bits));
  }
  for (const ScalarType dtype : code.results)
    results.push_back(tensorOf(*static_cast<const fg_buffer *>(*arguments++), dtype));
  try {
    code.run(inputs, numbers, results);
    return 0;
  } catch (const InterpreterFailed &) {
    return -1;
  }
}

} // namespace fg::rt
