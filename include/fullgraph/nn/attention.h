// MultiheadAttention and the transformer's layers.
#pragma once

#include <fullgraph/nn/activation.h>
#include <fullgraph/nn/containers.h>
#include <fullgraph/nn/linear.h>
#include <fullgraph/nn/norm.h>

#include <cmath>

namespace fg::nn {

struct MultiheadAttentionOptions {
  MultiheadAttentionOptions(int64_t embed_dim, int64_t num_heads)
      : embed_dim_(embed_dim), num_heads_(num_heads) {}
  FG_ARG(int64_t, embed_dim);
  FG_ARG(int64_t, num_heads);
  FG_ARG(double, dropout) = 0.0; // of the attention's weights, in training
  FG_ARG(bool, bias) = true;
};

/// Sequences are [L, B, E]. As in torch::nn, the three projections are one parameter.
class MultiheadAttentionImpl : public Module {
public:
  MultiheadAttentionImpl(int64_t embed_dim, int64_t num_heads)
      : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions &options_) : options(options_) {
    FG_CHECK(options.embed_dim() % options.num_heads() == 0, "embed_dim must be divisible by num_heads");
    const int64_t e = options.embed_dim();
    in_proj_weight = register_parameter("in_proj_weight", fg::empty({3 * e, e}));
    in_proj_bias = options.bias() ? register_parameter("in_proj_bias", fg::zeros({3 * e}))
                                  : register_parameter("in_proj_bias", {}, false);
    out_proj = register_module("out_proj", Linear(LinearOptions(e, e).bias(options.bias())));
    reset_parameters();
  }
  void reset_parameters() {
    init::xavier_uniform_(in_proj_weight);
    if (out_proj->bias.defined())
      init::zeros_(out_proj->bias);
  }

  /// The output, and the attention's weights [B, L, S], averaged over heads (undefined unless wanted).
  /// key_padding_mask [B, S]: true where a key is left out. attn_mask [L, S] or [B * heads, L, S]: true where
  /// a pair is left out, or numbers that are added.
  std::tuple<Tensor, Tensor> forward(const Tensor &query, const Tensor &key, const Tensor &value,
                                     const Tensor &key_padding_mask = {}, bool need_weights = true,
                                     const Tensor &attn_mask = {}, bool average_attn_weights = true) {
    const int64_t e = options.embed_dim(), heads = options.num_heads(), width = e / heads;
    FG_CHECK(query.dim() == 3, "MultiheadAttention: expected sequences of 3 dims, got ", query.dim());
    const int64_t l = query.size(0), b = query.size(1), s = key.size(0);
    const Tensor q = projected(query, 0), k = projected(key, 1), v = projected(value, 2);
    // [L, B, E] -> [B, heads, L, width]
    const auto split = [&](const Tensor &x, int64_t length) {
      return fg::permute(fg::reshape(x, {length, b, heads, width}), {1, 2, 0, 3});
    };
    Tensor scores = fg::matmul(fg::mul(split(q, l), 1.0 / std::sqrt(static_cast<double>(width))),
                               fg::transpose(split(k, s), -2, -1)); // [B, heads, L, S]
    if (attn_mask.defined()) {
      const Tensor mask = attn_mask.dim() == 3 ? fg::reshape(attn_mask, {b, heads, l, s}) : attn_mask;
      scores =
          mask.scalar_type() == kBool ? fg::masked_fill(scores, mask, minusInfinity) : fg::add(scores, mask);
    }
    if (key_padding_mask.defined())
      scores = fg::masked_fill(scores, fg::reshape(key_padding_mask, {b, 1, 1, s}), minusInfinity);
    Tensor attention = fg::softmax(scores, -1);
    if (options.dropout() != 0 && !detail::expected(!is_training()))
      attention = fg::dropout(attention, options.dropout(), true);
    const Tensor mixed =
        fg::reshape(fg::permute(fg::matmul(attention, split(v, s)), {2, 0, 1, 3}), {l, b, e});
    const Tensor output = out_proj->forward(mixed);
    if (!need_weights)
      return {output, Tensor()};
    return {output, average_attn_weights ? fg::mean(attention, 1) : attention};
  }

