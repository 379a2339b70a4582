#include "lib/Driver/Tuning/Tuner.h"

#include "lib/Driver/Tuning/Measure.h"
#include "lib/Driver/Tuning/Progress.h"
#include "lib/Graph/Failure.h"
#include "lib/Graph/StableSort.h"

#include <fullgraph/detail/environment.h>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "llvm/TargetParser/Host.h"

#include <csignal>
#include <thread>

namespace fullgraph {

namespace {

using Clock = std::chrono::steady_clock;

/// A candidate that is not faster by that share, in both halves of the time, is not better.
constexpr double leastGain = 0.03;
/// A second level takes as long to compile, and as much memory, as the first one.
constexpr double leastGainOfLevel = 0.1;
constexpr int64_t mostCandidates = 96;  // of a kernel
constexpr unsigned compileSeconds = 20; // of a candidate
/// Of comparisons: of a candidate with the best so far, and at the end of the best with the default.
constexpr double candidateSeconds = 0.06, finalSeconds = 0.3;

constexpr const char *outOfTime = "the time was over";

/// The interrupt key, where the caller has blocked its signal to write what was measured.
bool isInterrupted() {
  sigset_t pending;
  return sigpending(&pending) == 0 &&
         (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1);
}

double secondsUntil(Clock::time_point time) {
  return std::chrono::duration<double>(time - Clock::now()).count();
}

/// A folder for the candidates' objects, as long as it lives.
class TemporaryFolder {
public:
  TemporaryFolder() {
    if (llvm::sys::fs::createUniqueDirectory("fullgraph-tune", folder))
      folder.clear();
  }
  ~TemporaryFolder() {
    if (!folder.empty())
      llvm::sys::fs::remove_directories(folder);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  bool exists() const { return !folder.empty(); }
  std::string file(const std::string &name) const {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

private:
  llvm::SmallString<128> folder;
};

struct Candidate {
  Tuning knobs;
  std::string error; // why there is no code
  KernelCode code;
};

/// What candidates are compiled with.
struct Workshop {
  const TemporaryFolder &folder;
  unsigned jobs; // at a time

  void compile(const std::vector<std::pair<const TuneJob *, Candidate *>> &candidates) const;
};

void Workshop::compile(const std::vector<std::pair<const TuneJob *, Candidate *>> &candidates) const {
  std::vector<KernelTask> tasks;
  for (const auto &[job, candidate] : candidates) {
    KernelTask task;
    task.kernel = job->kernel;
    task.backend = job->backend;
    task.target = job->target;
    task.options = job->options;
    task.options.argv = true;
    task.options.tuning = candidate->knobs;
    task.symbol = task.kernelName = job->key + job->target.suffix();
    task.timeLimitSeconds = compileSeconds;
    std::string name = task.symbol;
    for (const auto &[knob, value] : candidate->knobs)
      name += "-" + knob + "=" + std::to_string(value);
    task.objectPath = folder.file(llvm::utohexstr(llvm::xxh3_64bits(name)) + ".o");
    candidate->code = {task.objectPath, task.symbol};
    tasks.push_back(std::move(task));
  }
  buildKernels(tasks, jobs);
  for (size_t i = 0; i < tasks.size(); ++i)
    candidates[i].second->error = tasks[i].error;
}

/// One kernel on its way.
class KernelTuner {
public:
  KernelTuner(const TuneJob &job, const Bench &bench, const Workshop &workshop, Progress &progress)
      : job(job), bench(bench), workshop(workshop), progress(progress) {}

  /// Finds its knobs, and sizes for its calls. An error says why there are none.
  llvm::Error prepare();
  /// The default, for whoever compiles it.
  Candidate &defaultCode() { return standard; }
  /// Measures the default, once it is compiled. An error says why that cannot be.
  llvm::Error start();
  double microseconds() const { return least; }
  /// The best that `lower` has found for its target, and the default: where that is faster.
  std::optional<Comparison> fasterThan(const KernelTuner &lower) const;
  /// Tries candidates until `end`.
  void descend(Clock::time_point end);
  TunedKernel result() const;

private:
  void tryKnob(size_t group, const std::string &name, Clock::time_point end);
  void confirm(size_t group);

  const TuneJob &job;
  const Bench &bench;
  const Workshop &workshop;
  Progress &progress;
  std::vector<KnobGroup> groups;
  std::vector<std::optional<CallSizes>> sizes; // by group; none: nothing is known
  Candidate standard, best, confirmed;
  Tuning kept; // of the groups that are done
  std::optional<double> tuned;
  double least = 0; // of the default, in microseconds
  int64_t tried = 0;
  double batchSeconds = 0; // that the last candidates took to compile
};

llvm::Error KernelTuner::prepare() {
  llvm::Expected<std::vector<KnobGroup>> found = job.backend->knobs(*job.kernel, job.target, job.options);
  if (!found)
    return found.takeError();
  groups = std::move(*found);
  bool isKnown = false;
  for (size_t i = 0; i < groups.size(); ++i) {
    llvm::Expected<CallSizes> call = callSizes(*job.kernel->graph, groups, i);
    sizes.push_back(call ? std::optional(std::move(*call)) : std::nullopt);
    if (sizes.back())
      sizes.back()->sharedWith = job.sharedWith;
    isKnown = isKnown || sizes.back();
    if (!call)
      llvm::consumeError(call.takeError());
  }
  if (!isKnown)
    return failure("no sizes are known that it could be called with");
  return llvm::Error::success();
}

llvm::Error KernelTuner::start() {
  best = confirmed = standard;
  if (!standard.error.empty())
    return failure(standard.error);
  const auto last = llvm::find_if(llvm::reverse(sizes), [](const auto &known) { return known.has_value(); });
  llvm::Expected<Comparison> times =
      bench.compare(*job.kernel->graph, **last, job.options.strictFloat, standard.code, standard.code,
                    standard.code, candidateSeconds);
  if (!times)
    return times.takeError();
  least = std::min(times->base[0], times->base[1]);
  return llvm::Error::success();
}

void KernelTuner::descend(Clock::time_point end) {
  for (size_t group = groups.size(); group-- > 0;) { // that for most sizes first
    if (!sizes[group])
      continue;
    best = standard;
    best.knobs = kept;
    if (!kept.empty()) { // the pipelines for other sizes are in it, too
      workshop.compile({{&job, &best}});
    }
    std::vector<std::string> done;
    for (;;) { // a decision may make others necessary, or take them away
      Tuning soFar = best.knobs;
      LowerOptions options = job.options;
      options.tuning = std::move(soFar);
      llvm::Expected<std::vector<KnobGroup>> now = job.backend->knobs(*job.kernel, job.target, options);
      if (!now) {
        llvm::consumeError(now.takeError());
        break;
      }
      groups[group].knobs = (*now)[group].knobs;
      const auto next = llvm::find_if(groups[group].knobs,
                                      [&](const Knob &knob) { return !llvm::is_contained(done, knob.name); });
      if (next == groups[group].knobs.end() || Clock::now() >= end || isInterrupted() ||
          tried >= mostCandidates)
        break;
      done.push_back(next->name);
      tryKnob(group, done.back(), end);
    }
    confirm(group);
  }
}

void KernelTuner::tryKnob(size_t group, const std::string &name, Clock::time_point end) {
  const auto knob = llvm::find_if(groups[group].knobs, [&](const Knob &one) { return one.name == name; });
  std::vector<Candidate> candidates;
  for (const int64_t value : knob->choices) {
    const auto now = best.knobs.find(name);
    if (value == (now == best.knobs.end() ? knob->value : now->second))
      continue;
    Candidate candidate{best.knobs, "", {}};
    candidate.knobs[name] = value;
    // What this one forbids of the others is none.
    LowerOptions options = job.options;
    options.tuning = candidate.knobs;
    llvm::Expected<std::vector<KnobGroup>> legal = job.backend->knobs(*job.kernel, job.target, options);
    if (legal)
      candidates.push_back(std::move(candidate));
    else
      llvm::consumeError(legal.takeError());
  }
  std::vector<std::pair<const TuneJob *, Candidate *>> wanted;
  for (Candidate &candidate : candidates)
    wanted.emplace_back(&job, &candidate);
  // Objects that nobody measures are no use: as long as those of the knob before, these will take.
  if (secondsUntil(end) < batchSeconds)
    return;
  const Clock::time_point before = Clock::now();
  workshop.compile(wanted);
  batchSeconds = -secondsUntil(before);
  for (const Candidate &candidate : candidates) {
    if (Clock::now() >= end || isInterrupted())
      return;
    if (!candidate.error.empty())
      continue;
    ++tried;
    llvm::Expected<Comparison> times =
        bench.compare(*job.kernel->graph, *sizes[group], job.options.strictFloat, standard.code, best.code,
                      candidate.code, candidateSeconds);
    if (!times) { // it crashes, or computes something else
      llvm::consumeError(times.takeError());
      continue;
    }
    if (times->isFaster(leastGain))
      best = candidate;
    progress.show();
  }
}

/// The one comparison that counts: choosing the least of many measurements chooses noise, too.
void KernelTuner::confirm(size_t group) {
  if (best.knobs == kept)
    return;
  llvm::Expected<Comparison> times = bench.compare(*job.kernel->graph, *sizes[group], job.options.strictFloat,
                                                   standard.code, standard.code, best.code, finalSeconds);
  if (!times) {
    llvm::consumeError(times.takeError());
    return;
  }
  if (!times->isFaster(leastGain))
    return;
  kept = best.knobs;
  confirmed = best;
  if (!tuned) { // of the first group: the sizes that the file tells
    least = std::min(times->base[0], times->base[1]);
    tuned = std::min(times->candidate[0], times->candidate[1]);
  }
}

std::optional<Comparison> KernelTuner::fasterThan(const KernelTuner &lower) const {
  const auto last = llvm::find_if(llvm::reverse(sizes), [](const auto &known) { return known.has_value(); });
  llvm::Expected<Comparison> times =
      bench.compare(*job.kernel->graph, **last, job.options.strictFloat, standard.code, lower.confirmed.code,
                    standard.code, finalSeconds);
  if (times)
    return times->isFaster(leastGainOfLevel) ? std::optional(*times) : std::nullopt;
  llvm::consumeError(times.takeError());
  return std::nullopt;
}

TunedKernel KernelTuner::result() const {
  TunedKernel entry;
  entry.candidates = tried;
  entry.defaultMicroseconds = least;
  entry.tunedMicroseconds = tuned;
  entry.knobs = kept;
  for (size_t group = groups.size(); group-- > 0;)
    if (sizes[group]) {
      entry.sizes = sizes[group]->symbols;
      entry.shapes = sizes[group]->shapes;
      break;
    }
  return entry;
}

TunedKernel describe(const TuneJob &job, TunedKernel entry) {
  entry.cpu = processorName();
  entry.threads = kernelThreads();
  for (const std::string &op : job.kernel->fused)
    entry.operators += (entry.operators.empty() ? "" : " ") + op;
  return entry;
}

/// The kernel for a level for which it has no code by the cost rules, where that is faster than `lower`.
std::optional<TunedKernel> tuneHigher(const TuneJob &job, const KernelTuner &lower, const Bench &bench,
                                      const Workshop &workshop, Progress &progress, Clock::time_point end) {
  KernelTuner tuner(job, bench, workshop, progress);
  if (llvm::Error why = tuner.prepare()) {
    llvm::consumeError(std::move(why));
    return std::nullopt;
  }
  workshop.compile({{&job, &tuner.defaultCode()}});
  if (llvm::Error why = tuner.start()) {
    llvm::consumeError(std::move(why));
    return std::nullopt;
  }
  const std::optional<Comparison> times = tuner.fasterThan(lower);
  if (!times)
    return std::nullopt;
  tuner.descend(end);
  TunedKernel entry = tuner.result();
  entry.ownLevel = true;
  entry.defaultMicroseconds = std::min(times->base[0], times->base[1]);
  const double ofLevel = std::min(times->candidate[0], times->candidate[1]);
  entry.tunedMicroseconds = std::min(entry.tunedMicroseconds.value_or(ofLevel), ofLevel);
  return describe(job, std::move(entry));
}

TunedKernel leftAlone(const TuneJob &job, std::string why) {
  TunedKernel entry;
  entry.left = std::move(why);
  return describe(job, std::move(entry));
}

} // namespace

std::string processorName() {
  if (const auto info = llvm::MemoryBuffer::getFileAsStream("/proc/cpuinfo")) {
    llvm::StringRef rest = (*info)->getBuffer();
    while (!rest.empty()) {
      const auto [line, behind] = rest.split('\n');
      rest = behind;
      if (line.starts_with("model name"))
        return line.split(':').second.trim().str();
    }
  }
  return llvm::sys::getHostCPUName().str();
}

unsigned kernelThreads() {
  namespace environment = fg::detail::environment;
  const environment::Row &row = environment::rowOf(environment::Variable::Threads);
  const int64_t given = environment::parse(row, environment::textOf(row)).number;
  return given > 0 ? static_cast<unsigned>(given) : std::max(1u, std::thread::hardware_concurrency());
}

bool runsHere(const TargetSpec &target) {
  if (target.isDevice())
    return false;
  llvm::Expected<std::vector<TargetSpec>> host = defaultBackend().parseTarget("host");
  if (!host) {
    llvm::consumeError(host.takeError());
    return false;
  }
  if (host->front().triple != target.triple)
    return false;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (target.level >= 4)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  return target.level < 3 || (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
  return true;
#endif
}

namespace {

/// A run over many kernels.
class Session {
public:
  Session(const TuneLimits &limits, const Bench &bench, const TemporaryFolder &folder, size_t kernels,
          TuningFile &file)
      : limits(limits), bench(bench), workshop{folder, limits.jobs}, progress(kernels, limits.end),
        file(file) {}

  TuneSummary run(const std::vector<TuneJob> &jobs);

private:
  struct Started {
    const TuneJob *job;
    KernelTuner tuner;
  };
  /// Measures the defaults of some: their code is compiled at the same time.
  void start(llvm::ArrayRef<TuneJob> some);
  void finish(Started &one, Clock::time_point end);
  void leave(const TuneJob &job, std::string why) {
    file.set(job.key, job.target, leftAlone(job, std::move(why)));
    ++summary.left;
  }

  const TuneLimits &limits;
  const Bench &bench;
  const Workshop workshop;
  Progress progress;
  TuningFile &file;
  std::vector<std::unique_ptr<Started>> started;
  TuneSummary summary;
};

void Session::start(llvm::ArrayRef<TuneJob> some) {
  // To learn how long each takes may take half of the time.
  const Clock::time_point half = limits.start + (limits.end - limits.start) / 2;
  std::vector<std::unique_ptr<Started>> prepared;
  std::vector<std::pair<const TuneJob *, Candidate *>> wanted;
  for (const TuneJob &job : some) {
    progress.of(job.key, "as it is");
    auto one = std::make_unique<Started>(Started{&job, KernelTuner(job, bench, workshop, progress)});
    if (Clock::now() >= half || isInterrupted()) {
      leave(job, outOfTime);
    } else if (llvm::Error why = one->tuner.prepare()) {
      leave(job, llvm::toString(std::move(why)));
    } else {
      wanted.emplace_back(&job, &one->tuner.defaultCode());
      prepared.push_back(std::move(one));
    }
  }
  workshop.compile(wanted);
  for (std::unique_ptr<Started> &one : prepared) {
    if (llvm::Error why = one->tuner.start())
      leave(*one->job, llvm::toString(std::move(why)));
    else
      started.push_back(std::move(one));
  }
}

void Session::finish(Started &one, Clock::time_point end) {
  const TuneJob &job = *one.job;
  progress.of(job.key, llvm::join(job.kernel->fused, " "));
  one.tuner.descend(end);
  const TunedKernel entry = one.tuner.result();
  bool isFaster = !entry.knobs.empty();
  file.set(job.key, job.target, describe(job, entry));
  if (job.higher) {
    file.erase(job.key, *job.higher); // of an earlier run
    TuneJob higher = job;
    higher.target = *job.higher;
    std::optional<TunedKernel> found;
    if (Clock::now() < end && !isInterrupted())
      found = tuneHigher(higher, one.tuner, bench, workshop, progress, end);
    if (found)
      file.set(higher.key, higher.target, *found);
    isFaster = isFaster || found;
  }
  ++(isFaster ? summary.faster : summary.asTheyAre);
}

TuneSummary Session::run(const std::vector<TuneJob> &jobs) {
  for (size_t first = 0; first < jobs.size(); first += limits.jobs)
    start(llvm::ArrayRef(jobs).slice(first, std::min<size_t>(limits.jobs, jobs.size() - first)));
  // How long each takes says where the time is best spent.
  stableSort(started,
             [](const auto &a, const auto &b) { return a->tuner.microseconds() > b->tuner.microseconds(); });
  double all = 0;
  for (const auto &one : started)
    all += one->tuner.microseconds();
  for (const auto &one : started) {
    const double rest = secondsUntil(limits.end), share = one->tuner.microseconds() / std::max(all, 1e-9);
    all -= one->tuner.microseconds();
    if (rest <= 0 || isInterrupted()) {
      leave(*one->job, outOfTime);
      continue;
    }
    constexpr double least = 2; // seconds; what one leaves of its share is for the others
    const auto own = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::min(rest, std::max(least, rest * share))));
    finish(*one, Clock::now() + own);
  }
  summary.interrupted = isInterrupted();
  return summary;
}

} // namespace

llvm::Expected<TuneSummary> tune(const std::vector<TuneJob> &jobs, const TuneLimits &limits,
                                 TuningFile &file) {
  if (jobs.empty())
    return TuneSummary();
  llvm::Expected<Bench> bench = Bench::open(limits.executable);
  if (!bench)
    return bench.takeError();
  const TemporaryFolder folder;
  if (!folder.exists())
    return failure("cannot make a temporary folder");
  return Session(limits, *bench, folder, jobs.size(), file).run(jobs);
}

} // namespace fullgraph
