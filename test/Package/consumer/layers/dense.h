#pragma once

#include <fullgraph/fullgraph.h>

/// x w^T + b, times NET_SCALE.
fg::Tensor dense(fg::Tensor x, fg::Tensor w, fg::Tensor b);
