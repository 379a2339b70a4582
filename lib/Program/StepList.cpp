#include "lib/Program/StepList.h"

#include "lib/Passes/Passes.h"

#include <algorithm>
#include <functional>

namespace fullgraph {
namespace {

class StepListMaker {
public:
  StepListMaker(const Graph &graph, const Program &program) : graph(graph), program(program) {}

  StepList make() {
    list.workspaceBytes = program.workspaceBytes;
    for (const Buffer &buffer : program.buffers)
      list.usesWorkspace |= buffer.kind == BufferKind::Workspace;
    for (unsigned i = 0; i < program.outputs.size(); ++i)
      if (program.outputs[i].kind == ProgramOutput::Fresh)
        list.fresh.push_back(i);
    for (const Step &step : program.steps)
      list.steps.push_back(
          std::visit([this](const auto &action) -> ProgramStep { return made(action); }, step.action));
    placed.resize(program.outputs.size());
    for (unsigned i = 0; i < program.outputs.size(); ++i)
      placeView(i);
    return std::move(list);
  }

private:
  const Graph &graph;
  const Program &program;
  StepList list;
  bool wroteInput = false;
  std::vector<bool> placed;

  MemoryView view(const BufferView &from) const {
    const Buffer &buffer = program.buffers[from.buffer];
    MemoryView view{from.buffer, buffer.kind, buffer.index,
                    from.offset, from.type,   from.type.stridesOrContiguous()};
    if (buffer.kind == BufferKind::Workspace)
      view.offset = buffer.offset + from.offset * Sym(int64_t(fg::elementSize(from.type.dtype)));
    return view;
  }
  std::vector<MemoryView> views(const std::vector<BufferView> &from) const {
    std::vector<MemoryView> made;
    for (const BufferView &one : from)
      made.push_back(view(one));
    return made;
  }

  CallStep made(const KernelCall &call) {
    CallStep step{call.kernel, views(call.inputs), views(call.outputs), call.scalars, {}, {}, false};
    decideWhen(step);
    for (const MemoryView &output : step.outputs)
      wroteInput |= output.kind == BufferKind::Input;
    step.wroteInput = wroteInput;
    return step;
  }
  IndexStep made(const IndexCheck &check) const { return {view(check.index), check.lower, check.upper}; }
  WriteBackStep made(const WriteBack &back) const { return {back.input, view(back.value)}; }

  void decideWhen(CallStep &step) const {
    // A whole graph's one call, of a backend or the interpreter, is of no kernel of the program's own.
    if (step.outputs.empty() ||
        (step.kernel < program.kernels.size() && program.kernels[step.kernel].mayFail))
      return;
    for (const MemoryView &output : step.outputs) {
      const Sym count = output.type.numel();
      const auto lower = graph.env.lowerBound(count);
      if (count.asInt() ? *count.asInt() != 0 : lower && *lower > 0) {
        step.counts.clear();
        return;
      }
      if (!count.asInt() && std::find(step.counts.begin(), step.counts.end(), count) == step.counts.end())
        step.counts.push_back(count);
    }
    step.called = step.counts.empty() ? Called::Never : Called::IfAny;
  }

  void placeView(unsigned i) {
    const ProgramOutput &output = program.outputs[i];
    if (output.kind == ProgramOutput::Fresh || placed[i])
      return;
    placed[i] = true;
    if (output.kind == ProgramOutput::ViewOfOutput)
      placeView(output.of);
    list.views.push_back(i);
  }
};

} // namespace

bool hasContiguousStrides(const TensorType &type) {
  return type.isContiguous() || type.strides == contiguousStrides(type.sizes);
}

StepList stepsOf(const Graph &graph, const Program &program) {
  StepList list = StepListMaker(graph, program).make();
  list.draws = std::any_of(graph.nodes().begin(), graph.nodes().end(),
                           [](const auto &node) { return hasEffect(*node); });
  return list;
}

} // namespace fullgraph
