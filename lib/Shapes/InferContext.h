// What an inference function works with: the call's arguments, the facts, and ways to refuse or to assume.
// Private to lib/Shapes.
#pragma once

#include "lib/Shapes/Infer.h"

#include <string>
#include <vector>

namespace fullgraph {

/// Thrown by inference functions, caught by inferTypes.
struct InferFailure {
  InferError error;
};

/// "[3, N]": sizes and other int lists as ATen's messages print them.
std::string listText(const std::vector<Sym> &list);

/// The C++ type's name, as some of ATen's messages print dtypes: "long int".
std::string cTypeName(ScalarType dtype);

class InferContext {
public:
  InferContext(ShapeEnv &env, const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &loc)
      : env(env), op(op), args(args), loc(loc) {}

  ShapeEnv &env;
  const OpSchema &op;

  const std::vector<Arg> &arguments() const { return args; }
  // Arguments by schema name; one that was left out has its default.
  Value *tensor(std::string_view name) const;
  Value *optionalTensor(std::string_view name) const; // null: left out
  const std::vector<Value *> &tensors(std::string_view name) const;
  Sym integer(std::string_view name) const;
  std::optional<Sym> optionalInteger(std::string_view name) const;
  std::vector<Sym> integers(std::string_view name) const;
  std::optional<ScalarType> dtype(std::string_view name) const;
  std::optional<std::string> string(std::string_view name) const;
  bool flag(std::string_view name) const;
  /// An int that decides the shape of the code (a dim): a graph exists for constants only.
  int64_t constant(std::string_view name) const;
  std::vector<int64_t> constants(std::string_view name) const;
  int64_t constant(const Sym &value, std::string_view what) const;
  /// A dim argument, counted from the end when negative. A 0-d tensor has the dims of a 1-d one.
  int64_t dim(std::string_view name, size_t rank) const;
  int64_t wrapDim(int64_t dim, size_t rank) const;
  /// Wrapped and without duplicates, in the given order.
  std::vector<int64_t> dims(std::string_view name, size_t rank) const;
  /// The operand's type with known equalities applied.
  TensorType type(const Value *value) const;
  Sym simplify(const Sym &value) const { return env.simplify(value); }

  [[noreturn]] void fail(std::string message) const { throw InferFailure{{std::move(message)}}; }
  void check(bool condition, const std::string &message) const {
    if (!condition)
      fail(message);
  }
  /// Throws c10's error for a constant that a tensor of `dtype` cannot hold.
  void checkFits(const Value *number, ScalarType dtype) const;
  /// Makes `condition` hold, as a guard where the facts leave it open; `message` is thrown where they deny
  /// it.
  void require(const Sym &condition, const std::string &reason, const std::string &message) const;
  bool isKnown(const Sym &condition) const { return env.prove(condition) == true; }
  bool isKnownFalse(const Sym &condition) const { return env.prove(condition) == false; }
  bool isOne(const Sym &size) const {
    return size.isConst(1) || (!size.isConst() && isKnown(symEq(size, Sym(1))));
  }
  bool isZero(const Sym &size) const {
    return size.isConst(0) || (!size.isConst() && isKnown(symEq(size, Sym(0))));
  }
  bool equal(const Sym &a, const Sym &b) const { return a == b || isKnown(symEq(a, b)); }

  /// May the size be 1, and is it then taken to be?
  bool takenForOne(const Sym &size) const;
  const Sym *besideOne(const Sym &a, const Sym &b) const;
  /// at::infer_size: the common size of two dims, both of which may be 1.
  std::vector<Sym> broadcast(const std::vector<Sym> &a, const std::vector<Sym> &b) const;
  /// `requireSize`: two sizes that an operator needs to be equal; returns the better known one.
  Sym requireEqual(const Sym &a, const Sym &b, const std::string &what, const std::string &message) const;

  // Results.
  InferredResult fresh(ScalarType dtype, std::vector<Sym> sizes, std::vector<Sym> strides = {}) const;
  InferredResult viewOf(Value *self, std::vector<Sym> sizes, std::vector<Sym> strides,
                        const Sym &offset = 0) const;
  /// The same memory as elements of another dtype, from an offset counted in these.
  InferredResult viewAs(ScalarType dtype, Value *self, std::vector<Sym> sizes, std::vector<Sym> strides,
                        const Sym &offset) const;
  Inference one(InferredResult result) const;

private:
  const Arg &given(std::string_view name) const;
  const std::vector<Arg> &args;
  const SourceLoc &loc;
};

/// at::slice's clamping of `start` and `end` into [0, size].
SliceBounds sliceBounds(const InferContext &ctx, const std::optional<Sym> &start,
                        const std::optional<Sym> &end, const Sym &step, const Sym &size);

/// `index` counted from the front: at::maybe_wrap. A number whose sign is not known is taken for
/// non-negative.
Sym fromStart(const InferContext &ctx, const Sym &index, const Sym &size, const std::string &what);

// What loops ask of nodes (Loops.h), each in its family's file.
bool isIndexMap(const Node &view);         // an element is that of `self` at an index which sizes say
bool isNumberForAll(const Node &node);     // all elements are one number
bool isMatrixProduct(const Node &node);    // and no convolution
bool isSumOrExtremum(const Node &reduced); // sum, mean, amax, amin

using InferFunction = Inference (*)(InferContext &);
std::vector<Sym> contiguousCopyConditions(const InferContext &ctx);
std::vector<Sym> reshapeCopyConditions(const InferContext &ctx);
struct InferRow {
  Op op;
  InferFunction infer;
};

// One table a family: Pointwise.cpp serves whole families by schema, the others have a row for each operator.
Inference inferPointwise(InferContext &ctx);
const std::vector<InferRow> &copyRows();
const std::vector<InferRow> &reductionRows();
const std::vector<InferRow> &contractionRows();
const std::vector<InferRow> &windowRows();
const std::vector<InferRow> &viewRows();
const std::vector<InferRow> &indexingRows();
const std::vector<InferRow> &creationRows();
const std::vector<InferRow> &libraryRows();
const std::vector<InferRow> &loopRows();

} // namespace fullgraph
