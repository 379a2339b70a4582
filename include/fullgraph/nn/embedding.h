// Embedding: a table of vectors.
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
  FG_ARG(Tensor, _weight) = Tensor();
};

class EmbeddingImpl : public Module {
public:
  EmbeddingImpl(int64_t num_embeddings, int64_t embedding_dim)
      : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
  explicit EmbeddingImpl(const EmbeddingOptions &options_) : options(options_) {
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
  Tensor forward(const Tensor &indices) { return fg::embedding(weight, indices); }
  void pretty_print(std::ostream &stream) const override;

  EmbeddingOptions options;
  FG_SHAPE("f32[V,D]") Tensor weight;
};
FG_MODULE(Embedding);

} // namespace fg::nn
