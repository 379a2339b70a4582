#include "lib/Capture/Domain/UnitMemory.h"

#include <gtest/gtest.h>

#include <functional>

using namespace fullgraph;

namespace {

/// How often the answer is worked out for two questions, each asked twice.
int workFor(const void *one, const void *other) {
  int worked = 0;
  for (const void *asked : {one, other, one, other}) {
    const bool answer = UnitMemory::remember(&UnitMemory::guards, asked, [&] {
      ++worked;
      return asked == one;
    });
    EXPECT_EQ(answer, asked == one);
  }
  return worked;
}

TEST(UnitMemory, RemembersWhileItLives) {
  const int one = 0, other = 0;
  EXPECT_EQ(workFor(&one, &other), 4);
  {
    const UnitMemory memory;
    EXPECT_EQ(workFor(&one, &other), 2);
    EXPECT_EQ(workFor(&one, &other), 0);
    {
      const UnitMemory inner; // of another unit
      EXPECT_EQ(workFor(&one, &other), 2);
    }
    EXPECT_EQ(workFor(&one, &other), 0);
  }
  EXPECT_EQ(workFor(&one, &other), 4);
}

TEST(UnitMemory, AnswersMayAskThemselves) {
  const UnitMemory memory;
  const int places[3] = {};
  const std::function<bool(int)> ask = [&](int i) {
    return UnitMemory::remember(&UnitMemory::guards, &places[i], [&] { return i == 2 || ask(i + 1); });
  };
  EXPECT_TRUE(ask(0));
  EXPECT_EQ(UnitMemory::remember(&UnitMemory::guards, &places[1], [] { return false; }), true);
}

} // namespace
