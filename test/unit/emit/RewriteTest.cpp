// Where generated text goes in the user's file, and that the user's text stays what and where it was.

#include "EmitTestUtil.h"
#include "lib/Emit/CxxWriter.h"
#include "lib/Emit/SourceRewriter.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

std::string rewritten(const std::string &text, const std::vector<std::string> &behind) {
  SourceRewriter rewriter("/src/a.cpp", "/out/a.fg.cpp", text);
  for (const std::string &marker : behind)
    rewriter.insertLines(static_cast<unsigned>(text.find(marker) + marker.size()), "generated;\n");
  return rewriter.finish();
}

TEST(SourceRewriter, noEditsGiveTheSameBytes) {
  const std::string text = "\xEF\xBB\xBFint a;\r\n\tint b; // no end of line";
  EXPECT_EQ(rewritten(text, {}), text);
}

TEST(SourceRewriter, theRestOfALineKeepsItsColumn) {
  EXPECT_EQ(rewritten("int f() { return 1; }\nint g();\n", {"{"}), "#line 1 \"/src/a.cpp\"\n"
                                                                   "int f() {\n"
                                                                   "#line 4 \"/out/a.fg.cpp\"\n"
                                                                   "generated;\n"
                                                                   "#line 1 \"/src/a.cpp\"\n"
                                                                   "          return 1; }\n"
                                                                   "int g();\n");
}

TEST(SourceRewriter, anEmptyRestOfALineIsNotRepeated) {
  EXPECT_EQ(rewritten("int f() { \t\r\n  return 1;\n}", {"{"}), "#line 1 \"/src/a.cpp\"\n"
                                                                "int f() {\n"
                                                                "#line 4 \"/out/a.fg.cpp\"\n"
                                                                "generated;\n"
                                                                "#line 2 \"/src/a.cpp\"\n"
                                                                "  return 1;\n}");
}

TEST(SourceRewriter, twoInsertionsAtOnePlaceAndTabs) {
  EXPECT_EQ(rewritten("\tf() {\tx;\n", {"{", "{"}), "#line 1 \"/src/a.cpp\"\n"
                                                    "\tf() {\n"
                                                    "#line 4 \"/out/a.fg.cpp\"\n"
                                                    "generated;\n"
                                                    "#line 6 \"/out/a.fg.cpp\"\n"
                                                    "generated;\n"
                                                    "#line 1 \"/src/a.cpp\"\n"
                                                    "\t     \tx;\n");
}

TEST(SourceRewriter, replacesAPieceOfALineAndDropsTheByteOrderMark) {
  const std::string text = "\xEF\xBB\xBF#include \"b.h\"\nint x;\n";
  SourceRewriter rewriter("/src/we\"ird\\a.cpp", "/out/a.fg.cpp", text);
  rewriter.replace(12, 5, "\"/out/b.h\"");
  EXPECT_EQ(rewriter.finish(), "#line 1 \"/src/we\\\"ird\\\\a.cpp\"\n#include \"/out/b.h\"\nint x;\n");
}

/// The text in front of the place.
std::string placed(const std::string &text) {
  return text.substr(0, placeForDeclarations(text, static_cast<unsigned>(text.find("BODY"))));
}

TEST(DeclarationPlace, behindTheLastIncludeAtFileLevel) {
  // The user's feature-test macros and configuration headers must come first.
  EXPECT_EQ(
      placed(
          "#define _GNU_SOURCE\n#include \"config.h\"\n#include <a>\nvoid f() { BODY }\n#include <late>\n"),
      "#define _GNU_SOURCE\n#include \"config.h\"\n#include <a>\n");
  EXPECT_EQ(placed("#include <a>\nint x;\n#include <b> // why\nvoid f() { BODY }"),
            "#include <a>\nint x;\n#include <b> // why\n");
  EXPECT_EQ(placed("void f() { BODY }"), "");
  EXPECT_EQ(placed("  #  include <a> /* two\nlines */\nBODY"), "  #  include <a> /* two\nlines */\n");
  EXPECT_EQ(placed("#include \\\n<a>\nBODY"), "#include \\\n<a>\n");
}

