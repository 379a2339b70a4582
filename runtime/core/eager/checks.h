// Checks and names that several operators share. Eager operators call it before they compute. Errors are
// fg::Error, and name the function that the user called.
#pragma once

#include <fullgraph/tensor.h>

namespace fg::detail {

/// The C++ type as ATen prints it in some messages: "float", "long int", "c10::Half", ...
const char *cppName(ScalarType t);

/// `value`, if c10 would convert it to `dtype`; throws "value cannot be converted to type int8_t without
/// overflow". A negative number wraps in u8.
Scalar checkedFill(const Scalar &value, ScalarType dtype);

/// Throws "<method>() called on an undefined Tensor" for an undefined operand.
inline void checkDefined(const Tensor &t, const char *method) {
  if (!t.defined()) [[unlikely]]
    failUndefined(method);
}

/// Throws unless A holds matrices of f32 or f64, as at::native's squareCheckInputs and
/// checkFloatingOrComplex; `kernel`: what ATen calls the one that 16-bit floats lack.
void checkMatrices(const Tensor &A, const char *name, const char *kernel, bool square = false);
/// For parts of so many rows above each other, of A's batches and dtype.
Tensor newPacked(const Tensor &A, int64_t rows, int64_t columns);

/// Wrapped, without repetition; all dims for an empty list.
struct DimSet {
  bool has[maxRank] = {};
  DimSet(IntArrayRef dims, int64_t rank);
};

/// Calls f(begin, n) for the tiles of a row of `length` elements.
template <class F> void forEachTile(int64_t length, int64_t tile, F &&f) {
  for (int64_t begin = 0; begin < length; begin += tile)
    f(begin, length - begin < tile ? length - begin : tile);
}

} // namespace fg::detail
