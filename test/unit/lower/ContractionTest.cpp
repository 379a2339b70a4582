// Contractions, convolutions and windows at sizes around their tiles.
#include "ProgramRunner.h"

#include <limits>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

const std::vector<int> around = {0, 1, 2, 3, 4, 5, 6, 7, 17, 32, 33, 40};

} // namespace

TEST(Contraction, LinearWithRowsAsASymbol) {
  for (const char *shape : {"16, 24", "10, 7", "3, 100", "1, 8", "17, 33"}) {
    const std::string w = shape, k = w.substr(w.find(' ') + 1), n = w.substr(0, w.find(','));
    expectSame("graph @f(%x: f32[N, " + k + "], %w: f32[" + w + "], %b: f32[" + n +
                   "]) { %0 = linear(%x, %w, %b) %1 = relu(%0) return %1 }",
               1e-4, 1e-4, around);
  }
}

TEST(Contraction, LinearOfConstantRows) {
  for (const char *rows : {"1", "2", "3", "5", "8", "33", "48"})
    expectSame(std::string("graph @f(%x: f32[") + rows +
                   ", 20], %w: f32[9, 20]) { %0 = linear(%x, %w, none) return %0 }",
               1e-5, 1e-4, {1});
}

TEST(Contraction, LinearOfMoreDims) {
  expectSame("graph @f(%x: f32[2, N, 20], %w: f32[9, 20], %b: f32[9]) { %0 = linear(%x, %w, %b) return %0 }",
             1e-5, 1e-4, around);
  expectSame("graph @f(%x: f32[20], %w: f32[9, 20], %b: f32[9]) { %0 = linear(%x, %w, %b) return %0 }", 1e-5,
             1e-4, {1});
}

TEST(Contraction, SymbolicColumnsAndDepth) {
  expectSame("graph @f(%x: f32[5, N], %w: f32[7, N]) { %0 = linear(%x, %w, none) return %0 }", 1e-5, 1e-4,
             around);
  expectSame("graph @f(%x: f32[5, 12], %w: f32[N, 12]) { %0 = linear(%x, %w, none) return %0 }", 1e-5, 1e-4,
             around);
  expectSame("graph @f(%x: f32[5, N], %w: f32[N, 18]) { %0 = matmul(%x, %w) return %0 }", 1e-5, 1e-4, around);
  expectSame("graph @f(%x: f32[5, 6], %w: f32[6, N]) { %0 = matmul(%x, %w) return %0 }", 1e-5, 1e-4, around);
}

TEST(Contraction, SizesThatAreKnownToBeZero) {
  expectSame("graph @f(%x: f32[N, 20], %w: f32[20, 0]) { %0 = matmul(%x, %w) return %0 }", 0, 0, {0, 1, 40});
  expectSame("graph @f(%x: f32[2, N, 20], %w: f32[2, 20, 0]) { %0 = matmul(%x, %w) return %0 }", 0, 0,
             {1, 40});
  expectSame("graph @f(%x: f32[N, 20], %w: f32[0, 20]) { %0 = linear(%x, %w, none) return %0 }", 0, 0,
             {1, 40});
  expectSame("graph @f(%x: f32[N, 0], %w: f32[0, 20]) { %0 = matmul(%x, %w) return %0 }", 0, 0, {1, 40});
  expectSame("graph @f(%x: f32[0, N], %w: f32[N, 20]) { %0 = matmul(%x, %w) return %0 }", 0, 0, {0, 1, 40});
}

TEST(Contraction, MatmulOfEveryRank) {
  expectSame("graph @f(%x: f32[N, 20], %w: f32[20, 37]) { %0 = matmul(%x, %w) return %0 }", 1e-5, 1e-4,
             around);
  expectSame("graph @f(%x: f32[20], %w: f32[20, 37]) { %0 = matmul(%x, %w) return %0 }", 1e-5, 1e-4, {1});
  // One row: strips of 64 columns where there are so many, and a last one that is not whole.
  for (const char *columns : {"31", "32", "63", "64", "65", "131"})
    for (const char *row : {"20", "1, 20", "N, 20"})
      expectSame(std::string("graph @f(%x: f32[") + row + "], %w: f32[20, " + columns +
                     "]) { %0 = matmul(%x, %w) return %0 }",
                 1e-5, 1e-4, {1});
  expectSame("graph @f(%x: f32[N, 20], %v: f32[20]) { %0 = matmul(%x, %v) return %0 }", 1e-5, 1e-4, around);
  expectSame("graph @f(%x: f32[20], %v: f32[20]) { %0 = matmul(%x, %v) return %0 }", 1e-5, 1e-4, {1});
  expectSame("graph @f(%x: f32[3, N, 8], %w: f32[3, 8, 5]) { %0 = bmm(%x, %w) return %0 }", 1e-5, 1e-4,
             around);
  expectSame("graph @f(%x: f32[2, 1, N, 8], %w: f32[3, 8, 5]) { %0 = matmul(%x, %w) return %0 }", 1e-5, 1e-4,
             {0, 1, 3, 17});
  expectSame("graph @f(%x: f32[4, 3, N, 8], %v: f32[8]) { %0 = matmul(%x, %v) return %0 }", 1e-5, 1e-4,
             {0, 1, 3, 17});
}

