// The definitions of composites/einsum.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
static constexpr int64_t einsumLetters = 52, ellipsisDims = 12;

static int64_t letterOf(char c) {
  if (c >= 'a' && c <= 'z')
    return int64_t(c) - int64_t('a');
  FG_CHECK(c >= 'A' && c <= 'Z', "einsum(): invalid subscript given, subscripts must be in [a-zA-Z]");
  return int64_t(c) - int64_t('A') + 26;
}

static bool contains(const std::vector<int64_t> &list, int64_t value) {
  bool found = false;
  for (const int64_t element : list)
    found = found || element == value;
  return found;
}

/// x with a dim for each of `order`, those that it has not of size 1, and its repeated letters' diagonals
/// taken.
static Tensor aligned(const Tensor &x, const std::vector<int64_t> &letters,
                      const std::vector<int64_t> &order) {
  Tensor result = x;
  std::vector<int64_t> own;
  for (size_t d = 0; d < letters.size(); ++d) {
    int64_t before = -1;
    for (size_t e = 0; e < own.size(); ++e)
      if (own[e] == letters[d])
        before = int64_t(e);
    if (before < 0) {
      own.push_back(letters[d]);
      continue;
    }
    const int64_t at =
        int64_t(own.size()); // the diagonal of both dims goes to the end, and from there to the first
    result = movedim(fg::diagonal(result, 0, before, at), -1, before);
  }
  std::vector<int64_t> dims;
  for (const int64_t letter : order)
    for (size_t d = 0; d < own.size(); ++d)
      if (own[d] == letter)
        dims.push_back(int64_t(d));
  result = permute(result, dims);
  for (size_t i = 0; i < order.size(); ++i) {
    if (!contains(own, order[i]))
      result = unsqueeze(result, int64_t(i));
  }
  return result;
}

/// The product of two tensors that are aligned to `order`, whose letters from `kept` on are summed: a batched
/// matrix product. What is a batch, a row or a column are the letters' doing, and never the sizes'.
static Tensor contracted(const Tensor &self, const std::vector<int64_t> &lettersA, const Tensor &other,
                         const std::vector<int64_t> &lettersB, const std::vector<int64_t> &order,
                         size_t kept) {
  // Dims of both are batches, of one are rows or columns; those that are summed and of one only are summed
  // first.
  std::vector<int64_t> batch, rows, columns, inner, shape, sizesA, sizesB;
  std::vector<int64_t> aloneA, aloneB;
  for (size_t i = 0; i < order.size(); ++i) {
    const auto d = int64_t(i);
    const bool inA = contains(lettersA, order[i]), inB = contains(lettersB, order[i]);
    const int64_t common = inA && inB ? broadcastSize(self.size(d), other.size(d)) : -1; // -1: as it is
    sizesA.push_back(common);
    sizesB.push_back(common);
    if (i >= kept)
      (inA && inB ? inner : inA ? aloneA : aloneB).push_back(d);
    else
      (inA && inB ? batch : inA ? rows : columns).push_back(d);
  }
  const Tensor a = expand(self, sizesA), b = expand(other, sizesB);
  const Tensor x = aloneA.empty() ? a : sum(a, aloneA, true), y = aloneB.empty() ? b : sum(b, aloneB, true);
  for (const int64_t d : aloneA)
    inner.push_back(d);
  for (const int64_t d : aloneB)
    inner.push_back(d);
  const auto count = [](const Tensor &t, const std::vector<int64_t> &dims) {
    int64_t product = 1;
    for (const int64_t d : dims)
      product *= t.size(d);
    return product;
  };
  const auto joined = [](const std::vector<int64_t> &p, const std::vector<int64_t> &q,
                         const std::vector<int64_t> &r) {
    std::vector<int64_t> list = p;
    for (const int64_t d : q)
      list.push_back(d);
    for (const int64_t d : r)
      list.push_back(d);
    return list;
  };
  // Dims of the other tensor have size 1 here, and may stand anywhere.
  const Tensor left = reshape(permute(x, joined(batch, joined(rows, columns, {}), inner)),
                              {count(x, batch), count(x, rows), count(x, inner)});
  const Tensor right = reshape(permute(y, joined(batch, inner, joined(columns, rows, {}))),
                               {count(y, batch), count(y, inner), count(y, columns)});
  const std::vector<int64_t> places = joined(batch, rows, columns);
  std::vector<int64_t> back(kept, 0);
  for (size_t i = 0; i < places.size(); ++i) {
    const int64_t d = places[i];
    shape.push_back(contains(columns, d) ? b.size(d) : a.size(d));
    back[size_t(d)] = int64_t(i);
  }
  return permute(reshape(bmm(left, right), shape), back);
}
} // namespace detail

