#include "lib/Shapes/Layout.h"

#include <algorithm>
#include <numeric>

namespace fullgraph {

std::optional<Sym> divideExactly(const Sym &a, const Sym &b) {
  if (b.isConst(0))
    return std::nullopt;
  const Sym quotient = floorDiv(a, b);
  if (quotient * b == a)
    return quotient;
  return std::nullopt;
}

namespace {

/// Adds `condition` unless it is a known fact.
void need(const InferContext &ctx, Decision &decision, const Sym &condition) {
  if (!ctx.isKnown(condition))
    decision.conditions.push_back(condition);
}

/// a != b, as "their quotient is not 1" where there is one: products of sizes cancel.
Sym notEqual(const Sym &a, const Sym &b) {
  for (const std::optional<Sym> &quotient : {divideExactly(a, b), divideExactly(b, a)})
    if (quotient)
      return symNe(*quotient, Sym(1));
  return symNe(a, b);
}

/// a == b for products of sizes, which are equal when their quotient is 1: a shorter question than theirs.
bool equalProducts(const InferContext &ctx, const Sym &a, const Sym &b) {
  if (a == b)
    return true;
  if (const std::optional<Sym> quotient = divideExactly(a, b))
    return ctx.isOne(*quotient);
  if (const std::optional<Sym> quotient = divideExactly(b, a))
    return ctx.isOne(*quotient);
  return ctx.equal(a, b);
}

/// a < b, a == b, a > b as -1, 0, 1 for sizes of at least 2; nullopt when the symbols leave it open even
/// then.
std::optional<int> compareStrides(const InferContext &ctx, const Sym &a, const Sym &b) {
  if (a == b)
    return 0;
  // Strides of dense tensors are products of sizes: the one that divides the other is the smaller.
  if (divideExactly(b, a))
    return -1;
  if (divideExactly(a, b))
    return 1;
  if (ctx.isKnown(symLt(a, b)))
    return -1;
  if (ctx.isKnown(symLt(b, a)))
    return 1;
  if (ctx.isKnown(symEq(a, b)))
    return 0;
  return std::nullopt;
}

/// Dims from the innermost outwards: TensorIterator::reorder_dimensions, an insertion sort in which a
/// comparison may be ambiguous. `strides` has one entry an operand; 0 marks a broadcast dim.
std::vector<size_t> layoutOrder(const InferContext &ctx, const std::vector<Sym> &shape,
                                const std::vector<std::vector<Sym>> &strides) {
  const size_t rank = shape.size();
  std::vector<size_t> order(rank);
  std::iota(order.rbegin(), order.rend(), size_t(0));
  const auto shouldSwap = [&](size_t dim0, size_t dim1) {
    for (const std::vector<Sym> &operand : strides) {
      const Sym &stride0 = operand[dim0], &stride1 = operand[dim1];
      if (stride0.isConst(0) || stride1.isConst(0))
        continue;
      const std::optional<int> comparison = compareStrides(ctx, stride0, stride1);
      if (!comparison) {
        // Keep the order of C where neither is known to be the smaller, and say so. But beside a number, as 3
        // of slice(1, 0, -1, 3), a size is the larger: nearly all are.
        const bool isLarger = stride1.isConst() && !stride0.isConst();
        ctx.require(isLarger ? symLt(stride1, stride0) : symLt(stride0, stride1),
                    "the layout of the result of " + ctx.op.name + " depends on it",
                    "cannot decide the layout of the result of " + ctx.op.name);
        return isLarger ? 1 : -1;
      }
      if (*comparison)
        return *comparison;
      // Of equal strides the longer dim goes outwards. Only elements that share memory have them, or dims of
      // size 1.
      const Sym &size0 = shape[dim0], &size1 = shape[dim1];
      if (ctx.isKnown(symLt(size1, size0)) || (ctx.isOne(size1) && !ctx.isOne(size0)))
        return 1;
      if (!ctx.isOne(size0) && !ctx.isOne(size1))
        ctx.require(symLe(size0, size1), "the layout of the result of " + ctx.op.name + " depends on it",
                    "cannot decide the layout of the result of " + ctx.op.name);
    }
    return 0;
  };
  for (size_t i = 1; i < rank; ++i) {
    size_t dim1 = i;
    for (size_t dim0 = i; dim0-- > 0;) {
      const int comparison = shouldSwap(order[dim0], order[dim1]);
      if (comparison > 0) {
        std::swap(order[dim0], order[dim1]);
        dim1 = dim0;
      } else if (comparison < 0) {
        break;
      }
    }
  }
  return order;
}

bool isInverted(const std::vector<size_t> &order) {
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] != order.size() - 1 - i)
      return false;
  return true;
}

