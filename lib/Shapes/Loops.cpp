#include "lib/Shapes/Loops.h"

#include "lib/Graph/Failure.h"
#include "lib/Shapes/InferContext.h"

#include <algorithm>
#include <map>
#include <set>

namespace fullgraph {

namespace {

/// Of loops whose tensors are taken apart: numbers that are carried or stacked, numbers that a turn computes,
/// and products of its matmuls. Each is code.
constexpr int64_t mostCarried = 64, mostNumbers = 2048, mostProducts = 4096;

class FormFinder {
public:
  FormFinder(const std::vector<Value *> &states, const std::vector<Value *> &next, const ShapeEnv *env)
      : states(states), env(env) {
    roots.insert(roots.end(), states.begin(), states.end()); // also those that no turn reads
    roots.insert(roots.end(), next.begin(), next.end());
  }

  void add(const Value *value) {
    roots.push_back(value);
    values.push_back(value);
  }

  llvm::Expected<LoopForm> run() {
    for (const Value *root : roots)
      collect(root);
    if (!bad.empty())
      return failure(bad);
    if (isElementwise())
      return std::move(form);
    const std::string notElementwise = bad;
    if (isSmall()) {
      form.ofNumbers = true;
      form.space.clear();
      return std::move(form);
    }
    return failure(notElementwise + ", and " + bad);
  }

private:
  bool isOfTurn(const Value *v) {
    if (!v->def || isLoopEnd(*v->def))
      return false;
    if (v->def->is(Op::turn_state) || v->def->is(Op::turn_slice))
      return true;
    const auto known = ofTurn.find(v->def);
    if (known != ofTurn.end())
      return known->second;
    bool is = false;
    v->def->forEachOperand([&](const Value *operand) { is = is || (operand && isOfTurn(operand)); });
    return ofTurn[v->def] = is;
  }

  void collect(const Value *v) {
    if (!v->def || !bad.empty() || !(isOfTurn(v) || isNumberForAll(*v->def)) || !seen.insert(v->def).second)
      return;
    const Node &node = *v->def;
    if (!node.is(Op::turn_state) && !node.is(Op::turn_slice))
      node.forEachOperand([&](const Value *operand) {
        if (operand)
          collect(operand);
      });
    else if (node.is(Op::turn_state) && std::find(states.begin(), states.end(), v) == states.end())
      bad = operatorText(node) + " belongs to another loop";
    const bool isDivision = node.op->effect == OpEffect::DivisorError;
    if (node.op->effect != OpEffect::Pure && !(isDivision && fg::isFloatingType(v->type.dtype)))
      bad = operatorText(node) + " may fail in some turn";
    form.nodes.push_back(&node);
  }

  bool areEqual(const Sym &a, const Sym &b) const {
    if (a == b)
      return true;
    return env ? env->prove(symEq(a, b)) == true : !a.isConst() || !b.isConst();
  }

  /// May `sizes` be broadcast to `space`?
  bool fits(const std::vector<Sym> &sizes, const std::vector<Sym> &space) const {
    if (sizes.size() > space.size())
      return false;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (!sizes[d].isConst(1) && !areEqual(sizes[d], space[d + space.size() - sizes.size()]))
        return false;
    return true;
  }

  /// What all values of a turn broadcast to.
  bool findSpace() {
    const auto widen = [&](const std::vector<Sym> &sizes) {
      if (sizes.size() > form.space.size())
        form.space.insert(form.space.begin(), sizes.size() - form.space.size(), Sym(1));
      for (size_t d = 0; d < sizes.size(); ++d) {
        Sym &own = form.space[d + form.space.size() - sizes.size()];
        if (own.isConst(1))
          own = sizes[d];
      }
    };
    for (const Value *state : states)
      widen(state->type.sizes);
    for (const Value *value : values)
      widen(value->type.sizes);
    for (const Node *node : form.nodes)
      widen(node->result()->type.sizes);
    const auto all = [&](const std::vector<const Value *> &list) {
      return std::all_of(list.begin(), list.end(),
                         [&](const Value *v) { return fits(v->type.sizes, form.space); });
    };
    return all(roots) && std::all_of(form.nodes.begin(), form.nodes.end(), [&](const Node *node) {
             return fits(node->result()->type.sizes, form.space);
           });
  }

  bool isElementwise() {
    for (const Node *node : form.nodes) {
      const bool is = node->op->family == OpFamily::Loop || node->op->isPointwise() ||
                      node->op->family == OpFamily::Cast || isNumberForAll(*node);
      if (!is) {
        bad = operatorText(*node) + " is not computed element by element";
        return false;
      }
    }
    if (findSpace())
      return true;
    bad = "the sizes of a turn do not broadcast to each other";
    return false;
  }

  static std::optional<int64_t> countOf(const Value *v) { return v->type.numel().asInt(); }

  static bool isComputedByNumber(const Node &node) {
    switch (node.op->family) {
    case OpFamily::Loop:
    case OpFamily::Unary:
    case OpFamily::Binary:
    case OpFamily::Ternary:
    case OpFamily::Compare:
    case OpFamily::Cast:
      return true;
    case OpFamily::View:
      return isIndexMap(node);
    case OpFamily::Creation:
      return isNumberForAll(node);
    case OpFamily::Contraction:
      return isMatrixProduct(node);
    case OpFamily::Reduction:
      return isSumOrExtremum(node);
    case OpFamily::Concat:
      return true;
    default:
      return false;
    }
  }

