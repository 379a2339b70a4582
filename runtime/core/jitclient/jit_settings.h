// What control.h sets. jit.cpp asks it, when it decides whether a call may compile. Without a setting the
// environment decides.
#pragma once

#include <fullgraph/control.h>

namespace fg::rt::settings {

int accumulatedLimit();
bool failsBeyondLimit();
/// FULLGRAPH_BACKENDS names some: the run-time compiler loads them.
bool hasBackendPlugins();

} // namespace fg::rt::settings
