// .npy and .safetensors: round trips, mapping, and refusal of everything malformed.
#include "Errors.h"

#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

using fg::Tensor;

namespace {

class Io : public testing::Test {
protected:
  void SetUp() override {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::temp_directory_path() /
             (std::string("fullgraph-io-") + test->name() + "-" + std::to_string(std::random_device()()));
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const { return (folder / name).string(); }
  std::string write(const std::string &bytes, const std::string &name = "file") const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  static std::string read(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  size_t filesInFolder() const {
    return size_t(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
  }
  std::filesystem::path folder;
};

std::string npy(std::string header, const std::string &data) {
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  text += char(header.size() & 0xff);
  text += char(header.size() >> 8);
  return text + header + data;
}

std::string safetensors(const std::string &header, const std::string &data) {
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += char(uint64_t(header.size()) >> (8 * i));
  return text + header + data;
}

const std::string eightBytes = "abcdefgh";

} // namespace

TEST_F(Io, NpyRoundTrip) {
  for (const fg::ScalarType t : fg::allScalarTypes) {
    if (t == fg::kBFloat16)
      continue;
    for (const std::vector<int64_t> &sizes : {std::vector<int64_t>{}, {3}, {2, 3}, {0, 4}, {1, 2, 1, 3}}) {
      const Tensor x = fg::randint(0, 2, sizes).to(t);
      fg::save_npy(path("x.npy"), x);
      const Tensor y = fg::load_npy(path("x.npy"));
      EXPECT_EQ(y.dtype(), t);
      EXPECT_TRUE(y.equal(x));
    }
  }
  fg::save_npy(path("x.npy"), fg::arange(6).view({2, 3}).t());
  EXPECT_TRUE(fg::load_npy(path("x.npy")).equal(fg::arange(6).view({2, 3}).t()));
  EXPECT_EQ(read(path("x.npy")).size() % 64, 48u); // the elements begin at a multiple of 64
  EXPECT_EQ(filesInFolder(), 1u);
  EXPECT_THROW(fg::save_npy(path("b.npy"), fg::zeros({1}, fg::kBFloat16)), fg::Error);
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(Io, NpyLoadsWhatNumpyWrites) {
  const std::string data("\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0", 16);
  const Tensor x =
      fg::load_npy(write(npy("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2), }", data)));
  EXPECT_TRUE(x.equal(fg::tensor({{1, 3}, {2, 4}}, fg::kInt)));
  EXPECT_EQ(x.strides(), fg::IntArrayRef({1, 2}));
  const Tensor y =
      fg::load_npy(write(npy("{\"shape\": (4L,), \"fortran_order\": False, \"descr\": \"<i4\"}", data)));
  EXPECT_TRUE(y.equal(fg::tensor({1, 2, 3, 4}, fg::kInt)));
  const Tensor b =
      fg::load_npy(write(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", "\2\1")));
  EXPECT_EQ(b.sum().item<int64_t>(), 2); // 2 is no bool: made 1
}

TEST_F(Io, LoadedTensorsArePrivate) {
  fg::save_npy(path("x.npy"), fg::zeros({4}));
  const std::string before = read(path("x.npy"));
  const Tensor x = fg::load_npy(path("x.npy"));
  std::filesystem::remove(path("x.npy")); // the mapping stays
  x.fill_(3);
  EXPECT_EQ(x.sum().item<float>(), 12.f);
  write(before, "x.npy");
  const Tensor y = fg::load_npy(path("x.npy"));
  y.fill_(3);
  EXPECT_EQ(read(path("x.npy")), before);
}

TEST_F(Io, NpyRefusesTheMalformed) {
  const auto load = [&](const std::string &bytes) { return errorOf([&] { fg::load_npy(write(bytes)); }); };
  const auto header = [&](const std::string &text) { return load(npy(text, eightBytes)); };
  EXPECT_EQ(load(""),
            "load_npy: " + path("file") + ": offset 0: not a .npy file: the magic bytes are missing");
  EXPECT_NE(load("\x93NUMPY"), "no error");
  EXPECT_NE(load(std::string("\x93NUMPY\x01\x00\xff\xff{", 11)), "no error");
  EXPECT_NE(load(std::string("\x93NUMPY\x09\x00\x01\x00{", 11)), "no error");
  for (const char *text :
       {"", "{", "{}", "{'descr': '<f4'}", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 2}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1)}",
        "{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<m8', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}", "{'descr': '<f4"})
    EXPECT_NE(header(text).find("load_npy: " + path("file") + ": offset "), std::string::npos) << text;
  EXPECT_NE(errorOf([&] { fg::load_npy(path("missing")); }).find("No such file"), std::string::npos);
  EXPECT_NE(errorOf([&] { fg::load_npy(folder.string()); }).find("not a regular file"), std::string::npos);
}

TEST_F(Io, SafetensorsRoundTrip) {
  std::map<std::string, Tensor> tensors;
  for (const fg::ScalarType t : fg::allScalarTypes)
    if (t != fg::kComplexDouble) // the format has no name for it
      tensors[std::string("t.") + fg::shortName(t)] = fg::randint(0, 2, {3, 5}).to(t);
  EXPECT_THROW(fg::save_safetensors(path("x"), {{"c128", fg::zeros({2}, fg::kComplexDouble)}}), fg::Error);
  EXPECT_EQ(filesInFolder(), 0u);
  tensors["scalar"] = fg::full({}, 7.5);
  tensors["empty"] = fg::zeros({0, 3});
  tensors["transposed"] = fg::arange(6).view({2, 3}).t();
  tensors["quote\" \\ \n \u00e9"] = fg::zeros({1}, fg::kBool);
  fg::save_safetensors(path("x"), tensors, {{"format", "pt"}});
  const std::map<std::string, Tensor> loaded = fg::load_safetensors(path("x"));
  ASSERT_EQ(loaded.size(), tensors.size());
  for (const auto &[name, tensor] : tensors) {
    ASSERT_TRUE(loaded.count(name)) << name;
    EXPECT_EQ(loaded.at(name).dtype(), tensor.dtype());
    EXPECT_TRUE(loaded.at(name).equal(tensor)) << name;
  }
  // All of them are views of one mapping, not copies.
  const char *first = static_cast<const char *>(loaded.at("t.f64").data_ptr());
  EXPECT_EQ(static_cast<const char *>(loaded.at("t.u8").data_ptr()) - first < 1 << 20, true);
  fg::save_safetensors(path("x"), {});
  EXPECT_TRUE(fg::load_safetensors(path("x")).empty());
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(Io, SafetensorsRefusesTheMalformed) {
  const auto load = [&](const std::string &bytes) {
    return errorOf([&] { fg::load_safetensors(write(bytes)); });
  };
  const std::string good = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  EXPECT_EQ(load(safetensors(good, eightBytes)), "no error");
  EXPECT_EQ(load(safetensors(good + "   ", eightBytes)), "no error");
  EXPECT_EQ(load(safetensors(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":[1,{"y":-1.5e3}]}})",
                             eightBytes)),
            "no error");
  EXPECT_NE(load(""), "no error");
  EXPECT_NE(load("\xff\xff\xff\xff\xff\xff\xff\xff{"), "no error");
  EXPECT_NE(load(std::string("\x09\0\0\0\0\0\0\0{}", 10)), "no error");
  EXPECT_NE(load(safetensors(good, "abcdefg")), "no error");
  EXPECT_NE(load(safetensors(good, "abcdefghi")), "no error");
  for (
      const char *text :
      {"",
       "[]",
       "{",
       R"({"a"})",
       R"({"a":1})",
       R"({"a":{}})",
       R"({"a":{"dtype":"F32","shape":[2]}})",
       R"({"a":{"dtype":"F4","shape":[2],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})",
       R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,9]}})",
       R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
       R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[02],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[9223372036854775807,9223372036854775807],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,2],"data_offsets":[0,8]}})",
       R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
       R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
       R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
       R"({"a\x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
       R"({"\ud800":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
       "{\"a\n\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
       R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}} x)",
       R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},})",
       R"({"__metadata__":{"a":1}})"})
    EXPECT_NE(load(safetensors(text, eightBytes)).find("load_safetensors: " + path("file") + ": offset "),
              std::string::npos)
        << text;
  std::string deep = R"({"a":{"x":)" + std::string(100000, '[');
  EXPECT_NE(load(safetensors(deep, eightBytes)).find("nested too deeply"), std::string::npos);
}

