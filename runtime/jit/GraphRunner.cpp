#include "runtime/jit/GraphRunner.h"

#include "lib/Ops/Promotion.h"
#include "lib/Shapes/Loops.h"
#include "runtime/jit/Evaluate.h"
#include "runtime/jit/Operators.h"

#include <fullgraph/dispatch.h>

#include <bit>
#include <cstdio>
#include <unordered_map>

namespace fullgraph::jit {
namespace {

/// A kernel's argument as a tensor over the same memory. Its dims come innermost first.
fg::Tensor tensorOf(void *argument, ScalarType dtype) {
  const auto &buffer = *static_cast<const fg_buffer *>(argument);
  std::vector<int64_t> sizes, strides;
  for (int d = buffer.dimensions; d-- > 0;) {
    sizes.push_back(buffer.dim[d].extent);
    strides.push_back(buffer.dim[d].stride);
  }
  return fg::from_blob(buffer.host, sizes, strides, dtype);
}

fg::Scalar scalarOf(int64_t bits, SymType type) {
  return type == SymType::Bool  ? fg::Scalar(bits != 0)
         : type == SymType::Int ? fg::Scalar(bits)
                                : fg::Scalar(std::bit_cast<double>(bits));
}

} // namespace

class GraphRunner::Call {
public:
  Call(const GraphRunner &of, void **arguments) : of(of), arguments(arguments) {}

  void run() {
    for (const GraphInput &input : of.graph->inputs())
      values.emplace(input.value, tensorOf(*arguments++, input.value->type.dtype));
    for (const SymbolDef &symbol : of.symbols)
      numbers[symbol.name] = *static_cast<const int64_t *>(*arguments++);
    for (const auto &node : of.graph->nodes())
      if (isLoopEnd(*node))
        values[node->result()] = runLoop(*node);
      else if (!of.ofTurns.count(node.get()))
        values[node->result()] = evaluate(*node);
    for (const Value *result : of.results) {
      fg::Tensor to = tensorOf(*arguments++, result->type.dtype);
      fg::copy_(to, values.at(result));
    }
  }

private:
  const GraphRunner &of;
  void **arguments;
  std::unordered_map<const Value *, fg::Tensor> values;
  std::unordered_map<std::string, int64_t> numbers;

  int64_t bitsOf(const Sym &value) const {
    const std::optional<int64_t> bits =
        jit::evaluate(value, [&](const std::string &name) -> std::optional<int64_t> {
          const auto found = numbers.find(name);
          return found == numbers.end() ? std::nullopt : std::optional(found->second);
        });
    if (!bits)
      fg::detail::fail({"the interpreter does not know ", value.str()});
    return *bits;
  }

  /// The turns of the loop that `end` is an end of, one by one.
  fg::Tensor runLoop(const Node &end) {
    const LoopForm form = llvm::cantFail(loopForm({&end})); // inference has asked for it
    const std::vector<Value *> &states = end.values("states"), &next = end.values("next");
    const int64_t turns = bitsOf(end.sym("turns"));
    const bool stacks = end.is(Op::all_turns), reverse = stacks && end.flag("reverse");
    std::vector<fg::Tensor> carried, stacked(static_cast<size_t>(stacks ? turns : 0));
    for (const Value *state : states)
      carried.push_back(values.at(state->def->value("init")));
    for (int64_t turn = 0; turn < turns; ++turn) {
      for (size_t i = 0; i < states.size(); ++i)
        values[states[i]] = carried[i];
      for (const Node *node : form.nodes)
        if (node->is(Op::turn_slice))
          values[node->result()] =
              fg::select(values.at(node->value("self")), bitsOf(node->sym("dim")),
                         node->flag("reverse") ? turns - 1 - turn : turn);
        else if (!isCarried(*node))
          values[node->result()] = evaluate(*node);
      for (size_t i = 0; i < states.size(); ++i)
        carried[i] = values.at(next[i]);
      if (stacks)
        stacked[static_cast<size_t>(reverse ? turns - 1 - turn : turn)] = values.at(end.value("value"));
    }
    if (!stacks)
      return carried[static_cast<size_t>(bitsOf(end.sym("of")))];
    if (turns > 0)
      return fg::stack(stacked, 0);
    std::vector<int64_t> sizes;
    for (const Sym &size : end.result()->type.sizes)
      sizes.push_back(bitsOf(size));
    return fg::rt::empty(end.result()->type.dtype, sizes);
  }

