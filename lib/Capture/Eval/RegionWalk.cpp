// The walk over a region: a part of the function, which finds the variables declared before it as it finds
// the caller's objects, and leaves what later code needs in variables.

#include "lib/Capture/Eval/RegionWalk.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/PathEnd.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"

#include "clang/AST/ASTLambda.h"
#include "llvm/ADT/StringExtras.h"

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

std::string rootOf(const std::string &cxx) {
  std::string root;
  for (char c : cxx) {
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
  for (const auto &[cxx, hint] : hints)
    if (cxx.find('$') != std::string::npos)
      results.emplace(cxx, hint);
  return results;
}

Hints joinHints(const Hints &a, const Hints &b) {
  Hints joined = a;
  for (const auto &[cxx, hint] : b) {
    const auto [entry, fresh] = joined.emplace(cxx, hint);
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

const TensorHint *findHint(const Hints &hints, const std::string &cxx) {
  if (const auto known = hints.find(cxx); known != hints.end())
    return &known->second;
  std::string any; // with "[?]" for each index
  int depth = 0;
  for (const char c : cxx) {
    depth -= c == ']';
    if (depth == 0)
      any += c == ']' ? "?]" : std::string(1, c);
    depth += c == '[';
  }
  const auto known = hints.find(any);
  return known == hints.end() ? nullptr : &known->second;
}

/// At the end of each step: whether it applied operators.
void RegionWalk::noteStep() {
  const auto &nodes = walk.graph->nodes();
  const auto added = static_cast<std::ptrdiff_t>(nodes.size() - std::min(nodesBefore, nodes.size()));
  if (walk.step > 0)
    stepComputes.push_back(std::any_of(nodes.rbegin(), std::next(nodes.rbegin(), added),
                                       [](const auto &node) { return node->opName() != "scalar"; }));
  nodesBefore = nodes.size();
}

/// A variable whose value cannot be handed on is made where it is declared, by the user's code.
void RegionWalk::leaveDeclaration(const RegionResult &result, const Location *made, BreakError &error) {
  if (!result.variable || walk.attempts.depth)
    throw std::move(error);
  const Expr *maker = makerOf(walk.region->steps[result.step].stmt);
  LeftCall left;
  collector.collectHints("$", made->value, left.result);
  left.plainCode = "operators in the making of an object that lives across a graph break";
  if (maker && !isa<CXXConstructExpr, InitListExpr>(maker) && stepComputes[result.step]) {
    const auto *call = dyn_cast<CallExpr>(maker);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl *definition = nullptr;
    if (!callee || isStdLibrary(callee) || report.isLibrary(callee->getLocation()) ||
        !callee->hasBody(definition)) {
      error.graphBreak.range = SourceRange(result.variable->getLocation());
      throw std::move(error);
    }
    left.functions.push_back({definition, {}});
  }
  throw SplitPoint{maker, std::move(left)};
}

void RegionWalk::runRegion() {
  RegionFailure ended;
  const Expr *at = nullptr;
  try {
    caller.enterFunction();
    RegionExit exit = RegionExit::Next;
    for (walk.step = 0; walk.step < walk.region->steps.size() && exit == RegionExit::Next; ++walk.step) {
      const RegionStep &current = walk.region->steps[walk.step];
      noteStep();
      if (current.ahead) {
        expressions.substituted[current.ahead] =
            objects.initialise(current.type, current.ahead, current.name);
        continue;
      }
      switch (statements.exec(current.stmt)) {
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
    if (walk.step > 0)
      --walk.step; // whatever cannot be printed is blamed on the last statement, unless something better is
                   // known
    pathEnd.finish(exit);
    return;
  } catch (const EagerPath &end) {
    pathEnd.endEagerly(end);
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
    walk.step = split.next.value_or(walk.step);
  }
  walk.leaf = std::make_unique<DecisionNode>();
  walk.leaf->loc = report.loc(function.decl->getLocation());
  ended.step = walk.step;
  ended.at = at;
  if (at && walk.topCall.call == at) {
    ended.callee = walk.topCall.callee;
    ended.arguments = std::move(walk.topCall.arguments);
  }
  walk.failure = std::move(ended);
}

void RegionWalk::collectHintsAfter() {
  for (const Location *location : caller.externals)
    if (!location->cxx.empty())
      collector.collectHints(location->cxx, location->value, walk.hintsAfter);
  for (const auto &[variable, location] : walk.frames.front().variables) {
    if (!variable->getIdentifier())
      continue;
    const std::string name = variable->getNameAsString();
    collector.collectNumber(name, location, walk.hintsAfter);
    if (!location->external || location->loaded)
      collector.collectHints(name, location->value, walk.hintsAfter);
    else if (!location->shape.empty() && location->cxx != name) // a reference to something not read yet
      walk.hintsAfter[name] = {location->shape, location->order};
  }
  for (const RegionResult &result : walk.region->results)
    if (!result.variable)
      if (const auto found = expressions.substituted.find(walk.region->steps[result.step].ahead);
          found != expressions.substituted.end())
        collector.collectHints(result.name, found->second->value, walk.hintsAfter);
  if (walk.frames.front().hasReturned && !walk.frames.front().returnsReference)
    collector.collectHints("$", walk.frames.front().returned, walk.hintsAfter);
}

} // namespace fullgraph
