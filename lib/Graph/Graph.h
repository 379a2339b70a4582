// The graph: tensor operations in order, in SSA form.
//
// As captured, a graph may have views that alias their operand and `copy_`, which writes. After
// `functionalise` (lib/Passes) it has neither: values are immutable, and inputs that the program mutates have
// a Mutation.
#pragma once

#include "lib/Graph/ShapeEnv.h"
#include "lib/Graph/SourceLoc.h"
#include "lib/Graph/Sym.h"

#include <fullgraph/dtype.h>

#include <cassert>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fullgraph {

using fg::ScalarType;
struct OpSchema;          // lib/Ops/OpSchema.h
enum class Op : uint16_t; // lib/Ops/Op.h
class Node;

/// A tensor's dtype and layout. Strides are in elements; empty strides mean contiguous (C order).
struct TensorType {
  ScalarType dtype = ScalarType::Undefined;
  std::vector<Sym> sizes;
  std::vector<Sym> strides;
  bool weak = false; // a 0-d number of the user's program: a wrapped number in type promotion

  size_t rank() const { return sizes.size(); }
  bool isContiguous() const { return strides.empty(); }
  Sym numel() const { return product(sizes); }
  /// Explicit strides, also when contiguous.
  std::vector<Sym> stridesOrContiguous() const;
  /// "f32[N, 784]", "f32[N, 4]{1, N}" with strides, "f64[] weak".
  std::string str() const;
  friend bool operator==(const TensorType &, const TensorType &) = default;
};

std::vector<Sym> contiguousStrides(const std::vector<Sym> &sizes);

/// Writes 1 for the sizes that the facts and guards say are 1: kernels broadcast by it.
void settleOnes(const ShapeEnv &env, TensorType &type);

/// A tensor: an input of the graph, or a result of a node.
class Value {
public:
  std::string name; // without '%'; unique in its graph
  TensorType type;
  Node *def = nullptr; // null for an input
  unsigned resultIndex = 0;
  /// The value whose storage this one is a view of (an input or an operator's fresh result); null: its own.
  /// `offset` is where this view begins in it, in elements.
  Value *base = nullptr;
  Sym offset = 0;
  SourceLoc loc;      // where the user's code made it
  std::string source; // the user's name for it, for messages: "h", "this->w1"; may be empty

  Value *root() { return base ? base : this; }
};

/// One argument of a node, in the order of its schema. monostate: an optional argument left out.
using Arg = std::variant<std::monostate, Value *, std::vector<Value *>, Sym, std::vector<Sym>, ScalarType,
                         std::string>;

class Node {
public:
  const OpSchema *op = nullptr;
  std::vector<Arg> args; // parallel to op->args
  std::vector<std::unique_ptr<Value>> results;
  SourceLoc loc;

  /// For text. Which operator it is, is(Op::add) or op->id tells.
  std::string_view opName() const;
  bool is(Op name) const;
  Value *result(unsigned i = 0) const { return results[i].get(); }
  /// Arguments by schema name. The name must exist; value() is null for an optional operand left out.
  const Arg &arg(std::string_view name) const;
  Arg &arg(std::string_view name);
  Value *value(std::string_view name) const;
  const std::vector<Value *> &values(std::string_view name) const; // Tensor[]
  const Sym &sym(std::string_view name) const;                     // int, bool, number
  std::optional<Sym> optionalSym(std::string_view name) const;     // int?
  const std::vector<Sym> &syms(std::string_view name) const;       // int[]
  std::optional<ScalarType> dtype(std::string_view name) const;    // dtype, dtype?
  std::optional<std::string> string(std::string_view name) const;  // str, str?
  bool flag(std::string_view name) const;                          // a constant bool

  void forEachOperand(const std::function<void(Value *)> &f) const;
  void replaceOperands(const std::function<Value *(Value *)> &f);
};

struct GraphInput {
  Value *value = nullptr;
  std::string cxx; // the C++ expression of the tensor at the function's entry: "x", "this->w1"
  SourceLoc loc;
};

/// After functionalise: `input`'s memory is to hold `value` when the graph has run.
struct Mutation {
  Value *input = nullptr;
  Value *value = nullptr;
};

