// Hugging Face's .safetensors: the header's length (8 bytes, little-endian), a JSON object of name -> {dtype,
// shape, data_offsets}, then the elements, which the tensors cover without gap or overlap.
#include <fullgraph/io.h>

#include "runtime/core/io/files.h"
#include "runtime/core/io/json.h"

#include <algorithm>
#include <cstring>
#include <istream>
#include <iterator>
#include <optional>
#include <ostream>
#include <vector>

namespace fg {

using namespace detail;

namespace {

constexpr size_t maxHeader = 100'000'000; // the reference implementation's limit

const char *typeName(ScalarType t) {
  switch (t) {
  case kDouble:
    return "F64";
  case kFloat:
    return "F32";
  case kHalf:
    return "F16";
  case kBFloat16:
    return "BF16";
  case kLong:
    return "I64";
  case kInt:
    return "I32";
  case kShort:
    return "I16";
  case kChar:
    return "I8";
  case kByte:
    return "U8";
  case kComplexFloat:
    return "C64";
  case kComplexDouble:
    return nullptr; // the format has no such dtype
  default:
    return "BOOL";
  }
}

struct Entry {
  std::string name;
  size_t at = 0; // of its description in the file
  ScalarType dtype = ScalarType::Undefined;
  Dims shape;
  uint64_t begin = 0, end = 0;
};

class HeaderReader {
public:
  HeaderReader(const MappedFile &file, size_t begin, size_t end) : file(file), json(file, begin, end) {}

  std::vector<Entry> run() {
    std::vector<Entry> entries;
    json.object([&](std::string name, size_t at) {
      if (name == "__metadata__") {
        json.object([&](const std::string &, size_t) { json.string(); });
        return;
      }
      entries.push_back(entry(std::move(name), at));
    });
    json.finish();
    return entries;
  }

private:
  const MappedFile &file;
  JsonReader json;

  Entry entry(std::string name, size_t at) {
    Entry e;
    e.name = std::move(name);
    e.at = at;
    bool hasDtype = false, hasShape = false, hasOffsets = false;
    json.object([&](const std::string &key, size_t) {
      if (key == "dtype") {
        e.dtype = dtype(e.name);
        hasDtype = true;
      } else if (key == "shape") {
        json.array([&] {
          if (e.shape.size() == size_t(maxRank))
            file.fail(json.position(), {"tensor '", e.name, "' has more than ", maxRank, " dimensions"});
          e.shape.push(int64_t(json.integer()));
        });
        hasShape = true;
      } else if (key == "data_offsets") {
        int count = 0;
        json.array([&] {
          const uint64_t offset = json.integer();
          (count == 0 ? e.begin : e.end) = offset;
          ++count;
        });
        if (count != 2)
          file.fail(at, {"tensor '", e.name, "': data_offsets must be two offsets"});
        hasOffsets = true;
      } else {
        json.skipValue();
      }
    });
    if (!hasDtype || !hasShape || !hasOffsets)
      file.fail(at, {"tensor '", e.name, "' lacks ",
                     !hasDtype   ? "dtype"
                     : !hasShape ? "shape"
                                 : "data_offsets"});
    return e;
  }

