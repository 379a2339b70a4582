#include "runtime/core/io/files.h"

#include "runtime/core/tensor/text.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fg::detail {

namespace {

struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0)
      ::close(value);
  }
};

} // namespace

std::shared_ptr<MappedFile> MappedFile::open(const char *function, const std::string &path) {
  const std::shared_ptr<MappedFile> file(new MappedFile(function, path));
  const auto failWithErrno = [&](const char *action) {
    detail::fail(
        {function, ": ", path, ": cannot ", action, ": ", static_cast<const char *>(std::strerror(errno))});
  };
  const Descriptor descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (descriptor.value < 0)
    failWithErrno("open the file");
  struct stat status;
  if (::fstat(descriptor.value, &status) != 0)
    failWithErrno("read the file's size");
  if (!S_ISREG(status.st_mode))
    detail::fail({function, ": ", path, ": not a regular file"});
  if (status.st_size == 0)
    return file;
  void *data =
      ::mmap(nullptr, size_t(status.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor.value, 0);
  if (data == MAP_FAILED)
    failWithErrno("map the file into memory");
  file->data = data;
  file->size = size_t(status.st_size);
  return file;
}

std::shared_ptr<MappedFile> MappedFile::of(const char *function, const std::string &name, std::string bytes) {
  const std::shared_ptr<MappedFile> file(new MappedFile(function, name));
  file->owned = std::move(bytes);
  file->data = file->owned.data();
  file->size = file->owned.size();
  return file;
}

MappedFile::~MappedFile() {
  if (data && data != owned.data())
    ::munmap(data, size);
}

void MappedFile::fail(size_t offset, std::initializer_list<Piece> problem) const {
  detail::fail({function, ": ", path, ": offset ", offset, ": ", joined(problem)});
}

Tensor MappedFile::tensorAt(const std::shared_ptr<MappedFile> &file, size_t offset, IntArrayRef sizes,
                            IntArrayRef strides, ScalarType dtype) {
  const size_t bytes = size_t(extentOf(sizes, strides)) * elementSize(dtype);
  char *source = static_cast<char *>(file->data) + offset;
  bool usable = reinterpret_cast<uintptr_t>(source) % elementSize(dtype) == 0;
  if (dtype == kBool)
    for (size_t i = 0; i < bytes && usable; ++i)
      usable = static_cast<unsigned char>(source[i]) <= 1;
  if (usable && bytes > 0) {
    auto *keep = new std::shared_ptr<MappedFile>(file);
    const auto release = [](Storage *storage) {
      delete static_cast<std::shared_ptr<MappedFile> *>(storage->context);
      delete storage;
    };
    return makeTensor(wrapStorage(source, bytes, release, keep), source, sizes, strides, dtype);
  }
  const Tensor copy = newTensor(sizes, strides, dtype);
  if (bytes > 0)
    std::memcpy(copy.data_ptr(), source, bytes);
  if (dtype == kBool)
    for (size_t i = 0; i < bytes; ++i)
      static_cast<unsigned char *>(copy.data_ptr())[i] = source[i] != 0;
  return copy;
}

AtomicFile::AtomicFile(const char *function, const std::string &path) : function(function), path(path) {
  static std::atomic<unsigned> counter{0};
  do {
    temporary = path + ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter.fetch_add(1));
    descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EEXIST);
  if (descriptor < 0) {
    temporary.clear();
    failWithErrno("create a file beside it");
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

void AtomicFile::failWithErrno(const char *action) {
  fail({function, ": ", path, ": cannot ", action, ": ", static_cast<const char *>(std::strerror(errno))});
}

void AtomicFile::write(const void *bytes, size_t count) {
  const char *next = static_cast<const char *>(bytes);
  while (count > 0) {
    const ssize_t written = ::write(descriptor, next, count);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      failWithErrno("write");
    next += written;
    count -= size_t(written);
  }
}

void AtomicFile::commit() {
  // On disk before it is visible: a crash must not leave the name with half the content.
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS)
    failWithErrno("write");
  const int closing = descriptor;
  descriptor = -1;
  if (::close(closing) != 0)
    failWithErrno("write");
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    failWithErrno("replace the file");
  temporary.clear();
}

} // namespace fg::detail
