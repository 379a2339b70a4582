// std::variant: which alternative it holds is known, or a decision.
#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

std::vector<QualType> alternativesOf(QualType type) {
  std::vector<QualType> types;
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  for (const TemplateArgument &argument : record->getTemplateArgs().asArray())
    for (const TemplateArgument &one : argument.pack_elements())
      types.push_back(one.getAsType());
  return types;
}

AbsValue variantOf(size_t index, Location *content) {
  AbsValue value;
  value.kind = ValueKind::Variant;
  value.sym = Sym(static_cast<int64_t>(index));
  value.location = content;
  return value;
}

} // namespace

/// A caller's variant: its alternative is a decision.
AbsValue Interpreter::loadVariant(Location *location) {
  const std::vector<QualType> types = alternativesOf(location->type);
  const Sym index = hostSymbol("static_cast<int64_t>(" + location->host + ".index())", SymType::Int,
                               location->loc, location->host + "_index");
  for (size_t i = 0; i < types.size(); ++i)
    if (decide(symEq(index, Sym(static_cast<int64_t>(i))), location->loc)) {
      Location *content = external(types[i], "std::get<" + std::to_string(i) + ">(" + location->host + ")",
                                   nullptr, location);
      content->shape = location->shape;
      content->name = location->name;
      return variantOf(i, content);
    }
  throw EagerPath{"reads a variant without a value", location->declaration};
}

AbsValue Interpreter::defaultVariant(QualType type, const Expr *expr) {
  const QualType first = alternativesOf(type).front();
  return variantOf(0, temporary(defaultValue(first, expr, true), first));
}

/// From a value of exactly one alternative's type; C++'s choice among conversions is not followed.
std::optional<AbsValue> Interpreter::variantFrom(Location *from, QualType type, const Expr *expr) {
  const std::vector<QualType> types = alternativesOf(type);
  const AbsValue &value = read(from, expr);
  if (value.is(ValueKind::Variant))
    return copyValue(value, type, expr);
  std::optional<size_t> chosen;
  for (size_t i = 0; i < types.size(); ++i)
    if (!from->type.isNull() && context.hasSameUnqualifiedType(types[i], from->type)) {
      if (chosen)
        return std::nullopt;
      chosen = i;
    }
  if (!chosen)
    return std::nullopt;
  return variantOf(*chosen, temporary(copyValue(value, types[*chosen], expr), types[*chosen]));
}

AbsValue Interpreter::copyVariant(const AbsValue &value, const Expr *expr) {
  AbsValue copy = value;
  copy.location =
      temporary(copyValue(read(value.location, expr), value.location->type, expr), value.location->type);
  return copy;
}

std::optional<Interpreter::CallResult> Interpreter::variantMethod(llvm::StringRef name, Location *object,
                                                                  const std::vector<Location *> &args,
                                                                  const Expr *call) {
  if (name == "index")
    return CallResult{AbsValue::ofScalar(object->value.sym), nullptr};
  if (name == "valueless_by_exception")
    return CallResult{AbsValue::ofScalar(Sym::boolean(false)), nullptr};
  if (name == "operator=" && args.size() == 1)
    if (std::optional<AbsValue> value = variantFrom(args[0], object->type, call)) {
      assign(object, std::move(*value), call);
      return CallResult{{}, object};
    }
  return std::nullopt;
}

/// std::get, get_if, holds_alternative and visit.
std::optional<Interpreter::CallResult> Interpreter::variantCall(llvm::StringRef name,
                                                                const FunctionDecl *callee,
                                                                const std::vector<Location *> &args,
                                                                const Expr *call) {
  const TemplateArgumentList *given = callee->getTemplateSpecializationArgs();
  if (name == "visit" && args.size() == 2)
    return visitVariant(args[0], args[1], call);
  if (!given || args.size() != 1)
    return std::nullopt;
  AbsValue value = read(args[0], call);
  const bool pointer = name == "get_if";
  if (pointer) {
    if (!value.is(ValueKind::Pointer) || !value.location)
      return std::nullopt;
    value = read(value.location, call);
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

/// The visitor's call operator for the alternative that is held: std::visit has instantiated all of them.
std::optional<Interpreter::CallResult> Interpreter::visitVariant(Location *visitor, Location *variant,
                                                                 const Expr *call) {
  const AbsValue held = read(variant, call);
  const AbsValue callable = read(visitor, call);
  if (!held.is(ValueKind::Variant) || !callable.is(ValueKind::Record))
    return std::nullopt;
  const auto takes = [&](const FunctionDecl *candidate) {
    return candidate->getNumParams() == 1 && candidate->hasBody() &&
           context.hasSameUnqualifiedType(candidate->getParamDecl(0)->getType().getNonReferenceType(),
                                          held.location->type);
  };
  const FunctionDecl *chosen = nullptr;
  std::vector<const CXXRecordDecl *> classes{callable.record->decl}; // overloaded{...} has bases
  for (size_t i = 0; i < classes.size() && !chosen; ++i) {
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
  }
  if (!chosen)
    return std::nullopt;
  CallResult result =
      invoke(chosen, visitor, {held.location}, call); // visit<double>() converts what it gives
  if (!result.reference)
    result.value = fitted(std::move(result.value), chosen->getReturnType(), call->getType(), call);
  return result;
}

} // namespace fullgraph
