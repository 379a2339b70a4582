// std::variant: which alternative it holds is known, or a decision.

#include "lib/Capture/Models/Std/Variants.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Splits.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {

/// From a value of exactly one alternative's type; C++'s choice among conversions is not followed.
std::optional<AbsValue> Variants::variantFrom(Location *from, QualType type, const Expr *expr) {
  const std::vector<QualType> types = alternativesOf(type);
  const AbsValue &value = caller.read(from, expr);
  if (value.is(ValueKind::Variant))
    return objects.copyValue(value, type, expr);
  std::optional<size_t> chosen;
  for (size_t i = 0; i < types.size(); ++i)
    if (!from->type.isNull() && context.hasSameUnqualifiedType(types[i], from->type)) {
      if (chosen)
        return std::nullopt;
      chosen = i;
    }
  if (!chosen)
    return std::nullopt;
  return variantOf(*chosen, path.temporary(objects.copyValue(value, types[*chosen], expr), types[*chosen]));
}

std::optional<CallResult> Variants::variantMethod(llvm::StringRef name, Location *object,
                                                  const std::vector<Location *> &args, const Expr *call) {
  if (name == "index")
    return CallResult{AbsValue::ofScalar(object->value.sym), nullptr};
  if (name == "valueless_by_exception")
    return CallResult{AbsValue::ofScalar(Sym::boolean(false)), nullptr};
  if (name == "operator=" && args.size() == 1)
    if (std::optional<AbsValue> value = variantFrom(args[0], object->type, call)) {
      objects.assign(object, std::move(*value), call);
      return CallResult{{}, object};
    }
  return std::nullopt;
}

/// std::get, get_if, holds_alternative and visit.
std::optional<CallResult> Variants::variantCall(llvm::StringRef name, const FunctionDecl *callee,
                                                const std::vector<Location *> &args, const Expr *call) {
  const TemplateArgumentList *given = callee->getTemplateSpecializationArgs();
  if (name == "visit" && args.size() == 2)
    return visitVariant(args[0], args[1], call);
  if (!given || args.size() != 1)
    return std::nullopt;
  AbsValue value = caller.read(args[0], call);
  const bool pointer = name == "get_if";
  if (pointer) {
    if (!value.is(ValueKind::Pointer) || !value.location)
      return std::nullopt;
    value = caller.read(value.location, call);
  }
  if (!value.is(ValueKind::Variant))
    return std::nullopt;
  const TemplateArgument &which = given->get(0);
  const bool holds = which.getKind() == TemplateArgument::Integral
                         ? *value.sym.asInt() == which.getAsIntegral().getExtValue()
                         : which.getKind() == TemplateArgument::Type &&
                               context.hasSameUnqualifiedType(which.getAsType(), value.location->type);
  if (name == "holds_alternative")
    return CallResult{AbsValue::ofScalar(Sym::boolean(holds)), nullptr};
  if (pointer)
    return CallResult{AbsValue::pointerTo(holds ? value.location : nullptr), nullptr};
  if (!holds)
    throw EagerPath{"throws std::bad_variant_access", call->getExprLoc()};
  return CallResult{{}, value.location};
}

/// The visitor's call operator for an alternative: std::visit has instantiated all of them.
const FunctionDecl *Variants::visitedBy(const CXXRecordDecl *visitor, QualType alternative) const {
  const auto takes = [&](const FunctionDecl *candidate) {
    return candidate->getNumParams() == 1 && candidate->hasBody() &&
           context.hasSameUnqualifiedType(candidate->getParamDecl(0)->getType().getNonReferenceType(),
                                          alternative);
  };
  std::vector<const CXXRecordDecl *> classes{visitor}; // overloaded{...} has bases
  for (size_t i = 0; i < classes.size(); ++i) {
    const FunctionDecl *chosen = nullptr;
    for (const CXXBaseSpecifier &base : classes[i]->bases())
      if (const CXXRecordDecl *decl = base.getType()->getAsCXXRecordDecl())
        classes.push_back(decl);
    for (const Decl *member : classes[i]->decls()) {
      if (const auto *method = dyn_cast<CXXMethodDecl>(member))
        if (method->getOverloadedOperator() == OO_Call && takes(method))
          chosen = method;
      if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(member))
        if (pattern->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
          for (const FunctionDecl *instance : pattern->specializations())
            if (takes(instance))
              chosen = instance;
    }
    if (chosen)
      return chosen;
  }
  return nullptr;
}

