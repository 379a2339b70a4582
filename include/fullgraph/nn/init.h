// fg::nn::init: values for new parameters, as torch::nn::init's. They draw from the generator that
// fg::manual_seed seeds; its numbers are not those of PyTorch's.
#pragma once

#include <fullgraph/nn/common.h>

namespace fg::nn::init {

Tensor uniform_(Tensor tensor, double low = 0, double high = 1);
Tensor normal_(Tensor tensor, double mean = 0, double std = 1);
Tensor constant_(Tensor tensor, const Scalar &value);
Tensor zeros_(Tensor tensor);
Tensor ones_(Tensor tensor);
Tensor eye_(Tensor matrix);
Tensor xavier_uniform_(Tensor tensor, double gain = 1.0);
Tensor xavier_normal_(Tensor tensor, double gain = 1.0);
Tensor kaiming_uniform_(Tensor tensor, double a = 0, enumtype::Name mode = kFanIn,
                        enumtype::Name nonlinearity = kLeakyReLU);
Tensor kaiming_normal_(Tensor tensor, double a = 0, enumtype::Name mode = kFanIn,
                       enumtype::Name nonlinearity = kLeakyReLU);
/// A matrix of orthonormal rows or columns, times `gain`; dims behind the first count as one.
Tensor orthogonal_(Tensor tensor, double gain = 1.0);
/// The weight of a convolution that hands its input on, as far as it has channels for it.
Tensor dirac_(Tensor tensor);
/// Of each column of a matrix, ceil(sparsity * rows) elements are 0, the others normal.
Tensor sparse_(Tensor matrix, double sparsity, double std = 0.01);
std::tuple<int64_t, int64_t> _calculate_fan_in_and_fan_out(const Tensor &tensor);
double calculate_gain(enumtype::Name nonlinearity, double param = 0.01);

} // namespace fg::nn::init

namespace fg::nn::detail {
/// The initialisation of Linear's and the convolutions' weights and biases.
void initialiseAffine(const Tensor &weight, const Tensor &bias);
} // namespace fg::nn::detail
