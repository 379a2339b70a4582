// Expressions without side effects.
#include "Program.h"

namespace random_program {

std::string dtypeName(char dtype) {
  switch (dtype) {
  case 'f':
    return "fg::kFloat";
  case 'd':
    return "fg::kDouble";
  case 'i':
    return "fg::kLong";
  case 'j':
    return "fg::kInt";
  case 'h':
    return "fg::kByte";
  default:
    return "fg::kBool";
  }
}

std::string shapeSpec(const Type &type) {
  std::string spec = type.dtype == 'f'   ? "f32["
                     : type.dtype == 'd' ? "f64["
                     : type.dtype == 'i' ? "i64["
                     : type.dtype == 'j' ? "i32["
                     : type.dtype == 'h' ? "u8["
                                         : "bool[";
  for (size_t i = 0; i < type.dims.size(); ++i) {
    const Dim &dim = type.dims[i];
    spec += (i ? "," : "") + (dim.n ? std::string("N") : dim.m ? "M" : std::to_string(dim.literal));
  }
  return spec + "]";
}

std::string Body::size(const Dim &dim) {
  std::string text = std::to_string(dim.literal);
  for (int i = 0; i < dim.n; ++i)
    text = text == "1" ? sizeN : text + " * " + sizeN;
  for (int i = 0; i < dim.m; ++i)
    text = text == "1" ? sizeM : text + " * " + sizeM;
  return text;
}

std::string Body::sizes(const Dims &dims) {
  std::string text = "{";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i ? ", " : "") + size(dims[i]);
  return text + "}";
}

Type Body::someType() { return rng.pick(tensors).type; }

const TensorVar *Body::find(const Type &type, bool assignable) {
  std::vector<const TensorVar *> found;
  for (const TensorVar &var : tensors)
    if (var.type == type && (var.assignable || !assignable))
      found.push_back(&var);
  return found.empty() ? nullptr : rng.pick(found);
}

std::string Body::integer() {
  std::vector<std::string> from = {"1", "2", "3"};
  from.insert(from.end(), ints.begin(), ints.end());
  from.insert(from.end(), ints.begin(), ints.end());
  from.insert(from.end(), constInts.begin(), constInts.end());
  const std::string a = rng.pick(from);
  switch (rng.below(6)) {
  case 0:
    return "(" + a + " + " + rng.pick(from) + ") % 5";
  case 1:
    return "(" + a + " * 3 + 1) % 4";
  case 2:
    return "(" + rng.pick(std::vector<std::string>{a, "7"}) + " - " + a + ") / 2";
  default:
    return a;
  }
}

/// An int as the library makes another number of it, without a cast in the source: an eighth of it.
std::string Body::converted() {
  const std::string i = integer();
  switch (rng.below(7)) {
  case 0:
    return "std::optional<double>().value_or(" + i + ") / 8";
  case 1:
    return "*std::make_optional<double>(" + i + ") / 8";
  case 2:
    return "std::optional<float>(std::optional<int>(" + i + ")).value() / 8";
  case 3:
    return "std::get<0>(std::tuple<double, int>(" + i + ", 8)) / 8";
  case 4:
    return "std::function<double(int)>([](double k) { return k / 8; })(" + i + ")";
  case 5:
    return "std::invoke([](float a, double b) { return a / b; }, " + i + ", 8)";
  default:
    return "*std::make_shared<double>(" + i + ") / 8";
  }
}

std::string Body::number() {
  std::vector<std::string> from = {"0.5", "0.25f", "-0.3", "0.8"};
  for (const auto *list : {&doubles, &numbers, &numbers})
    from.insert(from.end(), list->begin(), list->end());
  const std::string a = rng.pick(from);
  if (rng.chance(4))
    return "(" + converted() + ")";
  switch (rng.below(6)) {
  case 0:
    return "(" + a + " * 0.5 + 0.1)";
  case 1:
    return "(" + a + " - 0.5 * " + rng.pick(from) + ") * 0.5";
  case 2:
    return "0.1 * (" + integer() + ")";
  default:
    return a;
  }
}

