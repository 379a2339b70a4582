// std::function and std::reference_wrapper.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {
namespace {

class Callables : WalkPart {
public:
  using WalkPart::WalkPart;

  CallResult assign(const MethodSite &site);
  CallResult isGiven(const MethodSite &site);
  CallResult call(const MethodSite &site, const char *what);
  AbsValue make(const ConstructorSite &site);
  bool load(Location *location);

private:
  struct Target;
  std::optional<Target> targetOf(const Location *location, const Location *held);

  Reporter &report = use<Reporter>();
  Caller &caller = use<Caller>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
  Expectations &expectations = use<Expectations>();
  Path &path = use<Path>();
  Renderer &render = use<Renderer>();
};

/// A function that generated code can name in front of the compiled one: "::fg::relu".
std::string nameOf(const FunctionDecl *target, const FunctionDecl *compiled, const SourceManager &sources) {
  if (!target->getIdentifier() || isa<CXXMethodDecl>(target) || target->isTemplateInstantiation() ||
      !target->getDeclContext()->getRedeclContext()->isFileContext() ||
      !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(target->getFirstDecl()->getLocation()),
                                         sources.getExpansionLoc(compiled->getBody()->getBeginLoc())))
    return "";
  std::string name = target->getNameAsString();
  for (const DeclContext *scope = target->getDeclContext(); scope; scope = scope->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(scope);
        space && !space->isAnonymousNamespace() && !space->isInline())
      name = space->getNameAsString() + "::" + name;
  return "::" + name;
}

AbsValue Callables::make(const ConstructorSite &site) {
  return objects.callableOf(caller.read(site.args[0], site.expr), site.args[0]->type, site.expr);
}

CallResult Callables::assign(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue target = caller.read(args[0], call);
  if (object->external && object->reach.outlives)
    report.refuseEscape(target, call->getExprLoc());
  if (object->external)
    caller.leaveChange(call);
  objects.assign(object, objects.callableOf(target, args[0]->type, call), call);
  return {{}, object};
}

/// Is there a function in it? Of one of the caller's only the caller knows.
CallResult Callables::isGiven(const MethodSite &site) {
  const AbsValue &self = site.object->value;
  if (!self.is(ValueKind::Opaque))
    return {AbsValue::ofScalar(Sym::boolean(self.location != nullptr)), nullptr};
  return {AbsValue::ofScalar(caller.cxxSymbol("static_cast<bool>(" + self.text + ")", SymType::Bool,
                                              report.loc(site.call), site.object->name + "_given")),
          nullptr};
}

/// The arguments are evaluated already: they are bound to the target's parameters.
CallResult Callables::call(const MethodSite &site, const char *what) {
  Location *held = site.object->value.location;
  if (!held)
    throw EagerPath{"calls an empty std::function", site.call->getBeginLoc()};
  const AbsValue target = caller.read(held, site.call);
  const auto converted = [&](CallResult result, QualType from) {
    if (!result.reference)
      result.value = objects.fitted(std::move(result.value), from, site.call->getType(), site.call);
    return result;
  };
  if (target.is(ValueKind::Function))
    return converted(calls.invoke(target.function, nullptr, site.args, site.call),
                     target.function->getReturnType());
  if (target.is(ValueKind::Record))
    for (const CXXMethodDecl *method : target.record->decl->methods())
      if (method->getOverloadedOperator() == OO_Call && !method->getDescribedFunctionTemplate())
        return converted(calls.invoke(method, held, site.args, site.call), method->getReturnType());
  report.fail(BreakKind::IndirectCall, site.call->getSourceRange(), {what});
}

/// What a std::function holds, as generated code can name it: a function, or an object of a class.
struct Callables::Target {
  const Location *held;
  QualType type;       // of what it holds
  std::string name;    // of the function, or of the type
  std::string content; // C++ of a pointer to what it holds
  std::string isHeld;  // C++: does it hold that?
};

