#include "lib/Capture/Modules/PrototypeWalk.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Syntax/Targets.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Graph/UserName.h"
#include "lib/Shapes/Infer.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

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

bool isModuleContainer(const CXXRecordDecl *record) {
  return isFgClass(record) && isModuleClass(record) &&
         llvm::any_of(record->getDefinition()->fields(),
                      [](const FieldDecl *field) { return field->getName() == moduleContainerField; });
}

const Location *PrototypeWalk::runPrototype(const CXXConstructorDecl *ctor, const CXXRecordDecl *record) {
  walk.predicting = true;
  walk.frames.emplace_back().function = function.decl;
  const QualType type = classType(record);
  try {
    if (!ctor)
      return path.temporary(objects.defaultValue(type, nullptr, true), type);
    std::vector<Location *> args;
    for (const ParmVarDecl *parameter : ctor->parameters()) {
      const QualType given = parameter->getType().getNonReferenceType();
      AbsValue value = AbsValue::poison();
      constructors.takesModules |= mayHoldModule(given);
      try {
        const bool isFlag = given->isBooleanType() || given->isEnumeralType() || given->isRealFloatingType();
        if (isFlag && parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() &&
            !parameter->hasUnparsedDefaultArg() && !isPassed(parameter))
          value = expressions.eval(parameter->getDefaultArg());
        else if (const CXXRecordDecl *of = given->getAsCXXRecordDecl();
                 of && !isLibraryClass(of) && !isTensorType(given) && !holdsModule(of) &&
                 of->hasDefinition() && of->getDefinition()->hasDefaultConstructor())
          value = objects.defaultValue(given, nullptr, true);
        constructors.forgetNumbers(value, given, parameter->getNameAsString());
        if (parameter->hasDefaultArg() && value.is(ValueKind::Record) && isPassed(parameter))
          constructors.forgetReals(value);
      } catch (const BreakError &) {
        value = AbsValue::poison();
      }
      args.push_back(path.temporary(std::move(value), given));
    }
    return path.temporary(objects.runConstructor(ctor, args, type, nullptr), type);
  } catch (const WalkEnd &) {
  } catch (const WorkSpent &) {
  }
  return nullptr;
}

void PrototypeWalk::runCaller(SeenCalls &into) {
  walk.predicting = true;
  constructors.seen = &into;
  walk.end.leaf = std::make_unique<DecisionNode>();
  try {
    caller.enterFunction();
    statements.exec(function.decl->getBody());
  } catch (const WalkEnd &) {
  } catch (const WorkSpent &) {
  }
}

namespace {

/// The types that hints tell, as FG_SHAPE would, of any sizes.
ProfiledCall typesOf(const Hints &hints) {
  ProfiledCall call;
  call.believed = true;
  for (const auto &[cxx, hint] : hints) {
    if (isUndefined(hint.shape)) {
      call.shapes.emplace(cxx, hint.shape);
      continue;
    }
    TensorHint any = hint;
    forgetDims(any);
    if (any.shape.empty())
      continue;
    any.shape += layoutOf(hint);
    call.shapes.emplace(cxx, any.shape);
    TensorHint known = hint;
    forgetLetters(known);
    known.shape += layoutText(hint.order);
    if (known.shape != any.shape)
      call.sizes.emplace(cxx, known.shape);
  }
  return call;
}

/// Which sizes of the call are 1.
Hints onesOf(const ProfiledCall &call) {
  Hints ones;
  for (const auto &[cxx, shape] : call.sizes) {
    TensorHint hint{shape, {}};
    forgetAllButOnes(hint);
    if (llvm::is_contained(hintDims(hint.shape), "1"))
      ones.emplace(cxx, hint);
  }
  return ones;
}

} // namespace

/// What a function of the program is called with. Then its body is walked like any other's, for what it
/// returns.
std::optional<CallResult> PrototypeWalk::seenCall(const CallSite &site) {
  constexpr size_t mostKinds = 8;
  const auto &[callee, object, args, call] = site;
  const FunctionDecl *definition = nullptr;
  if (!constructors.seen || !callee->hasBody(definition) || report.isLibrary(definition->getLocation()))
    return std::nullopt;
  const bool isCompiled = constructors.seen->compiled.count(callee->getCanonicalDecl()) != 0;
  constructors.seen->places[call] = ++constructors.seen->walks;
  ProfiledCall passed = typesOf(collector.argumentHints(definition, object, args));
  std::vector<ProfiledCall> &known = constructors.seen->calls[callee->getCanonicalDecl()];
  if (!passed.shapes.empty() && known.size() < mostKinds &&
      llvm::none_of(known, [&](const ProfiledCall &kind) {
        return kind.shapes == passed.shapes && onesOf(kind) == onesOf(passed);
      })) {
    known.push_back(std::move(passed));
    ++constructors.seen->kinds;
  }
  if (!isCompiled)
    return std::nullopt;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  noteObject(object, method ? method->getParent() : nullptr);
  for (unsigned i = 0; i < args.size(); ++i) {
    constructors.seen->passed[{callee->getCanonicalDecl(), i}].insert(noteObject(args[i]));
    noteArgument(callee, i, args[i]);
  }
  return std::nullopt;
}

