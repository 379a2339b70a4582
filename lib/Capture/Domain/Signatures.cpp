// The table of the standard library's signatures, and how a declaration is written in it.

#include "lib/Capture/Domain/Signatures.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Domain/UnitMemory.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

/// A class that a library makes others of, and the one of the table that its members are of.
struct Alias {
  llvm::StringRef name, of;
};

const std::vector<Alias> &aliases() {
  static const std::vector<Alias> all = {
#define FG_ALIAS(name, of) {name, of},
#include "lib/Capture/signatures/All.def"
  };
  return all;
}

llvm::StringRef aliased(llvm::StringRef name) {
  for (const Alias &alias : aliases())
    if (alias.name == name)
      return alias.of;
  return name;
}

const SignatureClass *findClass(llvm::StringRef name) {
  for (const SignatureClass &entry : signatureClasses())
    if (entry.name == name)
      return &entry;
  return nullptr;
}

/// The declaration in the source of a header that the callee is an instance of.
const FunctionDecl *patternOf(const FunctionDecl *callee) {
  for (;;) {
    if (const FunctionDecl *from = callee->getInstantiatedFromMemberFunction()) {
      callee = from;
    } else if (const FunctionTemplateDecl *made = callee->getPrimaryTemplate()) {
      while (const FunctionTemplateDecl *from = made->getInstantiatedFromMemberTemplate())
        made = from;
      callee = made->getTemplatedDecl();
    } else {
      return callee;
    }
  }
}

const CXXRecordDecl *patternOf(const CXXRecordDecl *record) {
  if (isa<ClassTemplatePartialSpecializationDecl>(record))
    return record;
  const CXXRecordDecl *pattern = record->getTemplateInstantiationPattern();
  return pattern ? pattern : record;
}

const TemplateParameterList *parametersOf(const CXXRecordDecl *pattern) {
  if (const auto *partial = dyn_cast<ClassTemplatePartialSpecializationDecl>(pattern))
    return partial->getTemplateParameters();
  if (const ClassTemplateDecl *described = pattern->getDescribedClassTemplate())
    return described->getTemplateParameters();
  return nullptr;
}

/// Types as the table writes them.
class Writer {
public:
  explicit Writer(const CXXRecordDecl *pattern) : self(pattern) {
    if (!self)
      return;
    classDepth = parametersOf(self) ? 1 : 0;
    name = classNameOf();
    if (const SignatureClass *entry = findClass(name))
      entry->parameters.split(names, ", ", -1, /*KeepEmpty=*/false);
  }

  const std::string &className() const { return name; }

  std::string write(QualType type) {
    const Qualifiers qualifiers = type.getLocalQualifiers();
    std::string text = write(type.getTypePtr());
    if (qualifiers.hasConst() && !llvm::StringRef(text).ends_with(" const"))
      text += " const";
    return text;
  }

private:
  /// "vector"; of a specialisation that the library has, "vector<bool, P0>".
  std::string classNameOf() {
    const std::string plain = aliased(self->getName()).str();
    const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(self);
    const ASTTemplateArgumentListInfo *written = special ? special->getTemplateArgsAsWritten() : nullptr;
    if (!written || plain != self->getName())
      return plain;
    std::string text;
    for (const TemplateArgumentLoc &argument : written->arguments())
      text += (text.empty() ? "" : ", ") + write(argument.getArgument());
    return plain + "<" + text + ">";
  }

  std::string write(const TemplateArgument &argument) {
    switch (argument.getKind()) {
    case TemplateArgument::Type:
      return write(argument.getAsType());
    case TemplateArgument::Integral:
      return llvm::toString(argument.getAsIntegral(), 10);
    case TemplateArgument::Template:
    case TemplateArgument::TemplateExpansion:
      return argument.getAsTemplateOrTemplatePattern().getAsTemplateDecl()->getNameAsString();
    case TemplateArgument::Expression: {
      const auto *use = dyn_cast<DeclRefExpr>(argument.getAsExpr()->IgnoreParenImpCasts());
      const auto *number = use ? dyn_cast<NonTypeTemplateParmDecl>(use->getDecl()) : nullptr;
      return number ? parameter(number->getDepth(), number->getIndex()) : "expression";
    }
    case TemplateArgument::Pack: {
      std::string text;
      for (const TemplateArgument &one : argument.pack_elements())
        text += (text.empty() ? "" : ", ") + write(one);
      return text;
    }
    default:
      return "?";
    }
  }

