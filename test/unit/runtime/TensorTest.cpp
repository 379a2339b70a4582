// The handle: reference counts, metadata, element access, conversions of numbers, operators.
#include "Errors.h"

#include <fullgraph/fullgraph.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using fg::Tensor;

TEST(Tensor, CountsHandles) {
  Tensor x = fg::zeros({3});
  EXPECT_EQ(x.use_count(), 1u);
  {
    const Tensor y = x;
    EXPECT_EQ(x.use_count(), 2u);
    EXPECT_TRUE(y.is_same(x));
  }
  EXPECT_EQ(x.use_count(), 1u);
  Tensor z = std::move(x);
  EXPECT_FALSE(x.defined());
  EXPECT_EQ(z.use_count(), 1u);
  z = static_cast<Tensor &>(z);
  EXPECT_EQ(z.use_count(), 1u);
  z = std::move(static_cast<Tensor &>(z));
  EXPECT_EQ(z.use_count(), 1u);
  z.reset();
  EXPECT_FALSE(z.defined());
}

TEST(Tensor, FreesBlobsOnceTheLastViewGoes) {
  std::vector<float> memory(6, 2.f);
  int freed = 0;
  Tensor view;
  {
    const Tensor x = fg::from_blob(memory.data(), {2, 3}, [&freed](void *) { ++freed; }, fg::kFloat);
    view = x[1];
    EXPECT_EQ(x.data_ptr(), memory.data());
  }
  EXPECT_EQ(freed, 0);
  view.reset();
  EXPECT_EQ(freed, 1);
  const Tensor strided = fg::from_blob(memory.data(), {2, 2}, {1, 3});
  strided.fill_(5);
  EXPECT_EQ(memory, (std::vector<float>{5, 5, 2, 5, 5, 2}));
}

TEST(Tensor, HandlesAreSafeAmongThreads) {
  const Tensor x = fg::arange(1000).view({10, 100});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&x] {
      for (int i = 0; i < 5000; ++i) {
        Tensor copy = x;
        const Tensor row = copy[i % 10];
        copy = row;
        ASSERT_EQ(copy.numel(), 100);
      }
    });
  for (std::thread &t : threads)
    t.join();
  EXPECT_EQ(x.use_count(), 1u);
  EXPECT_EQ(x.unsafeGetImpl()->storage->references, 1u);
}

TEST(Tensor, MetadataIsATens) {
  const Tensor x = fg::zeros({2, 3}, fg::kHalf);
  EXPECT_EQ(x.dim(), 2);
  EXPECT_EQ(x.numel(), 6);
  EXPECT_EQ(x.size(-1), 3);
  EXPECT_EQ(x.stride(0), 3);
  EXPECT_EQ(x.element_size(), 2u);
  EXPECT_EQ(x.nbytes(), 12u);
  EXPECT_EQ(x.dtype(), fg::kFloat16);
  EXPECT_TRUE(x.is_floating_point());
  EXPECT_TRUE(x.is_cpu());
  EXPECT_EQ(x.options().dtype(), fg::kHalf);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(x.data_ptr()) % 64, 0u);
  EXPECT_TRUE(fg::zeros({1, 3}).expand({1, 3}).is_contiguous());
  EXPECT_FALSE(fg::zeros({2, 3}).t().is_contiguous());
  EXPECT_TRUE(fg::zeros({0, 3}).t().is_contiguous());
  // One compare tells dtype, rank, device and contiguity.
  EXPECT_EQ(x.unsafeGetImpl()->key, fg::detail::tensorKey(fg::kHalf, 2, fg::kCPU, true));
  EXPECT_NE(x.t().unsafeGetImpl()->key, x.unsafeGetImpl()->key);
}

