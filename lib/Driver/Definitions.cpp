#include "lib/Driver/Definitions.h"

#include "lib/Driver/DefinitionScan.h"
#include "lib/Frontend/LibraryFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/OperatorKinds.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

namespace fullgraph {

namespace {

using llvm::StringRef;

struct DefinitionFile {
  clang::FileEntryRef file;
  std::unique_ptr<llvm::MemoryBuffer> text;
  DefinitionScan scan;
  std::vector<bool> needed; // parallel to the functions
};

} // namespace

class Definitions::Impl {
public:
  explicit Impl(clang::CompilerInstance &compiler)
      : compiler(compiler), context(compiler.getASTContext()), sources(compiler.getSourceManager()),
        preprocessor(compiler.getPreprocessor()) {}

  bool enter(clang::SourceLocation end) {
    library = member(context.getTranslationUnitDecl(), "fg");
    const clang::DeclContext *tensor = member(library, "Tensor");
    if (!tensor)
      return false;
    const clang::SourceLocation header =
        sources.getExpansionLoc(clang::cast<clang::Decl>(tensor)->getLocation());
    own.emplace(context);
    if (own->headers().empty())
      return false;
    readFiles();
    if (files.empty()) {
      clang::DiagnosticsEngine &diags = compiler.getDiagnostics();
      diags.Report(diags.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                         "the definitions of fullgraph's headers in '%0' are missing: they "
                                         "should be in '%1' (an installation) or '%2' (the source tree)"))
          << own->headers() << own->definitionsFolders()[0] << own->definitionsFolders()[1];
      return false;
    }
    markNeeded();
    hideMacros(end);
    hideFunctions();
    // The last that is entered is read first.
    bool any = false;
    for (DefinitionFile &definitions : llvm::reverse(files))
      any |= enterFile(definitions, end, sources.getFileCharacteristic(header));
    return any;
  }

  std::vector<std::string> leave() {
    for (const auto &[where, decl] : hidden)
      where->addDecl(decl);
    hidden.clear();
    std::vector<std::string> missing;
    for (const DefinitionFile &file : files)
      for (size_t i = 0; i < file.needed.size(); ++i)
        if (!file.needed[i] && isReferenced(file.scan.functions[i]))
          missing.push_back(file.scan.functions[i].scope + "::" + file.scan.functions[i].name);
    return missing;
  }

private:
  clang::CompilerInstance &compiler;
  clang::ASTContext &context;
  clang::SourceManager &sources;
  clang::Preprocessor &preprocessor;
  clang::DeclContext *library = nullptr; // namespace fg
  std::optional<LibraryFiles> own;
  std::vector<DefinitionFile> files;
  llvm::StringSet<> visible; // the words of what the parser will see
  std::vector<std::pair<clang::DeclContext *, clang::Decl *>> hidden;

  /// The namespace or class `name` in `scope`; null if there is none.
  clang::DeclContext *member(clang::DeclContext *scope, StringRef name) {
    if (scope)
      for (clang::NamedDecl *found : scope->lookup(&context.Idents.get(name)))
        if (clang::isa<clang::NamespaceDecl, clang::CXXRecordDecl>(found))
          return clang::cast<clang::DeclContext>(found);
    return nullptr;
  }

  void readFiles() {
    std::map<std::string, clang::FileEntryRef> found; // of each header that was read, by name
    for (auto entry = sources.fileinfo_begin(); entry != sources.fileinfo_end(); ++entry)
      if (isOurs(entry->first))
        if (const clang::OptionalFileEntryRef file = own->definitionsOf(entry->first))
          found.emplace(file->getName().str(), *file);
    for (const auto &[name, file] : found)
      if (auto text = compiler.getFileManager().getBufferForFile(file)) {
        DefinitionScan scan = scanDefinitions((*text)->getBuffer());
        std::vector<bool> needed(scan.functions.size());
        files.push_back({file, std::move(*text), std::move(scan), std::move(needed)});
      }
  }

  void markNeeded() {
    llvm::StringMap<std::vector<std::pair<size_t, size_t>>> byName; // file and function
    for (size_t i = 0; i < files.size(); ++i)
      for (size_t j = 0; j < files[i].scan.functions.size(); ++j)
        byName[files[i].scan.functions[j].name].emplace_back(i, j);

    std::vector<StringRef> todo;
    const auto add = [&](llvm::ArrayRef<StringRef> words) {
      for (const StringRef word : words)
        if (visible.insert(word).second)
          todo.push_back(word);
    };
    std::map<std::pair<StringRef, StringRef>, bool> asked;
    for (const DefinitionFile &file : files) {
      add(file.scan.words);
      for (const ScannedFunction &function : file.scan.functions) {
        const auto [entry, fresh] = asked.try_emplace({function.scope, function.name}, false);
        if (fresh)
          entry->second = isReferenced(function);
        if (entry->second)
          add(StringRef(function.name));
      }
    }
    // Complex tensors come from few names; who says none of them does without some seventy functions.
    if (mentionsComplex())
      for (DefinitionFile &file : files)
        for (size_t i = 0; i < file.needed.size(); ++i)
          if (file.scan.functions[i].scope == "fg::complex_forms") {
            file.needed[i] = true;
            add(file.scan.functions[i].words);
          }
    while (!todo.empty()) {
      const auto found = byName.find(todo.back());
      todo.pop_back();
      if (found == byName.end())
        continue;
      for (const auto &[file, function] : found->second) {
        if (files[file].scan.functions[function].scope == "fg::complex_forms")
          continue;
        files[file].needed[function] = true;
        add(files[file].scan.functions[function].words);
      }
    }
  }

