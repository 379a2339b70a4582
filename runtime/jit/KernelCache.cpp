#include "runtime/jit/KernelCache.h"

#include "runtime/jit/Files.h"

#include <fullgraph/detail/environment.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace fullgraph::jit {
namespace {

constexpr char magic[8] = {'F', 'G', 'K', 'E', 'R', 'N', '0', '1'};
struct Header {
  char magic[8];
  uint64_t checksum, keyBytes, objectBytes;
};
constexpr uint64_t maxFileBytes = uint64_t(64) << 20;
const char *const suffix = ".fgk";

constexpr uint64_t seed = 0xcbf29ce484222325u, otherSeed = 0x84222325cbf29ce4u;

/// The folder, made with its parents when it is not there; "" if it cannot be had or is not safe.
std::string usableFolder(const std::string &path) {
  if (path.empty())
    return "";
  for (size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), 0700);
  mkdir(path.c_str(), 0700);
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || !isOurs(status))
    return "";
  return path;
}

} // namespace

KernelCache KernelCache::fromEnvironment() {
  using namespace fg::detail::environment;
  const char *given = textOf(Variable::Cache), *base = std::getenv("XDG_CACHE_HOME"),
             *home = std::getenv("HOME");
  std::string folder;
  if (given)
    folder = std::strcmp(given, "0") == 0 ? "" : given;
  else if (base && *base == '/')
    folder = std::string(base) + "/fullgraph";
  else if (home && *home == '/')
    folder = std::string(home) + "/.cache/fullgraph";
  const auto megabytes = static_cast<uint64_t>(numberOf(Variable::CacheLimit));
  KernelCache cache(folder, megabytes << 20);
  if (given && !folder.empty() && !cache.isEnabled())
    std::fprintf(stderr,
                 "fullgraph: %s=%s: expected %s; the folder cannot be made, or is not this user's alone to "
                 "write: kernels are not kept\n",
                 rowOf(Variable::Cache).name, given, allowed(rowOf(Variable::Cache)).c_str());
  return cache;
}

KernelCache::KernelCache(std::string path, uint64_t limitBytes)
    : folder(usableFolder(path)), limitBytes(limitBytes) {}

std::string KernelCache::pathOf(const std::string &key) const {
  char name[40];
  std::snprintf(name, sizeof name, "/%016llx%016llx", static_cast<unsigned long long>(checksum(key, seed)),
                static_cast<unsigned long long>(checksum(key, otherSeed)));
  return folder + name + suffix;
}

std::optional<std::string> KernelCache::load(const std::string &key) const {
  if (!isEnabled())
    return std::nullopt;
  const int file = open(pathOf(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0)
    return std::nullopt;
  struct stat status{};
  Header header{};
  std::string found, object;
  bool valid = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && isOurs(status) &&
               static_cast<uint64_t>(status.st_size) <= maxFileBytes &&
               readAll(file, &header, sizeof header) && std::memcmp(header.magic, magic, sizeof magic) == 0 &&
               header.keyBytes == key.size() && header.objectBytes <= maxFileBytes &&
               sizeof header + header.keyBytes + header.objectBytes == static_cast<uint64_t>(status.st_size);
  if (valid) {
    found.resize(header.keyBytes);
    object.resize(header.objectBytes);
    valid = readAll(file, found.data(), found.size()) && readAll(file, object.data(), object.size()) &&
            found == key && checksum(object, checksum(found, seed)) == header.checksum;
  }
  if (valid)
    futimens(file, nullptr); // used now: trim() leaves it
  close(file);
  return valid ? std::optional(object) : std::nullopt;
}

void KernelCache::store(const std::string &key, const std::string &object) const {
  if (!isEnabled())
    return;
  Header header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.keyBytes = key.size();
  header.objectBytes = object.size();
  header.checksum = checksum(object, checksum(key, seed));
  const std::string head(reinterpret_cast<const char *>(&header), sizeof header);
  if (writeWhole(pathOf(key), head + key + object))
    trim();
}

/// Removes what was used longest ago, and what a killed process left half written.
void KernelCache::trim() const {
  struct Entry {
    std::string path;
    timespec used;
    uint64_t bytes;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  DIR *directory = opendir(folder.c_str());
  if (!directory)
    return;
  const time_t now = time(nullptr);
  while (const dirent *entry = readdir(directory)) {
    const std::string name = entry->d_name, path = folder + "/" + name;
    struct stat status{};
    if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    if (name.rfind("writing-", 0) == 0 && now - status.st_mtim.tv_sec > 3600)
      unlink(path.c_str());
    if (name.size() < 4 || name.compare(name.size() - 4, 4, suffix) != 0)
      continue;
    entries.push_back({path, status.st_mtim, static_cast<uint64_t>(status.st_size)});
    total += entries.back().bytes;
  }
  closedir(directory);
  if (total <= limitBytes)
    return;
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec : a.used.tv_nsec < b.used.tv_nsec;
  });
  for (const Entry &entry : entries) {
    if (total <= limitBytes)
      return;
    unlink(entry.path.c_str());
    total -= entry.bytes;
  }
}

} // namespace fullgraph::jit
