#include "lib/Breaks/Breaks.h"
#include "lib/Capture/Capture.h"
#include "lib/Capture/Explore/StaticSizes.h"
#include "lib/Driver/BackendPlugins.h"
#include "lib/Driver/BuildLog.h"
#include "lib/Driver/ClangRun.h"
#include "lib/Driver/CompilationDatabase.h"
#include "lib/Driver/CompilerFlags.h"
#include "lib/Driver/DeviceCode.h"
#include "lib/Driver/Driver.h"
#include "lib/Driver/Fixes.h"
#include "lib/Driver/LeafWalk.h"
#include "lib/Driver/Outputs.h"
#include "lib/Driver/Stages.h"
#include "lib/Driver/Tuning/Tuning.h"
#include "lib/Emit/Report.h"
#include "lib/Frontend/Modes.h"

#include <fullgraph/detail/environment.h>

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <set>

namespace fullgraph {

namespace {

namespace path = llvm::sys::path;
using Clock = std::chrono::steady_clock;

/// Where everything goes; absolute.
struct OutputPaths {
  std::string source, archive, objectDir, headers;
};

OutputPaths outputPaths(const DriverOptions &options, const std::string &input) {
  OutputPaths paths;
  std::string source = options.output;
  if (source.empty() || source == "-")
    source = path::stem(input).str() + ".fg.cpp";
  paths.source = absolutePath(source);
  llvm::SmallString<256> archive(paths.source);
  path::replace_extension(archive, "a");
  paths.archive = options.archive.empty() ? archive.str().str() : absolutePath(options.archive);
  paths.objectDir =
      options.objectDir.empty() ? path::parent_path(paths.source).str() : absolutePath(options.objectDir);
  llvm::SmallString<256> headers(paths.objectDir);
  path::append(headers, path::stem(paths.source) + ".include");
  paths.headers = headers.str().str();
  return paths;
}

/// One source on its way through the stages, while clang's translation unit is alive.
class SourceCompilation {
public:
  SourceCompilation(const DriverOptions &options, const std::string &input, const ParsedUnit &unit,
                    std::vector<TargetSpec> targets, const BreakFlags &breakFlags, Clock::time_point start)
      : options(options), input(input), unit(unit), targets(std::move(targets)), breakFlags(breakFlags),
        paths(outputPaths(options, input)), start(start), stageStart(start) {}

  void run() {
    endStage("frontend");
    for (const RefusedSource &refused : unit.refused)
      remark("'" + refused.path +
             "' is not read with this source, which takes its functions for unknown: " + refused.reason);
    if (options.fix)
      return applyFixes();
    capture();
    if (failed() || options.verify)
      return;
    if (options.stages.emit == EmitStage::Capture)
      return printStage(printCaptures());
    makePrograms();
    if (!failed() && wantsPrograms())
      tune();
    if (failed() || options.command == Command::Tune)
      return;
    switch (options.stages.emit) {
    case EmitStage::Graph:
    case EmitStage::Dot:
      return printStage(printGraphs());
    case EmitStage::Program:
      return printStage(printPrograms());
    case EmitStage::Halide:
      return printStage(printKernels());
    case EmitStage::Cpp:
      return printStage(emit().source);
    default:
      break;
    }
    if (llvm::is_contained(options.logs, "kernel_code"))
      kernelCode = printKernels();
    makeKernels();
    if (failed())
      return;
    if (options.stages.emit == EmitStage::Object)
      return writeObjects();
    writeEverything();
  }

private:
  const DriverOptions &options;
  const std::string &input;
  const ParsedUnit &unit;
  std::vector<TargetSpec> targets;
  const BreakFlags &breakFlags;
  const OutputPaths paths;
  Clock::time_point start, stageStart;
  std::vector<StageTime> stages;

  std::vector<CapturedFunction> captured;
  std::vector<CompiledFunction> compiled; // parallel to `captured`
  KernelSet kernels;
  std::vector<KernelTask> tasks;
  std::string kernelCode; // of --log
  bool error = false;

