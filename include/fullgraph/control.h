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
};

/// For the whole program, from the next call on. At the start it is what the environment's FULLGRAPH_STANCE
/// says: default, force_eager, eager_on_recompile or fail_on_recompile.
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

/// Forgets all versions compiled at run time, and the statistics of stats.h. Calls that are running with one
/// finish with it.
void reset();

} // namespace fg
