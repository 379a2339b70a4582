// NumPy's .npy format (numpy.lib.format): magic, version, a Python dict literal with descr, fortran_order and
// shape, then the elements.
#include <fullgraph/io.h>

#include "runtime/core/io/files.h"

#include <cstring>
#include <optional>

namespace fg {

using namespace detail;

namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Header {
  ScalarType dtype = ScalarType::Undefined;
  bool fortranOrder = false;
  Dims shape;
};

/// Reads the dict literal, which numpy writes with repr() and reads with ast.literal_eval.
class HeaderReader {
public:
  HeaderReader(const MappedFile &file, size_t at, size_t end) : file(file), at(at), end(end) {}

  Header run() {
    Header header;
    bool hasDescr = false, hasOrder = false, hasShape = false;
    expect('{', "a dict");
    while (!accept('}')) {
      const size_t keyAt = at;
      const std::string key = string();
      expect(':', "':' after the key");
      if (key == "descr" && !hasDescr) {
        header.dtype = descr();
        hasDescr = true;
      } else if (key == "fortran_order" && !hasOrder) {
        header.fortranOrder = boolean();
        hasOrder = true;
      } else if (key == "shape" && !hasShape) {
        header.shape = shape();
        hasShape = true;
      } else {
        file.fail(keyAt, {"unexpected or repeated key '", key, "' in the header"});
      }
      if (!accept(',')) {
        expect('}', "',' or '}'");
        break;
      }
    }
    skipSpace();
    if (at != end)
      file.fail(at, {"unexpected text behind the header's dict"});
    if (!hasDescr || !hasOrder || !hasShape)
      file.fail(at, {"the header lacks '", !hasDescr ? "descr" : !hasOrder ? "fortran_order" : "shape", "'"});
    return header;
  }

private:
  const MappedFile &file;
  size_t at;
  const size_t end;

  char peek() {
    skipSpace();
    return at < end ? file.bytes()[at] : '\0';
  }
  void skipSpace() {
    while (at < end && (file.bytes()[at] == ' ' || file.bytes()[at] == '\n' || file.bytes()[at] == '\t'))
      ++at;
  }
  bool accept(char c) {
    if (peek() != c || at >= end)
      return false;
    ++at;
    return true;
  }
  void expect(char c, const char *what) {
    if (!accept(c))
      file.fail(at, {"malformed header: expected ", what});
  }
  std::string string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"')
      file.fail(at, {"malformed header: expected a string"});
    const size_t begin = ++at;
    while (at < end && file.bytes()[at] != quote) {
      if (file.bytes()[at] == '\\' || file.bytes()[at] == '\n')
        file.fail(at, {"malformed header: unsupported character in a string"});
      ++at;
    }
    if (at >= end)
      file.fail(begin, {"malformed header: unterminated string"});
    return std::string(file.bytes().substr(begin, at++ - begin));
  }
  bool boolean() {
    skipSpace();
    const std::string_view rest = file.bytes().substr(at, end - at);
    const bool value = rest.substr(0, 4) == "True";
    if (!value && rest.substr(0, 5) != "False")
      file.fail(at, {"malformed header: expected True or False"});
    at += value ? 4 : 5;
    return value;
  }
  ScalarType descr() {
    skipSpace();
    const size_t begin = at;
    if (peek() == '[')
      file.fail(at, {"structured arrays are not supported"});
    const std::string text = string();
    if (text.size() >= 3) {
      const bool oneByte = text.substr(1) == "b1" || text.substr(1) == "i1" || text.substr(1) == "u1";
      if (text[0] == '>' && !oneByte)
        file.fail(begin, {"big-endian dtype '", text, "' is not supported"});
      for (const ScalarType t : allScalarTypes)
        if (const char *name = typeName(t);
            name && text.substr(1) == name && (text[0] == '<' || text[0] == '=' || oneByte))
          return t;
    }
    file.fail(begin, {"unsupported dtype '", text,
                      "'; supported are f8, f4, f2, i8, i4, i2, i1, u1, b1, c8 and c16"});
  }
  Dims shape() {
    Dims sizes;
    expect('(', "the shape, a tuple");
    while (!accept(')')) {
      if (sizes.size() == size_t(maxRank))
        file.fail(at, {"more than ", maxRank, " dimensions"});
      sizes.push(integer());
      if (!accept(',')) {
        expect(')', "',' or ')'");
        break;
      }
    }
    return sizes;
  }
  int64_t integer() {
    const char first = peek();
    if (first < '0' || first > '9')
      file.fail(at, {"malformed header: expected a size"});
    int64_t value = 0;
    for (; at < end && file.bytes()[at] >= '0' && file.bytes()[at] <= '9'; ++at)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, file.bytes()[at] - '0', &value))
        file.fail(at, {"a size does not fit 64 bits"});
    accept('L'); // Python 2 wrote its long integers so
    return value;
  }

