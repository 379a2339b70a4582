// What a turn of a loop leaves, written over what it found. Halide's Funcs have one value a place, so the
// pipeline that LoopKernel defines has each turn find what the first one does; this is the rest.
#pragma once

#include <Halide.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace fullgraph::lower {

/// The class is compiled here, and its text is part of a printed kernel.
#define FULLGRAPH_PRINTED(...)                                                                               \
  __VA_ARGS__                                                                                                \
  inline constexpr const char *carryOverText = #__VA_ARGS__;

// clang-format off
FULLGRAPH_PRINTED(
class CarryOver : public Halide::Internal::IRMutator {
  using Expr = Halide::Expr;
  using Stmt = Halide::Internal::Stmt;
  using Load = Halide::Internal::Load;
  using Store = Halide::Internal::Store;

public:
  CarryOver(const std::string &found, const std::string &left, int parts, const std::vector<int> &carried)
      : found(found), left(left), parts(parts), carried(carried) {}

  Stmt mutate(const Stmt &s) override {
    const bool isWhole = depth++ == 0;
    Stmt result = IRMutator::mutate(s);
    --depth;
    if (isWhole && turns == 0)
      throw std::runtime_error("a loop's turn is nowhere in its kernel");
    return result;
  }
  using IRMutator::mutate;

protected:
  using IRMutator::visit;

  Stmt visit(const Halide::Internal::ProducerConsumer *op) override {
    if (!op->is_producer || op->name != left)
      return IRMutator::visit(op);
    ++turns;
    freed.clear();
    inTurn = true;
    const Stmt body = IRMutator::mutate(op->body);
    inTurn = false;
    Stmt all = Halide::Internal::Block::make(body, copies(body, Expr()));
    for (const std::string &name : freed)
      all = Halide::Internal::Block::make(all, Halide::Internal::Free::make(name));
    return Halide::Internal::ProducerConsumer::make(op->name, true, all);
  }

  /// What is left is read once more.
  Stmt visit(const Halide::Internal::Free *op) override {
    if (!inTurn || partOf(left, op->name) < 0)
      return IRMutator::visit(op);
    freed.push_back(op->name);
    return Halide::Internal::Evaluate::make(0);
  }

private:
  struct Accesses : Halide::Internal::IRVisitor {
    using IRVisitor::visit;
    std::vector<const Load *> loads;
    std::vector<const Store *> stores;
    std::map<std::string, Expr> lets;
    void visit(const Load *op) override {
      loads.push_back(op);
      IRVisitor::visit(op);
    }
    void visit(const Store *op) override {
      stores.push_back(op);
      IRVisitor::visit(op);
    }
    void visit(const Halide::Internal::LetStmt *op) override {
      lets[op->name] = op->value;
      IRVisitor::visit(op);
    }
    void visit(const Halide::Internal::Let *op) override {
      lets[op->name] = op->value;
      IRVisitor::visit(op);
    }
  };
  struct Names : Halide::Internal::IRVisitor {
    using IRVisitor::visit;
    std::set<std::string> names;
    void visit(const Halide::Internal::Variable *op) override { names.insert(op->name); }
  };

  std::string buffer(const std::string &func, int part) const {
    return parts == 1 ? func : func + "." + std::to_string(part);
  }
  int partOf(const std::string &func, const std::string &name) const {
    for (int part = 0; part < parts; ++part)
      if (name == buffer(func, part))
        return part;
    return -1;
  }
  static Expr firstLane(const Expr &index) {
    const auto *ramp = index.as<Halide::Internal::Ramp>();
    return ramp ? ramp->base : index;
  }

  static Expr withoutLets(Expr e, const std::map<std::string, Expr> &lets) {
    for (size_t i = 0; i <= lets.size(); ++i) {
      Names used;
      e.accept(&used);
      bool isInside = false;
      for (const std::string &name : used.names)
        isInside = isInside || lets.count(name) > 0;
      if (!isInside)
        break;
      e = Halide::Internal::substitute(lets, e);
    }
    return e;
  }

  /// How far an element of what is found lies behind that of what is left; `around` where `body` does not say.
  Expr offsetOf(const Stmt &body, const Expr &around) const {
    Accesses all;
    body.accept(&all);
    Expr offset;
    for (const Load *load : all.loads)
      for (const Store *store : all.stores) {
        if (partOf(found, load->name) < 0 || partOf(left, store->name) < 0)
          continue;
        const Expr here = Halide::Internal::simplify(
            withoutLets(firstLane(load->index), all.lets) - withoutLets(firstLane(store->index), all.lets));
        if (offset.defined() && !Halide::Internal::is_const_zero(Halide::Internal::simplify(here - offset)))
          return around; // a vector, and a loop over its lanes
        offset = here;
      }
    return offset.defined() ? offset : around;
  }

  /// The same loops and conditions, in which what is left is copied to where it was found.
  Stmt copies(const Stmt &s, const Expr &around) const {
    using namespace Halide::Internal;
    const Expr offset = offsetOf(s, around);
    if (const auto *let = s.as<LetStmt>())
      return LetStmt::make(let->name, let->value, copies(let->body, offset));
    if (const auto *loop = s.as<For>())
      return For::make(loop->name, loop->min, loop->extent, loop->for_type, loop->partition_policy,
                       loop->device_api, copies(loop->body, offset));
    if (const auto *branch = s.as<IfThenElse>())
      return IfThenElse::make(branch->condition, copies(branch->then_case, offset),
                              branch->else_case.defined() ? copies(branch->else_case, offset) : Stmt());
    if (const auto *block = s.as<Block>())
      return Block::make(copies(block->first, offset), copies(block->rest, offset));
    const auto *store = s.as<Store>();
    const int part = store ? partOf(left, store->name) : -1;
    bool isCarried = false;
    for (const int one : carried)
      isCarried = isCarried || one == part;
    if (!isCarried)
      return Evaluate::make(0);
    if (!offset.defined())
      throw std::runtime_error("a loop's turn finds nothing of what is carried");
    const int lanes = store->index.type().lanes();
    const Expr to = simplify(store->index + (lanes > 1 ? Broadcast::make(offset, lanes) : offset));
    const Expr value = Load::make(store->value.type(), store->name, store->index, Halide::Buffer<>(),
                                  Halide::Parameter(), store->predicate, store->alignment);
    return Store::make(buffer(found, part), value, to, Halide::Parameter(), store->predicate,
                       ModulusRemainder());
  }

  std::string found, left;
  int parts;
  std::vector<int> carried;
  int depth = 0, turns = 0;
  bool inTurn = false;
  std::vector<std::string> freed;
};
)
// clang-format on

#undef FULLGRAPH_PRINTED

} // namespace fullgraph::lower
