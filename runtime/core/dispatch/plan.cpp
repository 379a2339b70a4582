// Runs versions that were made at run time: what lib/Emit prints as C++, from tables.
#include "runtime/core/dispatch/plan.h"

#include "runtime/core/tensor/text.h"

#include <cstring>
#include <optional>
#include <vector>

namespace fg::rt::plan {

namespace {

/// An input, of a call or of its description.
struct InputView {
  uint32_t key;
  const int64_t *sizes, *strides;
};
bool view(const Tensor *input, InputView &into) {
  const detail::TensorImpl *impl = input->unsafeGetImpl();
  if (impl)
    into = {impl->key, impl->sizes, impl->strides};
  return impl != nullptr;
}
bool view(const TensorMeta &input, InputView &into) {
  into = {detail::tensorKey(static_cast<ScalarType>(input.dtype), input.rank, kCPU, input.contiguous),
          input.sizes, input.strides};
  return true;
}
int64_t bitsOf(const Number &number) { return number.bits; }
int64_t bitsOf(int64_t number) { return number; }

/// Reads what guards and operations work with. False: not for this call.
template <class Input, class Number>
bool loadRegisters(const Plan &plan, const Input *inputs, const Number *numbers, int64_t *registers) {
  int64_t *next = registers;
  for (uint32_t i = 0; i < plan.inputs.size; ++i) {
    const InputGuard &guard = plan.inputs[i];
    InputView input;
    if (!view(inputs[i], input) || (input.key & guard.mask) != guard.key)
      return false;
    std::memcpy(next, input.sizes, guard.rank * sizeof(int64_t));
    next += guard.rank;
    if (guard.strided) {
      std::memcpy(next, input.strides, guard.rank * sizeof(int64_t));
      next += guard.rank;
    }
  }
  for (uint32_t i = 0; i < plan.numbers; ++i)
    *next++ = bitsOf(numbers[i]);
  for (const FixedRegister &fixed : plan.fixed)
    if (registers[fixed.number] != fixed.value)
      return false;
  std::memcpy(next, plan.constants.data, plan.constants.size * sizeof(int64_t));
  return true;
}

void compute(const Span<Operation> &operations, int64_t *registers) {
  for (const Operation &o : operations)
    registers[o.result] = o.function(registers[o.a], registers[o.b], registers[o.c]);
}

template <class Input, class Number>
bool meetsGuards(const Plan &plan, const Input *inputs, const Number *numbers, int64_t *registers) {
  if (!loadRegisters(plan, inputs, numbers, registers))
    return false;
  compute(plan.guardOperations, registers);
  for (const Register condition : plan.conditions)
    if (registers[condition] == 0)
      return false;
  return true;
}

/// The numbers of one tensor's sizes or strides.
class Numbers {
public:
  Numbers(const Span<Register> &list, const int64_t *registers) : count(list.size) {
    for (uint32_t i = 0; i < count; ++i)
      values[i] = registers[list[i]];
  }
  operator IntArrayRef() const { return IntArrayRef(values, count); }

private:
  int64_t values[detail::maxRank];
  uint32_t count;
};

class Call {
public:
  Call(const Plan &plan, const Tensor *const *inputs, Tensor *const *outputs, int64_t *registers)
      : plan(plan), inputs(inputs), outputs(outputs), registers(registers) {}

  Outcome run() {
    for (uint32_t i = 0; i < plan.outputs.size; ++i)
      if (plan.outputs[i].kind == Output::Fresh)
        makeOutput(i);
    const Workspace memory(registers[plan.workspaceBytes]);
    workspace = &memory;
    std::optional<Draws> draws;
    if (plan.draws)
      draws.emplace();
    for (const Step &step : plan.steps)
      if (const Outcome outcome = runStep(step); outcome != Outcome::Done)
        return outcome;
    for (const uint32_t i : plan.viewOutputs)
      makeOutput(i);
    if (draws)
      draws->keep();
    return Outcome::Done;
  }

private:
  const Plan &plan;
  const Tensor *const *inputs;
  Tensor *const *outputs;
  int64_t *const registers;
  const Workspace *workspace = nullptr;

  /// A buffer with room for its dims.
  struct Buffer {
    fg_buffer buffer;
    fg_dim dims[detail::maxRank];
  };

  void makeOutput(uint32_t i) {
    const Output &output = plan.outputs[i];
    const auto dtype = static_cast<ScalarType>(output.dtype);
    const Numbers sizes(output.sizes, registers), strides(output.strides, registers);
    if (output.kind == Output::Fresh) {
      *outputs[i] = output.contiguous ? empty(dtype, sizes) : empty_strided(dtype, sizes, strides);
      return;
    }
    const Tensor &of = output.kind == Output::ViewOfInput ? *inputs[output.of] : *outputs[output.of];
    *outputs[i] = output.same ? of : as_strided(of, dtype, sizes, strides, registers[output.offset]);
  }

