// Members of the caller's objects in generated code, which stands where the function does: what it may name,
// and how it reaches what it may not.
//
// A private member of another class is reached through a pointer to member that an explicit instantiation
// names: there, access is not checked ([temp.spec.general]). The instantiations stand in front of the
// outermost declaration around the function, where the member's class must be complete already.

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

/// A text that is an identifier, one for each type: "::model::Net<4>" → "fg_model__Net_4_".
std::string identifierOfType(llvm::StringRef type, std::string name) {
  type.consume_front("::");
  for (char c : type)
    name += llvm::isAlnum(c) ? c : '_';
  return name;
}

/// Can a declaration at `place` of the file name this type, with all of it complete?
bool isNameableAt(QualType type, SourceLocation place, const SourceManager &sources) {
  const TagDecl *tag = type->getAsTagDecl();
  if (!tag)
    return !type->isDependentType();
  if (!tag->getIdentifier() || tag->getParentFunctionOrMethod())
    return false;
  const TagDecl *written = tag;
  if (const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(tag)) {
    for (const TemplateArgument &argument : specialisation->getTemplateArgs().asArray()) {
      if (argument.getKind() == TemplateArgument::Type) {
        if (!isNameableAt(argument.getAsType(), place, sources))
          return false;
      } else if (argument.getKind() != TemplateArgument::Integral) {
        return false;
      }
    }
    if (const CXXRecordDecl *pattern = specialisation->getTemplateInstantiationPattern())
      written = pattern;
  }
  if (const auto *outer = dyn_cast<CXXRecordDecl>(tag->getDeclContext()))
    return isNameableAt(classType(outer), place, sources);
  if (const TagDecl *definition = written->getDefinition())
    written = definition;
  return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(written->getEndLoc()), place);
}

} // namespace

/// In a class, a function's body sees all of it: it stands behind the outermost class, as it were.
bool isCompleteIn(const FunctionDecl *function, QualType type, const SourceManager &sources) {
  SourceLocation place = sources.getExpansionLoc(function->getBody()->getBeginLoc());
  for (const DeclContext *scope = function->getLexicalDeclContext(); !scope->isFileContext();
       scope = scope->getLexicalParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope); record && !record->isLambda())
      place = sources.getExpansionLoc(record->getEndLoc()).getLocWithOffset(1);
  return isNameableAt(type, place, sources);
}

namespace {

/// Does a class between `object` and its base `of` declare this name? Then the plain name is not that of
/// `of`.
bool isHidden(DeclarationName name, const CXXRecordDecl *of, const CXXRecordDecl *object) {
  if (object->getCanonicalDecl() == of->getCanonicalDecl())
    return false;
  if (!object->lookup(name).empty())
    return true;
  return llvm::any_of(object->bases(), [&](const CXXBaseSpecifier &base) {
    const CXXRecordDecl *record = base.getType()->getAsCXXRecordDecl();
    return record && record->hasDefinition() && isHidden(name, of, record->getDefinition());
  });
}

/// The members of an anonymous struct of the class `of` are named as if they were `of`'s own.
bool hidesMemberOf(const FieldDecl *anonymous, const CXXRecordDecl *of, const CXXRecordDecl *object) {
  return llvm::any_of(anonymous->getType()->getAsRecordDecl()->fields(), [&](const FieldDecl *member) {
    return member->isAnonymousStructOrUnion() ? hidesMemberOf(member, of, object)
                                              : isHidden(member->getDeclName(), of, object);
  });
}

/// An attribute's own location is that of its name.
SourceLocation attributeBegin(const Attr *attribute, const SourceManager &sources) {
  if (attribute->getLocation().isMacroID())
    return sources.getExpansionLoc(attribute->getLocation());
  const auto [file, offset] = sources.getDecomposedLoc(attribute->getLocation());
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset);
  size_t begin = llvm::StringRef::npos;
  for (const char *opening : {"[[", "__attribute__", "alignas"})
    if (const size_t found = before.rfind(opening);
        found != llvm::StringRef::npos && (begin == llvm::StringRef::npos || found > begin))
      begin = found;
  return begin == llvm::StringRef::npos ? attribute->getLocation()
                                        : sources.getLocForStartOfFile(file).getLocWithOffset(begin);
}

} // namespace

