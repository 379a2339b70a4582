// Functions that write whole slices at indices, of sources that lie as rows and of others: the same sums in
// the order of the indices, and the same error.
#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

using fg::Tensor;

TEST(Slices, AreAddedInOrderWhereverTheyLie) {
  fg::manual_seed(5);
  for (const int64_t columns : {1, 3, 16, 65}) {
    SCOPED_TRACE(columns);
    const Tensor x = fg::randn({40, columns}), into = fg::randn({7, columns}),
                 index = fg::randint(0, 7, {40});
    Tensor expected = into.clone();
    for (int64_t i = 0; i < 40; ++i) {
      Tensor row = expected.select(0, index[i].item<int64_t>());
      row.copy_(row + x.select(0, i));
    }
    const Tensor transposed = x.t().contiguous().t();
    const Tensor second = fg::stack({x, 2 * x}, 2).select(2, 0),
                 wide = fg::cat({2 * x, x}, 1).slice(1, columns);
    for (const Tensor &source : {x, transposed, second, wide})
      EXPECT_TRUE(fg::equal(fg::index_add(into, 0, index, source), expected));
    EXPECT_TRUE(fg::equal(fg::index_add(into.t(), 1, index, x.t()), expected.t()));
    const Tensor twice = fg::stack({index, index}, 1).select(1, 1); // every second element of its memory
    EXPECT_TRUE(fg::equal(fg::index_add(into, 0, twice, x), expected));
    const Tensor one = x.slice(0, 0, 1);
    EXPECT_TRUE(fg::equal(fg::index_add(into, 0, index, one.expand({40, columns})),
                          fg::index_add(into, 0, index, one.repeat({40, 1}))));
  }
}

TEST(Slices, IndicesOutOfRangeAreRefused) {
  const Tensor x = fg::ones({3, 4}), into = fg::zeros({5, 4});
  for (const int64_t bad : {-1, 5}) {
    const Tensor index = fg::tensor({int64_t(0), bad, int64_t(1)});
    EXPECT_ANY_THROW(fg::index_add(into, 0, index, x));
    EXPECT_ANY_THROW(fg::index_add(into, 0, index, x.t().contiguous().t()));
  }
  EXPECT_TRUE(fg::equal(into, fg::zeros({5, 4})));
}
