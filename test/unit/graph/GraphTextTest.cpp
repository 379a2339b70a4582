#include "Evaluate.h"
#include "lib/Graph/Graph.h"
#include "lib/Ops/OpSchema.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

#include <chrono>

using namespace fullgraph;
using test::valueOr;

namespace {

std::unique_ptr<Graph> parse(const std::string &text) {
  std::string error;
  auto graph = valueOr(error, parseGraph(text));
  EXPECT_TRUE(graph) << error;
  return graph;
}
std::string errorOf(const std::string &text) {
  std::string error;
  EXPECT_FALSE(valueOr(error, parseGraph(text))) << text;
  return error;
}

const char everything[] =
    R"text(graph @Model::forward(%x: f32[N, 784] "x" loc("model.cpp:3:1"), %w: f32[10, 784]{1, 10} "this->w", N: int "x.size(0)" [0, *], M: int "y.size(0)" [1, 64] % 4 hint 32, p: f32 "p", flag: bool "use_bias" loc("model.cpp:2:7")) {
  fact flag
  fact 0.5f < p
  guard N >= 1 "'x' must not be \"empty\"" loc("model.cpp:9:12")
  guard M != N
  %0: f32[N, 10] = linear(%x, %w) loc("model.cpp:9:12")
  %1: f32[] weak = scalar(value = 2.0)
  %p: f32[] weak = scalar(value = p*p)
  %sum: f32[N, 10] = add(%0, %1, %p)
  %view: f32[784] of %x + 784*M = select(%x, dim = 0, index = M)
  %all: f32[N, 784] of %x = alias(%x)
  %c: f32[N, 10] = clamp(%sum, none, %1)
  %total: f32[] = sum(%c)
  %rows: f64[N] = sum(%c, dim = [1], dtype = f64)
  %k: f32[2*N, 10] = cat([%0, %c])
  %g: f32[N, 10] = gelu(%c, approximate = "tanh")
  %s: f32[min(M, N), 10] of %c = slice(%c, end = M, step = 2)
  mutate %x = %all
  return %k, %rows
}
)text";

TEST(GraphText, PrintsWhatItReads) {
  auto graph = parse(everything);
  ASSERT_TRUE(graph);
  EXPECT_EQ(printGraph(*graph, true), everything);
  EXPECT_EQ(verifyStructure(*graph), "");
  EXPECT_EQ(printGraph(*graph).find("loc("), std::string::npos);
}

TEST(GraphText, BuildsTheGraph) {
  auto graph = parse(everything);
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->name, "Model::forward");
  ASSERT_EQ(graph->inputs().size(), 2u);
  EXPECT_EQ(graph->inputs()[1].cxx, "this->w");
  EXPECT_EQ(graph->inputs()[0].loc, (SourceLoc{"model.cpp", 3, 1}));
  EXPECT_EQ(graph->inputs()[1].value->type.strides.size(), 2u);
  const SymbolDef *M = graph->env.lookup("M");
  ASSERT_TRUE(M);
  EXPECT_EQ(M->lower, 1);
  EXPECT_EQ(M->upper, 64);
  EXPECT_EQ(M->multipleOf, 4);
  EXPECT_EQ(M->cxx, "y.size(0)");
  EXPECT_EQ(graph->env.facts().size(), 2u);
  ASSERT_EQ(graph->env.guards().size(), 2u);
  EXPECT_EQ(graph->env.guards()[0].reason, "'x' must not be \"empty\"");
  EXPECT_EQ(graph->env.prove(symLe(1, Sym::symbol("N"))), true);
  auto node = graph->nodes().begin();
  EXPECT_EQ((*node)->value("bias"), nullptr);
  EXPECT_EQ((*node)->loc.line, 9u);
  std::advance(node, 1);
  EXPECT_TRUE((*node)->result()->type.weak);
  EXPECT_EQ((*node)->sym("value"), Sym::real(2));
  std::advance(node, 3);
  EXPECT_EQ((*node)->result()->base, graph->inputs()[0].value);
  EXPECT_EQ((*node)->result()->offset, 784 * Sym::symbol("M"));
  EXPECT_EQ(graph->mutations().size(), 1u);
  EXPECT_EQ(graph->outputs()[1]->name, "rows");
}