SourceLocation outermostDeclaration(const FunctionDecl *function, const SourceManager &sources) {
  const Decl *outer = function;
  if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
    outer = pattern;
  for (const DeclContext *parent = outer->getLexicalDeclContext();
       !parent->isFileContext() && !isa<LinkageSpecDecl>(parent); parent = outer->getLexicalDeclContext())
    outer = cast<Decl>(parent);
  SourceLocation begin = outer->getBeginLoc();
  if (const auto *declarator = dyn_cast<DeclaratorDecl>(outer))
    begin = declarator->getOuterLocStart();
  if (const auto *tag = dyn_cast<TagDecl>(outer))
    begin = tag->getOuterLocStart();
  if (const TemplateDecl *described = outer->getDescribedTemplate())
    begin = described->getBeginLoc();
  begin = sources.getExpansionLoc(begin);
  for (const Attr *attribute : outer->attrs())
    if (!attribute->isImplicit() && !attribute->isInherited())
      if (const SourceLocation at = attributeBegin(attribute, sources);
          sources.isBeforeInTranslationUnit(at, begin))
        begin = at;
  return begin;
}

/// May the compiled function's own code name this member of an object of class `object`?
bool Caller::mayName(const DeclaratorDecl *member, const CXXRecordDecl *of,
                     const CXXRecordDecl *object) const {
  return member->getIdentifier() && mayAccess(member, of, object);
}

bool Caller::mayAccess(const DeclaratorDecl *member, const CXXRecordDecl *of,
                       const CXXRecordDecl *object) const {
  const AccessSpecifier access = member->getAccess();
  if (access == AS_public || access == AS_none)
    return true;
  for (const DeclContext *scope = function.decl; scope; scope = scope->getParent()) {
    const auto *record = dyn_cast<CXXRecordDecl>(scope);
    if (!record)
      continue;
    if (record->getCanonicalDecl() == of->getCanonicalDecl())
      return true;
    // A protected member, through an object of the naming class only.
    if (access == AS_protected && record->hasDefinition() && record->isDerivedFrom(of) &&
        (!object || object->getCanonicalDecl() == record->getCanonicalDecl() ||
         object->isDerivedFrom(record)))
      return true;
  }
  return false;
}

/// Can a member of the base class `of` be named through an object of class `object`?
bool Caller::mayReachBase(const CXXRecordDecl *object, const CXXRecordDecl *of) const {
  if (object->getCanonicalDecl() == of->getCanonicalDecl())
    return true;
  bool within = false;
  for (const DeclContext *scope = function.decl; scope; scope = scope->getParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
      within |= record->getCanonicalDecl() == object->getCanonicalDecl();
  return llvm::any_of(object->bases(), [&](const CXXBaseSpecifier &base) {
    const CXXRecordDecl *record = base.getType()->getAsCXXRecordDecl();
    return (base.getAccessSpecifier() == AS_public || within) && record && record->hasDefinition() &&
           mayReachBase(record->getDefinition(), of);
  });
}

/// C++ text of a member of the object `cxx`; empty when generated code cannot reach it.
std::string Caller::memberCxx(const std::string &cxx, const CXXRecordDecl *object, const FieldDecl *member) {
  const auto *of = cast<CXXRecordDecl>(member->getParent());
  if (cxx.empty() || !mayReachBase(object, of) || !mayBeNamed(of, /*complete=*/true))
    return "";
  if (member->isAnonymousStructOrUnion())
    return mayAccess(member, of, object) && !hidesMemberOf(member, of, object) ? cxx : "";
  const std::string access = cxx == "(*this)" ? "this->" : cxx + ".";
  if (mayName(member, of, object))
    return access +
           (isHidden(member->getDeclName(), of, object) ? fullTypeName(classType(of), context) + "::" : "") +
           member->getNameAsString();
  if (!member->getIdentifier() || member->isBitField() || member->getType()->isReferenceType())
    return "";
  const QualType type = classType(of);
  const SourceManager &sources = context.getSourceManager();
  if (!isNameableAt(type, outermostDeclaration(function.decl, sources), sources))
    return "";
  const std::string name = fullTypeName(type, context);
  PrivateMember reached{identifierOfType(name, function.own.prefix), name, member->getNameAsString()};
  if (function.own.privateNamespace.empty())
    function.own.privateNamespace = privateNamespace(function.own.prefix, functionId(function.decl, context));
  const std::string tag = function.own.privateNamespace + "::" + reached.tag;
  std::string text =
      "(" + access + "*" + function.own.prefix + "pointer(" + tag + "::" + reached.member + "()))";
  function.own.privateMembers.insert(std::move(reached));
  return text;
}

} // namespace fullgraph
