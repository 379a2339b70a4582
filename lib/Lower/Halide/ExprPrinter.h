// Halide expressions as C++ that builds them. Recorder.cpp uses it, for --emit=halide. What it prints is for
// reading, and compiles with Halide's headers.
#pragma once

#include "lib/Lower/Halide/Recorder.h"

#include <set>

namespace fullgraph::lower {

class ExprPrinter : public Halide::Internal::IRVisitor {
public:
  explicit ExprPrinter(const Recorder &recorder) : recorder(recorder) {}

  /// `e` as one C++ expression. Shared parts are appended to `declarations`, as lines "Expr t0 = …;".
  std::string print(const Halide::Expr &e, std::vector<std::string> &declarations, unsigned &counter);
  /// Functions that the printed text calls and Halide does not have: "add", "lt", ….
  static std::string helpers(const std::set<std::string> &used);
  std::set<std::string> usedHelpers;

protected:
  using IRVisitor::visit;
  void visit(const Halide::Internal::IntImm *op) override;
  void visit(const Halide::Internal::UIntImm *op) override;
  void visit(const Halide::Internal::FloatImm *op) override;
  void visit(const Halide::Internal::StringImm *op) override;
  void visit(const Halide::Internal::Cast *op) override;
  void visit(const Halide::Internal::Reinterpret *op) override;
  void visit(const Halide::Internal::Variable *op) override;
  void visit(const Halide::Internal::Add *op) override;
  void visit(const Halide::Internal::Sub *op) override;
  void visit(const Halide::Internal::Mul *op) override;
  void visit(const Halide::Internal::Div *op) override;
  void visit(const Halide::Internal::Mod *op) override;
  void visit(const Halide::Internal::Min *op) override;
  void visit(const Halide::Internal::Max *op) override;
  void visit(const Halide::Internal::EQ *op) override;
  void visit(const Halide::Internal::NE *op) override;
  void visit(const Halide::Internal::LT *op) override;
  void visit(const Halide::Internal::LE *op) override;
  void visit(const Halide::Internal::GT *op) override;
  void visit(const Halide::Internal::GE *op) override;
  void visit(const Halide::Internal::And *op) override;
  void visit(const Halide::Internal::Or *op) override;
  void visit(const Halide::Internal::Not *op) override;
  void visit(const Halide::Internal::Select *op) override;
  void visit(const Halide::Internal::Call *op) override;
  void visit(const Halide::Internal::Let *op) override;

private:
  std::string sub(const Halide::Expr &e);
  void infix(const Halide::Expr &a, const char *op, const Halide::Expr &b);
  void call(const std::string &function, const std::vector<Halide::Expr> &args);
  std::string helper(const std::string &name);

  const Recorder &recorder;
  std::map<const Halide::Internal::IRNode *, unsigned> uses;
  std::map<const Halide::Internal::IRNode *, std::string> named;
  std::map<std::string, std::string> lets; // Halide stores definitions with common parts as Lets
  std::vector<std::string> *declarations = nullptr;
  unsigned *counter = nullptr;
  std::string result;
};

/// "Float(32)", "Int(64)".
std::string typeText(Halide::Type type);

} // namespace fullgraph::lower
