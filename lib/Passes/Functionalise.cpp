// Why: fusion reorders and merges operators, which a write in between would forbid; and a kernel can only
// write memory that nothing else reads. With values that never change, order is data flow.
//
// How: each storage (an input, or the fresh result of an operator) has a current value. A node's operands are
// read anew: an alias of a storage that has been written since is derived from the current value by replaying
// the views that lead to it. A write walks the same views backwards, from the part to the whole.
//
// A copy that some sizes turn into an alias (copyConditions) is taken for a copy where nobody can tell: where
// none of the memory that it would tie together is written, and at most one piece of it is known outside.
// Else a guard keeps those sizes out.
//
//   %r = view(%x, size = [M*N])                  %r = view(%x, size = [M*N])
//   %v = slice(%r, end = 4)                      %v = slice(%r, end = 4)
//   %c = copy_(%v, %y)                    →      %1 = slice_scatter(%r, %y, end = 4)
//   return %v                                    %2 = view(%1, size = [M, N])
//                                                %3 = clone(%2)
//                                                %4 = view(%3, …) ; %5 = slice(%4, …)
//                                                mutate %x = %3 ; return %5
#include "lib/Passes/Rewriter.h"

#include <algorithm>
#include <map>
#include <set>

namespace fullgraph {

namespace {

class Functionaliser {
public:
  explicit Functionaliser(Graph &graph) : graph(graph), rewriter(graph) {}

  std::string run() {
    remember();
    if (!guardCopies())
      return error;
    std::vector<Node *> writes;
    for (Node *node : nodesOf(graph)) {
      at = node;
      if (node->is(Op::copy_)) {
        write(node->value("self"), read(node->value("src")));
        writes.push_back(node);
      } else {
        keepCopy(*node);
        node->replaceOperands([&](Value *operand) { return read(operand); });
        for (const std::unique_ptr<Value> &result : node->results)
          if (rootOf.at(result.get()) != result.get())
            latest[result.get()] = {result.get(), storages[rootOf[result.get()]].version};
      }
      if (!error.empty())
        return error;
    }
    at = nullptr;
    for (Value *&output : graph.outputs())
      output = returned(output);
    for (const GraphInput &input : graph.inputs())
      if (const Storage &storage = storages[input.value]; storage.version > 0)
        graph.mutations().push_back({input.value, storage.current});
    if (!error.empty())
      return error;
    for (size_t i = writes.size(); i-- > 0;) // a write may be the target of a later one
      graph.erase(writes[i]);
    return inferGraph(graph);
  }

private:
  struct Storage {
    Value *current = nullptr;
    unsigned version = 0;
  };
  struct Derived {
    Value *value = nullptr;
    unsigned version = 0;
  };

  /// Takes down aliases as captured: replacing operands makes the graph's own notes stale.
  void remember() {
    for (const GraphInput &input : graph.inputs())
      rootOf[input.value] = input.value;
    for (const std::unique_ptr<Node> &node : graph.nodes())
      for (const std::unique_ptr<Value> &result : node->results) {
        rootOf[result.get()] = result->root();
        if (result->base)
          parentOf[result.get()] = node->value("self");
      }
    for (const auto &[value, root] : rootOf)
      if (value == root)
        storages[value].current = value;
    findHiddenGaps();
  }

  /// Storages whose gaps between elements nobody sees: a slice that the graph is handed, and writes, is held
  /// without them. A view of a tensor of the graph's own that is returned has its strides; one of an input is
  /// of the input's memory (returned).
  void findHiddenGaps() {
    for (const auto &[value, root] : rootOf)
      if (value == root)
        hidesGaps.insert(root);
    for (Value *output : graph.outputs())
      if (Value *root = rootOf.at(output); root != output && !graph.isInput(root))
        hidesGaps.erase(root);
    static const std::set<Op> seesGaps = {Op::as_strided, Op::view_as_real, Op::view_as_complex};
    for (const std::unique_ptr<Node> &node : graph.nodes())
      if (seesGaps.count(node->op->id))
        hidesGaps.erase(rootOf.at(node->value("self")));
  }

