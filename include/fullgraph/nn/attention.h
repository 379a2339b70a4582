// MultiheadAttention and the transformer's layers.
#pragma once

#include <fullgraph/nn/activation.h>
#include <fullgraph/nn/containers.h>
#include <fullgraph/nn/dropout.h>
#include <fullgraph/nn/linear.h>
#include <fullgraph/nn/norm.h>

#include <cmath>

namespace fg::nn {

struct MultiheadAttentionOptions {
  MultiheadAttentionOptions(int64_t embed_dim, int64_t num_heads)
      : embed_dim_(embed_dim), num_heads_(num_heads), kdim_(embed_dim), vdim_(embed_dim) {}
  FG_ARG(int64_t, embed_dim);
  FG_ARG(int64_t, num_heads);
  FG_ARG(double, dropout) = 0.0; // of the attention's weights, in training
  FG_ARG(bool, bias) = true;
  FG_ARG(bool, add_bias_kv) = false;   // a learnt key and value behind the sequence
  FG_ARG(bool, add_zero_attn) = false; // a key and value of 0 behind it
  FG_ARG(int64_t, kdim);               // features of keys, and of values
  FG_ARG(int64_t, vdim);
};

namespace functional {

/// The parameters of an attention (undefined ones where there are none), and how it is computed.
struct MultiheadAttentionForwardFuncOptions {
  MultiheadAttentionForwardFuncOptions(int64_t embed_dim_to_check, int64_t num_heads, Tensor in_proj_weight,
                                       Tensor in_proj_bias, Tensor bias_k, Tensor bias_v, bool add_zero_attn,
                                       double dropout_p, Tensor out_proj_weight, Tensor out_proj_bias)
      : embed_dim_to_check_(embed_dim_to_check), num_heads_(num_heads), in_proj_weight_(in_proj_weight),
        in_proj_bias_(in_proj_bias), bias_k_(bias_k), bias_v_(bias_v), add_zero_attn_(add_zero_attn),
        dropout_p_(dropout_p), out_proj_weight_(out_proj_weight), out_proj_bias_(out_proj_bias) {}
  FG_ARG(int64_t, embed_dim_to_check);
  FG_ARG(int64_t, num_heads);
  FG_ARG(Tensor, in_proj_weight); // of queries, keys and values, one above the other
  FG_ARG(Tensor, in_proj_bias);
  FG_ARG(Tensor, bias_k); // [1, 1, E], behind the projected keys
  FG_ARG(Tensor, bias_v);
  FG_ARG(bool, add_zero_attn);
  FG_ARG(double, dropout_p);
  FG_ARG(Tensor, out_proj_weight);
  FG_ARG(Tensor, out_proj_bias);
  FG_ARG(bool, training) = true;
  FG_ARG(Tensor, key_padding_mask) = Tensor(); // [B, S]: true where a key is left out
  FG_ARG(bool, need_weights) = true;
  FG_ARG(Tensor, attn_mask) = Tensor(); // [L, S] or [B * heads, L, S]: true where a pair is left out, or
                                        // numbers that are added
  FG_ARG(bool, use_separate_proj_weight) = false; // those below, in the place of in_proj_weight
  FG_ARG(Tensor, q_proj_weight) = Tensor();
  FG_ARG(Tensor, k_proj_weight) = Tensor();
  FG_ARG(Tensor, v_proj_weight) = Tensor();
  FG_ARG(Tensor, static_k) = Tensor(); // [B * heads, S, E / heads], in the place of projected keys
  FG_ARG(Tensor, static_v) = Tensor();
  FG_ARG(bool, average_attn_weights) = true;
};

} // namespace functional

namespace detail {

using AttentionOptions = functional::MultiheadAttentionForwardFuncOptions;

/// The queries (part 0), keys (1) or values (2): x's projection.
inline Tensor attentionPart(const Tensor &x, const AttentionOptions &options, int64_t part) {
  const int64_t e = options.embed_dim_to_check();
  Tensor weight;
  if (options.use_separate_proj_weight()) {
    weight = part == 0   ? options.q_proj_weight()
             : part == 1 ? options.k_proj_weight()
                         : options.v_proj_weight();
    FG_CHECK(weight.size(0) == e && weight.size(1) == x.size(-1), "expected a projection of ", x.size(-1),
             " features to ", e, ", but got a weight of size ", weight.sizes());
  } else {
    weight = fg::slice(options.in_proj_weight(), 0, part * e, (part + 1) * e, 1);
  }
  const Tensor bias = options.in_proj_bias();
  if (!bias.defined())
    return fg::linear(x, weight);
  return fg::linear(x, weight, fg::slice(bias, 0, part * e, (part + 1) * e, 1));
}
/// A mask that lets through what is behind the others' end.
inline Tensor maskWithOneMore(const Tensor &mask) {
  if (!mask.defined())
    return mask;
  std::vector<int64_t> sizes = mask.sizes().vec();
  sizes.back() = 1;
  return fg::cat({mask, fg::zeros(sizes, mask.scalar_type())}, -1);
}
/// [B, heads, S, E] with zeros behind S.
inline Tensor withOneMore(const Tensor &x) {
  return fg::cat({x, fg::zeros({x.size(0), x.size(1), 1, x.size(3)}, x.scalar_type())}, 2);
}

} // namespace detail

namespace functional {

/// Of sequences [L, B, E] (query) and [S, B, ...] (key, value): the output [L, B, E], and the attention's
/// weights, [B, L, S] averaged over heads or [B, heads, L, S]; undefined unless they are needed.
inline std::tuple<Tensor, Tensor>
multi_head_attention_forward(const Tensor &query, const Tensor &key, const Tensor &value,
                             const MultiheadAttentionForwardFuncOptions &options) {
  const int64_t e = options.embed_dim_to_check(), heads = options.num_heads(), width = e / heads;
  FG_CHECK(query.dim() == 3, "MultiheadAttention: expected sequences of 3 dims, got ", query.dim());
  FG_CHECK(query.size(2) == e, "expected sequences of ", e, " features, but got ", query.size(2));
  FG_CHECK(key.size(0) == value.size(0) && key.size(1) == value.size(1),
           "expected as many values as keys, but got ", value.sizes(), " and ", key.sizes());
  FG_CHECK(width * heads == e, "embed_dim must be divisible by num_heads");
  const int64_t l = query.size(0), b = query.size(1);
  const Tensor q = nn::detail::attentionPart(query, options, 0);
  Tensor k = nn::detail::attentionPart(key, options, 1), v = nn::detail::attentionPart(value, options, 2);
  Tensor attn_mask = options.attn_mask(), key_padding_mask = options.key_padding_mask();
  const Tensor bias_k = options.bias_k(), bias_v = options.bias_v(), static_k = options.static_k(),
               static_v = options.static_v();
  FG_CHECK(bias_k.defined() == bias_v.defined(), "bias_k and bias_v must be given together");
  if (bias_k.defined()) {
    FG_CHECK(!static_k.defined(), "bias cannot be added to static key.");
    FG_CHECK(!static_v.defined(), "bias cannot be added to static value.");
    k = fg::cat({k, fg::expand(bias_k, {1, b, e})});
    v = fg::cat({v, fg::expand(bias_v, {1, b, e})});
    attn_mask = nn::detail::maskWithOneMore(attn_mask);
    key_padding_mask = nn::detail::maskWithOneMore(key_padding_mask);
  }
  // [L, B, E] -> [B, heads, L, width]
  const auto split = [&](const Tensor &x, int64_t length) {
    return fg::permute(fg::reshape(x, {length, b, heads, width}), {1, 2, 0, 3});
  };
  const Tensor queries = fg::mul(split(q, l), 1.0 / std::sqrt(static_cast<double>(width)));
  Tensor keys =
      static_k.defined() ? fg::reshape(static_k, {b, heads, static_k.size(1), width}) : split(k, k.size(0));
  Tensor values =
      static_v.defined() ? fg::reshape(static_v, {b, heads, static_v.size(1), width}) : split(v, v.size(0));
  if (options.add_zero_attn()) {
    keys = nn::detail::withOneMore(keys);
    values = nn::detail::withOneMore(values);
    attn_mask = nn::detail::maskWithOneMore(attn_mask);
    key_padding_mask = nn::detail::maskWithOneMore(key_padding_mask);
  }
  const int64_t s = keys.size(2);
  const double minusInfinity = -__builtin_inf();
  Tensor scores = fg::matmul(queries, fg::transpose(keys, -2, -1)); // [B, heads, L, S]
  if (attn_mask.defined()) {
    const Tensor mask = attn_mask.dim() == 3 ? fg::reshape(attn_mask, {b, heads, l, s}) : attn_mask;
    scores =
        mask.scalar_type() == kBool ? fg::masked_fill(scores, mask, minusInfinity) : fg::add(scores, mask);
  }
  if (key_padding_mask.defined())
    scores = fg::masked_fill(scores, fg::reshape(key_padding_mask, {b, 1, 1, s}), minusInfinity);
  Tensor attention = fg::softmax(scores, -1);
  if (options.training() && options.dropout_p() != 0)
    attention = fg::dropout(attention, options.dropout_p(), true);
  const Tensor mixed = fg::reshape(fg::permute(fg::matmul(attention, values), {2, 0, 1, 3}), {l, b, e});
  const Tensor output = fg::linear(mixed, options.out_proj_weight(), options.out_proj_bias());
  if (!options.need_weights())
    return {output, Tensor()};
  return {output, options.average_attn_weights() ? fg::mean(attention, 1) : attention};
}

} // namespace functional

/// Sequences are [L, B, E]. As in torch::nn, the three projections are one parameter where keys and values
/// have as many features as queries.
class MultiheadAttentionImpl : public Module {
public:
  MultiheadAttentionImpl(int64_t embed_dim, int64_t num_heads)
      : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions &options_) : options(options_) {
    FG_CHECK(options.embed_dim() % options.num_heads() == 0, "embed_dim must be divisible by num_heads");
    const int64_t e = options.embed_dim();
    _qkv_same_embed_dim = options.kdim() == e && options.vdim() == e;
    if (_qkv_same_embed_dim) {
      in_proj_weight = register_parameter("in_proj_weight", fg::empty({3 * e, e}));
    } else {
      q_proj_weight = register_parameter("q_proj_weight", fg::empty({e, e}));
      k_proj_weight = register_parameter("k_proj_weight", fg::empty({e, options.kdim()}));
      v_proj_weight = register_parameter("v_proj_weight", fg::empty({e, options.vdim()}));
    }
    in_proj_bias = options.bias() ? register_parameter("in_proj_bias", fg::zeros({3 * e}))
                                  : register_parameter("in_proj_bias", {}, false);
    out_proj = register_module("out_proj", Linear(LinearOptions(e, e).bias(options.bias())));
    if (options.add_bias_kv()) {
      bias_k = register_parameter("bias_k", fg::empty({1, 1, e}));
      bias_v = register_parameter("bias_v", fg::empty({1, 1, e}));
    }
    reset_parameters();
  }
  void reset_parameters() {
    if (_qkv_same_embed_dim) {
      init::xavier_uniform_(in_proj_weight);
    } else {
      init::xavier_uniform_(q_proj_weight);
      init::xavier_uniform_(k_proj_weight);
      init::xavier_uniform_(v_proj_weight);
    }
    if (out_proj->bias.defined())
      init::zeros_(out_proj->bias);
    if (bias_k.defined()) {
      init::xavier_normal_(bias_k);
      init::xavier_normal_(bias_v);
    }
  }