/// Where one alternative's call operator has regions of its own, the call of std::visit stays in the program.
/// The others' would then run as they are written: each of them has regions of its own, too.
void Variants::leaveVisit(Location *visitor, const CXXRecordDecl *record, QualType variant,
                          const Expr *call) {
  if (!walk.region || walk.attempts.depth || walk.predicting)
    return;
  LeftCall left;
  bool stays = false;
  for (const QualType &alternative : alternativesOf(variant))
    if (const FunctionDecl *function = visitedBy(record, alternative)) {
      const FunctionDecl *definition = function->getDefinition();
      stays |= walk.region->split->count(definition) || this->function.forks.callees.count(definition);
      left.functions.push_back({definition, collector.argumentHints(definition, visitor, {})});
    }
  if (stays && left.functions.size() > 1)
    splits.leaveOutermost(call, std::move(left));
}

std::optional<CallResult> Variants::visitVariant(Location *visitor, Location *variant, const Expr *call) {
  const AbsValue callable = caller.read(visitor, call);
  if (callable.is(ValueKind::Record))
    leaveVisit(visitor, callable.record->decl, variant->type, call);
  const AbsValue held = caller.read(variant, call);
  if (!held.is(ValueKind::Variant) || !callable.is(ValueKind::Record))
    return std::nullopt;
  const FunctionDecl *chosen = visitedBy(callable.record->decl, held.location->type);
  if (!chosen)
    return std::nullopt;
  CallResult result =
      calls.invoke(chosen, visitor, {held.location}, call); // visit<double>() converts what it gives
  if (!result.reference)
    result.value = objects.fitted(std::move(result.value), chosen->getReturnType(), call->getType(), call);
  return result;
}

/// One of the caller's: its alternative is a decision.
void Variants::load(Location *location) {
  const std::vector<QualType> types = alternativesOf(location->type);
  const Sym index = caller.cxxSymbol("static_cast<int64_t>(" + location->cxx + ".index())", SymType::Int,
                                     location->loc, location->cxx + "_index");
  const std::optional<size_t> expected = expectations.predictedAlternative(location, index);
  for (size_t i = 0; i < types.size(); ++i)
    if (expected ? *expected == i : path.decide(symEq(index, Sym(static_cast<int64_t>(i))), location->loc)) {
      Location *content = caller.external(
          types[i], "std::get<" + std::to_string(i) + ">(" + location->cxx + ")", nullptr, location);
      content->declared.shape = location->declared.shape;
      content->name = location->name;
      if (expected)
        expectations.predict(content, location, [](const Location *of) { return of->value.location; });
      location->value = variantOf(i, content);
      return;
    }
  throw EagerPath{"reads a variant without a value", location->declaration};
}

namespace {

class VariantModel : public ClassModel {
public:
  VariantModel() : ClassModel({.role = ClassRole::Variant, .owns = true}) {}

  std::optional<AbsValue> defaultValue(Walk &walk, QualType type, const Expr *expr, bool) const override {
    const QualType first = alternativesOf(type).front();
    return variantOf(
        0, partOf<Path>(walk).temporary(partOf<Objects>(walk).defaultValue(first, expr, true), first));
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return site.args.size() == 1 ? Variants(walk).variantFrom(site.args[0], site.type, site.expr)
                                 : std::nullopt;
  }
  std::optional<AbsValue> convert(Walk &walk, Location *from, QualType to, const Expr *expr) const override {
    return Variants(walk).variantFrom(from, to, expr);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return site.object->value.is(ValueKind::Variant)
               ? Variants(walk).variantMethod(site.name, site.object, site.args, site.call)
               : std::nullopt;
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    Variants(walk).load(location);
    return true;
  }
};

} // namespace

const ClassModel &models::variants() {
  static const VariantModel model;
  return model;
}

} // namespace fullgraph
