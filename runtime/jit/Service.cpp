// The library's entry: a leaf's captured graph and a call in, a plan out.
#include "runtime/jit/Service.h"

#include "runtime/jit/BackendPlugins.h"
#include "runtime/jit/Bisect.h"
#include "runtime/jit/Evaluate.h"
#include "runtime/jit/Kernels.h"
#include "runtime/jit/Logs.h"
#include "runtime/jit/MadePlans.h"
#include "runtime/jit/Marks.h"
#include "runtime/jit/WholeGraph.h"

#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace fullgraph::jit {
namespace plan = fg::rt::plan;
namespace {

enum Dynamic : uint8_t { Auto, Always, Never };      // fg::Dynamic
enum Guards : uint8_t { Strides = 8, Overlap = 16 }; // fg::Guards

/// What calls of one leaf have missed with: which sizes change from one to the next.
struct Kind {
  std::vector<int64_t> key; // dtypes, ranks, layouts
  std::vector<InputSpec> inputs;
};
struct History {
  bool parsed = false;
  std::vector<std::vector<bool>> declared; // the captured sizes that are symbols
  std::vector<Kind> kinds;
};

/// Kept until the program ends, once: calls that are turned away say it again. Under Turn.
const char *keep(const std::string &text) {
  static std::set<std::string> &kept = *new std::set<std::string>();
  return kept.insert(text).first->c_str();
}

class Compilation {
public:
  Compilation(const plan::Request &request, Kernels &kernels)
      : request(request), kernels(kernels), captured(request.graph),
        numbers(request.numbers.begin(), request.numbers.end()) {
    makeCode = request.makeCode;
    runCode = request.runCode;
    if (const fg::rt::BackendHooks *plugin =
            request.backend && !makeCode ? pluginBackend(request.backend) : nullptr) {
      makeCode = plugin->make;
      runCode = plugin->run;
    }
    std::istringstream names(request.scalars);
    for (std::string name; names >> name;)
      numberNames.push_back(name);
  }

  void run(plan::Reply &reply) {
    if (request.backend && !makeCode)
      return refuse(reply, "its backend is not registered");
    History &history = historyOf();
    Kind &kind = kindOf(history);
    noteMarks(request.marks, kind.inputs);
    std::vector<InputSpec> specs = specsOf(history, kind);
    if (request.onlyNote)
      return remember(kind, specs);
    const std::string key = keyOf(request, specs);
    if (const MadePlan *made = madePlan(key)) {
      reply.plan = made->plan;
      reply.bytes = made->bytes;
      return remember(kind, specs);
    }
    // In order of how much they serve. A symbolic size may need a guard that this very call does not meet:
    // that it is not 1, say.
    std::vector<std::vector<InputSpec>> candidates = {specs};
    bool alsoStrict = false;
    const auto fix = [&](auto isFixed) {
      for (InputSpec &spec : specs) {
        for (unsigned d = 0; d < spec.sizes.size(); ++d) {
          const auto marked = spec.marked.find(d);
          if (isFixed(spec.sizes[d]) && (alsoStrict || marked == spec.marked.end() || !marked->second.strict))
            spec.anySize[d] = false;
        }
        for (size_t d = 0; d < spec.strides.size(); ++d)
          if (isFixed(spec.strides[d]))
            spec.anyStride[d] = false;
      }
      candidates.push_back(specs);
    };
    fix([](int64_t size) { return size == 0 || size == 1; });
    fix([](int64_t) { return true; });
    std::string firstWhy;
    widest = &candidates[0];
    for (size_t i = 0; i < candidates.size() && !reply.plan && !reply.failed && !reply.violated; ++i)
      if (i == 0 || !same(candidates[i], candidates[i - 1])) {
        attempt(candidates[i], reply);
        if (i == 0 && reply.why)
          firstWhy = widestWhy = reply.why;
      }
    if (!reply.plan && !reply.failed && !reply.violated && hasStrictMarks(specs)) {
      alsoStrict = true;
      fix([](int64_t) { return true; });
      explainMarks(candidates[0], specs, firstWhy, reply);
    }
    if (reply.violated)
      forget(history, kind);
    else
      remember(kind, candidates[0]);
    if (reply.plan)
      keepPlan(key, {reply.plan, reply.bytes});
  }

private:
  const plan::Request &request;
  Kernels &kernels;
  const std::string captured;
  const std::vector<int64_t> numbers;
  std::vector<std::unique_ptr<GraphRunner>> runners; // of the attempt
  std::vector<std::string> numberNames;
  decltype(plan::Request::makeCode) makeCode = nullptr; // of the program's backend, or a plug-in's
  decltype(plan::Request::runCode) runCode = nullptr;
  bool isNew = false;
  const std::vector<InputSpec> *widest = nullptr; // with the most sizes that are symbols
  std::string widestWhy;                          // there is no version for these

