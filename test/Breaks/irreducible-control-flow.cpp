// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  int n = 1;
  switch (n) {
// expected-warning@-1 {{graph break: jump that is no break, continue or return; 'warned' stays eager [-Wgraph-break=irreducible-control-flow] [FG302]}}
  case 0:
    do {
      x = x * 2;
    case 1:
      x = x + 1;
    } while (--n > 0);
  }
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  int n = 1;
  switch (n) {
// expected-error@-1 {{graph break: jump that is no break, continue or return [-Wgraph-break=irreducible-control-flow] [FG302]}}
  case 0:
    do {
      x = x * 2;
    case 1:
      x = x + 1;
    } while (--n > 0);
  }
  return x;
}

// expected-note@*:* 2 {{help: for (...) { ... if (done) break; }}}
// expected-note@*:* 2 {{run 'fullgraph explain FG302' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
