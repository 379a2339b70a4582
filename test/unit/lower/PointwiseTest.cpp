// Every pointwise operator on every dtype that it has a kernel for, special values included, against the
// formulas that the eager operators run.
#include "Reference.h"
#include "test/unit/ValueOr.h"

#include "lib/Shapes/Infer.h"

#include <fullgraph/detail/pointwise_rules.h>

#include <array>
#include <limits>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(),
                 nan_ = std::numeric_limits<double>::quiet_NaN();

std::vector<double> specialValues(ScalarType dtype) {
  if (dtype == ScalarType::Bool)
    return {0, 1};
  if (dtype == ScalarType::Byte)
    return {0, 1, 2, 3, 7, 8, 31, 127, 128, 200, 255};
  if (fg::isIntegralType(dtype, false)) {
    std::vector<double> v = {0, 1, -1, 2, -2, 3, 7, -7, 8, 31, -31, 63, 100, -100};
    const int bits = static_cast<int>(fg::elementSize(dtype)) * 8;
    if (bits < 64)
      v.insert(v.end(), {std::ldexp(1, bits - 1) - 1, -std::ldexp(1, bits - 1)});
    return v;
  }
  std::vector<double> v = {0.0,  -0.0, 1,   -1,   0.5,  -0.5,  0.25, 2,   -2,  3,    -3,  0.1,
                           -0.1, 1.5,  2.5, -2.5, 7.25, -7.25, 20,   -20, inf, -inf, nan_};
  if (fg::elementSize(dtype) >= 4)
    v.insert(v.end(), {1e-3, -1e-3, 1e-30, 100, -100, 1e6, -1e6, 1e30, -1e30, 1e-42, 88.5, -87.5, -103.5});
  return v;
}

/// The pointwise operators of the table, as text over the inputs %x, %y, %z.
struct OpText {
  std::string formula; // the row of pointwise_rules.h
  std::string text;
  unsigned operands;
};

std::vector<OpText> allPointwise() {
  std::vector<OpText> list;
  const std::map<std::string, std::string> extra = {{"threshold", ", %half, %two"}};
  for (const OpSchema &op : allOps()) {
    if (!op.isPointwise())
      continue;
    unsigned tensors = 0;
    std::string text = op.name + "(";
    for (const ArgSchema &arg : op.args) {
      const bool tensor = arg.kind == ArgKind::Tensor && !arg.scalar;
      if (tensor || (arg.kind == ArgKind::Int && !arg.defaultValue))
        text += text.back() == '(' ? "" : ", ";
      if (tensor)
        text += std::array{"%x", "%y", "%z"}.at(tensors++);
      else if (arg.kind == ArgKind::Int && !arg.defaultValue) // an attribute that must be given
        text += arg.name + " = 2";
    }
    if (const auto more = extra.find(op.name); more != extra.end())
      text += more->second;
    text += ")";
    if (op.name == "where")
      text = "where(%c, %x, %y)";
    if (op.name == "masked_fill")
      text = "masked_fill(%x, %c, %v)";
    list.push_back({op.name, text, tensors});
  }
  list.push_back({"div_floor", "div(%x, %y, rounding_mode = \"floor\")", 2});
  list.push_back({"div_trunc", "div(%x, %y, rounding_mode = \"trunc\")", 2});
  list.push_back({"gelu_tanh", "gelu(%x, approximate = \"tanh\")", 1});
  list.push_back({"logit_eps", "logit(%x, %tenth)", 1});
  list.push_back({"clamp_min", "clamp(%x, %y)", 2});
  list.push_back({"clamp_max", "clamp(%x, none, %y)", 2});
  for (const char *exponent : {"%two", "%half", "%minus"})
    list.push_back({"pow_scalar", "pow(%x, " + std::string(exponent) + ")", 1});
  return list;
}

bool dividesIntegers(const std::string &formula) {
  return formula == "div_floor" || formula == "div_trunc" || formula == "fmod" || formula == "remainder";
}

