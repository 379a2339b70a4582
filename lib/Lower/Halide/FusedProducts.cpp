#include "lib/Lower/Halide/FusedProducts.h"

#include "lib/Lower/Halide/Number.h"

#include <algorithm>
#include <map>

namespace fullgraph::lower {
using namespace Halide;
using Internal::Call;

namespace {

/// Of what no chain of operations leads to from what a turn finds.
constexpr int isInNoChain = -1;

class Operands : public Internal::IRGraphVisitor {
public:
  static std::vector<Expr> of(const Expr &e) {
    Operands operands;
    e.accept(&operands);
    return operands.list;
  }

private:
  void include(const Expr &e) override { list.push_back(e); }
  std::vector<Expr> list;
};

class FuseProducts : public Internal::IRGraphMutator {
public:
  explicit FuseProducts(const std::string &found) : found(found) {}

protected:
  using IRGraphMutator::visit;

  Expr visit(const Internal::Let *op) override {
    const Expr value = mutate(op->value);
    values[op->name] = value;
    return Internal::Let::make(op->name, value, mutate(op->body));
  }

  Expr visit(const Call *op) override {
    const Expr result = IRGraphMutator::visit(op);
    const auto *sum = result.as<Call>();
    const bool isDifference = sum->is_intrinsic(Call::strict_sub);
    if (!isDifference && !sum->is_intrinsic(Call::strict_add))
      return result;
    const int chains[] = {chainTo(sum->args[0]), chainTo(sum->args[1])};
    const size_t late = chains[0] > chains[1] ? 0 : 1;
    const Call *product = chains[0] == chains[1] ? nullptr : valueOf(sum->args[late]).as<Call>();
    if (!product || !product->is_intrinsic(Call::strict_mul))
      return result;
    Expr waited = product->args[0], ready = product->args[1], rest = sum->args[1 - late];
    if (chainTo(waited) < chainTo(ready))
      std::swap(waited, ready);
    // No turn waits for the change of a sign.
    if (isDifference)
      (late == 0 ? rest : ready) = negated(late == 0 ? rest : ready);
    return processorFma(ready, waited, rest);
  }

private:
  Expr valueOf(const Expr &e) const {
    const auto *variable = e.as<Internal::Variable>();
    const auto named = variable ? values.find(variable->name) : values.end();
    return named == values.end() ? e : named->second;
  }

  /// How many operations, one behind the other, lead from what `found` holds to `e`.
  int chainTo(const Expr &e) {
    const Expr value = valueOf(e);
    if (const auto *let = value.as<Internal::Let>())
      return chainTo(let->body);
    if (const auto known = lengths.find(value); known != lengths.end())
      return known->second;
    const auto *call = value.as<Call>();
    int length = isInNoChain;
    if (call && call->name == found) {
      length = 0;
    } else {
      for (const Expr &operand : Operands::of(value))
        length = std::max(length, chainTo(operand));
      length += length == isInNoChain ? 0 : 1;
    }
    lengths[value] = length;
    return length;
  }

  std::string found;
  std::map<std::string, Expr> values; // of Lets
  std::map<Expr, int, ExprCompare> lengths;
};

} // namespace

Expr withFusedProducts(const Expr &value, const std::string &found) {
  return FuseProducts(found).mutate(value);
}

} // namespace fullgraph::lower
