#include "../layers/dense.h"
#include "second.h"

#include <fullgraph/stats.h>
#include <net/block.h>

#include <cstdio>
#include <string>

extern "C" int plain(void);

static void print(const char *name, const fg::Tensor &x) {
  std::printf("%s:", name);
  const fg::Tensor flat = x.contiguous().flatten();
  for (int64_t i = 0; i < flat.numel(); ++i)
    std::printf(" %g", double(flat.data_ptr<float>()[i]));
  std::printf("\n");
}

/// One graph, with the body from another source of the target.
FG_COMPILE(.fullgraph = true) static fg::Tensor plusScaled(const fg::Tensor &x) { return x + scaled(x); }

/// A call that no version takes which was compiled ahead: is there a run-time compiler?
static int otherDtype() {
  const fg::Tensor x = fg::arange(6).to(fg::kDouble).reshape({2, 3});
  print("dense, f64", dense(x, fg::ones({2, 3}, fg::kDouble), fg::ones({2}, fg::kDouble)).to(fg::kFloat));
  std::printf("%d versions\n", int(fg::stats().versions));
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "f64")
    return otherDtype();
  const fg::Tensor x = fg::arange(6).to(fg::kFloat).reshape({2, 3});
  const fg::Tensor w = fg::ones({2, 3}), b = fg::ones({2});
  print("dense", dense(x, w, b));
  net::Block<2> block{fg::full({3}, 4.0).to(fg::kFloat)};
  print("block", block.forward(x));
  print("halve", net::halve(x));
  print("second", second(x));
  print("scaled", plusScaled(x));
  std::printf("%s %d\n", NET_NAME, plain());
}
