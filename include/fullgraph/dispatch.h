// What the generated dispatch code calls: guards, outputs, workspace, kernel arguments.
//
// Not for users. Everything on the path of a call that fits is inline; the rest is in libfullgraph, out of
// the way. The code that lib/Emit prints and this header change together.
#pragma once

#include <fullgraph/abi.h>
#include <fullgraph/detail/place.h>
#include <fullgraph/operator_check.h>
#include <fullgraph/tensor.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace fg::rt {

// Integer division of symbolic sizes, rounded down. Total: a guard may be read before the one that says that
// its divisor is not 0 (the result is 0 then, and does not matter), and the least integer divided by -1
// traps, too.
constexpr int64_t floor_div(int64_t a, int64_t b) {
  if (b == 0 || b == -1)
    return b == 0 ? 0 : static_cast<int64_t>(uint64_t(0) - static_cast<uint64_t>(a));
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}
constexpr int64_t floor_mod(int64_t a, int64_t b) {
  if (b == 0 || b == -1)
    return 0;
  return a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0);
}

/// One compiled function of the user's: what its misses are logged under. Constant-initialised, one in the
/// program.
struct Function {
  const char *name;  // "Mlp::forward"
  const char *place; // "model.cpp:12:3"
  int versions = 1;
  int recompile_limit = 0; // of versions made at run time, for each leaf; 0: calls that miss run eagerly
  std::atomic<uint64_t> misses{0};
  std::atomic<void *> state{
      nullptr}; // of runtime/core/jitclient/jit.cpp: of calls that no leaf was asked for
};

/// A leaf of the decision tree, as a version for other inputs is compiled from it at run time.
struct Leaf {
  Function &function;
  const char *graph;   // as captured: the text of lib/Graph
  const char *scalars; // the names of the C++ numbers that recompiled() gets, in order, a space between
  uint8_t dynamic;     // fg::Dynamic
  uint8_t guards;      // fg::Guards: those that are checked
  bool strict_float;
  bool guessed = false;               // the graph's types are a guess: nothing was compiled ahead
  const char *backend = nullptr;      // of the program's own: nothing was compiled ahead
  std::atomic<void *> state{nullptr}; // of runtime/core/jitclient/jit.cpp
};

/// A C++ number on its way to a version made at run time.
struct Number {
  Number(bool value) : bits(value) {}
  Number(int64_t value) : bits(value) {}
  Number(float value) : Number(double(value)) {}
  Number(double value) : bits(std::bit_cast<int64_t>(value)) {}
  int64_t bits;
};

namespace state {
extern std::atomic<int8_t> enabled; // -1: FULLGRAPH_DISABLE has not been looked at
extern std::atomic<int8_t> level;   // -1: the processor has not been asked
extern std::atomic<bool> bisects;   // FULLGRAPH_EAGER, FULLGRAPH_REMAKE or FULLGRAPH_UNITS is set
bool initEnabled();
int initLevel();
} // namespace state

/// False under FULLGRAPH_DISABLE=1: every function runs the user's own code.
inline bool enabled() {
  const int8_t known = state::enabled.load(std::memory_order_relaxed);
  return known < 0 ? state::initEnabled() : known != 0;
}

/// The kernels this machine can run. x86-64: 3 has AVX2, FMA and F16C, 4 has AVX-512 (F, BW, CD, DQ, VL); 0:
/// neither, and every other architecture.
inline int cpu_level() {
  const int8_t known = state::level.load(std::memory_order_relaxed);
  return known < 0 ? state::initLevel() : known;
}

/// How a graph's function takes a call.
enum class Way : uint8_t {
  Compiled,
  Eager,  // not at all
  Remade, // with a version made at run time, whatever was compiled ahead
};
[[gnu::cold, gnu::noinline]] Way chooseWay(const Function &function, const char *graph);
inline Way wayOf(const Function &function, const char *graph) {
  return state::bisects.load(std::memory_order_relaxed) ? chooseWay(function, graph) : Way::Compiled;
}

// --- guards ---

