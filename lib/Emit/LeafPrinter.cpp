#include "lib/Emit/LeafPrinter.h"
#include "lib/Graph/StableSort.h"
#include "lib/Lower/Backend.h"

#include <algorithm>

namespace fullgraph {

std::vector<TargetGroup> groupTargets(const std::vector<TargetSpec> &targets) {
  struct Architecture {
    std::string_view prefix, condition;
  };
  static constexpr Architecture architectures[] = {
      {"x86-64", "defined(__x86_64__)"},       {"x86-32", "defined(__i386__)"},
      {"arm-64", "defined(__aarch64__)"},      {"arm-32", "defined(__arm__)"},
      {"riscv-64", "defined(__riscv)"},        {"wasm-32", "defined(__wasm__)"},
      {"powerpc-64", "defined(__powerpc64__)"}};
  std::vector<TargetGroup> groups;
  for (const TargetSpec &target : targets) {
    if (target.isDevice())
      continue;
    std::string condition = "1";
    for (const Architecture &a : architectures)
      if (std::string_view(target.triple).substr(0, a.prefix.size()) == a.prefix)
        condition = a.condition;
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto &g) { return g.condition == condition; });
    if (group == groups.end())
      group = groups.insert(groups.end(), {condition, {}});
    group->levels.push_back(target);
  }
  for (TargetGroup &group : groups)
    stableSort(group.levels, [](const TargetSpec &a, const TargetSpec &b) { return a.level < b.level; });
  return groups;
}

LeafPrinter::LeafPrinter(const LeafFunction &function, const std::vector<TargetSpec> &targets)
    : function(function), graph(function.graph()), program(*function.program), groups(groupTargets(targets)),
      id(function.function->id) {
  for (const TargetSpec &target : targets)
    if (target.isDevice() && program.onDevices)
      devices.push_back(target);
}

const std::string &LeafPrinter::nameOf(const std::string &symbol) const {
  const auto name = symbolNames.find(symbol);
  assert(name != symbolNames.end() && "a symbol without a definition");
  usedSymbols.insert(symbol);
  return name->second;
}

std::string LeafPrinter::cxx(const Sym &value) const {
  return value.cxx([this](const std::string &symbol) { return nameOf(symbol); });
}

std::string LeafPrinter::list(const std::vector<Sym> &values) const {
  std::vector<std::string> items;
  for (const Sym &value : values)
    items.push_back(cxx(value));
  return "{" + join(items) + "}";
}

std::string LeafPrinter::dtype(fg::ScalarType type) const {
  return std::string("::fg::k") + fg::toString(type);
}

void LeafPrinter::nameEverything() {
  for (const char *own : {"level", "way", "workspace", "recompiled", "error", "known", "held", "draws",
                          "laid", "buffer", "place", "offset"})
    names.claim(own);
  for (unsigned i = 0; i < program.outputs.size(); ++i)
    outputNames.push_back(names.claim("out" + std::to_string(i)));
  for (const GraphInput &input : graph.inputs())
    inputNames.push_back(names.claim(input.cxx.empty() ? input.value->name : input.cxx));
  for (const SymbolDef &symbol : graph.env.symbols()) {
    symbolNames[symbol.name] = names.claim(symbol.name);
    if (const auto source = findSize(graph, symbol))
      sizeSources[symbol.name] = *source;
  }
}

