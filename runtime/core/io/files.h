// Files as bytes: mapped for reading, replaced in one step when written. The readers and writers of
// runtime/core/io use it. A file that cannot be written whole is left as it was.
#pragma once

#include "runtime/core/tensor/impl.h"

#include <memory>
#include <string>
#include <string_view>

namespace fg::detail {

/// The bytes of a file. Writable in memory; the file itself is never changed.
class MappedFile {
public:
  /// `function` is named in errors: "load_npy: weights.npy: ...".
  static std::shared_ptr<MappedFile> open(const char *function, const std::string &path);
  /// Bytes that came from elsewhere, as those of a file; `name` stands for the path.
  static std::shared_ptr<MappedFile> of(const char *function, const std::string &name, std::string bytes);
  ~MappedFile();
  MappedFile(const MappedFile &) = delete;

  std::string_view bytes() const { return {static_cast<const char *>(data), size}; }
  /// "<function>: <path>: offset <offset>: <problem>"
  [[noreturn]] void fail(size_t offset, std::initializer_list<Piece> problem) const;
  /// The elements at `offset`, which lie within the file, as a tensor over the mapping; copied where they are
  /// not aligned, or are bools other than 0 and 1.
  static Tensor tensorAt(const std::shared_ptr<MappedFile> &file, size_t offset, IntArrayRef sizes,
                         IntArrayRef strides, ScalarType dtype);

private:
  MappedFile(const char *function, const std::string &path) : function(function), path(path) {}
  const char *function;
  std::string path;
  std::string owned; // where nothing is mapped
  void *data = nullptr;
  size_t size = 0;
};

/// A new file beside `path`, which commit() renames to it; removed if it is not committed.
class AtomicFile {
public:
  AtomicFile(const char *function, const std::string &path);
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  void write(const void *bytes, size_t count);
  void commit();

private:
  [[noreturn]] void failWithErrno(const char *action);
  const char *function;
  std::string path, temporary;
  int descriptor = -1;
};

} // namespace fg::detail