TEST(Contraction, FewRowsOfSymbolicColumns) {
  // From 64 columns on they are not copied: strips of them, and a last one that overlaps.
  const std::vector<int> columns = {0, 1, 2, 31, 63, 64, 65, 100, 127, 128, 131, 200};
  const auto expect = [&](const std::string &x, const std::string &w, double tolerance = 1e-5) {
    expectSame("graph @f(%x: " + x + ", %w: " + w + ") { %0 = matmul(%x, %w) return %0 }", tolerance,
               10 * tolerance, columns);
  };
  expect("f32[1, 20]", "f32[20, N]");
  expect("f32[20]", "f32[20, N]");
  expect("f32[1, N]", "f32[N, N]");
  expect("f32[2, 20]", "f32[20, N]");
  expect("f32[7, 20]", "f32[20, N]");
  expect("f32[8, 20]", "f32[20, N]");
  expect("f32[9, 20]", "f32[20, N]");
  expect("f32[3, 5, 8]", "f32[3, 8, N]");
  expect("f64[5, 20]", "f64[20, N]", 1e-12);
  expect("i64[5, 20]", "i64[20, N]", 0);
  expect("bf16[5, 20]", "bf16[20, N]", 5e-2);
  expect("f32[3, 1, 8]", "f32[3, 8, N]");
  expect("f32[2, 3, 1, 8]", "f32[8, N]");
  expect("f64[1, 20]", "f64[20, N]", 1e-12);
  expect("i32[1, 20]", "i32[20, N]", 0);
  expect("i64[1, 20]", "i64[20, N]", 0);
  expect("bf16[1, 20]", "bf16[20, N]", 5e-2);
  // One row of a transposed matrix, and columns of which each is as far from the next as a row would be.
  expectSame("graph @f(%x: f32[20, 1], %w: f32[N, 20]) { %0 = permute(%x, dims = [1, 0]) %1 = permute(%w, "
             "dims = [1, 0]) %2 = matmul(%0, %1) %3 = relu(%2) return %3 }",
             1e-5, 1e-4, columns);
  expectSame("graph @f(%x: f32[1, 1], %w: f32[N, 1]) { %1 = permute(%w, dims = [1, 0]) %2 = matmul(%x, %1) "
             "return %2 }",
             1e-5, 1e-4, columns);
  // One or more rows.
  for (const char *size : {"63*N", "64*N", "65*N"})
    expectSame(std::string("graph @f(%x: f32[N, 20], %w: f32[20, ") + size +
                   "]) { %0 = matmul(%x, %w) return %0 }",
               1e-5, 1e-4, {0, 1, 2, 3, 4, 5, 7, 8, 9, 17});
}

TEST(Contraction, TilesOfKnownRows) {
  // Rows that make even tiles, overlapping ones, and enough of them for a copy of the columns.
  for (const char *rows : {"47", "48", "50"})
    expectSame(std::string("graph @f(%x: f32[") + rows +
                   ", N], %w: f32[N, 70]) { %0 = matmul(%x, %w) return %0 }",
               1e-5, 1e-4, {0, 1, 2, 21});
  for (const char *rows : {"7", "9", "13", "17", "47", "48", "50", "100"})
    for (const char *columns : {"37", "64", "70"})
      expectSame(std::string("graph @f(%x: f32[") + rows + ", 21], %w: f32[21, " + columns +
                     "]) { %0 = matmul(%x, %w) return %0 }",
                 1e-5, 1e-4, {1});
}

TEST(Contraction, TransposedOperands) {
  expectSame("graph @f(%x: f32[20, N], %w: f32[37, 20]) { %0 = permute(%x, dims = [1, 0]) %1 = permute(%w, "
             "dims = [1, 0])"
             " %2 = matmul(%0, %1) return %2 }",
             1e-5, 1e-4, around);
}

