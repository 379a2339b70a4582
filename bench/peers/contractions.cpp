// Products, attention, convolutions and what stands around them in networks.
#include "cases.h"

#define CASE FG_COMPILE(.fullgraph = true) static fg::Tensor
#define IN(shape) FG_SHAPE("f32[" shape "]") const fg::Tensor &

CASE matmul(IN("M,K") x, IN("K,N") y) { return fg::matmul(x, y); }
FG_PEER(matmul)
CASE matmul_transposed(IN("M,K") x, IN("N,K") y) { return fg::matmul(x, y.t()); }
FG_PEER(matmul_transposed)
CASE gemv(IN("M,K") x, IN("K") y) { return fg::mv(x, y); }
FG_PEER(gemv)
CASE bmm(IN("B,M,K") x, IN("B,K,N") y) { return fg::bmm(x, y); }
FG_PEER(bmm)
CASE linear_gelu(IN("M,K") x, IN("N,K") w, IN("N") b) { return fg::gelu(fg::linear(x, w, b)); }
FG_PEER(linear_gelu)
CASE mlp(IN("M,784") x, IN("256,784") w1, IN("256") b1, IN("10,256") w2, IN("10") b2) {
  return fg::softmax(fg::linear(fg::relu(fg::linear(x, w1, b1)), w2, b2), -1);
}
FG_PEER(mlp)
CASE attention(IN("B,H,T,64") q, IN("B,H,T,64") k, IN("B,H,T,64") v) {
  return fg::scaled_dot_product_attention(q, k, v);
}
FG_PEER(attention)
CASE attention_causal(IN("B,H,T,64") q, IN("B,H,T,64") k, IN("B,H,T,64") v) {
  return fg::scaled_dot_product_attention(q, k, v, {}, 0.0, true);
}
FG_PEER(attention_causal)

CASE conv_stem(IN("B,3,224,224") x, IN("64,3,7,7") w) { return fg::conv2d(x, w, {}, 2, 3); }
FG_PEER(conv_stem)
CASE conv_64(IN("B,64,56,56") x, IN("64,64,3,3") w) { return fg::conv2d(x, w, {}, 1, 1); }
FG_PEER(conv_64)
CASE conv_128(IN("B,128,28,28") x, IN("128,128,3,3") w) { return fg::conv2d(x, w, {}, 1, 1); }
FG_PEER(conv_128)
CASE conv_256(IN("B,256,14,14") x, IN("256,256,3,3") w) { return fg::conv2d(x, w, {}, 1, 1); }
FG_PEER(conv_256)
CASE conv_512(IN("B,512,7,7") x, IN("512,512,3,3") w) { return fg::conv2d(x, w, {}, 1, 1); }
FG_PEER(conv_512)
CASE conv_half(IN("B,64,56,56") x, IN("128,64,3,3") w) { return fg::conv2d(x, w, {}, 2, 1); }
FG_PEER(conv_half)
CASE conv_1x1(IN("B,64,56,56") x, IN("256,64,1,1") w) { return fg::conv2d(x, w, {}, 1, 0); }
FG_PEER(conv_1x1)
CASE conv_1x1_deep(IN("B,1024,14,14") x, IN("256,1024,1,1") w) { return fg::conv2d(x, w, {}, 1, 0); }
FG_PEER(conv_1x1_deep)
CASE conv_depthwise(IN("B,96,56,56") x, IN("96,1,3,3") w) { return fg::conv2d(x, w, {}, 1, 1, 1, 96); }
FG_PEER(conv_depthwise)
CASE conv_sized(IN("B,64,H,W") x, IN("64,64,3,3") w) { return fg::conv2d(x, w, {}, 1, 1); }
FG_PEER(conv_sized)

CASE conv_transpose(IN("B,64,28,28") x, IN("64,32,2,2") w) { return fg::conv_transpose2d(x, w, {}, 2); }
FG_PEER(conv_transpose)
CASE conv1d_fir(IN("1,1,N") x, IN("1,1,63") w) { return fg::conv1d(x, w, {}, 1, 31); }
FG_PEER(conv1d_fir)
CASE conv_bn_relu(IN("B,64,56,56") x, IN("64,64,3,3") w, IN("64") mean, IN("64") var, IN("64") g, IN("64") b) {
  return fg::relu(fg::batch_norm(fg::conv2d(x, w, {}, 1, 1), g, b, mean, var, false, 0.1, 1e-5, false));
}
FG_PEER(conv_bn_relu)
CASE max_pool(IN("B,64,112,112") x) { return fg::max_pool2d(x, 3, 2, 1); }
FG_PEER(max_pool)
CASE avg_pool_all(IN("B,C,H,W") x) { return fg::adaptive_avg_pool2d(x, {1, 1}); }
FG_PEER(avg_pool_all)
CASE upsample(IN("B,C,H,W") x) {
  return fg::upsample_bilinear2d(x, {2 * x.size(2), 2 * x.size(3)}, false);
}
FG_PEER(upsample)
