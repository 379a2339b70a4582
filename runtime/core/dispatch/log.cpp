// Lines of FG_LOG.
#include <fullgraph/log.h>

#include <cstdio>
#include <cstring>
#include <sstream>

namespace fg::detail {

void LogItem::writeTo(std::ostream &stream) const {
  switch (kind_) {
  case Text:
    stream.write(text_, length_ < 0 ? static_cast<std::streamsize>(std::strlen(text_)) : length_);
    break;
  case Boolean:
    stream << (integer_ ? "true" : "false");
    break;
  case Signed:
    stream << integer_;
    break;
  case Unsigned:
    stream << static_cast<uint64_t>(integer_);
    break;
  case Real:
    stream << real_;
    break;
  case OfTensor:
    stream << *static_cast<const Tensor *>(object_);
    break;
  case OfScalar:
    stream << *static_cast<const Scalar *>(object_);
    break;
  }
}

/// One write a line: those of several threads do not mix.
void writeLog(const LogItem *items, size_t count) {
  std::ostringstream line;
  for (size_t i = 0; i < count; ++i) {
    if (i)
      line << ' ';
    items[i].writeTo(line);
  }
  line << '\n';
  const std::string text = line.str();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace fg::detail
