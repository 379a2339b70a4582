// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// As Eigen declares them, so that Eigen need not be here.
namespace Eigen {
struct VectorXf {};
template <class T> struct Map {
  Map(float *data, long size);
  float maxCoeff() const;
};
} // namespace Eigen

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  Eigen::Map<Eigen::VectorXf> v(x.data_ptr<float>(), x.numel());
  return x * v.maxCoeff();
}
// [/example]