  MultiheadAttentionOptions options;
  FG_SHAPE("f32[P,E]") Tensor in_proj_weight;
  FG_SHAPE("f32[P]") Tensor in_proj_bias;
  Linear out_proj{nullptr};

private:
  static constexpr double minusInfinity = -__builtin_inf();

  Tensor projected(const Tensor &x, int64_t part) const {
    const int64_t e = options.embed_dim();
    const Tensor weight = fg::slice(in_proj_weight, 0, part * e, (part + 1) * e, 1);
    if (!in_proj_bias.defined())
      return fg::linear(x, weight);
    return fg::linear(x, weight, fg::slice(in_proj_bias, 0, part * e, (part + 1) * e, 1));
  }
};
FG_MODULE(MultiheadAttention);

struct TransformerEncoderLayerOptions {
  TransformerEncoderLayerOptions(int64_t d_model, int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  FG_ARG(int64_t, d_model);
  FG_ARG(int64_t, nhead);
  FG_ARG(int64_t, dim_feedforward) = 2048;
  FG_ARG(double, dropout) = 0.1;
  FG_ARG(enumtype::Name, activation) = kReLU; // or kGELU
};

/// Attention and a feed-forward network, each added to its input and then normalised.
class TransformerEncoderLayerImpl : public Module {
public:
  TransformerEncoderLayerImpl(int64_t d_model, int64_t nhead)
      : TransformerEncoderLayerImpl(TransformerEncoderLayerOptions(d_model, nhead)) {}
  explicit TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions &options_) : options(options_) {
    const int64_t d = options.d_model();
    self_attn = register_module(
        "self_attn",
        MultiheadAttention(MultiheadAttentionOptions(d, options.nhead()).dropout(options.dropout())));
    linear1 = register_module("linear1", Linear(d, options.dim_feedforward()));
    dropout = register_module("dropout", Dropout(options.dropout()));
    linear2 = register_module("linear2", Linear(options.dim_feedforward(), d));
    norm1 = register_module("norm1", LayerNorm(std::vector<int64_t>{d}));
    norm2 = register_module("norm2", LayerNorm(std::vector<int64_t>{d}));
    dropout1 = register_module("dropout1", Dropout(options.dropout()));
    dropout2 = register_module("dropout2", Dropout(options.dropout()));
  }

  Tensor forward(const Tensor &src, const Tensor &src_mask = {}, const Tensor &src_key_padding_mask = {}) {
    const auto [attended, unused] = self_attn->forward(src, src, src, src_key_padding_mask, false, src_mask);
    const Tensor x = norm1->forward(fg::add(src, dropout1->forward(attended)));
    const Tensor hidden = linear1->forward(x);
    const Tensor active = options.activation() == kGELU ? fg::gelu(hidden) : fg::relu(hidden);
    const Tensor fed = linear2->forward(dropout->forward(active));
    return norm2->forward(fg::add(x, dropout2->forward(fed)));
  }

  TransformerEncoderLayerOptions options;
  MultiheadAttention self_attn{nullptr};
  Linear linear1{nullptr}, linear2{nullptr};
  Dropout dropout{nullptr}, dropout1{nullptr}, dropout2{nullptr};
  LayerNorm norm1{nullptr}, norm2{nullptr};
};
FG_MODULE(TransformerEncoderLayer);