  UncheckedGuards unchecked() const {
    return {(request.guards & Strides) == 0, (request.guards & Overlap) == 0};
  }

  /// The next miss is compared with this call.
  static void remember(Kind &kind, const std::vector<InputSpec> &specs) {
    for (size_t i = 0; i < kind.inputs.size(); ++i) {
      kind.inputs[i].sizes = specs[i].sizes;
      kind.inputs[i].strides = specs[i].strides;
      kind.inputs[i].anySize = specs[i].anySize;
      kind.inputs[i].anyStride = specs[i].anyStride;
    }
  }

  /// A mark that cannot hold is not one of later calls.
  void forget(History &history, Kind &kind) const {
    if (isNew)
      return history.kinds.pop_back();
    for (InputSpec &input : kind.inputs)
      std::erase_if(input.marked, [](const auto &marked) { return marked.second.strict; });
  }

  static bool same(const std::vector<InputSpec> &a, const std::vector<InputSpec> &b) {
    for (size_t i = 0; i < a.size(); ++i)
      if (a[i].anySize != b[i].anySize || a[i].anyStride != b[i].anyStride)
        return false;
    return true;
  }

  History &historyOf() {
    if (!*request.history)
      *request.history = new History;
    History &history = *static_cast<History *>(*request.history);
    if (!history.parsed)
      history.declared = declaredSizes(captured);
    history.parsed = true;
    return history;
  }

  /// Parsed once for all histories of a graph: each fg::reset() begins a new one.
  static const std::vector<std::vector<bool>> &declaredSizes(const std::string &captured) {
    static auto &all = *new std::unordered_map<std::string, std::vector<std::vector<bool>>>;
    const auto [entry, fresh] = all.try_emplace(captured);
    if (!fresh)
      return entry->second;
    llvm::Expected<std::unique_ptr<Graph>> graph = parseGraph(captured);
    if (!graph) {
      llvm::consumeError(graph.takeError()); // retype() parses the same text for each version, and tells it
      return entry->second;
    }
    for (const GraphInput &input : (*graph)->inputs()) {
      std::vector<bool> &list = entry->second.emplace_back();
      for (const Sym &size : input.value->type.sizes)
        list.push_back(!size.isConst());
    }
    return entry->second;
  }

  Kind &kindOf(History &history) {
    std::vector<int64_t> key;
    for (const plan::TensorMeta &meta : request.inputs)
      key.insert(key.end(), {meta.dtype, meta.rank, meta.contiguous});
    for (Kind &kind : history.kinds)
      if (kind.key == key)
        return kind;
    isNew = true;
    Kind &kind = history.kinds.emplace_back();
    kind.key = std::move(key);
    kind.inputs.resize(request.inputs.size);
    return kind;
  }