  /// The output, and the attention's weights [B, L, S], averaged over heads (undefined unless wanted).
  /// key_padding_mask [B, S]: true where a key is left out. attn_mask [L, S] or [B * heads, L, S]: true where
  /// a pair is left out, or numbers that are added.
  std::tuple<Tensor, Tensor> forward(const Tensor &query, const Tensor &key, const Tensor &value,
                                     const Tensor &key_padding_mask = {}, bool need_weights = true,
                                     const Tensor &attn_mask = {}, bool average_attn_weights = true) {
    return functional::multi_head_attention_forward(
        query, key, value,
        functional::MultiheadAttentionForwardFuncOptions(
            options.embed_dim(), options.num_heads(), in_proj_weight, in_proj_bias, bias_k, bias_v,
            options.add_zero_attn(), options.dropout(), out_proj->weight, out_proj->bias)
            .training(options.dropout() != 0 && is_training())
            .key_padding_mask(key_padding_mask)
            .need_weights(need_weights)
            .attn_mask(attn_mask)
            .use_separate_proj_weight(!_qkv_same_embed_dim)
            .q_proj_weight(q_proj_weight)
            .k_proj_weight(k_proj_weight)
            .v_proj_weight(v_proj_weight)
            .average_attn_weights(average_attn_weights));
  }

