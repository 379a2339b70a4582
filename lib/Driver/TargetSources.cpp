#include "lib/Driver/TargetSources.h"

#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/ProgramVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace fullgraph {

namespace {

using llvm::StringRef;

/// The first error of a source.
class FirstError : public clang::DiagnosticConsumer {
public:
  std::string text;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error || !text.empty())
      return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    text = message.str().str();
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid())
      return;
    const clang::PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    if (place.isValid())
      text = std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) + ": " + text;
  }
};

/// Where the macros are defined that a source expands or asks for; null when nobody wants to know.
using MacroPlaces = std::unique_ptr<std::map<StringRef, clang::SourceLocation>>;

class MacroUses : public clang::PPCallbacks {
public:
  explicit MacroUses(std::shared_ptr<MacroPlaces> found) : found(std::move(found)) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &macro, clang::SourceRange,
                    const clang::MacroArgs *) override {
    note(name, macro);
  }
  void Ifdef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &macro) override {
    note(name, macro);
  }
  void Ifndef(clang::SourceLocation, const clang::Token &name, const clang::MacroDefinition &macro) override {
    note(name, macro);
  }
  void Defined(const clang::Token &name, const clang::MacroDefinition &macro, clang::SourceRange) override {
    note(name, macro);
  }

private:
  void note(const clang::Token &name, const clang::MacroDefinition &macro) {
    if (*found && macro.getMacroInfo() && name.getIdentifierInfo())
      (*found)->emplace(name.getIdentifierInfo()->getName(), macro.getMacroInfo()->getDefinitionLoc());
  }

  std::shared_ptr<MacroPlaces> found; // the preprocessor keeps its callbacks
};

llvm::StringSet<> wordsOf(StringRef text) {
  llvm::StringSet<> words;
  while (!text.empty()) {
    text = text.drop_until([](char c) { return llvm::isAlpha(c) || c == '_'; });
    const StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(word.size());
    words.insert(word);
  }
  return words;
}

/// The names of functions of the user's that have no body here, and of those that are compiled.
class NeededNames : public ProgramVisitor {
public:
  using ProgramVisitor::ProgramVisitor;
  std::set<std::string> names;
  bool anyCompiled = false, anyMissing = false;

  bool dataTraverseStmtPre(clang::Stmt *) override { return false; } // declarations alone
  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    const bool compiled = isAnnotated(function);
    anyCompiled |= compiled;
    const auto *method = clang::dyn_cast<clang::CXXMethodDecl>(function);
    const bool isCalled = function->isReferenced() || (method && method->isVirtual());
    if (!compiled && (!isCalled || function->isDefined() || function->isImplicit() ||
                      function->isDefaulted() || function->isDeleted() || function->isPureVirtual()))
      return true;
    anyMissing |= !compiled;
    if (clang::isa<clang::CXXConstructorDecl>(function))
      names.insert(method->getParent()->getNameAsString());
    else if (function->getIdentifier())
      names.insert(function->getName().str());
    else if (function->isOverloadedOperator() && function->getOverloadedOperator() != clang::OO_Call)
      names.insert("operator");
    return true;
  }
};

} // namespace

class TargetSources::Impl {
public:
  Impl(clang::CompilerInstance &compiler, const std::vector<std::string> &candidates,
       const std::vector<RefusedSource> &refused, const std::vector<IncludeDirective> &includes)
      : compiler(compiler), context(compiler.getASTContext()), sources(compiler.getSourceManager()),
        preprocessor(compiler.getPreprocessor()), includes(includes) {
    mainFile = pathOf(sources.getMainFileID());
    entered.insert(mainFile);
    std::set<std::string> known = {mainFile};
    for (const RefusedSource &source : refused)
      known.insert(source.path);
    for (const std::string &path : candidates) {
      const clang::OptionalFileEntryRef file = compiler.getFileManager().getOptionalFileRef(realPath(path));
      if (!file || !known.insert(realPath(path)).second)
        continue;
      if (auto text = compiler.getFileManager().getBufferForFile(*file))
        waiting.push_back({*file, realPath(path), wordsOf((*text)->getBuffer())});
    }
  }

  bool enterNext(clang::SourceLocation end) {
    if (waiting.empty())
      return false;
    NeededNames needed(context);
    needed.TraverseDecl(context.getTranslationUnitDecl());
    anyCompiled |= needed.anyCompiled;
    anyMissing = needed.anyMissing;
    const auto next = llvm::find_if(waiting, [&](const Candidate &candidate) {
      return llvm::any_of(needed.names,
                          [&](const std::string &name) { return candidate.words.contains(name); });
    });
    if (!anyCompiled || next == waiting.end() || entered.size() > maxSources)
      return false;
    current = *next;
    waiting.erase(next);
    if (!*macros)
      preprocessor.addPPCallbacks(std::make_unique<MacroUses>(macros));
    *macros = std::make_unique<std::map<StringRef, clang::SourceLocation>>();
    hideMacros(end);
    hideIn(context.getTranslationUnitDecl());
    begin = sources.getNextLocalOffset();
    clang::DiagnosticsEngine &diags = compiler.getDiagnostics();
    usersClient = diags.getClient();
    owned = diags.takeClient();
    diags.setClient(&errors, false);
    preprocessor.getHeaderSearchInfo().getFileInfo(current->file); // asked for where it includes a header
    const clang::FileID id = sources.createFileID(current->file, end, clang::SrcMgr::C_User);
    return !preprocessor.EnterSourceFile(id, nullptr, end);
  }