  std::vector<InputSpec> specsOf(const History &history, const Kind &kind) const {
    std::vector<InputSpec> specs;
    for (uint32_t i = 0; i < request.inputs.size; ++i) {
      const plan::TensorMeta &meta = request.inputs[i];
      InputSpec &spec = specs.emplace_back();
      spec.dtype = static_cast<ScalarType>(meta.dtype);
      spec.contiguous = meta.contiguous;
      spec.sizes.assign(meta.sizes, meta.sizes + meta.rank);
      spec.strides.assign(meta.strides, meta.strides + meta.rank);
      spec.anySize.assign(meta.rank, false);
      spec.anyStride.assign(meta.rank, false);
      spec.marked = kind.inputs[i].marked;
      const plan::InputMarks *marks = i < request.marks.size ? &request.marks[i] : nullptr;
      const bool sameRank = i < history.declared.size() && history.declared[i].size() == meta.rank;
      for (unsigned d = 0; d < meta.rank; ++d) {
        // A size that FG_SHAPE names is one that changes. Of others, the first miss says nothing.
        const bool named = !request.guessed && sameRank && history.declared[i][d];
        const bool changed =
            !isNew && (kind.inputs[i].anySize[d] || kind.inputs[i].sizes[d] != spec.sizes[d]);
        const bool automatic = request.dynamic != Never && (named || changed || request.dynamic == Always);
        spec.anySize[d] = markedAsAny(marks, spec, d).value_or(automatic);
        spec.anyStride[d] = request.dynamic != Never && !isNew &&
                            (kind.inputs[i].anyStride[d] || kind.inputs[i].strides[d] != spec.strides[d]);
      }
    }
    return specs;
  }

