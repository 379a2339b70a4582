// The backends of plug-ins: FULLGRAPH_BACKENDS. Service.cpp calls it, under its lock. A plug-in is never
// unloaded: code of its may run until the program ends.
#pragma once

#include "runtime/core/dispatch/backend.h"

namespace fullgraph::jit {

/// Makes code with the plug-ins' backend of that name; null where none has it. The plug-ins are loaded at the
/// first call, and what cannot be loaded is told then, on stderr.
const fg::rt::BackendHooks *pluginBackend(const char *name);

} // namespace fullgraph::jit
