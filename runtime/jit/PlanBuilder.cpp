#include "runtime/jit/PlanBuilder.h"

#include "lib/Graph/Failure.h"
#include "lib/Graph/UserName.h"
#include "lib/Program/GuardList.h"
#include "lib/Program/StepList.h"

#include "runtime/jit/Evaluate.h"

#include <bit>
#include <limits>
#include <map>

namespace fullgraph::jit {
namespace plan = fg::rt::plan;
namespace {

struct Unsupported {
  std::string what;
};

/// What a plan's spans point to.
struct Storage {
  plan::Plan plan{};
  std::list<std::vector<plan::Register>> registers;
  std::list<std::vector<plan::Argument>> arguments;
  std::vector<plan::InputGuard> inputs;
  std::vector<plan::FixedRegister> fixed;
  std::vector<int64_t> constants;
  std::vector<plan::Operation> guardOperations, operations;
  std::vector<plan::Register> conditions;
  std::vector<uint32_t> written;
  std::vector<plan::View> views;
  std::vector<plan::Output> outputs;
  std::vector<uint32_t> viewOutputs;
  std::vector<plan::Step> steps;
  std::string description, guards;
  std::list<std::string> texts;
  std::vector<const char *> inputNames, givenNames;
  std::vector<plan::ConditionText> conditionTexts;
};

std::string placeText(const SourceLoc &loc) { return loc.isValid() ? " (" + loc.str() + ")" : ""; }

template <class T> plan::Span<T> spanOf(const std::vector<T> &list) {
  return {list.data(), static_cast<uint32_t>(list.size())};
}

class Builder {
public:
  Builder(const Retyped &retyped, const Program &program, size_t numberCount,
          const std::vector<KernelCode> &kernels, UncheckedGuards unchecked)
      : graph(*retyped.graph), sources(retyped.sources), program(program), numberCount(numberCount),
        kernels(kernels), unchecked(unchecked), storage(std::make_unique<Storage>()) {}

  const plan::Plan *build() {
    addGiven();
    GuardOptions options;
    options.strides = !unchecked.strides;
    options.overlap = !unchecked.overlap;
    options.extents = true;
    for (const GuardStep &guard : guardsOf(graph, program, options).steps)
      std::visit([this](const auto &check) { add(check); }, guard);
    inGuards = false;
    const StepList list = stepsOf(graph, program);
    addOutputs();
    storage->viewOutputs = list.views;
    for (const ProgramStep &step : list.steps)
      std::visit([this](const auto &one) { add(one); }, step);
    storage->plan.workspaceBytes = emit(list.workspaceBytes);
    storage->plan.draws = list.draws;
    return finish();
  }

private:
  const Graph &graph;
  const std::map<std::string, SymbolSource> &sources;
  const Program &program;
  const size_t numberCount;
  const std::vector<KernelCode> &kernels;
  const UncheckedGuards unchecked;
  std::unique_ptr<Storage> storage;
  std::map<Sym, plan::Register> known;
  std::map<int64_t, plan::Register> knownConstants;
  std::vector<plan::Register> firstOfInput;
  uint32_t given = 0, results = 0; // registers of inputs and numbers; of operations
  bool inGuards = true;

  // While a plan is built, registers of constants and of operations are numbered apart.
  static constexpr uint32_t constantTag = 1u << 30, resultTag = 1u << 31;
  static constexpr uint32_t maxRegisters = 4096; // they are on the stack

  plan::Register constant(int64_t bits) {
    const auto [entry, fresh] =
        knownConstants.emplace(bits, constantTag | static_cast<uint32_t>(storage->constants.size()));
    if (fresh)
      storage->constants.push_back(bits);
    return entry->second;
  }
  plan::Register operation(Function function, plan::Register a, plan::Register b, plan::Register c) {
    if (!function)
      throw Unsupported{"an operation on C++ numbers"};
    const plan::Register result = resultTag | results++;
    (inGuards ? storage->guardOperations : storage->operations).push_back({function, a, b, c, result});
    return result;
  }
  plan::Register emit(const Sym &value) {
    if (value.isConst())
      return constant(constantBits(value));
    if (const auto found = known.find(value); found != known.end())
      return found->second;
    if (value.kind() == SymKind::Symbol)
      throw Unsupported{"the symbol " + value.name() + ", which nothing gives"};
    const std::vector<Sym> &operands = value.operands();
    std::vector<plan::Register> r;
    for (const Sym &operand : operands)
      r.push_back(emit(operand));
    const Function function = functionFor(value);
    plan::Register result = 0;
    if (isChain(value)) {
      result = r[0];
      for (size_t i = 1; i < r.size(); ++i)
        result = operation(function, result, r[i], result);
    } else {
      result = operation(function, r[0], r[r.size() > 1 ? 1 : 0], r[r.size() > 2 ? 2 : 0]);
    }
    known.emplace(value, result);
    return result;
  }
  plan::Span<plan::Register> emit(const std::vector<Sym> &values) {
    std::vector<plan::Register> &list = storage->registers.emplace_back();
    for (const Sym &value : values)
      list.push_back(emit(value));
    return spanOf(list);
  }

