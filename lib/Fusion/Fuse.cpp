#include "lib/Fusion/Groups.h"
#include "lib/Fusion/KernelGraph.h"
#include "lib/Fusion/Memory.h"
#include "lib/Graph/Failure.h"
#include "lib/Passes/Passes.h"

#include <algorithm>

namespace fullgraph {

using namespace fusion;

namespace {

/// Lets the group that computes an input's new value store it straight into the input, where nothing can
/// tell.
class InPlace {
public:
  InPlace(const Graph &graph, Grouping &grouping) : graph(graph), grouping(grouping) {}

  /// The mutations that still need a WriteBack.
  std::vector<Mutation> run() {
    std::vector<Mutation> left;
    bool computedChecks =
        std::any_of(grouping.checks.begin(), grouping.checks.end(),
                    [](const Grouping::Check &check) { return check.index->root()->def != nullptr; });
    for (const auto &node : graph.nodes()) // fails, if it does, when its operands are computed
      computedChecks |= node->op->effect == OpEffect::ElementError;
    for (const Mutation &mutation : graph.mutations())
      if (mutation.value != mutation.input && (computedChecks || !place(mutation)))
        left.push_back(mutation);
    return left;
  }

private:
  bool place(const Mutation &mutation) {
    const Value *input = mutation.input;
    const Value *root = mutation.value->root();
    if (!root->def || root != mutation.value || !grouping.isStored(root))
      return false;
    const unsigned buffer = grouping.stored[root].buffer, inputBuffer = grouping.stored[input].buffer;
    if (grouping.buffers[buffer].kind != BufferKind::Workspace ||
        !(grouping.buffers[buffer].type == input->type))
      return false;

    std::optional<unsigned> copy;
    std::vector<unsigned> writers;
    for (unsigned id = 0; id < grouping.groups.size(); ++id) {
      const Group &group = grouping.groups[id];
      if (group.merged)
        continue;
      const bool writes = std::any_of(group.roots.begin(), group.roots.end(),
                                      [&](const GroupRoot &r) { return r.target.buffer == buffer; });
      if (!writes)
        continue;
      if (group.roots.size() != 1)
        return false;
      if (group.nodes.empty() && group.roots[0].value == input)
        copy = id;
      else
        writers.push_back(id);
    }
    for (const unsigned id : writers)
      if (!mayOverwrite(id, input, writers.size() > 1))
        return false;
    // Everyone who wants the old value comes first.
    std::vector<unsigned> readers;
    for (unsigned id = 0; id < grouping.groups.size(); ++id) {
      if (grouping.groups[id].merged || (copy && *copy == id) ||
          std::find(writers.begin(), writers.end(), id) != writers.end())
        continue;
      for (const Value *v : grouping.externals(id)) {
        if (const_cast<Value *>(v)->root() != input)
          continue;
        readers.push_back(id);
        break;
      }
    }
    for (const unsigned reader : readers)
      for (const unsigned writer : writers)
        if (grouping.reaches(writer, reader))
          return false;
    for (const unsigned writer : writers) {
      Group &group = grouping.groups[writer];
      group.roots[0].target.buffer = inputBuffer;
      group.after.insert(group.after.end(), readers.begin(), readers.end());
      if (copy)
        group.after.erase(std::remove(group.after.begin(), group.after.end(), *copy), group.after.end());
    }
    if (copy) {
      for (auto &[value, s] : grouping.stored)
        s.writers.erase(std::remove(s.writers.begin(), s.writers.end(), *copy), s.writers.end());
      grouping.groups[*copy].merged = true;
    }
    for (auto &[value, s] : grouping.stored)
      if (s.buffer == buffer)
        s.buffer = inputBuffer;
    return true;
  }

  /// Does each element that the group writes depend on the same element of the input at most?
  bool mayOverwrite(unsigned id, const Value *input, bool severalWriters) const {
    const Group &group = grouping.groups[id];
    for (const Value *v : grouping.externals(id)) {
      if (const_cast<Value *>(v)->root() != input)
        continue;
      if (severalWriters || group.anchor || group.hasRows)
        return false;
      const BufferView view = grouping.viewOf(v), &target = group.roots[0].target;
      if (!(view.type.sizes == target.type.sizes) ||
          view.type.stridesOrContiguous() != target.type.stridesOrContiguous() ||
          !(view.offset == target.offset))
        return false;
      for (const AccessMap &map : grouping.operandAccesses(v, id))
        for (size_t d = 0; d < map.size(); ++d)
          if (map[d] != static_cast<int>(d) && !v->type.sizes[d].isConst(1))
            return false;
    }
    return true;
  }

