#include "lib/Capture/Caller/HintCollector.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"

#include "clang/AST/ASTLambda.h"

using namespace clang;

namespace fullgraph {

constexpr size_t mostElements = 64; // of a list or a map
constexpr int mostDepth = 6;        // this->layers_[0].attention.norm.w

/// What every element of a list is, where they are alike: the list may grow in a loop.
void HintCollector::collectElementHints(const std::string &key, const std::vector<Location *> &elements,
                                        bool open, Hints &into, int depth) {
  Hints joined;
  std::set<std::string> mixed;
  const auto add = [&](const std::string &name, const TensorHint &hint) {
    const Hints both = joinHints({*joined.emplace(name, hint).first}, {{name, hint}});
    if (both.empty())
      mixed.insert(name);
    else
      joined[name] = both.begin()->second;
  };
  if (open && walk.region)
    for (const auto &[rest, hint] : hintsWithin(*walk.region->hints, key))
      add(key + rest, hint);
  for (size_t i = 0; i < elements.size() && i < mostElements; ++i)
    if (const Location *element = elements[i]; !element->external || element->loaded) {
      Hints one;
      collectPart(key, element, one, depth);
      for (const auto &[name, hint] : one)
        add(name, hint);
    }
  for (const auto &[name, hint] : joined)
    if (!mixed.count(name))
      into[name] = hint;
}

/// Of a map that the program fills: each entry by its key, and what a loop over it finds.
void HintCollector::collectEntryHints(const std::string &key, const MapObject &map, Hints &into, int depth) {
  std::vector<Location *> values;
  for (const auto &[of, entry] : map.entries) {
    const std::vector<Location *> &pair = entry->value.sequence->elements;
    values.push_back(pair[1]);
    if (values.size() <= mostElements && !of.isOpen && (!pair[1]->external || pair[1]->loaded))
      collectPart(entryKey(key, render.keyText(of, pair[0]->type)), pair[1], into, depth);
  }
  collectElementHints(memberKey(anyElementKey(key), "second"), values, false, into, depth);
}

void HintCollector::collectHints(const std::string &key, const AbsValue &value, Hints &into) {
  collectValue(key, value, QualType(), into, 0);
}

void HintCollector::collectPart(const std::string &key, const Location *part, Hints &into, int depth) {
  collectValue(key, part->value, part->type, into, depth);
}

void HintCollector::collectValue(const std::string &key, const AbsValue &value, QualType type, Hints &into,
                                 int depth) {
  if (depth > mostDepth)
    return;
  if (value.isTensor() && !value.tensor) {
    into[key] =
        walk.predicting ? undefinedHint() : TensorHint{.shape = "", .order = {}, .mayBeUndefined = true};
    return;
  }
  if (value.isTensor() && value.tensor) {
    // What follows from a guess is one: others' code would be compiled for it alone.
    if (std::optional<TensorHint> hint = function.types.guess ? std::nullopt : hintOf(value.tensor->type))
      into[key] = std::move(*hint);
    else
      into.erase(key);
    return;
  }
  if (value.is(ValueKind::Record) && value.record) {
    for (const auto &[fieldDecl, location] : value.record->fields)
      if (fieldDecl->getIdentifier() && (!location->external || location->loaded)) {
        // By its name, for the functions that may use it, and as this one reaches it.
        const std::string name = memberKey(key, fieldDecl->getNameAsString());
        collectPart(name, location, into, depth + 1);
        collectNumber(name, location, into);
        if (const std::string own = caller.memberCxx(key, value.record->decl, fieldDecl);
            !own.empty() && own != name) {
          collectPart(own, location, into, depth + 1);
          collectNumber(own, location, into);
        }
      }
    return;
  }
  if (value.is(ValueKind::Map) && value.map && !value.map->open)
    collectEntryHints(key, *value.map, into, depth + 1);
  if (value.is(ValueKind::Sequence) && value.sequence)
    collectElementHints(anyElementKey(key), value.sequence->elements, value.sequence->open, into, depth + 1);
  if (value.is(ValueKind::Sequence) && value.sequence && !value.sequence->open) {
    const std::vector<Location *> &elements = value.sequence->elements;
    for (size_t i = 0; i < elements.size() && i < mostElements; ++i)
      if (!elements[i]->external || elements[i]->loaded) {
        if (type.isNull() || factsOf(type).role != ClassRole::List) // has no std::get
          collectPart(tupleKey(key, i), elements[i], into, depth + 1);
        collectPart(indexKey(key, i), elements[i], into, depth + 1);
      }
    return;
  }
  if (value.is(ValueKind::Pointer)) {
    const Location *target = value.location;
    if (value.sequence && !value.sequence->open && value.sym.asInt() && *value.sym.asInt() >= 0 &&
        *value.sym.asInt() < static_cast<int64_t>(value.sequence->elements.size()))
      target = value.sequence->elements[static_cast<size_t>(*value.sym.asInt())];
    if (target && (!target->external || target->loaded))
      collectPart(pointeeKey(key), target, into, depth + 1);
    return;
  }
  if (value.is(ValueKind::Optional) && value.location &&
      (!value.location->external || value.location->loaded))
    collectPart(pointeeKey(key), value.location, into, depth + 1);
}

/// A dtype or device: an operator in a later region asks which one it is.
void HintCollector::collectNumber(const std::string &key, const Location *location, Hints &into) {
  if ((location->external && !location->loaded) || !isFgEnum(location->type))
    return;
  if (location->value.isScalar() && location->value.sym.asInt())
    into[key].number = location->value.sym.asInt();
  else
    into.erase(key);
}

/// A variable of one of the functions that are being walked, the innermost first.
const Location *HintCollector::variableAt(const VarDecl *variable) const {
  for (const Frame &frame : llvm::reverse(walk.frames))
    if (const auto known = frame.variables.find(variable); known != frame.variables.end())
      return known->second;
  return nullptr;
}

Hints HintCollector::argumentHints(const FunctionDecl *callee, Location *object,
                                   const std::vector<Location *> &args) {
  Hints hints;
  for (unsigned i = 0; i < callee->getNumParams() && i < args.size(); ++i) {
    if (!callee->getParamDecl(i)->getIdentifier())
      continue;
    const std::string name = variableText(callee->getParamDecl(i));
    const AbsValue &value = args[i]->value;
    if (walk.predicting && value.is(ValueKind::Optional) &&
        !value.location && // what a call in sight leaves out
        isTensorType(contentOfOptional(args[i]->type)))
      hints[pointeeKey(name)] = undefinedHint();
    if (!args[i]->external || args[i]->loaded)
      collectHints(name, value, hints);
    else if (walk.region &&
             !args[i]->cxx.empty()) // not read yet in this region: what the ones before it left
      for (const auto &[rest, hint] : hintsWithin(*walk.region->hints, args[i]->cxx))
        hints.emplace(name + rest, hint);
    if (args[i]->external && !args[i]->loaded && !args[i]->declared.shape.empty())
      hints.try_emplace(name, TensorHint{args[i]->declared.shape, args[i]->declared.order});
  }
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (object && method && isLambdaCallOperator(method)) {
    // Its body names captured variables as the function around it does.
    for (const LambdaCapture &capture : method->getParent()->captures()) {
      const auto *variable =
          capture.capturesVariable() ? dyn_cast<VarDecl>(capture.getCapturedVar()) : nullptr;
      const Location *captured = variable && variable->getIdentifier() ? variableAt(variable) : nullptr;
      if (captured && (!captured->external || captured->loaded))
        collectHints(variableText(variable), captured->value, hints);
    }
  } else if (object && (!object->external || object->loaded)) {
    collectHints(thisKey(), object->value, hints);
  }
  return hints;
}

} // namespace fullgraph
