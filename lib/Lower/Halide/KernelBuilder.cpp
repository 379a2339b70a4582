#include "lib/Lower/Halide/KernelBuilder.h"

#include "lib/Lower/Halide/CarryOver.h"
#include "lib/Lower/Halide/Devices/DeviceSchedule.h"
#include "lib/Lower/Halide/LoopKernel.h"

namespace fullgraph::lower {
using namespace Halide;

Type computeType(ScalarType t) {
  switch (t) {
  case ScalarType::Byte:
    return UInt(8);
  case ScalarType::Char:
    return Int(8);
  case ScalarType::Short:
    return Int(16);
  case ScalarType::Int:
    return Int(32);
  case ScalarType::Long:
    return Int(64);
  case ScalarType::Double:
    return Float(64);
  case ScalarType::Bool:
    return Bool();
  case ScalarType::Half:
  case ScalarType::BFloat16:
  case ScalarType::Float:
    return Float(32);
  default:
    throw LowerError("value without a dtype");
  }
}

Type storageType(ScalarType t) {
  switch (t) {
  case ScalarType::Bool:
    return UInt(8);
  case ScalarType::Half:
    return Float(16);
  case ScalarType::BFloat16:
    return BFloat(16);
  default:
    return computeType(t);
  }
}

Expr toStorage(const Expr &value, ScalarType t) {
  return convert(convert(value, computeType(t)), storageType(t));
}
Expr fromStorage(const Expr &value, ScalarType t) { return convert(value, computeType(t)); }

std::vector<Sym> expanded(const std::vector<Sym> &values, size_t dims) {
  return values.size() == 1 ? std::vector<Sym>(dims, values[0]) : values;
}

/// Of the names of a pipeline's knobs: those of the pipeline for any sizes have none.
static std::string prefixOf(Rows regime) {
  switch (regime) {
  case Rows::One:
  case Rows::OneLong:
    return "one.";
  case Rows::Few:
  case Rows::FewLong:
    return "few.";
  case Rows::Short:
    return "short.";
  case Rows::Many:
    return "";
  }
  return "";
}

KernelBuilder::KernelBuilder(const Graph &graph, const TargetSpec &target, const LowerOptions &options,
                             Rows regime)
    : regime(regime), graph(graph), target(target), options(options), machine(target),
      knobs(target.isDevice() ? Knobs() : Knobs(this->options.tuning, prefixOf(regime))) {}

std::vector<Expr> KernelBuilder::reversed(Index index) {
  std::reverse(index.begin(), index.end());
  return index;
}

std::vector<Var> KernelBuilder::vars(unsigned rank) {
  std::vector<Var> list;
  for (unsigned d = 0; d < rank; ++d)
    list.push_back(recorder.var("d" + std::to_string(d)));
  return list;
}

Expr KernelBuilder::number(const Sym &value) {
  const auto operands = [&] {
    std::vector<Expr> list;
    for (const Sym &s : value.operands())
      list.push_back(number(s));
    return list;
  };
  switch (value.kind()) {
  case SymKind::Const:
    switch (value.type()) {
    case SymType::Int:
      return Internal::make_const(Int(64), *value.asInt());
    case SymType::Bool:
      return *value.asBool() ? Internal::const_true() : Internal::const_false();
    case SymType::F32:
      return constantOf(Float(32), *value.asDouble());
    case SymType::F64:
      return constantOf(Float(64), *value.asDouble());
    }
    break;
  case SymKind::Symbol: {
    const auto found = args.symbols.find(value.name());
    if (found == args.symbols.end())
      throw LowerError("unknown symbol " + value.name());
    return found->second;
  }
  case SymKind::Add:
  case SymKind::Mul:
    if (value.type() == SymType::Int) {
      Expr sum;
      for (const Expr &e : operands())
        sum = !sum.defined() ? e : value.kind() == SymKind::Add ? strictAdd(sum, e) : strictMul(sum, e);
      return sum;
    }
    break;
  case SymKind::FloorDiv:
    return Internal::simplify(operands()[0] / operands()[1]);
  case SymKind::FloorMod:
    return Internal::simplify(operands()[0] % operands()[1]);
  case SymKind::Min:
    return min(operands()[0], operands()[1]);
  case SymKind::Max:
    return max(operands()[0], operands()[1]);
  default:
    break;
  }
  throw LowerError("a kernel cannot evaluate the C++ expression " + value.str());
}

Expr KernelBuilder::size(const Sym &value) {
  if (const auto constant = value.asInt()) {
    if (*constant > INT32_MAX || *constant < INT32_MIN)
      throw LowerError("size " + std::to_string(*constant) + " does not fit 32 bits");
    return static_cast<int32_t>(*constant);
  }
  const auto operands = [&] {
    std::vector<Expr> list;
    for (const Sym &s : value.operands())
      list.push_back(size(s));
    return list;
  };
  switch (value.kind()) {
  case SymKind::Symbol:
    return cast<int32_t>(number(value));
  case SymKind::Add:
  case SymKind::Mul: {
    Expr sum;
    for (const Expr &e : operands())
      sum = !sum.defined() ? e : value.kind() == SymKind::Add ? sum + e : sum * e;
    return sum;
  }
  case SymKind::FloorDiv:
    return operands()[0] / operands()[1];
  case SymKind::FloorMod:
    return operands()[0] % operands()[1];
  case SymKind::Min:
    return min(operands()[0], operands()[1]);
  case SymKind::Max:
    return max(operands()[0], operands()[1]);
  default:
    return cast<int32_t>(number(value));
  }
}

Expr KernelBuilder::elementAt(const Value *v, const Index &index) {
  const auto found = values.find(v);
  if (found == values.end() || !found->second.element)
    throw LowerError("value %" + v->name + " is used before it is defined");
  return found->second.element(index);
}

Expr KernelBuilder::element(const Value *v, const Index &index) {
  const size_t rank = v->type.rank();
  if (rank > index.size())
    throw LowerError("value %" + v->name + " does not broadcast to rank " + std::to_string(index.size()));
  Index own(index.end() - static_cast<std::ptrdiff_t>(rank), index.end());
  for (size_t d = 0; d < rank; ++d)
    if (v->type.sizes[d].isConst(1))
      own[d] = 0;
  return elementAt(v, own);
}

Expr KernelBuilder::numberArgument(const Node &node, std::string_view name) {
  if (const Value *v = node.value(name))
    return element(v, {});
  const ArgSchema &schema = node.op->args[*node.op->argIndex(name)];
  if (!schema.defaultNumber)
    throw LowerError("operator " + std::string(node.opName()) + " lacks its argument " + std::string(name));
  return constantOf(Float(64), *schema.defaultNumber);
}

bool mayBeBetween16BitFloats(const Node &node) {
  const TensorType &type = node.result()->type;
  return fg::isReducedFloatingType(type.dtype) && !type.weak && node.op->rounding == OpRounding::Rounds;
}

void KernelBuilder::roundTo16Bits(const Value *v) {
  const Element exact = values.at(v).element;
  values[v].unrounded = exact;
  const ScalarType dtype = v->type.dtype;
  if (loop.inTurns)
    return define(
        v, [exact, dtype](const Index &index) { return fromStorage(toStorage(exact(index), dtype), dtype); });
  const std::vector<Var> dims = vars(static_cast<unsigned>(v->type.rank()));
  Func rounded = recorder.func("r_" + v->name);
  rounded(reversed(indexOf(dims))) = fromStorage(toStorage(exact(indexOf(dims)), dtype), dtype);
  setElement(v, [rounded](const Index &index) { return rounded(reversed(index)); });
}

Expr TurnValues::named(const Expr &value) {
  if (Internal::is_const(value) || value.as<Internal::Variable>())
    return value;
  const std::string name = Internal::unique_name('w');
  places[name] = list.size();
  list.push_back({name, value, needsOf(value)});
  return Internal::Variable::make(value.type(), name);
}

std::vector<size_t> TurnValues::needsOf(const Expr &value) const {
  class Names : public Internal::IRGraphVisitor {
  public:
    std::vector<std::string> names;

  private:
    using IRGraphVisitor::visit;
    void visit(const Internal::Variable *op) override { names.push_back(op->name); }
  } used;
  value.accept(&used);
  std::vector<size_t> needs;
  for (const std::string &name : used.names)
    if (const auto found = places.find(name); found != places.end())
      needs.push_back(found->second);
  return needs;
}

Expr TurnValues::defined(const Expr &value) const {
  std::vector<bool> needed(list.size(), false);
  for (const size_t i : needsOf(value))
    needed[i] = true;
  Expr result = value;
  for (size_t i = list.size(); i-- > 0;) {
    if (!needed[i])
      continue;
    result = Internal::Let::make(list[i].name, list[i].value, result);
    for (const size_t earlier : list[i].needs)
      needed[earlier] = true;
  }
  return result;
}

namespace {

/// An element function that is asked once for each index. Operands of operands have many readers.
class Remembered {
public:
  Remembered(Element element, TurnValues &values) : element(std::move(element)), values(&values) {}