void expectOperators(ScalarType dtype, double relative, double absolute) {
  const bool isFloat = fg::isFloatingType(dtype);
  const std::string d = fg::shortName(dtype);
  std::vector<OpText> operators;
  for (const OpText &op : allPointwise()) {
    const fg::PointwiseRule *rule = fg::pointwiseRule(op.formula);
    ASSERT_TRUE(rule) << op.formula;
    if (fg::computeDtype(*rule, dtype) == ScalarType::Undefined ||
        (op.formula == "sub" && dtype == ScalarType::Bool))
      continue;
    // A number of a higher category than the operands would change what is tested; negative exponents throw.
    if (!isFloat &&
        (op.text.find("%half") != std::string::npos || op.text.find("%minus") != std::string::npos))
      continue;
    if (dtype == ScalarType::Byte && op.formula == "hardtanh")
      continue; // its default limits are negative: the call throws
    operators.push_back(op);
  }
  // Pairs and triples of the special values, so that each meets each.
  const std::vector<double> values = specialValues(dtype);
  const int64_t n = static_cast<int64_t>(values.size() * values.size());
  Array x(dtype, {n}), y(dtype, {n}), z(dtype, {n}), divisor(dtype, {n});
  const auto pick = [&](int64_t i) { return values[static_cast<size_t>(i) % values.size()]; };
  x.fillWith([&](const std::vector<int64_t> &i) { return pick(i[0]); });
  y.fillWith([&](const std::vector<int64_t> &i) { return pick(i[0] / static_cast<int64_t>(values.size())); });
  z.fillWith([&](const std::vector<int64_t> &i) { return pick(i[0] * 7 + 3); });
  for (size_t first = 0; first < operators.size(); first += 8) {
    const size_t last = std::min(operators.size(), first + 8);
    std::string text =
        "graph @k(%x: " + d + "[N], %y: " + d + "[N], %z: " + d + "[N], %c: bool[N], %v: " + d +
        "[]) {\n"
        "  %half: f64[] weak = scalar(value = 0.5)\n  %two: i64[] weak = scalar(value = 2)\n"
        "  %minus: i64[] weak = scalar(value = -1)\n  %tenth: f64[] weak = scalar(value = 0.125)\n";
    std::string results;
    for (size_t i = first; i < last; ++i) {
      std::string call = operators[i].text;
      text += "  %r" + std::to_string(i) + " = " + call + "\n";
      results += (results.empty() ? "%r" : ", %r") + std::to_string(i);
    }
    text += "  return " + results + "\n}\n";
    SCOPED_TRACE(text);
    std::string error;
    std::unique_ptr<Graph> graph = valueOr(error, parseGraph(text));
    ASSERT_TRUE(graph) << error;
    ASSERT_EQ(inferGraph(*graph), "");
    CompiledKernel kernel(printGraph(*graph));
    ASSERT_TRUE(kernel.ok()) << kernel.error();
    // Integer divisors of 0 are refused before a kernel runs.
    divisor = y;
    bool divides = false;
    for (size_t i = first; i < last; ++i)
      divides |= dividesIntegers(operators[i].formula) && !isFloat;
    if (divides)
      divisor.fillWith([&](const std::vector<int64_t> &i) { return y.get(i) == 0 ? 5 : y.get(i); });
    for (const int64_t length : {int64_t(1), int64_t(3), int64_t(17), n}) {
      const auto head = [&](const Array &a) {
        Array part(dtype, {length});
        part.fillWith([&](const std::vector<int64_t> &i) { return a.get({(i[0] * 31) % n}); });
        return part;
      };
      Array px = length == n ? x : head(x), py = length == n ? divisor : head(divisor),
            pz = length == n ? z : head(z);
      Array condition(ScalarType::Bool, {length}), number(dtype, {});
      condition.fillWith([](const std::vector<int64_t> &i) { return static_cast<double>(i[0] % 3 == 0); });
      number.set({}, values[1]);
      std::vector<Array> outputs;
      std::vector<Array *> pointers;
      for (const Value *v : graph->outputs())
        outputs.emplace_back(v->type.dtype, std::vector<int64_t>{length});
      for (Array &a : outputs)
        pointers.push_back(&a);
      ASSERT_EQ(kernel({&px, &py, &pz, &condition, &number}, {ScalarArg(length)}, pointers), 0);
      const std::vector<Array> expected =
          interpret(*graph, {&px, &py, &pz, &condition, &number}, {{"N", static_cast<double>(length)}});
      for (size_t o = 0; o < outputs.size(); ++o) {
        SCOPED_TRACE(operators[first + o].text + " of " + std::to_string(length));
        int failures = 0;
        for (int64_t i = 0; i < length && failures < 3; ++i) {
          const double want = expected[o].get({i}), have = outputs[o].get({i});
          // sin and cos of numbers without a fraction: see VectorMath.h.
          if ((operators[first + o].formula == "sin" || operators[first + o].formula == "cos") &&
              std::isfinite(px.get({i})) && std::fabs(px.get({i})) > std::ldexp(1, 28)) {
            EXPECT_LE(std::fabs(have), 1);
            continue;
          }
          // Integers that are computed in f32.
          const bool rounds = fg::isFloatingType(outputs[o].dtype);
          const auto result =
              closeTo(have, want, rounds && !isFloat ? 3e-6 : relative, rounds && !isFloat ? 5e-7 : absolute);
          if (result)
            continue;
          ++failures;
          ADD_FAILURE() << "x = " << px.get({i}) << ", y = " << py.get({i}) << ", z = " << pz.get({i}) << ": "
                        << result.message();
        }
      }
    }
  }
}

} // namespace

TEST(Pointwise, Float) { expectOperators(ScalarType::Float, 3e-6, 5e-7); }
TEST(Pointwise, Double) { expectOperators(ScalarType::Double, 1e-12, 1e-300); }
TEST(Pointwise, Half) { expectOperators(ScalarType::Half, 2e-3, 1e-3); }
TEST(Pointwise, BFloat16) { expectOperators(ScalarType::BFloat16, 1.6e-2, 1e-2); }
TEST(Pointwise, Int) { expectOperators(ScalarType::Int, 0, 0); }
TEST(Pointwise, Long) { expectOperators(ScalarType::Long, 0, 0); }
TEST(Pointwise, Short) { expectOperators(ScalarType::Short, 0, 0); }
TEST(Pointwise, Byte) { expectOperators(ScalarType::Byte, 0, 0); }
TEST(Pointwise, Bool) { expectOperators(ScalarType::Bool, 0, 0); }
