#include "lib/Capture/Models/Std/Functions.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Std/Sequences.h"
#include "lib/Capture/Models/Std/Strings.h"
#include "lib/Capture/Models/Std/Variants.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace fullgraph {

Functions::Row Functions::builtinRow(llvm::StringRef name) {
  static const llvm::StringMap<Row> rows = {
      {"__builtin_expect", &Functions::itsArgumentsValue},
      {"__builtin_assume_aligned", &Functions::itsArgumentsValue},
      {"__builtin_expect_with_probability", &Functions::itsArgumentsValue},
      {"__builtin_is_constant_evaluated", &Functions::notConstant},
      {"__builtin_constant_p", &Functions::notConstant},
      {"__builtin_unreachable", &Functions::endsProgram},
      {"__builtin_trap", &Functions::endsProgram},
      {"__builtin_abort", &Functions::endsProgram},
      {"__builtin_assume", &Functions::noEffect},
      {"__builtin_addressof", &Functions::addressOf},
      {"__builtin_strlen", &Functions::lengthOfText},
      {"move", &Functions::itsArgument},
      {"forward", &Functions::itsArgument},
      {"move_if_noexcept", &Functions::itsArgument},
      {"as_const", &Functions::itsArgument},
      {"forward_like", &Functions::itsArgument},
      {"addressof", &Functions::addressOf},
      {"__addressof", &Functions::addressOf},
  };
  return rows.lookup(name);
}

Functions::Row Functions::functionRow(llvm::StringRef name) {
  static const llvm::StringMap<Row> rows = {
      {"move", &Functions::itsArgument},
      {"forward", &Functions::itsArgument},
      {"as_const", &Functions::itsArgument},
      {"ref", &Functions::reference},
      {"cref", &Functions::reference},
      {"get", &Functions::get},
      {"get_if", &Functions::variantPart},
      {"holds_alternative", &Functions::variantPart},
      {"visit", &Functions::variantPart},
      {"make_tuple", &Functions::product},
      {"make_pair", &Functions::product},
      {"forward_as_tuple", &Functions::product},
      {"tie", &Functions::product},
      {"to_array", &Functions::product},
      {"dynamic_pointer_cast", &Functions::dynamicPointerCast},
      {"to_string", &Functions::toString},
      {"make_unique", &Functions::makeOwned},
      {"make_shared", &Functions::makeOwned},
      {"make_optional", &Functions::makeOwned},
      {"min", &Functions::smallest},
      {"max", &Functions::smallest},
      {"begin", &Functions::ofContainer},
      {"end", &Functions::ofContainer},
      {"cbegin", &Functions::ofContainer},
      {"cend", &Functions::ofContainer},
      {"size", &Functions::ofContainer},
      {"data", &Functions::ofContainer},
      {"empty", &Functions::ofContainer},
      {"swap", &Functions::swap},
      {"bit_cast", &Functions::bitCast},
      {"exchange", &Functions::exchange},
      {"sort", &Functions::sort},
  };
  return rows.lookup(name);
}

/// What the compiler has a name of its own for, std::move among it.
std::optional<CallResult> Functions::builtin(const CallSite &site) {
  if (site.callee->getBuiltinID() == 0 || !site.callee->getIdentifier())
    return std::nullopt;
  if (std::optional<AbsValue> constant = expressions.evalConstant(site.call)) // INFINITY, NAN, HUGE_VAL
    return CallResult{*constant, nullptr};
  const Row row = builtinRow(site.callee->getName());
  return row ? (this->*row)(site) : std::nullopt;
}

std::optional<CallResult> Functions::library(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const bool library =
      callee->isInStdNamespace() || callee->getBuiltinID() != 0 ||
      (callee->isExternC() && context.getSourceManager().isInSystemHeader(callee->getLocation()));
  if (!library)
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  std::vector<AbsValue> values;
  for (Location *arg : args)
    if (arg->type.isNull() || arg->type->isArithmeticType() || arg->type->isEnumeralType())
      values.push_back(caller.read(arg, call));
  if (const auto *callExpr = dyn_cast<CallExpr>(call);
      callExpr && !args.empty() &&
      (values.size() == args.size() || name.ends_with("nan") || name.ends_with("nanf")))
    if (std::optional<AbsValue> value = scalars.mathCall(name, values, callExpr))
      return CallResult{*value, nullptr};
  if (!isModelled(callee))
    return std::nullopt;
  const Row row = functionRow(name);
  return row ? (this->*row)(site) : std::nullopt;
}