Tensor einsum(string_view equation, TensorList operands) {
  FG_CHECK(!operands.empty(), "einsum(): must provide at least one operand");
  std::vector<std::vector<int64_t>> inputs(operands.size());
  std::vector<int64_t> output, counts(size_t(detail::einsumLetters + detail::ellipsisDims), 0);
  bool arrow = false;
  size_t operand = 0;
  int64_t widest = 0; // dims of the ellipsis
  for (size_t i = 0; i < equation.size(); ++i) {
    const char c = equation[i];
    if (c == ' ')
      continue;
    if (c == ',') {
      FG_CHECK(!arrow, "einsum(): expected no commas in the output");
      ++operand;
      FG_CHECK(operand < operands.size(),
               "einsum(): fewer operands were provided than specified in the equation");
    } else if (c == '-') {
      FG_CHECK(i + 1 < equation.size() && equation[i + 1] == '>' && !arrow,
               "einsum(): found \\'-\\' not part of \\'->\\' operator");
      arrow = true;
      ++i;
    } else if (c == '.') {
      FG_CHECK(i + 2 < equation.size() && equation[i + 1] == '.' && equation[i + 2] == '.',
               "einsum(): found \\'.\\' that is not part of any ellipsis");
      i += 2;
      // Its dims are counted from the last one; how many there are is known when the operand's letters are.
      (arrow ? output : inputs[operand]).push_back(-1);
    } else {
      (arrow ? output : inputs[operand]).push_back(detail::letterOf(c));
    }
  }
  FG_CHECK(operand + 1 == operands.size(),
           "einsum(): more operands were provided than specified in the equation");
  std::vector<std::vector<int64_t>> letters(operands.size());
  for (size_t k = 0; k < inputs.size(); ++k) {
    int64_t named = 0;
    bool ellipsis = false;
    for (const int64_t letter : inputs[k]) {
      named += letter >= 0 ? 1 : 0;
      ellipsis = ellipsis || letter < 0;
    }
    const int64_t more = operands[k].dim() - named;
    FG_CHECK(ellipsis ? more >= 0 : more == 0, "einsum(): the number of subscripts in the equation (", named,
             ellipsis ? ") is more than the number of dimensions ("
                      : ") does not match the number of dimensions (",
             operands[k].dim(), ") for operand ", int64_t(k), ellipsis ? "" : " and no ellipsis was given");
    FG_CHECK(more <= detail::ellipsisDims, "einsum(): too many dims");
    if (ellipsis && more > widest)
      widest = more;
    for (const int64_t letter : inputs[k]) {
      if (letter >= 0) {
        letters[k].push_back(letter);
        ++counts[size_t(letter)];
        continue;
      }
      for (int64_t d = more; d-- > 0;)
        letters[k].push_back(detail::einsumLetters + d);
    }
  }
  std::vector<int64_t> order; // the result's letters, then those that are summed
  if (arrow) {
    for (const int64_t letter : output) {
      if (letter >= 0) {
        FG_CHECK(counts[size_t(letter)] > 0,
                 "einsum(): output subscript does not appear in the equation for any input operand");
        order.push_back(letter);
        continue;
      }
      for (int64_t d = widest; d-- > 0;)
        order.push_back(detail::einsumLetters + d);
    }
  } else {
    for (int64_t d = widest; d-- > 0;)
      order.push_back(detail::einsumLetters + d);
    for (int64_t letter = 26; letter < 52; ++letter) // capitals first
      if (counts[size_t(letter)] == 1)
        order.push_back(letter);
    for (int64_t letter = 0; letter < 26; ++letter)
      if (counts[size_t(letter)] == 1)
        order.push_back(letter);
  }
  const size_t kept = order.size();
  for (size_t k = 0; k < letters.size(); ++k)
    for (const int64_t letter : letters[k])
      if (!detail::contains(order, letter))
        order.push_back(letter);
  Tensor result = detail::aligned(operands[0], letters[0], order);
  std::vector<int64_t> seen = letters[0];
  for (size_t k = 1; k < operands.size(); ++k) {
    const Tensor next = detail::aligned(operands[k], letters[k], order);
    for (size_t d = 0; d < order.size(); ++d)
      FG_CHECK(detail::broadcastSize(result.size(int64_t(d)), next.size(int64_t(d))) >= 0,
               "einsum(): subscript has size ", next.size(int64_t(d)), " for operand ", int64_t(k),
               " which does not broadcast with previously seen size ", result.size(int64_t(d)));
    if (k + 1 == operands.size())
      return detail::contracted(result, seen, next, letters[k], order, kept);
    result = mul(result, next);
    for (const int64_t letter : letters[k])
      seen.push_back(letter);
  }
  std::vector<int64_t> summed;
  for (int64_t d = int64_t(kept); d < result.dim(); ++d)
    summed.push_back(d);
  return summed.empty() ? result : sum(result, summed);
}

} // namespace fg
