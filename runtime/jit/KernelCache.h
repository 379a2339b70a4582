// Compiled kernels on disk, shared by the processes of one user.
//
// A file holds the whole key that it is for, the object, and a checksum of both. It is taken only if it is a
// regular file of this user that nobody else can write, in a folder of which the same is true, and whole;
// anything else is as if it were not there, and is replaced. Files appear under their names complete. Beyond
// the size limit the ones that were not used for longest go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fullgraph::jit {

class KernelCache {
public:
  /// FULLGRAPH_CACHE is the folder, or 0 for none; else $XDG_CACHE_HOME/fullgraph or ~/.cache/fullgraph.
  /// FULLGRAPH_CACHE_LIMIT is its size in MiB (256).
  static KernelCache fromEnvironment();
  KernelCache(std::string folder, uint64_t limitBytes);

  bool isEnabled() const { return !folder.empty(); }
  /// The object that was stored for `key`.
  std::optional<std::string> load(const std::string &key) const;
  /// Failures to write are nobody's business: the next process compiles again.
  void store(const std::string &key, const std::string &object) const;
  std::string pathOf(const std::string &key) const;

private:
  std::string folder; // "": none
  uint64_t limitBytes;

  void trim() const;
};

} // namespace fullgraph::jit
