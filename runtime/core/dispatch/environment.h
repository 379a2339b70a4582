// The environment's variables, as the runtime reads them: what is wrong with them is told once. All of
// runtime/core reads variables through it, and only so (a Meta test looks for getenv). A value that cannot be
// is as if none were set.
#pragma once

#include <fullgraph/detail/environment.h>

namespace fg::rt {

/// Tells, on stderr, of every variable with a value that it cannot have, and of names that are likely
/// misspelt. Once in a process, before anything is read from them.
void checkEnvironment();

using detail::environment::Variable;
/// Of a Switch, Choice, Number or Names (detail/environment.h).
int64_t environmentNumber(Variable variable);
/// Null: not set.
const char *environmentText(Variable variable);

} // namespace fg::rt
