#include "../layers/dense.h"
#include "second.h"

#include <net/block.h>

#include <cstdio>

extern "C" int plain(void);

static void print(const char *name, const fg::Tensor &x) {
  std::printf("%s:", name);
  const fg::Tensor flat = x.contiguous().flatten();
  for (int64_t i = 0; i < flat.numel(); ++i)
    std::printf(" %g", double(flat.data_ptr<float>()[i]));
  std::printf("\n");
}

int main() {
  const fg::Tensor x = fg::arange(6).to(fg::kFloat).reshape({2, 3});
  const fg::Tensor w = fg::ones({2, 3}), b = fg::ones({2});
  print("dense", dense(x, w, b));
  net::Block<2> block{fg::full({3}, 4.0).to(fg::kFloat)};
  print("block", block.forward(x));
  print("halve", net::halve(x));
  print("second", second(x));
  std::printf("%s %d\n", NET_NAME, plain());
}
