// Federated averaging and MAML on a small regression net with gradients by hand
#include <fullgraph/fullgraph.h>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
using fg::Tensor;
using Params = std::map<std::string, Tensor>;

struct Net {
  static Params init(int64_t in, int64_t h, int64_t out, bool bias = true) {
    Params p{{"w1", fg::randn({h, in}) / std::sqrt(double(in))}, {"w2", fg::randn({out, h}) / std::sqrt(double(h))}};
    if (bias) {
      p["b1"] = fg::zeros({h});
      p["b2"] = fg::zeros({out});
    }
    return p;
  }
  static Tensor get(const Params &p, const std::string &k) {
    auto it = p.find(k);
    return it == p.end() ? Tensor() : it->second;
  }
  static Tensor forward(const Params &p, const Tensor &x) {
    auto b1 = get(p, "b1"), b2 = get(p, "b2");
    auto h = x.mm(p.at("w1").t());
    if (b1.defined())
      h = h + b1;
    auto y = fg::tanh(h).mm(p.at("w2").t());
    return b2.defined() ? y + b2 : y;
  }
  static std::pair<Tensor, Params> grads(const Params &p, const Tensor &x, const Tensor &t) {
    auto pre = x.mm(p.at("w1").t());
    if (p.count("b1"))
      pre += p.at("b1");
    auto h = pre.tanh();
    auto y = h.mm(p.at("w2").t());
    if (p.count("b2"))
      y += p.at("b2");
    auto d = 2 * (y - t) / double(y.numel());
    auto dh = d.mm(p.at("w2")) * (1 - h * h);
    Params g;
    g["w2"] = d.t().mm(h);
    g["w1"] = dh.t().mm(x);
    if (p.contains("b1"))
      g["b1"] = dh.sum(0), g["b2"] = d.sum(0);
    return {fg::mse_loss(y, t), g};
  }
};

struct Client {
  Tensor x, y;
  double lr = 0.1;
  int epochs = 2;
  std::optional<double> prox;
  int64_t rounds = 0;

  FG_COMPILE()
  Params train(const Params &global) {
    Params p = global;
    for (int e = 0; e < epochs; ++e) {
      auto [loss, g] = Net::grads(p, x, y);
      for (auto &[name, value] : p) {
        auto step = g.at(name);
        if (prox)
          step = step + *prox * (value - global.at(name));
        value = value - lr * step;
      }
    }
    ++rounds;
    return p;
  }
  int64_t weight() const { return x.size(0); }
};

struct Server {
  Params global;
  std::vector<Client> clients;
  double clip = 0;
  bool momentum = false;
  std::unordered_map<std::string, Tensor> velocity;
  std::vector<double> history;

  FG_COMPILE()
  double norm(const Params &d) const {
    Tensor total = fg::zeros({});
    for (const auto &[k, v] : d)
      total = total + v.square().sum();
    return total.sqrt().item<double>();
  }
  FG_COMPILE()
  void round() {
    Params sum;
    double weight = 0;
    for (auto &c : clients) {
      auto p = c.train(global);
      const double w = double(c.weight());
      Params delta;
      for (auto &[k, v] : p)
        delta[k] = v - global[k];
      double f = 1;
      if (clip > 0)
        f = std::min(1.0, clip / (norm(delta) + 1e-9));
      for (auto &[k, v] : delta) {
        if (auto it = sum.find(k); it != sum.end())
          it->second = it->second + w * f * v;
        else
          sum.emplace(k, w * f * v);
      }
      weight += w;
    }
    for (auto &[k, v] : sum) {
      auto u = v / weight;
      if (momentum) {
        auto &m = velocity[k];
        m = m.defined() ? 0.9 * m + u : u;
        u = m;
      }
      global[k] += u;
    }
    history.push_back(evaluate());
  }
  FG_COMPILE()
  double evaluate() const {
    double total = 0;
    for (const auto &c : clients)
      total += fg::mse_loss(Net::forward(global, c.x), c.y).item<double>();
    return total / double(clients.size());
  }
};

// first-order MAML and Reptile
enum class Meta { Fomaml, Reptile };
FG_COMPILE()
Params meta_step(const Params &p, const std::vector<std::array<Tensor, 4>> &tasks, Meta how, double inner = 0.05, double outer = 0.1, int steps = 2) {
  Params acc;
  for (const auto &[sx, sy, qx, qy] : tasks) {
    auto fast = p;
    for (int i = 0; i < steps; ++i) {
      auto g = Net::grads(fast, sx, sy).second;
      for (auto &kv : fast)
        kv.second = kv.second - inner * g[kv.first];
    }
    auto dir = how == Meta::Fomaml ? Net::grads(fast, qx, qy).second : Params();
    for (const auto &[k, v] : p) {
      auto g = how == Meta::Fomaml ? dir[k] : v - fast[k];
      acc[k] = acc.count(k) ? acc[k] + g : g;
    }
  }
  Params out;
  for (const auto &[k, v] : p)
    out[k] = v - outer / double(tasks.size()) * acc[k];
  return out;
}

int main() {
  fg::manual_seed(77);
  auto task = [](int64_t n, double phase) {
    auto x = fg::rand({n, 1}) * 4 - 2;
    return std::pair(x, fg::sin(x * 2 + phase));
  };
  Server s{Net::init(1, 6, 1), {}, 0.5, true, {}, {}};
  Server plain{Net::init(1, 4, 1, false), {}};
  for (int i = 0; i < 3; ++i) {
    auto [x, y] = task(5 + i, 0.3 * i);
    s.clients.push_back({x, y, 0.1, 1 + i, i == 1 ? std::optional<double>(0.01) : std::nullopt});
    if (i < 2)
      plain.clients.push_back({x, y});
  }
  for (int r = 0; r < 3; ++r)
    s.round();
  plain.round();
  for (double h : s.history)
    std::printf("%.5f\n", h);
  std::printf("%.5f %.5f %.5f\n", plain.history[0], s.norm(s.global), plain.norm(plain.global));
  std::vector<std::array<Tensor, 4>> tasks;
  for (int i = 0; i < 2; ++i) {
    auto [a, b] = task(4, i);
    auto [c, d] = task(6, i);
    tasks.push_back({a, b, c, d});
  }
  auto m = meta_step(s.global, tasks, Meta::Fomaml);
  auto m2 = meta_step(plain.global, tasks, Meta::Reptile, 0.1, 0.5, 3);
  std::printf("%.5f %.5f %ld\n", s.norm(m), plain.norm(m2), long(s.clients[2].rounds));
}
