// std::optional, std::unique_ptr, std::shared_ptr: objects that own one other object, or none.
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

std::optional<CallResult> StdModels::optionalMethod(llvm::StringRef name, Location *object,
                                                    const std::vector<Location *> &args, const Expr *call) {
  const AbsValue self = object->value;
  if (name == "has_value" || name == "convert")
    return CallResult{AbsValue::ofScalar(Sym::boolean(self.location != nullptr)), nullptr};
  if (name == "value" || name == "operator*") {
    if (!self.location)
      throw EagerPath{"reads an empty optional", call->getBeginLoc()};
    return CallResult{{}, self.location};
  }
  if (name == "operator->") {
    if (!self.location)
      throw EagerPath{"reads an empty optional", call->getBeginLoc()};
    return CallResult{AbsValue::pointerTo(self.location), nullptr};
  }
  if (name == "value_or") {
    if (self.location)
      return CallResult{caller.read(self.location, call), nullptr};
    const QualType type = call->getType();
    if (type->isRecordType() && !isTensorType(type) && modelledClass(type->getAsCXXRecordDecl()).empty() &&
        !args[0]->type.isNull() && !context.hasSameUnqualifiedType(args[0]->type, type)) {
      std::optional<AbsValue> made = objects.makeObject(type, args, call);
      return made ? std::optional(CallResult{std::move(*made), nullptr}) : std::nullopt;
    }
    return CallResult{objects.copyAs(args[0], type, call), nullptr};
  }
  if (name == "reset") {
    objects.assign(object, AbsValue::optional(nullptr), call);
    return CallResult{};
  }
  if (name == "emplace" || name == "operator=") {
    if (args.size() > 1)
      return std::nullopt;
    const AbsValue value = args.empty() ? AbsValue() : caller.read(args[0], call);
    if (value.is(ValueKind::Optional)) {
      objects.assign(object, objects.copyAs(args[0], object->type, call), call);
    } else if (value.is(ValueKind::Record) && value.record->decl->getName() == "nullopt_t") {
      objects.assign(object, AbsValue::optional(nullptr), call);
    } else if (args.size() == 1) {
      const auto *optional =
          object->type.isNull()
              ? nullptr
              : dyn_cast_or_null<ClassTemplateSpecializationDecl>(object->type->getAsCXXRecordDecl());
      const QualType content = optional ? optional->getTemplateArgs()[0].getAsType() : args[0]->type;
      const bool isNumber = (value.isScalar() || value.is(ValueKind::TensorScalar)) && !content.isNull() &&
                            content->isArithmeticType() && !args[0]->type.isNull();
      if (object->external && !isNumber && !(value.isTensor() && isTensorType(content)))
        report.failOnChange(object, call);
      std::optional<AbsValue> made;
      if (!isNumber && !args[0]->type.isNull() && !context.hasSameUnqualifiedType(args[0]->type, content))
        made = objects.makeObject(content, args, call);
      objects.assign(
          object,
          AbsValue::optional(path.temporary(made       ? std::move(*made)
                                            : isNumber ? scalars.convert(value, args[0]->type, content, call)
                                                       : objects.copyValue(value, args[0]->type, call),
                                            made || isNumber || value.isTensor() ? content : args[0]->type)),
          call);
    } else {
      return std::nullopt;
    }
    if (name == "emplace")
      return CallResult{{}, object->value.location};
    return CallResult{{}, object};
  }
  return std::nullopt;
}

std::optional<CallResult> StdModels::pointerMethod(llvm::StringRef record, llvm::StringRef name,
                                                   Location *object, const std::vector<Location *> &args,
                                                   const Expr *call) {
  const AbsValue self = object->value;
  const bool owns = record == "shared_ptr" || record == "unique_ptr";
  if (owns && name == "operator=" && args.size() == 1 && caller.read(args[0], call).is(ValueKind::Pointer)) {
    const auto *callee =
        cast<CallExpr>(call)->getDirectCallee(); // from a pointer to another type, or from null
    const bool moves = callee && callee->getParamDecl(0)->getType()->isRValueReferenceType();
    objects.assign(object, moves ? objects.moveFrom(args[0], args[0]->type, call) : args[0]->value, call);
    return CallResult{{}, object};
  }
  if (owns && name == "reset" && args.empty()) {
    objects.assign(object, AbsValue::pointerTo(nullptr), call);
    return CallResult{};
  }
  if (name == "operator*") {
    if (!self.location)
      throw EagerPath{"dereferences a null pointer", call->getBeginLoc()};
    return CallResult{{}, self.location};
  }
  if (name == "operator->" || name == "get")
    return CallResult{AbsValue::pointerTo(self.location), nullptr};
  if (name == "convert")
    return CallResult{AbsValue::ofScalar(Sym::boolean(self.location != nullptr)), nullptr};
  return std::nullopt;
}

} // namespace fullgraph
