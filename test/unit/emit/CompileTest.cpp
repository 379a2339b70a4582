// The generated C++ is what users build: it compiles without a warning under each compiler, wherever a
// compiled function may stand.

#include "EmitTestUtil.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

const char *const mlpGraph = R"g(graph @mlp(%x: f32[N, 784] "x", %w1: f32[256, 784] "this->w1",
    %b1: f32[256] "this->b1", %w2: f32[10, 256] "this->w2", %b2: f32[10] "this->b2") {
  guard N >= 1 "the batch must not be empty" loc("/src/model.cpp:9:12")
  %0: f32[N, 256] = linear(%x, %w1, %b1) loc("/src/model.cpp:9:12")
  %1: f32[N, 256] = relu(%0) loc("/src/model.cpp:9:3")
  %2: f32[N, 10] = linear(%1, %w2, %b2) loc("/src/model.cpp:10:12")
  return %2
})g";

std::unique_ptr<Graph> relu(const std::string &cxx = "x", const std::string &name = "relu") {
  return graph("graph @" + name + "(%x: f32[N, 4] \"" + cxx +
               "\") {\n  %0: f32[N, 4] = relu(%x)\n  return %0\n}");
}

std::unique_ptr<Graph> split() {
  return graph(R"g(graph @split(%x: f32[N, 4] "x") {
  %0: f32[N, 4] = relu(%x)
  %1: f32[N, 4] = exp(%0)
  return %0, %1
})g");
}

void expectCompiles(const std::string &source, const std::string &flags = "") {
  for (const std::string &compiler : cxxCompilers())
    EXPECT_EQ(compileErrors(compiler, source, flags), "") << source;
}

TEST(EmitCompile, methodOfAStruct) {
  Source source;
  source.addFile("/src/model.cpp", R"(#include <fullgraph/fullgraph.h>
#define N 128 /* a user's macro must not reach the generated code */
struct Mlp {
  fg::Tensor w1, b1, w2, b2;
  fg::Tensor forward(fg::Tensor x) const {
    return fg::linear(fg::relu(fg::linear(x, w1, b1)), w2, b2);
  }
};
fg::Tensor run(const Mlp &m, fg::Tensor x) { return m.forward(x); }
)");
  source.addFunction("Mlp::forward", "/src/model.cpp", "forward(fg::Tensor x) const {",
                     leaf(graph(mlpGraph), output(0)));
  expectCompiles(source.emit().source);
}

// One file, each kind of function body, and each way to give results back.
TEST(EmitCompile, everyKindOfFunction) {
  Source source;
  source.addFile("/src/model.cpp", R"(#include <fullgraph/fullgraph.h>
#include <array>
#include <tuple>
#include <utility>
#include <vector>
namespace user {
namespace fg { struct Unrelated {}; } // found first by a name that is not qualified from the global namespace
namespace std { struct Unrelated {}; }
struct Pair { ::fg::Tensor first, second; };
struct Model {
  ::fg::Tensor state;
  explicit Model(const ::fg::Tensor &x) { /*constructor*/
    state = ::fg::relu(x);
  }
  void update(const ::fg::Tensor &x) { /*void*/
    state = ::fg::relu(x);
  }
  static ::fg::Tensor make(::fg::Tensor x) { /*static*/ return ::fg::relu(x); }
  ::fg::Tensor &cached(const ::fg::Tensor &x) & { /*reference*/
    state = ::fg::relu(x);
    return state;
  }
  ::fg::Tensor operator()(::fg::Tensor x) const noexcept(false) { /*operator*/ return ::fg::relu(x); }
  auto deduced(::fg::Tensor x) { /*auto*/ return ::fg::relu(x); }
  decltype(auto) exact(::fg::Tensor x) { /*decltype*/ return ::fg::relu(x); }
};
Pair aggregate(const ::fg::Tensor &x) { /*aggregate*/
  ::fg::Tensor y = ::fg::relu(x);
  return {y, ::fg::exp(y)};
}
::std::tuple<::fg::Tensor, ::fg::Tensor> tuple(const ::fg::Tensor &x) { /*tuple*/
  ::fg::Tensor y = ::fg::relu(x);
  return {y, ::fg::exp(y)};
}
::std::vector<::fg::Tensor> vector(const ::fg::Tensor &x) try { /*try*/
  ::fg::Tensor y = ::fg::relu(x);
  return {y, ::fg::exp(y)};
} catch (...) {
  return {};
}
auto lambda = [](::fg::Tensor x) -> ::fg::Tensor { /*lambda*/ return ::fg::relu(x); };
template <class T, int K> ::fg::Tensor generic(::fg::Tensor x, T) { /*template*/ return K == 4 ? ::fg::relu(x) : x; }
::fg::Tensor use(::fg::Tensor x) { return generic<float, 4>(generic<double, 5>(lambda(x), 1.0), 1.0f); }
} // namespace user
)");
  const auto add = [&](const std::string &name, std::unique_ptr<DecisionNode> tree) -> CapturedFunction & {
    return source.addFunction(name, "/src/model.cpp", "{ /*" + name + "*/", std::move(tree));
  };
  for (const char *name : {"constructor", "void"}) {
    auto node = leaf(relu("x", name), {});
    node->effects.push_back(withOutputs("this->state = {0}"));
    add(name, std::move(node));
  }
  auto reference = leaf(relu("x", "reference"), text("this->state"));
  reference->effects.push_back(withOutputs("this->state = {0}"));
  add("reference", std::move(reference));
  for (const char *name : {"static", "operator", "auto", "decltype", "lambda"})
    add(name, leaf(relu("x", name), output(0)));
  add("aggregate", leaf(split(), withOutputs("{{0}, {1}}")));
  add("tuple", leaf(split(), withOutputs("{{0}, {1}}")));
  add("try", leaf(split(), withOutputs("{{0}, {1}}")));
  CapturedFunction &first = add("template", leaf(relu("x", "template1"), output(0)));
  first.instantiation = "::std::is_same_v<T, float> && K == 4";
  CapturedFunction &second = add("template", leaf(relu("x", "template2"), output(0)));
  second.instantiation = "::std::is_same_v<T, double> && K == 5";
  second.id += "2";
  expectCompiles(source.emit().source);
}

