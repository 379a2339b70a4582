#include "lib/Lower/Halide/Tasks.h"

#include "lib/Lower/Halide/Bodies.h"

namespace fullgraph::lower {
using namespace Halide;

Sym turnsOfTask(const Sym &turns, const Sym &elements, const Sym &workPerElement, const Sym &most,
                int64_t leastWork) {
  // Not elements times work: that may be more than 2^31.
  const Sym least = symMax(floorDiv(Sym(leastWork), symMax(workPerElement, Sym(1))), Sym(1));
  const Sym tasks = symMin(symMax(floorDiv(elements, least), Sym(1)), most);
  return symMax(ceilDiv(turns, tasks), Sym(1));
}

namespace {

class SingleTasks : public Internal::IRMutator {
  using IRMutator::visit;
  Expr visit(const Internal::Call *op) override {
    if (op->name != "halide_do_par_for")
      return IRMutator::visit(op);
    // {task function, first task, how many, closure}; a task function is (user context, task, closure).
    const auto *const function = op->args.size() == 4 ? op->args[0].as<Internal::Variable>() : nullptr;
    if (!function)
      throw InternalError("a parallel loop of another form");
    const std::string name = function->name.substr(function->name.find_first_not_of(':'));
    const Expr alone = Internal::Call::make(
        op->type, name, {Internal::make_zero(Handle()), op->args[1], op->args[3]}, Internal::Call::Extern);
    return Internal::Call::make(op->type, Internal::Call::if_then_else, {op->args[2] == 1, alone, Expr(op)},
                                Internal::Call::PureIntrinsic);
  }
};

} // namespace

Module singleTasksAsCalls(const Module &module) { return withBodies<SingleTasks>(module); }

} // namespace fullgraph::lower
