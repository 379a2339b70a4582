#include "lib/Capture/Report/BreakAt.h"

#include "clang/AST/Decl.h"

namespace fullgraph {

Break breakAt(BreakKind kind, clang::SourceRange range, std::vector<std::string> args,
              const clang::FunctionDecl *function) {
  Break b;
  b.kind = kind;
  b.range = range;
  b.args = std::move(args);
  b.function = function->getQualifiedNameAsString();
  return b;
}

Break otherRegions(const clang::FunctionDecl *decl) {
  return breakAt(
      BreakKind::UnsupportedConstruct, clang::SourceRange(decl->getLocation()),
      {"an instantiation whose regions are not those of another one of '" + decl->getNameAsString() + "'"},
      decl);
}

} // namespace fullgraph
