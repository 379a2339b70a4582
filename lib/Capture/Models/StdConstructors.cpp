// Constructors of the standard library's classes.
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

std::optional<AbsValue> StdModels::stdConstruct(const CXXConstructorDecl *ctor,
                                                const std::vector<Location *> &args, QualType type,
                                                const Expr *expr) {
  const CXXRecordDecl *record = ctor->getParent();
  const llvm::StringRef name = modelledClass(record);
  const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const auto first = [&]() -> const AbsValue & { return caller.read(args[0], expr); };
  if (name == "Scalar") {
    if (args.empty())
      return AbsValue::ofScalar(Sym(0));
    const AbsValue &value = first();
    if (value.is(ValueKind::TensorScalar))
      return value;
    if (!value.isScalar())
      return std::nullopt;
    return AbsValue::ofScalar(value.sym.type() == SymType::F32 ? Sym::cast(value.sym, SymType::F64)
                                                               : value.sym);
  }
  if (args.empty())
    return objects.defaultValue(type, expr, true);
  if (name == "ArrayRef" || name == "span") {
    const AbsValue &value = first();
    if (args.size() == 1 && value.is(ValueKind::Sequence))
      return value;
    if (args.size() == 1 && value.is(ValueKind::Pointer))
      return std::nullopt;
    auto sequence = std::make_shared<SequenceObject>();
    if (args.size() == 1) {
      sequence->elements.push_back(args[0]); // one element
      return AbsValue::ofSequence(std::move(sequence));
    }
    const AbsValue second = caller.read(args[1], expr);
    if (args.size() == 2 && value.is(ValueKind::Pointer) && value.sequence && !value.sequence->open &&
        value.sym.asInt()) {
      const int64_t begin = *value.sym.asInt();
      int64_t end = begin;
      if (second.isScalar() && second.sym.asInt())
        end = begin + *second.sym.asInt();
      else if (second.is(ValueKind::Pointer) && second.sequence == value.sequence && second.sym.asInt())
        end = *second.sym.asInt();
      else
        return std::nullopt;
      if (begin < 0 || end < begin || end > static_cast<int64_t>(value.sequence->elements.size()))
        return std::nullopt;
      sequence->elements.assign(value.sequence->elements.begin() + begin,
                                value.sequence->elements.begin() + end);
      return AbsValue::ofSequence(std::move(sequence));
    }
    return std::nullopt;
  }
  if (isMap(name))
    return maps.mapFrom(name, args, type, expr);
  if (name == "variant" && args.size() == 1)
    return variants.variantFrom(args[0], type, expr);
  if (name == "vector" || name == "deque") {
    const QualType elementType =
        specialisation ? specialisation->getTemplateArgs()[0].getAsType() : QualType();
    auto sequence = std::make_shared<SequenceObject>();
    const AbsValue value = first();
    // The allocator is the last argument where there is one.
    const auto isAllocator = [&](Location *arg) {
      return caller.read(arg, expr).is(ValueKind::Record) &&
             caller.read(arg, expr).record->decl->isInStdNamespace();
    };
    size_t count = args.size();
    if (count > 1 && isAllocator(args[count - 1]))
      --count;
    if (count == 1 && value.is(ValueKind::Sequence)) // initializer_list, vector
      return ctor->getParamDecl(0)->getType()->isRValueReferenceType() ? objects.moveFrom(args[0], type, expr)
                                                                       : objects.copyValue(value, type, expr);
    if (value.isScalar()) {
      if (!value.sym.asInt() || *value.sym.asInt() < 0 || *value.sym.asInt() > 65536)
        splits.leaveHost(expr, "a container of a length that is only known at run time");
      for (int64_t i = 0; i < *value.sym.asInt(); ++i)
        sequence->elements.push_back(
            path.temporary(count > 1 ? objects.copyValue(caller.read(args[1], expr), elementType, expr)
                                     : objects.defaultValue(elementType, expr, true),
                           elementType));
      return AbsValue::ofSequence(std::move(sequence));
    }
    if (count == 2 && value.is(ValueKind::Pointer) && value.sequence) {
      const AbsValue last = caller.read(args[1], expr);
      if (last.sequence != value.sequence || !value.sym.asInt() || !last.sym.asInt())
        return std::nullopt;
      for (int64_t i = *value.sym.asInt(); i < *last.sym.asInt(); ++i) {
        Location *from = caller.sequenceElement(nullptr, *value.sequence, Sym(i), expr);
        AbsValue element = objects.copyValue(caller.read(from, expr), from->type, expr);
        if (element.isScalar() && elementType->isArithmeticType())
          element = scalars.convert(element, from->type, elementType, expr);
        sequence->elements.push_back(path.temporary(std::move(element), elementType));
      }
      return AbsValue::ofSequence(std::move(sequence));
    }
    return std::nullopt;
  }
  if (name == "pair" || name == "tuple") {
    auto sequence = std::make_shared<SequenceObject>();
    const AbsValue initial = objects.defaultValue(type, expr, true);
    const size_t arity = initial.is(ValueKind::Sequence) ? initial.sequence->elements.size() : 0;
    std::vector<Location *> parts = args;
    if (args.size() == 1 && arity != 1 && first().is(ValueKind::Sequence))
      parts = first().sequence->elements; // converting
    if (parts.size() != arity)
      return std::nullopt;
    const std::vector<QualType> declared = partsOf(type);
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i < declared.size() && declared[i]->isReferenceType()) {
        sequence->elements.push_back(parts[i]);
        continue;
      }
      const QualType elementType = initial.sequence->elements[i]->type;
      AbsValue part = caller.read(parts[i], expr);
      if (part.isScalar() && !elementType.isNull() && elementType->isArithmeticType())
        part = scalars.convert(part, parts[i]->type, elementType, expr);
      else
        part = objects.copyValue(part, elementType, expr);
      sequence->elements.push_back(path.temporary(std::move(part), elementType));
    }
    return AbsValue::ofSequence(std::move(sequence));
  }
  if (name == "optional") {
    const AbsValue &value = first();
    if (args.size() != 1)
      return std::nullopt;
    if (value.is(ValueKind::Record) && value.record->decl->getIdentifier() &&
        value.record->decl->getName() == "nullopt_t")
      return AbsValue::optional(nullptr);
    if (value.is(ValueKind::Optional))
      return objects.copyAs(args[0], type, expr);
    const QualType elementType = specialisation->getTemplateArgs()[0].getAsType();
    AbsValue content = objects.copyAs(args[0], elementType, expr);
    if (elementType->isRecordType() && !args[0]->type.isNull() &&
        !context.hasSameUnqualifiedType(args[0]->type, elementType)) {
      // T is made from the argument: fg::Scalar from a number, ArrayRef from a list.
      const llvm::StringRef target = modelledClass(elementType->getAsCXXRecordDecl());
      if (target == "Scalar" && content.isScalar() && content.sym.type() == SymType::F32)
        content.sym = Sym::cast(content.sym, SymType::F64);
      else if (target == "ArrayRef" && content.isScalar()) {
        auto list = std::make_shared<SequenceObject>();
        list->elements.push_back(path.temporary(content, args[0]->type));
        content = AbsValue::ofSequence(std::move(list));
      } else if (target.empty() && !isTensorType(elementType)) {
        std::optional<AbsValue> made = objects.makeObject(elementType, args, expr);
        if (!made)
          return std::nullopt;
        content = std::move(*made);
      }
    }
    return AbsValue::optional(path.temporary(std::move(content), elementType));
  }
  if (name == "unique_ptr" || name == "shared_ptr") {
    if (name == "shared_ptr" && args.size() == 2) // owns the first's object, and points to the other
      return first().is(ValueKind::Pointer) && caller.read(args[1], expr).is(ValueKind::Pointer)
                 ? std::optional(args[1]->value)
                 : std::nullopt;
    if (!first().is(ValueKind::Pointer))
      return std::nullopt;
    if (!ctor->getParamDecl(0)->getType()->isRValueReferenceType()) // a copy of a pointer to another type
      return first();
    return objects.moveFrom(args[0], args[0]->type, expr);
  }
  if (name == "function")
    return objects.callableOf(first(), args[0]->type, expr);
  if (name == "basic_string" || name == "basic_string_view")
    return strings.stringFrom(ctor, args, expr);
  if (name.ends_with("iterator") && args.size() == 1 && first().is(ValueKind::Pointer)) // a const one
    return first();
  if (name == "reference_wrapper")
    return AbsValue::pointerTo(args[0]);
  return std::nullopt;
}

} // namespace fullgraph
