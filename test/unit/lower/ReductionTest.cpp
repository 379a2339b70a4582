// Reductions and softmax, over every kind of row: contiguous or not, long, short and empty.
#include "ProgramRunner.h"

#include <limits>

using namespace fullgraph;
using namespace fullgraph::test;

TEST(Reduction, EveryOperatorOverInnerAndOuterDims) {
  for (const char *dtype : {"f32", "i64", "bool", "f16", "f64", "u8"}) {
    const bool isFloat = dtype[0] == 'f';
    for (const char *dims : {"[1]", "[0]", "[0, 1]"}) {
      std::string text = std::string("graph @f(%x: ") + dtype + "[N, 19]) {\n";
      std::string results;
      int count = 0;
      const auto add = [&](const std::string &call) {
        text += "  %" + std::to_string(count) + " = " + call + "\n";
        results += (count ? ", %" : "%") + std::to_string(count);
        ++count;
      };
      add(std::string("sum(%x, dim = ") + dims + ")");
      add(std::string("any(%x, dim = ") + dims + ", keepdim = true)");
      add(std::string("all(%x, dim = ") + dims + ")");
      if (isFloat) {
        add(std::string("mean(%x, dim = ") + dims + ", keepdim = true)");
        add(std::string("var(%x, dim = ") + dims + ")");
      }
      text += "  return " + results + "\n}\n";
      const bool half = std::string(dtype) == "f16";
      expectSame(text, half ? 2e-2 : 2e-6, half ? 2e-2 : 1e-5, {0, 1, 3, 17, 100});
      text = std::string("graph @f(%x: ") + dtype + "[N, 19]) {\n";
      results.clear();
      count = 0;
      add(std::string("amax(%x, dim = ") + dims + ")");
      add(std::string("amin(%x, dim = ") + dims + ", keepdim = true)");
      if (std::string(dims) != "[0, 1]") {
        const std::string dim(1, dims[1]);
        add("argmax(%x, dim = " + dim + ")");
        add("argmin(%x, dim = " + dim + ", keepdim = true)");
      } else {
        add("argmax(%x)");
      }
      if (std::string(dtype) == "bool")
        continue; // argmax of bool is not defined
      text += "  return " + results + "\n}\n";
      expectSame(text, 0, 0, {1, 3, 17, 100});
    }
  }
}

TEST(Reduction, ProductOfFewElements) {
  expectSame("graph @f(%x: f32[N, 4]) { %0 = prod(%x, dim = [1]) %1 = prod(%x, dim = [1], dtype = f64) "
             "return %0, %1 }",
             1e-6, 0, {0, 1, 17});
}

TEST(Reduction, NanAndInfinity) {
  const auto prepare = [](std::vector<Array> &inputs) {
    inputs[0].set({0, 3}, std::numeric_limits<double>::quiet_NaN());
    inputs[0].set({1, 5}, std::numeric_limits<double>::infinity());
    inputs[0].set({2, 0}, -std::numeric_limits<double>::infinity());
    for (int i = 0; i < 40; ++i)
      inputs[0].set({3, i}, -std::numeric_limits<double>::infinity());
  };
  expectSame(
      "graph @f(%x: f32[N, 40]) { %0 = amax(%x, dim = [1]) %1 = amin(%x, dim = [1]) %2 = argmax(%x, dim = 1)"
      " %3 = sum(%x, dim = [1]) %4 = argmin(%x, dim = 1) return %0, %1, %2, %3, %4 }",
      1e-6, 1e-6, {4, 7}, prepare);
  expectSame("graph @f(%x: f32[N, 40]) { %0 = amax(%x, dim = [0]) %1 = argmax(%x, dim = 0) return %0, %1 }",
             1e-6, 1e-6, {4, 7}, prepare);
  expectSame(
      "graph @f(%x: f32[N, 40]) { %0 = softmax(%x, dim = 1) %1 = log_softmax(%x, dim = 1) return %0, %1 }",
      1e-5, 1e-6, {4, 7}, [&](std::vector<Array> &inputs) {
        prepare(inputs);
        inputs[0].set({1, 5},
                      0); // an infinite maximum is inf - inf in both, but the interpreter's exp differs
      });
}