TEST(GraphText, DefaultsAndTypesMayBeLeftOut) {
  auto graph = parse(R"text(
    // Sizes that no symbol is declared for stand for the input's own.
    graph @f(%x: f32[N, M]{M, s} "this->x", %y: f32[M]) {
      %0 = max_pool2d(%x, kernel_size = [2, 2]) // comment
      %1 = convolution(%x, %y, none, stride = [1], padding = [0], dilation = [1], groups = 1)
      fact N >= 2
      %2 = gather(%x, index = %y, dim = -1)
      %3 = add(self = %0, other = %y)
      return
    })text");
  ASSERT_TRUE(graph);
  ASSERT_EQ(graph->env.symbols().size(), 3u);
  EXPECT_EQ(graph->env.symbols()[0].cxx, "this->x.size(0)");
  EXPECT_EQ(graph->env.symbols()[1].cxx, "this->x.size(1)");
  EXPECT_EQ(graph->env.symbols()[2].cxx, "this->x.stride(1)");
  EXPECT_EQ(graph->env.symbols()[0].lower, 0);
  const Node &pool = *graph->nodes().front();
  EXPECT_EQ(pool.result()->type.dtype, ScalarType::Undefined);
  EXPECT_EQ(pool.syms("stride"), std::vector<Sym>{});
  EXPECT_EQ(pool.syms("padding"), std::vector<Sym>{0});
  EXPECT_FALSE(pool.flag("ceil_mode"));
  EXPECT_EQ(verifyStructure(*graph), "");
  EXPECT_TRUE(graph->outputs().empty());
  auto again = parse(printGraph(*graph));
  ASSERT_TRUE(again);
  EXPECT_EQ(printGraph(*again), printGraph(*graph));
  EXPECT_NE(printGraph(*graph).find("%2 = gather(%x, %y, dim = -1)"), std::string::npos);
}

TEST(GraphText, SymbolsKnowWhichSizeTheyAre) {
  const std::string text =
      R"text(graph @f(%x: f32[N, 2*M, M] "this->x", N: int "this->x.size(0)" [0, *], M: int "half(x)" of %x dim 1 % 2, K: int "k") {
  return %x
}
)text";
  auto graph = parse(text);
  ASSERT_TRUE(graph);
  const std::vector<SymbolDef> &symbols = graph->env.symbols();
  EXPECT_EQ(symbols[0].tensor, "x"); // by its C++ expression
  EXPECT_EQ(symbols[0].dim, 0u);
  EXPECT_EQ(symbols[1].tensor, "x");
  EXPECT_EQ(symbols[1].dim, 1u);
  EXPECT_EQ(symbols[2].tensor, ""); // a C++ scalar
  EXPECT_EQ(printGraph(*graph), text);
  auto implicit = parse("graph @f(%x: f32[4, N]{S, 1}) { return %x }");
  ASSERT_TRUE(implicit);
  EXPECT_EQ(implicit->env.symbols()[0].tensor, "x");
  EXPECT_EQ(implicit->env.symbols()[0].dim, 1u);
  EXPECT_EQ(implicit->env.symbols()[1].tensor, "");
}

TEST(GraphText, NamesThatLookLikeNumbersAreKept) {
  auto graph =
      parse("graph @f(%1: f32[]) {\n  %7 = relu(%1)\n  %0 = relu(%7)\n  %a.b = relu(%0)\n  return %a.b\n}\n");
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->nodes().front()->result()->name, "7");
  EXPECT_EQ(graph->outputs()[0]->name, "a.b");
  Value *x = graph->inputs()[0].value;
  Node *more = graph->append(findOp("relu"), {x}, {x->type});
  EXPECT_EQ(verifyStructure(*graph), "") << more->result()->name;
}

