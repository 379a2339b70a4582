#include "lib/Shapes/GuessedViews.h"

#include <algorithm>
#include <array>
#include <functional>

namespace fullgraph {

namespace {

/// Can all of them hold at once? Those that are not known are left.
bool mayHold(const InferContext &ctx, std::vector<Sym> &equal) {
  ShapeEnv env = ctx.env;
  for (const Sym &is : equal)
    if (ctx.isKnownFalse(is) || !env.assume(is, {}, ""))
      return false;
  std::erase_if(equal, [&](const Sym &is) { return ctx.isKnown(is); });
  return true;
}

/// How `sizes` may split a tensor's dims: the number of sizes that each dim is split into.
using Split = std::vector<size_t>;

void forEachSplit(size_t dims, size_t sizes, Split &split, const std::function<void(const Split &)> &visit) {
  if (dims == 1) {
    split.push_back(sizes);
    visit(split);
    split.pop_back();
    return;
  }
  for (size_t first = 1; first + dims - 1 <= sizes; ++first) {
    split.push_back(first);
    forEachSplit(dims - 1, sizes - first, split, visit);
    split.pop_back();
  }
}

size_t factorsOf(const Sym &size) { return size.kind() == SymKind::Mul ? size.operands().size() : 1; }

} // namespace

std::optional<std::vector<Sym>> requireSplitOfFirst(const InferContext &ctx, const TensorType &type,
                                                    const std::vector<Sym> &sizes) {
  const size_t rank = type.rank();
  if (rank == 0 || sizes.size() < rank)
    return std::nullopt;
  const size_t parts = sizes.size() - rank + 1; // of the first dim
  const auto first = sizes.begin() + static_cast<std::ptrdiff_t>(parts);
  std::vector<Sym> equal{symEq(product({sizes.begin(), first}), type.sizes[0])};
  for (size_t d = 1; d < rank; ++d)
    equal.push_back(symEq(sizes[parts - 1 + d], type.sizes[d]));
  if (std::any_of(equal.begin(), equal.end(), [&](const Sym &is) { return ctx.isKnownFalse(is); }))
    return std::nullopt;
  for (const Sym &is : equal)
    ctx.require(is, "what is not contiguous is viewed in its own sizes", "");
  return viewStrides(ctx, type, sizes).strides;
}

bool requireSameLast(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &wanted) {
  const size_t rank = type.rank();
  std::vector<Sym> equal;
  for (size_t k = 1; k <= rank && k < wanted.size() && !wanted[wanted.size() - k].isConst(-1); ++k) {
    const Sym same = symEq(type.sizes[rank - k], wanted[wanted.size() - k]);
    if (ctx.isKnownFalse(same))
      return false;
    if (!ctx.isKnown(same))
      equal.push_back(same);
  }
  for (const Sym &is : equal)
    ctx.require(is, "what is not contiguous keeps its last sizes", "");
  return !equal.empty();
}

bool requireSplit(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes) {
  constexpr size_t most = 8; // sizes, of which few ways split a tensor's dims
  if (type.rank() == 0 || sizes.size() <= type.rank() || sizes.size() > most)
    return false;
  std::vector<Sym> best;
  std::array<size_t, 4> bestScore{};
  bool found = false;
  const bool areNumbers =
      std::all_of(sizes.begin(), sizes.end(), [](const Sym &size) { return size.isConst(); });
  Split split;
  forEachSplit(type.rank(), sizes.size(), split, [&](const Split &parts) {
    std::vector<Sym> equal;
    size_t known = 0, given = 0, squares = 0, at = 0;
    for (size_t d = 0; d < type.rank(); at += parts[d++]) {
      const auto first = sizes.begin() + static_cast<std::ptrdiff_t>(at);
      equal.push_back(symEq(product({first, first + static_cast<std::ptrdiff_t>(parts[d])}), type.sizes[d]));
      known += parts[d] == 1 && ctx.isKnown(equal.back()) ? 1 : 0;
      given += parts[d] == 1 && sizes[at].isConst() && !sizes[at].isConst(1) ? 1 : 0;
      for (auto part = first + 1; part != first + static_cast<std::ptrdiff_t>(parts[d]); ++part)
        squares += !part->isConst() && *part == part[-1] ? 1 : 0;
    }
    const size_t even = areNumbers ? sizes.size() - *std::max_element(parts.begin(), parts.end()) : 0;
    const std::array score{known, even, given, squares};
    if ((found && score <= bestScore) || !mayHold(ctx, equal))
      return;
    found = true, best = std::move(equal), bestScore = score;
  });
  for (const Sym &is : best)
    ctx.require(is, "what is not contiguous has its dims split", "");
  return !best.empty();
}

bool requireMerge(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes) {
  constexpr size_t most = 8; // dims, of which few ways make the sizes
  if (sizes.empty() || type.rank() <= sizes.size() || type.rank() > most)
    return false;
  std::vector<Sym> best;
  std::array<size_t, 4> bestScore{};
  Split split;
  forEachSplit(sizes.size(), type.rank(), split, [&](const Split &parts) {
    std::vector<Sym> equal;
    size_t known = 0, numbers = 0, products = 0, at = 0;
    for (size_t s = 0; s < sizes.size(); at += parts[s++]) {
      const auto first = type.sizes.begin() + static_cast<std::ptrdiff_t>(at);
      equal.push_back(symEq(product({first, first + static_cast<std::ptrdiff_t>(parts[s])}), sizes[s]));
      known += ctx.isKnown(equal.back()) ? 1 : 0;
      numbers += parts[s] == 1 && sizes[s].isConst() ? 1 : 0;
      products += !sizes[s].isConst() && factorsOf(sizes[s]) == parts[s] ? 1 : 0;
    }
    const std::array score{known, numbers, products, parts.back()};
    if ((!best.empty() && score <= bestScore) || !mayHold(ctx, equal) || equal.empty())
      return;
    best = std::move(equal), bestScore = score;
  });
  for (const Sym &is : best)
    ctx.require(is, "what is not contiguous has its dims merged", "");
  return !best.empty();
}

} // namespace fullgraph
