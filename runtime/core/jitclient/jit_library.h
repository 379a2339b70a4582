// libfullgraph_jit.so, the run-time compiler: looked for when a call first needs it, never linked. The client
// of the run-time compiler calls it, and tensor/threads.cpp. The library is loaded once and never closed.
#pragma once

#include "runtime/core/dispatch/plan.h"

namespace fg::rt {

/// The library, or null where there is none (which is said once, unless FULLGRAPH_JIT=0 asked for it).
///
/// FULLGRAPH_JIT is its path, or 0. Else it is looked for beside the program or library that this code was
/// linked into, in ../lib from there, and where the loader looks for libraries: fullgraph_compile() adds its
/// folder to the run path of what it compiles.
const plan::Library *jitLibrary();

/// For the kernels that it compiles, where it is loaded.
void setJitThreads(int threads);

/// The program ends: the library must not be used any more.
bool jitEnds();

/// Held wherever a lock of the run-time compiler is held or waited for: a child that is forked meanwhile does
/// without the compiler, whose locks nobody would release.
class SlowPath {
public:
  SlowPath();
  ~SlowPath();
  SlowPath(const SlowPath &) = delete;
};

/// Compiles, one call at a time in the whole process. Null reply.plan and a reason where it could not. False:
/// nothing is compiled any more.
bool jitCompile(const plan::Library &library, const plan::Request &request, plan::Reply &reply);

} // namespace fg::rt