  /// False: of no elements.
  bool fill(Buffer &b, const View &view) const {
    const auto dtype = static_cast<ScalarType>(view.dtype);
    void *base = view.kind == View::Input    ? data(*inputs[view.of])
                 : view.kind == View::Output ? data(*outputs[view.of])
                                             : workspace->at(registers[view.of]);
    const auto rank = static_cast<int32_t>(view.sizes.size);
    b.buffer = {0,
                nullptr,
                static_cast<uint8_t *>(element(base, dtype, registers[view.offset])),
                0,
                bufferType(dtype),
                rank,
                b.dims,
                nullptr};
    bool any = true;
    for (int32_t d = 0; d < rank; ++d) { // innermost first
      const auto from = static_cast<uint32_t>(rank - 1 - d);
      b.dims[d] = {0, static_cast<int32_t>(registers[view.sizes[from]]),
                   static_cast<int32_t>(registers[view.strides[from]]), 0};
      any &= b.dims[d].extent != 0;
    }
    return any;
  }

  Outcome runStep(const Step &step) {
    if (step.kind == Step::Call)
      return callKernel(step);
    Buffer b;
    const bool any = fill(b, plan.views[step.view]);
    if (step.kind == Step::WriteBack) {
      if (any)
        write_back(*inputs[step.input], &b.buffer);
      return Outcome::Done;
    }
    return in_range(&b.buffer, registers[step.lower], registers[step.upper]) ? Outcome::Done
                                                                             : Outcome::OutOfRange;
  }

  Outcome callKernel(const Step &step) {
    const uint32_t count = step.arguments.size;
    void **arguments = static_cast<void **>(__builtin_alloca(count * sizeof(void *)));
    Buffer *buffers = static_cast<Buffer *>(__builtin_alloca(count * sizeof(Buffer)));
    bool writes = step.outputs == 0 || step.always;
    for (uint32_t i = 0; i < count; ++i) {
      const Argument &argument = step.arguments[i];
      if (!argument.isView) {
        arguments[i] = &registers[argument.index];
        continue;
      }
      const bool any = fill(buffers[i], plan.views[argument.index]);
      writes |= any && i >= count - step.outputs;
      arguments[i] = &buffers[i].buffer;
    }
    if (!writes || step.kernel(arguments) == 0)
      return Outcome::Done;
    if (step.writesInput) // the user's own code could not start afresh
      detail::fail({"a kernel failed"});
    return Outcome::Failed;
  }
};

} // namespace

bool fits(const Plan &plan, const TensorMeta *inputs, const int64_t *numbers) {
  int64_t *registers = static_cast<int64_t *>(__builtin_alloca(plan.registers * sizeof(int64_t)));
  return meetsGuards(plan, inputs, numbers, registers);
}

namespace {

std::string inputMisfit(const std::string &name, const InputGuard &guard, const TensorMeta &input) {
  const auto dtype = static_cast<ScalarType>(guard.key & 0xff);
  if (dtype != static_cast<ScalarType>(input.dtype))
    return detail::joined({name, ": expected dtype ", shortName(dtype), ", got ",
                           shortName(static_cast<ScalarType>(input.dtype))});
  if (guard.rank != input.rank)
    return detail::joined({name, ": expected ", int(guard.rank), " dims, got ", int(input.rank)});
  return detail::joined({name,
                         guard.strided ? ": expected strides of another kind, got "
                                       : ": expected a contiguous tensor, got strides ",
                         IntArrayRef(input.strides, input.rank), " for sizes ",
                         IntArrayRef(input.sizes, input.rank)});
}

} // namespace

std::string misfit(const Plan &plan, const TensorMeta *inputs, const int64_t *numbers) {
  for (uint32_t i = 0; i < plan.inputs.size; ++i) {
    InputView view{};
    plan::view(inputs[i], view);
    if ((view.key & plan.inputs[i].mask) != plan.inputs[i].key)
      return inputMisfit(plan.inputNames[i], plan.inputs[i], inputs[i]);
  }
  std::vector<int64_t> registers(plan.registers);
  if (!loadRegisters(plan, inputs, numbers, registers.data())) {
    for (const FixedRegister &fixed : plan.fixed)
      if (registers[fixed.number] != fixed.value)
        return detail::joined(
            {plan.givenNames[fixed.number], ": expected ", fixed.value, ", got ", registers[fixed.number]});
    return "";
  }
  compute(plan.guardOperations, registers.data());
  for (uint32_t i = 0; i < plan.conditions.size; ++i) {
    if (registers[plan.conditions[i]] != 0)
      continue;
    const ConditionText &condition = plan.conditionTexts[i];
    std::string text = std::string("expected ") + condition.text;
    for (uint32_t j = 0; j < condition.integers.size; ++j)
      text += detail::joined({j ? ", " : ", got ", plan.givenNames[condition.integers[j]],
                              " == ", registers[condition.integers[j]]});
    return text + (*condition.reason ? std::string(" (") + condition.reason + ")" : std::string());
  }
  return "";
}

Outcome run(const Plan &plan, const Tensor *const *inputs, const Number *numbers, Tensor *const *outputs) {
  int64_t *registers = static_cast<int64_t *>(__builtin_alloca(plan.registers * sizeof(int64_t)));
  if (!meetsGuards(plan, inputs, numbers, registers))
    return Outcome::NoFit;
  if (plan.written.size > 0 && any_overlap(inputs, plan.inputs.size, plan.written.data, plan.written.size))
    return Outcome::Overlap;
  compute(plan.operations, registers);
  return Call(plan, inputs, outputs, registers).run();
}

} // namespace fg::rt::plan