  clang::SourceManager &sources() const { return unit.compiler.getSourceManager(); }
  clang::DiagnosticsEngine &diags() const { return unit.compiler.getDiagnostics(); }
  bool failed() const { return error || diags().hasErrorOccurred(); }
  /// An error that has no place in the source; it makes clang's run fail as well.
  void fail(const std::string &text) {
    const unsigned id = diags().getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
    diags().Report(id) << text;
    error = true;
  }
  void fail(llvm::Error problem) { fail(llvm::toString(std::move(problem))); }
  void warn(const std::string &text) {
    diags().Report(diags().getCustomDiagID(clang::DiagnosticsEngine::Warning, "%0")) << text;
  }
  void remark(const std::string &text) {
    diags().Report(diags().getCustomDiagID(clang::DiagnosticsEngine::Remark, "%0")) << text;
  }
  /// What is wrong with a profile costs versions, never the build.
  void readProfile(Profile &profile, Profile &staticProfile) {
    if (options.profile.empty())
      return;
    const auto file = llvm::MemoryBuffer::getFile(options.profile);
    if (!file)
      return warn("cannot read the profile '" + options.profile + "': " + file.getError().message());
    unsigned malformed = 0;
    profile = parseProfile((*file)->getBuffer().str(), malformed);
    staticProfile = parseStaticProfile((*file)->getBuffer().str());
    if (malformed)
      warn("the profile '" + options.profile + "' has " + std::to_string(malformed) +
           " lines that say nothing");
    // Each call of a function is a version: a few serve most calls.
    constexpr size_t maxCalls = 7;
    for (Profile *one : {&profile, &staticProfile})
      for (auto &[name, function] : *one)
        if (function.calls.size() > maxCalls)
          function.calls.resize(maxCalls);
  }
  void endStage(const char *name) {
    const Clock::time_point now = Clock::now();
    stages.push_back({name, std::chrono::duration<double>(now - stageStart).count()});
    stageStart = now;
  }

  void capture() {
    CaptureOptions captureOptions;
    captureOptions.breakFlags = breakFlags;
    captureOptions.fullgraph = options.functions.fullgraph;
    captureOptions.ahead = options.functions.ahead;
    captureOptions.aheadVersions = static_cast<int>(options.functions.aheadVersions);
    namespace environment = fg::detail::environment;
    const environment::Row &verbose = environment::rowOf(environment::Variable::Verbose);
    const environment::Value value = environment::parse(verbose, environment::textOf(verbose));
    captureOptions.verbose = value.number != 0;
    if (!value.problem.empty())
      warn(value.problem);
    readProfile(captureOptions.profile, captureOptions.staticProfile);
    captured = captureTranslationUnit(unit.compiler.getASTContext(), captureOptions);
    for (const auto &[name, profiled] : captureOptions.profile)
      if (profiled.file == path::filename(input) &&
          llvm::none_of(captured, [&](const CapturedFunction &f) { return f.name == name; }))
        warn("the profile has calls of '" + name + "', which is not a compiled function here");
    for (CapturedFunction &function : captured) {
      function.body.file = realPath(function.body.file);
      if (function.options.mode == 0 && !options.functions.mode.empty())
        function.options.mode = modeOf(options.functions.mode);
    }
    if (!captured.empty() && !options.functions.mode.empty() &&
        isWithoutEffect(modeOf(options.functions.mode)))
      remark(modeRemark("--mode=" + options.functions.mode));
    checkBackends();
    endStage("capture");
  }

  /// With plug-ins on the command line, a name that none of them has is likely misspelt.
  void checkBackends() {
    if (options.plugins.empty())
      return;
    llvm::Expected<std::vector<LoadedBackend>> loaded = loadBackends(options.plugins);
    if (!loaded)
      return fail(loaded.takeError());
    for (const CapturedFunction &function : captured)
      if (hasOwnBackend(function.options) && llvm::none_of(*loaded, [&](const LoadedBackend &backend) {
            return backend.name == function.options.backend;
          }))
        warn("no plug-in has the backend '" + function.options.backend + "' of '" + function.name +
             "': it runs as written unless the program registers one");
  }

