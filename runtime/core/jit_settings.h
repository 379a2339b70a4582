// What control.h sets.
#pragma once

#include <fullgraph/control.h>

namespace fg::rt::settings {

int accumulatedLimit();
bool failsBeyondLimit();

} // namespace fg::rt::settings