  const Graph &graph;
  Grouping &grouping;
};

/// While a program is made, inputs have the literal 1 for the sizes that are known to be 1, as results have
/// (the pass "sizes"). Behind it they have their symbols again, by which guards name sizes.
class SettledInputs {
public:
  explicit SettledInputs(const Graph &graph) : graph(graph) {
    for (const GraphInput &input : graph.inputs()) {
      types.push_back(input.value->type);
      settleOnes(graph.env, input.value->type);
    }
  }
  ~SettledInputs() {
    for (size_t i = 0; i < types.size(); ++i)
      graph.inputs()[i].value->type = std::move(types[i]);
  }
  SettledInputs(const SettledInputs &) = delete;
  SettledInputs &operator=(const SettledInputs &) = delete;

private:
  const Graph &graph;
  std::vector<TensorType> types;
};

class ProgramBuilder {
public:
  explicit ProgramBuilder(const Graph &graph) : graph(graph), settled(graph), grouping(graph) {}

  llvm::Expected<std::unique_ptr<Program>> run() {
    if (const std::string error = grouping.run(); !error.empty())
      return failure(error);
    const std::vector<Mutation> writeBacks = InPlace(graph, grouping).run();
    program = std::make_unique<Program>();
    program->outputs = grouping.outputs;
    for (const Grouping::Check &check : grouping.checks)
      if (!check.index->root()->def)
        addCheck(check);
    if (llvm::Error error = addCalls())
      return std::move(error);
    program->buffers = grouping.buffers;
    for (const Mutation &mutation : writeBacks) {
      WriteBack back;
      back.input = inputIndex(mutation.input);
      back.value = grouping.viewOf(mutation.value);
      program->steps.push_back({back});
    }
    dropUnusedBuffers();
    planWorkspace(*program);
    std::set<unsigned> seen; // whose pairs are there
    for (const Mutation &mutation : graph.mutations()) {
      const unsigned written = inputIndex(mutation.input);
      seen.insert(written);
      for (unsigned other = 0; other < graph.inputs().size(); ++other)
        if (!seen.count(other))
          program->disjointInputs.emplace_back(written, other);
    }
    return std::move(program);
  }

private:
  unsigned inputIndex(const Value *v) const {
    for (unsigned i = 0; i < graph.inputs().size(); ++i)
      if (graph.inputs()[i].value == v)
        return i;
    return 0;
  }

  void addCheck(const Grouping::Check &check) {
    const IndexCheck step{grouping.viewOf(check.index), check.lower, check.upper};
    for (const Step &known : program->steps)
      if (const auto *other = std::get_if<IndexCheck>(&known.action))
        if (other->index.buffer == step.index.buffer && other->index.type == step.index.type &&
            other->index.offset == step.index.offset && other->lower == step.lower &&
            other->upper == step.upper)
          return;
    program->steps.push_back({step});
  }

  /// Where in the graph each group belongs, to keep the program in the order of the source.
  std::vector<size_t> positions() const {
    std::map<const Node *, size_t> places;
    for (const auto &node : graph.nodes())
      places.emplace(node.get(), places.size());
    std::vector<size_t> list(grouping.groups.size(), 0);
    const auto beBehind = [&](unsigned id, const Value *v) {
      if (v->def)
        list[id] = std::max(list[id], places.at(v->def));
    };
    for (unsigned id = 0; id < list.size(); ++id)
      for (const GroupRoot &root : grouping.groups[id].roots)
        beBehind(id, root.value);
    // What writes a part and reads nothing, as the edges of a pad, may come as late as the part is wanted.
    // All edges in front, those of later turns, too, would have each turn's memory be used from then on.
    for (const auto &[value, s] : grouping.stored)
      for (const unsigned id : s.writers)
        if (s.writers.size() > 1 && !grouping.groups[id].merged && grouping.externals(id).empty())
          beBehind(id, value);
    return list;
  }

