// Swin: windows, shifted with roll, a relative position bias looked up in a table.
#include <torch/torch.h>

#include <iostream>
#include <optional>

torch::Tensor window_partition(const torch::Tensor &x, int64_t window) {
  auto B = x.size(0), H = x.size(1), W = x.size(2), C = x.size(3);
  return x.view({B, H / window, window, W / window, window, C}).permute({0, 1, 3, 2, 4, 5}).contiguous().view({-1, window, window, C});
}

torch::Tensor window_reverse(const torch::Tensor &windows, int64_t window, int64_t H, int64_t W) {
  int64_t B = windows.size(0) / (H * W / window / window);
  return windows.view({B, H / window, W / window, window, window, -1}).permute({0, 1, 3, 2, 4, 5}).contiguous().view({B, H, W, -1});
}

struct WindowAttention {
  int64_t dim, window, heads;
  torch::Tensor table, index, qkv_w, qkv_b, proj_w, proj_b;

  WindowAttention(int64_t dim, int64_t window, int64_t heads) : dim(dim), window(window), heads(heads) {
    table = 0.1 * torch::randn({(2 * window - 1) * (2 * window - 1), heads});
    auto coords = torch::stack(torch::meshgrid({torch::arange(window), torch::arange(window)}, "ij")).flatten(1);
    auto rel = (coords.unsqueeze(2) - coords.unsqueeze(1)).permute({1, 2, 0}) + (window - 1);
    index = rel.select(2, 0) * (2 * window - 1) + rel.select(2, 1);
    qkv_w = 0.1 * torch::randn({3 * dim, dim});
    qkv_b = torch::zeros({3 * dim});
    proj_w = 0.1 * torch::randn({dim, dim});
    proj_b = torch::zeros({dim});
  }

  torch::Tensor operator()(const torch::Tensor &x, const std::optional<torch::Tensor> &mask) const {
    auto B = x.size(0), N = x.size(1), C = x.size(2);
    auto qkv = torch::linear(x, qkv_w, qkv_b).reshape({B, N, 3, heads, C / heads}).permute({2, 0, 3, 1, 4}).unbind(0);
    auto q = qkv[0] * std::pow(double(C / heads), -0.5);
    auto attn = q.matmul(qkv[1].transpose(-2, -1));
    auto bias = table.index({index.view({-1})}).view({window * window, window * window, -1}).permute({2, 0, 1});
    attn = attn + bias.unsqueeze(0);
    if (mask.has_value()) {
      auto nW = mask->size(0);
      attn = attn.view({B / nW, nW, heads, N, N}) + mask->unsqueeze(1).unsqueeze(0);
      attn = attn.view({-1, heads, N, N});
    }
    attn = attn.softmax(-1);
    return torch::linear(attn.matmul(qkv[2]).transpose(1, 2).reshape({B, N, C}), proj_w, proj_b);
  }
};

struct SwinBlock {
  WindowAttention attn;
  int64_t window, shift;
  torch::Tensor gain, bias;

  SwinBlock(int64_t dim, int64_t heads, int64_t window, int64_t shift)
      : attn(dim, window, heads), window(window), shift(shift), gain(torch::ones({dim})), bias(torch::zeros({dim})) {}

  torch::Tensor mask(int64_t H, int64_t W) const {
    auto img = torch::zeros({1, H, W, 1});
    int count = 0;
    const std::vector<std::pair<int64_t, int64_t>> hs{{0, H - window}, {H - window, H - shift}, {H - shift, H}};
    const std::vector<std::pair<int64_t, int64_t>> ws{{0, W - window}, {W - window, W - shift}, {W - shift, W}};
    for (auto [h0, h1] : hs)
      for (auto [w0, w1] : ws)
        img.slice(1, h0, h1).slice(2, w0, w1).fill_(count++);
    auto m = window_partition(img, window).view({-1, window * window});
    auto diff = m.unsqueeze(1) - m.unsqueeze(2);
    return diff.masked_fill(diff != 0, -100.0).masked_fill(diff == 0, 0.0);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) const {
    auto H = x.size(1), W = x.size(2), C = x.size(3);
    auto shortcut = x;
    x = torch::layer_norm(x, {C}, gain, bias);
    std::optional<torch::Tensor> attn_mask;
    if (shift > 0) {
      x = torch::roll(x, {-shift, -shift}, {1, 2});
      attn_mask = mask(H, W);
    }
    auto windows = window_partition(x, window).view({-1, window * window, C});
    auto y = attn(windows, attn_mask).view({-1, window, window, C});
    y = window_reverse(y, window, H, W);
    if (shift > 0)
      y = torch::roll(y, {shift, shift}, {1, 2});
    return shortcut + y;
  }
};

int main() {
  torch::manual_seed(17);
  std::vector<SwinBlock> blocks;
  for (int i = 0; i < 2; ++i)
    blocks.emplace_back(8, 2, 4, i % 2 ? 2 : 0);
  for (int64_t n : {1, 2}) {
    auto x = torch::randn({n, 8, 8, 8});
    for (auto &b : blocks)
      x = b.forward(x);
    std::cout << x.sum().item<float>() << " " << x.abs().mean().item<float>() << "\n";
  }
}
