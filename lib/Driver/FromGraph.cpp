#include "lib/Driver/Driver.h"
#include "lib/Driver/Outputs.h"
#include "lib/Driver/Stages.h"
#include "lib/Driver/Tuning/Tuning.h"
#include "lib/Emit/Report.h"
#include "lib/Graph/Failure.h"
#include "lib/Shapes/Infer.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fullgraph {

namespace {

/// parseGraphs says "line:column: what".
void reportParseError(Messages &messages, const std::string &input, llvm::StringRef error) {
  const auto [lineText, afterLine] = error.split(':');
  const auto [columnText, what] = afterLine.split(':');
  unsigned line = 0, column = 0;
  if (lineText.getAsInteger(10, line) || columnText.getAsInteger(10, column))
    messages.error(error.str(), input, 1, 1);
  else
    messages.error(what.trim().str(), input, line, column);
}

llvm::Error buildObjects(const DriverOptions &options, const KernelSet &kernels,
                         const std::vector<TargetSpec> &targets) {
  std::string folder = options.objectDir;
  if (folder.empty())
    folder = llvm::sys::path::parent_path(absolutePath(options.output)).str();
  llvm::SmallString<256> objects(folder);
  llvm::sys::path::append(objects, "kernels");
  if (llvm::Error error = makeFolder(objects.str().str()))
    return error;
  std::vector<KernelTask> tasks = kernels.tasks(targets, objects.str().str(), toolHash(options.executable));
  buildKernels(tasks, jobCount(options));
  llvm::Error failed = llvm::Error::success();
  for (const KernelTask &task : tasks)
    if (!task.error.empty())
      failed = llvm::joinErrors(std::move(failed),
                                failure("kernel '" + task.symbol + "' failed to compile: " + task.error));
  if (failed)
    return failed;
  llvm::Expected<std::string> content = joinObjects(tasks, options.output);
  return content ? writeText(options.output, *content) : content.takeError();
}

} // namespace

bool compileGraphs(const DriverOptions &options, const std::string &input, Messages &messages) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input, /*IsText=*/true);
  if (!buffer) {
    messages.error("cannot read '" + input + "': " + buffer.getError().message());
    return false;
  }
  const llvm::StringRef text = (*buffer)->getBuffer();
  llvm::Expected<std::vector<std::unique_ptr<Graph>>> graphs = parseGraphs({text.data(), text.size()});
  if (!graphs) {
    reportParseError(messages, input, llvm::toString(graphs.takeError()));
    return false;
  }
  llvm::Expected<std::vector<TargetSpec>> targets = parseTargets(options);
  if (!targets)
    return messages.succeeded(targets.takeError());
  // Kernels alone: there is no generated code that would choose a level.
  llvm::erase_if(*targets, [](const TargetSpec &target) { return target.whereItPays; });

  std::string printed;
  std::vector<std::unique_ptr<Program>> programs;
  KernelSet kernels;
  for (const std::unique_ptr<Graph> &graph : *graphs) {
    const auto fail = [&](const std::string &what) {
      messages.error(input + ": graph '@" + graph->name + "': " + what);
      return false;
    };
    // Inference takes a graph's structure for granted: a value used before it is computed, or an argument of
    // the wrong kind, is the verifier's to report.
    std::string error = verifyStructure(*graph);
    if (error.empty())
      error = inferGraph(*graph);
    if (error.empty())
      error = verifyGraph(*graph);
    if (!error.empty())
      return fail(error);
    if (!printed.empty())
      printed += "\n";
    if (options.stages.emit == EmitStage::Capture) {
      printed += printGraph(*graph);
      continue;
    }
    error = transform(*graph, options);
    if (!error.empty())
      return fail(error);
    if (options.stages.emit == EmitStage::Graph || options.stages.emit == EmitStage::Dot) {
      printed += options.stages.emit == EmitStage::Dot ? printDot(*graph) : printGraph(*graph);
      continue;
    }
    llvm::Expected<std::unique_ptr<Program>> program = fuse(*graph);
    if (!program)
      return fail(llvm::toString(program.takeError()));
    programs.push_back(std::move(*program));
    for (Kernel &kernel : programs.back()->kernels)
      kernel.hasDevices = true; // who names a device wants code for it, or the reason why there is none
    if (options.stages.emit == EmitStage::Program)
      printed += programs.back()->str();
    else
      kernels.add(*programs.back(), LowerOptions());
  }
  if (llvm::Expected<std::vector<std::string>> remarks = tuneKernels(options, input, "", *targets, kernels);
      !remarks)
    return messages.succeeded(remarks.takeError());
  if (options.command == Command::Tune)
    return true;
  if (options.stages.emit == EmitStage::Object)
    return messages.succeeded(buildObjects(options, kernels, *targets));
  if (options.stages.emit == EmitStage::Halide) {
    llvm::Expected<std::string> text = kernels.printAll(targets->front());
    if (!text)
      return messages.succeeded(text.takeError());
    printed = std::move(*text);
  }
  return messages.succeeded(writeText(options.output, printed));
}

} // namespace fullgraph
