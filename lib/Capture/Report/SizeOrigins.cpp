// Of an error about sizes: where each of them comes from.

#include "lib/Capture/Report/Reporter.h"

#include "lib/Capture/Syntax/SourceText.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxNotes = 4;

using Places = std::map<const Value *, SourceLoc>;

bool isGiven(const Node &node, const Sym &size) {
  return llvm::any_of(node.args, [&](const Arg &arg) {
    const auto *list = std::get_if<std::vector<Sym>>(&arg);
    const auto *number = std::get_if<Sym>(&arg);
    return (number && *number == size) || (list && llvm::is_contained(*list, size));
  });
}

/// The one operand that an operator's result can have the size of dim `dim` from, and its dim there. Of the
/// weights of a module any will do: one place made them.
std::pair<const Value *, size_t> carrier(const Value *value, size_t dim, const Places &built) {
  const Node &node = *value->def;
  const Sym &size = value->type.sizes[dim];
  if (isGiven(node, size))
    return {};
  std::vector<std::pair<const Value *, size_t>> alike;
  bool isOfWeights = true;
  node.forEachOperand([&](const Value *operand) {
    const size_t rank = operand->type.rank();
    const size_t own = dim + rank - value->type.rank(); // of broadcast operands, counted from the end
    for (size_t d = 0; d < rank; ++d)
      if (operand->type.sizes[d] == size && (!node.op->isPointwise() || d == own)) {
        alike.emplace_back(operand, d);
        isOfWeights &= built.count(operand) != 0;
      }
  });
  const bool isClear = alike.size() == 1 || (!alike.empty() && (node.op->isPointwise() || isOfWeights));
  return isClear ? alike.front() : std::pair<const Value *, size_t>();
}

/// What first had the size of dim `dim`: an input, or what an operator made of other sizes.
const Value *originOf(const Value *value, size_t dim, const Places &built) {
  while (value->def) {
    const auto [from, itsDim] = carrier(value, dim, built);
    if (!from)
      break;
    value = from;
    dim = itsDim;
  }
  return value;
}

/// What has a dim of `size` first; null where no dim has it. Several may: then it is the operand itself.
const Value *originOf(const Value *operand, const Sym &size, const Places &built) {
  const Value *found = nullptr;
  for (size_t d = 0; d < operand->type.rank(); ++d)
    if (operand->type.sizes[d] == size) {
      const Value *origin = originOf(operand, d, built);
      found = found && found != origin ? operand : origin;
    }
  return found;
}

/// Through operators that keep dtype and sizes.
const Value *originOf(const Value *value) {
  while (value->def) {
    const Value *from = nullptr;
    value->def->forEachOperand([&](const Value *operand) {
      if (!from && operand->type.dtype == value->type.dtype && operand->type.sizes == value->type.sizes)
        from = operand;
    });
    if (!from)
      break;
    value = from;
  }
  return value;
}

std::string typeText(TensorType type) {
  type.strides.clear();
  return type.str();
}

} // namespace

SourceLocation clangLocation(const SourceLoc &where, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  const auto file = sources.getFileManager().getOptionalFileRef(where.file);
  return file ? sources.translateFileLineCol(&file->getFileEntry(), where.line, where.column)
              : SourceLocation();
}

/// A member whose sizes its object's constructor says: the statement that does.
void Reporter::noteBuilt(const Location &tensor) {
  const Location *made = tensor.expected.object               ? tensor.expected.object
                         : !tensor.expected.instances.empty() ? tensor.expected.instances.front().part
                                                              : nullptr;
  if (made && made->value.isTensor() && made->value.tensor)
    builtAt[tensor.initialTensor] = made->value.tensor->loc;
}

std::vector<BreakNote> Reporter::sizeNotes(const std::vector<Arg> &args, const std::vector<Sym> &sizes,
                                           const Expr *at) const {
  std::vector<const Value *> operands;
  for (const Arg &arg : args)
    if (Value *const *operand = std::get_if<Value *>(&arg); operand && *operand)
      operands.push_back(*operand);
    else if (const auto *list = std::get_if<std::vector<Value *>>(&arg))
      operands.insert(operands.end(), list->begin(), list->end());
  return originNotes(std::move(operands), sizes, at);
}

/// The same for a check in a function of the library's: of the tensors that the user's call gives it, and of
/// those that the function is given which checks.
std::vector<BreakNote> Reporter::callSizeNotes(const Expr *at) const {
  std::vector<const Value *> operands;
  const auto addTensors = [&](const AbsValue &value, const auto &self) -> void {
    if (value.isTensor() && value.tensor)
      operands.push_back(value.tensor);
    else if (value.is(ValueKind::Sequence))
      for (const Location *element : value.sequence->elements)
        self(element->value, self);
  };
  const auto addOperands = [&](const Frame &called) {
    if (called.thisObject)
      addTensors(called.thisObject->value, addTensors);
    for (const ParmVarDecl *parameter : called.function->parameters())
      if (const auto found = called.variables.find(parameter); found != called.variables.end())
        addTensors(found->second->value, addTensors);
  };
  const auto outermost = llvm::find_if(
      walk.frames, [&](const Frame &called) { return isLibrary(called.function->getLocation()); });
  if (outermost == walk.frames.end())
    return {};
  addOperands(*outermost);
  const size_t given = operands.size();
  for (auto inner = std::prev(walk.frames.end()); inner != outermost && operands.size() == given; --inner)
    addOperands(*inner);
  return originNotes(std::move(operands), {}, at);
}

std::vector<BreakNote> Reporter::originNotes(std::vector<const Value *> operands,
                                             const std::vector<Sym> &sizes, const Expr *at) const {
  std::vector<BreakNote> notes;
  const SourceLoc here = userLoc(at);
  const auto add = [&](const Value *origin, const std::string &size) {
    const auto built = builtAt.find(origin);
    const SourceLoc &where = built != builtAt.end() ? built->second : origin->loc;
    const SourceLocation place = clangLocation(where, context);
    if (where == here || place.isInvalid() || notes.size() == maxNotes)
      return;
    const std::string type = typeText(origin->type);
    const std::string named = origin->source.empty() ? type : "'" + origin->source + "', " + type;
    std::string text = size.empty() ? "the operand is " + named : "the size " + size + " comes from " + named;
    text += origin->def || built != builtAt.end() ? ", which is made here" : "";
    if (llvm::none_of(notes, [&](const BreakNote &note) { return note.loc == place && note.text == text; }))
      notes.push_back({place, std::move(text), {}});
  };
  if (sizes.size() == 2) {
    for (const Sym &size : sizes) { // the first operand's, and then the last one's
      for (const Value *operand : operands)
        if (const Value *origin = originOf(operand, size, builtAt)) {
          add(origin, size.str());
          break;
        }
      std::reverse(operands.begin(), operands.end());
    }
    return notes;
  }
  for (const Value *operand : operands)
    if (operand->type.rank() > 0)
      add(originOf(operand), "");
  return notes;
}

} // namespace fullgraph