/// An object of the program's that a compiled function gets. base: the class whose method it is called with;
/// virtual methods that this one calls are those of the object's class.
const Location *PrototypeWalk::noteObject(const Location *object, const CXXRecordDecl *base) {
  if (!object || object->external ||
      !object->value.is(ValueKind::Record)) // what derives from it may be there
    return nullptr;
  const CXXRecordDecl *record = object->value.record->decl;
  if (isLibraryClass(record) || isFgClass(record) || record->isLambda())
    return nullptr;
  const Location *noted = note(constructors.seen->objects[record->getCanonicalDecl()], object);
  if (base && base->isPolymorphic() && !isFgClass(base) && !declaresSameEntity(base, record))
    note(constructors.seen->objects[base->getCanonicalDecl()], object);
  return noted;
}

/// A map, a std::function or an object that it gets by a reference to a base class. Loops over lists are
/// compiled for any length, so nothing is expected of one; nor of a map whose keys differ from call to call.
void PrototypeWalk::noteArgument(const FunctionDecl *callee, unsigned index, const Location *argument) {
  const AbsValue &value = argument->value;
  const std::pair<const FunctionDecl *, unsigned> place(callee->getCanonicalDecl(), index);
  SeenCalls &seen = *constructors.seen;
  const QualType declared =
      index < callee->getNumParams() ? callee->getParamDecl(index)->getType() : QualType();
  const CXXRecordDecl *base =
      !declared.isNull() && declared->isReferenceType() ? declared->getPointeeCXXRecordDecl() : nullptr;
  const bool isOfBase = base && value.is(ValueKind::Record) && !isLibraryClass(base) && !isFgClass(base) &&
                        (!declaresSameEntity(base, value.record->decl) || seen.arguments.count(place));
  if (!argument->external && (isOfBase || value.is(ValueKind::Callable))) {
    note(seen.arguments[place], argument);
    return;
  }
  if (argument->external || !value.is(ValueKind::Map) || value.map->open || seen.varied.count(place) ||
      (argument->name.empty() && !walk.loops.empty()))
    return;
  const auto keysOf = [](const AbsValue &map) {
    std::set<MapKey> keys;
    for (const auto &[key, entry] : map.map->entries)
      keys.insert(key);
    return keys;
  };
  const auto known = seen.arguments.find(place);
  if (known != seen.arguments.end() && keysOf(known->second.front()->value) != keysOf(value)) {
    seen.arguments.erase(known);
    seen.varied.insert(place);
    return;
  }
  note(seen.arguments[place], argument);
}

const Location *PrototypeWalk::note(std::vector<Location *> &known, const Location *object) {
  return constructors.seen->note(
      known, object, [&](AbsValue value, QualType type) { return path.temporary(std::move(value), type); });
}

/// The function of this name that takes the same arguments, but for the `first` ones: zeros(size, options)
/// beside randn(size, options).
static const FunctionDecl *siblingOf(const FunctionDecl *of, llvm::StringRef name, unsigned first = 0) {
  const auto takesTheSame = [&](const FunctionDecl *other) {
    return other->getNumParams() + first == of->getNumParams() &&
           llvm::all_of(llvm::zip(of->parameters().drop_front(first), other->parameters()),
                        [](const auto &pair) {
                          return std::get<0>(pair)->getType().getCanonicalType() ==
                                 std::get<1>(pair)->getType().getCanonicalType();
                        });
  };
  const IdentifierInfo &id = of->getASTContext().Idents.get(name);
  for (const NamedDecl *found : of->getDeclContext()->lookup(DeclarationName(&id)))
    if (const auto *other = dyn_cast<FunctionDecl>(found); other && takesTheSame(other))
      return other;
  return nullptr;
}

/// register_parameter and register_buffer end in a call of Module::addParameter or addBuffer, whose tensor
/// Module::to converts.
void PrototypeWalk::noteRegistered(const CallSite &site) {
  const IdentifierInfo *name = site.callee->getIdentifier();
  if (!name || site.args.size() != 2 || !(name->isStr("addParameter") || name->isStr("addBuffer")))
    return;
  if (const AbsValue &tensor = caller.read(site.args[1], site.call); tensor.isTensor() && tensor.tensor)
    registered.insert(tensor.tensor);
}

/// net->to(torch::kDouble): floating-point parameters and buffers are of that dtype then. A device leaves
/// them as they are, and a dtype that is not known is taken for their own: guards check what is believed of a
/// module.
void PrototypeWalk::convertModule(const CallSite &site) {
  const IdentifierInfo *name = site.callee->getIdentifier();
  if (!site.object || !name || !name->isStr("to"))
    return;
  for (unsigned i = 0; i < site.args.size(); ++i) {
    const QualType type = site.callee->getParamDecl(i)->getType().getNonReferenceType();
    if (!type->isEnumeralType())
      continue;
    const AbsValue &dtype = caller.read(site.args[i], site.call);
    const std::optional<int64_t> known = dtype.isScalar() ? dtype.sym.asInt() : std::nullopt;
    std::set<const Location *> met;
    if (known && isFloatingType(static_cast<ScalarType>(*known)))
      convertRegistered(site.object, static_cast<ScalarType>(*known), site.call, met);
  }
}

