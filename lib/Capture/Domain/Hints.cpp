#include "lib/Capture/Domain/Hints.h"

#include "lib/Frontend/ShapeSpec.h"
#include "lib/Graph/Graph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fullgraph {
namespace {

/// No name of C++ has it.
constexpr char returnedName[] = "$";

constexpr char undefinedShape[] = "undefined";

/// The permutation of the dims under which the strides are those of a contiguous tensor; empty when they are
/// as they stand; nullopt when no permutation does it.
std::optional<std::vector<unsigned>> orderInMemory(const TensorType &type) {
  if (type.isContiguous() || type.strides == contiguousStrides(type.sizes))
    return std::vector<unsigned>{};
  std::vector<unsigned> order;
  std::vector<bool> used(type.rank(), false);
  Sym expected = 1;
  for (size_t n = 0; n < type.rank(); ++n) {
    size_t found = type.rank();
    for (size_t d = type.rank(); d-- > 0;)
      if (!used[d] && type.strides[d] == expected) {
        found = d;
        break;
      }
    if (found == type.rank())
      return std::nullopt;
    used[found] = true;
    order.insert(order.begin(), static_cast<unsigned>(found));
    expected = expected * type.sizes[found];
  }
  return order;
}

/// Strides that are no order of dims: 0 of an expanded dim and 1 are what other layouts follow from, and of
/// others only the call knows more.
std::string stridesText(const TensorType &type) {
  std::string text = "{";
  for (size_t d = 0; d < type.rank(); ++d) {
    const std::optional<int64_t> stride = type.strides[d].asInt();
    text += (d ? ", " : "") + (stride && *stride <= 1 ? std::to_string(*stride) : "?");
  }
  return text + "}";
}

} // namespace

TensorHint undefinedHint() { return {undefinedShape, {}}; }
bool isUndefined(const std::string &shape) { return shape == undefinedShape; }

std::string shapeOfAnySizes(const TensorType &type) {
  const auto order = orderInMemory(type);
  return shapeOfAnySizes(type.dtype, type.rank()) + (order ? layoutText(*order) : stridesText(type));
}

std::string layoutOf(const TensorHint &hint) {
  const size_t strides = hint.shape.find('{');
  return strides == std::string::npos ? layoutText(hint.order) : hint.shape.substr(strides);
}

std::string dimText(const Sym &size) {
  const std::vector<Sym> &operands = size.operands();
  const bool isMultiple = size.kind() == SymKind::Mul && operands.size() == 2 && operands[0].asInt() &&
                          *operands[0].asInt() > 0 && operands[1].kind() == SymKind::Symbol;
  return size.asInt() || size.kind() == SymKind::Symbol || isMultiple ? size.str() : "?";
}

std::optional<TensorHint> hintOf(const TensorType &type) {
  if (type.weak)
    return std::nullopt;
  TensorHint hint;
  const auto order = orderInMemory(type);
  hint.order = order.value_or(std::vector<unsigned>{});
  hint.shape = std::string(fg::shortName(type.dtype)) + "[";
  for (size_t d = 0; d < type.rank(); ++d) {
    if (d)
      hint.shape += ", ";
    hint.shape += dimText(type.sizes[d]);
  }
  hint.shape += "]";
  if (!order)
    hint.shape += stridesText(type);
  return hint;
}

std::vector<std::string> hintDims(const std::string &shape) {
  std::vector<std::string> dims;
  const llvm::StringRef inside = llvm::StringRef(shape).split('[').second.rsplit(']').first.trim();
  llvm::SmallVector<llvm::StringRef, 8> parts;
  if (!inside.empty())
    inside.split(parts, ',');
  for (llvm::StringRef part : parts)
    dims.push_back(part.trim().str());
  return dims;
}

bool isOfDtypeAndRank(const std::string &shape, const std::string &other) {
  return llvm::StringRef(shape).split('[').first == llvm::StringRef(other).split('[').first &&
         hintDims(shape).size() == hintDims(other).size();
}

void renameDims(TensorHint &hint, const std::function<std::string(const std::string &)> &newText) {
  std::string dims;
  for (const std::string &dim : hintDims(hint.shape))
    dims += (dims.empty() ? "" : ", ") + newText(dim);
  const auto [dtype, rest] = llvm::StringRef(hint.shape).split('[');
  hint.shape = (dtype + "[" + dims + "]" + rest.rsplit(']').second).str();
}