/// A defined CPU tensor of this dtype and rank, contiguous: one compare.
inline bool fits(const Tensor &x, ScalarType dtype, int rank) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && impl->key == detail::tensorKey(dtype, rank, kCPU, true);
}
/// The same, with strides that are checked one by one.
inline bool fits_strided(const Tensor &x, ScalarType dtype, int rank) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && (impl->key & 0xffffff) == detail::tensorKey(dtype, rank, kCPU, false);
}
/// A defined tensor of this rank: what a condition on its sizes is about.
inline bool has_rank(const Tensor &x, int rank) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && impl->rank() == rank;
}
/// A size; -1 where x is undefined or has no such dim.
inline int64_t size(const Tensor &x, int dim) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && dim < impl->rank() ? impl->sizes[dim] : -1;
}
/// text.substr(from, count) and text[at] where those are; a guard, which may be read later, says that they
/// are.
inline std::string part(std::string_view text, size_t from, size_t count = std::string_view::npos) {
  return from <= text.size() ? std::string(text.substr(from, count)) : std::string();
}
inline int64_t character(std::string_view text, size_t at) { return at < text.size() ? text[at] : 0; }
/// A stride in elements; -1 where x is undefined or has no such dim.
inline int64_t stride(const Tensor &x, int dim) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && dim < impl->rank() ? impl->strides[dim] : -1;
}
/// One behind the last byte of a tensor's elements.
inline uintptr_t end_of(const detail::TensorImpl &t) {
  int64_t elements = t.numel;
  if (!t.contiguous() && t.numel > 0) {
    elements = 1;
    for (int i = 0; i < t.rank(); ++i)
      elements += (t.sizes[i] - 1) * t.strides[i];
  }
  return reinterpret_cast<uintptr_t>(t.data) + size_t(elements) * elementSize(t.dtype());
}
/// Does the memory that two tensors span overlap?
inline bool overlap(const Tensor &x, const Tensor &y) {
  const detail::TensorImpl &a = *x.unsafeGetImpl(), &b = *y.unsafeGetImpl();
  return reinterpret_cast<uintptr_t>(a.data) < end_of(b) && reinterpret_cast<uintptr_t>(b.data) < end_of(a);
}
/// Does the memory of a written one of `inputs` overlap with that of any other?
bool any_overlap(const Tensor *const *inputs, size_t count, const uint32_t *written, size_t written_count);
/// Kernels index with 32 bits: no buffer may have more elements.
inline constexpr int64_t maxElements = INT32_MAX;
/// Whether that many elements (a product of sizes) can be indexed.
inline bool indexable(std::initializer_list<int64_t> sizes) {
  int64_t count = 1;
  for (const int64_t s : sizes)
    if (s < 0 || __builtin_mul_overflow(count, s, &count))
      return false;
  return count <= maxElements;
}
/// Is every element of an integer tensor in [lower, upper)? The range goes round the end of the integers: [1,
/// 0) is every number but 0.
bool in_range(const fg_buffer *index, int64_t lower, int64_t upper);

// --- misses: why a call is left to the user's own code. Each is false, counts, and logs one line:
// "fullgraph: Mlp::forward: x.size(1): expected 784, got 100; running eagerly (model.cpp:12:3)". With several
// versions the line comes from no_version, when all of them missed. ---

/// `x` is not what fits() or fits_strided() asks: says which of undefined, dtype, rank, device, contiguity it
/// was.
[[gnu::cold, gnu::noinline]] bool miss_tensor(Function &function, const char *name, const Tensor &x,
                                              ScalarType dtype, int rank);
[[gnu::cold, gnu::noinline]] bool miss_tensor(Function &function, const char *name, const Tensor &x,
                                              ScalarType dtype, int rank, const Place &place);
/// No kernels were built for the device.
[[gnu::cold, gnu::noinline]] bool miss_place(Function &function, const Place &place);
[[gnu::cold, gnu::noinline]] bool miss_size(Function &function, const char *name, int dim, int64_t expected,
                                            int64_t actual);