  const char *keep(std::string text) { return storage->texts.emplace_back(std::move(text)).c_str(); }
  void listGuard(const std::string &text) {
    storage->guards += (storage->guards.empty() ? "  " : "\n  ") + text;
  }

  /// The registers that the call fills: the sizes of each input, of a strided one also its strides, and
  /// numbers.
  void addGiven() {
    for (const GraphInput &input : graph.inputs()) {
      const TensorType &type = input.value->type;
      const std::string name = inputName(input);
      storage->inputNames.push_back(keep(name));
      firstOfInput.push_back(given);
      for (const char *what : {".size(", ".stride("})
        for (size_t d = 0; d < (what[2] == 'i' ? type.rank() : type.strides.size()); ++d, ++given)
          storage->givenNames.push_back(keep(name + what + std::to_string(d) + ")"));
    }
    for (size_t i = 0; i < numberCount; ++i)
      storage->givenNames.push_back("");
    for (const SymbolDef &symbol : graph.env.symbols())
      if (const auto source = sources.find(symbol.name);
          source != sources.end() && source->second.kind == SymbolSource::Number) {
        known.emplace(Sym::symbol(symbol.name, symbol.type), given + source->second.index);
        storage->givenNames[given + source->second.index] = keep(userName(symbol.cxx));
      }
    given += static_cast<uint32_t>(numberCount);
  }
  plan::Register givenBy(unsigned input, unsigned dim, bool isStride) const {
    return firstOfInput[input] + dim +
           (isStride ? static_cast<uint32_t>(graph.inputs()[input].value->type.rank()) : 0);
  }

  /// `what` is the condition, or an expression that it bounds.
  void condition(plan::Register number, const Sym &what, const std::string &text, const std::string &reason,
                 std::vector<plan::Register> about = {}) {
    storage->conditions.push_back(number);
    std::vector<plan::Register> &integers = storage->registers.emplace_back(std::move(about));
    what.forEachSymbol([&](const std::string &name, SymType) {
      const auto source = sources.find(name);
      if (source != sources.end() && source->second.kind != SymbolSource::Number)
        integers.push_back(known.at(Sym::symbol(name)));
    });
    storage->conditionTexts.push_back({keep(text), keep(reason), spanOf(integers)});
    listGuard(text + (reason.empty() ? "" : ": " + reason));
  }
  std::string userText(const Sym &value) const {
    return value
        .substitute([&](const std::string &name) -> std::optional<Sym> {
          const auto number = known.find(Sym::symbol(name));
          const SymbolDef *symbol = graph.env.lookup(name);
          if (symbol && symbol->tensor.empty() && !symbol->cxx.empty())
            return Sym::symbol(userName(symbol->cxx), symbol->type);
          return number == known.end() ? std::nullopt
                                       : std::optional<Sym>(Sym::symbol(storage->givenNames[number->second]));
        })
        .str();
  }

