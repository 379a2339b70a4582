// An operator that can fail on what its operands hold fails also where it has nothing to write, and where
// nobody wants its result: each such operator of Ops.def, and what is made of them, with each dim of each
// operand empty, and with indices and numbers that are right and that are not.
// RUN: %build_and_compare %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="FG901" %s < %t.log
// LOG: empty_operands.cpp: {{.*}} 0 breaks
// Made at run time:
// RUN: sed 's/FG_SHAPE("[^"]*")//' %s > %t.late.cpp
// RUN: %jit FULLGRAPH_CACHE=0 %build_and_compare %t.late.cpp 2>%t.late.log | FileCheck %s
// CHECK: scatter0 x{0,2} right: index 0 is out of bounds for dimension 0 with size 0
// CHECK: bags i{0} wrong: offsets[0] has to be 0
// CHECK: solve v{2,3,0} right: torch.linalg.solve: The solver failed
// CHECK: unused wrong: index 7 is out of bounds for dimension 0 with size 3
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using fg::Tensor;

namespace form {

FG_COMPILE()
Tensor scatter0(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i, FG_SHAPE("f32[P,Q]") Tensor v) {
  return x.scatter(0, i, v);
}
FG_COMPILE()
Tensor scatter1(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i, FG_SHAPE("f32[P,Q]") Tensor v) {
  return x.scatter(1, i, v);
}
FG_COMPILE()
Tensor scatterValue(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i) {
  return x.scatter(0, i, 2.0);
}
FG_COMPILE()
Tensor scatterAdd(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i,
                  FG_SHAPE("f32[P,Q]") Tensor v) {
  return x.scatter_add(0, i, v);
}
FG_COMPILE()
Tensor scatterReduce(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i,
                     FG_SHAPE("f32[P,Q]") Tensor v) {
  return fg::scatter_reduce(x, 1, i, v, "amax", false);
}
FG_COMPILE()
Tensor gather0(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i) { return x.gather(0, i); }
FG_COMPILE()
Tensor gather1(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i) { return x.gather(1, i); }
FG_COMPILE()
Tensor indexSelect0(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i) {
  return x.index_select(0, i);
}
FG_COMPILE()
Tensor indexSelect1(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i) {
  return x.index_select(1, i);
}
FG_COMPILE()
Tensor embedding(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i) { return fg::embedding(x, i); }
FG_COMPILE()
Tensor take(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i) { return x.take(i); }
FG_COMPILE()
Tensor takeAlong(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i) {
  return fg::take_along_dim(x, i, 0);
}
FG_COMPILE()
Tensor index(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i) { return x.index({i}); }
FG_COMPILE()
Tensor indexTwo(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("i64[N]") Tensor j) {
  return x.index({i, j});
}
FG_COMPILE()
Tensor indexPut(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("f32[N,P]") Tensor v) {
  return fg::index_put(x, {i}, v);
}
FG_COMPILE()
Tensor indexPutMask(FG_SHAPE("f32[K]") Tensor x, FG_SHAPE("bool[L]") Tensor m, FG_SHAPE("f32[M]") Tensor v) {
  return fg::index_put(x, {m}, v);
}
FG_COMPILE()
Tensor indexPutRows(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("bool[M]") Tensor m,
                    FG_SHAPE("f32[N,P]") Tensor v) {
  return fg::index_put(x, {m}, v);
}
FG_COMPILE()
Tensor indexAdd0(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("f32[N,P]") Tensor v) {
  return x.index_add(0, i, v);
}
FG_COMPILE()
Tensor indexAdd1(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("f32[N,P]") Tensor v) {
  return x.index_add(1, i, v);
}
FG_COMPILE()
Tensor indexCopy(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("f32[N,P]") Tensor v) {
  return x.index_copy(0, i, v);
}
FG_COMPILE()
Tensor indexFill(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i) { return x.index_fill(0, i, 3); }
FG_COMPILE()
Tensor indexReduce(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i,
                   FG_SHAPE("f32[N,P]") Tensor v) {
  return fg::index_reduce(x, 0, i, v, "amax");
}
FG_COMPILE()
Tensor put(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("f32[N]") Tensor v) {
  return fg::put(x, i, v);
}
FG_COMPILE()
Tensor maskedScatter(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("bool[M,N]") Tensor m,
                     FG_SHAPE("f32[P]") Tensor v) {
  return x.masked_scatter(m, v);
}
FG_COMPILE()
Tensor maskedScatterAll(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("bool[M,N]") Tensor m,
                        FG_SHAPE("f32[P]") Tensor v) {
  return x.masked_scatter(m, v);
}
FG_COMPILE()
Tensor oneHot(FG_SHAPE("i64[K,L]") Tensor i) { return fg::one_hot(i, 3); }
FG_COMPILE()
Tensor bags(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i, FG_SHAPE("i64[N]") Tensor o) {
  return std::get<0>(fg::embedding_bag(x, i, o));
}
FG_COMPILE()
Tensor nllLoss(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i) { return fg::nll_loss(x, i); }
FG_COMPILE()
Tensor nllLossNone(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i) {
  return fg::nll_loss(x, i, {}, fg::Reduction::None);
}
FG_COMPILE()
Tensor ctcLoss(FG_SHAPE("f32[K,L,M]") Tensor x, FG_SHAPE("i64[N,P]") Tensor i, FG_SHAPE("i64[Q]") Tensor a,
               FG_SHAPE("i64[R]") Tensor b) {
  return fg::ctc_losses(x, i, a, b, 0);
}
FG_COMPILE()
Tensor inverse(FG_SHAPE("f32[K,L,M]") Tensor x) { return fg::linalg_inv(x); }
FG_COMPILE()
Tensor inverseOne(FG_SHAPE("f32[K,L]") Tensor x) { return fg::linalg_inv(x); }
FG_COMPILE()
Tensor solve(FG_SHAPE("f32[K,L,M]") Tensor x, FG_SHAPE("f32[N,P,Q]") Tensor v) {
  return fg::linalg_solve(x, v);
}
FG_COMPILE()
Tensor solveOne(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("f32[M,N]") Tensor v) {
  return fg::linalg_solve(x, v);
}
FG_COMPILE()
Tensor cholesky(FG_SHAPE("f32[K,L,M]") Tensor x) { return fg::linalg_cholesky(x); }
FG_COMPILE()
Tensor luFactor(FG_SHAPE("f32[K,L,M]") Tensor x) { return std::get<0>(fg::linalg_lu_factor(x)); }
FG_COMPILE()
Tensor pivots(FG_SHAPE("i32[K,L]") Tensor p) { return fg::pivot_order(p, 3); }
FG_COMPILE()
Tensor eigenvalues(FG_SHAPE("f32[K,L,M]") Tensor x) { return fg::symmetric_eigen(x, false); }
FG_COMPILE()
Tensor eigen(FG_SHAPE("f32[K,L,M]") Tensor x) { return fg::general_eigen(x); }
FG_COMPILE()
Tensor singular(FG_SHAPE("f32[K,L,M]") Tensor x) { return fg::singular_values(x, 2, 2, 2); }
FG_COMPILE()
Tensor quotient(FG_SHAPE("i64[K,L]") Tensor k, FG_SHAPE("i64[M,N]") Tensor l) {
  return fg::floor_divide(k, l);
}
FG_COMPILE()
Tensor rest(FG_SHAPE("i64[K,L]") Tensor k, FG_SHAPE("i64[M]") Tensor l) { return fg::remainder(k, l); }
FG_COMPILE()
Tensor fmod(FG_SHAPE("i64[K,L]") Tensor k, FG_SHAPE("i64[M,N]") Tensor l) { return fg::fmod(k, l); }
FG_COMPILE()
Tensor scatterInPlace(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,N]") Tensor i,
                      FG_SHAPE("f32[P,Q]") Tensor v) {
  return x.scatter_(0, i, v);
}
FG_COMPILE()
Tensor indexAddInPlace(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i,
                       FG_SHAPE("f32[N,P]") Tensor v) {
  return x.index_add_(0, i, v);
}
FG_COMPILE()
Tensor indexPutInPlace(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M]") Tensor i,
                       FG_SHAPE("f32[N,P]") Tensor v) {
  return x.index_put_({i}, v);
}
FG_COMPILE()
Tensor maskedScatterInPlace(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("bool[M,N]") Tensor m,
                            FG_SHAPE("f32[P]") Tensor v) {
  return x.masked_scatter_(m, v);
}
FG_COMPILE()
Tensor unused(FG_SHAPE("f32[K,L]") Tensor x, FG_SHAPE("i64[M,L]") Tensor i, FG_SHAPE("f32[M,L]") Tensor v) {
  const Tensor result = x.scatter_add(0, i, v);
  return v + 1;
}

} // namespace form