  void applyFixes() {
    Fixes fixes;
    fixes.listen(diags());
    capture();
    llvm::Expected<std::string> said = fixes.apply(sources(), unit.compiler.getLangOpts());
    if (!said)
      return fail(said.takeError());
    llvm::outs() << *said;
    llvm::outs().flush();
  }

  /// The stage that fails on a leaf takes it out of compilation: the user's code runs there.
  void dropLeaf(CapturedFunction &function, DecisionNode &leaf, const std::string &kernel,
                const std::string &why) {
    leaf.kind = DecisionNode::EagerLeaf;
    leaf.reason = "kernel '" + kernel + "' failed to compile";
    leaf.graph.reset();
    tellOnce(function, BreakKind::BackendFailure, {kernel, why});
  }

  /// Of one kind and one first argument.
  void tellOnce(CapturedFunction &function, BreakKind kind, std::vector<std::string> args) {
    for (const Break &told : function.breaks)
      if (told.kind == kind && told.args.front() == args.front())
        return;
    Break one;
    one.kind = kind;
    one.function = function.name;
    one.args = std::move(args);
    const clang::SourceLocation loc = locate(function.loc);
    one.range = clang::SourceRange(loc, loc);
    error |= reportBreak(diags(), one, function.options.fullgraph || options.functions.fullgraph, breakFlags);
    function.breaks.push_back(std::move(one));
  }
  void tellNoDeviceCode(CapturedFunction &function, const std::string &why) {
    if (!why.empty())
      tellOnce(function, BreakKind::DeviceCode, {function.name, namesOfDevices(targets), why});
  }

  void makePrograms() {
    double passSeconds = 0;
    for (CapturedFunction &function : captured) {
      CompiledFunction result;
      result.function = &function;
      LowerOptions lower;
      lower.strictFloat = function.options.strictFloat;
      forEachVersion(function, [&](CapturedVersion &version) {
        forEachGraphLeaf(*version.tree, [&](DecisionNode &leaf) {
          CompiledLeaf compiledLeaf;
          compiledLeaf.leaf = &leaf;
          compiledLeaf.forOthers = version.forOthers;
          compiledLeaf.isAhead = !isMadeAtRunTime(function, version, leaf);
          if (leaf.graph) {
            const std::string name = leaf.graph->name;
            const Clock::time_point before = Clock::now();
            compiledLeaf.captured = capturedText(*leaf.graph);
            if (isMadeAtRunTime(function, version, leaf)) { // for the run-time compiler alone
              compiledLeaf.program = std::make_unique<Program>();
              compiledLeaf.program->outputs.resize(leaf.graph->outputs().size());
              return result.leaves.push_back(std::move(compiledLeaf));
            }
            leaf.graph->reads.clear(); // they name values that the passes may remove
            std::string why = transform(*leaf.graph, options);
            passSeconds += std::chrono::duration<double>(Clock::now() - before).count();
            if (why.empty() && wantsPrograms()) {
              if (llvm::Expected<std::unique_ptr<Program>> program = fuse(*leaf.graph))
                compiledLeaf.program = std::move(*program);
              else
                why = llvm::toString(program.takeError());
              if (compiledLeaf.program && function.options.backendKind() == BackendKind::Operators)
                removeKernels(*compiledLeaf.program);
              if (compiledLeaf.program) {
                kernels.add(*compiledLeaf.program, lower, backendOf(function),
                            isAutotuned(function.options.mode));
                if (function.options.backendKind() == BackendKind::Kernels)
                  tellNoDeviceCode(function, chooseDevices(*leaf.graph, *compiledLeaf.program,
                                                           backendOf(function), targets));
              }
            }
            if (!why.empty())
              return dropLeaf(function, leaf, name, why);
          }
          result.leaves.push_back(std::move(compiledLeaf));
        });
      });
      compiled.push_back(std::move(result));
    }
    kernels.chooseLevels();
    kernels.shareDevices();
    endStage("fusion");
    stages.back().seconds -= passSeconds;
    stages.insert(stages.end() - 1, {"passes", passSeconds});
  }
  /// What compiles its kernels, if it has any.
  static const Backend &backendOf(const CapturedFunction &function) {
    const Backend *backend = findBackend(function.options.backend);
    return backend ? *backend : defaultBackend();
  }
  bool wantsPrograms() const {
    return options.stages.emit != EmitStage::Graph && options.stages.emit != EmitStage::Dot;
  }

