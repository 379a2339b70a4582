// Sizes that elements decide: the results of nonzero and its like, and numbers that are read from a tensor
// and used as sizes. No graph can hold them, as its memory and its loops are made for sizes that are known
// before; but nothing breaks either: the call that finds the size is left between two regions, and the region
// behind it has the size as a symbol.
#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr llvm::StringLiteral sizePrefix = "data_size";

/// fg::IntArrayRef
bool isNumberList(QualType type) {
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->getIdentifier() && record->getName() == "ArrayRef" &&
         record->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         record->getTemplateArgs()[0].getAsType()->isIntegerType();
}

/// A tensor's rank; a likely one where it is not known.
int64_t rankOf(const AbsValue &value) {
  const bool isKnown = value.isTensor() && value.tensor && value.tensor->type.dtype != ScalarType::Undefined;
  return isKnown ? std::max<int64_t>(static_cast<int64_t>(value.tensor->type.rank()), 1) : 4;
}

/// The sizes that only the call itself finds are any size.
void forgetDataSizes(Hints &hints) {
  for (auto &[host, hint] : hints)
    for (size_t at; (at = hint.shape.find(sizePrefix.data())) != std::string::npos;) {
      const size_t begin = hint.shape.find_last_of("[ ", at) + 1; // "2*data_size"
      hint.shape.replace(begin, hint.shape.find_first_of(",]", at) - begin, "?");
    }
}

} // namespace

/// What is no break, and said once: by the walk over the whole function.
void Interpreter::remark(BreakKind kind, SourceRange range, std::vector<std::string> args,
                         std::vector<BreakNote> notes) {
  if (region || attempts || predicting)
    return;
  try {
    fail(kind, range, std::move(args), std::move(notes));
  } catch (BreakError &error) {
    record(std::move(error.graphBreak));
  }
}

void Interpreter::remarkDataSize(SourceRange range, const std::string &what, Value *tensor) {
  remark(BreakKind::DataDependentShape, range, {what, nameOf(tensor)}, definitionChain(tensor));
}

/// The result of a library function whose size its elements decide, inside of what the user called. What is
/// said of it here only serves to guess the type of that call's result: guards hold it against what comes.
Interpreter::CallResult Interpreter::dataSized(llvm::StringRef name, Value *self, const Expr *call) {
  remarkDataSize(call->getSourceRange(), "the size of the result of 'fg::" + name.str() + "'", self);
  sizedByData = true;
  const TensorType &from = self->type;
  SymbolDef def;
  def.name = sizePrefix.str();
  def.host = "0";
  def.loc = loc(call);
  def.lower = 2; // the useful case: no question about it is answered for a size of 0 or 1, which broadcasts
  def.upper = std::numeric_limits<int32_t>::max();
  const Sym size = hostSymbol(std::move(def));
  const auto result = [&](ScalarType dtype, std::vector<Sym> sizes) {
    TensorType type;
    type.dtype = dtype;
    type.sizes = std::move(sizes);
    return AbsValue::ofTensor(graph->addInput(sizePrefix.str(), std::move(type), "", loc(call)));
  };
  if (name == "nonzero")
    return {result(ScalarType::Long, {size, Sym(static_cast<int64_t>(from.rank()))}), nullptr};
  if (name == "masked_select")
    return {result(from.dtype, {size}), nullptr};
  if (name == "bincount")
    return {result(ScalarType::Long, {size}), nullptr};
  if (name == "_unique2" || name == "unique_consecutive") {
    auto parts = std::make_shared<SequenceObject>();
    for (AbsValue part :
         {result(from.dtype, {size}), result(ScalarType::Long, from.sizes), result(ScalarType::Long, {size})})
      parts->elements.push_back(temporary(std::move(part), call->getType()));
    return {AbsValue::ofSequence(std::move(parts)), nullptr};
  }
  throw SplitPoint{};
}