TEST(Contraction, OtherTypes) {
  expectSame("graph @f(%x: f64[N, 20], %w: f64[9, 20]) { %0 = linear(%x, %w, none) return %0 }", 1e-12, 1e-12,
             around);
  expectSame("graph @f(%x: i32[N, 20], %w: i32[20, 9]) { %0 = matmul(%x, %w) return %0 }", 0, 0, around);
  expectSame("graph @f(%x: i64[N, 20], %w: i64[20, 9]) { %0 = matmul(%x, %w) return %0 }", 0, 0, around);
  expectSame("graph @f(%x: f16[N, 20], %w: f16[9, 20]) { %0 = linear(%x, %w, none) return %0 }", 1e-2, 2e-2,
             around);
  expectSame("graph @f(%x: bf16[N, 20], %w: bf16[9, 20]) { %0 = linear(%x, %w, none) return %0 }", 5e-2, 2e-1,
             around);
}

TEST(Contraction, NanReachesTheEpilogue) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const char *rows : {"N", "1", "2", "40"}) {
    const std::string m = rows;
    expectSame("graph @f(%x: f32[" + m +
                   ", 24], %w: f32[16, 24]) { %0 = linear(%x, %w, none) %1 = relu(%0) %2 = isnan(%0) return "
                   "%1, %2 }",
               1e-5, 1e-4, m == "N" ? std::vector<int>{1, 3, 17, 40} : std::vector<int>{1},
               [&](std::vector<Array> &inputs) {
                 inputs[0].set({0, 3}, nan);
                 inputs[1].set({5, 2}, inf);
                 inputs[1].set({5, 4}, -inf);
               });
  }
}

// Images of several strips, each with a padded copy of its own, that threads share: one image and more, sizes
// that are no multiple of a strip or a tile, and each option that says what a strip reads.
TEST(Convolution, StripsOfImages) {
  const auto conv = [](const std::string &x, const std::string &w, const std::string &options) {
    return "graph @f(%x: f32[" + x + "], %w: f32[" + w + "]) { %0 = convolution(%x, %w, none, " + options +
           ") %1 = relu(%0) return %1 }";
  };
  const auto options = [](int stride, int padding, int dilation, int groups) {
    const auto both = [](int value) {
      const std::string one = std::to_string(value);
      return "[" + one + ", " + one + "]";
    };
    return "stride = " + both(stride) + ", padding = " + both(padding) + ", dilation = " + both(dilation) +
           ", groups = " + std::to_string(groups);
  };
  expectSame(conv("N, 64, 61, 41", "5, 64, 3, 3", options(1, 1, 1, 1)), 1e-4, 1e-4, {0, 1, 2});
  expectSame(conv("1, 64, 61, 41", "5, 64, 3, 3", options(2, 1, 1, 1)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 64, 61, 44", "6, 64, 3, 3", options(3, 0, 1, 1)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 64, 61, 41", "5, 64, 2, 2", options(2, 1, 3, 1)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 64, 61, 41", "5, 64, 1, 1", options(2, 0, 1, 1)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 64, 61, 41", "21, 64, 1, 1", options(1, 0, 1, 1)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 64, 61, 41", "12, 16, 3, 3", options(1, 1, 1, 4)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 70, 61, 41", "70, 1, 3, 3", options(1, 1, 1, 70)), 1e-4, 1e-4, {1});
  expectSame(conv("2, 70, 31, 41", "140, 1, 3, 3", options(2, 1, 1, 70)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 8, 7, 70, 31", "5, 8, 3, 3, 3",
                  "stride = [1, 1, 2], padding = [1, 1, 1], dilation = [1, 1, 1], groups = 1"),
             1e-4, 1e-4, {1});
  expectSame(conv("1, 32, 5000", "8, 32, 3", "stride = [1], padding = [1], dilation = [1], groups = 1"), 1e-4,
             1e-4, {1});
  // Several strips of tiles that have one row.
  expectSame(conv("1, 3, 224, 224", "8, 3, 7, 7", options(2, 3, 1, 1)), 1e-4, 1e-4, {1});
  expectSame(conv("1, 32, 5000", "8, 32, 4", "stride = [2], padding = [1], dilation = [1], groups = 1"), 1e-4,
             1e-4, {1});
}

