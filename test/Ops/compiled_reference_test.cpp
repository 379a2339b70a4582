// Compiles reference cases, each as a graph of one operator: passes, fusion, kernels. Results must be
// PyTorch's, by the same comparison as eager ones, and calls that throw must be turned away.
//
//   compiled_reference_test <folder of the data> [text]     with a text: all cases whose call contains it
//
// A sample runs by default: of the cases of one operator and kind of dtypes, one with symbolic sizes and
// numbers, and, but for the pairs of dtypes in promotion.cases, one with constants. FULLGRAPH_REFERENCE=all
// runs every case, which takes some ten minutes on two cores. FULLGRAPH_TEST_DEVICE=opencl or cuda runs the
// kernels on that device, those of the cases that it has code for.
#include "test/Ops/GraphCases.h"
#include "test/unit/lower/DeviceCall.h"

#include "runtime/core/tensor/impl.h"
#include "runtime/core/library/library.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

/// Where kernels run.
std::optional<fg::DeviceType> device;

/// As few as these may be compiled and compared: fewer means that cases have quietly become refusals.
constexpr int fewestOfSample = 1900, fewestOfAll = 10000;
constexpr int fewestOnDevicesOfSample = 1000, fewestOnDevices = 5000;

struct Job {
  const CaseFile *file;
  const Case *call;
  GraphCase graph;
};

std::string describe(const Job &job) {
  return job.file->family + ".cases:" + std::to_string(job.call->line) + ": " + job.call->text;
}

/// Kernels of one process: compiled one by one, linked some hundreds at a time.
class Kernels {
public:
  explicit Kernels(std::string name) : name(std::move(name)) {}

