#include "runtime/jit/Evaluate.h"

#include <fullgraph/dispatch.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

namespace fullgraph::jit {
namespace {

double real(int64_t bits) { return std::bit_cast<double>(bits); }
int64_t bitsOf(double value) { return std::bit_cast<int64_t>(value); }
int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }

/// The C++ program would round each result to its type.
template <class T> int64_t rounded(T value) { return bitsOf(static_cast<double>(value)); }

Function integerFunction(SymKind kind) {
  switch (kind) {
  case SymKind::Add:
    return [](int64_t a, int64_t b, int64_t) { return wrap(uint64_t(a) + uint64_t(b)); };
  case SymKind::Mul:
    return [](int64_t a, int64_t b, int64_t) { return wrap(uint64_t(a) * uint64_t(b)); };
  case SymKind::FloorDiv:
    return [](int64_t a, int64_t b, int64_t) { return fg::rt::floor_div(a, b); };
  case SymKind::FloorMod:
    return [](int64_t a, int64_t b, int64_t) { return fg::rt::floor_mod(a, b); };
  case SymKind::TruncDiv:
    return [](int64_t a, int64_t b, int64_t) {
      return b == 0 ? 0 : b == -1 ? wrap(uint64_t(0) - uint64_t(a)) : a / b;
    };
  case SymKind::TruncMod:
    return [](int64_t a, int64_t b, int64_t) { return b == 0 || b == -1 ? 0 : a % b; };
  case SymKind::Min:
    return [](int64_t a, int64_t b, int64_t) { return b < a ? b : a; };
  case SymKind::Max:
    return [](int64_t a, int64_t b, int64_t) { return a < b ? b : a; };
  default:
    return nullptr;
  }
}

template <class T> Function realFunction(SymKind kind) {
  switch (kind) {
  case SymKind::Add:
    return [](int64_t a, int64_t b, int64_t) { return rounded<T>(T(real(a)) + T(real(b))); };
  case SymKind::Sub:
    return [](int64_t a, int64_t b, int64_t) { return rounded<T>(T(real(a)) - T(real(b))); };
  case SymKind::Mul:
    return [](int64_t a, int64_t b, int64_t) { return rounded<T>(T(real(a)) * T(real(b))); };
  case SymKind::Div:
    return [](int64_t a, int64_t b, int64_t) { return rounded<T>(T(real(a)) / T(real(b))); };
  case SymKind::Min:
    return [](int64_t a, int64_t b, int64_t) { return real(b) < real(a) ? b : a; };
  case SymKind::Max:
    return [](int64_t a, int64_t b, int64_t) { return real(a) < real(b) ? b : a; };
  default:
    return nullptr;
  }
}

Function comparison(SymKind kind, bool isReal) {
  switch (kind) {
  case SymKind::Eq:
    return isReal ? Function([](int64_t a, int64_t b, int64_t) { return int64_t(real(a) == real(b)); })
                  : Function([](int64_t a, int64_t b, int64_t) { return int64_t(a == b); });
  case SymKind::Lt:
    return isReal ? Function([](int64_t a, int64_t b, int64_t) { return int64_t(real(a) < real(b)); })
                  : Function([](int64_t a, int64_t b, int64_t) { return int64_t(a < b); });
  case SymKind::Le:
    return isReal ? Function([](int64_t a, int64_t b, int64_t) { return int64_t(real(a) <= real(b)); })
                  : lessOrEqual();
  case SymKind::Not:
    return [](int64_t a, int64_t, int64_t) { return int64_t(a == 0); };
  case SymKind::And:
    return [](int64_t a, int64_t b, int64_t) { return int64_t(a != 0 && b != 0); };
  case SymKind::Or:
    return [](int64_t a, int64_t b, int64_t) { return int64_t(a != 0 || b != 0); };
  default:
    return nullptr;
  }
}

/// Out of range, C++ leaves the result open; so that it is one at all, it is the nearest.
int64_t toInteger(double value) {
  constexpr double limit = 9223372036854775808.0;
  if (std::isnan(value))
    return 0;
  return value >= limit   ? std::numeric_limits<int64_t>::max()
         : value < -limit ? std::numeric_limits<int64_t>::min()
                          : static_cast<int64_t>(value);
}

Function castFunction(SymType from, SymType to) {
  const bool fromReal = from == SymType::F32 || from == SymType::F64;
  switch (to) {
  case SymType::Bool:
    return fromReal ? Function([](int64_t a, int64_t, int64_t) { return int64_t(real(a) != 0); })
                    : Function([](int64_t a, int64_t, int64_t) { return int64_t(a != 0); });
  case SymType::Int:
    return fromReal ? Function([](int64_t a, int64_t, int64_t) { return toInteger(real(a)); })
                    : Function([](int64_t a, int64_t, int64_t) { return a; });
  case SymType::F32:
    return fromReal ? Function([](int64_t a, int64_t, int64_t) { return rounded(float(real(a))); })
                    : Function([](int64_t a, int64_t, int64_t) { return rounded(float(a)); });
  case SymType::F64:
    return fromReal ? Function([](int64_t a, int64_t, int64_t) { return a; })
                    : Function([](int64_t a, int64_t, int64_t) { return rounded(double(a)); });
  }
  return nullptr;
}

template <class T> Function mathFunction(std::string_view name) {
#define FG_UNARY(f)                                                                                          \
  if (name == #f)                                                                                            \
  return [](int64_t a, int64_t, int64_t) { return rounded<T>(std::f(T(real(a)))); }
#define FG_BINARY(f)                                                                                         \
  if (name == #f)                                                                                            \
  return [](int64_t a, int64_t b, int64_t) { return rounded<T>(std::f(T(real(a)), T(real(b)))); }
  FG_UNARY(sqrt);
  FG_UNARY(cbrt);
  FG_UNARY(exp);
  FG_UNARY(exp2);
  FG_UNARY(expm1);
  FG_UNARY(log);
  FG_UNARY(log2);
  FG_UNARY(log10);
  FG_UNARY(log1p);
  FG_UNARY(sin);
  FG_UNARY(cos);
  FG_UNARY(tan);
  FG_UNARY(asin);
  FG_UNARY(acos);
  FG_UNARY(atan);
  FG_UNARY(sinh);
  FG_UNARY(cosh);
  FG_UNARY(tanh);
  FG_UNARY(asinh);
  FG_UNARY(acosh);
  FG_UNARY(atanh);
  FG_UNARY(erf);
  FG_UNARY(erfc);
  FG_UNARY(tgamma);
  FG_UNARY(lgamma);
  FG_UNARY(floor);
  FG_UNARY(ceil);
  FG_UNARY(trunc);
  FG_UNARY(round);
  FG_UNARY(nearbyint);
  FG_UNARY(rint);
  FG_UNARY(fabs);
  FG_UNARY(abs);
  FG_BINARY(pow);
  FG_BINARY(fmod);
  FG_BINARY(remainder);
  FG_BINARY(atan2);
  FG_BINARY(hypot);
  FG_BINARY(copysign);
  FG_BINARY(fmin);
  FG_BINARY(fmax);
  FG_BINARY(fdim);
  FG_BINARY(nextafter);
#undef FG_UNARY
#undef FG_BINARY
  if (name == "fma")
    return [](int64_t a, int64_t b, int64_t c) {
      return rounded<T>(std::fma(T(real(a)), T(real(b)), T(real(c))));
    };
  return nullptr;
}

Function classifyFunction(std::string_view name) {
  if (name == "isnan")
    return [](int64_t a, int64_t, int64_t) { return int64_t(std::isnan(real(a))); };
  if (name == "isinf")
    return [](int64_t a, int64_t, int64_t) { return int64_t(std::isinf(real(a))); };
  if (name == "isfinite")
    return [](int64_t a, int64_t, int64_t) { return int64_t(std::isfinite(real(a))); };
  if (name == "signbit")
    return [](int64_t a, int64_t, int64_t) { return int64_t(std::signbit(real(a))); };
  return nullptr;
}

Function bitFunction(std::string_view name) {
  if (name == "bitand")
    return [](int64_t a, int64_t b, int64_t) { return a & b; };
  if (name == "bitor")
    return [](int64_t a, int64_t b, int64_t) { return a | b; };
  if (name == "bitxor")
    return [](int64_t a, int64_t b, int64_t) { return a ^ b; };
  if (name == "bitnot")
    return [](int64_t a, int64_t, int64_t) { return ~a; };
  if (name == "shl")
    return [](int64_t a, int64_t b, int64_t) { return wrap(uint64_t(a) << (uint64_t(b) & 63)); };
  if (name == "shr")
    return [](int64_t a, int64_t b, int64_t) { return a >> (uint64_t(b) & 63); };
  if (name == "abs")
    return [](int64_t a, int64_t, int64_t) { return a < 0 ? wrap(uint64_t(0) - uint64_t(a)) : a; };
  return nullptr;
}

} // namespace

int64_t constantBits(const Sym &constant) {
  if (const auto integer = constant.asInt())
    return *integer;
  return bitsOf(constant.asDouble().value_or(0));
}

Function boundedProduct() {
  return [](int64_t a, int64_t b, int64_t) {
    int64_t product = 0;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &product))
      return int64_t(-1);
    return product;
  };
}