TEST(Tensor, ReadsAndWritesElements) {
  const Tensor x = fg::arange(6, fg::kFloat).view({2, 3});
  const Tensor transposed = x.t();
  const auto a = transposed.accessor<float, 2>();
  EXPECT_EQ(a.size(0), 3);
  EXPECT_EQ(a[2][1], 5.f);
  a[0][1] = 9;
  EXPECT_EQ(x[1][0].item<float>(), 9.f);
  EXPECT_EQ(x[1][1].item().toLong(), 4);
  EXPECT_TRUE(fg::tensor(true).item<bool>());
  EXPECT_EQ(fg::full({1, 1}, -3, fg::kShort).item<int64_t>(), -3);
  EXPECT_EQ(fg::full({}, 1.5, fg::kBFloat16).item<double>(), 1.5);
  EXPECT_EQ(errorOf([&] { x.item(); }), "a Tensor with 6 elements cannot be converted to Scalar");
  EXPECT_EQ(errorOf([&] { x.data_ptr<double>(); }), "expected scalar type Double but found Float");
  EXPECT_EQ(errorOf([&] { (x.accessor<float, 3>()); }), "TensorAccessor expected 3 dims but tensor has 2");
  EXPECT_EQ(errorOf([] { Tensor().sizes(); }), "sizes() called on an undefined Tensor");
}

TEST(Tensor, ErrorsAreRuntimeErrorsToo) {
  EXPECT_THROW(fg::zeros({2}).view({3}), std::runtime_error);
  EXPECT_THROW(fg::zeros({2}).view({3}), fg::Error);
  try {
    fg::check(false, "N must be even");
    FAIL();
  } catch (const std::exception &e) {
    EXPECT_STREQ(e.what(), "N must be even");
    const auto *error = dynamic_cast<const fg::Error *>(&e);
    ASSERT_TRUE(error);
    EXPECT_EQ(static_cast<const std::exception *>(&static_cast<const std::exception &>(*error)), &e);
  }
  EXPECT_NO_THROW(fg::check(true, "fine"));
}

TEST(Tensor, RefusesImpossibleSizes) {
  EXPECT_EQ(errorOf([] { fg::zeros({-1, 2}); }),
            "Trying to create tensor with negative dimension -1: [-1, 2]");
  const int64_t big = std::numeric_limits<int64_t>::max() / 4;
  EXPECT_THROW(fg::zeros({big, big}), fg::Error);
  EXPECT_THROW(fg::zeros({big}), fg::Error);
  EXPECT_THROW(fg::zeros({2}, fg::Device(fg::kCUDA, 100)), fg::Error);
  EXPECT_EQ(errorOf([] { fg::Device("tpu"); }), "Invalid device string: 'tpu'");
  EXPECT_EQ(fg::Device("cuda:12").index(), 12);
  for (const char *text : {"", "cpu:", "cuda:01", "cuda:x", "cuda:1x", "cuda:999", "cpux"})
    EXPECT_THROW(fg::Device{text}, fg::Error) << text;
}

TEST(Tensor, OperatorsAndInPlaceForms) {
  Tensor x = fg::tensor({1.0, 2.0, 4.0});
  EXPECT_TRUE((x + 1).equal(fg::tensor({2.0, 3.0, 5.0})));
  EXPECT_TRUE((1.0 - x).equal(fg::tensor({0.0, -1.0, -3.0})));
  EXPECT_TRUE((4 / x).equal(fg::tensor({4.0, 2.0, 1.0})));
  EXPECT_TRUE((-x * x).equal(fg::tensor({-1.0, -4.0, -16.0})));
  EXPECT_TRUE((x > 1.0).equal(fg::tensor({false, true, true})));
  EXPECT_TRUE((2 >= x).equal(fg::tensor({true, true, false})));
  EXPECT_TRUE((x == x).all().item<bool>());
  EXPECT_TRUE((2.0 == x).equal(fg::tensor({false, true, false})));
  EXPECT_TRUE((!(x != 2)).equal(~(x != 2)));
  EXPECT_TRUE(((x > 1) & (x < 4)).equal(fg::tensor({false, true, false})));
  // As ATen: a number on the left takes an integer tensor's dtype first.
  EXPECT_TRUE((1.5 - fg::tensor({1, 2})).equal(fg::tensor({0, -1})));
  EXPECT_THROW(1.0 / fg::tensor({1, 2}), fg::Error);
  const Tensor y = x;
  x += 1;
  x *= fg::tensor({2.0, 2.0, 0.5});
  EXPECT_TRUE(y.equal(fg::tensor({4.0, 6.0, 2.5})));
  x[0] = 7.0;             // through the view
  x[1] = fg::tensor(8.0); // likewise
  EXPECT_TRUE(y.equal(fg::tensor({7.0, 8.0, 2.5})));
  x.zero_().add_(3);
  EXPECT_TRUE(y.equal(fg::full({3}, 3.0)));
  EXPECT_TRUE(y.is_same(x));
}

