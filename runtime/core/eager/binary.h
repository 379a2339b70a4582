// The forms in which ops.h declares binary operators. The files of binary operators include it. All forms of
// an operator call one function.
#pragma once

#include "runtime/core/eager/pointwise.h"

#define FG_BINARY_TENSOR(name, op)                                                                           \
  Tensor name(const Tensor &self, const Tensor &other) { return pointwise(op, {self, other}); }
#define FG_BINARY_NUMBER(name, op)                                                                           \
  Tensor name(const Tensor &self, const Scalar &other) { return pointwise(op, {self, other}); }
#define FG_BINARY_NUMBER_FIRST(name, op)                                                                     \
  Tensor name(const Scalar &self, const Tensor &other) { return pointwise(op, {self, other}); }
#define FG_BINARY_TENSOR_IN_PLACE(name, op)                                                                  \
  Tensor &name##_(Tensor &self, const Tensor &other) { return pointwiseInPlace(op, self, {self, other}); }
#define FG_BINARY_NUMBER_IN_PLACE(name, op)                                                                  \
  Tensor &name##_(Tensor &self, const Scalar &other) { return pointwiseInPlace(op, self, {self, other}); }