std::optional<CallResult> Functions::itsArgument(const CallSite &site) {
  if (site.args.size() != 1)
    return std::nullopt;
  return CallResult{{}, site.args[0]};
}

std::optional<CallResult> Functions::itsArgumentsValue(const CallSite &site) {
  return CallResult{caller.read(site.args[0], site.call), nullptr};
}

std::optional<CallResult> Functions::addressOf(const CallSite &site) {
  return CallResult{AbsValue::pointerTo(site.args[0]), nullptr};
}

std::optional<CallResult> Functions::notConstant(const CallSite &) {
  return CallResult{AbsValue::ofScalar(Sym::boolean(false)), nullptr};
}

std::optional<CallResult> Functions::noEffect(const CallSite &) { return CallResult{}; }

std::optional<CallResult> Functions::endsProgram(const CallSite &site) {
  throw EagerPath{"reaches '" + site.callee->getName().str() + "'", site.call->getBeginLoc()};
}

std::optional<CallResult> Functions::lengthOfText(const CallSite &site) {
  const AbsValue &text = caller.read(site.args[0], site.call);
  if (!text.is(ValueKind::String))
    return std::nullopt;
  return CallResult{AbsValue::ofScalar(Sym(static_cast<int64_t>(text.text.size()))), nullptr};
}

std::optional<CallResult> Functions::reference(const CallSite &site) {
  if (site.args.size() != 1)
    return std::nullopt;
  Location *to = site.args[0];
  return CallResult{isReferenceWrapper(to->type) ? to->value : AbsValue::pointerTo(to), nullptr};
}

std::optional<CallResult> Functions::variantPart(const CallSite &site) {
  return Variants(walk).variantCall(site.callee->getName(), site.callee, site.args, site.call);
}

/// std::get of a variant, an array, a pair or a tuple.
std::optional<CallResult> Functions::get(const CallSite &site) {
  if (std::optional<CallResult> result = variantPart(site))
    return result;
  const auto &[callee, object, args, call] = site;
  if (args.size() != 1 || !callee->getTemplateSpecializationArgs())
    return std::nullopt;
  const AbsValue value = caller.read(args[0], call);
  if (value.isPoison())
    return CallResult{value, nullptr};
  if (!value.is(ValueKind::Sequence) || value.sequence->open)
    return std::nullopt;
  const TemplateArgument &which = callee->getTemplateSpecializationArgs()->get(0);
  if (which.getKind() == TemplateArgument::Integral) {
    const uint64_t index = which.getAsIntegral().getZExtValue();
    if (index < value.sequence->elements.size())
      return CallResult{{}, value.sequence->elements[index]};
  } else if (which.getKind() == TemplateArgument::Type) {
    Location *only = nullptr;
    for (Location *element : value.sequence->elements)
      if (!element->type.isNull() && context.hasSameUnqualifiedType(element->type, which.getAsType())) {
        if (only)
          return std::nullopt;
        only = element;
      }
    if (only)
      return CallResult{{}, only};
  }
  return std::nullopt;
}

/// make_tuple, make_pair, tie and their like.
std::optional<CallResult> Functions::product(const CallSite &site) {
  const llvm::StringRef name = site.callee->getName();
  auto sequence = std::make_shared<SequenceObject>();
  const bool references = name == "tie" || name == "forward_as_tuple";
  const std::vector<QualType> parts = partsOf(site.call->getType());
  for (Location *arg : site.args) {
    if (references) { // reads nothing: `std::tie(y, h) = step(h)` writes a y that may be undefined
      sequence->elements.push_back(arg);
      continue;
    }
    const size_t i = sequence->elements.size();
    const AbsValue &value = caller.read(arg, site.call);
    const bool refers = i < parts.size() && parts[i]->isReferenceType();
    if (refers && !value.is(ValueKind::Pointer))
      report.unsupported(site.call, "a std::reference_wrapper made elsewhere");
    sequence->elements.push_back(
        refers ? value.location // std::ref
               : path.temporary(objects.copyValue(value, arg->type, site.call), arg->type));
  }
  return CallResult{AbsValue::ofSequence(std::move(sequence)), nullptr};
}

