#include "lib/Capture/Prototypes.h"

#include "lib/Capture/SourceText.h"
#include "lib/Capture/Targets.h"
#include "lib/Graph/HostName.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The fields that a statement assigns.
class FieldWrites : public RecursiveASTVisitor<FieldWrites> {
public:
  explicit FieldWrites(std::set<const FieldDecl *> &into) : into(into) {}
  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      note(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      note(op->getSubExpr());
    return true;
  }

private:
  void note(const Expr *target) {
    if (const auto *member = dyn_cast<MemberExpr>(target->IgnoreParenImpCasts()))
      if (const auto *fieldDecl = dyn_cast<FieldDecl>(member->getMemberDecl()))
        into.insert(fieldDecl);
  }
  std::set<const FieldDecl *> &into;
};

/// Both values of so many are walked, 2^n graphs.
constexpr size_t maxGivenFlags = 3;

/// A module, or a ModuleHolder of one: the caller's choice.
bool holdsModule(const CXXRecordDecl *record) {
  const CXXRecordDecl *definition = record->getDefinition();
  if (!definition)
    return false;
  const bool isHolder = record->getIdentifier() && record->getName() == "ModuleHolder" && isFgClass(record);
  return isHolder || isModuleClass(record) ||
         llvm::any_of(definition->bases(), [](const CXXBaseSpecifier &base) {
           const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
           return of && holdsModule(of);
         });
}

/// A module, a handle of one, or a container of either.
bool mayHoldModule(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  return record &&
         (holdsModule(record) ||
          (instance && llvm::any_of(instance->getTemplateArgs().asArray(), [](const TemplateArgument &of) {
             return of.getKind() == TemplateArgument::Type && mayHoldModule(of.getAsType());
           })));
}

} // namespace

/// Where such a class keeps its modules.
static constexpr const char *containerField = "modules_";

bool isModuleContainer(const CXXRecordDecl *record) {
  return isFgClass(record) && isModuleClass(record) &&
         llvm::any_of(record->getDefinition()->fields(),
                      [](const FieldDecl *field) { return field->getName() == containerField; });
}

/// Numbers of an argument are not known, but equal ones are; its flags are taken to be what its class's
/// initialisers say. Sizes and counts are seldom 0.
void Interpreter::forgetNumbers(AbsValue &value, QualType type, const std::string &name) {
  if (value.is(ValueKind::Record)) {
    for (auto &[fieldDecl, location] : value.record->fields)
      forgetNumbers(location->value, fieldDecl->getType(), name + "." + fieldDecl->getNameAsString());
    return;
  }
  if (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType()) {
    SymbolDef def;
    def.name = name;
    def.host = "<argument>" + name;
    def.type = SymType::Int;
    def.lower = 1;
    def.upper = std::numeric_limits<int32_t>::max();
    value = AbsValue::ofScalar(hostSymbol(std::move(def)));
  } else if (!value.isScalar() || !value.sym.isConst()) {
    value = AbsValue::poison();
  }
}

const Prototype *Interpreter::prototypeOf(const CXXRecordDecl *record) {
  if (!function.prototypes)
    function.prototypes = std::make_shared<PrototypeTable>();
  const auto [entry, fresh] = function.prototypes->byClass.emplace(record->getCanonicalDecl(), nullptr);
  if (!fresh)
    return entry->second.get(); // null while its own constructor is being walked
  auto prototype = std::make_unique<Prototype>();
  for (const CXXMethodDecl *method : record->methods())
    if (const Stmt *body = method->getBody(); body && !isa<CXXConstructorDecl>(method))
      FieldWrites(prototype->changing).TraverseStmt(const_cast<Stmt *>(body));
  const CXXConstructorDecl *ctor = mainConstructor(record);
  prototype->function.decl = ctor ? static_cast<const FunctionDecl *>(ctor) : function.decl;
  prototype->function.options = function.options;
  prototype->function.options.unrollLimit = std::numeric_limits<int>::max();
  prototype->interpreter =
      std::make_unique<Interpreter>(context, prototype->function, std::vector<PathDecision>(), false);
  prototype->object = prototype->interpreter->runPrototype(ctor, record);
  prototype->takesModules = prototype->interpreter->takesModules;
  Prototype *result = prototype.get();
  function.prototypes->byClass[record->getCanonicalDecl()] = std::move(prototype);
  return result;
}