  void add(const Kernel &kernel) {
    if (!kernel.library.empty())
      return;
    const auto [place, isNew] = entries.try_emplace(printGraph(*kernel.graph));
    if (!isNew)
      return;
    const std::string symbol = name + "_" + std::to_string(entries.size()), object = folder() + symbol + ".o";
    place->second.error =
        llvm::toString(defaultBackend().compileKernel(kernel, targetOf(device), {}, symbol, object));
    if (!place->second.error.empty())
      return;
    objects += object + "\n";
    waiting.emplace_back(symbol, &place->second);
  }
  void link() {
    if (waiting.empty())
      return;
    const std::string files = folder() + waiting[0].first;
    std::ofstream(files + ".objects") << objects;
    const std::string command = "cc -shared -o " + files + ".so @" + files + ".objects " + runtimeObject() +
                                " " FULLGRAPH_RUNTIME_ARCHIVE " -lpthread -ldl -lm";
    if (std::system(command.c_str()) != 0)
      throw std::runtime_error("linking failed: " + command);
    void *library = dlopen((files + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      throw std::runtime_error(dlerror());
    // Loaded, they are not needed as files, of which a run that is killed leaves what there is.
    for (const char *const kind : {".so", ".objects"})
      std::filesystem::remove(files + kind);
    for (const auto &[symbol, entry] : waiting) {
      entry->function = dlsym(library, symbol.c_str());
      std::filesystem::remove(folder() + symbol + ".o");
    }
    objects.clear();
    waiting.clear();
  }
  void *function(const Kernel &kernel) const {
    const Entry &entry = entries.at(printGraph(*kernel.graph));
    if (!entry.error.empty())
      throw std::runtime_error("no kernel: " + entry.error + "\nof " + printGraph(*kernel.graph));
    return entry.function;
  }
  size_t count() const { return entries.size(); }

private:
  static std::string folder() { return scratchFolder() + "/"; }
  struct Entry {
    std::string error;
    void *function = nullptr;
  };
  std::string name, objects;
  std::map<std::string, Entry> entries;                 // by the kernel's graph
  std::vector<std::pair<std::string, Entry *>> waiting; // to be linked
};

fg::Tensor memoryOf(const CaseFile &file, const GraphCase::Memory &memory) {
  const fg::Tensor tensor = fg::detail::newContiguous({memory.elements}, memory.dtype);
  std::memset(tensor.data_ptr(), 0, tensor.nbytes());
  std::memcpy(tensor.data_ptr(), file.pool.data() + memory.position, memory.bytes);
  return tensor;
}

const char *const turnedAwayText = "turned away";

/// Calls an operator of the library as generated code does.
int callLibrary(const std::string &name, const std::vector<void *> &in, const std::vector<ScalarArg> &scalars,
                const std::vector<void *> &out) {
  int (*function)(void **) = nullptr;
#define FG_ENTRY(op)                                                                                         \
  if (name == #op)                                                                                           \
    function = fg_library_##op;
  FG_LIBRARY_OPERATORS(FG_ENTRY)
#undef FG_ENTRY
  if (!function)
    throw std::runtime_error("library.h does not list '" + name + "'");
  std::vector<int64_t> numbers;
  for (const ScalarArg &scalar : scalars)
    numbers.push_back(scalar.integer);
  std::vector<void *> arguments = in;
  for (int64_t &number : numbers)
    arguments.push_back(&number);
  arguments.insert(arguments.end(), out.begin(), out.end());
  return function(arguments.data());
}

/// What is wrong; empty when the program does what PyTorch does.
std::string run(const Job &job, const Kernels *kernels) {
  const GraphCase &c = job.graph;
  std::vector<fg::Tensor> inputs, before;
  std::vector<char *> inputMemory;
  for (const GraphCase::Memory &memory : c.inputs) {
    inputs.push_back(memoryOf(*job.file, memory));
    before.push_back(memoryOf(*job.file, memory));
    inputMemory.push_back(static_cast<char *>(inputs.back().data_ptr()));
  }
  const ProgramOutput &output = c.program->outputs.at(0);
  const std::vector<int64_t> sizes = evaluateSizes(output.type.sizes, c.symbols),
                             strides = evaluateSizes(output.type.stridesOrContiguous(), c.symbols);
  fg::Tensor storage;
  if (output.kind == ProgramOutput::Fresh) {
    int64_t last = 0;
    for (size_t d = 0; d < sizes.size(); ++d)
      last += std::max<int64_t>(0, sizes[d] - 1) * strides[d];
    storage = fg::detail::newContiguous({last + 1}, output.type.dtype);
  } else if (output.kind == ProgramOutput::ViewOfInput) {
    storage = inputs[output.of];
  } else {
    return "the only output is a view of an output";
  }

  const bool accepted =
      runProgram(*c.graph, *c.program, c.symbols, inputMemory, {static_cast<char *>(storage.data_ptr())},
                 [&](unsigned index, const auto &in, const auto &scalars, const auto &out) {
                   const Kernel &kernel = c.program->kernels[index];
                   if (!kernel.library.empty())
                     return callLibrary(kernel.library, in, scalars, out);
                   if (!kernels)
                     throw std::runtime_error("the call is not turned away");
                   void *const function = kernels->function(c.program->kernels[index]);
                   return device ? callOnDevice(*device, function, in, scalars, out)
                                 : callKernel(function, in, scalars, out);
                 });
  for (size_t i = 0; i < inputs.size(); ++i)
    if ((!accepted || c.graph->mutations().empty()) && inputs[i].nbytes() > 0 &&
        std::memcmp(inputs[i].data_ptr(), before[i].data_ptr(), inputs[i].nbytes()) != 0)
      return "input " + std::to_string(i) + " is written";
  if (job.call->error)
    return accepted ? "no error, expected: " + *job.call->error : "";
  if (!accepted)
    return turnedAwayText;
  const int64_t offset =
      output.kind == ProgramOutput::Fresh ? 0 : static_cast<int64_t>(evaluateSym(output.offset, c.symbols));
  const fg::Tensor result =
      fg::detail::makeView(storage,
                           static_cast<char *>(storage.data_ptr()) +
                               offset * static_cast<int64_t>(fg::elementSize(output.type.dtype)),
                           sizes, strides, output.type.dtype);
  const bool alias = output.kind == ProgramOutput::ViewOfInput;
  if (result.nbytes() > 0 && alias != job.call->alias)
    return alias ? "aliases an operand" : "does not alias its operand";
  return compare(result, *job.file, *job.call);
}

std::string guardedRun(const Job &job, const Kernels *kernels) {
  try {
    return run(job, kernels);
  } catch (const std::exception &error) {
    return error.what();
  }
}

std::string failureText(const Job &job, const std::string &wrong) {
  return "FAIL " + describe(job) + "\n    " + wrong +
         (job.graph.symbols.empty() ? "\n" : "\n    (symbolic)\n");
}

/// Compiles and runs jobs, and writes what fails to `report`, and which case it is at to `place`.
int work(const std::vector<const Job *> &jobs, const std::string &name, const std::string &report,
         const std::string &place) {
  std::ofstream out(report);
  const auto at = [&](const Job &job) { std::ofstream(place) << describe(job); };
  Kernels kernels(name);
  int failures = 0;
  constexpr size_t linkedAtOnce = 250;
  for (size_t begin = 0; begin < jobs.size(); begin += linkedAtOnce) {
    const size_t end = std::min(jobs.size(), begin + linkedAtOnce);
    for (size_t i = begin; i < end; ++i) {
      at(*jobs[i]);
      for (const Kernel &kernel : jobs[i]->graph.program->kernels)
        kernels.add(kernel);
    }
    kernels.link();
    for (size_t i = begin; i < end; ++i) {
      at(*jobs[i]);
      const std::string wrong = guardedRun(*jobs[i], &kernels);
      if (wrong.empty())
        continue;
      ++failures;
      out << failureText(*jobs[i], wrong) << std::flush;
    }
  }
  out << "kernels " << kernels.count() << "\n";
  return failures;
}

/// Runs the jobs in as many processes as there are cores: a crash is the failure of one case. Returns how
/// many failed, or died.
int runAll(const std::vector<Job> &jobs, size_t &kernels) {
  const size_t count = std::max<size_t>(1, std::min<size_t>(8, std::thread::hardware_concurrency()));
  std::vector<std::vector<const Job *>> shares(count);
  for (const Job &job : jobs) { // equal kernels belong to one process
    const std::vector<Kernel> &used = job.graph.program->kernels;
    const size_t hash = used.empty() ? 0 : std::hash<std::string>()(printGraph(*used[0].graph));
    shares[hash % count].push_back(&job);
  }
  runtimeObject();
  std::fflush(stdout);
  std::vector<pid_t> workers;
  const auto file = [](size_t i, const char *kind) {
    return scratchFolder() + "/worker" + std::to_string(i) + kind;
  };
  for (size_t i = 0; i < count; ++i) {
    const pid_t pid = fork();
    if (pid == 0) {
      int failures = 0;
      try {
        failures = work(shares[i], "k" + std::to_string(i), file(i, ".report"), file(i, ".place"));
      } catch (const std::exception &error) {
        std::printf("FAIL %s\n", error.what());
        std::fflush(stdout);
        failures = 1;
      }
      _exit(failures ? 1 : 0); // without destructors: the folder is the parent's
    }
    workers.push_back(pid);
  }
  int failures = 0;
  for (size_t i = 0; i < count; ++i) {
    int status = 0;
    waitpid(workers[i], &status, 0);
    int reported = 0;
    std::ifstream report(file(i, ".report"));
    for (std::string line; std::getline(report, line);) {
      if (line.starts_with("kernels ")) {
        kernels += std::stoul(line.substr(8));
        continue;
      }
      reported += line.starts_with("FAIL ");
      std::printf("%s\n", line.c_str());
    }
    if (status != 0 && reported == 0)
      reported = 1;
    if (!WIFEXITED(status)) {
      std::string at;
      std::ifstream stream(file(i, ".place"));
      std::getline(stream, at);
      std::printf("FAIL %s\n    died with signal %d\n", at.c_str(), WTERMSIG(status));
    }
    failures += reported;
  }
  return failures;
}

const char *classOf(fg::ScalarType t) {
  return t == fg::kBool                 ? " bool"
         : t == fg::kByte               ? " unsigned"
         : fg::isIntegralType(t, false) ? " integer"
         : fg::isReducedFloatingType(t) ? " half"
                                        : fg::shortName(t);
}

/// Cases of one kind are alike, but for sizes and values: of these the sample takes one, with symbolic sizes
/// or with constant ones in turn. Which operator it is does not matter to promotion, beyond the dtype of the
/// result.
std::string kindOf(const CaseFile &file, const Case &c) {
  std::string kind = file.family + " " + (file.family == "promotion" ? "" : c.op) +
                     (c.error ? " !" : classOf(c.result.dtype));
  for (const Argument &argument : c.arguments) {
    if (argument.kind == Argument::Kind::Number)
      kind += argument.number.isFloatingPoint() ? " real" : " number";
    for (const int index : argument.tensors) {
      const TensorSpec &spec = file.tensors[static_cast<size_t>(index)];
      kind += classOf(spec.dtype) + std::string(spec.sizes.empty() ? "[]" : "");
    }
  }
  return kind;
}

/// A divisor of 0 for a result without elements does not throw, but such a call runs the user's own code, too.
bool hasDivisorOfZero(const CaseFile &file, const Case &c) {
  const std::string &op = c.schema->name;
  if ((op != "div" && op != "fmod" && op != "remainder") || !fg::isIntegralType(c.result.dtype, true) ||
      c.arguments[1].kind != Argument::Kind::Tensor)
    return false;
  const fg::Tensor divisors =
      fg::to(fg::contiguous(CaseFile::Instance(file).tensor(c.arguments[1].tensors[0])), fg::kLong, true);
  const auto *const value = static_cast<const int64_t *>(divisors.data_ptr());
  return std::any_of(value, value + divisors.numel(), [](int64_t x) { return x == 0; });
}

/// Why the device has no code for one of the kernels; empty where it has, and on the CPU.
std::string lacksDeviceCode(const Program &program) {
  for (const Kernel &kernel : program.kernels)
    if (device && !kernel.library.empty())
      return "a function of the library runs on the CPU alone";
    else if (llvm::Error error = defaultBackend().supports(kernel, targetOf(device)))
      return llvm::toString(std::move(error));
  return {};
}

struct Plan {
  std::vector<Job> jobs;
  std::map<std::string, int> refusals; // cases that are beyond the compiled path, by reason
  std::set<std::string> compiledOps, ops;
  int cases = 0, compared = 0, turnedAway = 0, failures = 0;

  void fail(const Job &job, const std::string &wrong) {
    ++failures;
    std::printf("%s", failureText(job, wrong).c_str());
  }

  void add(const CaseFile &file, const Case &c, bool symbolic) {
    ++cases;
    Job job{&file, &c, {}};
    std::optional<GraphCase> graph = symbolic ? graphOf(file, c, Sizes::Symbolic) : std::nullopt;
    if (!graph || !graph->program)
      graph = graphOf(file, c, Sizes::Constant);
    if (!graph) {
      ++refusals["a guard over constants does not hold"];
      return;
    }
    job.graph = std::move(*graph);
    // Eager code writes to elements that share memory where ATen only warns; which write is last is its
    // matter.
    const bool overlaps =
        !c.error && job.graph.refusal.starts_with("unsupported operation: more than one element");
    if (!job.graph.program && (overlaps || job.graph.refusal.starts_with("cannot be"))) {
      ++refusals[job.graph.refusal];
    } else if (c.error) {
      ++turnedAway;
      if (job.graph.program) {
        if (const std::string wrong = guardedRun(job, nullptr); !wrong.empty())
          fail(job, wrong);
      } // else inference refuses it; which error is thrown is eager code's matter
    } else if (!job.graph.program) {
      fail(job, "error: " + job.graph.refusal);
    } else if (const std::string lacks = lacksDeviceCode(*job.graph.program); !lacks.empty()) {
      ++refusals[lacks];
    } else if (hasDivisorOfZero(file, c)) {
      ++refusals["a tensor with divisors of 0"];
      if (const std::string wrong = guardedRun(job, nullptr); wrong != turnedAwayText)
        fail(job, wrong);
    } else {
      ++compared;
      compiledOps.insert(c.schema->name);
      jobs.push_back(std::move(job));
    }
  }
};

} // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: compiled_reference_test <folder of the data> [text]\n");
    return 2;
  }
  const std::string only = argc > 2 ? argv[2] : "";
  const char *const wanted = std::getenv("FULLGRAPH_REFERENCE");
  const bool all = !only.empty() || (wanted && std::string(wanted) == "all");
  Plan plan;
  std::list<CaseFile> files;
  try {
    device = testDevice();
    std::map<std::string, int> seen;
    for (const char *const family : families) {
      files.push_back(readCases(argv[1], family));
      for (const Case &c : files.back().cases) {
        if (c.text.find(only) == std::string::npos)
          continue;
        if (!c.error)
          plan.ops.insert(c.schema->name);
        const int before = seen[kindOf(files.back(), c)]++;
        if (!all && before > 0)
          continue;
        plan.add(files.back(), c, all || seen.size() % 2 == 0);
      }
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "compiled_reference_test: %s\n", error.what());
    return 2;
  }
  std::printf("%d of %d cases are compiled\n", plan.compared, plan.cases); // before the minutes that it takes
  size_t kernels = 0;
  plan.failures += runAll(plan.jobs, kernels);
  if (only.empty()) {
    for (const std::string &op : plan.ops)
      if (!device && !plan.compiledOps.count(op)) {
        std::printf("FAIL %s: no case of it is compiled\n", op.c_str());
        ++plan.failures;
      }
    const int fewest = device ? (all ? fewestOnDevices : fewestOnDevicesOfSample)
                       : all  ? fewestOfAll
                              : fewestOfSample;
    if (plan.compared < fewest) {
      std::printf("FAIL only %d cases are compiled, of at least %d\n", plan.compared, fewest);
      ++plan.failures;
    }
  }
  for (const auto &[reason, count] : plan.refusals)
    std::printf("%d cases not compiled: %s\n", count, reason.c_str());
  std::printf(
      "%d of %d reference cases failed; %d compiled to %zu kernels, %d turned away as they should be\n",
      plan.failures, plan.cases, plan.compared, kernels, plan.turnedAway);
  return plan.failures || plan.cases == 0;
}
