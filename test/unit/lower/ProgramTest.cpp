// Whole graphs: passes, fusion, kernels, against the interpreter.
#include "ProgramRunner.h"

#include "lib/Graph/Sym.h"

#include <cstring>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

size_t calls(const Program &program) {
  size_t count = 0;
  for (const Step &step : program.steps)
    count += std::holds_alternative<KernelCall>(step.action);
  return count;
}

} // namespace

TEST(Program, Mlp) {
  expectSame(R"(graph @f(%x: f32[N, 48], %w1: f32[128, 48], %b1: f32[128], %w2: f32[10, 128], %b2: f32[10]) {
    %0 = linear(%x, %w1, %b1)
    %1 = relu(%0)
    %2 = linear(%1, %w2, %b2)
    %3 = softmax(%2, dim = -1)
    return %3
  })",
             1e-4); // logits of this size lose some bits in f32
}

TEST(Program, Cnn) {
  expectSame(
      R"(graph @f(%x: f32[N, 1, 8, 8], %w1: f32[16, 1, 3, 3], %b1: f32[16], %w2: f32[10, 256], %b2: f32[10]) {
    %0 = convolution(%x, %w1, %b1, stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 1)
    %1 = relu(%0)
    %2 = max_pool2d(%1, kernel_size = [2, 2])
    %3 = view(%2, size = [N, 256])
    %4 = linear(%3, %w2, %b2)
    %5 = log_softmax(%4, dim = 1)
    return %5
  })",
      1e-5, 1e-5, {0, 1, 3, 17});
}

TEST(Program, LayerNormAndGelu) {
  expectSame(R"(graph @f(%x: f32[N, 37], %g: f32[37], %b: f32[37]) {
    %eps = scalar(value = 1.0e-5)
    %one = scalar(value = 1)
    %zero = scalar(value = 0)
    %0 = mean(%x, dim = [-1], keepdim = true)
    %1 = sub(%x, %0, %one)
    %2 = var(%x, %zero, dim = [-1], keepdim = true)
    %3 = add(%2, %eps, %one)
    %4 = rsqrt(%3)
    %5 = mul(%1, %4)
    %6 = mul(%5, %g)
    %7 = add(%6, %b, %one)
    %8 = gelu(%7)
    return %8
  })");
  CompiledProgram program(R"(graph @f(%x: f32[N, 37]) {
    %0 = mean(%x, dim = [-1], keepdim = true)
    %one = scalar(value = 1)
    %1 = sub(%x, %0, %one)
    return %1
  })");
  ASSERT_TRUE(program.ok()) << program.error();
  EXPECT_EQ(calls(program.plan()), 1u) << program.plan().str();
}

TEST(Program, Attention) {
  expectSame(R"(graph @f(%q: f32[2, N, 16], %k: f32[2, N, 16], %v: f32[2, N, 16]) {
    %s = scalar(value = 0.25)
    %0 = permute(%k, dims = [0, 2, 1])
    %1 = matmul(%q, %0)
    %2 = mul(%1, %s)
    %3 = softmax(%2, dim = -1)
    %4 = matmul(%3, %v)
    return %4
  })",
             2e-5, 1e-5);
}

TEST(Program, SeveralResultsShareAKernel) {
  const std::string text = R"(graph @f(%x: f32[N, 5], %y: f32[N, 5]) {
    %0 = tanh(%x)
    %1 = mul(%0, %y)
    %2 = exp(%0)
    return %1, %2, %0
  })";
  expectSame(text);
  CompiledProgram program(text);
  EXPECT_EQ(calls(program.plan()), 1u) << program.plan().str();
}

TEST(Program, ConcatStoresIntoSlices) {
  const std::string text = R"(graph @f(%x: f32[N, 5], %y: f32[N, 3]) {
    %0 = relu(%x)
    %1 = cat([%0, %y, %x], dim = 1)
    %2 = tanh(%1)
    return %1, %2
  })";
  expectSame(text);
}