/// No result: what it holds has no name.
std::optional<Callables::Target> Callables::targetOf(const Location *location, const Location *held) {
  if (!held)
    return std::nullopt;
  const bool isFunction = held->value.is(ValueKind::Function);
  const FunctionDecl *target = held->value.function;
  const CXXRecordDecl *record = held->value.is(ValueKind::Record) ? held->value.record->decl : nullptr;
  Target found{held, {}, isFunction ? nameOf(target, function.decl, context.getSourceManager()) : "", "", ""};
  if (isFunction
          ? found.name.empty()
          : !record || record->isLambda() || !record->getIdentifier() || record->getParentFunctionOrMethod())
    return std::nullopt;
  found.type = isFunction ? context.getPointerType(target->getType()) : classType(record);
  const std::string typeName = render.typeName(found.type, location->declaration);
  found.content = location->cxx + ".template target<" + typeName + ">()";
  found.isHeld = found.content + " != nullptr";
  if (isFunction)
    found.isHeld += " && *" + found.content + " == static_cast<" + typeName + ">(&" + found.name + ")";
  else
    found.name = typeName;
  return found;
}

/// One of the caller's, which is expected to hold a function or an object of a class that have names.
bool Callables::load(Location *location) {
  const auto heldBy = [](const Location *of) -> const Location * {
    return of->value.is(ValueKind::Callable) ? of->value.location : nullptr;
  };
  std::vector<Target> targets;
  const auto kindOf = [&](const Location *of) -> std::optional<int64_t> {
    std::optional<Target> target = targetOf(location, heldBy(of));
    if (!target)
      return std::nullopt;
    const auto known =
        llvm::find_if(targets, [&](const Target &one) { return one.isHeld == target->isHeld; });
    const int64_t index = known - targets.begin();
    if (known == targets.end())
      targets.push_back(std::move(*target));
    return index;
  };
  const auto isHeld = [&](const Target &target) {
    return caller.cxxSymbol("(" + target.isHeld + ")", SymType::Bool, location->loc,
                            location->name + "_is_expected");
  };
  const Location *predicted = expectations.expectedOf(
      location, kindOf, [&](int64_t kind) { return isHeld(targets[static_cast<size_t>(kind)]); });
  const std::optional<Target> target = predicted ? targetOf(location, heldBy(predicted)) : std::nullopt;
  if (!target)
    return false;
  expectations.assumeExpected(MemberGuards, location, isHeld(*target), location->loc, location->cxx,
                              target->name);
  AbsValue value;
  value.kind = ValueKind::Callable;
  if (target->held->value.is(ValueKind::Function)) {
    value.location = path.temporary(target->held->value, target->held->type);
  } else {
    value.location = caller.external(target->type, "(*" + target->content + ")", nullptr, location);
    expectations.predict(value.location, location, heldBy);
  }
  location->value = std::move(value);
  return true;
}

class FunctionModel : public ClassModel {
public:
  FunctionModel() : ClassModel({.role = ClassRole::Function}) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    AbsValue value;
    value.kind = ValueKind::Callable;
    return value;
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Callables(walk).make(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    return Callables(walk).load(location);
  }
  std::optional<AbsValue> convert(Walk &walk, Location *from, QualType, const Expr *expr) const override {
    return partOf<Objects>(walk).callableOf(partOf<Caller>(walk).read(from, expr), from->type, expr);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    const AbsValue &self = site.object->value;
    const bool isCallable = self.is(ValueKind::Callable);
    if (site.name == "operator=" && site.args.size() == 1)
      return Callables(walk).assign(site);
    if (site.name == "convert" && (isCallable || (self.is(ValueKind::Opaque) && !self.text.empty())))
      return Callables(walk).isGiven(site);
    if (site.name == "operator()" && isCallable)
      return Callables(walk).call(site, "this std::function");
    if (site.name == "operator()" && self.is(ValueKind::Opaque))
      partOf<Calls>(walk).leaveUnknownTarget(site.object->type, site.object->name, site.args, site.call);
    return std::nullopt;
  }
};

class ReferenceModel : public ClassModel {
public:
  ReferenceModel() : ClassModel({.role = ClassRole::Reference}) {}

  std::optional<AbsValue> construct(Walk &, const ConstructorSite &site) const override {
    return AbsValue::pointerTo(site.args[0]);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    const AbsValue &self = site.object->value;
    if (!self.is(ValueKind::Pointer) || self.sequence)
      return std::nullopt;
    if (site.name == "get" || site.name == "convert")
      return CallResult{{}, self.location};
    if (site.name == "operator()")
      return Callables(walk).call(site, "this std::reference_wrapper");
    return std::nullopt;
  }
};

} // namespace

const ClassModel &models::functions() {
  static const FunctionModel model;
  return model;
}

const ClassModel &models::references() {
  static const ReferenceModel model;
  return model;
}

} // namespace fullgraph
