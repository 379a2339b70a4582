// Sources of a test, parsed, and single functions of them walked: for unit tests of the rooms of lib/Capture.
#pragma once

#include "lib/Capture/Capture.h"
#include "lib/Capture/Walk/FunctionContext.h"

#include "clang/Frontend/ASTUnit.h"

#include <memory>
#include <string>

namespace fullgraph::test {

/// A source that is parsed as the tool parses it, but without the bodies of the library's functions:
/// operators are called as free functions, fg::relu(x).
class Source {
public:
  /// `includes`: a header a word, "vector map"; "fullgraph" stands for fullgraph's own.
  Source(const std::string &includes, const std::string &code);

  clang::ASTContext &context() { return unit->getASTContext(); }
  const clang::FunctionDecl *function(const std::string &name);
  /// The type of the variable of that name in the global namespace.
  clang::QualType typeOf(const std::string &variable);
  /// Every annotated function, as the tool captures it.
  std::vector<CapturedFunction> captured();
  /// Errors and warnings of the parser, then what `captured` reported: a line each.
  std::string messages;

private:
  std::unique_ptr<clang::ASTUnit> unit;
};

/// What the function returns on the path that takes the first side of each question, as C++: "6".
/// "needs: ..." or "breaks: ..." where the path ends in another way.
std::string resultOf(Source &source, const std::string &function);

std::string textOf(const CxxText &text);

} // namespace fullgraph::test
