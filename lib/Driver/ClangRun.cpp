#include "lib/Driver/ClangRun.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Driver/ClangCompat.h"
#include "lib/Driver/Definitions.h"
#include "lib/Driver/TargetSources.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/BuryPointer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace fullgraph {

namespace {

using Continuation = llvm::function_ref<void(const ParsedUnit &)>;

class IncludeRecorder : public clang::PPCallbacks {
public:
  IncludeRecorder(clang::SourceManager &sources, std::vector<IncludeDirective> &includes)
      : sources(sources), includes(includes) {}

  void InclusionDirective(clang::SourceLocation hashLoc, const clang::Token &, llvm::StringRef fileName,
                          bool isAngled, clang::CharSourceRange nameRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef searchPath, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    const clang::OptionalFileEntryRef includer = sources.getFileEntryRefForID(sources.getFileID(hashLoc));
    if (!file || !includer || !nameRange.getBegin().isFileID())
      return;
    const auto [id, begin] = sources.getDecomposedLoc(nameRange.getBegin());
    // A name that comes from a macro ends elsewhere: then its tokens in the directive are not known here.
    const clang::SourceLocation endLoc = sources.getSpellingLoc(nameRange.getEnd());
    const auto [endId, end] = sources.getDecomposedLoc(endLoc);
    if (endId != id || end <= begin)
      return;
    IncludeDirective directive;
    directive.includer = realPath(includer->getName().str());
    directive.offset = begin;
    directive.length = end - begin;
    directive.target = realPath(file->getName().str());
    directive.angled = isAngled;
    directive.besideIncluder = !isAngled && !llvm::sys::path::is_absolute(fileName) &&
                               realPath(searchPath.str()) == llvm::sys::path::parent_path(directive.includer);
    includes.push_back(std::move(directive));
  }

private:
  clang::SourceManager &sources;
  std::vector<IncludeDirective> &includes;
};

/// What the parts of one attempt to parse a unit share.
struct UnitParts {
  const ParseRequest &request;
  std::vector<RefusedSource> &refused;
  std::vector<IncludeDirective> includes = {};
  std::vector<std::string> passedOver = {}; // see TargetSources
  bool again = false;                       // one more source is refused: what was parsed is not to be used
};

class AllDependencies : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(clang::CompilerInstance &compiler, AllDependencies &dependencies, const UnitParts &parts,
           Continuation then)
      : compiler(compiler), dependencies(dependencies), parts(parts), then(then) {}

  // The parser calls this when templates have been instantiated: every body that the program can run is
  // there.
  void HandleTranslationUnit(clang::ASTContext &) override {
    clang::DiagnosticsEngine &diags = compiler.getDiagnostics();
    if (diags.hasErrorOccurred())
      return;
    diags.setErrorLimit(0); // all breaks in one run
    std::vector<std::string> files;
    for (const std::string &file : dependencies.getDependencies())
      files.push_back(file);
    files.insert(files.end(), parts.passedOver.begin(), parts.passedOver.end());
    then(ParsedUnit{compiler, parts.includes, files, parts.refused});
  }

private:
  clang::CompilerInstance &compiler;
  AllDependencies &dependencies;
  const UnitParts &parts;
  Continuation then;
};

/// Modules without a constructor of their own, `struct Net : nn::Module { nn::Linear in{8, 4}; }`: clang
/// makes the implicit one, and the library's that its members need, only where the source makes such an
/// object. It may be made in another source, so that errors are not of this one.
void defineModuleConstructors(clang::CompilerInstance &compiler) {
  clang::Sema &sema = compiler.getSema();
  clang::DiagnosticsEngine &diags = compiler.getDiagnostics();
  diags.setSuppressAllDiagnostics(true);
  for (const clang::CXXRecordDecl *record : classesOf(compiler.getASTContext())) {
    if (record->isInvalidDecl() || record->isDependentContext() || isFgClass(record) ||
        !isModuleClass(record))
      continue;
    clang::CXXConstructorDecl *ctor =
        sema.LookupDefaultConstructor(const_cast<clang::CXXRecordDecl *>(record));
    if (ctor && ctor->isDefaulted() && !ctor->isDeleted() && !ctor->isInvalidDecl())
      sema.MarkFunctionReferenced(record->getLocation(), ctor);
  }
  sema.PerformPendingInstantiations();
  diags.setSuppressAllDiagnostics(false);
}

