// Memory of large tensors is kept for the next one.
#include "runtime/core/tensor/blocks.h"

#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

using namespace fg;

namespace {

constexpr int64_t large = int64_t(detail::leastLargeBlock) / 4;

TEST(Blocks, ALargeTensorHasTheMemoryOfTheLast) {
  const auto addressOf = [](int64_t elements) {
    const Tensor x = full({elements}, 2.0);
    EXPECT_EQ(x[elements - 1].item<float>(), 2.0f);
    return reinterpret_cast<uintptr_t>(x.data_ptr());
  };
  const uintptr_t first = addressOf(2 * large);
  EXPECT_EQ(first % 64, 0u);
  if (detail::keepsLargeBlocks) {
    EXPECT_EQ(addressOf(2 * large), first);
    EXPECT_EQ(addressOf(2 * large - large / 4), first) << "a fifth of the block may be left over";
  }
  EXPECT_EQ(addressOf(4 * large) % 64, 0u) << "larger than what is kept";
  EXPECT_EQ(addressOf(large) % 64, 0u) << "much smaller";
}

TEST(Blocks, TensorsThatLiveTogetherShareNothing) {
  {
    const Tensor before = full({large}, 1.0);
  }
  const Tensor a = full({large}, 2.0), b = full({large}, 3.0);
  EXPECT_NE(a.data_ptr(), b.data_ptr());
  EXPECT_EQ(a.amax().item<float>(), 2.0f);
  EXPECT_EQ(b.amin().item<float>(), 3.0f);
}

TEST(Blocks, Threads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 8; ++i) {
        const Tensor x = full({large + t * 1000}, t);
        EXPECT_EQ(x.amin().item<float>(), float(t));
        EXPECT_EQ(x.amax().item<float>(), float(t));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
