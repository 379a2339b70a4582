#include "lib/Emit/SourceRewriter.h"

#include "lib/Emit/CxxWriter.h"
#include "lib/Graph/StableSort.h"

#include <algorithm>

namespace fullgraph {
namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// The output, which counts its lines.
class Output {
public:
  void add(std::string_view piece) {
    out += piece;
    lines += static_cast<unsigned>(std::count(piece.begin(), piece.end(), '\n'));
  }
  bool atLineStart() const { return out.empty() || out.back() == '\n'; }
  unsigned line() const { return lines + 1; }
  std::string take() { return std::move(out); }

private:
  std::string out;
  unsigned lines = 0;
};

/// Position of the user's text: lines and columns as compilers count them.
class Cursor {
public:
  explicit Cursor(std::string_view text) : text(text) {}
  void advance(unsigned to) {
    for (; offset < to; ++offset) {
      if (text[offset] == '\n') {
        ++line;
        lineStart = offset + 1;
      }
    }
  }
  unsigned line = 1, lineStart = 0, offset = 0;

private:
  std::string_view text;
};

} // namespace

void SourceRewriter::insertLines(unsigned offset, std::string lines) {
  edits.push_back({offset, 0, true, std::move(lines), {}});
}

void SourceRewriter::replace(unsigned offset, unsigned length, std::string with) {
  edits.push_back({offset, length, false, std::move(with), {}});
}

void SourceRewriter::insertMoved(unsigned offset, std::vector<TextPiece> pieces) {
  edits.push_back({offset, 0, true, "", std::move(pieces)});
}

namespace {

/// Prints the user's text with its edits, which are in order.
class Printer {
public:
  Printer(const std::string &path, const std::string &generatedPath, std::string_view text,
          const std::vector<SourceRewriter::Edit> &edits)
      : path(path), generatedPath(generatedPath), text(text), edits(edits) {}

  std::string print() {
    Cursor user(text);
    if (text.substr(0, byteOrderMark.size()) == byteOrderMark)
      user.offset = user.lineStart = byteOrderMark.size(); // only ignored as a file's first bytes
    print(user, 0, static_cast<unsigned>(text.size()));
    return out.take();
  }

private:
  /// From the cursor to `to`, with the edits from `first` on that stand in front of that.
  void print(Cursor &user, size_t first, unsigned to) {
    unsigned replacedFrom = 0, replacedTo = 0;
    for (size_t i = first; i < edits.size() && edits[i].offset <= to; ++i) {
      const SourceRewriter::Edit &edit = edits[i];
      if (edit.offset > replacedFrom && edit.offset < replacedTo)
        continue; // within text that is printed elsewhere, if anywhere
      copyUser(user, edit.offset);
      if (!edit.isLines) {
        out.add(edit.with);
        user.advance(edit.offset + edit.length);
        replacedFrom = edit.offset;
        replacedTo = edit.offset + edit.length;
        continue;
      }
      if (!out.atLineStart())
        out.add("\n");
      out.add(lineDirective(out.line() + 1, generatedPath) + "\n");
      out.add(edit.with);
      for (const TextPiece &piece : edit.moved)
        printPiece(piece);
      if (!out.atLineStart())
        out.add("\n");
      userNeedsLine = true;
      const unsigned next = i + 1 < edits.size() ? edits[i + 1].offset : static_cast<unsigned>(text.size());
      if (next > user.offset)
        skipBlankRest(user);
    }
    copyUser(user, to);
  }

  void printPiece(const TextPiece &piece) {
    if (piece.begin == piece.end)
      return out.add(piece.text);
    Cursor there(text);
    there.advance(piece.begin);
    userNeedsLine = true;
    const auto inside = std::upper_bound(edits.begin(), edits.end(), piece.begin,
                                         [](unsigned at, const auto &edit) { return at < edit.offset; });
    // What stands at its end belongs to what follows.
    print(there, static_cast<size_t>(inside - edits.begin()), piece.end - 1);
    copyUser(there, piece.end);
  }

  void copyUser(Cursor &user, unsigned to) {
    if (to <= user.offset)
      return;
    if (userNeedsLine) {
      if (!out.atLineStart())
        out.add("\n");
      out.add(lineDirective(user.line, path) + "\n");
      // Up to the column where it stood, with the tabs of the user's own line.
      for (unsigned i = user.lineStart; i < user.offset; ++i)
        out.add(text[i] == '\t' ? "\t" : (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80 ? "" : " ");
      userNeedsLine = false;
    }
    out.add(text.substr(user.offset, to - user.offset));
    user.advance(to);
  }

  /// Nothing but blanks and the line's end: the generated lines end the line themselves.
  void skipBlankRest(Cursor &user) const {
    unsigned i = user.offset;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r'))
      ++i;
    if (user.offset > user.lineStart && i < text.size() && text[i] == '\n')
      user.advance(i + 1);
  }

  const std::string &path, &generatedPath;
  std::string_view text;
  const std::vector<SourceRewriter::Edit> &edits;
  Output out;
  bool userNeedsLine = true; // the text that follows is not where the last directive says
};

} // namespace

std::string SourceRewriter::finish() {
  if (edits.empty())
    return std::string(text);
  stableSort(edits, [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
  return Printer(path, generatedPath, text, edits).print();
}

} // namespace fullgraph