TEST(Convolution, SizesAsSymbols) {
  const std::vector<int> sizes = {1, 2, 3, 8, 15, 17, 40, 150};
  const auto conv = [](const std::string &x, const std::string &w, const std::string &rest) {
    return "graph @f(%x: f32[" + x + "], %w: f32[" + w + "]) { %0 = convolution(%x, %w, none, " + rest +
           ") return %0 }";
  };
  const std::string same = "stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = ",
                    half = "stride = [2, 2], padding = [1, 1], dilation = [1, 1], groups = ";
  expectSame(conv("1, 20, N, N", "6, 20, 3, 3", same + "1"), 1e-4, 1e-4, sizes);
  expectSame(conv("1, 20, N, 37", "6, 20, 3, 3", half + "1"), 1e-4, 1e-4, sizes);
  expectSame(conv("1, 20, 37, N", "6, 20, 3, 3", half + "1"), 1e-4, 1e-4, sizes);
  expectSame(conv("2, 6, N, N", "6, 1, 3, 3", half + "6"), 1e-4, 1e-4, sizes);
  // Tiles of channels that are not whole, one row and one column, groups.
  expectSame(conv("N, 12, N, N", "13, 12, 3, 3", same + "1"), 1e-4, 1e-4, {1, 2, 7, 14, 28});
  expectSame(conv("1, 12, N, N", "24, 4, 3, 3", same + "3"), 1e-4, 1e-4, {1, 7, 14});
}

TEST(Convolution, HalvesOfRows) {
  for (const char *columns : {"8", "24", "40"})
    for (const char *rows : {"3", "4", "7", "12"}) {
      const std::string x = std::string("12, ") + rows + ", " + columns;
      for (const std::string rest : {"9, 12, 1, 1]) { %0 = convolution(%x, %w, none, stride = [1, 1], "
                                     "padding = [0, 0], dilation = [1, 1], "
                                     "groups = 1",
                                     "12, 1, 3, 3]) { %0 = convolution(%x, %w, none, stride = [1, 1], "
                                     "padding = [1, 1], dilation = [1, 1], "
                                     "groups = 12"})
        expectSame("graph @f(%x: f32[N, " + x + "], %w: f32[" + rest + ") return %0 }", 1e-4, 1e-4, {1, 3});
    }
}

// Each filter reads one channel: the image's rows are put into zeros as they lie, for each remainder of the
// stride, and a tile has four rows. Widths around the vectors, images narrower than the stride, padding wider
// than the filter, columns that no tap reads, taps too many for code without loops.
// Convolutions of enough channels for Winograd's products: sizes that end within a block, rows shorter than a
// vector and longer than one, filters that fill no tile, paddings, what stands in front and behind.
TEST(Convolution, WinogradsProducts) {
  const auto conv = [](const std::string &x, const std::string &w, const std::string &padding) {
    return "graph @f(%x: f32[" + x + "], %w: f32[" + w + "], %b: f32[" + w.substr(0, w.find(',')) +
           "]) { %0 = tanh(%x) %1 = convolution(%0, %w, %b, stride = [1, 1], padding = [" + padding +
           "], dilation = [1, 1], groups = 1) %2 = relu(%1) return %2 }";
  };
  expectSame(conv("N, 28, 10, 10", "32, 28, 3, 3", "1, 1"), 1e-4, 1e-4, {0, 1, 3});
  expectSame(conv("1, 40, 9, 37", "35, 40, 3, 3", "1, 1"), 1e-4, 1e-4, {1});
  expectSame(conv("2, 33, 6, 71", "33, 33, 3, 3", "0, 2"), 1e-4, 1e-4, {1});
  expectSame(conv("1, 48, 7, 12", "40, 48, 3, 3", "3, 0"), 1e-4, 1e-4, {1});
  expectSame(conv("1, 48, 40, 3", "33, 48, 3, 3", "2, 0"), 1e-4, 1e-4, {1});
}