  std::string parameter(unsigned depth, unsigned index) const {
    if (depth < classDepth)
      return index < names.size() ? names[index].str() : "P" + std::to_string(index);
    return "U" + std::to_string(index);
  }

  std::string templated(llvm::StringRef name, llvm::ArrayRef<TemplateArgument> arguments) {
    if (name == "type_identity_t" || name == "__type_identity_t")
      return write(arguments[0]);
    // Arguments that are the defaults say nothing, and not every library writes them.
    std::string text;
    for (const TemplateArgument &argument : arguments)
      if (const std::string one = write(argument); !one.empty())
        text += (text.empty() ? "" : ", ") + one;
    if (self && aliased(name) == aliased(self->getName()) && text == llvm::join(names, ", "))
      return "Self";
    return name.str() + "<" + text + ">";
  }

  /// A type that a class names and that its header does not say.
  std::string simpler(llvm::StringRef name) const {
    static const std::pair<llvm::StringRef, llvm::StringRef> parameters[] = {{"key_type", "K"},
                                                                             {"mapped_type", "V"},
                                                                             {"hasher", "H"},
                                                                             {"key_equal", "Eq"},
                                                                             {"allocator_type", "A"}};
    name = name.ltrim('_');
    for (const auto &[member, parameter] : parameters)
      if (name == member && llvm::is_contained(names, parameter))
        return parameter.str();
    if (name == "value_type" && llvm::is_contained(names, "K"))
      return llvm::is_contained(names, "V") ? "pair<K const, V>" : "K";
    return name == "size_type" ? "size_t" : name == "difference_type" ? "ptrdiff_t" : name.str();
  }

  std::string write(const Type *type) {
    if (const auto *reference = dyn_cast<ReferenceType>(type))
      return write(reference->getPointeeTypeAsWritten()) + (type->isLValueReferenceType() ? "&" : "&&");
    if (const auto *pointer = dyn_cast<PointerType>(type))
      return write(pointer->getPointeeType()) + "*";
    if (const auto *pack = dyn_cast<PackExpansionType>(type))
      return write(pack->getPattern()) + "...";
    if (const auto *parm = dyn_cast<TemplateTypeParmType>(type))
      return parameter(parm->getDepth(), parm->getIndex());
    if (const auto *injected = dyn_cast<InjectedClassNameType>(type)) {
      if (self && injected->getDecl()->getCanonicalDecl() == self->getCanonicalDecl())
        return "Self";
      return injected->getDecl()->getNameAsString();
    }
    if (const auto *dependent = dyn_cast<DependentNameType>(type))
      return simpler(dependent->getIdentifier()->getName());
    // conditional_t<..., Self const&, nothing>: what is taken where the operation exists
    if (const auto *special = dyn_cast<DependentTemplateSpecializationType>(type))
      return write(special->template_arguments().front());
    if (const auto *special = dyn_cast<TemplateSpecializationType>(type)) {
      const TemplateDecl *made = special->getTemplateName().getAsTemplateDecl();
      if (special->isTypeAlias() && made && !made->getName().ends_with("type_identity_t"))
        return write(special->getAliasedType());
      return made ? templated(made->getName(), special->template_arguments()) : "?";
    }
    if (const auto *typedefType = dyn_cast<TypedefType>(type)) {
      // iterators are not one type in all libraries, nor is what the allocator says of sizes
      static const std::set<llvm::StringRef> kept = {"iterator",          "const_iterator",
                                                     "local_iterator",    "const_local_iterator",
                                                     "reverse_iterator",  "const_reverse_iterator",
                                                     "node_type",         "size_type",
                                                     "difference_type",   "size_t",
                                                     "ptrdiff_t",         "pointer",
                                                     "const_pointer",     "nullptr_t",
                                                     "insert_return_type"};
      const llvm::StringRef name = typedefType->getDecl()->getName();
      if (kept.count(name.ltrim('_')))
        return simpler(name);
      return write(typedefType->getDecl()->getUnderlyingType());
    }
    if (const auto *array = dyn_cast<ArrayType>(type)) {
      std::string extent;
      if (const auto *constant = dyn_cast<ConstantArrayType>(array))
        extent = std::to_string(constant->getSize().getZExtValue());
      else if (const auto *dependent = dyn_cast<DependentSizedArrayType>(array))
        extent = write(TemplateArgument(dependent->getSizeExpr()));
      return write(array->getElementType()) + "[" + extent + "]";
    }
    if (const auto *function = dyn_cast<FunctionProtoType>(type)) {
      std::string text;
      for (const QualType one : function->param_types())
        text += (text.empty() ? "" : ", ") + write(one);
      return write(function->getReturnType()) + "(" + text + ")";
    }
    if (const auto *member = dyn_cast<MemberPointerType>(type))
      return write(member->getPointeeType()) + " of " + write(member->getClass());
    if (const auto *builtin = dyn_cast<BuiltinType>(type))
      return builtin->getKind() == BuiltinType::ULong  ? "size_t"
             : builtin->getKind() == BuiltinType::Long ? "ptrdiff_t"
             : builtin->getKind() == BuiltinType::Bool
                 ? "bool"
                 : builtin->getName(PrintingPolicy(LangOptions())).str();
    if (const auto *tag = dyn_cast<TagType>(type)) {
      if (self && tag->getDecl()->getCanonicalDecl() == self->getCanonicalDecl())
        return "Self";
      if (const auto *made = dyn_cast<ClassTemplateSpecializationDecl>(tag->getDecl()))
        return templated(made->getName(), made->getTemplateArgs().asArray());
      return tag->getDecl()->getNameAsString();
    }
    const QualType simpler = type->getLocallyUnqualifiedSingleStepDesugaredType();
    return simpler.getTypePtr() == type ? type->getTypeClassName() : write(simpler);
  }

