#include "runtime/core/dispatch/environment.h"

#include <algorithm>
#include <cstdio>
#include <vector>

extern char **environ;

namespace fg::rt {
namespace {

using namespace detail::environment;

/// How many letters must be added, removed or changed to make one of the other.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

void tellMisspelt(std::string_view name) {
  const Row *best = nullptr;
  size_t least = 3;
  for (const Row &row : rows) {
    const size_t far = distance(name, row.name);
    if (far == 0)
      return;
    if (far < least) {
      least = far;
      best = &row;
    }
  }
  if (best)
    std::fprintf(stderr, "fullgraph: the environment has %.*s, which nothing reads; is %s meant?\n",
                 static_cast<int>(name.size()), name.data(), best->name);
}

} // namespace

void checkEnvironment() {
  static const bool told = [] {
    for (const Row &row : rows)
      if (const std::string problem = parse(row, textOf(row)).problem; !problem.empty())
        std::fprintf(stderr, "fullgraph: %s\n", problem.c_str());
    // Halide's own runtime reads it, too, and takes what is no number for 1.
    if (const Row &threads = rowOf(Variable::Threads); !parse(threads, textOf(threads)).problem.empty())
      unsetenv(threads.name);
    for (char **entry = environ; entry && *entry; ++entry) {
      const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
      if (name.substr(0, 10) == "FULLGRAPH_")
        tellMisspelt(name);
    }
    return true;
  }();
  (void)told;
}

int64_t environmentNumber(Variable variable) {
  checkEnvironment();
  return numberOf(variable);
}

const char *environmentText(Variable variable) {
  checkEnvironment();
  return textOf(variable);
}

} // namespace fg::rt