TEST(Tensor, DtypesOfCreation) {
  EXPECT_EQ(fg::full({1}, 1).dtype(), fg::kLong);
  EXPECT_EQ(fg::full({1}, true).dtype(), fg::kBool);
  EXPECT_EQ(fg::full({1}, 1.f).dtype(), fg::kFloat);
  EXPECT_EQ(fg::tensor(2).dtype(), fg::kLong);
  EXPECT_EQ(fg::tensor(2.0).dtype(), fg::kFloat);
  EXPECT_EQ(fg::tensor({{1, 2}, {3, 4}}).dtype(), fg::kLong);
  EXPECT_EQ(fg::tensor({{1, 2}, {3, 4}}).sizes(), fg::IntArrayRef({2, 2}));
  EXPECT_EQ(fg::tensor({{{1.0}, {2.0}}}).sizes(), fg::IntArrayRef({1, 2, 1}));
  EXPECT_THROW(fg::tensor({{1, 2}, {3}}), fg::Error);
  EXPECT_TRUE(fg::tensor(std::vector<double>{1.5, 2}).equal(fg::tensor({1.5, 2.0})));
  EXPECT_EQ(fg::tensor(std::vector<uint8_t>{1, 2}, fg::kDouble).dtype(), fg::kDouble);
  EXPECT_EQ(fg::arange(3).dtype(), fg::kLong);
  EXPECT_EQ(fg::arange(0, 1, 0.25).numel(), 4);
  EXPECT_EQ(fg::ones_like(fg::zeros({2}, fg::kInt)).dtype(), fg::kInt);
  EXPECT_EQ(fg::zeros({2}, fg::TensorOptions().dtype(fg::kDouble).device("cpu")).dtype(), fg::kDouble);
  EXPECT_EQ(fg::zeros({2}, fg::dtype(fg::kInt)).dtype(), fg::kInt);
  EXPECT_EQ(fg::zeros({2}).to(fg::kLong).new_zeros({3}).dtype(), fg::kLong);
}

TEST(Tensor, RandomNumbersFollowTheSeed) {
  fg::manual_seed(3);
  const Tensor a = fg::randn({100}), u = fg::rand({1000}, fg::kHalf);
  fg::manual_seed(3);
  EXPECT_TRUE(a.equal(fg::randn({100})));
  EXPECT_FALSE(a.equal(fg::randn({100})));
  EXPECT_TRUE(((u >= 0) & (u < 1)).all().item<bool>());
  const Tensor i = fg::randint(-2, 3, {500});
  EXPECT_EQ(i.min().item<int64_t>(), -2);
  EXPECT_EQ(i.max().item<int64_t>(), 2);
  const Tensor p = fg::randperm(50);
  EXPECT_EQ(fg::zeros({50}, fg::kLong).index_select(0, p).numel(), 50);
  EXPECT_EQ(p.sum().item<int64_t>(), 49 * 50 / 2);
  EXPECT_EQ(p.max().item<int64_t>(), 49);
  EXPECT_THROW(fg::randn({2}, fg::kLong), fg::Error);
}