  /// Does the user's text have a word for complex numbers: a dtype, or what makes a tensor of them?
  bool mentionsComplex() {
    for (auto entry = sources.fileinfo_begin(); entry != sources.fileinfo_end(); ++entry) {
      if (isOurs(entry->first) || isSystem(entry->first))
        continue;
      const std::optional<StringRef> text = entry->second->getBufferDataIfLoaded();
      if (text && llvm::any_of(llvm::ArrayRef<StringRef>{"omplex", "c64", "c128", "fft", "polar", "stft"},
                               [&](StringRef word) { return text->contains(word); }))
        return true;
    }
    return false;
  }
  bool isSystem(clang::FileEntryRef file) {
    const clang::FileID id = sources.translateFile(file);
    return id.isValid() && sources.isInSystemHeader(sources.getLocForStartOfFile(id));
  }

  /// Whether the unit uses a declaration of this name.
  bool isReferenced(const ScannedFunction &function) {
    clang::DeclContext *scope = context.getTranslationUnitDecl();
    llvm::SmallVector<StringRef> parts;
    StringRef(function.scope).split(parts, "::", -1, false);
    for (const StringRef part : parts)
      if (scope = member(scope, part); !scope)
        return false;
    return llvm::any_of(scope->lookup(nameOf(function.name)), [](const clang::NamedDecl *decl) {
      return decl->isReferenced() || decl->isUsed(false);
    });
  }

  clang::DeclarationName nameOf(StringRef name) {
    static const llvm::StringMap<clang::OverloadedOperatorKind> operators = [] {
      llvm::StringMap<clang::OverloadedOperatorKind> made;
      for (int kind = clang::OO_None + 1; kind < clang::NUM_OVERLOADED_OPERATORS; ++kind) {
        const auto overloaded = static_cast<clang::OverloadedOperatorKind>(kind);
        made[std::string("operator") + clang::getOperatorSpelling(overloaded)] = overloaded;
      }
      return made;
    }();
    if (const auto found = operators.find(name); found != operators.end())
      return context.DeclarationNames.getCXXOperatorName(found->second);
    return &context.Idents.get(name);
  }

  /// `#define N 64` would be read in the definitions, too. What the headers and the implementation define
  /// stays: it has names that the user must not take.
  void hideMacros(clang::SourceLocation end) {
    std::vector<clang::IdentifierInfo *> names;
    for (const auto &entry : preprocessor.macros(/*IncludeExternalMacros=*/false)) {
      const StringRef name = entry.first->getName();
      if (entry.first->hasMacroDefinition() && !name.starts_with("_") && !name.starts_with("FG_"))
        names.push_back(const_cast<clang::IdentifierInfo *>(entry.first));
    }
    for (clang::IdentifierInfo *name : names)
      preprocessor.appendMacroDirective(name, new (preprocessor.getPreprocessorAllocator())
                                                  clang::UndefMacroDirective(end));
  }

  bool isOurs(clang::FileEntryRef file) const { return own->holds(file); }
  bool isOurs(clang::SourceLocation loc) const { return own->holds(loc); }

  /// An overload that the user added to namespace fg could fit a call in a definition better than the
  /// library's.
  void hideFunctions() {
    std::vector<clang::DeclContext *> parts;
    for (clang::NamespaceDecl *part : clang::cast<clang::NamespaceDecl>(library)->redecls())
      if (!isOurs(part->getLocation()))
        parts.push_back(part);
    for (clang::DeclContext *part : llvm::reverse(parts)) // redeclarations come last first
      for (clang::Decl *decl : part->decls()) {
        const auto *named = clang::dyn_cast<clang::NamedDecl>(decl);
        if (named && named->getDeclName() && visible.contains(named->getDeclName().getAsString()) &&
            clang::isa<clang::FunctionDecl, clang::FunctionTemplateDecl, clang::UsingShadowDecl>(decl) &&
            !isOurs(decl->getCanonicalDecl()->getLocation()))
          hidden.emplace_back(part, decl);
      }
    for (const auto &[where, decl] : hidden)
      where->removeDecl(decl);
  }

  bool enterFile(DefinitionFile &definitions, clang::SourceLocation end,
                 clang::SrcMgr::CharacteristicKind characteristic) {
    if (llvm::none_of(definitions.needed, [](bool needed) { return needed; }))
      return false;
    std::string text = definitions.text->getBuffer().str();
    for (size_t i = 0; i < definitions.needed.size(); ++i)
      if (!definitions.needed[i]) {
        const ScannedFunction &function = definitions.scan.functions[i];
        for (unsigned at = function.begin; at < function.end; ++at)
          if (text[at] != '\n')
            text[at] = ' ';
      }
    sources.overrideFileContents(definitions.file,
                                 llvm::MemoryBuffer::getMemBufferCopy(text, definitions.file.getName()));
    const clang::FileID id = sources.createFileID(definitions.file, end, characteristic);
    return !preprocessor.EnterSourceFile(id, nullptr, end);
  }
};

Definitions::Definitions(clang::CompilerInstance &compiler) : impl(std::make_unique<Impl>(compiler)) {}
Definitions::~Definitions() = default;
bool Definitions::enter(clang::SourceLocation end) { return impl->enter(end); }
std::vector<std::string> Definitions::leave() { return impl->leave(); }

} // namespace fullgraph