TEST(EmitCompile, scalarsConditionsAndMutation) {
  Source source;
  source.addFile("/src/model.cpp", R"(#include <fullgraph/fullgraph.h>
struct Model {
  bool gated = true;
  unsigned long steps = 3;
  float scale = 2;
  fg::Tensor cache;
  fg::Tensor step(fg::Tensor &x, double eps, const fg::Tensor &ids) {
    return x.add_(eps);
  }
};
)");
  auto first = graph(R"g(graph @first(%ids: i64[M] "ids", %cache: f32[K, M]{1, K} "this->cache",
      %x: f32[2*M, K, 1] "x",
      steps: int "this->steps", scale: f32 "this->scale", eps: f64 "eps") {
  guard K == 4 || M < steps "a test" loc("/src/model.cpp:8:5")
  guard M == 3
  guard floordiv(K, 2) >= min(steps, 2)
  guard scale < 2.5
  %0: f32[] weak = scalar(value = f32(eps) * scale)
  %1: f32[2*M, K, 1] = mul(%x, %0)
  mutate %x = %1
  return %x, %1
})g");
  auto second = relu("x", "second");
  auto tree = branch(Sym::symbol("gated", SymType::Bool),
                     branch(symLt(Sym::symbol("M") * Sym::symbol("M"), Sym::symbol("steps")),
                            leaf(std::move(first), output(1)), eager("throws std::runtime_error")),
                     leaf(std::move(second), output(0)));
  CapturedFunction &function =
      source.addFunction("Model::step", "/src/model.cpp", "const fg::Tensor &ids) {", std::move(tree));
  SymbolDef gated;
  gated.name = "gated";
  gated.type = SymType::Bool;
  gated.cxx = "this->gated";
  function.regions[0]->versions[0].symbols.push_back(gated);
  source.addVersion(function, "f32[N, 4]", leaf(relu("x", "generic"), output(0)));
  const std::string text = source.emit().source;
  expectCompiles(text);
  // A number is read where it is first needed: below the conditions that make its C++ text valid. One that a
  // condition alone needs has no local.
  const size_t gate = text.find("if (static_cast<bool>(this->gated))"), steps = text.find("fg_steps = "),
               scale = text.find("fg_scale = ");
  EXPECT_EQ(text.find("fg_gated"), std::string::npos);
  EXPECT_LT(gate, steps);
  EXPECT_LT(steps, std::string::npos);
  EXPECT_LT(text.find("if (fg_M * fg_M < fg_steps)"), scale);
  EXPECT_NE(text.find("// Runs the user's own code: throws std::runtime_error"), std::string::npos);
}

