#include "lib/Capture/Syntax/Instantiations.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Frontend/AstVisitor.h"

#include "lib/Capture/Domain/Names.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

class ConditionPrinter {
public:
  ConditionPrinter(ASTContext &context, const FunctionDecl *function)
      : context(context), function(function) {}

  std::optional<InstantiationCondition> print() {
    const std::optional<InstantiationCondition> always =
        isOnlyOne() ? std::optional(InstantiationCondition()) : std::nullopt;
    for (const DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent()) {
      if (const auto *outer = dyn_cast<FunctionDecl>(scope)) // of a lambda or a local class
        addFunction(outer);
      const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(scope);
      if (!record || record->isExplicitSpecialization())
        continue;
      const auto pattern = record->getSpecializedTemplateOrPartial();
      if (const auto *partial = dyn_cast<ClassTemplatePartialSpecializationDecl *>(pattern))
        add(partial->getTemplateParameters(), record->getTemplateInstantiationArgs());
      else
        add(record->getSpecializedTemplate()->getTemplateParameters(), record->getTemplateArgs());
    }
    addFunction(function);
    if (!possible || parts.empty())
      return always;
    InstantiationCondition condition;
    for (const std::string &part : parts)
      condition.text += (condition.text.empty() ? "" : " && ") + part;
    if (!declarations.empty())
      condition.declared = declared();
    return condition;
  }

private:
  bool isGenericLambda() const {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    return method && method->getParent()->isGenericLambda();
  }

  /// In an instantiation, the text of the function is that of other instantiations, too.
  bool isInTemplate() const {
    for (const DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent()) {
      const auto *outer = dyn_cast<FunctionDecl>(scope);
      if (isa<ClassTemplateSpecializationDecl>(scope) || (outer && outer->isTemplateInstantiation()))
        return true;
    }
    return false;
  }

  /// Of a template that no other source has, and this one with these arguments only: its text is theirs.
  bool isOnlyOne() const {
    const FunctionTemplateDecl *primary = function->getPrimaryTemplate();
    const SourceManager &sources = context.getSourceManager();
    if (!primary || !sources.isInMainFile(sources.getExpansionLoc(primary->getLocation())) ||
        (isa<CXXMethodDecl>(function) && (!isGenericLambda() || isInTemplate())))
      return false;
    return llvm::all_of(primary->specializations(), [&](const FunctionDecl *other) {
      return other->getCanonicalDecl() == function->getCanonicalDecl() || !other->isTemplateInstantiation() ||
             !other->isDefined();
    });
  }

  void addFunction(const FunctionDecl *of) {
    if (const FunctionTemplateDecl *primary = of->getPrimaryTemplate();
        primary && of->getTemplateSpecializationArgs())
      add(primary->getTemplateParameters(), *of->getTemplateSpecializationArgs(), of);
  }

  void add(const TemplateParameterList *parameters, const TemplateArgumentList &arguments,
           const FunctionDecl *of = nullptr) {
    for (unsigned i = 0; i < parameters->size() && i < arguments.size(); ++i) {
      const NamedDecl *parameter = parameters->getParam(i);
      const TemplateArgument &argument = arguments[i];
      if (!parameter->getIdentifier()) { // it decides nothing in the body
        possible = possible && !parameter->isParameterPack();
        continue;
      }
      if (const auto *type = dyn_cast<TemplateTypeParmDecl>(parameter); type && type->isImplicit()) {
        addParameters(of); // f(auto k), f(auto... ks): the type has no name
        continue;
      }
      if (parameter->isParameterPack()) {
        addPack(parameter, argument);
        continue;
      }
      if (argument.getKind() == TemplateArgument::Type) {
        addType(parameter->getName(), argument.getAsType());
      } else if (argument.getKind() == TemplateArgument::Integral) {
        const QualType type = argument.getIntegralType();
        const auto *declared = dyn_cast<NonTypeTemplateParmDecl>(parameter);
        std::string given = parameter->getNameAsString();
        if (declared && declared->getType()->getContainedAutoType()) { // 97 and 'a' are two instantiations
          parts.push_back("std::is_same_v<decltype(" + given + "), " + name(type) + ">");
          given = "static_cast<" + name(type) + ">(" + given + ")";
        }
        parts.push_back(given + " == " + value(argument));
      } else {
        possible = false;
      }
    }
  }

  void addPack(const NamedDecl *parameter, const TemplateArgument &pack) {
    std::vector<QualType> types;
    for (const TemplateArgument &one : pack.pack_elements()) {
      if (one.getKind() == TemplateArgument::Integral && isa<NonTypeTemplateParmDecl>(parameter))
        return addNumbers(parameter->getName(), pack.pack_elements());
      possible = possible && one.getKind() == TemplateArgument::Type;
      if (!possible)
        return;
      types.push_back(one.getAsType());
    }
    if (isa<TemplateTypeParmDecl>(parameter))
      addTypes(parameter->getName(), types);
    else // no elements, of whatever type
      parts.push_back("sizeof...(" + parameter->getNameAsString() + ") == 0");
  }