  ScalarType dtype(const std::string &tensor) {
    const size_t at = json.position();
    const std::string text = json.string();
    for (const ScalarType t : allScalarTypes)
      if (const char *name = typeName(t); name && text == name)
        return t;
    file.fail(at, {"tensor '", tensor, "' has unsupported dtype '", text, "'"});
  }
};

/// Every tensor's offsets must be its size apart, and all of them together cover the data.
void checkOffsets(const MappedFile &file, std::vector<Entry> &entries, size_t dataAt) {
  const uint64_t available = file.bytes().size() - dataAt;
  for (const Entry &e : entries) {
    uint64_t bytes = elementSize(e.dtype);
    bool overflow = false, empty = false;
    for (const int64_t size : IntArrayRef(e.shape)) {
      empty |= size == 0;
      overflow |= __builtin_mul_overflow(bytes, uint64_t(size), &bytes);
    }
    if (empty)
      bytes = 0;
    if (e.begin > e.end || e.end > available)
      file.fail(e.at, {"tensor '", e.name, "': data_offsets [", e.begin, ", ", e.end, "] are not within the ",
                       available, " bytes of data"});
    if ((overflow && !empty) || bytes != e.end - e.begin)
      file.fail(e.at, {"tensor '", e.name, "': shape ", IntArrayRef(e.shape), " of ", typeName(e.dtype),
                       " does not take the ", e.end - e.begin, " bytes of its data_offsets"});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  uint64_t covered = 0;
  for (const Entry &e : entries) {
    if (e.begin != covered)
      file.fail(e.at, {"tensor '", e.name, "' begins at ", e.begin, " of the data; expected ", covered,
                       ", where the one before it ends"});
    covered = e.end;
  }
  if (covered != available)
    file.fail(dataAt + covered, {available - covered, " bytes behind the last tensor belong to none"});
}

std::map<std::string, Tensor> read(const std::shared_ptr<MappedFile> &file) {
  const std::string_view bytes = file->bytes();
  if (bytes.substr(0, 4) == "PK\3\4")
    file->fail(0,
               {"this is an archive of PyTorch's. Write a .safetensors file in Python: "
                "safetensors.torch.save_file(torch.load(path), ...), or of torch.jit.load(path).state_dict() "
                "where C++ wrote it"});
  if (bytes.size() < 8)
    file->fail(bytes.size(), {"the file ends within the header's length"});
  uint64_t length = 0;
  for (size_t i = 8; i-- > 0;)
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  if (length > maxHeader)
    file->fail(0, {"not a .safetensors file: the header would have ", length, " bytes; at most ", maxHeader,
                   " are allowed"});
  if (length > bytes.size() - 8)
    file->fail(0, {"the header's length is ", length, ", but only ", bytes.size() - 8, " bytes follow"});
  const size_t dataAt = 8 + size_t(length);
  std::vector<Entry> entries = HeaderReader(*file, 8, dataAt).run();
  checkOffsets(*file, entries, dataAt);
  std::map<std::string, Tensor> tensors;
  for (Entry &e : entries) {
    Tensor tensor =
        MappedFile::tensorAt(file, dataAt + e.begin, e.shape, contiguousStrides(e.shape), e.dtype);
    if (!tensors.emplace(e.name, std::move(tensor)).second)
      file->fail(e.at, {"tensor '", e.name, "' is there twice"});
  }
  return tensors;
}

/// Calls write(bytes, count) for each piece of the file; `path` is named in errors.
template <class Write>
void writePieces(const std::string &path, const std::map<std::string, Tensor> &tensors,
                 const std::map<std::string, std::string> &metadata, Write write) {
  // Wide elements first: then all are aligned, as the data begins at a multiple of 64 bytes.
  std::vector<std::pair<std::string, Tensor>> order;
  for (const auto &[name, tensor] : tensors) {
    FG_CHECK(tensor.defined(), "save_safetensors: ", path, ": tensor '", name, "' is undefined");
    FG_CHECK(name != "__metadata__", "save_safetensors: ", path, ": '__metadata__' is no name for a tensor");
    order.emplace_back(name, onHost(tensor).contiguous());
  }
  std::sort(order.begin(), order.end(), [](const auto &a, const auto &b) {
    const size_t sizeOfA = a.second.element_size(), sizeOfB = b.second.element_size();
    return sizeOfA != sizeOfB ? sizeOfA > sizeOfB : a.first < b.first;
  });
  std::string header = "{";
  if (!metadata.empty()) {
    header += "\"__metadata__\":{";
    for (const auto &[key, value] : metadata)
      header += (header.back() == '{' ? "" : ",") + jsonString(key) + ":" + jsonString(value);
    header += "}";
  }
  uint64_t offset = 0;
  for (const auto &[name, tensor] : order) {
    FG_CHECK(typeName(tensor.scalar_type()), "save_safetensors: ", path, ": tensor '", name, "' is ",
             tensor.scalar_type(), ", which the format has no name for");
    header += (header.size() == 1 ? "" : ",") + jsonString(name) + ":{\"dtype\":\"" +
              typeName(tensor.scalar_type()) + "\",\"shape\":[";
    for (int64_t d = 0; d < tensor.dim(); ++d)
      header += (d ? "," : "") + std::to_string(tensor.size(d));
    header += "],\"data_offsets\":[" + std::to_string(offset) + ",";
    offset += tensor.nbytes();
    header += std::to_string(offset) + "]}";
  }
  header += "}";
  header.append((64 - (8 + header.size()) % 64) % 64, ' ');
  FG_CHECK(header.size() <= maxHeader, "save_safetensors: ", path, ": the header would have ", header.size(),
           " bytes");
  unsigned char length[8];
  for (size_t i = 0; i < 8; ++i)
    length[i] = uint8_t(uint64_t(header.size()) >> (8 * i));
  write(length, sizeof length);
  write(header.data(), header.size());
  for (const auto &[name, tensor] : order)
    write(tensor.data_ptr(), tensor.nbytes());
}

} // namespace

std::map<std::string, Tensor> load_safetensors(const std::string &path) {
  return read(MappedFile::open("load_safetensors", path));
}

std::map<std::string, Tensor> load_safetensors(std::istream &stream) {
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  FG_CHECK(!stream.bad(), "load_safetensors: the stream cannot be read");
  return read(MappedFile::of("load_safetensors", "stream", std::move(bytes)));
}

void save_safetensors(const std::string &path, const std::map<std::string, Tensor> &tensors,
                      const std::map<std::string, std::string> &metadata) {
  std::optional<AtomicFile> file; // none is begun for tensors that cannot be written
  writePieces(path, tensors, metadata, [&](const void *bytes, size_t count) {
    if (!file)
      file.emplace("save_safetensors", path);
    file->write(bytes, count);
  });
  file->commit();
}

void save_safetensors(std::ostream &stream, const std::map<std::string, Tensor> &tensors,
                      const std::map<std::string, std::string> &metadata) {
  writePieces("stream", tensors, metadata, [&](const void *bytes, size_t count) {
    stream.write(static_cast<const char *>(bytes), static_cast<std::streamsize>(count));
    FG_CHECK(stream, "save_safetensors: the stream cannot be written");
  });
}

} // namespace fg