TEST(DeclarationPlace, notInsideDeclarations) {
  EXPECT_EQ(placed("#include <a>\nint t[] = {\n#include \"t.inc\"\n};\nBODY"), "#include <a>\n");
  EXPECT_EQ(placed("#include <a>\nint t =\n#include \"t.inc\"\n;\nBODY"), "#include <a>\n");
  EXPECT_EQ(placed("#include <a>\nextern \"C\" {\n#include <b.h>\n}\nnamespace n {\n#include \"c\"\nBODY"),
            "#include <a>\n");
  EXPECT_EQ(placed("#include <a>\n#define X(a) {\n#include <b>\nBODY"),
            "#include <a>\n#define X(a) {\n#include <b>\n");
}

TEST(DeclarationPlace, notInsideConditions) {
  EXPECT_EQ(placed("#include <a>\n#ifdef _WIN32\n#include <w>\n#else\n#include <u>\n#endif\nBODY"),
            "#include <a>\n#ifdef _WIN32\n#include <w>\n#else\n#include <u>\n#endif\n");
  EXPECT_EQ(placed("#include <a>\n#ifdef A\n#define B\n#endif\nBODY"), "#include <a>\n");
  EXPECT_EQ(placed("#include <a>\n#if A\n#include <b>\nBODY\n#endif\n"), "#include <a>\n");
  // Both arms open the brace that the code behind closes.
  EXPECT_EQ(placed("#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n#include <a>\nBODY"),
            "#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n#include <a>\n");
}

TEST(DeclarationPlace, bracesInLiteralsAndCommentsDoNotCount) {
  for (const char *noise :
       {"const char *a = \"{\";\n", "char b = '{';\n", "auto c = R\"x({ )\" )x\";\n", "// {\n", "/* { */\n",
        "int d = 1'000'000; char e = '}';\n", "auto f = \"\\\"{\";\n", "// { \\\n { continued\n",
        "double g = 0x1p-3;\n", "#error don't {\n", "auto h = u8R\"({)\";\n", "char i = '\\'';\n"}) {
    const std::string text = std::string(noise) + "#include <a>\n";
    EXPECT_EQ(placed(text + "BODY"), text) << noise;
  }
}

TEST(DeclarationPlace, behindAnIncludeGuard) {
  EXPECT_EQ(placed("// licence\n#ifndef A_H\n#define A_H\nvoid f() { BODY }\n#endif\n"),
            "// licence\n#ifndef A_H\n#define A_H\n");
  EXPECT_EQ(placed("#ifndef A_H\n#define A_H 1\n#include <a>\n#ifdef B\nint b;\n#endif\nBODY\n#endif\n"),
            "#ifndef A_H\n#define A_H 1\n#include <a>\n");
  EXPECT_EQ(placed("#pragma once\n\nBODY"), "#pragma once\n");
  EXPECT_EQ(placed("#ifndef NDEBUG\n#include <a>\nBODY\n#endif"), ""); // no guard: a condition
}

TEST(CxxWriter, names) {
  NameTable names;
  EXPECT_EQ(names.claim("x"), "fg_x");
  EXPECT_EQ(names.claim("this->layers[0].w"), "fg_layers_0_w");
  EXPECT_EQ(names.claim("layers_0.w"), "fg_layers_0_w_2");
  EXPECT_EQ(names.claim("__x__"), "fg_x_2"); // no reserved name
  EXPECT_EQ(names.claim("()"), "fg_value");
}

TEST(CxxWriter, prefixesOfProgramsThatHaveOwnSuchWords) {
  NameTable names("fg1_");
  EXPECT_EQ(names.claim("fg_x"), "fg1_fg_x");
  EXPECT_EQ(names.claim("__x__"), "fg1_x");
  EXPECT_EQ(names.claim("()"), "fg1_value");
  const std::string code = "bool fg_a = fg_b(\"fg_c \\\" fg_d\"); // fg_e\nxfg_f(fg_buffer_2, fg_g)";
  EXPECT_EQ(withPrefix(code, "fg_"), code);
  EXPECT_EQ(withPrefix(code, "fg1_"),
            "bool fg1_a = fg1_b(\"fg_c \\\" fg_d\"); // fg_e\nxfg_f(fg1_buffer_2, fg1_g)");
  // The library's C functions and types have these names.
  const std::string own = "fg_library_sort(fg_math_zeta, (fg_buffer *)p)";
  EXPECT_EQ(withPrefix(own, "fg1_"), own);
}

