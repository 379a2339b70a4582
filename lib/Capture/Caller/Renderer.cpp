// The end of a path: what the user's program must see of it, as C++.
#include "lib/Capture/Caller/Renderer.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Graph/StableSort.h"
#include "lib/Graph/UserName.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"

using namespace clang;

namespace fullgraph {
std::string quoted(llvm::StringRef content) {
  std::string literal = "\"";
  for (unsigned char c : content) {
    if (c == '"' || c == '\\') {
      literal += '\\';
      literal += static_cast<char>(c);
    } else if (c >= 32 && c < 127) {
      literal += static_cast<char>(c);
    } else {
      const char digits[] = {'\\', static_cast<char>('0' + (c >> 6)), static_cast<char>('0' + (c >> 3 & 7)),
                             static_cast<char>('0' + (c & 7))};
      literal.append(digits, 4);
    }
  }
  return literal + "\"";
}

unsigned Renderer::outputIndex(Value *value) {
  const auto [entry, fresh] = outputs.emplace(value, static_cast<unsigned>(walk.graph->outputs().size()));
  if (fresh)
    walk.graph->outputs().push_back(value);
  return entry->second;
}

/// `list[list.size() - 1] = x` cannot wait for the end of a path on which a call makes the list longer: calls
/// are made in front of assignments. What comes later is for another region.
void Renderer::splitBeforeGrowth(const Location *element) const {
  for (const Effect &effect : effects) {
    if (!effect.container || element->cxx.find(effect.container->cxx + ".size()") == std::string::npos)
      continue;
    const size_t later = std::max(effect.step, element->writtenStep);
    if (!walk.region)
      throw SplitPoint{};
    if (later > 0)
      throw SplitPoint{nullptr, {}, later};
    report.fail(
        BreakKind::UnsupportedConstruct, SourceRange(effect.where),
        {"an element that is counted from the end of a list, where the statement makes the list longer"});
  }
}

void Renderer::addEffects(DecisionNode &node) {
  for (Effect &effect : effects) {
    if (effect.element) {
      const llvm::SaveAndRestore leaving(leavesAt, std::optional(effect.where));
      if (walk.region)
        walk.step = effect.step;
      renderInto(effect.text, effect.element->value, effect.type, effect.where);
      effect.text.add(")");
    }
    node.effects.push_back(std::move(effect.text));
  }
  std::vector<Location *> assigned;
  for (Location *location : caller.externals) {
    if (!location->written || !location->reach.outlives)
      continue;
    const AbsValue &value = location->value;
    if (value.isTensor() && value.tensor && value.tensor == location->initialTensor)
      continue;
    if (value.is(ValueKind::Record) || value.is(ValueKind::Sequence) || value.is(ValueKind::Map))
      continue; // their members are effects of their own
    splitBeforeGrowth(location);
    assigned.push_back(location);
  }
  if (constDropped.isValid() && !(assigned.empty() && effects.empty()))
    report.fail(BreakKind::UnsupportedConstruct, constDropped,
                {"changes beside a cast that takes 'const' away"});
  // The text that names an object may read another one: `list[i]` is assigned before `i` is.
  std::map<const Location *, size_t> reads;
  for (const Location *location : assigned)
    reads[location] = static_cast<size_t>(llvm::count_if(assigned, [&](const Location *other) {
      return other != location && location->cxx.find(other->cxx) != std::string::npos;
    }));
  stableSort(assigned, [&](const Location *a, const Location *b) { return reads.at(a) > reads.at(b); });
  for (Location *location : assigned) {
    CxxText effect;
    effect.add(location->cxx + " = ");
    node.assigned.push_back(location->cxx);
    if (walk.region)
      walk.step = location->writtenStep;
    renderInto(effect, location->value, location->type, function.decl->getLocation());
    node.effects.push_back(std::move(effect));
  }
}

/// Text that means what it meant where the path began. If what it reads is assigned, it is evaluated ahead:
/// to a reference, when it `isObject` whose name and not whose value is wanted.
std::string Renderer::asBefore(const std::string &cxx, bool isObject) {
  const bool changes = llvm::any_of(caller.externals, [&](const Location *location) {
    return location->written && location->reach.outlives && !(isObject && location->cxx == cxx) &&
           cxx.find(location->cxx) != std::string::npos;
  });
  if (!changes || !walk.end.leaf) // calls on containers are made before anything is assigned
    return cxx;
  const std::string name = function.own.prefix + std::to_string(evaluatedFirst.size()) + "before";
  CxxText first;
  first.add((isObject ? "auto &" : "const auto ") + name + " = " + cxx);
  evaluatedFirst.push_back(std::move(first));
  return name;
}

/// An object that is written may be another one that the path uses: then the captured order of reads and
/// writes would be wrong. Such calls run the user's code.
void Renderer::assumeDistinctObjects() {
  for (size_t i = 0; i < caller.externals.size(); ++i)
    for (size_t j = 0; j < caller.externals.size(); ++j) {
      const Location *a = caller.externals[i], *b = caller.externals[j];
      if (!a->written || a == b || (b->written && j < i))
        continue;
      if (a->reach.anchor == b->reach.anchor || !a->reach.byReference || !b->reach.byReference ||
          (a->reach.direct && b->reach.direct))
        continue;
      if (!context.hasSameUnqualifiedType(a->type, b->type) ||
          (a->reach.member && b->reach.member && a->reach.member != b->reach.member))
        continue;
      if ((a->reach.storage && caller.isCallers(b)) || (b->reach.storage && caller.isCallers(a)))
        continue;
      const std::string cxx =
          "(static_cast<const void *>(&" + a->cxx + ") != static_cast<const void *>(&" + b->cxx + "))";
      const auto named = [&](const Location *object) { // fg_1t is no name of the user's
        if (llvm::StringRef(object->cxx).starts_with("::std::get<"))
          return userName(object->cxx);
        return llvm::StringRef(object->cxx).starts_with(function.own.prefix) ? object->name : object->cxx;
      };
      path.assume(caller.cxxSymbol(cxx, SymType::Bool, walk.end.leaf->loc, a->name + "_is_not_" + b->name),
                  walk.end.leaf->loc, "'" + named(a) + "' and '" + named(b) + "' to be two objects");
    }
}

/// Is it a private class of an instantiation, beside others? Code for all of them stands in one text, where
/// each of them names only its own.
static bool isPrivateToOneOfMany(const TagDecl *tag) {
  const auto *outer = dyn_cast<ClassTemplateSpecializationDecl>(tag->getDeclContext());
  if (!outer || (tag->getAccess() != AS_private && tag->getAccess() != AS_protected))
    return false;
  return llvm::count_if(outer->getSpecializedTemplate()->specializations(),
                        [](const ClassTemplateSpecializationDecl *one) { return one->hasDefinition(); }) > 1;
}

std::string Renderer::typeName(QualType type, SourceLocation where) {
  type = type.getNonReferenceType().getUnqualifiedType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const TagDecl *tag = type->getAsTagDecl();
  if ((record && record->isLambda()) || (tag && (!tag->getIdentifier() || tag->getParentFunctionOrMethod())))
    report.fail(BreakKind::UnsupportedConstruct, SourceRange(where),
                {"a value of a local or unnamed type that leaves the function"});
  if (tag && !mayBeNamed(tag))
    report.fail(BreakKind::UnsupportedConstruct, SourceRange(where),
                {"a value of type '" + tag->getNameAsString() + "', which another source declares,"});
  if (tag && isPrivateToOneOfMany(tag))
    report.fail(BreakKind::UnsupportedConstruct, SourceRange(where),
                {"a value of the private type '" + tag->getNameAsString() + "' of a class template"});
  return fullTypeName(type, context);
}

/// Is there a template with a parameter pack in the type: std::tuple?
static bool hasPack(QualType type) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return record && llvm::any_of(record->getTemplateArgs().asArray(), [](const TemplateArgument &argument) {
           return argument.getKind() == TemplateArgument::Pack ||
                  (argument.getKind() == TemplateArgument::Type && hasPack(argument.getAsType()));
         });
}

