// Why a compiled function left a call to the user's own code: one line on stderr for each function and
// reason.
#include <fullgraph/control.h>
#include <fullgraph/dispatch.h>

#include "runtime/core/dispatch/logs.h"
#include "runtime/core/dispatch/misses.h"
#include "runtime/core/dispatch/profile.h"
#include "runtime/core/jitclient/jit_state.h"
#include "runtime/core/tensor/text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <set>
#include <utility>

namespace fg::rt {

namespace state {
constinit thread_local Ranks ranks = Ranks::Unknown;
}

namespace {

/// A caller may miss with ever new reasons; the log stops before it takes memory without bound.
constexpr size_t maxLines = 1000;

void logOnce(const Function &function, const std::string &key, const std::string &text) {
  static std::mutex mutex;
  static const int forks = pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); },
                                          [] { mutex.unlock(); }); // a child may log, too
  (void)forks;
  static auto &seen =
      *new std::set<std::string>; // never destroyed: other threads may miss while the program exits
  const std::lock_guard<std::mutex> lock(mutex);
  if (seen.size() >= maxLines ||
      !seen.insert(std::string(function.place) + '\n' + function.name + '\n' + key).second)
    return;
  std::fprintf(stderr, "fullgraph: %s: %s; running eagerly (%s)\n", function.name, text.c_str(),
               function.place);
}

/// One failed guard. Plain values: a call that goes on to fit the next version must not pay for text.
struct Reason {
  enum class Kind : uint8_t { Tensor, Size, Stride, Text } kind = Kind::Text;
  const char *name = "";
  int dim = 0; // of Tensor: the expected rank
  int64_t expected = 0, actual = 0;
  ScalarType dtype = ScalarType::Undefined; // of Tensor: the expected one
  // The tensor that was given; an undefined one has no dtype.
  ScalarType actualDtype = ScalarType::Undefined;
  Device device, expectedDevice = kCPU;
  int rank = 0;
  int64_t sizes[detail::maxRank] = {}, strides[detail::maxRank] = {};
  // Text: literals of the generated code, and numbers between them.
  struct Part {
    const char *text; // null: a number
    size_t length;
    int64_t number;
    double real = 0;
    bool isReal = false;
  };
  static constexpr int maxParts = 24; // a longer text is cut, and says so
  Part parts[maxParts] = {};
  int partCount = 0;

  std::string text() const {
    switch (kind) {
    case Kind::Tensor:
      return detail::joined({name, ": ", misfit()});
    case Kind::Size:
      return detail::joined({name, ".size(", dim, "): expected ", expected, ", got ", actual});
    case Kind::Stride:
      return detail::joined({name, ".stride(", dim, "): expected ", expected, ", got ", actual});
    case Kind::Text:
      break;
    }
    std::string text;
    for (int i = 0; i < partCount; ++i)
      text += parts[i].text     ? std::string(parts[i].text, parts[i].length)
              : parts[i].isReal ? detail::joined({parts[i].real})
                                : std::to_string(parts[i].number);
    return text;
  }
  /// What the call should have been: the text up to what it was, which is something else at each call.
  std::string expectation() const {
    std::string text = this->text();
    if (kind == Kind::Text) {
      text.clear();
      for (int i = 0; i < partCount && parts[i].text; ++i)
        text.append(parts[i].text, parts[i].length);
    }
    return text.substr(0, text.find(", got "));
  }
  /// Equal for the reasons that are logged once: the numbers, which are others at each call, are left out.
  std::string key() const {
    std::string key = std::to_string(int(kind));
    if (kind == Kind::Tensor)
      key += name + misfit().substr(0, 20);
    if (kind == Kind::Size || kind == Kind::Stride)
      key += name + std::to_string(dim);
    for (int i = 0; kind == Kind::Text && i < partCount; ++i)
      if (parts[i].text)
        key.append(parts[i].text, parts[i].length);
    return key;
  }

private:
  std::string misfit() const {
    if (actualDtype == ScalarType::Undefined)
      return "expected a defined tensor, got an undefined one";
    if (actualDtype != dtype)
      return detail::joined({"expected dtype ", shortName(dtype), ", got ", shortName(actualDtype)});
    if (rank != dim)
      return detail::joined({"expected ", dim, " dims, got ", rank});
    if (!(device == expectedDevice))
      return detail::joined({"expected a tensor on ", expectedDevice.str(), ", got one on ", device.str()});
    return detail::joined({"expected a contiguous tensor, got strides ", IntArrayRef(strides, size_t(rank)),
                           " for sizes ", IntArrayRef(sizes, size_t(rank))});
  }
};

