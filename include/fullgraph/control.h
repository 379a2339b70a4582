// What compiled functions do at run time with calls that fit no compiled version (what they did: stats.h).
#pragma once

#include <cstdint>

namespace fg {

/// torch.compiler.set_stance.
enum class Stance : uint8_t {
  Default,          ///< a call that fits no version has one compiled, up to .recompile_limit of them
  ForceEager,       ///< every function runs the user's own code
  EagerOnRecompile, ///< compiled versions are used; a call that fits none runs the user's own code
  FailOnRecompile,  ///< a call that fits no version throws fg::Error
  EagerThenCompile, ///< as Default, but the first call of a kind runs the user's own code: the second one
                    ///< shows which sizes change, and one version serves both
};

/// For the whole program, from the next call on. At the start it is what the environment's FULLGRAPH_STANCE
/// says: default, force_eager, eager_on_recompile, fail_on_recompile or eager_then_compile.
void set_stance(Stance stance);
Stance stance();

/// A stance for as long as the object lives.
class StanceScope {
public:
  explicit StanceScope(Stance wanted) : before(stance()) { set_stance(wanted); }
  ~StanceScope() { set_stance(before); }
  StanceScope(const StanceScope &) = delete;
  StanceScope &operator=(const StanceScope &) = delete;

private:
  Stance before;
};

/// When a version is compiled that a call misses.
enum class CompilePolicy : uint8_t {
  Synchronous, ///< at once: the call waits for it, and uses it
  Background,  ///< by a thread of its own; until it is there, such calls run the user's own code
};

/// For the whole program; at the start what FULLGRAPH_COMPILE_POLICY says: synchronous or background.
void set_compile_policy(CompilePolicy policy);
CompilePolicy compile_policy();
/// Returns when the background thread has nothing more to do.
void wait_for_compilation();

/// torch._dynamo.config.accumulated_recompile_limit: of the versions that all functions together have made at
/// run time (256, or FULLGRAPH_ACCUMULATED_RECOMPILE_LIMIT). Beyond it, and beyond a function's own
/// .recompile_limit, calls that fit no version run the user's own code: a line says so once.
void set_accumulated_recompile_limit(int versions);
/// torch._dynamo.config.fail_on_recompile_limit_hit: such calls throw fg::Error instead. At the start:
/// FULLGRAPH_FAIL_ON_RECOMPILE_LIMIT_HIT=1.
void set_fail_on_recompile_limit_hit(bool fails);

/// torch._logging.set_logs: what is told on stderr from now on, as names of FULLGRAPH_LOGS with commas
/// between
/// ("recompiles,guards"), in place of what was told before; "": calls that no version took, as at the start.
/// Throws fg::Error for a name that there is not. Where the environment has FULLGRAPH_LOGS, that holds, and a
/// line says so once.
void set_logs(const char *names);

/// torch.compiler.save_cache_artifacts: the kernels that this process has compiled at run time, or taken from
/// its cache, in one file, which appears under its name complete. False where it cannot be written, or there
/// is no run-time compiler.
bool save_cache_artifacts(const char *path);
/// torch.compiler.load_cache_artifacts: versions that need one of those kernels are made without compiling
/// it. Returns how many were new to this process; kernels of another build of the library do not count. -1
/// for a file that is damaged, that belongs to another user (but the administrator), or that others may
/// write.
int load_cache_artifacts(const char *path);

/// Forgets all versions compiled at run time, and the statistics of stats.h. Calls that are running with one
/// finish with it.
void reset();

} // namespace fg