std::string Body::condition(bool data) {
  if (data) {
    Type type = someType();
    for (int i = 0; i < 8 && !type.isFloat(); ++i)
      type = someType();
    if (!type.isFloat())
      return condition(false);
    const std::string a = operand(type, 1), negative = rng.chance(50) ? "" : "-";
    switch (rng.below(8)) {
    case 0:
      return "(" + a + ".sum() > " + negative + "0.137)" + item("bool");
    case 1:
      return a + ".mean()" + item("float") + " < " + negative + "0.137f";
    case 2:
      return "(" + a + " > 0.137).any()" + item("bool");
    case 3:
      return "(" + a + " > -0.637).all()" + item("bool");
    case 4:
      return "(" + a + " > 0.137).sum()" + item("int64_t") + " > " + integer();
    case 5:
      return condition(false) + " && " + a + ".sum()" + item("double") + " > 0.137";
    case 6:
      return a + ".sum()" + item("float") + " > 0.137f || " + condition(false);
    default:
      return a + ".abs().sum()" + item("float") + " * 0.5f + 0.1f > 0.737f";
    }
  }
  if (!texts.empty() && rng.chance(40))
    return "(" + asksText() + ")";
  std::vector<std::string> from = {"(" + integer() + ") > 1", integer() + " % 2 == 0", integer() + " != 2"};
  if (!sizeN.empty()) {
    from.push_back(sizeN + " > 2");
    from.push_back(sizeN + " == 1");
  }
  if (!sizeM.empty())
    from.push_back(sizeM + " < 4");
  for (const std::string &flag : bools) {
    from.push_back(flag);
    from.push_back("!" + flag);
  }
  for (const std::string &value : doubles)
    from.push_back(value + " > 0.337");
  const std::string a = rng.pick(from);
  return rng.chance(20) ? "(" + a + (rng.chance(50) ? " && " : " || ") + rng.pick(from) + ")" : a;
}

std::string Body::leaf(const Type &type) {
  if (const TensorVar *var = find(type, false))
    return var->name;
  if (type.any)
    for (const TensorVar &var : tensors) { // of the other dtype
      if (type.dtype == 'b')
        return "(" + var.name + " > 0.137)";
      return var.name + ".to(" + dtypeName(type.dtype) + ")";
    }
  if (type.dtype != 'b' && rng.chance(65)) // of what another tensor holds
    for (int i = 0; i < 6; ++i)
      if (const TensorVar &var = rng.pick(tensors); var.type.dtype == type.dtype)
        return "(" + var.name + (type.isFloat() ? ".mean()" : ".amax() % 5") + ").expand(" +
               sizes(type.dims) + ")";
  const std::string value = type.isFloat() ? rng.word({"0.3", "-0.6", "1"}) : type.isInteger() ? "2" : "true";
  if (rng.chance(30) && type.dims.size() == 1 && type.isFloat())
    return "(fg::arange(" + size(type.dims[0]) + ", " + dtypeName(type.dtype) + ") * 0.1)";
  return "fg::full(" + sizes(type.dims) + ", " + value + ", " + dtypeName(type.dtype) + ")";
}

std::string Body::tensor(const Type &type, int depth) {
  if (depth <= 0 || rng.chance(15))
    return leaf(type);
  if (!type.isFloat())
    return type.isInteger() ? integral(type, depth) : boolean(type, depth);
  if (rng.chance(8))
    return promoted(type, depth);
  return type.any || rng.chance(45) ? floating(type, depth)
         : rng.chance(45)           ? more(type, depth)
                                    : shaped(type, depth);
}

