// Everything that a program needs: tensors, operators and the annotations that have functions compiled.
#pragma once

#include <fullgraph/control.h>
#include <fullgraph/control_flow.h>
#include <fullgraph/dynamic.h>
#include <fullgraph/error.h>
#include <fullgraph/kernel_op.h>
#include <fullgraph/log.h>
#include <fullgraph/ops.h>
#include <fullgraph/tensor.h>
#include <fullgraph/tensor_meta.h>
#include <fullgraph/warmup.h>
#if __has_include(<fullgraph/annotations.h>)
#include <fullgraph/annotations.h>
#endif
