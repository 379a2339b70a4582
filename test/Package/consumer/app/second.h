#pragma once

#include <fullgraph/fullgraph.h>

fg::Tensor second(fg::Tensor x);
fg::Tensor scaled(const fg::Tensor &x);