std::string fullTypeName(QualType type, const ASTContext &context) {
  PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true; // "(anonymous namespace)"
  // As written, a name may mean something only where it was written.
  type = type.getCanonicalType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (const ClassFacts &facts = factsOf(record);
      facts.role == ClassRole::Text &&
      cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs()[0].getAsType()->isCharType())
    return facts.spelling;
  if (!hasPack(type))
    return TypeName::getFullyQualifiedName(type, context, policy, /*WithGlobalNsPrefix=*/true);
  policy.FullyQualifiedName = true; // clang does not qualify what is in a pack
  return "::" + type.getAsString(policy);
}

/// An argument of a call that is made when the graph has run.
void Renderer::renderArgument(CxxText &out, const AbsValue &value, const Location &argument,
                              const Expr *call) {
  if (value.is(ValueKind::String)) {
    out.add(quoted(value.text));
    return;
  }
  if (value.is(ValueKind::TensorScalar)) {
    CxxText::Piece piece;
    piece.kind = CxxText::Piece::Output;
    piece.output = outputIndex(value.tensor);
    const bool typed = !argument.type.isNull() && argument.type->isArithmeticType();
    out.add(typed ? "static_cast<" + typeName(argument.type, call->getExprLoc()) + ">(" : "(");
    out.pieces.push_back(piece);
    out.add(std::string(".item<") + itemType(value.tensor->type.dtype) + ">())");
    return;
  }
  renderInto(out, value, argument.type, call->getExprLoc());
}

