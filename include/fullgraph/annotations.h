// Annotations: what to compile, and what is known about its inputs.
//
// Under clang they are [[clang::annotate]] attributes, which the fullgraph tool reads; other compilers see
// nothing. They never change what a program does: without the tool the same sources build and run eagerly.
#pragma once

#include <cstdint>
#include <utility>

namespace fg {

/// torch.compile's `dynamic`: Auto builds the sizes that FG_SHAPE names, Always treats every size that is not
/// a literal as symbolic, Never has a version for each size.
enum class Dynamic : uint8_t { Auto, Always, Never };

/// torch.compile's `mode`.
enum class Mode : uint8_t { Default, ReduceOverhead, MaxAutotune, MaxAutotuneNoCudaGraphs };

/// Relaxed: sums may be reassociated and products contracted, as by any vectorising compiler's fast kernels.
/// Convolutions of 3x3 taps may be Winograd's products: rounding errors are those of sums of 4x4 elements,
/// and one that is not finite may reach outputs that are one place further than its taps. Strict: operations
/// in the order and precision of the source.
enum class Fp : uint8_t { Relaxed, Strict };

/// torch.compile's guard_filter_fn: kinds of guards. FG_COMPILE(.guards = ~fg::Guards::Globals) leaves those
/// of globals out. Unsafe: what is left out is believed at every call. Where it does not hold, results are
/// wrong, and memory of others may be read or written.
enum class Guards : uint8_t {
  None = 0,
  Members = 1,  ///< what objects' members are as their constructors made them: numbers, pointers, classes
  Lengths = 2,  ///< containers are as long as constructors made them
  Globals = 4,  ///< both, of objects that are reached by a global variable
  Strides = 8,  ///< tensors are contiguous, or have the strides that the version was made for
  Overlap = 16, ///< inputs share no memory with one that is written
  All = 31,
};
constexpr Guards operator|(Guards a, Guards b) { return static_cast<Guards>(uint8_t(a) | uint8_t(b)); }
constexpr Guards operator&(Guards a, Guards b) { return static_cast<Guards>(uint8_t(a) & uint8_t(b)); }
constexpr Guards operator~(Guards a) { return static_cast<Guards>(~uint8_t(a) & uint8_t(Guards::All)); }

/// Options of FG_COMPILE and fg::compile, in declaration order: FG_COMPILE(.fullgraph = true, .mode = ...).
struct CompileOptions {
  bool fullgraph = false;          ///< a graph break is an error of the build
  Dynamic dynamic = Dynamic::Auto; ///< which sizes are symbolic
  const char *backend = "halide";  ///< "eager": as written; "interp": op by op; others: fg::register_backend
  Mode mode = Mode::Default;       ///< MaxAutotune: the build measures kernels (docs/tuning.md)
  Fp fp = Fp::Relaxed;             ///< floating-point freedom of the kernels
  bool disable = false;            ///< as if the annotation were not there
  int recompile_limit = 8;         ///< versions at run time before a call stays eager
  int max_graphs = 32;             ///< leaves of the decision tree on C++ conditions
  int unroll_limit = 4096;         ///< operators of one graph, before a loop of known count is refused
  Guards guards = Guards::All;     ///< those that are checked; leaving some out is unsafe
  int ahead_versions = 4; ///< likeliest types that code is built ahead for, where FG_SHAPE says none; 8 of
                          ///< calls that the source shows, where this is 4
  bool ahead = false;     ///< an error where a call in sight, or one of undeclared types, has no code
};

/// The call form of FG_COMPILE, for lambdas. The options must be a constant expression. Returns the callable.
///   auto f = fg::compile([](fg::Tensor x) { ... }, {.fullgraph = true});
template <class Callable> constexpr Callable compile(Callable callable, CompileOptions = {}) {
  return callable;
}

/// torch._dynamo.graph_break: the code before and after this call is compiled apart. It does nothing itself.
inline void graph_break(const char * = "") {}

/// torch.compiler.is_compiling: false where the function runs as it is written, true in compiled code. Code
/// of one side only is compiled; the other one also serves the calls that compiled code does not take.
inline bool is_compiling() { return false; }

/// torch._dynamo.error_on_graph_break: graph breaks between here and the end of the scope, those of called
/// functions included, are errors of the build (true) or warnings (false). `fullgraph` makes them errors
/// either way. The argument is a constant.
class [[maybe_unused]] ErrorOnGraphBreak {
public:
  explicit constexpr ErrorOnGraphBreak(bool) {}
  ErrorOnGraphBreak(const ErrorOnGraphBreak &) = delete;
};

/// A function from fg::TensorMeta, where the operator takes tensors, to what the operator returns.
class ShapeFunction {
public:
  constexpr ShapeFunction() = default;
  template <class Result, class... Arguments> constexpr ShapeFunction(Result (*)(Arguments...)) {}
};

/// What FG_CUSTOM_OP says of an operator, in declaration order.
struct CustomOp {
  const char *mutates = ""; ///< the parameters whose tensors it writes: "out", "out, state"
  ShapeFunction shape = {}; ///< dtype and sizes of the result; none for an operator that returns no tensor
};

} // namespace fg

