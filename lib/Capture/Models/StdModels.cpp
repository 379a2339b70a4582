// Models of the standard library's vocabulary: free functions, optional, pointers, std::function,
// and fg::Scalar. Everything else of the library whose body is visible is interpreted like the user's code.
#include "lib/Capture/Models/StdModels.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Maps.h"
#include "lib/Capture/Models/Sequences.h"
#include "lib/Capture/Models/Strings.h"
#include "lib/Capture/Models/Variants.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

using Result = std::optional<std::pair<AbsValue, Location *>>;

/// fg::Scalar keeps a double, an int64 or a bool.
Sym scalarSym(const Sym &value) {
  return value.type() == SymType::F32 ? Sym::cast(value, SymType::F64) : value;
}

} // namespace

std::optional<CallResult> StdModels::standardCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  std::optional<CallResult> result = stdCall(callee, object, args, call);
  if (result && callee->getReturnType()->isLValueReferenceType() && !result->reference)
    return calls.referenceFrom(std::move(result->value), object, args, callee, call);
  return result;
}

std::optional<CallResult> StdModels::stdCall(const FunctionDecl *callee, Location *object,
                                             const std::vector<Location *> &args, const Expr *call) {
  if (const auto *method = dyn_cast<CXXMethodDecl>(callee)) {
    const llvm::StringRef record = modelledClass(method->getParent());
    if (record.empty() || isa<CXXConstructorDecl>(callee) || !isModelled(callee))
      return std::nullopt;
    std::string name;
    switch (callee->getOverloadedOperator()) {
    case OO_None:
      name = isa<CXXConversionDecl>(callee) ? "convert"
             : callee->getIdentifier()      ? callee->getName().str()
                                            : "";
      break;
    default:
      name = std::string("operator") + getOperatorSpelling(callee->getOverloadedOperator());
      break;
    }
    if (method->isStatic())
      return std::nullopt;
    if (record == "function" && name == "operator()" && caller.read(object, call).is(ValueKind::Opaque))
      report.fail(BreakKind::IndirectCall, call->getSourceRange(), {object->name}); // the caller's
    for (Location *arg : args)
      if (caller.read(arg, call).isPoison() && name != "push_back" && name != "emplace_back")
        return CallResult{AbsValue::poison(), callee->getReturnType()->isReferenceType() ? object : nullptr};
    if (name == "operator=")
      objects.refuseOwnAssignment(classType(method->getParent()), call);
    if (name == "reset")
      report.refuseRelease(method->getParent(), call);
    if (name == "operator=" && objects.assignParts(object, args[0], call))
      return CallResult{{}, object};
    if (name == "operator=" && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) {
      AbsValue value = method->isMoveAssignmentOperator()
                           ? objects.moveFrom(args[0], object->type, call)
                           : objects.copyValue(caller.read(args[0], call), object->type, call);
      objects.assign(object, std::move(value), call);
      return CallResult{{}, object};
    }
    // vector = {a, b}
    if (name == "operator=" && args.size() == 1 && caller.read(object, call).is(ValueKind::Sequence) &&
        caller.read(args[0], call).is(ValueKind::Sequence) && !args[0]->value.sequence->open) {
      objects.assign(object, objects.copyValue(args[0]->value, object->type, call), call);
      return CallResult{{}, object};
    }
    if (record == "function" && name == "operator=" && args.size() == 1) {
      const AbsValue target = caller.read(args[0], call);
      if (object->external && object->outlives)
        report.refuseEscape(target, call->getExprLoc());
      if (object->external)
        report.failOnChange(object, call);
      objects.assign(object, objects.callableOf(target, args[0]->type, call), call);
      return CallResult{{}, object};
    }
    if (name == "swap" && args.size() == 1 && record != "__shared_ptr") { // whose reset() releases so
      objects.swapObjects(object, args[0], classType(method->getParent()), call);
      return CallResult{};
    }
    return stdMethod(record, name, object, args, call);
  }
  if (callee->getBuiltinID() != 0 && callee->getIdentifier()) {
    const llvm::StringRef name = callee->getName();
    if (std::optional<AbsValue> constant = expressions.evalConstant(call)) // INFINITY, NAN, HUGE_VAL
      return CallResult{*constant, nullptr};
    if (name == "__builtin_expect" || name == "__builtin_assume_aligned" ||
        name == "__builtin_expect_with_probability")
      return CallResult{caller.read(args[0], call), nullptr};
    if (name == "__builtin_is_constant_evaluated" || name == "__builtin_constant_p")
      return CallResult{AbsValue::ofScalar(Sym::boolean(false)), nullptr};
    if (name == "__builtin_unreachable" || name == "__builtin_trap" || name == "__builtin_abort")
      throw EagerPath{"reaches '" + name.str() + "'", call->getBeginLoc()};
    if (name == "__builtin_assume")
      return CallResult{};
    if (name == "__builtin_addressof")
      return CallResult{AbsValue::pointerTo(args[0]), nullptr};
    if (name == "__builtin_strlen" && caller.read(args[0], call).is(ValueKind::String))
      return CallResult{AbsValue::ofScalar(Sym(static_cast<int64_t>(args[0]->value.text.size()))), nullptr};
    if (name == "move" || name == "forward" || name == "move_if_noexcept" || name == "as_const" ||
        name == "forward_like")
      return CallResult{{}, args[0]};
    if (name == "addressof" || name == "__addressof")
      return CallResult{AbsValue::pointerTo(args[0]), nullptr};
  }
  if (!callee->getIdentifier()) {
    // Free comparison operators of std types.
    const auto isText = [&](Location *arg) {
      return caller.read(arg, call).is(ValueKind::String) || caller.read(arg, call).is(ValueKind::HostString);
    };
    const bool ofFg = !isStdLibrary(callee) && args.size() == 2 && isText(args[0]) && isText(args[1]);
    if (ofFg || isModelled(callee)) {
      if (args.size() == 2 && (callee->getOverloadedOperator() == OO_EqualEqual ||
                               callee->getOverloadedOperator() == OO_ExclaimEqual)) {
        const AbsValue left = caller.read(args[0], call), right = caller.read(args[1], call);
        if (left.isPoison() || right.isPoison())
          return CallResult{AbsValue::poison(), nullptr};
        if (std::optional<AbsValue> equal = expressions.equalValues(left, right)) {
          if (callee->getOverloadedOperator() == OO_ExclaimEqual && equal->isScalar())
            equal->sym = symNot(equal->sym);
          return CallResult{*equal, nullptr};
        }
      }
      if (callee->getOverloadedOperator() == OO_Plus && args.size() == 2) {
        const AbsValue left = caller.read(args[0], call), right = caller.read(args[1], call);
        if (left.is(ValueKind::String) && right.is(ValueKind::String))
          return CallResult{AbsValue::ofString(left.text + right.text), nullptr};
        if (isText(args[0]) && isText(args[1]))
          return CallResult{Strings::hostString("(" + Renderer::stringText(left) + " + " +
                                                Renderer::stringText(right) + ")"),
                            nullptr};
      }
      // Iterators' free operators (operator- of two iterators, comparisons).
      if (args.size() == 2 && caller.read(args[0], call).is(ValueKind::Pointer) &&
          caller.read(args[1], call).is(ValueKind::Pointer))
        return sequences.iteratorMethod(std::string("operator") +
                                            getOperatorSpelling(callee->getOverloadedOperator()),
                                        args[0], {args[1]}, call);
    }
    return std::nullopt;
  }
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
  if ((name == "move" || name == "forward" || name == "as_const") && args.size() == 1)
    return CallResult{{}, args[0]};
  if ((name == "ref" || name == "cref") && args.size() == 1)
    return CallResult{isReferenceWrapper(args[0]->type) ? args[0]->value : AbsValue::pointerTo(args[0]),
                      nullptr};
  if (name == "get" || name == "get_if" || name == "holds_alternative" || name == "visit")
    if (std::optional<CallResult> result = variants.variantCall(name, callee, args, call))
      return result;
  if (name == "get" && args.size() == 1 && callee->getTemplateSpecializationArgs()) {
    const AbsValue value = caller.read(args[0], call);
    if (value.isPoison())
      return CallResult{value, nullptr};
    const TemplateArgument &which = callee->getTemplateSpecializationArgs()->get(0);
    if (value.is(ValueKind::Sequence) && !value.sequence->open) {
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
    }
    return std::nullopt;
  }
  if (name == "make_tuple" || name == "make_pair" || name == "forward_as_tuple" || name == "tie" ||
      name == "to_array") {
    auto sequence = std::make_shared<SequenceObject>();
    const bool references = name == "tie" || name == "forward_as_tuple";
    const std::vector<QualType> parts = partsOf(call->getType());
    for (Location *arg : args) {
      const size_t i = sequence->elements.size();
      const AbsValue &value = caller.read(arg, call);
      const bool refers = i < parts.size() && parts[i]->isReferenceType();
      if (refers && !references && !value.is(ValueKind::Pointer))
        report.unsupported(call, "a std::reference_wrapper made elsewhere");
      sequence->elements.push_back(
          references ? arg
          : refers && value.is(ValueKind::Pointer)
              ? value.location // std::ref
              : path.temporary(objects.copyValue(value, arg->type, call), arg->type));
    }
    return CallResult{AbsValue::ofSequence(std::move(sequence)), nullptr};
  }
  if (name == "dynamic_pointer_cast" && args.size() == 1) {
    const TemplateArgumentList *types = callee->getTemplateSpecializationArgs();
    const AbsValue &pointer = caller.read(args[0], call);
    if (!types || !pointer.is(ValueKind::Pointer) || pointer.sequence)
      return std::nullopt;
    if (!pointer.location)
      return CallResult{pointer, nullptr};
    const QualType type = types->get(0).getAsType();
    return CallResult{AbsValue::pointerTo(expectations.castObject(pointer.location, type.getUnqualifiedType(),
                                                                  type.isConstQualified(), call)),
                      nullptr};
  }
  if (name == "to_string" && values.size() == 1)
    if (std::optional<AbsValue> text = strings.textOfNumber(values[0]))
      return CallResult{*text, nullptr};
  if (name == "make_unique" || name == "make_shared" || name == "make_optional") {
    const TemplateArgumentList *types = callee->getTemplateSpecializationArgs();
    if (!types || types->size() == 0 || types->get(0).getKind() != TemplateArgument::Type)
      return std::nullopt;
    const QualType type = types->get(0).getAsType();
    if (name != "make_optional" && !walk.predicting && runsDestructor(type)) // when its last owner ends
      report.fail(BreakKind::ScopeGuardEffect, call->getSourceRange(),
                  {"an object of '" + type.getAsString(context.getPrintingPolicy()) + "'"});
    if (std::optional<AbsValue> made = objects.makeObject(type, args, call)) {
      Location *content = constructors.newObject(std::move(*made), type);
      return CallResult{name == "make_optional" ? AbsValue::optional(content) : AbsValue::pointerTo(content),
                        nullptr};
    }
    AbsValue value;
    if (const CXXRecordDecl *record = type->getAsCXXRecordDecl(); record && args.empty()) {
      value = objects.defaultValue(type, call, true);
    } else if (args.size() == 1 && (!type->isRecordType() || !caller.read(args[0], call).isScalar() ||
                                    modelledClass(type->getAsCXXRecordDecl()) == "Scalar")) {
      value = objects.copyAs(args[0], type, call); // of a number, no vector of so many elements
    } else {
      return std::nullopt;
    }
    Location *content = path.temporary(std::move(value), type);
    return CallResult{name == "make_optional" ? AbsValue::optional(content) : AbsValue::pointerTo(content),
                      nullptr};
  }
  if ((name == "min" || name == "max") && args.size() == 2) {
    const AbsValue a = caller.read(args[0], call), b = caller.read(args[1], call);
    const AbsValue *number = a.is(ValueKind::TensorScalar)   ? &a
                             : b.is(ValueKind::TensorScalar) ? &b
                                                             : nullptr;
    if (number && !a.isPoison() &&
        !b.isPoison()) { // b < a ? b : a, and a < b ? b : a: what they give for NaN
      const auto operand = [&](const AbsValue &value) {
        return value.isScalar() ? tensors.appendChecked(*findOp("to"),
                                                        {tensors.scalarNode(value.sym, call),
                                                         number->tensor->type.dtype, Sym::boolean(true)},
                                                        call)
                                : value.tensor;
      };
      Value *first = operand(a), *second = operand(b);
      Value *takesSecond = name == "min" ? tensors.appendChecked(*findOp("lt"), {second, first}, call)
                                         : tensors.appendChecked(*findOp("lt"), {first, second}, call);
      return CallResult{
          numbers.numberOf(tensors.appendChecked(*findOp("where"), {takesSecond, second, first}, call),
                           call->getType().getNonReferenceType().getUnqualifiedType(), *number),
          nullptr};
    }
    if (a.isScalar() && b.isScalar() && a.sym.type() == SymType::Int && b.sym.type() == SymType::Int)
      return CallResult{AbsValue::ofScalar(name == "min" ? symMin(a.sym, b.sym) : symMax(a.sym, b.sym)),
                        nullptr};
  }
  if ((name == "begin" || name == "end" || name == "size" || name == "data" || name == "cbegin" ||
       name == "cend" || name == "empty") &&
      args.size() == 1)
    return stdMethod("vector", name, args[0], {}, call);
  if (name == "swap" && args.size() == 2) {
    objects.swapObjects(args[0], args[1], args[0]->type, call);
    return CallResult{};
  }
  if (name == "bit_cast" && args.size() == 1) {
    if (const std::optional<AbsValue> constant = expressions.evalConstant(call))
      return CallResult{*constant, nullptr};
    const AbsValue from = caller.read(args[0], call);
    if (from.isScalar() && from.sym.kind() == SymKind::Symbol &&
        callee->getReturnType()->isArithmeticType()) {
      const std::string bits = "::std::bit_cast<" +
                               render.typeName(callee->getReturnType(), call->getExprLoc()) +
                               ">(static_cast<" + render.typeName(args[0]->type, call->getExprLoc()) + ">(" +
                               function.symbols.at(from.sym.name()).host + "))";
      Location *result = caller.external(callee->getReturnType(), bits, nullptr, nullptr);
      result->name = "bits of " + args[0]->name;
      return CallResult{caller.read(result, call), nullptr};
    }
  }
  if (name == "exchange" && args.size() == 2) {
    objects.refuseOwnAssignment(args[0]->type, call);
    AbsValue before = objects.moveFrom(args[0], args[0]->type, call);
    objects.assign(args[0], objects.copyAs(args[1], args[0]->type, call), call);
    return CallResult{std::move(before), nullptr};
  }
  return std::nullopt;
}