[[gnu::cold, gnu::noinline]] bool miss_stride(Function &function, const char *name, int dim, int64_t expected,
                                              int64_t actual);
/// indexable() is false of these sizes.
[[gnu::cold, gnu::noinline]] bool miss_count(Function &function, std::initializer_list<int64_t> sizes);
/// Anything else, in words.
[[gnu::cold, gnu::noinline]] bool miss(Function &function, std::initializer_list<detail::Piece> text);
/// The same of what capture expected of an object of the caller's: "this->scale: expected 1, got 3". A call
/// that no version takes after it is one that would need another version.
[[gnu::cold, gnu::noinline]] bool unmet(Function &function, std::initializer_list<detail::Piece> text);
/// The usual ones, of one text, or of one and an integer behind it: a function asks hundreds of times.
[[gnu::cold, gnu::noinline]] bool unmet(Function &function, const char *text);
[[gnu::cold, gnu::noinline]] bool unmet(Function &function, const char *text, int64_t got);
/// The end of a function with several versions, or one that is compiled for other inputs at run time: logs
/// the reasons of the last misses, if any were noted on this thread (a call may also be here because a path
/// of it was never compiled). False; throws where the program asked for that, as under
/// Stance::FailOnRecompile.
[[gnu::cold, gnu::noinline]] bool no_version(Function &function);
/// Runs the call with a version made at run time, which it makes if there is none. False: the call is to run
/// eagerly; nothing has happened, and why is noted as a miss is.
[[gnu::noinline]] bool recompiled(Leaf &leaf, std::initializer_list<const Tensor *> inputs,
                                  std::initializer_list<Number> scalars,
                                  std::initializer_list<Tensor *> outputs);

/// An input of a function whose ranks nobody declared.
struct Ranked {
  const char *name;
  const Tensor *tensor;
};
namespace state {
/// What is known of a call's ranks since the last no_version: nothing; that a graph is for others; that there
/// is nothing to compile for them.
enum class Ranks : uint8_t { Unknown, Passed, Eager };
extern constinit thread_local Ranks ranks;
} // namespace state
/// One of its graphs is for other ranks. False.
inline bool pass_ranks() {
  if (state::ranks == state::Ranks::Unknown)
    state::ranks = state::Ranks::Passed; // no_version tells, if nothing else does
  return false;
}
/// A path of it that no graph was captured for: throws, or computes nothing. Is it `for_these` ranks?
inline bool eager_ranks(bool for_these) {
  if (!for_these)
    return pass_ranks();
  state::ranks = state::Ranks::Eager;
  return true;
}
/// Its last graph is for other ranks. False.
[[gnu::cold, gnu::noinline]] bool miss_ranks(Leaf &leaf, std::initializer_list<Ranked> inputs);

// --- results ---

/// A new tensor, contiguous, its elements not set.
Tensor empty(ScalarType dtype, IntArrayRef sizes);
Tensor empty_strided(ScalarType dtype, IntArrayRef sizes, IntArrayRef strides);
/// A view that begins `offset` elements behind the first element of x: elements of `dtype`, which is x's, or
/// that of a complex x's parts, or the complex one of which x has the parts.
Tensor as_strided(const Tensor &x, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, int64_t offset);

// --- memory and arguments of kernels ---

/// What a region left for a variable of the user's, moved to where the user's code declares it: a second
/// owner would keep a tensor's memory longer than the variable does.
template <class T> T take(T &held) { return std::move(held); }
template <class T> T take(std::optional<T> &held) { return std::move(*held); }

inline void *data(const Tensor &x) { return x.unsafeGetImpl()->data; }

namespace state {
struct Arena {
  char *data = nullptr; // a multiple of 64
  int64_t bytes = 0;
};
extern constinit thread_local Arena arena;
char *growArena(int64_t bytes);
} // namespace state

/// Scratch memory for one call, at a multiple of 64 bytes; the thread keeps it for the next call.
class Workspace {
public:
  explicit Workspace(int64_t bytes)
      : base(bytes <= state::arena.bytes ? state::arena.data : state::growArena(bytes)) {}
  void *at(int64_t offset) const { return base + offset; }

private:
  char *base;
};