  /// The storages that one memory may serve, as sets with a representative each.
  Value *representative(Value *storage) {
    Value *&next = sharedWith[storage];
    return !next || next == storage ? storage : next = representative(next);
  }

  bool guardCopies() {
    std::map<Node *, std::vector<Sym>> conditionsOf;
    for (Node *node : nodesOf(graph)) {
      if (node->result()->base)
        continue;
      std::vector<Sym> conditions = copyConditions(graph.env, *node);
      if (conditions.empty())
        continue;
      sharedWith[representative(node->result())] = representative(rootOf.at(node->value("self")));
      conditionsOf[node] = std::move(conditions);
    }
    if (conditionsOf.empty())
      return true;
    std::map<Value *, std::set<Value *>> visible;
    std::set<Value *> written;
    for (const GraphInput &input : graph.inputs())
      visible[representative(input.value)].insert(input.value);
    for (Value *output : graph.outputs())
      visible[representative(rootOf.at(output))].insert(rootOf.at(output));
    for (const std::unique_ptr<Node> &node : graph.nodes())
      if (node->is(Op::copy_))
        written.insert(representative(rootOf.at(node->value("self"))));
    for (Node *node : nodesOf(graph)) {
      const auto found = conditionsOf.find(node);
      if (found == conditionsOf.end())
        continue;
      Value *memory = representative(node->result());
      if (visible[memory].size() < 2 && !written.count(memory))
        continue;
      for (const Sym &condition : found->second)
        if (!graph.env.assume(condition, node->loc,
                              std::string(node->opName()) + " copies, unless a size is 0 or 1")) {
          fail("functionalise cannot tell whether " + std::string(node->opName()) + " copies");
          return false;
        }
    }
    return true;
  }

  Value *fail(const std::string &what) {
    if (error.empty())
      error = what + (at && at->loc.isValid() ? " (" + at->loc.str() + ")" : "");
    return nullptr;
  }

  Value *build(Op op, std::vector<Arg> args) {
    for (const Arg &arg : args)
      if (Value *const *operand = std::get_if<Value *>(&arg); operand && !*operand)
        return nullptr; // failed before
    Value *value = rewriter.build(op, std::move(args), at);
    return value ? value : fail("functionalise cannot type " + schemaOf(op).name);
  }

  /// What `alias` holds now.
  Value *read(Value *alias) {
    Value *root = rootOf.at(alias);
    const Storage &storage = storages[root];
    if (alias == root)
      return storage.current;
    Derived &derived = latest[alias];
    if (derived.value && derived.version == storage.version)
      return derived.value;
    Value *parent = read(parentOf.at(alias));
    Value *value = parent ? replay(*alias->def, parent) : nullptr;
    const bool isSame = value && (hidesGaps.count(root) ? value->type.dtype == alias->type.dtype &&
                                                              sameSizes(value->type, alias->type)
                                                        : sameType(graph.env, value->type, alias->type));
    if (value && !isSame)
      return fail("functionalise reads %" + alias->name + " as " + value->type.str() + ", which is " +
                  alias->type.str());
    if (value && value->source.empty())
      value->source = alias->source;
    latest[alias] = {value, storage.version};
    return value;
  }

  /// A reshape or contiguous() that copies a tensor with gaps would be a view of the same tensor without
  /// them, and two results that are copies would share memory. Its operand is copied in front of it.
  void keepCopy(Node &node) {
    if (!node.is(Op::reshape) && !node.is(Op::contiguous))
      return;
    Value *operand = node.value("self"), *root = rootOf.at(operand);
    if (node.result()->base || !hidesGaps.count(root) || storages[root].version == 0)
      return;
    if (Value *copy = build(Op::clone, {read(operand)})) {
      rootOf[copy] = copy;
      storages[copy].current = copy;
      node.replaceOperands([&](Value *each) { return each == operand ? copy : each; });
    }
  }