void Renderer::unrenderable(const std::string &what, SourceLocation where) {
  report.fail(BreakKind::UnsupportedConstruct, SourceRange(where),
              {what + (leavesAt ? " that leaves the function" : " that lives across a graph break")});
}

void Renderer::renderList(CxxText &out, const std::vector<Location *> &elements, SourceLocation where) {
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i)
      out.add(", ");
    renderInto(out, caller.read(elements[i], nullptr), elements[i]->type, where);
  }
}

/// A member that is an array is initialised by a list in braces.
void Renderer::renderMember(CxxText &out, const AbsValue &held, QualType type, SourceLocation where) {
  const ConstantArrayType *array = context.getAsConstantArrayType(type);
  if (array && held.is(ValueKind::None)) {
    out.add("{}");
    return;
  }
  if (!array || !held.is(ValueKind::Sequence) || held.sequence->open)
    return renderInto(out, held, type, where);
  out.add("{");
  for (size_t i = 0; i < held.sequence->elements.size(); ++i) {
    if (i)
      out.add(", ");
    renderMember(out, caller.read(held.sequence->elements[i], nullptr), array->getElementType(), where);
  }
  out.add("}");
}

void Renderer::renderOutput(CxxText &out, Value *tensor) {
  CxxText::Piece piece;
  piece.kind = CxxText::Piece::Output;
  piece.output = outputIndex(tensor);
  out.pieces.push_back(piece);
}

