#include "lib/Driver/Stages.h"

#include "lib/Driver/Outputs.h"
#include "lib/Graph/Failure.h"
#include "lib/Passes/Passes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <thread>

namespace fullgraph {

LowerOptions KernelSet::Entry::optionsFor(const TargetSpec &target) const {
  LowerOptions own = options;
  if (const auto tuning = tunings.find(target.suffix()); tuning != tunings.end())
    own.tuning = tuning->second;
  return own;
}

/// Of the first call of `kernel`: which inputs are the same memory (x.t() + x reads x twice).
static std::vector<unsigned> sharedInputs(const Program &program, const Kernel &kernel) {
  std::vector<unsigned> shared;
  for (const Step &step : program.steps) {
    const auto *call = std::get_if<KernelCall>(&step.action);
    if (!call || &program.kernels[call->kernel] != &kernel)
      continue;
    for (unsigned i = 0; i < call->inputs.size(); ++i) {
      unsigned first = 0;
      while (first < i && (call->inputs[first].buffer != call->inputs[i].buffer ||
                           !(call->inputs[first].offset == call->inputs[i].offset)))
        ++first;
      shared.push_back(first);
    }
    break;
  }
  return shared;
}

void KernelSet::add(Program &program, const LowerOptions &options, const Backend &backend, bool autotuned) {
  const auto rename = [](Kernel &kernel, const std::string &suffix) {
    if (!llvm::StringRef(kernel.name).ends_with(suffix))
      kernel.name += suffix;
  };
  for (Kernel &kernel : program.kernels) {
    if (!kernel.library.empty())
      continue;
    if (&backend != &defaultBackend())
      rename(kernel, "_" + backend.name());
    if (options.strictFloat)
      rename(kernel, "_strict");
    Entry &entry =
        kernels.try_emplace(kernel.name, Entry{{}, options, &backend, kernels.size()}).first->second;
    entry.kernels.push_back(&kernel);
    entry.autotuned |= autotuned;
    if (entry.sharedWith.empty())
      entry.sharedWith = sharedInputs(program, kernel);
  }
}

void KernelSet::chooseLevels() {
  // A second level takes as long to compile as the first, or longer. Kernels that do most have it, for as
  // long as a build with two levels takes at most 1.6 times one with one (docs/measurements.md). Whoever
  // names the targets has them for all kernels.
  constexpr double share = 0.6;
  constexpr double besideKernels = 500; // ms: parsing and capture of a small source
  constexpr size_t least = 4;           // of few kernels each has both
  struct Candidate {
    int64_t gain;
    Entry *entry;
  };
  std::vector<Candidate> candidates;
  double left = share * besideKernels;
  for (auto &[name, entry] : kernels) {
    const Kernel &kernel = *entry.kernels.front();
    left += share * entry.backend->compileMilliseconds(kernel).baseline;
    if (const int64_t gain = entry.backend->gainByLevel(kernel))
      candidates.push_back({gain, &entry});
  }
  llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::pair(-a.gain, a.entry->place) < std::pair(-b.gain, b.entry->place);
  });
  size_t chosen = 0;
  for (const Candidate &candidate : candidates) {
    const int cost = candidate.entry->backend->compileMilliseconds(*candidate.entry->kernels.front()).higher;
    if (chosen >= least && cost > left) // a cheaper one behind it may fit
      continue;
    ++chosen;
    left -= cost;
    for (Kernel *kernel : candidate.entry->kernels)
      kernel->hasLevels = true;
  }
}

void KernelSet::shareDevices() {
  for (auto &[name, entry] : kernels)
    if (llvm::any_of(entry.kernels, [](const Kernel *kernel) { return kernel->hasDevices; }))
      for (Kernel *kernel : entry.kernels)
        kernel->hasDevices = true;
  // The library's sums are in no order that is known.
  for (auto &[name, entry] : kernels)
    for (Kernel *kernel : entry.kernels)
      kernel->hasProducts = !entry.options.strictFloat && entry.backend->hasProducts(*kernel);
}

