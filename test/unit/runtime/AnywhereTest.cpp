// Operators on tensors of devices: each family gives what it gives on the CPU, on the device of its operands.
#include "Errors.h"
#include "runtime/core/device/driver.h"
#include "runtime/core/tensor/impl.h"

#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

#include <functional>
#include <vector>

using fg::Device;
using fg::DeviceType;
using fg::Tensor;
namespace devices = fg::devices;

namespace {

class Anywhere : public testing::TestWithParam<DeviceType> {
protected:
  void SetUp() override { ASSERT_TRUE(devices::driverOf(GetParam())) << devices::whyNone(GetParam()); }
  Device device() const { return Device(GetParam(), 0); }
  Tensor on(const Tensor &tensor) const { return tensor.to(device()); }

  void expectSame(const Tensor &found, const Tensor &expected) const {
    EXPECT_EQ(found.device(), device());
    EXPECT_EQ(found.scalar_type(), expected.scalar_type());
    EXPECT_EQ(found.sizes(), expected.sizes());
    EXPECT_EQ(found.strides(), expected.strides());
    EXPECT_TRUE(fg::equal(found.cpu(), expected)) << found.cpu() << expected;
  }
  /// f of the tensors here and on the device.
  void expectAlike(const std::vector<Tensor> &tensors,
                   const std::function<Tensor(const std::vector<Tensor> &)> &f) const {
    std::vector<Tensor> there;
    for (const Tensor &tensor : tensors)
      there.push_back(on(tensor));
    expectSame(f(there), f(tensors));
  }
};

std::string nameOf(const testing::TestParamInfo<DeviceType> &info) {
  return info.param == fg::kCUDA ? "CUDA" : "OpenCL";
}
/// OpenCL's device is always there (./dev installs PoCL, one for the CPU); CUDA's where the machine has one.
std::vector<DeviceType> devicesHere() {
  std::vector<DeviceType> types = {fg::kOpenCL};
  if (devices::driverOf(fg::kCUDA))
    types.push_back(fg::kCUDA);
  return types;
}
INSTANTIATE_TEST_SUITE_P(All, Anywhere, testing::ValuesIn(devicesHere()), nameOf);

Tensor numbers(fg::IntArrayRef sizes) {
  fg::manual_seed(7);
  return fg::rand(sizes);
}

} // namespace

TEST_P(Anywhere, Pointwise) {
  const Tensor a = numbers({3, 4}), row = numbers({4}), ints = fg::arange(12).view({3, 4});
  expectAlike({a}, [](auto &t) { return t[0].sin(); });
  expectAlike({a.t()}, [](auto &t) { return t[0].exp(); }); // the strides are kept
  expectAlike({a, row}, [](auto &t) { return t[0] + t[1]; });
  expectAlike({ints, row}, [](auto &t) { return t[0] * t[1]; }); // promoted
  expectAlike({a, row}, [](auto &t) { return fg::where(t[0] > 0.5, t[0], t[1]); });
  expectAlike({a, row}, [](auto &t) { return fg::clamp(t[0], t[1]); });
  expectAlike({a}, [](auto &t) { return fg::clamp(t[0], 0.25, 0.5); });
  expectAlike({a}, [](auto &t) { return t[0] * t[0]; });
  expectAlike({a.expand({2, 3, 4})}, [](auto &t) { return t[0] + 1; });
  expectAlike({fg::complex(a, a)}, [](auto &t) { return fg::abs(t[0] * t[0]); });
  expectAlike({ints}, [](auto &t) { return t[0].to(fg::kFloat); });
}

TEST_P(Anywhere, NumbersOfTheHostStandBesideTensorsOfADevice) {
  const Tensor a = numbers({3}), number = fg::full({}, 2.5);
  expectSame(on(a) * number, a * number);
  expectSame(number - on(a), number - a);
  expectSame(on(number) + number, number + number);
  expectSame(on(a).add_(number), a.clone().add_(number));
}

