#include "lib/Lower/Halide/Variants.h"

#include "lib/Lower/Halide/Devices/DeviceMath.h"
#include "lib/Lower/Halide/HalideTarget.h"
#include "lib/Lower/Halide/Masks.h"
#include "lib/Lower/Halide/ReductionTerms.h"
#include "lib/Lower/Halide/Tasks.h"
#include "lib/Lower/Halide/VectorMath.h"

namespace fullgraph::lower {
using namespace Halide;

namespace {

struct ContractionRows {
  Sym rows = 1;
  bool weightsByRow = false; // [N, K]: dot products pay
};

std::optional<ContractionRows> contractionRows(const Graph &graph) {
  for (const auto &node : graph.nodes()) {
    if (node->op->family != OpFamily::Contraction || node->is(Op::convolution))
      continue;
    const bool linear = node->is(Op::linear);
    const Value *left = node->value(linear ? "input" : "self");
    const Value *right =
        linear ? node->value("weight") : node->value(node->is(Op::matmul) ? "other" : "mat2");
    if (left->type.rank() < 2 || right->type.rank() < 2)
      return std::nullopt;
    const std::vector<Sym> strides = right->type.stridesOrContiguous();
    ContractionRows result;
    result.rows = left->type.sizes[left->type.rank() - 2];
    result.weightsByRow =
        strides[strides.size() - (linear ? 1 : 2)].isConst(1) && isFloatingType(right->type.dtype);
    return result;
  }
  return std::nullopt;
}

} // namespace

std::vector<Variant> variantsOf(const Graph &graph, const TargetSpec &target) {
  if (target.isDevice())
    return {{}};
  std::vector<Variant> variants;
  const auto contraction = contractionRows(graph);
  if (contraction && !contraction->rows.isConst()) {
    const Sym &rows = contraction->rows;
    if (rows.kind() == SymKind::Symbol)
      variants.push_back({Rows::One, rows.name(), symEq(rows, Sym(1))});
    if (contraction->weightsByRow)
      variants.push_back({Rows::Few, "", symLe(rows, Sym(fewRows))});
  }
  if (const auto elements = elementsOfComparedRow(graph)) {
    const int longest = longestShortRow(Machine(target));
    if (elements->asInt().value_or(longest + 1) <= longest)
      return {{Rows::Short, "", {}}};
    if (!elements->isConst())
      variants.push_back({Rows::Short, "", symLe(*elements, Sym(longest))});
  }
  variants.push_back({});
  return variants;
}

std::unique_ptr<Graph> specialised(const Graph &graph, const std::string &symbol) {
  llvm::Expected<std::unique_ptr<Graph>> parsed = parseGraph(printGraph(graph));
  if (!parsed)
    throw LowerError("cannot copy the kernel's graph: " + llvm::toString(parsed.takeError()));
  std::unique_ptr<Graph> copy = std::move(*parsed);
  const auto replace = [&](Sym &s) {
    s = s.substitute(
        [&](const std::string &known) { return known == symbol ? std::optional<Sym>(1) : std::nullopt; });
  };
  const auto replaceType = [&](TensorType &type) {
    for (Sym &s : type.sizes)
      replace(s);
    for (Sym &s : type.strides)
      replace(s);
  };
  for (GraphInput &input : copy->inputs())
    replaceType(input.value->type);
  for (const auto &node : copy->nodes()) {
    for (const auto &result : node->results)
      replaceType(result->type);
    for (Arg &arg : node->args) {
      if (Sym *s = std::get_if<Sym>(&arg))
        replace(*s);
      else if (auto *list = std::get_if<std::vector<Sym>>(&arg))
        for (Sym &s : *list)
          replace(s);
    }
  }
  return copy;
}

namespace {

Expr conditionExpr(KernelBuilder &builder, const Sym &condition) {
  const std::vector<Sym> &sides = condition.operands();
  if (condition.kind() == SymKind::Eq)
    return builder.size(sides[0]) == builder.size(sides[1]);
  if (condition.kind() == SymKind::Le)
    return builder.size(sides[0]) <= builder.size(sides[1]);
  if (condition.kind() == SymKind::Lt)
    return builder.size(sides[0]) < builder.size(sides[1]);
  throw LowerError("condition " + condition.str() + " of a kernel's variant");
}

} // namespace

std::vector<KnobGroup> knobsOf(const Graph &graph, const TargetSpec &target, const LowerOptions &options) {
  std::vector<KnobGroup> groups;
  std::set<std::string> names;
  for (const Variant &variant : variantsOf(graph, target)) {
    const std::unique_ptr<Graph> special =
        variant.symbol.empty() ? nullptr : specialised(graph, variant.symbol);
    KernelBuilder builder(special ? *special : graph, target, options, variant.rows);
    builder.build();
    groups.push_back({variant.condition, builder.tuned().asked()});
    for (const Knob &knob : groups.back().knobs)
      names.insert(knob.name);
  }
  groups.back().condition.reset();
  for (const auto &[name, value] : options.tuning)
    if (!names.count(name)) {
      std::string known;
      for (const std::string &other : names)
        known += (known.empty() ? "" : ", ") + other;
      throw LowerError("there is no knob '" + name + "'" + (known.empty() ? "" : "; there are " + known));
    }
  return groups;
}

Module compileVariants(const Graph &graph, const TargetSpec &target, const LowerOptions &options,
                       const std::string &name) {
  const Target halide = kernelTarget(target);
  const std::vector<Variant> variants = variantsOf(graph, target);
  std::vector<std::unique_ptr<Graph>> graphs;
  std::vector<Module> modules;
  std::vector<Expr> conditions;
  // Without metadata: callers know the arguments.
  const LinkageType linkage = options.argv ? LinkageType::ExternalPlusArgv : LinkageType::External;
  for (const Variant &variant : variants) {
    if (!variant.symbol.empty())
      graphs.push_back(specialised(graph, variant.symbol));
    KernelBuilder builder(variant.symbol.empty() ? graph : *graphs.back(), target, options, variant.rows);
    builder.build();
    if (variants.size() > 1 && &variant != &variants.back())
      conditions.push_back(conditionExpr(builder, variant.condition));
    Pipeline pipeline = builder.pipeline();
    if (target.isDevice())
      callDeviceMath(pipeline, target.place);
    else
      branchOnHugeAngles(pipeline);
    modules.push_back(pipeline.compile_to_module(builder.arguments(), name, halide, linkage));
  }
  if (target.isDevice())
    return modules[0];
  if (modules.size() == 1)
    return singleTasksAsCalls(wholeAccumulators(modules[0]));

  // All variants have the same arguments by name, so their bodies can stand in one function. What else a
  // module has are the bodies of its parallel loops.
  Module result(name, halide);
  Internal::Stmt body;
  std::vector<Internal::LoweredArgument> arguments;
  for (size_t i = modules.size(); i-- > 0;) {
    // Without this the strict operations of the bodies would be compiled as fast ones.
    if (modules[i].any_strict_float())
      result.set_any_strict_float(true);
    for (const Internal::LoweredFunc &f : modules[i].functions()) {
      if (f.name != name) {
        result.append(f);
        continue;
      }
      body = body.defined() ? Internal::IfThenElse::make(conditions[i], f.body, body) : f.body;
      arguments = f.args;
    }
  }
  result.append(Internal::LoweredFunc(name, arguments, body, linkage));
  return singleTasksAsCalls(wholeAccumulators(result));
}

} // namespace fullgraph::lower
