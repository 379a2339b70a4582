// Normalisation in training mode against PyTorch's results (training_reference.py): what comes out, and the
// running statistics behind each step.
#include "test/unit/runtime/Errors.h"

#include <fullgraph/io.h>
#include <fullgraph/nn.h>

#include <sstream>

using namespace fg;
using namespace fg::nn;
namespace F = fg::nn::functional;

namespace {

const std::map<std::string, Tensor> &reference() {
  static const auto tensors =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/training.safetensors");
  return tensors;
}

Tensor stored(const std::string &name) {
  const auto found = reference().find(name);
  return found == reference().end() ? Tensor() : found->second;
}

void expectStored(const std::string &name, const Tensor &found, double atol = 1e-6) {
  const Tensor expected = stored(name);
  ASSERT_TRUE(expected.defined()) << name;
  std::ostringstream text;
  text << found << "\nexpected\n" << expected;
  EXPECT_TRUE(found.sizes() == expected.sizes() && found.scalar_type() == expected.scalar_type() &&
              allclose(found, expected, 1e-5, atol, true))
      << name << "\n"
      << text.str();
}

template <class Holder> void check(const std::string &name, Holder module) {
  SCOPED_TRACE(name);
  for (auto &item : module->named_parameters())
    item.value().copy_(stored(name + "/w/" + item.key()));
  EXPECT_TRUE(module->is_training()); // as LibTorch's begin
  int step = 0;
  for (; stored(name + "/in" + std::to_string(step)).defined(); ++step) {
    const std::string number = std::to_string(step);
    expectStored(name + "/out" + number, module->forward(stored(name + "/in" + number)));
    for (auto &item : module->named_buffers())
      if (const std::string key = name + "/" + item.key() + number; stored(key).defined())
        expectStored(key, item.value());
  }
  ASSERT_GT(step, 0);
  module->eval();
  expectStored(name + "/eval", module->forward(stored(name + "/in0")));
}

template <class Call> void checkFunction(const std::string &name, Call call) {
  const std::string at = "f/" + name;
  Tensor mean = stored("f/mean").clone(), variance = stored("f/variance").clone();
  // Of one value the deviation is 0, where PyTorch's x * scale + shift leaves what it rounds.
  expectStored(at + "/out", call(stored(at + "/in"), mean, variance), 1e-4);
  expectStored(at + "/mean", mean);
  expectStored(at + "/variance", variance);
}

TEST(Training, BatchNorm) {
  check("batch_norm1d", BatchNorm1d(4));
  check("batch_norm1d_lines", BatchNorm1d(BatchNorm1dOptions(3).momentum(0.3).affine(false)));
  check("batch_norm1d_cumulative", BatchNorm1d(BatchNorm1dOptions(3).momentum(nullopt)));
  check("batch_norm2d", BatchNorm2d(BatchNorm2dOptions(3).eps(1e-3)));
  check("batch_norm3d", BatchNorm3d(2));
  check("batch_norm2d_untracked", BatchNorm2d(BatchNorm2dOptions(3).track_running_stats(false)));
  BatchNorm1d wide(3);
  wide->to(kDouble);
  check("batch_norm1d_double", wide);
}

TEST(Training, InstanceNorm) {
  check("instance_norm1d", InstanceNorm1d(InstanceNorm1dOptions(3).track_running_stats(true)));
  check("instance_norm2d",
        InstanceNorm2d(InstanceNorm2dOptions(3).affine(true).track_running_stats(true).momentum(0.4)));
  check("instance_norm2d_untracked", InstanceNorm2d(3));
}

TEST(Training, Functions) {
  const Tensor weight = stored("f/weight"), bias = stored("f/bias");
  checkFunction("batch", [&](const Tensor &x, Tensor &m, Tensor &v) {
    return batch_norm(x, weight, bias, m, v, true, 0.2, 1e-4, false);
  });
  checkFunction("one", [&](const Tensor &x, Tensor &m, Tensor &v) {
    return batch_norm(x, {}, {}, m, v, true, 0.1, 1e-5, false);
  });
  checkFunction("none", [&](const Tensor &x, Tensor &m, Tensor &v) {
    return batch_norm(x, weight, bias, m, v, true, 0.1, 1e-5, false);
  });
  checkFunction("F", [&](const Tensor &x, Tensor &m, Tensor &v) {
    return F::batch_norm(x, m, v,
                         F::BatchNormFuncOptions().weight(weight).bias(bias).training(true).momentum(0.6));
  });
  checkFunction("instance", [&](const Tensor &x, Tensor &m, Tensor &v) {
    return instance_norm(x, weight, bias, m, v, true, 0.2, 1e-4, false);
  });
  checkFunction("instance_one", [&](const Tensor &x, Tensor &m, Tensor &v) {
    return instance_norm(x, weight, bias, m, v, true, 0.2, 1e-4, false);
  });
}

TEST(Training, Errors) {
  const Tensor x = randn({4, 3}), three = ones({3});
  EXPECT_ERROR(batch_norm(x, {}, {}, {}, {}, false, 0.1, 1e-5, false),
               "running_mean must be defined in evaluation mode");
  EXPECT_ERROR(batch_norm(x, {}, {}, three, {}, true, 0.1, 1e-5, false),
               "running_mean and running_var must either both be None or neither be None");
  EXPECT_ERROR(batch_norm(x, {}, {}, ones({4}), ones({4}), true, 0.1, 1e-5, false),
               "running_mean should contain 3 elements not 4");
  BatchNorm1d one(3);
  EXPECT_ERROR(one->forward(randn({1, 3})),
               "Expected more than 1 value per channel when training, got input size [1, 3]");
  EXPECT_EQ(one->num_batches_tracked.item<int64_t>(), 1); // counted before, as LibTorch does
  one->eval();
  EXPECT_EQ(one->forward(randn({1, 3})).size(0), 1);
}

} // namespace