/// What capture relied on beyond the graph itself: it read a property of a tensor's type, and went one way
/// because of the answer. The graph may be re-used for other inputs only where the same question has the same
/// answer.
struct TypeRead {
  /// Handle: is the value, which `to` or `contiguous` returned, their operand itself?
  enum Kind : uint8_t { DType, Rank, Size, Stride, Numel, Contiguous, Handle } kind = DType;
  Value *value = nullptr;
  unsigned dim = 0; // Size, Stride
  Sym answer =
      0; // DType: the ScalarType's number; Contiguous: not used (it was); Handle: 1, or 0 (a new one)
};

/// The first place where the program names a device, asks for one, or makes a tensor on the CPU.
struct CpuOnly {
  std::string why; // "a device is named"
  SourceLoc loc;
};

class Graph {
public:
  std::string name;
  ShapeEnv env;
  /// Of a graph as captured; the passes, which may remove the values, do not keep them up to date.
  std::vector<TypeRead> reads;
  /// Conditions that capture proved, and took the one way for.
  std::vector<Sym> settled;
  /// Set where the graph holds for tensors on the CPU alone.
  std::optional<CpuOnly> onCpuOnly;

  Graph() = default;
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  Value *addInput(std::string name, TensorType type, std::string cxx, SourceLoc loc);
  /// Appends a node (before `before`, if given) with results of the given types; names are made unique.
  Node *append(const OpSchema *op, std::vector<Arg> args, std::vector<TensorType> resultTypes,
               SourceLoc loc = {}, Node *before = nullptr);
  void erase(Node *node);
  void replaceAllUses(Value *from, Value *to); // operands, outputs, mutations
  bool hasUses(const Value *value) const;

  const std::vector<GraphInput> &inputs() const { return inputList; }
  std::vector<GraphInput> &inputs() { return inputList; }
  const std::list<std::unique_ptr<Node>> &nodes() const { return nodeList; }
  std::list<std::unique_ptr<Node>> &nodes() { return nodeList; }
  std::vector<Value *> &outputs() { return outputList; }
  const std::vector<Value *> &outputs() const { return outputList; }
  std::vector<Mutation> &mutations() { return mutationList; }
  const std::vector<Mutation> &mutations() const { return mutationList; }
  bool isInput(const Value *value) const { return !value->def; }

  /// Reserves a name like `wanted` that no value has; "" asks for a number.
  std::string uniqueName(const std::string &wanted);
  /// Gives a value of this graph another name (made unique), and frees its old one.
  void rename(Value *value, const std::string &wanted);

private:
  std::vector<std::unique_ptr<Value>> inputValues;
  std::vector<GraphInput> inputList;
  std::list<std::unique_ptr<Node>> nodeList;
  std::vector<Value *> outputList;
  std::vector<Mutation> mutationList;
  std::map<std::string, unsigned> nameCounts; // names taken, and how often each was asked for
  unsigned nextNumber = 0;
};

/// Text form (docs/architecture.md; the grammar is in GraphParse.cpp). `withLocs`: append loc("...") to
/// inputs, symbols, guards and nodes.
std::string printGraph(const Graph &graph, bool withLocs = false);
/// The same with what capture relied on (Graph::reads, `settled`), for the run-time compiler. Guards, which
/// it finds anew, are left out, and symbols that nothing depends on. The text is part of a program, once for
/// each graph: long names are replaced by short ones, as `%in12` for `%layers_3_attention_query_weight`. An
/// input says what the user calls it.
struct CapturedGraphText {
  std::string text;
  std::map<std::string, std::string> symbols; // the text's name for each symbol that it has
};
CapturedGraphText printCapturedGraph(const Graph &graph);
/// The facts that say something of what the graph or its conditions depend on: those of printCapturedGraph.
std::vector<Sym> relevantFacts(const Graph &graph);
/// Reads one graph (parseGraphs: any number). Null (empty) and `error` = "line:column: what" on failure.
/// Types in the text are taken as written, run the verifier to check them; a type left out is Undefined until
/// inferGraph (lib/Shapes) fills it in.
llvm::Expected<std::unique_ptr<Graph>> parseGraph(std::string_view text);
llvm::Expected<std::vector<std::unique_ptr<Graph>>> parseGraphs(std::string_view text);

/// Checks structure: operands dominate, arguments fit the schema, names are unique, symbols are declared,
/// views and mutations refer to what they may. Empty when all is well; else what is wrong, naming the value.
/// That types are what inference gives is verifyGraph's to check (lib/Shapes); a type may still be Undefined
/// here.
std::string verifyStructure(const Graph &graph);

} // namespace fullgraph
