// Forms in place are what the functions of the same names make, stored where their operand was; put, random_,
// fake_quantize and others of ATen's names against PyTorch 2.13's values and messages.
#include "Errors.h"

#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>
#include <string>

using fg::Tensor;

namespace {

Tensor table() { return fg::tensor({-2.0, -0.5, 0.0, 0.25, 0.75, 3.0}).to(fg::kFloat).view({2, 3}); }

/// The form in place, on a view of every second column, against the function.
template <class InPlace, class Function>
void expectStored(InPlace inPlace, Function function, Tensor operand) {
  Tensor wide = fg::full({operand.size(0), 2 * operand.size(1)}, 7, operand.scalar_type());
  Tensor place = wide.slice(1, 0, wide.size(1), 2);
  place.copy_(operand);
  const Tensor expected = function(operand).to(operand.scalar_type());
  const Tensor &result = inPlace(place);
  EXPECT_EQ(result.data_ptr(), wide.data_ptr());
  EXPECT_EQ(result.scalar_type(), operand.scalar_type());
  EXPECT_TRUE(fg::allclose(place, expected, 0, 0, /*equal_nan=*/true));
  EXPECT_TRUE(wide.slice(1, 1, wide.size(1), 2).eq(7).all().item<bool>());
}
#define EXPECT_STORED(call, other, operand)                                                                  \
  expectStored([&](Tensor &x) -> Tensor & { return x.call; }, [&](const Tensor &x) { return x.other; },      \
               operand)

} // namespace

TEST(InPlace, IsWhatTheFunctionMakes) {
  const Tensor x = table(), unit = table() / 3, above = table() + 3.5, y = table().flip({1});
  EXPECT_STORED(absolute_(), abs(), x);
  EXPECT_STORED(negative_(), neg(), x);
  EXPECT_STORED(fix_(), trunc(), x * 1.5);
  EXPECT_STORED(arccos_(), acos(), unit);
  EXPECT_STORED(arcsin_(), asin(), unit);
  EXPECT_STORED(arctan_(), atan(), x);
  EXPECT_STORED(arccosh_(), acosh(), above);
  EXPECT_STORED(arcsinh_(), asinh(), x);
  EXPECT_STORED(arctanh_(), atanh(), unit * 0.9);
  EXPECT_STORED(arctan2_(y), atan2(y), x);
  EXPECT_STORED(true_divide_(y + 4), div(y + 4), x);
  EXPECT_STORED(true_divide_(3), div(3), x);
  EXPECT_STORED(less_(y), lt(y), x);
  EXPECT_STORED(less_(0.5), lt(0.5), x);
  EXPECT_STORED(less_equal_(y), le(y), x);
  EXPECT_STORED(less_equal_(0.25), le(0.25), x);
  EXPECT_STORED(greater_(y), gt(y), x);
  EXPECT_STORED(greater_(0.25), gt(0.25), x);
  EXPECT_STORED(greater_equal_(y), ge(y), x);
  EXPECT_STORED(greater_equal_(2.5), ge(2.5), (x * 2).to(fg::kLong));
  EXPECT_STORED(not_equal_(y), ne(y), x);
  EXPECT_STORED(not_equal_(0), ne(0), x);
  EXPECT_STORED(deg2rad_(), deg2rad(), x);
  EXPECT_STORED(rad2deg_(), rad2deg(), x);
  EXPECT_STORED(sgn_(), sgn(), x);
  EXPECT_STORED(sinc_(), sinc(), x);
  EXPECT_STORED(ldexp_(y), ldexp(y), x);
  EXPECT_STORED(float_power_(y), float_power(y), above.to(fg::kDouble));
  EXPECT_STORED(float_power_(2), float_power(2), x.to(fg::kDouble));
  EXPECT_STORED(heaviside_(y), heaviside(y), x);
  EXPECT_STORED(mvlgamma_(2), mvlgamma(2), above);
  const Tensor u = fg::tensor({1.0, 2.0}).to(fg::kFloat), v = fg::tensor({3.0, 4.0, 5.0}).to(fg::kFloat);
  EXPECT_STORED(addr_(u, v, 0.5, 2), addr(u, v, 0.5, 2), x);
  const Tensor a = fg::arange(16).to(fg::kFloat).view({2, 2, 4}),
               b = fg::arange(24).to(fg::kFloat).view({2, 4, 3});
  EXPECT_STORED(addbmm_(a, b, 2, 0.5), addbmm(a, b, 2, 0.5), x);
}

