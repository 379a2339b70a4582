#include "lib/Shapes/InferContext.h"

#include <algorithm>
#include <cmath>

namespace fullgraph {

std::string listText(const std::vector<Sym> &list) {
  std::string text = "[";
  for (size_t i = 0; i < list.size(); ++i)
    text += (i ? ", " : "") + list[i].str();
  return text + "]";
}

std::string cTypeName(ScalarType dtype) {
  switch (dtype) {
  case fg::kByte:
    return "unsigned char";
  case fg::kChar:
    return "signed char";
  case fg::kShort:
    return "short";
  case fg::kInt:
    return "int";
  case fg::kLong:
    return "long int";
  case fg::kHalf:
    return "c10::Half";
  case fg::kFloat:
    return "float";
  case fg::kDouble:
    return "double";
  case fg::kBFloat16:
    return "c10::BFloat16";
  case fg::kComplexFloat:
    return "c10::complex<float>";
  case fg::kComplexDouble:
    return "c10::complex<double>";
  default:
    return "bool";
  }
}

const Arg &InferContext::given(std::string_view name) const {
  const std::optional<unsigned> index = op.argIndex(name);
  assert(index && *index < args.size() && "no such argument");
  const Arg &arg = args[*index];
  const ArgSchema &schema = op.args[*index];
  return std::holds_alternative<std::monostate>(arg) && schema.defaultValue ? *schema.defaultValue : arg;
}

Value *InferContext::optionalTensor(std::string_view name) const {
  const Arg &arg = given(name);
  return std::holds_alternative<Value *>(arg) ? std::get<Value *>(arg) : nullptr;
}

Value *InferContext::tensor(std::string_view name) const {
  Value *value = optionalTensor(name);
  check(value, op.name + "(): argument '" + std::string(name) + "' must be a tensor");
  return value;
}

const std::vector<Value *> &InferContext::tensors(std::string_view name) const {
  static const std::vector<Value *> none; // left out
  const auto *list = std::get_if<std::vector<Value *>>(&given(name));
  return list ? *list : none;
}

std::optional<Sym> InferContext::optionalInteger(std::string_view name) const {
  const Arg &arg = given(name);
  if (const Sym *value = std::get_if<Sym>(&arg))
    return simplify(*value);
  return std::nullopt;
}

Sym InferContext::integer(std::string_view name) const {
  const std::optional<Sym> value = optionalInteger(name);
  check(value.has_value(), op.name + "(): argument '" + std::string(name) + "' must be a number");
  return *value;
}

std::vector<Sym> InferContext::integers(std::string_view name) const {
  const Arg &arg = given(name);
  if (const Sym *value = std::get_if<Sym>(&arg)) // IntArrayRef is made from one int, too
    return {simplify(*value)};
  std::vector<Sym> list;
  if (const auto *values = std::get_if<std::vector<Sym>>(&arg))
    for (const Sym &value : *values)
      list.push_back(simplify(value));
  return list;
}

std::optional<ScalarType> InferContext::dtype(std::string_view name) const {
  const Arg &arg = given(name);
  if (const ScalarType *value = std::get_if<ScalarType>(&arg))
    return *value;
  return std::nullopt;
}

std::optional<std::string> InferContext::string(std::string_view name) const {
  const Arg &arg = given(name);
  if (const std::string *value = std::get_if<std::string>(&arg))
    return *value;
  return std::nullopt;
}

int64_t InferContext::constant(const Sym &value, std::string_view what) const {
  const std::optional<int64_t> constant = simplify(value).asInt();
  check(constant.has_value(), "cannot decide '" + std::string(what) + "' of " + op.name + ": '" +
                                  value.str() + "' is not a constant");
  return *constant;
}

int64_t InferContext::constant(std::string_view name) const { return constant(integer(name), name); }

std::vector<int64_t> InferContext::constants(std::string_view name) const {
  std::vector<int64_t> list;
  for (const Sym &value : integers(name))
    list.push_back(constant(value, name));
  return list;
}

bool InferContext::flag(std::string_view name) const {
  const std::optional<Sym> value = optionalInteger(name);
  if (!value)
    return false;
  if (const std::optional<bool> known = value->asBool())
    return *known;
  return constant(*value, name) != 0;
}

int64_t InferContext::wrapDim(int64_t dim, size_t rank) const {
  const int64_t n = rank ? int64_t(rank) : 1;
  check(dim >= -n && dim < n, "Dimension out of range (expected to be in range of [" + std::to_string(-n) +
                                  ", " + std::to_string(n - 1) + "], but got " + std::to_string(dim) + ")");
  return dim < 0 ? dim + n : dim;
}

int64_t InferContext::dim(std::string_view name, size_t rank) const { return wrapDim(constant(name), rank); }

std::vector<int64_t> InferContext::dims(std::string_view name, size_t rank) const {
  std::vector<int64_t> list;
  for (int64_t dim : constants(name)) {
    dim = wrapDim(dim, rank);
    check(std::find(list.begin(), list.end(), dim) == list.end(),
          "dim " + std::to_string(dim) + " appears multiple times in the list of dims");
    list.push_back(dim);
  }
  return list;
}

TensorType InferContext::type(const Value *value) const {
  TensorType type = value->type;
  for (Sym &size : type.sizes)
    size = simplify(size);
  for (Sym &stride : type.strides)
    stride = simplify(stride);
  return type;
}

void InferContext::checkFits(const Value *number, ScalarType dtype) const {
  const std::optional<Sym> sym = cxxNumber(number);
  if (!sym || sym->type() == SymType::Bool || dtype == fg::kBool)
    return;
  struct Range {
    ScalarType dtype;
    double lowest, largest;
    const char *name;
  };
  // c10::overflows; a negative integer wraps into u8.
  static const Range ranges[] = {{fg::kByte, -255, 255, "uint8_t"},
                                 {fg::kChar, -128, 127, "int8_t"},
                                 {fg::kShort, -32768, 32767, "int16_t"},
                                 {fg::kInt, -2147483648.0, 2147483647.0, "int"},
                                 {fg::kLong, -0x1p63, 0x1p63, "int64_t"},
                                 {fg::kHalf, -65504, 65504, "c10::Half"},
                                 {fg::kBFloat16, -0x1.fep127, 0x1.fep127, "c10::BFloat16"},
                                 {fg::kFloat, -0x1.fffffep127, 0x1.fffffep127, "float"}};
  for (const Range &range : ranges) {
    if (range.dtype != dtype)
      continue;
    const double lowest = dtype == fg::kByte && sym->type() != SymType::Int ? 0 : range.lowest;
    const std::string message =
        std::string("value cannot be converted to type ") + range.name + " without overflow";
    if (const std::optional<double> value = sym->asDouble()) {
      const bool passes = fg::isFloatingType(dtype) && !std::isfinite(*value);
      check(passes || (*value >= lowest && *value <= range.largest), message);
      continue;
    }
    const bool isInt = sym->type() == SymType::Int;
    // Every int64 fits into int64, bf16 and f32, and every float into f32.
    if (isInt ? range.largest >= 0x1p63 : sym->type() == SymType::F32 && dtype == fg::kFloat)
      continue;
    const auto limit = [&](double value) {
      return isInt ? Sym(static_cast<int64_t>(value)) : Sym::real(value);
    };
    Sym fits = symAnd(symLe(limit(lowest), *sym), symLe(*sym, limit(range.largest)));
    if (!isInt && fg::isFloatingType(dtype))
      fits = symOr(fits, symNot(Sym::call("isfinite", {*sym}, SymType::Bool)));
    require(fits, "a number must fit into " + std::string(fg::toString(dtype)), message);
  }
}

void InferContext::require(const Sym &condition, const std::string &reason,
                           const std::string &message) const {
  if (!env.assume(condition, loc, reason))
    fail(message);
}

Sym InferContext::requireEqual(const Sym &a, const Sym &b, const std::string &what,
                               const std::string &message) const {
  if (!equal(a, b) && !env.assume(symEq(a, b), loc, what))
    throw InferFailure{{message, {a, b}}};
  return simplify(b.isConst() ? b : a);
}

// Sizes that never match fit where one of them is 1: min(1, n), of x.slice(0, 0, 1), beside 3.
bool InferContext::takenForOne(const Sym &size) const {
  return env.assume(symEq(size, Sym(1)), loc, "an operand of " + op.name + " is broadcast");
}

/// Of two sizes that are not known to be the same, the one beside a size that is 0 or 1, as that of
/// x.slice(0, 0, 1): it is taken for 1. To take it for the other would leave the graph to one size of that.
const Sym *InferContext::besideOne(const Sym &a, const Sym &b) const {
  if (equal(a, b))
    return nullptr;
  for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (!one->isConst() && isKnown(symLe(*one, Sym(1))) &&
        env.assume(symEq(*one, Sym(1)), loc, "a size that broadcasts in " + op.name))
      return other;
  return nullptr;
}

std::vector<Sym> InferContext::broadcast(const std::vector<Sym> &a, const std::vector<Sym> &b) const {
  const size_t rank = std::max(a.size(), b.size());
  std::vector<Sym> result(rank);
  for (size_t i = rank; i-- > 0;) { // innermost first: that mismatch is the one reported
    const bool hasA = i + a.size() >= rank, hasB = i + b.size() >= rank;
    const Sym sizeA = hasA ? a[i + a.size() - rank] : Sym(1), sizeB = hasB ? b[i + b.size() - rank] : Sym(1);
    if (!hasA || sizeA == sizeB || isOne(sizeA))
      result[i] = sizeB;
    else if (!hasB || isOne(sizeB))
      result[i] = sizeA;
    else if (const Sym *other = besideOne(sizeA, sizeB))
      result[i] = *other;
    else if (equal(sizeA, sizeB) ||
             env.assume(symEq(sizeA, sizeB), loc,
                        "operands of " + op.name + " must match at dim " + std::to_string(i)))
      result[i] = simplify(sizeB.isConst() ? sizeB : sizeA);
    else if (takenForOne(sizeA)) // only where they never match: such a version serves that one size
      result[i] = sizeB;
    else if (takenForOne(sizeB))
      result[i] = sizeA;
    else
      throw InferFailure{{"The size of tensor a (" + sizeA.str() + ") must match the size of tensor b (" +
                              sizeB.str() + ") at non-singleton dimension " + std::to_string(i),
                          {sizeA, sizeB}}};
  }
  return result;
}

static TensorType makeType(ScalarType dtype, std::vector<Sym> sizes, std::vector<Sym> strides) {
  TensorType type;
  type.dtype = dtype;
  if (strides == contiguousStrides(sizes))
    strides.clear();
  type.sizes = std::move(sizes);
  type.strides = std::move(strides);
  return type;
}

InferredResult InferContext::fresh(ScalarType dtype, std::vector<Sym> sizes, std::vector<Sym> strides) const {
  return {makeType(dtype, std::move(sizes), std::move(strides)), nullptr, 0};
}

InferredResult InferContext::viewOf(Value *self, std::vector<Sym> sizes, std::vector<Sym> strides,
                                    const Sym &offset) const {
  return {makeType(self->type.dtype, std::move(sizes), std::move(strides)), self->root(),
          simplify(self->offset + offset)};
}

InferredResult InferContext::viewAs(ScalarType dtype, Value *self, std::vector<Sym> sizes,
                                    std::vector<Sym> strides, const Sym &offset) const {
  return {makeType(dtype, std::move(sizes), std::move(strides)), self->root(), simplify(offset)};
}

Inference InferContext::one(InferredResult result) const {
  Inference inference;
  inference.results.push_back(std::move(result));
  return inference;
}

} // namespace fullgraph
