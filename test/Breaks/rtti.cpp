// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <typeinfo>

struct Layer {
  virtual ~Layer() = default;
};
struct Dropout : Layer {};
extern const Layer &layer;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return typeid(layer) == typeid(Dropout) ? x : fg::relu(x); }
// expected-warning@-1 {{graph break: dynamic_cast or typeid in captured code [-Wgraph-break=rtti] [FG305]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return typeid(layer) == typeid(Dropout) ? x : fg::relu(x); }
// expected-error@-1 {{graph break: dynamic_cast or typeid in captured code [-Wgraph-break=rtti] [FG305]}}

// expected-note@*:* 2 {{help: std::variant<A, B> and std::visit}}
// expected-note@*:* 2 {{run 'fullgraph explain FG305' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