  void tune() {
    llvm::SmallString<256> beside(paths.source);
    path::replace_extension(beside, "tune.json");
    llvm::Expected<std::vector<std::string>> remarks =
        tuneKernels(options, input, beside.str().str(), targets, kernels);
    if (!remarks)
      return fail(remarks.takeError());
    llvm::for_each(*remarks, [&](const std::string &text) { remark(text); });
    endStage("tuning");
  }

  void makeKernels() {
    llvm::SmallString<256> folder(paths.objectDir);
    path::append(folder, "kernels");
    if (!kernels.empty()) {
      if (llvm::Error problem = makeFolder(folder.str().str()))
        return fail(std::move(problem));
      tasks = kernels.tasks(targets, folder.str().str(), toolHash(options.executable));
      buildKernels(tasks, jobCount(options));
      dropFailedKernels();
    }
    endStage("kernels");
  }

  void dropFailedKernels() {
    std::map<std::string, std::string> failures; // kernel name → why
    for (const KernelTask &task : tasks)
      if (!task.error.empty() && task.target.isDevice())
        for (size_t i = 0; i < captured.size(); ++i)
          for (CompiledLeaf &leaf : compiled[i].leaves)
            if (leaf.program && leavesDevices(*leaf.program, task.kernelName))
              tellNoDeviceCode(captured[i], "kernel '" + task.kernelName + "': " + task.error);
    llvm::erase_if(tasks,
                   [](const KernelTask &task) { return task.target.isDevice() && !task.error.empty(); });
    for (const KernelTask &task : tasks)
      if (!task.error.empty() && failures.emplace(task.kernelName, task.error).second)
        if (const std::optional<std::string> repro = writeRepro(task, paths.objectDir))
          failures[task.kernelName] += " (its graph is in " + *repro + ")";
    if (failures.empty())
      return;
    std::set<std::string> needed; // by the leaves that stay
    for (size_t i = 0; i < captured.size(); ++i)
      llvm::erase_if(compiled[i].leaves, [&](CompiledLeaf &leaf) {
        if (!leaf.program)
          return false;
        for (const Kernel &kernel : leaf.program->kernels)
          if (const auto found = failures.find(kernel.name); found != failures.end()) {
            dropLeaf(captured[i], const_cast<DecisionNode &>(*leaf.leaf), kernel.name, found->second);
            return true;
          }
        for (const Kernel &kernel : leaf.program->kernels)
          needed.insert(kernel.name);
        return false;
      });
    // From here on a task's graph may be gone with its leaf; its name is its own.
    llvm::erase_if(tasks, [&](const KernelTask &task) { return !needed.count(task.kernelName); });
  }

  // ---- output
  // ------------------------------------------------------------------------------------------------------

  void printStage(const std::string &text) {
    if (failed())
      return;
    if (llvm::Error problem = writeText(options.output, text))
      fail(std::move(problem));
  }

  std::string printCaptures() const {
    std::string text;
    for (const CapturedFunction &function : captured)
      text += printCapture(function);
    return text;
  }

