#include "test/Ops/GraphCases.h"
#include "test/unit/ValueOr.h"

#include "lib/Graph/StableSort.h"
#include "lib/Ops/OpSchema.h"
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <algorithm>
#include <stdexcept>

namespace fullgraph::test {

namespace {

/// Thrown with GraphCase::refusal.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int64_t elementsOf(const TensorSpec &spec) {
  int64_t count = 1;
  for (const int64_t size : spec.sizes)
    count *= size;
  return count;
}

bool isContiguous(const TensorSpec &spec) {
  int64_t expected = 1;
  for (size_t d = spec.sizes.size(); d-- > 0;) {
    if (spec.sizes[d] != 1 && spec.strides[d] != expected)
      return elementsOf(spec) == 0;
    expected *= spec.sizes[d];
  }
  return true;
}

std::vector<Sym> symsOf(const std::vector<int64_t> &values) { return {values.begin(), values.end()}; }

class Builder {
public:
  Builder(const CaseFile &file, const Case &c, Sizes sizes)
      : file(file), call(c), symbolic(sizes == Sizes::Symbolic) {
    result.graph = std::make_unique<Graph>();
    result.graph->name = "f";
  }

  GraphCase build() {
    try {
      output();
      const std::string error = runPasses(*result.graph);
      if (!error.empty())
        throw Refusal("passes: " + error);
      std::string fusionError;
      result.program = valueOr(fusionError, fuse(*result.graph));
      if (!result.program)
        throw Refusal("fusion: " + fusionError);
    } catch (const Refusal &refusal) {
      result.refusal = refusal.what();
    }
    return std::move(result);
  }

private:
  Node *append(const std::string &op, std::vector<Arg> args) {
    const OpSchema *schema = findOp(op);
    args.resize(schema->args.size());
    InferError error;
    Node *node = appendOp(*result.graph, *schema, std::move(args), {}, error);
    if (!node)
      throw Refusal(error.message);
    return node;
  }

  void output() {
    const OpSchema *op = findOp(call.op);
    const bool inPlace = !op;
    if (inPlace)
      op = findOp(call.op.substr(0, call.op.size() - 1));
    std::vector<Arg> args;
    for (size_t i = 0; i < op->args.size(); ++i)
      args.push_back(argument(op->args[i], call.arguments[i]));
    if (inPlace) { // as capture writes it
      Value *self = std::get<Value *>(args[0]);
      Value *value = append(op->name, args)->result();
      if (const auto error = checkInPlace(result.graph->env, self, args, value->type, {}))
        throw Refusal(error->message);
      append("copy_", {self, value});
      result.graph->outputs() = {self};
      return;
    }
    Value *value = append(op->name, args)->result();
    const bool isSelf = (op->name == "to" || op->name == "contiguous") && value->base;
    result.graph->outputs() = {op->name == "copy_" || isSelf ? std::get<Value *>(args[0]) : value};
  }

  Arg argument(const ArgSchema &schema, const Argument &given) {
    switch (given.kind) {
    case Argument::Kind::None:
      return std::monostate();
    case Argument::Kind::Tensor:
      return tensor(given.tensors[0]);
    case Argument::Kind::Tensors: {
      std::vector<Value *> list;
      for (const int index : given.tensors)
        list.push_back(tensor(index));
      return list;
    }
    case Argument::Kind::Number:
      if (schema.kind == ArgKind::Tensor)
        return appendScalar(*result.graph, cxxNumber(given.number), {});
      if (schema.boolean)
        return Sym::boolean(given.number.toBool());
      if (schema.kind == ArgKind::IntList)
        return std::vector<Sym>{Sym(given.number.toLong())};
      return Sym(given.number.toLong());
    case Argument::Kind::Ints:
      if (schema.kind == ArgKind::TensorList)
        return std::vector<Value *>();
      return symsOf(given.ints);
    case Argument::Kind::Dtype:
      return given.dtype;
    case Argument::Kind::Text:
      return given.text;
    }
    return std::monostate();
  }

  Sym cxxNumber(const fg::Scalar &number) {
    const SymType type = number.isBoolean()         ? SymType::Bool
                         : number.isFloatingPoint() ? SymType::F64
                                                    : SymType::Int;
    const double value = number.toDouble();
    // Symbols' values are doubles here. Where elements are counted by a number it stays one, too.
    const bool exact = type != SymType::Int || std::fabs(value) < 0x1p52;
    if (symbolic && exact && type != SymType::Bool && call.schema->family != "Creation") {
      SymbolDef def;
      def.name = def.cxx = "c";
      def.type = type;
      const Sym symbol = result.graph->env.addSymbol(std::move(def));
      result.symbols[symbol.name()] = value;
      return symbol;
    }
    return type == SymType::Bool  ? Sym::boolean(number.toBool())
           : type == SymType::F64 ? Sym::real(value)
                                  : Sym(number.toLong());
  }

  int ownerOf(int index) const {
    const int base = file.tensors[static_cast<size_t>(index)].base;
    return base < 0 ? index : base;
  }
  /// Does another operand lie in the same storage?
  bool isShared(int index) const {
    for (const Argument &argument : call.arguments)
      for (const int other : argument.tensors)
        if (other != index && ownerOf(other) == ownerOf(index))
          return true;
    return false;
  }

