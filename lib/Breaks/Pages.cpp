// What is to be read about a rule: `fullgraph explain`, and docs/graph-breaks.
#include "lib/Breaks/Breaks.h"

namespace fullgraph {

namespace {

void wrap(std::string &out, std::string_view text, const std::string &indent, const std::string &first) {
  constexpr size_t width = 80;
  std::string line = first;
  bool empty = true;
  while (!text.empty()) {
    const size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (!empty && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = indent;
      empty = true;
    }
    if (!empty)
      line += ' ';
    line += word;
    empty = false;
  }
  out += line + "\n";
}

/// The chapters of the page, by the hundreds of the ids.
const char *chapter(unsigned id) {
  switch (id / 100) {
  case 0:
    return "General";
  case 1:
    return "Tensor values that the user's program needs";
  case 2:
    return "Calls";
  case 3:
    return "Control flow and objects";
  case 4:
    return "State outside the graph";
  case 5:
    return "Effects";
  case 6:
    return "Kinds of tensors";
  case 7:
    return "Sizes and limits";
  case 8:
    return "Summary";
  default:
    return "Backend";
  }
}

std::string flagsOf(const BreakRule &rule) {
  const std::string slug(rule.slug);
  return "-Wno-graph-break=" + slug + ", -Werror=graph-break=" + slug;
}

std::string page(const BreakRule &rule) {
  std::string text = "# " + rule.idText() + " " + std::string(rule.slug) +
                     "\n\n<!-- Generated, see README.md -->\n\n`" + breakTitle(rule) + "`\n\n" +
                     std::string(rule.explanation) + "\n";
  if (!rule.example.empty()) {
    const std::string file = "test/Breaks/examples/" + std::string(rule.slug) + ".cpp";
    text += "\n## Example\n\n```cpp\n" + std::string(rule.example) + "```\n\nFrom [" + file + "](../../" +
            file + ").\n";
  }
  text += "\n## Ways out\n\n";
  for (std::string_view hint : rule.hints)
    text += "- `" + std::string(hint) + "`\n";
  return text + "\nFlags: `" + flagsOf(rule) + "`\n";
}

std::string indexPage() {
  std::string text =
      "# Graph breaks\n\n"
      "<!-- Generated: fullgraph explain --markdown=docs/graph-breaks -->\n\n"
      "A graph break is a place in a compiled function that cannot become part of a graph. Under "
      "`.fullgraph = true` it is an\nerror, otherwise a warning. `fullgraph explain FG101` prints one of "
      "these "
      "pages. `-Wno-graph-break=<slug>` silences a\nwarning and `-Werror=graph-break=<slug>` makes it an "
      "error; "
      "without `=<slug>` they stand for all.\n";
  std::string current;
  for (const BreakRule &rule : allBreakRules()) {
    if (current != chapter(rule.id)) {
      current = chapter(rule.id);
      text += "\n## " + current + "\n\n";
    }
    const std::string slug(rule.slug);
    text += "- [" + rule.idText() + " " + slug + "](" + slug + ".md): `" + breakTitle(rule) + "`\n";
  }
  return text;
}

} // namespace

std::string explainBreak(const BreakRule &rule) {
  std::string text = rule.idText() + " " + std::string(rule.slug) + "\n\n";
  wrap(text, breakTitle(rule), "  ", "  ");
  text += "\n";
  wrap(text, rule.explanation, "", "");
  if (!rule.example.empty()) {
    text += "\nExample\n\n  ";
    for (const char c : rule.example.substr(0, rule.example.size() - 1))
      text += c == '\n' ? "\n  " : std::string(1, c);
    text += "\n";
  }
  text += "\nWays out\n\n";
  for (std::string_view hint : rule.hints)
    wrap(text, hint, "    ", "  - ");
  return text + "\nFlags: " + flagsOf(rule) + "\n";
}

std::vector<std::pair<std::string, std::string>> breakPages() {
  std::vector<std::pair<std::string, std::string>> pages = {{"README.md", indexPage()}};
  for (const BreakRule &rule : allBreakRules())
    pages.emplace_back(std::string(rule.slug) + ".md", page(rule));
  return pages;
}

} // namespace fullgraph