  std::string printGraphs() const {
    std::string text;
    for (const CompiledFunction &function : compiled)
      for (const CompiledLeaf &leaf : function.leaves)
        if (leaf.leaf->graph) {
          if (!text.empty())
            text += "\n";
          text += options.stages.emit == EmitStage::Dot ? printDot(*leaf.leaf->graph)
                                                        : printGraph(*leaf.leaf->graph);
        }
    return text;
  }

  std::string printPrograms() const {
    std::string text;
    for (const CompiledFunction &function : compiled)
      for (const CompiledLeaf &leaf : function.leaves)
        if (leaf.program)
          text += (text.empty() ? "" : "\n") + leaf.program->str();
    return text;
  }

  std::string printKernels() {
    llvm::Expected<std::string> text = kernels.printAll(targets.front());
    if (text)
      return std::move(*text);
    fail(text.takeError());
    return "";
  }

  void writeObjects() {
    llvm::Expected<std::string> content = joinObjects(tasks, options.output);
    if (llvm::Error problem = content ? writeText(options.output, *content) : content.takeError())
      fail(std::move(problem));
  }

  std::string headerPath(const std::string &original) const {
    llvm::SmallString<256> copy(paths.headers);
    const std::string folder = path::parent_path(original).str();
    path::append(copy, llvm::utohexstr(llvm::xxh3_64bits(folder), true, 16), path::filename(original));
    return copy.str().str();
  }

  /// The main file, and every file from which an #include leads to a compiled function.
  EmitOutput emit() {
    EmitInput emission;
    const clang::OptionalFileEntryRef main = sources().getFileEntryRefForID(sources().getMainFileID());
    emission.mainFile = main ? realPath(main->getName().str()) : input;
    emission.outputPath = paths.source;
    emission.targets = targets;
    std::set<std::string> files = {emission.mainFile};
    for (const CapturedFunction &function : captured)
      if (!function.regions.empty())
        files.insert(function.body.file);
    for (bool grew = true; grew;) {
      grew = false;
      for (const IncludeDirective &include : unit.includes)
        if (files.count(include.target))
          grew |= files.insert(include.includer).second;
    }
    for (const std::string &file : files)
      addContent(emission, file);
    std::set<std::pair<std::string, unsigned>> seen; // a header without a guard is read several times
    for (const IncludeDirective &include : unit.includes)
      if (files.count(include.includer) && (files.count(include.target) || include.besideIncluder) &&
          seen.emplace(include.includer, include.offset).second)
        emission.includes.push_back({include.includer, include.offset, include.length, include.target});
    emission.functions = std::move(compiled);
    EmitOutput output = emitSources(emission, [&](const std::string &file) { return headerPath(file); });
    compiled = std::move(emission.functions);
    return output;
  }

  void addContent(EmitInput &emission, const std::string &file) {
    llvm::StringRef text;
    if (file == emission.mainFile) {
      text = sources().getBufferData(sources().getMainFileID());
    } else {
      const clang::OptionalFileEntryRef entry = unit.compiler.getFileManager().getOptionalFileRef(file);
      const auto buffer = entry ? sources().getMemoryBufferForFileOrNone(*entry) : std::nullopt;
      if (!buffer)
        return fail("cannot read '" + file + "' again");
      text = buffer->getBuffer();
    }
    emission.contents[file] = text.str();
  }

