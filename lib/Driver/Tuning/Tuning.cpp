#include "lib/Driver/Tuning/Tuning.h"

#include "lib/Driver/Tuning/Tuner.h"
#include "lib/Graph/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

namespace fullgraph {

namespace {

/// The keys that end a run wait until the file is written.
void holdInterrupts() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM})
    sigaddset(&held, signal);
  sigprocmask(SIG_BLOCK, &held, nullptr);
}

bool hasKnobs(const TuneJob &job) {
  llvm::Expected<std::vector<KnobGroup>> groups = job.backend->knobs(*job.kernel, job.target, job.options);
  if (groups)
    return llvm::any_of(*groups, [](const KnobGroup &group) { return !group.knobs.empty(); });
  llvm::consumeError(groups.takeError()); // building it says so
  return false;
}

/// Does the entry hold for this machine, and this version of the tool?
bool isValid(const TuneJob &job, const TunedKernel &entry) {
  if (!entry.left.empty() || entry.cpu != processorName() || entry.threads != kernelThreads())
    return false;
  LowerOptions options = job.options;
  options.tuning = entry.knobs;
  llvm::Expected<std::vector<KnobGroup>> groups = job.backend->knobs(*job.kernel, job.target, options);
  if (groups)
    return true;
  llvm::consumeError(groups.takeError());
  return false;
}

/// Before a minute is spent on what cannot be written.
llvm::Error checkFolder(const std::string &file) {
  llvm::SmallString<256> folder(absolutePath(file));
  llvm::sys::path::remove_filename(folder);
  if (llvm::sys::fs::access(folder, llvm::sys::fs::AccessMode::Write))
    return failure("cannot write '" + file + "': there is no folder '" + folder.str().str() +
                   "' to write to");
  return llvm::Error::success();
}

class Run {
public:
  Run(const DriverOptions &options, const std::string &input, const std::vector<TargetSpec> &targets,
      KernelSet &kernels)
      : options(options), input(input), targets(targets), kernels(kernels) {}

  /// `fullgraph tune`.
  llvm::Error tuneAll() {
    holdInterrupts();
    if (llvm::Error problem = checkFolder(options.output))
      return problem;
    if (llvm::Error problem = read(options.output, /*mayLack=*/true))
      return problem;
    if (llvm::none_of(targets, runsHere))
      return failure("nothing can be measured: this machine runs none of the targets");
    std::vector<TuneJob> jobs = kernels.tuneJobs(targets, /*onlyAutotuned=*/false);
    llvm::erase_if(jobs, [](const TuneJob &job) { return !hasKnobs(job); });
    const size_t all = jobs.size();
    if (!options.tuning.again)
      llvm::erase_if(jobs, [&](const TuneJob &job) {
        const TunedKernel *entry = file.find(job.key, job.target);
        return entry && isValid(job, *entry);
      });
    llvm::Expected<TuneSummary> summary = measure(jobs);
    if (!summary)
      return summary.takeError();
    if (llvm::Error problem = file.write(options.output))
      return problem;
    tell(jobs);
    llvm::outs() << llvm::formatv(
        "{0}: {1}: {2} faster, {3} as the cost rules have them, {4} not measured, {5} kept{6}: {7}\n", input,
        count(all), summary->faster, summary->asTheyAre, summary->left, all - jobs.size(),
        summary->interrupted ? "; interrupted" : "", options.output);
    llvm::outs().flush();
    return llvm::Error::success();
  }

  /// A build.
  llvm::Error build(const std::string &besideOutput) {
    const std::vector<TuneJob> autotuned = kernels.tuneJobs(targets, /*onlyAutotuned=*/true);
    const bool isAutotuned = kernels.hasAutotuned();
    const std::string path = !options.tuning.file.empty() ? options.tuning.file
                             : isAutotuned                ? besideOutput
                                                          : "";
    if (path.empty())
      return llvm::Error::success();
    if (llvm::Error problem = read(path, /*mayLack=*/isAutotuned))
      return problem;
    if (isAutotuned && builds())
      if (llvm::Error problem = autotune(autotuned, path))
        return problem;
    llvm::Expected<size_t> used = kernels.apply(file, path, targets);
    if (!used)
      return used.takeError();
    // Other sources of the program may be those that it is for.
    if (*used == 0 && !file.empty() && !kernels.empty() && options.unit.targetSources.empty())
      remarks.push_back("no kernel of '" + input + "' has an entry in the tuning '" + path +
                        "': 'fullgraph tune' makes those of the kernels as they are now");
    return llvm::Error::success();
  }