TEST_P(Anywhere, Reductions) {
  const Tensor a = numbers({3, 4});
  expectAlike({a}, [](auto &t) { return t[0].sum(); });
  expectAlike({a}, [](auto &t) { return t[0].mean({1}, true); });
  expectAlike({a}, [](auto &t) { return t[0].argmax(1); });
  expectAlike({a}, [](auto &t) { return std::get<0>(t[0].max(1)); });
  expectAlike({a}, [](auto &t) { return std::get<1>(t[0].min(0)); });
  expectAlike({a}, [](auto &t) { return t[0].var(1); });
  expectAlike({a}, [](auto &t) { return t[0].cumsum(1); });
  EXPECT_EQ(on(a).sum().item<float>(), a.sum().item<float>());
  EXPECT_TRUE(fg::equal(on(a), on(a)));
  EXPECT_TRUE(fg::allclose(on(a), on(a) + 1e-9));
}

TEST_P(Anywhere, OrderAndCounts) {
  const Tensor a = numbers({3, 6});
  for (const int part : {0, 1}) {
    expectAlike({a}, [&](auto &t) {
      const auto [values, indices] = t[0].topk(2);
      return part ? indices : values;
    });
    expectAlike({a}, [&](auto &t) {
      const auto [values, indices] = t[0].sort(0, true);
      return part ? indices : values;
    });
  }
  const Tensor ints = fg::tensor({3, 1, 3, 0});
  for (const int part : {0, 1, 2})
    expectAlike({ints}, [&](auto &t) {
      const auto [values, inverse, counts] = fg::_unique2(t[0], true, true, true);
      return part == 0 ? values : part == 1 ? inverse : counts;
    });
  expectAlike({ints}, [](auto &t) { return fg::nonzero(t[0]); });
  expectAlike({ints}, [](auto &t) { return fg::bincount(t[0]); });
}

TEST_P(Anywhere, Lists) {
  const Tensor a = numbers({2, 3}), b = numbers({2, 3}) + 1;
  expectAlike({a, b}, [](auto &t) { return fg::cat(t, 1); });
  expectAlike({a, b}, [](auto &t) { return fg::stack(t); });
  expectAlike({a}, [](auto &t) { return t[0].chunk(3, 1)[2].contiguous(); });
}

TEST_P(Anywhere, Indices) {
  using namespace fg::indexing;
  const Tensor a = numbers({4, 3}), places = fg::tensor({2, 0}), mask = a > 0.5;
  const Tensor there = on(a);
  expectAlike({a, places}, [](auto &t) { return t[0].index({t[1]}); });
  expectSame(there.index({places}), a.index({places})); // indices of the host
  expectAlike({a, mask}, [](auto &t) { return t[0].index({t[1]}); });
  expectSame(there.index({mask}), a.index({mask}));
  expectAlike({a, places}, [](auto &t) { return t[0].index_select(0, t[1]); });
  expectAlike({a, fg::zeros({4, 1}, fg::kLong)}, [](auto &t) { return t[0].gather(1, t[1]); });
  expectAlike({a, places}, [](auto &t) { return fg::embedding(t[0], t[1]); });
  expectAlike({a, places}, [](auto &t) {
    Tensor written = t[0].clone();
    written.index_put_({t[1]}, 7.0);
    return written;
  });
  Tensor written = on(a), here = a.clone();
  written.index_put_({places}, fg::full({}, 7.0f));
  here.index_put_({places}, fg::full({}, 7.0f));
  expectSame(written, here);
  const Tensor rows = fg::tensor({{0, 1, 2}, {3, 0, 1}});
  expectAlike({a, rows, numbers({2, 3})}, [](auto &t) { return fg::scatter(t[0], 0, t[1], t[2]); });
  expectAlike({a, rows, numbers({2, 3})},
              [](auto &t) { return fg::scatter_reduce(t[0], 0, t[1], t[2], "sum"); });
  expectAlike({a, mask}, [](auto &t) { return fg::masked_select(t[0], t[1]); });
}

