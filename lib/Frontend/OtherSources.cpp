#include "lib/Frontend/OtherSources.h"

namespace fullgraph {

bool isOfOtherSource(clang::SourceLocation where, const clang::SourceManager &sources) {
  if (where.isInvalid())
    return false;
  const clang::FileID main = sources.getMainFileID();
  clang::FileID file = sources.getFileID(sources.getExpansionLoc(where));
  while (file.isValid() && file != main) {
    const clang::SourceLocation included = sources.getIncludeLoc(file);
    file = included.isValid() ? sources.getFileID(included) : clang::FileID();
    if (file == main)
      return sources.getBufferData(main).drop_front(sources.getFileOffset(included)).trim().empty();
  }
  return false;
}

} // namespace fullgraph
