// What the models share: weights and inputs that a formula gives (the same one as in reference.py), and the
// comparison with PyTorch's results, which are stored in expected.safetensors.
#pragma once

#include <fullgraph/io.h>
#include <fullgraph/nn.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace models {

/// `sizes` numbers in [-0.5, 0.5) that only depend on `name`.
inline fg::Tensor values(const std::string &name, fg::IntArrayRef sizes) {
  uint32_t seed = 2166136261u; // FNV-1a
  for (unsigned char c : name)
    seed = (seed ^ c) * 16777619u;
  fg::Tensor result = fg::empty(sizes);
  float *p = result.data_ptr<float>();
  for (int64_t i = 0; i < result.numel(); ++i) {
    uint32_t x = seed + static_cast<uint32_t>(i) * 2654435761u;
    x = (x ^ (x >> 15)) * 2246822519u;
    x = (x ^ (x >> 13)) * 3266489917u;
    x ^= x >> 16;
    p[i] = static_cast<float>(x / 4294967296.0 - 0.5);
  }
  return result;
}

inline bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Weights as large as a trained model's, by the keys of PyTorch's state dict.
template <class Holder> void fill(Holder &model) {
  std::map<std::string, fg::Tensor> state;
  for (const auto &[key, tensor] : model->state_dict()) {
    if (!tensor.is_floating_point()) {
      state[key] = tensor;
      continue;
    }
    const fg::Tensor u = values(key, tensor.sizes());
    if (endsWith(key, "running_var"))
      state[key] = u * 0.5 + 1;
    else if (tensor.dim() <= 1)
      state[key] = endsWith(key, "weight") ? u * 0.2 + 1 : u * 0.2;
    else
      state[key] = u * (4.5 / std::sqrt(static_cast<double>(tensor.numel() / tensor.size(0))));
  }
  model->load_state_dict(state);
  model->eval();
}

/// Where this file is.
inline std::string folder() {
  const std::string file = __FILE__;
  return file.substr(0, file.rfind('/') + 1);
}

/// What there is to compare with: expected.safetensors beside this file.
inline std::string &results() {
  static std::string file = folder() + "expected.safetensors";
  return file;
}

/// Is the model to have its full size? Yes where the program is started with the results of that size, which
/// `reference.py --full <file>.safetensors` writes.
inline bool isFull(int argc, char **argv) {
  if (argc < 2 || !endsWith(argv[1], ".safetensors"))
    return false;
  results() = argv[1];
  return true;
}

/// Compares with PyTorch's result of this name, and prints the verdict and the largest difference.
inline bool agrees(const std::string &name, const fg::Tensor &result) {
  const fg::Tensor expected = fg::load_safetensors(results()).at(name);
  if (result.sizes() != expected.sizes()) {
    std::printf("%s: DIFFERS from PyTorch in its sizes\n", name.c_str());
    return false;
  }
  const double difference = (result - expected).abs().max().item<double>();
  const bool same = fg::allclose(result, expected, 1e-4, 1e-4);
  std::printf("%s: %s %.1e\n", name.c_str(), same ? "as PyTorch, within" : "DIFFERS from PyTorch by",
              difference);
  return same;
}

} // namespace models
