#include "cases.h"

namespace fullgraph::bench {

namespace {

std::string list(const Sizes &sizes) {
  std::string text;
  for (const int64_t size : sizes)
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

} // namespace

Case pointwise(int64_t n) {
  return {"AddRelu/" + std::to_string(n),
          "graph @k(%a0: f32[s0], %a1: f32[s0]) { %0: f32[s0] = add(%a0, %a1) %1: f32[s0] = relu(%0) "
          "return %1 }",
          {{n}, {n}},
          {n},
          {n},
          2.0 * static_cast<double>(n)};
}

Case chain(int64_t n, int depth) {
  std::string text = "graph @k(%a0: f32[s0]) { %e0: f32[s0] = exp(%a0)";
  for (int i = 1; i < depth; ++i) {
    const std::string before = std::to_string(i - 1), step = std::to_string(i);
    text += " %t" + step + ": f32[s0] = tanh(%e" + before + ") %e" + step + ": f32[s0] = exp(%t" + step + ")";
  }
  text += " return %e" + std::to_string(depth - 1) + " }";
  return {"Chain" + std::to_string(depth) + "/" + std::to_string(n),
          text,
          {{n}},
          {n},
          {n},
          static_cast<double>(n * depth)};
}

Case softmax(int64_t rows, int64_t columns) {
  return {"Softmax/" + list({rows, columns}),
          "graph @k(%a0: f32[s0, s1]) { %0: f32[s0, s1] = softmax(%a0, dim = 1, dtype = none) return %0 }",
          {{rows, columns}},
          {rows, columns},
          {rows, columns},
          static_cast<double>(rows * columns)};
}

Case rowSum(int64_t rows, int64_t columns) {
  return {"RowSum/" + list({rows, columns}),
          "graph @k(%a0: f32[s0, s1]) { %0: f32[s0] = sum(%a0, dim = [1], keepdim = false, dtype = none) "
          "return %0 }",
          {{rows, columns}},
          {rows, columns},
          {rows},
          static_cast<double>(rows * columns)};
}

Case linear(const std::string &known, int64_t m, int64_t n, int64_t k) {
  Sizes symbols;
  const auto dim = [&](char which, int64_t size) {
    if (known.find(which) != std::string::npos)
      return std::to_string(size);
    symbols.push_back(size);
    return "s" + std::to_string(symbols.size() - 1);
  };
  const std::string ms = dim('m', m), ks = dim('k', k), ns = dim('n', n);
  return {"Linear_" + known + "/" + list({m, n, k}),
          "graph @k(%a0: f32[" + ms + ", " + ks + "], %a1: f32[" + ns + ", " + ks + "]) { %0: f32[" + ms +
              ", " + ns + "] = linear(%a0, %a1, none) return %0 }",
          {{m, k}, {n, k}},
          symbols,
          {m, n},
          2.0 * static_cast<double>(m * n * k)};
}

Case matmul(bool symbolic, int64_t m, int64_t n, int64_t k) {
  const std::string ms = symbolic ? "s0" : std::to_string(m), ks = symbolic ? "s1" : std::to_string(k),
                    ns = symbolic ? "s2" : std::to_string(n);
  return {std::string(symbolic ? "MatmulSymbolic/" : "Matmul/") + list({m, n, k}),
          "graph @k(%a0: f32[" + ms + ", " + ks + "], %a1: f32[" + ks + ", " + ns + "]) { %0: f32[" + ms +
              ", " + ns + "] = matmul(%a0, %a1) return %0 }",
          {{m, k}, {k, n}},
          symbolic ? Sizes{m, k, n} : Sizes{},
          {m, n},
          2.0 * static_cast<double>(m * n * k)};
}

Case convolution(const Convolved &c) {
  const int64_t padding = c.kernel / 2, result = (c.size + 2 * padding - c.kernel) / c.stride + 1;
  const auto repeated = [](int64_t value) { return "[" + list({value, value}) + "]"; };
  const Sizes filter = {c.out, c.in / c.groups, c.kernel, c.kernel};
  std::string image = list({c.batch, c.in, c.size, c.size}), to = list({c.batch, c.out, result, result});
  Sizes symbols;
  if (c.symbolic) { // of stride 1, and of odd kernels
    image = "s0, " + std::to_string(c.in) + ", s1, s2";
    to = "s0, " + std::to_string(c.out) + ", s1, s2";
    symbols = {c.batch, c.size, c.size};
  }
  return {"Convolution" + std::string(c.symbolic ? "Symbolic/" : "/") +
              list({c.batch, c.in, c.out, c.size, c.kernel, c.stride, c.groups}),
          "graph @k(%a0: f32[" + image + "], %a1: f32[" + list(filter) + "]) { %0: f32[" + to +
              "] = convolution(%a0, %a1, none, stride = " + repeated(c.stride) +
              ", padding = " + repeated(padding) +
              ", dilation = [1, 1], groups = " + std::to_string(c.groups) + ") return %0 }",
          {{c.batch, c.in, c.size, c.size}, filter},
          symbols,
          {c.batch, c.out, result, result},
          2.0 * static_cast<double>(c.batch * c.out * result * result * filter[1] * c.kernel * c.kernel)};
}

Case layerNorm(int64_t rows, int64_t columns) {
  const std::string c = std::to_string(columns), row = ": f32[s0, " + c + "]", one = ": f32[s0, 1]";
  return {"LayerNorm/" + list({rows, columns}),
          "graph @k(%a0" + row + ", %a1: f32[" + c + "], %a2: f32[" + c + "]) { %0" + one +
              " = mean(%a0, dim = [1], keepdim = true, dtype = f32) %1" + row + " = sub(%a0, %0) %2" + row +
              " = mul(%1, %1) %3" + one + " = mean(%2, dim = [1], keepdim = true, dtype = f32) " +
              "%4: f64[] weak = scalar(value = 1e-05) %5" + one + " = add(%3, %4) %6" + one +
              " = rsqrt(%5) %7" + row + " = mul(%1, %6) %8" + row + " = mul(%7, %a1) %9" + row +
              " = add(%8, %a2) return %9 }",
          {{rows, columns}, {columns}, {columns}},
          {rows},
          {rows, columns},
          static_cast<double>(rows * columns)};
}

Case rowExtremum(const std::string &of, int64_t rows, int64_t columns) {
  const bool position = of.substr(0, 3) == "arg";
  return {of + "/" + list({rows, columns}),
          "graph @k(%a0: f32[s0, s1]) { %0: " + std::string(position ? "i64" : "f32") + "[s0] = " + of +
              "(%a0, dim = " + (position ? "1" : "[1]") + ") return %0 }",
          {{rows, columns}},
          {rows, columns},
          {rows},
          static_cast<double>(rows * columns),
          position ? 8 : 4};
}

Case blackScholes(int64_t n) {
  std::string text = "graph @k(%a0: f32[s0], %a1: f32[s0], %a2: f32[s0]) {";
  int values = 0;
  const auto number = [&](const std::string &value, const std::string &type = "f64") {
    text += " %" + std::to_string(values) + ": " + type + "[] weak = scalar(value = " + value + ")";
    return "%" + std::to_string(values++);
  };
  const auto call = [&](const std::string &of) {
    text += " %" + std::to_string(values) + ": f32[s0] = " + of;
    return "%" + std::to_string(values++);
  };
  const auto binary = [&](const std::string &op, const std::string &a, const std::string &b) {
    return call(op + "(" + a + ", " + b + ")");
  };
  const std::string one = number("1.0"), half = number("0.5"), root2 = number("1.4142135623730951");
  const auto cdf = [&](const std::string &x) {
    return binary("mul", binary("add", call("erf(" + binary("div", x, root2) + ")"), one), half);
  };
  const std::string spot = number("100.0"), root = call("sqrt(%a0)");
  const std::string ratio = binary("div", call("full(" + spot + ", size = [s0], dtype = f32)"), "%a1");
  const std::string drift = binary("add", binary("mul", binary("mul", "%a2", "%a2"), half), number("0.05"));
  const std::string deviation = binary("mul", "%a2", root);
  const std::string d1 =
      binary("div", binary("add", call("log(" + ratio + ")"), binary("mul", drift, "%a0")), deviation);
  const std::string d2 = binary("sub", d1, deviation);
  const std::string discount = call("exp(" + binary("mul", "%a0", number("-0.05")) + ")");
  const std::string paid = binary("mul", binary("mul", "%a1", discount), cdf(d2));
  const std::string price = binary("sub", binary("mul", cdf(d1), spot), paid);
  text += " return " + price + " }";
  Case result{"BlackScholes/" + std::to_string(n), text, {{n}, {n}, {n}}, {n}, {n}, static_cast<double>(n)};
  result.positive = true;
  return result;
}

Case distances(bool known, int64_t points, int64_t centres, int64_t dimension) {
  const std::string d = known ? std::to_string(dimension) : "s1", k = known ? "s1" : "s2",
                    each = ": f32[s0, " + k + ", " + d + "]";
  Sizes symbols = {points, centres};
  if (!known)
    symbols.insert(symbols.begin() + 1, dimension);
  return {std::string(known ? "Distances/" : "DistancesSymbolic/") + list({points, centres, dimension}),
          "graph @k(%a0: f32[s0, 1, " + d + "], %a1: f32[1, " + k + ", " + d + "]) { %0" + each +
              " = sub(%a0, %a1) %1" + each + " = square(%0) %2: f32[s0, " + k +
              "] = sum(%1, dim = [2], dtype = f32) return %2 }",
          {{points, 1, dimension}, {1, centres, dimension}},
          symbols,
          {points, centres},
          3.0 * static_cast<double>(points * centres * dimension)};
}

} // namespace fullgraph::bench