std::optional<CallResult> Functions::dynamicPointerCast(const CallSite &site) {
  const TemplateArgumentList *types = site.callee->getTemplateSpecializationArgs();
  if (site.args.size() != 1)
    return std::nullopt;
  const AbsValue &pointer = caller.read(site.args[0], site.call);
  if (!types || !pointer.is(ValueKind::Pointer) || pointer.sequence)
    return std::nullopt;
  if (!pointer.location)
    return CallResult{pointer, nullptr};
  const QualType type = types->get(0).getAsType();
  return CallResult{AbsValue::pointerTo(expectations.castObject(pointer.location, type.getUnqualifiedType(),
                                                                type.isConstQualified(), site.call)),
                    nullptr};
}

std::optional<CallResult> Functions::toString(const CallSite &site) {
  if (site.args.size() != 1)
    return std::nullopt;
  const AbsValue number = caller.read(site.args[0], site.call);
  if (number.isPoison())
    return CallResult{number, nullptr};
  std::optional<AbsValue> text = Strings(walk).textOfNumber(number);
  if (!text && number.isScalar() && number.sym.type() == SymType::Int) // a walk would fork for each digit
    splits.leavePlainCode(site.call, "what the standard library computes of numbers and texts");
  return text ? std::optional(CallResult{std::move(*text), nullptr}) : std::nullopt;
}

/// make_unique, make_shared, make_optional.
std::optional<CallResult> Functions::makeOwned(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const bool isOptional = callee->getName() == "make_optional";
  const TemplateArgumentList *types = callee->getTemplateSpecializationArgs();
  if (!types || types->size() == 0 || types->get(0).getKind() != TemplateArgument::Type)
    return std::nullopt;
  const QualType type = types->get(0).getAsType();
  if (!isOptional && !walk.predicting && runsDestructor(type)) // when its last owner ends
    report.fail(BreakKind::ScopeGuardEffect, call->getSourceRange(),
                {"an object of '" + type.getAsString(context.getPrintingPolicy()) + "'"});
  const auto owned = [&](Location *content) {
    return CallResult{isOptional ? AbsValue::optional(content) : AbsValue::pointerTo(content), nullptr};
  };
  if (std::optional<AbsValue> made = objects.makeObject(type, args, call))
    return owned(constructors.newObject(std::move(*made), type));
  AbsValue value;
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl(); record && args.empty()) {
    value = objects.defaultValue(type, call, true);
  } else if (args.size() == 1 && (!type->isRecordType() || !caller.read(args[0], call).isScalar() ||
                                  factsOf(record).role == ClassRole::Number)) {
    value = objects.copyAs(args[0], type, call); // of a number, no vector of so many elements
  } else {
    return std::nullopt;
  }
  return owned(path.temporary(std::move(value), type));
}

/// min and max. b < a ? b : a, and a < b ? b : a: what they give for NaN.
CallResult Functions::smallestOfTensors(const AbsValue &a, const AbsValue &b, const AbsValue &number,
                                        bool least, const Expr *call) {
  const auto operand = [&](const AbsValue &value) {
    return value.isScalar() ? tensors.appendChecked(schemaOf(Op::to),
                                                    {tensors.scalarNode(value.sym, call),
                                                     number.tensor->type.dtype, Sym::boolean(true)},
                                                    call)
                            : value.tensor;
  };
  Value *first = operand(a), *second = operand(b);
  Value *takesSecond = least ? tensors.appendChecked(schemaOf(Op::lt), {second, first}, call)
                             : tensors.appendChecked(schemaOf(Op::lt), {first, second}, call);
  return {numbers.numberOf(tensors.appendChecked(schemaOf(Op::where), {takesSecond, second, first}, call),
                           call->getType().getNonReferenceType().getUnqualifiedType(), number),
          nullptr};
}

std::optional<CallResult> Functions::smallest(const CallSite &site) {
  if (site.args.size() != 2)
    return std::nullopt;
  const AbsValue a = caller.read(site.args[0], site.call), b = caller.read(site.args[1], site.call);
  const bool least = site.callee->getName() == "min";
  const AbsValue *number = a.is(ValueKind::TensorScalar) ? &a : b.is(ValueKind::TensorScalar) ? &b : nullptr;
  if (number && !a.isPoison() && !b.isPoison())
    return smallestOfTensors(a, b, *number, least, site.call);
  if (a.isScalar() && b.isScalar() && a.sym.type() == SymType::Int && b.sym.type() == SymType::Int)
    return CallResult{AbsValue::ofScalar(least ? symMin(a.sym, b.sym) : symMax(a.sym, b.sym)), nullptr};
  return std::nullopt;
}

