// What a call is checked for before anything happens, in order: made once of a graph and its program.
// lib/Emit prints the list as C++ for code that is built ahead, runtime/jit translates it into tables for
// versions made at run time. What is checked, and in which order, is decided here and nowhere else.
//
// The order: for each input its dtype, rank and contiguity, the symbols that its sizes and strides give, and
// the sizes that are known by then; then sizes and strides that depend on later inputs; that all indices fit
// into 32 bits (later guards compute with the sizes, and capture takes each size to be an int32); the graph's
// conditions; and that what is written shares no memory with others.
#pragma once

#include "lib/Fusion/Program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace fullgraph {

inline constexpr int64_t maxElements = INT32_MAX; // fg::rt::maxElements

/// The input's dtype and rank; and that it is contiguous, unless strides are checked one by one, or not at
/// all.
struct TensorCheck {
  unsigned input = 0;
  bool anyStrides = false;
};
/// Where the value of a symbol comes from: `size(dim) == factor * symbol`, or `stride(dim) == symbol`.
struct SymbolRead {
  std::string symbol;
  unsigned input = 0, dim = 0;
  bool isStride = false;
  int64_t factor = 1;
};
/// The size, or the stride, of a dim is the input type's.
struct DimCheck {
  unsigned input = 0, dim = 0;
  bool isStride = false;
};
/// Kernels index elements with 32 bits: a symbol that no tensor has more elements than a multiple of.
struct BoundCheck {
  std::string symbol;
  int64_t most = 0;
};
/// The same of a number of elements that is a product: the sizes that are multiplied out, with overflow.
struct CountCheck {
  Sym count = 0;
  std::vector<Sym> sizes;
};
/// The same of how far the elements of a strided input reach: `last` is the offset of the last one.
struct ExtentCheck {
  unsigned input = 0;
  Sym last = 0;
};
/// A condition of the graph, by its place in graph.env.guards().
struct ConditionCheck {
  size_t guard = 0;
};
/// Of each pair, the first input is written, and must not share memory with the second.
struct OverlapCheck {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  std::vector<unsigned> written; // each once
};
using GuardStep = std::variant<TensorCheck, SymbolRead, DimCheck, BoundCheck, CountCheck, ExtentCheck,
                               ConditionCheck, OverlapCheck>;

/// Checks of a leaf that the code in front of a call may have made already.
struct KnownChecks {
  std::set<unsigned> inputs;                    // dtype, rank, and that the strides are what they should be
  std::set<std::pair<unsigned, unsigned>> dims; // of those: the size is the expected one
  std::set<std::string> bounds;                 // symbols that index with 32 bits
  std::set<Sym> counts;                         // and numbers of elements
  std::set<size_t> conditions;                  // of graph.env.guards()
};

struct GuardList {
  /// First what may be known, which is skipped then; symbols are read in both.
  std::vector<GuardStep> known, steps;
};
struct GuardOptions {
  bool strides = true, overlap = true; // fg::Guards: are they checked?
  /// Strided inputs may be any views, and not only those of a layout that capture computed.
  bool extents = false;
  const KnownChecks *known = nullptr;
};
GuardList guardsOf(const Graph &graph, const Program &program, const GuardOptions &options);

/// Null where no input's size gives the symbol.
std::optional<SymbolRead> findSize(const Graph &graph, const SymbolDef &symbol);
/// The same, of sizes or strides.
std::optional<SymbolRead> findSymbol(const Graph &graph, const SymbolDef &symbol);
/// Does an input have a stride that is a number of its own: may it be any view?
bool hasFreeStrides(const Graph &graph);

/// What bounds the sizes of whatever kernels index: each symbol's limit, and products of several sizes.
struct IndexBounds {
  std::map<std::string, int64_t> limits;
  std::vector<CountCheck> products;
};
IndexBounds indexBounds(const Graph &graph, const Program &program);

} // namespace fullgraph
