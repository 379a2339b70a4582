// Physics over plain structs, one step function with several outputs in a struct.
#include <fullgraph/fullgraph.h>

#include <iostream>

struct State {
  fg::Tensor position, velocity;
};

struct World {
  double dt = 0.01, g = 9.81, damping = 0.1;
  fg::Tensor lower, upper;
};

FG_COMPILE(.fullgraph = true) State step(State s, const World &world) {
  auto acceleration = -world.damping * s.velocity;
  acceleration.select(1, 2) -= world.g;
  s.velocity = s.velocity + world.dt * acceleration;
  s.position = s.position + world.dt * s.velocity;
  auto outside = (s.position < world.lower).logical_or(s.position > world.upper);
  s.velocity = fg::where(outside, -s.velocity, s.velocity);
  s.position = fg::max(fg::min(s.position, world.upper), world.lower);
  return s;
}

FG_COMPILE(.fullgraph = true) fg::Tensor energy(const State &s, const World &world) {
  return 0.5 * s.velocity.square().sum() + world.g * s.position.select(1, 2).sum();
}

int main() {
  fg::manual_seed(6);
  World world;
  world.lower = fg::zeros({3});
  world.upper = fg::ones({3});
  State s{fg::rand({100, 3}), fg::randn({100, 3})};
  for (int i = 0; i < 20; ++i)
    s = step(s, world);
  std::cout << energy(s, world).item<float>() << "\n";
}