  /// As types: a comparison of 97 and 'a' would be true.
  void addNumbers(llvm::StringRef pack, llvm::ArrayRef<TemplateArgument> numbers) {
    std::string values;
    for (const TemplateArgument &one : numbers) {
      possible = possible && one.getKind() == TemplateArgument::Integral && canName(one.getIntegralType());
      if (!possible)
        return;
      const std::string type = name(one.getIntegralType());
      values += (values.empty() ? "" : ", ") + ("::std::integral_constant<" + type + ", ") + value(one) + ">";
    }
    parts.push_back("std::is_same_v<std::tuple<::std::integral_constant<decltype(" + pack.str() + "), " +
                    pack.str() + ">...>, std::tuple<" + values + ">>");
  }

  std::string value(const TemplateArgument &number) {
    std::string value = llvm::toString(number.getAsIntegral(), 10);
    if (!number.getAsIntegral().isSigned() && number.getAsIntegral().getActiveBits() > 63)
      value += "u";
    const QualType type = number.getIntegralType();
    return type->isEnumeralType() ? "static_cast<" + name(type) + ">(" + value + ")" : value;
  }

  void addTypes(llvm::StringRef pack, llvm::ArrayRef<QualType> types) {
    possible = possible && llvm::all_of(types, [this](QualType type) { return canName(type); });
    if (!possible)
      return;
    std::string names;
    for (const QualType type : types)
      names += (names.empty() ? "" : ", ") + name(type);
    parts.push_back("std::is_same_v<std::tuple<" + pack.str() + "...>, std::tuple<" + names + ">>");
  }

  void addParameters(const FunctionDecl *of) {
    const FunctionDecl *pattern = of->getPrimaryTemplate()->getTemplatedDecl();
    const auto isPack = [](const ParmVarDecl *parameter) { return parameter->isParameterPack(); };
    const auto packs = static_cast<unsigned>(llvm::count_if(pattern->parameters(), isPack));
    const unsigned inPack = of->getNumParams() + packs - pattern->getNumParams(); // where there is one
    possible = possible && packs <= 1;
    for (unsigned i = 0, at = 0; possible && i < pattern->getNumParams(); ++i) {
      const ParmVarDecl *parameter = pattern->getParamDecl(i);
      const unsigned count = isPack(parameter) ? inPack : 1;
      const std::string declared = "decltype(" + parameter->getNameAsString() + ")";
      std::vector<QualType> types;
      for (const ParmVarDecl *given : of->parameters().slice(at, count))
        types.push_back(given->getType());
      at += count;
      if (!parameter->getType()->isDependentType() || !parameter->getIdentifier())
        continue;
      if (isPack(parameter))
        addTypes(declared, types);
      else
        addType(declared, types.front());
    }
  }

  void addType(llvm::StringRef parameter, QualType type) {
    possible = possible && canName(type);
    parts.push_back("std::is_same_v<" + parameter.str() + ", " + name(type) + ">");
  }

  /// Not a lambda's. A class that the source declares behind the template is declared in front of it, too.
  bool canName(QualType type) {
    type = type.getNonReferenceType();
    if (type->isPointerType() || type->isArrayType())
      return canName(type->isArrayType() ? QualType(type->getArrayElementTypeNoTypeQual(), 0)
                                         : type->getPointeeType());
    if (const auto *called = type->getAs<FunctionProtoType>())
      return canName(called->getReturnType()) &&
             llvm::all_of(called->param_types(), [&](QualType one) { return canName(one); });
    const TagDecl *tag = type->getAsTagDecl();
    if (!tag)
      return true;
    const SourceManager &sources = context.getSourceManager();
    const bool named = tag->getIdentifier() && !tag->getParentFunctionOrMethod();
    const auto *made = dyn_cast<ClassTemplateSpecializationDecl>(tag);
    const SourceLocation at = made ? made->getSpecializedTemplate()->getLocation() : tag->getLocation();
    if (!named)
      return false;
    if (!sources.isBeforeInTranslationUnit(sources.getExpansionLoc(at),
                                           sources.getExpansionLoc(function->getLocation())))
      return !made && declareInFront(tag);
    return !made || llvm::all_of(made->getTemplateArgs().asArray(), [&](const TemplateArgument &argument) {
      return llvm::all_of(argument.getKind() == TemplateArgument::Pack ? argument.pack_elements()
                                                                       : llvm::ArrayRef(argument),
                          [&](const TemplateArgument &one) {
                            return one.getKind() != TemplateArgument::Type || canName(one.getAsType());
                          });
    });
  }

