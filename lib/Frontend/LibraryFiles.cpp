#include "lib/Frontend/LibraryFiles.h"

#include "lib/Config.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;
namespace path = llvm::sys::path;

namespace fullgraph {
namespace {

/// The namespace or class `name` in `scope`; null if there is none.
const DeclContext *member(const DeclContext *scope, llvm::StringRef name, const ASTContext &context) {
  if (scope)
    for (NamedDecl *found : scope->lookup(&context.Idents.get(name)))
      if (isa<NamespaceDecl, CXXRecordDecl>(found))
        return cast<DeclContext>(found);
  return nullptr;
}

} // namespace

LibraryFiles::LibraryFiles(const ASTContext &context)
    : sources(context.getSourceManager()), files(sources.getFileManager()) {
  const DeclContext *library = member(context.getTranslationUnitDecl(), "fg", context);
  if (const DeclContext *tensor = member(library, "Tensor", context)) {
    const SourceLocation header = sources.getExpansionLoc(cast<Decl>(tensor)->getLocation());
    if (const OptionalFileEntryRef file = sources.getFileEntryRefForID(sources.getFileID(header)))
      headersFolder = files.getCanonicalName(file->getDir());
  }
}

bool LibraryFiles::isIn(FileEntryRef file, llvm::StringRef folder) const {
  llvm::StringRef in = files.getCanonicalName(file.getDir());
  return !folder.empty() && in.consume_front(folder) && (in.empty() || path::is_separator(in.front()));
}

bool LibraryFiles::holds(FileEntryRef file) const {
  if (isIn(file, headersFolder))
    return true;
  for (const std::string &folder : definitionsFolders())
    if (const OptionalDirectoryEntryRef found = files.getOptionalDirectoryRef(folder))
      if (isIn(file, files.getCanonicalName(*found)))
        return true;
  return false;
}

bool LibraryFiles::holds(SourceLocation where) const {
  const OptionalFileEntryRef file =
      sources.getFileEntryRefForID(sources.getFileID(sources.getExpansionLoc(where)));
  return file && holds(*file);
}

std::vector<std::string> LibraryFiles::definitionsFolders() const {
  std::vector<std::string> folders;
  if (headersFolder.empty())
    return folders;
  for (const char *relative : {FULLGRAPH_DEFINITIONS_INSTALLED, "../../library"}) {
    llvm::SmallString<128> folder(headersFolder);
    path::append(folder, relative);
    path::remove_dots(folder, /*remove_dot_dot=*/true);
    folders.push_back(folder.str().str());
  }
  return folders;
}

OptionalFileEntryRef LibraryFiles::definitionsOf(FileEntryRef header) const {
  llvm::StringRef in = files.getCanonicalName(header.getDir());
  if (!in.consume_front(headersFolder))
    return std::nullopt;
  for (const std::string &folder : definitionsFolders()) {
    llvm::SmallString<128> name(folder);
    path::append(name, in, path::stem(header.getName()) + ".cpp");
    if (const OptionalFileEntryRef found = files.getOptionalFileRef(name))
      return found;
  }
  return std::nullopt;
}

bool isLibraryCode(SourceLocation where, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  where = sources.getExpansionLoc(where);
  return where.isInvalid() || sources.isInSystemHeader(where) || LibraryFiles(context).holds(where);
}

} // namespace fullgraph
