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

/// Elements that are one in memory all change with a write to one of them: a graph has no such values.
void TensorOps::refuseSharedElements(const Value *destination, const Expr *expr) {
  const Value *view = destination;
  while (view && view->def && view->def->op->isView()) {
    const Value *whole = view->def->value("self");
    if (view->def->is(Op::as_strided))
      report.unsupported(expr, "a write through as_strided");
    if (view->def->is(Op::expand)) {
      const size_t added = view->type.rank() - whole->type.rank();
      for (size_t d = 0; d < view->type.rank(); ++d)
        if (walk.graph->env.prove(
                symEq(view->type.sizes[d], d < added ? Sym(1) : whole->type.sizes[d - added])) != true)
          report.unsupported(expr, "a write to a part of an expanded tensor");
    }
    view = whole;
  }
  if (view && !view->def && !hintOf(view->type)) // FG_SHAPE says so: its rows may overlap
    report.unsupported(expr, "a write to a tensor that is not dense");
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
  refuseSharedElements(destination, expr);
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
