// What compiling C++ and compiling graph text have in common.
#pragma once

#include "lib/Driver/KernelBuild.h"
#include "lib/Driver/Options.h"

#include <map>
#include <string>
#include <vector>

namespace fullgraph {

/// The kernels of several programs, equal ones once.
class KernelSet {
public:
  /// The kernels of strict functions get a name of their own: their code differs from that of equal graphs.
  void add(Program &program, const LowerOptions &options);
  bool empty() const { return kernels.empty(); }
  size_t size() const { return kernels.size(); }
  /// One task a kernel and target; objects go to `folder`, under names that say what they depend on.
  std::vector<KernelTask> tasks(const std::vector<TargetSpec> &targets, const std::string &folder,
                                const std::string &toolHash) const;
  /// `--emit=halide`: every kernel as Halide C++, for one target.
  std::string printHalide(const TargetSpec &target, std::string &error) const;

private:
  struct Entry {
    const Kernel *kernel;
    LowerOptions options;
  };
  std::map<std::string, Entry> kernels; // by name: the same order in every run
};

/// The targets of the command line; the host's when it names none. False and `error` for an unknown one.
bool parseTargets(const DriverOptions &options, std::vector<TargetSpec> &targets, std::string &error);

/// Runs the pipeline, or the passes that the command line names. Empty, or what went wrong.
std::string transform(Graph &graph, const DriverOptions &options);

/// Writes one stage's text to `path`, or to stdout when it is empty or "-". Returns the error.
std::string writeText(const std::string &path, const std::string &text);

/// The content of `--emit=object`'s output: the object itself when there is one, else an archive of all.
std::string joinObjects(const std::vector<KernelTask> &tasks, const std::string &output, std::string &error);
std::string archiveOf(const std::vector<KernelTask> &tasks, std::string &error);

/// Writes the kernel's graph beside the objects, for a bug report: "<folder>/<name>.graph".
std::string writeRepro(const KernelTask &task, const std::string &folder);

unsigned jobCount(const DriverOptions &options);
std::string absolutePath(const std::string &path);

} // namespace fullgraph
