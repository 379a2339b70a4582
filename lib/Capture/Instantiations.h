// Internal to lib/Capture: the instances of a template, which stand in one text.
#pragma once

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// The condition under which a template's body is this instantiation; nullopt when C++ cannot say it at the
/// place of the template.
std::optional<std::string> instantiationCondition(clang::ASTContext &context,
                                                  const clang::FunctionDecl *function);

} // namespace fullgraph
