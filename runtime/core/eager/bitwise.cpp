// Bitwise operators and shifts.
#include "runtime/core/eager/binary.h"

namespace fg::host {

using namespace detail;

#define FG_BITWISE(name)                                                                                     \
  FG_POINTWISE_OP(name, 2, 0)                                                                                \
  FG_BINARY_TENSOR(name, name##Op)                                                                           \
  FG_BINARY_NUMBER(name, name##Op)                                                                           \
  FG_BINARY_NUMBER_FIRST(name, name##Op)                                                                     \
  FG_BINARY_TENSOR_IN_PLACE(name, name##Op)                                                                  \
  FG_BINARY_NUMBER_IN_PLACE(name, name##Op)

FG_BITWISE(bitwise_and)
FG_BITWISE(bitwise_or)
FG_BITWISE(bitwise_xor)

namespace {

/// A shift depends on the width of the dtype, so it is evaluated in the dtype itself; the tiles stay i64.
template <class F, class T> void shiftTile(const void *const *in, const void *, void *out, int64_t n) {
  const int64_t *const a = static_cast<const int64_t *>(in[0]), *const b =
                                                                    static_cast<const int64_t *>(in[1]);
  int64_t *const result = static_cast<int64_t *>(out);
  for (int64_t i = 0; i < n; ++i)
    result[i] = F{}(static_cast<T>(a[i]), static_cast<T>(b[i]));
}

template <class F> PointwiseOp shiftOp(const PointwiseRule &rule, const Operand &self, const Operand &other) {
  PointwiseOp op{rule, 2, 0, {nullptr, nullptr, nullptr}};
  TileFn &tile = op.tile[int(Compute::I64)];
  switch (commonDtype(rule, {self, other})) {
  case kByte:
    tile = shiftTile<F, uint8_t>;
    break;
  case kChar:
    tile = shiftTile<F, int8_t>;
    break;
  case kShort:
    tile = shiftTile<F, int16_t>;
    break;
  case kInt:
    tile = shiftTile<F, int32_t>;
    break;
  default:
    tile = shiftTile<F, int64_t>;
    break;
  }
  return op;
}

} // namespace

#define FG_SHIFT(name)                                                                                       \
  static PointwiseOp name##Op(const Operand &self, const Operand &other) {                                   \
    constexpr PointwiseRule rule = *pointwiseRule(#name);                                                    \
    return shiftOp<formulas::name>(rule, self, other);                                                       \
  }                                                                                                          \
  FG_BINARY_TENSOR(name, name##Op(self, other))                                                              \
  FG_BINARY_NUMBER(name, name##Op(self, other))                                                              \
  FG_BINARY_NUMBER_FIRST(name, name##Op(self, other))                                                        \
  FG_BINARY_TENSOR_IN_PLACE(name, name##Op(self, other))                                                     \
  FG_BINARY_NUMBER_IN_PLACE(name, name##Op(self, other))

FG_SHIFT(bitwise_left_shift)
FG_SHIFT(bitwise_right_shift)

} // namespace fg::host
