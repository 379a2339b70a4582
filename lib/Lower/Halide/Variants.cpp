#include "lib/Lower/Halide/Variants.h"

#include "lib/Lower/Halide/Devices/DeviceMath.h"
#include "lib/Lower/Halide/HalideTarget.h"
#include "lib/Lower/Halide/LoopKernel.h"
#include "lib/Lower/Halide/Masks.h"
#include "lib/Lower/Halide/Operands.h"
#include "lib/Lower/Halide/ReductionTerms.h"
#include "lib/Lower/Halide/Tasks.h"
#include "lib/Lower/Halide/VectorMath.h"

namespace fullgraph::lower {
using namespace Halide;

namespace {

struct ContractionRows {
  Sym rows = 1, columns = 1;
  bool weightsByRow = false;    // [N, K]: dot products pay
  bool weightsByColumn = false; // [K, N]: a row runs over columns as they lie
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
    const std::vector<Sym> &sizes = right->type.sizes;
    result.columns = sizes[sizes.size() - (linear ? 2 : 1)];
    result.weightsByRow =
        strides[strides.size() - (linear ? 1 : 2)].isConst(1) && isFloatingType(right->type.dtype);
    result.weightsByColumn = !result.weightsByRow && strides[strides.size() - (linear ? 2 : 1)].isConst(1);
    return result;
  }
  return std::nullopt;
}

} // namespace

/// The regimes of a contraction's rows, but for the one that serves every size.
static std::vector<Variant> variantsOfRows(const Graph &graph, const ContractionRows &contraction) {
  std::vector<Variant> variants;
  const Sym &rows = contraction.rows;
  const bool isBoundByMemory =
      (contraction.weightsByRow || contraction.weightsByColumn) && !hasFunction(graph);
  // Columns that are a symbol are copied into panels, for which few rows are too little work. Where they are
  // long enough, vectors of them need no copy.
  const bool needsLongRows = contraction.weightsByColumn && !contraction.columns.isConst();
  // All of a condition may be known: columns that are the rows are few where there is one row.
  const auto add = [&](Rows regime, const std::string &symbol, Sym condition, bool boundByMemory) {
    if (needsLongRows)
      condition = symAnd(condition, symLe(Sym(leastLongRow), contraction.columns));
    if (!condition.isConst())
      variants.push_back({regime, symbol, condition, boundByMemory});
  };
  if (rows.isConst(1) || rows.kind() == SymKind::Symbol)
    add(needsLongRows ? Rows::OneLong : Rows::One, rows.isConst() ? "" : rows.name(), symEq(rows, Sym(1)),
        isBoundByMemory);
  if (contraction.weightsByRow && !rows.isConst())
    add(Rows::Few, "", symLe(rows, Sym(fewRows)), isBoundByMemory);
  if (needsLongRows && !rows.isConst(1))
    add(Rows::FewLong, "", symLe(rows, Sym(fewLongRows)), false);
  return variants;
}

