// Where results are stored: in a buffer of their own, in the slice of a `cat` or of a write, or straight
// where their only reader would have copied them.
#include "lib/Fusion/Groups.h"

#include <algorithm>

namespace fullgraph::fusion {

/// All elements of a fresh value in its own order, under other sizes.
static bool isReshaped(Value *v) {
  const Value *root = v->root();
  return v->base && root->def && v->offset.isConst(0) && v->type.dtype == root->type.dtype &&
         v->type.isContiguous() && root->type.isContiguous() && v->type.numel() == root->type.numel();
}

/// A whole value that is returned is allocated as such, as the user sees it; other results that view it refer
/// to it.
void Grouping::placeWholeOutputs() {
  for (const bool reshaped : {false, true}) // a result that has the value's own sizes comes first
    for (unsigned i = 0; i < graph.outputs().size(); ++i) {
      Value *v = graph.outputs()[i], *root = v->root();
      const bool mutated = std::any_of(graph.mutations().begin(), graph.mutations().end(),
                                       [&](const Mutation &m) { return m.value->root() == root; });
      if (!mutated && (reshaped ? isReshaped(v) : v->def && !v->base))
        outputOf.emplace(root, i);
    }
}

/// Several views of one fresh value share its memory: it is returned behind the user's results, for them to
/// view. So is the memory of a complex result, which kernels fill with its parts.
std::vector<Value *> Grouping::placeSharedMemory() {
  std::map<Value *, std::set<const Value *>> views;
  std::vector<Value *> shared;
  for (Value *v : graph.outputs())
    if (v->root()->def && !outputOf.count(v->root()) && views[v->root()].insert(v).second &&
        (views[v->root()].size() == 2 || fg::isComplexType(v->type.dtype)) && !isMutation(v->root())) {
      outputOf.emplace(v->root(), static_cast<unsigned>(graph.outputs().size() + shared.size()));
      shared.push_back(v->root());
    }
  return shared;
}

static ProgramOutput outputFor(Value *v) {
  ProgramOutput output;
  output.value = v;
  output.type = v->type;
  output.type.weak = false;
  return output;
}

/// The tensor of result `of`, once more.
static void beSameAs(ProgramOutput &output, unsigned of) {
  output.kind = ProgramOutput::ViewOfOutput;
  output.of = of;
  output.offset = 0;
  output.same = true;
}

static unsigned inputIndex(const Graph &graph, const Value *v) {
  for (unsigned i = 0; i < graph.inputs().size(); ++i)
    if (graph.inputs()[i].value == v)
      return i;
  return 0;
}

/// A view of an input, or of what `written` writes to one.
static void viewInput(ProgramOutput &output, const Graph &graph, Value *v, const Mutation *written) {
  const Value *root = v->root();
  output.kind = ProgramOutput::ViewOfInput;
  output.of = inputIndex(graph, root->def ? written->input : root);
  output.same = v == (root->def ? written->value : root);
  // The written value may be a view of its storage; the output is counted from where the input's memory
  // begins.
  if (root->def && written->value->base) {
    const bool parts = fg::isComplexType(written->value->type.dtype) && !fg::isComplexType(v->type.dtype);
    output.offset = output.offset - Sym(parts ? 2 : 1) * written->value->offset;
  }
}

void Grouping::planOutputs() {
  placeWholeOutputs();
  const std::vector<Value *> shared = placeSharedMemory();
  std::map<const Value *, unsigned> copies; // a partial view that nothing else shares memory with: of its own
  for (unsigned i = 0; i < graph.outputs().size(); ++i) {
    Value *v = graph.outputs()[i], *root = v->root();
    ProgramOutput output = outputFor(v);
    output.offset = v->base ? v->offset : Sym(0);
    // A view that is returned twice is one tensor, twice.
    const auto again = std::find(graph.outputs().begin(), graph.outputs().begin() + i, v);
    const auto first = static_cast<unsigned>(again - graph.outputs().begin());
    const auto mutation = std::find_if(graph.mutations().begin(), graph.mutations().end(),
                                       [&](const Mutation &m) { return m.value->root() == root; });
    const bool isWritten = mutation != graph.mutations().end();
    if (first < i && outputs[first].kind != ProgramOutput::Fresh && !outputs[first].same) {
      beSameAs(output, first);
    } else if (!root->def || isWritten) {
      viewInput(output, graph, v, isWritten ? &*mutation : nullptr);
    } else if (const auto whole = outputOf.find(root); whole != outputOf.end()) {
      output.kind = whole->second == i ? ProgramOutput::Fresh : ProgramOutput::ViewOfOutput;
      output.of = whole->second == i ? 0 : whole->second;
      output.same = output.of < graph.outputs().size() && v == graph.outputs()[output.of];
      demand(root);
    } else if (const auto copy = copies.find(v); copy != copies.end()) {
      beSameAs(output, copy->second);
    } else {
      output.offset = 0;
      copies[v] = i;
      buffers.push_back({BufferKind::Output, i, output.type, 0});
      const unsigned id = newGroup(v, {static_cast<unsigned>(buffers.size() - 1), output.type, 0});
      uses[root].push_back({nullptr, id, v});
    }
    outputs.push_back(output);
  }
  for (Value *root : shared) {
    outputs.push_back(outputFor(root));
    demand(root);
  }
}

/// Where the result of a cat or scatter goes: straight into the memory of the only group that would copy it,
/// or the part of it. Kernels may read an input that is written, so there only whole values are.
Place Grouping::placeFor(const Value *result) {
  TensorType type = result->type;
  type.weak = false;
  const auto own = [&] {
    TensorType whole = type;
    whole.strides = type.stridesOrContiguous();
    return Place{{newBuffer(result), whole, 0}, {}};
  };
  const std::vector<unsigned> users = usersOf(result);
  if (demanded.count(result) || users.size() != 1)
    return own();
  Group &user = groups[users[0]];
  if (user.roots.size() != 1 || user.roots[0].value != result || !user.nodes.empty())
    return own();
  BufferView target = user.roots[0].target;
  const Buffer &buffer = buffers[target.buffer];
  const bool isWhole =
      user.after.empty() && target.offset.isConst(0) && target.type == type && buffer.type == type;
  const bool isPart = buffer.kind != BufferKind::Input && buffer.type.dtype == type.dtype &&
                      target.type.dtype == type.dtype && target.type.sizes == type.sizes;
  if (!isWhole && !isPart)
    return own();
  user.merged = true;
  replaced[users[0]] = result;
  user.roots.clear();
  for (auto &[value, s] : stored)
    s.writers.erase(std::remove(s.writers.begin(), s.writers.end(), users[0]), s.writers.end());
  target.type.strides = target.type.stridesOrContiguous();
  return {target, user.after};
}

/// `id`, or what has taken its place, has run before `group`.
void Grouping::finishReplaced(const Value *result) {
  for (const auto &[id, value] : replaced) {
    if (value != result)
      continue;
    for (Group &group : groups) {
      const auto at = std::find(group.after.begin(), group.after.end(), id);
      if (at == group.after.end())
        continue;
      group.after.erase(at);
      const std::vector<unsigned> &writers = stored[result].writers;
      group.after.insert(group.after.end(), writers.begin(), writers.end());
    }
    for (auto &[other, s] : stored)
      if (other != result && s.buffer == stored[result].buffer)
        s.writers.insert(s.writers.end(), stored[result].writers.begin(), stored[result].writers.end());
  }
}

void Grouping::placeConcat(const Node &node) {
  Value *result = node.result();
  const Place place = placeFor(result);
  stored[result].buffer = place.view.buffer;
  const size_t rank = result->type.rank();
  const int64_t wanted = node.sym("dim").asInt().value_or(0);
  const size_t dim = static_cast<size_t>(wanted < 0 ? wanted + int64_t(rank) : wanted);
  Sym start = 0;
  for (Value *operand : node.values("tensors")) {
    if (operand->type.rank() != rank) // ATen skips empty 1-d operands
      continue;
    const Sym extent = operand->type.sizes[dim];
    if (!extent.isConst(0)) {
      BufferView part = place.view;
      part.type.sizes = operand->type.sizes;
      part.offset = part.offset + start * part.type.strides[dim];
      const unsigned id = newGroup(operand, part);
      groups[id].after = place.after;
      stored[result].writers.push_back(id);
      uses[operand->root()].push_back({nullptr, id, operand});
    }
    start = start + extent;
  }
  finishReplaced(result);
}

namespace {

/// A view of some memory: where, with which sizes and strides.
struct Part {
  TensorType type; // strides explicit
  Sym offset = 0;
  friend bool operator==(const Part &, const Part &) = default;
};

/// What a select_scatter or slice_scatter writes of `whole`.
Part partOf(const Node &scatter, const Part &whole) {
  const size_t rank = whole.type.rank();
  const int64_t wanted = scatter.sym("dim").asInt().value_or(0);
  const size_t dim = static_cast<size_t>(wanted < 0 ? wanted + int64_t(rank) : wanted);
  const Sym extent = whole.type.sizes[dim];
  const auto wrapped = [&](const Sym &index) {
    const auto constant = index.asInt();
    return constant && *constant < 0 ? index + extent : index;
  };
  Part part = whole;
  const Sym stride = whole.type.strides[dim];
  if (scatter.is(Op::select_scatter)) {
    part.type.sizes.erase(part.type.sizes.begin() + static_cast<std::ptrdiff_t>(dim));
    part.type.strides.erase(part.type.strides.begin() + static_cast<std::ptrdiff_t>(dim));
    part.offset = whole.offset + wrapped(scatter.sym("index")) * stride;
  } else {
    part.type.sizes = scatter.value("src")->type.sizes;
    part.type.strides[dim] = stride * scatter.sym("step");
    // Within the dim in every normal graph (Passes.h). min(1, N) would not be seen to be where the views
    // begin.
    part.offset = whole.offset + wrapped(scatter.optionalSym("start").value_or(Sym(0))) * stride;
  }
  return part;
}

Part wholeOf(const Value *v) {
  Part whole{v->type, v->base ? v->offset : Sym(0)};
  whole.type.strides = v->type.stridesOrContiguous();
  whole.type.weak = false;
  return whole;
}

/// Does computing `v` read `memory` elsewhere than at `part`, as a stencil does?
bool readsOutside(Value *v, const Value *memory, const Part &part) {
  std::vector<Value *> left = {v};
  std::set<const Value *> seen;
  while (!left.empty()) {
    Value *next = left.back();
    left.pop_back();
    if (!seen.insert(next).second)
      continue;
    if (next->root() == memory) {
      if (!(wholeOf(next) == part))
        return true;
    } else if (Node *made = next->root()->def) {
      made->forEachOperand([&](Value *operand) {
        if (operand)
          left.push_back(operand);
      });
    }
  }
  return false;
}

} // namespace

/// u[1:-1, 1:-1] = x is a write to a part of a part: rows of u that differ from u's in their columns. Where
/// nobody else wants the rows, x is written to where it belongs in u.
void Grouping::placeScatter(const Node &node) {
  Value *result = node.result(), *self = node.value("self"), *src = node.value("src");
  const Place place = placeFor(result);
  Part part = partOf(node, {place.view.type, place.view.offset}), own = partOf(node, wholeOf(self));
  const auto isScatter = [](const Node *made) {
    return made && (made->is(Op::select_scatter) || made->is(Op::slice_scatter));
  };
  while (isScatter(src->def) && !demanded.count(src) && uses[src].size() == 1) {
    Value *of = src->def->value("self");
    if (of->root() != self->root() || !(wholeOf(of) == own))
      break;
    part = partOf(*src->def, part);
    own = partOf(*src->def, own);
    src = src->def->value("src");
  }
  // A kernel may not write what its other elements read: such values go to the part when all are there.
  if (isMutation(result) && readsOutside(src, self->root(), own))
    demand(src);
  Stored &s = stored[result];
  s.buffer = place.view.buffer;
  const unsigned copy = newGroup(self, place.view);
  groups[copy].after = place.after;
  uses[self->root()].push_back({nullptr, copy, self});
  const unsigned write = newGroup(src, {s.buffer, part.type, part.offset});
  uses[src->root()].push_back({nullptr, write, src});
  groups[write].after = place.after;
  groups[write].after.push_back(copy);
  s.writers = {copy, write};
  finishReplaced(result);
}

/// Independent groups over one space that read the same memory: one pass instead of two.
void Grouping::mergeSiblings() {
  const auto reads = [&](unsigned id) {
    std::set<unsigned> list;
    for (const Value *v : externals(id))
      if (v->type.rank() > 0)
        list.insert(viewOf(v).buffer);
    return list;
  };
  for (unsigned a = 0; a < groups.size(); ++a) {
    for (unsigned b = a + 1; b < groups.size(); ++b) {
      if (groups[a].merged || groups[b].merged || groups[a].anchor || groups[b].anchor)
        continue;
      if (groups[a].hasRows != groups[b].hasRows || groups[a].sizes != groups[b].sizes ||
          groups[a].sizes.empty())
        continue;
      const std::set<unsigned> x = reads(a), y = reads(b);
      std::vector<unsigned> common;
      std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(common));
      if (!common.empty() && mergeable(a, b))
        merge(a, b);
    }
  }
}

} // namespace fullgraph::fusion
