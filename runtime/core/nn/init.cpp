// fg::nn::init, and the printed forms of the modules that have options worth printing.
#include <fullgraph/nn.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace fg::nn {
namespace init {

/// Inputs and outputs of one unit of the layer that the weight belongs to.
std::tuple<int64_t, int64_t> _calculate_fan_in_and_fan_out(const Tensor &tensor) {
  FG_CHECK(tensor.dim() >= 2,
           "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions");
  int64_t window = 1;
  for (int64_t d = 2; d < tensor.dim(); ++d)
    window *= tensor.size(d);
  return {tensor.size(1) * window, tensor.size(0) * window};
}

namespace {

double kaimingStd(const Tensor &tensor, double a, enumtype::Name mode, enumtype::Name nonlinearity) {
  const auto [in, out] = _calculate_fan_in_and_fan_out(tensor);
  return calculate_gain(nonlinearity, a) / std::sqrt(double(mode == kFanOut ? out : in));
}

} // namespace

Tensor uniform_(Tensor tensor, double low, double high) { return fg::uniform_(tensor, low, high); }
Tensor normal_(Tensor tensor, double mean, double std) { return fg::normal_(tensor, mean, std); }
Tensor constant_(Tensor tensor, const Scalar &value) { return tensor.fill_(value); }
Tensor zeros_(Tensor tensor) { return tensor.fill_(0); }
Tensor ones_(Tensor tensor) { return tensor.fill_(1); }
Tensor eye_(Tensor matrix) {
  FG_CHECK(matrix.dim() == 2, "Only tensors with 2 dimensions are supported");
  return matrix.copy_(fg::eye(matrix.size(0), matrix.size(1), matrix.options()));
}
Tensor xavier_uniform_(Tensor tensor, double gain) {
  const auto [in, out] = _calculate_fan_in_and_fan_out(tensor);
  const double limit = gain * std::sqrt(6.0 / double(in + out));
  return fg::uniform_(tensor, -limit, limit);
}
Tensor xavier_normal_(Tensor tensor, double gain) {
  const auto [in, out] = _calculate_fan_in_and_fan_out(tensor);
  return fg::normal_(tensor, 0, gain * std::sqrt(2.0 / double(in + out)));
}
Tensor kaiming_uniform_(Tensor tensor, double a, enumtype::Name mode, enumtype::Name nonlinearity) {
  const double limit = std::sqrt(3.0) * kaimingStd(tensor, a, mode, nonlinearity);
  return fg::uniform_(tensor, -limit, limit);
}
Tensor kaiming_normal_(Tensor tensor, double a, enumtype::Name mode, enumtype::Name nonlinearity) {
  return fg::normal_(tensor, 0, kaimingStd(tensor, a, mode, nonlinearity));
}
Tensor orthogonal_(Tensor tensor, double gain) {
  FG_CHECK(tensor.dim() >= 2, "Only tensors with 2 or more dimensions are supported");
  const int64_t rows = tensor.size(0), columns = rows ? tensor.numel() / rows : 0;
  const bool isWide = rows < columns;
  const auto [q, r] = linalg_qr(isWide ? fg::randn({columns, rows}) : fg::randn({rows, columns}));
  // Without the signs the matrix would not be drawn uniformly (arXiv:math-ph/0609050).
  const Tensor drawn = q * r.diagonal().sign();
  return tensor.copy_((isWide ? drawn.t() : drawn).reshape(tensor.sizes())).mul_(gain);
}
Tensor dirac_(Tensor tensor) {
  FG_CHECK(tensor.dim() >= 3 && tensor.dim() <= 5, "Only tensors with 3, 4, or 5 dimensions are supported");
  tensor.zero_();
  for (int64_t channel = 0; channel < std::min(tensor.size(0), tensor.size(1)); ++channel) {
    Tensor centre = tensor[channel][channel];
    for (int64_t d = 2; d < tensor.dim(); ++d)
      centre = centre[tensor.size(d) / 2];
    centre.fill_(1);
  }
  return tensor;
}
Tensor sparse_(Tensor matrix, double sparsity, double std) {
  FG_CHECK(matrix.dim() == 2, "Only tensors with 2 dimensions are supported");
  const int64_t rows = matrix.size(0), zeros = static_cast<int64_t>(std::ceil(sparsity * double(rows)));
  init::normal_(matrix, 0, std);
  for (int64_t column = 0; column < matrix.size(1); ++column)
    matrix.select(1, column).index_fill_(0, randperm(rows).slice(0, 0, zeros), 0);
  return matrix;
}
double calculate_gain(enumtype::Name nonlinearity, double param) {
  switch (nonlinearity) {
  case kTanh:
    return 5.0 / 3.0;
  case kReLU:
    return std::sqrt(2.0);
  case kLeakyReLU:
    return std::sqrt(2.0 / (1 + param * param));
  default:
    return 1;
  }
}

} // namespace init

