#include "lib/Capture/Path/Path.h"

#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxSteps = 1'000'000;           // of one path: keeps the tool from hanging on any input
constexpr size_t maxPrototypeSteps = 20'000'000; // a constructor builds whole models, tensor by tensor

} // namespace

/// Callers restore `branch` behind it.
void Path::enterBranch(const Stmt *stmt) {
  if (walk.frames.size() > 1)
    return;
  function.forks.outerBranch.emplace(stmt, walk.branch);
  walk.branch = stmt;
}

/// What the walk may depend on: other ranks, or dtypes, of the inputs that the answer comes from may have
/// other graphs. A search, no proof: what each graph relies on is checked at run time (runtime/jit/Retype.h).
void Path::noteAsked(TypeRead::Kind kind, const Value *value) {
  if (!function.types.guess || kind == TypeRead::Size || kind == TypeRead::Contiguous ||
      kind == TypeRead::Handle)
    return;
  const bool dtype = kind == TypeRead::DType;
  std::vector<const Value *> todo = {value};
  std::set<const Value *> seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    value = todo.back();
    todo.pop_back();
    for (const GraphInput &in : walk.graph->inputs())
      if (in.value == value && function.types.guessed.count(in.cxx))
        (dtype ? function.types.dtypesAsked : function.types.ranksAsked).insert(in.cxx);
    if (!value->def)
      continue;
    // The first operand says what rank a result has, but where all are broadcast, and of a table's rows.
    const bool broadcasts = value->def->op->isPointwise() || value->def->is(Op::embedding);
    bool isFirst = true;
    value->def->forEachOperand([&](const Value *operand) {
      if ((dtype ? operand->type.dtype == value->type.dtype : broadcasts || isFirst) &&
          seen.insert(operand).second)
        todo.push_back(operand);
      isFirst = false;
    });
  }
}

std::map<std::string, unsigned> Path::askedRanks(const Graph &walked) const {
  std::map<std::string, unsigned> ranks;
  for (const GraphInput &in : walked.inputs())
    if (function.types.ranksAsked.count(in.cxx) && !hasNoType(in.value))
      ranks[in.cxx] = static_cast<unsigned>(in.value->type.rank());
  return ranks;
}

/// Does it depend on the number of a turn that is walked for all?
bool Path::isOfTurn(const Sym &condition) const {
  return walk.turn && condition.dependsOn(walk.turn->number.name());
}

bool Path::decide(const Sym &condition, const SourceLoc &where) {
  if (std::optional<bool> constant = condition.asBool())
    return *constant;
  if (std::optional<bool> known = settle(condition))
    return *known;
  if (isOfTurn(condition))
    throw EagerPath{"asks what differs from turn to turn", SourceLocation()};
  if (walk.diagnosing)
    return true; // callers that walk both sides ask `truth` instead
  if (walk.predicting)
    throw SplitPoint{}; // a constructor that goes on from what is not known
  std::optional<bool> answer = believedAnswer(condition);
  if (!answer && walk.library.callee)
    answer = answerForCounts(condition);
  if (answer) {
    const size_t before = decisions.size();
    assume(*answer ? condition : symNot(condition), where);
    for (size_t i = before; i < decisions.size(); ++i)
      decisions[i].ofObject = true;
    return decisions.size() == before || decisions.back().taken ? *answer : !*answer;
  }
  // Every module is in the mode of the first one that is asked: n of them would have 2^n graphs.
  const std::optional<bool> mode = modeFor(condition);
  if (training) {
    const size_t before = decisions.size();
    for (const Sym &flag : modeFlags)
      if (condition.dependsOn(flag.name()))
        assume(*training ? flag : symNot(flag), where);
    for (size_t i = before; i < decisions.size(); ++i)
      decisions[i].ofObject = true;
    if (std::optional<bool> known = settle(condition))
      return *known;
  }
  PathDecision decision;
  decision.condition = condition;
  decision.loc = where;
  decision.step = walk.step;
  decision.loop = walk.loops.empty() ? nullptr : walk.loops.back();
  decision.branch = walk.branch;
  // A holder's operator() is the library's: it calls the user's forward().
  const auto isUsers = [&](const Frame &frame) {
    return !report.isLibrary(frame.function->getLocation()) && !isStdLibrary(frame.function);
  };
  const auto called = walk.frames.empty() ? walk.frames.end()
                                          : std::find_if(walk.frames.begin() + 1, walk.frames.end(), isUsers);
  if (called != walk.frames.end() && !isa<CXXConstructorDecl>(called->function) &&
      !isa<CXXDestructorDecl>(called->function))
    decision.callee = called->function;
  if (decisions.size() < prefix.size())
    decision.taken = prefix[decisions.size()].taken;
  decisions.push_back(decision);
  walk.graph->env.addFact(decision.taken ? condition : symNot(condition));
  if (mode)
    training = *mode == decision.taken;
  for (const Sym &flag : modeFlags) // of a question about more than the mode
    if (!training && condition.dependsOn(flag.name()))
      training = walk.graph->env.prove(flag);
  return decision.taken;
}

