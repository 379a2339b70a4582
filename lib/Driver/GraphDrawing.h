// A graph as a picture: layers from the inputs down to the outputs. ReportPage.cpp and TraceReport.cpp call
// it. The same graph is drawn the same on every machine.
#pragma once

#include <string>
#include <vector>

namespace fullgraph {

struct DrawnNode {
  enum Kind : unsigned char { Input, Operator, Output } kind = Operator;
  std::string title, subtitle, tooltip;
  std::vector<size_t> operands; // nodes above, each with a smaller index
};

/// An <svg> element whose colours are the page's: classes node-input, node-operator, node-output and edge. An
/// input is drawn again beside each of its users that is far from the first.
std::string drawGraph(const std::vector<DrawnNode> &nodes);

/// For text between tags and in attributes.
std::string escapeHtml(const std::string &text);

} // namespace fullgraph