public:
  static const char *typeName(ScalarType t) {
    switch (t) {
    case kDouble:
      return "f8";
    case kFloat:
      return "f4";
    case kHalf:
      return "f2";
    case kLong:
      return "i8";
    case kInt:
      return "i4";
    case kShort:
      return "i2";
    case kChar:
      return "i1";
    case kByte:
      return "u1";
    case kBool:
      return "b1";
    case kComplexFloat:
      return "c8";
    case kComplexDouble:
      return "c16";
    default:
      return nullptr;
    }
  }
};

size_t littleEndian(std::string_view bytes) {
  size_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Bytes of the elements; nothing where they do not fit 63 bits.
std::optional<int64_t> bytesOf(IntArrayRef sizes, ScalarType dtype) {
  int64_t bytes = int64_t(elementSize(dtype));
  bool overflow = false;
  for (const int64_t size : sizes) {
    if (size == 0)
      return 0;
    overflow |= __builtin_mul_overflow(bytes, size, &bytes);
  }
  return overflow ? std::nullopt : std::optional(bytes);
}

} // namespace

Tensor load_npy(const std::string &path) {
  const std::shared_ptr<MappedFile> file = MappedFile::open("load_npy", path);
  const std::string_view bytes = file->bytes();
  if (bytes.substr(0, magic.size()) != magic)
    file->fail(0, {"not a .npy file: the magic bytes are missing"});
  if (bytes.size() < 8)
    file->fail(bytes.size(), {"the file ends within the version"});
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3)
    file->fail(6, {"unsupported format version ", version});
  const size_t begin = version == 1 ? 10 : 12;
  if (bytes.size() < begin)
    file->fail(bytes.size(), {"the file ends within the header's length"});
  const size_t length = littleEndian(bytes.substr(8, begin - 8));
  if (length > bytes.size() - begin)
    file->fail(8, {"the header's length is ", length, ", but only ", bytes.size() - begin, " bytes follow"});
  const Header header = HeaderReader(*file, begin, begin + length).run();
  const size_t dataAt = begin + length;
  const std::optional<int64_t> needed = bytesOf(header.shape, header.dtype);
  if (!needed || uint64_t(*needed) > bytes.size() - dataAt)
    file->fail(dataAt,
               {"the file ends within the elements: shape ", IntArrayRef(header.shape), " of ",
                shortName(header.dtype), " needs more than the ", bytes.size() - dataAt, " bytes left"});
  Dims strides = contiguousStrides(header.shape);
  if (header.fortranOrder) {
    int64_t step = 1;
    for (size_t d = 0; d < strides.size(); ++d) {
      strides[d] = step;
      step *= header.shape[d] > 1 ? header.shape[d] : 1;
    }
  }
  return MappedFile::tensorAt(file, dataAt, header.shape, strides, header.dtype);
}

void save_npy(const std::string &path, const Tensor &tensor) {
  FG_CHECK(tensor.defined(), "save_npy: ", path, ": the tensor is undefined");
  const char *type = HeaderReader::typeName(tensor.scalar_type());
  FG_CHECK(type, "save_npy: ", path, ": .npy has no dtype ", tensor.scalar_type());
  std::string header = std::string("{'descr': '") + (tensor.element_size() == 1 ? '|' : '<') + type +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t d = 0; d < tensor.dim(); ++d)
    header += std::to_string(tensor.size(d)) + (tensor.dim() == 1 ? "," : d + 1 < tensor.dim() ? ", " : "");
  header += "), }";
  // The elements begin at a multiple of 64 bytes, so that they can be mapped.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  const Tensor values = onHost(tensor).contiguous();
  AtomicFile file("save_npy", path);
  file.write(magic.data(), magic.size());
  const unsigned char preamble[] = {1, 0, uint8_t(header.size() & 0xff), uint8_t(header.size() >> 8)};
  file.write(preamble, sizeof preamble);
  file.write(header.data(), header.size());
  file.write(values.data_ptr(), values.nbytes());
  file.commit();
}

} // namespace fg