// Cats and writes of parts whose results are parts themselves go where those are, in the order of the writes.
TEST(Program, PartsOfPartsAreStoredWhereTheyBelong) {
  const std::string padded = R"(graph @f(%x: f32[N, 5]) {
    %0: i64[] weak = scalar(value = 0)
    %1 = full(%0, size = [N, 2], dtype = f32)
    %2 = cat([%1, %x, %1], dim = 1)
    %3 = full(%0, size = [3, 9], dtype = f32)
    %4 = cat([%3, %2, %3], dim = 0)
    return %4
  })";
  expectSame(padded);
  // Writes over each other: the last one stays.
  expectSame(R"(graph @f(%x: f32[N, 7], %y: f32[5, N, 7], %z: f32[N, 3], %w: f32[2, N, 7]) {
    %0 = relu(%x)
    %1 = slice_scatter(%0, %z, dim = 1, start = 2, end = 5)
    %2 = select_scatter(%y, %1, dim = 0, index = 3)
    %3 = slice_scatter(%2, %w, dim = 0, start = 2, end = 4)
    %4 = neg(%x)
    %5 = slice_scatter(%4, %z, dim = 1, start = 1, end = 4)
    %6 = select_scatter(%3, %5, dim = 0, index = 2)
    return %6
  })");
  // What is put into a part is read from what the whole was before.
  expectSame(R"(graph @f(%x: f32[N, 6], %y: f32[4, N, 6]) {
    %0 = select(%y, dim = 0, index = 1)
    %1 = slice(%0, dim = 1, start = 3, end = 6)
    %2 = slice(%0, dim = 1, start = 0, end = 3)
    %3 = cat([%1, %2], dim = 1)
    %4 = exp(%y)
    %5 = select_scatter(%4, %3, dim = 0, index = 1)
    %6 = select_scatter(%5, %x, dim = 0, index = 2)
    return %6
  })");
  // A value that others read, too, has memory of its own.
  expectSame(R"(graph @f(%x: f32[N, 6], %y: f32[N, 2]) {
    %0 = cat([%x, %y], dim = 1)
    %1 = cat([%0, %x], dim = 1)
    %2 = tanh(%0)
    return %1, %2
  })");
}

TEST(Program, ViewsOfResults) {
  expectSame(R"(graph @f(%x: f32[N, 6]) {
    %0 = tanh(%x)
    %1 = permute(%0, dims = [1, 0])
    %2 = slice(%0, dim = 1, start = 2, end = 5)
    %3 = slice(%x, dim = 1, start = 1, end = 3)
    return %0, %1, %2, %3
  })");
  expectSame(R"(graph @f(%x: f32[N, 6]) {
    %0 = tanh(%x)
    %1 = slice(%0, dim = 1, start = 0, end = 3)
    %2 = slice(%0, dim = 1, start = 3, end = 6)
    return %1, %2
  })");
}

TEST(Program, BatchNormStatistics) {
  expectSame(R"(graph @f(%x: f32[N, 4, 3, 3]) {
    %one = scalar(value = 1)
    %zero = scalar(value = 0)
    %0 = mean(%x, dim = [0, 2, 3], keepdim = true)
    %1 = var(%x, %zero, dim = [0, 2, 3], keepdim = true)
    %2 = sub(%x, %0, %one)
    %3 = sqrt(%1)
    %4 = div(%2, %3)
    return %4
  })",
             1e-4, 1e-5, {1, 3, 17});
}

TEST(Program, FullReductions) {
  expectSame(R"(graph @f(%x: f32[N, 7]) {
    %0 = sum(%x)
    %1 = mul(%x, %x)
    %2 = mean(%1)
    %3 = sum(%1, dim = [0])
    return %0, %2, %3
  })");
}

TEST(Program, LogSumExpInOneKernel) {
  const std::string text = R"(graph @f(%x: f32[N, 33]) {
    %one = scalar(value = 1)
    %0 = amax(%x, dim = [1], keepdim = true)
    %1 = sub(%x, %0, %one)
    %2 = exp(%1)
    %3 = sum(%2, dim = [1])
    %4 = log(%3)
    %5 = squeeze(%0, dim = [1])
    %6 = add(%4, %5, %one)
    return %6
  })";
  expectSame(text);
  CompiledProgram program(text);
  EXPECT_EQ(calls(program.plan()), 1u) << program.plan().str();
}

TEST(Program, InPlaceOnTheInput) {
  const std::string text = R"(graph @f(%x: f32[N, 5], %y: f32[N, 5]) {
    %one = scalar(value = 1)
    %0 = add(%x, %y, %one)
    %1 = copy_(%x, %0)
    %2 = relu(%1)
    return %2, %1
  })";
  expectSame(text);
  CompiledProgram program(text);
  ASSERT_TRUE(program.ok());
  for (const Step &step : program.plan().steps)
    EXPECT_FALSE(std::holds_alternative<WriteBack>(step.action)) << program.plan().str();
  EXPECT_EQ(program.plan().disjointInputs.size(), 1u);
}

TEST(Program, OldValueStillWanted) {
  // y needs the old x after the new one is known: in-place would lose it.
  expectSame(R"(graph @f(%x: f32[N, 5]) {
    %one = scalar(value = 1)
    %0 = sum(%x, dim = [1], keepdim = true)
    %1 = add(%x, %0, %one)
    %2 = permute(%x, dims = [1, 0])
    %3 = tanh(%2)
    %4 = copy_(%x, %1)
    return %3
  })");
  // Each element depends on others: not while they are being overwritten.
  expectSame(R"(graph @f(%x: f32[5, 5]) {
    %one = scalar(value = 1)
    %0 = permute(%x, dims = [1, 0])
    %1 = add(%x, %0, %one)
    %2 = copy_(%x, %1)
    return
  })",
             1e-6, 0, {1});
}