struct TransformerDecoderLayerOptions {
  TransformerDecoderLayerOptions(int64_t d_model, int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  FG_ARG(int64_t, d_model);
  FG_ARG(int64_t, nhead);
  FG_ARG(int64_t, dim_feedforward) = 2048;
  FG_ARG(double, dropout) = 0.1;
  FG_ARG(enumtype::Name, activation) = kReLU; // or kGELU
};

/// Attention to the target itself, to the encoder's output, and a feed-forward network.
class TransformerDecoderLayerImpl : public Module {
public:
  TransformerDecoderLayerImpl(int64_t d_model, int64_t nhead)
      : TransformerDecoderLayerImpl(TransformerDecoderLayerOptions(d_model, nhead)) {}
  explicit TransformerDecoderLayerImpl(const TransformerDecoderLayerOptions &options_) : options(options_) {
    const int64_t d = options.d_model();
    const auto attention = MultiheadAttentionOptions(d, options.nhead()).dropout(options.dropout());
    self_attn = register_module("self_attn", MultiheadAttention(attention));
    dropout1 = register_module("dropout1", Dropout(options.dropout()));
    norm1 = register_module("norm1", LayerNorm(std::vector<int64_t>{d}));
    multihead_attn = register_module("multihead_attn", MultiheadAttention(attention));
    dropout2 = register_module("dropout2", Dropout(options.dropout()));
    norm2 = register_module("norm2", LayerNorm(std::vector<int64_t>{d}));
    linear1 = register_module("linear1", Linear(d, options.dim_feedforward()));
    dropout = register_module("dropout", Dropout(options.dropout()));
    linear2 = register_module("linear2", Linear(options.dim_feedforward(), d));
    dropout3 = register_module("dropout3", Dropout(options.dropout()));
    norm3 = register_module("norm3", LayerNorm(std::vector<int64_t>{d}));
  }

  Tensor forward(const Tensor &tgt, const Tensor &memory, const Tensor &tgt_mask = {},
                 const Tensor &memory_mask = {}, const Tensor &tgt_key_padding_mask = {},
                 const Tensor &memory_key_padding_mask = {}) {
    const auto [own, unused1] = self_attn->forward(tgt, tgt, tgt, tgt_key_padding_mask, false, tgt_mask);
    Tensor x = norm1->forward(fg::add(tgt, dropout1->forward(own)));
    const auto [other, unused2] =
        multihead_attn->forward(x, memory, memory, memory_key_padding_mask, false, memory_mask);
    x = norm2->forward(fg::add(x, dropout2->forward(other)));
    const Tensor hidden = linear1->forward(x);
    const Tensor active = options.activation() == kGELU ? fg::gelu(hidden) : fg::relu(hidden);
    const Tensor fed = linear2->forward(dropout->forward(active));
    return norm3->forward(fg::add(x, dropout3->forward(fed)));
  }

  TransformerDecoderLayerOptions options;
  MultiheadAttention self_attn{nullptr}, multihead_attn{nullptr};
  Linear linear1{nullptr}, linear2{nullptr};
  Dropout dropout{nullptr}, dropout1{nullptr}, dropout2{nullptr}, dropout3{nullptr};
  LayerNorm norm1{nullptr}, norm2{nullptr}, norm3{nullptr};
};
FG_MODULE(TransformerDecoderLayer);

struct TransformerEncoderOptions {
  TransformerEncoderOptions(TransformerEncoderLayerOptions layer, int64_t num_layers)
      : layer_(layer), num_layers_(num_layers) {}
  TransformerEncoderOptions(const TransformerEncoderLayer &layer, int64_t num_layers)
      : TransformerEncoderOptions(layer->options, num_layers) {}
  FG_ARG(TransformerEncoderLayerOptions, layer);
  FG_ARG(int64_t, num_layers);
};

/// A stack of encoder layers with the same options, each with weights of its own.
class TransformerEncoderImpl : public Module {
public:
  TransformerEncoderImpl(const TransformerEncoderLayer &layer, int64_t num_layers)
      : TransformerEncoderImpl(TransformerEncoderOptions(layer, num_layers)) {}
  explicit TransformerEncoderImpl(const TransformerEncoderOptions &options_) : options(options_) {
    layers = register_module("layers", ModuleList());
    for (int64_t i = 0; i < options.num_layers(); ++i)
      layers->push_back(TransformerEncoderLayer(options.layer()));
  }
  Tensor forward(const Tensor &src, const Tensor &src_mask = {}, const Tensor &src_key_padding_mask = {}) {
    Tensor x = src;
    for (const auto &layer : *layers)
      x = layer->as<TransformerEncoderLayer>()->forward(x, src_mask, src_key_padding_mask);
    return x;
  }

  TransformerEncoderOptions options;
  ModuleList layers{nullptr};
};
FG_MODULE(TransformerEncoder);

} // namespace fg::nn