TEST(Reduction, ArgumentsOfEqualAndMissingNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  // The first of equals wins, whichever lanes they are in; so does the first NaN, over all numbers.
  const auto prepare = [=](std::vector<Array> &inputs) {
    Array &x = inputs[0];
    const int64_t length = x.sizes.back();
    x.fillWith(
        [&](const std::vector<int64_t> &i) { return i[0] < 6 ? static_cast<double>(i.back() % 3) : -inf; });
    const auto put = [&](int64_t row, int64_t at, double value) {
      if (row < x.sizes[0] && at < length)
        x.set({row, at}, value);
    };
    for (const int64_t at : {int64_t(5), int64_t(6), int64_t(13), int64_t(38), length - 1}) {
      put(1, at, 9);
      put(2, at, nan);
      put(3, at, -9);
      put(7, at, inf);
    }
    put(4, length - 1, nan);
    put(5, 20, inf);
    put(5, 3, inf);
  };
  const std::string both = " %0 = argmax(%x, dim = 1) %1 = argmin(%x, dim = 1) return %0, %1 }";
  expectSame("graph @f(%x: f32[9, N]) {" + both, 0, 0, {1, 2, 7, 8, 15, 16, 17, 31, 33, 40, 64, 70, 200},
             prepare);
  for (const char *length : {"8", "16", "20", "32", "64", "65", "100"})
    for (const char *dtype : {"f32", "f64"})
      expectSame(std::string("graph @f(%x: ") + dtype + "[N, " + length + "]) {" + both, 0, 0, {9}, prepare);
  expectSame("graph @f(%x: i64[9, N]) {" + both, 0, 0, {1, 7, 17, 70}, [](std::vector<Array> &inputs) {
    inputs[0].fillWith([](const std::vector<int64_t> &i) { return static_cast<double>(i[1] * 7 % 5); });
  });
  expectSame("graph @f(%x: f32[5, 3, N]) { %0 = argmax(%x) %1 = argmin(%x, dim = 0) return %0, %1 }", 0, 0,
             {1, 17, 70}, [](std::vector<Array> &inputs) {
               inputs[0].fillWith(
                   [](const std::vector<int64_t> &i) { return static_cast<double>(i[2] % 4); });
             });
}

TEST(Reduction, ExtremaOfShortRowsAcrossThem) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  // 37 rows are whole vectors of rows and a rest, of 8 lanes and of 16. Each row has its own case.
  const auto prepare = [=](std::vector<Array> &inputs) {
    inputs[0].fillWith([=](const std::vector<int64_t> &i) {
      const int64_t row = i[0], at = i.back();
      switch (row % 7) {
      case 0: // equals
        return static_cast<double>((at + row) % 3);
      case 1: // the initial values: position 0
        return row % 2 ? inf : -inf;
      case 2: // NaN twice, behind an infinity
        return at == 1 ? inf : at == 2 || at == 4 ? nan : 1.0;
      case 3: // an infinity at the end
        return at == 9 ? -inf : 0.0;
      case 4:
        return -static_cast<double>(at);
      case 5: // NaN first
        return at == 0 ? nan : static_cast<double>(at);
      default:
        return static_cast<double>((at * 7 + row) % 11);
      }
    });
  };
  // Both sides of where rows are no longer short: 20 elements, or 48 with AVX-512.
  const std::vector<int> lengths = {1, 2, 3, 10, 16, 20, 21, 47, 48, 49};
  for (const char *dtype : {"f32", "f64", "f16"}) {
    const std::string x = std::string("graph @f(%x: ") + dtype;
    expectSame(x + "[37, N]) { %0 = argmax(%x, dim = 1) %1 = argmin(%x, dim = 1) %2 = amax(%x, dim = [1]) "
                   "%3 = amin(%x, dim = [1]) return %0, %1, %2, %3 }",
               0, 0, lengths, prepare);
    expectSame(
        x + "[37, N]) { %0 = argmax(%x, dim = 1, keepdim = true) %1 = amin(%x, dim = [1], keepdim = true) "
            "return %0, %1 }",
        0, 0, lengths, prepare);
    for (const char *length : {"9", "16", "20", "48"})
      expectSame(x + "[N, " + length +
                     "]) { %0 = argmax(%x, dim = 1) %1 = argmin(%x, dim = 1) return %0, %1 }",
                 0, 0, {1, 7, 16, 37}, prepare);
  }
  // Rows of two dims, rows that are not one behind the other, and integers that are the initial values.
  expectSame(
      "graph @f(%x: f32[37, 3, N]) { %0 = amax(%x, dim = [1, 2]) %1 = amin(%x, dim = [0, 2]) return %0, %1 }",
      0, 0, {1, 3, 6, 7, 16, 17}, prepare);
  expectSame(
      "graph @f(%x: f32[N, 37]) { %0 = permute(%x, dims = [1, 0]) %1 = argmax(%0, dim = 1) return %1 }", 0, 0,
      lengths);
  expectSame("graph @f(%x: f32[37, N]) { %0 = slice(%x, dim = 0, start = 1, end = 36, step = 2) %1 = "
             "argmin(%0, dim = 1) "
             "return %1 }",
             0, 0, lengths, prepare);
  expectSame(
      "graph @f(%x: u8[37, N]) { %0 = argmax(%x, dim = 1) %1 = argmin(%x, dim = 1) return %0, %1 }", 0, 0,
      lengths, [](std::vector<Array> &inputs) {
        inputs[0].fillWith([](const std::vector<int64_t> &i) {
          return i[0] % 3 == 0 ? 0.0 : i[0] % 3 == 1 ? 255.0 : static_cast<double>((i[1] * 5 + i[0]) % 4);
        });
      });
}