  const CXXRecordDecl *self;
  std::string name;
  unsigned classDepth = 0;
  llvm::SmallVector<llvm::StringRef> names;
};

std::string memberName(const FunctionDecl *callee) {
  if (isa<CXXConstructorDecl>(callee))
    return "";
  if (isa<CXXConversionDecl>(callee))
    return "operator ";
  if (callee->getOverloadedOperator() != OO_None)
    return std::string("operator") + getOperatorSpelling(callee->getOverloadedOperator());
  return callee->getIdentifier() ? callee->getName().str() : "";
}

/// A function that the user's program has of its own in place of the library's.
bool isOwnSpecialisation(const FunctionDecl *callee) {
  const SourceManager &sources = callee->getASTContext().getSourceManager();
  return callee->getTemplateSpecializationKind() == TSK_ExplicitSpecialization &&
         !sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
}

} // namespace

const std::vector<SignatureClass> &signatureClasses() {
  static const std::vector<SignatureClass> classes = {
#define FG_CLASS(name, parameters, model) {name, parameters},
#include "lib/Capture/signatures/All.def"
  };
  return classes;
}

const std::vector<SignatureRow> &signatureRows() {
  static const std::vector<SignatureRow> rows = {
#define FG_ROW(status, text) {SignatureStatus::status, text},
#include "lib/Capture/signatures/All.def"
  };
  return rows;
}

llvm::StringRef signatureClassOf(const CXXRecordDecl *record) {
  if (!record || !record->getIdentifier())
    return "";
  return UnitMemory::remember(&UnitMemory::signatureClasses, record, [&]() -> llvm::StringRef {
    if (!isStdLibrary(record) && !isLibraryClass(record))
      return "";
    const SignatureClass *entry = findClass(Writer(patternOf(record)).className());
    return entry ? entry->name : "";
  });
}

std::string signatureOf(const FunctionDecl *callee) {
  if (isOwnSpecialisation(callee))
    return "";
  const FunctionDecl *pattern = patternOf(callee);
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const CXXRecordDecl *record = nullptr;
  std::string text;
  if (method) {
    record = patternOf(method->getParent());
    text = signatureClassOf(method->getParent()).str();
    if (text.empty())
      return "";
    text += "::";
    if (isa<CXXConstructorDecl>(callee))
      text += llvm::StringRef(text).take_until([](char c) { return c == '<' || c == ':'; }).str();
  }
  Writer writer(record);
  text += memberName(callee);
  if (isa<CXXConversionDecl>(callee))
    text += writer.write(pattern->getReturnType());
  text += "(";
  for (const ParmVarDecl *parameter : pattern->parameters())
    text += (parameter == pattern->parameters().front() ? "" : ", ") +
            writer.write(parameter->getOriginalType().getUnqualifiedType());
  text += pattern->isVariadic() ? ", ...)" : ")";
  if (method && method->getRefQualifier() == RQ_RValue)
    text += " &&";
  return text;
}

const SignatureRow *findSignature(const FunctionDecl *callee) {
  static const llvm::StringMap<const SignatureRow *> byText = [] {
    llvm::StringMap<const SignatureRow *> map;
    for (const SignatureRow &row : signatureRows())
      map[row.text] = &row;
    return map;
  }();
  return UnitMemory::remember(&UnitMemory::signatures, callee,
                              [&] { return byText.lookup(signatureOf(callee)); });
}

