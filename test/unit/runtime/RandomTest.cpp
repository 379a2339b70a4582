// Random functions: Philox's published answers, reproducible by seed, of the right distribution.
#include <fullgraph/fullgraph.h>

#include <functional>
#include <gtest/gtest.h>

using namespace fg;

namespace {

std::string errorOf(const std::function<void()> &f) {
  try {
    f();
  } catch (const Error &error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST(Random, KnownAnswerOfPhilox) {
  // Random123's kat_vectors: philox4x32 10, counter 0, key 0 gives 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
  const Tensor value = random_uniform(zeros({2}, kLong), {1}, kDouble);
  EXPECT_EQ(value.item<double>(), double(0x6627e8d5e169c58dull >> 11) * 0x1p-53);
}

TEST(Random, FollowsFromTheSeed) {
  const auto draw = [](uint64_t seed) {
    manual_seed(seed);
    return cat({rand({5}), randn({5}), randint(0, 9, {5}).to(kFloat), randperm(5).to(kFloat),
                multinomial(ones({6}), 5, true).to(kFloat), bernoulli(full({5}, 0.5))});
  };
  const Tensor first = draw(7);
  EXPECT_TRUE(first.equal(draw(7)));
  EXPECT_FALSE(first.equal(draw(8)));
  EXPECT_FALSE(rand({5}).equal(rand({5})));
}

TEST(Random, Distributions) {
  manual_seed(3);
  const Tensor uniform = rand({20000}), normal = randn({20000}, kDouble), whole = randint(-2, 3, {20000});
  EXPECT_GE(uniform.min().item<float>(), 0);
  EXPECT_LT(uniform.max().item<float>(), 1);
  EXPECT_NEAR(uniform.mean().item<double>(), 0.5, 0.01);
  EXPECT_NEAR(uniform.var().item<double>(), 1.0 / 12, 0.005);
  EXPECT_NEAR(normal.mean().item<double>(), 0, 0.03);
  EXPECT_NEAR(normal.std().item<double>(), 1, 0.03);
  EXPECT_NEAR((normal.abs() < 1).to(kDouble).mean().item<double>(), 0.6827, 0.015);
  for (int64_t value = -2; value < 3; ++value)
    EXPECT_NEAR((whole == value).to(kDouble).mean().item<double>(), 0.2, 0.015);
  EXPECT_TRUE(std::get<0>(randperm(100).sort()).equal(arange(100)));
  EXPECT_LT(rand({20000}, kHalf).to(kFloat).max().item<float>(), 1);
  Tensor place = zeros({1000});
  EXPECT_TRUE(place.uniform_(2, 4).is_same(place));
  EXPECT_NEAR(place.mean().item<double>(), 3, 0.1);
  EXPECT_NEAR(place.normal_(5, 0.1).mean().item<double>(), 5, 0.02);
  EXPECT_NEAR(bernoulli(full({10000}, 0.3)).mean().item<double>(), 0.3, 0.03);
}

TEST(Random, Multinomial) {
  manual_seed(1);
  const Tensor draws = multinomial(tensor({0.0, 3.0, 1.0}), 4000, true);
  EXPECT_EQ((draws == 0).sum().item<int64_t>(), 0);
  EXPECT_NEAR((draws == 1).sum().item<double>(), 3000, 120);
  EXPECT_TRUE(std::get<0>(multinomial(tensor({1.0, 2.0, 1.0}), 3).sort()).equal(arange(3)));
  EXPECT_EQ(multinomial(ones({2, 5}), 3).sizes().vec(), (std::vector<int64_t>{2, 3}));
  // Without replacement the first of three equal ones is each as often.
  const Tensor first = multinomial(ones({3000, 3}), 2).select(1, 0);
  EXPECT_NEAR((first == 2).to(kDouble).mean().item<double>(), 1.0 / 3, 0.04);
  EXPECT_NE(errorOf([] { multinomial(ones({2}), 3); }), "no error");
  EXPECT_NE(errorOf([] { multinomial(ones({2}, kLong), 1); }), "no error");
  EXPECT_EQ(errorOf([] { randint(3, 3, {1}); }),
            "random_ expects 'from' to be less than 'to', but got from=3 >= to=3");
  EXPECT_EQ(errorOf([] { rand({1}, kLong); }), "\"check_uniform_bounds\" not implemented for 'Long'");
}