void Renderer::renderSequence(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  if (value.sequence->open)
    unrenderable("a container of the caller", where);
  if (const auto *array = type.isNull() ? nullptr : context.getAsConstantArrayType(type);
      array && !leavesAt) {
    out.add("::std::array<" + typeName(array->getElementType(), where) + ", " +
            std::to_string(value.sequence->elements.size()) + ">{{");
    renderList(out, value.sequence->elements, where);
    out.add("}}");
    return;
  }
  if (type.isNull() || !type->isRecordType())
    unrenderable("an array", where);
  const ClassFacts &facts = factsOf(type->getAsCXXRecordDecl());
  if (!facts.opens)
    unrenderable("a view of a container", where);
  if (llvm::any_of(partsOf(type), [](QualType part) { return part->isReferenceType(); }))
    unrenderable("a pair or tuple of references", where); // they would refer to the graph's outputs
  const std::vector<Location *> &elements = value.sequence->elements;
  const Sym &room = value.sequence->room;
  if (facts.keepsRoom && symLt(Sym(static_cast<int64_t>(elements.size())), room).asBool() != false) {
    out.add("::fg::rt::list_with_room<" + typeName(type, where) + ">(static_cast<::std::size_t>(");
    out.add(room);
    out.add(elements.empty() ? ")" : "), ");
    renderList(out, elements, where);
    out.add(")");
    return;
  }
  out.add(typeName(type, where));
  if (elements.empty()) {
    out.add("{}");
    return;
  }
  out.add(facts.opens);
  renderList(out, elements, where);
  out.add(facts.closes);
}

void Renderer::renderMap(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  if (value.map->open)
    unrenderable("a map of the caller", where);
  if (!value.map->ordered && value.map->refilled)
    unrenderable("an unordered map that something was erased from", where);
  const QualType keyType = value.map->entries.empty()
                               ? QualType()
                               : value.map->entries.begin()->second->value.sequence->elements[0]->type;
  const auto element = [&](const MapKey &key) {
    Location *held = value.map->entries.at(key)->value.sequence->elements[1];
    out.add(keyText(key, keyType) + ", ");
    renderInto(out, caller.read(held, nullptr), held->type, where);
  };
  std::vector<MapKey> listed, emplaced;
  if (value.map->ordered) {
    for (const auto &[key, entry] : value.map->entries)
      listed.push_back(key);
  } else { // as it was filled
    const auto behind = value.map->filled.begin() + static_cast<ptrdiff_t>(value.map->listed);
    listed.assign(value.map->filled.begin(), behind);
    emplaced.assign(behind, value.map->filled.end());
  }
  out.add(emplaced.empty() ? "" : "[&] { ");
  out.add(typeName(type, where) + (emplaced.empty() ? "{" : " filled{"));
  for (size_t i = 0; i < listed.size(); ++i) {
    out.add(i ? ", {" : "{");
    element(listed[i]);
    out.add("}");
  }
  out.add("}");
  for (const MapKey &key : emplaced) {
    out.add("; filled.emplace(");
    element(key);
    out.add(")");
  }
  out.add(emplaced.empty() ? "" : "; return filled; }()");
}

void Renderer::renderRecord(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  const CXXRecordDecl *record = value.record->decl;
  if (leavesAt)
    report.refuseEscape(value, *leavesAt);
  const std::string name = typeName(type.isNull() || !type->isRecordType() ? value.type : type, where);
  // The program does not copy the object here, nor assign to its members.
  if (const CXXRecordDecl *own = assignsItself(classType(record)))
    unrenderable("an object of '" + record->getNameAsString() +
                     "', which cannot be handed over without a copy, a move " + "or an assignment of '" +
                     own->getNameAsString() + "',",
                 where);
  for (const auto &[fieldDecl, location] : value.record->fields)
    if (fieldDecl->getType()->isReferenceType() ||
        !caller.mayName(fieldDecl, cast<CXXRecordDecl>(fieldDecl->getParent()), record))
      unrenderable("an object of '" + record->getNameAsString() +
                       "', which cannot be rebuilt from its members,",
                   where);
  if (record->isAggregate() && record->bases().empty())
    renderAggregate(out, value, name, where);
  else
    renderAssigned(out, value, name, where);
}

void Renderer::renderAggregate(CxxText &out, const AbsValue &value, const std::string &name,
                               SourceLocation where) {
  const CXXRecordDecl *record = value.record->decl;
  out.add(name + "{");
  bool first = true;
  for (const FieldDecl *fieldDecl : record->fields()) {
    const auto found = value.record->fields.find(fieldDecl);
    if (found == value.record->fields.end())
      unrenderable("an incomplete object", where);
    if (!first)
      out.add(", ");
    first = false;
    renderMember(out, caller.read(found->second, nullptr), fieldDecl->getType(), where);
  }
  out.add("}");
}

