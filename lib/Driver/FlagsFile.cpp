#include "lib/Driver/FlagsFile.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/StringSaver.h>

namespace fullgraph {

llvm::Expected<std::vector<std::string>> readFlagsFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "cannot read '%s': %s", path.str().c_str(),
                                   buffer.getError().message().c_str());
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);

  std::vector<std::string> flags;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  for (llvm::StringRef line : lines) {
    if (!line.consume_front("SHELL:")) {
      flags.push_back(line.str());
      continue;
    }
    llvm::SmallVector<const char *> words;
    llvm::cl::TokenizeGNUCommandLine(line, saver, words);
    flags.insert(flags.end(), words.begin(), words.end());
  }
  return flags;
}

} // namespace fullgraph
