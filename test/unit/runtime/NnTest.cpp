// fg::nn's modules as objects: names, traversal, loading and its errors, containers, printing.
#include <fullgraph/io.h>
#include <fullgraph/nn.h>
#include <fullgraph/threads.h>

#include "Errors.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

using namespace fg;

namespace {

struct BlockImpl : nn::Module {
  explicit BlockImpl(int64_t width) : fc(register_module("fc", nn::Linear(width, width))) {
    scale = register_parameter("scale", ones({width}));
    steps = register_buffer("steps", zeros({}, kLong));
  }
  Tensor forward(const Tensor &x) { return fc->forward(x) * scale; }
  nn::Linear fc{nullptr};
  Tensor scale, steps;
};
FG_MODULE(Block);

struct NetImpl : nn::Module {
  NetImpl() {
    layers = register_module("layers",
                             nn::Sequential(nn::Linear(nn::LinearOptions(3, 4).bias(false)), nn::ReLU()));
    block = register_module("block", Block(4));
  }
  Tensor forward(const Tensor &x) { return block->forward(layers->forward(x)); }
  nn::Sequential layers{nullptr};
  Block block{nullptr};
};
FG_MODULE(Net);

std::vector<std::string> keys(const OrderedDict<std::string, Tensor> &items) { return items.keys(); }

TEST(Nn, NamesAreThoseOfTheStateDict) {
  Net net;
  EXPECT_EQ(keys(net->named_parameters()),
            (std::vector<std::string>{"layers.0.weight", "block.scale", "block.fc.weight", "block.fc.bias"}));
  EXPECT_EQ(keys(net->named_buffers()), std::vector<std::string>{"block.steps"});
  EXPECT_EQ(net->parameters().size(), 4u);
  EXPECT_EQ(net->named_modules({}, false).keys(),
            (std::vector<std::string>{"layers", "layers.0", "layers.1", "block", "block.fc"}));
  EXPECT_EQ(net->named_modules("net").keys(),
            (std::vector<std::string>{"net", "net.layers", "net.layers.0", "net.layers.1", "net.block",
                                      "net.block.fc"}));
  EXPECT_EQ(net->modules(/*include_self=*/false).size(), 5u);
  EXPECT_EQ(net->modules().size(), 6u);
  EXPECT_EQ(net->modules().front().get(), net.get());
  EXPECT_EQ(net->children().size(), 2u);
  std::vector<std::string> state;
  for (const auto &[key, tensor] : net->state_dict())
    state.push_back(key);
  EXPECT_EQ(state, (std::vector<std::string>{"block.fc.bias", "block.fc.weight", "block.scale", "block.steps",
                                             "layers.0.weight"}));
}

TEST(Nn, ModesReachSubModules) {
  Net net;
  EXPECT_TRUE(net->block->fc->is_training());
  net->eval();
  EXPECT_FALSE(net->is_training());
  EXPECT_FALSE(net->block->fc->is_training());
  net->train();
  EXPECT_TRUE(net->layers->ptr(1)->is_training());
}

TEST(Nn, ToConvertsEveryHandleOfAParameter) {
  Net net;
  const Tensor before = net->block->fc->weight.clone();
  net->to(kDouble);
  EXPECT_EQ(net->block->fc->weight.scalar_type(), kDouble); // the member, not only the dictionary's handle
  EXPECT_EQ(net->block->steps.scalar_type(), kLong);
  EXPECT_TRUE(allclose(net->block->fc->weight, before.to(kDouble)));
  EXPECT_EQ(net->forward(ones({2, 3}, kDouble)).scalar_type(), kDouble);
  EXPECT_NE(errorOf([&] { net->to(kInt); }).find("only accepts floating point"), std::string::npos);
}

TEST(Nn, LoadStateDict) {
  Net from, to;
  from->block->steps.fill_(3);
  to->load_state_dict(from->state_dict());
  EXPECT_TRUE(equal(to->block->fc->weight, from->block->fc->weight));
  EXPECT_EQ(to->block->steps.item<int64_t>(), 3);

  auto state = from->state_dict();
  state.erase("block.scale");
  state.emplace("head.weight", ones({2}));
  state["block.fc.bias"] = ones({7});
  Net untouched;
  const Tensor before = untouched->layers->ptr<nn::LinearImpl>(0)->weight.clone();
  const std::string error = errorOf([&] { untouched->load_state_dict(state); });
  EXPECT_NE(error.find("Missing key(s) in state_dict: \"block.scale\"."), std::string::npos) << error;
  EXPECT_NE(error.find("Unexpected key(s) in state_dict: \"head.weight\"."), std::string::npos) << error;
  EXPECT_NE(error.find("size mismatch for block.fc.bias: copying a param with shape [7] from checkpoint, the "
                       "shape in current model is [4]."),
            std::string::npos)
      << error;
  EXPECT_TRUE(equal(untouched->layers->ptr<nn::LinearImpl>(0)->weight, before));
  // Without strict, only sizes are errors.
  EXPECT_EQ(errorOf([&] { untouched->load_state_dict(state, false); }).find("Missing"), std::string::npos);
  state.erase("block.fc.bias");
  untouched->load_state_dict(state, false);
  EXPECT_TRUE(equal(untouched->block->fc->weight, from->block->fc->weight));
}

TEST(Nn, LoadStateDictFromAFile) {
  Net from, to;
  const std::string path = testing::TempDir() + "nn_state.safetensors";
  save_safetensors(path, from->state_dict());
  to->load_state_dict(path);
  EXPECT_TRUE(equal(to->block->fc->bias, from->block->fc->bias));
  std::remove(path.c_str());
}

TEST(Nn, RegistrationErrors) {
  nn::Module module;
  module.register_parameter("w", ones({1}));
  EXPECT_NE(errorOf([&] { module.register_parameter("w", ones({1})); }).find("'w' already defined"),
            std::string::npos);
  EXPECT_NE(
      errorOf([&] { module.register_buffer("a.b", ones({1})); }).find("must not contain a dot (got 'a.b')"),
      std::string::npos);
  EXPECT_NE(errorOf([&] { module.register_parameter("", ones({1})); }).find("must not be empty"),
            std::string::npos);
  nn::Linear empty{nullptr};
  EXPECT_TRUE(empty.is_empty());
  EXPECT_EQ(errorOf([&] { empty->forward(ones({1})); }), "Accessing empty ModuleHolder");
  EXPECT_EQ(errorOf([] { nn::Sequential()->forward(ones({1})); }),
            "Cannot call forward() on an empty Sequential");
  EXPECT_EQ(errorOf([] { nn::BatchNorm1d(2)->forward(ones({1, 2})); }),
            "Expected more than 1 value per channel when training, got input size [1, 2]");
}

TEST(Nn, Containers) {
  nn::ModuleList list(nn::Linear(2, 2), nn::Tanh());
  list->push_back(Block(2));
  EXPECT_EQ(list->size(), 3u);
  EXPECT_NE(list[0]->as<nn::Linear>(), nullptr);
  EXPECT_EQ(list[0]->as<nn::Tanh>(), nullptr);
  EXPECT_NE(list->ptr<BlockImpl>(2), nullptr);
  EXPECT_EQ(list->at<nn::LinearImpl>(0).options.out_features(), 2);
  int count = 0;
  for (const auto &module : *list)
    count += module != nullptr;
  EXPECT_EQ(count, 3);

  nn::ModuleDict dict;
  dict->insert("first", nn::Linear(1, 1));
  dict->insert("second", nn::ReLU());
  EXPECT_TRUE(dict->contains("second"));
  EXPECT_EQ(dict->keys(), (std::vector<std::string>{"first", "second"}));
  EXPECT_NE(dict["first"]->as<nn::Linear>(), nullptr);
  EXPECT_NE(errorOf([&] { dict["third"]; }).find("'third' not defined"), std::string::npos);

  nn::Sequential named({{"fc", nn::Linear(2, 3)}, {"act", nn::Sigmoid()}});
  EXPECT_EQ(keys(named->named_parameters()), (std::vector<std::string>{"fc.weight", "fc.bias"}));
  named->push_back(nn::Functional(fg::relu));
  EXPECT_TRUE(named(ones({1, 2})).sizes() == IntArrayRef({1, 3}));
}

TEST(Nn, Prints) {
  std::ostringstream text;
  text << Net();
  EXPECT_EQ(text.str(), R"((anonymous namespace)::Net(
  (layers): fg::nn::Sequential(
    (0): fg::nn::Linear(in_features=3, out_features=4, bias=false)
    (1): fg::nn::ReLU
  )
  (block): (anonymous namespace)::Block(
    (fc): fg::nn::Linear(in_features=4, out_features=4, bias=true)
  )
))");
}

