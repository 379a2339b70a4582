// Comparisons and logical operators: bool results. In place, self keeps its dtype and holds 0 and 1.
#include "runtime/core/eager/binary.h"

namespace fg::host {

using namespace detail;

#define FG_COMPARE(name)                                                                                     \
  FG_POINTWISE_OP(name, 2, 0)                                                                                \
  FG_BINARY_TENSOR(name, name##Op)                                                                           \
  FG_BINARY_NUMBER(name, name##Op)                                                                           \
  FG_BINARY_TENSOR_IN_PLACE(name, name##Op)                                                                  \
  FG_BINARY_NUMBER_IN_PLACE(name, name##Op)

FG_COMPARE(eq)
FG_COMPARE(ne)
FG_COMPARE(lt)
FG_COMPARE(le)
FG_COMPARE(gt)
FG_COMPARE(ge)

#define FG_LOGICAL(name)                                                                                     \
  FG_POINTWISE_OP(name, 2, 0)                                                                                \
  FG_BINARY_TENSOR(name, name##Op)                                                                           \
  FG_BINARY_TENSOR_IN_PLACE(name, name##Op)

FG_LOGICAL(logical_and)
FG_LOGICAL(logical_or)
FG_LOGICAL(logical_xor)

} // namespace fg::host
