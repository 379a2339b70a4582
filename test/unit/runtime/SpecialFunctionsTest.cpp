// The functions that formulas call, held to values of 40 digits (mpmath): PyTorch's own doubles, which
// test/Ops has, are right to some 1e-9 only.
#include <fullgraph/detail/special_functions.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace fg::formulas::functions;

namespace {

TEST(SpecialFunctions, AreRightToTwelveDigits) {
  const struct {
    double (*function)(double, double);
    double a, b, value;
  } rows[] = {{fg_math_igamma, 1e-09, 0.5, 0.99999999944022640493},
              {fg_math_igammac, 1e-09, 0.5, 5.5977359506954063818e-10},
              {fg_math_igamma, 0.25, 0.01, 0.34818645276048404784},
              {fg_math_igammac, 0.25, 0.01, 0.65181354723951595216},
              {fg_math_igamma, 0.5, 1.05, 0.85270086137732394936},
              {fg_math_igammac, 0.5, 1.05, 0.14729913862267605064},
              {fg_math_igamma, 1.0, 1.0, 0.6321205588285576784},
              {fg_math_igammac, 1.0, 1.0, 0.3678794411714423216},
              {fg_math_igamma, 3.5, 0.5, 0.0051714634834845177365},
              {fg_math_igammac, 3.5, 0.5, 0.99482853651651548226},
              {fg_math_igamma, 7.25, 9.0, 0.76603482716965379623},
              {fg_math_igammac, 7.25, 9.0, 0.23396517283034620377},
              {fg_math_igamma, 20.5, 20.5, 0.52937762318101910237},
              {fg_math_igammac, 20.5, 20.5, 0.47062237681898089763},
              {fg_math_igamma, 45.0, 20.0, 1.0602631299402716116e-6},
              {fg_math_igammac, 45.0, 20.0, 0.99999893973687005973},
              {fg_math_igamma, 45.0, 90.0, 0.99999994261951393106},
              {fg_math_igammac, 45.0, 90.0, 5.7380486068939750347e-8},
              {fg_math_igamma, 300.0, 310.0, 0.72248875417186110922},
              {fg_math_igammac, 300.0, 310.0, 0.27751124582813889078},
              {fg_math_igamma, 999.0, 1010.0, 0.63956345977302983763},
              {fg_math_igammac, 999.0, 1010.0, 0.36043654022697016237},
              {fg_math_igamma, 1001.0, 1000.0, 0.49159063283149400879},
              {fg_math_igammac, 1001.0, 1000.0, 0.50840936716850599121},
              {fg_math_igamma, 5000.0, 4900.0, 0.077944956226513913903},
              {fg_math_igammac, 5000.0, 4900.0, 0.9220550437734860861},
              {fg_math_igamma, 1000000.0, 1002000.0, 0.97719590410123013724},
              {fg_math_igammac, 1000000.0, 1002000.0, 0.022804095898769862758},
              {fg_math_igamma, 1.5, 60.0, 1.0},
              {fg_math_igammac, 1.5, 60.0, 7.7167903556341587076e-26},
              {fg_math_zeta, 1.001, 0.5, 1001.9648639703558565},
              {fg_math_zeta, 1.5, 3.0, 1.2588219580922145811},
              {fg_math_zeta, 2.0, 1.0, 1.6449340668482264365},
              {fg_math_zeta, 2.5, 0.001, 31622777.940358821883},
              {fg_math_zeta, 3.0, 1000.0, 5.0050024999991666675e-7},
              {fg_math_zeta, 30.0, 0.25, 1152921504606846976.0},
              {fg_math_zeta, 2.0, -0.25, 18.541879647671606498},
              {fg_math_zeta, 3.0, -1.5, 0.1181020258208637015},
              {fg_math_zeta, 13.0, -3.5, 3.4924793023089498439e-9},
              {fg_math_zeta, 9.0, -86.00053, -3.0305201333921437616e+29},
              {fg_math_zeta, 4.0, -300.75, 259.75757607848059798},
              {fg_math_polygamma, 1.0, 0.5, 4.9348022005446793094},
              {fg_math_polygamma, 1.0, 1.0, 1.6449340668482264365},
              {fg_math_polygamma, 1.0, -3.75, 19.504980060599575273},
              {fg_math_polygamma, 1.0, 1000.0, 0.0010005001666666333334},
              {fg_math_polygamma, 2.0, 0.125, -1025.7533381181356826},
              {fg_math_polygamma, 3.0, -0.25, 1555.7633125348505998},
              {fg_math_polygamma, 6.0, 2.5, -1.3180061075500352023},
              {fg_math_polygamma, 10.0, 7.0, -0.0024309655551116750843}};
  for (const auto &row : rows)
    EXPECT_NEAR(row.function(row.a, row.b) / row.value, 1, 1e-12)
        << row.a << ", " << row.b << ": " << row.value;
}

TEST(SpecialFunctions, EndFarBelowZero) {
  // PyTorch adds up all terms from q on.
  EXPECT_NEAR(fg_math_zeta(2, -1e12 + 0.5) / (3.14159265358979323846 * 3.14159265358979323846), 1, 1e-10);
  EXPECT_EQ(fg_math_polygamma(1, -3), std::numeric_limits<double>::infinity());
}

TEST(SpecialFunctions, TheExponentOfWhatIsNotFiniteIsZero) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fg_math_frexp_exponent(-inf), 0);
  EXPECT_EQ(fg_math_frexp_mantissa(-inf), -inf);
  EXPECT_EQ(fg_math_frexp_exponent(std::nan("")), 0);
  EXPECT_EQ(fg_math_frexp_exponentf(0x1p-149f), -148);
  EXPECT_EQ(fg_math_frexp_mantissaf(-0x1p-149f), -0.5f);
}

} // namespace
