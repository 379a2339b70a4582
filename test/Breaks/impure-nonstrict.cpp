// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <vector>

static int calls = 0;
static std::vector<int> history;

FG_NONSTRICT_TRACE static fg::Tensor counted(const fg::Tensor &x) {
  int local = 0;
  ++local;
  ++calls;
// expected-warning@-1 {{graph break: 'counted' is FG_NONSTRICT_TRACE but writes 'calls' [-Wgraph-break=impure-nonstrict] [FG207]}}
  return x * local;
}

struct Model {
  int steps = 0;
  FG_NONSTRICT_TRACE fg::Tensor step(const fg::Tensor &x) {
    steps += 1;
// expected-error@-1 {{graph break: 'step' is FG_NONSTRICT_TRACE but writes 'this->steps' [-Wgraph-break=impure-nonstrict] [FG207]}}
    return x;
  }
  FG_COMPILE(.fullgraph = true) fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
    return step(fg::relu(x));
// expected-note@-1 {{'step' is called here}}
  }
};

FG_NONSTRICT_TRACE static fg::Tensor remembered(const fg::Tensor &x) {
  history.push_back(1);
// expected-warning@-1 {{graph break: 'remembered' is FG_NONSTRICT_TRACE but writes 'history' [-Wgraph-break=impure-nonstrict] [FG207]}}
  return x;
}

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  x = counted(fg::relu(x));
// expected-note@-1 {{'counted' is called here}}
  return remembered(x) + 1;
// expected-note@-1 {{'remembered' is called here}}
}

// expected-note@*:* 3 {{help: return the value instead of writing it}}
// expected-note@*:* 3 {{run 'fullgraph explain FG207' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'Model::refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