bool KernelSet::hasAutotuned() const {
  return llvm::any_of(kernels, [](const auto &kernel) { return kernel.second.autotuned; });
}

std::vector<TuneJob> KernelSet::tuneJobs(const std::vector<TargetSpec> &targets, bool onlyAutotuned) const {
  std::vector<TuneJob> jobs;
  for (const auto &[name, entry] : kernels) {
    if (onlyAutotuned && !entry.autotuned)
      continue;
    const TargetSpec *highest = nullptr;
    for (const TargetSpec &target : targets)
      if (runsHere(target) && isCompiledFor(*entry.kernels.front(), target) &&
          (!highest || target.level > highest->level))
        highest = &target;
    if (!highest)
      continue;
    jobs.push_back({entry.kernels.front(), entry.backend, name, *highest, entry.options, std::nullopt,
                    entry.sharedWith});
    for (const TargetSpec &target : targets)
      if (target.whereItPays && target.level > highest->level && runsHere(target))
        jobs.back().higher = target;
  }
  return jobs;
}

llvm::Expected<size_t> KernelSet::apply(const TuningFile &file, const std::string &path,
                                        const std::vector<TargetSpec> &targets) {
  size_t used = 0;
  std::map<std::string, Entry> renamed;
  for (auto &[name, entry] : kernels) {
    std::string decisions;
    bool isKnown = false;
    for (const TargetSpec &target : targets) {
      const TunedKernel *tuned = file.find(name, target);
      isKnown = isKnown || tuned;
      if (tuned && tuned->ownLevel && target.whereItPays)
        for (Kernel *kernel : entry.kernels)
          kernel->hasLevels = true;
      if (!tuned || tuned->knobs.empty() || !isCompiledFor(*entry.kernels.front(), target))
        continue;
      entry.tunings[target.suffix()] = tuned->knobs;
      llvm::Expected<std::vector<KnobGroup>> legal =
          entry.backend->knobs(*entry.kernels.front(), target, entry.optionsFor(target));
      if (!legal)
        return failure("'" + path + "': kernel '" + name + "', " + target.suffix().substr(1) + ": " +
                       llvm::toString(legal.takeError()));
      for (const auto &[knob, value] : tuned->knobs)
        decisions += target.suffix() + knob + "=" + std::to_string(value) + ";";
    }
    used += isKnown;
    std::string own = name;
    if (!decisions.empty())
      own += "_t" + llvm::utohexstr(llvm::xxh3_64bits(decisions), /*LowerCase=*/true, 16);
    for (Kernel *kernel : entry.kernels)
      kernel->name = own;
    renamed.emplace(own, std::move(entry));
  }
  kernels = std::move(renamed);
  return used;
}

std::vector<KernelTask> KernelSet::tasks(const std::vector<TargetSpec> &targets, const std::string &folder,
                                         const std::string &toolHash) const {
  std::vector<KernelTask> tasks;
  for (const auto &[name, entry] : kernels)
    for (const TargetSpec &target : targets) {
      if (!isCompiledFor(*entry.kernels.front(), target))
        continue;
      KernelTask task;
      task.kernel = entry.kernels.front();
      task.backend = entry.backend;
      task.kernelName = name;
      task.target = target;
      task.options = entry.optionsFor(target);
      task.symbol = name + target.suffix();
      std::string object = task.symbol;
      if (target.whereItPays && task.options.tuning.empty()) {
        const auto lower = llvm::find_if(targets, [&](const TargetSpec &other) {
          return !other.whereItPays && !other.isDevice() && other.level < target.level;
        });
        task.options.lowerLevel = lower == targets.end() ? "" : name + lower->suffix();
        object += "_over" + (lower == targets.end() ? "" : lower->suffix());
      }
      llvm::SmallString<256> path(folder);
      llvm::sys::path::append(path, object + "-" + toolHash + ".o");
      task.objectPath = path.str().str();
      tasks.push_back(std::move(task));
    }
  return tasks;
}

