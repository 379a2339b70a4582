// TransformerDecoder, and Transformer: an encoder and a decoder.
#pragma once

#include <fullgraph/nn/attention.h>

namespace fg::nn {

/// The layers' options, whose weights are their own; what normalises the last layer's output, if anything.
struct TransformerDecoderOptions {
  TransformerDecoderOptions(TransformerDecoderLayerOptions decoder_layer, int64_t num_layers)
      : decoder_layer_(decoder_layer), num_layers_(num_layers) {}
  TransformerDecoderOptions(const TransformerDecoderLayer &decoder_layer, int64_t num_layers)
      : TransformerDecoderOptions(decoder_layer->options, num_layers) {}
  FG_ARG(TransformerDecoderLayerOptions, decoder_layer);
  FG_ARG(int64_t, num_layers);
  FG_ARG(AnyModule, norm) = AnyModule();
};

/// A stack of decoder layers with the same options, each with weights of its own.
class TransformerDecoderImpl : public Module {
public:
  TransformerDecoderImpl(const TransformerDecoderLayer &decoder_layer, int64_t num_layers)
      : TransformerDecoderImpl(TransformerDecoderOptions(decoder_layer, num_layers)) {}
  explicit TransformerDecoderImpl(const TransformerDecoderOptions &options_) : options(options_) {
    layers = register_module("layers", ModuleList());
    for (int64_t i = 0; i < options.num_layers(); ++i)
      layers->push_back(TransformerDecoderLayer(options.decoder_layer()));
    norm = options.norm();
    if (!norm.is_empty())
      register_module("norm", norm.ptr());
  }
  /// tgt [T, B, E], memory [S, B, E]; masks as MultiheadAttention has them.
  Tensor forward(const Tensor &tgt, const Tensor &memory, const Tensor &tgt_mask = {},
                 const Tensor &memory_mask = {}, const Tensor &tgt_key_padding_mask = {},
                 const Tensor &memory_key_padding_mask = {}) {
    Tensor x = tgt;
    for (const auto &layer : *layers)
      x = layer->as<TransformerDecoderLayer>()->forward(x, memory, tgt_mask, memory_mask,
                                                        tgt_key_padding_mask, memory_key_padding_mask);
    return norm.is_empty() ? x : norm.forward(x);
  }

  TransformerDecoderOptions options;
  ModuleList layers{nullptr};
  AnyModule norm;
};
FG_MODULE(TransformerDecoder);

struct TransformerOptions {
  TransformerOptions() = default;
  TransformerOptions(int64_t d_model, int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  TransformerOptions(int64_t d_model, int64_t nhead, int64_t num_encoder_layers, int64_t num_decoder_layers)
      : d_model_(d_model), nhead_(nhead), num_encoder_layers_(num_encoder_layers),
        num_decoder_layers_(num_decoder_layers) {}
  FG_ARG(int64_t, d_model) = 512;
  FG_ARG(int64_t, nhead) = 8;
  FG_ARG(int64_t, num_encoder_layers) = 6;
  FG_ARG(int64_t, num_decoder_layers) = 6;
  FG_ARG(int64_t, dim_feedforward) = 2048;
  FG_ARG(double, dropout) = 0.1;
  FG_ARG(enumtype::Name, activation) = kReLU;      // or kGELU
  FG_ARG(AnyModule, custom_encoder) = AnyModule(); // forward(src, src_mask, src_key_padding_mask)
  FG_ARG(AnyModule, custom_decoder) = AnyModule(); // as TransformerDecoder's, with all six tensors
};

/// Vaswani et al., Attention Is All You Need (2017): sequences src [S, B, E] and tgt [T, B, E].
class TransformerImpl : public Module {
public:
  TransformerImpl() : TransformerImpl(TransformerOptions()) {}
  explicit TransformerImpl(const TransformerOptions &options_) : options(options_) {
    const std::vector<int64_t> features{options.d_model()};
    if (options.custom_encoder().is_empty())
      encoder = AnyModule(TransformerEncoder(
          TransformerEncoderOptions(TransformerEncoderLayerOptions(options.d_model(), options.nhead())
                                        .dim_feedforward(options.dim_feedforward())
                                        .dropout(options.dropout())
                                        .activation(options.activation()),
                                    options.num_encoder_layers())
              .norm(AnyModule(LayerNorm(features)))));
    else
      encoder = options.custom_encoder();
    register_module("encoder", encoder.ptr());
    if (options.custom_decoder().is_empty())
      decoder = AnyModule(TransformerDecoder(
          TransformerDecoderOptions(TransformerDecoderLayerOptions(options.d_model(), options.nhead())
                                        .dim_feedforward(options.dim_feedforward())
                                        .dropout(options.dropout())
                                        .activation(options.activation()),
                                    options.num_decoder_layers())
              .norm(AnyModule(LayerNorm(features)))));
    else
      decoder = options.custom_decoder();
    register_module("decoder", decoder.ptr());
    reset_parameters();
  }
  void reset_parameters() {
    for (const Tensor &parameter : parameters())
      if (parameter.dim() > 1)
        init::xavier_uniform_(parameter);
  }
  Tensor forward(const Tensor &src, const Tensor &tgt, const Tensor &src_mask = {},
                 const Tensor &tgt_mask = {}, const Tensor &memory_mask = {},
                 const Tensor &src_key_padding_mask = {}, const Tensor &tgt_key_padding_mask = {},
                 const Tensor &memory_key_padding_mask = {}) {
    FG_CHECK(src.dim() == 3 && tgt.dim() == 3, "src and tgt should have 3 dimensions, but got ", src.dim(),
             " and ", tgt.dim());
    FG_CHECK(src.size(1) == tgt.size(1), "src and tgt should have equal batch size (at dim 1), but got ",
             src.size(1), " and ", tgt.size(1));
    FG_CHECK(src.size(2) == options.d_model() && tgt.size(2) == options.d_model(),
             "src and tgt should have same feature size as d_model (at dim 2), but got ", src.size(2),
             " and ", tgt.size(2), " while d_model is ", options.d_model());
    const Tensor memory = encoder.forward<Tensor>(src, src_mask, src_key_padding_mask);
    return decoder.forward<Tensor>(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask,
                                   memory_key_padding_mask);
  }
  /// To be added to scores [size, size]: -inf above the diagonal, so that no position sees later ones.
  static Tensor generate_square_subsequent_mask(int64_t size) {
    return fg::triu(fg::full({size, size}, -__builtin_inf()), 1);
  }

  TransformerOptions options;
  AnyModule encoder, decoder;
};
FG_MODULE(Transformer);

} // namespace fg::nn
