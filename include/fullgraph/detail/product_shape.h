// How fg_cuda_product (runtime/core/device/product.h) reads its buffers: which dims its operands have. Kernels that
// the tool makes pass these numbers, and the run-time library takes them.
#pragma once

namespace fg::devices {

/// A sum of these. The left operand is [batch..., m, k] or [batch..., k], the right one [batch..., k, n], [batch..., n, k] or
/// [k], and the result [batch..., m, n], or less by the dims that are not there.
enum ProductShape : int {
  hasRows = 1,        // m is there
  hasColumns = 2,     // n is there
  columnsOutside = 4, // the right operand is [n, k]
};

} // namespace fg::devices