const Location *Interpreter::runPrototype(const CXXConstructorDecl *ctor, const CXXRecordDecl *record) {
  predicting = true;
  frames.emplace_back().function = function.decl;
  const QualType type = classType(record);
  try {
    if (!ctor)
      return temporary(defaultValue(type, nullptr, true), type);
    std::vector<Location *> args;
    for (const ParmVarDecl *parameter : ctor->parameters()) {
      const QualType given = parameter->getType().getNonReferenceType();
      AbsValue value = AbsValue::poison();
      takesModules |= mayHoldModule(given);
      try {
        const bool isFlag = given->isBooleanType() || given->isEnumeralType() || given->isRealFloatingType();
        if (isFlag && parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() &&
            !parameter->hasUnparsedDefaultArg())
          value = eval(parameter->getDefaultArg());
        else if (const CXXRecordDecl *of = given->getAsCXXRecordDecl();
                 of && modelledClass(of).empty() && !isTensorType(given) && !holdsModule(of) &&
                 of->hasDefinition() && of->getDefinition()->hasDefaultConstructor())
          value = defaultValue(given, nullptr, true);
        forgetNumbers(value, given, parameter->getNameAsString());
      } catch (const BreakError &) {
        value = AbsValue::poison();
      }
      args.push_back(temporary(std::move(value), given));
    }
    return temporary(runConstructor(ctor, args, type, nullptr), type);
  } catch (const BreakError &) {
  } catch (const EagerPath &) {
  } catch (const UnknownType &) {
  } catch (const SplitPoint &) {
  } catch (const WorkSpent &) {
  }
  return nullptr;
}

/// Calls in a constructor that only fill tensors with numbers: their sizes are what matters here.
std::optional<Interpreter::CallResult> Interpreter::predictedCall(const FunctionDecl *callee,
                                                                  Location *object,
                                                                  const std::vector<Location *> &args,
                                                                  const Expr *call) {
  const FunctionDecl *definition = nullptr;
  if (!callee->getIdentifier() || !isTensorType(callee->getReturnType().getNonReferenceType()))
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  if (name.ends_with("_") && !callee->hasBody(definition)) {
    Location *self = object ? object : args.empty() ? nullptr : args[0];
    if (self && read(self, call).isTensor())
      return callee->getReturnType()->isReferenceType() ? CallResult{{}, self}
                                                        : CallResult{self->value, nullptr};
  }
  if (object || !isFgNamespace(callee->getDeclContext()) || callee->getNumParams() == 0)
    return std::nullopt;
  if ((name == "rand" || name == "randn") && !args.empty()) {
    const AbsValue &size = read(args[0], call);
    if (!size.is(ValueKind::Sequence) || size.sequence->open)
      return CallResult{AbsValue::poison(), nullptr};
    std::vector<Sym> sizes;
    for (Location *element : size.sequence->elements) {
      if (!read(element, call).isScalar())
        return CallResult{AbsValue::poison(), nullptr};
      sizes.push_back(element->value.sym);
    }
    return CallResult{
        AbsValue::ofTensor(appendChecked(
            *findOp("full"),
            {sizes, appendScalar(*graph, Sym::real(0, SymType::F64), userLoc(call)), ScalarType::Float},
            call)),
        nullptr};
  }
  return std::nullopt;
}

