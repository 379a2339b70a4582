// Strides of results where inputs overlap themselves, are expanded, have gaps, or dims of one element or
// none: those that ATen gives, also in versions made at run time, of sizes and strides that changed. The
// lines to find are PyTorch 2.13's.
// RUN: %jit FULLGRAPH_CACHE=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: transposed [4 6] (1 1): [6 4] (4 1), 24 elements in a line
// CHECK: crossed [4 6] (1 1): [4 6 4] (4 16 1)
// CHECK: transposed [6 4] (1 1): [4 6] (1 4), cannot be one line
// CHECK: crossed [6 4] (1 1): [6 4 6] (24 1 4)
// CHECK: transposed [4 4] (1 1): [4 4] (4 1), 16 elements in a line
// CHECK: crossed [4 6] (0 1): [4 6 4] (24 4 1)
// CHECK: crossed [4 6] (1 0): [4 6 4] (24 4 1)
// CHECK: crossed [4 6] (0 3): [4 6 4] (24 4 1)
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <string>

using T = fg::Tensor;

namespace form {
FG_COMPILE() T transposed(T x) { return x.t() + 1; }
FG_COMPILE() T plain(T x) { return x + 1; }
FG_COMPILE() T twice(T x) { return x + x.mul(2); }
FG_COMPILE() T cloned(T x) { return x.clone(); }
FG_COMPILE() T cast(T x) { return x.to(fg::kDouble); }
FG_COMPILE() T zeros(T x) { return fg::zeros_like(x); }
FG_COMPILE() T compared(T x) { return x.t().gt(3); }
FG_COMPILE() T broadcast(T x) { return x + fg::ones({x.size(0), 1}); }
FG_COMPILE() T planes(T x) { return x.unsqueeze(0) + x.unsqueeze(1); }
FG_COMPILE() T crossed(T x) { return x.t().unsqueeze(0) * x.unsqueeze(1).transpose(1, 2); }
FG_COMPILE() T chosen(T x) { return fg::where(x.gt(3), x, x.t().t()); }
FG_COMPILE() T mixed(T x) { return fg::lerp(x, x.t().t(), 0.5); }
FG_COMPILE() T filled(T x) { return x.masked_fill(x.gt(3), 1); }
FG_COMPILE() T dense(T x) { return x.contiguous(); }
FG_COMPILE() T normal(T x) { return fg::layer_norm(x, {x.size(-1)}); }
FG_COMPILE() T softened(T x) { return fg::softmax(x.t(), -1); }
} // namespace form

static std::string list(fg::IntArrayRef numbers, const T &of, char open, char close) {
  std::string text(1, open);
  for (size_t d = 0; d < numbers.size(); ++d) // a stride of one element, or of none, cannot be seen
    text += (d ? " " : "") +
            (open == '(' && (of.size(int64_t(d)) < 2 || of.numel() == 0) ? "-" : std::to_string(numbers[d]));
  return text + close;
}
static std::string layout(const T &t) {
  return list(t.sizes(), t, '[', ']') + " " + list(t.strides(), t, '(', ')');
}

static void show(const char *name, const T &x, T (*f)(T)) {
  const T result = f(x);
  std::printf("%s %s: %s, ", name, layout(x).c_str(), layout(result).c_str());
  try {
    std::printf("%d elements in a line", int(result.view({-1}).size(0)));
  } catch (const fg::Error &) {
    std::printf("cannot be one line");
  }
  // Of squares: the sum of what layer_norm gives is rounding alone.
  std::printf(", %.3f\n", result.to(fg::kDouble).square().sum().item<double>());
}

int main() {
  struct Layout {
    std::vector<int64_t> sizes, strides;
  };
  const Layout layouts[] = {{{4, 6}, {1, 1}}, {{6, 4}, {1, 1}}, {{4, 4}, {1, 1}},  {{4, 6}, {1, 2}},
                            {{4, 6}, {2, 1}}, {{4, 6}, {3, 2}}, {{4, 6}, {2, 3}},  {{4, 6}, {0, 1}},
                            {{4, 6}, {1, 0}}, {{4, 6}, {0, 0}}, {{4, 6}, {12, 2}}, {{4, 6}, {2, 8}},
                            {{4, 6}, {1, 4}}, {{4, 6}, {1, 5}}, {{4, 6}, {7, 1}},  {{1, 6}, {1, 1}},
                            {{6, 1}, {1, 1}}, {{1, 6}, {3, 2}}, {{6, 1}, {2, 9}},  {{1, 1}, {5, 7}},
                            {{0, 4}, {1, 3}}, {{4, 0}, {1, 1}}, {{4, 0}, {2, 3}},  {{4, 6}, {6, 6}},
                            {{6, 4}, {2, 2}}, {{4, 6}, {0, 3}}, {{1, 6}, {0, 1}},  {{6, 1}, {1, 0}}};
  const T memory = fg::arange(200).to(fg::kFloat) % 7;
  for (const Layout &one : layouts) {
    const T x = fg::as_strided(memory, one.sizes, one.strides);
#define SHOW(f) show(#f, x, form::f);
    SHOW(transposed)
    SHOW(plain)
    SHOW(twice)
    SHOW(cloned)
    SHOW(cast)
    SHOW(zeros)
    SHOW(compared)
    SHOW(broadcast)
    SHOW(planes)
    SHOW(crossed)
    SHOW(chosen)
    SHOW(mixed)
    SHOW(filled)
    SHOW(dense)
    SHOW(normal)
    SHOW(softened)
  }
}