TEST(InPlace, RefusesWhatItCannotStore) {
  Tensor x = table(), whole = fg::arange(6).view({2, 3});
  EXPECT_ERROR(whole.sinc_(), "result type Float can't be cast to the desired output type Long");
  EXPECT_ERROR(whole.deg2rad_(), "result type Float can't be cast to the desired output type Long");
  EXPECT_ERROR(whole.ldexp_(fg::tensor(2)), "ldexp can't be cast to the desired output type Long");
  EXPECT_ERROR(x.float_power_(2), "the base given to float_power_ has dtype Float but the operation's result "
                                  "requires dtype Double");
  EXPECT_ERROR(whole.mvlgamma_(2),
               "mvlgamma: result type Long can't be cast to the desired output type Float");
  EXPECT_ERROR(fg::zeros({3}).heaviside_(fg::zeros({2, 3})),
               "output with shape [3] doesn't match the broadcast shape [2, 3]");
  EXPECT_ERROR(x.addr_(fg::ones({2}), fg::ones({2})), "size mismatch, input: [2, 3], v1: [2], v2: [2]");
  EXPECT_TRUE(x.equal(table())); // as before
}

TEST(InPlace, PutCountsInCOrder) {
  Tensor x = table();
  x.put_(fg::tensor({0, 5, -1}), fg::tensor({1.0f, 2.0f, 3.0f}));
  EXPECT_TRUE(x.equal(fg::tensor({1.0f, -0.5f, 0.0f, 0.25f, 0.75f, 3.0f}).view({2, 3})));
  x.put_(fg::tensor({0, 0, 1}), fg::tensor({1.0f, 2.0f, 3.0f}), true);
  EXPECT_TRUE(x.equal(fg::tensor({4.0f, 2.5f, 0.0f, 0.25f, 0.75f, 3.0f}).view({2, 3})));
  Tensor t = x.t();
  t.put_(fg::tensor({0, 1, 2}), fg::tensor({10.0f, 20.0f, 30.0f}));
  EXPECT_TRUE(x.equal(fg::tensor({10.0f, 30.0f, 0.0f, 20.0f, 0.75f, 3.0f}).view({2, 3})));
  EXPECT_TRUE(x.put(fg::tensor({1}), fg::tensor({5.0f})).select(0, 0).equal(fg::tensor({10.0f, 5.0f, 0.0f})));
  EXPECT_ERROR(x.put_(fg::tensor({0.0f}), fg::tensor({1.0f})),
               "put_(): Expected a long tensor for index, but got Float");
  EXPECT_ERROR(x.put_(fg::tensor({0}), fg::tensor({1})),
               "put_(): self and source expected to have the same dtype, but got self.dtype = Float and "
               "source.dtype = Long");
  EXPECT_ERROR(
      x.put_(fg::tensor({0, 1}), fg::tensor({1.0f})),
      "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
      "1, index.numel() = 2");
  EXPECT_ERROR(fg::zeros({0}).put_(fg::tensor({0}), fg::tensor({1.0f})),
               "put_(): Tried to put elements into an empty tensor");
  EXPECT_ERROR(x.put_(fg::tensor({6}), fg::tensor({1.0f})), "out of bounds");
}