std::string Body::floating(const Type &type, int depth) {
  const Type mask{'b', type.dims, type.any};
  switch (rng.below(20)) {
  case 0:
  case 1:
  case 2: {
    const std::string function = rng.word({"relu", "tanh", "sigmoid", "neg", "abs", "silu", "gelu", "erf"});
    return "fg::" + function + "(" + tensor(type, depth - 1) + ")";
  }
  case 3:
    return operand(type, depth - 1) + "." +
           rng.word({"tanh", "sigmoid", "relu", "abs", "neg", "contiguous", "clone"}) + "()";
  case 4:
    return "fg::" + rng.word({"sin", "cos", "exp", "atan"}) + "(fg::tanh(" + tensor(type, depth - 1) + "))";
  case 5:
    return "fg::log1p(fg::abs(" + tensor(type, depth - 1) + "))";
  case 6:
  case 7:
    return "(" + operand(type, depth - 1) + rng.word({" + ", " - "}) + operand(type, depth - 1) + ") * 0.5";
  case 8:
    return operand(type, depth - 1) + " * fg::sigmoid(" + tensor(type, depth - 1) + ")";
  case 9:
    return operand(type, depth - 1) + " / (fg::abs(" + tensor(type, depth - 1) + ") + 1)";
  case 10:
    return "fg::" + rng.word({"maximum", "minimum"}) + "(" + tensor(type, depth - 1) + ", " +
           tensor(type, depth - 1) + ")";
  case 11:
  case 12:
    return operand(type, depth - 1) + rng.word({" + ", " - "}) + number();
  case 13:
    return operand(type, depth - 1) + " * fg::tanh(fg::full({}, " + number() + ", fg::kDouble))";
  case 14:
    return rng.word({"1.0 - ", "0.5f + ", "2 - "}) + operand(type, depth - 1);
  case 15:
    return "fg::where(" + tensor(mask, depth - 1) + ", " + tensor(type, depth - 1) + ", " +
           (rng.chance(30) ? "0.25" : tensor(type, depth - 1)) + ")";
  case 16:
    return "(" + condition(false) + " ? " + operand(type, depth - 1) + " : Tensor(" +
           tensor(type, depth - 1) + "))";
  case 17:
    return "fg::clamp(" + tensor(type, depth - 1) + ", -1.5, 1.5)";
  case 18:
    return operand(type, depth - 1) + " - " + operand(type, depth - 1) +
           rng.word({".mean()", ".sum() * 0.1", ".amax()"});
  case 19: // operators of the program's own, several in one expression
    if (rng.chance(30))
      return "support::blended(" + tensor(type, depth - 1) + ", " + tensor(type, depth - 1) + ")";
    if (rng.chance(60))
      return "support::" + rng.word({"curbed", "curbed", "curbed_twice"}) + "(" + tensor(type, depth - 1) +
             ")";
    [[fallthrough]];
  default:
    return operand(type, depth - 1) + " * " + number() + " * 0.5";
  }
}