#if defined(__clang__)
#define FG_COMPILE(...) [[clang::annotate("fullgraph.compile", ::fg::CompileOptions{__VA_ARGS__})]]
#define FG_SHAPE(spec) [[clang::annotate("fullgraph.shape", spec)]]
#define FG_DISABLE(reason) [[clang::annotate("fullgraph.disable", reason)]]
#define FG_LEAF [[clang::annotate("fullgraph.leaf")]]
#define FG_ALLOW_IN_GRAPH [[clang::annotate("fullgraph.allow_in_graph")]]
#define FG_ASSUME_CONSTANT_RESULT [[clang::annotate("fullgraph.constant_result")]]
#define FG_NONSTRICT_TRACE [[clang::annotate("fullgraph.nonstrict_trace")]]
#define FG_CUSTOM_OP(name, ...) [[clang::annotate("fullgraph.custom_op", name, ::fg::CustomOp{__VA_ARGS__})]]
#define FG_KERNEL_OP [[clang::annotate("fullgraph.kernel_op")]]
// [] FG_COMPILE() (fg::Tensor x) { ... }: where C++23 has attributes, and Clang takes them before, with a
// warning.
#if __has_warning("-Wc++23-lambda-attributes")
#pragma clang diagnostic ignored "-Wc++23-lambda-attributes"
#endif
#else
/// Compiles the function or method that follows, or the lambda behind whose captures it stands:
/// [] FG_COMPILE() (fg::Tensor x) { ... }. Arguments are designated fields of fg::CompileOptions.
#define FG_COMPILE(...)
/// Declares dtype and sizes of the fg::Tensor parameter, member or variable that follows:
///   FG_SHAPE("f32[N, 784]")
/// dtype '[' dims ']'; a dim is an integer, a name, '?', a name with bounds (1<=N<=1024) or factor (8*K); '|'
/// separates alternatives. A tensor that is not contiguous has its layout behind the dims:
///   "f32[N,3,H,W]{channels_last}", "f32[M,N]{column_major}", "f32[A,B,C]{0>2>1}" (dense, dims from the
///   outermost in memory), "f32[M,N]{1,M}" and "f32[M,N]{?,1}" (strides in elements; ? is any but 0)
/// It says which versions to build and is no contract: other inputs run eagerly, right. In front of a
/// function that the compiler does not look into, it is said of the tensor that this returns.
#define FG_SHAPE(spec)
/// The function that follows runs as it is written; a call of it in a compiled function is a graph break.
#define FG_DISABLE(reason)
/// The function that follows has effects, which are to happen at each call and in the order of the source:
/// what is before a call and behind it is compiled apart. Not a graph break, also under fullgraph.
#define FG_LEAF
/// torch.compiler.allow_in_graph: calls of the function that follows are left as they are, without a look
/// into its body. Not a graph break.
#define FG_ALLOW_IN_GRAPH
/// torch.compiler.assume_constant_result: the function that follows gives the same result at each call with
/// the same arguments, and has no effects. A number that it returns is read where compiled code begins.
#define FG_ASSUME_CONSTANT_RESULT
/// torch._dynamo.nonstrict_trace: the function that follows is pure. Its body is captured where that is
/// possible; otherwise its calls are left as they are. Not a graph break.
#define FG_NONSTRICT_TRACE
/// torch.library.custom_op: the function that follows is an operator of its own, which the compiler does not
/// look into. Further arguments are designated fields of fg::CustomOp: FG_CUSTOM_OP("image::blur", .mutates =
/// "out", .shape = blur_shape). Not a graph break. It stands before everything else of the declaration; the
/// tool compares the shape function's parameters and result.
#define FG_CUSTOM_OP(name, ...)                                                                              \
  static_assert((static_cast<void>(::fg::CustomOp{__VA_ARGS__}), sizeof(name) > 1));
/// The function that follows computes one element, for fg::kernel_op: it takes numbers and fg::Neighbours and
/// returns a number, without effects. Compiled code computes it in the kernels around the call. The tool
/// checks the function where it is declared.
#define FG_KERNEL_OP
#endif