struct CounterImpl : nn::Cloneable<CounterImpl> {
  explicit CounterImpl(int64_t width) : width(width) { reset(); }
  void reset() override {
    fc = register_module("fc", nn::Linear(width, width));
    norm = register_module("norm", nn::BatchNorm1d(width));
    scale = register_parameter("scale", ones({width}));
    steps = register_buffer("steps", zeros({}, kLong));
  }
  Tensor forward(const Tensor &x) { return norm->forward(fc->forward(x)) * scale + steps; }
  int64_t width;
  nn::Linear fc{nullptr};
  nn::BatchNorm1d norm{nullptr};
  Tensor scale, steps;
};
FG_MODULE(Counter);

struct ForgetfulImpl : nn::Cloneable<ForgetfulImpl> {
  ForgetfulImpl() {
    reset();
    scale = register_parameter("scale", ones({2}));
  }
  void reset() override {}
  Tensor scale;
};

TEST(Nn, ClonesAreCopiesWithMemoryOfTheirOwn) {
  Counter counter(3);
  counter->eval();
  counter->steps.fill_(7);
  const Tensor x = arange(6, kFloat).view({2, 3}), y = counter->forward(x);
  const auto copy = std::dynamic_pointer_cast<CounterImpl>(counter->clone());
  ASSERT_TRUE(copy);
  EXPECT_TRUE(equal(copy->forward(x), y));
  EXPECT_FALSE(copy->is_training());
  EXPECT_FALSE(copy->norm->is_training());
  for (Tensor &parameter : counter->parameters())
    parameter.zero_();
  counter->steps.zero_();
  EXPECT_TRUE(equal(copy->forward(x), y)); // the members are the copy's, as its parameters are
  EXPECT_TRUE(copy->named_parameters()["fc.weight"].data_ptr<float>() == copy->fc->weight.data_ptr<float>());
  EXPECT_ERROR(ForgetfulImpl().clone(),
               "The cloned module does not have the same number of parameters as the "
               "original module after calling reset(). Are you sure you called "
               "register_parameter() inside reset() and not the constructor?");
  EXPECT_ERROR(BlockImpl(2).clone(), "clone() has not been implemented for");
}

