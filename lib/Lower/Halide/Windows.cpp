// Windows (pools): an expression of all taps where they are few, else a loop over them.
#include "lib/Lower/Halide/KernelBuilder.h"

#include <limits>

namespace fullgraph::lower {
using namespace Halide;

namespace {

/// The arguments of a pool; the lists have a number for rows, and one for columns.
struct Arguments {
  const Value *self = nullptr;
  bool largest = false; // else the mean
  std::vector<Sym> kernelSize, stride, padding, dilation;

  /// The extents of the image.
  const Sym &extent(size_t s) const { return self->type.sizes[self->type.rank() - 2 + s]; }
  /// So many taps, or many where that is not known.
  int64_t taps() const { return kernelSize[0].asInt().value_or(64) * kernelSize[1].asInt().value_or(64); }
};

Arguments argumentsOf(const Node &node) {
  Arguments a;
  a.self = node.value("self");
  a.largest = node.is(Op::max_pool2d);
  a.kernelSize = expanded(node.syms("kernel_size"), 2);
  a.stride = node.syms("stride");
  a.stride = a.stride.empty() ? a.kernelSize : expanded(a.stride, 2);
  a.padding = expanded(node.syms("padding"), 2);
  a.dilation = a.largest ? expanded(node.syms("dilation"), 2) : std::vector<Sym>{1, 1};
  return a;
}

/// No padding and no ceil_mode: every window lies inside of the image.
bool windowsLieInside(const Arguments &a, const TensorType &result, const ShapeEnv &env) {
  bool inside = a.padding[0].isConst(0) && a.padding[1].isConst(0);
  for (size_t s = 0; s < 2 && inside; ++s) {
    const Sym last =
        (result.sizes[result.rank() - 2 + s] - 1) * a.stride[s] + (a.kernelSize[s] - 1) * a.dilation[s];
    inside = env.prove(symLt(last, a.extent(s))).value_or(false);
  }
  return inside;
}

/// Elements of a pool's result.
class WindowWriter {
public:
  WindowWriter(KernelBuilder &builder, const Arguments &arguments, Type type, bool inside)
      : builder(builder), a(arguments), rank(a.self->type.rank()), type(type), inside(inside),
        height(size(a.extent(0))), width(size(a.extent(1))),
        lowest(type.is_float() ? Internal::make_const(type, -std::numeric_limits<double>::infinity())
                               : type.min()) {}

  /// The maximum or sum of a window, as an expression of all its taps.
  Expr unrolled(const Index &index) const;
  /// The same, as a loop.
  Func loop(const std::string &name) const;
  /// What a mean divides by: the window clipped to the padded image, or (count_include_pad = false) to the
  /// image, as ATen does.
  Expr divisor(const Node &node, const Index &index) const;

private:
  Expr size(const Sym &value) const { return builder.size(value); }
  Expr none() const { return a.largest ? lowest : Internal::make_zero(type); }
  Expr tap(const Index &index, const Expr &ky, const Expr &kx) const;
  Expr combine(const Expr &left, const Expr &right) const;

  KernelBuilder &builder;
  const Arguments &a;
  const size_t rank;
  const Type type;
  const bool inside;
  const Expr height, width, lowest;
};

Expr WindowWriter::tap(const Index &index, const Expr &ky, const Expr &kx) const {
  Index at(index);
  const Expr y = index[rank - 2] * size(a.stride[0]) + ky * size(a.dilation[0]) - size(a.padding[0]);
  const Expr x = index[rank - 1] * size(a.stride[1]) + kx * size(a.dilation[1]) - size(a.padding[1]);
  if (inside) {
    at[rank - 2] = y;
    at[rank - 1] = x;
    return builder.elementAt(a.self, at);
  }
  at[rank - 2] = max(min(y, height - 1), 0);
  at[rank - 1] = max(min(x, width - 1), 0);
  return select(y >= 0 && y < height && x >= 0 && x < width, builder.elementAt(a.self, at), none());
}

/// Of the maximum, NaN wins.
Expr WindowWriter::combine(const Expr &left, const Expr &right) const {
  if (!a.largest)
    return strictAdd(left, right);
  const Expr better = strictLt(left, right);
  return select(type.is_float() ? better || isNan(right) : better, right, left);
}

Expr WindowWriter::unrolled(const Index &index) const {
  Expr sum;
  for (int64_t ky = 0; ky < *a.kernelSize[0].asInt(); ++ky)
    for (int64_t kx = 0; kx < *a.kernelSize[1].asInt(); ++kx) {
      const Expr value = tap(index, static_cast<int>(ky), static_cast<int>(kx));
      sum = sum.defined() ? combine(sum, value) : value;
    }
  return sum;
}

Func WindowWriter::loop(const std::string &name) const {
  const std::vector<Var> dims = builder.vars(static_cast<unsigned>(rank));
  const Index at = KernelBuilder::indexOf(dims);
  const std::vector<Expr> args = KernelBuilder::reversed(at);
  Func f = builder.record().func("window_" + name);
  RDom r = builder.record().domain("r_" + name, {{0, size(a.kernelSize[1])}, {0, size(a.kernelSize[0])}});
  f(args) = none();
  f(args) = combine(f(args), tap(at, r[1], r[0]));
  return f;
}

Expr WindowWriter::divisor(const Node &node, const Index &index) const {
  if (const auto given = node.optionalSym("divisor_override"))
    return convert(builder.number(*given), type);
  const bool includePad = node.flag("count_include_pad");
  Expr count = 1;
  for (size_t s = 0; s < 2; ++s) {
    const Expr extent = s == 0 ? height : width;
    const Expr start = index[rank - 2 + s] * size(a.stride[s]) - size(a.padding[s]);
    const Expr end = min(start + size(a.kernelSize[s]), extent + size(a.padding[s]));
    count = count * (includePad ? end - start : min(end, extent) - max(start, 0));
  }
  const Expr divisor = inside ? convert(size(a.kernelSize[0] * a.kernelSize[1]), type) : convert(count, type);
  // A lane that a vector's mask turns off may lie outside, and would trap.
  return type.is_float() ? divisor : max(divisor, Internal::make_const(type, 1));
}

} // namespace

void KernelBuilder::defineWindow(const Node &node) {
  constexpr int64_t fewTaps = 16;
  const Value *result = node.result();
  const Arguments a = argumentsOf(node);
  const WindowWriter writer(*this, a, computeType(result->type.dtype),
                            windowsLieInside(a, result->type, graph.env));
  window = true;
  Element total = [&](const Index &index) { return writer.unrolled(index); };
  if (a.taps() > fewTaps) {
    const Func f = writer.loop(result->name);
    windows.push_back(f);
    total = [f](const Index &index) { return f(reversed(index)); };
  }
  define(result, [&](const Index &index) {
    return a.largest ? total(index) : strictDiv(total(index), writer.divisor(node, index));
  });
}

} // namespace fullgraph::lower