namespace {

/// Does an argument say what the class's own default says: allocator<pair<K const, V>>?
bool isDefault(QualType pattern, QualType actual, llvm::ArrayRef<TemplateArgument> arguments) {
  if (const auto *parm = pattern->getAs<TemplateTypeParmType>()) {
    if (parm->getIndex() >= arguments.size() ||
        arguments[parm->getIndex()].getKind() != TemplateArgument::Type)
      return false;
    QualType given = arguments[parm->getIndex()].getAsType();
    if (pattern.isConstQualified())
      given = given.withConst();
    return actual.getCanonicalType() == given.getCanonicalType();
  }
  const auto *written = pattern->getAs<TemplateSpecializationType>();
  const auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(actual->getAsCXXRecordDecl());
  if (!written || !made)
    return !written && pattern.getCanonicalType() == actual.getCanonicalType();
  const TemplateDecl *of = written->getTemplateName().getAsTemplateDecl();
  if (!of || of->getCanonicalDecl() != made->getSpecializedTemplate()->getCanonicalDecl())
    return false;
  const llvm::ArrayRef<TemplateArgument> given = made->getTemplateArgs().asArray();
  const llvm::ArrayRef<TemplateArgument> said = written->template_arguments();
  for (size_t i = 0; i < said.size(); ++i)
    if (i >= given.size() || said[i].getKind() != TemplateArgument::Type ||
        given[i].getKind() != TemplateArgument::Type ||
        !isDefault(said[i].getAsType(), given[i].getAsType(), arguments))
      return false;
  return true;
}

/// std::less<K>, or std::less<>: "less", K or null.
std::pair<llvm::StringRef, QualType> functorOf(QualType type) {
  const auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!made || !made->isInStdNamespace() || made->getTemplateArgs().size() != 1 ||
      made->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  const QualType of = made->getTemplateArgs()[0].getAsType();
  return {made->getName(), of->isVoidType() ? QualType() : of};
}

/// A functor or hash of the library's that the program wrote for a type of its own.
bool isOwnSpecialisation(QualType type) {
  const auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!made || made->getSpecializationKind() != TSK_ExplicitSpecialization)
    return false;
  const SourceManager &sources = made->getASTContext().getSourceManager();
  return !sources.isInSystemHeader(sources.getExpansionLoc(made->getLocation()));
}

/// Does the program compare enumerators in its own way?
bool comparesItself(QualType type) {
  const auto *enumeration = type->getAs<EnumType>();
  if (!enumeration)
    return false;
  const ASTContext &context = enumeration->getDecl()->getASTContext();
  const auto takes = [&](const NamedDecl *found) {
    const auto *made = dyn_cast<FunctionTemplateDecl>(found);
    const auto *function = made ? made->getTemplatedDecl() : dyn_cast<FunctionDecl>(found);
    return function && llvm::any_of(function->parameters(), [&](const ParmVarDecl *parameter) {
             const QualType of = parameter->getType().getNonReferenceType();
             return of->isDependentType() || context.hasSameUnqualifiedType(of, type);
           });
  };
  for (const DeclContext *scope = enumeration->getDecl()->getDeclContext(); scope;
       scope = scope->getParent()) {
    for (OverloadedOperatorKind kind : {OO_Less, OO_Greater, OO_EqualEqual, OO_Spaceship})
      if (llvm::any_of(scope->getRedeclContext()->lookup(context.DeclarationNames.getCXXOperatorName(kind)),
                       takes))
        return true;
    if (isa<NamespaceDecl, TranslationUnitDecl>(scope))
      return false;
  }
  return false;
}

} // namespace

bool isDescending(const CXXRecordDecl *record) {
  const auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  const SignatureClass *entry = made && made->isInStdNamespace() ? findClass(made->getName()) : nullptr;
  if (!entry)
    return false;
  llvm::SmallVector<llvm::StringRef> names;
  entry->parameters.split(names, ", ", -1, /*KeepEmpty=*/false);
  const auto comparator = llvm::find(names, "Cmp") - names.begin();
  return comparator < static_cast<ptrdiff_t>(names.size()) &&
         functorOf(made->getTemplateArgs()[static_cast<unsigned>(comparator)].getAsType()).first == "greater";
}