/// Around what draws random numbers: a call that is turned away behind them gives them back, since the user's
/// own code, which starts afresh, draws its own. Numbers that another thread has drawn since stay as they
/// are.
class Draws {
public:
  Draws() noexcept;
  ~Draws();
  Draws(const Draws &) = delete;
  Draws &operator=(const Draws &) = delete;
  void keep() { kept = true; } // the call is served
  void note(uint64_t seed, uint64_t number) noexcept;

private:
  Draws *const outer;
  bool kept = false;
  uint64_t seed = 0, first = 0, count = 0;
};

constexpr fg_type bufferType(ScalarType t) {
  if (isComplexType(t)) // for copies; no kernel computes with it
    return {FG_TYPE_FLOAT, uint8_t(4 * elementSize(t)), 2};
  const uint8_t code = t == kBFloat16             ? FG_TYPE_BFLOAT
                       : isFloatingType(t)        ? FG_TYPE_FLOAT
                       : t == kByte || t == kBool ? FG_TYPE_UINT
                                                  : FG_TYPE_INT;
  return {code, uint8_t(t == kBool ? 1 : 8 * elementSize(t)), 1};
}

struct Dim {
  int64_t extent, stride; // in elements
};

/// A kernel's argument: elements at `data`, dimensions innermost first.
template <int Rank> class View {
public:
  View(void *data, ScalarType dtype, const Dim (&dims)[Rank]) : View(data, dtype) {
    for (int i = 0; i < Rank; ++i)
      dim[i] = {0, int32_t(dims[i].extent), int32_t(dims[i].stride), 0};
  }
  View(void *data, ScalarType dtype, const Dim (&dims)[Rank], const Place &place) : View(data, dtype, dims) {
    lieIn(place, buffer);
  }
  View(const View &) = delete;
  operator fg_buffer *() { return &buffer; }

private:
  View(void *data, ScalarType dtype)
      : buffer{0, nullptr, static_cast<uint8_t *>(data), 0, bufferType(dtype), Rank, dim, nullptr} {}
  fg_buffer buffer;
  fg_dim dim[Rank];
};
template <> class View<0> {
public:
  View(void *data, ScalarType dtype)
      : buffer{0, nullptr, static_cast<uint8_t *>(data), 0, bufferType(dtype), 0, nullptr, nullptr} {}
  View(void *data, ScalarType dtype, const Place &place) : View(data, dtype) { lieIn(place, buffer); }
  View(const View &) = delete;
  operator fg_buffer *() { return &buffer; }

private:
  fg_buffer buffer;
};

template <int Rank> void *libraryArgument(View<Rank> &view) { return static_cast<fg_buffer *>(view); }
inline void *libraryArgument(int64_t &&number) { return &number; }
/// Runs an operator that is a function of the library: buffers it reads, numbers, buffers it writes.
template <class... Arguments> int call_library(int (*function)(void **), Arguments &&...arguments) {
  void *list[] = {libraryArgument(static_cast<Arguments &&>(arguments))...};
  return function(list);
}

/// The object, of which a guard has said that it is of this class.
template <class Derived, class Base> Derived &asDerived(Base &object) {
  return static_cast<Derived &>(object);
}
template <class Derived, class Base> const Derived &asDerived(const Base &object) {
  return static_cast<const Derived &>(object);
}

#ifdef __cpp_rtti // the compiler's own sources have none
/// Is the object of this very class?
template <class Exact, class Base> bool isExactly(const Base &object) {
  return typeid(object) == typeid(Exact);
}
#endif

/// The address of the element `offset` behind `data`. Null stays null: it is the memory of a tensor without
/// elements.
inline void *element(void *data, ScalarType dtype, int64_t offset) {
  return data ? static_cast<char *>(data) + offset * int64_t(elementSize(dtype)) : nullptr;
}

/// Copies a result over the elements of a tensor of its dtype and sizes; their strides may differ.
void write_back(const Tensor &to, const fg_buffer *from);

} // namespace fg::rt
