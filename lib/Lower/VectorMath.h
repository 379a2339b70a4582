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
/// sin and cos reduce the argument in double: 2 ulp for |x| <= 2^28. Beyond, f32 has no fraction left, and
/// the result is a sine of a nearby number.
Halide::Expr sinF32(const Halide::Expr &x);
Halide::Expr cosF32(const Halide::Expr &x);

} // namespace fullgraph::lower