std::optional<CallResult> StdModels::stdMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                               const std::vector<Location *> &args, const Expr *call) {
  if (caller.read(object, call).isPoison())
    return CallResult{AbsValue::poison(), nullptr};
  const AbsValue &self = object->value;
  if (record == "Scalar") {
    if (self.is(ValueKind::TensorScalar)) {
      const std::optional<ScalarType> dtype = dtypeOfNumber(call->getType(), context);
      if ((name == "to" || name.starts_with("to")) && dtype)
        return CallResult{
            numbers.numberOf(numbers.checkedNumber(self.tensor, *dtype, call), call->getType(), self),
            nullptr};
      if (name == "operator-")
        return CallResult{numbers.numberUnary("neg", self, call), nullptr};
      report.failOnTensorValue(BreakKind::ScalarReadback, self, call->getSourceRange());
    }
    if (!self.isScalar())
      return std::nullopt;
    const SymType type = self.sym.type();
    const auto boolean = [](bool b) { return CallResult{AbsValue::ofScalar(Sym::boolean(b)), nullptr}; };
    if (name == "isFloatingPoint")
      return boolean(type == SymType::F64 || type == SymType::F32);
    if (name == "isIntegral") {
      const bool includeBool =
          !args.empty() && caller.read(args[0], call).isScalar() && args[0]->value.sym.asBool() == true;
      return boolean(type == SymType::Int || (includeBool && type == SymType::Bool));
    }
    if (name == "isBoolean")
      return boolean(type == SymType::Bool);
    if (name == "equal" && caller.read(args[0], call).isScalar()) {
      const AbsValue mine = scalars.convert(self, {}, context.DoubleTy, call);
      return CallResult{AbsValue::ofScalar(symEq(mine.sym, args[0]->value.sym)), nullptr};
    }
    if (name == "type")
      return CallResult{
          AbsValue::ofScalar(Sym(static_cast<int64_t>(type == SymType::Bool  ? ScalarType::Bool
                                                      : type == SymType::Int ? ScalarType::Long
                                                                             : ScalarType::Double))),
          nullptr};
    if (name == "to" || name.starts_with("to"))
      return CallResult{scalars.convert(self, {}, call->getType(), call), nullptr};
    if (name == "equal" && args.size() == 1) {
      const AbsValue &other = caller.read(args[0], call);
      if (other.isPoison())
        return CallResult{AbsValue::poison(), nullptr};
      if (other.isScalar())
        return CallResult{AbsValue::ofScalar(symEq(scalarSym(self.sym), scalarSym(other.sym))), nullptr};
    }
    if (name == "operator-")
      return CallResult{AbsValue::ofScalar(type == SymType::Int
                                               ? -self.sym
                                               : Sym::make(SymKind::Mul, {scalarSym(self.sym), Sym::real(-1)},
                                                           SymType::F64)),
                        nullptr};
    return std::nullopt;
  }
  if (record == "function" && self.is(ValueKind::Opaque) && name == "convert" && !self.text.empty())
    return CallResult{
        AbsValue::ofScalar(caller.hostSymbol("static_cast<bool>(" + self.text + ")", SymType::Bool,
                                             report.loc(call), object->name + "_given")),
        nullptr};
  if (self.is(ValueKind::Variant))
    return variants.variantMethod(name, object, args, call);
  if (self.is(ValueKind::Map))
    return maps.mapMethod(name, object, args, call);
  if (self.is(ValueKind::Optional))
    return optionalMethod(name, object, args, call);
  if (self.is(ValueKind::String) || self.is(ValueKind::HostString))
    return strings.stringMethod(name, object, args, call);
  if (self.is(ValueKind::Pointer) && self.sequence)
    return sequences.iteratorMethod(name, object, args, call);
  const bool refers = record == "reference_wrapper" && self.is(ValueKind::Pointer);
  if (refers && (name == "get" || name == "convert"))
    return CallResult{{}, self.location};
  if (self.is(ValueKind::Pointer) && !refers)
    return pointerMethod(record, name, object, args, call);
  if (self.is(ValueKind::Callable) || refers) {
    if (name == "convert" && !refers)
      return CallResult{AbsValue::ofScalar(Sym::boolean(self.location != nullptr)), nullptr};
    if (name == "operator()") {
      if (!self.location)
        throw EagerPath{"calls an empty std::function", call->getBeginLoc()};
      const auto *callExpr = cast<CallExpr>(call);
      std::vector<const Expr *> rest(callExpr->arg_begin() + 1, callExpr->arg_end());
      const AbsValue target = caller.read(self.location, call);
      // The arguments are evaluated already: bind them to the target's parameters.
      const auto converted = [&](CallResult result, QualType from) {
        if (!result.reference)
          result.value = objects.fitted(std::move(result.value), from, call->getType(), call);
        return result;
      };
      if (target.is(ValueKind::Function))
        return converted(calls.invoke(target.function, nullptr, args, call),
                         target.function->getReturnType());
      if (target.is(ValueKind::Record))
        for (const CXXMethodDecl *method : target.record->decl->methods())
          if (method->getOverloadedOperator() == OO_Call && !method->getDescribedFunctionTemplate())
            return converted(calls.invoke(method, self.location, args, call), method->getReturnType());
      report.fail(BreakKind::IndirectCall, call->getSourceRange(),
                  {refers ? "this std::reference_wrapper" : "this std::function"});
    }
    return std::nullopt;
  }
  if (self.is(ValueKind::Sequence))
    return sequences.sequenceMethod(record, name, object, args, call);
  return std::nullopt;
}

} // namespace fullgraph