  std::optional<RefusedSource> leave() {
    compiler.getDiagnostics().setClient(usersClient, owned.release() != nullptr);
    restore();
    entered.insert(current->path);
    if (errors.text.empty())
      errors.text = otherMeaning();
    if (errors.text.empty())
      return std::nullopt;
    return RefusedSource{current->path, errors.text};
  }

  std::vector<std::string> passedOver() const {
    std::vector<std::string> paths;
    if (anyCompiled && anyMissing)
      for (const Candidate &candidate : waiting)
        paths.push_back(candidate.path);
    return paths;
  }

  ~Impl() { macros->reset(); }

private:
  static constexpr size_t maxSources = 64;

  struct Candidate {
    clang::FileEntryRef file;
    std::string path;
    llvm::StringSet<> words;
  };
  struct Hidden {
    clang::NamedDecl *decl;
    bool isInScope; // of the file
  };

  clang::CompilerInstance &compiler;
  clang::ASTContext &context;
  clang::SourceManager &sources;
  clang::Preprocessor &preprocessor;
  const std::vector<IncludeDirective> &includes;
  std::vector<Candidate> waiting;
  std::optional<Candidate> current;
  std::string mainFile;
  std::set<std::string> entered; // the main file, and the sources that were read behind it
  bool anyCompiled = false, anyMissing = false;
  unsigned begin = 0; // of the current source, in the source manager
  std::vector<Hidden> hidden;
  std::shared_ptr<MacroPlaces> macros = std::make_shared<MacroPlaces>(); // of the current source
  FirstError errors;
  clang::DiagnosticConsumer *usersClient = nullptr;
  std::unique_ptr<clang::DiagnosticConsumer> owned;

  std::string pathOf(clang::FileID id) {
    const clang::OptionalFileEntryRef file = sources.getFileEntryRefForID(id);
    return file ? realPath(file->getName().str()) : "";
  }
  /// Of the file in which it stands, or its macro is expanded.
  std::string pathOf(clang::SourceLocation where) {
    const clang::FileID id = sources.getFileID(sources.getExpansionLoc(where));
    const auto [entry, fresh] = paths.try_emplace(id.getHashValue());
    if (fresh)
      entry->second = pathOf(id);
    return entry->second;
  }
  std::map<unsigned, std::string> paths; // by file
  bool isHidden(clang::SourceLocation where) { return where.isValid() && entered.count(pathOf(where)); }

  void hideMacros(clang::SourceLocation end) {
    std::vector<clang::IdentifierInfo *> names;
    for (const auto &entry : preprocessor.macros(/*IncludeExternalMacros=*/false))
      if (const clang::MacroInfo *macro = preprocessor.getMacroInfo(entry.first);
          macro && isHidden(macro->getDefinitionLoc()))
        names.push_back(const_cast<clang::IdentifierInfo *>(entry.first));
    for (clang::IdentifierInfo *name : names)
      preprocessor.appendMacroDirective(name, new (preprocessor.getPreprocessorAllocator())
                                                  clang::UndefMacroDirective(end));
  }

  /// Takes what the sources that were read declare in namespaces out of look-ups.
  void hideIn(clang::DeclContext *part) {
    for (clang::Decl *decl : part->decls()) {
      if (!isHidden(decl->getLocation()))
        continue;
      if (clang::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(decl)) {
        hideIn(clang::cast<clang::DeclContext>(decl));
        continue;
      }
      if (const auto *enumeration = clang::dyn_cast<clang::EnumDecl>(decl);
          enumeration && !enumeration->isScoped() && isOfNamespace(decl))
        for (clang::EnumConstantDecl *constant : enumeration->enumerators())
          hide(constant);
      auto *named = clang::dyn_cast<clang::NamedDecl>(decl);
      // An unnamed namespace that is opened again is found by the directive of the first time.
      const bool isOpened = clang::isa<clang::UsingDirectiveDecl>(decl) && decl->isImplicit();
      if (named && named->getDeclName() && isOfNamespace(decl) && !isOpened)
        hide(named);
    }
  }
  /// A method's definition stands in a namespace, too.
  static bool isOfNamespace(const clang::Decl *decl) {
    return decl->getDeclContext()->getRedeclContext()->isFileContext();
  }