/// std::begin(x), std::size(x): x.begin(), x.size(). Of a built-in array they are those of its elements.
std::optional<CallResult> Functions::ofContainer(const CallSite &site) {
  if (site.args.size() != 1)
    return std::nullopt;
  Location *object = site.args[0];
  const AbsValue &value = caller.read(object, site.call);
  if (value.isPoison())
    return CallResult{AbsValue::poison(), nullptr};
  const std::vector<Location *> none;
  const MethodSite member = {nullptr, site.callee->getName(), object, none, site.call};
  if (const ClassModel *model = modelOf(object->type))
    return model->method(walk, member);
  return value.is(ValueKind::Sequence) ? Sequences(walk).method(member) : std::nullopt;
}

std::optional<CallResult> Functions::swap(const CallSite &site) {
  if (site.args.size() != 2)
    return std::nullopt;
  objects.swapObjects(site.args[0], site.args[1], site.args[0]->type, site.call);
  return CallResult{};
}

std::optional<CallResult> Functions::bitCast(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (args.size() != 1)
    return std::nullopt;
  if (const std::optional<AbsValue> constant = expressions.evalConstant(call))
    return CallResult{*constant, nullptr};
  const AbsValue from = caller.read(args[0], call);
  if (!from.isScalar() || from.sym.kind() != SymKind::Symbol || !callee->getReturnType()->isArithmeticType())
    return std::nullopt;
  const std::string bits = "::std::bit_cast<" + render.typeName(callee->getReturnType(), call->getExprLoc()) +
                           ">(static_cast<" + render.typeName(args[0]->type, call->getExprLoc()) + ">(" +
                           function.symbols.at(from.sym.name()).cxx + "))";
  Location *result = caller.external(callee->getReturnType(), bits, nullptr, nullptr);
  result->name = "bits of " + args[0]->name;
  return CallResult{caller.read(result, call), nullptr};
}

std::optional<CallResult> Functions::exchange(const CallSite &site) {
  if (site.args.size() != 2)
    return std::nullopt;
  Location *object = site.args[0];
  objects.refuseOwnAssignment(object->type, caller.read(object, site.call), site.call);
  AbsValue before = objects.moveFrom(object, object->type, site.call);
  objects.assign(object, objects.copyAs(site.args[1], object->type, site.call), site.call);
  return CallResult{std::move(before), nullptr};
}

/// Of numbers that are known, in a list of the function's own: numbers that are equal are the same. A
/// comparison is asked of each pair.
std::optional<CallResult> Functions::sort(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (args.size() != 2 && args.size() != 3)
    return std::nullopt;
  const auto places = Sequences(walk).between(caller.read(args[0], call), caller.read(args[1], call), call);
  if (!places || llvm::any_of(*places, [&](const Location *place) {
        return place->external || !place->value.isScalar() || !place->value.sym.isConst();
      }))
    return std::nullopt;
  const AbsValue order = args.size() == 3 ? caller.read(args[2], call) : AbsValue();
  const CXXMethodDecl *compare = nullptr;
  if (args.size() == 3 && order.is(ValueKind::Record))
    for (const CXXMethodDecl *method : order.record->decl->methods())
      if (method->getOverloadedOperator() == OO_Call)
        compare = method;
  if (args.size() == 3 && !compare)
    return std::nullopt;
  bool known = true;
  const auto isBefore = [&](const AbsValue &a, const AbsValue &b) {
    if (!compare)
      return symLt(a.sym, b.sym).asBool() == true;
    const QualType type = places->front()->type;
    const AbsValue answer =
        calls.invoke(compare, args[2], {path.temporary(a, type), path.temporary(b, type)}, call).value;
    const std::optional<bool> is = answer.isScalar() ? answer.sym.asBool() : std::nullopt;
    known &= is.has_value();
    return is == true;
  };
  std::vector<AbsValue> sorted;
  for (const Location *place : *places) { // by insertion: the comparison may be no order at all
    size_t at = sorted.size();
    while (at > 0 && isBefore(place->value, sorted[at - 1]))
      --at;
    for (size_t i = 0; i < sorted.size(); ++i)
      known &= place->value.sym == sorted[i].sym ||
               isBefore(place->value, sorted[i]) != isBefore(sorted[i], place->value);
    sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(at), place->value);
  }
  if (!known)
    return std::nullopt;
  for (size_t i = 0; i < sorted.size(); ++i)
    objects.assign((*places)[i], sorted[i], call);
  return CallResult{};
}

} // namespace fullgraph
