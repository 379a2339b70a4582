// The text forms of what capture found: a tree for people (`--emit=capture`), a graph for graphviz
// (`--emit=dot`).

#include "lib/Emit/CxxWriter.h"
#include "lib/Emit/Report.h"

namespace fullgraph {
namespace {

std::string cxxText(const CxxText &text) {
  std::string out;
  for (const CxxText::Piece &piece : text.pieces)
    out += piece.kind == CxxText::Piece::Text     ? piece.text
           : piece.kind == CxxText::Piece::Output ? "<output " + std::to_string(piece.output) + ">"
                                                  : "<" + piece.value.str() + ">";
  return out;
}

void printLines(CxxWriter &out, const std::string &text) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    out.line(std::string_view(text).substr(begin, end - begin));
    begin = end == std::string::npos ? text.size() : end + 1;
  }
}

void printNode(CxxWriter &out, const CapturedRegion &region, const DecisionNode &node) {
  const std::string place = node.loc.isValid() ? " // " + placeText(node.loc) : "";
  switch (node.kind) {
  case DecisionNode::Branch:
    out.open("if " + node.condition.str() + " {" + place);
    printNode(out, region, *node.whenTrue);
    out.turn("} else {");
    printNode(out, region, *node.whenFalse);
    out.close();
    return;
  case DecisionNode::EagerLeaf:
    out.line("eager" + (node.reason.empty() ? "" : ": " + node.reason) + place);
    return;
  case DecisionNode::GraphLeaf:
    if (node.graph)
      printLines(out, printGraph(*node.graph));
    for (const CxxText &effect : node.effects)
      out.line("effect " + cxxText(effect));
    switch (node.exit) {
    case RegionExit::Return:
      out.line(node.returnsValue ? "return " + cxxText(node.result) : "return");
      break;
    case RegionExit::Break:
      out.line("break");
      break;
    case RegionExit::Continue:
      out.line("continue");
      break;
    case RegionExit::Next:
      for (size_t i = 0; i < node.values.size(); ++i)
        out.line("value " + region.values[i].name + " = " + cxxText(node.values[i]));
      break;
    }
    return;
  }
}

std::string dotLabel(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out;
}

} // namespace

std::string attributeText(const Node &node) {
  const std::string text = [&] {
    std::string out;
    const auto add = [&](const std::string &value) { out += (out.empty() ? "" : ", ") + value; };
    for (const Arg &arg : node.args) {
      if (const auto *sym = std::get_if<Sym>(&arg))
        add(sym->str());
      else if (const auto *syms = std::get_if<std::vector<Sym>>(&arg)) {
        std::vector<std::string> items;
        for (const Sym &s : *syms)
          items.push_back(s.str());
        add("[" + join(items) + "]");
      } else if (const auto *dtype = std::get_if<ScalarType>(&arg))
        add(fg::shortName(*dtype));
      else if (const auto *string = std::get_if<std::string>(&arg))
        add("'" + *string + "'");
    }
    return out;
  }();
  return text.empty() ? "" : "(" + text + ")";
}

std::string printCapture(const CapturedFunction &function) {
  CxxWriter out;
  const std::string place = function.loc.isValid() ? " // " + placeText(function.loc) : "";
  out.open("function " + (function.prototype.empty() ? function.name : function.prototype) + " {" + place);
  if (!function.instantiation.empty())
    out.line("where " + function.instantiation);
  for (const std::string &remark : function.remarks)
    out.line("remark: " + remark);
  for (const Break &graphBreak : function.breaks)
    out.line("break " + breakRule(graphBreak.kind).idText() + ": " + breakMessage(graphBreak));
  if (function.regions.empty())
    out.line("eager");
  for (const auto &region : function.regions) {
    if (!region->name.empty())
      out.open("region " + region->name + " {" +
               (region->loc.isValid() ? " // " + placeText(region->loc) : ""));
    for (const CapturedVersion &version : region->versions) {
      out.open("version " + stringLiteral(version.label) + " {");
      for (const SymbolDef &symbol : version.symbols)
        out.line("symbol " + symbol.name + " = " + symbol.cxx);
      if (version.tree)
        printNode(out, *region, *version.tree);
      out.close();
    }
    if (!region->name.empty())
      out.close();
  }
  out.close();
  return out.str();
}

std::string printDot(const Graph &graph) {
  CxxWriter out;
  out.open("digraph \"" + dotLabel(graph.name) + "\" {");
  out.line("node [fontname=\"monospace\"];");
  std::map<const Value *, std::string> ids;
  for (const GraphInput &input : graph.inputs()) {
    const std::string id = "i" + std::to_string(ids.size());
    ids[input.value] = id;
    const std::string cxx = input.cxx.empty() ? input.value->name : userName(input.cxx);
    out.line(id + " [shape=ellipse, label=\"" + dotLabel(cxx) + "\\n" + dotLabel(input.value->type.str()) +
             "\"];");
  }
  unsigned count = 0;
  for (const auto &node : graph.nodes()) {
    const std::string id = "n" + std::to_string(count++);
    for (const auto &result : node->results)
      ids[result.get()] = id;
    out.line(id + " [shape=box, label=\"" + dotLabel(std::string(node->opName()) + attributeText(*node)) +
             "\"];");
    node->forEachOperand([&](Value *operand) {
      out.line(ids[operand] + " -> " + id + " [label=\"" + dotLabel(operand->type.str()) + "\"];");
    });
  }
  for (size_t i = 0; i < graph.outputs().size(); ++i) {
    const std::string id = "o" + std::to_string(i);
    out.line(id + " [shape=ellipse, style=bold, label=\"output " + std::to_string(i) + "\"];");
    out.line(ids[graph.outputs()[i]] + " -> " + id + " [label=\"" + dotLabel(graph.outputs()[i]->type.str()) +
             "\"];");
  }
  for (const Mutation &mutation : graph.mutations())
    out.line(ids[mutation.value] + " -> " + ids[mutation.input] + " [style=dashed, label=\"written back\"];");
  out.close();
  return out.str();
}

} // namespace fullgraph
