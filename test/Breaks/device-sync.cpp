// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x).cuda();
  // expected-warning@-1 {{graph break: 'cuda' may copy to another device [-Wgraph-break=device-sync] [FG602]}}
  h = h + x.to(fg::Device(fg::kCUDA, 1));
  // expected-warning@-1 {{graph break: 'to' may copy to another device [-Wgraph-break=device-sync] [FG602]}}
  h = h + fg::zeros({4}, fg::device(fg::kCUDA));
  // expected-warning@-1 {{graph break: 'zeros' may copy to another device [-Wgraph-break=device-sync] [FG602]}}
  return h;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x).cuda();
  // expected-error@-1 {{graph break: 'cuda' may copy to another device [-Wgraph-break=device-sync] [FG602]}}
  h = h + x.to(fg::Device(fg::kCUDA, 1));
  // expected-error@-1 {{graph break: 'to' may copy to another device [-Wgraph-break=device-sync] [FG602]}}
  h = h + fg::zeros({4}, fg::device(fg::kCUDA));
  // expected-error@-1 {{graph break: 'zeros' may copy to another device [-Wgraph-break=device-sync] [FG602]}}
  return h;
}

// A tensor that is there already, and a device that a guard tests.
FG_COMPILE(.fullgraph = true)
fg::Tensor stays(FG_SHAPE("f32[N, 4]") fg::Tensor x, fg::Device device) {
  return fg::relu(x.cpu()).to(device) + fg::ones({4}, fg::kCPU);
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 3 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 6 {{help: copy in the caller and pass the tensor that lies on the right device}}
// expected-note@*:* 6 {{run 'fullgraph explain FG602' for the explanation and the other ways out}}
