// Runs a piece of code twice, with compiled functions off and on, and compares everything that a caller can
// see of the tensors it returns. Prints one line a piece, so that a test also notices one that did not run.
#pragma once

#include <fullgraph/dispatch.h>
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace both {

struct Outcome {
  std::vector<fg::Tensor> tensors;
  std::string error;
};

template <class F> Outcome run(F &f, bool compiled) {
  fg::rt::state::enabled.store(compiled ? 1 : 0);
  Outcome outcome;
  try {
    outcome.tensors = f();
  } catch (const std::exception &error) {
    outcome.error = error.what();
  }
  return outcome;
}

inline bool near(double a, double b, double tolerance) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return std::abs(a - b) <= tolerance * (1 + std::abs(a));
}

inline std::string difference(const fg::Tensor &a, const fg::Tensor &b) {
  if (a.defined() != b.defined())
    return "one is undefined";
  if (!a.defined())
    return "";
  if (a.scalar_type() != b.scalar_type())
    return std::string("dtypes ") + fg::toString(a.scalar_type()) + " and " + fg::toString(b.scalar_type());
  if (!(a.sizes() == b.sizes()))
    return "sizes differ";
  for (int64_t d = 0; d < a.dim(); ++d) // a stride of a dim of one element cannot be seen
    if (a.size(d) > 1 && a.numel() > 0 && a.stride(d) != b.stride(d))
      return "stride of dim " + std::to_string(d) + ": " + std::to_string(a.stride(d)) + " and " +
             std::to_string(b.stride(d));
  if (a.is_complex()) // the same memory as parts
    return difference(fg::view_as_real(a), fg::view_as_real(b));
  const bool real = a.is_floating_point();
  const double tolerance = a.scalar_type() == fg::kDouble  ? 1e-9
                           : a.scalar_type() == fg::kFloat ? 2e-5
                           : real                          ? 2e-2
                                                           : 0;
  const fg::Tensor x = a.to(fg::kDouble).contiguous().view({-1}),
                   y = b.to(fg::kDouble).contiguous().view({-1});
  for (int64_t i = 0; i < x.numel(); ++i)
    if (!near(x.data_ptr<double>()[i], y.data_ptr<double>()[i], tolerance))
      return "element " + std::to_string(i) + ": " + std::to_string(x.data_ptr<double>()[i]) + " and " +
             std::to_string(y.data_ptr<double>()[i]);
  return "";
}

/// `f` builds its inputs and returns what it computed, and the inputs that it wrote.
template <class F> void check(const char *name, F f) {
  const Outcome eager = run(f, false), compiled = run(f, true);
  if (eager.error != compiled.error) {
    std::printf("%s: FAILED: throws \"%s\", compiled \"%s\"\n", name, eager.error.c_str(),
                compiled.error.c_str());
    return;
  }
  if (eager.tensors.size() != compiled.tensors.size()) {
    std::printf("%s: FAILED: %zu and %zu tensors\n", name, eager.tensors.size(), compiled.tensors.size());
    return;
  }
  for (size_t i = 0; i < eager.tensors.size(); ++i)
    if (const std::string text = difference(eager.tensors[i], compiled.tensors[i]); !text.empty()) {
      std::printf("%s: FAILED: tensor %zu: %s\n", name, i, text.c_str());
      return;
    }
  if (eager.error.empty())
    std::printf("%s: same\n", name);
  else
    std::printf("%s: same error\n", name);
}

/// Values of no special pattern, the same each time.
inline fg::Tensor values(std::vector<int64_t> sizes, fg::ScalarType dtype = fg::kFloat) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  const fg::Tensor x = fg::sin(fg::arange(count, fg::kDouble) * 0.7 + 0.3) * 2;
  return x.to(dtype).view(sizes);
}

/// check(), and how many of its calls no code that was built ahead took.
template <class F> void ahead(const char *name, F f) {
  const uint64_t before = fg::stats().eager_calls;
  check(name, f);
  std::printf("%s: %d eager\n", name, static_cast<int>(fg::stats().eager_calls - before));
}

} // namespace both
