// The least program with a compiled function: what bench_build says its size of.
#include <fullgraph/fullgraph.h>

#include <cstdio>

FG_COMPILE(.fullgraph = true)
fg::Tensor twice(FG_SHAPE("f32[N]") fg::Tensor x) { return x * 2; }

int main() { std::printf("%g\n", twice(fg::ones({3})).select(0, 1).item<float>()); }
