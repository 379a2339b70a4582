// fourier, fourier_of_real, fourier_to_real.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"

namespace fg::host {

using namespace detail;

namespace {

/// As inferFourier of lib/Shapes.
void checkLines(const Tensor &self, const char *name, bool pairs) {
  checkDefined(self, name);
  FG_CHECK(self.scalar_type() == kFloat || self.scalar_type() == kDouble, "Unsupported dtype ",
           self.scalar_type());
  FG_CHECK(self.dim() > int64_t(pairs), name, ": a tensor of sizes ", self.sizes(), " has no lines");
  FG_CHECK(!pairs || self.size(-1) == 2, name, ": the last dim of complex numbers is 2, but sizes are ",
           self.sizes());
  FG_CHECK(self.size(pairs ? -2 : -1) >= 1, "Invalid number of data points (", self.size(pairs ? -2 : -1),
           ") specified");
}

} // namespace

Tensor fourier(const Tensor &self, bool forward) {
  checkLines(self, "fourier", true);
  const Tensor result = newContiguous(self.sizes(), self.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_fourier, self, int64_t(forward), result);
  return result;
}

Tensor fourier_of_real(const Tensor &self) {
  checkLines(self, "fourier_of_real", false);
  Dims sizes(self.sizes());
  checkRank(sizes.size() + 1);
  sizes[sizes.size() - 1] = self.size(-1) / 2 + 1;
  sizes.push(2);
  const Tensor result = newContiguous(sizes, self.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_fourier_of_real, self, result);
  return result;
}

Tensor fourier_to_real(const Tensor &self, int64_t size) {
  checkLines(self, "fourier_to_real", true);
  FG_CHECK(size >= 1, "Invalid number of data points (", size, ") specified");
  Dims sizes(self.sizes());
  --sizes.rank;
  sizes[sizes.size() - 1] = size;
  const Tensor result = newContiguous(sizes, self.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_fourier_to_real, self, size, result);
  return result;
}

} // namespace fg::host
