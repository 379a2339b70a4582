// sum, mean, prod, amax, amin, any, all, var.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/eager/reduction.h"

#include <fullgraph/detail/formulas.h>

#include <limits>
#include <vector>

namespace fg::host {

using namespace detail;

namespace {

template <class C> using Accumulator = std::conditional_t<std::is_integral_v<C>, int64_t, double>;

/// Combines a row in independent lanes, which the compiler keeps in vectors, and the lanes at the end. `Step`
/// is (accumulator, element) -> accumulator, in the elements' type.
template <class Step, class C> void foldRow(void *acc, const void *x, int64_t n, const double *) {
  constexpr int lanes = 16;
  const C *const in = static_cast<const C *>(x);
  auto *const target = static_cast<Accumulator<C> *>(acc);
  constexpr Step step;
  C lane[lanes];
  for (C &l : lane)
    l = Step::template initial<C>();
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int k = 0; k < lanes; ++k)
      lane[k] = step(lane[k], in[i + k]);
  for (; i < n; ++i)
    lane[0] = step(lane[0], in[i]);
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int k = 0; k < width; ++k)
      lane[k] = step.combine(lane[k], lane[k + width]);
  *target = step.combine(*target, Accumulator<C>(lane[0]));
}

template <class Step, class C> void foldColumns(void *acc, const void *x, int64_t n, const double *) {
  const C *const in = static_cast<const C *>(x);
  auto *const target = static_cast<Accumulator<C> *>(acc);
  constexpr Step step;
  for (int64_t j = 0; j < n; ++j)
    target[j] = step(target[j], Accumulator<C>(in[j]));
}

template <class Step> constexpr Fold foldOf() {
  return {{foldRow<Step, float>, foldRow<Step, double>, foldRow<Step, int64_t>},
          {foldColumns<Step, float>, foldColumns<Step, double>, foldColumns<Step, int64_t>},
          Step::template initial<double>(),
          Step::template initial<int64_t>()};
}

struct Sum {
  template <class T> static constexpr T initial() { return 0; }
  template <class T> T operator()(T a, T x) const { return formulas::Math<T>::add(a, x); }
  template <class T> T combine(T a, T b) const { return (*this)(a, b); }
};
struct Product {
  template <class T> static constexpr T initial() { return 1; }
  template <class T> T operator()(T a, T x) const { return formulas::Math<T>::mul(a, x); }
  template <class T> T combine(T a, T b) const { return (*this)(a, b); }
};
struct Maximum {
  template <class T> static constexpr T initial() {
    return std::is_integral_v<T> ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
  }
  template <class T> T operator()(T a, T x) const { return formulas::maximum{}(a, x); }
  template <class T> T combine(T a, T b) const { return (*this)(a, b); }
};
struct Minimum {
  template <class T> static constexpr T initial() {
    return std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
  }
  template <class T> T operator()(T a, T x) const { return formulas::minimum{}(a, x); }
  template <class T> T combine(T a, T b) const { return (*this)(a, b); }
};
struct Any { // NaN is true
  template <class T> static constexpr T initial() { return 0; }
  template <class T> T operator()(T a, T x) const { return x != 0 ? T(1) : a; }
  template <class T> T combine(T a, T b) const { return (*this)(a, b); }
};
struct All {
  template <class T> static constexpr T initial() { return 1; }
  template <class T> T operator()(T a, T x) const { return x != 0 ? a : T(0); }
  template <class T> T combine(T a, T b) const { return (*this)(a, b); }
};

Tensor resultFor(const Tensor &input, const DimSet &dims, ScalarType dtype) {
  return newContiguous(reducedSizes(input, dims), dtype);
}

Tensor reduceTo(const Fold &fold, const Tensor &self, const DimSet &dims, bool keepdim, ScalarType dtype) {
  const Tensor output = resultFor(self, dims, dtype);
  reduce({fold, self, output, dims, computeOf(self.scalar_type())});
  return dropReduced(output, dims, keepdim);
}

/// `self` with the values it has as `dtype`: converted first where the reduction could not tell them apart
/// later.
Tensor asDtype(const Tensor &self, ScalarType dtype) {
  return promoteTypes(self.scalar_type(), dtype) == dtype && computeOf(self.scalar_type()) == computeOf(dtype)
             ? self
             : to(self, dtype);
}

ScalarType sumDtype(const Tensor &self, std::optional<ScalarType> dtype) {
  return dtype ? *dtype : isIntegralType(self.scalar_type(), true) ? kLong : self.scalar_type();
}

} // namespace

static constexpr Fold sumFold = foldOf<Sum>(), productFold = foldOf<Product>();
static constexpr Fold maximumFold = foldOf<Maximum>(), minimumFold = foldOf<Minimum>();
static constexpr Fold anyFold = foldOf<Any>(), allFold = foldOf<All>();

Tensor sum(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  checkDefined(self, "sum");
  if (self.is_complex() || isComplexType(dtype.value_or(kFloat)))
    return complex_forms::sum(self, dim, keepdim, dtype);
  const DimSet dims(dim, self.dim());
  const ScalarType result = sumDtype(self, dtype);
  return reduceTo(sumFold, asDtype(self, result), dims, keepdim, result);
}

