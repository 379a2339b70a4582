// In the style of pierotofy/OpenSplat (gsplat-cpu): projection of Gaussians, spherical harmonics, SSIM as the loss.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <tuple>

using namespace torch::indexing;

torch::Tensor quatToRot(const torch::Tensor &quat) {
  auto u = torch::unbind(torch::nn::functional::normalize(quat, torch::nn::functional::NormalizeFuncOptions().dim(-1)), -1);
  torch::Tensor w = u[0], x = u[1], y = u[2], z = u[3];
  return torch::stack({torch::stack({1.0 - 2.0 * (y.pow(2) + z.pow(2)), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)}, -1),
                       torch::stack({2.0 * (x * y + w * z), 1.0 - 2.0 * (x.pow(2) + z.pow(2)), 2.0 * (y * z - w * x)}, -1),
                       torch::stack({2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x.pow(2) + y.pow(2))}, -1)},
                      -2);
}

struct Camera {
  int width = 0, height = 0;
  float fx = 0, fy = 0, cx = 0, cy = 0;
  torch::Tensor camToWorld;
};

FG_COMPILE(.fullgraph = true)
torch::Tensor viewMatrix(const Camera &cam) {
  torch::Tensor R = cam.camToWorld.index({Slice(None, 3), Slice(None, 3)});
  torch::Tensor T = cam.camToWorld.index({Slice(None, 3), Slice(3, 4)});
  R = torch::matmul(R, torch::diag(torch::tensor({1.0f, -1.0f, -1.0f}, R.device())));
  torch::Tensor Rinv = R.transpose(0, 1);
  torch::Tensor Tinv = torch::matmul(-Rinv, T);
  torch::Tensor viewMat = torch::eye(4);
  viewMat.index_put_({Slice(None, 3), Slice(None, 3)}, Rinv);
  viewMat.index_put_({Slice(None, 3), Slice(3, 4)}, Tinv);
  return viewMat;
}

FG_COMPILE(.fullgraph = true)
std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor>
project(torch::Tensor &means, torch::Tensor &scales, const float globScale, torch::Tensor &quats, torch::Tensor &viewmat, const Camera &cam) {
  float fovx = 0.5f * static_cast<float>(cam.width) / cam.fx, fovy = 0.5f * static_cast<float>(cam.height) / cam.fy;
  torch::Tensor Rclip = viewmat.index({"...", Slice(None, 3), Slice(None, 3)});
  torch::Tensor Tclip = viewmat.index({"...", Slice(None, 3), 3});
  torch::Tensor p = torch::matmul(Rclip, means.index({"...", None})).index({"...", 0}) + Tclip;
  torch::Tensor M = quatToRot(quats) * globScale * scales.index({"...", None, Slice()});
  torch::Tensor cov3d = torch::matmul(M, M.transpose(-1, -2));
  torch::Tensor limX = 1.3f * torch::tensor({fovx}, means.device()), limY = 1.3f * torch::tensor({fovy}, means.device());
  torch::Tensor tx = p.index({"...", 2}) * torch::min(limX, torch::max(-limX, p.index({"...", 0}) / p.index({"...", 2})));
  torch::Tensor ty = p.index({"...", 2}) * torch::min(limY, torch::max(-limY, p.index({"...", 1}) / p.index({"...", 2})));
  torch::Tensor t = torch::cat({tx.index({"...", None}), ty.index({"...", None}), p.index({"...", 2, None})}, -1);
  torch::Tensor rz = 1.0f / t.index({"...", 2}), rz2 = rz.pow(2);
  torch::Tensor J = torch::stack({torch::stack({cam.fx * rz, torch::zeros_like(rz), -cam.fx * t.index({"...", 0}) * rz2}, -1),
                                  torch::stack({torch::zeros_like(rz), cam.fy * rz, -cam.fy * t.index({"...", 1}) * rz2}, -1)},
                                 -2);
  torch::Tensor T = torch::matmul(J, Rclip);
  torch::Tensor cov2d = torch::matmul(T, torch::matmul(cov3d, T.transpose(-1, -2)));
  cov2d.index_put_({"...", 0, 0}, cov2d.index({"...", 0, 0}) + 0.3f);
  cov2d.index_put_({"...", 1, 1}, cov2d.index({"...", 1, 1}) + 0.3f);
  torch::Tensor det = cov2d.index({"...", 0, 0}) * cov2d.index({"...", 1, 1}) - cov2d.index({"...", 0, 1}).pow(2);
  det = torch::clamp_min(det, 1e-6f);
  torch::Tensor conic = torch::stack({cov2d.index({"...", 1, 1}) / det, -cov2d.index({"...", 0, 1}) / det, cov2d.index({"...", 0, 0}) / det}, -1);
  torch::Tensor b = (cov2d.index({"...", 0, 0}) + cov2d.index({"...", 1, 1})) / 2.0f;
  torch::Tensor sq = torch::sqrt(torch::clamp_min(b.pow(2) - det, 0.1f));
  torch::Tensor radii = torch::ceil(3.0f * torch::sqrt(torch::max(b + sq, b - sq))).to(torch::kInt32);
  torch::Tensor xys = torch::stack({cam.fx * p.index({"...", 0}) * rz + cam.cx, cam.fy * p.index({"...", 1}) * rz + cam.cy}, -1);
  return std::make_tuple(xys, radii, conic, p.index({"...", 2}));
}

