// Containers and iterators: std::vector, array, initializer_list, span, pair, tuple, fg::ArrayRef.

#include "lib/Capture/Models/Sequences.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorNumbers.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

std::optional<CallResult> Sequences::sequenceMethod(llvm::StringRef record, llvm::StringRef name,
                                                    Location *object, const std::vector<Location *> &args,
                                                    const Expr *call) {
  const std::shared_ptr<SequenceObject> sequence = caller.sequenceOf(object, call);
  if (!sequence)
    return std::nullopt;
  const Sym length = sequence->open ? sequence->length + Sym(static_cast<int64_t>(sequence->elements.size()))
                                    : Sym(static_cast<int64_t>(sequence->elements.size()));
  const auto value = [](AbsValue v) { return CallResult{std::move(v), nullptr}; };
  if (name == "size" || name == "length")
    return value(AbsValue::ofScalar(length));
  if (name == "empty")
    return value(AbsValue::ofScalar(symEq(length, Sym(0))));
  if (name == "operator[]" || name == "at") {
    const AbsValue index = caller.read(args[0], call);
    if (index.is(ValueKind::TensorScalar))
      report.failOnTensorValue(BreakKind::DataDependentIndex, index, call->getSourceRange());
    if (!index.isScalar())
      return std::nullopt;
    if (name == "at" && index.sym.isConst() && !sequence->open &&
        (*index.sym.asInt() < 0 || *index.sym.asInt() >= static_cast<int64_t>(sequence->elements.size())))
      throw EagerPath{"throws std::out_of_range", call->getBeginLoc()};
    return CallResult{{}, caller.sequenceElement(object, *sequence, index.sym, call)};
  }
  if (name == "front" && (!sequence->open || sequence->elements.empty()))
    return CallResult{{}, caller.sequenceElement(object, *sequence, Sym(0), call)};
  if (name == "back") {
    if (!sequence->elements.empty())
      return CallResult{{}, sequence->elements.back()};
    if (!sequence->open)
      throw EagerPath{"reads an empty container", call->getBeginLoc()};
    const auto owner = caller.openSequences.find(sequence.get());
    if (owner == caller.openSequences.end())
      report.unsupported(call, "the last element of this container");
    const std::string &host = owner->second->host;
    const Sym last = caller.hostSymbol("(static_cast<int64_t>(" + host + ".size()) - 1)", SymType::Int,
                                       report.loc(call), host + "_last");
    return CallResult{{}, caller.sequenceElement(object, *sequence, last, call)};
  }
  const bool growing = record == "vector" || record == "deque";
  if (growing && (name == "push_back" || name == "emplace_back")) {
    const auto *specialisation = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        cast<CXXMethodDecl>(cast<CallExpr>(call)->getDirectCallee())->getParent());
    const QualType elementType =
        specialisation ? specialisation->getTemplateArgs()[0].getAsType() : QualType();
    AbsValue element;
    if (args.empty()) {
      element = objects.defaultValue(elementType, call, true);
    } else if (args.size() > 1) {
      const std::vector<QualType> types = partsOf(elementType);
      auto parts = std::make_shared<SequenceObject>();
      for (size_t i = 0; i < types.size() && types.size() == args.size(); ++i) {
        const AbsValue given = caller.read(args[i], call);
        const bool number = given.isScalar() && types[i]->isArithmeticType() && !args[i]->type.isNull();
        if (!number && !given.isPoison() &&
            (args[i]->type.isNull() || !context.hasSameUnqualifiedType(args[i]->type, types[i])))
          break;
        const bool moved = cast<CallExpr>(call)->getArg(static_cast<unsigned>(i))->isXValue();
        parts->elements.push_back(path.temporary(number
                                                     ? scalars.convert(given, args[i]->type, types[i], call)
                                                 : moved ? objects.moveFrom(args[i], types[i], call)
                                                         : objects.copyValue(given, types[i], call),
                                                 types[i]));
      }
      if (parts->elements.size() != args.size()) {
        if (object->external)
          report.failOnChange(object, call);
        return std::nullopt;
      }
      element = AbsValue::ofSequence(std::move(parts));
    } else {
      // What the call is given is a T, or what one T is made from: only tensors and numbers convert here.
      const AbsValue given = caller.read(args[0], call);
      const bool sameType = args[0]->type.isNull() || elementType.isNull() ||
                            context.hasSameUnqualifiedType(args[0]->type, elementType) || given.isPoison();
      if (!sameType && !(given.isScalar() && elementType->isArithmeticType()))
        return std::nullopt;
      const auto *expr = cast<CallExpr>(call)->getArg(0);
      const bool moved =
          expr->isXValue() &&
          cast<CallExpr>(call)->getDirectCallee()->getParamDecl(0)->getType()->isRValueReferenceType();
      element =
          moved ? objects.moveFrom(args[0], elementType, call) : objects.copyValue(given, elementType, call);
      if (given.isScalar() && !elementType.isNull() && !given.isPoison())
        element = scalars.convert(element, args[0]->type, elementType, call);
    }
    Location *location = path.temporary(std::move(element), elementType);
    if (sequence->open) {
      if (object->outlives && !walk.diagnosing) {
        HostText effect;
        HostText::Piece head;
        head.text = object->host + ".push_back(";
        effect.pieces.push_back(head);
        const llvm::SaveAndRestore leaving(render.leavesAt, std::optional(call->getExprLoc()));
        render.renderInto(effect, location->value, elementType, call->getBeginLoc());
        HostText::Piece tail;
        tail.text = ")";
        effect.pieces.push_back(tail);
        render.effects.push_back(std::move(effect));
      }
      object->written = true; // another name of this container would see it grow
    } else if (object->external) {
      report.failOnChange(object, call);
    }
    sequence->elements.push_back(location);
    if (name == "emplace_back")
      return CallResult{{}, location};
    return CallResult{};
  }
  static const std::set<llvm::StringRef> changes = {"assign",     "clear",  "emplace",  "emplace_front",
                                                    "erase",      "insert", "pop_back", "pop_front",
                                                    "push_front", "resize", "swap"};
  if (object->external && changes.count(name))
    caller.changeHost(object, call);
  if (sequence->open) {
    if (name == "reserve" && growing) {
      caller.read(args[0], call);
      return CallResult{}; // capacity is not observable through the vector's interface alone
    }
    if (name != "begin" && name != "cbegin" && name != "end" && name != "cend")
      return std::nullopt;
  }
  if (name == "begin" || name == "cbegin" || name == "data") {
    AbsValue pointer = AbsValue::pointerTo(nullptr);
    pointer.sequence = sequence;
    pointer.sym = 0;
    return value(pointer);
  }
  if (name == "end" || name == "cend") {
    AbsValue pointer = AbsValue::pointerTo(nullptr);
    pointer.sequence = sequence;
    pointer.sym = length;
    return value(pointer);
  }
  if (record == "ArrayRef" || record == "span") {
    if ((name == "slice" || name == "subspan") && !args.empty()) {
      std::vector<int64_t> numbers;
      for (Location *arg : args) {
        const AbsValue &number = caller.read(arg, call);
        if (number.is(ValueKind::None) && arg != args.front()) // dynamic_extent: what is left
          continue;
        if (!number.isScalar() || !number.sym.asInt())
          return std::nullopt;
        numbers.push_back(*number.sym.asInt());
      }
      const int64_t count = static_cast<int64_t>(sequence->elements.size());
      const int64_t first = numbers[0], size = numbers.size() > 1 ? numbers[1] : count - first;
      if (first < 0 || size < 0 || first + size > count)
        throw EagerPath{"slices past the end", call->getBeginLoc()};
      auto part = std::make_shared<SequenceObject>();
      part->elements.assign(sequence->elements.begin() + first, sequence->elements.begin() + first + size);
      return value(AbsValue::ofSequence(std::move(part)));
    }
    if (name == "vec")
      return value(objects.copyValue(object->value, {}, call));
    if (name == "equals")
      if (std::optional<AbsValue> equal = expressions.equalValues(object->value, caller.read(args[0], call)))
        return value(*equal);
  }
  if (object->external)
    return std::nullopt;
  if (name == "reserve" || name == "shrink_to_fit")
    return CallResult{};
  if (name == "clear") {
    sequence->elements.clear();
    return CallResult{};
  }
  if (name == "pop_back") {
    if (sequence->elements.empty())
      throw EagerPath{"pops an empty container", call->getBeginLoc()};
    sequence->elements.pop_back();
    return CallResult{};
  }
  if (record == "deque" && name == "pop_front") {
    if (sequence->elements.empty())
      throw EagerPath{"pops an empty container", call->getBeginLoc()};
    sequence->elements.erase(sequence->elements.begin());
    return CallResult{};
  }
  if (name == "resize" || name == "assign" || name == "fill") {
    const auto *specialisation = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        cast<CXXMethodDecl>(cast<CallExpr>(call)->getDirectCallee())->getParent());
    if (!specialisation)
      return std::nullopt;
    const QualType elementType = specialisation->getTemplateArgs()[0].getAsType();
    const auto make = [&](Location *from) {
      return path.temporary(from ? objects.copyValue(caller.read(from, call), elementType, call)
                                 : objects.defaultValue(elementType, call, true),
                            elementType);
    };
    if (name == "fill") {
      for (Location *&element : sequence->elements)
        objects.assign(element, objects.copyValue(caller.read(args[0], call), elementType, call), call);
      return CallResult{};
    }
    const AbsValue &count = caller.read(args[0], call);
    if (!count.isScalar() || !count.sym.asInt() || *count.sym.asInt() < 0 || *count.sym.asInt() > 65536 ||
        (name == "assign" && args.size() != 2))
      return std::nullopt;
    if (name == "assign")
      sequence->elements.clear();
    const size_t size = static_cast<size_t>(*count.sym.asInt());
    while (sequence->elements.size() > size)
      sequence->elements.pop_back();
    while (sequence->elements.size() < size)
      sequence->elements.push_back(make(args.size() > 1 ? args[1] : nullptr));
    return CallResult{};
  }
  if ((name == "insert" || name == "erase") && !args.empty()) {
    const AbsValue where = caller.read(args[0], call);
    if (!where.is(ValueKind::Pointer) || where.sequence != sequence || !where.sym.asInt())
      return std::nullopt;
    const int64_t at = *where.sym.asInt(), count = static_cast<int64_t>(sequence->elements.size());
    if (name == "erase" && args.size() == 1 && at >= 0 && at < count) {
      sequence->elements.erase(sequence->elements.begin() + at);
      return value(where);
    }
    if (name == "insert" && args.size() == 2 && at >= 0 && at <= count) {
      Location *element =
          path.temporary(objects.copyValue(caller.read(args[1], call), args[1]->type, call), args[1]->type);
      sequence->elements.insert(sequence->elements.begin() + at, element);
      return value(where);
    }
    // v.insert(v.end(), first, last)
    const AbsValue first = args.size() == 3 ? caller.read(args[1], call) : AbsValue(),
                   last = args.size() == 3 ? caller.read(args[2], call) : AbsValue();
    if (name == "insert" && first.is(ValueKind::Pointer) && first.sequence &&
        first.sequence == last.sequence && first.sequence != sequence && first.sym.asInt() &&
        last.sym.asInt() && at >= 0 && at <= count) {
      const QualType elementType =
          cast<ClassTemplateSpecializationDecl>(
              cast<CXXMethodDecl>(cast<CallExpr>(call)->getDirectCallee())->getParent())
              ->getTemplateArgs()[0]
              .getAsType();
      std::vector<Location *> copies;
      for (int64_t i = *first.sym.asInt(); i < *last.sym.asInt(); ++i)
        copies.push_back(path.temporary(
            objects.copyAs(caller.sequenceElement(nullptr, *first.sequence, Sym(i), call), elementType, call),
            elementType));
      sequence->elements.insert(sequence->elements.begin() + at, copies.begin(), copies.end());
      return value(where);
    }
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<CallResult> Sequences::iteratorMethod(llvm::StringRef name, Location *object,
                                                    const std::vector<Location *> &args, const Expr *call) {
  const AbsValue self = caller.read(object, call);
  if (!self.is(ValueKind::Pointer) || !self.sequence)
    return std::nullopt;
  const auto moved = [&](const Sym &by) {
    AbsValue result = self;
    result.sym = self.sym + by;
    return result;
  };
  if (name == "operator*" && args.empty())
    return CallResult{{}, caller.sequenceElement(nullptr, *self.sequence, self.sym, call)};
  if (name == "operator->")
    return CallResult{AbsValue::pointerTo(caller.sequenceElement(nullptr, *self.sequence, self.sym, call)),
                      nullptr};
  if (name == "base")
    return CallResult{self, nullptr};
  if (name == "operator++" || name == "operator--") {
    objects.assign(object, moved(name == "operator++" ? Sym(1) : Sym(-1)), call);
    return args.empty() ? CallResult{{}, object}
                        : CallResult{self, nullptr}; // the postfix form has a dummy int
  }
  if (args.size() != 1)
    return std::nullopt;
  const AbsValue other = caller.read(args[0], call);
  if (other.isScalar()) {
    if (name == "operator+")
      return CallResult{moved(other.sym), nullptr};
    if (name == "operator-")
      return CallResult{moved(-other.sym), nullptr};
    if (name == "operator[]")
      return CallResult{{}, caller.sequenceElement(nullptr, *self.sequence, self.sym + other.sym, call)};
    if (name == "operator+=" || name == "operator-=") {
      objects.assign(object, moved(name == "operator+=" ? other.sym : -other.sym), call);
      return CallResult{{}, object};
    }
    return std::nullopt;
  }
  if (!other.is(ValueKind::Pointer) || other.sequence != self.sequence)
    return std::nullopt;
  const Sym &a = self.sym, &b = other.sym;
  const auto boolean = [](const Sym &s) { return CallResult{AbsValue::ofScalar(s), nullptr}; };
  if (name == "operator-")
    return boolean(a - b);
  if (name == "operator==")
    return boolean(symEq(a, b));
  if (name == "operator!=")
    return boolean(symNe(a, b));
  if (name == "operator<")
    return boolean(symLt(a, b));
  if (name == "operator>")
    return boolean(symLt(b, a));
  if (name == "operator<=")
    return boolean(symLe(a, b));
  if (name == "operator>=")
    return boolean(symLe(b, a));
  return std::nullopt;
}

} // namespace fullgraph