/// What a condition on such numbers alone is for them.
std::optional<bool> Path::believedAnswer(const Sym &condition) const {
  if (believed.empty() || function.open.walk)
    return std::nullopt;
  return condition
      .substitute([&](const std::string &symbol) {
        const auto found = believed.find(symbol);
        return found == believed.end() ? std::nullopt : std::optional(found->second);
      })
      .asBool();
}

/// Of a condition that asks for the sign of counts alone: what it is for those that are not negative.
std::optional<bool> Path::answerForCounts(const Sym &condition) const {
  const auto at = [&](int64_t number) {
    return condition
        .substitute([&](const std::string &symbol) {
          return counts.count(symbol) ? std::optional(Sym(number)) : std::nullopt;
        })
        .asBool();
  };
  const std::optional<bool> answer = counts.empty() ? std::nullopt : at(0);
  const bool isSign = answer && at(-1) == !*answer && at(1) == answer && at(1'000'000) == answer;
  return isSign ? answer : std::nullopt;
}

/// The mode in which the condition holds, where it asks for a module's mode and for nothing else.
std::optional<bool> Path::modeFor(const Sym &condition) const {
  for (const Sym &flag : modeFlags)
    if (condition == flag || condition == symNot(flag))
      return condition == flag;
  return std::nullopt;
}

std::optional<bool> Path::settle(const Sym &condition) {
  if (isOfTurn(condition))
    return walk.turn->env.prove(condition); // for each turn, whatever the loop is given
  const std::optional<bool> known = walk.graph->env.prove(condition);
  if (known && !condition.asBool()) {
    const Sym holds = *known ? condition : symNot(condition);
    if (!llvm::is_contained(walk.graph->settled, holds))
      walk.graph->settled.push_back(holds);
  }
  return known;
}

void Path::noteRead(TypeRead::Kind kind, Value *value, const Sym &answer, unsigned dim) {
  for (const TypeRead &known : walk.graph->reads)
    if (known.kind == kind && known.value == value && known.dim == dim)
      return;
  walk.graph->reads.push_back({kind, value, dim, answer});
  noteAsked(kind, value);
}

/// Is the function given a tensor, or a list of them?
static bool takesTensor(const FunctionDecl *function) {
  const auto holds = [](QualType type) {
    type = type.getNonReferenceType();
    if (isTensorType(type))
      return true;
    const auto *record = type->getAsCXXRecordDecl();
    const auto *special = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
    return special && special->getTemplateArgs().size() > 0 &&
           special->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
           isTensorType(special->getTemplateArgs()[0].getAsType());
  };
  const auto *method = llvm::dyn_cast<CXXMethodDecl>(function);
  const bool ofTensor = method && !method->isStatic() &&
                        isTensorType(method->getASTContext().getTypeDeclType(method->getParent()));
  return ofTensor || llvm::any_of(function->parameters(),
                                  [&](const ParmVarDecl *parameter) { return holds(parameter->getType()); });
}

/// Is the function called with options that name the device of the call's tensors?
static bool isGivenDevice(const Frame &frame) {
  return llvm::any_of(frame.function->parameters(), [&](const ParmVarDecl *parameter) {
    const auto given = frame.variables.find(parameter);
    return given != frame.variables.end() && hasCallsDevice(given->second);
  });
}

bool Path::isBesideTensor() const {
  const auto outermost = llvm::find_if(walk.frames, [this](const Frame &frame) {
    return frame.function && report.isLibrary(frame.function->getLocation());
  });
  return outermost != walk.frames.end() && (takesTensor(outermost->function) || isGivenDevice(*outermost));
}

void Path::noteMade(const Value *tensor, bool beside) {
  madeBeside.erase(tensor); // a value of a failed attempt may have stood there
  if (beside)
    madeBeside.insert(tensor);
}

bool Path::liesWithCalls(const Value *tensor) const {
  std::vector<const Value *> todo = {tensor};
  std::set<const Value *> met(todo.begin(), todo.end());
  while (!todo.empty()) {
    const Value *one = todo.back();
    todo.pop_back();
    if (!one->def || madeBeside.count(one))
      return true;
    one->def->forEachOperand([&](const Value *operand) {
      if (met.insert(operand).second)
        todo.push_back(operand);
    });
  }
  return false;
}