namespace {

using List = std::vector<Tensor>;
struct Operand {
  const char *name;
  char kind; // f, n: numbers, z: zeros, i: places, b: a mask, p: pivots, l: divisors
  std::vector<int64_t> sizes;
};

Tensor made(const Operand &operand, const std::vector<int64_t> &sizes, bool right) {
  switch (operand.kind) {
  case 'i':
    return fg::full(sizes, right ? 0 : 7, fg::kLong);
  case 'p':
    return fg::full(sizes, right ? 3 : 7, fg::kInt);
  case 'l':
    return fg::full(sizes, right ? 2 : 0, fg::kLong);
  case 'b':
    return fg::ones(sizes, fg::kBool);
  case 'z':
    return right ? fg::zeros(sizes) : fg::ones(sizes);
  case 'n':
    return fg::full(sizes, right ? 1.0 : std::numeric_limits<double>::quiet_NaN());
  default:
    return fg::sin(fg::ones(sizes).cumsum(0) * 0.7) + 2;
  }
}

void call(const std::string &name, const std::vector<Operand> &operands, size_t emptied, size_t dim,
          bool right, const std::function<Tensor(const List &)> &function) {
  List list;
  std::string text = name;
  for (size_t k = 0; k < operands.size(); ++k) {
    std::vector<int64_t> sizes = operands[k].sizes;
    if (k == emptied) {
      sizes[dim] = 0;
      text += std::string(" ") + operands[k].name + "{";
      for (size_t d = 0; d < sizes.size(); ++d)
        text += (d ? "," : "") + std::to_string(sizes[d]);
      text += "}";
    }
    list.push_back(made(operands[k], sizes, right));
  }
  text += right ? " right: " : " wrong: ";
  try {
    const Tensor result = function(list);
    text += "{";
    for (int64_t d = 0; d < result.dim(); ++d)
      text += (d ? "," : "") + std::to_string(result.size(d));
    text += "} " + std::to_string(result.sum().item<double>());
  } catch (const std::exception &error) {
    text += error.what();
  }
  std::puts(text.substr(0, text.find('\n')).c_str());
}

void each(const char *name, const std::vector<Operand> &operands,
          const std::function<Tensor(const List &)> &function) {
  for (const bool right : {true, false}) {
    call(name, operands, operands.size(), 0, right, function);
    for (size_t k = 0; k < operands.size(); ++k)
      for (size_t d = 0; d < operands[k].sizes.size(); ++d)
        call(name, operands, k, d, right, function);
  }
}

} // namespace

