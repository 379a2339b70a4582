// LibTorch's header of this name, for sources that are compiled with the target fullgraph::torch_compat.
#pragma once

#include <fullgraph/cuda.h>
#include <fullgraph/torch.h>