std::vector<Variant> variantsOf(const Graph &graph, const TargetSpec &target) {
  if (target.isDevice())
    return {{}};
  std::vector<Variant> variants;
  if (const auto contraction = contractionRows(graph))
    variants = variantsOfRows(graph, *contraction);
  if (const auto elements = elementsOfComparedRow(graph)) {
    const int longest = longestShortRow(Machine(target));
    if (elements->asInt().value_or(longest + 1) <= longest)
      return {{Rows::Short, "", {}}};
    if (!elements->isConst())
      variants.push_back({Rows::Short, "", symLe(*elements, Sym(longest))});
  }
  // One place is a number, and no vector of which one lane counts.
  if (const std::string symbol = symbolOfNeighbours(graph);
      !symbol.empty() && !graph.env.estimate(Sym::symbol(symbol)))
    variants.push_back({Rows::One, symbol, symEq(Sym::symbol(symbol), Sym(1))});
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
  if (condition.kind() == SymKind::Not)
    return !conditionExpr(builder, sides[0]);
  if (condition.kind() == SymKind::And || condition.kind() == SymKind::Or) {
    Expr joined = conditionExpr(builder, sides[0]);
    for (size_t i = 1; i < sides.size(); ++i) {
      const Expr next = conditionExpr(builder, sides[i]);
      joined = condition.kind() == SymKind::And ? joined && next : joined || next;
    }
    return joined;
  }
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

namespace {

/// What a kernel does under a condition: the module that computes it, or a call of the lower level's kernel.
struct Branch {
  std::optional<Expr> condition; // the last branch has none
  std::optional<Module> module;
};

/// Calls `symbol`, a kernel with the same arguments.
Internal::Stmt callOf(const std::string &symbol, const std::vector<Internal::LoweredArgument> &arguments) {
  std::vector<Expr> values;
  for (const Internal::LoweredArgument &argument : arguments)
    values.push_back(argument.is_buffer()
                         ? Internal::Variable::make(type_of<halide_buffer_t *>(), argument.name + ".buffer")
                         : Internal::Variable::make(argument.type, argument.name));
  return Internal::Evaluate::make(Internal::Call::make(Int(32), symbol, values, Internal::Call::Extern));
}

/// One function of all branches. All have the same arguments by name, so that their bodies can stand in it.
/// What else a module has are the bodies of its parallel loops.
Module joined(const std::vector<Branch> &branches, const std::string &lowerLevel, const std::string &name,
              const Target &halide, LinkageType linkage) {
  Module result(name, halide);
  Internal::Stmt body;
  std::vector<Internal::LoweredArgument> arguments;
  for (size_t i = branches.size(); i-- > 0;) {
    if (!branches[i].module) {
      body = Internal::IfThenElse::make(*branches[i].condition, callOf(lowerLevel, arguments), body);
      continue;
    }
    const Module &module = *branches[i].module;
    // Without this the strict operations of the bodies would be compiled as fast ones.
    if (module.any_strict_float())
      result.set_any_strict_float(true);
    for (const Internal::LoweredFunc &f : module.functions()) {
      if (f.name != name) {
        result.append(f);
        continue;
      }
      body = body.defined() ? Internal::IfThenElse::make(*branches[i].condition, f.body, body) : f.body;
      arguments = f.args;
    }
  }
  result.append(Internal::LoweredFunc(name, arguments, body, linkage));
  return result;
}

} // namespace

Module compileVariants(const Graph &graph, const TargetSpec &target, const LowerOptions &options,
                       const std::string &name) {
  const Target halide = kernelTarget(target);
  const std::vector<Variant> variants = variantsOf(graph, target);
  std::vector<std::unique_ptr<Graph>> graphs;
  std::vector<Branch> branches;
  // Without metadata: callers know the arguments.
  const LinkageType linkage = options.argv ? LinkageType::ExternalPlusArgv : LinkageType::External;
  for (const Variant &variant : variants) {
    if (!variant.symbol.empty())
      graphs.push_back(specialised(graph, variant.symbol));
    KernelBuilder builder(variant.symbol.empty() ? graph : *graphs.back(), target, options, variant.rows);
    builder.build();
    Branch &branch = branches.emplace_back();
    if (&variant != &variants.back())
      branch.condition = conditionExpr(builder, variant.condition);
    if (variant.isBoundByMemory && !options.lowerLevel.empty())
      continue;
    Pipeline pipeline = builder.pipeline();
    if (target.isDevice())
      callDeviceMath(pipeline, target.place);
    else
      branchOnHugeAngles(pipeline);
    branch.module = pipeline.compile_to_module(builder.arguments(), name, halide, linkage);
  }
  if (target.isDevice())
    return *branches[0].module;
  if (branches.size() == 1)
    return singleTasksAsCalls(wholeAccumulators(*branches[0].module));
  return singleTasksAsCalls(wholeAccumulators(joined(branches, options.lowerLevel, name, halide, linkage)));
}

} // namespace fullgraph::lower
