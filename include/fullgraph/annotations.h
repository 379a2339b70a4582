// Annotations: what to compile, and what is known about its inputs.
//
// Under clang they are [[clang::annotate]] attributes, which the fullgraph tool reads; other compilers see
// nothing. They never change what a program does: without the tool the same sources build and run eagerly.
#pragma once

#include <cstdint>
#include <utility>

namespace fg {

/// torch.compile's `dynamic`: Auto builds the sizes that FG_SHAPE names, Always treats every size that is not
/// a literal as symbolic, Never builds literal sizes only.
enum class Dynamic : uint8_t { Auto, Always, Never };

/// torch.compile's `mode`.
enum class Mode : uint8_t { Default, ReduceOverhead, MaxAutotune, MaxAutotuneNoCudaGraphs };

/// Relaxed: sums may be reassociated and products contracted, as by any vectorising compiler's fast kernels.
/// Strict: operations in the order and precision of the source.
enum class Fp : uint8_t { Relaxed, Strict };

/// Options of FG_COMPILE and fg::compile, in declaration order: FG_COMPILE(.fullgraph = true, .mode = ...).
struct CompileOptions {
  bool fullgraph = false;          ///< a graph break is an error of the build
  Dynamic dynamic = Dynamic::Auto; ///< which sizes are symbolic
  const char *backend = "halide";  ///< "halide", or "eager": the user's code as it stands
  Mode mode = Mode::Default;       ///< how much time to spend on schedules
  Fp fp = Fp::Relaxed;             ///< floating-point freedom of the kernels
  bool disable = false;            ///< as if the annotation were not there
  int recompile_limit = 8;         ///< versions at run time before a call stays eager
  int max_graphs = 32;             ///< leaves of the decision tree on host conditions
  int unroll_limit = 4096;         ///< operators of one graph, before a loop of known count is refused
};

/// The call form of FG_COMPILE, for lambdas. The options must be a constant expression. Returns the callable.
///   auto f = fg::compile([](fg::Tensor x) { ... }, {.fullgraph = true});
template <class Callable> constexpr Callable compile(Callable callable, CompileOptions = {}) {
  return callable;
}

} // namespace fg

#if defined(__clang__)
#define FG_COMPILE(...) [[clang::annotate("fullgraph.compile", ::fg::CompileOptions{__VA_ARGS__})]]
#define FG_SHAPE(spec) [[clang::annotate("fullgraph.shape", spec)]]
#else
/// Compiles the function, method or lambda that follows; arguments are designated fields of
/// fg::CompileOptions.
#define FG_COMPILE(...)
/// Declares dtype and sizes of the fg::Tensor parameter, member or variable that follows:
///   FG_SHAPE("f32[N, 784]")
/// dtype '[' dims ']'; a dim is an integer, a name, '?', a name with bounds (1<=N<=1024) or factor (8*K); '|'
/// separates alternatives. It says which versions to build and is no contract: other inputs run eagerly,
/// right.
#define FG_SHAPE(spec)
#endif
