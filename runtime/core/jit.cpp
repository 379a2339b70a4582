// Calls that fit no version that was compiled ahead: versions made at run time, their table, limits and
// statistics.
#include <fullgraph/stats.h>

#include "runtime/core/jit_library.h"
#include "runtime/core/misses.h"
#include "runtime/core/text.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>

namespace fg {

namespace rt {

extern "C" void *halide_malloc(void *, size_t bytes);
extern "C" void halide_free(void *, void *data);

namespace {

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
  Counter hits;
};

/// Inputs that no version can be made for, and why.
struct Refusal {
  uint64_t inputs = 0; // a hash
  const char *why = nullptr;
  Refusal *next = nullptr;
};

/// Of a Leaf, from its first miss on. Readers see lists that only grow, at their heads; nothing is ever
/// freed, since a call may be running with any version.
struct LeafState {
  std::string name, place;
  uint64_t generation = 0;
  LeafState *before = nullptr; // in the registry
  std::atomic<Version *> first{nullptr}, last{nullptr};
  std::atomic<Refusal *> refusals{nullptr};
  std::atomic<const char *> closed{nullptr}; // why nothing more is compiled
  std::atomic<bool> limitReached{false};
  Counter eager;
  std::mutex mutex; // of adding
  int versions = 0, refused = 0;
  void *history = nullptr;
};

/// Beyond so many kinds of inputs that cannot be compiled for, the leaf is left alone.
constexpr int maxRefusals = 64;
/// torch's accumulated_recompile_limit: of all leaves together.
constexpr int maxVersions = 256;

struct Registry {
  std::atomic<LeafState *> newest{nullptr};
  std::atomic<uint64_t> generation{1};
  std::atomic<int> versions{0};
};
constinit Registry registry;
constinit std::atomic<int8_t> currentStance{-1}; // FULLGRAPH_STANCE has not been looked at

Stance stanceNow() {
  int8_t known = currentStance.load(std::memory_order_relaxed);
  if (known >= 0)
    return static_cast<Stance>(known);
  static constexpr const char *names[] = {"default", "force_eager", "eager_on_recompile",
                                          "fail_on_recompile"};
  const char *value = std::getenv("FULLGRAPH_STANCE");
  int8_t found = 0;
  for (int8_t i = 0; value && i < 4; ++i)
    if (std::strcmp(value, names[i]) == 0)
      found = i;
  if (value && *value && std::strcmp(value, names[found]) != 0)
    std::fprintf(stderr,
                 "fullgraph: FULLGRAPH_STANCE=%s is unknown; known are default, force_eager, "
                 "eager_on_recompile and fail_on_recompile\n",
                 value);
  int8_t unset = -1;
  if (!currentStance.compare_exchange_strong(unset, found))
    found = unset; // set_stance was faster
  return static_cast<Stance>(found);
}

LeafState &stateOf(Leaf &leaf) {
  const uint64_t generation = registry.generation.load(std::memory_order_acquire);
  void *known = leaf.state.load(std::memory_order_acquire);
  if (known && static_cast<LeafState *>(known)->generation == generation)
    return *static_cast<LeafState *>(known);
  auto *made = new LeafState;
  made->name = leaf.function.name;
  made->place = leaf.function.place;
  made->generation = generation;
  if (!leaf.state.compare_exchange_strong(known, made, std::memory_order_acq_rel)) {
    delete made;
    return *static_cast<LeafState *>(known);
  }
  made->before = registry.newest.load(std::memory_order_relaxed);
  while (!registry.newest.compare_exchange_weak(made->before, made, std::memory_order_release))
    ;
  return *made;
}

/// What a refusal holds for: dtypes, ranks, layouts and sizes.
uint64_t hashOf(std::initializer_list<const Tensor *> inputs) {
  uint64_t hash = 0xcbf29ce484222325u;
  const auto mix = [&](uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29; };
  for (const Tensor *input : inputs) {
    const detail::TensorImpl *impl = input->unsafeGetImpl();
    mix(impl ? impl->key : 0xffffffffu);
    for (int d = 0; impl && d < impl->rank(); ++d) {
      mix(uint64_t(impl->sizes[d]));
      mix(impl->contiguous() ? 0 : uint64_t(impl->strides[d]));
    }
  }
  return hash;
}

struct CallArguments {
  std::initializer_list<const Tensor *> inputs;
  std::initializer_list<Number> numbers;
  std::initializer_list<Tensor *> outputs;
};

plan::Outcome tryVersion(LeafState &state, Version &version, const CallArguments &call) {
  const plan::Outcome outcome =
      plan::run(*version.plan, call.inputs.begin(), call.numbers.begin(), call.outputs.begin());
  if (outcome == plan::Outcome::Done) {
    version.hits.add();
    if (state.last.load(std::memory_order_relaxed) != &version)
      state.last.store(&version, std::memory_order_release);
  }
  return outcome;
}

/// Takes no lock.
plan::Outcome tryVersions(LeafState &state, const CallArguments &call) {
  Version *last = state.last.load(std::memory_order_acquire);
  if (last)
    if (const plan::Outcome outcome = tryVersion(state, *last, call); outcome != plan::Outcome::NoFit)
      return outcome;
  for (Version *version = state.first.load(std::memory_order_acquire); version; version = version->next)
    if (version != last)
      if (const plan::Outcome outcome = tryVersion(state, *version, call); outcome != plan::Outcome::NoFit)
        return outcome;
  return plan::Outcome::NoFit;
}

const char *knownRefusal(const LeafState &state, uint64_t hash) {
  for (const Refusal *refusal = state.refusals.load(std::memory_order_acquire); refusal;
       refusal = refusal->next)
    if (refusal->inputs == hash)
      return refusal->why;
  return nullptr;
}

/// Nothing more is compiled for this leaf; said once.
const char *closeLeaf(LeafState &state, const char *why, bool isLimit) {
  if (isLimit)
    state.limitReached.store(true, std::memory_order_relaxed);
  if (!state.closed.exchange(why, std::memory_order_release))
    std::fprintf(stderr, "fullgraph: %s: %s: calls that fit none of its versions run eagerly (%s)\n",
                 state.name.c_str(), why, state.place.c_str());
  return why;
}

/// Adds a version for the call, with state.mutex held. Null, or why there is none.
const char *addVersion(Leaf &leaf, LeafState &state, const plan::Library &library, const CallArguments &call,
                       uint64_t hash) {
  if (state.versions >= leaf.function.recompile_limit)
    return closeLeaf(state, "recompile_limit reached", true);
  if (registry.versions.load(std::memory_order_relaxed) >= maxVersions)
    return closeLeaf(state, "the program's limit of 256 versions is reached", true);

  plan::TensorMeta metas[64];
  int64_t numbers[64];
  uint32_t count = 0, numberCount = 0;
  if (call.inputs.size() > 64 || call.numbers.size() > 64)
    return closeLeaf(state, "it has more than 64 inputs", false);
  for (const Tensor *input : call.inputs) {
    const detail::TensorImpl *impl = input->unsafeGetImpl();
    if (!impl || impl->device() != kCPU)
      return "an input is undefined, or not on the CPU";
    metas[count++] = {int8_t(impl->dtype()), uint8_t(impl->rank()), impl->contiguous(), impl->sizes,
                      impl->strides};
  }
  for (const Number &number : call.numbers)
    numbers[numberCount++] = number.bits;

  plan::Request request{};
  request.name = leaf.function.name;
  request.place = leaf.function.place;
  request.graph = leaf.graph;
  request.scalars = leaf.scalars;
  request.dynamic = leaf.dynamic;
  request.strictFloat = leaf.strict_float;
  request.level = cpu_level();
  request.inputs = {metas, count};
  request.numbers = {numbers, numberCount};
  request.history = &state.history;
  request.allocate = halide_malloc;
  request.release = halide_free;
  plan::Reply reply{};
  jitCompile(library, request, reply);

  if (!reply.plan) {
    if (reply.failed)
      std::fprintf(stderr, "fullgraph: %s: %s; running eagerly (%s)\n", leaf.function.name, reply.why,
                   leaf.function.place);
    if (++state.refused > maxRefusals)
      return closeLeaf(state, "too many kinds of inputs that cannot be compiled for", false);
    auto *refusal = new Refusal{hash, reply.why, state.refusals.load(std::memory_order_relaxed)};
    state.refusals.store(refusal, std::memory_order_release);
    return reply.why;
  }
  auto *version = new Version;
  version->plan = reply.plan;
  version->milliseconds = reply.milliseconds;
  version->next = state.first.load(std::memory_order_relaxed);
  ++state.versions;
  registry.versions.fetch_add(1, std::memory_order_relaxed);
  static const bool logs = logsArtifact("recompiles");
  if (logs)
    std::fprintf(stderr, "fullgraph: %s: %s; recompiled for %s in %.0f ms [%d/%d] (%s)\n", leaf.function.name,
                 missedGuards(leaf.function).c_str(), reply.plan->description, reply.milliseconds,
                 state.versions, leaf.function.recompile_limit, leaf.function.place);
  state.first.store(version, std::memory_order_release);
  return nullptr;
}

/// Null after a call that a version took, else why none did.
const char *runCompiled(Leaf &leaf, LeafState &state, const CallArguments &call) {
  const auto reasonOf = [](plan::Outcome outcome) -> const char * {
    return outcome == plan::Outcome::Done      ? nullptr
           : outcome == plan::Outcome::Failed  ? "a kernel failed"
           : outcome == plan::Outcome::Overlap ? "an input that is written shares memory with another"
                                               : "an index is out of range";
  };
  if (const plan::Outcome outcome = tryVersions(state, call); outcome != plan::Outcome::NoFit)
    return reasonOf(outcome);

  const Stance stance = stanceNow();
  if (stance == Stance::FailOnRecompile) {
    const std::string text = missedGuards(leaf.function);
    servedMiss();
    detail::fail({"fullgraph: ", leaf.function.name, ": ", text,
                  ": would recompile, under fail_on_recompile (", leaf.function.place, ")"});
  }
  if (stance != Stance::Default)
    return "not recompiled under this stance";
  if (const char *why = state.closed.load(std::memory_order_acquire))
    return why;
  const uint64_t hash = hashOf(call.inputs);
  if (const char *why = knownRefusal(state, hash))
    return why;
  const plan::Library *library = jitLibrary();
  if (!library)
    return "";

  const SlowPath here;
  const std::lock_guard<std::mutex> lock(state.mutex);
  // Another thread may have made it while this one waited.
  if (const plan::Outcome outcome = tryVersions(state, call); outcome != plan::Outcome::NoFit)
    return reasonOf(outcome);
  if (const char *why = state.closed.load(std::memory_order_relaxed))
    return why;
  if (const char *why = knownRefusal(state, hash))
    return why;
  if (const char *why = addVersion(leaf, state, *library, call, hash))
    return why;
  const plan::Outcome outcome = tryVersions(state, call);
  return outcome == plan::Outcome::NoFit ? "the version that was made for it does not fit"
                                         : reasonOf(outcome);
}

} // namespace

bool recompiled(Leaf &leaf, std::initializer_list<const Tensor *> inputs,
                std::initializer_list<Number> scalars, std::initializer_list<Tensor *> outputs) {
  LeafState &state = stateOf(leaf);
  const char *why = runCompiled(leaf, state, {inputs, scalars, outputs});
  if (!why) {
    servedMiss();
    return true;
  }
  state.eager.add();
  if (*why)
    explainMiss(leaf.function, why);
  return false;
}

} // namespace rt