void detail::initialiseAffine(const Tensor &weight, const Tensor &bias) {
  init::kaiming_uniform_(weight, std::sqrt(5.0));
  if (bias.defined()) {
    int64_t in = weight.size(1);
    for (int64_t d = 2; d < weight.dim(); ++d)
      in *= weight.size(d);
    const double limit = 1 / std::sqrt(double(in));
    init::uniform_(bias, -limit, limit);
  }
}

void detail::initialiseRecurrent(const RecurrentWeights &weights, int64_t hidden_size) {
  const double limit = hidden_size > 0 ? 1 / std::sqrt(double(hidden_size)) : 0;
  for (const Tensor &tensor : {weights.ih, weights.hh, weights.bias_ih, weights.bias_hh})
    if (tensor.defined())
      init::uniform_(tensor, -limit, limit);
}

namespace {

const char *text(bool value) { return value ? "true" : "false"; }

template <size_t D> void printSizes(std::ostream &stream, const ExpandingArray<D> &sizes) {
  if (D == 1) {
    stream << sizes[0];
    return;
  }
  for (size_t i = 0; i < D; ++i)
    stream << (i ? ", " : "[") << sizes[i];
  stream << "]";
}

template <size_t D>
void printConvolution(std::ostream &stream, const char *name, const ConvOptions<D> &options) {
  stream << "fg::nn::" << name << "(" << options.in_channels() << ", " << options.out_channels()
         << ", kernel_size=";
  printSizes(stream, options.kernel_size());
  stream << ", stride=";
  printSizes(stream, options.stride());
  if (options.padding().same) {
    stream << ", padding='same'";
  } else {
    stream << ", padding=";
    printSizes(stream, options.padding().sizes);
  }
  if (options.groups() != 1)
    stream << ", groups=" << options.groups();
  if (!options.bias())
    stream << ", bias=false";
  stream << ")";
}

} // namespace

void LinearImpl::pretty_print(std::ostream &stream) const {
  stream << "fg::nn::Linear(in_features=" << options.in_features()
         << ", out_features=" << options.out_features() << ", bias=" << text(options.bias()) << ")";
}
void Conv1dImpl::pretty_print(std::ostream &stream) const { printConvolution(stream, "Conv1d", options); }
void Conv2dImpl::pretty_print(std::ostream &stream) const { printConvolution(stream, "Conv2d", options); }
void Conv3dImpl::pretty_print(std::ostream &stream) const { printConvolution(stream, "Conv3d", options); }
void BatchNormImplBase::pretty_print(std::ostream &stream) const {
  Module::pretty_print(stream);
  stream << "(" << options.num_features() << ", eps=" << options.eps() << ", momentum=";
  if (options.momentum().has_value())
    stream << *options.momentum();
  else
    stream << "None";
  stream << ", affine=" << text(options.affine())
         << ", track_running_stats=" << text(options.track_running_stats()) << ")";
}
void LayerNormImpl::pretty_print(std::ostream &stream) const {
  stream << "fg::nn::LayerNorm(" << IntArrayRef(options.normalized_shape()) << ", eps=" << options.eps()
         << ", elementwise_affine=" << text(options.elementwise_affine()) << ")";
}
void RMSNormImpl::pretty_print(std::ostream &stream) const {
  stream << "fg::nn::RMSNorm(" << IntArrayRef(options.normalized_shape())
         << ", elementwise_affine=" << text(options.elementwise_affine()) << ")";
}
void GroupNormImpl::pretty_print(std::ostream &stream) const {
  stream << "fg::nn::GroupNorm(" << options.num_groups() << ", " << options.num_channels()
         << ", eps=" << options.eps() << ", affine=" << text(options.affine()) << ")";
}
void EmbeddingImpl::pretty_print(std::ostream &stream) const {
  stream << "fg::nn::Embedding(num_embeddings=" << options.num_embeddings()
         << ", embedding_dim=" << options.embedding_dim() << ")";
}
void EmbeddingBagImpl::pretty_print(std::ostream &stream) const {
  stream << "fg::nn::EmbeddingBag(num_embeddings=" << options.num_embeddings()
         << ", embedding_dim=" << options.embedding_dim() << ")";
}

} // namespace fg::nn
