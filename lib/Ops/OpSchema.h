// The rows of Ops.def, parsed. Every layer from the graph on asks it about operators. The table is made once
// and never changes; a row that cannot be parsed is listed in malformedOps, which a test reads.
#pragma once

#include "lib/Graph/Graph.h"
#include "lib/Ops/Op.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

enum class OpFamily : uint8_t {
  Unary,
  Binary,
  Ternary,
  Compare,
  Cast,
  Mutation,
  Reduction,
  Row,
  Contraction,
  Window,
  View,
  Index,
  Concat,
  Creation,
  Library, // a step of the program: runs as libfullgraph's function fg_library_<name>
  Loop     // of a loop over slices, which is one kernel (lib/Shapes/Loops.h)
};

/// Elementary operations of one element: 1 is an addition in a vector. Two readers: fusion computes an
/// element of at most 4 operations again instead of storing and reading it (lib/Fusion/Groups.cpp), and
/// schedules give a kernel with more work threads sooner (lib/Lower). Beyond that only orders of magnitude
/// matter.
enum class OpCost : int {
  Arithmetic = 1, // one instruction or a few
  Division = 4,   // a division or a square root
  Series = 12,    // a polynomial that vectorises (lib/Lower/VectorMath.h)
  TwoSeries = 30, // two of them
  Call = 60,      // a call of a function, one lane at a time
  Once = 1000     // a loop of its own, or a place elsewhere: no number of operations says what it costs
};

/// A kernel computes values of 16-bit floats in f32. May the result of operands that are 16-bit floats be
/// between two?
enum class OpRounding : uint8_t {
  Keeps, // no: nothing to round
  Rounds // yes, or not known to be no
};

/// What evaluating a node may do besides giving its result.
enum class OpEffect : uint8_t {
  Pure,
  IndexError,   // throws for an index out of range: a check of the program in front of its kernels
  DivisorError, // throws for an integer divisor of 0: such a check, too
  ElementError, // throws for some elements: the library's function says so
  State         // changes what the next evaluation of any such node gives
};

enum class ArgKind : uint8_t {
  Tensor,     // Value *, also Scalar (a weak 0-d value)
  TensorList, // std::vector<Value *>
  Int,        // Sym: int, bool, sym
  IntList,    // std::vector<Sym>
  DType,      // ScalarType
  Str,        // std::string
};

struct ArgSchema {
  std::string name;
  ArgKind kind = ArgKind::Tensor;
  bool optional = false; // "?": may be left out (std::monostate)
  bool scalar = false;   // Scalar: the operand is a number of the user's program
  bool boolean = false;  // bool
  bool anyType = false;  // sym: an Int argument that may be of any SymType
  /// For attributes; monostate for "=None". An `int[]` with one number stands for a list of that number.
  std::optional<Arg> defaultValue;
  std::optional<double> defaultNumber; // for Scalar operands; left out, the argument is monostate
  /// FG_RANK: the rank that the operand most likely has: `likelyRank`, plus the length of the list argument
  /// `likelyRankOf` where one is named. Nothing: any.
  std::optional<unsigned> likelyRank;
  std::string likelyRankOf;
  /// May the argument be std::monostate in a node?
  bool mayBeLeftOut() const { return optional || defaultNumber.has_value(); }
};

/// FG_FORM: where `argument` meets the condition, the operator is `formula`.
struct FormCondition {
  enum Kind : uint8_t {
    Given,  // the argument is there
    Absent, // it is left out
    Text,   // it is the string `text`
    Number, // it is a number of the user's program, and the first operand is not f16
    DType   // whatever it is, the tensors are promoted to `dtype`
  } kind = Given;
  std::string text = {};
  ScalarType dtype = ScalarType::Undefined;
};
struct OpForm {
  std::string formula;
  unsigned argument = 0;
  FormCondition condition;
};

struct OpSchema {
  Op id = {}; // its row
  std::string name;
  OpFamily family = OpFamily::Unary;
  OpCost cost = OpCost::Once;
  OpRounding rounding = OpRounding::Rounds;
  OpEffect effect = OpEffect::Pure;
  std::vector<OpForm> forms; // the first that fits
  bool saysRanks = false;    // has a row FG_RANK
  std::vector<ArgSchema> args;
  unsigned numResults = 1;

  bool is(Op op) const { return id == op; }
  bool isPointwise() const {
    return family == OpFamily::Unary || family == OpFamily::Binary || family == OpFamily::Ternary ||
           family == OpFamily::Compare;
  }
  bool isView() const { return family == OpFamily::View; }
  std::optional<unsigned> argIndex(std::string_view name) const;
};

/// Parses "(arguments) -> results" into `schema` (arguments and results). False and `error` when malformed.
llvm::Error parseSchema(std::string_view text, OpSchema &schema);
/// The formula of detail/formulas.h that a call of a pointwise operator evaluates, by which its dtype rule is
/// named, too.
std::string_view formulaOf(const OpSchema &op, const std::vector<Arg> &args);
const OpSchema &schemaOf(Op op);
/// For a name of which nobody knows whether it is an operator's: a parsed graph's, a callee's. Null when it
/// is not.
const OpSchema *findOp(std::string_view name);
const std::vector<OpSchema> &allOps();
/// What is wrong with rows of Ops.def, one line each; a unit test keeps it empty.
const std::vector<std::string> &malformedOps();

} // namespace fullgraph