void set_stance(Stance stance) {
  const bool wasEager = rt::stanceNow() == Stance::ForceEager;
  rt::currentStance.store(static_cast<int8_t>(stance), std::memory_order_relaxed);
  if (stance == Stance::ForceEager)
    rt::state::enabled.store(0, std::memory_order_relaxed);
  else if (wasEager) {
    const char *disabled = std::getenv("FULLGRAPH_DISABLE");
    rt::state::enabled.store(!disabled || !*disabled || std::strcmp(disabled, "0") == 0,
                             std::memory_order_relaxed);
  }
}

Stance stance() { return rt::stanceNow(); }

Stats stats() {
  Stats all;
  const uint64_t generation = rt::registry.generation.load(std::memory_order_acquire);
  std::deque<const rt::LeafState *> states;
  for (const rt::LeafState *state = rt::registry.newest.load(std::memory_order_acquire); state;
       state = state->before)
    if (state->generation == generation)
      states.push_front(state);
  for (const rt::LeafState *state : states) {
    FunctionStats function;
    function.name = state->name;
    function.place = state->place;
    function.eager_calls = state->eager.sum();
    function.limit_reached = state->limitReached.load(std::memory_order_relaxed);
    for (const rt::Version *version = state->first.load(std::memory_order_acquire); version;
         version = version->next) {
      function.versions.insert(function.versions.begin(),
                               {version->plan->description, version->hits.sum(), version->milliseconds});
      all.hits += function.versions.front().hits;
      all.compile_ms += version->milliseconds;
      ++all.versions;
    }
    for (const rt::Refusal *refusal = state->refusals.load(std::memory_order_acquire); refusal;
         refusal = refusal->next) {
      bool known = false;
      for (const std::string &other : function.refusals)
        known |= other == refusal->why;
      if (!known)
        function.refusals.insert(function.refusals.begin(), refusal->why);
    }
    all.eager_calls += function.eager_calls;
    all.functions.push_back(std::move(function));
  }
  return all;
}

void reset() {
  rt::registry.generation.fetch_add(1, std::memory_order_acq_rel);
  rt::registry.versions.store(0, std::memory_order_relaxed);
}

} // namespace fg
