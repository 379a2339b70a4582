#include "ProgramRunner.h"

#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <cstring>

namespace fullgraph::test {

CompiledProgram::CompiledProgram(const std::string &text, bool passes) {
  source = parseGraph(text, failure);
  if (!source)
    return;
  failure = inferGraph(*source);
  if (failure.empty() && passes)
    failure = runPasses(*source);
  if (!failure.empty())
    return;
  program = fuse(*source, failure);
  if (!program)
    return;
  for (const Kernel &kernel : program->kernels) {
    kernels.push_back(std::make_unique<CompiledKernel>(printGraph(*kernel.graph)));
    if (!kernels.back()->ok()) {
      failure = kernels.back()->error() + "\nin " + printGraph(*kernel.graph);
      return;
    }
  }
}

bool CompiledProgram::check(const Symbols &given, double relative, double absolute,
                            const std::function<void(std::vector<Array> &)> &prepare) {
  Symbols symbols = given;
  std::vector<Array> inputs;
  for (size_t i = 0; i < source->inputs().size(); ++i)
    inputs.push_back(makeInput(source->inputs()[i].value->type, symbols, static_cast<int>(i)));
  if (prepare)
    prepare(inputs);
  std::vector<Array> before = inputs;
  std::vector<Array *> pointers;
  for (Array &a : before)
    pointers.push_back(&a);

  // What the interpreter says: the results, and the new values of mutated inputs.
  std::vector<Value *> wanted = source->outputs();
  const size_t resultCount = wanted.size();
  for (const Mutation &mutation : source->mutations())
    wanted.push_back(mutation.value);
  std::swap(source->outputs(), wanted);

  std::vector<Array> outputs;
  for (const ProgramOutput &output : program->outputs)
    outputs.emplace_back(output.type.dtype, evaluateSizes(output.type.sizes, symbols),
                         output.type.strides.empty() ? std::vector<int64_t>()
                                                     : evaluateSizes(output.type.strides, symbols));
  std::vector<char> workspace(static_cast<size_t>(evaluateSym(program->workspaceBytes, symbols)), char(0x7f));

  // A view as an Array of its own is a copy; kernels get the real memory.
  const auto memory = [&](const BufferView &view) -> char * {
    const Buffer &buffer = program->buffers[view.buffer];
    char *base = buffer.kind == BufferKind::Input ? inputs[buffer.index].storage.data()
                 : buffer.kind == BufferKind::Output
                     ? outputs[buffer.index].storage.data()
                     : workspace.data() + static_cast<size_t>(evaluateSym(buffer.offset, symbols));
    return base + static_cast<size_t>(evaluateSym(view.offset, symbols)) * fg::elementSize(view.type.dtype);
  };
  const auto arrayOf = [&](const BufferView &view) {
    Array a(view.type.dtype, evaluateSizes(view.type.sizes, symbols),
            evaluateSizes(view.type.stridesOrContiguous(), symbols));
    if (a.numel() > 0)
      std::memcpy(a.storage.data(), memory(view), a.storage.size());
    return a;
  };
  bool accepted = true;
  for (const Step &step : program->steps) {
    if (const auto *call = std::get_if<KernelCall>(&step.action)) {
      struct View {
        std::vector<fg_dim> dims;
        fg_buffer buffer{};
      };
      std::vector<View> views(call->inputs.size() + call->outputs.size());
      bool empty = false;
      for (size_t i = 0; i < views.size(); ++i) {
        const BufferView &view =
            i < call->inputs.size() ? call->inputs[i] : call->outputs[i - call->inputs.size()];
        const std::vector<int64_t> sizes = evaluateSizes(view.type.sizes, symbols),
                                   strides = evaluateSizes(view.type.stridesOrContiguous(), symbols);
        for (size_t d = sizes.size(); d-- > 0;) {
          views[i].dims.push_back({0, static_cast<int32_t>(sizes[d]), static_cast<int32_t>(strides[d]), 0});
          empty |= sizes[d] == 0 && i >= call->inputs.size();
        }
        views[i].buffer.host = reinterpret_cast<uint8_t *>(memory(view));
        views[i].buffer.dimensions = static_cast<int32_t>(sizes.size());
        views[i].buffer.dim = views[i].dims.data();
      }
      if (empty)
        continue;
      std::vector<ScalarArg> scalars;
      for (const Sym &s : call->scalars) {
        const double value = evaluateSym(s, symbols);
        scalars.push_back(s.type() == SymType::F32 || s.type() == SymType::F64
                              ? ScalarArg(value)
                              : ScalarArg(static_cast<int64_t>(value)));
      }
      std::vector<void *> in, out;
      for (size_t i = 0; i < views.size(); ++i)
        (i < call->inputs.size() ? in : out).push_back(&views[i].buffer);
      EXPECT_EQ(kernels[call->kernel]->call(in, scalars, out), 0);
    } else if (const auto *test = std::get_if<IndexCheck>(&step.action)) {
      const Array index = arrayOf(test->index);
      index.forEach([&](const std::vector<int64_t> &i) {
        const double v = index.get(i);
        accepted &= v >= evaluateSym(test->lower, symbols) && v < evaluateSym(test->upper, symbols);
      });
      if (!accepted)
        break;
    } else {
      const auto &back = std::get<WriteBack>(step.action);
      const Array value = arrayOf(back.value);
      Array &input = inputs[back.input];
      value.forEach([&](const std::vector<int64_t> &i) { input.set(i, value.get(i)); });
    }
  }
  if (!accepted) { // nothing may have been written
    for (size_t i = 0; i < inputs.size(); ++i)
      EXPECT_EQ(inputs[i].storage, before[i].storage) << "input " << i << " of a refused call";
    std::swap(source->outputs(), wanted);
    return false;
  }
  const std::vector<Array> expected = interpret(*source, pointers, symbols);
  for (size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(i < resultCount ? "output " + std::to_string(i)
                                 : "mutation " + std::to_string(i - resultCount));
    const auto want = [&](const std::vector<int64_t> &index) { return expected[i].get(index); };
    if (i >= resultCount) {
      size_t input = 0;
      while (source->inputs()[input].value != source->mutations()[i - resultCount].input)
        ++input;
      expectElements(inputs[input], want, relative, absolute);
      continue;
    }
    const ProgramOutput &output = program->outputs[i];
    if (output.kind == ProgramOutput::Fresh) {
      expectElements(outputs[i], want, relative, absolute);
      continue;
    }
    const Array &of = output.kind == ProgramOutput::ViewOfInput ? inputs[output.of] : outputs[output.of];
    Array view(output.type.dtype, evaluateSizes(output.type.sizes, symbols),
               evaluateSizes(output.type.stridesOrContiguous(), symbols));
    const size_t skip =
        static_cast<size_t>(evaluateSym(output.offset, symbols)) * fg::elementSize(view.dtype);
    if (view.numel() > 0)
      std::memcpy(view.storage.data(), of.storage.data() + skip, view.storage.size());
    expectElements(view, want, relative, absolute);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const bool mutated = std::any_of(source->mutations().begin(), source->mutations().end(),
                                     [&](const Mutation &m) { return m.input == source->inputs()[i].value; });
    if (!mutated)
      EXPECT_EQ(inputs[i].storage, before[i].storage) << "input " << i << " was written";
  }
  std::swap(source->outputs(), wanted);
  return true;
}

} // namespace fullgraph::test
