#include "KernelRunner.h"
#include "DeviceCall.h"
#include "test/unit/ValueOr.h"

#include <fullgraph/dispatch.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace fullgraph::test {

Array::Array(ScalarType dtype, std::vector<int64_t> shape, std::vector<int64_t> strideList)
    : dtype(dtype), sizes(std::move(shape)), strides(std::move(strideList)) {
  if (strides.empty()) {
    strides.resize(sizes.size());
    int64_t next = 1;
    for (size_t d = sizes.size(); d-- > 0;) {
      strides[d] = next;
      next *= sizes[d];
    }
  }
  int64_t last = 0;
  for (size_t d = 0; d < sizes.size(); ++d)
    last += std::max<int64_t>(0, sizes[d] - 1) * strides[d];
  // No slack behind the last element: a kernel that reads further is caught by the sanitizers.
  storage.resize(static_cast<size_t>(last + 1) * fg::elementSize(dtype));
}

int64_t Array::numel() const {
  int64_t n = 1;
  for (const int64_t s : sizes)
    n *= s;
  return n;
}

int64_t Array::offset(const std::vector<int64_t> &index) const {
  int64_t o = 0;
  for (size_t d = 0; d < index.size(); ++d)
    o += index[d] * strides[d];
  return o;
}

double Array::get(const std::vector<int64_t> &index) const {
  const char *p = storage.data() + static_cast<size_t>(offset(index)) * fg::elementSize(dtype);
  const auto as = [&](auto zero) {
    decltype(zero) v;
    std::memcpy(&v, p, sizeof v);
    return v;
  };
  switch (dtype) {
  case ScalarType::Byte:
    return as(uint8_t());
  case ScalarType::Char:
    return as(int8_t());
  case ScalarType::Short:
    return as(int16_t());
  case ScalarType::Int:
    return as(int32_t());
  case ScalarType::Long:
    return static_cast<double>(as(int64_t()));
  case ScalarType::Half:
    return float(as(fg::Half()));
  case ScalarType::BFloat16:
    return float(as(fg::BFloat16()));
  case ScalarType::Float:
    return as(float());
  case ScalarType::Double:
    return as(double());
  case ScalarType::Bool:
    return as(uint8_t());
  default:
    return 0;
  }
}

void Array::set(const std::vector<int64_t> &index, double value) {
  char *p = storage.data() + static_cast<size_t>(offset(index)) * fg::elementSize(dtype);
  const auto put = [&](auto v) { std::memcpy(p, &v, sizeof v); };
  switch (dtype) {
  case ScalarType::Byte:
    return put(static_cast<uint8_t>(static_cast<int64_t>(value)));
  case ScalarType::Char:
    return put(static_cast<int8_t>(static_cast<int64_t>(value)));
  case ScalarType::Short:
    return put(static_cast<int16_t>(static_cast<int64_t>(value)));
  case ScalarType::Int:
    return put(static_cast<int32_t>(static_cast<int64_t>(value)));
  case ScalarType::Long:
    return put(static_cast<int64_t>(value));
  case ScalarType::Half:
    return put(fg::Half(static_cast<float>(value)));
  case ScalarType::BFloat16:
    return put(fg::BFloat16(static_cast<float>(value)));
  case ScalarType::Float:
    return put(static_cast<float>(value));
  case ScalarType::Double:
    return put(value);
  case ScalarType::Bool:
    return put(static_cast<uint8_t>(value != 0));
  default:
    return;
  }
}

void Array::forEach(const std::function<void(const std::vector<int64_t> &)> &f) const {
  std::vector<int64_t> index(sizes.size(), 0);
  for (int64_t i = 0, n = numel(); i < n; ++i) {
    f(index);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d])
        break;
      index[d] = 0;
    }
  }
}

Array &Array::fill(double scale, bool positive) {
  int64_t i = 0;
  forEach([&](const std::vector<int64_t> &index) {
    const int64_t k = (i++ * 37 + 11) % 101;
    set(index, scale * static_cast<double>(positive ? k + 1 : k - 50) / (fg::isFloatingType(dtype) ? 25 : 1));
  });
  return *this;
}

Array &Array::fillWith(const std::function<double(const std::vector<int64_t> &)> &f) {
  forEach([&](const std::vector<int64_t> &index) { set(index, f(index)); });
  return *this;
}

fg_buffer *Array::buffer() {
  dims.clear();
  for (size_t d = sizes.size(); d-- > 0;)
    dims.push_back({0, static_cast<int32_t>(sizes[d]), static_cast<int32_t>(strides[d]), 0});
  descriptor = {};
  descriptor.host = reinterpret_cast<uint8_t *>(storage.data());
  descriptor.type = fg::rt::bufferType(dtype);
  descriptor.dimensions = static_cast<int32_t>(sizes.size());
  descriptor.dim = dims.data();
  return &descriptor;
}

const std::string &scratchFolder() {
  static const struct Folder {
    std::string path;
    Folder() {
      std::string pattern = (std::filesystem::temp_directory_path() / "fullgraph-kernels-XXXXXX").string();
      path = mkdtemp(pattern.data());
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  } folder;
  return folder.path;
}

const std::string &runtimeObject() {
  static const std::string path = [] {
    const std::string object = scratchFolder() + "/runtime.o";
    const std::string error = llvm::toString(defaultBackend().compileRuntime({"x86-64-linux", 3}, object));
    EXPECT_EQ(error, "");
    return object;
  }();
  return path;
}

Kernel kernelFromText(const std::string &text, std::string &error) {
  Kernel kernel;
  kernel.graph = valueOr(error, parseGraph(text));
  kernel.name = "fgk_test";
  return kernel;
}

CompiledKernel::CompiledKernel(const std::string &graphText, LowerOptions options, int level) {
  static int count = 0;
  const std::string symbol = "kernel_" + std::to_string(count++);
  Kernel kernel = kernelFromText(graphText, message);
  if (!kernel.graph)
    return;
  TargetSpec target = targetOf(testDevice());
  target.level = level;
  const std::string object = scratchFolder() + "/" + symbol + ".o";
  const auto start = std::chrono::steady_clock::now();
  message = llvm::toString(defaultBackend().compileKernel(kernel, target, options, symbol, object));
  milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!message.empty())
    return;
  bytes = std::filesystem::file_size(object);
  load(object, symbol);
  std::filesystem::remove(object);
}