TEST_F(Io, DamagedFilesNeverCrash) {
  fg::save_safetensors(path("s"), {{"a", fg::rand({4, 4})}, {"b.c", fg::arange(9)}}, {{"k", "v"}});
  fg::save_npy(path("n"), fg::rand({4, 4}));
  std::mt19937 engine(5);
  for (const char *name : {"s", "n"}) {
    const std::string good = read(path(name));
    for (int i = 0; i < 300; ++i) {
      std::string bad = good;
      for (unsigned edits = 1 + engine() % 3; edits > 0; --edits) {
        const size_t at = engine() % (engine() % 4 ? std::min<size_t>(bad.size(), 200) : bad.size());
        switch (engine() % 4) {
        case 0:
          bad[at] = char(engine());
          break;
        case 1:
          bad[at] = "{}[]\",:0189'()-"[engine() % 15];
          break;
        case 2:
          bad.erase(at, 1 + engine() % 8);
          break;
        default:
          bad.insert(at, bad.substr(engine() % bad.size(), engine() % 8));
        }
        if (bad.empty())
          break;
      }
      const std::string file = write(bad, "bad");
      try {
        if (*name == 's')
          for (const auto &[key, tensor] : fg::load_safetensors(file))
            (void)tensor.sum();
        else
          (void)fg::load_npy(file).sum();
      } catch (const fg::Error &e) {
        EXPECT_NE(std::string(e.what()).find(file + ": offset "), std::string::npos) << e.what();
      }
    }
  }
}

TEST_F(Io, SavingReplacesInOneStep) {
  fg::save_npy(path("x"), fg::zeros({2}));
  const Tensor old = fg::load_npy(path("x"));
  fg::save_npy(path("x"), fg::ones({3})); // the mapped file of `old` must not change under it
  EXPECT_EQ(old.sum().item<float>(), 0.f);
  EXPECT_EQ(fg::load_npy(path("x")).numel(), 3);
  EXPECT_NE(errorOf([&] { fg::save_npy(path("no/such/folder/x"), old); }).find("save_npy: "),
            std::string::npos);
  std::filesystem::create_directory(path("taken"));
  EXPECT_NE(errorOf([&] { fg::save_npy(path("taken"), old); }), "no error");
  EXPECT_EQ(filesInFolder(), 2u); // no temporary file is left
}
