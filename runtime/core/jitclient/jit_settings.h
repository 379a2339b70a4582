// What control.h sets.
#pragma once

#include <fullgraph/control.h>

namespace fg::rt::settings {

int accumulatedLimit();
bool failsBeyondLimit();
/// FULLGRAPH_BACKENDS names some: the run-time compiler loads them.
bool hasBackendPlugins();

} // namespace fg::rt::settings
