#include "lib/Driver/Outputs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace fullgraph;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path &path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct OutputsTest : ::testing::Test {
  fs::path folder = fs::path(::testing::TempDir()) / ("outputs" + std::to_string(getpid()));
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }
  size_t filesInFolder() const {
    return size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
};

TEST_F(OutputsTest, WritesAll) {
  OutputFiles files;
  files.add(folder / "a", std::string("x\0y", 3));
  files.add(folder / "b", "");
  EXPECT_EQ(llvm::toString(files.commit()), "");
  EXPECT_EQ(read(folder / "a"), std::string("x\0y", 3));
  EXPECT_TRUE(fs::exists(folder / "b"));
  EXPECT_EQ(filesInFolder(), 2u);
}

TEST_F(OutputsTest, ErrorLeavesEverythingAsItWas) {
  std::ofstream(folder / "a") << "old";
  OutputFiles files;
  files.add(folder / "a", "new");
  files.add(folder / "missing" / "b", "new");
  EXPECT_NE(llvm::toString(files.commit()).find("No such file or directory"), std::string::npos);
  EXPECT_EQ(read(folder / "a"), "old");
  EXPECT_EQ(filesInFolder(), 1u);

  fs::create_directory(folder / "d");
  OutputFiles overFolder;
  overFolder.add(folder / "a", "new");
  overFolder.add(folder / "d", "new");
  EXPECT_NE(llvm::toString(overFolder.commit()).find("it is a folder"), std::string::npos);
  EXPECT_EQ(read(folder / "a"), "old");
  EXPECT_EQ(filesInFolder(), 2u);
}

TEST_F(OutputsTest, SpecialFilesAreWrittenTo) {
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDWR); // so that writing does not wait for a reader
  ASSERT_GE(reader, 0);
  OutputFiles files;
  files.add(pipe, "text");
  files.add(folder / "a", "new");
  EXPECT_EQ(llvm::toString(files.commit()), "");
  char buffer[8] = {};
  EXPECT_EQ(::read(reader, buffer, sizeof buffer), 4);
  EXPECT_STREQ(buffer, "text");
  close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(read(folder / "a"), "new");
  EXPECT_EQ(filesInFolder(), 2u);
}

TEST_F(OutputsTest, ArchivesAreDeterministicAndIndexed) {
  std::ofstream(folder / "f.c") << "int f(void) { return 1; }";
  const std::string object = folder / "f.o";
  ASSERT_EQ(std::system(("cc -c " + (folder / "f.c").string() + " -o " + object).c_str()), 0);
  const std::string first = llvm::cantFail(makeArchive({{"f.o", object}}));
  fs::last_write_time(object, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(llvm::cantFail(makeArchive({{"f.o", object}})), first);
  EXPECT_EQ(first.substr(0, 8), "!<arch>\n");
  EXPECT_EQ(first.substr(8, 2), "/ "); // the index comes first
  EXPECT_EQ(llvm::cantFail(makeArchive({})), "!<arch>\n");
  llvm::Expected<std::string> missing = makeArchive({{"g.o", folder / "g.o"}});
  ASSERT_FALSE(missing);
  EXPECT_NE(llvm::toString(missing.takeError()).find("g.o'"), std::string::npos);
}

TEST(Depfile, EscapesAsMakeReads) {
  EXPECT_EQ(makeDepfile("out.cpp", {"a.h", "b c.h", "$x#.h", "a.h"}),
            "out.cpp: \\\n  a.h \\\n  b\\ c.h \\\n  $$x\\#.h\n");
}

} // namespace
