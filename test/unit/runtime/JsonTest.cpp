// What FULLGRAPH_TRACE writes strings and numbers with.
#include "runtime/core/io/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using fg::detail::jsonNumber;
using fg::detail::jsonString;

TEST(Json, StringsEscapeEveryControlCharacter) {
  for (int c = 0; c < 0x20; ++c) {
    char expected[16];
    std::snprintf(expected, sizeof expected, "\"\\u%04x\"", unsigned(c));
    EXPECT_EQ(jsonString(std::string(1, char(c))), expected);
  }
  EXPECT_EQ(jsonString("\x7f"), "\"\\u007f\"");
  EXPECT_EQ(jsonString("a \"b\" \\c"), "\"a \\\"b\\\" \\\\c\"");
}

TEST(Json, StringsAreUtf8) {
  EXPECT_EQ(jsonString("\u00e9 \u20ac \U0001f600"), "\"\u00e9 \u20ac \U0001f600\"");
  EXPECT_EQ(jsonString("a\xff"), "\"a\\ufffd\"");                                  // no first byte
  EXPECT_EQ(jsonString("\xe2\x82"), "\"\\ufffd\\ufffd\"");                         // cut off
  EXPECT_EQ(jsonString("\xc0\x80"), "\"\\ufffd\\ufffd\"");                         // overlong
  EXPECT_EQ(jsonString("\xed\xa0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");              // half a surrogate pair
  EXPECT_EQ(jsonString("\xf5\x80\x80\x80z"), "\"\\ufffd\\ufffd\\ufffd\\ufffdz\""); // beyond U+10FFFF
}

TEST(Json, NumbersHaveNoLocale) {
  EXPECT_EQ(jsonNumber(1.5), "1.5");
  EXPECT_EQ(jsonNumber(0), "0");
  EXPECT_EQ(jsonNumber(std::nan("")), "null");
  EXPECT_EQ(jsonNumber(-std::numeric_limits<double>::infinity()), "null");
}
