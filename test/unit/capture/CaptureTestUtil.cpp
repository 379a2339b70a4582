#include "CaptureTestUtil.h"

#include "lib/Breaks/Breaks.h"
#include "lib/Capture/Explore/Interpreter.h"
#include "lib/Config.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace clang;

namespace fullgraph::test {

Source::Source(const std::string &includes, const std::string &code) {
  std::string text;
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(includes).split(names, ' ', -1, false);
  for (llvm::StringRef name : names)
    text += "#include <" + (name == "fullgraph" ? "fullgraph/fullgraph.h" : name.str()) + ">\n";
  unit = tooling::buildASTFromCodeWithArgs(text + code,
                                           {"-std=c++20", "-I" FULLGRAPH_SOURCE_DIR "/include", "-w",
                                            "-resource-dir", FULLGRAPH_CLANG_RESOURCE_DIR},
                                           "test.cpp");
  EXPECT_TRUE(unit);
  EXPECT_FALSE(unit->getDiagnostics().hasErrorOccurred()) << "the test's source does not compile";
}

const FunctionDecl *Source::function(const std::string &name) {
  for (NamedDecl *found : context().getTranslationUnitDecl()->lookup(&context().Idents.get(name)))
    if (auto *function = dyn_cast<FunctionDecl>(found))
      return function->getDefinition();
  ADD_FAILURE() << "no function " << name;
  return nullptr;
}

QualType Source::typeOf(const std::string &variable) {
  for (NamedDecl *found : context().getTranslationUnitDecl()->lookup(&context().Idents.get(variable)))
    if (auto *var = dyn_cast<VarDecl>(found))
      return var->getType();
  ADD_FAILURE() << "no variable " << variable;
  return {};
}

std::vector<CapturedFunction> Source::captured() {
  struct Keep : DiagnosticConsumer {
    explicit Keep(std::string &into) : into(into) {}
    void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) override {
      llvm::SmallString<128> text;
      info.FormatDiagnostic(text);
      into += (level >= DiagnosticsEngine::Error ? "error: " : "") + text.str().str() + "\n";
    }
    std::string &into;
  } keep(messages);
  DiagnosticsEngine &diagnostics = context().getDiagnostics();
  DiagnosticConsumer *before = diagnostics.getClient();
  const bool owns = diagnostics.ownsClient();
  std::unique_ptr<DiagnosticConsumer> owned = owns ? diagnostics.takeClient() : nullptr;
  diagnostics.setClient(&keep, /*ShouldOwnClient=*/false);
  std::vector<CapturedFunction> functions = captureTranslationUnit(context(), {});
  diagnostics.setClient(owns ? owned.release() : before, owns);
  return functions;
}

std::string textOf(const CxxText &text) {
  std::string out;
  for (const CxxText::Piece &piece : text.pieces)
    out += piece.kind == CxxText::Piece::Text    ? piece.text
           : piece.kind == CxxText::Piece::Value ? piece.value.str()
                                                 : "$" + std::to_string(piece.output);
  return out;
}

std::string resultOf(Source &source, const std::string &name) {
  const FunctionDecl *decl = source.function(name);
  if (!decl)
    return "no such function";
  FunctionContext function = contextFor(decl, {}, "fg_", std::make_shared<CaptureWork>());
  Interpreter walk(source.context(), function, {}, /*verbose=*/false);
  walk.run();
  if (!function.found.breaks.empty())
    return "breaks: " + llvm::join(function.found.breaks.front().args, ", ");
  if (walk.leaf()->kind == DecisionNode::EagerLeaf)
    return "needs: " + walk.leaf()->reason;
  // static_cast<int>(6): the type is the function's own.
  std::string text = textOf(walk.leaf()->result);
  if (const size_t open = text.find(">("); text.starts_with("static_cast<") && open != std::string::npos)
    text = text.substr(open + 2, text.size() - open - 3);
  return text;
}

} // namespace fullgraph::test
