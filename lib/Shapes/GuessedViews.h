// Guesses of how a view of a tensor that is not contiguous divides its dims, where nothing says so. Each
// holds by conditions that are required of the sizes: a call with other sizes has another version, or runs
// eagerly.
#pragma once

#include "lib/Shapes/Layout.h"

#include <optional>
#include <vector>

namespace fullgraph {

/// `out.slice(1, n).view(shape)` of a `shape` that may be anything: what is not contiguous is viewed in its
/// own sizes, or its first dim is split. The strides of that; nullopt: the sizes are known to be others.
std::optional<std::vector<Sym>> requireSplitOfFirst(const InferContext &ctx, const TensorType &type,
                                                    const std::vector<Sym> &sizes);

/// `rays.expand_as(points).reshape({-1, 3})`: the sizes behind -1 are taken for the tensor's last ones, where
/// nothing says that they are not. Has something become known?
bool requireSameLast(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &wanted);

/// `pos.slice(1, 1).reshape({1, grid, grid, width})`: dims of what is not contiguous are split. The likeliest
/// way is taken for the one that it is: with most dims that are known to stay; of numbers alone, `view({3, 3,
/// 3, 3, 9})`, with the fewest in one dim; then with most that are given as numbers (but 1, which may be a
/// part of any dim), then the one that makes a square of a dim, then the one that splits the last dim. Has
/// something become known?
bool requireSplit(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes);

/// `heads.transpose(1, 2).reshape({batch, 1, width})`: dims of what is not contiguous are merged. The
/// likeliest way is taken for the one that it is: with most sizes that are known to be theirs, then with most
/// numbers that are one dim, then with most products of as many dims as factors, then the one that merges
/// most of the last dims. Has something become known?
bool requireMerge(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes);

} // namespace fullgraph