/// What needs sizes.
std::string Body::shaped(const Type &type, int depth) {
  const Dims &dims = type.dims;
  const size_t rank = dims.size();
  Type other = type;
  const std::string last = std::to_string(int(rank) - 1);
  switch (rng.below(18)) {
  case 0: // broadcasting: without leading sizes
    if (rank == 0)
      break;
    other.dims.erase(other.dims.begin(), other.dims.begin() + 1 + rng.below(int(rank)));
    return "(" + operand(type, depth - 1) + " + " + operand(other, depth - 1) + ") * 0.5";
  case 1:
    if (rank == 0)
      break;
    return operand(type, depth - 1) + " - " + operand(type, depth - 1) +
           rng.word({".mean", ".amax", ".amin"}) + "({" + std::to_string(rng.below(int(rank))) + "}, true)";
  case 2:
    if (rank == 0)
      break;
    return "fg::softmax(" + tensor(type, depth - 1) + ", " + rng.word({"-1", "0"}) + ")";
  case 3:
    if (rank != 2)
      break;
    other.dims = {dims[1], dims[0]};
    return operand(other, depth - 1) + rng.word({".t()", ".transpose(0, 1)", ".permute({1, 0})"});
  case 4: // select
    if (rank > 2)
      break;
    {
      const int at = rng.below(int(rank) + 1);
      other.dims.insert(other.dims.begin() + at, Dim{2 + rng.below(3), 0, 0});
      return operand(other, depth - 1) + (at == 0 && rng.chance(50) ? "[" + rng.word({"0", "1", "-1"}) + "]"
                                                                    : ".select(" + std::to_string(at) + ", " +
                                                                          rng.word({"0", "1", "-1"}) + ")");
    }
  case 5: // slice
    if (rank == 0)
      break;
    {
      const size_t at = size_t(rng.below(int(rank)));
      if (dims[at].n || dims[at].m || dims[at].literal > 3)
        break;
      other.dims[at].literal += 1;
      return operand(other, depth - 1) + ".narrow(" + std::to_string(at) + ", " + rng.word({"0", "1"}) +
             ", " + std::to_string(dims[at].literal) + ")";
    }
  case 6: // matmul
    if (rank != 2)
      break;
    {
      const Dim inner{2 + rng.below(3), 0, 0};
      Type left{type.dtype, {dims[0], inner}, false}, right{type.dtype, {inner, dims[1]}, false};
      return "fg::matmul(" + tensor(left, depth - 1) + ", " + tensor(right, depth - 1) + ") * 0.2";
    }
  case 7: // sum over one more
    if (rank > 2)
      break;
    {
      const int at = rng.below(int(rank) + 1);
      other.dims.insert(other.dims.begin() + at, Dim{2 + rng.below(2), 0, 0});
      return operand(other, depth - 1) + rng.word({".sum", ".mean", ".amax"}) + "(" + std::to_string(at) +
             ") * 0.4";
    }
  case 8:
    other.dtype = type.dtype == 'f' ? rng.pick(std::vector<char>{'d', 'i', 'j', 'h', 'b'}) : 'f';
    return operand(other, depth - 1) + ".to(" + dtypeName(type.dtype) + ") * 0.2";
  case 9:
    return "fg::stack({" + tensor(type, depth - 1) + ", " + tensor(type, depth - 1) + "}, " +
           std::to_string(rng.below(int(rank) + 1)) + ").mean(0)" +
           (rank ? ".sum() * 0.05 + " + operand(type, depth - 1) : "");
  case 10:
    // view({}) is view(dtype).
    return operand(type, depth - 1) +
           (dims.empty() ? ".reshape({})" : ".reshape({-1}).view(" + sizes(dims) + ")");
  case 11:
    return operand(type, depth - 1) + ".unsqueeze(" + rng.word({"0", "-1"}) + ").sum() * 0.05 - " +
           operand(type, depth - 1);
  case 12: // cat of two, then one half
    if (rank == 0 || dims[0].n || dims[0].m)
      break;
    return "fg::cat({" + tensor(type, depth - 1) + ", " + tensor(type, depth - 1) + "}, 0).slice(0, " +
           rng.word({"0", "1"}) + ", " + rng.word({"1 + ", "0 + "}) + size(dims[0]) + ").sum() * 0.1 + " +
           operand(type, depth - 1);
  case 13: // expand
    if (rank == 0)
      break;
    other.dims[0] = Dim{1, 0, 0};
    return operand(other, depth - 1) + ".expand(" + sizes(dims) + ")";
  case 14:
    if (rank == 0)
      break;
    {
      other.dims.push_back(Dim{2 + rng.below(2), 0, 0});
      return "std::get<0>(fg::max(" + tensor(other, depth - 1) + ", " + std::to_string(rank) + "))";
    }
  case 15: // of no elements where there is none, else of one: it broadcasts
  case 16: {
    if (rank == 0)
      break;
    const std::string at = std::to_string(rng.below(int(rank)));
    const std::string one = operand(type, depth - 1) + (rng.chance(50) ? "" : ".slice(" + at + ", 0, 2)") +
                            ".slice(" + at + ", 0, 1)";
    return rng.chance(30) ? one + ".sum(" + at + ", true).expand(" + sizes(dims) + ")"
                          : "(" + operand(type, depth - 1) + rng.word({" - ", " * "}) + one + ") * 0.5";
  }
  default:
    if (rank == 0)
      break;
    return "fg::lerp(" + tensor(type, depth - 1) + ", " + tensor(type, depth - 1) + ", 0.3)";
  }
  return floating(type, depth);
}

} // namespace random_program