  void hide(clang::NamedDecl *decl) {
    bool found = false;
    for (clang::DeclContext *scope = decl->getDeclContext(); scope; scope = scope->getParent()) {
      clang::DeclContext *primary = scope->getPrimaryContext();
      primary->buildLookup();
      if (clang::StoredDeclsMap *map = primary->getLookupPtr())
        if (const auto entry = map->find(decl->getDeclName());
            entry != map->end() && llvm::is_contained(entry->second.getLookupResult(), decl)) {
          found = true;
          entry->second.remove(decl);
          if (entry->second.isNull())
            map->erase(entry);
        }
      if (!scope->isTransparentContext() && !scope->isInlineNamespace())
        break;
    }
    if (!found) // an older declaration than the one that look-ups find
      return;
    clang::Scope *file = compiler.getSema().TUScope; // which is still open
    const bool isInScope = file->isDeclScope(decl);
    if (isInScope) {
      file->RemoveDecl(decl);
      compiler.getSema().IdResolver.RemoveDecl(decl);
    }
    clang::Decl *earlier = decl->getPreviousDecl();
    while (earlier && isHidden(earlier->getLocation()))
      earlier = earlier->getPreviousDecl();
    if (earlier)
      decl->getDeclContext()->makeDeclVisibleInContext(clang::cast<clang::NamedDecl>(earlier));
    hidden.push_back({decl, isInScope});
  }

  void restore() {
    for (const Hidden &entry : llvm::reverse(hidden)) {
      clang::DeclContext *scope = entry.decl->getDeclContext();
      if (llvm::none_of(scope->lookup(entry.decl->getDeclName()), [&](const clang::NamedDecl *found) {
            return found->getCanonicalDecl() == entry.decl->getCanonicalDecl();
          }))
        scope->makeDeclVisibleInContext(entry.decl);
      if (entry.isInScope) {
        compiler.getSema().TUScope->AddDecl(entry.decl);
        compiler.getSema().IdResolver.AddDecl(entry.decl);
      }
    }
    hidden.clear();
  }

  /// The files that a file includes, in turn, itself among them.
  std::set<std::string> closure(const std::string &file) {
    std::set<std::string> files = {file};
    for (bool grew = true; grew;) {
      grew = false;
      for (const IncludeDirective &include : includes)
        if (files.count(include.includer))
          grew |= files.insert(include.target).second;
    }
    return files;
  }

  /// What the source would not have found on its own: a name or a macro of a header that it does not include.
  std::string otherMeaning() {
    const std::set<std::string> own = closure(current->path);
    std::set<std::string> foreign;
    for (const std::string &file : entered)
      if (file != current->path)
        for (const std::string &seen : closure(file))
          if (!own.count(seen))
            foreign.insert(seen);
    const auto isForeign = [&](clang::SourceLocation where) {
      return where.isValid() && !sources.isInSystemHeader(sources.getExpansionLoc(where)) &&
             foreign.count(pathOf(where)) != 0;
    };
    const auto said = [](StringRef name, const std::string &file) {
      return "'" + name.str() + "' is declared in " + file + ", which it does not include";
    };
    for (const auto &[name, where] : **macros)
      if (isForeign(where))
        return said(name, pathOf(where));

    struct References : AstVisitor {
      std::function<bool(const clang::NamedDecl *)> isForeign;
      const clang::NamedDecl *found = nullptr;
      bool check(const clang::NamedDecl *decl) {
        if (decl && isForeign(decl))
          found = decl;
        return !found;
      }
      bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override { return check(reference->getDecl()); }
      bool VisitTagTypeLoc(clang::TagTypeLoc type) override { return check(type.getDecl()); }
      bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) override {
        return check(type.getTypedefNameDecl());
      }
    } references;
    references.isForeign = [&](const clang::NamedDecl *decl) {
      return decl->getDeclContext()->getRedeclContext()->isFileContext() &&
             llvm::all_of(decl->redecls(),
                          [&](const clang::Decl *one) { return isForeign(one->getLocation()); });
    };
    for (clang::Decl *decl : context.getTranslationUnitDecl()->decls()) {
      const clang::SourceLocation where = decl->getLocation();
      if (where.isValid() && (where.getRawEncoding() & ~(1u << 31)) >= begin &&
          pathOf(where) == current->path && !references.TraverseDecl(decl))
        return said(references.found->getNameAsString(), pathOf(references.found->getLocation()));
    }
    return "";
  }
};

TargetSources::TargetSources(clang::CompilerInstance &compiler, const std::vector<std::string> &candidates,
                             const std::vector<RefusedSource> &refused,
                             const std::vector<IncludeDirective> &includes)
    : impl(std::make_unique<Impl>(compiler, candidates, refused, includes)) {}
TargetSources::~TargetSources() = default;
bool TargetSources::enterNext(clang::SourceLocation end) { return impl->enterNext(end); }
std::optional<RefusedSource> TargetSources::leave() { return impl->leave(); }
std::vector<std::string> TargetSources::passedOver() const { return impl->passedOver(); }

} // namespace fullgraph
