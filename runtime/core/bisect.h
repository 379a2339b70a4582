// Which parts of compiled code run as the user wrote them, by the environment: what `fullgraph bisect`
// switches.
#pragma once

#include <set>
#include <string>

namespace fg::rt {

/// An environment variable's list of names: a,b,c, "*" for all, or @file with one a line.
class UnitList {
public:
  explicit UnitList(const char *variable);
  bool has(const std::string &name) const { return all || names.count(name) != 0; }
  bool empty() const { return !all && names.empty(); }

private:
  bool all = false;
  std::set<std::string> names;
};

/// Has `wayOf` ask `chooseWay` where the environment wants it; before the first call.
void initBisection();

/// Adds the line to the file of FULLGRAPH_UNITS, if it is set, once in a process.
void noteUnit(const std::string &line);

} // namespace fg::rt
