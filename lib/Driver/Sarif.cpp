#include "lib/Driver/Sarif.h"

#include "lib/Breaks/Breaks.h"
#include "lib/Config.h"
#include "lib/Driver/Stages.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace fullgraph {

namespace {

namespace json = llvm::json;

/// SARIF has no remarks and no fatal errors.
const char *levelOf(llvm::StringRef level) {
  if (level == "error" || level == "fatal")
    return "error";
  return level == "warning" ? "warning" : "note";
}

/// json::Value keeps a StringRef as it is: what it holds must be a std::string of its own.
json::Object message(std::string text) { return json::Object{{"text", std::move(text)}}; }

/// RFC 8089, with the characters that RFC 3986 does not reserve as they are.
std::string fileUri(llvm::StringRef path) {
  std::string uri = "file://";
  for (const char c : absolutePath(path.str()))
    if (llvm::isAlnum(c) || llvm::StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += "%" + llvm::utohexstr(static_cast<unsigned char>(c), false, 2);
  return uri;
}

class SarifWriter {
public:
  json::Value write(const json::Array &diagnostics) {
    for (const BreakRule &rule : allBreakRules())
      addBreakRule(rule);
    json::Array results;
    bool failed = false;
    for (const json::Value &diagnostic : diagnostics)
      if (const json::Object *entry = diagnostic.getAsObject()) {
        failed |= llvm::StringRef(levelOf(entry->getString("level").value_or("error"))) == "error";
        results.push_back(result(*entry));
      }
    json::Object driver{{"name", "fullgraph"},
                        {"version", FULLGRAPH_VERSION},
                        {"semanticVersion", FULLGRAPH_VERSION},
                        {"language", "en-US"},
                        {"rules", std::move(rules)}};
    json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                     {"invocations", json::Array{json::Object{{"executionSuccessful", !failed}}}},
                     {"columnKind", "unicodeCodePoints"},
                     {"results", std::move(results)}};
    return json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", json::Array{std::move(run)}}};
  }

private:
  json::Array rules;
  std::map<std::string, size_t> ruleIndex; // by id

  void addRule(const std::string &id, json::Object rule) {
    rule["id"] = id;
    ruleIndex[id] = rules.size();
    rules.push_back(std::move(rule));
  }

  void addBreakRule(const BreakRule &rule) {
    std::string text, markdown;
    for (const std::string_view hint : rule.hints) {
      text += (text.empty() ? "Ways out:\n- " : "\n- ") + std::string(hint);
      markdown += (markdown.empty() ? "Ways out:\n\n- `" : "\n- `") + std::string(hint) + "`";
    }
    const BreakSeverity severity = breakSeverity(rule.kind, /*fullgraph=*/false, BreakFlags());
    const char *level = severity == BreakSeverity::Error     ? "error"
                        : severity == BreakSeverity::Warning ? "warning"
                                                             : "note";
    addRule(rule.idText(), json::Object{{"name", std::string(rule.slug)},
                                        {"shortDescription", message(breakTitle(rule))},
                                        {"fullDescription", message(std::string(rule.explanation))},
                                        {"help", json::Object{{"text", text}, {"markdown", markdown}}},
                                        {"defaultConfiguration", json::Object{{"level", level}}}});
  }

  /// What clang says by itself has rules named as clang-tidy names them.
  std::string ruleOf(const json::Object &entry) {
    if (const auto id = entry.getString("id"))
      return id->str();
    const std::string flag = entry.getString("flag").value_or("").str();
    std::string id = entry.getString("kind") == "tool" ? "fullgraph-error"
                     : flag.empty()                    ? "clang-diagnostic-error"
                                                       : "clang-diagnostic-" + flag;
    if (!ruleIndex.count(id))
      addRule(id, json::Object{{"shortDescription",
                                message(flag.empty() ? std::string("error") : "warning of -W" + flag)}});
    return id;
  }

  static json::Object region(const json::Object &entry) {
    json::Object region;
    const auto copy = [&](const char *to, std::initializer_list<const char *> from) {
      for (const char *key : from)
        if (const auto number = entry.getInteger(key)) {
          region[to] = *number;
          return;
        }
    };
    copy("startLine", {"line"});
    copy("startColumn", {"charColumn", "column"});
    copy("endLine", {"endLine"});
    copy("endColumn", {"endCharColumn", "endColumn"});
    return region;
  }

  static json::Object artifact(const json::Object &entry) {
    return json::Object{{"uri", fileUri(entry.getString("file").value_or(""))}};
  }

  static json::Object location(const json::Object &entry) {
    json::Object location;
    if (entry.get("file"))
      location["physicalLocation"] =
          json::Object{{"artifactLocation", artifact(entry)}, {"region", region(entry)}};
    return location;
  }

  /// The id is in `ruleId`, so its mark is taken off the text.
  static std::string textOf(const json::Object &entry) {
    llvm::StringRef text = entry.getString("message").value_or("");
    if (const auto slug = entry.getString("slug"))
      text.consume_back(
          (" [-Wgraph-break=" + *slug + "] [" + entry.getString("id").value_or("") + "]").str());
    return text.str();
  }

  static void addFix(json::Array &fixes, const json::Object &entry) {
    const json::Array *fixIts = entry.getArray("fixIts");
    if (!fixIts)
      return;
    std::map<std::string, json::Array> replacements; // by file
    for (const json::Value &value : *fixIts) {
      const json::Object &fixIt = *value.getAsObject();
      replacements[fileUri(fixIt.getString("file").value_or(""))].push_back(
          json::Object{{"deletedRegion", region(fixIt)},
                       {"insertedContent", message(fixIt.getString("replacement").value_or("").str())}});
    }
    json::Array changes;
    for (auto &[uri, list] : replacements)
      changes.push_back(
          json::Object{{"artifactLocation", json::Object{{"uri", uri}}}, {"replacements", std::move(list)}});
    fixes.push_back(
        json::Object{{"description", message(textOf(entry))}, {"artifactChanges", std::move(changes)}});
  }

  json::Object result(const json::Object &entry) {
    const std::string rule = ruleOf(entry);
    json::Object result{{"ruleId", rule},
                        {"ruleIndex", static_cast<int64_t>(ruleIndex[rule])},
                        {"level", levelOf(entry.getString("level").value_or("error"))},
                        {"message", message(textOf(entry))}};
    json::Object main = location(entry);
    const bool placed = !main.empty();
    json::Array related, calls, fixes;
    addFix(fixes, entry);
    if (const json::Array *notes = entry.getArray("notes"))
      for (const json::Value &value : *notes) {
        const json::Object &note = *value.getAsObject();
        json::Object at = location(note);
        at["message"] = message(textOf(note));
        if (note.getString("kind") == "call")
          calls.push_back(json::Object{{"location", json::Object(at)}});
        at["id"] = static_cast<int64_t>(related.size() + 1);
        if (placed)
          at["relationships"] = json::Array{json::Object{{"target", 0}, {"kinds", json::Array{"relevant"}}}};
        related.push_back(std::move(at));
        addFix(fixes, note);
      }
    if (!calls.empty())
      result["codeFlows"] = flow(std::move(calls), location(entry), textOf(entry));
    if (placed) {
      main["id"] = 0;
      if (!related.empty()) {
        json::Array targets;
        for (size_t i = 1; i <= related.size(); ++i)
          targets.push_back(
              json::Object{{"target", static_cast<int64_t>(i)}, {"kinds", json::Array{"relevant"}}});
        main["relationships"] = std::move(targets);
      }
      result["locations"] = json::Array{std::move(main)};
    }
    if (!related.empty())
      result["relatedLocations"] = std::move(related);
    if (!fixes.empty())
      result["fixes"] = std::move(fixes);
    return result;
  }

  /// In the order in which the program gets there: the outermost call first, the break last.
  static json::Array flow(json::Array calls, json::Object end, const std::string &text) {
    json::Array steps;
    for (size_t i = calls.size(); i-- > 0;) {
      (*calls[i].getAsObject())["nestingLevel"] = static_cast<int64_t>(steps.size());
      steps.push_back(std::move(calls[i]));
    }
    end["message"] = message(text);
    const auto depth = static_cast<int64_t>(steps.size());
    steps.push_back(json::Object{{"location", std::move(end)}, {"nestingLevel", depth}});
    return json::Array{
        json::Object{{"threadFlows", json::Array{json::Object{{"locations", std::move(steps)}}}}}};
  }
};

} // namespace

void writeSarif(const json::Array &diagnostics, llvm::raw_ostream &out) {
  out << llvm::formatv("{0:2}", SarifWriter().write(diagnostics)) << "\n";
}

} // namespace fullgraph
