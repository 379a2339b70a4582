#include "lib/Capture/Domain/Types.h"

#include "lib/Capture/Domain/ClassModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SetVector.h"

#include <set>

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

static bool isDetailNamespace(const DeclContext *context) {
  const auto *detail = dyn_cast<NamespaceDecl>(context);
  return detail && detail->getName() == "detail" && isFgNamespace(detail->getDeclContext());
}

bool isFgOrDetail(const DeclContext *context) { return isFgNamespace(context) || isDetailNamespace(context); }

bool isDetail(const FunctionDecl *callee, llvm::StringRef name) {
  return callee->getIdentifier() && callee->getName() == name && isDetailNamespace(callee->getDeclContext());
}

bool isFgClass(const CXXRecordDecl *record) {
  for (const DeclContext *scope = record; scope; scope = scope->getParent())
    if (isFgNamespace(scope))
      return true;
  return false;
}

bool isModuleClass(const CXXRecordDecl *record) {
  if (!record || !record->hasDefinition())
    return false;
  const auto *space = dyn_cast<NamespaceDecl>(record->getDeclContext());
  if (record->getIdentifier() && record->getName() == "Module" && space && space->getName() == "nn" &&
      isFgNamespace(space->getParent()))
    return true;
  return llvm::any_of(record->getDefinition()->bases(), [](const CXXBaseSpecifier &base) {
    return isModuleClass(base.getType()->getAsCXXRecordDecl());
  });
}

QualType classType(const CXXRecordDecl *decl) {
  const auto *type = static_cast<const TypeDecl *>(decl);
  return decl->getASTContext().getTypeDeclType(type).getCanonicalType();
}

bool isFgEnum(QualType type) {
  const auto *enumeration = type.isNull() ? nullptr : type->getAs<EnumType>();
  return enumeration && isFgNamespace(enumeration->getDecl()->getDeclContext());
}

bool isTensorType(QualType type) {
  if (type.isNull())
    return false;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "Tensor" &&
         isFgNamespace(record->getDeclContext());
}

bool isModelledNumber(QualType type) {
  type = type.getNonReferenceType();
  if (const auto *enumeration = type->getAs<EnumType>())
    type = enumeration->getDecl()->getIntegerType(); // null: the enumeration is not complete
  if (type.isNull())
    return true;
  const auto *number = type->getAs<BuiltinType>();
  if (!number)
    return false;
  switch (number->getKind()) {
  case BuiltinType::Float:
  case BuiltinType::Double:
    return true;
  case BuiltinType::Int128:
  case BuiltinType::UInt128:
    return false;
  default:
    return number->isInteger();
  }
}

SymType symTypeOf(QualType type) {
  type = type.getNonReferenceType();
  if (type->isBooleanType())
    return SymType::Bool;
  if (type->isRealFloatingType())
    return type->isSpecificBuiltinType(BuiltinType::Float) ? SymType::F32 : SymType::F64;
  return SymType::Int;
}

std::optional<Sym> constantNumber(const APValue &value, QualType type) {
  if (!isModelledNumber(type))
    return std::nullopt;
  if (value.isInt()) {
    const llvm::APSInt &number = value.getInt();
    if (type->isBooleanType())
      return Sym::boolean(number != 0);
    if (!number.isRepresentableByInt64()) // large uint64 constants
      return std::nullopt;
    return Sym(number.getExtValue());
  }
  if (!value.isFloat())
    return std::nullopt;
  bool lossy = false;
  llvm::APFloat number = value.getFloat();
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
  return Sym::real(number.convertToDouble(), symTypeOf(type));
}

QualType contentOfOptional(QualType type) {
  const auto *optional =
      type.isNull() ? nullptr : dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return optional ? optional->getTemplateArgs()[0].getAsType() : QualType();
}

bool isTensorList(QualType type) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(classOf(type));
  return factsOf(record).isOperand && record && isTensorType(record->getTemplateArgs()[0].getAsType());
}

bool isIterator(QualType type) { return factsOf(type).role == ClassRole::Iterator; }

bool isStdLibrary(const Decl *decl) {
  for (const DeclContext *scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope))
      if (space->isStdNamespace() || (space->getIdentifier() && space->getName() == "__gnu_cxx"))
        return true;
  return false;
}

