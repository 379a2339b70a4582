// Which functions a file of the library's definitions holds, found without a parser. Definitions.cpp calls it.
// It must find each definition that clang would: one that it overlooks is not captured.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace fullgraph {

/// A function with its body, at namespace level.
struct ScannedFunction {
  std::string scope; // namespaces, then classes: "fg::detail", "fg::Tensor"
  std::string name;  // "relu", "operator+="
  unsigned begin = 0, end = 0;
  std::vector<llvm::StringRef> words;
};

struct DefinitionScan {
  std::vector<ScannedFunction> functions;
  std::vector<llvm::StringRef> words; // of everything else
};

/// Offsets and words are those of `text`, which ends with a null character. Words are its identifiers, and
/// its operators in the form "operator+".
DefinitionScan scanDefinitions(llvm::StringRef text);

} // namespace fullgraph
