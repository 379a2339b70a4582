// Random numbers: one generator for the process, seeded by manual_seed.
#include "runtime/core/impl.h"

#include <mutex>
#include <random>

namespace fg {

namespace {

struct Generator {
  std::mutex mutex;
  std::mt19937_64 engine; // seeded by a constant: programs are reproducible unless they ask otherwise
};

Generator &generator() {
  static Generator g;
  return g;
}

/// A new f64 tensor drawn with the generator held, as `dtype`.
template <class Draw> Tensor drawn(IntArrayRef size, ScalarType dtype, ScalarType drawDtype, Draw draw) {
  const Tensor values = detail::newContiguous(size, drawDtype);
  Generator &g = generator();
  {
    const std::lock_guard<std::mutex> lock(g.mutex);
    draw(g.engine, values);
  }
  return to(values, dtype);
}

template <class Distribution>
Tensor drawnFrom(Distribution distribution, IntArrayRef size, ScalarType dtype) {
  return drawn(size, dtype, kDouble, [&](std::mt19937_64 &engine, const Tensor &values) {
    double *p = values.data_ptr<double>();
    for (int64_t i = 0; i < values.numel(); ++i)
      p[i] = distribution(engine);
  });
}

void requireFloating(const char *name, ScalarType dtype) {
  FG_CHECK(isFloatingType(dtype), "\"", name, "\" not implemented for '", dtype, "'");
}

/// A double in [0, 1) as a value of `dtype`, whose coarser steps must not round it up to 1.
double belowOne(ScalarType dtype) {
  switch (dtype) {
  case kHalf:
    return 1 - 0x1p-11;
  case kBFloat16:
    return 1 - 0x1p-8;
  case kFloat:
    return 1 - 0x1p-24;
  default:
    return 1 - 0x1p-53;
  }
}

} // namespace

void manual_seed(uint64_t seed) {
  Generator &g = generator();
  const std::lock_guard<std::mutex> lock(g.mutex);
  g.engine.seed(seed);
}

Tensor rand(IntArrayRef size, const TensorOptions &options) {
  const ScalarType dtype = detail::dtypeFor(options, kFloat);
  requireFloating("check_uniform_bounds", dtype);
  const double most = belowOne(dtype);
  return drawnFrom(
      [most, uniform = std::uniform_real_distribution<double>()](std::mt19937_64 &engine) mutable {
        const double value = uniform(engine);
        return value < most ? value : most;
      },
      size, dtype);
}

Tensor randn(IntArrayRef size, const TensorOptions &options) {
  const ScalarType dtype = detail::dtypeFor(options, kFloat);
  requireFloating("normal_kernel_cpu", dtype);
  return drawnFrom(std::normal_distribution<double>(), size, dtype);
}

Tensor randint(int64_t low, int64_t high, IntArrayRef size, const TensorOptions &options) {
  FG_CHECK(low < high, "random_ expects 'from' to be less than 'to', but got from=", low, " >= to=", high);
  return drawn(size, detail::dtypeFor(options, kLong), kLong,
               [&](std::mt19937_64 &engine, const Tensor &values) {
                 std::uniform_int_distribution<int64_t> uniform(low, high - 1);
                 int64_t *p = values.data_ptr<int64_t>();
                 for (int64_t i = 0; i < values.numel(); ++i)
                   p[i] = uniform(engine);
               });
}

Tensor randperm(int64_t n, const TensorOptions &options) {
  FG_CHECK(n >= 0, "n must be non-negative, got", n);
  return drawn(n, detail::dtypeFor(options, kLong), kLong,
               [&](std::mt19937_64 &engine, const Tensor &values) {
                 int64_t *p = values.data_ptr<int64_t>();
                 for (int64_t i = 0; i < n; ++i) { // Fisher and Yates, inside out
                   const int64_t j = std::uniform_int_distribution<int64_t>(0, i)(engine);
                   p[i] = p[j];
                   p[j] = i;
                 }
               });
}

Tensor bernoulli(const Tensor &self) {
  requireFloating("bernoulli_tensor_cpu_self_", self.scalar_type());
  return to(lt(rand(self.sizes(), kDouble), self), self.scalar_type());
}

Tensor multinomial(const Tensor &self, int64_t num_samples, bool replacement) {
  FG_CHECK(isFloatingType(self.scalar_type()),
           "multinomial only supports floating-point dtypes for input, got: ", self.scalar_type());
  FG_CHECK(self.dim() == 1 || self.dim() == 2, "prob_dist must be 1 or 2 dim");
  const int64_t categories = self.size(-1);
  FG_CHECK(num_samples > 0, "cannot sample n_sample <= 0 samples");
  FG_CHECK(replacement || num_samples <= categories,
           "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  const Tensor weights = contiguous(to(self, kDouble));
  const int64_t rows = self.dim() == 1 ? 1 : self.size(0);
  const Tensor draws = rand({rows, num_samples}, kDouble);
  const Tensor result = detail::newContiguous({rows, num_samples}, kLong);
  for (int64_t r = 0; r < rows; ++r) {
    const double *row = weights.data_ptr<double>() + r * categories;
    std::vector<double> left(row, row + categories);
    for (int64_t i = 0; i < num_samples; ++i) {
      double total = 0;
      for (const double weight : left) {
        FG_CHECK(weight >= 0 && weight <= __DBL_MAX__,
                 "probability tensor contains either `inf`, `nan` or element < 0");
        total += weight;
      }
      FG_CHECK(total > 0, "invalid multinomial distribution (sum of probabilities <= 0)");
      double place = draws.data_ptr<double>()[r * num_samples + i] * total;
      int64_t chosen = -1; // the last one with a weight, if rounding leads beyond it
      for (int64_t c = 0; c < categories; ++c) {
        if (left[size_t(c)] == 0)
          continue;
        chosen = c;
        place -= left[size_t(c)];
        if (place < 0)
          break;
      }
      result.data_ptr<int64_t>()[r * num_samples + i] = chosen;
      if (!replacement)
        left[size_t(chosen)] = 0;
    }
  }
  return self.dim() == 1 ? reshape(result, {num_samples}) : result;
}

Tensor &uniform_(Tensor &self, double from, double to) {
  FG_CHECK(from <= to, "uniform_ expects to return a [from, to) range, but found from=", from, " > to=", to);
  requireFloating("check_uniform_bounds", self.scalar_type());
  return copy_(self, drawnFrom(std::uniform_real_distribution<double>(from, to), self.sizes(), kDouble));
}

Tensor &normal_(Tensor &self, double mean, double std) {
  FG_CHECK(std >= 0, "normal expects std >= 0.0, but found std ", std);
  requireFloating("normal_kernel_cpu", self.scalar_type());
  const Tensor values = drawnFrom(std::normal_distribution<double>(), self.sizes(), kDouble);
  return copy_(self, add(mul(values, std), mean));
}

} // namespace fg