std::string shapeOfAnySizes(fg::ScalarType dtype, size_t rank) {
  std::string shape = std::string(fg::shortName(dtype)) + "[";
  for (size_t d = 0; d < rank; ++d)
    shape += d ? ", ?" : "?";
  return shape + "]";
}

void forgetDims(TensorHint &hint) {
  if (hint.shape.empty() || hint.hasAlternatives()) {
    hint = {};
    return;
  }
  renameDims(hint, [](const std::string &) { return "?"; });
  hint = {hint.shape.substr(0, hint.shape.find(']') + 1), {}};
}

void forgetLetters(TensorHint &hint) {
  renameDims(hint, [](const std::string &dim) { return llvm::all_of(dim, llvm::isDigit) ? dim : "?"; });
}

void forgetAllButOnes(TensorHint &hint) {
  renameDims(hint, [](const std::string &dim) { return dim == "1" ? dim : "?"; });
}

void forgetDimsOf(TensorHint &hint, std::string_view prefix) {
  if (hint.shape.find(prefix) != std::string::npos)
    renameDims(hint, [&](const std::string &dim) { return dim.find(prefix) == dim.npos ? dim : "?"; });
}

void addFirstDim(TensorHint &hint, const std::string &dim) {
  const size_t bracket = hint.shape.find('[');
  hint.shape.insert(bracket + 1, hint.shape[bracket + 1] == ']' ? dim : dim + ", ");
}

std::string returnedKey() { return returnedName; }
std::string tupleKey(const std::string &of, size_t index) {
  return "std::get<" + std::to_string(index) + ">(" + of + ")";
}
std::string indexKey(const std::string &of, size_t index) { return of + "[" + std::to_string(index) + "]"; }
std::string anyElementKey(const std::string &of) { return of + "[?]"; }
std::string entryKey(const std::string &of, const std::string &entry) { return of + ".at(" + entry + ")"; }
std::string pointeeKey(const std::string &of) { return "(*" + of + ")"; }
std::string thisKey() { return "(*this)"; }
std::string memberKey(const std::string &of, const std::string &name) {
  return (of == thisKey() ? "this->" : of + ".") + name;
}

std::optional<std::string> renamedKey(const std::string &key, const std::string &from,
                                      const std::string &to) {
  for (size_t at = key.find(from); at != key.npos; at = key.find(from, at + 1))
    if (at == 0 || key[at - 1] == '(' || key[at - 1] == '*') // not "other.xs[?]", nor "axs[?]"
      return std::string(key).replace(at, from.size(), to);
  return std::nullopt;
}

std::string rootOf(const std::string &key) {
  std::string root;
  for (char c : key) {
    if (llvm::isAlnum(c) || c == '_')
      root += c;
    else if (!root.empty() && c != '(' && c != ':' && c != '<' && c != '>')
      break;
    else
      root.clear();
  }
  return root;
}

std::vector<std::pair<std::string, TensorHint>> hintsWithin(const Hints &hints, const std::string &key) {
  std::vector<std::pair<std::string, TensorHint>> found;
  for (auto known = hints.lower_bound(key);
       known != hints.end() && llvm::StringRef(known->first).starts_with(key); ++known)
    if (const char next = known->first.c_str()[key.size()]; next == 0 || next == '.' || next == '[')
      found.emplace_back(known->first.substr(key.size()), known->second);
  return found;
}

Hints resultsOf(const Hints &hints) {
  Hints results;
  for (const auto &[key, hint] : hints)
    if (key.find(returnedName) != std::string::npos)
      results.emplace(key, hint);
  return results;
}