Tensor prod(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  checkDefined(self, "prod");
  const DimSet dims(dim, self.dim());
  const ScalarType result = sumDtype(self, dtype);
  return reduceTo(productFold, asDtype(self, result), dims, keepdim, result);
}

Tensor mean(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  checkDefined(self, "mean");
  if (self.is_complex() || isComplexType(dtype.value_or(kFloat)))
    return complex_forms::mean(self, dim, keepdim, dtype);
  const ScalarType result = dtype.value_or(self.scalar_type());
  FG_CHECK(isFloatingType(result), "mean(): could not infer output dtype. ", dtype ? "Optional" : "Input",
           " dtype must be either a floating point or complex dtype. Got: ", result);
  const DimSet dims(dim, self.dim());
  const Tensor input = asDtype(self, result), output = resultFor(input, dims, result);
  detail::Reduction r{sumFold, input, output, dims, computeOf(input.scalar_type())};
  r.scale = double(reducedCount(input, dims));
  r.finish = [](double *acc, int64_t n, double count) {
    for (int64_t j = 0; j < n; ++j)
      acc[j] /= count;
  };
  reduce(r);
  return dropReduced(output, dims, keepdim);
}

static Tensor extremum(const Fold &fold, const char *name, const Tensor &self, IntArrayRef dim,
                       bool keepdim) {
  checkDefined(self, name);
  const DimSet dims(dim, self.dim());
  if (self.numel() == 0) {
    FG_CHECK(!dim.empty(), name,
             "(): Expected reduction dim to be specified for input.numel() == 0. Specify the ",
             "reduction dim with the 'dim' argument.");
    for (const int64_t d : dim)
      FG_CHECK(self.dim() == 0 || self.size(d) != 0, name, "(): Expected reduction dim ", d,
               " to have non-zero size.");
  }
  return reduceTo(fold, self, dims, keepdim, self.scalar_type());
}
Tensor amax(const Tensor &self, IntArrayRef dim, bool keepdim) {
  return extremum(maximumFold, "amax", self, dim, keepdim);
}
Tensor amin(const Tensor &self, IntArrayRef dim, bool keepdim) {
  return extremum(minimumFold, "amin", self, dim, keepdim);
}

// ATen gives u8 for u8, and bool for all else.
static Tensor logical(const Fold &fold, const char *name, const Tensor &self, IntArrayRef dim, bool keepdim) {
  checkDefined(self, name);
  return reduceTo(fold, self, DimSet(dim, self.dim()), keepdim, self.scalar_type() == kByte ? kByte : kBool);
}
Tensor any(const Tensor &self, IntArrayRef dim, bool keepdim) {
  if (self.is_complex())
    return complex_forms::any(self, dim, keepdim);
  return logical(anyFold, "any", self, dim, keepdim);
}
Tensor all(const Tensor &self, IntArrayRef dim, bool keepdim) {
  if (self.is_complex())
    return complex_forms::all(self, dim, keepdim);
  return logical(allFold, "all", self, dim, keepdim);
}

namespace {

/// Sums of squared distances from the mean, in double.
template <class C> void squaredRow(void *acc, const void *x, int64_t n, const double *centre) {
  const C *const in = static_cast<const C *>(x);
  double lane[4] = {};
  int64_t i = 0;
  const auto square = [&](int64_t k) {
    const double d = double(in[k]) - *centre;
    return d * d;
  };
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k)
      lane[k] += square(i + k);
  for (; i < n; ++i)
    lane[0] += square(i);
  *static_cast<double *>(acc) += (lane[0] + lane[1]) + (lane[2] + lane[3]);
}
template <class C> void squaredColumns(void *acc, const void *x, int64_t n, const double *centre) {
  const C *const in = static_cast<const C *>(x);
  double *const target = static_cast<double *>(acc);
  for (int64_t j = 0; j < n; ++j) {
    const double d = double(in[j]) - centre[j];
    target[j] += d * d;
  }
}

constexpr Fold squaredFold = {{squaredRow<float>, squaredRow<double>, nullptr},
                              {squaredColumns<float>, squaredColumns<double>, nullptr},
                              0,
                              0};

} // namespace

Tensor var(const Tensor &self, IntArrayRef dim, const Scalar &correction, bool keepdim) {
  checkDefined(self, "var");
  if (self.is_complex())
    return complex_forms::var(self, dim, correction, keepdim);
  FG_CHECK(isFloatingType(self.scalar_type()), "std and var only support floating point and complex dtypes");
  const DimSet dims(dim, self.dim());
  const Tensor output = resultFor(self, dims, self.scalar_type());
  const double count = double(reducedCount(self, dims)), freedom = count - correction.toDouble();

  std::vector<double> means(size_t(output.numel()));
  detail::Reduction r{sumFold, self, output, dims, computeOf(self.scalar_type())};
  const auto divide = [](double *acc, int64_t n, double divisor) {
    for (int64_t j = 0; j < n; ++j)
      acc[j] /= divisor;
  };
  r.finish = divide;
  r.scale = count;
  r.raw = means.data();
  reduce(r);

  detail::Reduction squares{squaredFold, self, output, dims, computeOf(self.scalar_type())};
  squares.centres = means.data();
  squares.finish = divide;
  squares.scale = freedom > 0 ? freedom : 0; // 0 / 0 is NaN, as ATen has it
  reduce(squares);
  return dropReduced(output, dims, keepdim);
}

} // namespace fg::host