TEST(Scalar, ConvertsAsC10) {
  EXPECT_EQ(fg::Scalar(3.9).to<int>(), 3);
  EXPECT_EQ(fg::Scalar(true).toDouble(), 1.0);
  EXPECT_EQ(fg::Scalar(-1).to<uint8_t>(), 255);
  EXPECT_EQ(fg::Scalar(127).to<int8_t>(), 127);
  EXPECT_EQ(fg::Scalar(-128.0).to<int8_t>(), -128);
  EXPECT_TRUE(std::isinf(fg::Scalar(std::numeric_limits<double>::infinity()).to<fg::Half>()));
  EXPECT_EQ(fg::Scalar(int64_t{1} << 62).toLong(), int64_t{1} << 62);
  EXPECT_EQ(errorOf([] { fg::Scalar(300).to<int8_t>(); }),
            "value cannot be converted to type int8_t without overflow");
  for (const double v : {127.5, -129.0, std::nan(""), HUGE_VAL})
    EXPECT_THROW(fg::Scalar(v).to<int8_t>(), fg::Error) << v;
  EXPECT_THROW(fg::Scalar(0x1p63).toLong(), fg::Error);
  EXPECT_THROW(fg::Scalar(1e300).toFloat(), fg::Error);
  EXPECT_THROW(fg::Scalar(70000).to<fg::Half>(), fg::Error);
  EXPECT_EQ((-fg::Scalar(2)).toLong(), -2);
  EXPECT_EQ(fg::Scalar(2).type(), fg::kLong);
  EXPECT_EQ(fg::Scalar(2.f).type(), fg::kDouble);
  EXPECT_EQ(fg::Scalar(false).type(), fg::kBool);
}

TEST(Half, RoundsToNearestEven) {
  // All halves survive the way through float; NaN stays NaN.
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float f = fg::Half::fromBits(uint16_t(bits));
    EXPECT_EQ(f == f ? fg::Half(f).bits : fg::Half(f).bits & 0x7e00, f == f ? bits : 0x7e00);
    const float b = fg::BFloat16::fromBits(uint16_t(bits));
    EXPECT_EQ(b == b ? fg::BFloat16(b).bits : 0, b == b ? bits : 0);
  }
  EXPECT_EQ(fg::Half(65519.f).bits, 0x7bff);
  EXPECT_EQ(fg::Half(65520.f).bits, 0x7c00);
  EXPECT_EQ(fg::Half(2049.f), 2048.f);
  EXPECT_EQ(fg::Half(2051.f), 2052.f);
  EXPECT_EQ(fg::Half(0x1p-25f).bits, 0);
  EXPECT_EQ(fg::Half(0x1.8p-25f).bits, 1);
  EXPECT_EQ(fg::Half(-0x1p-14f).bits, 0x8400);
  EXPECT_EQ(fg::BFloat16(257.f), 256.f);
  EXPECT_EQ(fg::BFloat16(259.f), 260.f);
}

#if defined(__linux__)
/// The flags of this process's memory around `at`, as /proc/self/smaps tells them: two letters each.
static std::vector<std::string> flagsOfMemory(const void *at) {
  std::ifstream smaps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<uintptr_t>(at);
  bool isThere = false;
  for (std::string line; std::getline(smaps, line);) {
    uintptr_t first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &first, &last) == 2)
      isThere = first <= wanted && wanted < last;
    else if (isThere && line.starts_with("VmFlags:")) {
      std::istringstream words(line.substr(8));
      return {std::istream_iterator<std::string>(words), {}};
    }
  }
  return {};
}

TEST(Tensor, AsksForHugePagesWhereItIsLarge) {
  const bool hasHugePages = std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled").good();
  const Tensor x = fg::zeros({int64_t{64} << 20}, fg::kByte);
  const std::vector<std::string> flags = flagsOfMemory(x.data_ptr<uint8_t>() + x.numel() / 2);
  EXPECT_FALSE(flags.empty());
  EXPECT_EQ(std::find(flags.begin(), flags.end(), "hg") != flags.end(), hasHugePages);
}
#endif