TEST(CxxWriter, textInLiteralsAndComments) {
  EXPECT_EQ(stringLiteral("a\"b\\c\n\x01"
                          "2??/"),
            "\"a\\\"b\\\\c\\n\\0012?\\?/\"");
  EXPECT_EQ(commentText("two\nlines \\"), "two lines");
  EXPECT_EQ(placeText({"/home/u/model.cpp", 9, 12}), "model.cpp:9:12");
}

std::unique_ptr<DecisionNode> reluLeaf() {
  return leaf(graph("graph @g(%x: f32[N, 4] \"x\") {\n  %0: f32[N, 4] = relu(%x)\n  return %0\n}"),
              output(0));
}

TEST(Emit, sourcesWithoutCompiledFunctionsAreUntouched) {
  Source source;
  source.addFile("/src/model.cpp", "#include \"other.h\"\nfg::Tensor f(fg::Tensor x) { return x; }\n");
  source.addFile("/src/other.h", "int other;\n");
  source.addInclude("/src/model.cpp", "\"other.h\"", "/src/other.h");
  source.addFunction("f", "/src/model.cpp", "x) {", eager("a break"));
  const EmitOutput output = source.emit();
  EXPECT_EQ(output.source, "#include \"other.h\"\nfg::Tensor f(fg::Tensor x) { return x; }\n");
  EXPECT_TRUE(output.headers.empty());
}

TEST(Emit, includesLeadToTheRewrittenHeaders) {
  Source source;
  source.addFile("/src/model.cpp", "#include <nn/outer.h>\n#include \"plain.h\"\nint x;\n");
  source.addFile("/src/nn/outer.h", "#pragma once\n#include \"inner.h\"\n#include \"local.h\"\n");
  source.addFile("/src/nn/inner.h", "#pragma once\nfg::Tensor f(fg::Tensor x) { return fg::relu(x); }\n");
  source.addFile("/src/unrelated.h", "#include \"plain.h\"\n");
  source.addInclude("/src/model.cpp", "<nn/outer.h>", "/src/nn/outer.h");
  source.addInclude("/src/model.cpp", "\"plain.h\"", "/src/plain.h");
  source.addInclude("/src/nn/outer.h", "\"inner.h\"", "/src/nn/inner.h");
  source.addInclude("/src/nn/outer.h", "\"local.h\"", "/src/nn/local.h");
  source.addInclude("/src/unrelated.h", "\"plain.h\"", "/src/plain.h");
  source.addFunction("f", "/src/nn/inner.h", "x) {", reluLeaf());
  const EmitOutput output = source.emit();
  EXPECT_EQ(output.source,
            "#line 1 \"/src/model.cpp\"\n#include \"/build/outer.h\"\n#include \"/src/plain.h\"\nint x;\n");
  ASSERT_EQ(output.headers.size(), 2u);
  EXPECT_EQ(output.headers.at("/src/nn/outer.h"), "#line 1 \"/src/nn/outer.h\"\n#pragma once\n#include "
                                                  "\"/build/inner.h\"\n#include \"/src/nn/local.h\"\n");
  EXPECT_EQ(output.headers.at("/src/nn/inner.h").find("#line 1 \"/src/nn/inner.h\"\n#pragma once\n#line"),
            0u);
}

TEST(Emit, twoRunsGiveTheSameBytes) {
  std::string first;
  for (int run = 0; run < 2; ++run) {
    Source source;
    source.addFile("/src/model.cpp",
                   "#include <a>\nfg::Tensor f(fg::Tensor x) { }\nfg::Tensor g(fg::Tensor x) { }\n");
    source.addFunction("g", "/src/model.cpp", "g(fg::Tensor x) {", reluLeaf());
    source.addFunction("f", "/src/model.cpp", "f(fg::Tensor x) {", reluLeaf());
    const std::string text = source.emit().source;
    if (run)
      EXPECT_EQ(text, first);
    first = text;
  }
}

} // namespace