/// Parses the main file and then, where that went well, other sources of the target and the library's
/// definitions, as one translation unit. They are entered at the end of the main file only: what the user
/// left open is an error there.
void parseUnit(clang::CompilerInstance &compiler, UnitParts &parts) {
  clang::Sema &sema = compiler.getSema();
  clang::Preprocessor &preprocessor = compiler.getPreprocessor();
  clang::Parser parser(preprocessor, sema, /*SkipFunctionBodies=*/false);
  preprocessor.enableIncrementalProcessing(); // else the main file's end were the end of all tokens
  preprocessor.EnterMainSourceFile();
  parser.Initialize();

  clang::Parser::DeclGroupPtrTy declaration;
  clang::Sema::ModuleImportState imports = clang::Sema::ModuleImportState::FirstDecl;
  const auto atEnd = [&] { return parser.getCurToken().is(clang::tok::eof); };
  bool ended = parser.ParseFirstTopLevelDecl(declaration, imports);
  const auto parseTokens = [&] {
    while (!ended && !atEnd())
      ended = parser.ParseTopLevelDecl(declaration, imports);
  };
  parseTokens();
  Definitions definitions(compiler);
  if (!ended && !compiler.getDiagnostics().hasErrorOccurred()) {
    // What only instantiations call is called.
    sema.DefineUsedVTables();
    sema.PerformPendingInstantiations();
    defineModuleConstructors(compiler);
    const size_t ownIncludes = parts.includes.size();
    {
      TargetSources others(compiler, parts.request.targetSources, parts.refused, parts.includes);
      const clang::SourceLocation end = parser.getCurToken().getLocation();
      while (!parts.again && others.enterNext(end)) {
        parser.ConsumeAnyToken();
        parseTokens();
        sema.DefineUsedVTables();
        sema.PerformPendingInstantiations();
        if (std::optional<RefusedSource> refused = others.leave()) {
          parts.refused.push_back(std::move(*refused));
          parts.again = true;
        }
      }
      parts.passedOver = others.passedOver();
    }
    parts.includes.resize(ownIncludes);
    if (!parts.again && definitions.enter(parser.getCurToken().getLocation())) {
      parser.ConsumeAnyToken();
      parseTokens();
      sema.PerformPendingInstantiations();
    }
    clang::DiagnosticsEngine &diags = compiler.getDiagnostics();
    const unsigned missing = diags.getCustomDiagID(
        clang::DiagnosticsEngine::Error, "the definition of '%0' was not read: an error of fullgraph");
    for (const std::string &name : definitions.leave())
      diags.Report(missing) << name;
  }
  preprocessor.enableIncrementalProcessing(false);
  while (!ended)
    ended = parser.ParseTopLevelDecl(declaration, imports); // the end of the translation unit
  if (!parts.again)
    compiler.getASTConsumer().HandleTranslationUnit(compiler.getASTContext());
}

class Action : public clang::ASTFrontendAction {
public:
  Action(UnitParts &parts, Continuation then)
      : parts(parts), then(then), dependencies(std::make_shared<AllDependencies>()) {}

  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    compiler.addDependencyCollector(dependencies);
    return true;
  }
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<IncludeRecorder>(compiler.getSourceManager(), parts.includes));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, *dependencies, parts, then);
  }
  void ExecuteAction() override {
    clang::CompilerInstance &compiler = getCompilerInstance();
    compiler.createSema(getTranslationUnitKind(), /*CompletionConsumer=*/nullptr);
    parseUnit(compiler, parts);
  }

private:
  UnitParts &parts;
  Continuation then;
  std::shared_ptr<AllDependencies> dependencies;
};

