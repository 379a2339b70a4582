// What unseen programs did that was a graph break without need, of a kind that said nothing, or was built
// into code that no compiler took.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t.compare/unseen.fg.cpp
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=FG205 --implicit-check-not=FG201 %s < %t.log
// LOG-DAG: 'std::uniform_real_distribution' gives another value in each run {{.*}}[FG502]
// LOG: fullgraph: unseen.cpp: 12 functions, {{.*}} 3 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }
FG_DISABLE("a break") static void stop(int where) { std::printf("stop %d\n", where); }

// --- members that nobody has set yet live across a break
struct Fit {
  Tensor centre;
  int turns;
  float loss[3];
  bool done;
};
FG_COMPILE()
Fit fit(FG_SHAPE("f32[N,2]") const Tensor &x) {
  Fit result;
  result.centre = x.mean(0);
  result.loss[1] = 0.5f;
  stop(1);
  result.centre = result.centre * 2;
  result.turns = 3;
  result.loss[0] = result.loss[2] = 2;
  result.done = true;
  return result;
}

// --- a struct with an array, from a container of them
struct Detection {
  float score = 0;
  float box[4] = {};
};
FG_COMPILE()
std::vector<Detection> detections(FG_SHAPE("f32[4]") const Tensor &box) {
  std::vector<Detection> all;
  for (int k = 0; k < 2; ++k) {
    Detection one;
    one.score = box[k].item<float>();
    for (int i = 0; i < 4; ++i)
      one.box[i] = (box[i] * k).item<float>();
    stop(2);
    all.push_back(one);
  }
  return all;
}

// --- optional state of the caller's: given, changed through a reference, taken away
struct Cache {
  FG_SHAPE("f32[2]") std::optional<Tensor> state;
  std::optional<double> scale;
};
FG_COMPILE(.fullgraph = true)
Tensor remember(Cache &cache, FG_SHAPE("f32[2]") const Tensor &x) {
  if (!cache.state)
    cache.state = x;
  else
    cache.state = *cache.state * 0.5f + x;
  const Tensor &seen = *cache.state;
  const Tensor before = seen + 0;
  cache.state = seen + 1;
  cache.scale = x.size(0);
  return before + seen * *cache.scale;
}
FG_COMPILE(.fullgraph = true)
Tensor forget(Cache &cache, FG_SHAPE("f32[2]") const Tensor &x) {
  Tensor last = cache.state ? *cache.state * 3 : x;
  cache.state = std::nullopt;
  cache.scale.reset();
  return last + x;
}

// --- pairs appended to the caller's list; numbers of the user's program as a tensor
FG_COMPILE(.fullgraph = true)
Tensor record(std::vector<std::pair<double, Tensor>> &list, FG_SHAPE("f32[N]") const Tensor &x, int when) {
  list.emplace_back(when * 0.5, x * 2);
  return x + 1;
}
FG_COMPILE(.fullgraph = true)
Tensor table(const std::vector<float> &values, FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor h = fg::relu(x);
  Tensor look = fg::tensor(values) * 2;
  return h * look.sum() + look.max();
}

// --- random numbers
FG_COMPILE()
Tensor noisy(FG_SHAPE("f32[N]") const Tensor &x, std::mt19937 &engine) {
  Tensor h = x * 2;
  std::uniform_real_distribution<float> noise(0, 1);
  const float level = noise(engine);
  return h + level;
}

// --- several elements that are one in memory
FG_COMPILE()
Tensor spread(FG_SHAPE("f32[4]") const Tensor &x) {
  Tensor y = (x + 1).unsqueeze(0).expand({3, 4});
  y.select(0, 1).mul_(3);
  return y * 2;
}

// --- calls that hold lambdas, in the middle of an expression
// CODE: auto &&fg_1t =
// CODE: fg::while_loop([&](const Tensor &v) {
// CODE: // fullgraph: lambda
// CODE: // fullgraph: lambda
// CODE: // fullgraph: lambdas, resume_1
// CODE: Tensor x = fg_1t *
FG_COMPILE(.fullgraph = true)
Tensor lambdas(FG_SHAPE("f64[N]") const Tensor &a) {
  Tensor start = fg::ones_like(a);
  Tensor x = fg::while_loop([&](const Tensor &v) { return (v * v - a).abs().max() > 1e-10; },
                            [&](const Tensor &v) { return (v + a / v) * 0.5; }, start) *
                 2 -
             1;
  return x + start;
}

// --- a pointer made of a lambda
FG_COMPILE(.fullgraph = true)
Tensor pointer(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor (*f)(const Tensor &) = [](const Tensor &t) { return fg::relu(t) * 2; };
  return f(x) + 1;
}

int main() {
  const Fit done = fit(fg::arange(6).to(fg::kFloat).view({3, 2}));
  std::printf("fit %.4f %d %.1f %d\n", number(done.centre), done.turns, done.loss[0] + done.loss[1],
              done.done);
  for (const Detection &one : detections(fg::arange(1, 5).to(fg::kFloat)))
    std::printf("detection %.1f %.1f %.1f\n", one.score, one.box[0], one.box[3]);
  Cache cache;
  const Tensor two = fg::arange(2).to(fg::kFloat);
  for (int i = 0; i < 5; ++i) {
    std::printf("remember %.4f", number(i == 3 ? forget(cache, two) : remember(cache, two + i)));
    std::printf(" %d %d %.4f\n", cache.state.has_value(), cache.scale.has_value(),
                cache.state ? number(*cache.state) : -1.0);
  }
  std::vector<std::pair<double, Tensor>> list;
  for (int i = 0; i < 2; ++i)
    std::printf("record %.4f\n", number(record(list, two + i, i)));
  std::printf("list %zu %.1f %.4f\n", list.size(), list[1].first, number(list[1].second));
  std::printf("table %.4f\n", number(table({0.5f, 1.5f, -3.0f}, two)));
  std::mt19937 engine(7);
  std::printf("noisy %.4f\n", number(noisy(two, engine)));
  std::printf("spread %.4f\n", number(spread(fg::ones({4}))));
  std::printf("lambdas %.4f\n", number(lambdas(fg::arange(1, 5).to(fg::kDouble))));
  std::printf("pointer %.4f\n", number(pointer(two - 0.5f)));
}
// CHECK: stop 1
// CHECK: detection 2.0 1.0 4.0
// CHECK: spread
// CHECK: pointer
