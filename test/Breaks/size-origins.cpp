// RUN: %fullgraph --verify %s -- %fg_flags
// An error about sizes says where each of them comes from.
#include <fullgraph/torch.h>
#include <iostream>
namespace nn = torch::nn;

FG_COMPILE(.fullgraph = true)
torch::Tensor product(
    FG_SHAPE("f32[4, 6]") torch::Tensor x, // expected-note {{the size 6 comes from 'x', f32[4, 6]}}
    FG_SHAPE("f32[8, 4]") torch::Tensor w) { // expected-note {{the size 8 comes from 'w', f32[8, 4]}}
  const auto y = (x * 2).relu() + 1;
  return torch::matmul(y, w); // expected-error {{mat1 and mat2 shapes cannot be multiplied (4x6 and 8x4)}}
}

// No constructor of its own, and no object of it in this source.
struct Implicit : nn::Module {
  nn::Linear first{8, 16}; // expected-note {{the size 16 comes from 'weight', f32[16, 8], which is made here}}
  nn::Linear second{12, 4}; // expected-note 2 {{the size 12 comes from 'weight', f32[4, 12], which is made here}}

  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(FG_SHAPE("f32[B, 8]") torch::Tensor x) {
    auto h = torch::relu(first(x));
    h = h * 2 + 1;
    return second(h); // expected-error {{mat1 and mat2 shapes cannot be multiplied (Bx16 and 12x4)}}
  }

  // Behind a graph break, too.
  FG_COMPILE()
  torch::Tensor told(FG_SHAPE("f32[B, 8]") torch::Tensor x) {
    const auto h = torch::relu(first(x)); // expected-note {{'h' is computed here}} expected-note {{the size 16 comes from 'h', f32[B, 16]}}
    std::cout << h.sum().item<float>() << "\n"; // expected-warning {{graph break}}
    return second(h); // expected-warning {{no call of 'Implicit::told' gets past this: it throws: mat1 and mat2 shapes cannot be multiplied (Bx16 and 12x4)}}
  }
};

// A ModuleHolder may be empty, which is another path: the one that got furthest is told.
struct Given : nn::Module {
  explicit Given(nn::Linear given) : layer(given) {}
  nn::Linear layer;

  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(
      FG_SHAPE("f32[B, 8]") torch::Tensor x, // expected-note {{the size 8 comes from 'x', f32[B, 8]}}
      FG_SHAPE("f32[B, 7]") torch::Tensor y) { // expected-note {{the size 7 comes from 'y', f32[B, 7]}}
    return layer(x + y); // expected-error {{The size of tensor a (8) must match the size of tensor b (7) at non-singleton dimension 1}}
  }
};

struct Listed : nn::Module {
  nn::Sequential layers{nn::Linear(8, 16), // expected-note {{the size 16 comes from 'weight', f32[16, 8], which is made here}}
                        nn::ReLU(),
                        nn::Linear(12, 4)}; // expected-note {{the size 12 comes from 'weight', f32[4, 12], which is made here}}

  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(FG_SHAPE("f32[B, 8]") torch::Tensor x) {
    return layers->forward(x); // expected-error {{mat1 and mat2 shapes cannot be multiplied (Bx16 and 12x4)}}
  }
};

// A square weight: which of its dims the result's is, is not said.
FG_COMPILE(.fullgraph = true)
torch::Tensor square(FG_SHAPE("f32[6, 6]") torch::Tensor x,
                     FG_SHAPE("f32[5]") torch::Tensor y) { // expected-note {{the size 5 comes from 'y', f32[5]}}
  const auto h = x.mm(x); // expected-note {{the size 6 comes from 'h', f32[6, 6], which is made here}}
  return h + y; // expected-error {{The size of tensor a (6) must match the size of tensor b (5) at non-singleton dimension 1}}
}

// Sizes that the code itself writes are made where it does.
FG_COMPILE(.fullgraph = true)
torch::Tensor viewed(FG_SHAPE("f32[6, 4]") torch::Tensor x) {
  const auto h = x.view({4, 6}); // expected-note {{the size 4 comes from 'h', f32[4, 6], which is made here}}
  const auto k = torch::ones({3, 6}); // expected-note {{the size 3 comes from 'k', f32[3, 6], which is made here}}
  return h + k; // expected-error {{The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 0}}
}

// An error that is not about two sizes: the operands; of a check in the library, what the call is given.
FG_COMPILE(.fullgraph = true)
torch::Tensor dtypes(FG_SHAPE("f32[4, 8]") torch::Tensor x,   // expected-note {{the operand is 'x', f32[4, 8]}}
                     FG_SHAPE("f64[8, 2]") torch::Tensor y) { // expected-note {{the operand is 'y', f64[8, 2]}}
  return x.mm(y); // expected-error {{expected m1 and m2 to have the same dtype, but got: float != double}}
}

FG_COMPILE(.fullgraph = true)
torch::Tensor loss(FG_SHAPE("f32[4, 8]") torch::Tensor x, // expected-note {{the operand is 'x', f32[4, 8]}}
                   FG_SHAPE("i64[5]") torch::Tensor y) {  // expected-note {{the operand is 'y', i64[5]}}
  return nn::functional::cross_entropy(x, y); // expected-error {{Expected input batch_size (4) to match target batch_size (5).}}
}

struct Normed : nn::Module {
  nn::BatchNorm2d norm{8}; // expected-note {{the operand is 'running_mean', f32[8], which is made here}}

  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(FG_SHAPE("f32[B, 6, 4, 4]") torch::Tensor x) { // expected-note {{the operand is 'x', f32[B, 6, 4, 4]}}
    return norm(x); // expected-error {{running_mean should contain 6 elements not 8}}
  }
};

FG_COMPILE(.fullgraph = true)
torch::Tensor stacked(FG_SHAPE("f32[4, 6]") torch::Tensor x) { // expected-note {{the operand is 'x', f32[4, 6]}}
  const auto turned = x.t(); // expected-note {{the operand is 'turned', f32[6, 4], which is made here}}
  return torch::stack({x, turned}); // expected-error {{stack expects each tensor to be equal size, but got [4, 6] at entry 0 and [6, 4] at entry 1}}
}

FG_COMPILE(.fullgraph = true)
torch::Tensor added(FG_SHAPE("f32[4, 6]") torch::Tensor x) { // expected-note {{the operand is 'x', f32[4, 6]}}
  const auto more = torch::ones({3, 4, 6}); // expected-note {{the operand is 'more', f32[3, 4, 6], which is made here}}
  x.add_(more); // expected-error {{output with shape [4, 6] doesn't match the broadcast shape [3, 4, 6]}}
  return x;
}

// A throw statement is no news.
FG_COMPILE()
torch::Tensor guarded(FG_SHAPE("f32[B, 8]") torch::Tensor x) { // expected-note {{'x' comes from the caller}}
  std::cout << x.sum().item<float>() << "\n"; // expected-warning {{graph break}}
  if (x.size(0) > 4)
    throw std::runtime_error("too long");
  return x.relu();
}

// expected-note@*:* 0+ {{help: }}
// expected-note@*:* 0+ {{run 'fullgraph explain}}