TEST_P(Anywhere, OperatorsInPlaceWriteTheDevicesMemory) {
  const Tensor a = numbers({4, 6});
  const Tensor there = on(a), here = a.clone();
  const auto work = [](const Tensor &t) {
    Tensor view = t.slice(0, 1, 4, 2).slice(1, 0, 6, 3); // with gaps
    EXPECT_EQ(&view.mul_(10), &view);
    view.t().add_(view.t());
    t.select(1, 5).fill_(3);
    t.select(0, 0).cumsum_(0).relu_();
    t.masked_fill_(t > 9, -1.0);
  };
  work(there);
  work(here);
  expectSame(there, here);
  Tensor shared = there.select(0, 0).expand({2, 6});
  EXPECT_THROW(shared.add_(1), fg::Error); // elements of which several are one
}

TEST_P(Anywhere, Layers) {
  const Tensor x = numbers({2, 4}), w = numbers({3, 4}), b = numbers({3});
  expectAlike({x, w, b}, [](auto &t) { return fg::linear(t[0], t[1], t[2]); });
  expectAlike({x, w}, [](auto &t) { return fg::linear(t[0], t[1]); });
  expectAlike({x, w}, [](auto &t) { return fg::matmul(t[0], t[1].t()); });
  expectAlike({x}, [](auto &t) { return fg::softmax(t[0], 1); });
  expectAlike({x}, [](auto &t) { return fg::layer_norm(t[0], {4}); });
  expectAlike({numbers({1, 2, 5, 5}), numbers({3, 2, 3, 3}), b},
              [](auto &t) { return fg::conv2d(t[0], t[1], t[2]); });
  expectAlike({numbers({1, 2, 4, 4})}, [](auto &t) { return fg::max_pool2d(t[0], 2); });
  const Tensor square = numbers({3, 3}) + fg::eye(3) * 3;
  expectAlike({square}, [](auto &t) { return fg::linalg_inv(t[0]); });
  expectAlike({square}, [](auto &t) { return std::get<1>(fg::linalg_eigh(t[0])); });
}

TEST_P(Anywhere, ResultsThatAreTheArgument) {
  const Tensor there = on(numbers({2, 3}));
  EXPECT_TRUE(there.contiguous().is_same(there));
  EXPECT_TRUE(there.to(fg::kFloat).is_same(there));
  EXPECT_TRUE(there.view({6}).is_alias_of(there));
  EXPECT_TRUE(there.reshape({3, 2}).is_alias_of(there));
  EXPECT_TRUE(there.t()[0].is_alias_of(there));
  EXPECT_FALSE(there.clone().is_alias_of(there));
  EXPECT_FALSE(there.t().reshape({6}).is_alias_of(there));
  expectSame(there.t().reshape({6}), there.cpu().t().reshape({6}));
}

TEST_P(Anywhere, Creation) {
  expectSame(fg::zeros({2, 3}, device()), fg::zeros({2, 3}));
  expectSame(fg::arange(4, device()), fg::arange(4));
  const Tensor there = on(numbers({2, 3}).t());
  expectSame(fg::full_like(there, 3), fg::full_like(there.cpu().t().contiguous().t(), 3));
  EXPECT_EQ(fg::rand_like(there).device(), device());
  EXPECT_EQ(fg::zeros_like(there, fg::TensorOptions(fg::kCPU)).device(), Device(fg::kCPU));
  EXPECT_EQ(fg::rand({2}, device()).device(), device());
  expectSame(there.new_zeros({2}), fg::zeros({2}));
}

TEST_P(Anywhere, TensorsOfTwoDevices) {
  const Tensor here = numbers({3}), there = on(here);
  const std::string expected =
      "Expected all tensors to be on the same device, but found at least two devices, " + device().str() +
      " and cpu!";
  EXPECT_ERROR(here + there, expected);
  EXPECT_ERROR(there + here, expected);
  EXPECT_ERROR(fg::cat({there, here}), expected);
  EXPECT_ERROR(here.clone().add_(there), expected);
  EXPECT_ERROR(here + there[0], expected); // only numbers of the host may be elsewhere
  EXPECT_ERROR(here.sum().add_(there[0]), expected);
  EXPECT_ERROR(here.index_select(0, on(fg::tensor({0}))), expected);
}

TEST_P(Anywhere, UndefinedOperandsAreToldAsOnTheHost) {
  const Tensor here = numbers({2}), there = on(here);
  EXPECT_EQ(errorOf([&] { (void)(there + Tensor()); }), errorOf([&] { (void)(here + Tensor()); }));
}