  bool isSmall() {
    int64_t numbers = 0, products = 0, carried = 0;
    for (const Node *node : form.nodes) {
      const Value *v = node->result();
      const auto count = countOf(v);
      if (!isComputedByNumber(*node) || !count) {
        bad = operatorText(*node) + (count ? " is not computed number by number" : " is of an unknown size");
        return false;
      }
      numbers += *count;
      bool known = true;
      if (node->op->family == OpFamily::Contraction || node->op->family == OpFamily::Reduction)
        node->forEachOperand([&](const Value *operand) {
          known = known && (!operand || countOf(operand));
          if (operand && known)
            products = std::max<int64_t>(products, 0) + *countOf(operand) * std::max<int64_t>(*count, 1);
        });
      if (!known) {
        bad = operatorText(*node) + " is computed of tensors of unknown sizes";
        return false;
      }
    }
    for (const std::vector<const Value *> &list :
         {std::vector<const Value *>(states.begin(), states.end()), values})
      for (const Value *v : list) {
        const auto count = countOf(v);
        carried += count ? *count : mostCarried + 1;
      }
    if (carried <= mostCarried && numbers <= mostNumbers && products <= mostProducts)
      return true;
    bad = "the tensors of a turn are too large to be taken apart";
    return false;
  }

  const std::vector<Value *> &states;
  const ShapeEnv *const env;
  std::vector<const Value *> roots, values;
  std::map<const Node *, bool> ofTurn;
  std::set<const Node *> seen;
  LoopForm form;
  std::string bad;
};

/// Each turn leaves what the next one expects, and the turns can be computed by one kernel.
void checkTurns(InferContext &ctx, const Value *value) {
  const std::vector<Value *> &states = ctx.tensors("states"), &next = ctx.tensors("next");
  ctx.check(states.size() == next.size(), "a loop carries as many tensors as its turns leave");
  for (size_t i = 0; i < states.size(); ++i) {
    ctx.check(states[i]->def && states[i]->def->is(Op::turn_state), "a loop carries turn_states");
    const TensorType carried = ctx.type(states[i]), left = ctx.type(next[i]);
    bool same = carried.dtype == left.dtype && carried.rank() == left.rank() && carried.weak == left.weak;
    for (size_t d = 0; same && d < carried.rank(); ++d)
      same = ctx.equal(carried.sizes[d], left.sizes[d]);
    ctx.check(same, "a loop carries " + carried.str() + ", and a turn leaves " + left.str());
  }
  const std::vector<const Value *> values(value ? 1 : 0, value);
  if (llvm::Expected<LoopForm> form = loopForm(states, next, values, &ctx.env); !form)
    ctx.fail("no kernel for a loop: " + llvm::toString(form.takeError()));
  ctx.check(!ctx.isKnownFalse(symLe(Sym(0), ctx.integer("turns"))), "the number of turns is not negative");
}

Inference inferTurnState(InferContext &ctx) {
  const TensorType init = ctx.type(ctx.tensor("init"));
  ctx.check(!init.weak, "a number of the program is not carried");
  return ctx.one(ctx.fresh(init.dtype, init.sizes));
}

Inference inferTurnSlice(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  ctx.check(self.rank() > 0, "a 0-d tensor has no slices");
  std::vector<Sym> sizes = self.sizes, strides = self.stridesOrContiguous();
  const auto dim = static_cast<std::ptrdiff_t>(ctx.dim("dim", self.rank()));
  sizes.erase(sizes.begin() + dim);
  strides.erase(strides.begin() + dim);
  // Operators' results lie as the slices of the program's do, which are views.
  return ctx.one(ctx.fresh(self.dtype, std::move(sizes), std::move(strides)));
}

Inference inferLastTurn(InferContext &ctx) {
  checkTurns(ctx, nullptr);
  const int64_t of = ctx.constant("of");
  const std::vector<Value *> &states = ctx.tensors("states");
  ctx.check(of >= 0 && of < static_cast<int64_t>(states.size()), "a loop carries no such tensor");
  const TensorType type = ctx.type(states[static_cast<size_t>(of)]);
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

Inference inferAllTurns(InferContext &ctx) {
  checkTurns(ctx, ctx.tensor("value"));
  const TensorType value = ctx.type(ctx.tensor("value"));
  std::vector<Sym> sizes = value.sizes;
  sizes.insert(sizes.begin(), ctx.integer("turns"));
  return ctx.one(ctx.fresh(value.dtype, std::move(sizes)));
}

} // namespace

std::string operatorText(const Node &node) {
  if (!node.loc.isValid())
    return "%" + node.result()->name;
  return std::string(node.opName()) + " (" + node.loc.str() + ")";
}

llvm::Expected<LoopForm> loopForm(const std::vector<const Node *> &ends, const ShapeEnv *env) {
  FormFinder finder(ends[0]->values("states"), ends[0]->values("next"), env);
  for (const Node *end : ends)
    if (end->is(Op::all_turns))
      finder.add(end->value("value"));
  return finder.run();
}

llvm::Expected<LoopForm> loopForm(const std::vector<Value *> &states, const std::vector<Value *> &next,
                                  const std::vector<const Value *> &values, const ShapeEnv *env) {
  FormFinder finder(states, next, env);
  for (const Value *value : values)
    finder.add(value);
  return finder.run();
}

const std::vector<InferRow> &loopRows() {
  static const std::vector<InferRow> rows = {{Op::turn_state, inferTurnState},
                                             {Op::turn_slice, inferTurnSlice},
                                             {Op::last_turn, inferLastTurn},
                                             {Op::all_turns, inferAllTurns}};
  return rows;
}

} // namespace fullgraph
