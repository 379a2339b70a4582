// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

struct Layer {
// expected-note@-1 2 {{help: struct Layer final}}
  virtual fg::Tensor forward(fg::Tensor x) const { return x; } // expected-note 2 {{may run 'Layer::forward'}}
  virtual ~Layer() = default;
};
extern const Layer &layer;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return layer.forward(x) * 2; }
// expected-warning@-1 {{graph break: virtual 'Layer::forward' may dispatch to unknown overriders [-Wgraph-break=virtual-call] [FG202]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return layer.forward(x) * 2; }
// expected-error@-1 {{graph break: virtual 'Layer::forward' may dispatch to unknown overriders [-Wgraph-break=virtual-call] [FG202]}}

// expected-note@*:* 2 {{run 'fullgraph explain FG202' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
