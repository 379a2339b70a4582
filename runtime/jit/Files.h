// Files that are read as code: who may have written them, and whether they are whole. Artifacts and
// KernelCache use it. What is not this user's, or not whole, is never loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

struct stat;

namespace fullgraph::jit {

bool readAll(int file, void *to, size_t bytes);
bool writeAll(int file, const void *from, size_t bytes);

/// Every byte changes it, and so does its place.
uint64_t checksum(const std::string &text, uint64_t seed = 0xcbf29ce484222325u);

/// Nobody but this user can have written it, or can change it.
bool isOurs(const struct stat &status);

/// A file beside `path` that gets its name when it is complete: readers see the whole of it, or none. False,
/// and nothing is left, where that fails.
bool writeWhole(const std::string &path, const std::string &content);

} // namespace fullgraph::jit
