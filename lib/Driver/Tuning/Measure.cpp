#include "lib/Driver/Tuning/Measure.h"

#include "lib/Graph/Failure.h"
#include "lib/Ops/OpSchema.h"

#include <fullgraph/abi.h>
#include <fullgraph/detail/environment.h>
#include <fullgraph/half.h>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullgraph {

namespace {

using Clock = std::chrono::steady_clock;

/// Beyond that nothing is measured; a tensor has so many bytes at most.
constexpr int64_t mostBytes = int64_t(1) << 31;
/// What a process of its own may take.
constexpr unsigned timeLimitSeconds = 30;

double microsecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// As the library's tensors have them (runtime/core/tensor): large ones are in huge pages where there are
/// any.
void adviseHugePages(void *block, size_t bytes) {
#ifdef __linux__
  constexpr size_t huge = size_t(2) << 20;
  const auto begin = (reinterpret_cast<uintptr_t>(block) + huge - 1) & ~(huge - 1);
  const auto end = (reinterpret_cast<uintptr_t>(block) + bytes) & ~(huge - 1);
  if (bytes >= 2 * huge)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#else
  (void)block, (void)bytes;
#endif
}

/// A tensor in memory as kernels expect it.
class Tensor {
public:
  Tensor(const TensorType &type, const CallSizes &sizes) : dtype(type.dtype) {
    const auto known = [&](const Sym &value) {
      return value
          .substitute([&](const std::string &name) {
            const auto found = sizes.symbols.find(name);
            return found == sizes.symbols.end() ? std::nullopt : std::optional<Sym>(Sym(found->second));
          })
          .asInt();
    };
    const std::vector<Sym> strides = type.stridesOrContiguous();
    int64_t elements = 1;
    for (size_t d = type.rank(); d-- > 0;) {
      const std::optional<int64_t> size = known(type.sizes[d]), stride = known(strides[d]);
      if (!size || !stride || *stride < 0 || *stride > INT32_MAX)
        throw std::runtime_error("no layout is known that it could be called with");
      dims.push_back({0, static_cast<int32_t>(*size), static_cast<int32_t>(*stride), 0});
      elements += (*size - 1) * *stride;
      if (elements * static_cast<int64_t>(fg::elementSize(dtype)) > mostBytes)
        throw std::runtime_error("its tensors are too large to be measured");
    }
    count = elements;
    // Kernels may read a little beyond either end.
    const size_t bytes = (static_cast<size_t>(count) * fg::elementSize(dtype) + 3 * margin) / margin * margin;
    storage.reset(static_cast<uint8_t *>(std::aligned_alloc(margin, bytes)));
    if (!storage)
      throw std::runtime_error("its tensors are too large to be measured");
    adviseHugePages(storage.get(), bytes);
    std::memset(storage.get(), 0, bytes);
    data = storage.get() + margin;
    const uint8_t code = dtype == ScalarType::BFloat16                            ? FG_TYPE_BFLOAT
                         : fg::isFloatingType(dtype)                              ? FG_TYPE_FLOAT
                         : dtype == ScalarType::Byte || dtype == ScalarType::Bool ? FG_TYPE_UINT
                                                                                  : FG_TYPE_INT;
    descriptor.type = {code, static_cast<uint8_t>(dtype == ScalarType::Bool ? 1 : 8 * fg::elementSize(dtype)),
                       1};
    descriptor.host = data;
    descriptor.dimensions = static_cast<int32_t>(dims.size());
  }

  Tensor(Tensor &&) noexcept = default; // `data` points into what `storage` keeps
  Tensor(const Tensor &) = delete;

  fg_buffer *buffer() {
    descriptor.dim = dims.data();
    return &descriptor;
  }

  /// Takes the other one's memory, where that is large enough.
  void lieIn(const Tensor &other) {
    if (dtype == other.dtype && count <= other.count)
      data = descriptor.host = other.data;
  }