/// The last failed guards on this thread, since the last no_version; of a function with one version, only the
/// first slot is used.
struct Recent {
  static constexpr uint64_t capacity = 4;
  Reason reasons[capacity];
  const Function *of =
      nullptr; // whose they are: a version that takes a call leaves those of the ones before it
  uint64_t count = 0;
  bool explained = false; // the last one says why no version was made
  bool unmet = false;     // an object of the caller's is not as capture expected it
  // Of a version made at run time: the call counts as eager there, unless another one takes it.
  LeafState *leaf = nullptr;
  Unserved unserved;
};
constinit thread_local Recent recent;
thread_local std::string versionMisses; // of this call, where it is to throw

/// Does something behind the misses log them?
bool notes(const Function &function) { return function.versions > 1 || function.recompile_limit > 0; }

void forgetReasonsOfOthers(const Function &function) {
  if (recent.of == &function)
    return;
  recent.of = &function;
  recent.count = 0;
  recent.explained = recent.unmet = false;
  recent.leaf = nullptr;
}

/// Where the next reason goes: written in place, field by field.
Reason &slot(const Function &function) {
  forgetReasonsOfOthers(function);
  return recent.reasons[notes(function) ? recent.count % Recent::capacity : 0];
}

/// The reasons of the call that no version took.
struct Missed {
  std::string key, text, expectation;
};
Missed takeReasons(const Function &function) {
  Missed missed;
  std::set<std::string> told;
  const uint64_t kept =
      std::min({recent.count, Recent::capacity, uint64_t(function.versions) + (recent.explained ? 1 : 0)});
  for (uint64_t i = recent.count - kept; i < recent.count; ++i) {
    const Reason &reason = recent.reasons[i % Recent::capacity];
    const std::string text = reason.text();
    if (!told.insert(text).second) // several versions may need the same
      continue;
    missed.key += reason.key() + '\n';
    missed.text += (missed.text.empty() ? "" : "; ") + text;
    missed.expectation += (missed.expectation.empty() ? "" : "; ") + reason.expectation();
  }
  return missed;
}

void forgetReasons() {
  state::ranks = state::Ranks::Unknown;
  recent.count = 0;
  recent.explained = recent.unmet = false;
  recent.leaf = nullptr;
}

/// Takes no lock. `why` is a literal, or what the library gave and never frees.
void countEager(LeafState &state, const char *why) {
  const auto find = [&](EagerReason *from) {
    while (from && from->why != why)
      from = from->next;
    return from;
  };
  EagerReason *head = state.eager.load(std::memory_order_acquire);
  EagerReason *reason = find(head);
  if (!reason) {
    reason = new EagerReason{why};
    reason->next = head;
    while (!state.eager.compare_exchange_weak(reason->next, reason, std::memory_order_acq_rel))
      if (EagerReason *other = find(reason->next)) { // another thread was faster
        delete reason;
        reason = other;
        break;
      }
  }
  reason->calls.fetch_add(1, std::memory_order_relaxed);
}

/// The same of a text that is made at each call: the one of the first call is kept.
void countEager(LeafState &state, const std::string &why) {
  constexpr int most = 64; // reasons of one function
  int count = 0;
  for (EagerReason *reason = state.eager.load(std::memory_order_acquire); reason; reason = reason->next) {
    if (why == reason->why) {
      reason->calls.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    ++count;
  }
  countEager(state, count < most ? strdup(why.c_str()) : "other reasons");
}

bool noted(Function &function, const Reason &reason) {
  if (notes(function)) {
    ++recent.count;
    return false;
  }
  function.misses.fetch_add(1, std::memory_order_relaxed);
  countEager(stateOf(function), reason.expectation());
  if (logsMisses())
    logOnce(function, reason.key(), reason.text());
  return false;
}

bool notedSize(Function &function, Reason::Kind kind, const char *name, int dim, int64_t expected,
               int64_t actual) {
  Reason &reason = slot(function);
  reason.kind = kind;
  reason.name = name;
  reason.dim = dim;
  reason.expected = expected;
  reason.actual = actual;
  return noted(function, reason);
}

} // namespace