static std::optional<std::string> findUnmodelledArgument(const CXXRecordDecl *record) {
  static const llvm::StringMap<llvm::StringRef> said = {
      {"A", "the allocator"}, {"Cmp", "the comparator"}, {"H", "the hash"}, {"Eq", "the equality of keys"},
      {"Tr", "the traits"},   {"C", "characters of"},    {"K", "keys of"},  {"D", "the deleter"}};
  const auto *made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  const SignatureClass *entry = made && made->isInStdNamespace() ? findClass(made->getName()) : nullptr;
  if (!entry)
    return std::nullopt;
  const ASTContext &context = record->getASTContext();
  const TemplateParameterList *parameters = made->getSpecializedTemplate()->getTemplateParameters();
  const llvm::ArrayRef<TemplateArgument> arguments = made->getTemplateArgs().asArray();
  llvm::SmallVector<llvm::StringRef> names;
  entry->parameters.split(names, ", ", -1, /*KeepEmpty=*/false);
  for (unsigned i = 0; i < names.size() && i < parameters->size(); ++i) {
    const auto *parameter = dyn_cast<TemplateTypeParmDecl>(parameters->getParam(i));
    if (!parameter || parameter->isParameterPack() || arguments[i].getKind() != TemplateArgument::Type)
      continue;
    const QualType actual = arguments[i].getAsType();
    const std::string refused =
        said.lookup(names[i]).str() + " '" + actual.getAsString(context.getPrintingPolicy());
    if (names[i] == "C" && !actual->isSpecificBuiltinType(BuiltinType::Char_S) &&
        !actual->isSpecificBuiltinType(BuiltinType::Char_U))
      return refused;
    // Pointers are compared as such, and not as the texts that they point to.
    if (names[i] == "K" && (actual->isPointerType() || comparesItself(actual)))
      return refused;
    if (!parameter->hasDefaultArgument())
      continue;
    if (isOwnSpecialisation(actual))
      return refused;
    if (names[i] == "Cmp") {
      const auto [functor, of] = functorOf(actual);
      if ((functor == "less" || functor == "greater") &&
          (of.isNull() || context.hasSameUnqualifiedType(of, arguments[0].getAsType())))
        continue;
      return refused;
    }
    if (isDefault(parameter->getDefaultArgument().getArgument().getAsType(), actual, arguments))
      continue;
    // A pointer's deleter runs where its owner ends, which is reported there.
    const CXXRecordDecl *deleter = actual->getAsCXXRecordDecl();
    if (names[i] == "D" &&
        !(deleter && deleter->hasDefinition() && !deleter->lookup(&context.Idents.get("pointer")).empty()))
      continue;
    return refused;
  }
  return std::nullopt;
}

std::optional<uint64_t> constantCount(const Expr *expr, const ASTContext &context) {
  if (const auto *defaulted = dyn_cast<CXXDefaultArgExpr>(expr))
    expr = defaulted->getExpr();
  const QualType type = expr->getType();
  if (expr->isValueDependent() || type.isNull() || !type->isIntegerType() || context.getTypeSize(type) > 64)
    return std::nullopt;
  Expr::EvalResult number;
  if (expr->EvaluateAsInt(number, context) && !number.HasSideEffects)
    return number.Val.getInt().extOrTrunc(64).getZExtValue();
  const auto *member = dyn_cast<MemberExpr>(expr->IgnoreParenImpCasts()); // of an object that is not known
  const auto *constant = member ? dyn_cast<VarDecl>(member->getMemberDecl()) : nullptr;
  if (!constant || !constant->getType().isConstQualified())
    return std::nullopt;
  const VarDecl *defined = nullptr;
  if (!constant->getAnyInitializer(defined)) // of a class template it is made where it is asked for
    return constant->getName() == "npos" && isStdLibrary(constant) ? std::optional(~uint64_t(0))
                                                                   : std::nullopt;
  const APValue *value = defined->evaluateValue();
  return value && value->isInt() ? std::optional(value->getInt().extOrTrunc(64).getZExtValue())
                                 : std::nullopt;
}

std::optional<std::string> unmodelledArgument(const CXXRecordDecl *record) {
  return UnitMemory::remember(&UnitMemory::unmodelledArguments, record,
                              [&] { return findUnmodelledArgument(record); });
}

bool isModelled(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && method->isImplicit())
    return !signatureClassOf(method->getParent()).empty();
  const SignatureRow *row = findSignature(callee);
  return row && row->status == SignatureStatus::Modelled;
}

std::vector<std::string> systemCallee(const FunctionDecl *callee) {
  return {callee->getQualifiedNameAsString(),
          isModelled(callee) ? "is not modelled for what it is given here" : "is not modelled"};
}

} // namespace fullgraph