  SourceEdit declared() const {
    const SourceManager &sources = context.getSourceManager();
    SourceLocation front = outermostDeclaration(function, sources);
    for (const DeclContext *scope = function->getDeclContext(); scope; scope = scope->getParent())
      if (const auto *space = dyn_cast<NamespaceDecl>(scope))
        front = sources.getExpansionLoc(space->getBeginLoc());
    SourceEdit edit;
    edit.offset = sources.getFileOffset(front);
    edit.isLines = true;
    for (const std::string &line : declarations)
      edit.text += line + "\n";
    return edit;
  }

  /// A class of a namespace; what stands in a class or a header cannot be declared alone, or for one source.
  bool declareInFront(const TagDecl *tag) {
    const SourceManager &sources = context.getSourceManager();
    if (!isa<CXXRecordDecl>(tag) || !sources.isInMainFile(sources.getExpansionLoc(tag->getLocation())) ||
        !sources.isInMainFile(sources.getExpansionLoc(function->getLocation())))
      return false;
    std::string line = std::string(tag->getKindName()) + " " + tag->getNameAsString() + ";";
    for (const DeclContext *scope = tag->getDeclContext(); !scope->isTranslationUnit();
         scope = scope->getParent()) {
      const auto *space = dyn_cast<NamespaceDecl>(scope);
      if (!space)
        return false;
      line = std::string(space->isInline() ? "inline " : "") + "namespace " + space->getNameAsString() +
             (space->isAnonymousNamespace() ? "" : " ") + "{ " + line + " }";
    }
    declarations.insert(line);
    return true;
  }

  std::string name(QualType type) {
    PrintingPolicy policy(context.getLangOpts());
    policy.SuppressTagKeyword = policy.SuppressUnwrittenScope = true;
    return TypeName::getFullyQualifiedName(type, context, policy, true);
  }

  ASTContext &context;
  const FunctionDecl *function;
  std::vector<std::string> parts;
  std::set<std::string> declarations;
  bool possible = true;
};

std::vector<RegionValue> valuesOf(const CapturedFunction &function) {
  std::vector<RegionValue> values;
  for (const auto &region : function.regions)
    values.insert(values.end(), region->values.begin(), region->values.end());
  return values;
}

} // namespace

SharedEdits::SharedEdits(const FunctionDecl *of, const CapturedFunction &captured,
                         std::set<const FunctionDecl *> others)
    : of(of), edits(captured.edits), values(valuesOf(captured)), others(std::move(others)) {}

bool SharedEdits::fits(const CapturedFunction &other) const {
  return llvm::equal(other.edits, edits,
                     [](const SourceEdit &a, const SourceEdit &b) {
                       return a.offset == b.offset && a.length == b.length && a.isLines == b.isLines &&
                              a.text == b.text && a.moved == b.moved && !a.region == !b.region;
                     }) &&
         llvm::equal(valuesOf(other), values, [](const RegionValue &a, const RegionValue &b) {
           return a.name == b.name && a.type == b.type;
         });
}

namespace {

/// The parameters and variables of a function, in the order of the text.
class Variables : public AstVisitor {
public:
  std::vector<const VarDecl *> found;
  bool VisitVarDecl(VarDecl *var) override {
    found.push_back(var);
    return true;
  }
};

std::vector<const VarDecl *> variablesOf(const FunctionDecl *function) {
  Variables variables;
  variables.found.assign(function->param_begin(), function->param_end());
  variables.TraverseStmt(function->getBody());
  return std::move(variables.found);
}

std::vector<const FunctionDecl *> instantiationsOf(const FunctionDecl *pattern) {
  std::vector<const FunctionDecl *> found;
  if (const FunctionTemplateDecl *described = pattern->getDescribedFunctionTemplate())
    found.assign(described->specializations().begin(), described->specializations().end());
  const auto *method = dyn_cast<CXXMethodDecl>(pattern);
  const ClassTemplateDecl *ofClass = method ? method->getParent()->getDescribedClassTemplate() : nullptr;
  if (ofClass)
    for (const ClassTemplateSpecializationDecl *one : ofClass->specializations())
      for (const CXXMethodDecl *member : one->methods())
        if (member->getTemplateInstantiationPattern() == pattern)
          found.push_back(member);
  return found;
}

} // namespace

const FunctionDecl *SharedEdits::misfit() const {
  const auto isSame = [](const VarDecl *one, const VarDecl *other) {
    return isTensorType(one->getType().getNonReferenceType()) ==
           isTensorType(other->getType().getNonReferenceType());
  };
  const std::vector<const VarDecl *> own = variablesOf(of);
  for (const FunctionDecl *other : instantiationsOf(of->getTemplateInstantiationPattern())) {
    const FunctionDecl *definition = nullptr;
    if (other->hasBody(definition) && definition != of && !others.count(definition) && !others.count(other) &&
        !llvm::equal(own, variablesOf(definition), isSame))
      return definition;
  }
  return nullptr;
}

std::optional<InstantiationCondition> instantiationCondition(ASTContext &context,
                                                             const FunctionDecl *function) {
  return ConditionPrinter(context, function).print();
}

} // namespace fullgraph