static bool notedTensor(Function &function, const char *name, const Tensor &x, ScalarType dtype, int rank,
                        Device device) {
  Reason &reason = slot(function);
  reason.expectedDevice = device;
  reason.kind = Reason::Kind::Tensor;
  reason.name = name;
  reason.dim = rank;
  reason.dtype = dtype;
  reason.actualDtype = x.scalar_type();
  if (x.defined()) {
    reason.device = x.device();
    reason.rank = int(x.dim());
    for (int d = 0; d < reason.rank; ++d) {
      reason.sizes[d] = x.sizes()[size_t(d)];
      reason.strides[d] = x.strides()[size_t(d)];
    }
  }
  return noted(function, reason);
}

bool miss_tensor(Function &function, const char *name, const Tensor &x, ScalarType dtype, int rank) {
  return notedTensor(function, name, x, dtype, rank, kCPU);
}

bool miss_tensor(Function &function, const char *name, const Tensor &x, ScalarType dtype, int rank,
                 const Place &place) {
  return notedTensor(function, name, x, dtype, rank, place.device());
}

bool miss_place(Function &function, const Place &place) {
  return place.isCuda() ? miss(function, {"no kernels were built for cuda"})
                        : miss(function, {"no kernels were built for opencl"});
}

bool miss_size(Function &function, const char *name, int dim, int64_t expected, int64_t actual) {
  return notedSize(function, Reason::Kind::Size, name, dim, expected, actual);
}

bool miss_stride(Function &function, const char *name, int dim, int64_t expected, int64_t actual) {
  return notedSize(function, Reason::Kind::Stride, name, dim, expected, actual);
}

namespace {

const Reason &writeText(Function &function, std::initializer_list<detail::Piece> text) {
  Reason &reason = slot(function);
  reason.kind = Reason::Kind::Text;
  reason.partCount = 0;
  for (const detail::Piece &piece : text)
    if (reason.partCount < Reason::maxParts)
      reason.parts[reason.partCount++] = {piece.kind == detail::Piece::Kind::Text ? piece.text : nullptr,
                                          piece.length, piece.integer, piece.real,
                                          piece.kind == detail::Piece::Kind::Real};
    else
      reason.parts[Reason::maxParts - 1] = {"...", 3, 0};
  return reason;
}

} // namespace

bool miss(Function &function, std::initializer_list<detail::Piece> text) {
  return noted(function, writeText(function, text));
}

bool miss_count(Function &function, std::initializer_list<int64_t> sizes) {
  writeText(function, {"a tensor of "});
  Reason &reason = slot(function);
  const auto add = [&reason](const Reason::Part &part) {
    if (reason.partCount < Reason::maxParts)
      reason.parts[reason.partCount++] = part;
  };
  for (const int64_t size : sizes) {
    if (size != *sizes.begin() || reason.partCount > 1)
      add({"*", 1, 0});
    add({nullptr, 0, size});
  }
  constexpr string_view why = " elements: a size is negative, or there are too many for 32-bit indices";
  add({why.data(), why.size(), 0});
  return noted(function, reason);
}

bool unmet(Function &function, std::initializer_list<detail::Piece> text) {
  writeText(function, text);
  recent.unmet = true;
  ++recent.count;
  return false;
}

using Pieces = std::initializer_list<detail::Piece>;
bool unmet(Function &function, const char *text) { return unmet(function, Pieces{text}); }
bool unmet(Function &function, const char *text, int64_t got) { return unmet(function, Pieces{text, got}); }