/// A call of the library's from the user's code. When a size in it is found by the call itself, the call is
/// left as it is, with what is known of its result.
Interpreter::CallResult Interpreter::libraryCall(const FunctionDecl *callee, Location *object,
                                                 const std::vector<Location *> &given, const Expr *call) {
  // A list of dims is guarded to be as long as it is: the library's loops over it have a known count.
  std::vector<Location *> args = given;
  for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
    const llvm::StringRef name = callee->getParamDecl(i)->getName();
    if ((!name.contains("dim") && name != "shifts") || !isNumberList(callee->getParamDecl(i)->getType()))
      continue;
    const AbsValue list = read(args[i], call);
    if (!list.is(ValueKind::Sequence) || !list.sequence->open || !list.sequence->elements.empty())
      continue;
    const auto owner = openSequences.find(list.sequence.get());
    if (owner == openSequences.end())
      continue;
    // No operator takes more dims than there are. Whoever has none is a list of all of them, or an error.
    const int64_t longest = rankOf(read(object ? object : args[0], call));
    int64_t length = 1;
    while (length <= longest && !decide(symEq(list.sequence->length, Sym(length)), loc(call)))
      ++length;
    if (length > longest && !decide(symEq(list.sequence->length, Sym(0)), loc(call)))
      throw EagerPath{"throws: more dims than the tensor has", call->getExprLoc()};
    auto known = std::make_shared<SequenceObject>();
    for (int64_t k = 0; k < length && length <= longest; ++k)
      known->elements.push_back(sequenceElement(owner->second, *list.sequence, Sym(k), call));
    args[i] = temporary(AbsValue::ofSequence(std::move(known)), args[i]->type);
  }
  llvm::SaveAndRestore<size_t> inside(libraryDepth, frames.size());
  llvm::SaveAndRestore<const FunctionDecl *> entered(libraryCallee, callee);
  llvm::SaveAndRestore<bool> sized(sizedByData, false);
  LeftCall left;
  try {
    CallResult result = invoke(callee, object, args, call);
    if (!sizedByData) {
      // n.item().toInt(): the number that C++ works with is what the outer call returns.
      AbsValue &number = result.value;
      if (number.is(ValueKind::TensorScalar) && number.expr && !number.expr->getType()->isArithmeticType() &&
          call->getType()->isArithmeticType())
        number.expr = call;
      return result;
    }
    collectHints("$", result.reference ? read(result.reference, call) : result.value, left.result, 0);
    forgetDataSizes(left.result);
  } catch (
      const BreakError &) { // behind the size: the region behind the call begins with what is known there
    if (!sizedByData)
      throw;
  } catch (const UnknownType &) {
    if (!sizedByData)
      throw;
  } catch (const EagerPath &) {
    if (!sizedByData)
      throw;
  } catch (const SplitPoint &) {
    if (!sizedByData)
      throw;
  } catch (const UncountedLoop &) {
    failOnModules(callee, args, call);
    left = {}; // what it gives depends on how often it turns
    remarkLibraryLoop(call);
  }
  leaveCall(call, std::move(left));
}

/// What is called, as the user wrote it: "layers->forward".
std::string Interpreter::calleeText(const Expr *call) const {
  const Expr *callee = call;
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call))
    callee = operation->getArg(0);
  else if (const auto *function = dyn_cast<CallExpr>(call))
    callee = function->getCallee();
  return sourceText(callee, context);
}

void Interpreter::remarkLibraryLoop(const Expr *call) {
  remark(BreakKind::LibraryLoop, call->getSourceRange(), {calleeText(call)}, {});
}

/// Have operators been added to the graph since it had so many nodes? Views and constants are none.
bool Interpreter::computesSince(size_t nodesBefore) const {
  const auto &nodes = graph->nodes();
  const auto since =
      std::next(nodes.begin(), static_cast<std::ptrdiff_t>(std::min(nodesBefore, nodes.size())));
  return std::any_of(since, nodes.end(), [](const auto &node) {
    const bool isView = node->results.size() == 1 && node->results[0]->base;
    return !isView && node->op->family != OpFamily::Creation;
  });
}

/// A loop of the library's over a number that is not known, as a TransformerEncoder's over its layers. A
/// graph for each number of turns would be one for each size.
void Interpreter::leaveLibraryLoop(size_t nodesBefore) {
  if (!predicting && !attempts && libraryCallee && libraryDepth == userDepth() && computesSince(nodesBefore))
    throw UncountedLoop();
}

/// The innermost function of the user's that runs.
size_t Interpreter::userDepth() const {
  size_t depth = frames.size();
  while (depth > 1 && isLibrary(frames[depth - 1].function->getLocation()))
    --depth;
  return depth;
}

/// Is what runs an operator of fg's that the user's code called?
bool Interpreter::isArgument() const {
  if (!libraryCallee || libraryDepth != userDepth())
    return false;
  const auto *method = dyn_cast<CXXMethodDecl>(libraryCallee);
  return isFgNamespace(method ? method->getParent()->getDeclContext() : libraryCallee->getDeclContext());
}

/// A number that is read from a tensor is an operator's argument, and not as an operand: a size, or a place.
/// The graph ends in front of where it is needed.
void Interpreter::splitAtArgument(const AbsValue &number, SourceRange use) {
  const bool written = number.expr && !isLibrary(number.expr->getBeginLoc());
  remarkDataSize(written ? number.expr->getSourceRange() : use,
                 "an argument of '" + libraryCallee->getNameAsString() + "'", number.tensor);
  const size_t depth = userDepth();
  for (size_t i = 1; i < depth; ++i)
    function.split.insert(frames[i].function);
  topCall = {};
  if (depth > 1 || !region || !number.expr)
    throw SplitPoint{};
  // A region can begin behind the statement that reads it. Behind, and not where the number is needed: what
  // stands between may be made of it, and stays together.
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation read = sources.getExpansionLoc(number.expr->getBeginLoc());
  size_t next = 0;
  while (next <= step && !sources.isBeforeInTranslationUnit(
                             read, sources.getExpansionLoc(region->steps[next].stmt->getBeginLoc())))
    ++next;
  if (next > step)
    throw SplitPoint{number.expr, LeftCall()};
  throw SplitPoint{nullptr, {}, next};
}

void Interpreter::failOnArgument(const AbsValue &number, const Expr *use) {
  if (isArgument())
    splitAtArgument(number, use->getSourceRange());
  failOnTensorValue(BreakKind::ScalarReadback, number, use->getSourceRange());
}

} // namespace fullgraph
