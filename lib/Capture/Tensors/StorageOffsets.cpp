// Memory that tensors share: where an input begins in its storage, which only the call knows, and writes to
// elements that others see.
#include "lib/Capture/Tensors/TensorOps.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Shapes/Infer.h"

using namespace clang;

namespace fullgraph {

/// as_strided's offset, which the program counts from the start of the storage, from the first element of the
/// graph's value: an input may begin further behind.
void TensorOps::countFromMemory(std::vector<Arg> &args, const Expr *call) {
  Value *root = std::get<Value *>(args[0])->root();
  Sym *offset = std::get_if<Sym>(&args[3]);
  for (const GraphInput &input : walk.graph->inputs())
    if (offset && input.value == root && !input.cxx.empty())
      *offset = *offset - caller.cxxSymbol(input.cxx + ".storage_offset()", SymType::Int, report.loc(call),
                                           report.nameOf(root) + "_offset");
}

/// Complex numbers begin at every other part of a storage: where an input begins only the call knows.
void TensorOps::assumePairedStorage(Value *root, const Expr *call) {
  for (const GraphInput &input : walk.graph->inputs())
    if (input.value == root && !input.cxx.empty() && !fg::isComplexType(root->type.dtype)) {
      const Sym offset = caller.cxxSymbol(input.cxx + ".storage_offset()", SymType::Int, report.loc(call),
                                          report.nameOf(root) + "_offset");
      path.assume(symEq(floorMod(offset, Sym(2)), Sym(0)), report.loc(call));
    }
}

namespace {

bool isProved(const ShapeEnv &env, const Sym &a, const Sym &b) { return env.prove(symEq(a, b)) == true; }

/// Does an expand repeat no element?
bool repeatsNothing(const ShapeEnv &env, const std::vector<Sym> &whole, const std::vector<Sym> &expanded) {
  const size_t added = expanded.size() - whole.size();
  for (size_t d = 0; d < expanded.size(); ++d)
    if (!isProved(env, expanded[d], d < added ? Sym(1) : whole[d - added]))
      return false;
  return true;
}

} // namespace

/// A part of an expanded tensor, as one row of it, as the part of the tensor that was expanded: a row of that
/// one. So `y[1] = v` is a write to memory that is there once. Null: the part holds an element several times,
/// or is none that select and slice take.
Value *TensorOps::partBeforeExpansion(Value *part, const Expr *expr) {
  std::vector<Value *> views;
  for (Value *view = part; view && view->def && view->def->op->isView(); view = view->def->value("self"))
    views.push_back(view);
  if (views.empty())
    return nullptr;
  const ShapeEnv &env = walk.graph->env;
  Value *current = views.back()->def->value("self");
  std::optional<std::vector<Sym>> expanded; // the sizes to which `current` is
  for (Value *view : llvm::reverse(views)) {
    const Node &def = *view->def;
    const std::vector<Sym> &sizes = view->type.sizes;
    if (def.is(Op::expand) && (expanded || !repeatsNothing(env, current->type.sizes, sizes))) {
      expanded = sizes;
      continue;
    }
    if (!expanded) {
      std::vector<Arg> args = def.args;
      args[0] = current;
      current = def.value("self") == current ? view : appendChecked(*def.op, std::move(args), expr);
      continue;
    }
    const bool isSelect = def.is(Op::select);
    const std::optional<int64_t> given =
        isSelect || def.is(Op::slice) ? def.sym("dim").asInt() : std::nullopt;
    if (!given)
      return nullptr;
    const size_t dim = static_cast<size_t>(*given < 0 ? *given + int64_t(expanded->size()) : *given);
    const size_t added = expanded->size() - current->type.rank();
    if (dim >= added) {
      const Sym &own = current->type.sizes[dim - added];
      const bool isRepeated = own == Sym(1);
      if (!isRepeated && !isProved(env, own, (*expanded)[dim]))
        return nullptr;
      std::vector<Arg> args = def.args;
      args[0] = current;
      args[1] = Sym(static_cast<int64_t>(dim - added));
      if (isSelect && isRepeated)
        args[2] = Sym(0);
      if (isSelect || !isRepeated)
        current = appendChecked(*def.op, std::move(args), expr);
    }
    if (isSelect)
      expanded->erase(expanded->begin() + static_cast<std::ptrdiff_t>(dim));
    else
      (*expanded)[dim] = sizes[dim];
  }
  if (!expanded)
    return current;
  if (!repeatsNothing(env, current->type.sizes, *expanded))
    return nullptr;
  return expanded->size() == current->type.rank()
             ? current
             : appendChecked(schemaOf(Op::expand), {current, *expanded}, expr);
}

/// Elements that are one in memory all change with a write to one of them: a graph has no such values. Gives
/// the same elements as a view that repeats none.
Value *TensorOps::refuseSharedElements(Value *destination, const Expr *expr) {
  const Value *view = destination;
  while (view && view->def && view->def->op->isView()) {
    const Value *whole = view->def->value("self");
    if (view->def->is(Op::as_strided))
      report.unsupported(expr, "a write through as_strided");
    if (view->def->is(Op::expand) &&
        !repeatsNothing(walk.graph->env, whole->type.sizes, view->type.sizes)) {
      if (Value *part = partBeforeExpansion(destination, expr))
        return refuseSharedElements(part, expr);
      report.unsupported(expr, "a write to a part of an expanded tensor");
    }
    view = whole;
  }
  if (view && !view->def && !hintOf(view->type)) // FG_SHAPE says so: its rows may overlap
    report.unsupported(expr, "a write to a tensor that is not dense");
  return destination;
}

void TensorOps::writeTensor(Value *destination, Value *source, const std::vector<Arg> &args,
                            const Expr *expr) {
  if (std::optional<InferError> error =
          checkInPlace(walk.graph->env, destination, args, source->type, report.userLoc(expr))) {
    if (llvm::StringRef(error->message).starts_with("cannot decide"))
      report.unsupported(expr, "an in-place operator here: " + error->message);
    throw EagerPath{"throws: " + error->message, expr->getExprLoc(),
                    report.originNotes({destination, source}, error->sizes, expr)};
  }
  destination = refuseSharedElements(destination, expr);
  // What the operator read of memory that may be the same: the run-time compiler asks again whether they
  // overlap. What copies here may be a view there.
  const auto memory = [](Value *value) {
    static const std::set<Op> mayCopy = {Op::reshape, Op::contiguous, Op::to};
    Value *root = value->root();
    while (root->def && mayCopy.count(root->def->op->id))
      root = root->def->value("self")->root();
    return root;
  };
  std::vector<Value *> operands;
  for (const Arg &arg : args)
    if (Value *const *operand = std::get_if<Value *>(&arg))
      if (*operand != destination && memory(*operand) == memory(destination))
        operands.push_back(*operand);
  appendChecked(schemaOf(Op::copy_), {destination, source, operands.empty() ? Arg() : Arg(operands)}, expr);
}

} // namespace fullgraph
