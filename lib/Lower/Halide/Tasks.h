// How parallel loops are cut into tasks. The schedules ask for the size of a task; the backend passes what
// Halide made of them through singleTasksAsCalls. The figures are in Cost.h.
#pragma once

#include "lib/Lower/Halide/Cost.h"

#include "lib/Graph/Sym.h"

#include <Halide.h>

namespace fullgraph::lower {

/// How many turns of a loop make a task, at least 1. The loop has `turns` turns, and all of them together
/// have `elements` elements of `workPerElement` operations each. A task has at least `leastWork` operations,
/// and there are at most `most` tasks. Where sizes are symbols it is an expression, which is evaluated by
/// each call.
Sym turnsOfTask(const Sym &turns, const Sym &elements, const Sym &workPerElement, const Sym &most = mostTasks,
                int64_t leastWork = taskWork);

/// `module` with a branch at each parallel loop: one that has a single task runs it as a call, since the pool
/// takes a lock, and starts its threads when it is first used. So a kernel of symbolic sizes has one copy of
/// its code for few and for many elements.
Halide::Module singleTasksAsCalls(const Halide::Module &module);

} // namespace fullgraph::lower
