// The functions that Call names.
#include "lib/Graph/SymNode.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace fullgraph {

namespace {

struct Function {
  std::string_view name;
  unsigned arity;
};
// <cmath>, and the operators on integers that are not arithmetic.
constexpr Function functions[] = {
    {"sqrt", 1},      {"cbrt", 1},     {"exp", 1},      {"exp2", 1},   {"expm1", 1},  {"log", 1},
    {"log2", 1},      {"log10", 1},    {"log1p", 1},    {"sin", 1},    {"cos", 1},    {"tan", 1},
    {"asin", 1},      {"acos", 1},     {"atan", 1},     {"sinh", 1},   {"cosh", 1},   {"tanh", 1},
    {"asinh", 1},     {"acosh", 1},    {"atanh", 1},    {"erf", 1},    {"erfc", 1},   {"tgamma", 1},
    {"lgamma", 1},    {"floor", 1},    {"ceil", 1},     {"trunc", 1},  {"round", 1},  {"nearbyint", 1},
    {"rint", 1},      {"fabs", 1},     {"abs", 1},      {"lround", 1}, {"lrint", 1},  {"isnan", 1},
    {"isinf", 1},     {"isfinite", 1}, {"signbit", 1},  {"pow", 2},    {"fmod", 2},   {"remainder", 2},
    {"atan2", 2},     {"hypot", 2},    {"copysign", 2}, {"fmin", 2},   {"fmax", 2},   {"fdim", 2},
    {"nextafter", 2}, {"fma", 3},      {"bitand", 2},   {"bitor", 2},  {"bitxor", 2}, {"bitnot", 1},
    {"shl", 2},       {"shr", 2},
};

std::optional<int64_t> foldInteger(std::string_view name, const std::vector<Sym> &operands) {
  const int64_t a = SymBuilder::integer(operands[0]);
  if (name == "abs" && a != std::numeric_limits<int64_t>::min())
    return std::abs(a);
  if (name == "bitnot")
    return ~a;
  if (operands.size() != 2)
    return std::nullopt;
  const int64_t b = SymBuilder::integer(operands[1]);
  if (name == "bitand")
    return a & b;
  if (name == "bitor")
    return a | b;
  if (name == "bitxor")
    return a ^ b;
  if (b < 0 || b > 62 || a < 0) // a negative operand or too long a shift: leave it to the program
    return std::nullopt;
  if (name == "shr")
    return a >> b;
  if (name == "shl" && a <= std::numeric_limits<int64_t>::max() >> b)
    return a << b;
  return std::nullopt;
}

/// Only functions that IEEE 754 defines to the last bit: the others may differ between the math library of
/// the machine that compiles and of the one that runs.
template <typename T> std::optional<T> foldReal(std::string_view name, T a) {
  if (name == "sqrt")
    return std::sqrt(a);
  if (name == "floor")
    return std::floor(a);
  if (name == "ceil")
    return std::ceil(a);
  if (name == "trunc")
    return std::trunc(a);
  if (name == "round")
    return std::round(a);
  if (name == "fabs" || name == "abs")
    return std::fabs(a);
  return std::nullopt;
}

std::optional<bool> classify(std::string_view name, double a) {
  if (name == "isnan")
    return std::isnan(a);
  if (name == "isinf")
    return std::isinf(a);
  if (name == "isfinite")
    return std::isfinite(a);
  return std::nullopt;
}

} // namespace

std::optional<unsigned> callArity(std::string_view name) {
  for (const Function &f : functions)
    if (f.name == name)
      return f.arity;
  return std::nullopt;
}

Sym Sym::call(std::string name, std::vector<Sym> operands, SymType type) {
  bool constant = !operands.empty(), sameType = true;
  for (const Sym &operand : operands) {
    constant &= operand.isConst();
    sameType &= operand.type() == type;
  }
  if (constant && sameType && type == SymType::Int)
    if (auto folded = foldInteger(name, operands))
      return integer(*folded);
  if (constant && operands.size() == 1 && isFloat(operands[0].type())) {
    const double a = SymBuilder::real(operands[0]);
    if (type == SymType::Bool) {
      if (auto folded = classify(name, a))
        return boolean(*folded);
    } else if (sameType && type == SymType::F32) {
      if (auto folded = foldReal(name, float(a)))
        return real(*folded, type);
    } else if (sameType) {
      if (auto folded = foldReal(name, a))
        return real(*folded, type);
    }
  }
  return SymBuilder::raw(SymKind::Call, type, std::move(operands), false, std::move(name));
}

} // namespace fullgraph