  /// What the graph returns for `output`. A view of an input with gaps that has been written, and is held
  /// without them, is a view of the input's own memory, which has the new elements when the graph returns.
  Value *returned(Value *output) {
    Value *root = rootOf.at(output), *current = storages[root].current;
    if (!current || output == root || sameType(graph.env, current->type, root->type))
      return read(output);
    std::vector<Value *> path;
    for (Value *part = output; part != root; part = parentOf.at(part))
      path.push_back(part);
    Value *value = root;
    while (value && !path.empty()) {
      value = replay(*path.back()->def, value);
      path.pop_back();
    }
    return value;
  }

  /// The view that `def` is, of another value of its operand.
  Value *replay(const Node &def, Value *operand) {
    if (!def.op->isView()) // to, contiguous or copy_ that returned self
      return operand;
    std::vector<Arg> args = def.args;
    args[0] = operand;
    return build(def.op->id, std::move(args));
  }

  void write(Value *target, Value *source) {
    if (!source)
      return;
    Value *root = rootOf.at(target);
    Value *value = source;
    if (value->type.dtype != target->type.dtype)
      value = build(Op::to, {value, target->type.dtype, Sym::boolean(false)});
    if (value && !sameSizes(value->type, target->type))
      value = build(Op::expand, {value, target->type.sizes});
    for (Value *part = target; value && part != root; part = parentOf.at(part))
      value = whole(*part->def, parentOf.at(part), value);
    if (value)
      value = inStorage(value, root->type, source, hidesGaps.count(root) != 0);
    Storage &storage = storages[root];
    storage.current = value;
    ++storage.version;
  }

  /// The value of `operand` when the view `def` of it holds `part`.
  Value *whole(const Node &def, Value *operand, Value *part) {
    const Op op = def.op->id;
    const std::vector<Sym> &sizes = operand->type.sizes;
    if (op == Op::select || op == Op::slice) {
      std::vector<Arg> args = def.args;
      args[0] = read(operand);
      args.insert(args.begin() + 1, part);
      return build(op == Op::select ? Op::select_scatter : Op::slice_scatter, std::move(args));
    }
    if (op == Op::permute) {
      std::vector<Sym> inverse(sizes.size());
      const std::vector<Sym> &dims = def.syms("dims");
      for (size_t i = 0; i < dims.size(); ++i) {
        const int64_t dim = *dims[i].asInt();
        inverse[dim < 0 ? dim + int64_t(dims.size()) : dim] = Sym(int64_t(i));
      }
      return build(Op::permute, {part, inverse});
    }
    if (op == Op::view || op == Op::reshape)
      return build(Op::reshape, {part, sizes});
    if (op == Op::as_strided)
      return fail("a write through as_strided");
    if (op == Op::view_as_real)
      return build(Op::view_as_complex, {part});
    if (op == Op::view_as_complex)
      return build(Op::view_as_real, {part});
    if (op == Op::main_diagonal) {
      const Sym &size = sizes.back();
      Value *there = build(Op::eye, {size, size, fg::kBool}),
            *column = build(Op::unsqueeze, {part, Sym(int64_t(sizes.size()) - 1)});
      return there && column ? build(Op::where, {there, column, read(operand)}) : nullptr;
    }
    if (op == Op::unsqueeze)
      return build(Op::select, {part, def.sym("dim"), Sym(0)});
    if (op == Op::squeeze)
      return build(Op::reshape, {part, sizes});
    if (op ==
        Op::expand) { // to its own sizes, or by leading dims of 1: a write to one of several that are one
                      // element in memory changes all of them
      for (size_t i = part->type.rank(); part && i > sizes.size(); --i) {
        if (!graph.env.prove(symEq(part->type.sizes[0], Sym(1))).value_or(false))
          return fail("a write to an expanded tensor");
        part = build(Op::select, {part, Sym(0), Sym(0)});
      }
      return part && sameSizes(part->type, operand->type) ? part : fail("a write to an expanded tensor");
    }
    return part; // alias, and what returned self
  }