// Symbols and inputs have users' names: a parameter `inf`, an FG_SHAPE size `nan`. Each word of the text form
// stands here in each place where a name may be.
TEST(GraphText, NamesThatAreItsOwnWordsAreReadBack) {
  const char *const words[] = {
      "graph",    "fact",  "guard",  "settled", "read",   "mutate", "return",     "loc",      "weak", "of",
      "dim",      "hint",  "none",   "true",    "false",  "inf",    "inff",       "nan",      "nanf", "true_",
      "none_",    "bool",  "int",    "f32",     "f64",    "f16",    "bf16",       "i64",      "i32",  "i16",
      "i8",       "u8",    "c64",    "c128",    "min",    "max",    "floordiv",   "floormod", "exp",  "sqrt",
      "pow",      "abs",   "bitand", "bitor",   "bitnot", "shl",    "shr",        "e5",       "f",    "x0",
      "infinity", "dtype", "rank",   "size",    "stride", "numel",  "contiguous", "scalar",   "list", "value",
      "start",    "end",   "index",  "add",     "slice"};
  for (const char *word : words) {
    const std::string wanted = word;
    Graph graph;
    graph.name = wanted;
    const auto declare = [&](const std::string &name, SymType type, const std::string &cxx) {
      SymbolDef def;
      def.name = name;
      def.type = type;
      def.cxx = cxx;
      return graph.env.addSymbol(std::move(def));
    };
    const Sym n = declare(wanted, SymType::Int, "n"), real = declare(wanted, SymType::F64, "r"),
              flag = declare(wanted, SymType::Bool, "b");
    Value *input = graph.addInput(wanted, {ScalarType::Float, {n, n + 1, symMin(n, 8)}, {}}, "x.y", {});
    graph.env.addFact(flag);
    graph.env.addFact(symNot(symLe(n, floorDiv(n, Sym(3)))));
    graph.env.addGuard({symLt(real, Sym::real(2.0, SymType::F64)), {}, "why"});
    graph.settled.push_back(symEq(n, 5));
    graph.reads.push_back({TypeRead::Size, input, 0, n});
    const OpSchema *slice = findOp("slice"), *scalar = findOp("scalar");
    std::vector<Arg> ofSlice(slice->args.size()), ofScalar(scalar->args.size());
    ofSlice[0] = input;
    ofSlice[*slice->argIndex("dim")] = Sym(0);
    ofSlice[*slice->argIndex("start")] = n;
    ofSlice[*slice->argIndex("end")] = Sym::make(SymKind::Select, {flag, n, n * 2});
    ofSlice[*slice->argIndex("step")] = Sym(1);
    graph.append(slice, std::move(ofSlice), {{ScalarType::Float, {n, n, n}, {}}}, {});
    ofScalar[*scalar->argIndex("value")] = real;
    Node *node = graph.append(scalar, std::move(ofScalar), {{ScalarType::Double, {}, {}}}, {});
    graph.outputs().push_back(node->result(0));

    for (const std::string &text : {printGraph(graph), printCapturedGraph(graph).text}) {
      std::string error;
      const std::unique_ptr<Graph> read = valueOr(error, parseGraph(text));
      ASSERT_TRUE(read) << error << "\n" << text;
      EXPECT_EQ(text == printGraph(graph) ? printGraph(*read) : printCapturedGraph(*read).text, text);
      EXPECT_EQ(verifyStructure(*read), "") << text;
    }
  }
}

// Capture names a function's symbols in a table of its own: a name from there is the graph's name, too.
TEST(GraphText, ASymbolsNameStaysWhatItIs) {
  const auto none = [](const std::string &) { return false; };
  EXPECT_EQ(symbolName("N", none), "N");
  EXPECT_EQ(symbolName("nan", none), "nan_1");
  EXPECT_EQ(symbolName("nan", [](const std::string &name) { return name == "nan_1"; }), "nan_2");
  for (const char *wanted : {"N", "nan", "inff", "true", "none", "x.size(0)", "true_", "2", "", "_"}) {
    SymbolDef def;
    def.name = symbolName(wanted, none);
    ShapeEnv env;
    EXPECT_EQ(env.addSymbol(def).name(), def.name) << wanted;
  }
}

TEST(GraphText, SeveralGraphs) {
  std::string error;
  auto graphs = valueOr(
      error,
      parseGraphs("graph @a(%x: f32[]) { return %x }\ngraph @\"b c\"(%x: i64[2]) { return %x } // end"));
  EXPECT_EQ(error, "");
  ASSERT_EQ(graphs.size(), 2u);
  EXPECT_EQ(graphs[1]->name, "b c");
  EXPECT_EQ(printGraph(*graphs[1]), "graph @\"b c\"(%x: i64[2]) {\n  return %x\n}\n");
  EXPECT_TRUE(valueOr(error, parseGraphs(" // nothing")).empty());
  EXPECT_EQ(error, "");
  EXPECT_EQ(errorOf(""), "1:1: expected one graph, there are 0");
}

