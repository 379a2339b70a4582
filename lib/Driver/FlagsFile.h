// The file that fullgraph_compile() passes the target's compiler flags in. Options.cpp reads it;
// cmake/FullgraphCompile.cmake writes it. No value needs quoting, but for lines that CMake itself marks as a
// shell's.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace fullgraph {

/// Reads `--flags-file=<path>`: one compiler argument a line, verbatim, so that CMake's generator expressions
/// can write any value without quoting it. A line that begins with `SHELL:` (CMake's own prefix) holds
/// several arguments, split as a shell does; empty lines are skipped.
llvm::Expected<std::vector<std::string>> readFlagsFile(llvm::StringRef path);

} // namespace fullgraph
