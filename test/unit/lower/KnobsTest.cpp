// Knobs: what a tuning may decide. Whatever it decides, a kernel computes the same.
#include "KernelRunner.h"

#include "lib/Lower/Knobs.h"

#include <optional>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

std::vector<KnobGroup> knobsOf(const std::string &text, const LowerOptions &options, int level,
                               std::string &error) {
  Kernel kernel = kernelFromText(text, error);
  EXPECT_EQ(error, "");
  if (!error.empty())
    return {};
  TargetSpec target;
  target.level = level;
  llvm::Expected<std::vector<KnobGroup>> groups = defaultBackend().knobs(kernel, target, options);
  if (groups)
    return std::move(*groups);
  error = llvm::toString(groups.takeError());
  return {};
}

/// A kernel, and calls of it.
struct Sample {
  std::string text;
  std::vector<std::vector<int64_t>> inputs;
  std::vector<ScalarArg> symbols;
  std::vector<int64_t> output;
  std::vector<int64_t> strides = {}; // of the inputs
};

Array resultOf(const Sample &sample, const Tuning &tuning, int level) {
  LowerOptions options;
  options.tuning = tuning;
  Array result(ScalarType::Float, sample.output);
  std::string decisions;
  for (const auto &[name, value] : tuning)
    decisions += " " + name + "=" + std::to_string(value);
  CompiledKernel kernel(sample.text, options, level);
  EXPECT_TRUE(kernel.ok()) << decisions << ": " << kernel.error();
  if (!kernel.ok())
    return result;
  std::vector<std::unique_ptr<Array>> inputs;
  std::vector<Array *> pointers;
  for (const std::vector<int64_t> &sizes : sample.inputs) {
    inputs.push_back(std::make_unique<Array>(ScalarType::Float, sizes, sample.strides));
    inputs.back()->fill();
    pointers.push_back(inputs.back().get());
  }
  EXPECT_EQ(kernel(pointers, sample.symbols, {&result}), 0) << decisions;
  return result;
}

/// Each choice of each knob by itself: `every` of them, from the `first` on.
void expectSameForEachChoice(const Sample &sample, size_t first = 0, size_t every = 1) {
  const int level = 3;
  const Array expected = resultOf(sample, {}, level);
  std::string error;
  size_t number = 0, tried = 0;
  for (const KnobGroup &group : knobsOf(sample.text, {}, level, error))
    for (const Knob &knob : group.knobs)
      for (const int64_t choice : knob.choices) {
        if (choice == knob.value || number++ % every != first)
          continue;
        ++tried;
        SCOPED_TRACE(knob.name + "=" + std::to_string(choice));
        expectElements(
            resultOf(sample, {{knob.name, choice}}, level),
            [&](const std::vector<int64_t> &index) { return expected.get(index); }, 1e-4, 1e-4);
      }
  EXPECT_GT(tried, 0u);
}

} // namespace

TEST(Knobs, ADecisionIsTheTuningsOrThatOfTheCostRules) {
  const Tuning tuning = {{"rows", 8}, {"few.rows", 3}};
  Knobs knobs(tuning);
  EXPECT_EQ(knobs.pick("rows", 6, {4, 8}), 8);
  EXPECT_EQ(knobs.pick("columns", 2, {1, 2}), 2);
  EXPECT_EQ(knobs.pick("rows", 6, {4, 8}), 8); // the same decision
  EXPECT_EQ(knobs.pick("settled", 1, {1}), 1); // which is none
  ASSERT_EQ(knobs.asked().size(), 2u);
  EXPECT_EQ(knobs.asked()[0].name, "rows");
  EXPECT_EQ(knobs.asked()[0].value, 6);
  EXPECT_EQ(choicesText(knobs.asked()[0].choices), "4, 6, 8");
  Knobs few(tuning, "few.");
  EXPECT_EQ(few.pick("rows", 2, {2, 3}), 3);
  Knobs none;
  EXPECT_EQ(none.pick("rows", 6, {4, 8}), 6);
  EXPECT_TRUE(none.asked().empty());
}

