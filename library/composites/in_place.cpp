// The definitions of composites/in_place.h's functions.
#include <fullgraph/ops.h>

#include <limits>

namespace fg {

/// What a function out of place makes, stored where it came from.
static Tensor &storedIn(Tensor &self, const Tensor &result) {
  FG_CHECK(canCast(result.scalar_type(), self.scalar_type()), "result type ", result.scalar_type(),
           " can't be cast to the desired output type ", self.scalar_type());
  FG_CHECK(result.sizes() == self.sizes(), "output with shape ", self.sizes(),
           " doesn't match the broadcast shape ", result.sizes());
  return copy_(self, result);
}

Tensor &absolute_(Tensor &self) { return abs_(self); }
Tensor &negative_(Tensor &self) { return neg_(self); }
Tensor &fix_(Tensor &self) { return trunc_(self); }
Tensor &arccos_(Tensor &self) { return acos_(self); }
Tensor &arcsin_(Tensor &self) { return asin_(self); }
Tensor &arctan_(Tensor &self) { return atan_(self); }
Tensor &arccosh_(Tensor &self) { return acosh_(self); }
Tensor &arcsinh_(Tensor &self) { return asinh_(self); }
Tensor &arctanh_(Tensor &self) { return atanh_(self); }
Tensor &arctan2_(Tensor &self, const Tensor &other) { return atan2_(self, other); }
Tensor &true_divide_(Tensor &self, const Tensor &other) { return div_(self, other); }
Tensor &true_divide_(Tensor &self, const Scalar &other) { return div_(self, other); }
Tensor &less_(Tensor &self, const Tensor &other) { return lt_(self, other); }
Tensor &less_(Tensor &self, const Scalar &other) { return lt_(self, other); }
Tensor &less_equal_(Tensor &self, const Tensor &other) { return le_(self, other); }
Tensor &less_equal_(Tensor &self, const Scalar &other) { return le_(self, other); }
Tensor &greater_(Tensor &self, const Tensor &other) { return gt_(self, other); }
Tensor &greater_(Tensor &self, const Scalar &other) { return gt_(self, other); }
Tensor &greater_equal_(Tensor &self, const Tensor &other) { return ge_(self, other); }
Tensor &greater_equal_(Tensor &self, const Scalar &other) { return ge_(self, other); }
Tensor &not_equal_(Tensor &self, const Tensor &other) { return ne_(self, other); }
Tensor &not_equal_(Tensor &self, const Scalar &other) { return ne_(self, other); }

Tensor &deg2rad_(Tensor &self) { return storedIn(self, deg2rad(self)); }
Tensor &rad2deg_(Tensor &self) { return storedIn(self, rad2deg(self)); }
Tensor &sgn_(Tensor &self) { return storedIn(self, sgn(self)); }
Tensor &sinc_(Tensor &self) { return storedIn(self, sinc(self)); }
Tensor &ldexp_(Tensor &self, const Tensor &other) {
  const Tensor result = ldexp(self, other);
  FG_CHECK(canCast(result.scalar_type(), self.scalar_type()),
           "ldexp can't be cast to the desired output type ", self.scalar_type());
  return storedIn(self, result);
}
static Tensor &storedPower(Tensor &self, const Tensor &power) {
  FG_CHECK(self.scalar_type() == power.scalar_type(), "the base given to float_power_ has dtype ",
           self.scalar_type(), " but the operation's result requires dtype ", power.scalar_type());
  return storedIn(self, power);
}
Tensor &float_power_(Tensor &self, const Tensor &exponent) {
  return storedPower(self, float_power(self, exponent));
}
Tensor &float_power_(Tensor &self, const Scalar &exponent) {
  return storedPower(self, float_power(self, exponent));
}
Tensor &heaviside_(Tensor &self, const Tensor &values) { return storedIn(self, heaviside(self, values)); }
Tensor &mvlgamma_(Tensor &self, int64_t p) {
  const Tensor result = mvlgamma(self, p);
  FG_CHECK(canCast(result.scalar_type(), self.scalar_type()), "mvlgamma: result type ", self.scalar_type(),
           " can't be cast to the desired output type ", result.scalar_type());
  return storedIn(self, result);
}

Tensor &addr_(Tensor &self, const Tensor &vec1, const Tensor &vec2, const Scalar &beta, const Scalar &alpha) {
  FG_CHECK(vec1.dim() == 1 && vec2.dim() == 1 && self.dim() == 2 && self.size(0) == vec1.size(0) &&
               self.size(1) == vec2.size(0),
           "size mismatch, input: ", self.sizes(), ", v1: ", vec1.sizes(), ", v2: ", vec2.sizes());
  return storedIn(self, addr(self, vec1, vec2, beta, alpha));
}
Tensor &addbmm_(Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
                const Scalar &alpha) {
  return storedIn(self, addbmm(self, batch1, batch2, beta, alpha));
}

Tensor put(const Tensor &self, const Tensor &index, const Tensor &source, bool accumulate) {
  FG_CHECK(index.scalar_type() == kLong, "put_(): Expected a long tensor for index, but got ",
           index.scalar_type());
  FG_CHECK(self.scalar_type() == source.scalar_type(),
           "put_(): self and source expected to have the same dtype, but got self.dtype = ",
           self.scalar_type(), " and source.dtype = ", source.scalar_type());
  FG_CHECK(source.numel() == index.numel(),
           "put_(): Expected source and index to have the same number of elements, but got source.numel() = ",
           source.numel(), ", index.numel() = ", index.numel());
  FG_CHECK(index.numel() == 0 || self.numel() > 0, "put_(): Tried to put elements into an empty tensor");
  Tensor places = clone(reshape(self, {-1}));
  index_put_(places, {reshape(index, {-1})}, reshape(source, {-1}), accumulate);
  return reshape(places, self.sizes());
}
Tensor &put_(Tensor &self, const Tensor &index, const Tensor &source, bool accumulate) {
  return copy_(self, put(self, index, source, accumulate));
}

namespace {
struct IntegerRange {
  int64_t largest; // up to which the dtype holds each integer
  int64_t least, most;
  const char *type;
};
} // namespace

static IntegerRange integersOf(ScalarType dtype) {
  constexpr int64_t all = ::std::numeric_limits<int64_t>::max();
  switch (dtype) {
  case kDouble:
    return {int64_t(1) << 53, -all, all, "double"};
  case kFloat:
    return {int64_t(1) << 24, -all, all, "float"};
  case kHalf:
    return {int64_t(1) << 11, -65504, 65504, "c10::Half"};
  case kBFloat16:
    return {int64_t(1) << 8, -all, all, "c10::BFloat16"};
  case kLong:
    return {all, -all - 1, all, "long"};
  case kInt:
    return {0x7fffffff, -0x80000000L, 0x7fffffff, "int"};
  case kShort:
    return {0x7fff, -0x8000, 0x7fff, "short"};
  case kChar:
    return {0x7f, -0x80, 0x7f, "signed char"};
  case kByte:
    return {0xff, 0, 0xff, "unsigned char"};
  case kBool:
    return {1, 0, 1, "bool"};
  default:
    break;
  }
  FG_CHECK(false, "\"random_kernel_cpu\" not implemented for '", dtype, "'");
  return {};
}

Tensor &random_(Tensor &self, int64_t from, ::std::optional<int64_t> to) {
  const IntegerRange range = integersOf(self.scalar_type());
  const int64_t end = to.value_or(range.largest);
  FG_CHECK(from < end, "random_ expects 'from' to be less than 'to', but got from=", from, " >= to=", end);
  FG_CHECK(from >= range.least && from <= range.most, "from is out of bounds for ", range.type);
  FG_CHECK(end - 1 >= range.least && end - 1 <= range.most, "to - 1 is out of bounds for ", range.type);
  return copy_(self, fg::to(random_integers(random_key(), from, end, self.sizes()), self.scalar_type()));
}
Tensor &random_(Tensor &self, int64_t to) { return random_(self, 0, to); }
Tensor &random_(Tensor &self) {
  const int64_t largest = integersOf(self.scalar_type()).largest;
  return random_(self, 0, self.scalar_type() == kLong ? largest : largest + 1);
}

} // namespace fg
