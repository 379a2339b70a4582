// Inference against the types that PyTorch gave the same calls: aten_cases.txt, written by
// make_aten_cases.py.
#include "lib/Shapes/Infer.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace fullgraph;

namespace {

class CaseReader {
public:
  CaseReader(Graph &graph, std::string_view text) : graph(graph), text(text) {}

  std::string word() {
    const size_t begin = pos;
    while (pos < text.size() && (std::isalnum(text[pos]) || text[pos] == '_'))
      ++pos;
    return std::string(text.substr(begin, pos - begin));
  }
  bool accept(std::string_view token) {
    while (pos < text.size() && text[pos] == ' ')
      ++pos;
    if (text.substr(pos, token.size()) != token)
      return false;
    pos += token.size();
    return true;
  }
  std::string rest() { return std::string(text.substr(pos)); }

  std::vector<Arg> arguments(const OpSchema &op) {
    std::vector<Arg> args;
    if (!accept("("))
      ADD_FAILURE() << "no arguments: " << text;
    while (!accept(")")) {
      args.push_back(argument());
      accept(",");
    }
    args.resize(op.args.size());
    return args;
  }

  TensorType type() {
    TensorType type;
    const std::string name = word();
    for (ScalarType dtype : fg::allScalarTypes)
      if (name == fg::shortName(dtype))
        type.dtype = dtype;
    type.sizes = list("[", "]");
    const std::vector<Sym> strides = list("{", "}");
    if (strides != contiguousStrides(type.sizes))
      type.strides = strides;
    return type;
  }

private:
  std::string number() {
    const size_t begin = pos;
    while (pos < text.size() && (std::isalnum(text[pos]) || text[pos] == '-' || text[pos] == '.'))
      ++pos;
    return std::string(text.substr(begin, pos - begin));
  }
  std::vector<Sym> list(std::string_view open, std::string_view close) {
    std::vector<Sym> values;
    if (!accept(open))
      ADD_FAILURE() << "expected " << open << " at " << rest();
    while (!accept(close)) {
      values.push_back(Sym(std::stoll(number())));
      accept(",");
    }
    return values;
  }
  Value *tensor() { return graph.addInput("a", type(), "a", {}); }

  Arg argument() {
    accept("");
    if (accept("#")) {
      const std::string value = number();
      const Sym sym = value == "true" || value == "false"    ? Sym::boolean(value == "true")
                      : value.find('.') == std::string::npos ? Sym(std::stoll(value))
                                                             : Sym::real(std::stod(value));
      return appendScalar(graph, sym, {});
    }
    if (accept("<")) {
      std::vector<Value *> values;
      while (!accept(">")) {
        values.push_back(tensor());
        accept("; ");
      }
      return values;
    }
    if (accept(":")) {
      const std::string name = word();
      for (ScalarType dtype : fg::allScalarTypes)
        if (name == fg::shortName(dtype))
          return dtype;
    }
    if (accept("\"")) {
      const std::string value = word();
      accept("\"");
      return value;
    }
    if (accept("none"))
      return std::monostate();
    if (accept("true"))
      return Sym::boolean(true);
    if (accept("false"))
      return Sym::boolean(false);
    if (text[pos] == '(')
      return list("(", ")");
    if (std::isalpha(text[pos]))
      return tensor();
    return Sym(std::stoll(number()));
  }

  Graph &graph;
  std::string_view text;
  size_t pos = 0;
};

/// Strides are compared where they say where elements lie.
bool sameLayout(const TensorType &a, const TensorType &b) {
  return a.sizes == b.sizes && (a.numel().isConst(0) || a.stridesOrContiguous() == b.stridesOrContiguous());
}

/// "… not implemented for 'Bool'" without the name of ATen's kernel.
std::string comparable(const std::string &message) {
  const size_t at = message.find("not implemented for");
  return at == std::string::npos ? message.substr(0, 86) : message.substr(at);
}

std::string runCase(const std::string &line) {
  Graph graph;
  CaseReader reader(graph, line);
  const std::string name = reader.word();
  const OpSchema *op = findOp(name);
  if (!op)
    return "no such operator";
  const std::vector<Arg> args = reader.arguments(*op);
  const Inference inference = inferTypes(graph.env, *op, args, {});
  if (reader.accept("!! ")) {
    if (!inference.error)
      return "inferred " + inference.results[0].type.str();
    if (comparable(inference.error->message) != comparable(reader.rest()))
      return "threw " + inference.error->message;
    return "";
  }
  EXPECT_TRUE(reader.accept("-> "));
  if (inference.error)
    return "threw " + inference.error->message;
  const InferredResult &result = inference.results[0];
  const TensorType expected = reader.type();
  if (result.type.dtype != expected.dtype || !sameLayout(result.type, expected))
    return "inferred " + result.type.str();
  if (!graph.env.guards().empty())
    return "assumed " + graph.env.guards()[0].condition.str();
  if (reader.accept("alias")) {
    reader.accept(" ");
    if (!result.base)
      return "inferred a copy";
    if (!expected.numel().isConst(0) && !(result.offset == Sym(std::stoll(reader.rest()))))
      return "inferred offset " + result.offset.str();
  } else if (result.base) {
    return "inferred an alias";
  }
  return "";
}

TEST(AtenCases, TypesAreThoseOfPyTorch) {
  std::ifstream file(FULLGRAPH_SOURCE_DIR "/test/unit/shapes/aten_cases.txt");
  ASSERT_TRUE(file.good());
  std::string line;
  size_t count = 0;
  while (std::getline(file, line)) {
    ++count;
    const std::string wrong = runCase(line);
    EXPECT_EQ(wrong, "") << line;
  }
  EXPECT_GT(count, 3000u);
}

} // namespace
