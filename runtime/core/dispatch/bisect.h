// Which parts of compiled code run as the user wrote them, by the environment: what `fullgraph bisect`
// switches. dispatch.cpp asks it, and libfullgraph_jit for its own part. What no variable names runs as it was
// compiled.
#pragma once

#include "runtime/core/dispatch/environment.h"

#include <mutex>
#include <set>
#include <string>

namespace fg::rt {

/// An environment variable's list of names: a,b,c, "*" for all, or @file with one a line.
class UnitList {
public:
  explicit UnitList(Variable variable);
  bool has(const std::string &name) const;
  bool empty() const { return !all && names.empty(); }
  /// Tells, on stderr, of names that `has` was not asked for; not of a file's, which a machine writes.
  void tellUnmatched() const;

private:
  static constexpr size_t mostAsked = 8;
  const Variable variable;
  bool all = false, typed = false;
  std::set<std::string> names;
  mutable std::mutex mutex;
  mutable std::set<std::string> unmatched, asked;
};

/// Has `wayOf` ask `chooseWay` where the environment wants it; before the first call.
void initBisection();

/// Adds the line to the file of FULLGRAPH_UNITS, if it is set, once in a process.
/// `tells`: that the file cannot be written, on stderr.
void noteUnit(const std::string &line, bool tells = true);

} // namespace fg::rt
