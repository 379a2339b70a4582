// A classifier of three layers.
#include "common.h"

namespace F = fg::nn::functional;

struct MlpImpl : fg::nn::Module {
  MlpImpl(int64_t inputs, int64_t hidden, int64_t classes)
      : fc1(register_module("fc1", fg::nn::Linear(inputs, hidden))),
        fc2(register_module("fc2", fg::nn::Linear(hidden, hidden))),
        fc3(register_module("fc3", fg::nn::Linear(hidden, classes))) {}

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,16]") fg::Tensor x) {
    x = fg::relu(fc1->forward(x));
    x = F::dropout(fg::relu(fc2->forward(x)), F::DropoutFuncOptions().p(0.5).training(is_training()));
    return fg::log_softmax(fc3->forward(x), 1);
  }

  fg::nn::Linear fc1{nullptr}, fc2{nullptr}, fc3{nullptr};
};
FG_MODULE(Mlp);

int main() {
  Mlp model(16, 32, 10);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor scores = model->forward(models::values("input", {batch, 16}) * 4);
    good &= models::agrees("mlp/" + std::to_string(batch), scores);
    const fg::Tensor best = scores.argmax(1);
    for (int64_t i = 0; i < batch; ++i)
      std::printf("  sample %ld: class %ld\n", static_cast<long>(i),
                  static_cast<long>(best[i].item<int64_t>()));
  }
  return good ? 0 : 1;
}