  void add(const TensorCheck &check) {
    const TensorType &type = graph.inputs()[check.input].value->type;
    const bool isStrided = !type.strides.empty(); // the call's strides are in registers
    listGuard(inputName(graph.inputs()[check.input]) + ": " + typeText(type, graph.env) +
              (isStrided ? "" : ", contiguous"));
    constexpr uint32_t withoutStrides = 0xffffff, all = 0x1ffffff; // of tensorKey
    const auto rank = static_cast<uint8_t>(type.rank());
    const uint32_t mask = check.anyStrides ? withoutStrides : all;
    storage->inputs.push_back(
        {fg::detail::tensorKey(type.dtype, rank, fg::kCPU, !check.anyStrides) & mask, mask, rank, isStrided});
  }
  void add(const SymbolRead &read) {
    if (read.factor != 1) // Retype makes each size a number or a symbol
      throw Unsupported{"a size that is a multiple of a symbol"};
    known.emplace(Sym::symbol(read.symbol), givenBy(read.input, read.dim, read.isStride));
  }
  void add(const DimCheck &check) {
    const TensorType &type = graph.inputs()[check.input].value->type;
    const Sym expected = (check.isStride ? type.strides : type.sizes)[check.dim];
    const plan::Register number = givenBy(check.input, check.dim, check.isStride);
    if (expected.isConst()) {
      storage->fixed.push_back({number, *expected.asInt()});
      return;
    }
    static const Function equal = functionFor(symEq(Sym::symbol("a"), Sym::symbol("b")));
    condition(operation(equal, number, emit(expected), number), expected,
              storage->givenNames[number] + (" == " + userText(expected)),
              "both have one letter, or are one size", {number});
  }
  void add(const BoundCheck &check) {
    const Sym symbol = Sym::symbol(check.symbol);
    addBound(symbol, emit(symbol), check.most);
  }
  void add(const CountCheck &check) {
    if (check.count.isConst())
      throw Unsupported{"a tensor that cannot be indexed with 32 bits"};
    plan::Register product = constant(1);
    for (const Sym &size : check.sizes)
      product = operation(boundedProduct(), product, emit(size), product);
    addBound(check.count, product, maxElements);
    condition(operation(lessOrEqual(), constant(0), product, product), check.count,
              "0 <= " + userText(check.count), "sizes are not negative");
  }
  void add(const ExtentCheck &check) {
    if (check.last.isConst())
      throw Unsupported{"a tensor that cannot be indexed with 32 bits"};
    addBound(check.last, emit(check.last), maxElements);
  }
  void addBound(const Sym &what, plan::Register number, int64_t most) {
    condition(operation(lessOrEqual(), number, constant(most), number), what,
              userText(what) + " <= " + std::to_string(most), "kernels index elements with 32 bits");
  }
  void add(const ConditionCheck &check) {
    const Guard &guard = graph.env.guards()[check.guard];
    condition(emit(guard.condition), guard.condition, userText(guard.condition),
              guard.reason + placeText(guard.loc));
  }
  void add(const OverlapCheck &check) { storage->written = check.written; }

  void addOutputs() {
    for (const ProgramOutput &from : program.outputs) {
      plan::Output output{};
      output.kind = from.kind == ProgramOutput::Fresh         ? plan::Output::Fresh
                    : from.kind == ProgramOutput::ViewOfInput ? plan::Output::ViewOfInput
                                                              : plan::Output::ViewOfOutput;
      output.dtype = static_cast<int8_t>(from.type.dtype);
      output.of = from.of;
      const std::vector<Sym> strides = from.type.stridesOrContiguous();
      output.contiguous = hasContiguousStrides(from.type);
      output.same = from.same;
      output.sizes = emit(from.type.sizes);
      output.strides = emit(strides);
      output.offset = emit(from.offset);
      storage->outputs.push_back(output);
    }
  }

  uint32_t addView(const MemoryView &from) {
    const bool inWorkspace = from.kind == BufferKind::Workspace;
    plan::View view{};
    view.kind = from.kind == BufferKind::Input    ? plan::View::Input
                : from.kind == BufferKind::Output ? plan::View::Output
                                                  : plan::View::Workspace;
    view.dtype = static_cast<int8_t>(from.type.dtype);
    view.of = inWorkspace ? emit(from.offset) : from.index;
    view.sizes = emit(from.type.sizes);
    view.strides = emit(from.strides);
    view.offset = inWorkspace ? constant(0) : emit(from.offset);
    storage->views.push_back(view);
    return static_cast<uint32_t>(storage->views.size() - 1);
  }

  void add(const CallStep &call) {
    if (call.called == Called::Never)
      return;
    plan::Step step{};
    step.kind = plan::Step::Call;
    const KernelCode &code = kernels[call.kernel];
    step.kernel = code.function;
    step.always = call.called == Called::Always;
    step.outputs = static_cast<uint32_t>(call.outputs.size());
    std::vector<plan::Argument> &arguments = storage->arguments.emplace_back();
    if (code.context)
      arguments.push_back({false, constant(std::bit_cast<int64_t>(code.context))});
    for (const MemoryView &view : call.inputs)
      arguments.push_back({true, addView(view)});
    for (const Sym &scalar : call.scalars)
      arguments.push_back({false, emit(scalar)});
    for (const MemoryView &view : call.outputs)
      arguments.push_back({true, addView(view)});
    step.writesInput = call.wroteInput;
    step.arguments = spanOf(arguments);
    storage->steps.push_back(step);
  }
  void add(const IndexStep &check) {
    plan::Step step{};
    step.kind = plan::Step::Check;
    step.view = addView(check.index);
    step.lower = emit(check.lower);
    step.upper = emit(check.upper);
    storage->steps.push_back(step);
  }
  void add(const WriteBackStep &back) {
    plan::Step step{};
    step.kind = plan::Step::WriteBack;
    step.view = addView(back.value);
    step.input = back.input;
    storage->steps.push_back(step);
  }

