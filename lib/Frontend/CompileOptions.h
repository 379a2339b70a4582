// The options of one annotated function, as the tool reads them from the AST. Capture, Emit and Driver read
// it. Its fields are those of fg::CompileOptions; Annotations.cpp checks their ranges.
#pragma once

#include "lib/Frontend/Backends.h"

#include <string>

namespace fullgraph {

/// fg::Guards.
enum GuardKind : unsigned {
  MemberGuards = 1,
  LengthGuards = 2,
  GlobalGuards = 4,
  StrideGuards = 8,
  OverlapGuards = 16,
  AllGuards = 31,
};
/// "members, overlap"
std::string guardKindsText(unsigned kinds);

/// The literal values of fg::CompileOptions.
struct CompileOptionValues {
  bool fullgraph = false;
  unsigned dynamic = 0; // fg::Dynamic
  std::string backend = defaultBackendName;
  unsigned mode = 0; // fg::Mode
  bool strictFloat = false;
  bool disable = false;
  int recompileLimit = 8;
  int maxGraphs = 32;
  int unrollLimit = 4096;
  unsigned guards = AllGuards; // that are checked
  int aheadVersions = 4;
  /// Of the types of calls that the source shows, which are no guess, more; as many as the annotation says,
  /// if that is not the default.
  int aheadVersionsOfSeen = 8;
  bool ahead = false;

  BackendKind backendKind() const { return fullgraph::backendKind(backend); }
  bool operator==(const CompileOptionValues &) const = default;
};

} // namespace fullgraph
