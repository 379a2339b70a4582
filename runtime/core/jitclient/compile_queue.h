// The thread that compiles in the background. jit.cpp and jit_library.cpp call it. There is one thread at
// most; it begins with the first task.
#pragma once

#include <cstdint>
#include <functional>

namespace fg::rt {

/// Has `task` run by the queue's thread; nothing where a task of this owner and number waits or runs already.
void compileLater(const void *owner, uint64_t number, std::function<void()> task);

/// The thread ends, after the task that it is at; what waits is dropped, and nothing more is taken. Before
/// the library that compiles is torn down.
void endCompileQueue();

} // namespace fg::rt