  Value *tensor(int index) {
    Value *&value = tensors[index];
    if (value)
      return value;
    const TensorSpec &spec = file.tensors[static_cast<size_t>(index)];
    if (isContiguous(spec) && !isShared(index))
      value = input(spec, file.tensors[static_cast<size_t>(ownerOf(index))]);
    else
      value = viewOfStorage(spec, storage(ownerOf(index)));
    return value;
  }

  Value *input(const TensorSpec &spec, const TensorSpec &owner) {
    const size_t bytes = fg::elementSize(spec.dtype);
    const int64_t elements = elementsOf(spec);
    result.inputs.push_back({owner.position + static_cast<size_t>(spec.offset) * bytes,
                             static_cast<size_t>(elements) * bytes, elements, spec.dtype});
    TensorType type;
    type.dtype = spec.dtype;
    Value *value = result.graph->addInput(spec.name, type, spec.name, {});
    for (unsigned d = 0; d < spec.sizes.size(); ++d) {
      if (!symbolic || spec.sizes[d] <= 1) {
        value->type.sizes.push_back(Sym(spec.sizes[d]));
        continue;
      }
      SymbolDef def;
      def.name = def.cxx = "n";
      def.lower = 0;
      def.tensor = value->name;
      def.dim = d;
      const Sym symbol = result.graph->env.addSymbol(std::move(def));
      result.symbols[symbol.name()] = static_cast<double>(spec.sizes[d]);
      value->type.sizes.push_back(symbol);
    }
    return value;
  }

  /// A storage as a tensor of one dim, with room behind its end for dims that are not there in full.
  Value *storage(int owner) {
    Value *&value = storages[owner];
    if (value)
      return value;
    const TensorSpec &spec = file.tensors[static_cast<size_t>(owner)];
    const int64_t elements = static_cast<int64_t>(spec.length / fg::elementSize(spec.dtype)) + 64;
    result.inputs.push_back({spec.position, spec.length, elements, spec.dtype});
    TensorType type;
    type.dtype = spec.dtype;
    type.sizes = {Sym(elements)};
    value = result.graph->addInput("s" + spec.name, type, "s" + spec.name, {});
    return value;
  }

  Value *viewOfStorage(const TensorSpec &spec, Value *memory) {
    struct Dim {
      size_t dim;
      int64_t stride, unit, step, first, extent;
    };
    std::vector<Dim> dims; // that have several elements in memory, outermost in memory first
    for (size_t d = 0; d < spec.sizes.size(); ++d)
      if (spec.sizes[d] != 1 && spec.strides[d] != 0)
        dims.push_back({d, spec.strides[d], spec.strides[d], 1, 0, 0});
    stableSort(dims, [](const Dim &a, const Dim &b) { return a.stride > b.stride; });
    if (dims.empty())
      dims.push_back({SIZE_MAX, 1, 1, 1, 0, 0});
    dims.back().unit = 1;
    dims.back().step = dims.back().stride;

    std::vector<Sym> extents;
    int64_t offset = spec.offset;
    for (size_t i = 0; i < dims.size(); ++i) {
      Dim &dim = dims[i];
      const int64_t size = dim.dim == SIZE_MAX ? 1 : spec.sizes[dim.dim];
      dim.first = offset / dim.unit;
      offset %= dim.unit;
      dim.extent = dim.first + (size - 1) * dim.step + 1;
      if (i > 0) {
        if (dims[i - 1].unit % dim.unit != 0 || dims[i - 1].unit / dim.unit < dim.extent)
          throw Refusal("cannot be made of views: the operand's strides");
        extents.push_back(Sym(dims[i - 1].unit / dim.unit));
      } else {
        extents.push_back(Sym(dim.extent));
      }
    }
    const Sym total = product(extents);
    if (*total.asInt() > *memory->type.sizes[0].asInt())
      throw Refusal("cannot be made of views: the operand's storage is short");
    Value *view = append("slice", {memory, Sym(0), Sym(0), total, Sym(1)})->result();
    view = append("view", {view, extents})->result();
    for (size_t i = 0; i < dims.size(); ++i)
      view = append("slice", {view, Sym(static_cast<int64_t>(i)), Sym(dims[i].first), Sym(dims[i].extent),
                              Sym(dims[i].step)})
                 ->result();
    if (dims[0].dim == SIZE_MAX) {
      view = append("select", {view, Sym(0), Sym(0)})->result();
      dims.clear();
    }
    std::vector<Sym> order;
    for (size_t d = 0; d < spec.sizes.size(); ++d)
      for (size_t i = 0; i < dims.size(); ++i)
        if (dims[i].dim == d)
          order.push_back(Sym(static_cast<int64_t>(i)));
    view = append("permute", {view, order})->result();
    for (size_t d = 0; d < spec.sizes.size(); ++d)
      if (spec.sizes[d] == 1 || spec.strides[d] == 0)
        view = append("unsqueeze", {view, Sym(static_cast<int64_t>(d))})->result();
    return append("expand", {view, symsOf(spec.sizes)})->result();
  }

  const CaseFile &file;
  const Case &call;
  bool symbolic;
  GraphCase result;
  std::map<int, Value *> tensors, storages;
};

} // namespace

std::optional<GraphCase> graphOf(const CaseFile &file, const Case &c, Sizes sizes) {
  GraphCase built = Builder(file, c, sizes).build();
  if (built.program)
    for (const Guard &guard : built.graph->env.guards())
      if (evaluateSym(guard.condition, built.symbols) == 0)
        return std::nullopt;
  return built;
}

} // namespace fullgraph::test
