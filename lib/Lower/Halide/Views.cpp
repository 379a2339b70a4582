// Views of values that are not stored: index maps. And reads through indices that are data.
#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {
using namespace Halide;

namespace {

unsigned dimOf(const Sym &dim, size_t rank) {
  const int64_t d = dim.asInt().value_or(0);
  return static_cast<unsigned>(d < 0 ? d + static_cast<int64_t>(rank) : d);
}

Sym wrapped(const Sym &index, const Sym &size) {
  const auto constant = index.asInt();
  return constant && *constant < 0 ? index + size : index;
}

/// The index into `from` of the element at `index` of `to`, two shapes of one number of elements. Runs of
/// dims are matched from the left, so that only what is really split or merged costs divisions.
Index reshapedIndex(KernelBuilder &builder, const std::vector<Sym> &from, const std::vector<Sym> &to,
                    const Index &index) {
  Index result(from.size());
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    if (i < from.size() && j < to.size() && from[i] == to[j]) {
      result[i++] = index[j++];
      continue;
    }
    if (i < from.size() && from[i].isConst(1)) {
      result[i++] = 0;
      continue;
    }
    if (j < to.size() && to[j].isConst(1)) {
      ++j;
      continue;
    }
    // The least runs of equal products.
    size_t i1 = std::min(i + 1, from.size()), j1 = std::min(j + 1, to.size());
    const auto run = [](const std::vector<Sym> &sizes, size_t begin, size_t end) {
      return product(std::vector<Sym>(sizes.begin() + static_cast<std::ptrdiff_t>(begin),
                                      sizes.begin() + static_cast<std::ptrdiff_t>(end)));
    };
    while (!(run(from, i, i1) == run(to, j, j1)) && (i1 < from.size() || j1 < to.size())) {
      const auto a = run(from, i, i1).asInt(), b = run(to, j, j1).asInt();
      const bool growFrom = i1 < from.size() && (j1 == to.size() || (a && b ? *a < *b : j1 - j > i1 - i));
      ++(growFrom ? i1 : j1);
    }
    Expr linear = 0;
    for (size_t d = j; d < j1; ++d)
      linear = linear * builder.size(to[d]) + index[d];
    for (size_t d = i1; d-- > i;) {
      if (d == i) {
        result[d] = linear;
      } else {
        result[d] = linear % builder.size(from[d]);
        linear = linear / builder.size(from[d]);
      }
    }
    i = i1;
    j = j1;
  }
  return result;
}

} // namespace

void KernelBuilder::defineView(const Node &node) {
  const Value *self = node.value("self");
  const Value *result = node.result();
  const size_t rank = self->type.rank();
  const Op op = node.op->id;
  std::function<Index(const Index &)> map;
  if (op == Op::alias) {
    map = [](const Index &index) { return index; };
  } else if (op == Op::permute) {
    const std::vector<Sym> dims = node.syms("dims");
    map = [dims, rank](const Index &index) {
      Index own(rank);
      for (size_t d = 0; d < rank; ++d)
        own[dimOf(dims[d], rank)] = index[d];
      return own;
    };
  } else if (op == Op::expand) {
    setElement(result, [this, self](const Index &index) { return element(self, index); });
    return;
  } else if (op == Op::unsqueeze) {
    const unsigned dim = dimOf(node.sym("dim"), rank + 1);
    map = [dim](Index index) {
      index.erase(index.begin() + dim);
      return index;
    };
  } else if (op == Op::squeeze) {
    std::vector<bool> gone(rank, false);
    const std::vector<Sym> &dims = node.syms("dim");
    for (const Sym &d : dims)
      gone[dimOf(d, rank)] = self->type.sizes[dimOf(d, rank)].isConst(1);
    if (dims.empty())
      for (size_t d = 0; d < rank; ++d)
        gone[d] = self->type.sizes[d].isConst(1);
    map = [gone](const Index &index) {
      Index own;
      size_t next = 0;
      for (const bool g : gone)
        own.push_back(g ? Expr(0) : index[next++]);
      return own;
    };
  } else if (op == Op::main_diagonal) {
    map = [](Index index) {
      index.push_back(index.back());
      return index;
    };
  } else if (op == Op::select) {
    const unsigned dim = dimOf(node.sym("dim"), rank);
    const Expr position = size(wrapped(node.sym("index"), self->type.sizes[dim]));
    map = [dim, position](Index index) {
      index.insert(index.begin() + dim, position);
      return index;
    };
  } else if (op == Op::slice) {
    const unsigned dim = dimOf(node.sym("dim"), rank);
    const Sym start = symMin(wrapped(node.optionalSym("start").value_or(Sym(0)), self->type.sizes[dim]),
                             self->type.sizes[dim]);
    const Expr first = size(start), step = size(node.sym("step"));
    map = [dim, first, step](Index index) {
      index[dim] = index[dim] * step + first;
      return index;
    };
  } else if (op == Op::view || op == Op::reshape) {
    const std::vector<Sym> from = self->type.sizes, to = result->type.sizes;
    map = [this, from, to](const Index &index) { return reshapedIndex(*this, from, to, index); };
  } else {
    throw LowerError("no kernel computes operator " + node.op->name);
  }
  setElement(result, [this, self, map](const Index &index) { return elementAt(self, map(index)); });
}

void KernelBuilder::defineIndexing(const Node &node) {
  const Op op = node.op->id;
  // Indices were checked before the kernel runs; the promise keeps Halide from reasoning about all of int64.
  const auto position = [this](const Value *index, const Index &at, const Sym &extent) {
    return unsafe_promise_clamped(cast<int32_t>(elementAt(index, at)), 0, size(extent) - 1);
  };
  if (op == Op::gather || op == Op::index_select) {
    const Value *self = node.value("self"), *index = node.value("index");
    const size_t rank = self->type.rank();
    const unsigned dim = rank == 0 ? 0 : dimOf(node.sym("dim"), rank);
    const bool gather = op == Op::gather;
    define(node.result(), [&](const Index &at) {
      if (rank == 0)
        return elementAt(self, {});
      Index own(at);
      own[dim] = position(index,
                          gather                    ? at
                          : index->type.rank() == 0 ? Index{}
                                                    : Index{at[dim]},
                          self->type.sizes[dim]);
      return elementAt(self, own);
    });
  } else if (op == Op::embedding) {
    const Value *weight = node.value("weight"), *indices = node.value("indices");
    define(node.result(), [&](const Index &at) {
      const Index row(at.begin(), at.end() - 1);
      return elementAt(weight, {position(indices, row, weight->type.sizes[0]), at.back()});
    });
  } else {
    throw LowerError("no kernel computes operator " + node.op->name);
  }
}

bool gathersColumns(const Graph &graph, const std::vector<Sym> &sizes) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const auto &node) {
    if (!node->is(Op::index_select) || node->result()->type.sizes != sizes)
      return false;
    const int64_t rank = static_cast<int64_t>(sizes.size()), dim = node->sym("dim").asInt().value_or(0);
    return (dim < 0 ? dim + rank : dim) == rank - 1;
  });
}

} // namespace fullgraph::lower