  void attempt(const std::vector<InputSpec> &specs, plan::Reply &reply) {
    runners.clear();
    Stage stage;
    int passes = 0;
    const Retyped retyped = retype(captured, specs, numberNames, [&](const char *pass, const Graph &graph) {
      bisect::note("pass", std::to_string(++passes), pass);
      // In front of functionalise, what is written is no result yet: such a graph is taken behind it.
      const bool writes = std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const auto &node) {
        return node->op->family == OpFamily::Mutation;
      });
      const int wanted = bisect::interpretedPasses();
      if (wanted > 0 && passes >= wanted && stage.text.empty() && !writes)
        stage = {printGraph(graph), ResultNames(graph)};
    });
    if (!retyped.graph)
      return refuse(reply, retyped.why);
    if (const std::string unmet = unmetGuard(retyped, specs, numbers); !unmet.empty())
      return refuse(reply, "needs " + unmet);
    if (const auto mark = fixedMark(retyped, specs))
      return refuseMark(retyped, specs, *mark, reply);
    log("graph_code", std::string(request.name) + " (" + request.place + ")\n" + printGraph(*retyped.graph));
    llvm::Expected<std::unique_ptr<Program>> fused = fuse(*retyped.graph);
    if (!fused)
      return refuse(reply, llvm::toString(fused.takeError()));
    const std::unique_ptr<Program> program = std::move(*fused);
    if (stage.text.empty() && (request.backend || bisect::interpretedPasses() > 0))
      stage = {printGraph(*retyped.graph), ResultNames(*retyped.graph)};
    if (stage.text.empty())
      buildKernels(retyped, *program, specs, reply);
    else
      replaceKernels(retyped, *program, stage, specs, reply);
    if (reply.plan)
      logChoices(*retyped.graph, specs);
    if (reply.plan)
      log("guards", std::string(request.name) + " for " + reply.plan->description + " (" + request.place +
                        ")\n" + reply.plan->guards);
  }

  /// A graph between two passes, or behind the last one.
  struct Stage {
    std::string text;
    ResultNames names;
  };

  void buildKernels(const Retyped &retyped, const Program &program, const std::vector<InputSpec> &specs,
                    plan::Reply &reply) {
    std::string why;
    KernelSettings settings;
#if defined(__x86_64__)
    settings.target = {"x86-64-linux", request.level};
#else
    settings.target = {"arm-64-linux", 0};
#endif
    settings.options.strictFloat = request.strictFloat;
    settings.options.argv = true;
    settings.memory = {request.allocate, request.release};
    std::vector<const Kernel *> wanted;
    for (const Kernel &kernel : program.kernels)
      if (kernel.library.empty() && !bisect::interprets(kernel.name))
        wanted.push_back(&kernel);
    kernels.compileAhead(wanted, settings);
    std::vector<KernelCode> code;
    for (const Kernel &kernel : program.kernels) {
      if (request.ends())
        return refuse(reply, "the program ends");
      if (kernel.library == schemaOf(Op::random_key).name && request.randomKey) {
        code.push_back({request.randomKey});
        continue;
      }
      if (kernel.library.empty())
        bisect::note("kernel", kernel.name, operatorsOf(kernel));
      if (kernel.library.empty() && bisect::interprets(kernel.name)) {
        std::vector<std::string> results;
        for (const Value *output : kernel.graph->outputs())
          results.push_back(output->name);
        code.push_back(interpreter(printGraph(*kernel.graph), results, kernel.graph->env.symbols()));
        continue;
      }
      llvm::Expected<KernelEntry> entry = kernels.get(kernel, settings);
      if (!entry) {
        reply.failed = true;
        return refuse(reply, llvm::toString(entry.takeError()));
      }
      code.push_back({*entry});
      reply.bytes += kernels.bytesOf(kernel, settings);
    }
    usePlan(buildPlan(retyped, program, numbers.size(), code, unchecked()), reply);
  }

  void usePlan(llvm::Expected<const plan::Plan *> plan, plan::Reply &reply) {
    if (!plan)
      return refuse(reply, llvm::toString(plan.takeError()));
    reply.plan = *plan;
    keepRunners();
  }

  static std::string operatorsOf(const Kernel &kernel) {
    std::string text;
    for (const std::string &op : kernel.fused)
      text += (text.empty() ? "" : ", ") + op;
    for (const SourceLoc &loc : kernel.locs)
      if (loc.line)
        return text + " (" + loc.str() + ")";
    return text;
  }

  KernelCode interpreter(const std::string &text, const std::vector<std::string> &results,
                         const std::vector<SymbolDef> &symbols) {
    llvm::Expected<std::unique_ptr<Graph>> graph = parseGraph(text);
    if (!graph)
      throw std::runtime_error("the graph of an interpreter cannot be read: " +
                               llvm::toString(graph.takeError()));
    runners.push_back(std::make_unique<GraphRunner>(std::move(*graph), results, symbols, request.randomKey));
    return runners.back()->code();
  }

  /// Has one function compute the graph: a backend of the program's, or an interpreter.
  void replaceKernels(const Retyped &retyped, const Program &fused, const Stage &stage,
                      const std::vector<InputSpec> &specs, plan::Reply &reply) {
    const WholeGraph whole = wholeGraph(*retyped.graph, fused, stage.names);
    if (request.backend)
      bisect::note("backend", request.backend, "");
    KernelCode code = interpreter(stage.text, whole.results, whole.symbols);
    if (request.backend && !bisect::interpretedPasses()) {
      const char *failure = nullptr;
      code = {runCode, backendCode(retyped, whole, stage, specs, code, &failure)};
      reply.failed = failure != nullptr;
      if (!code.context) {
        refuse(reply, std::string("the backend '") + request.backend +
                          (failure ? std::string("' failed: ") + failure : "' has no code for this graph"));
        std::free(const_cast<char *>(failure)); // strdup's (backend_code.cpp)
        return;
      }
    }
    usePlan(buildPlan(retyped, whole.program, numbers.size(), {code}, unchecked()), reply);
  }

  /// A plan may run them until the program ends. Under Turn, as `keep` is.
  void keepRunners() {
    static auto &kept = *new std::vector<std::unique_ptr<GraphRunner>>();
    std::move(runners.begin(), runners.end(), std::back_inserter(kept));
    runners.clear();
  }

  const void *backendCode(const Retyped &retyped, const WholeGraph &whole, const Stage &stage,
                          const std::vector<InputSpec> &specs, const KernelCode &interpreter,
                          const char **failure) const {
    const auto bitsOf = bitsOfCall(retyped, specs, numbers);
    const auto valuesOf = [&](const std::vector<Sym> &list) {
      std::vector<int64_t> values;
      for (const Sym &value : list)
        values.push_back(evaluate(value, bitsOf).value_or(-1));
      return values;
    };
    const auto &graphInputs = retyped.graph->inputs();
    std::list<std::vector<int64_t>> lists;
    std::list<std::string> texts;
    std::vector<plan::BackendTensor> inputs, results;
    const auto add = [&](std::vector<plan::BackendTensor> &to, const std::string &name,
                         const TensorType &type) {
      const std::vector<int64_t> &sizes = lists.emplace_back(valuesOf(type.sizes)),
                                 &strides = lists.emplace_back(valuesOf(type.stridesOrContiguous()));
      to.push_back({texts.emplace_back(name).c_str(),
                    {static_cast<int8_t>(type.dtype), static_cast<uint8_t>(type.rank()), type.isContiguous(),
                     sizes.data(), strides.data()}});
    };
    for (const GraphInput &input : graphInputs)
      add(inputs, input.cxx.empty() ? "%" + input.value->name : inputName(input), input.value->type);
    for (size_t i = 0; i < whole.results.size(); ++i)
      add(results, "%" + whole.results[i], whole.resultTypes[i]);
    std::vector<plan::BackendNumber> symbols;
    for (const SymbolDef &symbol : whole.symbols)
      symbols.push_back({symbol.name.c_str(), symbol.type == SymType::Bool  ? plan::NumberKind::Bool
                                              : symbol.type == SymType::Int ? plan::NumberKind::Int
                                                                            : plan::NumberKind::Real});
    plan::BackendRequest to{};
    to.backend = request.backend;
    to.function = request.name;
    to.place = request.place;
    to.text = stage.text.c_str();
    to.inputs = {inputs.data(), static_cast<uint32_t>(inputs.size())};
    to.results = {results.data(), static_cast<uint32_t>(results.size())};
    to.numbers = {symbols.data(), static_cast<uint32_t>(symbols.size())};
    to.interpreter = interpreter.function;
    to.interpreterContext = interpreter.context;
    to.failure = failure;
    return makeCode(to);
  }

  /// " is symbolic, 5 in this call", or " is fixed at 5" and why.
  std::string choiceText(const Graph &graph, const std::vector<InputSpec> &specs, unsigned i,
                         unsigned d) const {
    const InputSpec &spec = specs[i];
    const std::string number = std::to_string(spec.sizes[d]);
    const Sym &size = graph.inputs()[i].value->type.sizes[d];
    if (spec.anySize[d] && !graph.env.simplify(size).isConst())
      return " is symbolic, " + number + " in this call";
    const std::string fixed = " is fixed at " + number + ": ";
    if (spec.anySize[d]) { // the code needs one value
      std::string reason = "the code needs this size";
      for (const Guard &guard : graph.env.guards())
        if (guard.condition.kind() == SymKind::Eq && size.kind() == SymKind::Symbol &&
            guard.condition.dependsOn(size.name()))
          reason = guard.reason + (guard.loc.isValid() ? " (" + guard.loc.str() + ")" : "");
      return fixed + reason;
    }
    if (request.dynamic == Never)
      return fixed + "fg::Dynamic::Never";
    if (i < request.marks.size && (request.marks[i].fixed >> d & 1))
      return fixed + "fg::mark_static";
    if (widest && (*widest)[i].anySize[d])
      return fixed + (spec.sizes[d] <= 1 ? "a graph for any size is not one for sizes of 0 and 1"
                                         : "for any size " + widestWhy);
    return fixed + (isNew ? "the first version for such inputs; it is symbolic once it changes"
                          : "it has not changed so far");
  }

  /// Which sizes the version takes as they come, and what makes it slower than it could be.
  void logChoices(const Graph &graph, const std::vector<InputSpec> &specs) const {
    if (!logs("dynamic") && !logs("perf_hints"))
      return;
    const std::string name = std::string(request.name) + ": ";
    for (size_t i = 0; i < specs.size(); ++i) {
      const GraphInput &input = graph.inputs()[i];
      const std::string cxx = inputName(input);
      for (unsigned d = 0; d < specs[i].sizes.size(); ++d)
        log("dynamic", name + cxx + ".size(" + std::to_string(d) + ")" + choiceText(graph, specs, i, d) +
                           " (" + request.place + ")");
      if (!specs[i].contiguous)
        log("perf_hints",
            name + cxx + " is not contiguous: its kernels read it with strides (" + request.place + ")");
    }
  }

  /// A size that the program marked dynamic may have one value only. Where sizes that equal it in this call
  /// are fixed, it may be these that are to be declared, too.
  void refuseMark(const Retyped &retyped, const std::vector<InputSpec> &specs, const FixedMark &mark,
                  plan::Reply &reply) const {
    const Sym &size = retyped.graph->inputs()[mark.input].value->type.sizes[mark.dim];
    std::string needed;
    for (const Guard &guard : retyped.graph->env.guards())
      if (needed.empty() && size.kind() == SymKind::Symbol && guard.condition.dependsOn(size.name()) &&
          guard.condition.kind() == SymKind::Eq)
        needed = guard.reason;
    const std::vector<InputSpec> wider = withEqualSizes(specs);
    const Retyped other = retype(captured, wider, numberNames);
    const bool works = other.graph && !fixedMark(other, wider) && unmetGuard(other, wider, numbers).empty();
    reply.violated = true;
    reply.why = keep(violationText(works ? other : retyped, specs, mark, needed));
  }

  /// No version takes the sizes that the program marked dynamic as they come. Would one that fixes them?
  void explainMarks(const std::vector<InputSpec> &specs, const std::vector<InputSpec> &fixed,
                    const std::string &why, plan::Reply &reply) const {
    const Retyped working = retype(captured, fixed, numberNames);
    if (!working.graph || !unmetGuard(working, fixed, numbers).empty())
      return;
    for (unsigned i = 0; i < specs.size(); ++i)
      for (const auto &[dim, marked] : specs[i].marked)
        if (marked.strict && !reply.violated) {
          reply.violated = true;
          reply.why = keep(violationText(working, specs, {i, dim, specs[i].sizes[dim]}, why));
        }
  }

  static void refuse(plan::Reply &reply, const std::string &why) {
    reply.why = keep("no version is made: " + why);
  }
};