TEST(InPlace, RandomIntegersOfEachDtype) {
  fg::manual_seed(3);
  for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble, fg::kHalf, fg::kLong, fg::kInt, fg::kByte}) {
    Tensor x = fg::zeros({2000}, dtype);
    x.random_(3, 9);
    const Tensor found = std::get<0>(fg::_unique2(x.to(fg::kLong)));
    EXPECT_TRUE(found.equal(fg::arange(3, 9))) << fg::toString(dtype);
    x.random_();
    EXPECT_TRUE(x.ge(0).all().item<bool>());
    EXPECT_TRUE(x.eq(x.trunc()).all().item<bool>());
  }
  Tensor half = fg::zeros({4000}, fg::kHalf), flags = fg::zeros({100}, fg::kBool);
  EXPECT_LE(half.random_().max().item<float>(), 2048);
  EXPECT_GT(half.max().item<float>(), 1900);
  const int64_t set = flags.random_().sum().item<int64_t>();
  EXPECT_GT(set, 20);
  EXPECT_LT(set, 80);
  fg::manual_seed(5);
  const Tensor once = fg::zeros({8}).random_(1000);
  fg::manual_seed(5);
  EXPECT_TRUE(once.equal(fg::zeros({8}).random_(1000)));
  fg::manual_seed(5);
  EXPECT_TRUE(once.equal(fg::randint_like(once, 1000)));
  Tensor byte = fg::zeros({3}, fg::kByte);
  EXPECT_ERROR(byte.random_(5, 5), "random_ expects 'from' to be less than 'to', but got from=5 >= to=5");
  EXPECT_ERROR(byte.random_(0, 300), "to - 1 is out of bounds for unsigned char");
  EXPECT_ERROR(byte.random_(-1, 3), "from is out of bounds for unsigned char");
  EXPECT_ERROR(half.random_(0, 100000), "to - 1 is out of bounds for c10::Half");
  EXPECT_ERROR(flags.random_(0, 3), "to - 1 is out of bounds for bool");
}

TEST(InPlace, SizesAndScatters) {
  const Tensor x = fg::arange(6).to(fg::kFloat).view({2, 3});
  EXPECT_TRUE(x.sum_to_size({1, 3}).equal(fg::tensor({3.0f, 5.0f, 7.0f}).view({1, 3})));
  EXPECT_TRUE(x.sum_to_size({3}).equal(fg::tensor({3.0f, 5.0f, 7.0f})));
  EXPECT_TRUE(x.sum_to_size({2, 1}).equal(fg::tensor({3.0f, 12.0f}).view({2, 1})));
  EXPECT_EQ(x.sum_to_size({2, 3}).data_ptr(), x.data_ptr());
  EXPECT_EQ(x.to(fg::kInt).sum_to_size({1, 3}).scalar_type(), fg::kLong);
  EXPECT_ERROR(x.sum_to_size({2, 2}), "size {[2, 2]} is not expandable to size {[2, 3]}.");
  EXPECT_ERROR(x.sum_to_size({1, 1, 3}), "size {[1, 1, 3]} is not expandable to size {[2, 3]}.");
  EXPECT_TRUE(x.is_same_size(fg::ones({2, 3})));
  EXPECT_FALSE(x.is_same_size(fg::ones({3, 2})));
  EXPECT_TRUE(x.diagonal_scatter(fg::ones({2}), 1)
                  .equal(fg::tensor({0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 1.0f}).view({2, 3})));
  EXPECT_ERROR(x.diagonal_scatter(fg::ones({3})),
               "expected src to have a size equal to the slice of self. src size = [3], slice size = [2]");
  EXPECT_EQ(x.t().narrow_copy(1, 0, 2).strides(), fg::IntArrayRef({2, 1}));
  EXPECT_EQ(x.unsafe_chunk(2, 1).size(), 2u);
  EXPECT_EQ(x.unsafe_split(2, 1)[1].sizes(), fg::IntArrayRef({2, 1}));
  EXPECT_EQ(x.unsafe_split_with_sizes({1, 2}, 1)[1].sizes(), fg::IntArrayRef({2, 2}));
  EXPECT_TRUE(x.adjoint().equal(x.t()));
  EXPECT_EQ(fg::zeros({2, 3, 4}).mH().sizes(), fg::IntArrayRef({2, 4, 3}));
  EXPECT_TRUE(fg::complex(x, x).H().equal(fg::complex(x.t(), -x.t())));
  EXPECT_ERROR(x[0].adjoint(),
               "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.");
  EXPECT_ERROR(x[0].H(), "tensor.H is only supported on matrices (2-D tensors). Got 1-D tensor.");
  EXPECT_TRUE(fg::tensor({{2.0f}}).is_nonzero());
  EXPECT_FALSE(fg::tensor(0).is_nonzero());
  EXPECT_ERROR(x.is_nonzero(), "Boolean value of Tensor with more than one value is ambiguous");
  EXPECT_ERROR(fg::zeros({0}).is_nonzero(), "Boolean value of Tensor with no values is ambiguous");
  Tensor y = x.clone();
  EXPECT_EQ(y.swapaxes_(0, 1).sizes(), fg::IntArrayRef({3, 2}));
  EXPECT_TRUE(fg::range(1, 2.6, 0.5).equal(fg::tensor({1.0f, 1.5f, 2.0f, 2.5f})));
  EXPECT_TRUE(fg::range(1, 4).equal(fg::tensor({1.0f, 2.0f, 3.0f, 4.0f})));
  EXPECT_ERROR(fg::range(3, 1), "upper bound and lower bound inconsistent with step sign");
  EXPECT_NEAR(fg::nuclear_norm(x - 2).item<double>(), 5.80490589, 1e-5);
  EXPECT_NEAR(fg::frobenius_norm(x, {0, 1}).item<double>(), 7.41619849, 1e-5);
  EXPECT_ERROR(fg::frobenius_norm(fg::zeros({2, 3, 4}), {0, 1, 2}),
               "Expected at most 2 dimensions, but got 3 dimensions instead.");
  EXPECT_NEAR(x.quantile(0.3).item<double>(), 1.5, 1e-6);
}

