// Edits of one source file, with #line directives that keep the user's text at the user's places. Emit.cpp and
// DeclarationPlace.cpp call it. Edits do not overlap, and every line of the user's has its own number in the
// output.
#pragma once

#include "lib/Capture/CaptureResult.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

class SourceRewriter {
public:
  /// `path` is the user's file, `generatedPath` where the result will be written: what a debugger opens for
  /// our lines.
  SourceRewriter(std::string path, std::string generatedPath, std::string_view text)
      : path(std::move(path)), generatedPath(std::move(generatedPath)), text(text) {}

  /// Puts lines of generated code at `offset`. The user's text goes on on a line of its own, at the column
  /// that it had: what a compiler says about it points to the place in the user's file.
  void insertLines(unsigned offset, std::string lines);
  /// Lines with pieces of the user's text in them, each with the edits that stand within it.
  void insertMoved(unsigned offset, std::vector<TextPiece> pieces);
  /// Replaces a piece of a line (a header's name). Edits within it are dropped, but for insertMoved().
  void replace(unsigned offset, unsigned length, std::string with);
  bool changed() const { return !edits.empty(); }
  /// The text as it came, byte for byte, when nothing was edited.
  std::string finish();

  struct Edit {
    unsigned offset = 0, length = 0;
    bool isLines = false;
    std::string with;
    std::vector<TextPiece> moved;
  };

private:
  std::string path, generatedPath;
  std::string_view text;
  std::vector<Edit> edits;
};

/// Where a file's generated functions go, so that the body at `body` can call them: behind the last #include
/// at file level in front of it, where the user's feature-test macros and the library's headers have had
/// their turn; else behind the include guard; else at the file's beginning. Always the start of a line
/// outside every declaration and every #if.
unsigned placeForDeclarations(std::string_view text, unsigned body);

} // namespace fullgraph
