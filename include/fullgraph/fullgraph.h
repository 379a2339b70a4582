// Everything that a program needs: tensors, operators and the annotations that have functions compiled.
#pragma once

#include <fullgraph/control.h>
#include <fullgraph/error.h>
#include <fullgraph/ops.h>
#include <fullgraph/tensor.h>
#if __has_include(<fullgraph/annotations.h>)
#include <fullgraph/annotations.h>
#endif
