// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

// As Eigen declares them, so that Eigen need not be here.
namespace Eigen {
struct VectorXf {};
template <class T> struct Map {
  Map(float *data, long size);
  float maxCoeff() const;
};
} // namespace Eigen
namespace cv {
float norm(const float *data, long size);
}

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  fg::Tensor h = fg::relu(x);
  // expected-note@-1 {{'h' is computed here, from 'x'}}
  Eigen::Map<Eigen::VectorXf> v(h.data_ptr<float>(), h.numel());
  // expected-warning@-1 {{graph break: 'Eigen::Map' views tensor memory through another library [-Wgraph-break=foreign-library-view] [FG604]}}
  return h * v.maxCoeff() / cv::norm(x.data_ptr<float>(), x.numel());
  // expected-warning@-1 {{graph break: 'cv::norm' views tensor memory through another library [-Wgraph-break=foreign-library-view] [FG604]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  fg::Tensor h = fg::relu(x);
  // expected-note@-1 {{'h' is computed here, from 'x'}}
  Eigen::Map<Eigen::VectorXf> v(h.data_ptr<float>(), h.numel());
  // expected-error@-1 {{graph break: 'Eigen::Map' views tensor memory through another library [-Wgraph-break=foreign-library-view] [FG604]}}
  return h * v.maxCoeff() / cv::norm(x.data_ptr<float>(), x.numel());
  // expected-error@-1 {{graph break: 'cv::norm' views tensor memory through another library [-Wgraph-break=foreign-library-view] [FG604]}}
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 2 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 4 {{help: use the fg:: operator of the same name}}
// expected-note@*:* 4 {{run 'fullgraph explain FG604' for the explanation and the other ways out}}
