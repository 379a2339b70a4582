// The walk over a region: a part of the function, which finds the variables declared before it as it finds
// the caller's objects, and leaves what later code needs in variables.
#include "lib/Capture/Interpreter.h"
#include "lib/Capture/RegionEdits.h"

#include "clang/AST/ASTLambda.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The permutation of the dims under which the strides are those of a contiguous tensor; empty when they are
/// as they stand; nullopt when no permutation does it.
std::optional<std::vector<unsigned>> orderInMemory(const TensorType &type) {
  if (type.isContiguous() || type.strides == contiguousStrides(type.sizes))
    return std::vector<unsigned>{};
  std::vector<unsigned> order;
  std::vector<bool> used(type.rank(), false);
  Sym expected = 1;
  for (size_t n = 0; n < type.rank(); ++n) {
    size_t found = type.rank();
    for (size_t d = type.rank(); d-- > 0;)
      if (!used[d] && type.strides[d] == expected) {
        found = d;
        break;
      }
    if (found == type.rank())
      return std::nullopt;
    used[found] = true;
    order.insert(order.begin(), static_cast<unsigned>(found));
    expected = expected * type.sizes[found];
  }
  return order;
}

} // namespace

std::string dimText(const Sym &size) {
  const std::vector<Sym> &operands = size.operands();
  const bool isMultiple = size.kind() == SymKind::Mul && operands.size() == 2 && operands[0].asInt() &&
                          *operands[0].asInt() > 0 && operands[1].kind() == SymKind::Symbol;
  return size.asInt() || size.kind() == SymKind::Symbol || isMultiple ? size.str() : "?";
}

std::optional<TensorHint> hintOf(const TensorType &type) {
  const auto order = orderInMemory(type);
  if (!order || type.weak)
    return std::nullopt;
  TensorHint hint;
  hint.order = *order;
  hint.shape = std::string(fg::shortName(type.dtype)) + "[";
  for (size_t d = 0; d < type.rank(); ++d) {
    if (d)
      hint.shape += ", ";
    hint.shape += dimText(type.sizes[d]);
  }
  hint.shape += "]";
  return hint;
}

std::vector<std::string> hintDims(const std::string &shape) {
  std::vector<std::string> dims;
  const llvm::StringRef inside = llvm::StringRef(shape).split('[').second.rsplit(']').first.trim();
  llvm::SmallVector<llvm::StringRef, 8> parts;
  if (!inside.empty())
    inside.split(parts, ',');
  for (llvm::StringRef part : parts)
    dims.push_back(part.trim().str());
  return dims;
}

void forgetDims(TensorHint &hint) {
  if (hint.shape.empty() || hint.hasAlternatives()) {
    hint = {};
    return;
  }
  std::string dims;
  for (size_t d = 0; d < hintDims(hint.shape).size(); ++d)
    dims += d ? ", ?" : "?";
  hint = {llvm::StringRef(hint.shape).split('[').first.str() + "[" + dims + "]", {}};
}

std::string rootOf(const std::string &host) {
  std::string root;
  for (char c : host) {
    if (llvm::isAlnum(c) || c == '_')
      root += c;
    else if (!root.empty() && c != '(' && c != ':' && c != '<')
      break;
    else
      root.clear();
  }
  return root;
}

Hints resultsOf(const Hints &hints) {
  Hints results;
  for (const auto &[host, hint] : hints)
    if (host.find('$') != std::string::npos)
      results.emplace(host, hint);
  return results;
}

Hints joinHints(const Hints &a, const Hints &b) {
  Hints joined = a;
  for (const auto &[host, hint] : b) {
    const auto [entry, fresh] = joined.emplace(host, hint);
    if (fresh || entry->second == hint)
      continue;
    TensorHint &mine = entry->second;
    if (mine.shape.empty() || hint.shape.empty() || mine.hasAlternatives() || hint.hasAlternatives()) {
      mine = {};
      continue;
    }
    const llvm::StringRef dtype = llvm::StringRef(mine.shape).split('[').first;
    std::vector<std::string> dims = hintDims(mine.shape), others = hintDims(hint.shape);
    if (dtype != llvm::StringRef(hint.shape).split('[').first || dims.size() != others.size()) {
      mine = {};
      continue;
    }
    if (mine.order != hint.order)
      mine.order.clear(); // what a loop carries is new from its second turn on
    std::string shape = dtype.str() + "[";
    for (size_t d = 0; d < dims.size(); ++d)
      shape += (d ? ", " : "") + (dims[d] == others[d] ? dims[d] : "?");
    mine.shape = shape + "]";
  }
  return joined;
}

