// x[i], x.index({...}), and writing through both.
#include "Errors.h"

#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>
#include <string>

using fg::Tensor;
using fg::indexing::Ellipsis;
using fg::indexing::None;
using fg::indexing::Slice;

namespace {

Tensor cube() { return fg::arange(24).view({2, 3, 4}); }

} // namespace

TEST(Indexing, ChoosesAsPython) {
  const Tensor x = cube();
  EXPECT_TRUE(x.index({1}).equal(x.select(0, 1)));
  EXPECT_TRUE(x.index({Slice(), -1}).equal(x.select(1, 2)));
  EXPECT_TRUE(x.index({Ellipsis, 0}).equal(x.select(2, 0)));
  EXPECT_TRUE(x.index({"...", Slice(1, 3)}).equal(x.slice(2, 1, 3)));
  EXPECT_TRUE(x.index({0, Ellipsis, Slice(None, None, 2)}).equal(x[0].slice(1, 0, 4, 2)));
  EXPECT_TRUE(x.index({Slice(-1, None)}).equal(x.slice(0, 1, 2)));
  EXPECT_EQ(x.index({None, Slice(), None, 1}).sizes(), fg::IntArrayRef({1, 2, 1, 4}));
  EXPECT_EQ(x.index({1, 2, 3}).item<int64_t>(), 23);
  EXPECT_EQ(x[1][2][3].item<int64_t>(), 23);
  EXPECT_EQ(x[-1].sizes(), fg::IntArrayRef({3, 4}));
  EXPECT_EQ(x.index({Slice(5, 9)}).size(0), 0);
  EXPECT_EQ(x.index({Ellipsis, None}).sizes(), fg::IntArrayRef({2, 3, 4, 1}));
}

TEST(Indexing, IsAView) {
  const Tensor x = cube();
  EXPECT_TRUE(x.index({Slice(), 1}).is_alias_of(x));
  EXPECT_TRUE(x.index({Slice()}).is_alias_of(x));
  EXPECT_FALSE(x.index({Slice()}).is_same(x));
}

TEST(Indexing, WritesThrough) {
  Tensor x = cube();
  x.index_put_({0, Slice(), 1}, -1);
  EXPECT_TRUE(x.index({0, Slice(), 1}).equal(fg::full({3}, -1)));
  x.index_put_({Ellipsis, Slice(2, None)}, fg::tensor({50, 60}));
  EXPECT_TRUE(x.index({1, 2}).equal(fg::tensor({20, 21, 50, 60})));
  x.index({1, 0}) = fg::tensor({1, 2, 3, 4});
  EXPECT_TRUE(x[1][0].equal(fg::tensor({1, 2, 3, 4})));
  x.index({1, 0, Slice(None, 2)}) = 9.7; // cast to i64
  EXPECT_TRUE(x[1][0].equal(fg::tensor({9, 9, 3, 4})));
  x[0] = 0;
  EXPECT_EQ(x[0].sum().item<int64_t>(), 0);
  x[0][1] += 2;
  EXPECT_EQ(x[0].sum().item<int64_t>(), 8);
  x.index_put_({1, 1}, fg::tensor({{7, 7, 7, 7}})); // a leading dim of size 1 is dropped
  EXPECT_EQ(x[1][1].sum().item<int64_t>(), 28);
  // A named handle is assigned, not written.
  Tensor row = x[1];
  row = fg::zeros({1});
  EXPECT_EQ(x[1][1].sum().item<int64_t>(), 28);
}

TEST(Indexing, Errors) {
  Tensor x = cube();
  EXPECT_EQ(errorOf([&] { x.index({0, 0, 0, 0}); }), "too many indices for tensor of dimension 3");
  EXPECT_EQ(errorOf([&] { x.index({Slice(), 3}); }), "index 3 is out of bounds for dimension 1 with size 3");
  EXPECT_EQ(errorOf([&] { x[2]; }),
            "select(): index 2 out of range for tensor of size [2, 3, 4] at dimension 0");
  EXPECT_EQ(errorOf([] { Slice(0, 1, 0); }), "slice step cannot be zero");
  EXPECT_EQ(errorOf([&] { x.index({Slice(0, 2, -1)}); }), "step must be greater than zero");
  EXPECT_EQ(errorOf([&] { x.index({fg::tensor({0, 2})}); }),
            "index 2 is out of bounds for dimension 0 with size 2");
  EXPECT_EQ(errorOf([&] { x.index({fg::tensor({0.5})}); }),
            "tensors used as indices must be long, int, byte or bool tensors");
  EXPECT_NE(errorOf([&] { x.index({".."}); }), "no error");
  EXPECT_NE(errorOf([&] { x.index_put_({0}, fg::zeros({5})); }), "no error");
}
