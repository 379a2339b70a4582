// BERT: sentences, pairs of sentences and padding, as Hugging Face's BertModel names its parts.
#include "common.h"

namespace nn = fg::nn;

struct BertConfig {
  int64_t vocab_size = 30, hidden_size = 24, num_hidden_layers = 2, num_attention_heads = 3,
          intermediate_size = 48, max_position_embeddings = 16, type_vocab_size = 2;
  double layer_norm_eps = 1e-12;
};

struct BertEmbeddingsImpl : nn::Module {
  explicit BertEmbeddingsImpl(const BertConfig &config)
      : word_embeddings(nn::EmbeddingOptions(config.vocab_size, config.hidden_size).padding_idx(0)),
        position_embeddings(config.max_position_embeddings, config.hidden_size),
        token_type_embeddings(config.type_vocab_size, config.hidden_size),
        LayerNorm(nn::LayerNormOptions({config.hidden_size}).eps(config.layer_norm_eps)), dropout(0.1) {
    register_module("word_embeddings", word_embeddings);
    register_module("position_embeddings", position_embeddings);
    register_module("token_type_embeddings", token_type_embeddings);
    register_module("LayerNorm", LayerNorm);
    register_module("dropout", dropout);
    position_ids = register_buffer("position_ids", fg::arange(config.max_position_embeddings).unsqueeze(0));
  }
  fg::Tensor forward(const fg::Tensor &input_ids, const fg::Tensor &token_type_ids) {
    const fg::Tensor positions = position_ids.slice(1, 0, input_ids.size(1));
    fg::Tensor embeddings = word_embeddings(input_ids) + token_type_embeddings(token_type_ids);
    embeddings += position_embeddings(positions);
    return dropout(LayerNorm(embeddings));
  }

  nn::Embedding word_embeddings, position_embeddings, token_type_embeddings;
  nn::LayerNorm LayerNorm;
  nn::Dropout dropout;
  FG_SHAPE("i64[1,P]") fg::Tensor position_ids;
};
FG_MODULE(BertEmbeddings);

struct BertAttentionImpl : nn::Module {
  explicit BertAttentionImpl(const BertConfig &config)
      : heads(config.num_attention_heads), query(config.hidden_size, config.hidden_size),
        key(config.hidden_size, config.hidden_size), value(config.hidden_size, config.hidden_size),
        dense(config.hidden_size, config.hidden_size) {
    register_module("query", query);
    register_module("key", key);
    register_module("value", value);
    register_module("dense", dense);
  }
  fg::Tensor split_heads(const fg::Tensor &x) const {
    return x.view({x.size(0), x.size(1), heads, -1}).permute({0, 2, 1, 3});
  }
  fg::Tensor forward(const fg::Tensor &hidden, const fg::Tensor &mask) {
    const fg::Tensor q = split_heads(query(hidden));
    const fg::Tensor k = split_heads(key(hidden));
    const fg::Tensor v = split_heads(value(hidden));
    fg::Tensor scores = fg::matmul(q, k.transpose(-1, -2)) / std::sqrt(static_cast<double>(q.size(-1)));
    scores = scores + mask;
    const fg::Tensor context = fg::matmul(fg::softmax(scores, -1), v);
    return dense(context.permute({0, 2, 1, 3}).contiguous().view(hidden.sizes()));
  }

  int64_t heads;
  nn::Linear query, key, value, dense;
};
FG_MODULE(BertAttention);

struct BertLayerImpl : nn::Module {
  explicit BertLayerImpl(const BertConfig &config)
      : attention(config),
        attention_norm(nn::LayerNormOptions({config.hidden_size}).eps(config.layer_norm_eps)),
        intermediate(config.hidden_size, config.intermediate_size),
        output(config.intermediate_size, config.hidden_size),
        output_norm(nn::LayerNormOptions({config.hidden_size}).eps(config.layer_norm_eps)) {
    register_module("attention", attention);
    register_module("attention_norm", attention_norm);
    register_module("intermediate", intermediate);
    register_module("output", output);
    register_module("output_norm", output_norm);
  }
  fg::Tensor forward(const fg::Tensor &hidden, const fg::Tensor &mask) {
    const fg::Tensor attended = attention_norm(attention(hidden, mask) + hidden);
    return output_norm(output(fg::gelu(intermediate(attended))) + attended);
  }

  BertAttention attention;
  nn::LayerNorm attention_norm;
  nn::Linear intermediate, output;
  nn::LayerNorm output_norm;
};
FG_MODULE(BertLayer);

struct BertOutput {
  fg::Tensor last_hidden_state, pooler_output;
};

struct BertImpl : nn::Module {
  explicit BertImpl(const BertConfig &config)
      : embeddings(config), pooler(config.hidden_size, config.hidden_size),
        cls(nn::LinearOptions(config.hidden_size, config.vocab_size)) {
    register_module("embeddings", embeddings);
    for (int64_t i = 0; i < config.num_hidden_layers; ++i)
      encoder->push_back(BertLayer(config));
    register_module("encoder", encoder);
    register_module("pooler", pooler);
    register_module("cls", cls);
  }

  FG_COMPILE(.fullgraph = true)
  BertOutput forward(FG_SHAPE("i64[B,S]") fg::Tensor input_ids,
                     FG_SHAPE("i64[B,S]") fg::Tensor attention_mask,
                     FG_SHAPE("i64[B,S]") fg::Tensor token_type_ids) {
    const fg::Tensor seen = attention_mask.unsqueeze(1).unsqueeze(2).to(fg::kFloat);
    const fg::Tensor mask = (1.0 - seen) * std::numeric_limits<float>::lowest();
    fg::Tensor hidden = embeddings(input_ids, token_type_ids);
    for (const auto &layer : *encoder)
      hidden = layer->as<BertLayer>()->forward(hidden, mask);
    return {hidden, fg::tanh(pooler(hidden.index({fg::indexing::Slice(), 0})))};
  }

  /// Scores of the vocabulary for each place of the sentence.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor predict(FG_SHAPE("f32[B,S,D]") fg::Tensor hidden) { return cls(hidden); }

  BertEmbeddings embeddings;
  nn::ModuleList encoder;
  nn::Linear pooler, cls;
};
FG_MODULE(Bert);

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv); // BERT-tiny
  const BertConfig config = full ? BertConfig{30522, 128, 2, 2, 512, 512} : BertConfig();
  Bert model{config};
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const int64_t length = 5 + 2 * batch;
    const fg::Tensor words =
        ((models::values("tokens", {batch, length}) + 0.5) * config.vocab_size).floor().to(fg::kLong);
    const fg::Tensor places = fg::arange(length);
    // sentence i has length - i words, the second half of them being the second sentence
    const fg::Tensor mask = (places < (length - fg::arange(batch)).unsqueeze(1)).to(fg::kLong);
    const fg::Tensor types = (places >= length / 2).to(fg::kLong).expand({batch, length}).contiguous();
    const BertOutput result = model->forward(words * mask, mask, types);
    const std::string name = "bert/" + std::to_string(batch);
    good &= models::agrees(name, result.last_hidden_state);
    good &= models::agrees(name + "/pooled", result.pooler_output);
    const fg::Tensor best = model->predict(result.last_hidden_state).argmax(-1);
    for (int64_t i = 0; i < batch; ++i) {
      std::printf("  sentence %ld reads", static_cast<long>(i));
      for (int64_t j = 0; j < length - i; ++j)
        std::printf(" w%ld", static_cast<long>(best[i][j].item<int64_t>()));
      std::printf("\n");
    }
  }
  return good ? 0 : 1;
}
