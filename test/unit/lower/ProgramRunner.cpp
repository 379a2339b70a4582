#include "ProgramRunner.h"
#include "test/unit/ValueOr.h"

#include "DeviceCall.h"
#include "ProgramCall.h"

#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <cstring>

namespace fullgraph::test {

CompiledProgram::CompiledProgram(const std::string &text, bool passes, int level) {
  source = valueOr(failure, parseGraph(text));
  if (!source)
    return;
  failure = inferGraph(*source);
  if (failure.empty() && passes)
    failure = runPasses(*source);
  if (!failure.empty())
    return;
  program = valueOr(failure, fuse(*source));
  if (!program)
    return;
  for (const Kernel &kernel : program->kernels) {
    if (llvm::Error error = defaultBackend().supports(kernel, targetOf(testDevice()))) {
      failure = llvm::toString(std::move(error));
      noDeviceCode = true;
      return;
    }
    kernels.push_back(std::make_unique<CompiledKernel>(printGraph(*kernel.graph), LowerOptions(), level));
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
  std::vector<char *> inputMemory, outputMemory;
  for (Array &a : inputs)
    inputMemory.push_back(a.storage.data());
  for (Array &a : outputs)
    outputMemory.push_back(a.storage.data());
  const bool accepted = runProgram(*source, *program, symbols, inputMemory, outputMemory,
                                   [&](unsigned kernel, const auto &in, const auto &scalars,
                                       const auto &out) { return kernels[kernel]->call(in, scalars, out); });
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

std::vector<int> levelsHere() {
  if (testDevice())
    return {3};
#ifdef __x86_64__
  for (const bool has : {__builtin_cpu_supports("avx512f") != 0, __builtin_cpu_supports("avx512bw") != 0,
                         __builtin_cpu_supports("avx512cd") != 0, __builtin_cpu_supports("avx512dq") != 0,
                         __builtin_cpu_supports("avx512vl") != 0})
    if (!has)
      return {3};
  return {3, 4};
#else
  return {3};
#endif
}

void expectSame(const std::string &text, double relative, double absolute, const std::vector<int> &sizes,
                const std::function<void(std::vector<Array> &)> &prepare) {
  SCOPED_TRACE(text);
  for (const int level : levelsHere()) {
    SCOPED_TRACE("level " + std::to_string(level));
    CompiledProgram program(text, /*passes=*/true, level);
    if (program.lacksDeviceCode()) {
      std::printf("no code for the device: %s\n", program.error().c_str());
      return;
    }
    ASSERT_TRUE(program.ok()) << program.error();
    for (const int n : sizes) {
      SCOPED_TRACE("N = " + std::to_string(n));
      EXPECT_TRUE(program.check({{"N", n}}, relative, absolute, prepare));
    }
    if (::testing::Test::HasFailure())
      ADD_FAILURE() << program.plan().str();
  }
}

} // namespace fullgraph::test