/// Tensor::is_non_overlapping_and_dense(), with its dims in this order, the innermost first.
Decision isDense(const InferContext &ctx, const TensorType &type, const std::vector<size_t> &order) {
  Decision decision;
  decision.value = true;
  const std::vector<Sym> strides = type.stridesOrContiguous();
  Sym expected = 1;
  for (size_t dim : order) {
    if (strides[dim] != expected && ctx.isOne(type.sizes[dim]))
      continue;
    if (!equalProducts(ctx, strides[dim], expected)) {
      need(ctx, decision, symNe(type.sizes[dim], Sym(1)));
      need(ctx, decision, notEqual(strides[dim], expected));
      decision.value = false;
      return decision;
    }
    expected = expected * type.sizes[dim];
  }
  return decision;
}

std::vector<Sym> channelsLastStrides(const std::vector<Sym> &sizes) {
  const Sym &channels = sizes[1], &height = sizes[2], &width = sizes[3];
  return {height * width * channels, 1, width * channels, channels};
}

/// Tensor::is_contiguous(ChannelsLast), for sizes of at least 2.
bool looksChannelsLast(const InferContext &ctx, const TensorType &type) {
  return type.rank() == 4 && isDense(ctx, type, {1, 3, 2, 0}).value;
}

} // namespace

Decision isDense(const InferContext &ctx, const TensorType &type) {
  if (type.isContiguous())
    return {true, {}};
  return isDense(ctx, type, layoutOrder(ctx, type.sizes, {type.strides}));
}

void needElements(const InferContext &ctx, const TensorType &type, std::vector<Sym> &conditions) {
  for (const Sym &size : type.sizes)
    if (const Sym some = symNe(size, Sym(0)); !ctx.isKnown(some))
      conditions.push_back(some);
}

Decision isContiguous(const InferContext &ctx, const TensorType &type) {
  Decision decision;
  decision.value = true;
  if (type.isContiguous())
    return decision;
  for (const Sym &size : type.sizes)
    if (ctx.isZero(size))
      return decision;
  Sym expected = 1;
  for (size_t i = type.rank(); i-- > 0;) {
    if (type.strides[i] != expected && ctx.isOne(type.sizes[i]))
      continue;
    if (!equalProducts(ctx, type.strides[i], expected)) {
      need(ctx, decision, symNe(type.sizes[i], Sym(1)));
      need(ctx, decision, notEqual(type.strides[i], expected));
      decision.value = false;
      return decision;
    }
    expected = expected * type.sizes[i];
  }
  return decision;
}

std::vector<Sym> preservedStrides(const InferContext &ctx, const TensorType &type) {
  if (type.isContiguous())
    return {};
  const std::vector<size_t> order = layoutOrder(ctx, type.sizes, {type.strides});
  if (isDense(ctx, type, order).value)
    return type.strides;
  // at::infer_dense_strides
  std::vector<Sym> strides(type.rank());
  Sym next = 1;
  for (size_t dim : order) {
    strides[dim] = next;
    if (!ctx.isZero(type.sizes[dim]))
      next = next * type.sizes[dim];
  }
  return strides;
}