TEST(Nn, DataIsTheSameMemory) {
  Tensor x = zeros({2, 2});
  const Tensor handle = x;
  x.data().fill_(3);
  EXPECT_EQ(handle[1][1].item<float>(), 3);
  const Tensor y = arange(3);
  x.set_data(y);
  EXPECT_TRUE(equal(handle, y)); // every handle of the tensor
  EXPECT_TRUE(equal(y, arange(3)));
  EXPECT_ERROR(Tensor().set_data(y), "set_data: an undefined tensor has no data");
}

TEST(Nn, InitialValues) {
  manual_seed(3);
  for (const std::vector<int64_t> &sizes : {std::vector<int64_t>{5, 3}, {3, 5}, {4, 2, 2}}) {
    const Tensor q = nn::init::orthogonal_(fg::empty(sizes), 2).flatten(1);
    const bool isWide = q.size(0) < q.size(1);
    const Tensor products = isWide ? q.mm(q.t()) : q.t().mm(q);
    EXPECT_TRUE(allclose(products, 4 * eye(products.size(0)), 1e-4, 1e-4));
  }
  const Tensor weight = nn::init::dirac_(ones({2, 3, 3})), x = arange(12, kFloat).view({1, 3, 4});
  EXPECT_TRUE(equal(conv1d(x, weight, {}, 1, 1), x.slice(1, 0, 2)));
  EXPECT_EQ((nn::init::sparse_(ones({5, 4}), 0.5) == 0).sum(0).min().item<int64_t>(), 3);
  EXPECT_EQ(nn::init::_calculate_fan_in_and_fan_out(ones({2, 3, 4})),
            std::make_tuple(int64_t(12), int64_t(8)));
  EXPECT_ERROR(nn::init::orthogonal_(ones({2})), "Only tensors with 2 or more dimensions are supported");
  EXPECT_ERROR(nn::init::dirac_(ones({2, 2})), "Only tensors with 3, 4, or 5 dimensions are supported");
  EXPECT_ERROR(nn::init::sparse_(ones({2}), 0.5), "Only tensors with 2 dimensions are supported");
}

TEST(Nn, OrderedDicts) {
  OrderedDict<std::string, int> dict({{"a", 1}, {"b", 2}});
  dict.update({{"c", 3}});
  EXPECT_EQ(dict.front().key() + dict.back().key(), "ac");
  EXPECT_EQ(dict.pop("b"), 2);
  EXPECT_EQ(dict.pairs(), (std::vector<std::pair<std::string, int>>{{"a", 1}, {"c", 3}}));
  EXPECT_ERROR(dict.pop("b"), "Argument 'b' not defined");
}

TEST(Nn, Threads) {
  const int before = get_num_threads();
  set_num_threads(3);
  EXPECT_EQ(get_num_threads(), 3);
  EXPECT_ERROR(set_num_threads(0), "Expected positive number of threads");
  EXPECT_EQ(get_num_threads(), 3);
  set_num_threads(before);
}

TEST(Nn, Dtypes) {
  static_assert(promote_types(kInt, kHalf) == kHalf && !can_cast(kFloat, kInt));
  EXPECT_EQ(TensorOptions(kInt).layout(kStrided).dtype(), kInt);
  nn::Linear layer(2, 2);
  layer->to(kCPU, kDouble);
  EXPECT_EQ(layer->weight.scalar_type(), kDouble);
}

} // namespace