void Path::noteCpu(const std::string &why, const SourceLoc &where) {
  if (!isBesideTensor() && !walk.graph->onCpuOnly)
    walk.graph->onCpuOnly = CpuOnly{why, where};
}

void Path::noteDeviceRead(const AbsValue &number, const SourceLoc &where) {
  if (number.isOfCallsDevice)
    noteCpu("a tensor's device is asked for", where);
}

void Path::noteReadOfType(Value *value) {
  const TensorType &type = value->type;
  noteRead(TypeRead::DType, value, static_cast<int64_t>(type.dtype));
  noteRead(TypeRead::Rank, value, static_cast<int64_t>(type.rank()));
  for (unsigned d = 0; d < type.rank(); ++d)
    noteRead(TypeRead::Size, value, type.sizes[d], d);
}

/// The path relies on whose handle the value is: `to` and `contiguous` return their operand where nothing is
/// to be done, which its type decides.
void Path::noteOwnHandle(Value *value) {
  while (value->def) {
    const Op op = value->def->op->id;
    if (op != Op::contiguous && op != Op::to)
      return;
    noteRead(TypeRead::Handle, value, int64_t(value->base != nullptr));
    value = value->def->value("self");
    noteAsked(op == Op::to ? TypeRead::DType : TypeRead::Rank, value);
  }
}

void Path::assume(const Sym &condition, const SourceLoc &where, std::string need) {
  if (walk.diagnosing || settle(condition) == true)
    return;
  if (isOfTurn(condition))
    throw EagerPath{"asks what differs from turn to turn", SourceLocation()};
  PathDecision decision;
  decision.condition = condition;
  decision.loc = where;
  decision.step = walk.step;
  decision.assumed = true;
  decision.need = std::move(need);
  decision.ranks = askedRanks(*walk.graph);
  if (decisions.size() < prefix.size()) // the explorer may doubt it
    decision.taken = prefix[decisions.size()].taken;
  decisions.push_back(decision);
  walk.graph->env.addFact(decision.taken ? condition : symNot(condition));
}

Location *Path::newLocation() { return &arena.emplace_back(); }

Location *Path::temporary(AbsValue value, QualType type) {
  Location *location = newLocation();
  location->value = std::move(value);
  location->type = type.isNull() ? type : type.getNonReferenceType().getUnqualifiedType();
  return location;
}

/// Was something assumed about the numbers in the value, since `since` of the decisions?
bool Path::isAssumed(const Sym &value, size_t since) const {
  bool found = false;
  for (size_t i = since; i < decisions.size() && !found; ++i)
    if (decisions[i].assumed)
      value.forEachSymbol(
          [&](const std::string &name, SymType) { found |= decisions[i].condition.dependsOn(name); });
  return found;
}

/// How often the function is in its own call, with a question of the path between one call and the next: a
/// recursion that data of the program ends would go on for ever. Containers in containers call themselves,
/// too, a few levels deep.
size_t Path::forkingTurns(const FunctionDecl *callee) const {
  size_t turns = 0;
  std::optional<size_t> before; // decisions at the nearest outer call
  for (const Frame &outer : walk.frames) {
    if (outer.function != callee)
      continue;
    if (before)
      turns += std::any_of(decisions.begin() + static_cast<std::ptrdiff_t>(*before),
                           decisions.begin() + static_cast<std::ptrdiff_t>(outer.decisionsBefore),
                           [](const PathDecision &d) { return !d.assumed; });
    before = outer.decisionsBefore;
  }
  return turns;
}

/// Throws once the function has had its share.
void Path::countWork() {
  CaptureWork &work = *function.work;
  ++work.statements;
  const size_t nodes = walk.graph ? walk.graph->nodes().size() : 0;
  work.operators += nodes - std::min<uint64_t>(nodes, std::exchange(nodesCounted, nodes));
  work.proofs += ShapeEnv::proofSteps - std::exchange(proofsCounted, ShapeEnv::proofSteps);
  if (work.isSpent())
    throw WorkSpent();
}

void Path::countStep(const Stmt *stmt) {
  countWork();
  if (++steps > (walk.predicting ? maxPrototypeSteps : maxSteps) ||
      static_cast<int>(walk.graph->nodes().size()) > function.options.unrollLimit)
    report.fail(BreakKind::UnrollLimit, stmt->getSourceRange(),
                {walk.loops.empty() ? "function '" + function.decl->getNameAsString() + "'" : "loop",
                 std::to_string(function.options.unrollLimit)});
}

} // namespace fullgraph