void PrototypeWalk::convertRegistered(Location *part, ScalarType dtype, const Expr *call,
                                      std::set<const Location *> &met) {
  if (!part || part->external || !met.insert(part).second)
    return;
  AbsValue &value = part->value;
  switch (value.kind) {
  case ValueKind::Tensor:
    if (value.tensor && registered.count(value.tensor) && isFloatingType(value.tensor->type.dtype)) {
      value.tensor =
          tensors.appendChecked(schemaOf(Op::to), {value.tensor, dtype, Sym::boolean(false)}, call);
      registered.insert(value.tensor);
    }
    return;
  case ValueKind::Record:
    for (const auto &[field, of] : value.record->fields)
      convertRegistered(of, dtype, call, met);
    for (const Location *alternative : value.record->alternatives)
      convertRegistered(const_cast<Location *>(alternative), dtype, call, met);
    return;
  case ValueKind::Pointer:
  case ValueKind::Optional:
    return convertRegistered(value.location, dtype, call, met);
  case ValueKind::Sequence:
    for (Location *element : value.sequence->elements)
      convertRegistered(element, dtype, call, met);
    return;
  case ValueKind::Map:
    for (const auto &[key, entry] : value.map->entries)
      convertRegistered(entry, dtype, call, met);
    return;
  default:
    return;
  }
}

/// Calls in a constructor that only fill tensors with numbers: their sizes are what matters here.
std::optional<CallResult> PrototypeWalk::predictedCall(const CallSite &site) {
  if (!walk.predicting)
    return std::nullopt;
  const auto &[callee, object, args, call] = site;
  const FunctionDecl *definition = nullptr;
  // net->eval(), net->to(device): the modules are what they were.
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && isFgClass(method->getParent()) && isModuleClass(method->getParent()) &&
      !callee->getReturnType()->isReferenceType() && !callee->hasBody(definition)) {
    noteRegistered(site);
    convertModule(site);
    return CallResult{AbsValue::poison(), nullptr};
  }
  if (!callee->getIdentifier() || !isTensorType(callee->getReturnType().getNonReferenceType()))
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  if (name.ends_with("_") && !callee->hasBody(definition)) {
    Location *self = object ? object : args.empty() ? nullptr : args[0];
    if (self && caller.read(self, call).isTensor())
      return callee->getReturnType()->isReferenceType() ? CallResult{{}, self}
                                                        : CallResult{self->value, nullptr};
  }
  if (object || !isFgNamespace(callee->getDeclContext()) || callee->getNumParams() == 0)
    return std::nullopt;
  if (name == "tensor")
    return copyOfNumbers(site);
  if (name == "rand" || name == "randn")
    if (const FunctionDecl *zeros = siblingOf(callee, "zeros"))
      return calls.invoke(zeros, nullptr, args, call);
  if (name == "from_blob" && args.size() == 3) // the elements of the program's memory
    if (const FunctionDecl *zeros = siblingOf(callee, "zeros", /*first=*/1))
      return calls.invoke(zeros, nullptr, {args[1], args[2]}, call);
  return std::nullopt;
}

/// torch::tensor(list) of numbers that may not be known: as many as there are.
std::optional<CallResult> PrototypeWalk::copyOfNumbers(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto *list = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      callee->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!list || !factsOf(list).isOperand || args.empty())
    return std::nullopt;
  const QualType element = list->getTemplateArgs()[0].getAsType();
  const AbsValue &numbers = caller.read(args[0], call);
  Sym count;
  if (numbers.is(ValueKind::Sequence) && !numbers.sequence->open) {
    count = static_cast<int64_t>(numbers.sequence->elements.size());
  } else {
    SymbolDef def;
    def.name = "count";
    def.cxx = "<count>" + std::to_string(call->getBeginLoc().getRawEncoding());
    def.upper = std::numeric_limits<int32_t>::max();
    count = caller.cxxSymbol(std::move(def));
  }
  const bool isReal = element->isRealFloatingType();
  if (!isReal && !element->isIntegerType())
    return std::nullopt;
  const ScalarType dtype = isReal                     ? ScalarType::Float
                           : element->isBooleanType() ? ScalarType::Bool
                                                      : ScalarType::Long;
  const std::optional<ScalarType> made =
      args.size() > 1 ? TensorOps::createdType(caller.read(args[1], call), dtype) : dtype;
  if (!made)
    return std::nullopt;
  return CallResult{AbsValue::ofTensor(tensors.appendChecked(
                        schemaOf(Op::full),
                        {std::vector<Sym>{count},
                         appendScalar(*walk.graph, Sym::real(0, SymType::F64), report.userLoc(call)), *made},
                        call)),
                    nullptr};
}

} // namespace fullgraph
