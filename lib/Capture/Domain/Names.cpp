#include "lib/Capture/Domain/Names.h"

#include "lib/Frontend/OtherSources.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <set>

using namespace clang;

namespace fullgraph {

/// Of a word "fg7_x": "fg7_"; empty for others.
static llvm::StringRef ownPrefixOf(llvm::StringRef word) {
  const size_t behind =
      word.starts_with("fg") ? word.find_first_not_of("0123456789", 2) : llvm::StringRef::npos;
  return behind != llvm::StringRef::npos && word[behind] == '_' ? word.take_front(behind + 1)
                                                                : llvm::StringRef();
}

/// The library's headers have a few such words, too.
static bool isLibraryWord(llvm::StringRef word) {
  return word.starts_with("fg_library_") || word.starts_with("fg_math_") ||
         llvm::StringSwitch<bool>(word).Cases("fg_buffer", "fg_dim", "fg_type", true).Default(false);
}

/// The table has each word that the parser read, in all headers: names of any scope, and macros.
bool mayBeNamed(const clang::NamedDecl *decl, bool complete) {
  const clang::Decl *named = decl;
  if (const auto *record = dyn_cast<clang::CXXRecordDecl>(decl)) {
    if (const clang::CXXRecordDecl *pattern = record->getTemplateInstantiationPattern())
      named = pattern;
  } else if (const auto *called = dyn_cast<clang::FunctionDecl>(decl)) {
    if (const clang::FunctionDecl *pattern = called->getTemplateInstantiationPattern())
      named = pattern;
  }
  const clang::SourceManager &sources = decl->getASTContext().getSourceManager();
  const auto *tag = dyn_cast<clang::TagDecl>(named);
  if (tag && complete && tag->getDefinition())
    return !isOfOtherSource(tag->getDefinition()->getLocation(), sources);
  return llvm::any_of(named->redecls(),
                      [&](const clang::Decl *one) { return !isOfOtherSource(one->getLocation(), sources); });
}

std::string ownPrefix(const ASTContext &context) {
  std::set<llvm::StringRef> taken;
  for (const auto &entry : context.Idents)
    if (const llvm::StringRef prefix = ownPrefixOf(entry.getKey());
        !prefix.empty() && !isLibraryWord(entry.getKey()))
      taken.insert(prefix);
  std::string prefix = "fg_";
  for (unsigned i = 1; taken.count(prefix); ++i)
    prefix = "fg" + std::to_string(i) + "_";
  return prefix;
}

SourceLoc locOf(SourceLocation where, const ASTContext &context) {
  SourceLoc result;
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation expansion = sources.getExpansionLoc(where);
  const PresumedLoc presumed = sources.getPresumedLoc(expansion, /*UseLineDirectives=*/false);
  if (presumed.isInvalid())
    return result;
  const auto entry = sources.getFileEntryRefForID(sources.getFileID(expansion));
  const llvm::StringRef real = entry ? entry->getFileEntry().tryGetRealPathName() : llvm::StringRef();
  result.file = real.empty() ? presumed.getFilename() : real.str();
  result.line = presumed.getLine();
  result.column = presumed.getColumn();
  return result;
}

/// Which element of a parameter pack it is. Instances of one parameter stand where their pattern does.
static std::optional<size_t> indexInPack(const ParmVarDecl *parameter) {
  const auto *function = dyn_cast<FunctionDecl>(parameter->getDeclContext());
  const FunctionDecl *pattern = function ? function->getTemplateInstantiationPattern() : nullptr;
  const auto isPattern = [&](const ParmVarDecl *one) {
    return one->isParameterPack() && one->getDeclName() == parameter->getDeclName();
  };
  if (!pattern || !parameter->getIdentifier() || llvm::none_of(pattern->parameters(), isPattern))
    return std::nullopt;
  size_t index = 0;
  for (const ParmVarDecl *other : function->parameters()) {
    if (other == parameter)
      break;
    index += other->getDeclName() == parameter->getDeclName();
  }
  return index;
}

std::string variableText(const ValueDecl *variable) {
  const std::string name = variable->getNameAsString();
  const auto *parameter = dyn_cast<ParmVarDecl>(variable);
  const std::optional<size_t> index = parameter ? indexInPack(parameter) : std::nullopt;
  return index ? "::std::get<" + std::to_string(*index) + ">(::std::tie(" + name + "...))" : name;
}

std::string functionId(const FunctionDecl *function, ASTContext &context) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  const bool isLambda = method && method->getParent()->isLambda();
  std::string base;
  for (char c : isLambda ? std::string("lambda") : function->getQualifiedNameAsString())
    base += llvm::isAlnum(c) ? c : '_';
  std::string key = ASTNameGenerator(context).getName(function);
  if (isLambda)
    key += locOf(function->getLocation(), context).str();
  return llvm::formatv("{0}_{1:x-8}", base, llvm::xxh3_64bits(key) & 0xffffffffu);
}

} // namespace fullgraph
