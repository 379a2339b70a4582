#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {

Interpreter::Interpreter(ASTContext &context, FunctionContext &function, std::vector<PathDecision> prefix,
                         bool verbose, const RegionRequest *region)
    : context(context), function(function), prefix(std::move(prefix)), verbose(verbose), region(region),
      graph(std::make_unique<Graph>()) {}

void Interpreter::run() {
  ++function.work->walks;
  leaf = std::make_unique<DecisionNode>();
  leaf->kind = DecisionNode::EagerLeaf;
  leaf->loc = loc(function.decl->getLocation());
  if (region) {
    runRegion();
    return;
  }
  try {
    enterFunction();
    exec(function.decl->getBody());
    if (!diagnosing)
      finishPath();
    else
      leaf->reason = unknownType ? "a dtype or rank is not known at build time" : "it has graph breaks";
    function.broke |= diagnosing && !unknownType;
  } catch (const EagerPath &end) {
    endEagerly(end);
  } catch (BreakError &error) {
    record(std::move(error.graphBreak));
  } catch (const UnknownType &unknown) {
    function.unknownTypes.emplace(unknown.name, unknown.loc);
  } catch (const SplitPoint &) {
    function.splits = true;
  }
}

void Interpreter::endEagerly(const EagerPath &end) {
  leaf = std::make_unique<DecisionNode>();
  leaf->kind = DecisionNode::EagerLeaf;
  leaf->reason = end.reason;
  leaf->loc = loc(end.loc);
  leaf->ranks = askedRanks(*graph);
  const size_t walked = graph->inputs().size() + graph->nodes().size();
  if (!function.thrown || walked > function.thrownAfter) {
    function.thrown = end;
    function.thrownAfter = walked;
  }
}

/// What a late condition says of earlier ones shows only here: no call takes such a path, and its graph could
/// not be lowered.
void Interpreter::finishPath() {
  if (!decisions.empty() && graph->env.isContradictory())
    throw EagerPath{"its conditions contradict each other", function.decl->getLocation()};
  finish(RegionExit::Return);
}

bool Interpreter::decide(const Sym &condition, const SourceLoc &where) {
  if (std::optional<bool> constant = condition.asBool())
    return *constant;
  if (std::optional<bool> known = settle(condition))
    return *known;
  if (diagnosing)
    return true; // callers that walk both sides ask `truth` instead
  if (predicting)
    throw SplitPoint{}; // a constructor that goes on from what is not known
  // Every module is in the mode of the first one that is asked: n of them would have 2^n graphs.
  const std::optional<bool> mode = modeFor(condition);
  if (training) {
    const size_t before = decisions.size();
    for (const Sym &flag : modeFlags)
      if (condition.dependsOn(flag.name()))
        assumeHost(*training ? flag : symNot(flag), where);
    for (size_t i = before; i < decisions.size(); ++i)
      decisions[i].ofObject = true;
    if (std::optional<bool> known = settle(condition))
      return *known;
  }
  PathDecision decision;
  decision.condition = condition;
  decision.loc = where;
  decision.step = step;
  decision.loop = loops.empty() ? nullptr : loops.back();
  decision.branch = branch;
  if (decisions.size() < prefix.size())
    decision.taken = prefix[decisions.size()].taken;
  decisions.push_back(decision);
  graph->env.addFact(decision.taken ? condition : symNot(condition));
  if (mode)
    training = *mode == decision.taken;
  for (const Sym &flag : modeFlags) // of a question about more than the mode
    if (!training && condition.dependsOn(flag.name()))
      training = graph->env.prove(flag);
  return decision.taken;
}

/// The mode in which the condition holds, where it asks for a module's mode and for nothing else.
std::optional<bool> Interpreter::modeFor(const Sym &condition) const {
  for (const Sym &flag : modeFlags)
    if (condition == flag || condition == symNot(flag))
      return condition == flag;
  return std::nullopt;
}

std::optional<bool> Interpreter::settle(const Sym &condition) {
  const std::optional<bool> known = graph->env.prove(condition);
  if (known && !condition.asBool()) {
    const Sym holds = *known ? condition : symNot(condition);
    if (!llvm::is_contained(graph->settled, holds))
      graph->settled.push_back(holds);
  }
  return known;
}

void Interpreter::noteRead(TypeRead::Kind kind, Value *value, const Sym &answer, unsigned dim) {
  for (const TypeRead &known : graph->reads)
    if (known.kind == kind && known.value == value && known.dim == dim)
      return;
  graph->reads.push_back({kind, value, dim, answer});
  noteAsked(kind, value);
}

void Interpreter::noteReadOfType(Value *value) {
  const TensorType &type = value->type;
  noteRead(TypeRead::DType, value, static_cast<int64_t>(type.dtype));
  noteRead(TypeRead::Rank, value, static_cast<int64_t>(type.rank()));
  for (unsigned d = 0; d < type.rank(); ++d)
    noteRead(TypeRead::Size, value, type.sizes[d], d);
}

/// The path relies on whose handle the value is: `to` and `contiguous` return their operand where nothing is
/// to be done, which its type decides.
void Interpreter::noteOwnHandle(Value *value) {
  while (value->def) {
    const std::string_view op = value->def->opName();
    if (op != "contiguous" && op != "to")
      return;
    value = value->def->value("self");
    if (op == "to")
      noteRead(TypeRead::DType, value, static_cast<int64_t>(value->type.dtype));
    const std::vector<Sym> strides = value->type.stridesOrContiguous();
    for (unsigned d = 0; op == "contiguous" && d < strides.size(); ++d)
      noteRead(TypeRead::Stride, value, strides[d], d);
  }
}

void Interpreter::assumeHost(const Sym &condition, const SourceLoc &where, std::string need) {
  if (diagnosing || settle(condition) == true)
    return;
  PathDecision decision;
  decision.condition = condition;
  decision.loc = where;
  decision.step = step;
  decision.assumed = true;
  decision.need = std::move(need);
  decision.ranks = askedRanks(*graph);
  if (decisions.size() < prefix.size()) // the explorer may doubt it
    decision.taken = prefix[decisions.size()].taken;
  decisions.push_back(decision);
  graph->env.addFact(decision.taken ? condition : symNot(condition));
}

Location *Interpreter::newLocation() { return &arena.emplace_back(); }

Location *Interpreter::temporary(AbsValue value, QualType type) {
  Location *location = newLocation();
  location->value = std::move(value);
  location->type = type.isNull() ? type : type.getNonReferenceType().getUnqualifiedType();
  return location;
}

} // namespace fullgraph
