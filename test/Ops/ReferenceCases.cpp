#include "test/Ops/ReferenceCases.h"

#include "runtime/core/tensor/impl.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace fullgraph::test {

namespace {

/// Reads one line from left to right.
class Cursor {
public:
  explicit Cursor(std::string text) : text(std::move(text)) {}

  void skipSpace() {
    while (at < text.size() && text[at] == ' ')
      ++at;
  }
  bool done() {
    skipSpace();
    return at == text.size();
  }
  bool peek(char c) {
    skipSpace();
    return at < text.size() && text[at] == c;
  }
  bool take(char c) {
    if (!peek(c))
      return false;
    ++at;
    return true;
  }
  bool take(const std::string &word) {
    skipSpace();
    if (text.compare(at, word.size(), word) != 0)
      return false;
    at += word.size();
    return true;
  }
  void expect(char c) {
    if (!take(c))
      fail(std::string("expected '") + c + "'");
  }
  /// Letters, digits and what numbers are made of.
  std::string word() {
    skipSpace();
    const size_t begin = at;
    while (at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) || std::strchr("_.+-?", text[at])))
      ++at;
    if (begin == at)
      fail("expected a word");
    return text.substr(begin, at - begin);
  }
  int64_t integer() { return std::stoll(word()); }
  std::string quoted() {
    expect('"');
    const size_t end = text.find('"', at);
    if (end == std::string::npos)
      fail("unterminated text");
    std::string result = text.substr(at, end - at);
    at = end + 1;
    return result;
  }
  std::string rest() {
    skipSpace();
    return text.substr(at);
  }
  [[noreturn]] void fail(const std::string &what) {
    throw std::runtime_error("column " + std::to_string(at + 1) + ": " + what + " in: " + text);
  }

private:
  std::string text;
  size_t at = 0;
};

fg::ScalarType dtypeNamed(const std::string &name) {
  for (const fg::ScalarType t : fg::allScalarTypes)
    if (name == fg::shortName(t))
      return t;
  return fg::ScalarType::Undefined;
}

std::vector<int64_t> readInts(Cursor &in, char open, char close) {
  std::vector<int64_t> values;
  in.expect(open);
  while (!in.take(close)) {
    values.push_back(in.integer());
    in.take(',');
  }
  return values;
}

/// `f32[3, 4]{4, 1}`
void readType(Cursor &in, TensorSpec &spec) {
  const std::string dtype = in.word();
  spec.dtype = dtypeNamed(dtype);
  if (spec.dtype == fg::ScalarType::Undefined)
    in.fail("unknown dtype " + dtype);
  spec.sizes = readInts(in, '[', ']');
  spec.strides = readInts(in, '{', '}');
}

/// `@position:length`
void readBlob(Cursor &in, TensorSpec &spec) {
  in.expect('@');
  spec.position = size_t(in.integer());
  in.expect(':');
  spec.length = size_t(in.integer());
}

int tensorNamed(Cursor &in, const CaseFile &file, const std::string &name) {
  // They are numbered from t0 on.
  const size_t index = name.size() > 1 && name[0] == 't' ? std::stoul(name.substr(1)) : file.tensors.size();
  if (index >= file.tensors.size() || file.tensors[index].name != name)
    in.fail("unknown tensor " + name);
  return int(index);
}

Argument readArgument(Cursor &in, const CaseFile &file) {
  using Kind = Argument::Kind;
  Argument result;
  if (in.take('%')) {
    result.kind = Kind::Tensor;
    result.tensors = {tensorNamed(in, file, in.word())};
  } else if (in.peek('"')) {
    result.kind = Kind::Text;
    result.text = in.quoted();
  } else if (in.take('[')) {
    result.kind = in.peek('%') ? Kind::Tensors : Kind::Ints;
    while (!in.take(']')) {
      if (in.take('%'))
        result.tensors.push_back(tensorNamed(in, file, in.word()));
      else
        result.ints.push_back(in.integer());
      in.take(',');
    }
  } else {
    const std::string word = in.word();
    if (word == "none" || word == "None")
      return result;
    result.dtype = dtypeNamed(word);
    if (result.dtype != fg::ScalarType::Undefined) {
      result.kind = Kind::Dtype;
      return result;
    }
    result.kind = Kind::Number;
    if (word == "true" || word == "True")
      result.number = true;
    else if (word == "false" || word == "False")
      result.number = false;
    else if (word.find_first_of(".einE") == std::string::npos)
      result.number = int64_t(std::stoll(word));
    else
      result.number = std::stod(word);
  }
  return result;
}

/// A default of Ops.def, as an argument of the given type.
Argument defaultArgument(const Schema::Argument &argument, const CaseFile &file) {
  if (!argument.byDefault)
    return {};
  Cursor in(*argument.byDefault);
  Argument result = readArgument(in, file);
  if (argument.type == "int[]" && result.kind == Argument::Kind::Number) { // ATen lets one int stand for all
    result.kind = Argument::Kind::Ints;
    result.ints = {result.number.toLong()};
  }
  return result;
}

