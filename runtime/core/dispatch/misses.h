// What the run-time compiler needs of the log of misses. jitclient/jit.cpp calls it, when no version took a
// call. Whether such a call runs eagerly or throws, the program's settings say (Throws).
#pragma once

#include <fullgraph/dispatch.h>

#include <string>

namespace fg::rt {

struct LeafState;

/// What happens to a call that no path of its function takes.
enum class Throws : uint8_t {
  No,             // it runs eagerly
  WouldRecompile, // Stance::FailOnRecompile
  BeyondLimit,    // set_fail_on_recompile_limit_hit
  Violated,       // a mark of the program's cannot hold
};

/// Why a leaf left a call: a literal, or what the library gave and never frees. Empty: nothing to tell. Null:
/// it did not.
struct Unserved {
  const char *why = nullptr;
  Throws throws = Throws::No;
};

/// Unserved::why of a call that waits for a compiler which is not there. The guards that it failed say more,
/// where there are some.
extern const char noCompiler[];

/// Notes it, for no_version.
void explainMiss(Function &function, LeafState &leaf, const Unserved &unserved);
bool missRanks(Function &function, LeafState &leaf, std::initializer_list<Ranked> inputs);
/// The guards that the call failed: "x: expected dtype f32, got f64".
std::string missedGuards(const Function &function);
/// Guards of versions made at run time, which missed the call: part of what it throws.
void noteVersionMisses(std::string guards);
/// Is a call being tried whose object is not as capture expected it? Then a profile has that.
bool profileUnmet(const Function &function);
/// A version took the call after all: its misses are no news.
void servedMiss();

} // namespace fg::rt