/// The layout that tensors of both hints have, which are of one dtype and rank: "{?, 1}" of a contiguous one
/// and of a slice. "" where they have no rows in common, or only one of them is expanded: what a loop carries
/// is new, and contiguous, from its second turn on.
static std::string layoutOfBoth(const TensorHint &one, const TensorHint &other) {
  const size_t rank = hintDims(one.shape).size();
  const auto stridesOf = [&](const TensorHint &hint) {
    std::vector<std::string> strides(rank, "?");
    if (hint.isContiguous() && rank != 0) {
      strides.back() = "1";
      return strides;
    }
    const std::string layout = layoutOf(hint);
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(layout).trim("{}").split(parts, ',');
    if (parts.size() != rank) // the name of one
      return std::vector<std::string>();
    for (size_t d = 0; d < rank; ++d)
      strides[d] = parts[d].trim().str();
    return strides;
  };
  const std::vector<std::string> mine = stridesOf(one), others = stridesOf(other);
  if (rank == 0 || mine.size() != rank || others.size() != rank || mine.back() != "1" || others.back() != "1")
    return "";
  std::string layout;
  for (size_t d = 0; d < rank; ++d) {
    if (mine[d] != others[d] && (mine[d] == "0" || others[d] == "0")) // "?" is none that repeats elements
      return "";
    layout += (d ? ", " : "{") + (mine[d] == others[d] ? mine[d] : "?");
  }
  return layout + "}";
}

bool isAlwaysUndefined(const TensorHint &hint) { return hint.mayBeUndefined && hint.shape.empty(); }

/// Are the tensors that both know of one dtype, rank and layout?
static bool haveSameKinds(const Hints &a, const Hints &b) {
  return llvm::all_of(a, [&](const auto &entry) {
    const auto found = b.find(entry.first);
    if (found == b.end() || entry.second.shape.empty() || found->second.shape.empty() ||
        isAlwaysUndefined(entry.second) || isAlwaysUndefined(found->second))
      return true;
    return isOfDtypeAndRank(entry.second.shape, found->second.shape) &&
           layoutOf(entry.second) == layoutOf(found->second);
  });
}

void addOutcome(const Hints &hints, std::vector<Hints> &outcomes) {
  constexpr size_t most = 4;
  const auto same = llvm::find_if(outcomes, [&](const Hints &known) { return haveSameKinds(known, hints); });
  if (same != outcomes.end())
    *same = joinHints(*same, hints);
  else if (outcomes.size() < most)
    outcomes.push_back(hints);
}

Hints joinHints(const Hints &a, const Hints &b) {
  Hints joined = a;
  // What is undefined in one, and a tensor of unknown type in the other, is nothing to rely on.
  std::erase_if(joined,
                [&](const auto &entry) { return isAlwaysUndefined(entry.second) && !b.count(entry.first); });
  for (const auto &[key, hint] : b) {
    if (isAlwaysUndefined(hint) && !a.count(key))
      continue;
    const auto [entry, fresh] = joined.emplace(key, hint);
    if (fresh || entry->second == hint)
      continue;
    TensorHint &mine = entry->second;
    const bool mayBeUndefined = mine.mayBeUndefined || hint.mayBeUndefined;
    if (isAlwaysUndefined(mine) || isAlwaysUndefined(hint)) {
      mine = isAlwaysUndefined(mine) ? hint : mine;
      mine.mayBeUndefined = !mine.shape.empty();
      continue;
    }
    if (mine.shape.empty() || hint.shape.empty() || mine.hasAlternatives() || hint.hasAlternatives()) {
      mine = {};
      continue;
    }
    const llvm::StringRef dtype = llvm::StringRef(mine.shape).split('[').first;
    std::vector<std::string> dims = hintDims(mine.shape), others = hintDims(hint.shape);
    if (dtype != llvm::StringRef(hint.shape).split('[').first || dims.size() != others.size()) {
      mine = {};
      continue;
    }
    const bool hasOneLayout = layoutOf(mine) == layoutOf(hint);
    const std::string strides = !hasOneLayout        ? layoutOfBoth(mine, hint)
                                : mine.order.empty() ? layoutOf(mine)
                                                     : "";
    if (!hasOneLayout)
      mine.order.clear();
    std::string shape = dtype.str() + "[";
    for (size_t d = 0; d < dims.size(); ++d)
      shape += (d ? ", " : "") + (dims[d] == others[d] ? dims[d] : "?");
    mine.shape = shape + "]" + strides;
    mine.mayBeUndefined = mayBeUndefined;
  }
  return joined;
}

std::string withAnyIndices(const std::string &key) {
  std::string any;
  int depth = 0;
  for (const char c : key) {
    depth -= c == ']';
    if (depth == 0)
      any += c == ']' ? "?]" : std::string(1, c);
    depth += c == '[';
  }
  return any;
}

} // namespace fullgraph