std::vector<Sym> iteratorStrides(const InferContext &ctx, const std::vector<Sym> &shape,
                                 const std::vector<TensorType> &operands) {
  const size_t rank = shape.size();
  const auto all = [&](auto &&predicate) { return std::all_of(operands.begin(), operands.end(), predicate); };
  // The only stride is 1; or all operands are in C order, and so is what the search below would find.
  if (rank < 2 || all([](const TensorType &operand) { return operand.isContiguous(); }))
    return {};
  bool sameShape = true;
  for (const TensorType &operand : operands) {
    sameShape &= operand.rank() == rank;
    for (size_t i = 0; sameShape && i < rank; ++i)
      sameShape &= ctx.equal(operand.sizes[i], shape[i]);
  }
  if (sameShape) {
    if (all([&](const TensorType &operand) { return looksContiguous(ctx, operand); }))
      return {};
    if (all([&](const TensorType &operand) { return looksChannelsLast(ctx, operand); }))
      return channelsLastStrides(shape);
    const std::vector<Sym> strides = operands.front().stridesOrContiguous();
    if (all([&](const TensorType &operand) { return operand.stridesOrContiguous() == strides; }) &&
        isDense(ctx, operands.front(), layoutOrder(ctx, shape, {strides})).value)
      return strides;
  }
  std::vector<std::vector<Sym>> operandStrides;
  for (const TensorType &operand : operands) {
    const std::vector<Sym> own = operand.stridesOrContiguous();
    const size_t leading = rank - operand.rank();
    std::vector<Sym> strides(rank, Sym(0));
    for (size_t i = 0; i < own.size(); ++i)
      if (!ctx.isOne(operand.sizes[i]) || ctx.isOne(shape[leading + i]))
        strides[leading + i] = own[i];
    operandStrides.push_back(std::move(strides));
  }
  const std::vector<size_t> order = layoutOrder(ctx, shape, operandStrides);
  if (isInverted(order))
    return {};
  std::vector<Sym> strides(rank);
  Sym next = 1;
  for (size_t dim : order) {
    strides[dim] = next;
    next = next * shape[dim];
  }
  return strides;
}

namespace {

/// viewStrides' walk over the dims from the innermost one, in chunks that are contiguous in themselves.
class ViewWalk {
public:
  ViewWalk(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes)
      : ctx(ctx), type(type), oldStrides(type.stridesOrContiguous()), sizes(sizes), strides(sizes.size()),
        next(sizes.size()) {}

  ViewDecision run() {
    ViewDecision result;
    Sym base = oldStrides.back(), elements = 1;
    for (size_t i = type.rank(); i-- > 0;) {
      elements = elements * type.sizes[i];
      if (i > 0 && continues(i - 1, elements * base))
        continue;
      if (!cover(i, elements, base))
        return finish(result);
      if (i > 0)
        base = oldStrides[i - 1], elements = 1;
    }
    if (next != 0)
      open = true;
    else
      result.strides = strides;
    return finish(result);
  }

private:
  /// Does old dim `dim` go on where the chunk inside it ends?
  bool continues(size_t dim, const Sym &expected) {
    if (oldStrides[dim] == expected || ctx.isOne(type.sizes[dim]) ||
        equalProducts(ctx, oldStrides[dim], expected))
      return true;
    asked.push_back(symNe(type.sizes[dim], Sym(1)));
    asked.push_back(notEqual(oldStrides[dim], expected));
    return false;
  }

