#include "lib/Driver/Messages.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

namespace fullgraph {

namespace json = llvm::json;

/// An array of {level, message, file, line, column, endLine, endColumn, fixIts, notes}; columns count bytes
/// from 1.
class JsonDiagnostics : public clang::DiagnosticConsumer {
public:
  explicit JsonDiagnostics(json::Array &entries) : entries(entries) {}

  void BeginSourceFile(const clang::LangOptions &options, const clang::Preprocessor *) override {
    language = options;
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    json::Object entry;
    entry["level"] = levelName(level);
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    entry["message"] = json::fixUTF8(text);
    addRule(entry, text);
    if (info.getLocation().isValid() && info.hasSourceManager()) {
      const clang::SourceManager &sources = info.getSourceManager();
      addPlace(entry, "line", "column", sources, info.getLocation());
      if (info.getNumRanges() > 0)
        addPlace(entry, "endLine", "endColumn", sources, endOf(info.getRange(0), sources));
      addFixIts(entry, info, sources);
    }
    if (level == clang::DiagnosticsEngine::Note && !entries.empty()) {
      json::Object *parent = entries.back().getAsObject();
      if (!parent->getArray("notes"))
        (*parent)["notes"] = json::Array();
      parent->getArray("notes")->push_back(std::move(entry));
    } else {
      entries.push_back(std::move(entry));
    }
  }

private:
  json::Array &entries;
  clang::LangOptions language;

  static const char *levelName(clang::DiagnosticsEngine::Level level) {
    switch (level) {
    case clang::DiagnosticsEngine::Ignored:
    case clang::DiagnosticsEngine::Note:
      return "note";
    case clang::DiagnosticsEngine::Remark:
      return "remark";
    case clang::DiagnosticsEngine::Warning:
      return "warning";
    case clang::DiagnosticsEngine::Error:
      return "error";
    case clang::DiagnosticsEngine::Fatal:
      return "fatal";
    }
    return "error";
  }

  /// "... [-Wgraph-break=<slug>] [FG101]", as reportBreak writes it.
  static void addRule(json::Object &entry, llvm::StringRef text) {
    const auto [before, rule] = text.rsplit(" [-Wgraph-break=");
    auto [slug, id] = rule.split("] [");
    if (!id.consume_back("]"))
      return;
    entry["slug"] = json::fixUTF8(slug);
    entry["id"] = json::fixUTF8(id);
  }

  clang::SourceLocation endOf(const clang::CharSourceRange &range,
                              const clang::SourceManager &sources) const {
    const clang::SourceLocation end = sources.getExpansionLoc(range.getEnd());
    return range.isTokenRange() ? clang::Lexer::getLocForEndOfToken(end, 0, sources, language) : end;
  }

  static void addPlace(json::Object &entry, const char *line, const char *column,
                       const clang::SourceManager &sources, clang::SourceLocation loc) {
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(loc));
    if (place.isInvalid())
      return;
    if (!entry.get("file"))
      entry["file"] = json::fixUTF8(place.getFilename());
    entry[line] = place.getLine();
    entry[column] = place.getColumn();
  }

  void addFixIts(json::Object &entry, const clang::Diagnostic &info,
                 const clang::SourceManager &sources) const {
    json::Array fixIts;
    for (const clang::FixItHint &hint : info.getFixItHints()) {
      if (hint.isNull())
        continue;
      json::Object fixIt;
      addPlace(fixIt, "line", "column", sources, hint.RemoveRange.getBegin());
      addPlace(fixIt, "endLine", "endColumn", sources, endOf(hint.RemoveRange, sources));
      fixIt["replacement"] = json::fixUTF8(hint.CodeToInsert);
      fixIts.push_back(std::move(fixIt));
    }
    if (!fixIts.empty())
      entry["fixIts"] = std::move(fixIts);
  }
};

Messages::~Messages() {
  if (json)
    llvm::errs() << llvm::formatv("{0:2}", json::Value(std::move(entries))) << "\n";
}

void Messages::error(const std::string &text, const std::string &file, unsigned line, unsigned column) {
  if (!json) {
    if (file.empty())
      llvm::errs() << "fullgraph: error: " << text << "\n";
    else
      llvm::errs() << file << ":" << line << ":" << column << ": error: " << text << "\n";
    return;
  }
  json::Object entry{{"level", "error"}, {"message", json::fixUTF8(text)}};
  if (!file.empty()) {
    entry["file"] = json::fixUTF8(file);
    entry["line"] = line;
    entry["column"] = column;
  }
  entries.push_back(std::move(entry));
}

std::unique_ptr<clang::DiagnosticConsumer> Messages::makeClient() {
  if (!json)
    return nullptr;
  return std::make_unique<JsonDiagnostics>(entries);
}

} // namespace fullgraph