  const plan::Plan *finish() {
    const auto constants = static_cast<uint32_t>(storage->constants.size());
    const auto fix = [&](plan::Register &r) {
      if (r & resultTag)
        r = given + constants + (r & ~resultTag);
      else if (r & constantTag)
        r = given + (r & ~constantTag);
    };
    for (std::vector<plan::Register> &list : storage->registers)
      for (plan::Register &r : list)
        fix(r);
    for (std::vector<plan::Argument> &list : storage->arguments)
      for (plan::Argument &argument : list)
        if (!argument.isView)
          fix(argument.index);
    for (std::vector<plan::Operation> *list : {&storage->guardOperations, &storage->operations})
      for (plan::Operation &o : *list)
        fix(o.a), fix(o.b), fix(o.c), fix(o.result);
    for (plan::Register &r : storage->conditions)
      fix(r);
    for (plan::View &view : storage->views) {
      if (view.kind == plan::View::Workspace)
        fix(view.of);
      fix(view.offset);
    }
    for (plan::Output &output : storage->outputs)
      fix(output.offset);
    for (plan::Step &step : storage->steps)
      if (step.kind == plan::Step::Check)
        fix(step.lower), fix(step.upper);

    plan::Plan &p = storage->plan;
    fix(p.workspaceBytes);
    p.registers = given + constants + results;
    if (p.registers > maxRegisters)
      throw Unsupported{"more than " + std::to_string(maxRegisters) + " numbers in one call"};
    p.inputs = spanOf(storage->inputs);
    p.fixed = spanOf(storage->fixed);
    p.numbers = static_cast<uint32_t>(numberCount);
    p.constants = spanOf(storage->constants);
    p.guardOperations = spanOf(storage->guardOperations);
    p.operations = spanOf(storage->operations);
    p.conditions = spanOf(storage->conditions);
    p.written = spanOf(storage->written);
    p.views = spanOf(storage->views);
    p.outputs = spanOf(storage->outputs);
    p.viewOutputs = spanOf(storage->viewOutputs);
    p.steps = spanOf(storage->steps);
    storage->description = describeInputs(graph);
    p.description = storage->description.c_str();
    p.guards = storage->guards.c_str();
    p.inputNames = spanOf(storage->inputNames);
    p.givenNames = spanOf(storage->givenNames);
    p.conditionTexts = spanOf(storage->conditionTexts);
    return &storage.release()->plan; // calls may run with it until the program ends
  }
};

} // namespace

std::string typeText(TensorType type, const ShapeEnv &env) {
  for (std::vector<Sym> *list : {&type.sizes, &type.strides})
    for (Sym &size : *list)
      size = env.simplify(size);
  return type.str();
}

std::string describeInputs(const Graph &graph) {
  std::string text;
  for (const GraphInput &input : graph.inputs()) {
    const std::string &cxx = input.cxx.empty() ? input.value->name : input.cxx;
    text += (text.empty() ? "" : ", ") + userName(cxx) + ": " + typeText(input.value->type, graph.env);
  }
  return text;
}

llvm::Expected<const plan::Plan *> buildPlan(const Retyped &retyped, const Program &program,
                                             size_t numberCount, const std::vector<KernelCode> &kernels,
                                             UncheckedGuards unchecked) {
  try {
    return Builder(retyped, program, numberCount, kernels, unchecked).build();
  } catch (const Unsupported &unsupported) {
    return failure(unsupported.what + " has no form in a version made at run time");
  }
}

std::function<std::optional<int64_t>(const std::string &)>
bitsOfCall(const Retyped &retyped, const std::vector<InputSpec> &specs, const std::vector<int64_t> &numbers) {
  return [&](const std::string &name) -> std::optional<int64_t> {
    const auto found = retyped.sources.find(name);
    if (found == retyped.sources.end())
      return std::nullopt;
    const SymbolSource &source = found->second;
    if (source.kind == SymbolSource::Number)
      return numbers[source.index];
    return (source.kind == SymbolSource::Size ? specs[source.index].sizes
                                              : specs[source.index].strides)[source.dim];
  };
}

std::string unmetGuard(const Retyped &retyped, const std::vector<InputSpec> &specs,
                       const std::vector<int64_t> &numbers) {
  const auto bitsOf = bitsOfCall(retyped, specs, numbers);
  for (const Guard &guard : retyped.graph->env.guards()) {
    const std::optional<int64_t> holds = evaluate(guard.condition, bitsOf);
    if (!holds || *holds == 0)
      return guard.condition.str() + (guard.reason.empty() ? "" : " (" + guard.reason + ")");
  }
  return "";
}

} // namespace fullgraph::jit