const TensorHint *findHint(const Hints &hints, const std::string &host) {
  if (const auto known = hints.find(host); known != hints.end())
    return &known->second;
  std::string any; // with "[?]" for each index
  int depth = 0;
  for (const char c : host) {
    depth -= c == ']';
    if (depth == 0)
      any += c == ']' ? "?]" : std::string(1, c);
    depth += c == '[';
  }
  const auto known = hints.find(any);
  return known == hints.end() ? nullptr : &known->second;
}

/// At the end of each step: whether it applied operators.
void Interpreter::noteStep() {
  const auto &nodes = graph->nodes();
  const auto added = static_cast<std::ptrdiff_t>(nodes.size() - std::min(nodesBefore, nodes.size()));
  if (step > 0)
    stepComputes.push_back(std::any_of(nodes.rbegin(), std::next(nodes.rbegin(), added),
                                       [](const auto &node) { return node->opName() != "scalar"; }));
  nodesBefore = nodes.size();
}

/// A variable whose value cannot be handed on is made where it is declared, by the user's code.
void Interpreter::leaveDeclaration(const RegionResult &result, const Location *made, BreakError &error) {
  if (!result.variable || attempts)
    throw std::move(error);
  const Expr *maker = RegionEdits::makerOf(region->steps[result.step].stmt);
  LeftCall left;
  collectHints("$", made->value, left.result);
  left.host = "operators in the making of an object that lives across a graph break";
  if (maker && !isa<CXXConstructExpr, InitListExpr>(maker) && stepComputes[result.step]) {
    const auto *call = dyn_cast<CallExpr>(maker);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl *definition = nullptr;
    if (!callee || isStdLibrary(callee) || isLibrary(callee->getLocation()) || !callee->hasBody(definition)) {
      error.graphBreak.range = SourceRange(result.variable->getLocation());
      throw std::move(error);
    }
    left.functions.push_back({definition, {}});
  }
  throw SplitPoint{maker, std::move(left)};
}

void Interpreter::runRegion() {
  RegionFailure ended;
  const Expr *at = nullptr;
  try {
    enterFunction();
    RegionExit exit = RegionExit::Next;
    for (step = 0; step < region->steps.size() && exit == RegionExit::Next; ++step) {
      const RegionStep &current = region->steps[step];
      noteStep();
      if (current.ahead) {
        substituted[current.ahead] = initialise(current.type, current.ahead, current.name);
        continue;
      }
      switch (exec(current.stmt)) {
      case Flow::Next:
        break;
      case Flow::Return:
        exit = RegionExit::Return;
        break;
      case Flow::Break:
        exit = RegionExit::Break;
        break;
      case Flow::Continue:
        exit = RegionExit::Continue;
        break;
      }
    }
    noteStep();
    if (step > 0)
      --step; // whatever cannot be printed is blamed on the last statement, unless something better is known
    finish(exit);
    return;
  } catch (const EagerPath &end) {
    endEagerly(end);
    return;
  } catch (BreakError &error) {
    at = error.at;
    ended.condition = error.condition;
    ended.left = std::move(error.left);
    ended.graphBreak = std::move(error.graphBreak);
  } catch (const UnknownType &unknown) {
    ended.unknown.emplace(unknown.name, unknown.loc);
  } catch (const SplitPoint &split) {
    at = split.at;
    ended.left = split.left;
    ended.before = split.next.has_value();
    step = split.next.value_or(step);
  }
  leaf = std::make_unique<DecisionNode>();
  leaf->loc = loc(function.decl->getLocation());
  ended.step = step;
  ended.at = at;
  if (at && topCall.call == at) {
    ended.callee = topCall.callee;
    ended.arguments = std::move(topCall.arguments);
  }
  failure = std::move(ended);
}