  MultiheadAttentionOptions options;
  bool _qkv_same_embed_dim = true;
  FG_SHAPE("f32[P,E]") Tensor in_proj_weight;
  FG_SHAPE("f32[P]") Tensor in_proj_bias;
  FG_SHAPE("f32[E,E]") Tensor q_proj_weight;
  FG_SHAPE("f32[E,K]") Tensor k_proj_weight;
  FG_SHAPE("f32[E,V]") Tensor v_proj_weight;
  FG_SHAPE("f32[1,1,E]") Tensor bias_k, bias_v;
  Linear out_proj{nullptr};
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

using TransformerDecoderLayerOptions = TransformerEncoderLayerOptions;

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

/// The layers' options, whose weights are their own; what normalises the last layer's output, if anything.
struct TransformerEncoderOptions {
  TransformerEncoderOptions(TransformerEncoderLayerOptions encoder_layer, int64_t num_layers)
      : encoder_layer_(encoder_layer), num_layers_(num_layers) {}
  TransformerEncoderOptions(const TransformerEncoderLayer &encoder_layer, int64_t num_layers)
      : TransformerEncoderOptions(encoder_layer->options, num_layers) {}
  FG_ARG(TransformerEncoderLayerOptions, encoder_layer);
  FG_ARG(int64_t, num_layers);
  FG_ARG(AnyModule, norm) = AnyModule();
};

/// A stack of encoder layers with the same options, each with weights of its own.
class TransformerEncoderImpl : public Module {
public:
  TransformerEncoderImpl(const TransformerEncoderLayer &encoder_layer, int64_t num_layers)
      : TransformerEncoderImpl(TransformerEncoderOptions(encoder_layer, num_layers)) {}
  explicit TransformerEncoderImpl(const TransformerEncoderOptions &options_) : options(options_) {
    layers = register_module("layers", ModuleList());
    for (int64_t i = 0; i < options.num_layers(); ++i)
      layers->push_back(TransformerEncoderLayer(options.encoder_layer()));
    norm = options.norm();
    if (!norm.is_empty())
      register_module("norm", norm.ptr());
  }
  Tensor forward(const Tensor &src, const Tensor &src_mask = {}, const Tensor &src_key_padding_mask = {}) {
    Tensor x = src;
    for (const auto &layer : *layers)
      x = layer->as<TransformerEncoderLayer>()->forward(x, src_mask, src_key_padding_mask);
    return norm.is_empty() ? x : norm.forward(x);
  }

  TransformerEncoderOptions options;
  ModuleList layers{nullptr};
  AnyModule norm;
};
FG_MODULE(TransformerEncoder);

} // namespace fg::nn
