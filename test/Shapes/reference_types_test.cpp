// Shape inference against the types of the reference results of test/Ops/data: what eager operators are held
// to.
#include "lib/Shapes/Infer.h"
#include "test/Ops/ReferenceCases.h"

#include <gtest/gtest.h>

using namespace fullgraph;
namespace reference = fullgraph::test;

namespace {

std::vector<Sym> symsOf(const std::vector<int64_t> &values) {
  return std::vector<Sym>(values.begin(), values.end());
}

Sym symOf(const fg::Scalar &number) {
  if (number.isBoolean())
    return Sym::boolean(number.toBool());
  return number.isFloatingPoint() ? Sym::real(number.toDouble()) : Sym(number.toLong());
}

TensorType typeOf(const reference::TensorSpec &spec) {
  TensorType type;
  type.dtype = spec.dtype;
  type.sizes = symsOf(spec.sizes);
  if (const std::vector<Sym> strides = symsOf(spec.strides); strides != contiguousStrides(type.sizes))
    type.strides = strides;
  return type;
}

/// A call of the case file as arguments of a graph's node.
class Call {
public:
  Call(const reference::CaseFile &file, const reference::Case &c, const OpSchema &op) : file(file) {
    for (size_t i = 0; i < c.arguments.size() && i < op.args.size(); ++i)
      args.push_back(argument(c.arguments[i], op.args[i]));
    args.resize(op.args.size());
  }

  Graph graph;
  std::vector<Arg> args;

private:
  /// A view of an input stands for a tensor that shares storage: only aliasing matters to inference.
  Value *tensor(int index) {
    const reference::TensorSpec &spec = file.tensors[index];
    Value *value = graph.addInput(spec.name, typeOf(spec), spec.name, {});
    if (spec.base >= 0) {
      value->base = tensors.count(spec.base) ? tensors[spec.base] : tensor(spec.base);
      value->offset = Sym(spec.offset);
    } else {
      tensors[index] = value;
    }
    return value;
  }

  Arg argument(const reference::Argument &given, const ArgSchema &schema) {
    if (schema.kind == ArgKind::TensorList && given.tensors.empty())
      return std::vector<Value *>();
    switch (given.kind) {
    case reference::Argument::Kind::None:
      return std::monostate();
    case reference::Argument::Kind::Tensor:
      return tensor(given.tensors[0]);
    case reference::Argument::Kind::Tensors: {
      std::vector<Value *> values;
      for (int index : given.tensors)
        values.push_back(tensor(index));
      return values;
    }
    case reference::Argument::Kind::Number:
      if (schema.kind == ArgKind::Tensor)
        return appendScalar(graph, symOf(given.number), {});
      return symOf(given.number);
    case reference::Argument::Kind::Ints:
      return symsOf(given.ints);
    case reference::Argument::Kind::Dtype:
      return given.dtype;
    case reference::Argument::Kind::Text:
      return given.text;
    }
    return std::monostate();
  }

  const reference::CaseFile &file;
  std::map<int, Value *> tensors;
};

/// Errors that hang on the elements of a tensor: the call is checked when it runs.
bool dependsOnData(const std::string &message) {
  for (const char *text :
       {"out of range", "out of bounds", "ZeroDivisionError", "axis dim should be positive",
        "out of DATA bounds", "is singular", "is not positive-definite", "number of ones in mask",
        "broadcast to indexing result", "ctc_loss_allocate_outputs", "non-finite values", "offsets[",
        "Class values", "is zero and using it on lu_solve", "pivots passed to lu_unpack", "infs or NaNs"})
    if (message.find(text) != std::string::npos)
      return true;
  return false;
}

/// A dim of one element may have any stride.
bool sameStrides(const TensorType &a, const TensorType &b) {
  const std::vector<Sym> ours = a.stridesOrContiguous(), theirs = b.stridesOrContiguous();
  for (size_t d = 0; d < a.rank(); ++d)
    if (!a.sizes[d].isConst(1) && ours[d] != theirs[d])
      return false;
  return true;
}

std::string run(const reference::CaseFile &file, const reference::Case &c) {
  const bool inPlace = c.op.back() == '_' && c.op != "copy_";
  const OpSchema *op = findOp(inPlace ? c.op.substr(0, c.op.size() - 1) : c.op);
  if (!op)
    return "no such operator";
  Call call(file, c, *op);
  Inference inference = inferTypes(call.graph.env, *op, call.args, {});
  if (inPlace && !inference.error) { // as capture writes it: the operator, then copy_
    Value *self = std::get<Value *>(call.args[0]);
    inference.error = checkInPlace(call.graph.env, self, call.args, inference.results[0].type, {});
    if (!inference.error) {
      Value *result = call.graph.append(op, call.args, {inference.results[0].type})->result();
      inference = inferTypes(call.graph.env, *findOp("copy_"), {self, result, Arg()}, {});
    }
  }
  if (c.error) {
    if (inference.error && inPlace)
      return ""; // eager operators check some things in another order
    if (inference.error)
      return reference::sameError(*c.error, inference.error->message)
                 ? ""
                 : "threw " + inference.error->message + "\n    expected " + *c.error;
    return dependsOnData(*c.error)
               ? ""
               : "inferred " + inference.results[0].type.str() + "\n    expected " + *c.error;
  }
  // A few in-place operators write a tensor whose elements share memory; the graph's copy_ does not.
  if (inference.error && inPlace &&
      inference.error->message.find("more than one element") != std::string::npos)
    return "";
  if (inference.error)
    return "threw " + inference.error->message;
  const InferredResult &result = inference.results[0];
  const TensorType expected = typeOf(c.result);
  if (result.type.dtype != expected.dtype || result.type.sizes != expected.sizes ||
      (!expected.numel().isConst(0) && !sameStrides(result.type, expected)))
    return "inferred " + result.type.str() + ", expected " + expected.str();
  if (!inPlace && !expected.numel().isConst(0) && (result.base != nullptr) != c.alias)
    return c.alias ? "inferred a copy" : "inferred an alias";
  return "";
}

class ReferenceTypes : public testing::TestWithParam<const char *> {};

TEST_P(ReferenceTypes, AreInferred) {
  const reference::CaseFile file = reference::readCases(FULLGRAPH_SOURCE_DIR "/test/Ops/data", GetParam());
  EXPECT_FALSE(file.cases.empty());
  for (const reference::Case &c : file.cases)
    EXPECT_EQ(run(file, c), "") << c.text;
}

INSTANTIATE_TEST_SUITE_P(Families, ReferenceTypes, testing::ValuesIn(fullgraph::test::families),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param);
                         });

} // namespace