/// What every element of a list is, where they are alike: the list may grow in a loop.
void Interpreter::collectElementHints(const std::string &host, const SequenceObject &sequence, Hints &into,
                                      int depth) {
  Hints joined;
  std::set<std::string> mixed;
  const auto add = [&](const std::string &name, const TensorHint &hint) {
    const Hints both = joinHints({*joined.emplace(name, hint).first}, {{name, hint}});
    if (both.empty())
      mixed.insert(name);
    else
      joined[name] = both.begin()->second;
  };
  if (sequence.open && region)
    for (auto known = region->hints->lower_bound(host);
         known != region->hints->end() && llvm::StringRef(known->first).starts_with(host); ++known)
      add(known->first, known->second);
  for (size_t i = 0; i < sequence.elements.size() && i < 64; ++i)
    if (const Location *element = sequence.elements[i]; !element->external || element->loaded) {
      Hints one;
      collectHints(host, element->value, one, depth);
      for (const auto &[name, hint] : one)
        add(name, hint);
    }
  for (const auto &[name, hint] : joined)
    if (!mixed.count(name))
      into[name] = hint;
}

void Interpreter::collectHints(const std::string &host, const AbsValue &value, Hints &into, int depth) {
  if (depth > 3)
    return;
  if (value.isTensor() && value.tensor) {
    // What follows from a guess is one: others' code would be compiled for it alone.
    if (std::optional<TensorHint> hint = function.guess ? std::nullopt : hintOf(value.tensor->type))
      into[host] = std::move(*hint);
    else
      into.erase(host);
    return;
  }
  if (value.is(ValueKind::Record) && value.record) {
    const std::string prefix = host == "(*this)" ? "this->" : host + ".";
    for (const auto &[fieldDecl, location] : value.record->fields)
      if (fieldDecl->getIdentifier() && (!location->external || location->loaded)) {
        // By its name, for the functions that may use it, and as this one reaches it.
        const std::string name = prefix + fieldDecl->getNameAsString();
        collectHints(name, location->value, into, depth + 1);
        collectNumber(name, location, into);
        if (const std::string own = memberHost(host, value.record->decl, fieldDecl);
            !own.empty() && own != name) {
          collectHints(own, location->value, into, depth + 1);
          collectNumber(own, location, into);
        }
      }
    return;
  }
  if (value.is(ValueKind::Sequence) && value.sequence)
    collectElementHints(host + "[?]", *value.sequence, into, depth + 1);
  if (value.is(ValueKind::Sequence) && value.sequence && !value.sequence->open) {
    const std::vector<Location *> &elements = value.sequence->elements;
    for (size_t i = 0; i < elements.size() && i < 64; ++i)
      if (!elements[i]->external || elements[i]->loaded) {
        collectHints("std::get<" + std::to_string(i) + ">(" + host + ")", elements[i]->value, into,
                     depth + 1);
        collectHints(host + "[" + std::to_string(i) + "]", elements[i]->value, into, depth + 1);
      }
    return;
  }
  if (value.is(ValueKind::Pointer)) {
    const Location *target = value.location;
    if (value.sequence && !value.sequence->open && value.sym.asInt() && *value.sym.asInt() >= 0 &&
        *value.sym.asInt() < static_cast<int64_t>(value.sequence->elements.size()))
      target = value.sequence->elements[static_cast<size_t>(*value.sym.asInt())];
    if (target && (!target->external || target->loaded))
      collectHints("(*" + host + ")", target->value, into, depth + 1);
    return;
  }
  if (value.is(ValueKind::Optional) && value.location &&
      (!value.location->external || value.location->loaded))
    collectHints("(*" + host + ")", value.location->value, into, depth + 1);
}

/// A dtype or device: an operator in a later region asks which one it is.
void Interpreter::collectNumber(const std::string &host, const Location *location, Hints &into) {
  if ((location->external && !location->loaded) || !isFgEnum(location->type))
    return;
  if (location->value.isScalar() && location->value.sym.asInt())
    into[host].number = location->value.sym.asInt();
  else
    into.erase(host);
}

void Interpreter::collectHintsAfter() {
  for (const Location *location : externals)
    if (!location->host.empty())
      collectHints(location->host, location->value, hintsAfter);
  for (const auto &[variable, location] : frames.front().variables) {
    if (!variable->getIdentifier())
      continue;
    const std::string name = variable->getNameAsString();
    collectNumber(name, location, hintsAfter);
    if (!location->external || location->loaded)
      collectHints(name, location->value, hintsAfter);
    else if (!location->shape.empty() && location->host != name) // a reference to something not read yet
      hintsAfter[name] = {location->shape, location->order};
  }
  for (const RegionResult &result : region->results)
    if (!result.variable)
      if (const auto found = substituted.find(region->steps[result.step].ahead); found != substituted.end())
        collectHints(result.name, found->second->value, hintsAfter);
  if (frames.front().hasReturned && !frames.front().returnsReference)
    collectHints("$", frames.front().returned, hintsAfter);
}