const float SH_C0 = 0.28209479177387814f;
const float SH_C1 = 0.4886025119029199f;
const float SH_C2[] = {1.0925484305920792f, -1.0925484305920792f, 0.31539156525252005f, -1.0925484305920792f, 0.5462742152960396f};

int numShBases(int degree) {
  switch (degree) {
  case 0:
    return 1;
  case 1:
    return 4;
  default:
    return 9;
  }
}

FG_COMPILE(.fullgraph = true)
torch::Tensor shColors(const int degree, const torch::Tensor &dirs, const torch::Tensor &coeffs) {
  torch::Tensor result = torch::zeros({dirs.size(0), numShBases(degree)}, torch::TensorOptions().dtype(torch::kFloat32).device(dirs.device()));
  result.index_put_({"...", 0}, SH_C0);
  if (degree >= 1) {
    auto d = torch::nn::functional::normalize(dirs, torch::nn::functional::NormalizeFuncOptions().dim(-1));
    std::vector<torch::Tensor> xyz = torch::unbind(d, -1);
    torch::Tensor x = xyz[0], y = xyz[1], z = xyz[2];
    result.index_put_({"...", 1}, SH_C1 * -y);
    result.index_put_({"...", 2}, SH_C1 * z);
    result.index_put_({"...", 3}, SH_C1 * -x);
    if (degree >= 2) {
      torch::Tensor xx = x * x, yy = y * y, zz = z * z;
      result.index_put_({"...", 4}, SH_C2[0] * x * y);
      result.index_put_({"...", 5}, SH_C2[1] * y * z);
      result.index_put_({"...", 6}, SH_C2[2] * (2 * zz - xx - yy));
      result.index_put_({"...", 7}, SH_C2[3] * x * z);
      result.index_put_({"...", 8}, SH_C2[4] * (xx - yy));
    }
  }
  return (result.index({"...", None}) * coeffs).sum(-2);
}

int main() {
  torch::manual_seed(36);
  Camera cam{64, 48, 50.f, 52.f, 32.f, 24.f, torch::eye(4)};
  cam.camToWorld.index_put_({2, 3}, 6.0f);
  auto view = viewMatrix(cam);
  for (int n : {20, 33}) {
    auto means = torch::randn({n, 3}), scales = torch::rand({n, 3}) * 0.2, quats = torch::randn({n, 4});
    auto [xys, radii, conics, depths] = project(means, scales, 1.0f, quats, view, cam);
    std::cout << xys.mean().item<float>() << " " << radii.sum().item<int64_t>() << " " << conics.mean().item<float>() << " " << depths.mean().item<float>();
    for (int degree = 0; degree < 3; ++degree)
      std::cout << " " << shColors(degree, means, torch::rand({n, numShBases(degree), 3})).mean().item<float>();
    std::cout << "\n";
  }
}
