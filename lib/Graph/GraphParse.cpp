// Reads what printGraph prints. Comments go from "//" to the end of the line.
//
//   graph    = "graph" "@" (name | string) "(" [ param { "," param } ] ")" "{" { line } "}"
//   param    = "%" name ":" type [ string ] [ loc ]                              an input and its C++
//   expression
//            | name ":" ("bool" | "int" | "f32" | "f64") [ string ] [ of ] [ bounds ] [ "%" integer ]
//              [ "hint" integer ] [ loc ]
//   of       = "of" "%" name "dim" integer              the input's size that it is (a factor of)
//   bounds   = "[" (integer | "*") "," (integer | "*") "]"
//   type     = dtype "[" [ sym { "," sym } ] "]" [ "{" [ sym { "," sym } ] "}" ] [ "weak" ]
//   line     = "fact" sym
//            | "guard" sym [ string ] [ loc ]
//            | "settled" sym                                                     what capture proved
//            | "read" "%" name property                                          what capture asked of a type
//            | result { "," result } "=" op "(" [ argument { "," argument } ] ")" [ loc ]
//            | "mutate" "%" name "=" "%" name
//            | "return" [ "%" name { "," "%" name } ]                            once, the last line
//   property = "dtype" dtype | "rank" sym | ("size" | "stride") integer ":" sym | "numel" sym | "contiguous"
//            | "handle" ( "of" "operand" | "new" )
//   result   = "%" name [ ":" type ] [ "of" "%" name [ "+" sym ] ]
//   argument = [ name "=" ] ( "none" | "%" name | "[" [ "%" name { "," "%" name } ] "]" )     operands, in
//   order
//            | name "=" ( "none" | sym | "[" [ sym { "," sym } ] "]" | dtype | string )       attributes
//   loc      = "loc" "(" string ")"                                              "file:line:column"
//
// sym is in SymParse.cpp. Operands left out at the end and attributes left out have their defaults. A symbol
// that an input's type uses but no param declares is the size (or stride) that it stands for. A symbol
// without `of` whose C++ expression is "x.size(i)" of an input "x", and which stands alone as that size, is
// that size.
#include "lib/Graph/Failure.h"
#include "lib/Graph/GraphText.h"
#include "lib/Graph/SymNode.h"
#include "lib/Ops/OpSchema.h"

#include <algorithm>
#include <map>

namespace fullgraph {

namespace {

class Parser : public GraphReader {
public:
  using GraphReader::GraphReader;

  bool more() { return !atEnd(); }

  std::unique_ptr<Graph> parse() {
    graph = std::make_unique<Graph>();
    values.clear();
    if (!header() || !body())
      return nullptr;
    return std::move(graph);
  }

private:
  std::unique_ptr<Graph> graph;
  std::map<std::string, Value *> values;

  // --- header ---

  bool header() {
    if (!acceptWord("graph"))
      return fail("expected 'graph'");
    if (!expect("@"))
      return false;
    if (at("\"")) {
      if (!string(graph->name))
        return false;
    } else if ((graph->name = name(".:$")).empty()) {
      return fail("expected the graph's name");
    }
    if (!expect("("))
      return false;
    // Symbols first: inputs' types use those that are declared after them.
    const size_t begin = pos;
    if (!params(/*symbols=*/true))
      return false;
    pos = begin;
    if (!params(/*symbols=*/false))
      return false;
    for (const SymbolDef &def : graph->env.symbols())
      if (auto size = def.tensor.empty() ? sizeByCxx(*graph, def) : std::nullopt)
        graph->env.bindToSize(def.name, size->tensor, size->dim);
    return expect("{");
  }

  bool params(bool symbols) {
    if (accept(")"))
      return true;
    do {
      if (at("%") == symbols)
        skipParam();
      else if (!(symbols ? symbolParam() : inputParam()))
        return false;
    } while (accept(","));
    return expect(")");
  }