TEST(Knobs, AValueThatIsNoneIsRefused) {
  const std::string text =
      "graph @k(%a: f32[32, 20], %b: f32[20, 24]) { %0: f32[32, 24] = matmul(%a, %b) return %0 }";
  LowerOptions options;
  std::string error;
  options.tuning = {{"matmul.rows", 7}};
  EXPECT_TRUE(knobsOf(text, options, 3, error).empty());
  EXPECT_NE(error.find("knob 'matmul.rows' is 7, and its values are "), std::string::npos) << error;
  options.tuning = {{"rows", 4}};
  error.clear();
  EXPECT_TRUE(knobsOf(text, options, 3, error).empty());
  EXPECT_NE(error.find("there is no knob 'rows'; there are "), std::string::npos) << error;
  const CompiledKernel kernel(text, options);
  options.tuning = {{"matmul.rows", 7}};
  EXPECT_FALSE(CompiledKernel(text, options).ok());
}

TEST(Knobs, EveryChoiceOfAMatmulComputesTheSame) {
  expectSameForEachChoice(
      {"graph @k(%a: f32[49, 20], %b: f32[20, 40]) { %0: f32[49, 40] = matmul(%a, %b) return %0 }",
       {{49, 20}, {20, 40}},
       {},
       {49, 40}});
}

TEST(Knobs, EveryChoiceOfALinearComputesTheSame) {
  const std::string text =
      "graph @k(%a: f32[s0, 20], %b: f32[18, 20]) { %0: f32[s0, 18] = linear(%a, %b, none) return %0 }";
  expectSameForEachChoice({text, {{1, 20}, {18, 20}}, {1}, {1, 18}}, 0, 4);
  expectSameForEachChoice({text, {{9, 20}, {18, 20}}, {9}, {9, 18}}, 1, 4);
  expectSameForEachChoice({text, {{41, 20}, {18, 20}}, {41}, {41, 18}}, 2, 4);
  expectSameForEachChoice(
      {"graph @k(%a: f32[37, 20], %b: f32[18, 20]) { %0: f32[37, 18] = linear(%a, %b, none) return "
       "%0 }",
       {{37, 20}, {18, 20}},
       {},
       {37, 18}});
}

TEST(Knobs, EveryChoiceOfAConvolutionComputesTheSame) {
  expectSameForEachChoice({"graph @k(%a: f32[2, 5, 13, 19], %b: f32[9, 5, 3, 3]) { %0: f32[2, 9, 13, 19] = "
                           "convolution(%a, %b, none, "
                           "stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 1) return %0 }",
                           {{2, 5, 13, 19}, {9, 5, 3, 3}},
                           {},
                           {2, 9, 13, 19}},
                          0, 2);
}

TEST(Knobs, EveryChoiceOfAConvolutionOfMoreChannelsComputesTheSame) {
  const std::string convolution =
      "convolution(%a, %b, none, stride = [1, 1], padding = [1, 1], dilation = [1, 1], "
      "groups = 1) return %0 }";
  for (const auto &[channels, filters] : {std::pair<int64_t, int64_t>{8, 9}, {32, 40}}) {
    const std::string in = std::to_string(channels), out = std::to_string(filters);
    expectSameForEachChoice({"graph @k(%a: f32[2, " + in + ", 13, 19], %b: f32[" + out + ", " + in +
                                 ", 3, 3]) { %0: f32[2, " + out + ", 13, 19] = " + convolution,
                             {{2, channels, 13, 19}, {filters, channels, 3, 3}},
                             {},
                             {2, filters, 13, 19}},
                            0, 2);
  }
}