TEST(Reduction, FewElementsInsideOfTheReducedDim) {
  // With a division and a root, vectors run over the dim outside: of 5 rows there is none, of 17 two and a
  // rest.
  const std::string share = " %0 = mul(%x, %x) %1 = exp(%0) %2 = sqrt(%1) %3 = div(%x, %2) ";
  const std::vector<int> sizes = {0, 1, 5, 8, 16, 17, 40};
  for (const char *few : {"1", "2", "3", "4", "5"})
    expectSame(std::string("graph @f(%x: f32[N, 6, ") + few + "]) {" + share +
                   "%4 = sum(%3, dim = [1]) return %4 }",
               1e-5, 1e-6, sizes);
  expectSame("graph @f(%x: f64[17, N, 3]) {" + share + "%4 = sum(%3, dim = [1]) return %4 }", 1e-5, 1e-6,
             sizes);
  expectSame("graph @f(%x: f32[N, 6, 3]) {" + share + "%4 = sum(%3, dim = [1], keepdim = true) return %4 }",
             1e-5, 1e-6, sizes);
  expectSame("graph @f(%x: f32[2, N, 5, 3]) {" + share +
                 "%4 = sum(%3, dim = [0, 2]) %5 = amin(%3, dim = [2]) return %4, %5 }",
             1e-5, 1e-6, sizes);
  expectSame("graph @f(%x: f32[N, 5, 3]) {" + share +
                 "%4 = sum(%3, dim = [1]) %5 = permute(%4, dims = [1, 0]) %6 = slice(%4, dim = 1, start = 1, "
                 "end = 3, step = 1) "
                 "%7 = neg(%6) return %5, %7 }",
             1e-5, 1e-6, sizes);
}

TEST(Reduction, RowsShorterThanAVector) {
  for (const char *row : {"1", "2", "3", "5", "7"})
    expectSame(std::string("graph @f(%x: f32[3, N, ") + row +
                   "]) { %0 = sum(%x, dim = [2]) %1 = amax(%x, dim = [2], keepdim = true) "
                   "%2 = argmax(%x, dim = 2) return %0, %1, %2 }",
               1e-5, 1e-5, {0, 1, 7, 8, 16, 17, 40});
}

TEST(Reduction, SoftmaxAlongEveryDim) {
  for (const char *dim : {"0", "1", "2"})
    expectSame(std::string("graph @f(%x: f32[N, 5, 11]) { %0 = softmax(%x, dim = ") + dim +
                   ") %1 = log_softmax(%x, dim = " + dim + ") return %0, %1 }",
               1e-5, 2e-6, {0, 1, 3, 17});
  expectSame("graph @f(%x: f32[3, N]) { %0 = softmax(%x, dim = 1) return %0 }", 1e-5, 1e-7,
             {1, 3, 7, 8, 9, 17, 63, 1000});
  expectSame("graph @f(%x: f16[3, N]) { %0 = softmax(%x, dim = 1) %1 = softmax(%x, dim = 1, dtype = f32) "
             "return %0, %1 }",
             1e-2, 1e-4, {1, 17});
}

TEST(Reduction, PermutedAndSlicedRows) {
  expectSame("graph @f(%x: f32[N, 6, 10]) { %0 = permute(%x, dims = [2, 0, 1]) %1 = sum(%0, dim = [0]) %2 = "
             "slice(%x, dim = 2,"
             " start = 1, end = 9, step = 2) %3 = amax(%2, dim = [2]) return %1, %3 }",
             1e-5, 1e-5, {0, 1, 3, 17});
}

TEST(Reduction, StrictKeepsTheOrder) {
  LowerOptions strict;
  strict.strictFloat = true;
  CompiledKernel kernel(
      "graph @k(%a0: f32[s0]) { %0: f32[] = sum(%a0, dim = [], keepdim = false, dtype = none) return %0 }",
      strict);
  ASSERT_TRUE(kernel.ok()) << kernel.error();
  Array x(ScalarType::Float, {1000}), out(ScalarType::Float, {});
  x.fillWith([](const std::vector<int64_t> &i) { return 1.0 / static_cast<double>(i[0] + 1); });
  kernel({&x}, {1000}, {&out});
  float sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += x.raw<float>()[i];
  EXPECT_EQ(out.raw<float>()[0], sum) << "bit for bit what a loop gives";
}