/// `add(%t0, 2.5, alpha = 2)`
Case readCall(Cursor &in, const CaseFile &file) {
  Case result;
  result.op = in.word();
  result.schema = schemaOf(result.op);
  if (!result.schema)
    in.fail("Ops.def has no operator " + result.op);
  const auto &parameters = result.schema->arguments;
  std::vector<std::optional<Argument>> given(parameters.size());
  size_t position = 0;
  in.expect('(');
  while (!in.take(')')) {
    size_t index = parameters.size();
    for (size_t i = 0; i < parameters.size() && index == parameters.size(); ++i)
      if (in.take(parameters[i].name + " = "))
        index = i;
    if (index == parameters.size())
      index = position++;
    if (index >= parameters.size())
      in.fail("too many arguments");
    given[index] = readArgument(in, file);
    in.take(',');
  }
  for (size_t i = 0; i < parameters.size(); ++i)
    result.arguments.push_back(given[i] ? *given[i] : defaultArgument(parameters[i], file));
  return result;
}

void readLine(const std::string &text, int number, CaseFile &file) {
  Cursor in(text);
  if (in.done() || in.peek('#'))
    return;
  if (in.take("t ")) {
    TensorSpec spec;
    spec.name = in.word();
    readType(in, spec);
    spec.offset = std::stoll(in.word()); // "+3"
    if (in.take('^'))
      spec.base = tensorNamed(in, file, in.word());
    else
      readBlob(in, spec);
    file.tensors.push_back(std::move(spec));
    return;
  }
  if (!in.take("c "))
    in.fail("expected 't' or 'c'");
  Case call = readCall(in, file);
  call.line = number;
  call.text = text.substr(2, text.size() - 2 - in.rest().size());
  if (in.take('!')) {
    call.error = in.rest();
  } else {
    in.expect('=');
    readType(in, call.result);
    readBlob(in, call.result);
    call.alias = in.take("alias");
  }
  file.cases.push_back(std::move(call));
}

std::string readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Schema parseSchema(std::string name, std::string family, const std::string &text) {
  Schema schema{std::move(name), std::move(family), {}};
  Cursor in(text);
  in.expect('(');
  while (!in.take(')')) {
    Schema::Argument argument;
    argument.type = in.word();
    if (in.take('[')) {
      in.expect(']');
      argument.type += in.take('?') ? "?" : "[]"; // cases leave an optional list out
    }
    argument.name = in.word();
    if (in.take('=')) {
      if (in.take('[')) {
        in.expect(']');
        argument.byDefault = "[]";
      } else {
        argument.byDefault = in.peek('"') ? '"' + in.quoted() + '"' : in.word();
      }
    }
    schema.arguments.push_back(std::move(argument));
    in.take(',');
  }
  return schema;
}

} // namespace

const std::vector<Schema> &schemas() {
  static const std::vector<Schema> all = {
#define FG_OP(name, family, schema, ...) parseSchema(#name, #family, schema),
#include <fullgraph/Ops.def>
  };
  return all;
}

const Schema *schemaOf(const std::string &op) {
  const auto named = [](const std::string &name) {
    const auto &all = schemas();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Schema &s) { return s.name == name; });
    return found == all.end() ? nullptr : &*found;
  };
  if (const Schema *schema = named(op))
    return schema;
  return !op.empty() && op.back() == '_' ? named(op.substr(0, op.size() - 1)) : nullptr;
}

fg::Tensor CaseFile::Instance::tensor(int index) {
  const TensorSpec &spec = file.tensors[size_t(index)];
  const int owner = spec.base < 0 ? index : spec.base;
  const TensorSpec &source = file.tensors[size_t(owner)];
  auto found = storages.find(owner);
  if (found == storages.end()) {
    fg::Tensor storage =
        fg::detail::newContiguous({int64_t(source.length / fg::elementSize(source.dtype))}, source.dtype);
    std::memcpy(storage.data_ptr(), file.pool.data() + source.position, source.length);
    found = storages.emplace(owner, std::move(storage)).first;
  }
  const fg::Tensor &storage = found->second;
  char *const data = static_cast<char *>(storage.data_ptr()) + spec.offset * int64_t(storage.element_size());
  std::vector<int64_t> strides = spec.strides;
  for (size_t d = 0; unused == UnusedStrides::Odd && d < strides.size(); ++d)
    if (spec.sizes[d] == 1)
      strides[d] += 5 + int64_t(d);
  return fg::detail::makeView(storage, data, spec.sizes, strides);
}

CaseFile readCases(const std::string &folder, const std::string &family) {
  CaseFile file;
  file.family = family;
  const std::string path = folder + "/" + family;
  file.pool = readFile(path + ".bin");
  std::istringstream lines(readFile(path + ".cases"));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    try {
      readLine(line, number, file);
    } catch (const std::exception &error) {
      throw std::runtime_error(path + ".cases:" + std::to_string(number) + ": " + error.what());
    }
  }
  return file;
}

} // namespace fullgraph::test
