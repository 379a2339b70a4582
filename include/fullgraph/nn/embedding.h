// Embedding: a table of vectors; EmbeddingBag: sums, means or maxima of them.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

struct EmbeddingOptions {
  EmbeddingOptions(int64_t num_embeddings, int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  FG_ARG(int64_t, num_embeddings);
  FG_ARG(int64_t, embedding_dim);
  FG_ARG(std::optional<int64_t>, padding_idx) = std::nullopt; // its row is zero at the start
  FG_ARG(std::optional<double>, max_norm) = std::nullopt;     // rows that are used are scaled down to it
  FG_ARG(double, norm_type) = 2.0;
  FG_ARG(bool, scale_grad_by_freq) = false;
  FG_ARG(bool, sparse) = false;
  FG_ARG(Tensor, _weight) = Tensor();
};
/// Of Embedding::from_pretrained. The table's own values stay, also those of padding_idx.
struct EmbeddingFromPretrainedOptions {
  FG_ARG(bool, freeze) = true;
  FG_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
  FG_ARG(std::optional<double>, max_norm) = std::nullopt;
  FG_ARG(double, norm_type) = 2.0;
  FG_ARG(bool, scale_grad_by_freq) = false;
  FG_ARG(bool, sparse) = false;
};

namespace functional {
struct EmbeddingFuncOptions {
  FG_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
  FG_ARG(std::optional<double>,
         max_norm) = std::nullopt; // rows of the table that are used are scaled down to it
  FG_ARG(double, norm_type) = 2.0;
  FG_ARG(bool, scale_grad_by_freq) = false;
  FG_ARG(bool, sparse) = false;
};
/// The rows of weight that input, of any sizes, says.
inline Tensor embedding(const Tensor &input, const Tensor &weight, const EmbeddingFuncOptions &options = {}) {
  if (options.padding_idx().has_value())
    FG_CHECK(*options.padding_idx() >= -weight.size(0) && *options.padding_idx() < weight.size(0),
             "Padding_idx must be within num_embeddings");
  if (options.max_norm().has_value()) {
    Tensor table = weight;
    fg::embedding_renorm_(table, input, *options.max_norm(), options.norm_type());
  }
  return fg::embedding(weight, input);
}
} // namespace functional

/// What Embedding and EmbeddingBag have: a table of vectors.
template <class Options> class EmbeddingTableImpl : public Module {
public:
  explicit EmbeddingTableImpl(const Options &options_) : options(options_) {
    if (options._weight().defined()) {
      FG_CHECK(options._weight().sizes() == IntArrayRef({options.num_embeddings(), options.embedding_dim()}),
               "Shape of _weight does not match num_embeddings and embedding_dim");
      weight = register_parameter("weight", options._weight());
    } else {
      weight = register_parameter("weight", fg::empty({options.num_embeddings(), options.embedding_dim()}));
      reset_parameters();
    }
  }
  void reset_parameters() {
    init::normal_(weight);
    if (options.padding_idx().has_value())
      weight.select(0, *options.padding_idx()).zero_();
  }

  Options options;
  FG_SHAPE("f32[V,D]") Tensor weight;
};

class EmbeddingImpl : public EmbeddingTableImpl<EmbeddingOptions> {
public:
  EmbeddingImpl(int64_t num_embeddings, int64_t embedding_dim)
      : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingImpl(const EmbeddingOptions &options_) : EmbeddingTableImpl(options_) {}
  Tensor forward(const Tensor &indices) {
    if (!options.max_norm().has_value())
      return fg::embedding(weight, indices);
    return functional::embedding(
        indices, weight,
        functional::EmbeddingFuncOptions().max_norm(options.max_norm()).norm_type(options.norm_type()));
  }
  void pretty_print(std::ostream &stream) const override;
};
class Embedding : public ModuleHolder<EmbeddingImpl> {
public:
  using ModuleHolder<EmbeddingImpl>::ModuleHolder;
  using Impl [[maybe_unused]] = EmbeddingImpl;
  /// With that table, which is shared.
  static Embedding from_pretrained(const Tensor &embeddings,
                                   const EmbeddingFromPretrainedOptions &options = {}) {
    FG_CHECK(embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional");
    return Embedding(EmbeddingOptions(embeddings.size(0), embeddings.size(1))
                         ._weight(embeddings)
                         .padding_idx(options.padding_idx())
                         .max_norm(options.max_norm())
                         .norm_type(options.norm_type())
                         .scale_grad_by_freq(options.scale_grad_by_freq())
                         .sparse(options.sparse()));
  }
};

namespace functional {
struct EmbeddingBagFuncOptions {
  FG_ARG(Tensor, offsets) = Tensor();
  FG_ARG(std::optional<double>,
         max_norm) = std::nullopt; // rows of the table that are used are scaled down to it
  FG_ARG(double, norm_type) = 2.0;
  FG_ARG(bool, scale_grad_by_freq) = false;
  FG_ARG(enumtype::Name, mode) = kMean; // or kSum, kMax
  FG_ARG(bool, sparse) = false;
  FG_ARG(Tensor, per_sample_weights) = Tensor();
  FG_ARG(bool, include_last_offset) = false;
  FG_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
};
/// Bags are input's rows, or the parts of a vector that options.offsets() says.
inline Tensor embedding_bag(const Tensor &input, const Tensor &weight,
                            const EmbeddingBagFuncOptions &options = {}) {
  const Tensor offsets = options.offsets(), weights = options.per_sample_weights();
  FG_CHECK(input.dim() == 1 || input.dim() == 2,
           "input has to be 1D or 2D Tensor, but got Tensor of dimension ", input.dim());
  FG_CHECK(input.dim() == 1 || !offsets.defined(),
           "If input is 2D, then offsets has to be null, as input is treated is a mini-batch of fixed length "
           "sequences. However, found offsets of type Tensor");
  FG_CHECK(input.dim() == 2 || offsets.defined(), "offsets has to be a 1D Tensor but got null");
  FG_CHECK(options.mode() == kSum || options.mode() == kMean || options.mode() == kMax,
           "mode has to be one of sum, mean or max");
  if (weights.defined()) {
    FG_CHECK(input.sizes() == weights.sizes(), "embedding_bag: If per_sample_weights (", weights.sizes(),
             ") is not null, then it must have the same shape as the input (", input.sizes(), ")");
    FG_CHECK(options.mode() == kSum, "embedding_bag: per_sample_weights was not null. per_sample_weights is "
                                     "only supported for mode='kSum'");
  }
  const int64_t mode = options.mode() == kSum ? 0 : options.mode() == kMean ? 1 : 2;
  if (options.max_norm().has_value()) {
    Tensor table = weight;
    fg::embedding_renorm_(table, input, *options.max_norm(), options.norm_type());
  }
  if (input.dim() == 2)
    return fg::detail::bagsOfRows(weight, input, mode, weights, options.padding_idx());
  return std::get<0>(fg::embedding_bag(weight, input, offsets, options.scale_grad_by_freq(), mode,
                                       options.sparse(), weights, options.include_last_offset(),
                                       options.padding_idx()));
}
} // namespace functional

struct EmbeddingBagOptions {
  EmbeddingBagOptions(int64_t num_embeddings, int64_t embedding_dim)
      : num_embeddings_(num_embeddings), embedding_dim_(embedding_dim) {}
  FG_ARG(int64_t, num_embeddings);
  FG_ARG(int64_t, embedding_dim);
  FG_ARG(std::optional<double>, max_norm) = std::nullopt;
  FG_ARG(double, norm_type) = 2.0;
  FG_ARG(bool, scale_grad_by_freq) = false;
  FG_ARG(enumtype::Name, mode) = kMean; // or kSum, kMax
  FG_ARG(bool, sparse) = false;
  FG_ARG(Tensor, _weight) = Tensor();
  FG_ARG(bool, include_last_offset) = false;
  FG_ARG(std::optional<int64_t>, padding_idx) = std::nullopt; // its row is zero at the start
};

class EmbeddingBagImpl : public EmbeddingTableImpl<EmbeddingBagOptions> {
public:
  EmbeddingBagImpl(int64_t num_embeddings, int64_t embedding_dim)
      : EmbeddingBagImpl(EmbeddingBagOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingBagImpl(const EmbeddingBagOptions &options_) : EmbeddingTableImpl(options_) {}
  Tensor forward(const Tensor &input, const Tensor &offsets = {}, const Tensor &per_sample_weights = {}) {
    return functional::embedding_bag(input, weight,
                                     functional::EmbeddingBagFuncOptions()
                                         .offsets(offsets)
                                         .max_norm(options.max_norm())
                                         .norm_type(options.norm_type())
                                         .scale_grad_by_freq(options.scale_grad_by_freq())
                                         .mode(options.mode())
                                         .sparse(options.sparse())
                                         .per_sample_weights(per_sample_weights)
                                         .include_last_offset(options.include_last_offset())
                                         .padding_idx(options.padding_idx()));
  }
  void pretty_print(std::ostream &stream) const override;
};

/// Of EmbeddingBag::from_pretrained.
struct EmbeddingBagFromPretrainedOptions {
  FG_ARG(bool, freeze) = true;
  FG_ARG(std::optional<double>, max_norm) = std::nullopt;
  FG_ARG(double, norm_type) = 2.0;
  FG_ARG(bool, scale_grad_by_freq) = false;
  FG_ARG(enumtype::Name, mode) = kMean; // or kSum, kMax
  FG_ARG(bool, sparse) = false;
  FG_ARG(bool, include_last_offset) = false;
  FG_ARG(std::optional<int64_t>, padding_idx) = std::nullopt;
};
class EmbeddingBag : public ModuleHolder<EmbeddingBagImpl> {
public:
  using ModuleHolder<EmbeddingBagImpl>::ModuleHolder;
  using Impl [[maybe_unused]] = EmbeddingBagImpl;
  /// With that table, which is shared.
  static EmbeddingBag from_pretrained(const Tensor &embeddings,
                                      const EmbeddingBagFromPretrainedOptions &options = {}) {
    FG_CHECK(embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional");
    return EmbeddingBag(EmbeddingBagOptions(embeddings.size(0), embeddings.size(1))
                            ._weight(embeddings)
                            .max_norm(options.max_norm())
                            .norm_type(options.norm_type())
                            .scale_grad_by_freq(options.scale_grad_by_freq())
                            .mode(options.mode())
                            .sparse(options.sparse())
                            .include_last_offset(options.include_last_offset())
                            .padding_idx(options.padding_idx()));
  }
};

} // namespace fg::nn
