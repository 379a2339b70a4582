#include "lib/Fusion/KernelGraph.h"

#include "lib/Fusion/Collapse.h"
#include "lib/Passes/Passes.h"

#include <fullgraph/abi.h>

#include <algorithm>

namespace fullgraph::fusion {

uint64_t stableHash(std::string_view text) {
  // FNV-1a, then the finalizer of splitmix64: FNV alone hardly moves the high bits of short texts.
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

namespace {

class KernelGraphBuilder {
public:
  KernelGraphBuilder(const Graph &graph, const Grouping &grouping, unsigned id)
      : source(graph), grouping(grouping), group(grouping.groups[id]), id(id),
        kernel(std::make_unique<Graph>()) {}

  BuiltKernel build() {
    kernel->name = "kernel";
    const bool library = group.anchor && group.anchor->op->family == OpFamily::Library;
    if (!library)
      collapsed = collapse(source, grouping, id);
    for (const Value *v : grouping.externals(id))
      addInput(v);
    for (const auto &node : source.nodes())
      if (group.contains(node.get()))
        clone(*node);
    for (const GroupRoot &root : group.roots)
      addOutput(root);

    BuiltKernel built;
    built.text = printGraph(*kernel);
    char name[32];
    std::snprintf(name, sizeof name, "fgk_%016llx", static_cast<unsigned long long>(stableHash(built.text)));
    built.kernel.name = name;
    built.kernel.kind = kind();
    for (const auto &node : source.nodes()) {
      if (!group.contains(node.get()))
        continue;
      if (!node->is(Op::scalar))
        built.kernel.fused.emplace_back(node->opName());
      if (node->loc.isValid() &&
          std::find(built.kernel.locs.begin(), built.kernel.locs.end(), node->loc) == built.kernel.locs.end())
        built.kernel.locs.push_back(node->loc);
    }
    if (built.kernel.fused.empty())
      built.kernel.fused.emplace_back("copy");
    if (library)
      makeLibraryCall(built.kernel);
    built.kernel.graph = std::move(kernel);
    built.call = std::move(call);
    return built;
  }

private:
  /// A library function's arguments are its operator's, in their order: one tensor may be several of them.
  void makeLibraryCall(Kernel &built) {
    const Node &node = *group.anchor;
    built.library = node.opName();
    built.mayFail = mayThrow(node);
    call.inputs.clear();
    call.scalars.clear();
    for (const Arg &arg : node.args) {
      if (const auto *v = std::get_if<Value *>(&arg))
        call.inputs.push_back(grouping.viewOf(*v));
      else if (const auto *s = std::get_if<Sym>(&arg))
        call.scalars.push_back(s->type() == SymType::Bool ? Sym(s->asBool() == true ? 1 : 0) : *s);
      else if (const auto *text = std::get_if<std::string>(&arg))
        call.scalars.push_back(Sym(fg::detail::libraryText(*text)));
    }
  }

  std::string kind() const {
    if (group.anchor) {
      if (group.anchor->op->family == OpFamily::Library)
        return "library";
      if (group.anchor->op->family == OpFamily::Window)
        return "window";
      if (isLoopEnd(*group.anchor))
        return "loop";
      return group.anchor->is(Op::convolution) ? "convolution" : "matmul";
    }
    if (group.hasRows)
      return group.rowsAreFull ? "row" : "reduction";
    return group.nodes.empty() ? "copy" : "pointwise";
  }

  /// A symbol of the kernel for `value`, whose value the caller passes.
  Sym scalarFor(const Sym &value) {
    for (size_t i = 0; i < call.scalars.size(); ++i)
      if (call.scalars[i] == value && call.scalars[i].type() == value.type())
        return scalarSyms[i];
    SymbolDef def;
    def.name = "s" + std::to_string(call.scalars.size());
    def.type = value.type();
    if (def.type == SymType::Int)
      def.hint = source.env.estimate(value);
    call.scalars.push_back(value);
    scalarSyms.push_back(kernel->env.addSymbol(def));
    return scalarSyms.back();
  }

  Sym mapped(const Sym &value) {
    if (value.isConst())
      return value;
    if (collapsed)
      return scalarFor(value);
    return mappedPart(value);
  }

  /// Kernels compute with sizes as indices do; other parts, |n| or a choice between two, the caller computes.
  Sym mappedPart(const Sym &value) {
    if (value.isConst())
      return value;
    const std::vector<Sym> &parts = value.operands();
    const auto folded = [&](Sym (*fold)(const Sym &, const Sym &)) {
      Sym result = mappedPart(parts.front());
      for (size_t i = 1; i < parts.size(); ++i)
        result = fold(result, mappedPart(parts[i]));
      return result;
    };
    if (value.type() == SymType::Int) {
      switch (value.kind()) {
      case SymKind::Add:
        return folded([](const Sym &a, const Sym &b) { return a + b; });
      case SymKind::Mul:
        return folded([](const Sym &a, const Sym &b) { return a * b; });
      case SymKind::FloorDiv:
        return folded([](const Sym &a, const Sym &b) { return floorDiv(a, b); });
      case SymKind::FloorMod:
        return folded([](const Sym &a, const Sym &b) { return floorMod(a, b); });
      case SymKind::Min:
        return folded([](const Sym &a, const Sym &b) { return symMin(a, b); });
      case SymKind::Max:
        return folded([](const Sym &a, const Sym &b) { return symMax(a, b); });
      default:
        break;
      }
    }
    return scalarFor(value);
  }

  std::vector<Sym> mapped(const std::vector<Sym> &values) {
    std::vector<Sym> result;
    for (const Sym &value : values)
      result.push_back(mapped(value));
    return result;
  }

  TensorType mapped(const TensorType &type) {
    TensorType result = type;
    result.sizes = mapped(type.sizes);
    if (!type.strides.empty() && type.strides == contiguousStrides(type.sizes))
      result.strides.clear();
    else
      result.strides = mapped(type.strides);
    return result;
  }

  void addInput(const Value *v) {
    BufferView view = grouping.viewOf(v);
    if (collapsed)
      view.type = collapsed->inputs.at(v);
    // A number of the user's program stays one for type promotion, whoever computed it.
    TensorType type = mapped(view.type);
    type.weak = v->type.weak;
    for (size_t i = 0; i < call.inputs.size(); ++i) {
      if (call.inputs[i].buffer == view.buffer && call.inputs[i].type == view.type &&
          call.inputs[i].offset == view.offset && kernel->inputs()[i].value->type.weak == type.weak) {
        values[v] = kernel->inputs()[i].value;
        return;
      }
    }
    values[v] = kernel->addInput("a" + std::to_string(call.inputs.size()), std::move(type), "", {});
    call.inputs.push_back(std::move(view));
  }

  Value *operand(Value *v) {
    const auto known = values.find(v);
    if (known != values.end())
      return known->second;
    // A view of something that this kernel computes.
    Node &node = *v->def;
    if (!node.op->isView()) // to or contiguous that returned self
      return values[v] = operand(node.value("self"));
    return clone(node);
  }

  std::vector<Value *> operands(const std::vector<Value *> &list) {
    std::vector<Value *> result;
    for (Value *v : list)
      result.push_back(operand(v));
    return result;
  }

  Value *clone(const Node &node) {
    std::vector<Arg> args;
    const auto ownDims = collapsed ? collapsed->dims.find(&node) : std::map<const Node *, Arg>::const_iterator();
    for (const Arg &arg : node.args) {
      if (collapsed && ownDims != collapsed->dims.end() && args.size() == *node.op->argIndex("dim"))
        args.push_back(ownDims->second);
      else if (const auto *v = std::get_if<Value *>(&arg))
        args.emplace_back(*v ? Arg(operand(*v)) : Arg(std::monostate()));
      else if (const auto *s = std::get_if<Sym>(&arg))
        args.emplace_back(node.is(Op::scalar) && !s->isConst() ? scalarFor(*s) : mapped(*s));
      else if (const auto *list = std::get_if<std::vector<Sym>>(&arg))
        args.emplace_back(collapsed && node.is(Op::full) ? collapsed->sizesOf(node.result()) : *list);
      else if (const auto *values = std::get_if<std::vector<Value *>>(&arg))
        args.emplace_back(operands(*values));
      else
        args.push_back(arg);
      if (auto *list = std::get_if<std::vector<Sym>>(&args.back()))
        *list = mapped(*list);
    }
    if (isCarried(node))
      args.back() = Sym(carried++); // counted anew, so that equal loops are one kernel
    TensorType type = node.result()->type;
    if (collapsed && type.rank() > 0)
      type.sizes = collapsed->sizesOf(node.result());
    type.strides.clear(); // nobody stores it, unless it is a root
    const bool weak = type.weak;
    type = mapped(type);
    type.weak = weak;
    Node *copy = kernel->append(node.op, std::move(args), {type});
    return values[node.result()] = copy->result();
  }

  void addOutput(const GroupRoot &root) {
    Value *value = operand(root.value);
    BufferView target = root.target;
    if (collapsed)
      target.type = collapsed->outputs.at(call.outputs.size());
    TensorType type = mapped(target.type);
    const bool taken = !value->def || std::find(kernel->outputs().begin(), kernel->outputs().end(), value) !=
                                          kernel->outputs().end();
    if (value->type.dtype != type.dtype)
      value = kernel->append(&schemaOf(Op::to), {value, type.dtype, Sym::boolean(false)}, {type})->result();
    else if (taken || value->def->op->isView())
      value = kernel->append(&schemaOf(Op::clone), {value}, {type})->result();
    else
      value->type = type;
    kernel->outputs().push_back(value);
    call.outputs.push_back(std::move(target));
  }

  const Graph &source;
  const Grouping &grouping;
  const Group &group;
  unsigned id;
  std::unique_ptr<Graph> kernel;
  KernelCall call;
  std::vector<Sym> scalarSyms; // parallel to call.scalars
  std::optional<Collapsed> collapsed;
  std::map<const Value *, Value *> values;
  int64_t carried = 0; // turn_states so far
};

} // namespace

BuiltKernel buildKernel(const Graph &graph, const Grouping &grouping, unsigned group) {
  return KernelGraphBuilder(graph, grouping, group).build();
}

} // namespace fullgraph::fusion
