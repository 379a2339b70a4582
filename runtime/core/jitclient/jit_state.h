// What runtime/core/jitclient/jit.cpp keeps of each leaf, and stats.cpp reads. misses.cpp looks at it, too.
// Counters may be read while others count.
#pragma once

#include "runtime/core/dispatch/marks.h"
#include "runtime/core/dispatch/plan.h"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace fg::rt {

/// Counted by many threads at a time, each mostly in a cache line of its own.
class Counter {
public:
  void add() { slots[mine()].value.fetch_add(1, std::memory_order_relaxed); }
  uint64_t sum() const {
    uint64_t total = 0;
    for (const Slot &slot : slots)
      total += slot.value.load(std::memory_order_relaxed);
    return total;
  }

private:
  static constexpr size_t count = 16;
  struct alignas(64) Slot {
    std::atomic<uint64_t> value{0};
  };
  Slot slots[count];

  static size_t mine() {
    static std::atomic<size_t> next{0};
    static thread_local const size_t slot = next.fetch_add(1, std::memory_order_relaxed) % count;
    return slot;
  }
};

struct Version {
  const plan::Plan *plan = nullptr;
  Version *next = nullptr; // an older one
  double milliseconds = 0;
  uint64_t bytes = 0;
  std::string missed;          // the guards that the call failed for which it was made
  std::vector<MarkSets> marks; // of that call's inputs; empty: none
  Counter hits;
};

/// A reason why calls ran eagerly, and how many.
struct EagerReason {
  const char *why = nullptr; // never freed
  std::atomic<uint64_t> calls{0};
  EagerReason *next = nullptr;
};

/// Inputs that no version can be made for, and why.
struct Refusal {
  uint64_t inputs = 0; // a hash
  const char *why = nullptr;
  bool violated = false; // a mark: thrown
  Refusal *next = nullptr;
};

/// Of a Leaf, from its first miss on, or of a Function, for its calls that no leaf was asked for: it has no
/// graph then, and no versions. Readers see lists that only grow, at their heads; nothing is ever
/// freed, since a call may be running with any version. It has copies of all it needs of the leaf: the
/// queue's thread may be at it when that is no more.
struct LeafState {
  /// `of`: a Leaf or a Function. `before`: its state up to the last reset, or null.
  template <class Of>
  LeafState(const Of &of, const LeafState *before, uint64_t generation)
      : about(before ? before->about : *new About(of)), generation(generation) {}

  /// The same for all states of a leaf: never freed, made once.
  struct About {
    explicit About(const Leaf &leaf)
        : name(leaf.function.name), place(leaf.function.place), graph(leaf.graph), scalars(leaf.scalars),
          backend(leaf.backend ? leaf.backend : ""), limit(leaf.function.recompile_limit),
          dynamic(leaf.dynamic), guards(leaf.guards), strictFloat(leaf.strict_float), guessed(leaf.guessed) {}
    explicit About(const Function &function)
        : name(function.name), place(function.place), limit(function.recompile_limit) {}
    const std::string name, place, graph, scalars, backend;
    const int limit;
    const uint8_t dynamic = 0, guards = 0;
    const bool strictFloat = false, guessed = false;
  };
  const About &about;
  const std::string &name = about.name, &place = about.place;
  const uint64_t generation;
  LeafState *before = nullptr; // in the registry
  std::atomic<Version *> first{nullptr}, last{nullptr};
  std::atomic<Refusal *> refusals{nullptr};
  std::atomic<EagerReason *> eager{nullptr};
  std::atomic<const char *> closed{nullptr}; // why nothing more is compiled
  std::atomic<bool> limitReached{false};
  std::mutex mutex; // of adding
  int versions = 0, refused = 0;
  std::vector<uint64_t> noted; // kinds of calls under eager_then_compile
  void *history = nullptr;
};

/// Beyond so many kinds of inputs that cannot be compiled for, the leaf is left alone.
constexpr int maxRefusals = 64;

struct Registry {
  std::atomic<LeafState *> newest{nullptr};
  std::atomic<uint64_t> generation{1};
  std::atomic<int> versions{0};
};
extern Registry registry;

/// Of calls that no leaf was asked for.
LeafState &stateOf(Function &function);

} // namespace fg::rt
