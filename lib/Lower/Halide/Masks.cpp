#include "lib/Lower/Halide/Masks.h"

#include "lib/Lower/Halide/Bodies.h"

#include <map>

namespace fullgraph::lower {
using namespace Halide;

namespace {

class WholeAccumulators : public Internal::IRMutator {
  using IRMutator::visit;
  std::map<std::string, int32_t> sizes; // of the allocations around, where they are known

  Internal::Stmt visit(const Internal::Allocate *op) override {
    const int32_t size = op->constant_allocation_size();
    if (size > 0)
      sizes[op->name] = size;
    Internal::Stmt result = IRMutator::visit(op);
    sizes.erase(op->name);
    return result;
  }

  /// Is all of it inside of the allocation, whatever the mask says?
  bool inside(const std::string &name, const Expr &index) const {
    const auto found = sizes.find(name);
    const auto *const ramp = index.as<Internal::Ramp>();
    if (found == sizes.end() || !ramp || !Internal::is_const_one(ramp->stride))
      return false;
    const auto *const base = ramp->base.as<Internal::IntImm>();
    return base && base->value >= 0 && base->value + ramp->lanes <= found->second;
  }

  Expr visit(const Internal::Load *op) override {
    if (Internal::is_const_one(op->predicate) || !inside(op->name, op->index))
      return IRMutator::visit(op);
    return Internal::Load::make(op->type, op->name, mutate(op->index), op->image, op->param,
                                Internal::const_true(op->type.lanes()), op->alignment);
  }

  Internal::Stmt visit(const Internal::Store *op) override {
    if (Internal::is_const_one(op->predicate) || !inside(op->name, op->index))
      return IRMutator::visit(op);
    const Type type = op->value.type();
    const Expr whole = Internal::const_true(type.lanes()), index = mutate(op->index);
    const Expr old =
        Internal::Load::make(type, op->name, index, Buffer<>(), Halide::Parameter(), whole, op->alignment);
    const Expr value = Internal::Select::make(mutate(op->predicate), mutate(op->value), old);
    return Internal::Store::make(op->name, value, index, op->param, whole, op->alignment);
  }
};

} // namespace

Module wholeAccumulators(const Module &module) { return withBodies<WholeAccumulators>(module); }

} // namespace fullgraph::lower
