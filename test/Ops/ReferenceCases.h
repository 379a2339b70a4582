// Reads the reference cases of test/Ops/data: operator calls with PyTorch's answers.
//
// scripts/reference/book.py says what the files look like. The reader knows nothing of how a call is run:
// eager and compiled code are tested from the same cases.
#pragma once

#include <fullgraph/fullgraph.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fullgraph::test {

/// A row of Ops.def.
struct Schema {
  struct Argument {
    std::string type, name;
    std::optional<std::string> byDefault;
  };
  std::string name, family;
  std::vector<Argument> arguments;
};
/// All rows, in the order of Ops.def.
const std::vector<Schema> &schemas();
/// The schema of `op`, or of the operator whose in-place form it is; null for neither.
const Schema *schemaOf(const std::string &op);

/// The strides of an operand's dims of one element: as stored, or others, which nobody may read.
enum class UnusedStrides { Stored, Odd };

struct TensorSpec {
  std::string name;
  fg::ScalarType dtype;
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;              // elements
  size_t position = 0, length = 0; // of the storage in the pool, bytes
  int base = -1;                   // the tensor whose storage this one shares, or -1
};

struct Argument {
  enum class Kind { None, Tensor, Tensors, Number, Ints, Dtype, Text } kind = Kind::None;
  std::vector<int> tensors; // of the case file; one for Tensor
  fg::Scalar number;
  std::vector<int64_t> ints;
  fg::ScalarType dtype = fg::ScalarType::Undefined;
  std::string text;
};

struct Case {
  std::string text; // the call, for messages
  int line = 0;
  std::string op;
  const Schema *schema = nullptr;
  std::vector<Argument> arguments; // parallel to the schema's

  std::optional<std::string> error; // the first line, or nothing:
  TensorSpec result;                // its elements in C order
  bool alias = false;               // the result shares the first tensor's storage
};

struct CaseFile {
  std::string family;
  std::string pool;
  std::vector<TensorSpec> tensors;
  std::vector<Case> cases;

  /// Fresh tensors for one call, made as they are asked for: tensors of one storage share it again.
  class Instance {
  public:
    explicit Instance(const CaseFile &file, UnusedStrides unused = UnusedStrides::Stored)
        : file(file), unused(unused) {}
    fg::Tensor tensor(int index);

  private:
    const CaseFile &file;
    const UnusedStrides unused;
    std::map<int, fg::Tensor> storages; // by the index of the storage's owner
  };
};

/// The families that are stored, one file each: what graphs compute, too. Of complex operators they have
/// none: those are captured as what they are composed of.
inline constexpr const char *families[] = {
    "unary",  "binary",      "in_place",    "ternary", "promotion", "reduction", "arg_reduction",
    "row",    "contraction", "convolution", "window",  "copies",    "view",      "index",
    "concat", "creation",    "library",     "parts",   "recurrent", "special"};
inline constexpr const char *eagerFamilies[] = {"complex"};

/// Reads <folder>/<family>.cases and .bin. Throws std::runtime_error with file and line for what it cannot
/// read.
CaseFile readCases(const std::string &folder, const std::string &family);

/// What differs between a result and what the case expects; empty when nothing does.
std::string compare(const fg::Tensor &result, const CaseFile &file, const Case &expected,
                    UnusedStrides operands = UnusedStrides::Stored);
/// Are these the same complaint? PyTorch names kernels in its messages for missing dtypes: of those only the
/// dtype and that something is not implemented must be the same.
bool sameError(const std::string &expected, const std::string &actual);

} // namespace fullgraph::test
