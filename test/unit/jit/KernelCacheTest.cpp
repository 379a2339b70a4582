#include "runtime/jit/KernelCache.h"

#include "runtime/jit/Artifacts.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fullgraph::jit;
namespace fs = std::filesystem;

namespace {

/// How many damaged files are tried; FULLGRAPH_CACHE_MUTATIONS for more by hand.
int mutations() {
  const char *given = std::getenv("FULLGRAPH_CACHE_MUTATIONS");
  return given ? std::atoi(given) : 3000;
}

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
  for (int i = 0; i < mutations(); ++i) {
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

/// A writer that is killed at any moment leaves the old file, the new one, or none.
TEST_F(KernelCacheTest, killedWritersLeaveNothingThatIsTaken) {
  const KernelCache cache(folder, 1 << 30);
  const std::string objects[] = {std::string(20'000, 'a'), std::string(30'000, 'b')};
  const char *given = std::getenv("FULLGRAPH_CACHE_KILLS");
  const int kills = given ? std::atoi(given) : 200;
  std::mt19937 random(2);
  int found = 0;
  for (int i = 0; i < kills; ++i) {
    const pid_t child = fork();
    if (child == 0)
      for (int k = 0;; ++k)
        cache.store("key", objects[k % 2]);
    ASSERT_GT(child, 0);
    usleep(static_cast<useconds_t>(random() % 1000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    if (const std::optional<std::string> object = cache.load("key")) {
      ++found;
      ASSERT_TRUE(*object == objects[0] || *object == objects[1]) << i;
    }
  }
  EXPECT_GT(found, kills / 2);
}

TEST_F(KernelCacheTest, manyProcessesWriteAndReadTheSameFile) {
  const KernelCache cache(folder, 1 << 30);
  const std::string objects[] = {std::string(5000, 'a'), std::string(7000, 'b')};
  cache.store("key", objects[0]);
  pid_t children[4];
  for (int c = 0; c < 4; ++c)
    if ((children[c] = fork()) == 0) {
      for (int k = 0; k < 100; ++k) {
        cache.store("key", objects[(k + c) % 2]);
        const std::optional<std::string> object = cache.load("key");
        if (!object || (*object != objects[0] && *object != objects[1]))
          _exit(1);
      }
      _exit(0);
    }
  for (const pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(KernelCacheTest, artifactsComeBackWholeOrNotAtAll) {
  const std::string path = folder + "/artifacts";
  const Artifacts kernels = {{"one", std::string("ob\0ject", 7)}, {"two", ""}, {"", "three"}};
  ASSERT_TRUE(saveArtifacts(path, kernels));
  EXPECT_EQ(loadArtifacts(path), kernels);
  const std::string good = read(path);
  for (size_t length = 0; length < good.size(); ++length) {
    write(path, good.substr(0, length));
    ASSERT_FALSE(loadArtifacts(path)) << length;
  }
  std::mt19937 random(3);
  for (int i = 0; i < mutations() / 4; ++i) {
    std::string bad = good;
    for (unsigned n = random() % 3 + 1; n-- > 0;)
      bad[random() % bad.size()] ^= static_cast<char>(1u << random() % 8);
    if (bad == good)
      continue;
    write(path, bad);
    ASSERT_FALSE(loadArtifacts(path));
  }
  ASSERT_TRUE(saveArtifacts(path, {}));
  EXPECT_EQ(loadArtifacts(path), Artifacts());
  ASSERT_TRUE(saveArtifacts(path, kernels));
  ASSERT_EQ(chmod(path.c_str(), 0620), 0);
  EXPECT_FALSE(loadArtifacts(path));
  EXPECT_FALSE(loadArtifacts(folder)) << "a folder";
  EXPECT_FALSE(saveArtifacts(folder + "/none/artifacts", kernels));
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