Function lessOrEqual() {
  return [](int64_t a, int64_t b, int64_t) { return int64_t(a <= b); };
}

Function functionFor(const Sym &value) {
  const SymType type = value.type();
  const bool isReal = type == SymType::F32 || type == SymType::F64;
  const SymType operand = value.operands().empty() ? type : value.operands()[0].type();
  const bool ofReal = operand == SymType::F32 || operand == SymType::F64;
  switch (value.kind()) {
  case SymKind::Eq:
  case SymKind::Lt:
  case SymKind::Le:
  case SymKind::Not:
  case SymKind::And:
  case SymKind::Or:
    return comparison(value.kind(), ofReal);
  case SymKind::Select:
    return [](int64_t a, int64_t b, int64_t c) { return a != 0 ? b : c; };
  case SymKind::Cast:
    return castFunction(operand, type);
  case SymKind::Call:
    if (type == SymType::Bool)
      return classifyFunction(value.name());
    if (type == SymType::Int)
      return ofReal ? nullptr : bitFunction(value.name());
    return type == SymType::F32 ? mathFunction<float>(value.name()) : mathFunction<double>(value.name());
  default:
    if (!isReal)
      return integerFunction(value.kind());
    return type == SymType::F32 ? realFunction<float>(value.kind()) : realFunction<double>(value.kind());
  }
}

bool isChain(const Sym &value) {
  return value.kind() == SymKind::Add || value.kind() == SymKind::Mul || value.kind() == SymKind::And ||
         value.kind() == SymKind::Or || value.kind() == SymKind::Min || value.kind() == SymKind::Max;
}

std::optional<int64_t>
evaluate(const Sym &value, const std::function<std::optional<int64_t>(const std::string &symbol)> &bitsOf) {
  if (value.isConst())
    return constantBits(value);
  if (value.kind() == SymKind::Symbol)
    return bitsOf(value.name());
  std::vector<int64_t> v;
  for (const Sym &operand : value.operands()) {
    const std::optional<int64_t> number = evaluate(operand, bitsOf);
    if (!number)
      return std::nullopt;
    v.push_back(*number);
  }
  const Function function = functionFor(value);
  if (!function)
    return std::nullopt;
  if (!isChain(value))
    return function(v[0], v.size() > 1 ? v[1] : 0, v.size() > 2 ? v[2] : 0);
  int64_t result = v[0];
  for (size_t i = 1; i < v.size(); ++i)
    result = function(result, v[i], 0);
  return result;
}

} // namespace fullgraph::jit
