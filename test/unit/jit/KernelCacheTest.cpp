#include "runtime/jit/KernelCache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <sys/stat.h>

using fullgraph::jit::KernelCache;
namespace fs = std::filesystem;

namespace {

class KernelCacheTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "fullgraph-cache-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string folder;
  static std::string read(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static void write(const std::string &path, const std::string &text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }
};

TEST_F(KernelCacheTest, whatIsStoredComesBackForItsKeyOnly) {
  const KernelCache cache(folder + "/a/b", 1 << 20);
  EXPECT_FALSE(cache.load("key"));
  cache.store("key", std::string("object\0code", 11));
  EXPECT_EQ(cache.load("key"), std::string("object\0code", 11));
  EXPECT_FALSE(cache.load("other"));
  EXPECT_EQ(KernelCache(folder + "/a/b", 1 << 20).load("key"),
            std::string("object\0code", 11)); // another process
  EXPECT_FALSE(KernelCache("", 1 << 20).load("key"));
  // A file of another key under this name: what its name's hash clashing would look like.
  fs::copy_file(cache.pathOf("key"), cache.pathOf("other"));
  EXPECT_FALSE(cache.load("other"));
}

TEST_F(KernelCacheTest, filesThatOthersMayWriteAreNotTaken) {
  const KernelCache cache(folder, 1 << 20);
  cache.store("key", "object");
  ASSERT_EQ(chmod(cache.pathOf("key").c_str(), 0620), 0);
  EXPECT_FALSE(cache.load("key"));
  ASSERT_EQ(chmod(cache.pathOf("key").c_str(), 0600), 0);
  EXPECT_TRUE(cache.load("key"));
  const std::string aside = folder + "/aside";
  fs::rename(cache.pathOf("key"), aside);
  fs::create_symlink(aside, cache.pathOf("key"));
  EXPECT_FALSE(cache.load("key")) << "a link may lead to somebody else's file";
  ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
  EXPECT_FALSE(KernelCache(folder, 1 << 20).isEnabled());
}

TEST_F(KernelCacheTest, mutatedFilesAreNotTaken) {
  const KernelCache cache(folder, 1 << 20);
  std::string object;
  for (int i = 0; i < 500; ++i)
    object += static_cast<char>(i * 7);
  cache.store("a key of some length", object);
  const std::string path = cache.pathOf("a key of some length"), good = read(path);
  for (size_t length = 0; length < good.size(); length += 3) {
    write(path, good.substr(0, length));
    ASSERT_FALSE(cache.load("a key of some length")) << length;
  }
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    for (unsigned n = random() % 3 + 1; n-- > 0;)
      bad[random() % bad.size()] ^= static_cast<char>(1u << random() % 8);
    if (bad == good)
      continue;
    write(path, bad);
    ASSERT_FALSE(cache.load("a key of some length"));
  }
  cache.store("a key of some length", object); // replaces what was not taken
  EXPECT_EQ(cache.load("a key of some length"), object);
}

TEST_F(KernelCacheTest, theOldestGoBeyondTheLimit) {
  const KernelCache cache(folder, 5000);
  for (int i = 0; i < 8; ++i) {
    cache.store("key " + std::to_string(i), std::string(1000, 'x'));
    // One second a file: file systems may keep no finer time.
    const timespec times[2] = {{1000000 + i, 0}, {1000000 + i, 0}};
    if (fs::exists(cache.pathOf("key " + std::to_string(i))))
      utimensat(AT_FDCWD, cache.pathOf("key " + std::to_string(i)).c_str(), times, 0);
  }
  uint64_t total = 0;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder))
    total += entry.file_size();
  EXPECT_LE(total, 5000u);
  EXPECT_TRUE(cache.load("key 7"));
  EXPECT_FALSE(cache.load("key 0"));
}

} // namespace