  bool sameSizes(const TensorType &a, const TensorType &b) const {
    TensorType contiguousA = a, contiguousB = b;
    for (TensorType *type : {&contiguousA, &contiguousB})
      type->strides.clear(), type->weak = false, type->dtype = fg::kFloat;
    return sameType(graph.env, contiguousA, contiguousB);
  }

  /// A fresh value of `type`, the layout of the storage: later views of it must mean the same elements, and
  /// an input that is written must not share memory with what was written to it. `source`, what is written,
  /// may be the value of another storage (`a[0] = 1; b.copy_(a);`): one value for both would make one tensor
  /// of the two. mayBeDense: gaps between the elements are left out.
  Value *inStorage(Value *value, const TensorType &type, const Value *source, bool mayBeDense = false) {
    if (value->def && value->def->is(Op::view_as_complex)) { // what is written is its parts
      TensorType parts{fg::realType(type.dtype), type.sizes, {}, false};
      for (const Sym &stride : type.stridesOrContiguous())
        parts.strides.push_back(2 * stride);
      parts.sizes.push_back(2);
      parts.strides.push_back(1);
      Value *laid = inStorage(value->def->value("self"), parts, source);
      return laid ? build(Op::view_as_complex, {laid}) : nullptr;
    }
    const bool isPartWritten = // of `value`, in new memory
        value->def && (value->def->is(Op::select_scatter) || value->def->is(Op::slice_scatter));
    if (isPartWritten && value != source && sameType(graph.env, value->type, type))
      return value;
    Value *copy = build(Op::clone, {value});
    if (!copy || sameType(graph.env, copy->type, type))
      return copy;
    // Permuted to C order, copied, and back.
    graph.erase(copy->def);
    const std::vector<int64_t> order = memoryOrder(graph.env, type);
    std::vector<Sym> dims(order.begin(), order.end()), inverse(order.size());
    for (size_t i = 0; i < order.size(); ++i)
      inverse[order[i]] = Sym(int64_t(i));
    const bool isIdentity = std::is_sorted(order.begin(), order.end());
    Value *laid = isIdentity ? value : build(Op::permute, {value, dims});
    if (laid && !laid->type.isContiguous())
      laid = build(Op::contiguous, {laid});
    if (laid && (laid->base || graph.isInput(laid)))
      laid = build(Op::clone, {laid});
    if (laid && !isIdentity)
      laid = build(Op::permute, {laid, inverse});
    const bool isSame = laid && sameType(graph.env, laid->type, type);
    if (laid && !isSame && (!mayBeDense || !assumeApart(type, order)))
      return fail("functionalise cannot lay out a value as " + type.str());
    return laid;
  }

  /// Each element has memory of its own: of windows that overlap, a write to one is seen in the next.
  bool assumeApart(const TensorType &type, const std::vector<int64_t> &order) {
    const std::vector<Sym> strides = type.stridesOrContiguous();
    const auto assume = [&](const Sym &condition) {
      return graph.env.assume(condition, at ? at->loc : SourceLoc(),
                              "rows that are written must not overlap");
    };
    for (size_t i = 0; i + 1 < order.size(); ++i) {
      const auto outer = static_cast<size_t>(order[i]), inner = static_cast<size_t>(order[i + 1]);
      if (!assume(symOr(symLe(type.sizes[outer], Sym(1)),
                        symLe(strides[inner] * type.sizes[inner], strides[outer]))))
        return false;
    }
    return order.empty() || assume(symLe(Sym(1), strides[static_cast<size_t>(order.back())]));
  }

  Graph &graph;
  Rewriter rewriter;
  Node *at = nullptr; // new nodes go in front of it
  std::map<Value *, Value *> rootOf, parentOf, sharedWith;
  std::set<Value *> hidesGaps;
  std::map<Value *, Storage> storages;
  std::map<Value *, Derived> latest;
  std::string error;
};

} // namespace

std::string functionalise(Graph &graph) { return Functionaliser(graph).run(); }

} // namespace fullgraph