namespace {

/// Nothing is noted any more: the next call begins anew, whether this one throws or not.
void failIfAsked(const Function &function, Unserved unserved) {
  std::string text = takeReasons(function).text;
  if (const std::string more = std::exchange(versionMisses, ""); !more.empty())
    text += (text.empty() ? "" : "; ") + more;
  forgetReasons();
  switch (unserved.throws) {
  case Throws::No:
    return;
  case Throws::WouldRecompile:
    detail::fail({"fullgraph: ", function.name, ": ", text, text.empty() ? "" : ": ",
                  "would recompile, under fail_on_recompile (", function.place, ")"});
  case Throws::BeyondLimit:
    detail::fail({"fullgraph: ", function.name, ": ", unserved.why, ", under fail_on_recompile_limit_hit (",
                  function.place, ")"});
  case Throws::Violated:
    detail::fail({"fullgraph: ", function.name, ": ", unserved.why, " (", function.place, ")"});
  }
}

/// The call's object is not as capture expected it, and no graph is for such a one: what would be said of a
/// leaf that makes no version.
void explainUnmet(const Function &function) {
  profileUnmet(function);
  if (fg::stance() == Stance::FailOnRecompile)
    failIfAsked(function, {"would recompile", Throws::WouldRecompile});
}

} // namespace

const char noCompiler[] = "no code is built ahead for such a call, and there is no run-time compiler";

bool no_version(Function &function) {
  function.misses.fetch_add(1, std::memory_order_relaxed);
  forgetReasonsOfOthers(function);
  if (!recent.leaf && recent.unmet)
    explainUnmet(function);
  if (recent.leaf && recent.unserved.throws != Throws::No)
    failIfAsked(function, recent.unserved);
  if (recent.count == 0 && !recent.leaf && state::ranks == state::Ranks::Passed)
    miss(function, {"no graph is captured for inputs of these ranks"});
  if (recent.leaf && recent.unserved.why == noCompiler) {
    if (recent.count == 0)
      miss(function, {noCompiler});
    else
      recent.unserved.why = "";
  }
  if (logsMisses() && recent.count > 0) {
    const Missed missed = takeReasons(function);
    logOnce(function, missed.key, missed.text);
  }
  if (recent.leaf && *recent.unserved.why)
    countEager(*recent.leaf, recent.unserved.why);
  else if (recent.leaf || recent.count > 0)
    countEager(recent.leaf ? *recent.leaf : stateOf(function), takeReasons(function).expectation);
  forgetReasons();
  return false;
}

void explainMiss(Function &function, LeafState &leaf, const Unserved &unserved) {
  forgetReasonsOfOthers(function);
  if (!recent.leaf || recent.unserved.throws == Throws::No)
    recent.unserved = unserved;
  recent.leaf = &leaf;
  if (!*unserved.why || unserved.why == noCompiler || unserved.throws == Throws::WouldRecompile)
    return;
  miss(function, {unserved.why});
  recent.explained = true;
}

bool missRanks(Function &function, LeafState &leaf, std::initializer_list<Ranked> inputs) {
  forgetReasonsOfOthers(function);
  if (recent.leaf || state::ranks == state::Ranks::Eager) // what is for these ranks did not take the call
    return false;
  recent.leaf = &leaf;
  recent.unserved = {"no graph is captured for inputs of these ranks"};
  Reason &reason = slot(function);
  reason.kind = Reason::Kind::Text;
  reason.partCount = 0;
  const auto add = [&](std::string_view text, int64_t number = 0) {
    if (reason.partCount < Reason::maxParts)
      reason.parts[reason.partCount++] = {text.data(), text.size(), number};
  };
  add("no graph is captured for");
  for (const Ranked &input : inputs) {
    add(reason.partCount == 1 ? " '" : ", '");
    add(input.name);
    add(input.tensor->defined() ? "' of rank " : "' undefined");
    if (input.tensor->defined())
      add({}, input.tensor->dim());
  }
  return noted(function, reason);
}

bool profileUnmet(const Function &function) {
  if (recent.of != &function || !recent.unmet)
    return false;
  if (profiles())
    profileLine(function, "needs " + takeReasons(function).expectation);
  return true;
}

std::string missedGuards(const Function &function) {
  forgetReasonsOfOthers(function);
  return takeReasons(function).text;
}

void noteVersionMisses(std::string guards) { versionMisses = std::move(guards); }

void servedMiss() { forgetReasons(); }

} // namespace fg::rt