  Expr operator()(const Index &index) const {
    for (const auto &[at, value] : *known)
      if (std::equal(at.begin(), at.end(), index.begin(), index.end(),
                     [](const Expr &a, const Expr &b) { return a.same_as(b) || Internal::equal(a, b); }))
        return value;
    const Expr value = values->named(element(index));
    known->emplace_back(index, value);
    return value;
  }

private:
  Element element;
  TurnValues *values;
  std::shared_ptr<std::vector<std::pair<Index, Expr>>> known =
      std::make_shared<std::vector<std::pair<Index, Expr>>>();
};

} // namespace

void KernelBuilder::define(const Value *v, const Element &definition) {
  if (loop.inTurns)
    return setElement(v, Remembered(definition, loop.values));
  const std::vector<Var> dims = vars(v->type.rank());
  Func f = recorder.func("v_" + v->name);
  f(reversed(indexOf(dims))) = definition(indexOf(dims));
  setElement(v, [f](const Index &index) { return f(reversed(index)); });
}

/// 0, as neither Halide nor LLVM can know.
static Expr opaqueZero(const Machine &machine, const std::vector<ImageParam> &images) {
  if (machine.isDevice()) // whose threads see no buffers; sums are strict there
    return 0;
  // The least coordinate of a buffer's first dim is 0 in every buffer that generated code makes (abi.h).
  for (const ImageParam &image : images) {
    if (image.dimensions() == 0)
      continue;
    const Expr buffer =
        Internal::Variable::make(type_of<halide_buffer_t *>(), image.name() + ".buffer", image.parameter());
    return Internal::Call::make(Int(32), Internal::Call::buffer_get_min, {buffer, 0}, Internal::Call::Extern);
  }
  // Memory of a device that the buffer has a copy in: never.
  for (const ImageParam &image : images) {
    const Expr buffer =
        Internal::Variable::make(type_of<halide_buffer_t *>(), image.name() + ".buffer", image.parameter());
    return cast<int32_t>(
        Internal::Call::make(UInt(64), Internal::Call::buffer_get_device, {buffer}, Internal::Call::Extern));
  }
  return 0;
}

Expr KernelBuilder::hideInteger(const Expr &value) const {
  if (Internal::is_const(value))
    return value;
  return value ^ cast(value.type(), opaqueZero(machine, args.images));
}

Expr KernelBuilder::hideNumber(const Expr &value) const {
  const Type type = value.type();
  if (!type.is_float())
    return value;
  const Type bits = Int(type.bits());
  return reinterpret(type, reinterpret(bits, value) ^ cast(bits, opaqueZero(machine, args.images)));
}

/// Halide makes names of a letter and a number for the operands of an integer maximum, and an input of such a
/// name (the graph's are a0, s0) would be hidden there.
static std::string inputName(const std::string &name) { return name + "_"; }

void KernelBuilder::defineInputs() {
  for (const SymbolDef &symbol : graph.env.symbols()) {
    if (symbol.type == SymType::Int || symbol.type == SymType::Bool) {
      Param<int64_t> p = recorder.param<int64_t>(inputName(symbol.name));
      args.scalars.push_back(p);
      args.symbols[symbol.name] =
          symbol.type == SymType::Bool ? Expr(p) != Internal::make_zero(Int(64)) : Expr(p);
    } else {
      Param<double> p = recorder.param<double>(inputName(symbol.name));
      args.scalars.push_back(p);
      args.symbols[symbol.name] = symbol.type == SymType::F32 ? cast<float>(Expr(p)) : Expr(p);
    }
  }
  for (const GraphInput &input : graph.inputs()) {
    const Value *v = input.value;
    const int rank = static_cast<int>(v->type.rank());
    ImageParam image = recorder.image(inputName(v->name), storageType(v->type.dtype), rank);
    const std::vector<Sym> strides = v->type.stridesOrContiguous();
    for (int d = 0; d < rank; ++d) {
      const Expr extent = size(v->type.sizes[rank - 1 - d]), stride = size(strides[rank - 1 - d]);
      image.dim(d).set_bounds(0, extent).set_stride(stride);
      recorder.statement(inputName(v->name) + ".dim(" + std::to_string(d) + ").set_bounds(0, " +
                         recorder.text(extent) + ").set_stride(" + recorder.text(stride) + ");");
    }
    args.images.push_back(image);
    args.names.push_back(inputName(v->name));
    const ScalarType dtype = v->type.dtype;
    setElement(v, [image, dtype](const Index &index) { return fromStorage(image(reversed(index)), dtype); });
    values[v].work = 1;
  }
}

void KernelBuilder::defineNode(const Node &node) {
  int cost = 1;
  node.forEachOperand([&](const Value *v) { cost += workOf(v); });
  switch (node.op->family) {
  case OpFamily::Unary:
  case OpFamily::Binary:
  case OpFamily::Ternary:
  case OpFamily::Compare:
    definePointwise(node);
    cost += static_cast<int>(node.op->cost);
    break;
  case OpFamily::Cast:
    defineCast(node);
    break;
  case OpFamily::View:
    defineView(node);
    break;
  case OpFamily::Index:
    defineIndexing(node);
    break;
  case OpFamily::Creation:
    defineCreation(node);
    break;
  case OpFamily::Reduction:
    defineReduction(node);
    break;
  case OpFamily::Row:
    defineSoftmax(node);
    break;
  case OpFamily::Contraction:
    if (node.is(Op::convolution))
      defineConvolution(node);
    else
      defineMatmul(node);
    break;
  case OpFamily::Window:
    defineWindow(node);
    break;
  default:
    throw LowerError("no kernel computes operator " + std::string(node.opName()));
  }
  if (mayBeBetween16BitFloats(node))
    roundTo16Bits(node.result());
  for (const auto &result : node.results)
    values[result.get()].work = cost;
}

int KernelBuilder::workOf(const Value *v) const {
  const auto found = values.find(v);
  return found == values.end() ? 1 : found->second.work;
}

void KernelBuilder::defineOutput() {
  const std::vector<Value *> &results = graph.outputs();
  if (results.empty())
    throw LowerError("kernel without outputs");
  outSizes = results[0]->type.sizes;
  for (const Value *v : results)
    if (v->type.sizes != outSizes)
      throw LowerError("a kernel's outputs have one shape");
  outVars = vars(static_cast<unsigned>(outSizes.size()));
  const bool isProduct = matmul && matmul->call && matmul->call->isResultOf(graph);
  output = isProduct ? matmul->call->product : recorder.func("out");
  std::vector<Expr> stored;
  for (const Value *v : results) {
    const auto found = values.find(v);
    const bool isRounded = found != values.end() && found->second.unrounded; // storing rounds by itself
    const Index index = indexOf(outVars);
    stored.push_back(
        toStorage(isRounded ? found->second.unrounded(index) : elementAt(v, index), v->type.dtype));
  }
  if (stored.size() > 1)
    output(reversed(indexOf(outVars))) = Tuple(stored);
  else if (!isProduct)
    output(reversed(indexOf(outVars))) = stored[0];
  outputs = {output};

  std::vector<OutputImageParam> buffers = output.output_buffers();
  const int rank = static_cast<int>(outSizes.size());
  for (size_t i = 0; i < buffers.size(); ++i) {
    const std::vector<Sym> strides = results[i]->type.stridesOrContiguous();
    for (int d = 0; d < rank; ++d) {
      const Expr extent = size(outSizes[rank - 1 - d]), stride = size(strides[rank - 1 - d]);
      std::string statement =
          "out.output_buffers()[" + std::to_string(i) + "].dim(" + std::to_string(d) + ")";
      if (i == 0) { // Halide takes the bounds of a tuple's further outputs from the first
        buffers[i].dim(d).set_bounds(0, extent);
        statement += ".set_bounds(0, " + recorder.text(extent) + ")";
      }
      buffers[i].dim(d).set_stride(stride);
      recorder.statement(statement + ".set_stride(" + recorder.text(stride) + ");");
    }
  }
}

void KernelBuilder::build() {
  FloatMode::strict = options.strictFloat;
  defineInputs();
  for (const SymbolDef &symbol : graph.env.symbols())
    args.names.push_back(inputName(symbol.name));
  if (isLoopKernel(graph))
    return LoopKernel(*this).run();
  inputTiles = tileTransposedInputs(*this, graph);
  for (const auto &node : graph.nodes())
    defineNode(*node);
  defineOutput();
  if (machine.isDevice())
    DeviceSchedule(*this).run();
  else if (matmul)
    scheduleMatmul();
  else if (convolution)
    scheduleConvolution();
  else if (rows)
    scheduleRows();
  else
    schedulePointwise();
}

Pipeline KernelBuilder::pipeline() const {
  Pipeline pipeline(outputs);
  if (loop.carryOver)
    pipeline.add_custom_lowering_pass(new CarryOver(loop.carryOver->found.name(), loop.carryOver->left.name(),
                                                    loop.carryOver->parts, loop.carryOver->carried));
  return pipeline;
}

std::string KernelBuilder::pipelineText() const {
  std::string list;
  for (size_t i = 0; i < outputs.size(); ++i)
    list += (i > 0 ? ", " : "") + recorder.text(outputs[i]);
  if (outputs.size() > 1)
    list = "{" + list + "}";
  if (!loop.carryOver)
    return "  Pipeline(" + list + ")";
  std::string text =
      "  Pipeline pipeline(" + list + ");\n  pipeline.add_custom_lowering_pass(new CarryOver(" +
      recorder.text(loop.carryOver->found) + ".name(), " + recorder.text(loop.carryOver->left) + ".name(), " +
      std::to_string(loop.carryOver->parts) + ", {";
  for (size_t i = 0; i < loop.carryOver->carried.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(loop.carryOver->carried[i]);
  return text + "}));\n  pipeline";
}

std::vector<Argument> KernelBuilder::arguments() const {
  std::vector<Argument> list;
  for (const ImageParam &image : args.images)
    list.push_back(image);
  list.insert(list.end(), args.scalars.begin(), args.scalars.end());
  return list;
}

} // namespace fullgraph::lower