  /// Up to the ',' or ')' behind the parameter, or to what the pass that reads it stumbles over.
  void skipParam() {
    for (int depth = 0; !atEnd(); ++pos) {
      const char c = text[pos];
      if (c == '"') {
        std::string ignored;
        if (!string(ignored))
          return;
        --pos;
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (depth == 0 && (c == ',' || c == ')')) {
        return;
      } else if (c == ')' || c == ']' || c == '}') {
        --depth;
      }
    }
  }

  bool symbolParam() {
    SymbolDef def;
    skipSpace();
    const size_t begin = pos;
    def.name = name();
    if (def.name.empty() || (def.name[0] >= '0' && def.name[0] <= '9'))
      return failAt(begin, "expected '%' and an input's name, or a symbol's name");
    if (isReservedSymWord(def.name))
      return failAt(begin, "'" + def.name + "' cannot name a symbol");
    if (graph->env.lookup(def.name))
      return failAt(begin, "symbol '" + def.name + "' is already declared");
    if (!expect(":"))
      return false;
    skipSpace();
    const size_t typeAt = pos;
    auto type = parseSymType(name());
    if (!type)
      return failAt(typeAt, "expected 'bool', 'int', 'f32' or 'f64'");
    def.type = *type;
    if (at("\"") && !string(def.cxx))
      return false;
    if (def.type == SymType::Int && acceptWord("of")) {
      int64_t dim = 0;
      if (!expect("%"))
        return false;
      def.tensor = name(".");
      if (!acceptWord("dim"))
        return fail("expected 'dim'");
      if (!integer(dim))
        return false;
      if (dim < 0 || dim > 255)
        return fail("expected a dim");
      def.dim = unsigned(dim);
    }
    if (def.type == SymType::Int && accept("[")) {
      if (!bound(def.lower) || !expect(",") || !bound(def.upper) || !expect("]"))
        return false;
    }
    if (def.type == SymType::Int && accept("%")) {
      if (!integer(def.multipleOf))
        return false;
      if (def.multipleOf < 1)
        return fail("expected a positive integer");
    }
    if (def.type == SymType::Int && acceptWord("hint") && !integer(def.hint.emplace(0)))
      return false;
    if (!loc(def.loc))
      return false;
    graph->env.addSymbol(std::move(def));
    return true;
  }
  bool bound(std::optional<int64_t> &value) {
    if (accept("*"))
      return true;
    int64_t number = 0;
    if (!integer(number))
      return false;
    value = number;
    return true;
  }

  bool inputParam() {
    std::string valueName;
    if (!newName(valueName) || !expect(":"))
      return false;
    // The C++ expression is behind the type, whose undeclared symbols are to refer to it.
    skipSpace();
    const size_t typeAt = pos;
    std::string cxx;
    name();
    for (std::string_view brackets : {"[]", "{}"})
      if (at(brackets.substr(0, 1)))
        pos = std::min(text.find(brackets[1], pos), text.size() - 1) + 1;
    acceptWord("weak");
    if (at("\"") && !string(cxx))
      return false;
    const size_t behind = pos;
    pos = typeAt;
    TensorType type;
    if (!tensorType(type, cxx.empty() ? valueName : cxx))
      return false;
    if (at("\""))
      pos = behind;
    SourceLoc place;
    if (!loc(place))
      return false;
    values[valueName] = graph->addInput(valueName, std::move(type), std::move(cxx), std::move(place));
    return true;
  }

  bool newName(std::string &valueName) {
    if (!expect("%"))
      return false;
    const size_t begin = pos;
    valueName = name(".");
    if (valueName.empty())
      return fail("expected a value's name");
    if (values.count(valueName))
      return failAt(begin, "'%" + valueName + "' is already defined");
    return true;
  }

  // --- types and expressions ---

  bool sym(Sym &value) {
    skipSpace();
    auto typeOf = [this](const std::string &symbol) -> std::optional<SymType> {
      const SymbolDef *def = graph->env.lookup(symbol);
      return def ? std::optional<SymType>(def->type) : std::nullopt;
    };
    // An expression ends with its line, or "fact N >= 1" would go on with the next line's "%0".
    llvm::Expected<Sym> parsed = parseSymAt(text.substr(0, text.find('\n', pos)), pos, typeOf);
    if (!parsed)
      return fail(llvm::toString(parsed.takeError()));
    value = *parsed;
    return true;
  }
  bool symOfType(Sym &value, SymType type) {
    skipSpace();
    const size_t begin = pos;
    if (!sym(value))
      return false;
    return value.type() == type ||
           failAt(begin, std::string("expected an expression of type ") + symTypeName(type));
  }
  /// Up to `close`. `cxx`: of the input whose sizes or strides they are; symbols that are not declared
  /// become its.
  bool syms(std::vector<Sym> &list, std::string_view close, const std::string &cxx = "",
            const char *what = "") {
    if (accept(close))
      return true;
    do {
      skipSpace();
      const size_t begin = pos;
      const std::string word = cxx.empty() ? "" : name();
      skipSpace();
      const bool alone = !word.empty() && (at(",") || at(close)) && !(word[0] >= '0' && word[0] <= '9');
      pos = begin;
      if (alone && !isReservedSymWord(word) && !graph->env.lookup(word)) {
        SymbolDef def;
        def.name = word;
        def.cxx = cxx + "." + what + "(" + std::to_string(list.size()) + ")";
        def.lower = 0;
        graph->env.addSymbol(std::move(def));
      }
      Sym value;
      if (!symOfType(value, SymType::Int))
        return false;
      list.push_back(value);
    } while (accept(","));
    return expect(close);
  }

  bool dtype(ScalarType &type) {
    skipSpace();
    const size_t begin = pos;
    const std::string word = name();
    for (ScalarType candidate : fg::allScalarTypes)
      if (word == fg::shortName(candidate)) {
        type = candidate;
        return true;
      }
    return failAt(begin, "expected a dtype: f32, f64, f16, bf16, i64, i32, i16, i8, u8 or bool");
  }
  bool tensorType(TensorType &type, const std::string &cxx = "") {
    if (!dtype(type.dtype) || !expect("[") || !syms(type.sizes, "]", cxx, "size"))
      return false;
    if (accept("{") && !syms(type.strides, "}", cxx, "stride"))
      return false;
    type.weak = acceptWord("weak");
    return true;
  }

  // --- body ---

  bool body() {
    while (!failed()) {
      if (acceptWord("return"))
        return outputs() && expect("}");
      if (!line())
        return false;
    }
    return false;
  }

  bool line() {
    if (at("%"))
      return node();
    if (acceptWord("fact")) {
      Sym condition;
      if (!symOfType(condition, SymType::Bool))
        return false;
      graph->env.addFact(condition);
      return true;
    }
    if (acceptWord("guard")) {
      Guard guard;
      if (!symOfType(guard.condition, SymType::Bool) || (at("\"") && !string(guard.reason)) ||
          !loc(guard.loc))
        return false;
      graph->env.addGuard(std::move(guard));
      return true;
    }
    if (acceptWord("settled")) {
      Sym condition;
      if (!symOfType(condition, SymType::Bool))
        return false;
      graph->settled.push_back(std::move(condition));
      return true;
    }
    if (acceptWord("read"))
      return read();
    if (acceptWord("mutate")) {
      Mutation mutation;
      if (!value(mutation.input) || !expect("=") || !value(mutation.value))
        return false;
      graph->mutations().push_back(mutation);
      return true;
    }
    return fail("expected '%', 'fact', 'guard', 'settled', 'read', 'mutate' or 'return'");
  }

  bool read() {
    TypeRead read;
    if (!value(read.value))
      return false;
    const auto isDim = [&](std::string_view word, TypeRead::Kind kind) {
      if (!acceptWord(word))
        return false;
      read.kind = kind;
      int64_t dim = 0;
      if (!integer(dim))
        return false;
      if (dim < 0 || dim > 255)
        return fail("expected a dim");
      read.dim = unsigned(dim);
      return expect(":");
    };
    if (acceptWord("contiguous")) {
      read.kind = TypeRead::Contiguous;
    } else if (acceptWord("handle")) {
      read.kind = TypeRead::Handle;
      read.answer = acceptWord("of");
      if (!acceptWord(read.answer.isConst(1) ? "operand" : "new"))
        return fail("expected 'of operand' or 'new'");
    } else if (acceptWord("dtype")) {
      ScalarType type = ScalarType::Undefined;
      if (!dtype(type))
        return false;
      read.answer = int64_t(type);
    } else {
      if (acceptWord("rank"))
        read.kind = TypeRead::Rank;
      else if (acceptWord("numel"))
        read.kind = TypeRead::Numel;
      else if (!isDim("size", TypeRead::Size) && !isDim("stride", TypeRead::Stride))
        return fail("expected 'dtype', 'rank', 'size', 'stride', 'numel', 'contiguous' or 'handle'");
      if (!symOfType(read.answer, SymType::Int))
        return false;
    }
    graph->reads.push_back(std::move(read));
    return true;
  }

  bool outputs() {
    if (at("}"))
      return true;
    do {
      Value *output = nullptr;
      if (!value(output))
        return false;
      graph->outputs().push_back(output);
    } while (accept(","));
    return true;
  }

  bool value(Value *&result) {
    skipSpace();
    const size_t begin = pos;
    if (!expect("%"))
      return false;
    const std::string wanted = name(".");
    auto it = values.find(wanted);
    if (it == values.end())
      return failAt(begin, "'%" + wanted + "' is not defined");
    result = it->second;
    return true;
  }
  bool valueList(std::vector<Value *> &list) {
    if (!expect("["))
      return false;
    if (accept("]"))
      return true;
    do {
      list.push_back(nullptr);
      if (!value(list.back()))
        return false;
    } while (accept(","));
    return expect("]");
  }

  struct Result {
    size_t place = 0;
    std::string name;
    TensorType type;
    Value *base = nullptr;
    Sym offset = 0;
  };
  bool result(Result &r) {
    skipSpace();
    r.place = pos + 1;
    if (!newName(r.name))
      return false;
    if (accept(":") && !tensorType(r.type))
      return false;
    if (!acceptWord("of"))
      return true;
    return value(r.base) && (!accept("+") || symOfType(r.offset, SymType::Int));
  }

  bool node() {
    std::vector<Result> results;
    skipSpace();
    const size_t begin = pos;
    do {
      Result r;
      if (!result(r))
        return false;
      for (const Result &other : results)
        if (other.name == r.name)
          return failAt(r.place, "'%" + r.name + "' is already defined");
      results.push_back(std::move(r));
    } while (accept(","));
    if (!expect("="))
      return false;
    skipSpace();
    const size_t opAt = pos;
    const std::string opName = name();
    const OpSchema *op = findOp(opName);
    if (!op)
      return failAt(opAt, "unknown operator '" + opName + "'");
    if (results.size() != op->numResults)
      return failAt(begin, "'" + opName + "' has " + std::to_string(op->numResults) + " result(s)");
    std::vector<Arg> args;
    SourceLoc place;
    if (!arguments(*op, args) || !loc(place))
      return false;

    std::vector<TensorType> types;
    for (Result &r : results)
      types.push_back(std::move(r.type));
    Node *node = graph->append(op, std::move(args), std::move(types), std::move(place));
    // append numbered the results, perhaps with each other's names.
    for (const auto &made : node->results)
      graph->rename(made.get(), "result");
    for (size_t i = 0; i < results.size(); ++i) {
      Value *made = node->result(unsigned(i));
      graph->rename(made, results[i].name);
      made->base = results[i].base;
      made->offset = results[i].offset;
      values[results[i].name] = made;
    }
    return true;
  }

  bool arguments(const OpSchema &op, std::vector<Arg> &args) {
    args.assign(op.args.size(), Arg());
    std::vector<bool> given(op.args.size(), false);
    auto isOperand = [&](size_t i) {
      return op.args[i].kind == ArgKind::Tensor || op.args[i].kind == ArgKind::TensorList;
    };
    if (!expect("("))
      return false;
    for (bool first = true; !accept(")"); first = false) {
      if (!first && !expect(","))
        return false;
      skipSpace();
      const size_t begin = pos;
      const std::string word = name();
      size_t index = 0;
      if (!word.empty() && !at("==") && accept("=")) {
        auto named = op.argIndex(word);
        if (!named)
          return failAt(begin, "'" + op.name + "' has no argument '" + word + "'");
        index = *named;
        if (given[index])
          return failAt(begin, "'" + word + "' is given twice");
      } else {
        pos = begin;
        while (index < op.args.size() && (!isOperand(index) || given[index]))
          ++index;
        if (index == op.args.size())
          return fail("'" + op.name + "' takes no further operand");
      }
      given[index] = true;
      if (!argument(op.args[index], args[index]))
        return false;
    }
    for (size_t i = 0; i < op.args.size(); ++i) {
      if (!given[i] && op.args[i].defaultValue)
        args[i] = *op.args[i].defaultValue;
      else if (!given[i] && !op.args[i].mayBeLeftOut())
        return fail("'" + op.name + "' needs its argument '" + op.args[i].name + "'");
    }
    return true;
  }

  bool argument(const ArgSchema &schema, Arg &arg) {
    if (acceptWord("none"))
      return schema.mayBeLeftOut() || fail("'" + schema.name + "' cannot be none");
    switch (schema.kind) {
    case ArgKind::Tensor: {
      Value *operand = nullptr;
      if (!value(operand))
        return false;
      arg = operand;
      return true;
    }
    case ArgKind::TensorList: {
      std::vector<Value *> list;
      if (!valueList(list))
        return false;
      arg = std::move(list);
      return true;
    }
    case ArgKind::Int: {
      Sym number;
      if (!(schema.anyType ? sym(number) : symOfType(number, schema.boolean ? SymType::Bool : SymType::Int)))
        return false;
      arg = number;
      return true;
    }
    case ArgKind::IntList: {
      std::vector<Sym> list;
      if (!expect("[") || !syms(list, "]"))
        return false;
      arg = std::move(list);
      return true;
    }
    case ArgKind::DType: {
      ScalarType type = ScalarType::Undefined;
      if (!dtype(type))
        return false;
      arg = type;
      return true;
    }
    case ArgKind::Str: {
      std::string words;
      if (!string(words))
        return false;
      arg = std::move(words);
      return true;
    }
    }
    return false;
  }
};

} // namespace

llvm::Expected<std::vector<std::unique_ptr<Graph>>> parseGraphs(std::string_view text) {
  Parser parser(text);
  std::vector<std::unique_ptr<Graph>> graphs;
  while (parser.more()) {
    auto graph = parser.parse();
    if (!graph)
      return failure(parser.error());
    graphs.push_back(std::move(graph));
  }
  return graphs;
}

llvm::Expected<std::unique_ptr<Graph>> parseGraph(std::string_view text) {
  auto graphs = parseGraphs(text);
  if (!graphs)
    return graphs.takeError();
  if (graphs->size() != 1)
    return failure("1:1: expected one graph, there are " + std::to_string(graphs->size()));
  return std::move(graphs->front());
}

} // namespace fullgraph
