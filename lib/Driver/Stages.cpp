#include "lib/Driver/Stages.h"

#include "lib/Driver/Outputs.h"
#include "lib/Passes/Passes.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <thread>

namespace fullgraph {

void KernelSet::add(Program &program, const LowerOptions &options) {
  for (Kernel &kernel : program.kernels) {
    if (!kernel.library.empty())
      continue;
    if (options.strictFloat && !llvm::StringRef(kernel.name).ends_with("_strict"))
      kernel.name += "_strict";
    kernels.try_emplace(kernel.name, Entry{&kernel, options});
  }
}

std::vector<KernelTask> KernelSet::tasks(const std::vector<TargetSpec> &targets, const std::string &folder,
                                         const std::string &toolHash) const {
  std::vector<KernelTask> tasks;
  for (const auto &[name, entry] : kernels)
    for (const TargetSpec &target : targets) {
      KernelTask task;
      task.kernel = entry.kernel;
      task.kernelName = name;
      task.target = target;
      task.options = entry.options;
      task.symbol = name + target.suffix();
      llvm::SmallString<256> path(folder);
      llvm::sys::path::append(path, task.symbol + "-" + toolHash + ".o");
      task.objectPath = path.str().str();
      tasks.push_back(std::move(task));
    }
  return tasks;
}

std::string KernelSet::printHalide(const TargetSpec &target, std::string &error) const {
  std::string text;
  for (const auto &[name, entry] : kernels) {
    if (!text.empty())
      text += "\n// " + std::string(100, '-') + "\n\n";
    text += fullgraph::printHalide(*entry.kernel, target, entry.options, name + target.suffix(), error);
    if (!error.empty()) {
      error = "kernel '" + name + "': " + error;
      return "";
    }
  }
  return text;
}

bool parseTargets(const DriverOptions &options, std::vector<TargetSpec> &targets, std::string &error) {
  const std::vector<std::string> host = {"host"};
  for (const std::string &text : options.targets.empty() ? host : options.targets)
    if (!TargetSpec::parse(text, targets, error)) {
      error = "'--target': " + error;
      return false;
    }
  // "host" and "x86-64-v3" may name the same one.
  std::vector<TargetSpec> distinct;
  for (const TargetSpec &target : targets)
    if (llvm::none_of(distinct, [&](const TargetSpec &other) { return other.suffix() == target.suffix(); }))
      distinct.push_back(target);
  targets = std::move(distinct);
  return true;
}

std::string transform(Graph &graph, const DriverOptions &options) {
  const auto dump = [&](const char *pass, const Graph &after) {
    if (options.dumpPasses)
      llvm::errs() << "# after " << pass << "\n" << printGraph(after) << "\n";
  };
  if (options.passes.empty())
    return runPasses(graph, dump);
  return runPasses(graph, options.passes, dump);
}

std::string writeText(const std::string &path, const std::string &text) {
  if (path.empty() || path == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    if (!llvm::outs().has_error())
      return "";
    const std::string why = llvm::outs().error().message();
    llvm::outs().clear_error();
    return "cannot write to the standard output: " + why;
  }
  OutputFiles files;
  files.add(path, text);
  return files.commit();
}

std::string archiveOf(const std::vector<KernelTask> &tasks, std::string &error) {
  std::vector<std::pair<std::string, std::string>> members;
  for (const KernelTask &task : tasks)
    members.emplace_back(task.symbol + ".o", task.objectPath);
  return makeArchive(members, error);
}

std::string joinObjects(const std::vector<KernelTask> &tasks, const std::string &output, std::string &error) {
  if (llvm::sys::path::extension(output) == ".a")
    return archiveOf(tasks, error);
  if (tasks.size() != 1) {
    error = std::to_string(tasks.size()) + " objects do not go into '" + output +
            "': name an archive, '-o <file>.a'";
    return "";
  }
  auto buffer = llvm::MemoryBuffer::getFile(tasks[0].objectPath);
  if (!buffer) {
    error = "cannot read '" + tasks[0].objectPath + "': " + buffer.getError().message();
    return "";
  }
  return (*buffer)->getBuffer().str();
}

std::string writeRepro(const KernelTask &task, const std::string &folder) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, task.kernel->name + ".graph");
  return writeText(path.str().str(), printGraph(*task.kernel->graph)).empty() ? path.str().str()
                                                                              : std::string();
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