std::vector<QualType> partsOf(QualType type) {
  std::vector<QualType> parts;
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(classOf(type));
  if (!record || factsOf(record).role != ClassRole::Product)
    return parts;
  for (const TemplateArgument &argument : record->getTemplateArgs().asArray()) {
    if (argument.getKind() == TemplateArgument::Type)
      parts.push_back(argument.getAsType());
    if (argument.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &one : argument.pack_elements())
        parts.push_back(one.getAsType());
  }
  return parts;
}

bool isFunctor(QualType type) {
  const CXXRecordDecl *record = classOf(type);
  return record && record->hasDefinition() &&
         !record->lookup(record->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call)).empty();
}

namespace {

/// Of the library's own classes nothing is the user's.
bool isOfLibrary(const CXXRecordDecl *record) {
  for (const DeclContext *scope = record->getDeclContext(); scope; scope = scope->getParent())
    if (isFgNamespace(scope))
      return true;
  return false;
}

/// A class that an object of the type consists of, itself included, for which `is` holds.
template <class F>
const CXXRecordDecl *findPart(QualType type, const F &is, std::set<const CXXRecordDecl *> &seen) {
  if (type.isNull() || type->isReferenceType())
    return nullptr;
  const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isOfLibrary(record) ||
      !seen.insert(record->getCanonicalDecl()).second)
    return nullptr;
  record = record->getDefinition();
  if (isStdLibrary(record)) {
    const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
    if (!instance || !factsOf(record).owns)
      return nullptr;
    for (const TemplateArgument &argument : instance->getTemplateArgs().asArray())
      for (const TemplateArgument &one : argument.getKind() == TemplateArgument::Pack
                                             ? argument.pack_elements()
                                             : llvm::ArrayRef<TemplateArgument>(argument))
        if (one.getKind() == TemplateArgument::Type)
          if (const CXXRecordDecl *part = findPart(one.getAsType(), is, seen))
            return part;
    return nullptr;
  }
  if (is(record))
    return record;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *part = findPart(base.getType(), is, seen))
      return part;
  for (const FieldDecl *member : record->fields())
    if (const CXXRecordDecl *part = findPart(member->getType(), is, seen))
      return part;
  return nullptr;
}

/// An implicit move is a copy where the class declares a copy only.
bool hasOwnCopy(const CXXRecordDecl *record, bool moves) {
  const bool copiesForMove = moves && !record->hasMoveConstructor();
  return llvm::any_of(record->ctors(), [&](const CXXConstructorDecl *constructor) {
    return constructor->isUserProvided() && !constructor->isDeleted() &&
           (moves && !copiesForMove ? constructor->isMoveConstructor() : constructor->isCopyConstructor());
  });
}

} // namespace

bool runsDestructor(QualType type) {
  const auto *pointer = dyn_cast_or_null<ClassTemplateSpecializationDecl>(classOf(type));
  if (pointer && factsOf(pointer).hasDeleter && pointer->getTemplateArgs().size() == 2) {
    const CXXRecordDecl *deleter = classOf(pointer->getTemplateArgs()[1].getAsType());
    if (!deleter || !isStdLibrary(deleter))
      return true;
  }
  std::set<const CXXRecordDecl *> seen;
  return findPart(
             type,
             [](const CXXRecordDecl *record) {
               const CXXDestructorDecl *destructor = record->getDestructor();
               if (!destructor || !destructor->isUserProvided())
                 return false;
               const FunctionDecl *definition = nullptr;
               const auto *body = destructor->hasBody(definition)
                                      ? dyn_cast_or_null<CompoundStmt>(definition->getBody())
                                      : nullptr;
               return !body || !body->body_empty();
             },
             seen) != nullptr;
}

bool showsItsEnd(QualType type) {
  std::set<const CXXRecordDecl *> seen;
  return runsDestructor(type) || findPart(
                                     type,
                                     [](const CXXRecordDecl *record) {
                                       return record->isPolymorphic() && !record->isEffectivelyFinal();
                                     },
                                     seen);
}

bool isReferenceWrapper(QualType type) {
  return !type.isNull() && factsOf(type->getAsCXXRecordDecl()).role == ClassRole::Reference;
}

bool refersToTensors(QualType type) {
  std::set<const CXXRecordDecl *> seen;
  return findPart(
             type,
             [](const CXXRecordDecl *record) {
               return llvm::any_of(record->fields(), [](const FieldDecl *member) {
                 const QualType held = member->getType();
                 return isStdFunction(held) || ((held->isReferenceType() || held->isPointerType()) &&
                                                mayHoldTensors(held->getPointeeType()));
               });
             },
             seen) != nullptr;
}

