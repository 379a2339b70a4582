// In the style of Edamame0011/SchNet_LibTorch_CUDA: a graph struct, radial functions, messages summed with index_add, energies per molecule.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <vector>

struct Graph {
  torch::Tensor x, edge_index, edge_weight;
  int64_t num_nodes = 0;
  torch::optional<torch::Tensor> batch;
};

struct ShiftedSoftplusImpl : torch::nn::Module {
  double shift = std::log(2.0);
  torch::Tensor forward(const torch::Tensor &x) { return torch::nn::functional::softplus(x) - shift; }
};
TORCH_MODULE(ShiftedSoftplus);

struct GaussianRBFImpl : torch::nn::Module {
  torch::Tensor offsets;
  double gamma;
  GaussianRBFImpl(int num, float cutoff) {
    offsets = register_buffer("offsets", torch::linspace(0.0, cutoff, num));
    const double width = cutoff / (num - 1);
    gamma = 0.5 / (width * width);
  }
  torch::Tensor forward(torch::Tensor distances) {
    auto diff = distances.unsqueeze(-1) - offsets;
    return torch::exp(-gamma * diff * diff);
  }
};
TORCH_MODULE(GaussianRBF);

torch::Tensor cosine_cutoff(const torch::Tensor &d, float cutoff) {
  auto c = 0.5 * (torch::cos(d * (M_PI / cutoff)) + 1.0);
  return c * (d < cutoff).to(d.scalar_type());
}

struct InteractionLayerImpl : torch::nn::Module {
  torch::nn::Sequential filter{nullptr}, out{nullptr};
  torch::nn::Linear in{nullptr};
  float cutoff;
  InteractionLayerImpl(int hidden, int gaussians, int filters, float cutoff) : cutoff(cutoff) {
    filter = register_module("filter", torch::nn::Sequential(torch::nn::Linear(gaussians, filters), ShiftedSoftplus(), torch::nn::Linear(filters, filters)));
    in = register_module("in", torch::nn::Linear(torch::nn::LinearOptions(hidden, filters).bias(false)));
    out = register_module("out", torch::nn::Sequential(torch::nn::Linear(filters, hidden), ShiftedSoftplus(), torch::nn::Linear(hidden, hidden)));
  }
  torch::Tensor forward(torch::Tensor h, const torch::Tensor &distances, const Graph &graph, const torch::Tensor &rbf) {
    auto W = filter->forward(rbf) * cosine_cutoff(distances, cutoff).unsqueeze(-1);
    auto src = graph.edge_index[0], dst = graph.edge_index[1];
    auto messages = in(h).index_select(0, src) * W;
    auto agg = torch::zeros({graph.num_nodes, messages.size(1)}, messages.options());
    agg.index_add_(0, dst, messages);
    return h + out->forward(agg);
  }
};
TORCH_MODULE(InteractionLayer);

struct SchNetModelImpl : torch::nn::Module {
  torch::nn::Embedding embedding{nullptr};
  GaussianRBF rbf{nullptr};
  torch::nn::ModuleList interactions{nullptr};
  torch::nn::Sequential output{nullptr};
  SchNetModelImpl(int hidden, int gaussians, int filters, int count, float cutoff, int types) {
    this->embedding = register_module("embedding", torch::nn::Embedding(types, hidden));
    this->rbf = register_module("rbf", GaussianRBF(gaussians, cutoff));
    this->interactions = register_module("interactions", torch::nn::ModuleList());
    for (int i = 0; i < count; i++)
      interactions->push_back(InteractionLayer(hidden, gaussians, filters, cutoff));
    this->output = register_module("output", torch::nn::Sequential(torch::nn::Linear(hidden, hidden / 2), ShiftedSoftplus(), torch::nn::Linear(hidden / 2, 1)));
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(Graph &graph, int64_t molecules = 1) {
    auto h = embedding(graph.x);
    auto distances = torch::norm(graph.edge_weight, 2, {1});
    auto expansion = rbf(distances);
    for (auto &interaction : *interactions)
      h = interaction->as<InteractionLayer>()->forward(h, distances, graph, expansion);
    auto energy = output->forward(h);
    torch::Tensor total;
    if (graph.batch.has_value()) {
      auto b = graph.batch.value();
      total = torch::zeros({molecules}, energy.options());
      total.index_add_(0, b, energy.squeeze(-1));
    } else {
      total = energy.sum();
    }
    return total;
  }
};
TORCH_MODULE(SchNetModel);

Graph make_graph(int64_t atoms, int64_t molecules) {
  Graph g;
  auto pos = torch::randn({atoms * molecules, 3});
  g.num_nodes = atoms * molecules;
  g.x = torch::randint(0, 5, {g.num_nodes});
  std::vector<int64_t> src, dst;
  for (int64_t m = 0; m < molecules; ++m)
    for (int64_t i = 0; i < atoms; ++i)
      for (int64_t j = 0; j < atoms; ++j)
        if (i != j) {
          src.push_back(m * atoms + i);
          dst.push_back(m * atoms + j);
        }
  g.edge_index = torch::stack({torch::tensor(src), torch::tensor(dst)});
  g.edge_weight = pos.index_select(0, g.edge_index[1]) - pos.index_select(0, g.edge_index[0]);
  if (molecules > 1)
    g.batch = torch::arange(molecules).repeat_interleave(atoms);
  return g;
}

int main() {
  torch::manual_seed(40);
  torch::NoGradGuard no_grad;
  SchNetModel model(16, 10, 12, 2, 4.0f, 5);
  for (auto [atoms, molecules] : std::vector<std::pair<int64_t, int64_t>>{{4, 1}, {6, 1}, {5, 3}, {3, 2}}) {
    auto g = make_graph(atoms, molecules);
    std::cout << model->forward(g, molecules).sum().item<float>() << "\n";
  }
}