CompiledKernel::CompiledKernel(const std::string &object, const std::string &symbol) { load(object, symbol); }

void CompiledKernel::load(const std::string &object, const std::string &symbol) {
  const std::string shared = object + ".so";
  const std::string command = "cc -shared -o " + shared + " " + object + " " + runtimeObject() +
                              " " FULLGRAPH_RUNTIME_ARCHIVE " -lpthread -ldl -lm";
  if (std::system(command.c_str()) != 0) {
    message = "linking failed: " + command;
    return;
  }
  library = dlopen(shared.c_str(), RTLD_NOW | RTLD_LOCAL);
  // A test that is killed leaves what there is: thousands of these would fill the disk in a few runs.
  std::filesystem::remove(shared);
  if (!library) {
    message = dlerror();
    return;
  }
  entry = dlsym(library, symbol.c_str());
}

int CompiledKernel::call(const std::vector<void *> &inputs, const std::vector<ScalarArg> &scalars,
                         const std::vector<void *> &outputs) const {
  const std::optional<fg::DeviceType> device = testDevice();
  return device ? callOnDevice(*device, entry, inputs, scalars, outputs)
                : callKernel(entry, inputs, scalars, outputs);
}

CompiledKernel::~CompiledKernel() = default; // Halide's thread pool may still run code of the library

int callKernel(void *entry, const std::vector<void *> &inputs, const std::vector<ScalarArg> &scalars,
               const std::vector<void *> &outputs) {
  // Both ABIs pass integers and doubles in registers of their own, in order, and integers beyond those on the
  // stack: a call with more arguments than the callee has is the same call.
  std::vector<int64_t> i;
  std::vector<double> d;
  for (void *p : inputs)
    i.push_back(reinterpret_cast<int64_t>(p));
  for (const ScalarArg &s : scalars) {
    if (s.isReal)
      d.push_back(s.real);
    else
      i.push_back(s.integer);
  }
  for (void *p : outputs)
    i.push_back(reinterpret_cast<int64_t>(p));
  if (i.size() > 24 || d.size() > 4)
    throw std::length_error("a kernel with more arguments than callKernel can pass");
  i.resize(24);
  d.resize(4);
  using I = int64_t;
  using F = int (*)(double, double, double, double, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
                    I, I, I, I, I);
  return reinterpret_cast<F>(entry)(d[0], d[1], d[2], d[3], i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7],
                                    i[8], i[9], i[10], i[11], i[12], i[13], i[14], i[15], i[16], i[17], i[18],
                                    i[19], i[20], i[21], i[22], i[23]);
}

int CompiledKernel::operator()(const std::vector<Array *> &inputs, const std::vector<ScalarArg> &scalars,
                               const std::vector<Array *> &outputs) const {
  std::vector<void *> in, out;
  for (Array *a : inputs)
    in.push_back(a->buffer());
  for (Array *a : outputs)
    out.push_back(a->buffer());
  return call(in, scalars, out);
}

using HalideTask = int (*)(void *context, int index, uint8_t *closure);
static int countedTasks = 0;
/// Halide's hook for parallel loops.
static int runCounted(void *context, HalideTask task, int min, int size, uint8_t *closure) {
  countedTasks += size;
  for (int i = min; i < min + size; ++i)
    if (const int failed = task(context, i, closure))
      return failed;
  return 0;
}

int CompiledKernel::countTasks(const std::vector<Array *> &inputs, const std::vector<ScalarArg> &scalars,
                               const std::vector<Array *> &outputs) const {
  using Loop = decltype(&runCounted);
  const auto replace = reinterpret_cast<Loop (*)(Loop)>(dlsym(library, "halide_set_custom_do_par_for"));
  const Loop before = replace(runCounted);
  countedTasks = 0;
  EXPECT_EQ((*this)(inputs, scalars, outputs), 0);
  replace(before);
  return countedTasks;
}

::testing::AssertionResult closeTo(double actual, double expected, double relative, double absolute) {
  if (std::isnan(expected))
    return std::isnan(actual) ? ::testing::AssertionSuccess()
                              : ::testing::AssertionFailure() << actual << ", not NaN";
  if (actual == expected || std::fabs(actual - expected) <= absolute + relative * std::fabs(expected))
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << actual << ", expected " << expected;
}

void expectElements(const Array &actual, const std::function<double(const std::vector<int64_t> &)> &expected,
                    double relative, double absolute) {
  int failures = 0;
  actual.forEach([&](const std::vector<int64_t> &index) {
    if (failures >= 5)
      return;
    const ::testing::AssertionResult result = closeTo(actual.get(index), expected(index), relative, absolute);
    if (result)
      return;
    ++failures;
    std::string at;
    for (const int64_t i : index)
      at += (at.empty() ? "" : ", ") + std::to_string(i);
    ADD_FAILURE() << "element [" << at << "]: " << result.message();
  });
}

} // namespace fullgraph::test
