#include "runtime/jit/Artifacts.h"

#include "runtime/jit/Files.h"

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fullgraph::jit {
namespace {

constexpr char magic[8] = {'F', 'G', 'A', 'R', 'T', 'F', '0', '1'};
constexpr uint64_t maxFileBytes = uint64_t(1) << 30;

void append(std::string &to, const std::string &text) {
  const uint64_t size = text.size();
  to.append(reinterpret_cast<const char *>(&size), sizeof size);
  to += text;
}

/// False where the content ends before the text does.
bool take(const std::string &from, size_t &at, std::string &text) {
  uint64_t size = 0;
  if (from.size() - at < sizeof size)
    return false;
  std::memcpy(&size, from.data() + at, sizeof size);
  at += sizeof size;
  if (from.size() - at < size)
    return false;
  text.assign(from, at, size);
  at += size;
  return true;
}

std::optional<std::string> readFile(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return std::nullopt;
  struct stat status{};
  std::optional<std::string> content;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
      (status.st_uid == geteuid() || status.st_uid == 0) &&
      static_cast<uint64_t>(status.st_size) <= maxFileBytes) {
    content.emplace(static_cast<size_t>(status.st_size), '\0');
    if (!readAll(file, content->data(), content->size()))
      content.reset();
  }
  close(file);
  return content;
}

} // namespace

bool saveArtifacts(const std::string &path, const Artifacts &artifacts) {
  std::string body;
  for (const auto &[key, object] : artifacts) {
    append(body, key);
    append(body, object);
  }
  const uint64_t sum = checksum(body);
  std::string content(magic, sizeof magic);
  content.append(reinterpret_cast<const char *>(&sum), sizeof sum);
  return writeWhole(path, content + body);
}

std::optional<Artifacts> loadArtifacts(const std::string &path) {
  const std::optional<std::string> content = readFile(path);
  uint64_t sum = 0;
  if (!content || content->size() < sizeof magic + sizeof sum ||
      std::memcmp(content->data(), magic, sizeof magic) != 0)
    return std::nullopt;
  std::memcpy(&sum, content->data() + sizeof magic, sizeof sum);
  const std::string body = content->substr(sizeof magic + sizeof sum);
  if (checksum(body) != sum)
    return std::nullopt;
  Artifacts artifacts;
  for (size_t at = 0; at < body.size();) {
    std::string key, object;
    if (!take(body, at, key) || !take(body, at, object))
      return std::nullopt;
    artifacts.emplace(std::move(key), std::move(object));
  }
  return artifacts;
}

} // namespace fullgraph::jit
