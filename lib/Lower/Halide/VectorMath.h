// Elementary functions of f32 as polynomials that vectorise. Halide calls libm once a lane for most of them.
//
// Errors are the largest over all floats of the stated range, in units in the last place of the f32 result,
// as test/unit/lower/VectorMathTest.cpp measures them. All take and give the special values of C's functions.
#pragma once

#include <Halide.h>

namespace fullgraph::lower {

Halide::Expr expF32(const Halide::Expr &x);   // 1.5 ulp
Halide::Expr exp2F32(const Halide::Expr &x);  // 1.5 ulp
Halide::Expr expm1F32(const Halide::Expr &x); // 2 ulp
Halide::Expr logF32(const Halide::Expr &x);   // 1.5 ulp
Halide::Expr log2F32(const Halide::Expr &x);  // 2 ulp
Halide::Expr log10F32(const Halide::Expr &x); // 2 ulp
Halide::Expr log1pF32(const Halide::Expr &x); // 2.5 ulp
Halide::Expr tanhF32(const Halide::Expr &x);  // 5 ulp
Halide::Expr erfF32(const Halide::Expr &x);   // 5 ulp
/// 2 ulp, over all floats. The argument is reduced in double; a vector with a lane beyond 2^29, where double
/// has no bits left, calls C's functions, which is for branchOnHugeAngles to arrange.
Halide::Expr sinF32(const Halide::Expr &x);
Halide::Expr cosF32(const Halide::Expr &x);

/// To be called on each pipeline that may have sinF32 or cosF32 in it: they hold calls {is huge, x, y for
/// others} that are no functions, and that this resolves once Halide has vectorised the pipeline.
void branchOnHugeAngles(Halide::Pipeline &pipeline);
/// C's function for the huge arguments of such a call; null for another call.
const char *libmOfHugeAngles(const Halide::Internal::Call *call);

} // namespace fullgraph::lower
