#include "Reference.h"

#include <fullgraph/detail/formulas.h>
#include <fullgraph/detail/pointwise_rules.h>

#include <limits>

namespace fullgraph::test {

using IndexList = std::vector<int64_t>;

Array makeInput(const TensorType &type, const Symbols &symbols, int seed) {
  Array a(type.dtype, evaluateSizes(type.sizes, symbols),
          type.strides.empty() ? IndexList() : evaluateSizes(type.strides, symbols));
  int64_t i = 0;
  a.fillWith([&](const IndexList &) {
    const int64_t k = (i++ * 37 + seed * 53 + 11) % 101;
    if (type.dtype == ScalarType::Bool)
      return static_cast<double>(k & 1);
    return fg::isFloatingType(type.dtype) ? static_cast<double>(k - 50) / 25 : static_cast<double>(k % 7);
  });
  return a;
}

namespace {

template <class F, class T, int count> double call(const T *args) {
  const F f{};
  if constexpr (count == 1) {
    if constexpr (requires { f(args[0]); })
      return static_cast<double>(f(args[0]));
  } else if constexpr (count == 2) {
    if constexpr (requires { f(args[0], args[1]); })
      return static_cast<double>(f(args[0], args[1]));
  } else if constexpr (count == 3) {
    if constexpr (requires { f(args[0], args[1], args[2]); })
      return static_cast<double>(f(args[0], args[1], args[2]));
  } else {
    if constexpr (requires { f(args[0], args[1], args[2], args[3]); })
      return static_cast<double>(f(args[0], args[1], args[2], args[3]));
  }
  return 0;
}

double evaluateFloat(std::string_view name, const double *args, ScalarType dtype) {
  const auto run = [&](auto zero) -> double {
    using T = decltype(zero);
    T list[4];
    for (int i = 0; i < 4; ++i)
      list[i] = static_cast<T>(args[i]);
#define FG_FLOAT(f, n)                                                                                       \
  if (name == #f) {                                                                                          \
    if constexpr (std::string_view(#f).substr(0, 7) != "bitwise")                                            \
      return call<fg::formulas::f, T, n>(list);                                                              \
  }
    FG_FORMULAS(FG_FLOAT)
#undef FG_FLOAT
    ADD_FAILURE() << "no formula " << name;
    return 0;
  };
  // Where rounding decides between two integers, the operands' precision is the semantics.
  const bool jumps = name == "div_trunc" || name == "div_floor" || name == "fmod" || name == "remainder" ||
                     name == "nextafter";
  return jumps && dtype != ScalarType::Double ? run(0.0f) : run(0.0);
}

double evaluateInteger(std::string_view name, const double *args, ScalarType dtype) {
  const auto run = [&](auto zero) -> double {
    using T = decltype(zero);
    T list[4];
    for (int i = 0; i < 4; ++i)
      list[i] = static_cast<T>(static_cast<int64_t>(args[i]));
#define FG_ONE(f, n)                                                                                         \
  if (name == #f)                                                                                            \
    return call<fg::formulas::f, T, n>(list);
    FG_ONE(neg, 1)
    FG_ONE(abs, 1)
    FG_ONE(sign, 1)
    FG_ONE(square, 1)
    FG_ONE(relu, 1)
    FG_ONE(add, 3)
    FG_ONE(sub, 3)
    FG_ONE(mul, 2)
    FG_ONE(div_floor, 2)
    FG_ONE(div_trunc, 2)
    FG_ONE(maximum, 2)
    FG_ONE(minimum, 2)
    FG_ONE(fmod, 2)
    FG_ONE(remainder, 2)
    FG_ONE(bitwise_and, 2)
    FG_ONE(bitwise_or, 2)
    FG_ONE(bitwise_xor, 2)
    FG_ONE(ceil, 1)
    FG_ONE(floor, 1)
    FG_ONE(round, 1)
    FG_ONE(trunc, 1)
    FG_ONE(relu6, 1)
    FG_ONE(hardtanh, 3)
    FG_ONE(fmax, 2)
    FG_ONE(fmin, 2)
    FG_ONE(isnan, 1)
    FG_ONE(isinf, 1)
    FG_ONE(isfinite, 1)
    FG_ONE(leaky_relu, 2)
    FG_ONE(threshold, 3)
    FG_ONE(addcmul, 4)
    FG_ONE(bitwise_left_shift, 2)
    FG_ONE(bitwise_right_shift, 2)
    FG_ONE(bitwise_not, 1)
    FG_ONE(eq, 2)
    FG_ONE(ne, 2)
    FG_ONE(lt, 2)
    FG_ONE(le, 2)
    FG_ONE(gt, 2)
    FG_ONE(ge, 2)
    FG_ONE(logical_and, 2)
    FG_ONE(logical_or, 2)
    FG_ONE(logical_xor, 2)
    FG_ONE(logical_not, 1)
    FG_ONE(where, 3)
    FG_ONE(masked_fill, 3)
    FG_ONE(clamp, 3)
    FG_ONE(clamp_min, 2)
    FG_ONE(clamp_max, 2)
    FG_ONE(pow, 2)
    FG_ONE(pow_scalar, 2)
#undef FG_ONE
    ADD_FAILURE() << "no integer formula " << name;
    return 0;
  };
  switch (dtype) {
  case ScalarType::Byte:
    return run(uint8_t());
  case ScalarType::Char:
    return run(int8_t());
  case ScalarType::Short:
    return run(int16_t());
  case ScalarType::Int:
    return run(int32_t());
  case ScalarType::Bool:
    return run(int16_t());
  default:
    return run(int64_t());
  }
}

class Interpreter {
public:
  Interpreter(const Graph &graph, const Symbols &symbols) : graph(graph), symbols(symbols) {}

  std::vector<Array> run(const std::vector<Array *> &inputs) {
    for (size_t i = 0; i < inputs.size(); ++i)
      values.emplace(graph.inputs()[i].value, *inputs[i]);
    for (const auto &node : graph.nodes())
      values.emplace(node->result(), evaluate(*node));
    std::vector<Array> results;
    for (const Value *v : graph.outputs())
      results.push_back(values.at(v));
    return results;
  }

private:
  const Array &at(const Value *v) const { return values.at(v); }
  IndexList sizes(const std::vector<Sym> &list) const { return evaluateSizes(list, symbols); }
  int64_t integer(const Sym &s) const { return static_cast<int64_t>(evaluateSym(s, symbols)); }
  Array result(const Node &node) const {
    return Array(node.result()->type.dtype, sizes(node.result()->type.sizes));
  }

  double broadcastRead(const Array &a, const IndexList &index) const {
    IndexList own(index.end() - static_cast<std::ptrdiff_t>(a.sizes.size()), index.end());
    for (size_t d = 0; d < own.size(); ++d)
      if (a.sizes[d] == 1)
        own[d] = 0;
    return a.get(own);
  }

  static size_t wrap(int64_t dim, size_t rank) {
    return static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(rank) : dim);
  }

  Array evaluate(const Node &node) {
    Array out = result(node);
    const std::string_view op = node.opName();
    switch (node.op->family) {
    case OpFamily::Unary:
    case OpFamily::Binary:
    case OpFamily::Ternary:
    case OpFamily::Compare:
      return pointwise(node, std::move(out));
    case OpFamily::Cast: {
      const Array &self = at(node.value("self"));
      const bool truncates = fg::isIntegralType(out.dtype, false);
      return out.fillWith(
          [&](const IndexList &i) { return truncates ? std::trunc(self.get(i)) : self.get(i); });
    }
    case OpFamily::Reduction:
      return reduction(node, std::move(out));
    case OpFamily::Row:
      return softmax(node, std::move(out));
    case OpFamily::Contraction:
      return op == "convolution" ? convolution(node, std::move(out)) : matmul(node, std::move(out));
    case OpFamily::Window:
      return window(node, std::move(out));
    case OpFamily::View:
      return view(node, std::move(out));
    default:
      return other(node, std::move(out));
    }
  }

  Array pointwise(const Node &node, Array out) {
    const std::string name(formulaOf(*node.op, node.args));
    std::vector<const Value *> operands; // null: a number left out, or an attribute
    std::vector<double> defaults;
    fg::ResultTypeState state;
    const fg::PointwiseRule *rule = fg::pointwiseRule(name);
    unsigned position = 0;
    for (size_t i = 0; i < node.args.size(); ++i) {
      const auto *v = std::get_if<Value *>(&node.args[i]);
      if (!v || !*v) {
        if (node.op->args[i].scalar && node.op->args[i].defaultNumber) {
          operands.push_back(nullptr);
          defaults.resize(operands.size());
          defaults.back() = *node.op->args[i].defaultNumber;
        } else if (const auto *attribute = std::get_if<Sym>(&node.args[i])) {
          operands.push_back(nullptr);
          defaults.resize(operands.size());
          defaults.back() = static_cast<double>(integer(*attribute));
        }
        continue;
      }
      operands.push_back(*v);
      if (!node.op->args[i].scalar && (rule->promoting >> position++ & 1))
        state.add((*v)->type.dtype, (*v)->type.rank() == 0, (*v)->type.weak);
    }
    const ScalarType compute = fg::computeDtype(*rule, state.result());
    return out.fillWith([&](const IndexList &index) {
      double args[4] = {1, 1, 1, 1};
      for (size_t i = 0; i < operands.size(); ++i)
        args[i] = operands[i] ? broadcastRead(at(operands[i]), index) : defaults[i];
      if (compute != ScalarType::Double && fg::isFloatingType(compute))
        for (double &a : args)
          a = static_cast<float>(a);
      if (name == "where" || name == "masked_fill")
        return name == "where" ? (args[0] != 0 ? args[1] : args[2]) : (args[1] != 0 ? args[2] : args[0]);
      if (name == "bitwise_not" && compute == ScalarType::Bool)
        return static_cast<double>(args[0] == 0);
      return fg::isFloatingType(compute) ? evaluateFloat(name, args, compute)
                                         : evaluateInteger(name, args, compute);
    });
  }

  Array reduction(const Node &node, Array out) {
    const Array &self = at(node.value("self"));
    const std::string op(node.opName());
    const size_t rank = self.sizes.size();
    const bool arg = op == "argmax" || op == "argmin";
    IndexList dims;
    if (arg && node.optionalSym("dim"))
      dims = {integer(*node.optionalSym("dim"))};
    else if (!arg)
      dims = sizes(node.syms("dim"));
    std::vector<bool> reduced(rank, dims.empty());
    for (const int64_t d : dims)
      if (rank > 0)
        reduced[wrap(d, rank)] = true;
    const bool keepdim = node.flag("keepdim");
    return out.fillWith([&](const IndexList &index) {
      std::vector<double> list;
      self.forEach([&](const IndexList &full) {
        size_t o = 0;
        for (size_t d = 0; d < rank; ++d) {
          if (reduced[d]) {
            o += keepdim ? 1 : 0;
            continue;
          }
          if (full[d] != index[o++])
            return;
        }
        list.push_back(self.get(full));
      });
      double sum = 0, product = 1, mean = 0, best = 0;
      int64_t where = -1;
      for (size_t i = 0; i < list.size(); ++i) {
        sum += list[i];
        product *= list[i];
        const bool larger = op == "amin" || op == "argmin" ? list[i] < best : list[i] > best;
        if (where < 0 || (!std::isnan(best) && (larger || std::isnan(list[i])))) {
          best = list[i];
          where = static_cast<int64_t>(i);
        }
      }
      const double n = static_cast<double>(list.size());
      mean = sum / n;
      if (op == "sum")
        return sum;
      if (op == "mean")
        return mean;
      if (op == "prod")
        return product;
      if (op == "amax" || op == "amin")
        return best;
      if (arg)
        return static_cast<double>(where);
      if (op == "any" || op == "all") {
        bool any = false, all = true;
        for (const double x : list)
          any |= x != 0, all &= x != 0;
        return static_cast<double>(op == "any" ? any : all);
      }
      double squares = 0;
      for (const double x : list)
        squares += (x - mean) * (x - mean);
      return squares /
             std::max(0.0, n - (node.value("correction") ? at(node.value("correction")).get({}) : 1));
    });
  }

  Array softmax(const Node &node, Array out) {
    const Array &self = at(node.value("self"));
    if (self.sizes.empty())
      return out.fillWith([&](const IndexList &) { return node.opName() == "softmax" ? 1.0 : 0.0; });
    const size_t dim = wrap(integer(node.sym("dim")), self.sizes.size());
    return out.fillWith([&](IndexList index) {
      const double own = self.get(index);
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (index[dim] = 0; index[dim] < self.sizes[dim]; ++index[dim])
        largest = std::max(largest, self.get(index));
      for (index[dim] = 0; index[dim] < self.sizes[dim]; ++index[dim])
        sum += std::exp(self.get(index) - largest);
      return node.opName() == "softmax" ? std::exp(own - largest) / sum : own - largest - std::log(sum);
    });
  }

  Array matmul(const Node &node, Array out) {
    const bool linear = node.opName() == "linear";
    const Array &a = at(node.value(linear ? "input" : "self"));
    const Array &b =
        at(linear ? node.value("weight") : node.value(node.opName() == "matmul" ? "other" : "mat2"));
    const Value *bias = linear ? node.value("bias") : nullptr;
    const size_t ra = a.sizes.size(), rb = b.sizes.size();
    const bool hasM = ra > 1, hasN = rb > 1;
    const int64_t depth = a.sizes[ra - 1];
    return out.fillWith([&](const IndexList &index) {
      const size_t batch = index.size() - (hasM ? 1 : 0) - (hasN ? 1 : 0);
      const IndexList outer(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(batch));
      const auto operand = [&](const Array &x, const IndexList &inner) {
        IndexList full(x.sizes.size());
        const size_t own = x.sizes.size() - inner.size();
        for (size_t d = 0; d < own; ++d)
          full[d] = x.sizes[d] == 1 ? 0 : outer[d + batch - own];
        std::copy(inner.begin(), inner.end(), full.begin() + static_cast<std::ptrdiff_t>(own));
        return x.get(full);
      };
      const int64_t m = hasM ? index[batch] : 0, n = hasN ? index.back() : 0;
      double sum = bias ? broadcastRead(at(bias), index) : 0;
      for (int64_t k = 0; k < depth; ++k)
        sum += operand(a, hasM ? IndexList{m, k} : IndexList{k}) * operand(b, !hasN    ? IndexList{k}
                                                                              : linear ? IndexList{n, k}
                                                                                       : IndexList{k, n});
      return sum;
    });
  }

  Array convolution(const Node &node, Array out) {
    const Array &x = at(node.value("input")), &w = at(node.value("weight"));
    const Value *bias = node.value("bias");
    const IndexList stride = sizes(node.syms("stride")), padding = sizes(node.syms("padding")),
                    dilation = sizes(node.syms("dilation"));
    const int64_t groups = integer(node.sym("groups")), groupOut = w.sizes[0] / groups;
    Array taps(ScalarType::Float, IndexList(w.sizes.begin() + 1, w.sizes.end()));
    return out.fillWith([&](const IndexList &index) {
      double sum = bias ? at(bias).get({index[1]}) : 0;
      taps.forEach([&](const IndexList &tap) {
        IndexList from = {index[0], index[1] / groupOut * w.sizes[1] + tap[0]}, filter = {index[1], tap[0]};
        for (size_t s = 0; s + 1 < tap.size(); ++s) {
          from.push_back(index[2 + s] * stride[s % stride.size()] +
                         tap[1 + s] * dilation[s % dilation.size()] - padding[s % padding.size()]);
          filter.push_back(tap[1 + s]);
          if (from.back() < 0 || from.back() >= x.sizes[2 + s])
            return;
        }
        sum += x.get(from) * w.get(filter);
      });
      return sum;
    });
  }

  Array window(const Node &node, Array out) {
    const Array &self = at(node.value("self"));
    const size_t rank = self.sizes.size();
    const auto pair = [&](const char *name) {
      IndexList v = sizes(node.syms(name));
      return v.size() == 1 ? IndexList{v[0], v[0]} : v;
    };
    const bool largest = node.opName() == "max_pool2d";
    const IndexList kernel = pair("kernel_size"), padding = pair("padding");
    const IndexList stride = node.syms("stride").empty() ? kernel : pair("stride");
    const IndexList dilation = largest ? pair("dilation") : IndexList{1, 1};
    return out.fillWith([&](const IndexList &index) {
      double sum = 0, best = -std::numeric_limits<double>::infinity();
      int64_t count = 0, padded = 1;
      IndexList from = index;
      for (size_t s = 0; s < 2; ++s) {
        const int64_t start = index[rank - 2 + s] * stride[s] - padding[s];
        padded *= std::min(start + kernel[s], self.sizes[rank - 2 + s] + padding[s]) - start;
      }
      for (int64_t ky = 0; ky < kernel[0]; ++ky)
        for (int64_t kx = 0; kx < kernel[1]; ++kx) {
          from[rank - 2] = index[rank - 2] * stride[0] - padding[0] + ky * dilation[0];
          from[rank - 1] = index[rank - 1] * stride[1] - padding[1] + kx * dilation[1];
          if (from[rank - 2] < 0 || from[rank - 2] >= self.sizes[rank - 2] || from[rank - 1] < 0 ||
              from[rank - 1] >= self.sizes[rank - 1])
            continue;
          const double v = self.get(from);
          ++count;
          sum += v;
          best = std::isnan(v) || std::isnan(best) ? std::numeric_limits<double>::quiet_NaN()
                                                   : std::max(best, v);
        }
      if (largest)
        return best;
      if (const auto divisor = node.optionalSym("divisor_override"))
        return sum / static_cast<double>(integer(*divisor));
      return sum / static_cast<double>(node.flag("count_include_pad") ? padded : count);
    });
  }

  Array view(const Node &node, Array out) {
    const Array &self = at(node.value("self"));
    const std::string_view op = node.opName();
    const size_t rank = self.sizes.size();
    if (op == "view" || op == "reshape" || op == "squeeze" || op == "unsqueeze" || op == "alias") {
      std::vector<double> flat;
      self.forEach([&](const IndexList &i) { flat.push_back(self.get(i)); });
      size_t next = 0;
      return out.fillWith([&](const IndexList &) { return flat[next++]; });
    }
    if (op == "permute") {
      const IndexList dims = sizes(node.syms("dims"));
      return out.fillWith([&](const IndexList &index) {
        IndexList from(rank);
        for (size_t d = 0; d < rank; ++d)
          from[wrap(dims[d], rank)] = index[d];
        return self.get(from);
      });
    }
    if (op == "expand")
      return out.fillWith([&](const IndexList &index) { return broadcastRead(self, index); });
    const size_t dim = wrap(integer(node.sym("dim")), rank);
    if (op == "select") {
      const int64_t at = integer(node.sym("index")), position = at < 0 ? at + self.sizes[dim] : at;
      return out.fillWith([&](IndexList index) {
        index.insert(index.begin() + static_cast<std::ptrdiff_t>(dim), position);
        return self.get(index);
      });
    }
    const int64_t start = sliceStart(node, self.sizes[dim]), step = integer(node.sym("step"));
    return out.fillWith([&](IndexList index) {
      index[dim] = start + index[dim] * step;
      return self.get(index);
    });
  }

  int64_t sliceStart(const Node &node, int64_t extent) const {
    const auto start = node.optionalSym("start");
    const int64_t value = start ? integer(*start) : 0;
    return std::min(value < 0 ? value + extent : value, extent);
  }

  Array other(const Node &node, Array out) {
    const std::string_view op = node.opName();
    if (op == "scalar") {
      const double value = evaluateSym(node.sym("value"), symbols);
      return out.fillWith([&](const IndexList &) { return value; });
    }
    if (op == "full" || op == "full_like") {
      const double value = at(node.value("fill_value")).get({});
      return out.fillWith([&](const IndexList &) { return value; });
    }
    if (op == "arange")
      return out.fillWith([&](const IndexList &i) {
        return at(node.value("start")).get({}) + static_cast<double>(i[0]) * at(node.value("step")).get({});
      });
    if (op == "eye")
      return out.fillWith([&](const IndexList &i) { return static_cast<double>(i[0] == i[1]); });
    if (op == "cat") {
      const size_t dim = wrap(integer(node.sym("dim")), out.sizes.size());
      int64_t start = 0;
      for (const Value *v : node.values("tensors")) {
        const Array &part = at(v);
        part.forEach([&](IndexList index) {
          const double value = part.get(index);
          index[dim] += start;
          out.set(index, value);
        });
        start += part.sizes[dim];
      }
      return out;
    }
    if (op == "embedding") {
      const Array &weight = at(node.value("weight")), &indices = at(node.value("indices"));
      return out.fillWith([&](const IndexList &index) {
        return weight.get(
            {static_cast<int64_t>(indices.get(IndexList(index.begin(), index.end() - 1))), index.back()});
      });
    }
    const Array &self = at(node.value("self"));
    const size_t dim = self.sizes.empty() ? 0 : wrap(integer(node.sym("dim")), self.sizes.size());
    if (op == "gather" || op == "index_select") {
      const Array &positions = at(node.value("index"));
      return out.fillWith([&](IndexList index) {
        index[dim] = static_cast<int64_t>(positions.get(op == "gather" ? index : IndexList{index[dim]}));
        return self.get(index);
      });
    }
    self.forEach([&](const IndexList &index) { out.set(index, self.get(index)); });
    const Array &src = at(node.value("src"));
    if (op == "select_scatter") {
      const int64_t at = integer(node.sym("index")), position = at < 0 ? at + self.sizes[dim] : at;
      src.forEach([&](IndexList index) {
        const double value = src.get(index);
        index.insert(index.begin() + static_cast<std::ptrdiff_t>(dim), position);
        out.set(index, value);
      });
    } else if (op == "slice_scatter") {
      const int64_t start = sliceStart(node, self.sizes[dim]), step = integer(node.sym("step"));
      src.forEach([&](IndexList index) {
        const double value = src.get(index);
        index[dim] = start + index[dim] * step;
        out.set(index, value);
      });
    } else {
      ADD_FAILURE() << "no reference for " << op;
    }
    return out;
  }

  const Graph &graph;
  const Symbols &symbols;
  std::map<const Value *, Array> values;
};

} // namespace

std::vector<Array> interpret(const Graph &graph, const std::vector<Array *> &inputs, const Symbols &symbols) {
  return Interpreter(graph, symbols).run(inputs);
}

} // namespace fullgraph::test
