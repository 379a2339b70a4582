// fg::save and fg::load: files and streams of tensors and modules, and what they refuse.
#include "Errors.h"

#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <fullgraph/serialize.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

using fg::Tensor;
namespace nn = fg::nn;

namespace {

struct NetImpl : nn::Module {
  explicit NetImpl(int64_t width = 3) {
    fc = register_module("fc", nn::Linear(2, width));
    norm = register_module("norm", nn::BatchNorm1d(width));
  }
  nn::Linear fc{nullptr};
  nn::BatchNorm1d norm{nullptr};
};
FG_MODULE(Net);

class Serialize : public testing::Test {
protected:
  void SetUp() override {
    folder =
        std::filesystem::temp_directory_path() / ("fullgraph-save-" + std::to_string(std::random_device()()));
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string path(const std::string &name) const { return (folder / name).string(); }
  std::filesystem::path folder;
};

/// A program's own function beside fg::save: calls without a namespace are its.
int save(const Tensor &, const std::string &) { return 7; }

} // namespace

TEST_F(Serialize, TensorsAndLists) {
  const Tensor x = fg::randn({2, 3}), n = fg::arange(11);
  fg::save(x, path("x"));
  Tensor y;
  fg::load(y, path("x"));
  EXPECT_TRUE(fg::equal(x, y));
  EXPECT_EQ(fg::load_safetensors(path("x")).begin()->first, "0");
  std::vector<Tensor> many(11, x), back;
  many[10] = n;
  fg::save(many, path("many"));
  fg::load(back, path("many"), fg::Device("cpu"));
  ASSERT_EQ(back.size(), 11u);
  EXPECT_TRUE(fg::equal(back[9], x));
  EXPECT_TRUE(fg::equal(back[10], n));
  EXPECT_EQ(save(x, "x"), 7);

  std::stringstream stream;
  fg::save(n.t(), stream);
  fg::load(y, stream);
  EXPECT_TRUE(fg::equal(y, n));
  stream = std::stringstream();
  fg::save(many, stream);
  const std::string bytes = stream.str();
  fg::load(back, stream);
  EXPECT_TRUE(fg::equal(back[10], n));
  std::ostringstream file;
  file << std::ifstream(path("many"), std::ios::binary).rdbuf();
  EXPECT_EQ(file.str(), bytes);
}

TEST_F(Serialize, ModulesByHolderPointerAndReference) {
  Net saved, loaded;
  saved->norm->running_mean.fill_(0.5);
  fg::save(saved, path("net"));
  fg::load(loaded, path("net"));
  const auto same = [&] {
    const auto a = saved->state_dict(), b = loaded->state_dict();
    EXPECT_EQ(a.size(), 7u);
    for (const auto &[key, tensor] : a)
      if (!fg::equal(tensor, b.at(key)))
        return key;
    return std::string("same");
  };
  EXPECT_EQ(same(), "same");
  saved->fc->weight.fill_(3);
  EXPECT_EQ(same(), "fc.weight");
  std::stringstream stream;
  fg::save(saved.ptr(), stream);
  auto pointer = loaded.ptr();
  fg::load(pointer, stream, fg::kCPU);
  EXPECT_EQ(same(), "same");
  saved->fc->bias.fill_(3);
  fg::save(*saved, path("net"));
  fg::load(*loaded, path("net"));
  EXPECT_EQ(same(), "same");
}

TEST_F(Serialize, WhatCannotBeLoadedChangesNothing) {
  Net wide(4);
  fg::save(wide, path("wide"));
  Net net;
  const Tensor before = net->fc->weight.clone();
  EXPECT_ERROR(fg::load(net, path("wide")), "size mismatch for fc.weight");
  EXPECT_TRUE(fg::equal(before, net->fc->weight));
  Tensor x = before;
  EXPECT_ERROR(fg::load(x, path("wide")),
               "load: expected a file with one tensor, its tensors are 'fc.bias', ");
  std::vector<Tensor> list{before};
  EXPECT_ERROR(fg::load(list, path("wide")),
               "load: expected tensors '0', '1', ..., the file's are 'fc.bias', ");
  EXPECT_EQ(list.size(), 1u);
  EXPECT_ERROR(fg::load(x, path("none")), "none: cannot open the file");
  EXPECT_TRUE(x.is_same(before));
  fg::save(x, path("x"));
  EXPECT_ERROR(fg::save(std::vector<Tensor>{x, Tensor()}, path("x")), "tensor '1' is undefined");
  fg::load(x, path("x"));
  EXPECT_TRUE(fg::equal(x, before));
  std::ofstream(path("net.pt"), std::ios::binary) << std::string("PK\3\4 and more", 13);
  EXPECT_ERROR(fg::load(net, path("net.pt")),
               "net.pt: offset 0: this is an archive of PyTorch's. Write a .safetensors");
  std::istringstream half(std::string("\x10\0\0\0\0\0\0\0{\"0\"", 12));
  EXPECT_ERROR(fg::load(x, half),
               "load_safetensors: stream: offset 0: the header's length is 16, but only 4 bytes");
  std::ostringstream closed;
  closed.setstate(std::ios::badbit);
  EXPECT_ERROR(fg::save(x, closed), "save_safetensors: the stream cannot be written");
  Net empty(nullptr);
  EXPECT_ERROR(fg::load(empty, path("x")), "Accessing empty ModuleHolder");
}