std::string LeafPrinter::print(const std::string &linkage) {
  nameEverything();
  for (const LeafFunction::Branch &branch : function.branches)
    listGuard(userText(branch.condition), "", branch.loc);
  if (function.isMadeAtRunTime()) {
    printWay(false);
    printGuessedRanks();
    out.line("return " + recompiledText() + ";");
  } else {
    printRecompiled();
    printWay(function.captured != nullptr);
    printPlace();
    printLevelGuard();
    printGuards();
    if (function.steps.draws)
      out.line("::fg::rt::Draws fg_draws; // given back where the call is turned away behind them");
    if (function.interprets()) {
      printOperators();
    } else {
      printOutputs();
      printSteps();
      printReturned();
    }
    if (!devices.empty())
      out.line("fg_place.finish();");
    if (function.tells)
      out.line(std::string("fg_held = ") + (function.known.empty() ? "true" : "fg_known") + ";");
    if (function.steps.draws)
      out.line("fg_draws.keep();");
    out.line("return true;");
  }

  std::vector<std::string> parameters;
  for (const std::string &name : inputNames)
    parameters.push_back("const ::fg::Tensor &" + name);
  for (const SymbolDef &scalar : function.scalars) {
    const bool isUsed = usedSymbols.count(scalar.name) != 0; // by what is printed so far: all of the body
    parameters.push_back((isUsed ? "" : "[[maybe_unused]] ") + std::string(scalarType(scalar.type)) + " " +
                         symbolNames[scalar.name]);
  }
  if (!function.known.empty())
    parameters.push_back("bool fg_known");
  for (unsigned i = 0; i < outputNames.size(); ++i)
    parameters.push_back("::fg::Tensor &" + outputNames[i]);
  if (function.tells)
    parameters.push_back("bool &fg_held");

  CxxWriter head;
  const CapturedFunction &captured = *function.function;
  std::string title = captured.name;
  if (!function.region->name.empty())
    title += ", from line " + std::to_string(function.region->loc.line);
  if (function.region->versions.size() > 1 && !function.version->label.empty())
    title += " for " + function.version->label;
  for (size_t i = 0; i < function.branches.size(); ++i)
    title += (i ? " && " : " where ") + userText(function.branches[i].condition);
  head.line("// " + commentText(title));
  head.line(linkage + " bool " + function.name + "(" + join(parameters) + ") {");
  return printLeaf(linkage) + head.str() + out.str() + "}\n";
}

/// `fullgraph bisect` has graphs run eagerly, or made again at run time.
void LeafPrinter::printWay(bool canRemake) {
  const std::string way = "::fg::rt::wayOf(" + id + ", " + stringLiteral(function.name) + ")";
  if (!canRemake) {
    out.line("if (" + way + " == ::fg::rt::Way::Eager) [[unlikely]]");
    out.line("  return false;");
    return;
  }
  out.line("if (const auto fg_way = " + way + "; fg_way != ::fg::rt::Way::Compiled) [[unlikely]]");
  out.line("  return fg_way == ::fg::rt::Way::Remade && fg_recompiled();");
}

/// The graph that versions are compiled from at run time, one line of its text a literal.
std::string LeafPrinter::printLeaf(const std::string &linkage) const {
  if (!function.captured)
    return "";
  const CompileOptionValues &options = function.function->options;
  const std::string kind = linkage == "inline" ? "inline" : "static";
  std::string scalars;
  for (const SymbolDef &scalar : function.scalars) {
    const auto name = function.captured->scalars.find(scalar.name);
    scalars += (scalars.empty() ? "" : " ") +
               (name == function.captured->scalars.end() ? scalar.name : name->second);
  }
  CxxWriter text;
  text.line(kind + " constexpr char " + function.name + "_graph[] =");
  const std::string &graph = function.captured->graph;
  for (size_t at = 0; at < graph.size();) {
    const size_t end = std::min(graph.find('\n', at), graph.size() - 1) + 1;
    text.line("    " + stringLiteral(std::string_view(graph).substr(at, end - at)) +
              (end == graph.size() ? ";" : ""));
    at = end;
  }
  text.line(kind + " constinit ::fg::rt::Leaf " + function.name + "_leaf{" + id + ", " + function.name +
            "_graph, " + stringLiteral(scalars) + ", " + std::to_string(options.dynamic) + ", " +
            std::to_string(options.guards) + ", " + (options.strictFloat ? "true" : "false") + ", " +
            (function.version->guessed ? "true" : "false") +
            (hasOwnBackend(options) ? ", " + stringLiteral(options.backend) : "") + "};");
  return text.str();
}

std::string LeafPrinter::placeQuestion(const TargetSpec &device) {
  return device.withLibrary ? "hasCublas()" : device.place == KernelPlace::Cuda ? "isCuda()" : "isOpenCl()";
}

