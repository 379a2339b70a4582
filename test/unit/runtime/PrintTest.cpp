// operator<< against what LibTorch 2.13 printed for the same expressions (print_reference.txt).
#include <fullgraph/fullgraph.h>

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

using namespace fg;

namespace {

/// The texts by the expressions in front of them, as "@@expression".
std::map<std::string, std::string> reference() {
  std::ifstream file(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/print_reference.txt");
  std::map<std::string, std::string> texts;
  std::string *text = nullptr;
  for (std::string line; std::getline(file, line);)
    if (line.rfind("@@", 0) == 0)
      text = &texts[line.substr(2)];
    else if (text)
      *text += line + '\n';
  return texts;
}

} // namespace

TEST(Print, AsLibTorch) {
  std::map<std::string, std::string> expected = reference();
  const auto check = [&](const char *expression, const Tensor &value) {
    std::ostringstream text;
    text << value << '\n';
    ASSERT_TRUE(expected.count(expression)) << expression;
    EXPECT_EQ(text.str(), expected[expression]) << expression;
    expected.erase(expression);
  };
#define CASE(...) check(#__VA_ARGS__, __VA_ARGS__)
  // clang-format off: the expressions are the keys
  CASE(scalar_tensor(3.5));
  CASE(scalar_tensor(3, kLong));
  CASE(arange(4));
  CASE(arange(6, kFloat).view({2,3}));
  CASE(arange(6, kFloat).view({2,3}) / 4);
  CASE(arange(4, kFloat) * 1e6 + 0.5);
  CASE(arange(3, kFloat) * 1e-6);
  CASE(arange(3, kFloat) * 1e5 + 0.25);
  CASE(arange(12).view({2,2,3}));
  CASE(arange(8).view({2,1,2,2}) - 4);
  CASE(zeros({0}));
  CASE(zeros({2,0}));
  CASE(zeros({2,0,3}));
  CASE(arange(3) > 1);
  CASE(arange(40, kFloat).view({2,20}) + 0.5);
  CASE(arange(3, kLong) * 10000000000LL);
  CASE(arange(6, kFloat).view({2,3}) * 1e6 + 0.5);
  CASE(arange(8, kFloat).view({2,2,2}) * 1e6 + 0.5);
  CASE(arange(3, kFloat) * 1e5 + 200000.25);
  CASE(arange(6, kFloat).view({2,3}) * 1e5 + 200000.25);
  CASE(arange(3, kFloat) * 1e-4 + 2e-4);
  CASE(arange(3, kDouble) * 1e7 + 2e7 + 0.5);
  CASE(arange(3, kDouble) * 1e20 + 2e20);
  CASE(arange(3, kDouble) * 1e-20 + 2e-20);
  CASE(scalar_tensor(1234567.5));
  CASE(scalar_tensor(12345678, kLong));
  CASE(scalar_tensor(true, kBool));
  CASE(arange(60, kFloat).view({1,2,30}) * 1e4 + 2e5 + 0.5);
  CASE(Tensor());
  CASE(arange(3, kFloat).to(kHalf) / 3);
  CASE(arange(60, kFloat).view({2,30}) * 1e5 + 0.5);
  // clang-format on
#undef CASE
  EXPECT_TRUE(expected.empty());
}

TEST(Print, KeepsTheStreamsFormat) {
  std::ostringstream text;
  text << arange(2, kFloat) / 4 << 1.5;
  EXPECT_EQ(text.str().substr(text.str().size() - 3), "1.5");
  std::ostringstream special;
  special << full({2}, __builtin_nan(""), kFloat);
  EXPECT_NE(special.str().find("nan"), std::string::npos);
}

TEST(Print, SmallThings) {
  std::ostringstream text;
  text << IntArrayRef({2, 3}) << ' ' << kBFloat16 << ' ' << Device("cuda:1") << ' ' << Scalar(2) << ' '
       << Scalar(true) << ' ' << Scalar(0.5);
  EXPECT_EQ(text.str(), "[2, 3] BFloat16 cuda:1 2 true 0.5");
  EXPECT_EQ(Device("cuda:1").str() + Device(kCPU).str(), "cuda:1cpu");
  EXPECT_EQ(zeros({2}, kHalf).toString(), "CPUHalfType");
  EXPECT_EQ(Tensor().toString(), "UndefinedType");
  testing::internal::CaptureStdout();
  zeros({2, 3}).print();
  Tensor().print();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "[CPUFloatType [2, 3]]\n[UndefinedTensor]\n");
}