// Winograd's products are for what they make faster, and for what may have other rounding errors.
TEST(Knobs, WinogradsProductsAreOfManyChannels) {
  const auto value = [](const std::string &x, const std::string &w, const std::string &result,
                        const std::string &stride, bool strict) -> std::optional<int64_t> {
    LowerOptions options;
    options.strictFloat = strict;
    std::string error;
    const auto groups = knobsOf("graph @k(%a: " + x + ", %b: " + w + ") { %0: " + result +
                                    " = convolution(%a, %b, none, stride = [" + stride +
                                    "], padding = [1, 1], dilation = [1, 1], groups = 1) return %0 }",
                                options, 3, error);
    for (const KnobGroup &group : groups)
      for (const Knob &knob : group.knobs)
        if (knob.name == "conv.winograd")
          return knob.value;
    return std::nullopt;
  };
  const std::string image = "f32[s0, 64, 56, 56]", filter = "f32[64, 64, 3, 3]";
  EXPECT_EQ(value(image, filter, image, "1, 1", false), 1);
  EXPECT_EQ(value("f32[s0, 256, 14, 14]", "f32[256, 256, 3, 3]", "f32[s0, 256, 14, 14]", "1, 1", false), 1);
  // Filters that are transformed for few blocks, and blocks that are transformed for few channels.
  EXPECT_EQ(value("f32[1, 512, 7, 7]", "f32[512, 512, 3, 3]", "f32[1, 512, 7, 7]", "1, 1", false), 0);
  EXPECT_EQ(value("f32[1, 8, 56, 56]", "f32[8, 8, 3, 3]", "f32[1, 8, 56, 56]", "1, 1", false), 0);
  EXPECT_EQ(value(image, filter, image, "1, 1", true), std::nullopt);
  EXPECT_EQ(value(image, filter, "f32[s0, 64, 28, 28]", "2, 2", false), std::nullopt);
  EXPECT_EQ(value(image, "f32[64, 64, 1, 1]", "f32[s0, 64, 58, 58]", "1, 1", false), std::nullopt);
  EXPECT_EQ(value("f64[1, 64, 56, 56]", "f64[64, 64, 3, 3]", "f64[1, 64, 56, 56]", "1, 1", false),
            std::nullopt);
}

TEST(Knobs, EveryChoiceOfRowsComputesTheSame) {
  expectSameForEachChoice(
      {"graph @k(%a: f32[40, 70]) { %0: f32[40, 70] = exp(%a) %1: f32[40, 70] = softmax(%0, dim = "
       "1, dtype = none) return %1 }",
       {{40, 70}},
       {},
       {40, 70}});
  expectSameForEachChoice(
      {"graph @k(%a: f32[s0, s1]) { %0: f32[s1] = sum(%a, dim = [0], keepdim = false, dtype = none) "
       "return %0 }",
       {{30, 75}},
       {30, 75},
       {75}},
      0, 2);
}

TEST(Knobs, EveryChoiceOfElementsComputesTheSame) {
  expectSameForEachChoice(
      {"graph @k(%a: f32[s0, s1]) { %0: f32[s0, s1] = tanh(%a) return %0 }", {{70, 50}}, {70, 50}, {70, 50}});
  expectSameForEachChoice({"graph @k(%a: f32[70, 50]{1, 70}) { %0: f32[70, 50] = relu(%a) return %0 }",
                           {{70, 50}},
                           {},
                           {70, 50},
                           {1, 70}},
                          0, 2);
}

// Rows that select by the same indices: which vectors and rows go first. The rows are no multiple of a
// block's.
TEST(Knobs, EveryChoiceOfGatheredColumnsComputesTheSame) {
  const std::string text = "graph @k(%a: f32[s0, s1, s2], %b: f32[s2]) { %0: i64[] weak = scalar(value = 0) "
                           "%1: i64[] weak = scalar(value = s2) %2: i64[] weak = scalar(value = 1) "
                           "%3: i64[s2] = arange(%0, %1, %2, dtype = i64) "
                           "%4: f32[s0, s1, s2] = index_select(%a, %3, dim = 2) "
                           "%5: f32[s0, s1, s2] = mul(%4, %b) return %5 }";
  std::string error;
  bool isOutside = false;
  for (const KnobGroup &group : knobsOf(text, {}, 3, error))
    for (const Knob &knob : group.knobs)
      isOutside |= knob.name == "columns.outside" && knob.value == 1;
  EXPECT_TRUE(isOutside) << error;
  expectSameForEachChoice({text, {{3, 21, 37}, {37}}, {3, 21, 37}, {3, 21, 37}});
}