TEST(GraphText, MistakesAreReportedWithTheirPlace) {
  auto inBody = [](const std::string &line) {
    return errorOf("graph @f(%x: f32[N, 4] \"x\", b: bool) {\n  " + line + "\n  return\n}");
  };
  EXPECT_EQ(errorOf("grph"), "1:1: expected 'graph'");
  EXPECT_EQ(errorOf("graph @f(x) {"), "1:11: expected ':'");
  EXPECT_EQ(errorOf("graph @f(N: float) {"), "1:13: expected 'bool', 'int', 'f32' or 'f64'");
  EXPECT_EQ(errorOf("graph @f(N: int, N: int) {"), "1:18: symbol 'N' is already declared");
  EXPECT_EQ(errorOf("graph @f(inf: int) {"), "1:10: 'inf' cannot name a symbol");
  EXPECT_EQ(errorOf("graph @f(%x: f31[4]) {"),
            "1:14: expected a dtype: f32, f64, f16, bf16, i64, i32, i16, i8, u8 or bool");
  EXPECT_EQ(errorOf("graph @f(%x: f32[2*Z]) {"), "1:20: unknown symbol 'Z'");
  EXPECT_EQ(errorOf("graph @f(%x: f32[4], %x: f32[4]) {"), "1:23: '%x' is already defined");
  EXPECT_EQ(inBody("%0 = rellu(%x)"), "2:8: unknown operator 'rellu'");
  EXPECT_EQ(inBody("%0 = relu(%y)"), "2:13: '%y' is not defined");
  EXPECT_EQ(inBody("%0 = relu(%x, %x)"), "2:17: 'relu' takes no further operand");
  EXPECT_EQ(inBody("%0 = mul(%x)"), "2:15: 'mul' needs its argument 'other'");
  EXPECT_EQ(inBody("%0 = relu(none)"), "2:17: 'self' cannot be none");
  EXPECT_EQ(inBody("%0 = sum(%x, dims = [1])"), "2:16: 'sum' has no argument 'dims'");
  EXPECT_EQ(inBody("%0 = sum(%x, dim = [1], dim = [0])"), "2:27: 'dim' is given twice");
  EXPECT_EQ(inBody("%0 = sum(%x, keepdim = 1)"), "2:26: expected an expression of type bool");
  EXPECT_EQ(inBody("%0 = softmax(%x)"), "2:19: 'softmax' needs its argument 'dim'");
  EXPECT_EQ(inBody("%0 = softmax(%x, dim = b)"), "2:26: expected an expression of type int");
  EXPECT_EQ(inBody("%x = relu(%x)"), "2:4: '%x' is already defined");
  EXPECT_EQ(inBody("%0, %0 = relu(%x)"), "2:8: '%0' is already defined");
  EXPECT_EQ(inBody("%0, %1 = relu(%x)"), "2:3: 'relu' has 1 result(s)");
  EXPECT_EQ(inBody("fact N"), "2:8: expected an expression of type bool");
  EXPECT_EQ(inBody("%0 = relu(%x) loc(\"here\")"), "2:21: expected \"file:line:column\"");
  EXPECT_EQ(inBody("%0 = gelu(%x, approximate = \"a"), "2:31: unterminated string");
  EXPECT_EQ(inBody("jump"), "2:3: expected '%', 'fact', 'guard', 'settled', 'read', 'mutate' or 'return'");
}

// The text of a graph is part of the program: names of a hundred letters are there once, as the expression of
// the input, by which a profile names it.
TEST(GraphText, LongNamesOfACapturedGraphAreShort) {
  std::string error;
  const std::unique_ptr<Graph> graph = valueOr(error, parseGraph(R"g(graph @f(
    %x: f32[N, 4] "x",
    %layers_modules_0_attention_weight: f32[layers_modules_0_attention_width, 4] "(*(*this->layers.impl_).modules_[0]).weight",
    layers_modules_0_attention_heads: int "(*(*this->layers.impl_).modules_[0]).heads",
    layers_modules_0_attention_eps: f64 "(*(*this->layers.impl_).modules_[0]).eps") {
  %0: f32[N, layers_modules_0_attention_width] = linear(%x, %layers_modules_0_attention_weight)
  %1: f32[N, layers_modules_0_attention_width, 1] of %0 = view(%0, size = [N, layers_modules_0_attention_width, layers_modules_0_attention_heads])
  return %1
}
)g"));
  ASSERT_TRUE(graph) << error;
  const CapturedGraphText captured = printCapturedGraph(*graph);
  EXPECT_EQ(
      captured.text,
      R"g(graph @f(%x: f32[N, 4] "x", %in1: f32[n3, 4] "(*(*this->layers.impl_).modules_[0]).weight", n0: int "(*(*layers.impl_).modules_[0]).heads", N: int "x.size(0)" [0, *], n3: int of %in1 dim 0 [0, *]) {
  %0: f32[N, n3] = linear(%x, %in1)
  %1: f32[N, n3, 1] of %0 = view(%0, size = [N, n3, n0])
  return %1
}
)g");
  EXPECT_EQ(captured.symbols,
            (std::map<std::string, std::string>{{"N", "N"},
                                                {"layers_modules_0_attention_width", "n3"},
                                                {"layers_modules_0_attention_heads", "n0"}}));
  const std::unique_ptr<Graph> read = valueOr(error, parseGraph(captured.text));
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(printCapturedGraph(*read).text, captured.text);
  EXPECT_EQ(read->env.lookup("n3")->tensor, "in1");
}

