// What is believed of tensors that code finds in variables, for the code behind. All of lib/Capture may use
// it; only Hints.cpp knows how keys and shapes are spelt, and others make, join and rename them with the
// functions here.
#pragma once

#include <fullgraph/dtype.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fullgraph {

class Sym;
struct TensorType;

/// What is believed of a tensor, or of a dtype, that a region finds in a variable: what an earlier region
/// left there, or a caller passes. Guards check it, so a wrong belief costs speed and nothing else.
struct TensorHint {
  /// As FG_SHAPE would say it: "f32[N, 784]", "f32[N] | f32[N, 4]", "f32[N, 4]{?, 1}" of a slice; "" for
  /// unknown.
  std::string shape;
  std::vector<unsigned> order;        // of the dims in memory, of a dense tensor that is not contiguous
  std::optional<int64_t> number = {}; // not of a tensor: of a dtype or a device that names one
  /// It is undefined on some paths; without a shape, on all.
  bool mayBeUndefined = false;
  bool hasAlternatives() const { return shape.find('|') != std::string::npos; }
  bool isContiguous() const { return order.empty() && shape.find('{') == std::string::npos; }
  friend bool operator==(const TensorHint &, const TensorHint &) = default;
};

/// Of a tensor that is undefined (`fg::Tensor bias = {}`). No FG_SHAPE says so.
TensorHint undefinedHint();
bool isAlwaysUndefined(const TensorHint &hint);
bool isUndefined(const std::string &shape);

// --- keys ---

/// By the C++ that names the tensor: "h", "state.hidden", "std::get<0>(pair)"; "list[?]" is any element.
using Hints = std::map<std::string, TensorHint>;

/// What a function or a call returns, which has no name yet.
std::string returnedKey();
/// Element `index` of a pair, a tuple or an array, as std::get names it.
std::string tupleKey(const std::string &of, size_t index);
/// Element `index` of a list.
std::string indexKey(const std::string &of, size_t index);
/// Any element of a list.
std::string anyElementKey(const std::string &of);
/// The value under a key of a map, whose C++ text is `entry`: m.at("w").
std::string entryKey(const std::string &of, const std::string &entry);
/// What a pointer, an optional or an iterator leads to.
std::string pointeeKey(const std::string &of);
std::string thisKey(); // the object
std::string memberKey(const std::string &of, const std::string &name);
/// A variable that a statement sets to what a call returns, or to an element of it, has another name for the
/// same: the key with `to` for `from`; nullopt for a key that is not reached from `from`.
std::optional<std::string> renamedKey(const std::string &key, const std::string &from, const std::string &to);
/// The variable that a key begins with: "state" of "(*state.hidden)".
std::string rootOf(const std::string &key);

/// The key of any element for the key of one: "list[?]" of "list[i + 1]".
std::string withAnyIndices(const std::string &key);
/// What a map by such keys says of the tensor, or of any element of the list that it is an element of. Null
/// for none.
template <class T> const T *findByKey(const std::map<std::string, T> &map, const std::string &key) {
  auto known = map.find(key);
  if (known == map.end())
    known = map.find(withAnyIndices(key));
  return known == map.end() ? nullptr : &known->second;
}
inline const TensorHint *findHint(const Hints &hints, const std::string &key) {
  return findByKey(hints, key);
}
/// Those of the object, its members and elements, with what is behind the object's own key: "" and ".hidden".
std::vector<std::pair<std::string, TensorHint>> hintsWithin(const Hints &hints, const std::string &key);
/// Those of the returned value and of what is reached from it.
Hints resultsOf(const Hints &hints);
/// What both sides of a branch left: sizes that differ are any size.
Hints joinHints(const Hints &a, const Hints &b);

/// What one path leaves, beside what others do: joined with the first of those whose tensors have the same
/// dtypes, ranks and layouts.
void addOutcome(const Hints &hints, std::vector<Hints> &outcomes);

// --- shapes ---

/// What FG_SHAPE would say of the type; nullopt for a number's tensor, which is no input.
std::optional<TensorHint> hintOf(const TensorType &type);
/// The same for any strides, and of any sizes: "f32[?, ?]{?, 1}" of a slice.
std::string shapeOfAnySizes(const TensorType &type);
/// The layout of a hint without alternatives, as FG_SHAPE says it behind the sizes: "{column_major}".
std::string layoutOf(const TensorHint &hint);
/// A size as FG_SHAPE says it: "784", "N", "3*N"; "?" for one that it cannot say.
std::string dimText(const Sym &size);
/// Of so many dims, of any sizes: "f32[?, ?]".
std::string shapeOfAnySizes(fg::ScalarType dtype, size_t rank);
/// The sizes in a hint, or in an FG_SHAPE without alternatives: {"N", "784"} of "f32[N, 784]".
std::vector<std::string> hintDims(const std::string &shape);
/// Do the two have one dtype and one rank? Neither with alternatives.
bool isOfDtypeAndRank(const std::string &shape, const std::string &other);
/// Gives each dim another text. Not for a hint with alternatives.
void renameDims(TensorHint &hint, const std::function<std::string(const std::string &dim)> &newText);
/// Any sizes: what is left is the dtype and the rank.
void forgetDims(TensorHint &hint);
/// Any sizes for those that are not numbers: letters mean something in their own class or function alone.
void forgetLetters(TensorHint &hint);
/// Any sizes for those that are not 1.
void forgetAllButOnes(TensorHint &hint);
/// The sizes whose letters begin with `prefix` are any size.
void forgetDimsOf(TensorHint &hint, std::string_view prefix);
/// One more dim, in front.
void addFirstDim(TensorHint &hint, const std::string &dim);

} // namespace fullgraph