  /// Positive numbers, so that sums do not cancel out; of integers that may be places in a tensor, 0.
  void fill(uint32_t seed, bool mayBeIndices) {
    for (int64_t i = 0; i < count; ++i) {
      seed = seed * 1664525u + 1013904223u;
      const uint32_t random = seed >> 16;
      put(i, fg::isFloatingType(dtype)   ? 0.1 + random / 65536.0
             : dtype == ScalarType::Bool ? random % 2
             : mayBeIndices              ? 0
                                         : 1 + random % 7);
    }
  }
  void clear() { std::memset(data, 0, static_cast<size_t>(count) * fg::elementSize(dtype)); }

  std::vector<uint8_t> bytes() const {
    return {data, data + static_cast<size_t>(count) * fg::elementSize(dtype)};
  }

  bool isSame(const std::vector<uint8_t> &expected, bool exactly) const {
    if (exactly || !fg::isFloatingType(dtype))
      return std::memcmp(data, expected.data(), expected.size()) == 0;
    const double share = dtype == ScalarType::Double ? 1e-9 : fg::elementSize(dtype) == 2 ? 1e-2 : 1e-4;
    double largest = 0;
    for (int64_t i = 0; i < count; ++i)
      if (const double value = std::abs(get(expected.data(), i)); std::isfinite(value))
        largest = std::max(largest, value);
    for (int64_t i = 0; i < count; ++i) {
      const double a = get(expected.data(), i), b = get(data, i);
      if (!(a == b || (std::isnan(a) && std::isnan(b)) ||
            std::abs(a - b) <= share * std::abs(a) + share / 10 * largest))
        return false;
    }
    return true;
  }

private:
  static constexpr size_t margin = 64;

  void put(int64_t i, double value) {
    const auto store = [&](auto element) {
      std::memcpy(data + i * static_cast<int64_t>(sizeof element), &element, sizeof element);
    };
    switch (dtype) {
    case ScalarType::Double:
      return store(value);
    case ScalarType::Float:
      return store(static_cast<float>(value));
    case ScalarType::Half:
      return store(fg::Half(static_cast<float>(value)));
    case ScalarType::BFloat16:
      return store(fg::BFloat16(static_cast<float>(value)));
    case ScalarType::Long:
      return store(static_cast<int64_t>(value));
    case ScalarType::Int:
      return store(static_cast<int32_t>(value));
    case ScalarType::Short:
      return store(static_cast<int16_t>(value));
    default:
      return store(static_cast<uint8_t>(value));
    }
  }
  double get(const uint8_t *from, int64_t i) const { // of a floating type
    const auto load = [&](auto element) -> double {
      std::memcpy(&element, from + i * static_cast<int64_t>(sizeof element), sizeof element);
      return element;
    };
    switch (dtype) {
    case ScalarType::Double:
      return load(double());
    case ScalarType::Half:
      return load(fg::Half());
    case ScalarType::BFloat16:
      return load(fg::BFloat16());
    default:
      return load(float());
    }
  }

