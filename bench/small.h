// A compiled function whose kernel does next to nothing: what is left of a call is guards and dispatch.
#pragma once

#include <fullgraph/fullgraph.h>

/// x + y, elementwise; both f32[N].
fg::Tensor addSmall(fg::Tensor x, fg::Tensor y);
/// Sixteen pointwise steps in one graph, and as many with a break behind each.
fg::Tensor sixteenSteps(fg::Tensor x);
fg::Tensor sixteenBreaks(fg::Tensor x);
/// The same with eight parameters, each with guards of its own.
fg::Tensor addEight(fg::Tensor a, fg::Tensor b, fg::Tensor c, fg::Tensor d, fg::Tensor e, fg::Tensor f,
                    fg::Tensor g, fg::Tensor h);
