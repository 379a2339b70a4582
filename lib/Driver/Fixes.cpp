#include "lib/Driver/Fixes.h"

#include "lib/Breaks/Breaks.h"
#include "lib/Driver/ClangRun.h"
#include "lib/Driver/Outputs.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ChainedDiagnosticConsumer.h"
#include "clang/Lex/Lexer.h"

#include <set>

namespace fullgraph {

class Fixes::Listener : public clang::DiagnosticConsumer {
public:
  explicit Listener(std::vector<Fix> &fixes) : fixes(fixes) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level, const clang::Diagnostic &info) override {
    // A way out of a graph break; what clang proposes for its own errors is not ours to apply.
    if (info.getNumFixItHints() == 0 ||
        info.getDiags()->getDiagnosticIDs()->getDescription(info.getID()) != breakformat::help)
      return;
    fixes.push_back({info.getArgStdStr(0), info.getLocation(), info.getFixItHints().vec()});
  }

private:
  std::vector<Fix> &fixes;
};

void Fixes::listen(clang::DiagnosticsEngine &diags) {
  clang::DiagnosticConsumer *shown = diags.getClient();
  if (std::unique_ptr<clang::DiagnosticConsumer> owned = diags.takeClient())
    diags.setClient(
        new clang::ChainedDiagnosticConsumer(std::move(owned), std::make_unique<Listener>(fixes)));
  else
    diags.setClient(new clang::ChainedDiagnosticConsumer(shown, std::make_unique<Listener>(fixes)));
}

namespace {

struct Edit {
  std::string file; // real path
  unsigned begin = 0, end = 0;
  std::string text;
};

/// Nothing when the place is in no file that can be edited.
bool editOf(const clang::FixItHint &hint, const clang::SourceManager &sources,
            const clang::LangOptions &language, Edit &edit) {
  const clang::SourceLocation begin = hint.RemoveRange.getBegin();
  clang::SourceLocation end = hint.RemoveRange.getEnd();
  if (begin.isInvalid() || begin.isMacroID() || end.isMacroID())
    return false;
  if (hint.RemoveRange.isTokenRange())
    end = clang::Lexer::getLocForEndOfToken(end, 0, sources, language);
  const auto [file, offset] = sources.getDecomposedLoc(begin);
  const auto [endFile, endOffset] = sources.getDecomposedLoc(end);
  const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  if (file != endFile || !entry || endOffset < offset)
    return false;
  edit = {realPath(entry->getName().str()), offset, endOffset, hint.CodeToInsert};
  return true;
}

/// Two insertions at one place touch each other: their order would be a guess.
bool overlap(const Edit &a, const Edit &b) {
  return a.file == b.file && (a.begin == b.begin || (a.begin < b.end && b.begin < a.end));
}

} // namespace

llvm::Expected<std::string> Fixes::apply(const clang::SourceManager &sources,
                                         const clang::LangOptions &language) const {
  std::string said;
  std::vector<Edit> accepted;
  std::map<std::string, std::string> contents;
  for (const Fix &fix : fixes) {
    std::vector<Edit> edits(fix.edits.size());
    bool fits = true;
    for (size_t i = 0; i < edits.size() && fits; ++i) {
      fits = editOf(fix.edits[i], sources, language, edits[i]);
      for (const Edit &other : accepted)
        fits = fits && !overlap(edits[i], other);
    }
    if (!fits)
      continue;
    for (size_t i = 0; i < edits.size(); ++i) {
      const clang::FileID file = sources.getFileID(fix.edits[i].RemoveRange.getBegin());
      contents.try_emplace(edits[i].file, sources.getBufferData(file).str());
      accepted.push_back(edits[i]);
    }
    const clang::PresumedLoc place = sources.getPresumedLoc(fix.place);
    said += std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) + ":" +
            std::to_string(place.getColumn()) + ": fixed: " + fix.text + "\n";
  }
  // From the back, so that the offsets of what is still to be edited stay right.
  llvm::sort(accepted, [](const Edit &a, const Edit &b) { return a.begin > b.begin; });
  for (const Edit &edit : accepted)
    contents[edit.file].replace(edit.begin, edit.end - edit.begin, edit.text);
  OutputFiles files;
  for (const auto &[file, text] : contents)
    files.add(file, text);
  if (llvm::Error problem = files.commit())
    return std::move(problem);
  return said;
}

} // namespace fullgraph