/// make_shared<T>(args...): T's constructor with parameters for them. The call inside the library, which says
/// which one it is, is too deep to be walked.
std::optional<AbsValue> Interpreter::makeObject(QualType type, const std::vector<Location *> &args,
                                                const Expr *call) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !modelledClass(record).empty() || isTensorType(type) || !record->hasDefinition())
    return std::nullopt;
  const CXXConstructorDecl *chosen = nullptr;
  unsigned fits = 0;
  for (const CXXConstructorDecl *ctor : record->getDefinition()->ctors()) {
    if (ctor->isDeleted() || args.size() > ctor->getNumParams() ||
        args.size() < ctor->getMinRequiredArguments())
      continue;
    unsigned exact = 1;
    bool possible = true;
    for (size_t i = 0; i < args.size(); ++i) {
      const QualType wanted = ctor->getParamDecl(static_cast<unsigned>(i))->getType().getNonReferenceType();
      const bool same = !args[i]->type.isNull() && context.hasSameUnqualifiedType(wanted, args[i]->type);
      const bool number =
          wanted->isArithmeticType() && !args[i]->type.isNull() && args[i]->type->isArithmeticType();
      possible &= same || number;
      exact += same;
    }
    if (possible && exact >= fits) {
      chosen = exact > fits ? ctor : nullptr; // which of two is better, only overload resolution can tell
      fits = exact;
    }
  }
  if (!chosen)
    return std::nullopt;
  std::vector<Location *> bound;
  for (unsigned i = 0; i < chosen->getNumParams(); ++i) {
    const ParmVarDecl *parameter = chosen->getParamDecl(i);
    const QualType wanted = parameter->getType().getNonReferenceType();
    if (i >= args.size()) {
      if (parameter->hasUninstantiatedDefaultArg() || parameter->hasUnparsedDefaultArg())
        return std::nullopt;
      bound.push_back(temporary(eval(parameter->getDefaultArg()), wanted));
      continue;
    }
    const AbsValue given = read(args[i], call);
    if (given.isScalar() && wanted->isArithmeticType())
      bound.push_back(temporary(convert(given, args[i]->type, wanted, call), wanted));
    else if (parameter->getType()->isReferenceType())
      bound.push_back(args[i]);
    else
      bound.push_back(temporary(copyValue(given, wanted, call), wanted));
  }
  if (chosen->isCopyOrMoveConstructor() && !chosen->isUserProvided())
    return copyValue(read(bound[0], call), type, call);
  return runConstructor(chosen, bound, type, call);
}

namespace {
/// Nothing is known of the object any more, nor of what it points or refers to: others lead there, too.
/// Elements of a list are objects of their own.
void forget(Location *location) {
  const AbsValue value = std::exchange(location->value, AbsValue::poison());
  if (value.isPoison())
    return;
  if (value.location)
    forget(value.location);
  if (value.record)
    for (auto &[fieldDecl, part] : value.record->fields)
      forget(part);
}
} // namespace

/// After code of a constructor that could not be followed: what it may have changed is unknown.
void Interpreter::forgetTarget(const Expr *target) {
  std::set<const VarDecl *> seen;
  const std::function<void(const Expr *)> forgetPlaces = [&](const Expr *expr) {
    for (const Expr *place : placesOf(expr)) {
      if (const auto *reference = dyn_cast<DeclRefExpr>(place)) {
        const auto *var = dyn_cast<VarDecl>(reference->getDecl());
        if (const auto *binding = dyn_cast<BindingDecl>(reference->getDecl()))
          var = cast<VarDecl>(binding->getDecomposedDecl());
        if (!var || !seen.insert(var).second)
          continue;
        if (const auto found = frame().variables.find(var); found != frame().variables.end())
          forget(found->second);
        const QualType type = var->getType();
        if (var->getInit() && (type->isReferenceType() || type->isPointerType() || isHandle(type)))
          forgetPlaces(var->getInit());
        continue;
      }
      Location *self = frame().thisObject;
      if (!self || !self->value.is(ValueKind::Record))
        continue;
      const auto *member = dyn_cast<MemberExpr>(place);
      for (auto &[fieldDecl, part] : self->value.record->fields)
        if (member ? member->getMemberDecl() == fieldDecl
                   : !isFgClass(cast<CXXRecordDecl>(fieldDecl->getParent())))
          forget(part);
    }
  };
  forgetPlaces(target);
}

/// What is expected of a member: nothing of the mode, and of numbers that methods change.
const Location *Interpreter::predictedMember(const Location *object, const FieldDecl *decl) {
  if (!object || !object->value.is(ValueKind::Record))
    return nullptr;
  const auto found = object->value.record->fields.find(decl);
  if (found == object->value.record->fields.end() || found->second->value.isPoison())
    return nullptr;
  const auto *owner = cast<CXXRecordDecl>(decl->getParent());
  if (decl->getIdentifier() && decl->getName() == "training_" && isFgClass(owner))
    return nullptr;
  if (decl->getType()->isArithmeticType() && isModuleClass(owner))
    if (const Prototype *of = prototypeOf(owner); of && of->changing.count(decl))
      return nullptr;
  return found->second;
}

/// As a person writes it: 1, 0.5, 1e-05.
static std::string numberText(const Sym &number) {
  if (const std::optional<int64_t> integer = number.asInt(); integer && number.type() == SymType::Int)
    return std::to_string(*integer);
  char text[32];
  std::snprintf(text, sizeof text, "%g", number.asDouble().value_or(0));
  return text;
}

