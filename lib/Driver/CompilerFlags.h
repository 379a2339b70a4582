// The flags of the user's compiler, made fit for parsing with clang. FromSource.cpp calls it. Flags that
// change what a source means are kept; what clang does not know and what names outputs is dropped.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fullgraph {

/// `flags` without what clang does not know (GCC's own -f, -m, -W), without what concerns outputs,
/// precompiled headers, plug-ins and warnings (the compiler of the generated source gives those), and without
/// input files. -Wno-narrowing and its like stay: they are about what clang refuses otherwise.
std::vector<std::string> filterCompilerFlags(const std::vector<std::string> &flags);

/// A whole command line for clang's driver that parses `file` as C++: C++20 unless the flags say otherwise.
/// `executable` is this tool: an installed one has clang's headers beside it.
std::vector<std::string> clangCommandLine(llvm::StringRef executable, const std::vector<std::string> &flags,
                                          llvm::StringRef file);

} // namespace fullgraph