/// Each libfullgraph in the process compiles one call at a time, and there may be several.
class Turn {
public:
  Turn() {
    static const int forks = pthread_atfork(nullptr, nullptr, [] { lost = lost || busy; });
    (void)forks;
    if (!lost) {
      mutex.lock();
      busy = true;
    }
  }
  ~Turn() {
    if (!lost) {
      busy = false;
      mutex.unlock();
    }
  }
  Turn(const Turn &) = delete;
  /// In a child that was forked while a thread compiled: nobody would unlock, and all is half made.
  static bool isLost() { return lost; }

private:
  static inline std::mutex mutex;
  static inline std::atomic<bool> busy{false}, lost{false};
};

Kernels &allKernels() {
  static Kernels &kernels = *new Kernels(KernelCache::fromEnvironment());
  return kernels;
}

void compile(const plan::Request &request, plan::Reply &reply) noexcept {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const Turn turn;
  setLogs(request.logs);
  if (Turn::isLost()) {
    reply.why = "no version is made: the program was forked while it compiled";
    return;
  }
  try {
    Compilation(request, allKernels()).run(reply);
  } catch (const std::exception &error) {
    reply.plan = nullptr;
    reply.failed = true;
    std::string why = std::string("the run-time compiler failed: ") + error.what();
    if (const std::string repro = writeRepro("function", request.graph); !repro.empty())
      why += " (its graph is in " + repro + ")";
    reply.why = keep(why);
  }
  reply.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

int saveKernels(const char *path) noexcept {
  const Turn turn;
  return !Turn::isLost() && allKernels().save(path) ? 0 : -1;
}

int loadKernels(const char *path) noexcept {
  const Turn turn;
  return Turn::isLost() ? -1 : allKernels().load(path);
}

} // namespace

const plan::Library &library() {
  static const plan::Library entries = {plan::abiVersion, compile, saveKernels, loadKernels,
                                        bisect::tellUnmatched};
  return entries;
}

} // namespace fullgraph::jit