  fg::Tensor evaluate(const Node &node) const {
    const TensorType &type = node.result()->type;
    if (node.is(Op::scalar)) {
      const Sym &value = node.sym("value");
      return fg::full({}, scalarOf(bitsOf(value), value.type()), type.dtype);
    }
    if (node.is(Op::random_key) && of.randomKey) { // the program's generator, not this library's
      fg::Tensor key = fg::rt::empty(fg::kLong, {2});
      fg::rt::View<1> view(key.data_ptr(), fg::kLong, {{2, 1}});
      if (fg::rt::call_library(of.randomKey, view) != 0)
        fg::detail::fail({"random_key failed"});
      return key;
    }
    std::vector<Operand> operands;
    for (size_t i = 0; i < node.args.size(); ++i)
      operands.push_back(operandOf(node, i));
    const Operator function = findOperator(node.opName());
    if (!function)
      fg::detail::fail({"the interpreter has no operator ", std::string(node.opName())});
    const fg::Tensor result = function(operands);
    return type.weak && result.scalar_type() != type.dtype ? fg::to(result, type.dtype) : result;
  }

  Operand operandOf(const Node &node, size_t index) const {
    const ArgSchema &schema = node.op->args[index];
    const Arg &arg = node.args[index];
    Operand operand;
    if (std::holds_alternative<std::monostate>(arg)) {
      if (!schema.optional && schema.defaultNumber) {
        const double number = *schema.defaultNumber;
        const bool isInteger = number == static_cast<double>(static_cast<int64_t>(number));
        operand.scalar = isInteger ? fg::Scalar(static_cast<int64_t>(number)) : fg::Scalar(number);
      }
    } else if (const auto *value = std::get_if<Value *>(&arg)) {
      const fg::Tensor &tensor = values.at(*value);
      const bool promotes = node.op->isPointwise() && !node.result()->type.weak;
      if (schema.scalar)
        operand.scalar = tensor.item();
      else if ((*value)->type.weak && promotes)
        operand.tensor = fg::full({}, tensor.item(), dtypeOfWeakOperands(node));
      else
        operand.tensor = tensor;
    } else if (const auto *list = std::get_if<std::vector<Value *>>(&arg)) {
      for (const Value *value : *list)
        operand.tensors.push_back(values.at(value));
    } else if (const auto *sym = std::get_if<Sym>(&arg)) {
      operand.integer = bitsOf(*sym);
    } else if (const auto *syms = std::get_if<std::vector<Sym>>(&arg)) {
      for (const Sym &value : *syms)
        operand.integers.push_back(bitsOf(value));
    } else if (const auto *dtype = std::get_if<ScalarType>(&arg)) {
      operand.dtype = *dtype;
    } else {
      operand.text = std::get<std::string>(arg);
    }
    return operand;
  }
};

GraphRunner::GraphRunner(std::unique_ptr<Graph> ofGraph, const std::vector<std::string> &resultNames,
                         const std::vector<SymbolDef> &symbols, int (*randomKey)(void **))
    : graph(std::move(ofGraph)), symbols(symbols), randomKey(randomKey) {
  for (const auto &node : graph->nodes()) {
    if (!isLoopEnd(*node))
      continue;
    const LoopForm form = llvm::cantFail(loopForm({node.get()})); // inference has asked for it
    for (const Node *computed : form.nodes)
      if (computed->op->family != OpFamily::Creation)
        ofTurns.insert(computed);
  }
  std::unordered_map<std::string, const Value *> named;
  for (const GraphInput &input : graph->inputs())
    named.emplace(input.value->name, input.value);
  for (const auto &node : graph->nodes())
    named.emplace(node->result()->name, node->result());
  for (const std::string &name : resultNames)
    results.push_back(named.at(name));
}

KernelCode GraphRunner::code() const { return {run, this}; }

/// What fails here fails in the user's own code, too, which says why.
int GraphRunner::run(void **arguments) noexcept {
  try {
    Call(**static_cast<const GraphRunner *const *>(arguments[0]), arguments + 1).run();
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "fullgraph: an operator of an interpreted graph failed: %s\n", error.what());
    return -1;
  }
}

} // namespace fullgraph::jit
