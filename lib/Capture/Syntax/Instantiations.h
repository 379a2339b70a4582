// Internal to lib/Capture: the instances of a template, which stand in one text. Functions.cpp calls it. One
// text has one set of edits, which must be right for all of its instances.
#pragma once

#include "lib/Capture/CaptureResult.h"

#include <optional>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// When a template's body is this instantiation.
struct InstantiationCondition {
  std::string text; // a constant expression; "" when there is no other instantiation
  /// Classes that the source declares behind the template, in front of the outermost namespace around it.
  std::optional<SourceEdit> declared;
};

/// nullopt when C++ cannot say it at the place of the template.
std::optional<InstantiationCondition> instantiationCondition(clang::ASTContext &context,
                                                             const clang::FunctionDecl *function);

/// The edits of a template's text, which its instantiations share.
struct SharedEdits {
  SharedEdits() = default;
  SharedEdits(const clang::FunctionDecl *of, const CapturedFunction &captured,
              std::set<const clang::FunctionDecl *> others);
  /// Are those of another instantiation the same, but for what its regions compute?
  bool fits(const CapturedFunction &other) const;
  /// An instantiation that stands in the same text without regions of its own, and whose variables are of
  /// other types: `T y = <the graph's output>` with a T that is no tensor. Null, if there is none.
  const clang::FunctionDecl *misfit() const;

  const clang::FunctionDecl *of = nullptr;
  std::vector<SourceEdit> edits;
  std::vector<RegionValue> values; // of all regions, in order
  std::set<const clang::FunctionDecl *> others;
};

} // namespace fullgraph