/// Members are assigned to a default-constructed object, which must do nothing else.
void Renderer::renderAssigned(CxxText &out, const AbsValue &value, const std::string &name,
                              SourceLocation where) {
  const CXXRecordDecl *record = value.record->decl;
  const CXXConstructorDecl *constructor = nullptr;
  for (const CXXConstructorDecl *candidate : record->ctors())
    if (candidate->isDefaultConstructor() && !candidate->isDeleted())
      constructor = candidate;
  if ((constructor && constructor->isUserProvided()) || !record->hasDefaultConstructor())
    unrenderable("an object of '" + record->getNameAsString() + "', which has constructors of its own,",
                 where);
  const std::string object = function.own.prefix + "object";
  out.add("[&] { " + name + " " + object + "; ");
  std::vector<const CXXRecordDecl *> classes{record};
  for (size_t i = 0; i < classes.size(); ++i) {
    for (const CXXBaseSpecifier &base : classes[i]->bases())
      if (const CXXRecordDecl *baseDecl = base.getType()->getAsCXXRecordDecl())
        classes.push_back(baseDecl->getDefinition());
    for (const FieldDecl *fieldDecl : classes[i]->fields()) {
      const auto found = value.record->fields.find(fieldDecl);
      if (found == value.record->fields.end())
        continue;
      if (fieldDecl->getType().isConstQualified())
        unrenderable("an object with constant members", where);
      const AbsValue &held = caller.read(found->second, nullptr);
      const std::string name = object + "." + fieldDecl->getNameAsString();
      const ConstantArrayType *array = context.getAsConstantArrayType(fieldDecl->getType());
      if (array && array->getElementType()->isArrayType())
        unrenderable("an array of arrays", where);
      const bool each = array && held.is(ValueKind::Sequence) && !held.sequence->open;
      for (size_t i = 0; i < (each ? held.sequence->elements.size() : 1); ++i) {
        out.add(name + (each ? "[" + std::to_string(i) + "] = " : " = "));
        if (each)
          renderInto(out, caller.read(held.sequence->elements[i], nullptr), array->getElementType(), where);
        else
          renderInto(out, held, fieldDecl->getType(), where);
        out.add("; ");
      }
    }
  }
  out.add("return " + object + "; }()");
}

void Renderer::renderPointer(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  if (!value.location && !value.sequence) {
    out.add("nullptr");
    return;
  }
  if (value.location && value.location->external && !value.sequence && !type.isNull() &&
      type->isPointerType()) {
    out.add("&" + asBefore(value.location->cxx, /*isObject=*/true));
    return;
  }
  if (value.sequence && value.sequence->open && isIterator(type))
    if (const auto owner = caller.openSequences.find(value.sequence.get());
        owner != caller.openSequences.end() && !owner->second->written && value.sym.asInt()) {
      out.add(asBefore(owner->second->cxx, /*isObject=*/true) + ".begin() + " + value.sym.str());
      return;
    }
  unrenderable("a pointer into an object made here, as an iterator is one,", where);
}

void Renderer::renderNumber(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  const bool scalarClass = !type.isNull() && factsOf(type->getAsCXXRecordDecl()).role == ClassRole::Number;
  out.add(type.isNull() || scalarClass ? "::fg::Scalar(" : "static_cast<" + typeName(type, where) + ">(");
  CxxText::Piece piece;
  piece.kind = CxxText::Piece::Value;
  piece.value = value.sym;
  out.pieces.push_back(piece);
  out.add(")");
}

