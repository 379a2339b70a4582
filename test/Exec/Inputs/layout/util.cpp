#include "net.h"

// Names that the other sources have, too, and that mean something else there.
static fg::Tensor act(fg::Tensor x) { return x * 0.5; }
static double offset = 0.25;
struct Local {
  double by = 2;
};

fg::Tensor smooth(const fg::Tensor &x, double by) {
  return act(x) * by + x.mean(-1, true) + Local().by;
}

struct Hidden {
  double by;
  fg::Tensor weight;
};
std::shared_ptr<Hidden> makeHidden(double by) { return std::make_shared<Hidden>(Hidden{by, fg::ones({8}) * offset}); }
fg::Tensor through(const Hidden &hidden, const fg::Tensor &x) { return x * hidden.weight * hidden.by; }