/// A number that is expected to be what the constructor made it.
void Interpreter::assumePredictedNumber(Location *location) {
  const Location *predicted = expectedOfAll(location, [](const Location *a, const Location *b) {
    return a->value.isScalar() && b->value.isScalar() && a->value.sym == b->value.sym;
  });
  if (!predicted || !predicted->value.isScalar() || !predicted->value.sym.isConst() ||
      !location->value.isScalar() || predicted->value.sym.type() != location->value.sym.type())
    return;
  const Sym known = predicted->value.sym;
  const bool isBool = known.type() == SymType::Bool;
  const Sym read = location->value.sym;
  const Sym expected = !isBool ? symEq(read, known) : *known.asBool() ? read : symNot(read);
  bool holds = true;
  if (!location->givenFlag && settle(expected) != true &&
      mayDiffer(location, MemberGuards, isBool || isNear(location))) {
    if (isBool)
      location->value = AbsValue::ofScalar(Sym::boolean(decide(read, location->loc)));
    else if (isNear(location))
      location->value = AbsValue::ofScalar(valueNear(location, *known.asInt()));
    differs |= isBool && location->value.sym != known;
    return;
  }
  if (const FieldDecl *flag = location->givenFlag) {
    // Every object's flag is as that of the first one that is read: n objects would have 2^n graphs.
    const auto first = givenFlags.find(flag);
    if (first != givenFlags.end())
      holds = first->second;
    else if (givenFlags.size() < maxGivenFlags)
      holds = givenFlags[flag] = decide(expected, location->loc);
  }
  const size_t before = decisions.size();
  assumeExpected(MemberGuards, location, holds ? expected : symNot(expected), location->loc, location->host,
                 isBool  ? (*known.asBool() == holds ? "true" : "false")
                 : holds ? numberText(known)
                         : "another number than " + numberText(known));
  if (decisions.size() > before && !decisions.back().taken) { // a walk for an object that is otherwise
    if (!isBool)
      return;
    holds = !holds;
  }
  if (holds || isBool)
    location->value = AbsValue::ofScalar(holds ? known : Sym::boolean(!*known.asBool()));
}

/// Is a container of the caller's expected to be as long as the constructor made it? One that began empty
/// may have been filled since, or grow with every call; where the code asks a Sequential whether it is empty,
/// it is expected to be.
bool Interpreter::assumePredictedLength(Location *location, const Sym &length, QualType elementType) {
  const auto isList = [](const Location *of) {
    return of->value.is(ValueKind::Sequence) && !of->value.sequence->open;
  };
  const Location *predicted = expectedOf(
      location,
      [&](const Location *of) {
        return isList(of) ? std::optional<int64_t>(of->value.sequence->elements.size()) : std::nullopt;
      },
      [&](int64_t count) { return symEq(length, Sym(count)); });
  if (!predicted || !isList(predicted))
    return false;
  const std::vector<Location *> &elements = predicted->value.sequence->elements;
  const bool mayGrow = !location->ofLibrary || location->name == containerField;
  const bool isAsked =
      location->ofLibrary && libraryCallee && libraryCallee->getReturnType()->isBooleanType();
  if (elements.empty() && mayGrow && !isAsked && settle(symEq(length, Sym(0))) != true)
    return false;
  const int64_t count = lengthOf(location, length, elements);
  auto sequence = std::make_shared<SequenceObject>();
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    Location *element =
        external(elementType, location->host + "[" + std::to_string(i) + "]", nullptr, location);
    element->name = location->name + "[" + std::to_string(i) + "]";
    element->shape = location->shape;
    element->ofLibrary = location->ofLibrary;
    predict(element, location, [i](const Location *of) {
      // Behind the last one that the constructor makes, others of its class.
      const std::vector<Location *> &made = of->value.sequence->elements;
      const Location *own = made[std::min(i, made.size() - 1)];
      return own->value.isPoison() ? nullptr : own;
    });
    sequence->elements.push_back(element);
  }
  location->value = AbsValue::ofSequence(std::move(sequence));
  return true;
}