int main() {
  each("scatter0", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::scatter0(a[0], a[1], a[2]); });
  each("scatter1", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::scatter1(a[0], a[1], a[2]); });
  each("scatterValue", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}},
       [](const List &a) { return form::scatterValue(a[0], a[1]); });
  each("scatterAdd", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::scatterAdd(a[0], a[1], a[2]); });
  each("scatterReduce", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::scatterReduce(a[0], a[1], a[2]); });
  each("gather0", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}},
       [](const List &a) { return form::gather0(a[0], a[1]); });
  each("gather1", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}},
       [](const List &a) { return form::gather1(a[0], a[1]); });
  each("indexSelect0", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}},
       [](const List &a) { return form::indexSelect0(a[0], a[1]); });
  each("indexSelect1", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}},
       [](const List &a) { return form::indexSelect1(a[0], a[1]); });
  each("embedding", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}},
       [](const List &a) { return form::embedding(a[0], a[1]); });
  each("take", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}},
       [](const List &a) { return form::take(a[0], a[1]); });
  each("takeAlong", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}},
       [](const List &a) { return form::takeAlong(a[0], a[1]); });
  each("index", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}}, [](const List &a) { return form::index(a[0], a[1]); });
  each("indexTwo", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"j", 'i', {2}}},
       [](const List &a) { return form::indexTwo(a[0], a[1], a[2]); });
  each("indexPut", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::indexPut(a[0], a[1], a[2]); });
  each("indexPutMask", {{"x", 'f', {3}}, {"m", 'b', {3}}, {"v", 'f', {3}}},
       [](const List &a) { return form::indexPutMask(a[0], a[1], a[2]); });
  each("indexPutRows", {{"x", 'f', {3, 2}}, {"m", 'b', {3}}, {"v", 'f', {3, 2}}},
       [](const List &a) { return form::indexPutRows(a[0], a[1], a[2]); });
  each("indexAdd0", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::indexAdd0(a[0], a[1], a[2]); });
  each("indexAdd1", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {3, 2}}},
       [](const List &a) { return form::indexAdd1(a[0], a[1], a[2]); });
  each("indexCopy", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::indexCopy(a[0], a[1], a[2]); });
  each("indexFill", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}},
       [](const List &a) { return form::indexFill(a[0], a[1]); });
  each("indexReduce", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::indexReduce(a[0], a[1], a[2]); });
  each("put", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2}}},
       [](const List &a) { return form::put(a[0], a[1], a[2]); });
  each("maskedScatter", {{"x", 'f', {3, 2}}, {"m", 'b', {3, 2}}, {"v", 'f', {3}}},
       [](const List &a) { return form::maskedScatter(a[0], a[1], a[2]); });
  each("maskedScatterAll", {{"x", 'f', {3, 2}}, {"m", 'b', {3, 2}}, {"v", 'f', {6}}},
       [](const List &a) { return form::maskedScatterAll(a[0], a[1], a[2]); });
  each("oneHot", {{"i", 'i', {2, 2}}}, [](const List &a) { return form::oneHot(a[0]); });
  each("bags", {{"x", 'f', {3, 2}}, {"i", 'i', {4}}, {"o", 'i', {2}}},
       [](const List &a) { return form::bags(a[0], a[1], a[2]); });
  each("nllLoss", {{"x", 'f', {2, 3}}, {"i", 'i', {2}}},
       [](const List &a) { return form::nllLoss(a[0], a[1]); });
  each("nllLossNone", {{"x", 'f', {2, 3}}, {"i", 'i', {2}}},
       [](const List &a) { return form::nllLossNone(a[0], a[1]); });
  each("ctcLoss", {{"x", 'f', {4, 2, 3}}, {"i", 'i', {2, 2}}, {"a", 'i', {2}}, {"b", 'i', {2}}},
       [](const List &a) { return form::ctcLoss(a[0], a[1], a[2], a[3]); });
  each("inverse", {{"x", 'z', {2, 3, 3}}}, [](const List &a) { return form::inverse(a[0]); });
  each("inverseOne", {{"x", 'f', {3, 3}}}, [](const List &a) { return form::inverseOne(a[0]); });
  each("solve", {{"x", 'z', {2, 3, 3}}, {"v", 'f', {2, 3, 2}}},
       [](const List &a) { return form::solve(a[0], a[1]); });
  each("solveOne", {{"x", 'f', {3, 3}}, {"v", 'f', {3, 2}}},
       [](const List &a) { return form::solveOne(a[0], a[1]); });
  each("cholesky", {{"x", 'z', {2, 3, 3}}}, [](const List &a) { return form::cholesky(a[0]); });
  each("luFactor", {{"x", 'z', {2, 3, 3}}}, [](const List &a) { return form::luFactor(a[0]); });
  each("pivots", {{"p", 'p', {2, 3}}}, [](const List &a) { return form::pivots(a[0]); });
  each("eigenvalues", {{"x", 'f', {2, 3, 3}}}, [](const List &a) { return form::eigenvalues(a[0]); });
  each("eigen", {{"x", 'n', {2, 3, 3}}}, [](const List &a) { return form::eigen(a[0]); });
  each("singular", {{"x", 'n', {2, 3, 2}}}, [](const List &a) { return form::singular(a[0]); });
  each("quotient", {{"k", 'l', {3, 2}}, {"l", 'l', {3, 2}}},
       [](const List &a) { return form::quotient(a[0], a[1]); });
  each("rest", {{"k", 'l', {3, 2}}, {"l", 'l', {2}}}, [](const List &a) { return form::rest(a[0], a[1]); });
  each("fmod", {{"k", 'l', {3, 2}}, {"l", 'l', {3, 2}}},
       [](const List &a) { return form::fmod(a[0], a[1]); });
  each("scatterInPlace", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::scatterInPlace(a[0], a[1], a[2]); });
  each("indexAddInPlace", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::indexAddInPlace(a[0], a[1], a[2]); });
  each("indexPutInPlace", {{"x", 'f', {3, 2}}, {"i", 'i', {2}}, {"v", 'f', {2, 2}}},
       [](const List &a) { return form::indexPutInPlace(a[0], a[1], a[2]); });
  each("maskedScatterInPlace", {{"x", 'f', {3, 2}}, {"m", 'b', {3, 2}}, {"v", 'f', {3}}},
       [](const List &a) { return form::maskedScatterInPlace(a[0], a[1], a[2]); });
  call("unused", {{"x", 'f', {3, 2}}, {"i", 'i', {2, 2}}, {"v", 'f', {2, 2}}}, 3, 0, false,
       [](const List &a) { return form::unused(a[0], a[1], a[2]); });
}
