// Expressions with less common operators, and of several dtypes.
#include "Program.h"

namespace random_program {

/// Operands of other dtypes, which promotion makes the type's.
std::string Body::promoted(const Type &type, int depth) {
  Type other = type;
  const auto with = [&](char dtype) {
    other.dtype = dtype;
    return operand(other, depth - 1);
  };
  switch (type.dtype) {
  case 'd':
    if (rng.chance(50))
      return "(" + with('f') + " + " + operand(type, depth - 1) + ") * 0.5";
    return operand(type, depth - 1) + " * " + with('j') + " * 0.1";
  case 'f':
    switch (rng.below(6)) {
    case 0:
      return operand(type, depth - 1) + " * " + with(rng.pick(std::vector<char>{'i', 'j', 'h'})) + " * 0.1";
    case 1:
      return operand(type, depth - 1) + " + " + with('b');
    case 2:
      return with(rng.pick(std::vector<char>{'i', 'j', 'b'})) + " / " + rng.word({"4", "8.0"});
    case 3:
      return operand(type, depth - 1) + " / (fg::abs(" + with(rng.chance(50) ? 'i' : 'j') + ") + 1)";
    case 4:
      if (type.any || type.dims.empty())
        return with('b') + " * 0.25";
      other.dims.clear();
      return operand(type, depth - 1) + " + " + with('d') +
             " * 0.5"; // a tensor without dims does not promote
    default:
      return "fg::where(" + with('b') + ", " + operand(type, depth - 1) + ", " +
             rng.word({"0.5", "0", "-0.25f"}) + ")";
    }
  case 'i':
    switch (rng.below(4)) {
    case 0:
      return "(" + with(rng.chance(50) ? 'j' : 'h') + " + " + operand(type, depth - 1) + ") % 6";
    case 1:
      return with('b') + " * 3";
    case 2:
      return with('b') + " + " + operand(type, depth - 1);
    default:
      return operand(type, depth - 1) + " * " + with('b');
    }
  case 'j':
    return "(" + with(rng.chance(50) ? 'h' : 'b') + " + " + operand(type, depth - 1) + ") % 8";
  case 'h':
    return "(" + with('b') + " + " + operand(type, depth - 1) + ") % 5";
  default: {
    const std::string a = with(rng.pick(std::vector<char>{'i', 'j', 'h'}));
    return a + rng.word({" > ", " == ", " <= "}) + with(rng.pick(std::vector<char>{'i', 'j', 'h'}));
  }
  }
}

/// Operators that need sizes, beside those of `shaped`.
std::string Body::more(const Type &type, int depth) {
  const Dims &dims = type.dims;
  const size_t rank = dims.size();
  Type other = type;
  if (rank == 0)
    return floating(type, depth);
  const size_t at = size_t(rng.below(int(rank)));
  const std::string dim = std::to_string(at), x = operand(type, depth - 1);
  const bool literal = !dims[at].n && !dims[at].m;
  const Dim few{2 + rng.below(3), 0, 0};
  const std::string fewText = std::to_string(few.literal);
  Type whole{'i', dims, false};
  switch (rng.below(28)) {
  case 0:
    return "fg::log_softmax(" + x + ", " + dim + ") * 0.2";
  case 1:
    return x + " - fg::logsumexp(" + x + ", {" + dim + "}, true) * 0.3";
  case 2:
    return x + " - fg::var(" + x + ", {" + dim + "}, false, true) * 0.3";
  case 3:
    return x + " / (fg::norm(" + x + ", 2, {" + dim + "}, true) + 1)";
  case 4:
    return x + " * fg::prod(fg::tanh(" + operand(type, depth - 1) + "), {" + dim + "}, true)";
  case 5:
    if (!literal && rng.chance(60))
      break;
    other.dims[at].literal *= 2;
    return "fg::chunk(" + tensor(other, depth - 1) + ", 2, " + dim + ")[" + rng.word({"0", "1"}) + "]";
  case 6:
    if (rank > 2)
      break;
    other.dims.insert(other.dims.begin() + long(at), few);
    return "fg::unbind(" + tensor(other, depth - 1) + ", " + dim + ")[" + rng.word({"0", "1"}) + "]";
  case 7: {
    other.dims[at] = Dim{};
    std::string repeats;
    for (size_t i = 0; i < rank; ++i)
      repeats += (i ? ", " : "") + (i == at ? size(dims[at]) : std::string("1"));
    return operand(other, depth - 1) + ".repeat({" + repeats + "})";
  }
  case 8:
    if (rank != 2)
      break;
    return "fg::" + rng.word({"tril", "triu"}) + "(" + tensor(type, depth - 1) + ", " +
           rng.word({"0", "1", "-1"}) + ")";
  case 9:
    return "fg::masked_fill(" + x + ", " + tensor({'b', dims, false}, depth - 1) + ", " + number() + ")";
  case 10:
    other.dims[at] = few;
    return "fg::index_select(" + tensor(other, depth - 1) + ", " + dim + ", (fg::arange(" + size(dims[at]) +
           ", fg::kLong) * 3 + 1) % " + fewText + ")";
  case 11:
    other.dims[at] = few;
    return "fg::gather(" + tensor(other, depth - 1) + ", " + dim + ", " + operand(whole, depth - 1) + " % " +
           fewText + ")";
  case 12: {
    other.dims = {few, dims.back()};
    whole.dims.pop_back();
    return "fg::embedding(" + tensor(other, depth - 1) + ", " + operand(whole, depth - 1) + " % " + fewText +
           ")";
  }
  case 13: {
    if (rank == 1)
      break;
    const Type left{type.dtype, rank == 2 ? Dims{dims[0], few} : Dims{dims[0], dims[1], few}, false};
    if (rank == 3)
      return "fg::bmm(" + tensor(left, depth - 1) + ", " +
             tensor({type.dtype, {dims[0], few, dims[2]}, false}, depth - 1) + ") * 0.2";
    return "fg::linear(" + tensor(left, depth - 1) + ", " +
           tensor({type.dtype, {dims[1], few}, false}, depth - 1) +
           (rng.chance(50) ? ", " + tensor({type.dtype, {dims[1]}, false}, depth - 1) : "") + ") * 0.2";
  }
  case 14:
    if (rank != 2)
      break;
    return "fg::outer(" + tensor({type.dtype, {dims[0]}, false}, depth - 1) + ", " +
           tensor({type.dtype, {dims[1]}, false}, depth - 1) + ")";
  case 15: // every second
    if (!literal)
      break;
    other.dims[at].literal *= 2;
    return operand(other, depth - 1) + ".slice(" + dim + ", " + rng.word({"0", "1"}) + ", " +
           size(other.dims[at]) + ", 2)";
  case 16: // from where a number of the program says
    if (!literal)
      break;
    other.dims[at].literal += 1;
    return operand(other, depth - 1) + ".narrow(" + dim + ", std::abs(" + integer() + ") % 2, " +
           size(dims[at]) + ")";
  case 17: {
    if (!literal || dims[at].literal < 2)
      break;
    Type rest = type;
    other.dims[at].literal = 1;
    rest.dims[at].literal -= 1;
    return "fg::cat({" + tensor(other, depth - 1) + ", " + tensor(rest, depth - 1) + "}, " + dim + ")";
  }
  case 18:
    if (rank > 2)
      break;
    other.dims.insert(other.dims.begin() + long(at), Dim{});
    return operand(other, depth - 1) + ".squeeze(" + dim + ")";
  case 19:
    if (!(dims[at] == Dim{}))
      break;
    other.dims.erase(other.dims.begin() + long(at));
    return operand(other, depth - 1) + ".unsqueeze(" + dim + ")";
  case 20:
    return rng.word({"fg::softplus(", "fg::elu(", "fg::leaky_relu(", "fg::hardtanh(", "fg::hardswish(",
                     "fg::mish(", "fg::log_sigmoid(", "fg::square("}) +
           tensor(type, depth - 1) + ") * 0.4";
  case 21:
    return "fg::" + rng.word({"sqrt", "rsqrt", "log", "reciprocal"}) + "(fg::abs(" + tensor(type, depth - 1) +
           ") + 0.5) * 0.4";
  case 22:
    return "fg::" + rng.word({"atan2", "hypot"}) + "(" + tensor(type, depth - 1) + ", fg::abs(" +
           tensor(type, depth - 1) + ") + 0.5) * 0.5";
  case 23:
  case 24:
    return parts(complexNumbers(type, depth));
  case 25: // windows, which lie over each other
    if (!literal)
      break;
    other.dims[at].literal += 1;
    return operand(other, depth - 1) + ".unfold(" + dim + ", 2, 1)" + rng.word({".mean(-1)", ".amax(-1)"});
  case 26:
    return "fg::real(fg::fft::ifft(fg::fft::fft(" + x + ", std::nullopt, " + dim + "), std::nullopt, " + dim +
           "))";
  default:
    return "fg::layer_norm(" + x + ", {" + size(dims.back()) + "}) * 0.2";
  }
  return floating(type, depth);
}

/// Of type's sizes. Of moderate size, as all expressions are.
std::string Body::complexNumbers(const Type &type, int depth) {
  const auto number = [&] { return depth > 0 ? complexNumbers(type, depth - 1) : complexNumbers(type, 0); };
  if (depth > 0)
    switch (rng.below(6)) {
    case 0:
      return "(" + number() + " * " + number() + ") * 0.3";
    case 1:
      return "(" + number() + rng.word({" + ", " - "}) + operand(type, depth - 1) + ") * 0.5";
    case 2:
      return "fg::" + rng.word({"conj", "neg", "tanh"}) + "(" + number() + ")";
    case 3:
      return "(" + number() + " / (fg::abs(" + number() + ") + 1))";
    case 4:
      return "fg::where(" + tensor({'b', type.dims, type.any}, depth - 1) + ", " + number() + ", " +
             number() + ")";
    default:
      break;
    }
  const std::string a = tensor(type, depth - 1), b = tensor(type, depth - 1);
  switch (rng.below(3)) {
  case 0:
    return "fg::polar(" + a + ", " + b + ")";
  case 1:
    return "fg::view_as_complex(fg::stack({" + a + ", " + b + "}, -1))";
  default:
    return "fg::complex(" + a + ", " + b + ")";
  }
}
/// What is real of a complex tensor.
std::string Body::parts(const std::string &number) {
  switch (rng.below(4)) {
  case 0:
    return "fg::real(" + number + ")";
  case 1:
    return "fg::imag(" + number + ")";
  case 2:
    return "fg::view_as_real(" + number + ").sum(-1) * 0.5";
  default:
    return "(" + number + ").abs()";
  }
}

std::string Body::integral(const Type &type, int depth) {
  const Type mask{'b', type.dims, type.any};
  Type other = type;
  const auto extended = [&] { // one dim more, which an operator takes away
    const int at = rng.below(int(type.dims.size()) + 1);
    other.dims.insert(other.dims.begin() + at, Dim{2 + rng.below(2), 0, 0});
    return std::to_string(at);
  };
  switch (rng.below(14)) {
  case 0:
    return "(" + operand(type, depth - 1) + " * 3 + 1) % 7";
  case 1:
    return "(" + operand(type, depth - 1) + " + " + operand(type, depth - 1) + ") % 9";
  case 2:
    return "fg::floor_divide(" + tensor(type, depth - 1) + ", 2) + (" + integer() + ")";
  case 3:
    return operand(mask, depth - 1) + ".to(" + dtypeName(type.dtype) + ")";
  case 4:
    return "fg::where(" + tensor(mask, depth - 1) + ", " + tensor(type, depth - 1) + ", " +
           tensor(type, depth - 1) + ")";
  case 5:
    return "fg::" + rng.word({"bitwise_and", "bitwise_or", "bitwise_xor"}) + "(" + tensor(type, depth - 1) +
           ", " + (rng.chance(50) ? tensor(type, depth - 1) : std::string("5")) + ")";
  case 6:
    return "fg::" + rng.word({"maximum", "minimum"}) + "(" + tensor(type, depth - 1) + ", " +
           tensor(type, depth - 1) + ")";
  case 7:
  case 8:
    return promoted(type, depth);
  case 9: {
    if (type.any || type.dims.size() > 2)
      break;
    const std::string at = extended();
    if (type.dtype == 'i' && rng.chance(60)) {
      other.dtype = rng.pick(std::vector<char>{'i', 'j', 'h', 'b'});
      const bool arg = other.dtype != 'b' && rng.chance(30);
      return operand(other, depth - 1) + (arg ? ".argmax(" : ".sum(") + at + ")";
    }
    return operand(other, depth - 1) + rng.word({".amax(", ".amin("}) + at + ")";
  }
  case 10: {
    if (type.any || type.dims.size() > 2)
      break;
    const std::string at = extended();
    return operand(other, depth - 1) + ".select(" + at + ", " + rng.word({"0", "1", "-1"}) + ")";
  }
  case 11:
    if (type.any || type.dtype != 'i' || type.dims.empty() || type.dims.back().n || type.dims.back().m)
      break;
    other.dims.pop_back();
    return "fg::one_hot(" + operand(other, depth - 1) + " % " + size(type.dims.back()) + ", " +
           size(type.dims.back()) + ")";
  case 12:
    other.dtype = type.dtype == 'i' ? 'j' : 'i';
    return operand(other, depth - 1) + ".to(" + dtypeName(type.dtype) + ")";
  default:
    break;
  }
  return "fg::clamp(" + tensor(type, depth - 1) + (type.dtype == 'h' ? ", 1, 4)" : ", -3, 4)");
}

std::string Body::boolean(const Type &type, int depth) {
  Type real{'f', type.dims, type.any}, whole{'i', type.dims, type.any}, other = type;
  switch (rng.below(9)) {
  case 0:
  case 1:
    return operand(real, depth - 1) + rng.word({" > 0.137", " < -0.137", " >= 0.637"});
  case 2:
    return operand(whole, depth - 1) + rng.word({" > 1", " == 2", " != 0"});
  case 3:
    return "fg::" + rng.word({"logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or"}) +
           "(" + tensor(type, depth - 1) + ", " + tensor(type, depth - 1) + ")";
  case 4:
    return promoted(type, depth);
  case 5:
  case 6:
    if (!type.any && type.dims.size() < 3) {
      const int at = rng.below(int(type.dims.size()) + 1);
      other.dims.insert(other.dims.begin() + at, Dim{2 + rng.below(2), 0, 0});
      return operand(other, depth - 1) + rng.word({".any(", ".all("}) + std::to_string(at) + ")";
    }
    return "fg::isfinite(" + tensor(real, depth - 1) + ")";
  case 7:
    return operand(real, depth - 1) + " > 0.137 + " + operand(real, depth - 1) + " * 0.5";
  default:
    return "fg::logical_not(" + tensor(type, depth - 1) + ")";
  }
}

} // namespace random_program
