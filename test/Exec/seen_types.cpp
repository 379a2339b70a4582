// Types and sizes that main() shows, in the places where they were missed: the members of an element that a
// reference names, random numbers of a dtype, a size that a loop grows, data in a struct, a slice that ends
// before the end. A call with an undefined tensor where a strided one is expected.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: seen_types.cpp: 7 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <optional>
#include <vector>

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

struct Particle {
  Tensor position, velocity;
  double mass = 1;
};
ONE_GRAPH void step(std::vector<Particle> &particles, double dt) {
  for (size_t i = 0; i < particles.size(); ++i) {
    Particle &p = particles[i];
    p.velocity = p.velocity - p.position * (dt / p.mass);
    p.position = p.position + p.velocity * dt;
  }
}

struct Hidden {
  Tensor start, transitions;
  static Hidden random(int64_t states) {
    auto options = fg::dtype(fg::kDouble);
    return Hidden{fg::rand({states}, options).log_softmax(0),
                  (fg::rand({states, states}, options) * 2).log_softmax(1)};
  }
};
ONE_GRAPH Tensor last(const Hidden &hidden, int64_t steps) {
  Tensor alpha = hidden.start;
  for (int64_t t = 1; t < steps; ++t)
    alpha = fg::logsumexp(alpha.unsqueeze(1) + hidden.transitions, 0);
  return alpha;
}

ONE_GRAPH Tensor grown(Tensor z, Tensor gamma) {
  const size_t count = static_cast<size_t>(gamma.size(1));
  Tensor sigma = z.unsqueeze(2) * z.unsqueeze(1);
  Tensor all = sigma[0].unsqueeze(0);
  for (size_t i = 1; i < count; i++)
    all = fg::cat({all, sigma[static_cast<int64_t>(i)].unsqueeze(0)}, 0);
  return all.sum();
}

struct Graph {
  Tensor x;
  std::optional<Tensor> batch;
};
ONE_GRAPH Tensor pool(Graph &graph, int64_t molecules = 1) {
  Tensor total;
  if (graph.batch.has_value()) {
    total = fg::zeros({molecules});
    total.index_add_(0, graph.batch.value(), graph.x);
  } else {
    total = graph.x.sum();
  }
  return total;
}
static Graph make(int64_t molecules) {
  Graph g;
  g.x = fg::ones({molecules * 3});
  if (molecules > 1)
    g.batch = fg::arange(molecules).repeat_interleave(3);
  return g;
}

ONE_GRAPH Tensor naive(const Tensor &history, int64_t period) {
  return (history.slice(1, period) - history.slice(1, 0, -period)).abs().mean(1);
}

struct Hmm {
  Tensor a, b;
};
ONE_GRAPH Hmm estimate(const Hmm &hmm, const std::vector<Tensor> &sequences) {
  Tensor start = fg::zeros_like(hmm.a), moves = fg::zeros_like(hmm.b);
  for (const auto &s : sequences) {
    if (s.size(0) < 2)
      continue;
    start += s[0];
    moves += s.sum(0);
  }
  const double tiny = 1e-10;
  auto normal = [tiny](Tensor t) {
    t = t + tiny;
    return fg::log(t / t.sum(-1, true));
  };
  return Hmm{normal(start), normal(moves)};
}

struct Cache {
  Tensor k;
};
ONE_GRAPH Tensor append(Tensor x, Cache &cache) {
  if (cache.k.defined())
    x = fg::cat({cache.k, x}, 2);
  cache.k = x;
  return x.sum(2);
}
static void print(const char *what, const Tensor &t) {
  std::printf("%s %.4f\n", what, t.to(fg::kDouble).sum().item<double>());
}

int main() {
  fg::manual_seed(1);
  std::vector<Particle> particles(3);
  for (auto &p : particles) {
    p.position = fg::ones({3});
    p.velocity = fg::zeros({3});
  }
  for (int i = 0; i < 3; ++i)
    step(particles, 0.5);
  print("step", particles[2].position);
  const Hidden small = Hidden::random(3), big = Hidden::random(4);
  for (const auto *hidden : {&small, &big})
    print("last", last(*hidden, 3));
  for (const int64_t n : {4, 5})
    print("grown", grown(fg::ones({n, 2}), fg::ones({n, 3}))); // CHECK: grown 12.0000
  for (const int64_t n : {1, 3, 2}) {
    Graph g = make(n);
    print("pool", pool(g, n));
  }
  for (const int64_t n : {4, 7})
    print("naive", naive(fg::arange(12 * n, fg::kFloat).view({n, 12}).pow(2), 4));
  for (const int64_t n : {2, 3}) {
    const Hmm h = estimate({fg::ones({3}), fg::ones({3})},
                           std::vector<Tensor>(static_cast<size_t>(n), fg::ones({n, 3})));
    print("estimate", h.a + h.b);
  }
  Cache cache;
  for (int i = 0; i < 2; ++i)
    print("append", append(fg::ones({1, 2, 3, 4}).transpose(1, 2) * (i + 1), cache)); // CHECK: append 24.0000
}