TEST(InPlace, FakeQuantizationRoundsHalvesToEven) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const Tensor x = fg::tensor({nan, inf, 0.05f, 0.15f, 0.25f, -3.0f});
  EXPECT_TRUE(fg::fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 255)
                  .allclose(fg::tensor({0.0f, 25.5f, 0.0f, 0.2f, 0.2f, 0.0f}), 1e-6, 1e-6));
  const Tensor y = fg::tensor({10.0f, 20.0f, 30.0f, 2.0f, 0.0f, 3.0f}).view({2, 3});
  EXPECT_TRUE(fg::fake_quantize_per_tensor_affine(y, 0.1, 3, 0, 255)
                  .allclose(fg::tensor({10.0f, 20.0f, 25.2f, 2.0f, 0.0f, 3.0f}).view({2, 3}), 1e-6, 1e-6));
  const Tensor scale = fg::tensor({0.1f, 0.2f}), zero = fg::tensor({0, 1}).to(fg::kInt);
  EXPECT_TRUE(fg::fake_quantize_per_channel_affine(y, scale, zero, 0, 0, 15)
                  .allclose(fg::tensor({1.5f, 1.5f, 1.5f, 2.0f, 0.0f, 2.8f}).view({2, 3}), 1e-6, 1e-6));
  EXPECT_EQ(fg::fake_quantize_per_tensor_affine(y.to(fg::kDouble), 0.1, 3, 0, 255).scalar_type(),
            fg::kDouble);
  EXPECT_TRUE(fg::fake_quantize_per_tensor_affine(y, fg::tensor({0.1}), fg::tensor({3.7f}), 0, 255)
                  .equal(fg::fake_quantize_per_tensor_affine(y, 0.1, 3, 0, 255)));
  EXPECT_ERROR(fg::fake_quantize_per_tensor_affine(y, scale, zero, 0, 255),
               "a Tensor with 2 elements cannot be converted to Scalar");
  EXPECT_ERROR(fg::fake_quantize_per_tensor_affine(y, 0.1, 300, 0, 255),
               "`zero_point` must be between `quant_min` and `quant_max`.");
  EXPECT_ERROR(fg::fake_quantize_per_channel_affine(y, scale, fg::tensor({0, 1}), 0, 0, 15),
               "Zero-point must be Int32, Float or Half, found Long");
  EXPECT_ERROR(fg::fake_quantize_per_channel_affine(y, scale, zero, 1, 0, 15),
               "dimensions of scale and zero-point are not consistent with input tensor");
}
