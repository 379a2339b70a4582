// A list that the library makes as long as a size says has a graph for each of the first lengths. That calls with more
// run eagerly is told, and an error under .ahead. A loop over such a list stays a loop, of any number of turns.
// RUN: %fullgraph --verify %s -- %fg_flags
// RUN: %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Wno-graph-break=library-turns -DPLAIN 2>&1 | FileCheck --allow-empty --implicit-check-not=remark %s
// RUN: not %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Werror=graph-break=library-turns -DPLAIN 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: where 'x.split' loops more than 6 times, the whole function runs eagerly [-Wgraph-break=library-turns] [FG712]
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true) Tensor moved(FG_SHAPE("f32[N, 4]") Tensor x) {
  return fg::cat(x.split(2, 0), 1) * 2; // expected-remark {{where 'x.split' loops more than 6 times, the whole function runs eagerly [-Wgraph-break=library-turns] [FG712]}}
}

#ifndef PLAIN
FG_COMPILE(.ahead = true) Tensor ahead(FG_SHAPE("f32[N, 4]") Tensor x) {
  return fg::cat(x.split(2, 0), 1) * 2; // expected-error {{where 'x.split' loops more than 6 times, the whole function runs eagerly [-Wgraph-break=library-turns] [FG712]}}
}
#endif

FG_COMPILE(.fullgraph = true, .ahead = true) Tensor looped(FG_SHAPE("f32[N, 4]") Tensor x) {
  Tensor h = fg::zeros({4});
  for (const Tensor &row : x.unbind(0))
    h = tanh(h + row);
  return h;
}

// A number of parts that is known is no question.
FG_COMPILE(.fullgraph = true, .ahead = true) Tensor known(FG_SHAPE("f32[20, N]") Tensor x) {
  return fg::cat(x.split(2, 0), 1) * 2;
}

// expected-note@*:* 0+ {{help:}}
// expected-note@*:* 0+ {{run 'fullgraph explain}}
