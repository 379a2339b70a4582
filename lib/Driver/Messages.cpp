#include "lib/Driver/Messages.h"

#include "lib/Breaks/Breaks.h"
#include "lib/Driver/Sarif.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

namespace fullgraph {

namespace json = llvm::json;

namespace {

/// The keys of a place, for the start and the end of a range.
struct PlaceKeys {
  const char *line, *column, *charColumn;
};
constexpr PlaceKeys startKeys = {"line", "column", "charColumn"};
constexpr PlaceKeys endKeys = {"endLine", "endColumn", "endCharColumn"};

class Collector : public clang::DiagnosticConsumer {
public:
  explicit Collector(json::Array &entries) : entries(entries) {}

  void BeginSourceFile(const clang::LangOptions &options, const clang::Preprocessor *) override {
    language = options;
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    const bool isNote = level == clang::DiagnosticsEngine::Note && !entries.empty();
    json::Object entry;
    if (!isNote)
      entry["level"] = levelName(level);
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    entry["message"] = json::fixUTF8(text);
    addKind(entry, info, isNote);
    if (info.getLocation().isValid() && info.hasSourceManager()) {
      const clang::SourceManager &sources = info.getSourceManager();
      const clang::SourceLocation start = sources.getExpansionLoc(info.getLocation());
      clang::SourceLocation end = info.getNumRanges() > 0 ? endOf(info.getRange(0), sources) : start;
      if (end == start || !sources.isWrittenInSameFile(start, end) ||
          sources.isBeforeInTranslationUnit(end, start))
        end = clang::Lexer::getLocForEndOfToken(start, 0, sources, language);
      addRange(entry, sources, start, end);
      addFixIts(entry, info, sources);
    }
    if (!isNote) {
      entries.push_back(std::move(entry));
      return;
    }
    json::Object *parent = entries.back().getAsObject();
    if (!parent->getArray("notes"))
      (*parent)["notes"] = json::Array();
    parent->getArray("notes")->push_back(std::move(entry));
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

  /// A diagnostic of reportBreak's is known by the text that it is made from.
  static void addKind(json::Object &entry, const clang::Diagnostic &info, bool isNote) {
    clang::DiagnosticIDs &ids = *info.getDiags()->getDiagnosticIDs();
    const llvm::StringRef format = ids.getDescription(info.getID());
    if (isNote) {
      entry["kind"] = format == breakformat::call      ? "call"
                      : format == breakformat::help    ? "help"
                      : format == breakformat::explain ? "explain"
                                                       : "note";
    } else if (format == breakformat::rule) {
      entry["slug"] = info.getArgStdStr(3);
      entry["id"] = info.getArgStdStr(4);
    } else if (const llvm::StringRef flag = ids.getWarningOptionForDiag(info.getID()); !flag.empty()) {
      entry["flag"] = flag.str(); // a StringRef would not be copied
    }
  }

  clang::SourceLocation endOf(const clang::CharSourceRange &range,
                              const clang::SourceManager &sources) const {
    const clang::SourceLocation end = sources.getExpansionRange(range.getEnd()).getEnd();
    return range.isTokenRange() ? clang::Lexer::getLocForEndOfToken(end, 0, sources, language) : end;
  }

  static void addPlace(json::Object &entry, const PlaceKeys &keys, const clang::SourceManager &sources,
                       clang::SourceLocation loc) {
    loc = sources.getExpansionLoc(loc);
    const clang::PresumedLoc place = sources.getPresumedLoc(loc);
    if (place.isInvalid())
      return;
    if (!entry.get("file"))
      entry["file"] = json::fixUTF8(place.getFilename());
    entry[keys.line] = place.getLine();
    entry[keys.column] = place.getColumn();
    const auto [file, offset] = sources.getDecomposedLoc(loc);
    const unsigned before = place.getColumn() - 1;
    const llvm::StringRef text = sources.getBufferData(file);
    if (before > offset || offset > text.size())
      return;
    const auto isContinuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    const auto extra = llvm::count_if(text.substr(offset - before, before), isContinuation);
    if (extra != 0)
      entry[keys.charColumn] = place.getColumn() - extra;
  }

  static void addRange(json::Object &entry, const clang::SourceManager &sources, clang::SourceLocation start,
                       clang::SourceLocation end) {
    addPlace(entry, startKeys, sources, start);
    addPlace(entry, endKeys, sources, end.isValid() ? end : start);
  }

  void addFixIts(json::Object &entry, const clang::Diagnostic &info,
                 const clang::SourceManager &sources) const {
    json::Array fixIts;
    for (const clang::FixItHint &hint : info.getFixItHints()) {
      if (hint.isNull())
        continue;
      json::Object fixIt;
      addRange(fixIt, sources, sources.getExpansionLoc(hint.RemoveRange.getBegin()),
               endOf(hint.RemoveRange, sources));
      fixIt["replacement"] = json::fixUTF8(hint.CodeToInsert);
      fixIts.push_back(std::move(fixIt));
    }
    if (!fixIts.empty())
      entry["fixIts"] = std::move(fixIts);
  }
};

} // namespace

Messages::~Messages() {
  switch (format) {
  case MessageFormat::Text:
    return;
  case MessageFormat::Json:
    llvm::errs() << llvm::formatv("{0:2}", json::Value(std::move(entries))) << "\n";
    return;
  case MessageFormat::Sarif:
    writeSarif(entries, llvm::errs());
    return;
  }
}

void Messages::error(const std::string &text, const std::string &file, unsigned line, unsigned column) {
  if (format == MessageFormat::Text) {
    if (file.empty())
      llvm::errs() << "fullgraph: ";
    else
      llvm::errs() << file << ":" << line << ":" << column << ": ";
    llvm::WithColor::error() << text << "\n";
    return;
  }
  json::Object entry{{"level", "error"}, {"message", json::fixUTF8(text)}, {"kind", "tool"}};
  if (!file.empty()) {
    entry["file"] = json::fixUTF8(file);
    entry["line"] = line;
    entry["column"] = column;
  }
  entries.push_back(std::move(entry));
}

bool Messages::succeeded(llvm::Error failed) {
  bool none = true;
  llvm::handleAllErrors(std::move(failed), [&](const llvm::ErrorInfoBase &one) {
    error(one.message());
    none = false;
  });
  return none;
}

std::unique_ptr<clang::DiagnosticConsumer> Messages::makeClient() {
  if (format == MessageFormat::Text)
    return nullptr;
  return std::make_unique<Collector>(entries);
}

std::string Messages::handOver() {
  std::string text;
  if (format != MessageFormat::Text)
    llvm::raw_string_ostream(text) << json::Value(std::move(entries));
  format = MessageFormat::Text;
  return text;
}

void Messages::takeOver(const std::string &handed) {
  llvm::Expected<json::Value> value = json::parse(handed);
  if (!value) {
    llvm::consumeError(value.takeError()); // the other process crashed, and the caller says so
    return;
  }
  if (json::Array *array = value->getAsArray())
    for (json::Value &entry : *array)
      entries.push_back(std::move(entry));
}

} // namespace fullgraph
