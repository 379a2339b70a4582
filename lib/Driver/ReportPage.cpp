#include "lib/Driver/ReportPage.h"

#include "lib/Driver/GraphDrawing.h"
#include "lib/Ops/OpSchema.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <map>
#include <optional>

namespace fullgraph {

namespace {

namespace json = llvm::json;

constexpr const char *style = R"css(
:root { --text: #1c1e21; --dim: #5c6370; --page: #f6f7f9; --card: #fff; --line: #d9dce1; --link: #0b5cad;
  --good: #1a7f4b; --warn: #9a5b00; --bad: #b3261e; --mark: #ffe9a8;
  --input: #e8f1fb; --operator: #fff; --output: #e6f5ec; --edge: #8a919e; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --dim: #a3abb8; --page: #15171a; --card: #1e2125;
  --line: #363b42; --link: #7db8f0; --good: #6fcf97; --warn: #f0b352; --bad: #ff8a80; --mark: #5a4a12;
  --input: #1d2f42; --operator: #282c32; --output: #1d3a2a; --edge: #7f8794; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
code, pre, table.code, text { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
h1 { font-size: 1.5rem; margin: .2rem 0 .6rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.1rem; margin: 0; } h4 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
a { color: var(--link); } .dim { color: var(--dim); } .small { font-size: .85rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .6rem; padding: 0; margin: 0; }
.tiles li { list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: .5rem .75rem; }
.tiles b { display: block; font-size: 1.4rem; line-height: 1.2; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
.badge { display: inline-block; border: 1px solid; border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; }
.good { color: var(--good); } .warning { color: var(--warn); } .error { color: var(--bad); } .remark { color: var(--dim); }
.break { border-left: 4px solid; padding-left: .75rem; margin: .8rem 0; } .break > * { color: var(--text); }
.break p { margin: .2rem 0; } .break ul { margin: .2rem 0; padding-left: 1.2rem; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-size: .85rem; color: var(--dim); }
th, td { padding: .3rem .6rem .3rem 0; vertical-align: top; border-top: 1px solid var(--line); }
th, .badge { white-space: nowrap; }
@media (max-width: 42rem) { .stack tr:first-child { display: none; } .stack tr { display: block; padding: .4rem 0;
  border-top: 1px solid var(--line); } .stack td { display: block; border: 0; padding: .1rem 0; } .card { padding: .75rem; } }
table.code { font-size: .85rem; line-height: 1.45; } table.code td { border: 0; padding: 0 .75rem 0 0; white-space: pre; }
table.code td:first-child { color: var(--dim); text-align: right; user-select: none; width: 1%; }
mark { background: var(--mark); color: inherit; border-radius: 2px; text-decoration: underline wavy var(--warn); }
pre { margin: .5rem 0; font-size: .8rem; overflow-x: auto; } summary { cursor: pointer; color: var(--link); }
.chip { display: inline-block; border: 1px solid var(--line); border-radius: .3rem; padding: 0 .35rem; margin: 0 .2rem .2rem 0;
  font-size: .85rem; font-family: ui-monospace, monospace; }
svg { display: block; max-width: none; } svg text { text-anchor: middle; fill: var(--text); }
svg .title { font-size: 13px; font-weight: 600; } svg .subtitle { font-size: 10px; fill: var(--dim); }
svg rect { stroke: var(--line); stroke-width: 1; } .node-input rect { fill: var(--input); }
.node-operator rect { fill: var(--operator); stroke: var(--edge); } .node-output rect { fill: var(--output); }
.edge { fill: none; stroke: var(--edge); stroke-width: 1.2; } #arrow path { fill: var(--edge); }
)css";

/// Drawing a graph of thousands of operators takes long and shows nothing; its text is there in any case.
constexpr size_t mostDrawn = 1000, mostOpen = 40;

std::string text(const json::Object &object, const char *key) {
  return object.getString(key).value_or("").str();
}
std::string html(const json::Object &object, const char *key) { return escapeHtml(text(object, key)); }
int64_t number(const json::Object &object, const char *key) { return object.getInteger(key).value_or(0); }

/// Calls `visit` for each object of an array; a key that is missing is an empty one.
void each(const json::Object &object, const char *key, llvm::function_ref<void(const json::Object &)> visit) {
  if (const json::Array *array = object.getArray(key))
    for (const json::Value &value : *array)
      if (const json::Object *entry = value.getAsObject())
        visit(*entry);
}
std::vector<std::string> strings(const json::Object &object, const char *key) {
  std::vector<std::string> values;
  if (const json::Array *array = object.getArray(key))
    for (const json::Value &value : *array)
      if (const auto entry = value.getAsString())
        values.push_back(entry->str());
  return values;
}

std::string place(const json::Object &object) {
  if (number(object, "line") == 0)
    return "";
  return escapeHtml(llvm::sys::path::filename(text(object, "file")).str()) + ":" +
         std::to_string(number(object, "line"));
}

std::string count(int64_t n, const std::string &noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

using KernelTable = std::map<std::string, const json::Object *>; // by name

/// A box for each call of a kernel, with the operators that are fused in it, and the tensors between them.
class KernelDrawing {
public:
  KernelDrawing(const json::Object &graph, const KernelTable &kernels) {
    each(graph, "inputs", [&](const json::Object &input) {
      const std::string cxx = text(input, "cxx");
      inputNames.push_back(cxx.empty() ? text(input, "name") : cxx);
    });
    each(graph, "buffers", [&](const json::Object &buffer) { addBuffer(buffer); });
    each(graph, "calls", [&](const json::Object &call) {
      ++callCount;
      const auto kernel = kernels.find(text(call, "kernel"));
      addCall(call, kernel == kernels.end() ? std::vector<std::string>() : strings(*kernel->second, "fused"));
    });
    addResults(graph);
  }

  const std::vector<DrawnNode> &nodes() const { return drawn; }
  size_t calls() const { return callCount; }

private:
  void addBuffer(const json::Object &buffer) {
    const std::string kind = text(buffer, "kind");
    const int64_t index = number(buffer, "index");
    holder.emplace_back();
    types.push_back(text(buffer, "type"));
    if (kind == "output")
      bufferOfResult[index] = types.size() - 1;
    if (kind != "input" || static_cast<size_t>(index) >= inputNames.size())
      return;
    holder.back() = drawn.size();
    drawn.push_back({DrawnNode::Input, inputNames[index], types.back(), "input " + inputNames[index], {}});
  }

  void forEachBuffer(const json::Object &call, const char *key, llvm::function_ref<void(size_t)> visit) {
    if (const json::Array *list = call.getArray(key))
      for (const json::Value &value : *list)
        if (const auto buffer = value.getAsInteger(); buffer && static_cast<size_t>(*buffer) < holder.size())
          visit(static_cast<size_t>(*buffer));
  }

  /// `fused`: the operators in the kernel.
  void addCall(const json::Object &call, const std::vector<std::string> &fused) {
    constexpr size_t mostNamed = 4;
    DrawnNode box;
    for (size_t i = 0; i < fused.size() && i < mostNamed; ++i)
      box.title += (i ? ", " : "") + fused[i];
    if (fused.size() > mostNamed)
      box.title += ", " + std::to_string(fused.size() - mostNamed) + " more";
    box.tooltip = text(call, "kernel") + ": " + llvm::join(fused, ", ");
    forEachBuffer(call, "reads", [&](size_t buffer) {
      if (holder[buffer] && !llvm::is_contained(box.operands, *holder[buffer]))
        box.operands.push_back(*holder[buffer]);
    });
    forEachBuffer(call, "writes", [&](size_t buffer) {
      box.subtitle += (box.subtitle.empty() ? "" : ", ") + types[buffer];
      holder[buffer] = drawn.size();
    });
    drawn.push_back(std::move(box));
  }

  /// What the function returns, and what is written back to its inputs.
  void addResults(const json::Object &graph) {
    std::vector<std::optional<size_t>> shown; // of each result: the box that makes it
    std::vector<std::pair<std::string, std::optional<size_t>>> ends;
    each(graph, "results", [&](const json::Object &result) {
      const std::string kind = text(result, "kind");
      const auto of = static_cast<size_t>(number(result, "of"));
      std::optional<size_t> node;
      if (const auto buffer = bufferOfResult.find(static_cast<int64_t>(shown.size()));
          kind == "fresh" && buffer != bufferOfResult.end())
        node = holder[buffer->second];
      else if (kind == "result" && of < shown.size())
        node = shown[of];
      shown.push_back(node);
      ends.emplace_back("result", node);
    });
    each(graph, "written_back", [&](const json::Object &back) {
      const auto buffer = static_cast<size_t>(number(back, "buffer")),
                 input = static_cast<size_t>(number(back, "input"));
      if (buffer < holder.size() && input < inputNames.size())
        ends.emplace_back("written to " + inputNames[input], holder[buffer]);
    });
    for (size_t i = 0; i < ends.size(); ++i) {
      const auto &[what, node] = ends[i];
      if (!node)
        continue;
      const bool isOneOfSeveral = what == "result" && shown.size() > 1;
      drawn.push_back(
          {DrawnNode::Output, isOneOfSeveral ? "result " + std::to_string(i) : what, "", what, {*node}});
    }
  }

  std::vector<DrawnNode> drawn;
  size_t callCount = 0;
  std::vector<std::string> inputNames;
  std::vector<std::string> types;            // of each buffer
  std::vector<std::optional<size_t>> holder; // of each buffer: the box whose tensor it has now
  std::map<int64_t, size_t> bufferOfResult;
};

class Page {
public:
  Page(const json::Array &reports, const TraceReport &trace) : reports(reports), trace(trace) {}

  std::string write() {
    header();
    if (!trace.empty())
      add(trace.html());
    for (const json::Value &value : reports)
      if (const json::Object *report = value.getAsObject())
        source(*report);
    out += "</body></html>\n";
    return std::move(out);
  }

private:
  const json::Array &reports;
  const TraceReport &trace;
  std::string out;
  const json::Object *report = nullptr; // the one being written
  KernelTable kernels;
  unsigned functionCount = 0;

  void add(const std::string &line) { out += line + "\n"; }

  static std::string sourceName(const json::Object &report) {
    return escapeHtml(llvm::sys::path::filename(text(report, "file")).str());
  }

  void header() {
    std::map<std::string, int64_t> totals;
    double seconds = 0;
    std::string names;
    for (const json::Value &value : reports)
      if (const json::Object *report = value.getAsObject()) {
        if (const json::Object *counts = report->getObject("totals"))
          for (const auto &[key, amount] : *counts)
            totals[key.str()] += amount.getAsInteger().value_or(0);
        seconds += report->getNumber("seconds").value_or(0);
        names += (names.empty() ? "" : ", ") + sourceName(*report);
      }
    add("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    add("<meta name=\"color-scheme\" content=\"light dark\">");
    add("<title>fullgraph: " + names + "</title><style>" + style + "</style></head><body>");
    // Every drawing refers to it.
    add("<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs><marker "
        "id=\"arrow\" "
        "viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
        "<path d=\"M0 1L7 4L0 7z\"/></marker></defs></svg>");
    add("<h1>" + names + "</h1>\n<ul class=\"tiles\">");
    const auto tile = [&](const std::string &value, const std::string &label, const char *kind = "") {
      add("<li><b class=\"" + std::string(kind) + "\">" + value + "</b>" + label + "</li>");
    };
    tile(std::to_string(totals["compiled"]) + " / " + std::to_string(totals["functions"]),
         "functions compiled");
    tile(std::to_string(totals["graphs"]), "graphs");
    tile(std::to_string(totals["operators"]), "operators");
    tile(std::to_string(totals["kernels"]), "kernels, " + std::to_string(totals["reused"]) + " reused");
    tile(std::to_string(totals["breaks"]), "graph breaks", totals["breaks"] ? "warning" : "good");
    tile(llvm::formatv("{0:f2} s", seconds), "build");
    add("</ul>");
    contents();
  }

  void contents() {
    add("<h2>Functions</h2>\n<div class=\"card "
        "scroll\"><table><tr><th>function<th>state<th>graphs<th>breaks</tr>");
    unsigned index = 0;
    for (const json::Value &value : reports)
      if (const json::Object *source = value.getAsObject())
        each(*source, "functions", [&](const json::Object &function) {
          add("<tr><td><a href=\"#f" + std::to_string(index++) + "\"><code>" + html(function, "name") +
              "</code></a> <span class=\"dim small\">" + place(function) + "</span><td>" + badge(function) +
              "<td>" + std::to_string(graphCount(function)) + "<td>" +
              std::to_string(graphBreaks(breaksOf(*source, function))) + "</tr>");
        });
    add("</table></div>");
  }

  static int64_t graphCount(const json::Object &function) {
    int64_t graphs = 0;
    each(function, "regions", [&](const json::Object &region) {
      each(region, "versions", [&](const json::Object &version) {
        each(version, "leaves",
             [&](const json::Object &leaf) { graphs += leaf.getObject("graph") != nullptr; });
      });
    });
    return graphs;
  }

  /// Functions are named alike in overloads and versions of templates: a break belongs to those of its name.
  /// Those that are no remarks.
  static size_t graphBreaks(const std::vector<const json::Object *> &breaks) {
    return static_cast<size_t>(
        llvm::count_if(breaks, [](const json::Object *one) { return text(*one, "severity") != "remark"; }));
  }

  static std::vector<const json::Object *> breaksOf(const json::Object &report,
                                                    const json::Object &function) {
    std::vector<const json::Object *> found;
    each(report, "breaks", [&](const json::Object &graphBreak) {
      if (text(graphBreak, "function") == text(function, "name"))
        found.push_back(&graphBreak);
    });
    return found;
  }

  static std::string badge(const json::Object &function) {
    return graphCount(function) || function.getBoolean("compiled_in_callees").value_or(false)
               ? "<span class=\"badge good\">compiled</span>"
               : "<span class=\"badge warning\">eager</span>";
  }

  void source(const json::Object &one) {
    report = &one;
    kernels.clear();
    each(one, "kernels", [&](const json::Object &kernel) { kernels[text(kernel, "name")] = &kernel; });
    add("<h2>" + sourceName(one) + "</h2>\n<p class=\"dim small\">" + html(one, "file") + "</p>");
    each(one, "functions", [&](const json::Object &entry) { function(entry); });
    stages(one);
  }

  void function(const json::Object &entry) {
    add("<section class=\"card\" id=\"f" + std::to_string(functionCount++) + "\">");
    add("<h3><code>" + html(entry, "name") + "</code> " + badge(entry) + "</h3>");
    add("<p class=\"dim small\"><code>" + html(entry, "prototype") + "</code> at " + place(entry) + "</p>");
    for (const std::string &remark : strings(entry, "remarks"))
      add("<p class=\"remark\">" + escapeHtml(remark) + "</p>");
    const auto breaks = breaksOf(*report, entry);
    const size_t broken = graphBreaks(breaks), remarks = breaks.size() - broken;
    if (!breaks.empty())
      add("<h4>" + (broken ? count(broken, "break") : "") + (broken && remarks ? ", " : "") +
          (remarks ? count(remarks, "remark") : "") + "</h4>");
    for (const json::Object *graphBreak : breaks)
      showBreak(*graphBreak);
    each(entry, "regions", [&](const json::Object &region) {
      if (!text(region, "name").empty())
        add("<h4>" + html(region, "name") + ", from line " + std::to_string(number(region, "line")) +
            "</h4>");
      each(region, "versions", [&](const json::Object &version) {
        each(version, "leaves", [&](const json::Object &leaf) { showLeaf(version, leaf); });
      });
    });
    add("</section>");
  }

  void showBreak(const json::Object &graphBreak) {
    add("<div class=\"break " + html(graphBreak, "severity") + "\"><p><b>" + html(graphBreak, "message") +
        "</b> <span class=\"dim small\">" + html(graphBreak, "id") + " " + html(graphBreak, "slug") + ", " +
        place(graphBreak) + "</span></p>");
    if (const json::Object *excerpt = graphBreak.getObject("excerpt"))
      showExcerpt(graphBreak, *excerpt);
    std::string notes;
    each(graphBreak, "notes", [&](const json::Object &note) {
      notes += "<li>" + html(note, "text");
      if (number(note, "line"))
        notes += " <span class=\"dim small\">" + place(note) + "</span>";
      if (note.getArray("fixes"))
        notes += " <span class=\"badge good\">--fix</span>";
      notes += "</li>\n";
    });
    each(graphBreak, "calls", [&](const json::Object &call) {
      notes += "<li>in <code>" + html(call, "text") + "</code>, called at " + place(call) + "</li>\n";
    });
    if (!notes.empty())
      add("<ul class=\"small\">" + notes + "</ul>");
    add("</div>");
  }

  /// The lines, with what breaks marked; columns count bytes from 1.
  void showExcerpt(const json::Object &graphBreak, const json::Object &excerpt) {
    add("<div class=\"scroll\"><table class=\"code\">");
    int64_t line = number(excerpt, "first_line");
    const int64_t first = number(graphBreak, "line"), last = number(graphBreak, "end_line");
    for (const std::string &content : strings(excerpt, "lines")) {
      std::string shown = escapeHtml(content);
      if (line >= first && line <= last) {
        const size_t indent = std::min(content.find_first_not_of(" \t"), content.size());
        const size_t begin =
            line == first ? std::min<size_t>(number(graphBreak, "column") - 1, content.size()) : indent;
        const size_t end = line == last
                               ? std::min<size_t>(number(graphBreak, "end_column") - 1, content.size())
                               : content.size();
        if (begin < end)
          shown = escapeHtml(content.substr(0, begin)) + "<mark>" +
                  escapeHtml(content.substr(begin, end - begin)) + "</mark>" +
                  escapeHtml(content.substr(end));
      }
      add("<tr><td>" + std::to_string(line) + "<td>" + shown + "</tr>");
      ++line;
    }
    add("</table></div>");
  }

  void showLeaf(const json::Object &version, const json::Object &leaf) {
    std::string title = html(version, "label");
    std::string conditions;
    for (const std::string &condition : strings(leaf, "conditions"))
      conditions += (conditions.empty() ? "" : " and ") + ("<code>" + escapeHtml(condition) + "</code>");
    if (!conditions.empty())
      title += (title.empty() ? "if " : ", if ") + conditions;
    const json::Object *graph = leaf.getObject("graph");
    if (!graph) {
      add("<h4>" + (title.empty() ? "" : title + ": ") +
          (text(leaf, "kind") == "eager" ? "eager" : "no tensors") + "</h4>");
      if (leaf.get("reason"))
        add("<p class=\"dim small\">" + html(leaf, "reason") + "</p>");
      return;
    }
    add("<h4>Graph" + (title.empty() ? "" : ": " + title) + "</h4>");
    const bool drawn = drawKernels(*graph);
    draw(*graph, drawn);
    add("<details><summary>as text</summary><pre>" + html(*graph, "text") + "</pre></details>");
    showGuards(*graph);
    showKernels(*graph);
    for (const std::string &effect : strings(leaf, "effects"))
      add("<p class=\"small\">then <code>" + escapeHtml(effect) + "</code></p>");
  }

  /// What runs. False: there is no kernel.
  bool drawKernels(const json::Object &graph) {
    const KernelDrawing drawing(graph, kernels);
    if (drawing.calls() == 0)
      return false;
    addDrawing(drawing.nodes(), drawing.calls(), "kernel", drawing.calls() <= mostOpen);
    return true;
  }

  void addDrawing(const std::vector<DrawnNode> &nodes, size_t number, const char *noun, bool open) {
    if (number > mostDrawn) {
      add("<p class=\"dim\">" + count(number, noun) + ": too many to draw</p>");
      return;
    }
    add("<details" + std::string(open ? " open" : "") + "><summary>" + count(number, noun) +
        (llvm::StringRef(noun) == "operator" ? " before fusion" : "") + "</summary><div class=\"scroll\">" +
        drawGraph(nodes) + "</div></details>");
  }

  /// The operators, as they are before fusion.
  void draw(const json::Object &graph, bool kernelsDrawn) {
    std::vector<DrawnNode> nodes;
    std::map<std::string, size_t> byName;
    each(graph, "inputs", [&](const json::Object &input) {
      byName[text(input, "name")] = nodes.size();
      const std::string cxx = text(input, "cxx");
      nodes.push_back({DrawnNode::Input,
                       cxx.empty() ? text(input, "name") : cxx,
                       text(input, "type"),
                       "input %" + text(input, "name"),
                       {}});
    });
    size_t operators = 0;
    each(graph, "nodes", [&](const json::Object &node) {
      DrawnNode drawn;
      std::string type;
      if (const std::vector<std::string> results = strings(node, "results"); !results.empty())
        type = llvm::StringRef(results.front()).split(": ").second.str();
      // A number of the user's program is part of the operators that take it.
      const bool isNumber = text(node, "operator") == schemaOf(Op::scalar).name;
      drawn.title = text(node, "operator");
      drawn.subtitle = type;
      drawn.tooltip = drawn.title + text(node, "attributes") + " → " + type;
      if (number(node, "line"))
        drawn.tooltip += "\n" + llvm::sys::path::filename(text(node, "file")).str() + ":" +
                         std::to_string(number(node, "line"));
      for (const std::string &operand : strings(node, "operands"))
        if (const auto found = byName.find(operand); found != byName.end())
          drawn.operands.push_back(found->second);
      if (isNumber)
        return;
      ++operators;
      for (const std::string &result : strings(node, "results"))
        byName[llvm::StringRef(result).split(": ").first.ltrim('%').str()] = nodes.size();
      nodes.push_back(std::move(drawn));
    });
    const auto output = [&](const std::string &title, const std::string &value) {
      if (const auto found = byName.find(value); found != byName.end())
        nodes.push_back({DrawnNode::Output, title, "", "%" + value, {found->second}});
    };
    const std::vector<std::string> outputs = strings(graph, "outputs");
    for (size_t i = 0; i < outputs.size(); ++i)
      output(outputs.size() == 1 ? "result" : "result " + std::to_string(i), outputs[i]);
    each(graph, "mutations", [&](const json::Object &mutation) {
      output("written to " + text(mutation, "input"), text(mutation, "value"));
    });
    addDrawing(nodes, operators, "operator", operators <= mostOpen && !kernelsDrawn);
  }

  void showGuards(const json::Object &graph) {
    std::string rows;
    int64_t guards = 0;
    each(graph, "guards", [&](const json::Object &guard) {
      ++guards;
      rows += "<tr><td><code>" + html(guard, "condition") + "</code><td>" + html(guard, "reason") +
              "<td class=\"dim small\">" + place(guard) + "</tr>\n";
    });
    if (guards)
      add("<h4>" + count(guards, "guard") +
          "</h4>\n<div class=\"scroll\"><table class=\"stack\"><tr><th>holds when<th>because<th>"
          "where</tr>" +
          rows + "</table></div>");
  }

  void showKernels(const json::Object &graph) {
    const std::vector<std::string> calls = strings(graph, "kernels");
    if (calls.empty())
      return;
    add("<h4>" + count(calls.size(), "kernel") +
        "</h4>\n<div class=\"scroll\"><table class=\"stack\"><tr><th>kind<th>fused operators<th>"
        "from<th>built</tr>");
    for (const std::string &name : calls) {
      const auto found = kernels.find(name);
      if (found == kernels.end())
        continue;
      const json::Object &kernel = *found->second;
      std::string fused, places, builds;
      for (const std::string &op : strings(kernel, "fused"))
        fused += "<span class=\"chip\">" + escapeHtml(op) + "</span>";
      std::vector<std::string> lines;
      for (const std::string &where : strings(kernel, "places")) {
        const std::string line = llvm::sys::path::filename(llvm::StringRef(where).rsplit(':').first).str();
        if (!llvm::is_contained(lines, line))
          lines.push_back(line);
      }
      for (const std::string &line : lines)
        places += (places.empty() ? "" : ", ") + escapeHtml(line);
      each(kernel, "builds", [&](const json::Object &build) {
        builds += (builds.empty() ? "" : "<br>") + html(build, "target") + " " +
                  (build.getBoolean("reused").value_or(false)
                       ? std::string("reused")
                       : llvm::formatv("{0:f2} s", build.getNumber("seconds").value_or(0)).str()) +
                  llvm::formatv(", {0} KiB", (number(build, "bytes") + 1023) / 1024).str();
      });
      add("<tr><td>" + html(kernel, "kind") + "<br><code class=\"dim small\">" + escapeHtml(name) +
          "</code><td>" + fused + "<details class=\"small\"><summary>its graph</summary><pre>" +
          html(kernel, "graph") + "</pre></details><td class=\"small\">" + places + "<td class=\"small\">" +
          builds + "</tr>");
    }
    add("</table></div>");
  }

  void stages(const json::Object &one) {
    std::string rows;
    each(one, "stages", [&](const json::Object &stage) {
      rows += "<span class=\"chip\">" + html(stage, "stage") + " " +
              llvm::formatv("{0:f2} s", stage.getNumber("seconds").value_or(0)).str() + "</span>";
    });
    if (!rows.empty())
      add("<p class=\"small\">" + rows + "</p>");
  }
};

} // namespace

std::string reportPage(const json::Array &reports, const TraceReport &trace) {
  return Page(reports, trace).write();
}

} // namespace fullgraph