/// A number that a tensor holds is read where the region ends.
void Renderer::renderReadNumber(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  if (!walk.region || type.isNull() || !type->isArithmeticType())
    report.failOnTensorValue(BreakKind::ScalarReadback, value,
                             value.expr ? value.expr->getSourceRange() : SourceRange(where));
  CxxText::Piece piece;
  piece.kind = CxxText::Piece::Output;
  piece.output = outputIndex(value.tensor);
  out.add("static_cast<" + typeName(type, where) + ">(");
  out.pieces.push_back(piece);
  path.noteRead(TypeRead::DType, value.tensor, static_cast<int64_t>(value.tensor->type.dtype));
  out.add(std::string(".item<") + itemType(value.tensor->type.dtype) + ">())");
}

void Renderer::renderInto(CxxText &out, const AbsValue &value, QualType type, SourceLocation where) {
  if (!type.isNull())
    type = type.getNonReferenceType();
  if (isReferenceWrapper(type) && !value.is(ValueKind::Pointer)) // of what, is not known
    unrenderable("a std::reference_wrapper", where);
  switch (value.kind) {
  case ValueKind::Tensor:
    if (value.tensor)
      renderOutput(out, value.tensor);
    else
      out.add("::fg::Tensor()");
    return;
  case ValueKind::Scalar:
    path.noteDeviceRead(value, report.loc(where));
    return renderNumber(out, value, type, where);
  case ValueKind::TensorScalar:
    return renderReadNumber(out, value, type, where);
  case ValueKind::Sequence:
    return renderSequence(out, value, type, where);
  case ValueKind::Variant:
    out.add(typeName(type, where) + "(::std::in_place_index<" + value.sym.str() + ">, ");
    renderInto(out, caller.read(value.location, nullptr), value.location->type, where);
    out.add(")");
    return;
  case ValueKind::Map:
    return renderMap(out, value, type, where);
  case ValueKind::Optional:
    out.add(typeName(type, where));
    if (!value.location) {
      out.add("(std::nullopt)");
      return;
    }
    out.add("(");
    renderInto(out, caller.read(value.location, nullptr), value.location->type, where);
    out.add(")");
    return;
  case ValueKind::Record:
    return renderRecord(out, value, type, where);
  case ValueKind::String:
    if (type->isPointerType()) // const char *
      out.add("static_cast<" + typeName(type, where) + ">(" + quoted(value.text) + ")");
    else if (type->isRecordType())
      out.add(typeName(type, where) + "(" + quoted(value.text) + ")");
    else
      unrenderable("an array of characters", where);
    return;
  case ValueKind::OpenString:
    out.add(asBefore(value.text, /*isObject=*/false));
    return;
  case ValueKind::Pointer:
    return renderPointer(out, value, type, where);
  case ValueKind::Place:
    unrenderable("an iterator of an object made here", where);
  case ValueKind::Opaque:
    if (!value.text.empty()) {
      out.add(asBefore(value.text, /*isObject=*/false));
      return;
    }
    unrenderable("an object", where);
  case ValueKind::None:
    if (!type.isNull() && (type->isArithmeticType() || type->isEnumeralType())) {
      out.add("static_cast<" + typeName(type, where) + ">(0)"); // nobody may read it
      return;
    }
    unrenderable("an uninitialised value", where);
  case ValueKind::Function:
    unrenderable("a function pointer", where);
  case ValueKind::Callable:
    if (leavesAt)
      report.refuseEscape(value, *leavesAt);
    unrenderable("a std::function", where);
  case ValueKind::Poison:
    unrenderable("a value", where);
  }
}

std::string Renderer::keyText(const MapKey &key, QualType type) const {
  if (key.isText)
    return key.isOpen ? key.text : quoted(key.text);
  const std::string number = key.isOpen ? key.text : std::to_string(key.number);
  return type->isEnumeralType() ? "static_cast<" + fullTypeName(type, context) + ">(" + number + ")" : number;
}

/// A known string, or one of the user's program, as a std::string in C++.
std::string Renderer::stringText(const AbsValue &value) {
  return "::std::string(" + (value.is(ValueKind::String) ? quoted(value.text) : value.text) + ")";
}

} // namespace fullgraph
