// Compiled templates with parameter packs: the elements of a function's pack have no names of their own, and
// generated code names each by its place in the pack. Packs of tensors, numbers, objects and lists; of a
// function, a class and both; of constants; and around breaks, where nothing of an expansion can be moved
// alone.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error --implicit-check-not="stays eager" %s < %t.log
// LOG: parameter_packs.cpp: 28 functions, 
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>
#include <tuple>
#include <vector>

using fg::Tensor;

template <class... Ts> FG_COMPILE(.fullgraph = true) Tensor mix(const Tensor &first, const Ts &...rest) {
  if constexpr (sizeof...(rest) == 0)
    return first * 1.5;
  else
    return (first + ... + rest) / double(sizeof...(rest) + 1);
}

template <class... Ts> FG_COMPILE(.fullgraph = true) void scale(double by, Ts &...each) {
  ((each = each * by), ...);
}
template <class... Ts> FG_COMPILE(.fullgraph = true) void scaleInPlace(double by, Ts &&...each) {
  (each.mul_(by), ...);
}

template <class... A, class... B>
FG_COMPILE(.fullgraph = true)
Tensor twoPacks(const std::tuple<A...> &, A... as, B... bs) {
  Tensor y = fg::zeros({3});
  ((y = y + as), ...);
  ((y = y * bs), ...);
  return y;
}

struct Point {
  Tensor x;
  double scale;
};
template <class... P> FG_COMPILE(.fullgraph = true) Tensor points(const P &...ps) {
  Tensor y = fg::zeros({3});
  ((y = y * 2 + ps.x * ps.scale), ...);
  return y;
}
template <class... Ts> FG_COMPILE(.fullgraph = true) Tensor lists(const std::vector<Ts> &...vs) {
  return ((vs[0] - vs[1]) * ...);
}

// Packs of constants: 97 and 'a' are two instantiations.
template <int64_t... Dims> FG_COMPILE(.fullgraph = true) Tensor over(const Tensor &x) {
  return fg::sum(x, {Dims...}) + int(sizeof...(Dims));
}
template <auto... Ks> FG_COMPILE(.fullgraph = true) Tensor constants(const Tensor &x) {
  return ((x * double(Ks) + sizeof(Ks)) + ...);
}

template <class... Ls> struct Holder {
  double by = 3;
  FG_COMPILE(.fullgraph = true) Tensor run(const Ls &...ls) const { return ((ls * by) + ...); }
  template <class... More> FG_COMPILE(.fullgraph = true) Tensor both(const Ls &...ls, More &&...more) const {
    return ((ls * by) + ...) + (more + ...);
  }
};

// Breaks: what stands in the text once runs for each element, so that no call within it can be taken out.
Tensor noisy(const Tensor &x) {
  Tensor y = x * 3;
  std::printf("(%g) ", y.sum().item<double>());
  return y * 2 + 1;
}
template <class... Ts> FG_COMPILE() Tensor within(const Tensor &x, const Ts &...rest) {
  Tensor y = (x * 2).tanh() + (rest * ...);
  ((y = y + noisy(rest)), ...);
  const Tensor z = (y * (noisy(rest * 2) + ...)).relu();
  y = (y + ... + rest).sigmoid() * z;
  if ((y.sum() + ... + rest.sum()).template item<double>() > 0)
    return z * 2;
  return z + (rest * ...);
}
template <class... Ts> Tensor helper(const Tensor &x, const Ts &...rest) {
  const Tensor y = x * 2;
  std::printf("<%d> ", int(sizeof...(rest)));
  return (y + ... + rest);
}
FG_COMPILE() Tensor callsHelper(const Tensor &x, const Tensor &y) {
  return helper(x + 1, y * 2, x) + helper(y, 2.0);
}

static void print(const Tensor &t) { std::printf("%.5g ", t.sum().item<double>()); }

int main() {
  fg::manual_seed(1);
  const Tensor a = fg::randn({3}), b = fg::randn({3}), c = fg::randn({3}), m = fg::randn({2, 3, 4});
  Tensor p = a.clone(), q = b.clone();
  for (int i = 0; i < 2; ++i) {
    for (const Tensor &t : {mix(a), mix(a, b), mix(a, b, c), mix(a, 2.5, c), mix(c, c, b, a, a)})
      print(t);
    scale(2, p, q);
    scaleInPlace(3, p, q, a.clone());
    print(p), print(q);
    print(twoPacks<double, Tensor>({1.0, a}, 1.0, a, b, 2));
    print(points(Point{a, 2}, Point{b, 3}));
    print(points(Point{a, 2}, Point{a, 2.5}, Point{c, 3}));
    print(lists(std::vector<Tensor>{a, b}, std::vector<Tensor>{b, c}));
    for (const Tensor &t : {over<0, 2>(m), over<1>(m), over<2, 0>(m), constants<1, 'a', true>(a),
                            constants<1, 97, 1>(a), constants<2u>(a)})
      print(t);
    const Holder<Tensor, double> two;
    const Holder<Tensor, Tensor, Tensor> three;
    print(two.run(a, 2)), print(three.run(a, b, c));
    print(two.both(a, 3, b, 2)), print(three.both(a, b, c, 2.5));
  }
  std::printf("eager calls: %d\n", int(fg::stats().eager_calls));
  // CHECK: eager calls: 0
  for (const Tensor &t : {within(a, b), within(a, b, c), callsHelper(a, b), callsHelper(b, c)})
    print(t);
  // One tensor twice, which the graph writes: the user's own code runs.
  scale(2, p, p);
  print(p);
  scaleInPlace(2, p, p);
  print(p);
  for (const fg::FunctionStats &function : fg::stats().functions)
    for (const fg::EagerStats &eager : function.eager)
      std::fprintf(stderr, "%s: %s\n", function.name.c_str(), eager.why.c_str());
  // LOG: 'each[0]' and 'each[1]' to be two objects
  // LOG: 'each[0]' and 'each[1]' share memory
}
