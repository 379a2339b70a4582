// Kernel graphs to measure: what is computed, with which sizes known and which as symbols.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fullgraph::bench {

using Sizes = std::vector<int64_t>;

struct Case {
  std::string name, graph;
  std::vector<Sizes> inputs;
  Sizes symbols; // in the order in which the graph mentions them
  Sizes output;
  double operations = 0;
  int outputBytes = 4;   // an element
  bool positive = false; // what the inputs hold
};

Case pointwise(int64_t n);
/// A chain of `depth` steps: as much work an element as formulas of finance have.
Case chain(int64_t n, int depth);
Case softmax(int64_t rows, int64_t columns);
Case rowSum(int64_t rows, int64_t columns);
Case layerNorm(int64_t rows, int64_t columns);
/// `of`: argmax, argmin, amax, ...
Case rowExtremum(const std::string &of, int64_t rows, int64_t columns);
/// Of an option, in f32.
Case blackScholes(int64_t n);
/// Squares of distances of points to centres, as they are written with broadcasting; `known`: is the
/// dimension?
Case distances(bool known, int64_t points, int64_t centres, int64_t dimension);
/// x[m, k] times weights [n, k]; `known`: which of m, n, k the kernel knows.
Case linear(const std::string &known, int64_t m, int64_t n, int64_t k);
/// x[m, k] times [k, n].
Case matmul(bool symbolic, int64_t m, int64_t n, int64_t k);

struct Convolved {
  int64_t batch, in, out, size, kernel = 3, stride = 1, groups = 1;
  bool symbolic = false; // batch, height and width are symbols
};
Case convolution(const Convolved &c);

} // namespace fullgraph::bench