llvm::Expected<std::string> KernelSet::printAll(const TargetSpec &target) const {
  std::string text;
  for (const auto &[name, entry] : kernels) {
    if (!text.empty())
      text += "\n// " + std::string(100, '-') + "\n\n";
    llvm::Expected<std::string> printed = entry.backend->printKernel(
        *entry.kernels.front(), target, entry.optionsFor(target), name + target.suffix());
    if (!printed)
      return failure("kernel '" + name + "': " + llvm::toString(printed.takeError()));
    text += *printed;
  }
  return text;
}

llvm::Expected<std::vector<TargetSpec>> parseTargets(const DriverOptions &options) {
  std::vector<TargetSpec> targets;
  const std::vector<std::string> host = {"host"};
  for (const std::string &text : options.targets.empty() ? host : options.targets) {
    llvm::Expected<std::vector<TargetSpec>> named = defaultBackend().parseTarget(text);
    if (!named)
      return failure("'--target': " + llvm::toString(named.takeError()));
    targets.insert(targets.end(), named->begin(), named->end());
  }
  // Generated code serves the CPU beside a device.
  const bool printsCode =
      options.stages.emit == EmitStage::Everything || options.stages.emit == EmitStage::Cpp;
  if (printsCode && !options.stages.fromGraph &&
      llvm::all_of(targets, [](const TargetSpec &target) { return target.isDevice(); })) {
    llvm::Expected<std::vector<TargetSpec>> cpu = defaultBackend().parseTarget(host[0]);
    if (!cpu)
      return cpu.takeError();
    targets.insert(targets.begin(), cpu->begin(), cpu->end());
  }
  // "host" and "x86-64-v3" may name the same one.
  std::vector<TargetSpec> distinct;
  for (const TargetSpec &target : targets) {
    const auto known =
        llvm::find_if(distinct, [&](const TargetSpec &other) { return other.suffix() == target.suffix(); });
    if (known == distinct.end())
      distinct.push_back(target);
    else
      known->whereItPays &= target.whereItPays;
  }
  return distinct;
}

std::string transform(Graph &graph, const DriverOptions &options) {
  const auto dump = [&](const char *pass, const Graph &after) {
    if (options.stages.dumpPasses)
      llvm::errs() << "# after " << pass << "\n" << printGraph(after) << "\n";
  };
  if (options.stages.passes.empty())
    return runPasses(graph, dump);
  return runPasses(graph, options.stages.passes, dump);
}

llvm::Error writeText(const std::string &path, const std::string &text) {
  if (path.empty() || path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    if (!llvm::outs().has_error())
      return llvm::Error::success();
    const std::string why = llvm::outs().error().message();
    llvm::outs().clear_error();
    return failure("cannot write to the standard output: " + why);
  }
  OutputFiles files;
  files.add(path, text);
  return files.commit();
}

llvm::Expected<std::string> archiveOf(const std::vector<KernelTask> &tasks) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const KernelTask &task : tasks)
    members.emplace_back(task.symbol + ".o", task.objectPath);
  return makeArchive(members);
}

llvm::Expected<std::string> joinObjects(const std::vector<KernelTask> &tasks, const std::string &output) {
  if (llvm::sys::path::extension(output) == ".a")
    return archiveOf(tasks);
  if (tasks.size() != 1)
    return failure(std::to_string(tasks.size()) + " objects do not go into '" + output +
                   "': name an archive, '-o <file>.a'");
  auto buffer = llvm::MemoryBuffer::getFile(tasks[0].objectPath);
  if (!buffer)
    return failure("cannot read '" + tasks[0].objectPath + "': " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

std::optional<std::string> writeRepro(const KernelTask &task, const std::string &folder) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, task.kernel->name + ".graph");
  if (llvm::Error error = writeText(path.str().str(), printGraph(*task.kernel->graph))) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return path.str().str();
}

unsigned jobCount(const DriverOptions &options) {
  return options.jobs ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
}

std::string absolutePath(const std::string &path) {
  llvm::SmallString<256> absolute(path);
  llvm::sys::fs::make_absolute(absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

} // namespace fullgraph