  /// Lays the next new dims over a chunk of `elements`, whose outermost dim is `outermost`. False when they
  /// do not end where it ends, or when that is open.
  bool cover(size_t outermost, const Sym &elements, const Sym &base) {
    Sym covered = 1;
    while (next > 0) {
      const bool full = equalProducts(ctx, covered, elements);
      if (full && !ctx.isOne(sizes[next - 1]))
        return true;
      if (!full) {
        std::optional<Sym> left = divideExactly(elements, covered);
        if (!left && equalProducts(ctx, covered * sizes[next - 1], elements))
          left = sizes[next - 1]; // c == n * (c / n), where that is known
        if (!left)
          break;
        asked.push_back(symNe(*left, Sym(1)));
      }
      --next;
      strides[next] = covered * base;
      covered = covered * sizes[next];
    }
    if (equalProducts(ctx, covered, elements))
      return true;
    std::optional<Sym> excess = divideExactly(covered, elements);
    // n * (c / n) == c is a fact of the sizes, where it holds, and no rule of division: heads merged again.
    Sym outer = 1;
    for (size_t i = outermost; !excess && i-- > 0;) {
      outer = type.sizes[i] * outer;
      if (equalProducts(ctx, covered, outer * elements))
        excess = outer;
    }
    if (excess)
      asked.push_back(symNe(*excess, Sym(1)));
    else if (!covered.isConst() || !elements.isConst())
      open = true;
    return false;
  }

  ViewDecision finish(ViewDecision &result) {
    result.decided = !open;
    // Strides that exist do so for every size: what was asked on the way only says where chunks end.
    if (!result.strides)
      for (const Sym &condition : asked)
        if (!ctx.isKnown(condition))
          result.conditions.push_back(condition);
    return std::move(result);
  }

  const InferContext &ctx;
  const TensorType &type;
  const std::vector<Sym> oldStrides;
  const std::vector<Sym> &sizes;
  std::vector<Sym> strides;
  size_t next;            // new dims below this one are still to be laid
  std::vector<Sym> asked; // what must hold for the walk to go as it did
  bool open = false;
};

} // namespace

/// Where all dims but one are as they were, that one is split: its parts lie in it, whatever the strides are.
/// There are as many elements as before.
static std::optional<std::vector<Sym>> splitOfOneDim(const InferContext &ctx, const TensorType &type,
                                                     const std::vector<Sym> &sizes) {
  if (sizes.size() < type.rank() || type.rank() == 0)
    return std::nullopt;
  const std::vector<Sym> own = type.stridesOrContiguous();
  size_t front = 0, behind = 0;
  while (front + 1 < type.rank() && ctx.equal(type.sizes[front], sizes[front]))
    ++front;
  while (front + behind + 1 < type.rank() &&
         ctx.equal(type.sizes[type.rank() - 1 - behind], sizes[sizes.size() - 1 - behind]))
    ++behind;
  if (front + behind + 1 != type.rank())
    return std::nullopt;
  std::vector<Sym> strides(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(front));
  strides.resize(sizes.size());
  Sym next = own[front];
  for (size_t i = sizes.size() - behind; i-- > front;) {
    strides[i] = next;
    next = next * sizes[i];
  }
  for (size_t i = 0; i < behind; ++i)
    strides[sizes.size() - 1 - i] = own[type.rank() - 1 - i];
  return strides;
}

/// ATen's strides of a contiguous tensor without elements: a size of 0 counts as 1.
static std::vector<Sym> stridesOfEmpty(const InferContext &ctx, std::vector<Sym> sizes) {
  for (Sym &size : sizes)
    if (ctx.isZero(size))
      size = 1;
  return contiguousStrides(sizes);
}

ViewDecision viewStrides(const InferContext &ctx, const TensorType &type, const std::vector<Sym> &sizes) {
  const bool empty =
      std::any_of(type.sizes.begin(), type.sizes.end(), [&](const Sym &s) { return ctx.isZero(s); });
  if (type.isContiguous() || empty) {
    ViewDecision result;
    result.strides = sizes == type.sizes ? type.stridesOrContiguous()
                     : empty             ? stridesOfEmpty(ctx, sizes)
                                         : contiguousStrides(sizes);
    return result;
  }
  ViewDecision result = ViewWalk(ctx, type, sizes).run();
  if (!result.decided)
    if (std::optional<std::vector<Sym>> strides = splitOfOneDim(ctx, type, sizes)) {
      result = {};
      result.strides = std::move(strides);
    }
  return result;
}

} // namespace fullgraph