TEST(Convolution, Depthwise) {
  const auto conv = [](int rows, int columns, const std::string &filter, int stride, int padding,
                       int dilation) {
    const auto both = [](int value) {
      return "[" + std::to_string(value) + ", " + std::to_string(value) + "]";
    };
    return "graph @f(%x: f32[N, 3, " + std::to_string(rows) + ", " + std::to_string(columns) +
           "], %w: f32[6, 1, " + filter + "]) { %0 = convolution(%x, %w, none, stride = " + both(stride) +
           ", padding = " + both(padding) + ", dilation = " + both(dilation) + ", groups = 3) return %0 }";
  };
  for (const int columns : {1, 2, 7, 8, 15, 16, 17, 31, 33, 56, 65})
    for (const int stride : {1, 2, 3}) {
      expectSame(conv(5, columns, "3, 3", stride, 1, 1), 1e-4, 1e-4, {1, 2});
      expectSame(conv(9, columns, "1, 1", stride, 0, 1), 1e-4, 1e-4, {1});
    }
  expectSame(conv(4, 1, "1, 1", 8, 0, 1), 1e-4, 1e-4, {0, 1});
  expectSame(conv(4, 2, "2, 1", 3, 0, 1), 1e-4, 1e-4, {1});
  expectSame(conv(11, 20, "3, 3", 9, 1, 1), 1e-4, 1e-4, {1});
  expectSame(conv(3, 5, "3, 3", 1, 9, 1), 1e-4, 1e-4, {1});
  expectSame(conv(3, 5, "3, 3", 4, 9, 1), 1e-4, 1e-4, {1});
  expectSame(conv(12, 40, "3, 3", 1, 2, 2), 1e-4, 1e-4, {1});
  expectSame(conv(12, 40, "3, 3", 2, 1, 3), 1e-4, 1e-4, {1});
  expectSame(conv(13, 28, "5, 5", 1, 2, 1), 1e-4, 1e-4, {1});
  expectSame(conv(13, 28, "7, 7", 2, 3, 1), 1e-4, 1e-4, {1});
  expectSame(
      "graph @f(%x: f64[2, 3, N, N], %w: f64[3, 1, 3, 3]) { %0 = convolution(%x, %w, none, stride = [2, 1], "
      "padding = [1, 0], dilation = [1, 1], groups = 3) return %0 }",
      1e-9, 1e-9, {3, 4, 18, 35});
  expectSame("graph @f(%x: f32[2, 5, N], %w: f32[5, 1, 5]) { %0 = convolution(%x, %w, none, stride = [1], "
             "padding = [2], dilation = [1], groups = 5) return %0 }",
             1e-4, 1e-4, {1, 16, 100});
  expectSame(
      "graph @f(%x: f32[1, 2, 5, 6, N], %w: f32[2, 1, 3, 3, 3]) { %0 = convolution(%x, %w, none, stride = "
      "[1, 1, 2], padding = [1, 1, 1], dilation = [1, 1, 1], groups = 2) return %0 }",
      1e-4, 1e-4, {1, 16, 33});
}

// What is not finite at a side of the image reaches the elements whose taps read it, and no others.
TEST(Convolution, DepthwiseNaNStaysWhereItIs) {
  for (const char *stride : {"1", "2"})
    expectSame(
        "graph @f(%x: f32[N, 3, 9, 20], %w: f32[3, 1, 3, 3]) { %0 = convolution(%x, %w, none, stride = [" +
            std::string(stride) + ", " + stride +
            "], padding = [1, 1], dilation = [1, 1], groups = 3) return %0 }",
        1e-4, 1e-4, {1}, [](std::vector<Array> &inputs) {
          inputs[0].set({0, 0, 0, 19}, std::numeric_limits<double>::quiet_NaN());
          inputs[0].set({0, 1, 8, 0}, std::numeric_limits<double>::infinity());
        });
}

