// cumsum, cumprod, logcumsumexp, running_extremum.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"

namespace fg::host {

using namespace detail;

namespace {

Tensor scanned(int (*function)(void **), const Tensor &self, int64_t dim) {
  const int64_t at = wrapDim(dim, self.dim());
  const ScalarType dtype = isFloatingType(self.scalar_type()) ? self.scalar_type() : kLong;
  const Tensor result = newContiguous(self.sizes(), dtype);
  if (result.numel() > 0)
    callLibrary(function, self, at, result);
  return result;
}

} // namespace

Tensor cumsum(const Tensor &self, int64_t dim) {
  checkDefined(self, "cumsum");
  if (self.is_complex())
    return complex_forms::cumsum(self, dim);
  return scanned(fg_library_cumsum, self, dim);
}
Tensor cumprod(const Tensor &self, int64_t dim) {
  checkDefined(self, "cumprod");
  return scanned(fg_library_cumprod, self, dim);
}
Tensor logcumsumexp(const Tensor &self, int64_t dim) {
  checkDefined(self, "logcumsumexp");
  FG_CHECK(isFloatingType(self.scalar_type()), "\"logcumsumexp_out_cpu\" not implemented for '",
           self.scalar_type(), "'");
  return scanned(fg_library_logcumsumexp, self, dim);
}

Tensor running_extremum(const Tensor &self, int64_t dim, bool minimum) {
  checkDefined(self, "cummax");
  const int64_t at = wrapDim(dim, self.dim());
  const Tensor result = newContiguous(self.sizes(), kLong);
  if (result.numel() > 0)
    callLibrary(fg_library_running_extremum, self, at, int64_t(minimum), result);
  return result;
}

Tensor &cumsum_(Tensor &self, int64_t dim) { return copy_(self, host::cumsum(self, dim)); }
Tensor &cumprod_(Tensor &self, int64_t dim) { return copy_(self, host::cumprod(self, dim)); }

} // namespace fg::host