  void writeEverything() {
    llvm::Expected<std::string> archive = archiveOf(tasks);
    if (!archive)
      return fail(archive.takeError());
    const EmitOutput output = emit();
    if (failed())
      return;
    endStage("emit");

    OutputFiles files;
    for (const auto &[original, text] : output.headers) {
      const std::string copy = headerPath(original);
      if (llvm::Error problem = makeFolder(path::parent_path(copy).str()))
        return fail(std::move(problem));
      files.add(copy, text);
    }
    files.add(paths.archive, *archive);
    const ReportInput report = makeReport();
    if (!options.report.empty()) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      writeReport(report, stream);
      files.add(absolutePath(options.report), stream.str());
    }
    if (!options.depfile.empty()) {
      std::vector<std::string> dependencies = unit.dependencies;
      dependencies.push_back(options.executable);
      if (!options.tuning.file.empty())
        dependencies.push_back(absolutePath(options.tuning.file));
      files.add(absolutePath(options.depfile),
                makeDepfile(options.output.empty() ? paths.source : options.output, dependencies));
    }
    files.add(paths.source, output.source); // last: what builds wait for
    if (llvm::Error problem = files.commit())
      return fail(std::move(problem));
    llvm::outs() << buildLog({options.logs, compiled, targets, tasks, kernelCode}) << summaryLine(report)
                 << "\n";
    llvm::outs().flush();
  }

  ReportInput makeReport() {
    ReportInput report;
    report.mainFile = absolutePath(input);
    report.outputFile = paths.source;
    report.functions = &compiled;
    report.targets = targets;
    report.stages = stages;
    report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    for (const KernelTask &task : tasks) {
      KernelBuild build;
      build.name = task.kernelName;
      build.target = llvm::StringRef(task.target.suffix()).ltrim('_').str();
      build.reused = task.reused;
      build.seconds = task.seconds;
      uint64_t size = 0;
      if (!llvm::sys::fs::file_size(task.objectPath, size))
        build.objectBytes = size;
      report.builds.push_back(std::move(build));
    }
    report.locate = [this](clang::SourceLocation loc) {
      const clang::PresumedLoc place = sources().getPresumedLoc(sources().getExpansionLoc(loc));
      if (place.isInvalid())
        return SourceLoc();
      return SourceLoc{absolutePath(place.getFilename()), place.getLine(), place.getColumn()};
    };
    report.excerpt = [this, locate = report.locate](clang::SourceRange range) {
      return excerptOf(sources(), unit.compiler.getLangOpts(), range, locate);
    };
    return report;
  }

  clang::SourceLocation locate(const SourceLoc &loc) const {
    const clang::OptionalFileEntryRef file = unit.compiler.getFileManager().getOptionalFileRef(loc.file);
    if (!file || !loc.isValid())
      return {};
    return sources().translateFileLineCol(&file->getFileEntry(), loc.line, std::max(loc.column, 1u));
  }
};

} // namespace

bool compileSource(const DriverOptions &options, const std::string &input, Messages &messages) {
  const Clock::time_point start = Clock::now();
  BreakFlags breakFlags;
  for (const std::string &flag : options.breakFlags) {
    llvm::Expected<bool> known = breakFlags.parse(flag);
    if (known && *known)
      continue;
    messages.error(known ? "unknown flag '" + flag + "'"
                         : "'" + flag + "': " + llvm::toString(known.takeError()));
    return false;
  }
  llvm::Expected<std::vector<TargetSpec>> targets = parseTargets(options);
  if (!targets)
    return messages.succeeded(targets.takeError());

  ParseRequest request;
  std::vector<std::string> flags;
  if (!options.unit.compilationDatabase.empty()) {
    llvm::Expected<DatabaseEntry> entry = findInDatabase(options.unit.compilationDatabase, input);
    if (!entry)
      return messages.succeeded(entry.takeError());
    flags = entry->flags;
    request.workingDirectory = entry->directory;
  }
  flags.insert(flags.end(), options.flags.begin(), options.flags.end());
  const std::string file = request.workingDirectory.empty() ? input : absolutePath(input);
  request.commandLine = clangCommandLine(options.executable, filterCompilerFlags(flags), file);
  request.verify = options.verify;
  request.targetSources = options.unit.targetSources;
  const std::unique_ptr<clang::DiagnosticConsumer> client = messages.makeClient();
  request.client = client.get();
  return parseSource(request, [&](const ParsedUnit &unit) {
    SourceCompilation(options, input, unit, std::move(*targets), breakFlags, start).run();
  });
}

} // namespace fullgraph