TEST(Convolution, Shapes) {
  const auto conv = [](const std::string &x, const std::string &w, const std::string &options) {
    return "graph @f(%x: f32[" + x + "], %w: f32[" + w + "], %b: f32[" + w.substr(0, w.find(',')) +
           "]) { %0 = convolution(%x, %w, %b, " + options + ") %1 = relu(%0) return %1 }";
  };
  const std::vector<int> batch = {0, 1, 3};
  const std::string plain = "stride = [1, 1], padding = [0, 0], dilation = [1, 1], groups = 1";
  const std::string padded = "stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 1";
  expectSame(conv("N, 3, 8, 8", "16, 3, 3, 3", padded), 1e-4, 1e-4, batch);
  expectSame(conv("N, 1, 8, 8", "6, 1, 5, 5", plain), 1e-4, 1e-4, batch);
  expectSame(conv("N, 4, 7, 19", "5, 4, 3, 3", padded), 1e-4, 1e-4, batch);
  expectSame(
      conv("N, 4, 9, 21", "8, 4, 3, 3", "stride = [2, 2], padding = [1, 1], dilation = [1, 1], groups = 1"),
      1e-4, 1e-4, batch);
  expectSame(
      conv("N, 4, 12, 12", "8, 4, 3, 3", "stride = [1, 1], padding = [2, 2], dilation = [2, 2], groups = 1"),
      1e-4, 1e-4, batch);
  expectSame(conv("N, 8, 4, 4", "20, 8, 3, 3", padded), 1e-4, 1e-4, batch); // rows shorter than a vector
  expectSame(conv("N, 8, 3, 3", "16, 8, 3, 3", plain), 1e-4, 1e-4, batch);  // one position
  // Several rows a vector: rows and channels that are no multiple of the tile, strides, groups.
  expectSame(conv("N, 4, 5, 4", "5, 4, 3, 3", padded), 1e-4, 1e-4, batch);
  expectSame(conv("N, 4, 3, 3", "9, 4, 3, 3", padded), 1e-4, 1e-4, batch);
  expectSame(
      conv("N, 4, 13, 4", "8, 4, 5, 1", "stride = [1, 1], padding = [2, 0], dilation = [1, 1], groups = 1"),
      1e-4, 1e-4, batch);
  expectSame(
      conv("N, 3, 8, 8", "6, 3, 3, 3", "stride = [2, 2], padding = [1, 1], dilation = [1, 1], groups = 1"),
      1e-4, 1e-4, batch);
  expectSame(
      conv("N, 6, 4, 4", "6, 1, 3, 3", "stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 6"),
      1e-4, 1e-4, batch);
  expectSame(conv("N, 2, 4, 4, 4", "5, 2, 3, 3, 3",
                  "stride = [1, 1, 1], padding = [1, 1, 1], dilation = [1, 1, 1], groups = 1"),
             1e-4, 1e-4, batch);
  expectSame(
      conv("N, 6, 10, 10", "6, 1, 3, 3", "stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 6"),
      1e-4, 1e-4, batch);
  expectSame(
      conv("N, 6, 10, 10", "8, 3, 1, 1", "stride = [1, 1], padding = [0, 0], dilation = [1, 1], groups = 2"),
      1e-4, 1e-4, batch);
  expectSame(conv("2, 3, N, 9", "4, 3, 3, 3", padded), 1e-4, 1e-4, {1, 3, 17});
  expectSame(conv("2, 3, 9, N", "4, 3, 3, 3", padded), 1e-4, 1e-4, {1, 3, 17});
  expectSame(conv("N, 3, 30", "5, 3, 4", "stride = [2], padding = [1], dilation = [1], groups = 1"), 1e-4,
             1e-4, batch);
}

TEST(Window, Pools) {
  const auto pool = [](const std::string &shape, const std::string &call) {
    return "graph @f(%x: f32[" + shape + "]) { %0 = " + call + " return %0 }";
  };
  const std::vector<int> batch = {0, 1, 3};
  expectSame(pool("N, 3, 8, 8", "max_pool2d(%x, kernel_size = [2, 2])"), 0, 0, batch);
  expectSame(pool("N, 3, 9, 11", "max_pool2d(%x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1])"),
             0, 0, batch);
  expectSame(pool("N, 3, 9, 11", "max_pool2d(%x, kernel_size = [2, 2], stride = [2, 2], ceil_mode = true)"),
             0, 0, batch);
  expectSame(pool("N, 2, 12, 12", "max_pool2d(%x, kernel_size = [3, 3], stride = [1, 1], dilation = [2, 2])"),
             0, 0, batch);
  expectSame(pool("N, 2, 12, 12", "max_pool2d(%x, kernel_size = [6, 6])"), 0, 0, batch);
  expectSame(pool("N, 2, 9, 11", "avg_pool2d(%x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1])"),
             1e-5, 1e-6, batch);
  expectSame(pool("N, 2, 9, 11", "avg_pool2d(%x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1], "
                                 "count_include_pad = false)"),
             1e-5, 1e-6, batch);
  expectSame(pool("N, 2, 8, 8", "avg_pool2d(%x, kernel_size = [8, 8])"), 1e-5, 1e-6, batch);
  expectSame(pool("N, 2, 8, 8", "avg_pool2d(%x, kernel_size = [2, 2], divisor_override = 3)"), 1e-5, 1e-6,
             batch);
}

TEST(Window, NanWins) {
  expectSame("graph @f(%x: f32[1, 1, 8, 8]) { %0 = max_pool2d(%x, kernel_size = [2, 2]) return %0 }", 0, 0,
             {1}, [](std::vector<Array> &inputs) {
               inputs[0].set({0, 0, 3, 3}, std::numeric_limits<double>::quiet_NaN());
             });
}
