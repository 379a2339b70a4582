// The definitions of the library's functions, for a translation unit that calls some of them.
//
// The library's headers declare what is composed of its operators (fg::layer_norm, the methods of
// fg::Tensor); the definitions lie in library/<header>.cpp. Programs link them, and capture inlines
// them, so that their text is parsed behind the user's. A program calls few of some eight hundred: a
// definition is needed if the unit refers to its name, or if one that is needed has its name in front of a
// parenthesis. The others are blanked out in the text that the parser sees, which keeps every place where it
// was and costs next to nothing.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace fullgraph {

class Definitions {
public:
  explicit Definitions(clang::CompilerInstance &compiler);
  ~Definitions();
  Definitions(const Definitions &) = delete;
  Definitions &operator=(const Definitions &) = delete;

  /// At the end of the user's code, at `end`: has the preprocessor go on with the definitions that the unit
  /// needs. Macros, and functions that the user added to namespace fg, are hidden from them: in programs, the
  /// definitions are compiled without the user's code. Returns whether there is anything to parse.
  bool enter(clang::SourceLocation end);
  /// Behind the definitions: the user's functions are there again. Returns the names of what the definitions
  /// turned out to call and were not given.
  std::vector<std::string> leave();

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace fullgraph
