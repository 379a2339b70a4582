#include "ProgramCall.h"

#include <fullgraph/dispatch.h>

#include <cstring>
#include <stdexcept>

namespace fullgraph::test {

double evaluateSym(const Sym &value, const Symbols &symbols) {
  if (const auto constant = value.asDouble())
    return *constant;
  if (const auto condition = value.asBool())
    return *condition;
  if (value.kind() == SymKind::Symbol)
    return symbols.at(value.name());
  std::vector<double> v;
  for (const Sym &operand : value.operands())
    v.push_back(evaluateSym(operand, symbols));
  const auto fold = [&](double first, auto combine) {
    for (const double x : v)
      first = combine(first, x);
    return first;
  };
  switch (value.kind()) {
  case SymKind::Add:
    return fold(0, [](double a, double b) { return a + b; });
  case SymKind::Mul:
    return fold(1, [](double a, double b) { return a * b; });
  case SymKind::Sub:
    return v[0] - v[1];
  case SymKind::Div:
    return v[0] / v[1];
  case SymKind::FloorDiv:
    return std::floor(v[0] / v[1]);
  case SymKind::FloorMod:
    return v[0] - std::floor(v[0] / v[1]) * v[1];
  case SymKind::TruncDiv:
    return std::trunc(v[0] / v[1]);
  case SymKind::TruncMod:
    return std::fmod(v[0], v[1]);
  case SymKind::Min:
    return fold(v[0], [](double a, double b) { return std::min(a, b); });
  case SymKind::Max:
    return fold(v[0], [](double a, double b) { return std::max(a, b); });
  case SymKind::Eq:
    return v[0] == v[1];
  case SymKind::Lt:
    return v[0] < v[1];
  case SymKind::Le:
    return v[0] <= v[1];
  case SymKind::Not:
    return v[0] == 0;
  case SymKind::And:
    return fold(1, [](double a, double b) { return a != 0 && b != 0; });
  case SymKind::Or:
    return fold(0, [](double a, double b) { return a != 0 || b != 0; });
  case SymKind::Select:
    return v[0] != 0 ? v[1] : v[2];
  case SymKind::Cast:
    return v[0];
  case SymKind::Call:
    if (value.name() == "isfinite")
      return std::isfinite(v[0]);
    [[fallthrough]];
  default:
    throw std::runtime_error("symbolic expression " + value.str());
  }
}

std::vector<int64_t> evaluateSizes(const std::vector<Sym> &sizes, const Symbols &symbols) {
  std::vector<int64_t> result;
  for (const Sym &s : sizes)
    result.push_back(static_cast<int64_t>(evaluateSym(s, symbols)));
  return result;
}

namespace {

/// The bytes of elements of `type` at `memory`, in C order.
template <class Element>
void forEachElement(const TensorType &type, const Symbols &symbols, char *memory, const Element &element) {
  const std::vector<int64_t> sizes = evaluateSizes(type.sizes, symbols),
                             strides = evaluateSizes(type.stridesOrContiguous(), symbols);
  const auto bytes = static_cast<int64_t>(fg::elementSize(type.dtype));
  std::vector<int64_t> index(sizes.size(), 0);
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  for (int64_t i = 0; i < count; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < index.size(); ++d)
      offset += index[d] * strides[d];
    element(memory + offset * bytes);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < sizes[d])
        break;
      index[d] = 0;
    }
  }
}

} // namespace

bool runProgram(const Graph &graph, const Program &program, const Symbols &symbols,
                const std::vector<char *> &inputs, const std::vector<char *> &outputs,
                const KernelFunction &kernel) {
  std::vector<char> workspace(static_cast<size_t>(evaluateSym(program.workspaceBytes, symbols)), char(0x7f));
  const auto memory = [&](const BufferView &view) -> char * {
    const Buffer &buffer = program.buffers[view.buffer];
    char *base = buffer.kind == BufferKind::Input ? inputs[buffer.index]
                 : buffer.kind == BufferKind::Output
                     ? outputs[buffer.index]
                     : workspace.data() + static_cast<size_t>(evaluateSym(buffer.offset, symbols));
    if (!base) // of an array without elements
      return nullptr;
    return base + static_cast<size_t>(evaluateSym(view.offset, symbols)) * fg::elementSize(view.type.dtype);
  };
  const auto callKernel = [&](const KernelCall &call) -> bool {
    struct View {
      std::vector<fg_dim> dims;
      fg_buffer buffer{};
    };
    std::vector<View> views(call.inputs.size() + call.outputs.size());
    bool empty = false;
    std::vector<void *> in, out;
    for (size_t i = 0; i < views.size(); ++i) {
      const bool isInput = i < call.inputs.size();
      const BufferView &view = isInput ? call.inputs[i] : call.outputs[i - call.inputs.size()];
      const std::vector<int64_t> sizes = evaluateSizes(view.type.sizes, symbols),
                                 strides = evaluateSizes(view.type.stridesOrContiguous(), symbols);
      for (size_t d = sizes.size(); d-- > 0;) {
        views[i].dims.push_back({0, static_cast<int32_t>(sizes[d]), static_cast<int32_t>(strides[d]), 0});
        empty |= sizes[d] == 0 && !isInput;
      }
      views[i].buffer.host = reinterpret_cast<uint8_t *>(memory(view));
      views[i].buffer.type = fg::rt::bufferType(view.type.dtype);
      views[i].buffer.dimensions = static_cast<int32_t>(sizes.size());
      views[i].buffer.dim = views[i].dims.data();
      (isInput ? in : out).push_back(&views[i].buffer);
    }
    if (empty)
      return true;
    std::vector<ScalarArg> scalars;
    for (const Sym &s : call.scalars) {
      const double value = evaluateSym(s, symbols);
      scalars.push_back(s.type() == SymType::F32 || s.type() == SymType::F64
                            ? ScalarArg(value)
                            : ScalarArg(static_cast<int64_t>(value)));
    }
    const int code = kernel(call.kernel, in, scalars, out);
    if (code != 0 && program.kernels[call.kernel].library.empty())
      throw std::runtime_error("a kernel returned " + std::to_string(code));
    return code == 0; // an operator of the library turns calls away
  };

  for (const Step &step : program.steps) {
    if (const auto *call = std::get_if<KernelCall>(&step.action)) {
      if (!callKernel(*call))
        return false;
    } else if (const auto *test = std::get_if<IndexCheck>(&step.action)) {
      const double lower = evaluateSym(test->lower, symbols), upper = evaluateSym(test->upper, symbols);
      Array element(test->index.type.dtype, {});
      bool accepted = true;
      forEachElement(test->index.type, symbols, memory(test->index), [&](const char *at) {
        std::memcpy(element.storage.data(), at, element.storage.size());
        accepted &=
            test->isOfDivisor() ? element.get({}) != 0 : element.get({}) >= lower && element.get({}) < upper;
      });
      if (!accepted)
        return false;
    } else {
      const auto &back = std::get<WriteBack>(step.action);
      const TensorType &type = graph.inputs()[back.input].value->type;
      std::vector<char> values;
      const size_t bytes = fg::elementSize(type.dtype);
      forEachElement(back.value.type, symbols, memory(back.value),
                     [&](const char *at) { values.insert(values.end(), at, at + bytes); });
      const char *from = values.data();
      forEachElement(type, symbols, inputs[back.input], [&](char *at) {
        std::memcpy(at, from, bytes);
        from += bytes;
      });
    }
  }
  return true;
}

} // namespace fullgraph::test
