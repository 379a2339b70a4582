// A version of a compiled function that was made at run time: data that runtime/jit lays out and plan.cpp
// runs. Plain structures, because the two may be built with different standard libraries.
#pragma once

#include <fullgraph/dispatch.h>

#include <string>

namespace fg::rt::plan {

/// Changes when anything in this header does: a library of another build is not used.
inline constexpr uint32_t abiVersion = 7;

template <class T> struct Span {
  const T *data = nullptr;
  uint32_t size = 0;
  const T *begin() const { return data; }
  const T *end() const { return data + size; }
  const T &operator[](uint32_t i) const { return data[i]; }
};

/// Numbers are in registers of 64 bits: integers, bools as 0 and 1, doubles by their bits. First come the
/// sizes of each input (of a strided one also its strides), then the C++ numbers, then constants, then
/// results of operations.
using Register = uint32_t;
struct Operation {
  int64_t (*function)(int64_t a, int64_t b, int64_t c);
  Register a, b, c, result;
};

struct InputGuard {
  uint32_t key, mask; // of TensorImpl::key
  uint8_t rank;
  bool strided;
};
/// A size, stride or number that the version was made for.
struct FixedRegister {
  Register number;
  int64_t value;
};

struct View {
  enum Kind : uint8_t { Input, Output, Workspace } kind;
  int8_t dtype;
  uint32_t of; // Workspace: the register of its offset in bytes
  Span<Register> sizes, strides;
  Register offset; // in elements
};

struct Output {
  enum Kind : uint8_t { Fresh, ViewOfInput, ViewOfOutput } kind;
  int8_t dtype;
  bool contiguous, same; // same: of the tensor that it is a view of, all of it
  uint32_t of;
  Span<Register> sizes, strides;
  Register offset;
};

struct Argument {
  bool isView;
  uint32_t index; // of Plan::views, or a register
};

struct Step {
  enum Kind : uint8_t { Call, Check, WriteBack } kind;
  bool writesInput;                // Call
  bool always;                     // Call: it is called although it may have no element to write
  uint32_t outputs;                // Call: how many of the last arguments are
  int (*kernel)(void **arguments); // Call
  Span<Argument> arguments;        // Call
  uint32_t view;                   // Check, WriteBack
  Register lower, upper;           // Check
  uint32_t input;                  // WriteBack
};

/// A condition in the user's names, for those who ask why a call does not fit.
struct ConditionText {
  const char *text, *reason; // "x.size(0) == y.size(0)", "operands of add must match at dim 0"
  Span<Register> integers;   // the sizes and strides that it is about
};

struct Plan {
  Span<InputGuard> inputs;
  Span<FixedRegister> fixed;
  uint32_t numbers; // how many C++ numbers
  uint32_t registers;
  Span<int64_t> constants;
  Span<Operation> guardOperations, operations;
  Span<Register> conditions; // not 0
  Span<uint32_t> written;    // inputs that may share no memory with others
  Span<View> views;
  Span<Output> outputs;
  Span<uint32_t> viewOutputs; // those that are not fresh, each behind the one that it is a view of
  Span<Step> steps;
  Register workspaceBytes;
  bool draws;                         // random numbers
  const char *description;            // "x: f64[N, 784]"
  const char *guards;                 // all that is checked, a line each
  Span<const char *> inputNames;      // "x"
  Span<const char *> givenNames;      // of the registers of sizes, strides and numbers: "x.size(0)"
  Span<ConditionText> conditionTexts; // of `conditions`
};

enum class Outcome : uint8_t {
  NoFit,
  Done,
  Overlap,    // inputs of which one is written share memory
  OutOfRange, // an index is, or a divisor is 0: the user's code throws
  Failed,     // a kernel did, before it wrote to an input
};

/// Runs the plan if the call fits it.
Outcome run(const Plan &plan, const Tensor *const *inputs, const Number *numbers, Tensor *const *outputs);

/// A call, as the library sees it.
struct TensorMeta;
/// Would `run` take such a call? (But for inputs that share memory.)
bool fits(const Plan &plan, const TensorMeta *inputs, const int64_t *numbers);
/// Where it would not: the first guard that fails, what it expects, and what the call has: "x.size(1):
/// expected 4, got 5". Empty: it fits. Takes its time.
std::string misfit(const Plan &plan, const TensorMeta *inputs, const int64_t *numbers);

struct TensorMeta {
  int8_t dtype;
  uint8_t rank;
  bool contiguous;
  const int64_t *sizes, *strides;
};
/// What the program says of an input's dims (fullgraph/dynamic.h): a bit for each dim.
struct MarkedDim { // one of `dynamic`
  uint32_t dim;
  int64_t min, max, hint; // hint 0: none
  Span<int64_t> specializeOn;
};
struct InputMarks {
  uint8_t dynamic, weak, fixed;
  Span<MarkedDim> ranges;
};
/// What a backend of the program's gets.
struct BackendTensor {
  const char *name;
  TensorMeta meta;
};
enum class NumberKind : uint8_t { Bool, Int, Real };
struct BackendNumber {
  const char *name;
  NumberKind kind;
};
struct BackendRequest {
  const char *backend, *function, *place, *text;
  Span<BackendTensor> inputs, results;
  Span<BackendNumber> numbers;
  // Runs the graph operator by operator: a kernel whose first argument is the address of the context.
  int (*interpreter)(void **arguments);
  const void *interpreterContext;
  const char **failure; // set to what the backend threw, for the receiver to free()
};
struct Request {
  uint32_t logs;               // rt::logBits
  const char *name, *place;    // of the function
  const char *graph, *scalars; // of the Leaf
  uint8_t dynamic;
  bool strictFloat, guessed;
  int level;      // cpu_level()
  uint8_t guards; // fg::Guards
  Span<TensorMeta> inputs;
  Span<InputMarks> marks; // of all inputs, or none
  Span<int64_t> numbers;
  void **history; // the library's own, of this leaf
  bool (*ends)(); // the program does, and parts of Halide may be gone: nothing is compiled any more
  bool onlyNote;  // compile nothing: the next call of this kind is compared with this one
  void *(*allocate)(void *, size_t);
  void (*release)(void *, void *); // kernels' memory
  int (*randomKey)(void **);       // the program's generator
  const char *backend;             // of the program's; null: kernels are compiled
  // A backend's code, the first argument of runCode; null: it has none for this graph. May throw.
  const void *(*makeCode)(const BackendRequest &request);
  int (*runCode)(void **arguments);
};
struct Reply {
  const Plan *plan; // null: `why`
  const char *why;  // never freed
  bool failed;      // the backend's fault: to be reported whatever is logged
  bool violated;    // a mark of the call's: to be thrown
  double milliseconds;
  uint64_t bytes; // of the kernels' objects
};
struct Library {
  uint32_t abiVersion;
  // From any thread:
  void (*compile)(const Request &request, Reply &reply);
  int (*saveKernels)(const char *path); // -1: not written
  int (*loadKernels)(const char *path); // how many were taken, -1: not a file to take
  void (*end)();                        // of the program: the last words
};

} // namespace fg::rt::plan