/// A variable of the function that the region found: declared before it, or captured by the lambda that the
/// region belongs to.
Location *Interpreter::localVariable(const ValueDecl *variable, const Expr *use) {
  const auto found = locals.find(variable);
  if (found != locals.end())
    return found->second;
  // Two names of one object are one location: a guard that they are not would serve each call eagerly.
  if (const Expr *bound = region->boundObject ? region->boundObject(variable) : nullptr) {
    try {
      Location *object = evalLocation(bound);
      return locals[variable] = !isa<BindingDecl>(variable) && variable->getType()->isPointerType()
                                    ? temporary(AbsValue::pointerTo(object), variable->getType())
                                    : object;
    } catch (const BreakError &) { // generated code can name the reference
    }
  }
  if (!variable->getIdentifier())
    unsupported(use, "a variable without a name");
  const auto *var = dyn_cast<VarDecl>(variable);
  // A parameter, or what the region's own lambda captured: another lambda's reference to it is no other
  // object.
  const std::map<const VarDecl *, Location *> &own = frames.front().variables;
  if (const auto known = own.find(var); known != own.end())
    return known->second;
  Location *location = external(variable->getType(), variable->getNameAsString(), variable, nullptr);
  // Through a reference, a pointer or a lambda, code of the region may reach this object by another name.
  location->byReference = true;
  location->direct = var && !var->getType()->isReferenceType();
  if (location->direct && var->hasLocalStorage() && !isa<ParmVarDecl>(var))
    location->storage = var;
  location->outlives = !location->direct || region->isLive(var);
  return locals[variable] = location;
}

/// A local lambda that the region calls: what it captured by reference are variables of the function.
void Interpreter::loadClosure(Location *location) {
  const CXXRecordDecl *record = location->type->getAsCXXRecordDecl();
  location->value.kind = ValueKind::Record;
  location->value.type = location->type;
  location->value.record = std::make_shared<RecordObject>();
  location->value.record->decl = record;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
  FieldDecl *thisCapture = nullptr;
  record->getCaptureFields(captures, thisCapture);
  for (const auto &[variable, fieldDecl] : captures) {
    Location *&member = location->value.record->fields[fieldDecl];
    if (fieldDecl->getType()->isReferenceType()) {
      member = localVariable(variable, nullptr);
    } else {
      member = external(fieldDecl->getType(), "", nullptr, nullptr);
      member->name = variable->getNameAsString();
    }
  }
  if (thisCapture && thisCapture->getType()->isPointerType())
    location->value.record->fields[thisCapture] =
        temporary(AbsValue::pointerTo(frames.front().thisObject), thisCapture->getType());
}

Hints Interpreter::argumentHints(const FunctionDecl *callee, Location *object,
                                 const std::vector<Location *> &args) {
  Hints hints;
  for (unsigned i = 0; i < callee->getNumParams() && i < args.size(); ++i) {
    if (!callee->getParamDecl(i)->getIdentifier())
      continue;
    const std::string name = callee->getParamDecl(i)->getNameAsString();
    if (!args[i]->external || args[i]->loaded)
      collectHints(name, args[i]->value, hints);
    else if (region && !args[i]->host.empty()) // not read yet in this region: what the ones before it left
      for (auto known = region->hints->lower_bound(args[i]->host);
           known != region->hints->end() && llvm::StringRef(known->first).starts_with(args[i]->host); ++known)
        if (const char next = known->first.c_str()[args[i]->host.size()];
            next == 0 || next == '.' || next == '[')
          hints.emplace(name + known->first.substr(args[i]->host.size()), known->second);
    if (args[i]->external && !args[i]->loaded && !args[i]->shape.empty())
      hints.try_emplace(name, TensorHint{args[i]->shape, args[i]->order});
  }
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (object && method && isLambdaCallOperator(method)) {
    // Its body names captured variables as the function around it does.
    for (const auto &[variable, location] : frames.front().variables)
      if (variable->getIdentifier() && (!location->external || location->loaded))
        collectHints(variable->getNameAsString(), location->value, hints);
  } else if (object && (!object->external || object->loaded)) {
    collectHints("(*this)", object->value, hints);
  }
  return hints;
}

void Interpreter::noteTopCall(const FunctionDecl *callee, Location *object,
                              const std::vector<Location *> &args, const Expr *call) {
  topCall = {call, callee, argumentHints(callee, object, args)};
}

} // namespace fullgraph
