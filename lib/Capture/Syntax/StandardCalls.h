// What functions of the standard library do with their arguments. A function that no list names here may
// write to everything that an argument leads to: std::transform(v.begin(), v.end(), v.begin(), f) changes v.

#pragma once

#include "clang/AST/Expr.h"

namespace fullgraph {

/// Does a call of a free function of the standard library change nothing, as long as its arguments do not?
/// std::sqrt(x), std::accumulate(v.begin(), v.end(), 0.0), std::get<1>(pair). A function that it is handed
/// has to be a closure that stands in the call, which the caller looks at, or an object such as std::plus<>.
bool isQuietStandardCall(const clang::CallExpr *call);

} // namespace fullgraph