/// The compiler of the generated source warns about the user's code; graph breaks are none of the diagnostics
/// that this turns off. What clang refuses by default, as a narrowing in braces, is no such warning, though
/// flags can turn it off: the compiler would refuse the generated source, too. Where the user's own flags
/// make it a warning, it is that compiler's.
void reportErrorsAlone(clang::DiagnosticsEngine &diags) {
  std::vector<clang::diag::kind> all;
  clang::DiagnosticIDs::getAllDiagnostics(clang::diag::Flavor::WarningOrError, all);
  const clang::DiagnosticIDs &ids = *diags.getDiagnosticIDs();
  for (const clang::diag::kind id : all)
    if (ids.isBuiltinWarningOrExtension(id) &&
        (!ids.isDefaultMappingAsError(id) ||
         diags.getDiagnosticLevel(id, clang::SourceLocation()) < clang::DiagnosticsEngine::Error))
      diags.setSeverity(id, clang::diag::Severity::Ignored, clang::SourceLocation());
  // FG_COMPILE on a declaration behind the definition: clang drops it, and it would be ignored in silence.
  diags.setSeverity(clang::diag::warn_attribute_precede_definition, clang::diag::Severity::Warning,
                    clang::SourceLocation());
}

/// Clang's driver asks its own main() for this, which is not run here. The last flag holds; without one,
/// colours are for terminals, and for users who do not refuse them (no-color.org).
bool wantsColors(const std::vector<std::string> &commandLine) {
  const char *refused = std::getenv("NO_COLOR");
  const bool automatic = llvm::sys::Process::StandardErrHasColors() && !(refused && *refused);
  bool wanted = automatic;
  for (const llvm::StringRef flag : commandLine)
    if (flag == "-fcolor-diagnostics" || flag == "-fdiagnostics-color" ||
        flag == "-fdiagnostics-color=always")
      wanted = true;
    else if (flag == "-fno-color-diagnostics" || flag == "-fno-diagnostics-color" ||
             flag == "-fdiagnostics-color=never")
      wanted = false;
    else if (flag == "-fdiagnostics-color=auto")
      wanted = automatic;
  return wanted;
}

bool parseOnce(UnitParts &parts, Continuation then) {
  const ParseRequest &request = parts.request;
  std::vector<const char *> words;
  for (const std::string &word : request.commandLine)
    words.push_back(word.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = makeFlagDiagnostics(request.client);
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(words, options);
  if (!invocation)
    return false;
  if (!request.workingDirectory.empty())
    invocation->getFileSystemOpts().WorkingDir = request.workingDirectory;
  clang::DiagnosticOptions &diagnosticOptions = invocation->getDiagnosticOpts();
  diagnosticOptions.ShowColors = wantsColors(request.commandLine);
  if (request.client)
    diagnosticOptions.ShowCarets = 0; // else clang adds "1 error generated." on stderr
  if (request.verify) {
    diagnosticOptions.VerifyDiagnostics = 1;
    diagnosticOptions.VerifyPrefixes = {"expected"};
  }

  // The process ends with this source (Driver.cpp), and freeing an AST takes longer than capturing it.
  invocation->getFrontendOpts().DisableFree = true;
  std::unique_ptr<clang::CompilerInstance> compiler = makeCompiler(invocation, request.client);
  reportErrorsAlone(compiler->getDiagnostics());
  Action action(parts, then);
  const bool executed = compiler->ExecuteAction(action);
  // Under `verify` the errors are expected ones, and `executed` says whether they came.
  const bool ok = executed && (request.verify || !compiler->getDiagnostics().hasErrorOccurred());
  llvm::BuryPointer(std::move(compiler));
  return ok;
}

} // namespace

std::string realPath(const std::string &path) {
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(path, real))
    return path;
  return real.str().str();
}

bool parseSource(const ParseRequest &request, Continuation then) {
  std::vector<RefusedSource> refused;
  while (true) { // each turn but the last refuses one source
    UnitParts parts{request, refused};
    const bool ok = parseOnce(parts, then);
    if (!parts.again)
      return ok;
  }
}

} // namespace fullgraph
