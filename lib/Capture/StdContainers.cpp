// Containers and iterators: std::vector, array, initializer_list, span, pair, tuple, fg::ArrayRef.
#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {

std::shared_ptr<SequenceObject> Interpreter::sequenceOf(Location *location, const Expr *expr) {
  const AbsValue &value = read(location, expr);
  return value.is(ValueKind::Sequence) ? value.sequence : nullptr;
}

Location *Interpreter::sequenceElement(Location *location, SequenceObject &sequence, const Sym &index,
                                       const Expr *expr) {
  const std::optional<int64_t> constant = index.asInt();
  if (!sequence.open) {
    if (!constant) {
      // An index that a guard pins to one value would need a version for each: fork over the elements.
      const int64_t count = static_cast<int64_t>(sequence.elements.size());
      if (count > 16)
        unsupported(expr, "an index that is only known at run time");
      for (int64_t i = 0; i < count; ++i)
        if (decide(symEq(index, Sym(i)), loc(expr)))
          return sequence.elements[i];
      throw EagerPath{"reads past the end of a container", expr->getExprLoc()};
    }
    if (*constant < 0 || *constant >= static_cast<int64_t>(sequence.elements.size()))
      throw EagerPath{"reads past the end of a container", expr->getExprLoc()};
    return sequence.elements[*constant];
  }
  const auto owner = openSequences.find(&sequence);
  if (!constant && index.kind() != SymKind::Symbol) {
    Hints element;
    if (owner != openSequences.end() && !owner->second->shape.empty())
      element["$"] = {owner->second->shape, {}};
    leaveHost(expr, "an index into a container of the caller that is only known at run time", element);
  }
  // A number of the host program is its own text; two numbers may be one, which matters where one is written.
  const std::string text = constant ? std::to_string(*constant) : function.symbols.at(index.name()).host;
  const auto found = sequence.read.find(text);
  if (found != sequence.read.end())
    return found->second;
  if (!constant)
    assumeHost(symLe(Sym(0), index), loc(expr));
  assumeHost(symLt(index, sequence.length), loc(expr));
  if (owner == openSequences.end() || (constant && *constant < 0))
    unsupported(expr, "an index into this container");
  Location *container = owner->second;
  const auto *specialisation =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(container->type->getAsCXXRecordDecl());
  (void)location;
  if (!specialisation)
    unsupported(expr, "an index into this container");
  Location *element =
      external(specialisation->getTemplateArgs()[0].getAsType(),
               container->host + "[" + (constant ? text : "static_cast<::std::size_t>(" + text + ")") + "]",
               nullptr, container);
  element->shape = container->shape;
  element->storage = container->storage;
  element->name = container->name + "[" + (constant ? text : index.name()) + "]";
  element->byReference = true; // v[i] may be v[0]
  if (!constant)
    element->anchor = element;
  return sequence.read[text] = element;
}

/// The elements of the caller's numbers where how many there are decides what is computed: a graph for each
/// length that a list of sizes or dims has.
std::shared_ptr<SequenceObject> Interpreter::ofKnownLength(const std::shared_ptr<SequenceObject> &sequence,
                                                           const Expr *expr, const char *what) {
  constexpr int64_t longest = 4;
  if (!sequence->open)
    return sequence;
  const auto owner = openSequences.find(sequence.get());
  const auto *container =
      owner == openSequences.end()
          ? nullptr
          : dyn_cast_or_null<ClassTemplateSpecializationDecl>(owner->second->type->getAsCXXRecordDecl());
  if (!container || !container->getTemplateArgs()[0].getAsType()->isArithmeticType())
    leaveHost(expr, what);
  for (int64_t length = 1; length <= longest; ++length) {
    if (!decide(symEq(sequence->length, Sym(length)), loc(expr)))
      continue;
    auto known = std::make_shared<SequenceObject>();
    for (int64_t i = 0; i < length; ++i)
      known->elements.push_back(sequenceElement(owner->second, *sequence, Sym(i), expr));
    known->elements.insert(known->elements.end(), sequence->elements.begin(), sequence->elements.end());
    return known;
  }
  throw EagerPath{"needs a list of 1 to " + std::to_string(longest) + " numbers", expr->getExprLoc()};
}