TEST(EmitCompile, header) {
  Source source;
  source.addFile("/src/model.cpp", "#include <fullgraph/fullgraph.h>\n#include \"layer.h\"\n");
  source.addFile("/src/layer.h", R"(#ifndef LAYER_H
#define LAYER_H
#include <fullgraph/fullgraph.h>
inline fg::Tensor layer(fg::Tensor x) { return fg::relu(x); }
#endif
)");
  source.addInclude("/src/model.cpp", "\"layer.h\"", "/src/layer.h");
  source.addFunction("layer", "/src/layer.h", "fg::Tensor x) {", leaf(relu(), output(0)));
  const EmitOutput output = source.emit();
  ASSERT_EQ(output.headers.size(), 1u);
  const std::string header = output.headers.at("/src/layer.h");
  const size_t block = header.find("#ifndef FULLGRAPH_GENERATED_layer_0f"),
               end = header.find("\n#endif", block);
  ASSERT_NE(end, std::string::npos);
  // Once more without the header's own guard, on which the block's must not rely.
  const std::string twice = header.substr(block, end + 8 - block);
  expectCompiles(header + header + twice + "fg::Tensor use(fg::Tensor x) { return layer(x); }\n");
}

TEST(EmitCompile, severalArchitectures) {
  Source source;
  source.addFile(
      "/src/model.cpp",
      "#include <fullgraph/fullgraph.h>\nfg::Tensor f(fg::Tensor x) {\n  return fg::relu(x);\n}\n");
  TargetSpec arm;
  arm.triple = "arm-64-linux";
  arm.level = 0;
  source.targets.push_back(arm);
  source.addFunction("f", "/src/model.cpp", "f(fg::Tensor x) {", leaf(relu(), output(0)));
  std::string text = source.emit().source;
  // The architecture's own macros cannot be turned around without breaking the C library's headers.
  for (const auto &[macro, standIn] :
       {std::pair("defined(__x86_64__)", "FIRST"), std::pair("defined(__aarch64__)", "SECOND")})
    for (size_t at; (at = text.find(macro)) != std::string::npos;)
      text.replace(at, std::string(macro).size(), standIn);
  for (const char *flags : {"-DFIRST=1 -DSECOND=0", "-DFIRST=0 -DSECOND=1", "-DFIRST=0 -DSECOND=0"})
    expectCompiles(text, std::string("-fsyntax-only ") + flags);
}

// What a compiler says about the user's text must point into the user's file, at the column.
TEST(EmitCompile, diagnosticsPointToTheUsersText) {
  const std::string user = "#include <fullgraph/fullgraph.h>\n\n"
                           "fg::Tensor f1(fg::Tensor x) {\n\n    return fg::relu(y1);\n}\n"
                           "fg::Tensor f2(fg::Tensor x) { return fg::relu(y2); }\n"
                           "fg::Tensor f3(fg::Tensor x)\n\t{\treturn fg::relu(y3); }\n"
                           "fg::Tensor f4(fg::Tensor x) { // why\n  return fg::relu(y4);\n}\n"
                           "fg::Tensor f5(fg::Tensor x) {\r\n  return fg::relu(y5);\r\n}\r\n";
  Source source("/nowhere/model.cpp");
  source.addFile("/nowhere/model.cpp", user);
  for (int i = 1; i <= 5; ++i) {
    const std::string name = "f" + std::to_string(i);
    const size_t body = user.find('{', user.find(name));
    source.addFunction(name, "/nowhere/model.cpp", user.substr(user.find(name), body + 1 - user.find(name)),
                       leaf(relu("x", name), output(0)));
  }
  const std::string text = source.emit().source;
  for (const std::string &compiler : cxxCompilers()) {
    const std::string said = compileErrors(compiler, text, "-fsyntax-only -ftabstop=1");
    for (int i = 1; i <= 5; ++i) {
      const size_t at = user.find("y" + std::to_string(i));
      const size_t line = 1 + static_cast<size_t>(std::count(user.begin(), user.begin() + at, '\n'));
      const size_t column = at - user.rfind('\n', at);
      const std::string place =
          "/nowhere/model.cpp:" + std::to_string(line) + ":" + std::to_string(column) + ": error:";
      EXPECT_NE(said.find(place), std::string::npos) << "expected " << place << " from " << said;
    }
  }
}

} // namespace