/// Where the call's tensors lie. The first of them says it; the guards say that the others are there, too.
void LeafPrinter::printPlace() {
  if (devices.empty())
    return;
  out.line("const ::fg::rt::Place fg_place(" + inputNames[0] + ");");
  std::string unknown = "!fg_place.isCpu()";
  for (const TargetSpec &device : devices)
    if (!device.withLibrary)
      unknown += " && !fg_place." + placeQuestion(device);
  listGuard("a device that kernels were built for", "", {});
  miss(unknown, "::fg::rt::miss_place(" + id + ", fg_place)");
}

void LeafPrinter::printOutputs() {
  // Of no bytes where this leaf's sizes are known to be zero: its kernels are still named.
  if (!function.steps.fresh.empty() || function.steps.usesWorkspace)
    out.blank();
  for (const unsigned i : function.steps.fresh)
    out.line(outputNames[i] + " = " + emptyText(program.outputs[i].type) + ";");
  if (function.steps.usesWorkspace) {
    printOffsets();
    out.line(std::string("const ::fg::rt::") + (devices.empty() ? "Workspace" : "PlacedWorkspace") +
             " fg_workspace(" + offsetText(function.steps.workspaceBytes) + placeArgument() + ");");
  }
}

/// Where the buffers lie in the workspace. Each lies behind others: `fg_offset3 = fg_offset2 + 4 * fg_N`.
void LeafPrinter::printOffsets() {
  constexpr uint64_t fewParts = 5; // of an expression that stands where it is used
  constexpr size_t nearest = 8;    // of the ones in front, in the order of their lengths
  std::vector<Sym> all = {function.steps.workspaceBytes};
  const auto add = [&](const MemoryView &view) {
    if (view.kind == BufferKind::Workspace)
      all.push_back(view.offset);
  };
  for (const ProgramStep &step : function.steps.steps)
    if (const auto *call = std::get_if<CallStep>(&step)) {
      std::for_each(call->inputs.begin(), call->inputs.end(), add);
      std::for_each(call->outputs.begin(), call->outputs.end(), add);
    } else if (const auto *check = std::get_if<IndexStep>(&step)) {
      add(check->index);
    } else {
      add(std::get<WriteBackStep>(step).value);
    }
  std::erase_if(all, [](const Sym &offset) { return offset.size() <= fewParts; });
  stableSort(all,
             [](const Sym &a, const Sym &b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (size_t i = 0; i < all.size(); ++i) {
    std::string text = cxx(all[i]);
    uint64_t least = all[i].size();
    for (size_t known = i > nearest ? i - nearest : 0; known < i; ++known)
      if (const Sym more = all[i] - all[known]; more.size() + 1 < least) {
        least = more.size() + 1;
        text = offsetNames.at(all[known]) + " + " + cxx(more);
      }
    const std::string name = names.claim("offset" + std::to_string(i));
    out.line("[[maybe_unused]] const int64_t " + name + " = " + text + ";");
    offsetNames.emplace(all[i], name);
  }
}

std::string LeafPrinter::offsetText(const Sym &offset) const {
  const auto name = offsetNames.find(offset);
  return name == offsetNames.end() ? cxx(offset) : name->second;
}

void LeafPrinter::printSteps() {
  for (const ProgramStep &step : function.steps.steps)
    std::visit([this](const auto &one) { printStep(one); }, step);
}

std::string LeafPrinter::dataOf(const MemoryView &view) const {
  const std::string type = dtype(view.type.dtype);
  if (view.kind == BufferKind::Workspace)
    return function.steps.workspaceBytes.isConst(0) ? "nullptr" // of no elements
                                                    : "fg_workspace.at(" + offsetText(view.offset) + ")";
  const std::string base =
      "::fg::rt::data(" + (view.kind == BufferKind::Input ? inputNames : outputNames)[view.index] + ")";
  return view.offset.isConst(0) ? base
                                : "::fg::rt::element(" + base + ", " + type + ", " + cxx(view.offset) + ")";
}

const std::string &LeafPrinter::viewOf(const MemoryView &view) {
  for (const NamedView &known : views)
    if (*known.view == view)
      return known.name;
  const std::string what = view.kind == BufferKind::Input    ? inputNames[view.index].substr(3)
                           : view.kind == BufferKind::Output ? outputNames[view.index].substr(3)
                                                             : "t" + std::to_string(view.buffer);
  const std::string name = names.claim(what + "_view");
  std::vector<std::string> dims;
  for (size_t i = view.type.rank(); i-- > 0;) // innermost first
    dims.push_back("{" + cxx(view.type.sizes[i]) + ", " + cxx(view.strides[i]) + "}");
  std::string arguments = dataOf(view) + ", " + dtype(view.type.dtype);
  if (!dims.empty())
    arguments += ", {" + join(dims) + "}";
  arguments += placeArgument();
  out.line("::fg::rt::View<" + std::to_string(dims.size()) + "> " + name + "(" + arguments + ");");
  return views.emplace_back(NamedView{&view, name}).name;
}

std::string LeafPrinter::callee(const Kernel &kernel, const TargetGroup &group) const {
  // From the highest level down: "(fg_level >= 4 ? k_v4 : k_v3)".
  std::string text = kernel.name + group.levels.front().suffix();
  for (size_t i = 1; i < group.levels.size(); ++i) {
    const TargetSpec &target = group.levels[i];
    if (!isCompiledFor(kernel, target))
      continue;
    text =
        "fg_level >= " + std::to_string(target.level) + " ? " + kernel.name + target.suffix() + " : " + text;
  }
  for (const TargetSpec &device : devices)
    if (isCompiledFor(kernel, device))
      text = "fg_place." + placeQuestion(device) + " ? " + kernel.name + device.suffix() + " : " + text;
  return text.find('?') != std::string::npos ? "(" + text + ")" : text;
}

void LeafPrinter::printStep(const CallStep &call) {
  out.blank();
  const Kernel &kernel = program.kernels[call.kernel];
  if (call.called == Called::Never)
    return;
  std::vector<std::string> counts;
  for (const Sym &count : call.counts)
    counts.push_back(cxx(symNe(count, 0)));
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end()); // 4*n and n: both n != 0
  const std::string condition = join(counts, " || ");
  std::string comment = join(kernel.fused);
  std::string place;
  for (const SourceLoc &loc : kernel.locs)
    if (place.empty())
      place = placeText(loc);
  out.line("// " + commentText(comment + (place.empty() ? "" : " (" + place + ")")));

  std::vector<std::string> arguments;
  for (const MemoryView &view : call.inputs)
    arguments.push_back(viewOf(view));
  for (const Sym &scalar : call.scalars)
    arguments.push_back(kernel.library.empty() ? cxx(scalar) : "int64_t(" + cxx(scalar) + ")");
  for (const MemoryView &view : call.outputs)
    arguments.push_back(viewOf(view));

  if (!condition.empty())
    out.open("if (" + condition + ") {");
  // A kernel fails when it gets no memory, or on a bug.
  const std::string what =
      stringLiteral((kernel.library.empty() ? "a kernel failed: " : "an operator failed: ") + comment);
  const std::string failed = call.wroteInput
                                 ? "::fg::detail::fail({" + what + "})"
                                 : "return ::fg::rt::miss(" + id + ", {" + what + "})" + afterMiss(false);
  if (!kernel.library.empty()) {
    out.line("if (::fg::rt::call_library(fg_library_" + kernel.library + ", " + join(arguments) +
             ") != 0) [[unlikely]]");
    out.line("  " + failed + ";");
  }
  for (size_t i = 0; kernel.library.empty() && i < groups.size(); ++i) {
    if (groups.size() > 1)
      out.directive((i ? "#elif " : "#if ") + groups[i].condition);
    out.line("if (" + callee(kernel, groups[i]) + "(" + join(arguments) + ") != 0) [[unlikely]]");
    out.line("  " + failed + ";");
  }
  if (groups.size() > 1 && kernel.library.empty()) {
    out.directive("#else");
    out.line("return ::fg::rt::miss(" + id + ", {\"no kernels were built for this architecture\"})" +
             afterMiss(true) + ";");
    out.directive("#endif");
  }
  if (!condition.empty())
    out.close();
}

void LeafPrinter::printStep(const IndexStep &check) {
  out.blank();
  const bool divides = isEveryNumberButZero(check.lower, check.upper);
  out.line(divides ? "// An integer divisor of 0 throws in the user's own code."
                   : "// An index or a number out of range throws in the user's own code.");
  const std::string view = viewOf(check.index);
  const std::string lower = cxx(check.lower), upper = cxx(check.upper);
  if (divides)
    listGuard("elements != 0", "an integer divisor of 0 throws", {});
  else
    listGuard("elements >= " + userText(check.lower) + " && < " + userText(check.upper),
              "an index or a number out of range throws", {});
  miss("!::fg::rt::in_range(" + view + ", " + lower + ", " + upper + placeArgument() + ")",
       divides
           ? "::fg::rt::miss(" + id + ", {\"an integer divisor is 0\"})"
           : "::fg::rt::miss(" + id + ", {\"an index or a number is out of range: expected at least \", " +
                 "int64_t{" + lower + "}, \" and below \", int64_t{" + upper + "}})");
}

void LeafPrinter::printStep(const WriteBackStep &back) {
  out.blank();
  out.line("// " + commentText(userName(input(back.input).cxx)) + " is written in place.");
  const std::string value = viewOf(back.value);
  out.line("::fg::rt::write_back(" + inputNames[back.input] + ", " + value + placeArgument() + ");");
}

void LeafPrinter::printReturned() {
  if (!function.steps.views.empty())
    out.blank();
  for (const unsigned i : function.steps.views)
    printReturned(i);
}

void LeafPrinter::printReturned(unsigned index) {
  const ProgramOutput &output = program.outputs[index];
  const bool ofInput = output.kind == ProgramOutput::ViewOfInput;
  const std::string &name = (ofInput ? inputNames : outputNames)[output.of];
  out.line(outputNames[index] + " = " +
           (output.same ? name
                        : "::fg::rt::as_strided(" + name + ", " + dtype(output.type.dtype) + ", " +
                              list(output.type.sizes) + ", " + list(output.type.stridesOrContiguous()) +
                              ", " + cxx(output.offset) + ")") +
           ";");
}

std::vector<CheckedGuard> listGuards(const LeafFunction &function, const std::vector<TargetSpec> &targets) {
  LeafPrinter printer(function, targets);
  printer.print("static");
  return printer.guards();
}

std::string printLeafFunction(const LeafFunction &function, const std::string &linkage,
                              const std::vector<TargetSpec> &targets) {
  return withPrefix(LeafPrinter(function, targets).print(linkage), function.function->body.ownPrefix);
}

std::string printKernelDeclarations(const std::vector<LeafFunction> &functions,
                                    const std::vector<TargetSpec> &targets) {
  std::map<std::string, std::string>
      declarations; // sorted by name: the text does not depend on who calls first
  for (const LeafFunction &function : functions) {
    for (const Kernel &kernel : function.program->kernels) {
      if (!kernel.library.empty()) {
        declarations["fg_library_" + kernel.library] = "int fg_library_" + kernel.library + "(void **);";
        continue;
      }
      std::vector<std::string> parameters(kernel.graph->inputs().size(), "fg_buffer *");
      for (const SymbolDef &symbol : kernel.graph->env.symbols())
        parameters.push_back(symbol.type == SymType::F32 || symbol.type == SymType::F64 ? "double"
                                                                                        : "int64_t");
      parameters.insert(parameters.end(), kernel.graph->outputs().size(), "fg_buffer *");
      for (const TargetSpec &target : targets) {
        if (!isCompiledFor(kernel, target))
          continue;
        const std::string symbol = kernel.name + target.suffix();
        declarations[symbol] = "int " + symbol + "(" + join(parameters) + ");";
      }
    }
  }
  CxxWriter out;
  if (declarations.empty())
    return {};
  out.line("extern \"C\" {");
  for (const auto &[symbol, text] : declarations)
    out.line(text);
  out.line("}");
  return out.str();
}

} // namespace fullgraph