/// Is a pointer or optional expected to hold something?
std::optional<bool> Interpreter::predictedPresence(Location *location, const Sym &present) {
  const auto mayPoint = [](const Location *of) {
    return (of->value.is(ValueKind::Pointer) || of->value.is(ValueKind::Optional)) && !of->value.sequence;
  };
  const Location *predicted = expectedOf(
      location,
      [&](const Location *of) {
        return mayPoint(of) ? std::optional<int64_t>(of->value.location != nullptr) : std::nullopt;
      },
      [&](int64_t is) { return is ? present : symNot(present); });
  if (!predicted || !mayPoint(predicted))
    return std::nullopt;
  const bool isPresent = predicted->value.location != nullptr;
  // A pointer that is null where the constructor makes an object is one that the code would not read.
  const Sym expected = isPresent ? present : symNot(present);
  if ((!isPresent || predicted->value.is(ValueKind::Optional)) && settle(expected) != true &&
      mayDiffer(location, MemberGuards, true)) {
    differs = true;
    return std::nullopt;
  }
  assumeExpected(MemberGuards, location, expected, location->loc, location->host,
                 isPresent ? "a value" : "none");
  return isPresent;
}

/// What a tensor member is expected to be: its sizes are those that FG_SHAPE would give. An undefined one is
/// only expected in the library's modules (an absent bias): other members are often set later.
bool Interpreter::assumePredictedTensor(Location *location) {
  if (function.profile)
    return false;
  const auto isDefined = [&] {
    return hostSymbol(location->host + ".defined()", SymType::Bool, location->loc,
                      location->name + "_defined");
  };
  const Location *predicted = expectedOf(
      location,
      [&](const Location *of) {
        return of->value.isTensor() ? std::optional<int64_t>(of->value.tensor != nullptr) : std::nullopt;
      },
      [&](int64_t is) { return is ? isDefined() : symNot(isDefined()); });
  if (!predicted || !predicted->value.isTensor())
    return false;
  const Value *tensor = predicted->value.tensor;
  if (!tensor) {
    if (!location->ofLibrary)
      return false;
    assumeExpected(MemberGuards, location, symNot(isDefined()), location->loc, location->host,
                   "an undefined tensor");
    location->value = AbsValue::ofTensor(nullptr);
    return true;
  }
  if (!location->shape.empty() && !location->ofLibrary)
    return false;
  // A number that the constructor is given is a letter: `dim` and `3*dim` are the sizes of one Linear.
  const auto others = location->predicted ? std::vector<Location::Instance>() : location->instances;
  if (llvm::any_of(others, [&](const Location::Instance &other) {
        const TensorType &type = other.part->value.tensor->type;
        return type.dtype != tensor->type.dtype || type.rank() != tensor->type.rank();
      }))
    return false;
  std::string dims;
  for (size_t d = 0; d < tensor->type.rank(); ++d) {
    const Sym &size = tensor->type.sizes[d];
    const bool isOfAll = llvm::all_of(others, [&](const Location::Instance &other) {
      return other.part->value.tensor->type.sizes[d] == size && (size.isConst() || other.sameConstructor);
    }); // a letter is that of its own constructor
    dims += (dims.empty() ? "" : ", ") + (isOfAll ? dimText(size) : "?");
  }
  location->shape = std::string(fg::shortName(tensor->type.dtype)) + "[" + dims + "]";
  location->shapeScope = "<constructor>" + location->predictedBy;
  location->sizesPredicted = true;
  return false;
}

/// The object that a shared_ptr or unique_ptr is expected to own. Null: nothing is expected.
Location *Interpreter::predictedTarget(Location *pointer, QualType declared) {
  const auto pointee = [](const Location *of) -> const Location * {
    return of->value.is(ValueKind::Pointer) && !of->value.sequence ? of->value.location : nullptr;
  };
  const auto classOf = [](const Location *of) {
    return of && of->value.is(ValueKind::Record) ? of->value.record->decl->getCanonicalDecl() : nullptr;
  };
  const Location *predicted = expectedOfAll(pointer, [&](const Location *a, const Location *b) {
    return classOf(pointee(a)) && classOf(pointee(a)) == classOf(pointee(b));
  });
  const Location *target = predicted ? pointee(predicted) : nullptr;
  if (!target)
    return nullptr;
  QualType type = declared;
  std::string host = "(*" + pointer->host + ")";
  bool isExact = false;
  const CXXRecordDecl *expected = target->value.is(ValueKind::Record) ? target->value.record->decl : nullptr;
  const CXXRecordDecl *base = declared->getAsCXXRecordDecl();
  if (expected && base && base->hasDefinition() && base->getDefinition()->isPolymorphic() &&
      expected->getCanonicalDecl() != base->getCanonicalDecl()) {
    type = classType(expected);
    assumeExactly(pointer, host, type, pointer->loc);
    host = "static_cast<" + typeName(type, pointer->declaration) + " &>(" + host + ")";
    isExact = true;
  }
  Location *result = external(type, host, nullptr, pointer);
  predict(result, pointer, pointee);
  result->exact = isExact;
  return result;
}