TEST(Program, WriteThroughAView) {
  const std::string text = R"(graph @f(%x: f32[N, 6], %y: f32[N]) {
    %0 = select(%x, dim = 1, index = 2)
    %1 = tanh(%y)
    %2 = copy_(%0, %1)
    %3 = slice(%x, dim = 1, start = 3, end = 5)
    %4 = relu(%3)
    %5 = copy_(%3, %4)
    return
  })";
  expectSame(text);
}

TEST(Program, EmbeddingChecksIndices) {
  const std::string text = R"(graph @f(%w: f32[10, 4], %i: i64[N]) {
    %0 = embedding(%w, %i)
    %1 = tanh(%0)
    return %1
  })";
  expectSame(text);
  CompiledProgram program(text);
  const auto set = [](int64_t value) {
    return [value](std::vector<Array> &inputs) { inputs[1].set({1}, static_cast<double>(value)); };
  };
  EXPECT_FALSE(program.check({{"N", 3}}, 1e-6, 0, set(10)));
  EXPECT_FALSE(program.check({{"N", 3}}, 1e-6, 0, set(-1)));
  EXPECT_TRUE(program.check({{"N", 3}}, 1e-6, 0, set(9)));
}

TEST(Program, IntegerDivisionByZeroIsRefused) {
  CompiledProgram program(R"(graph @f(%x: i32[N], %y: i32[N]) {
    %0 = remainder(%x, %y)
    return %0
  })");
  ASSERT_TRUE(program.ok()) << program.error();
  const auto set = [](double value) {
    return [value](std::vector<Array> &inputs) {
      inputs[1].fillWith([&](const std::vector<int64_t> &) { return value; });
    };
  };
  EXPECT_FALSE(program.check({{"N", 3}}, 0, 0, set(0)));
  EXPECT_TRUE(program.check({{"N", 3}}, 0, 0, set(3)));
  EXPECT_TRUE(program.check({{"N", 3}}, 0, 0, set(-2)));
}

TEST(Program, LstmCell) {
  expectSame(
      R"(graph @f(%x: f32[N, 8], %h: f32[N, 16], %c: f32[N, 16], %wi: f32[64, 8], %wh: f32[64, 16], %b: f32[64]) {
    %one = scalar(value = 1)
    %0 = linear(%x, %wi, %b)
    %1 = linear(%h, %wh, none)
    %2 = add(%0, %1, %one)
    %3 = slice(%2, dim = 1, start = 0, end = 16)
    %4 = slice(%2, dim = 1, start = 16, end = 32)
    %5 = slice(%2, dim = 1, start = 32, end = 48)
    %6 = slice(%2, dim = 1, start = 48, end = 64)
    %7 = sigmoid(%3)
    %8 = sigmoid(%4)
    %9 = tanh(%5)
    %10 = sigmoid(%6)
    %11 = mul(%8, %c)
    %12 = mul(%7, %9)
    %13 = add(%11, %12, %one)
    %14 = tanh(%13)
    %15 = mul(%10, %14)
    return %15, %13
  })");
}

TEST(Program, SixteenBitFloatsAreRoundedAtEachOperator) {
  // Exact in f32, so that only the roundings in between decide the bits.
  for (const char *dtype : {"f16", "bf16"}) {
    const std::string t = dtype;
    CompiledProgram program("graph @f(%x: " + t + "[N, 37], %y: " + t + R"([N, 37]) {
    %one: i64[] weak = scalar(value = 1)
    %0 = mul(%x, %y)
    %1 = add(%0, %x, %one)
    %2 = mul(%1, %0)
    %3 = amax(%2, dim = [1], keepdim = true)
    %4 = sub(%2, %3, %one)
    %5 = mul(%4, %1)
    return %1, %5
  })");
    ASSERT_TRUE(program.ok()) << program.error();
    EXPECT_TRUE(program.check({{"N", 29}}, 0)) << t;
  }
}

TEST(Program, WorkspaceIsReused) {
  CompiledProgram program(R"(graph @f(%x: f32[N, 64], %w: f32[64, 64]) {
    %0 = linear(%x, %w, none)
    %1 = tanh(%0)
    %2 = linear(%1, %w, none)
    %3 = tanh(%2)
    %4 = linear(%3, %w, none)
    %5 = tanh(%4)
    %6 = linear(%5, %w, none)
    return %6
  })");
  ASSERT_TRUE(program.ok()) << program.error();
  // Three intermediate values, of which two live at a time.
  EXPECT_EQ(evaluateSym(program.plan().workspaceBytes, {{"N", 100}}), 2 * 100 * 64 * 4)
      << program.plan().str();
  EXPECT_EQ(program.plan().kernels.size(), 2u) << "equal layers share a kernel";
  EXPECT_TRUE(program.check({{"N", 5}}, 1e-4, 1e-4));
}
