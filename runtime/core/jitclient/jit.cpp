// Calls that fit no version that was compiled ahead: versions made at run time, their table, limits and
// statistics.
#include "runtime/core/dispatch/backend.h"
#include "runtime/core/dispatch/logs.h"
#include "runtime/core/dispatch/misses.h"
#include "runtime/core/dispatch/profile.h"
#include "runtime/core/dispatch/stats.h"
#include "runtime/core/dispatch/trace.h"
#include "runtime/core/io/json.h"
#include "runtime/core/jitclient/compile_queue.h"
#include "runtime/core/jitclient/jit_library.h"
#include "runtime/core/jitclient/jit_settings.h"
#include "runtime/core/jitclient/jit_state.h"
#include "runtime/core/tensor/text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

namespace fg {

namespace rt {

constinit std::atomic<const BackendHooks *> backendHooks{nullptr};

extern "C" void *halide_malloc(void *, size_t bytes);
extern "C" void halide_free(void *, void *data);
// Only there if the program draws random numbers: a version that does was captured from code that does.
extern "C" [[gnu::weak]] int fg_library_random_key(void **arguments);

constinit Registry registry;

namespace {

/// `of`: a Leaf or a Function.
template <class Of> LeafState &currentState(Of &of) {
  const uint64_t generation = registry.generation.load(std::memory_order_acquire);
  void *known = of.state.load(std::memory_order_acquire);
  // A newer one is there if a reset came between the two loads.
  if (known && static_cast<LeafState *>(known)->generation >= generation)
    return *static_cast<LeafState *>(known);
  const bool isFirst = !known;
  auto *made = new LeafState(of, static_cast<const LeafState *>(known), generation);
  if (!of.state.compare_exchange_strong(known, made, std::memory_order_acq_rel)) {
    if (isFirst)
      delete &made->about;
    delete made;
    return *static_cast<LeafState *>(known);
  }
  traceStatsAtEnd();
  made->before = registry.newest.load(std::memory_order_relaxed);
  while (!registry.newest.compare_exchange_weak(made->before, made, std::memory_order_release))
    ;
  return *made;
}

LeafState &stateOf(Leaf &leaf) { return currentState(leaf); }

/// What a refusal holds for: dtypes, ranks, layouts and, unless only the kind of a call is asked for, sizes
/// and marks.
uint64_t hashOf(std::initializer_list<const Tensor *> inputs, bool sizes = true) {
  uint64_t hash = 0xcbf29ce484222325u;
  const auto mix = [&](uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29; };
  for (const Tensor *input : inputs) {
    const detail::TensorImpl *impl = input->unsafeGetImpl();
    mix(impl ? impl->key : 0xffffffffu);
    for (int d = 0; sizes && impl && d < impl->rank(); ++d) {
      mix(uint64_t(impl->sizes[d]));
      mix(impl->contiguous() ? 0 : uint64_t(impl->strides[d]));
    }
    if (!sizes || !impl || !impl->marks)
      continue;
    const MarkSets &marks = impl->marks->sets;
    mix(uint64_t(marks.dynamic) | uint64_t(marks.weak) << 8 | uint64_t(marks.fixed) << 16);
    for (const detail::DimMarks::Range &range : impl->marks->ranges) {
      mix(uint64_t(range.min));
      mix(uint64_t(range.max));
    }
  }
  return hash;
}

struct CallArguments {
  std::initializer_list<const Tensor *> inputs;
  std::initializer_list<Number> numbers;
  std::initializer_list<Tensor *> outputs;
};

/// Of a version with more outputs than the caller has places for: behind the graph's own there are tensors
/// that several of those view, which nobody knew of where nothing was compiled ahead.
[[gnu::noinline]] plan::Outcome runWithMore(const plan::Plan &plan, const CallArguments &call) {
  std::vector<Tensor> more(plan.outputs.size - call.outputs.size());
  std::vector<Tensor *> outputs(call.outputs);
  for (Tensor &tensor : more)
    outputs.push_back(&tensor);
  return plan::run(plan, call.inputs.begin(), call.numbers.begin(), outputs.data());
}

/// Was the version made for marks like these?
bool serves(const Version &version, size_t input, const MarkSets &marks) {
  return (version.marks.empty() ? MarkSets() : version.marks[input]).include(marks);
}

plan::Outcome tryVersion(LeafState &state, Version &version, const CallArguments &call) {
  const plan::Plan &plan = *version.plan;
  if (marksAny.load(std::memory_order_relaxed))
    for (size_t i = 0; i < call.inputs.size(); ++i)
      if (!serves(version, i, marksOf(*call.inputs.begin()[i])))
        return plan::Outcome::NoFit;
  const plan::Outcome outcome =
      plan.outputs.size > call.outputs.size()
          ? runWithMore(plan, call)
          : plan::run(plan, call.inputs.begin(), call.numbers.begin(), call.outputs.begin());
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

const Refusal *knownRefusal(const LeafState &state, uint64_t hash) {
  for (const Refusal *refusal = state.refusals.load(std::memory_order_acquire); refusal;
       refusal = refusal->next)
    if (refusal->inputs == hash)
      return refusal;
  return nullptr;
}

/// Why the call is left to the user's code.
Unserved refused(const Refusal &refusal) {
  return {refusal.why, refusal.violated ? Throws::Violated : Throws::No};
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

/// Null, or why no version may be added.
const char *reachedLimit(LeafState &state) {
  const char *why = nullptr;
  if (state.versions >= state.about.limit)
    why = "recompile_limit reached";
  else if (registry.versions.load(std::memory_order_relaxed) >= settings::accumulatedLimit())
    why = "accumulated_recompile_limit reached";
  return why ? closeLeaf(state, why, true) : nullptr;
}

/// A call that no version took, without its tensors.
struct Miss {
  Miss() = default;
  Miss(const Miss &) = delete; // `metas` point into `sizes`
  Miss &operator=(const Miss &) = delete;

  std::vector<plan::TensorMeta> metas;
  std::vector<int64_t> sizes, numbers; // sizes: what `metas` point into
  std::vector<MarkSets> markSets;      // of all inputs, or none
  std::vector<plan::InputMarks> marks; // the same, with what is said of the dims:
  std::vector<std::vector<plan::MarkedDim>> markedDims;
  std::vector<std::vector<int64_t>> specialSizes;
  uint64_t hash = 0;
  std::string guards; // that it failed
  bool onlyNote = false;

  /// Null, or why there can be no version for such inputs.
  const char *describe(const CallArguments &call) {
    size_t count = 0;
    for (const Tensor *input : call.inputs) {
      const detail::TensorImpl *impl = input->unsafeGetImpl();
      if (!impl || impl->device() != kCPU)
        return "an input is undefined, or not on the CPU";
      count += 2 * size_t(impl->rank());
    }
    sizes.reserve(count);
    for (const Tensor *input : call.inputs) {
      const detail::TensorImpl *impl = input->unsafeGetImpl();
      const int64_t *begin = sizes.data() + sizes.size();
      sizes.insert(sizes.end(), impl->sizes, impl->sizes + impl->rank());
      sizes.insert(sizes.end(), impl->strides, impl->strides + impl->rank());
      metas.push_back(
          {int8_t(impl->dtype()), uint8_t(impl->rank()), impl->contiguous(), begin, begin + impl->rank()});
    }
    for (const Number &number : call.numbers)
      numbers.push_back(number.bits);
    if (marksAny.load(std::memory_order_relaxed))
      describeMarks(call);
    return nullptr;
  }

  bool fits(const Version &version) const {
    for (size_t i = 0; i < markSets.size(); ++i)
      if (!serves(version, i, markSets[i]))
        return false;
    return plan::fits(*version.plan, metas.data(), numbers.data());
  }

private:
  void describeMarks(const CallArguments &call) {
    for (const Tensor *input : call.inputs) {
      const MarkSets &sets = markSets.emplace_back(marksOf(*input));
      std::vector<plan::MarkedDim> &dims = markedDims.emplace_back();
      for (uint32_t d = 0; d < uint32_t(input->dim()); ++d)
        if (sets.dynamic >> d & 1) {
          const detail::DimMarks::Range &range = input->unsafeGetImpl()->marks->ranges[d];
          const std::vector<int64_t> &special = specialSizes.emplace_back(range.specializeOn);
          dims.push_back({d, range.min, range.max, range.hint, {special.data(), uint32_t(special.size())}});
        }
      marks.push_back({sets.dynamic, sets.weak, sets.fixed, {dims.data(), uint32_t(dims.size())}});
    }
  }
};

void addRefusal(LeafState &state, uint64_t hash, const char *why, bool violated = false) {
  state.refusals.store(new Refusal{hash, why, violated, state.refusals.load(std::memory_order_relaxed)},
                       std::memory_order_release);
}

/// Adds a version for the call, with state.mutex held. Null, or why there is none.
const char *addVersion(LeafState &state, const plan::Library &library, const Miss &miss) {
  if (const char *why = reachedLimit(state))
    return why;
  plan::Request request{};
  request.logs = logBits();
  request.name = state.name.c_str();
  request.place = state.place.c_str();
  request.graph = state.about.graph.c_str();
  request.scalars = state.about.scalars.c_str();
  request.dynamic = state.about.dynamic;
  request.strictFloat = state.about.strictFloat;
  request.guessed = state.about.guessed;
  request.level = cpu_level();
  request.guards = state.about.guards;
  request.inputs = {miss.metas.data(), uint32_t(miss.metas.size())};
  request.marks = {miss.marks.data(), uint32_t(miss.marks.size())};
  request.numbers = {miss.numbers.data(), uint32_t(miss.numbers.size())};
  request.history = &state.history;
  request.ends = jitEnds;
  request.onlyNote = miss.onlyNote;
  request.allocate = halide_malloc;
  request.release = halide_free;
  request.randomKey = fg_library_random_key;
  if (!state.about.backend.empty()) {
    request.backend = state.about.backend.c_str();
    const BackendHooks *hooks = backendHooks.load(std::memory_order_acquire);
    if (hooks && hooks->has(request.backend)) { // a plug-in's is the library's to find
      request.makeCode = hooks->make;
      request.runCode = hooks->run;
    }
  }
  plan::Reply reply{};
  const double begin = traces() ? traceNow() : 0;
  const bool compiled = jitCompile(library, request, reply);
  if (!compiled || (!reply.plan && jitEnds()))
    return ""; // the program ends: nobody wants to know

  if (!reply.plan) {
    if (miss.onlyNote)
      return "the first call of its kind, under eager_then_compile";
    if (reply.failed && !logsMisses()) // else the call's own line tells it
      std::fprintf(stderr, "fullgraph: %s: %s; running eagerly (%s)\n", state.name.c_str(), reply.why,
                   state.place.c_str());
    if (!reply.violated && ++state.refused > maxRefusals)
      return closeLeaf(state, "too many kinds of inputs that cannot be compiled for", false);
    addRefusal(state, miss.hash, reply.why, reply.violated);
    return reply.why;
  }
  auto *version = new Version;
  version->plan = reply.plan;
  version->milliseconds = reply.milliseconds;
  version->bytes = reply.bytes;
  version->missed = miss.guards;
  version->marks = miss.markSets;
  version->next = state.first.load(std::memory_order_relaxed);
  if (traces())
    traceEvent(state.name, "compile", begin, traceNow() - begin,
               "{\"place\":" + detail::jsonString(state.place) +
                   ",\"inputs\":" + detail::jsonString(reply.plan->description) + ",\"missed\":" +
                   detail::jsonString(miss.guards) + ",\"bytes\":" + std::to_string(reply.bytes) + "}");
  ++state.versions;
  registry.versions.fetch_add(1, std::memory_order_relaxed);
  if (logs(Log::Recompiles))
    std::fprintf(stderr, "fullgraph: %s: %s%s for %s in %.0f ms [%d/%d] (%s)\n", state.name.c_str(),
                 miss.guards.c_str(), miss.guards.empty() ? "compiled" : "; recompiled",
                 reply.plan->description, reply.milliseconds, state.versions, state.about.limit,
                 state.place.c_str());
  state.first.store(version, std::memory_order_release);
  return nullptr;
}

/// Has the queue's thread add a version for the call.
void addLater(LeafState &state, const plan::Library &library, std::shared_ptr<const Miss> shared) {
  const uint64_t hash = shared->hash;
  compileLater(&state, hash, [&state, &library, shared = std::move(shared)] {
    const Miss &miss = *shared;
    const std::lock_guard<std::mutex> lock(state.mutex);
    // The last version may have turned out to serve this call, too.
    for (Version *version = state.first.load(std::memory_order_acquire); version; version = version->next)
      if (miss.fits(*version))
        return;
    if (!state.closed.load(std::memory_order_relaxed) && !knownRefusal(state, miss.hash))
      if (addVersion(state, library, miss) == nullptr &&
          !miss.fits(*state.first.load(std::memory_order_relaxed)))
        addRefusal(state, miss.hash, "the version that was made for it does not fit");
  });
}

/// Why none of the leaf's versions takes the call: each with the guard that fails.
std::string versionMisses(const LeafState &state, const Miss &miss) {
  constexpr int most = 4; // the newest
  std::string text;
  int told = 0;
  const Version *first = state.first.load(std::memory_order_acquire);
  for (const Version *version = first; version && told < most; version = version->next) {
    const std::string why = plan::misfit(*version->plan, miss.metas.data(), miss.numbers.data());
    if (why.empty())
      continue;
    const bool several = first->next != nullptr;
    text += (told++ ? "; " : "") + why +
            (several ? " in the version for " + std::string(version->plan->description) : "");
  }
  return text;
}

/// Under eager_then_compile: is this the first call of its kind? With state.mutex held.
bool isFirstOfKind(LeafState &state, const CallArguments &call) {
  const uint64_t kind = hashOf(call.inputs, false);
  if (std::find(state.noted.begin(), state.noted.end(), kind) != state.noted.end())
    return false;
  state.noted.push_back(kind);
  return true;
}

void addMisses(std::string &guards, const std::string &ofVersions) {
  if (!ofVersions.empty())
    guards += (guards.empty() ? "" : "; ") + ofVersions;
}

Unserved closedFor(const LeafState &state, const char *why) {
  const bool limit = state.limitReached.load(std::memory_order_relaxed);
  return {why, limit && settings::failsBeyondLimit() ? Throws::BeyondLimit : Throws::No};
}

/// Runs the call with a version, or says why there is none.
Unserved runCompiled(Leaf &leaf, LeafState &state, const CallArguments &call) {
  const auto reasonOf = [](plan::Outcome outcome) -> Unserved {
    return {outcome == plan::Outcome::Done      ? nullptr
            : outcome == plan::Outcome::Failed  ? "an operator cannot compute this (an index out of range, a "
                                                  "singular matrix), or there is no memory"
            : outcome == plan::Outcome::Overlap ? "an input that is written shares memory with another"
                                                : "an index or a number is out of range"};
  };
  if (const plan::Outcome outcome = tryVersions(state, call); outcome != plan::Outcome::NoFit)
    return reasonOf(outcome);

  const bool onDevice = std::any_of(call.inputs.begin(), call.inputs.end(),
                                    [](const Tensor *x) { return x->defined() && !x->is_cpu(); });
  if (!onDevice && !profileUnmet(leaf.function))
    profileCall(leaf, call.inputs);
  const Stance stance = fg::stance();
  if (stance == Stance::FailOnRecompile) {
    Miss miss;
    if (!miss.describe(call))
      noteVersionMisses(versionMisses(state, miss));
    return {"would recompile", Throws::WouldRecompile};
  }
  if (stance != Stance::Default && stance != Stance::EagerThenCompile)
    return {"not recompiled under this stance"};
  if (onDevice)
    return {"versions are made at run time for tensors on the CPU alone"};
  if (const char *why = state.closed.load(std::memory_order_acquire))
    return closedFor(state, why);
  const uint64_t hash = hashOf(call.inputs);
  if (const Refusal *refusal = knownRefusal(state, hash))
    return refused(*refusal);
  if (leaf.backend)
    if (const BackendHooks *hooks = backendHooks.load(std::memory_order_acquire);
        (!hooks || !hooks->has(leaf.backend)) && !settings::hasBackendPlugins())
      return {"its backend is not registered"};
  const plan::Library *library = jitLibrary();
  if (!library)
    return {noCompiler};

  const auto miss = std::make_shared<Miss>();
  miss->hash = hash;
  miss->guards = missedGuards(leaf.function);
  if (const char *why = miss->describe(call))
    return {why};
  addMisses(miss->guards, versionMisses(state, *miss));
  if (stance == Stance::Default && compile_policy() == CompilePolicy::Background) {
    addLater(state, *library, miss);
    return {""};
  }
  const SlowPath here;
  const std::lock_guard<std::mutex> lock(state.mutex);
  // Another thread may have made it while this one waited.
  if (const plan::Outcome outcome = tryVersions(state, call); outcome != plan::Outcome::NoFit)
    return reasonOf(outcome);
  if (const char *why = state.closed.load(std::memory_order_relaxed))
    return closedFor(state, why);
  if (const Refusal *refusal = knownRefusal(state, hash))
    return refused(*refusal);
  miss->onlyNote = stance == Stance::EagerThenCompile && isFirstOfKind(state, call);
  if (const char *why = addVersion(state, *library, *miss)) {
    if (const Refusal *refusal = knownRefusal(state, hash))
      return refused(*refusal);
    return closedFor(state, why);
  }
  const plan::Outcome outcome = tryVersions(state, call);
  return outcome == plan::Outcome::NoFit ? Unserved{"the version that was made for it does not fit"}
                                         : reasonOf(outcome);
}

} // namespace

LeafState &stateOf(Function &function) { return currentState(function); }

bool recompiled(Leaf &leaf, std::initializer_list<const Tensor *> inputs,
                std::initializer_list<Number> scalars, std::initializer_list<Tensor *> outputs) {
  LeafState &state = stateOf(leaf);
  const Unserved unserved = runCompiled(leaf, state, {inputs, scalars, outputs});
  if (unserved.why) {
    explainMiss(leaf.function, state, unserved);
    return false;
  }
  servedMiss();
  return true;
}

bool miss_ranks(Leaf &leaf, std::initializer_list<Ranked> inputs) {
  return missRanks(leaf.function, stateOf(leaf), inputs);
}

} // namespace rt

void reset() {
  rt::registry.generation.fetch_add(1, std::memory_order_acq_rel);
  rt::registry.versions.store(0, std::memory_order_relaxed);
}

} // namespace fg
