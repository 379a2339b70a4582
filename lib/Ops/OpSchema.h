// The rows of Ops.def, parsed.
#pragma once

#include "lib/Graph/Graph.h"

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
  Library // a step of the program: runs as libfullgraph's function fg_library_<name>
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
  bool scalar = false;   // Scalar: the operand is a number of the host program
  bool boolean = false;  // bool
  bool anyType = false;  // sym: an Int argument that may be of any SymType
  /// For attributes; monostate for "=None". An `int[]` with one number stands for a list of that number.
  std::optional<Arg> defaultValue;
  std::optional<double> defaultNumber; // for Scalar operands; left out, the argument is monostate
  /// May the argument be std::monostate in a node?
  bool mayBeLeftOut() const { return optional || defaultNumber.has_value(); }
};

struct OpSchema {
  std::string name;
  OpFamily family = OpFamily::Unary;
  std::vector<ArgSchema> args;
  unsigned numResults = 1;

  bool isPointwise() const {
    return family == OpFamily::Unary || family == OpFamily::Binary || family == OpFamily::Ternary ||
           family == OpFamily::Compare;
  }
  bool isView() const { return family == OpFamily::View; }
  std::optional<unsigned> argIndex(std::string_view name) const;
};

/// Parses "(arguments) -> results" into `schema` (all but name and family). False and `error` when malformed.
bool parseSchema(std::string_view text, OpSchema &schema, std::string &error);
/// Null when there is no such operator.
const OpSchema *findOp(std::string_view name);
const std::vector<OpSchema> &allOps();
/// What is wrong with rows of Ops.def, one line each; a unit test keeps it empty.
const std::vector<std::string> &malformedOps();

} // namespace fullgraph