std::optional<Interpreter::CallResult> Interpreter::sequenceMethod(llvm::StringRef record,
                                                                   llvm::StringRef name, Location *object,
                                                                   const std::vector<Location *> &args,
                                                                   const Expr *call) {
  const std::shared_ptr<SequenceObject> sequence = sequenceOf(object, call);
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
    const AbsValue index = read(args[0], call);
    if (index.is(ValueKind::TensorScalar))
      failOnTensorValue(BreakKind::DataDependentIndex, index, call->getSourceRange());
    if (!index.isScalar())
      return std::nullopt;
    if (name == "at" && index.sym.isConst() && !sequence->open &&
        (*index.sym.asInt() < 0 || *index.sym.asInt() >= static_cast<int64_t>(sequence->elements.size())))
      throw EagerPath{"throws std::out_of_range", call->getBeginLoc()};
    return CallResult{{}, sequenceElement(object, *sequence, index.sym, call)};
  }
  if (name == "front" && (!sequence->open || sequence->elements.empty()))
    return CallResult{{}, sequenceElement(object, *sequence, Sym(0), call)};
  if (name == "back") {
    if (!sequence->elements.empty())
      return CallResult{{}, sequence->elements.back()};
    if (!sequence->open)
      throw EagerPath{"reads an empty container", call->getBeginLoc()};
    const auto owner = openSequences.find(sequence.get());
    if (owner == openSequences.end())
      unsupported(call, "the last element of this container");
    const std::string &host = owner->second->host;
    const Sym last = hostSymbol("(static_cast<int64_t>(" + host + ".size()) - 1)", SymType::Int, loc(call),
                                host + "_last");
    return CallResult{{}, sequenceElement(object, *sequence, last, call)};
  }
  const bool growing = record == "vector" || record == "deque";
  if (growing && (name == "push_back" || name == "emplace_back")) {
    const auto *specialisation = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        cast<CXXMethodDecl>(cast<CallExpr>(call)->getDirectCallee())->getParent());
    const QualType elementType =
        specialisation ? specialisation->getTemplateArgs()[0].getAsType() : QualType();
    AbsValue element;
    if (args.empty()) {
      element = defaultValue(elementType, call, true);
    } else if (args.size() > 1) {
      const std::vector<QualType> types = partsOf(elementType);
      auto parts = std::make_shared<SequenceObject>();
      for (size_t i = 0; i < types.size() && types.size() == args.size(); ++i) {
        const AbsValue given = read(args[i], call);
        const bool number = given.isScalar() && types[i]->isArithmeticType() && !args[i]->type.isNull();
        if (!number && !given.isPoison() &&
            (args[i]->type.isNull() || !context.hasSameUnqualifiedType(args[i]->type, types[i])))
          break;
        const bool moved = cast<CallExpr>(call)->getArg(static_cast<unsigned>(i))->isXValue();
        parts->elements.push_back(temporary(number  ? convert(given, args[i]->type, types[i], call)
                                            : moved ? moveFrom(args[i], types[i], call)
                                                    : copyValue(given, types[i], call),
                                            types[i]));
      }
      if (parts->elements.size() != args.size()) {
        if (object->external)
          failOnChange(object, call);
        return std::nullopt;
      }
      element = AbsValue::ofSequence(std::move(parts));
    } else {
      // What the call is given is a T, or what one T is made from: only tensors and numbers convert here.
      const AbsValue given = read(args[0], call);
      const bool sameType = args[0]->type.isNull() || elementType.isNull() ||
                            context.hasSameUnqualifiedType(args[0]->type, elementType) || given.isPoison();
      if (!sameType && !(given.isScalar() && elementType->isArithmeticType()))
        return std::nullopt;
      const auto *expr = cast<CallExpr>(call)->getArg(0);
      const bool moved =
          expr->isXValue() &&
          cast<CallExpr>(call)->getDirectCallee()->getParamDecl(0)->getType()->isRValueReferenceType();
      element = moved ? moveFrom(args[0], elementType, call) : copyValue(given, elementType, call);
      if (given.isScalar() && !elementType.isNull() && !given.isPoison())
        element = convert(element, args[0]->type, elementType, call);
    }
    Location *location = temporary(std::move(element), elementType);
    if (sequence->open) {
      if (object->outlives && !diagnosing) {
        HostText effect;
        HostText::Piece head;
        head.text = object->host + ".push_back(";
        effect.pieces.push_back(head);
        const llvm::SaveAndRestore leaving(leavesAt, std::optional(call->getExprLoc()));
        renderInto(effect, location->value, elementType, call->getBeginLoc());
        HostText::Piece tail;
        tail.text = ")";
        effect.pieces.push_back(tail);
        effects.push_back(std::move(effect));
      }
      object->written = true; // another name of this container would see it grow
    } else if (object->external) {
      failOnChange(object, call);
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
    changeHost(object, call);
  if (sequence->open) {
    if (name == "reserve" && growing) {
      read(args[0], call);
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
        const AbsValue &number = read(arg, call);
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
      return value(copyValue(object->value, {}, call));
    if (name == "equals")
      if (std::optional<AbsValue> equal = equalValues(object->value, read(args[0], call)))
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
      return temporary(from ? copyValue(read(from, call), elementType, call)
                            : defaultValue(elementType, call, true),
                       elementType);
    };
    if (name == "fill") {
      for (Location *&element : sequence->elements)
        assign(element, copyValue(read(args[0], call), elementType, call), call);
      return CallResult{};
    }
    const AbsValue &count = read(args[0], call);
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
    const AbsValue where = read(args[0], call);
    if (!where.is(ValueKind::Pointer) || where.sequence != sequence || !where.sym.asInt())
      return std::nullopt;
    const int64_t at = *where.sym.asInt(), count = static_cast<int64_t>(sequence->elements.size());
    if (name == "erase" && args.size() == 1 && at >= 0 && at < count) {
      sequence->elements.erase(sequence->elements.begin() + at);
      return value(where);
    }
    if (name == "insert" && args.size() == 2 && at >= 0 && at <= count) {
      Location *element = temporary(copyValue(read(args[1], call), args[1]->type, call), args[1]->type);
      sequence->elements.insert(sequence->elements.begin() + at, element);
      return value(where);
    }
    // v.insert(v.end(), first, last)
    const AbsValue first = args.size() == 3 ? read(args[1], call) : AbsValue(),
                   last = args.size() == 3 ? read(args[2], call) : AbsValue();
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
        copies.push_back(temporary(
            copyAs(sequenceElement(nullptr, *first.sequence, Sym(i), call), elementType, call), elementType));
      sequence->elements.insert(sequence->elements.begin() + at, copies.begin(), copies.end());
      return value(where);
    }
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Interpreter::CallResult> Interpreter::iteratorMethod(llvm::StringRef name, Location *object,
                                                                   const std::vector<Location *> &args,
                                                                   const Expr *call) {
  const AbsValue self = read(object, call);
  if (!self.is(ValueKind::Pointer) || !self.sequence)
    return std::nullopt;
  const auto moved = [&](const Sym &by) {
    AbsValue result = self;
    result.sym = self.sym + by;
    return result;
  };
  if (name == "operator*" && args.empty())
    return CallResult{{}, sequenceElement(nullptr, *self.sequence, self.sym, call)};
  if (name == "operator->")
    return CallResult{AbsValue::pointerTo(sequenceElement(nullptr, *self.sequence, self.sym, call)), nullptr};
  if (name == "base")
    return CallResult{self, nullptr};
  if (name == "operator++" || name == "operator--") {
    assign(object, moved(name == "operator++" ? Sym(1) : Sym(-1)), call);
    return args.empty() ? CallResult{{}, object}
                        : CallResult{self, nullptr}; // the postfix form has a dummy int
  }
  if (args.size() != 1)
    return std::nullopt;
  const AbsValue other = read(args[0], call);
  if (other.isScalar()) {
    if (name == "operator+")
      return CallResult{moved(other.sym), nullptr};
    if (name == "operator-")
      return CallResult{moved(-other.sym), nullptr};
    if (name == "operator[]")
      return CallResult{{}, sequenceElement(nullptr, *self.sequence, self.sym + other.sym, call)};
    if (name == "operator+=" || name == "operator-=") {
      assign(object, moved(name == "operator+=" ? other.sym : -other.sym), call);
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

/// What a std::function holds that is made from `target`.
AbsValue Interpreter::callableOf(const AbsValue &target, QualType type, const Expr *expr) {
  if (target.is(ValueKind::Callable))
    return copyValue(target, type, expr);
  AbsValue value;
  value.kind = ValueKind::Callable;
  if (target.isPoison())
    return target;
  if (target.is(ValueKind::Record) || target.is(ValueKind::Function))
    value.location = temporary(copyValue(target, type, expr), type);
  else if (isReferenceWrapper(type))
    value.location = target.location;
  else if (!target.is(ValueKind::None) &&
           (!target.is(ValueKind::Pointer) || target.location || target.sequence))
    unsupported(expr, "a std::function made of this");
  return value;
}

std::optional<AbsValue> Interpreter::stdConstruct(const CXXConstructorDecl *ctor,
                                                  const std::vector<Location *> &args, QualType type,
                                                  const Expr *expr) {
  const CXXRecordDecl *record = ctor->getParent();
  const llvm::StringRef name = modelledClass(record);
  const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const auto first = [&]() -> const AbsValue & { return read(args[0], expr); };
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
    return defaultValue(type, expr, true);
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
    const AbsValue second = read(args[1], expr);
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
    return mapFrom(name, args, type, expr);
  if (name == "variant" && args.size() == 1)
    return variantFrom(args[0], type, expr);
  if (name == "vector" || name == "deque") {
    const QualType elementType =
        specialisation ? specialisation->getTemplateArgs()[0].getAsType() : QualType();
    auto sequence = std::make_shared<SequenceObject>();
    const AbsValue value = first();
    // The allocator is the last argument where there is one.
    const auto isAllocator = [&](Location *arg) {
      return read(arg, expr).is(ValueKind::Record) && read(arg, expr).record->decl->isInStdNamespace();
    };
    size_t count = args.size();
    if (count > 1 && isAllocator(args[count - 1]))
      --count;
    if (count == 1 && value.is(ValueKind::Sequence)) // initializer_list, vector
      return ctor->getParamDecl(0)->getType()->isRValueReferenceType() ? moveFrom(args[0], type, expr)
                                                                       : copyValue(value, type, expr);
    if (value.isScalar()) {
      if (!value.sym.asInt() || *value.sym.asInt() < 0 || *value.sym.asInt() > 65536)
        leaveHost(expr, "a container of a length that is only known at run time");
      for (int64_t i = 0; i < *value.sym.asInt(); ++i)
        sequence->elements.push_back(temporary(count > 1 ? copyValue(read(args[1], expr), elementType, expr)
                                                         : defaultValue(elementType, expr, true),
                                               elementType));
      return AbsValue::ofSequence(std::move(sequence));
    }
    if (count == 2 && value.is(ValueKind::Pointer) && value.sequence) {
      const AbsValue last = read(args[1], expr);
      if (last.sequence != value.sequence || !value.sym.asInt() || !last.sym.asInt())
        return std::nullopt;
      for (int64_t i = *value.sym.asInt(); i < *last.sym.asInt(); ++i) {
        Location *from = sequenceElement(nullptr, *value.sequence, Sym(i), expr);
        AbsValue element = copyValue(read(from, expr), from->type, expr);
        if (element.isScalar() && elementType->isArithmeticType())
          element = convert(element, from->type, elementType, expr);
        sequence->elements.push_back(temporary(std::move(element), elementType));
      }
      return AbsValue::ofSequence(std::move(sequence));
    }
    return std::nullopt;
  }
  if (name == "pair" || name == "tuple") {
    auto sequence = std::make_shared<SequenceObject>();
    const AbsValue initial = defaultValue(type, expr, true);
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
      AbsValue part = read(parts[i], expr);
      if (part.isScalar() && !elementType.isNull() && elementType->isArithmeticType())
        part = convert(part, parts[i]->type, elementType, expr);
      else
        part = copyValue(part, elementType, expr);
      sequence->elements.push_back(temporary(std::move(part), elementType));
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
      return copyAs(args[0], type, expr);
    const QualType elementType = specialisation->getTemplateArgs()[0].getAsType();
    AbsValue content = copyAs(args[0], elementType, expr);
    if (elementType->isRecordType() && !args[0]->type.isNull() &&
        !context.hasSameUnqualifiedType(args[0]->type, elementType)) {
      // T is made from the argument: fg::Scalar from a number, ArrayRef from a list.
      const llvm::StringRef target = modelledClass(elementType->getAsCXXRecordDecl());
      if (target == "Scalar" && content.isScalar() && content.sym.type() == SymType::F32)
        content.sym = Sym::cast(content.sym, SymType::F64);
      else if (target == "ArrayRef" && content.isScalar()) {
        auto list = std::make_shared<SequenceObject>();
        list->elements.push_back(temporary(content, args[0]->type));
        content = AbsValue::ofSequence(std::move(list));
      } else if (target.empty() && !isTensorType(elementType)) {
        std::optional<AbsValue> made = makeObject(elementType, args, expr);
        if (!made)
          return std::nullopt;
        content = std::move(*made);
      }
    }
    return AbsValue::optional(temporary(std::move(content), elementType));
  }
  if (name == "unique_ptr" || name == "shared_ptr") {
    if (name == "shared_ptr" && args.size() == 2) // owns the first's object, and points to the other
      return first().is(ValueKind::Pointer) && read(args[1], expr).is(ValueKind::Pointer)
                 ? std::optional(args[1]->value)
                 : std::nullopt;
    if (!first().is(ValueKind::Pointer))
      return std::nullopt;
    if (!ctor->getParamDecl(0)->getType()->isRValueReferenceType()) // a copy of a pointer to another type
      return first();
    return moveFrom(args[0], args[0]->type, expr);
  }
  if (name == "function")
    return callableOf(first(), args[0]->type, expr);
  if (name == "basic_string" || name == "basic_string_view")
    return stringFrom(ctor, args, expr);
  if (name.ends_with("iterator") && args.size() == 1 && first().is(ValueKind::Pointer)) // a const one
    return first();
  if (name == "reference_wrapper")
    return AbsValue::pointerTo(args[0]);
  return std::nullopt;
}

} // namespace fullgraph
