// The end of a path: what the host program must see of it, as C++.
#include "lib/Capture/Interpreter.h"
#include "lib/Graph/StableSort.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"

using namespace clang;

namespace fullgraph {
namespace {

void text(HostText &out, std::string piece) {
  if (!out.pieces.empty() && out.pieces.back().kind == HostText::Piece::Text) {
    out.pieces.back().text += piece;
    return;
  }
  HostText::Piece p;
  p.text = std::move(piece);
  out.pieces.push_back(std::move(p));
}

} // namespace

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

void Interpreter::finish(RegionExit exit) {
  if (function.others && !differs)
    throw EagerPath{"the versions in front are for these objects", function.decl->getLocation()};
  for (const GraphInput &input : graph->inputs())
    typed(input.value); // no operator takes it
  Frame &top = frame();
  leaf = std::make_unique<DecisionNode>();
  leaf->kind = DecisionNode::GraphLeaf;
  leaf->loc = loc(function.decl->getLocation());
  leaf->exit = exit;
  const QualType returnType = function.decl->getReturnType();
  leaf->returnsValue = !returnType->isVoidType() && exit == RegionExit::Return;
  const SourceLocation where = function.decl->getLocation();
  if (leaf->returnsValue && !top.hasReturned)
    fail(BreakKind::UnsupportedConstruct, SourceRange(where), {"a function that ends without a value"});
  leavesAt.emplace();
  addEffects(*leaf);
  if (leaf->returnsValue) {
    if (top.returnsReference) {
      if (!top.returnedReference || !top.returnedReference->external || top.returnedReference->host.empty())
        fail(BreakKind::UnsupportedConstruct, SourceRange(where),
             {"a returned reference to an object made here"});
      text(leaf->result, asBefore(top.returnedReference->host, /*isObject=*/true));
    } else {
      leavesAt = top.returnedAt;
      renderInto(leaf->result, top.returned, returnType, where);
    }
  }
  leavesAt.reset();
  if (region)
    finishRegion(exit);
  leaf->effects.insert(leaf->effects.begin(), evaluatedFirst.begin(), evaluatedFirst.end());
  assumeDistinctObjects();
  noteDims();
  leaf->graph = std::move(graph);
  leaf->graph->name = function.decl->getNameAsString().empty() ? "lambda" : function.decl->getNameAsString();
  // Nothing but host code on this path: there is no graph to run.
  if (leaf->graph->nodes().empty() && leaf->graph->outputs().empty()) {
    leaf->ranks = askedRanks(*leaf->graph);
    leaf->graph.reset();
  }
}

/// What the statements behind the region find in variables.
void Interpreter::finishRegion(RegionExit exit) {
  if (exit == RegionExit::Next) {
    leaf->values.resize(region->results.size());
    for (size_t i = 0; i < region->results.size(); ++i) {
      const RegionResult &result = region->results[i];
      step = result.step;
      Location *location = nullptr;
      if (result.variable) {
        const auto found = frame().variables.find(result.variable);
        if (found != frame().variables.end())
          location = found->second;
      } else if (const auto found = substituted.find(region->steps[result.step].ahead);
                 found != substituted.end()) {
        location = found->second;
      }
      if (!location)
        continue;
      try {
        renderInto(leaf->values[i], read(location, nullptr), result.type, function.decl->getLocation());
      } catch (BreakError &error) {
        leaveDeclaration(result, location, error);
      }
    }
  }
  collectHintsAfter();
}

unsigned Interpreter::outputIndex(Value *value) {
  const auto [entry, fresh] = outputs.emplace(value, static_cast<unsigned>(graph->outputs().size()));
  if (fresh)
    graph->outputs().push_back(value);
  return entry->second;
}

void Interpreter::addEffects(DecisionNode &node) {
  node.effects = std::move(effects);
  std::vector<Location *> assigned;
  for (Location *location : externals) {
    if (!location->written || !location->outlives)
      continue;
    const AbsValue &value = location->value;
    if (value.isTensor() && value.tensor && value.tensor == location->initialTensor)
      continue;
    if (value.is(ValueKind::Record) || value.is(ValueKind::Sequence) || value.is(ValueKind::Map))
      continue; // their members are effects of their own
    assigned.push_back(location);
  }
  // The text that names an object may read another one: `list[i]` is assigned before `i` is.
  std::map<const Location *, size_t> reads;
  for (const Location *location : assigned)
    reads[location] = static_cast<size_t>(llvm::count_if(assigned, [&](const Location *other) {
      return other != location && location->host.find(other->host) != std::string::npos;
    }));
  stableSort(assigned, [&](const Location *a, const Location *b) { return reads.at(a) > reads.at(b); });
  for (Location *location : assigned) {
    HostText effect;
    text(effect, location->host + " = ");
    node.assigned.push_back(location->host);
    if (region)
      step = location->writtenStep;
    renderInto(effect, location->value, location->type, function.decl->getLocation());
    node.effects.push_back(std::move(effect));
  }
}

/// Text that means what it meant where the path began. If what it reads is assigned, it is evaluated ahead:
/// to a reference, when it `isObject` whose name and not whose value is wanted.
std::string Interpreter::asBefore(const std::string &host, bool isObject) {
  const bool changes = llvm::any_of(externals, [&](const Location *location) {
    return location->written && location->outlives && !(isObject && location->host == host) &&
           host.find(location->host) != std::string::npos;
  });
  if (!changes || !leaf) // calls on containers are made before anything is assigned
    return host;
  const std::string name = "fg_before" + std::to_string(evaluatedFirst.size());
  HostText first;
  text(first, (isObject ? "auto &" : "const auto ") + name + " = " + host);
  evaluatedFirst.push_back(std::move(first));
  return name;
}

/// A parameter, the object that a method is called on, or a part of either: none of them lies in a variable
/// of the function's own.
bool Interpreter::isCallers(const Location *location) const {
  const Frame &top = frames.front();
  if (location->anchor == top.thisObject)
    return true;
  return llvm::any_of(function.decl->parameters(), [&](const ParmVarDecl *parameter) {
    const auto found = top.variables.find(parameter);
    return found != top.variables.end() && found->second == location->anchor;
  });
}

/// An object that is written may be another one that the path uses: then the captured order of reads and
/// writes would be wrong. Such calls run the user's code.
void Interpreter::assumeDistinctObjects() {
  for (size_t i = 0; i < externals.size(); ++i)
    for (size_t j = 0; j < externals.size(); ++j) {
      const Location *a = externals[i], *b = externals[j];
      if (!a->written || a == b || (b->written && j < i))
        continue;
      if (a->anchor == b->anchor || !a->byReference || !b->byReference || (a->direct && b->direct))
        continue;
      if (!context.hasSameUnqualifiedType(a->type, b->type))
        continue;
      if ((a->storage && isCallers(b)) || (b->storage && isCallers(a)))
        continue;
      const std::string host =
          "(static_cast<const void *>(&" + a->host + ") != static_cast<const void *>(&" + b->host + "))";
      const auto named = [](const Location *object) { // fg_t1 is no name of the user's
        return llvm::StringRef(object->host).starts_with("fg_") ? object->name : object->host;
      };
      assumeHost(hostSymbol(host, SymType::Bool, leaf->loc, a->name + "_is_not_" + b->name), leaf->loc,
                 "'" + named(a) + "' and '" + named(b) + "' to be two objects");
    }
}

std::string Interpreter::typeName(QualType type, SourceLocation where) {
  type = type.getNonReferenceType().getUnqualifiedType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const TagDecl *tag = type->getAsTagDecl();
  if ((record && record->isLambda()) || (tag && (!tag->getIdentifier() || tag->getParentFunctionOrMethod())))
    fail(BreakKind::UnsupportedConstruct, SourceRange(where),
         {"a value of a local or unnamed type that leaves the function"});
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
  if (record && record->isInStdNamespace() && record->getName() == "basic_string" &&
      cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs()[0].getAsType()->isCharType())
    return "::std::string";
  if (!hasPack(type))
    return TypeName::getFullyQualifiedName(type, context, policy, /*WithGlobalNsPrefix=*/true);
  policy.FullyQualifiedName = true; // clang does not qualify what is in a pack
  return "::" + type.getAsString(policy);
}

/// An argument of a call that is made when the graph has run.
void Interpreter::renderArgument(HostText &out, const AbsValue &value, const Location &argument,
                                 const Expr *call) {
  if (value.is(ValueKind::String)) {
    text(out, quoted(value.text));
    return;
  }
  if (value.is(ValueKind::TensorScalar)) {
    HostText::Piece piece;
    piece.kind = HostText::Piece::Output;
    piece.output = outputIndex(value.tensor);
    const bool typed = !argument.type.isNull() && argument.type->isArithmeticType();
    text(out, typed ? "static_cast<" + typeName(argument.type, call->getExprLoc()) + ">(" : "(");
    out.pieces.push_back(piece);
    text(out, std::string(".item<") + itemType(value.tensor->type.dtype) + ">())");
    return;
  }
  renderInto(out, value, argument.type, call->getExprLoc());
}

void Interpreter::renderInto(HostText &out, const AbsValue &value, QualType type, SourceLocation where) {
  const auto unrenderable = [&](const std::string &what) {
    fail(BreakKind::UnsupportedConstruct, SourceRange(where),
         {what + (leavesAt ? " that leaves the function" : " that lives across a graph break")});
  };
  const auto list = [&](const std::vector<Location *> &elements) {
    for (size_t i = 0; i < elements.size(); ++i) {
      if (i)
        text(out, ", ");
      renderInto(out, read(elements[i], nullptr), elements[i]->type, where);
    }
  };
  // A member that is an array is initialised by a list in braces.
  const auto member = [&](const auto &self, const AbsValue &held, QualType of) -> void {
    const ConstantArrayType *array = context.getAsConstantArrayType(of);
    if (array && held.is(ValueKind::None)) {
      text(out, "{}");
      return;
    }
    if (!array || !held.is(ValueKind::Sequence) || held.sequence->open)
      return renderInto(out, held, of, where);
    text(out, "{");
    for (size_t i = 0; i < held.sequence->elements.size(); ++i) {
      if (i)
        text(out, ", ");
      self(self, read(held.sequence->elements[i], nullptr), array->getElementType());
    }
    text(out, "}");
  };
  if (!type.isNull())
    type = type.getNonReferenceType();
  if (isReferenceWrapper(type) && !value.is(ValueKind::Pointer)) // of what, is not known
    unrenderable("a std::reference_wrapper");
  switch (value.kind) {
  case ValueKind::Tensor: {
    if (!value.tensor) {
      text(out, "::fg::Tensor()");
      return;
    }
    HostText::Piece piece;
    piece.kind = HostText::Piece::Output;
    piece.output = outputIndex(value.tensor);
    out.pieces.push_back(piece);
    return;
  }
  case ValueKind::Scalar: {
    const bool scalarClass = !type.isNull() && modelledClass(type->getAsCXXRecordDecl()) == "Scalar";
    text(out, type.isNull() || scalarClass ? "::fg::Scalar(" : "static_cast<" + typeName(type, where) + ">(");
    HostText::Piece piece;
    piece.kind = HostText::Piece::Value;
    piece.value = value.sym;
    out.pieces.push_back(piece);
    text(out, ")");
    return;
  }
  case ValueKind::TensorScalar:
    if (region && !type.isNull() && type->isArithmeticType()) { // read where the region ends
      HostText::Piece piece;
      piece.kind = HostText::Piece::Output;
      piece.output = outputIndex(value.tensor);
      text(out, "static_cast<" + typeName(type, where) + ">(");
      out.pieces.push_back(piece);
      noteRead(TypeRead::DType, value.tensor, static_cast<int64_t>(value.tensor->type.dtype));
      text(out, std::string(".item<") + itemType(value.tensor->type.dtype) + ">())");
      return;
    }
    failOnTensorValue(BreakKind::ScalarReadback, value,
                      value.expr ? value.expr->getSourceRange() : SourceRange(where));
  case ValueKind::Sequence: {
    if (value.sequence->open)
      unrenderable("a container of the caller");
    if (const auto *array = type.isNull() ? nullptr : context.getAsConstantArrayType(type);
        array && !leavesAt) {
      text(out, "::std::array<" + typeName(array->getElementType(), where) + ", " +
                    std::to_string(value.sequence->elements.size()) + ">{{");
      list(value.sequence->elements);
      text(out, "}}");
      return;
    }
    if (type.isNull() || !type->isRecordType())
      unrenderable("an array");
    const llvm::StringRef name = modelledClass(type->getAsCXXRecordDecl());
    if (name != "vector" && name != "array" && name != "pair" && name != "tuple" && name != "deque")
      unrenderable("a view of a container");
    text(out, typeName(type, where));
    if (value.sequence->elements.empty()) {
      text(out, "{}");
      return;
    }
    text(out, name == "array" ? "{{" : name == "pair" || name == "tuple" ? "(" : "{");
    list(value.sequence->elements);
    text(out, name == "array" ? "}}" : name == "pair" || name == "tuple" ? ")" : "}");
    return;
  }
  case ValueKind::Variant:
    text(out, typeName(type, where) + "(::std::in_place_index<" + value.sym.str() + ">, ");
    renderInto(out, read(value.location, nullptr), value.location->type, where);
    text(out, ")");
    return;
  case ValueKind::Map: {
    if (value.map->open)
      unrenderable("a map of the caller");
    if (!value.map->ordered && value.map->refilled)
      unrenderable("an unordered map that something was erased from");
    const QualType keyType = value.map->entries.empty()
                                 ? QualType()
                                 : value.map->entries.begin()->second->value.sequence->elements[0]->type;
    const auto element = [&](const MapKey &key) {
      Location *held = value.map->entries.at(key)->value.sequence->elements[1];
      text(out, keyText(key, keyType) + ", ");
      renderInto(out, read(held, nullptr), held->type, where);
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
    text(out, emplaced.empty() ? "" : "[&] { ");
    text(out, typeName(type, where) + (emplaced.empty() ? "{" : " filled{"));
    for (size_t i = 0; i < listed.size(); ++i) {
      text(out, i ? ", {" : "{");
      element(listed[i]);
      text(out, "}");
    }
    text(out, "}");
    for (const MapKey &key : emplaced) {
      text(out, "; filled.emplace(");
      element(key);
      text(out, ")");
    }
    text(out, emplaced.empty() ? "" : "; return filled; }()");
    return;
  }
  case ValueKind::Optional:
    text(out, typeName(type, where));
    if (!value.location) {
      text(out, "(std::nullopt)");
      return;
    }
    text(out, "(");
    renderInto(out, read(value.location, nullptr), value.location->type, where);
    text(out, ")");
    return;
  case ValueKind::Record: {
    const CXXRecordDecl *record = value.record->decl;
    if (leavesAt)
      refuseEscape(value, *leavesAt);
    const std::string name = typeName(type.isNull() || !type->isRecordType() ? value.type : type, where);
    for (const auto &[fieldDecl, location] : value.record->fields)
      if (fieldDecl->getType()->isReferenceType() ||
          !mayName(fieldDecl, cast<CXXRecordDecl>(fieldDecl->getParent()), record))
        unrenderable("an object of '" + record->getNameAsString() +
                     "', which cannot be rebuilt from its members,");
    if (record->isAggregate() && record->bases().empty()) {
      text(out, name + "{");
      bool first = true;
      for (const FieldDecl *fieldDecl : record->fields()) {
        const auto found = value.record->fields.find(fieldDecl);
        if (found == value.record->fields.end())
          unrenderable("an incomplete object");
        if (!first)
          text(out, ", ");
        first = false;
        member(member, read(found->second, nullptr), fieldDecl->getType());
      }
      text(out, "}");
      return;
    }
    // Members are assigned to a default-constructed object, which must do nothing else.
    const CXXConstructorDecl *constructor = nullptr;
    for (const CXXConstructorDecl *candidate : record->ctors())
      if (candidate->isDefaultConstructor() && !candidate->isDeleted())
        constructor = candidate;
    if ((constructor && constructor->isUserProvided()) || !record->hasDefaultConstructor())
      unrenderable("an object of '" + record->getNameAsString() + "', which has constructors of its own,");
    text(out, "[&] { " + name + " fg_object; ");
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
          unrenderable("an object with constant members");
        const AbsValue &held = read(found->second, nullptr);
        const std::string name = "fg_object." + fieldDecl->getNameAsString();
        const ConstantArrayType *array = context.getAsConstantArrayType(fieldDecl->getType());
        if (array && array->getElementType()->isArrayType())
          unrenderable("an array of arrays");
        const bool each = array && held.is(ValueKind::Sequence) && !held.sequence->open;
        for (size_t i = 0; i < (each ? held.sequence->elements.size() : 1); ++i) {
          text(out, name + (each ? "[" + std::to_string(i) + "] = " : " = "));
          if (each)
            renderInto(out, read(held.sequence->elements[i], nullptr), array->getElementType(), where);
          else
            renderInto(out, held, fieldDecl->getType(), where);
          text(out, "; ");
        }
      }
    }
    text(out, "return fg_object; }()");
    return;
  }
  case ValueKind::String:
    if (type->isPointerType()) // const char *
      text(out, "static_cast<" + typeName(type, where) + ">(" + quoted(value.text) + ")");
    else if (type->isRecordType())
      text(out, typeName(type, where) + "(" + quoted(value.text) + ")");
    else
      unrenderable("an array of characters");
    return;
  case ValueKind::HostString:
    text(out, asBefore(value.text, /*isObject=*/false));
    return;
  case ValueKind::Pointer:
    if (!value.location && !value.sequence) {
      text(out, "nullptr");
      return;
    }
    if (value.location && value.location->external && !value.sequence && !type.isNull() &&
        type->isPointerType()) {
      text(out, "&" + asBefore(value.location->host, /*isObject=*/true));
      return;
    }
    if (value.sequence && value.sequence->open && isHostIterator(type))
      if (const auto owner = openSequences.find(value.sequence.get());
          owner != openSequences.end() && !owner->second->written && value.sym.asInt()) {
        text(out, asBefore(owner->second->host, /*isObject=*/true) + ".begin() + " + value.sym.str());
        return;
      }
    unrenderable("a pointer into an object made here, as an iterator is one,");
    return;
  case ValueKind::Opaque:
    if (!value.text.empty()) {
      text(out, value.text);
      return;
    }
    unrenderable("an object");
    return;
  case ValueKind::None:
    if (!type.isNull() && (type->isArithmeticType() || type->isEnumeralType())) {
      text(out, "static_cast<" + typeName(type, where) + ">(0)"); // nobody may read it
      return;
    }
    unrenderable("an uninitialised value");
    return;
  case ValueKind::Function:
    unrenderable("a function pointer");
    return;
  case ValueKind::Callable:
    if (leavesAt)
      refuseEscape(value, *leavesAt);
    unrenderable("a std::function");
    return;
  case ValueKind::Poison:
    unrenderable("a value");
    return;
  }
}

} // namespace fullgraph
