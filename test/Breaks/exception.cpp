// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

// A function whose body is a try block has no place in front of it for compiled code.
FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) try {
// expected-warning@-1 {{graph break: 'try' in captured code; 'warned' stays eager [-Wgraph-break=exception] [FG301]}}
  return fg::exp(x);
} catch (const fg::Error &) {
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) try {
// expected-error@-1 {{graph break: 'try' in captured code [-Wgraph-break=exception] [FG301]}}
// expected-error@-2 {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
  return fg::exp(x);
} catch (const fg::Error &) {
  return x;
}

// One in the body is no break: a call in which something throws is served by the function as written.
FG_COMPILE(.fullgraph = true)
fg::Tensor within(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  try {
    return fg::exp(x);
  } catch (const fg::Error &) {
    return x;
  }
}

// expected-note@*:* 2 {{help: move the check in front of the first tensor operator}}
// expected-note@*:* 2 {{run 'fullgraph explain FG301' for the explanation and the other ways out}}