  llvm::Error addCalls() {
    const std::vector<size_t> places = positions();
    const size_t count = grouping.groups.size();
    std::vector<std::vector<unsigned>> before(count); // groups that must have run
    size_t left = 0;
    for (unsigned id = 0; id < count; ++id) {
      const Group &group = grouping.groups[id];
      if (group.merged)
        continue;
      ++left;
      before[id] = group.after;
      for (const Value *v : grouping.externals(id))
        for (const unsigned writer : grouping.stored.at(const_cast<Value *>(v)->root()).writers)
          if (writer != id)
            before[id].push_back(writer);
    }
    std::vector<bool> done(count, false);
    std::vector<bool> checked(grouping.checks.size(), false);
    const auto runChecks = [&] {
      for (size_t i = 0; i < grouping.checks.size(); ++i) {
        const Value *root = grouping.checks[i].index->root();
        if (checked[i] || !root->def)
          continue;
        const std::vector<unsigned> &writers = grouping.stored.at(root).writers;
        if (!std::all_of(writers.begin(), writers.end(), [&](unsigned id) { return done[id]; }))
          continue;
        checked[i] = true;
        addCheck(grouping.checks[i]);
      }
    };
    while (left > 0) {
      std::optional<unsigned> next;
      for (unsigned id = 0; id < count; ++id) {
        if (done[id] || grouping.groups[id].merged ||
            !std::all_of(before[id].begin(), before[id].end(),
                         [&](unsigned b) { return done[b] || grouping.groups[b].merged; }))
          continue;
        if (!next || places[id] < places[*next])
          next = id;
      }
      if (!next)
        return failure("kernels that depend on each other"); // a bug of the grouping
      addCall(*next);
      done[*next] = true;
      --left;
      runChecks();
    }
    return llvm::Error::success();
  }

  void addCall(unsigned id) {
    BuiltKernel built = buildKernel(graph, grouping, id);
    const auto known = kernelIndex.find(built.text);
    if (known == kernelIndex.end()) {
      built.call.kernel = static_cast<unsigned>(program->kernels.size());
      kernelIndex[built.text] = built.call.kernel;
      program->kernels.push_back(std::move(built.kernel));
    } else {
      built.call.kernel = known->second;
      std::vector<SourceLoc> &locs = program->kernels[known->second].locs;
      for (const SourceLoc &loc : built.kernel.locs)
        if (std::find(locs.begin(), locs.end(), loc) == locs.end())
          locs.push_back(loc);
    }
    program->steps.push_back({std::move(built.call)});
  }

  void dropUnusedBuffers() {
    std::vector<bool> used(program->buffers.size(), false);
    const auto each = [&](const auto &f) {
      for (Step &step : program->steps) {
        if (auto *call = std::get_if<KernelCall>(&step.action)) {
          for (BufferView &view : call->inputs)
            f(view);
          for (BufferView &view : call->outputs)
            f(view);
        } else if (auto *check = std::get_if<IndexCheck>(&step.action)) {
          f(check->index);
        } else {
          f(std::get<WriteBack>(step.action).value);
        }
      }
    };
    each([&](BufferView &view) { used[view.buffer] = true; });
    std::vector<unsigned> to(program->buffers.size(), 0);
    std::vector<Buffer> kept;
    for (unsigned i = 0; i < program->buffers.size(); ++i) {
      if (!used[i])
        continue;
      to[i] = static_cast<unsigned>(kept.size());
      kept.push_back(program->buffers[i]);
    }
    each([&](BufferView &view) { view.buffer = to[view.buffer]; });
    program->buffers = std::move(kept);
  }

  const Graph &graph;
  const SettledInputs settled;
  Grouping grouping;
  std::unique_ptr<Program> program;
  std::map<std::string, unsigned> kernelIndex;
};

} // namespace

llvm::Expected<std::unique_ptr<Program>> fuse(const Graph &graph) { return ProgramBuilder(graph).run(); }

void removeKernels(Program &program) {
  program.kernels.clear();
  program.buffers.clear();
  program.steps.clear();
  program.workspaceBytes = 0;
}

void Program::forEachIndexedType(const std::function<void(const TensorType &)> &visit) const {
  for (const Buffer &buffer : buffers)
    visit(buffer.type);
  for (const Step &step : steps)
    if (const auto *call = std::get_if<KernelCall>(&step.action)) {
      for (const BufferView &view : call->inputs)
        visit(view.type);
      for (const BufferView &view : call->outputs)
        visit(view.type);
    }
  for (const ProgramOutput &output : outputs)
    visit(output.type);
}

} // namespace fullgraph
