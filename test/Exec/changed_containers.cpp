// Containers and optionals of the caller's that a function clears, cuts, fills in front or assigns as a
// whole: the statement stays as it is written, between two graphs, and is no break. What it is handed is
// computed by a graph in front of it.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: changed_containers.cpp: 13 functions, {{.*}} 0 breaks
#include <cstdio>
#include <deque>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <map>
#include <optional>
#include <vector>

using fg::Tensor;
using List = std::vector<Tensor>;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

struct Kept {
  List list;
  std::deque<Tensor> queue;
  std::vector<std::optional<std::pair<Tensor, Tensor>>> states;
  size_t most = 3;
};

ONE_GRAPH void refill(Kept &kept, Tensor x) { kept.list.assign(3, fg::zeros_like(x)); }
ONE_GRAPH void putInFront(Kept &kept, Tensor x) { kept.list.insert(kept.list.begin(), x.select(0, 1)); }
ONE_GRAPH void makePair(Kept &kept, Tensor x) { kept.states[0] = std::make_pair(x * 4, x + 1); }
ONE_GRAPH void bracedPair(Kept &kept, Tensor x) {
  kept.states[0] = std::pair<Tensor, Tensor>{fg::sin(x), kept.states[0]->second - x};
}
ONE_GRAPH Tensor history(Kept &kept, Tensor x) {
  kept.queue.push_back(x * 2);
  if (kept.queue.size() > kept.most)
    kept.queue.pop_front();
  return fg::stack(List(kept.queue.begin(), kept.queue.end())).mean(0);
}
ONE_GRAPH Tensor frames(Kept &kept, const Tensor &frame) {
  if (kept.queue.empty())
    kept.queue.assign(kept.most, fg::relu(frame));
  kept.queue.pop_front();
  kept.queue.push_back(frame);
  return kept.queue.front() + kept.queue.back() * 2;
}
ONE_GRAPH Tensor collate(const List &samples, List *statistics = nullptr) {
  Tensor batch = fg::stack(samples);
  if (statistics) {
    statistics->clear();
    statistics->push_back(batch.mean(0));
  }
  return batch * 2;
}
ONE_GRAPH Tensor optionalOfPast(const Tensor &x, const std::vector<std::pair<Tensor, Tensor>> &past,
                                int layers) {
  Tensor h = x;
  for (int i = 0; i < layers; ++i) {
    std::optional<std::pair<Tensor, Tensor>> p;
    if (!past.empty())
      p = past[static_cast<size_t>(i)];
    if (p.has_value())
      h = h + p->first * p->second;
  }
  return h;
}

struct State {
  Tensor h, c;
};
struct Recurrent {
  List weights;
  std::vector<std::optional<State>> kept;
  Tensor step(Tensor x, std::vector<std::optional<State>> &states) {
    for (size_t i = 0; i < weights.size(); ++i) {
      State s = states[i] ? *states[i] : State{fg::zeros_like(x), fg::zeros_like(x)};
      states[i] = State{x.mm(weights[i]) + s.h, s.c + 1};
      x = states[i]->h;
    }
    return x;
  }
  ONE_GRAPH Tensor forward(const Tensor &frames) {
    std::vector<std::optional<State>> states(weights.size());
    Tensor out;
    for (auto &frame : frames.unbind(1))
      out = step(frame, states);
    return out;
  }
  ONE_GRAPH Tensor stream(const Tensor &frame) { return step(frame, kept); }
};

struct Decoded {
  Tensor score;
  List paths;
};
ONE_GRAPH Decoded backwards(const Tensor &x) {
  Decoded d{x.sum(), {x.select(1, 0)}};
  for (int64_t t = x.size(1) - 1; t > 0; --t)
    d.paths.insert(d.paths.begin(), x.select(1, t));
  return d;
}
// The own name of the last element: a number that is computed from the length.
ONE_GRAPH Tensor lastTwo(const List &features) {
  const int n = static_cast<int>(features.size());
  return features[n - 1] + features[n - 2] * 2;
}

static void print(const char *what, const Tensor &t) {
  std::printf("%s %.4f\n", what, t.to(fg::kDouble).sum().item<double>());
}

int main() {
  Kept kept;
  kept.states.resize(2);
  for (int turn = 0; turn < 5; ++turn) {
    const Tensor x = fg::arange(6, fg::kFloat).view({2, 3}) * 0.25 + turn;
    if (turn % 2 == 0)
      refill(kept, x); // CHECK: list 4
    putInFront(kept, x);
    std::printf("list %d\n", static_cast<int>(kept.list.size()));
    print("front", kept.list.front()); // CHECK: front 3.0000
    makePair(kept, x);
    bracedPair(kept, x);
    print("pair", kept.states[0]->first + kept.states[0]->second);
  }
  for (int turn = 0; turn < 5; ++turn)
    print("history", history(kept, fg::full({2, 2}, double(turn))));
  std::printf("kept %d\n", static_cast<int>(kept.queue.size())); // CHECK: kept 3
  kept.queue.clear();
  for (int turn = 0; turn < 4; ++turn)
    print("frames", frames(kept, fg::full({2, 2}, double(turn) - 1)));
  const Tensor row = fg::arange(3, fg::kFloat) - 1;
  List statistics;
  print("collate", collate({row, row * 2}));
  print("collate", collate({row, row * 2}, &statistics));
  print("statistics", statistics.at(0));
  const Tensor wide = fg::ones({2, 3});
  print("past", optionalOfPast(wide, {}, 2));
  print("past", optionalOfPast(wide, {{wide, wide}, {wide, wide * 2}}, 2)); // CHECK: past 24.0000
  Recurrent net{{fg::ones({3, 3}), fg::ones({3, 3}) * 0.5}, {}};
  net.kept.resize(2);
  print("forward", net.forward(fg::ones({2, 4, 3})));
  for (int turn = 0; turn < 3; ++turn)
    print("stream", net.stream(fg::ones({2, 3})));
  for (const int64_t n : {3, 4}) {
    const Decoded d = backwards(fg::arange(2 * n).view({2, n}));
    std::printf("paths %d\n", static_cast<int>(d.paths.size()));
    print("path", d.paths[1]);
    print("lastTwo", lastTwo(List(static_cast<size_t>(n), fg::ones({2, n}))));
  }
}