void Interpreter::assumeExactly(const Location *of, const std::string &host, QualType type,
                                const SourceLoc &where) {
  const std::string name = typeName(type, SourceLocation());
  assumeExpected(MemberGuards, of,
                 hostSymbol("::fg::nn::detail::isExactly<" + name + ">(" + host + ")", SymType::Bool, where,
                            "is_" + type->getAsCXXRecordDecl()->getNameAsString()),
                 where, host, "an object of class " + type->getAsCXXRecordDecl()->getNameAsString());
}

void Interpreter::assumeExpected(unsigned kind, const Location *of, const Sym &condition,
                                 const SourceLoc &where, const std::string &what,
                                 const std::string &expected) {
  const size_t before = decisions.size();
  if (function.options.guards & guardOf(kind, of)) {
    assumeHost(condition, where, expected.empty() ? "" : memberName(what) + ": expected " + expected);
    for (size_t i = before; i < decisions.size(); ++i)
      decisions[i].ofObject = true;
  } else if (settle(condition) != false) {
    graph->env.addFact(condition);
  }
}

/// dynamic_cast of a pointer or reference to an object, to class `type`. Null: it is of another class.
Location *Interpreter::castObject(Location *object, QualType type, bool isConst, const Expr *expr) {
  const AbsValue &value = read(object, expr);
  if (value.isPoison())
    return object;
  const CXXRecordDecl *to = type->getAsCXXRecordDecl();
  if (!value.is(ValueKind::Record) || !to || !to->hasDefinition())
    fail(BreakKind::Rtti, expr->getSourceRange(), {});
  const CXXRecordDecl *of = value.record->decl;
  const bool fits =
      of->getCanonicalDecl() == to->getCanonicalDecl() || of->isDerivedFrom(to->getDefinition());
  if (fits)
    return object;
  if (!object->external || object->exact)
    return nullptr;
  if (!to->isDerivedFrom(of) || object->host.empty())
    fail(BreakKind::Rtti, expr->getSourceRange(), {});
  const auto key = std::make_pair(static_cast<const Location *>(object), to->getCanonicalDecl());
  if (const auto known = castTargets.find(key); known != castTargets.end())
    return known->second;
  const std::string name = std::string(isConst ? "const " : "") + typeName(type, expr->getExprLoc());
  const Sym present = hostSymbol("(dynamic_cast<" + name + " *>(&" + object->host + ") != nullptr)",
                                 SymType::Bool, loc(expr), object->name + "_is_" + to->getNameAsString());
  Location *target = nullptr;
  if (decide(present, loc(expr))) {
    target = external(type, "static_cast<" + name + " &>(" + object->host + ")", nullptr, object);
    target->name = object->name;
    target->outlives = target->byReference = true;
    target->anchor = target;
  }
  return castTargets[key] = target;
}

/// The class's own method behind a virtual call, where the object's class is known or expected.
const CXXMethodDecl *Interpreter::expectedOverride(Location *object, const CXXMethodDecl *method,
                                                   const Expr *call) {
  const AbsValue &self = read(object, call);
  if (!self.is(ValueKind::Record))
    return nullptr;
  const bool known = !(object->external && object->byReference) || object->exact;
  if (!known) {
    const Location *predicted =
        expectedOfAll(object, [](const Location *, const Location *) { return true; });
    if (!predicted || !predicted->value.is(ValueKind::Record) || object->host.empty() ||
        predicted->value.record->decl->getCanonicalDecl() != self.record->decl->getCanonicalDecl())
      return nullptr;
    assumeExactly(object, object->host, object->type, loc(call));
    object->exact = true;
  }
  return method->getCorrespondingMethodInClass(self.record->decl);
}

} // namespace fullgraph