const CXXRecordDecl *copiesItself(const CXXRecordDecl *record, bool moves) {
  if (!record->hasDefinition() || isOfLibrary(record) || isStdLibrary(record))
    return nullptr;
  if (hasOwnCopy(record, moves))
    return record;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl())
      if (const CXXRecordDecl *found = copiesItself(of, moves))
        return found;
  return nullptr;
}

bool mayHaveOwnSwap(QualType type) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isOfLibrary(record) || isStdLibrary(record))
    return false;
  const IdentifierInfo *swap = &record->getASTContext().Idents.get("swap");
  const auto isSwap = [&](const NamedDecl *found) {
    found = found ? found->getUnderlyingDecl() : nullptr;
    return found && found->getIdentifier() == swap && !isStdLibrary(found) &&
           isa<FunctionDecl, FunctionTemplateDecl>(found);
  };
  for (const FriendDecl *friends : record->getDefinition()->friends())
    if (isSwap(friends->getFriendDecl()))
      return true;
  const DeclContext *scope = record->getEnclosingNamespaceContext();
  if (llvm::any_of(scope->lookup(swap), isSwap))
    return true;
  return llvm::any_of(record->getDefinition()->bases(),
                      [](const CXXBaseSpecifier &base) { return mayHaveOwnSwap(base.getType()); });
}

const CXXRecordDecl *assignsItself(QualType type) {
  std::set<const CXXRecordDecl *> seen;
  return findPart(
      type,
      [](const CXXRecordDecl *record) {
        return hasOwnCopy(record, false) || hasOwnCopy(record, true) ||
               llvm::any_of(record->methods(), [](const CXXMethodDecl *method) {
                 return (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
                        method->isUserProvided() && !method->isDeleted();
               });
      },
      seen);
}

bool isStdFunction(QualType type) { return factsOf(type).role == ClassRole::Function; }

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

bool isPlainContent(QualType type) {
  if (type.isNull() || type->isReferenceType() || type.isConstQualified())
    return false;
  if (isTensorType(type) || type->isArithmeticType())
    return true;
  const std::vector<QualType> parts = partsOf(type);
  if (!parts.empty())
    return llvm::all_of(parts, isPlainContent);
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isLibraryClass(record) || !record->isAggregate() ||
      record->getNumBases() != 0 || record->isUnion() || record->field_empty())
    return false;
  if (record->hasUserDeclaredCopyAssignment() || record->hasUserDeclaredMoveAssignment() ||
      record->hasUserDeclaredCopyConstructor() || record->hasUserDeclaredMoveConstructor() ||
      record->hasUserDeclaredDestructor())
    return false;
  return llvm::all_of(record->fields(), [](const FieldDecl *field) {
    return !field->isBitField() && isPlainContent(field->getType());
  });
}

using Classes = llvm::SetVector<const CXXRecordDecl *>;

static void addClasses(const DeclContext *scope, Classes &found);

static void addClass(const CXXRecordDecl *record, Classes &found) {
  const CXXRecordDecl *definition = record->getDefinition();
  if (definition && !definition->isDependentContext() && found.insert(definition))
    addClasses(definition, found);
}

static void addClasses(const DeclContext *scope, Classes &found) {
  for (const Decl *decl : scope->decls()) {
    if (const auto *space = dyn_cast<NamespaceDecl>(decl); space && space->isStdNamespace())
      continue;
    if (const auto *record = dyn_cast<CXXRecordDecl>(decl)) {
      if (record->isThisDeclarationADefinition() && !record->isImplicit())
        addClass(record, found);
    } else if (const auto *pattern = dyn_cast<ClassTemplateDecl>(decl)) {
      if (pattern->isThisDeclarationADefinition())
        for (const ClassTemplateSpecializationDecl *instance : pattern->specializations())
          addClass(instance, found);
    } else if (isa<NamespaceDecl, LinkageSpecDecl>(decl)) {
      addClasses(cast<DeclContext>(decl), found);
    }
  }
}

std::vector<const CXXRecordDecl *> classesOf(const ASTContext &context) {
  Classes found;
  addClasses(context.getTranslationUnitDecl(), found);
  return {found.begin(), found.end()};
}

} // namespace fullgraph
