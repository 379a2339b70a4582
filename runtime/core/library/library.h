// The operators of family Library as functions over buffers, which eager code, generated code and versions
// made at run time call alike. They use nothing of the runtime: libfullgraph_jit.so has its own copy.
//
// Arguments are pointers: an fg_buffer for each tensor of the schema, an int64_t for each attribute (a text
// by detail::libraryText), an fg_buffer for the result, which is contiguous and shares no memory with the
// others. The result is 0, or what the operator's eager form has a message for.
#pragma once

#include <cstdint>

#define FG_LIBRARY_OPERATORS(X)                                                                              \
  X(sort_indices)                                                                                            \
  X(sorted_positions)                                                                                        \
  X(cumsum)                                                                                                  \
  X(cumprod)                                                                                                 \
  X(logcumsumexp)                                                                                            \
  X(running_extremum)                                                                                        \
  X(wrap_index)                                                                                              \
  X(checked_index)                                                                                           \
  X(scatter)                                                                                                 \
  X(scatter_reduce)                                                                                          \
  X(masked_scatter)                                                                                          \
  X(random_uniform)                                                                                          \
  X(random_normal)                                                                                           \
  X(random_integers)                                                                                         \
  X(linalg_inv)                                                                                              \
  X(linalg_det)                                                                                              \
  X(solve_matrices)                                                                                          \
  X(solve_triangular_matrices)                                                                               \
  X(lu_factors)                                                                                              \
  X(pivot_order)                                                                                             \
  X(linalg_cholesky)                                                                                         \
  X(cholesky_factor)                                                                                         \
  X(householder_qr)                                                                                          \
  X(symmetric_eigen)                                                                                         \
  X(general_eigen)                                                                                           \
  X(singular_values)                                                                                         \
  X(matrix_exponential)                                                                                      \
  X(gcd)                                                                                                     \
  X(bag_places)                                                                                              \
  X(ctc_losses)                                                                                              \
  X(fourier)                                                                                                 \
  X(fourier_of_real)                                                                                         \
  X(fourier_to_real)                                                                                         \
  X(recurrent_steps)

extern "C" {
#define FG_DECLARE(name) int fg_library_##name(void **arguments);
FG_LIBRARY_OPERATORS(FG_DECLARE)
#undef FG_DECLARE
// The generator is the program's: libfullgraph_jit.so is given this one, and has none of its own.
int fg_library_random_key(void **arguments);
}