  ScalarType dtype;
  int64_t count = 0;
  std::unique_ptr<uint8_t, void (*)(void *)> storage{nullptr, std::free};
  uint8_t *data = nullptr;
  std::vector<fg_dim> dims; // innermost first
  fg_buffer descriptor{};
};

/// The arguments of one kernel.
class Call {
public:
  Call(const Graph &graph, const CallSizes &sizes) {
    const bool hasIndices =
        llvm::any_of(graph.nodes(), [](const auto &node) { return node->op->family == OpFamily::Index; });
    uint32_t seed = 1;
    for (const GraphInput &input : graph.inputs())
      inputs.emplace_back(input.value->type, sizes).fill(seed++, hasIndices);
    for (size_t i = 0; i < std::min(inputs.size(), sizes.sharedWith.size()); ++i)
      if (sizes.sharedWith[i] < i)
        inputs[i].lieIn(inputs[sizes.sharedWith[i]]);
    for (const Value *output : graph.outputs())
      outputs.emplace_back(output->type, sizes);
    for (const SymbolDef &symbol : graph.env.symbols()) {
      const auto known = sizes.symbols.find(symbol.name);
      numbers.push_back(known == sizes.symbols.end() ? 1 : known->second);
      reals.push_back(0.5);
      isReal.push_back(symbol.type == SymType::F32 || symbol.type == SymType::F64);
    }
    for (Tensor &tensor : inputs)
      arguments.push_back(tensor.buffer());
    for (size_t i = 0; i < numbers.size(); ++i)
      arguments.push_back(isReal[i] ? static_cast<void *>(&reals[i]) : &numbers[i]);
    for (Tensor &tensor : outputs)
      arguments.push_back(tensor.buffer());
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  void run(fg::detail::KernelFunction *kernel) {
    if (kernel(arguments.data()) != 0)
      throw std::runtime_error("it failed");
  }
  using Results = std::vector<std::vector<uint8_t>>;
  Results resultsOf(fg::detail::KernelFunction *kernel) {
    for (Tensor &tensor : outputs)
      tensor.clear();
    run(kernel);
    Results results;
    for (const Tensor &tensor : outputs)
      results.push_back(tensor.bytes());
    return results;
  }
  bool computes(const Results &expected, fg::detail::KernelFunction *kernel, bool exactly) {
    for (Tensor &tensor : outputs)
      tensor.clear();
    run(kernel);
    for (size_t i = 0; i < outputs.size(); ++i)
      if (!outputs[i].isSame(expected[i], exactly))
        return false;
    return true;
  }
  /// Of a call, when `count` of them follow each other.
  double microseconds(fg::detail::KernelFunction *kernel, int64_t count) {
    const Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < count; ++i)
      run(kernel);
    return microsecondsSince(start) / static_cast<double>(count);
  }

private:
  std::vector<Tensor> inputs, outputs;
  std::vector<int64_t> numbers;
  std::vector<double> reals;
  std::vector<bool> isReal;
  std::vector<void *> arguments;
};

/// In turns, so that what slows the machine down slows both down.
Comparison compareTimes(Call &call, fg::detail::KernelFunction *base, fg::detail::KernelFunction *candidate,
                        double seconds) {
  constexpr double batch = 300; // microseconds
  const double once = std::max(0.01, std::min(call.microseconds(base, 3), call.microseconds(base, 3)));
  const auto count = static_cast<int64_t>(std::clamp(batch / once, 1.0, 20'000.0));
  const double turn = 2 * once * static_cast<double>(count);
  const auto turns = static_cast<int>(std::clamp(seconds * 1e6 / turn, 4.0, 1000.0));
  Comparison times;
  for (int half = 0; half < 2; ++half) {
    times.base[half] = times.candidate[half] = INFINITY;
    for (int i = 0; i < (turns + 1) / 2; ++i) {
      times.base[half] = std::min(times.base[half], call.microseconds(base, count));
      times.candidate[half] = std::min(times.candidate[half], call.microseconds(candidate, count));
    }
    if (times.candidate[0] > 1.1 * times.base[0]) { // it will not be faster
      times.base[1] = times.base[0];
      times.candidate[1] = times.candidate[0];
      break;
    }
  }
  return times;
}

/// Sums of floats, which may be added in another order.
bool addsFloats(const Graph &graph) {
  return llvm::any_of(graph.nodes(), [](const auto &node) {
    const OpFamily family = node->op->family;
    return family == OpFamily::Reduction || family == OpFamily::Row || family == OpFamily::Contraction ||
           family == OpFamily::Window;
  });
}

struct Answer {
  Comparison times;
  char error[400] = {};
};

/// The child's part.
Answer measure(fg::detail::LoadKernel *load, const Graph &graph, const CallSizes &sizes, bool strict,
               llvm::ArrayRef<const KernelCode *> codes, double seconds) {
  Answer answer;
  std::vector<fg::detail::KernelFunction *> kernels;
  for (const KernelCode *code : codes) {
    const auto object = llvm::MemoryBuffer::getFile(code->objectPath);
    if (!object)
      throw std::runtime_error("cannot read '" + code->objectPath + "'");
    const llvm::StringRef text = (*object)->getBuffer();
    kernels.push_back(
        load(text.data(), text.size(), (code->symbol + "_argv").c_str(), answer.error, sizeof answer.error));
    if (!kernels.back())
      return answer;
  }
  Call call(graph, sizes);
  const Call::Results expected = call.resultsOf(kernels[0]);
  if (!call.computes(expected, kernels[2], strict || !addsFloats(graph)))
    throw std::runtime_error("its results are others");
  answer.times = compareTimes(call, kernels[1], kernels[2], seconds);
  return answer;
}

[[noreturn]] void measureInChild(int toParent, const std::function<Answer()> &work) {
  const rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGALRM})
    std::signal(signal, SIG_DFL);
  alarm(timeLimitSeconds);
  if (const int null = open("/dev/null", O_WRONLY); null >= 0) { // Halide's runtime tells of errors there
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
  Answer answer;
  try {
    answer = work();
  } catch (const std::exception &e) {
    std::snprintf(answer.error, sizeof answer.error, "%s", e.what());
  }
  const bool written = write(toParent, &answer, sizeof answer) == static_cast<ssize_t>(sizeof answer);
  _exit(written ? 0 : 1);
}

} // namespace

llvm::Expected<Bench> Bench::open(const std::string &executable) {
  namespace environment = fg::detail::environment;
  namespace path = llvm::sys::path;
  std::vector<std::string> places;
  if (const char *given = environment::textOf(environment::Variable::Jit)) {
    places.emplace_back(given);
  } else {
    for (const char *folder : {"", "../lib", "../lib64"}) {
      llvm::SmallString<256> place(path::parent_path(executable));
      path::append(place, folder, "libfullgraph_jit.so");
      if (llvm::sys::fs::exists(place))
        places.push_back(place.str().str());
    }
    places.emplace_back("libfullgraph_jit.so");
  }
  void *library = dlopen(places.front().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return failure(std::string("cannot load the run-time compiler, which links what is measured: ") +
                   dlerror());
  auto *load = reinterpret_cast<fg::detail::LoadKernel *>(dlsym(library, fg::detail::loadKernelName));
  if (!load)
    return failure("'" + places.front() + "' is of another version of fullgraph");
  return Bench(load);
}

llvm::Expected<Comparison> Bench::compare(const Graph &graph, const CallSizes &sizes, bool strict,
                                          const KernelCode &reference, const KernelCode &base,
                                          const KernelCode &candidate, double seconds) const {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return failure(std::string("cannot make a pipe: ") + std::strerror(errno));
  fflush(nullptr);
  const pid_t child = fork();
  if (child == 0)
    measureInChild(ends[1], [&] {
      return measure(load, graph, sizes, strict, {&reference, &base, &candidate}, seconds);
    });
  close(ends[1]);
  Answer answer;
  size_t got = 0;
  while (child > 0 && got < sizeof answer) {
    const ssize_t count = read(ends[0], reinterpret_cast<char *>(&answer) + got, sizeof answer - got);
    if (count == 0 || (count < 0 && errno != EINTR))
      break;
    got += count > 0 ? static_cast<size_t>(count) : 0;
  }
  close(ends[0]);
  if (child < 0)
    return failure(std::string("cannot start a process: ") + std::strerror(errno));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status))
    return failure(WTERMSIG(status) == SIGALRM
                       ? "it did not end within " + std::to_string(timeLimitSeconds) + " s"
                       : std::string("it crashed (") + strsignal(WTERMSIG(status)) + ")");
  if (got < sizeof answer)
    return failure("its process failed");
  if (answer.error[0])
    return failure(answer.error);
  return answer.times;
}

} // namespace fullgraph
