// Program::str: what `--emit=program` prints, and tests read.
#include "lib/Fusion/Program.h"

namespace fullgraph {

namespace {

template <class T, class F> std::string joined(const T &list, const F &text) {
  std::string result;
  for (const auto &item : list)
    result += (result.empty() ? "" : ", ") + text(item);
  return result;
}

std::string bufferName(const Program &program, unsigned index) {
  const Buffer &buffer = program.buffers[index];
  switch (buffer.kind) {
  case BufferKind::Input:
    return "in" + std::to_string(buffer.index);
  case BufferKind::Output:
    return "out" + std::to_string(buffer.index);
  default:
    return "t" + std::to_string(index);
  }
}

std::string viewText(const Program &program, const BufferView &view) {
  std::string text = bufferName(program, view.buffer);
  if (!view.offset.isConst(0))
    text += " + " + view.offset.str();
  return text + ": " + view.type.str();
}

} // namespace

std::string Program::str() const {
  std::string text = "program {\n";
  for (unsigned i = 0; i < buffers.size(); ++i)
    if (buffers[i].kind == BufferKind::Workspace)
      text += "  buffer " + bufferName(*this, i) + ": " + buffers[i].type.str() + " at " +
              buffers[i].offset.str() + "\n";
  if (!workspaceBytes.isConst(0))
    text += "  workspace " + workspaceBytes.str() + " bytes\n";
  for (const auto &[a, b] : disjointInputs)
    text += "  disjoint in" + std::to_string(a) + ", in" + std::to_string(b) + "\n";
  for (const Step &step : steps) {
    if (const auto *call = std::get_if<KernelCall>(&step.action)) {
      const Kernel &kernel = kernels[call->kernel];
      text += "  call " + kernel.name + " " + kernel.kind + " [" +
              joined(kernel.fused, [](const std::string &op) { return op; }) + "] (" +
              joined(call->inputs, [&](const BufferView &v) { return viewText(*this, v); });
      for (const Sym &scalar : call->scalars)
        text += "; " + scalar.str();
      text +=
          ") -> (" + joined(call->outputs, [&](const BufferView &v) { return viewText(*this, v); }) + ")\n";
    } else if (const auto *check = std::get_if<IndexCheck>(&step.action)) {
      const std::string elements = viewText(*this, check->index);
      text += check->isOfDivisor()
                  ? "  check " + elements + " != 0\n"
                  : "  check " + check->lower.str() + " <= " + elements + " < " + check->upper.str() + "\n";
    } else {
      const auto &back = std::get<WriteBack>(step.action);
      text += "  write_back in" + std::to_string(back.input) + " = " + viewText(*this, back.value) + "\n";
    }
  }
  for (unsigned i = 0; i < outputs.size(); ++i) {
    const ProgramOutput &output = outputs[i];
    text += "  output " + std::to_string(i) + ": " + output.type.str();
    if (output.kind == ProgramOutput::Fresh)
      text += " fresh\n";
    else
      text += std::string(" view of ") + (output.kind == ProgramOutput::ViewOfInput ? "in" : "out") +
              std::to_string(output.of) + " + " + output.offset.str() + "\n";
  }
  for (const Kernel &kernel : kernels)
    text += "\n" + kernel.name + ": " + printGraph(*kernel.graph);
  return text + "}\n";
}

} // namespace fullgraph
