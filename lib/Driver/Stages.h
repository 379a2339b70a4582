// What compiling C++ and compiling graph text have in common. FromSource.cpp and FromGraph.cpp call it.
// Kernels of equal graphs are compiled once.
#pragma once

#include "lib/Driver/KernelBuild.h"
#include "lib/Driver/Options.h"
#include "lib/Driver/Tuning/Tuner.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fullgraph {

/// The kernels of several programs, equal ones once.
class KernelSet {
public:
  /// The kernels of strict functions get a name of their own: their code differs from that of equal graphs.
  /// So do those that another backend than the default one compiles.
  /// `autotuned`: of a function of fg::Mode::MaxAutotune.
  void add(Program &program, const LowerOptions &options, const Backend &backend = defaultBackend(),
           bool autotuned = false);
  /// Decides which kernels have code for targets with `whereItPays` (Kernel::hasLevels). For when all are
  /// added, and before their tasks are made and the code that calls them is printed.
  void chooseLevels();
  /// Gives equal kernels code for devices where a program of one of them runs there (Kernel::hasDevices), and
  /// decides which have code that calls a device's library (Kernel::hasProducts).
  void shareDevices();
  /// Each kernel for the highest level that it has code for and this machine runs; none where there is no
  /// such target. For when levels are chosen.
  std::vector<TuneJob> tuneJobs(const std::vector<TargetSpec> &targets, bool onlyAutotuned) const;
  bool hasAutotuned() const;
  /// Gives kernels the levels and knobs that `file` has for them, and for knobs names of their own: their
  /// code differs from that of the same kernels without a tuning. Returns how many kernels have an entry.
  /// `path`: of the file, for the error about a knob that cannot be so.
  llvm::Expected<size_t> apply(const TuningFile &file, const std::string &path,
                               const std::vector<TargetSpec> &targets);
  bool empty() const { return kernels.empty(); }
  size_t size() const { return kernels.size(); }
  /// One task a kernel and target that it is compiled for; objects go to `folder`, under names that say what
  /// they depend on.
  std::vector<KernelTask> tasks(const std::vector<TargetSpec> &targets, const std::string &folder,
                                const std::string &toolHash) const;
  /// `--emit=halide`: every kernel as its backend prints it, for one target.
  llvm::Expected<std::string> printAll(const TargetSpec &target) const;

private:
  struct Entry {
    std::vector<Kernel *> kernels; // equal ones, of several programs
    LowerOptions options;
    const Backend *backend;
    size_t place; // in the order of the programs
    bool autotuned = false;
    std::vector<unsigned> sharedWith{};      // CallSizes::sharedWith
    std::map<std::string, Tuning> tunings{}; // by the target's suffix

    LowerOptions optionsFor(const TargetSpec &target) const;
  };
  std::map<std::string, Entry> kernels; // by name: the same order in every run
};

/// The targets of the command line; the host's when it names none.
llvm::Expected<std::vector<TargetSpec>> parseTargets(const DriverOptions &options);

/// Runs the pipeline, or the passes that the command line names. Empty, or what the verifier says.
std::string transform(Graph &graph, const DriverOptions &options);

/// Writes one stage's text to `path`, or to stdout when it is empty or "-".
llvm::Error writeText(const std::string &path, const std::string &text);

/// The content of `--emit=object`'s output: the object itself when there is one, else an archive of all.
llvm::Expected<std::string> joinObjects(const std::vector<KernelTask> &tasks, const std::string &output);
llvm::Expected<std::string> archiveOf(const std::vector<KernelTask> &tasks);

/// Writes the kernel's graph beside the objects, for a bug report: "<folder>/<name>.graph". Nothing where it
/// cannot be written: a report of a failure has none then.
std::optional<std::string> writeRepro(const KernelTask &task, const std::string &folder);

unsigned jobCount(const DriverOptions &options);
std::string absolutePath(const std::string &path);

} // namespace fullgraph