// What capture relied on is part of the text that the run-time compiler gets; guards it finds anew.
TEST(GraphText, ReadsOfACapturedGraphComeBack) {
  const std::string text = R"g(graph @f(%x: f32[N, 4] "x", N: int "x.size(0)" [0, *]) {
  settled N >= 2
  %0: f32[N, 4] = relu(%x)
  %1: f32[N, 4] of %0 = contiguous(%0)
  %2: f64[N, 4] = to(%0, dtype = f64)
  read %x dtype f32
  read %0 rank 2
  read %0 size 0: N
  read %x stride 1: 1
  read %0 numel 4*N
  read %x contiguous
  read %1 handle of operand
  read %2 handle new
  return %0
}
)g";
  std::string error;
  const std::unique_ptr<Graph> graph = valueOr(error, parseGraph(text));
  ASSERT_TRUE(graph) << error;
  EXPECT_EQ(graph->reads.size(), 8u);
  graph->env.assume(symLe(Sym(3), Sym::symbol("N")), {}, "a guard");
  EXPECT_EQ(printCapturedGraph(*graph).text, text);
  EXPECT_EQ(printGraph(*graph).find("read"), std::string::npos);
}

// Whatever the bytes, the parser answers, and what it accepts prints as something that it accepts again.
TEST(GraphText, RandomBytesDoNotCrashIt) {
  test::Random random(3);
  const std::string seed = everything;
  const std::string tokens[] = {"%",
                                "[",
                                "]",
                                "(",
                                ")",
                                "{",
                                "}",
                                ",",
                                "=",
                                "==",
                                ":",
                                "\"",
                                "none",
                                "N",
                                "graph @",
                                "9223372036854775807",
                                "-9223372036854775808",
                                "0",
                                "-1",
                                "*",
                                "/",
                                "%x",
                                "floordiv(",
                                "\n",
                                "return",
                                "loc(\"a:1:2\")",
                                "f32",
                                "weak",
                                "of",
                                "?",
                                "&&",
                                "!",
                                "1e999",
                                "nan",
                                "\\x"};
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(4);
  unsigned accepted = 0, rounds = 0;
  for (; rounds < 8000 && std::chrono::steady_clock::now() < end; ++rounds) {
    std::string text = seed;
    for (int64_t change = random.in(1, 4); change > 0; --change) {
      const size_t at = size_t(random.in(0, int64_t(text.size())));
      switch (random.in(0, 4)) {
      case 0:
        text.insert(at, tokens[random.in(0, std::size(tokens) - 1)]);
        break;
      case 1:
        text.erase(at, size_t(random.in(1, 12)));
        break;
      case 2:
        text.insert(at, 1, char(random.in(0, 255)));
        break;
      case 3:
        text.insert(at, text.substr(size_t(random.in(0, int64_t(text.size()))), size_t(random.in(1, 40))));
        break;
      default:
        if (at < text.size())
          text[at] = char(random.in(0, 255));
      }
    }
    std::string error;
    auto graph = valueOr(error, parseGraph(text));
    ASSERT_EQ(graph == nullptr, !error.empty());
    if (!graph) {
      ASSERT_NE(error.find(": "), std::string::npos);
      continue;
    }
    ++accepted;
    verifyStructure(*graph);
    const std::string printed = printGraph(*graph, true);
    auto again = valueOr(error, parseGraph(printed));
    ASSERT_TRUE(again) << error << "\n" << printed << "\nfrom\n" << text;
    ASSERT_EQ(printGraph(*again, true), printed) << "from\n" << text;
  }
  EXPECT_GT(accepted, 20u) << rounds;
}

} // namespace
