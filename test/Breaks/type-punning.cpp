// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  float scale = 0.5f;
  return x * reinterpret_cast<int &>(scale);
// expected-warning@-1 {{graph break: union or reinterpret_cast reads memory as another type; 'warned' stays eager [-Wgraph-break=type-punning] [FG306]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  float scale = 0.5f;
  return x * reinterpret_cast<int &>(scale);
// expected-error@-1 {{graph break: union or reinterpret_cast reads memory as another type [-Wgraph-break=type-punning] [FG306]}}
}

// Members of an anonymous union are named as the object's own; those of an anonymous struct are captured.
struct Config {
  struct {
    float scale;
    int64_t power;
  };
  union {
    int64_t heads;
    double ratio;
  };
};
FG_COMPILE()
fg::Tensor shared(FG_SHAPE("f32[N, 4]") fg::Tensor x, const Config &config) {
  return x * config.heads;
// expected-warning@-1 {{graph break: union or reinterpret_cast reads memory as another type; 'shared' stays eager [-Wgraph-break=type-punning] [FG306]}}
}
FG_COMPILE(.fullgraph = true)
fg::Tensor plain(FG_SHAPE("f32[N, 4]") fg::Tensor x, const Config &config) {
  return x.pow(config.power) * config.scale;
}

// expected-note@*:* 3 {{help: std::bit_cast<int32_t>(number) for C++ numbers}}
// expected-note@*:* 3 {{run 'fullgraph explain FG306' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
