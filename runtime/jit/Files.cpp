#include "runtime/jit/Files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fullgraph::jit {

uint64_t checksum(const std::string &text, uint64_t hash) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash ^= hash >> 32;
  }
  return hash;
}

bool isOurs(const struct stat &status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool readAll(int file, void *to, size_t bytes) {
  for (char *p = static_cast<char *>(to); bytes > 0;) {
    const ssize_t got = read(file, p, bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    p += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

bool writeAll(int file, const void *from, size_t bytes) {
  for (const char *p = static_cast<const char *>(from); bytes > 0;) {
    const ssize_t put = write(file, p, bytes);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    p += put;
    bytes -= static_cast<size_t>(put);
  }
  return true;
}

bool writeWhole(const std::string &path, const std::string &content) {
  const size_t slash = path.rfind('/');
  std::string temporary = (slash == path.npos ? "" : path.substr(0, slash + 1)) + "writing-XXXXXX";
  const int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0)
    return false;
  bool written = fchmod(file, 0600) == 0 && writeAll(file, content.data(), content.size());
  written &= close(file) == 0;
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0)
    return true;
  unlink(temporary.c_str());
  return false;
}

} // namespace fullgraph::jit
