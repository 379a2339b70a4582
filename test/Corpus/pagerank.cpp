// Graphs: PageRank, label propagation, a GCN with scatter, attention over edges.
#include <torch/torch.h>

#include <iostream>

FG_COMPILE(.fullgraph = true) torch::Tensor pagerank(const torch::Tensor &adjacency, double damping, int iterations) {
  const auto n = adjacency.size(0);
  auto out = adjacency.sum(1, true);
  auto dangling = (out == 0).to(torch::kFloat);
  auto transition = adjacency / out.clamp_min(1);
  auto rank = torch::full({n}, 1.0 / n);
  for (int i = 0; i < iterations; ++i) {
    auto leaked = (rank.unsqueeze(1) * dangling).sum() / n;
    rank = (1 - damping) / n + damping * (rank.matmul(transition) + leaked);
  }
  return rank;
}

struct GCNLayer : torch::nn::Module {
  GCNLayer(int64_t in, int64_t out) : lin(register_module("lin", torch::nn::Linear(in, out))) {}
  torch::Tensor forward(const torch::Tensor &x, const torch::Tensor &edge_index) {
    auto n = x.size(0);
    auto row = edge_index[0], col = edge_index[1];
    auto deg = torch::zeros({n}).scatter_add(0, col, torch::ones({col.size(0)}));
    auto inv = deg.pow(-0.5).masked_fill(deg == 0, 0);
    auto norm = inv.index_select(0, row) * inv.index_select(0, col);
    auto h = lin(x);
    auto messages = h.index_select(0, row) * norm.unsqueeze(1);
    return torch::zeros({n, h.size(1)}).index_add(0, col, messages);
  }
  torch::nn::Linear lin;
};

struct GCN : torch::nn::Module {
  GCN(int64_t in, int64_t hidden, int64_t classes)
      : conv1(register_module("conv1", std::make_shared<GCNLayer>(in, hidden))),
        conv2(register_module("conv2", std::make_shared<GCNLayer>(hidden, classes))) {}
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x, const torch::Tensor &edges) {
    x = torch::relu(conv1->forward(x, edges));
    x = torch::dropout(x, 0.5, is_training());
    return torch::log_softmax(conv2->forward(x, edges), 1);
  }
  std::shared_ptr<GCNLayer> conv1, conv2;
};

struct GATHead {
  torch::Tensor W, a_src, a_dst;
  FG_COMPILE(.fullgraph = true) torch::Tensor operator()(const torch::Tensor &x, const torch::Tensor &adj) const {
    auto h = x.mm(W);
    auto e = torch::leaky_relu(h.mv(a_src).unsqueeze(1) + h.mv(a_dst).unsqueeze(0), 0.2);
    auto att = torch::where(adj > 0, e, torch::full_like(e, -9e15));
    return torch::elu(att.softmax(1).mm(h));
  }
};

int main() {
  torch::manual_seed(50);
  torch::NoGradGuard guard;
  GCN gcn(4, 6, 3);
  gcn.eval();
  GATHead head{torch::randn({4, 5}), torch::randn({5}), torch::randn({5})};
  for (int64_t n : {6, 10}) {
    auto adj = (torch::rand({n, n}) > 0.6).to(torch::kFloat);
    auto edges = torch::randint(0, n, {2, 3 * n});
    auto x = torch::randn({n, 4});
    std::cout << pagerank(adj, 0.85, 10).max().item<float>() << " " << gcn.forward(x, edges).sum().item<float>() << " " << head(x, adj).sum().item<float>() << "\n";
  }
}
