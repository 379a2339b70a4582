#include "lib/Driver/TraceReport.h"

#include "lib/Driver/GraphDrawing.h"
#include "lib/Graph/Failure.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace fullgraph {

namespace json = llvm::json;

static std::string text(const json::Object &object, const char *key) {
  return object.getString(key).value_or("").str();
}

bool TraceReport::isTrace(llvm::StringRef text) {
  const llvm::StringRef rest = text.ltrim();
  return rest.starts_with("[") && rest.drop_front().ltrim().starts_with("{\"name\":");
}

TraceReport::Function &TraceReport::functionOf(const std::string &name, const std::string &place,
                                               int64_t process) {
  for (Function &function : functions)
    if (function.name == name && function.place == place && function.process == process)
      return function;
  Function &added = functions.emplace_back();
  added.name = name;
  added.place = place;
  added.process = process;
  return added;
}

llvm::Error TraceReport::add(llvm::StringRef content) {
  llvm::SmallVector<llvm::StringRef> lines;
  content.split(lines, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    llvm::StringRef line = lines[i].trim().rtrim(',');
    if (line.empty() || line == "[" || line == "]")
      continue;
    llvm::Expected<json::Value> event = json::parse(line);
    if (!event)
      return failure("line " + std::to_string(i + 1) + ": " + llvm::toString(event.takeError()));
    const json::Object *object = event->getAsObject(), *args = object ? object->getObject("args") : nullptr;
    if (!args)
      return failure("line " + std::to_string(i + 1) + " is no event of fullgraph");
    Function &function =
        functionOf(text(*object, "name"), text(*args, "place"), object->getInteger("pid").value_or(0));
    const std::string kind = text(*object, "cat");
    if (kind == "compile" && !function.ended)
      function.versions.push_back({text(*args, "inputs"), text(*args, "missed"), -1,
                                   object->getNumber("dur").value_or(0) / 1000,
                                   args->getInteger("bytes").value_or(0)});
    if (kind != "function")
      continue;
    if (!function.ended)
      function.versions.clear();
    function.ended = true;
    if (const json::Array *versions = args->getArray("versions"))
      for (const json::Value &value : *versions)
        if (const json::Object *version = value.getAsObject())
          function.versions.push_back(
              {text(*version, "inputs"), text(*version, "missed"), version->getInteger("hits").value_or(0),
               version->getNumber("compile_ms").value_or(0), version->getInteger("bytes").value_or(0)});
    if (const json::Array *reasons = args->getArray("eager"))
      for (const json::Value &value : *reasons)
        if (const json::Object *reason = value.getAsObject())
          function.eager.push_back({text(*reason, "why"), reason->getInteger("calls").value_or(0)});
  }
  return llvm::Error::success();
}

std::string TraceReport::html() const {
  std::string out = "<h2>At run time</h2>\n";
  for (const Function &function : functions) {
    out += "<div class=\"card\"><h3><code>" + escapeHtml(function.name) +
           "</code> <span class=\"dim small\">" +
           escapeHtml(llvm::sys::path::filename(function.place).str()) + "</span></h3>\n";
    if (!function.versions.empty())
      out += "<div class=\"scroll\"><table class=\"stack\"><tr><th>version made for<th>calls<th>made "
             "in<th>code<th>because"
             "</tr>\n";
    for (const Version &version : function.versions)
      out +=
          "<tr><td><code>" + escapeHtml(version.inputs) + "</code><td>" +
          (version.hits < 0 ? "not known" : std::to_string(version.hits)) +
          llvm::formatv("<td>{0:f1} ms<td>{1} KiB<td>", version.milliseconds, (version.bytes + 1023) / 1024)
              .str() +
          escapeHtml(version.missed) + "</tr>\n";
    if (!function.versions.empty())
      out += "</table></div>\n";
    for (const auto &[why, calls] : function.eager)
      out += "<p class=\"small warning\">" + std::to_string(calls) + (calls == 1 ? " call" : " calls") +
             " as written: " +
             escapeHtml(why.empty() ? "a version was being made, or there was no run-time compiler" : why) +
             "</p>\n";
    out += "</div>\n";
  }
  return out;
}

} // namespace fullgraph
