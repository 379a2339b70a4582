// Complex operands of eager operators. Their kernels know real numbers only.
#pragma once

#include "runtime/core/eager/pointwise.h"

#include <string_view>

namespace fg::detail {

bool anyComplex(std::initializer_list<Operand> inputs);
/// The operator whose rule has this name, of operands of which one is complex: complex_forms' function.
Tensor complexPointwise(std::string_view name, std::initializer_list<Operand> inputs,
                        std::initializer_list<Scalar> params);
/// Writes it to self, to whose dtype it must be allowed to be cast.
Tensor &complexInPlace(std::string_view name, Tensor &self, std::initializer_list<Operand> inputs,
                       std::initializer_list<Scalar> params);

} // namespace fg::detail
