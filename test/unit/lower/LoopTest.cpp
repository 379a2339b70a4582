// Loops of a symbolic number of places: one of them is a number, and is computed as one. The bits tell, since
// turns of one number have fused products.
#include "KernelRunner.h"

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

const char *const smoothed =
    "graph @k(%x: f32[s1, s0], %a: f32[s0], %h: f32[s0]) { "
    "%s: f32[s0] = turn_state(%h, number = 0) "
    "%t: f32[s0] = turn_slice(%x, dim = 0, reverse = false) "
    "%m: f32[s0] = mul(%a, %s) %n: f32[s0] = add(%m, %t) "
    "%y: f32[s1, s0] = all_turns([%s], [%n], %n, turns = s1, reverse = false) return %y }";

/// Compares each bit with a plain loop, whose turns are one rounding or two.
void expectTurns(int64_t places, bool strict, bool isFused) {
  const int64_t turns = 50;
  LowerOptions options;
  options.strictFloat = strict;
  const CompiledKernel kernel(smoothed, options);
  ASSERT_TRUE(kernel.ok()) << kernel.error();
  Array x(ScalarType::Float, {turns, places}), a(ScalarType::Float, {places}), h(ScalarType::Float, {places}),
      y(ScalarType::Float, {turns, places});
  x.fill(0.1);
  a.fill(0.01);
  h.fill();
  ASSERT_EQ(kernel({&x, &a, &h}, {turns, places}, {&y}), 0);
  for (int64_t place = 0; place < places; ++place) {
    auto state = static_cast<float>(h.get({place}));
    const auto factor = static_cast<float>(a.get({place}));
    for (int64_t turn = 0; turn < turns; ++turn) {
      const auto added = static_cast<float>(x.get({turn, place}));
      const float product = factor * state;
      state = isFused ? std::fma(factor, state, added) : product + added;
      ASSERT_EQ(y.get({turn, place}), state) << turn << ", " << place;
    }
  }
}

} // namespace

TEST(Loops, OnePlaceOfASymbolicNumberIsComputedAsANumber) {
  expectTurns(1, /*strict=*/false, /*isFused=*/true);
  expectTurns(1, /*strict=*/true, /*isFused=*/false);
  expectTurns(3, /*strict=*/false, /*isFused=*/false);
  expectTurns(40, /*strict=*/false, /*isFused=*/false);
}