  std::vector<std::string> remarks;

private:
  const DriverOptions &options;
  const std::string &input;
  const std::vector<TargetSpec> &targets;
  KernelSet &kernels;
  TuningFile file;

  bool builds() const {
    return options.stages.emit == EmitStage::Everything || options.stages.emit == EmitStage::Object;
  }
  static std::string count(size_t kernels) {
    return std::to_string(kernels) + (kernels == 1 ? " kernel" : " kernels");
  }

  llvm::Error read(const std::string &path, bool mayLack) {
    if (mayLack && !llvm::sys::fs::exists(path))
      return llvm::Error::success();
    llvm::Expected<TuningFile> known = TuningFile::read(path);
    if (!known)
      return known.takeError();
    file = std::move(*known);
    return llvm::Error::success();
  }

  llvm::Expected<TuneSummary> measure(const std::vector<TuneJob> &jobs) {
    TuneLimits limits;
    limits.start = std::chrono::steady_clock::now();
    limits.end = limits.start + std::chrono::seconds(options.tuning.budget);
    if (options.tuning.end)
      limits.end = *options.tuning.end;
    limits.jobs = jobCount(options);
    limits.executable = options.executable;
    return tune(jobs, limits, file);
  }

  /// What the file lacks of the kernels of fg::Mode::MaxAutotune.
  llvm::Error autotune(std::vector<TuneJob> jobs, const std::string &path) {
    std::string unmeasured;
    for (const TargetSpec &target : targets)
      if (!runsHere(target) && !target.whereItPays && !target.withLibrary)
        unmeasured += (unmeasured.empty() ? "" : ", ") + target.suffix().substr(1);
    if (!unmeasured.empty())
      remarks.push_back("fg::Mode::MaxAutotune measures on this machine's processor alone: kernels for " +
                        unmeasured + " are those of fg::Mode::Default, or of the tuning's file");
    llvm::erase_if(jobs,
                   [&](const TuneJob &job) { return file.find(job.key, job.target) || !hasKnobs(job); });
    if (jobs.empty())
      return llvm::Error::success();
    if (llvm::Error problem = checkFolder(path))
      return problem;
    llvm::Expected<TuneSummary> summary = measure(jobs);
    if (!summary) { // a build that cannot measure has the cost rules' kernels
      remarks.push_back("fg::Mode::MaxAutotune measures nothing: " + llvm::toString(summary.takeError()));
      return llvm::Error::success();
    }
    if (llvm::Error problem = file.write(path))
      return problem;
    remarks.push_back(
        llvm::formatv("fg::Mode::MaxAutotune: {0} measured, {1} faster than by the cost rules{2}: '{3}'",
                      count(jobs.size() - summary->left), summary->faster,
                      summary->left ? llvm::formatv(", {0} not measured", summary->left).str() : "", path)
            .str());
    return llvm::Error::success();
  }

  /// Those that are faster.
  void tell(const std::vector<TuneJob> &jobs) const {
    const auto tellOf = [&](const TuneJob &job, const TargetSpec &target) {
      const TunedKernel *entry = file.find(job.key, target);
      if (!entry || !entry->defaultMicroseconds || !entry->tunedMicroseconds)
        return;
      std::string knobs = entry->ownLevel ? " code for " + target.suffix().substr(1) : "";
      for (const auto &[name, value] : entry->knobs)
        knobs += " " + name + "=" + std::to_string(value);
      llvm::outs() << llvm::formatv("  {0}{1}: {2}: {3:F1} us, as it was {4:F1}:{5}\n", job.key,
                                    target.suffix(), entry->operators, *entry->tunedMicroseconds,
                                    *entry->defaultMicroseconds, knobs);
    };
    for (const TuneJob &job : jobs) {
      tellOf(job, job.target);
      if (job.higher)
        tellOf(job, *job.higher);
    }
  }
};

} // namespace

llvm::Expected<std::vector<std::string>> tuneKernels(const DriverOptions &options, const std::string &input,
                                                     const std::string &besideOutput,
                                                     const std::vector<TargetSpec> &targets,
                                                     KernelSet &kernels) {
  Run run(options, input, targets, kernels);
  if (llvm::Error problem = options.command == Command::Tune ? run.tuneAll() : run.build(besideOutput))
    return std::move(problem);
  return std::move(run.remarks);
}

} // namespace fullgraph
