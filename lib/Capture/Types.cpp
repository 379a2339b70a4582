#include "lib/Capture/Types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

const CXXRecordDecl *classOf(QualType type) {
  return type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
}

bool argumentMayHold(const TemplateArgument &argument) {
  if (argument.getKind() == TemplateArgument::Pack)
    return llvm::any_of(argument.pack_elements(),
                        [](const TemplateArgument &part) { return argumentMayHold(part); });
  return argument.getKind() == TemplateArgument::Type && mayHoldTensors(argument.getAsType());
}

} // namespace

bool isFgNamespace(const DeclContext *declContext) {
  while (declContext && (declContext->isInlineNamespace() || isa<LinkageSpecDecl>(declContext)))
    declContext = declContext->getParent();
  const auto *space = dyn_cast_or_null<NamespaceDecl>(declContext);
  return space && space->getName() == "fg" && space->getParent()->getRedeclContext()->isTranslationUnit();
}

QualType classType(const CXXRecordDecl *decl) {
  const auto *type = static_cast<const TypeDecl *>(decl);
  return decl->getASTContext().getTypeDeclType(type).getCanonicalType();
}

bool isTensorType(QualType type) {
  if (type.isNull())
    return false;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "Tensor" &&
         isFgNamespace(record->getDeclContext());
}

llvm::StringRef modelledClass(const CXXRecordDecl *record) {
  if (!record || !record->getIdentifier())
    return "";
  // libstdc++'s iterators of hash tables are in std::__detail.
  if (record->isInStdNamespace() || (isStdLibrary(record) && record->getName().contains("iterator")))
    return record->getName(); // __normal_iterator, too
  const DeclContext *parent = record->getDeclContext();
  if (isFgNamespace(parent) && (record->getName() == "Scalar" || record->getName() == "ArrayRef"))
    return record->getName();
  if (isFgNamespace(parent) && record->getName() == "string_view")
    return "basic_string_view";
  return "";
}

SymType symTypeOf(QualType type) {
  type = type.getNonReferenceType();
  if (type->isBooleanType())
    return SymType::Bool;
  if (type->isRealFloatingType())
    return type->isSpecificBuiltinType(BuiltinType::Float) ? SymType::F32 : SymType::F64;
  return SymType::Int;
}

bool isTensorList(QualType type) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(classOf(type));
  const llvm::StringRef name = modelledClass(record);
  return (name == "ArrayRef" || name == "vector") && isTensorType(record->getTemplateArgs()[0].getAsType());
}

bool isHostIterator(QualType type) { return modelledClass(classOf(type)).ends_with("iterator"); }

bool isStdLibrary(const Decl *decl) {
  for (const DeclContext *scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope))
      if (space->isStdNamespace() || (space->getIdentifier() && space->getName() == "__gnu_cxx"))
        return true;
  return false;
}

bool isFunctor(QualType type) {
  const CXXRecordDecl *record = classOf(type);
  return record && record->hasDefinition() &&
         !record->lookup(record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call)).empty();
}

bool isStdFunction(QualType type) { return modelledClass(classOf(type)) == "function"; }

bool mayHoldTensors(QualType type) {
  if (type.isNull())
    return true;
  type = type.getNonReferenceType();
  if (type->isAnyPointerType())
    return mayHoldTensors(type->getPointeeType());
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !isStdLibrary(record))
    return !type->isArithmeticType() && !type->isEnumeralType();
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return instance && llvm::any_of(instance->getTemplateArgs().asArray(),
                                  [](const TemplateArgument &argument) { return argumentMayHold(argument); });
}

} // namespace fullgraph
