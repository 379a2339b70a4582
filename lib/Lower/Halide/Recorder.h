// Makes the Halide objects of a kernel and remembers how, so that the kernel can be printed as a C++ program.
//
// Definitions are printed from the Funcs themselves; only what Halide does not give back is recorded:
// reduction domains and the calls of the schedule. So there is one description of a kernel, and the printed
// program cannot say anything else than what was compiled.
#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace fullgraph::lower {

/// Reads expressions back as C++. Shared subexpressions become `Expr` variables.
class ExprPrinter;

class Recorder {
public:
  Halide::Func func(const std::string &name);
  Halide::Var var(const std::string &name);
  /// A loop variable that a split of a reduction variable makes.
  Halide::RVar rvar(const std::string &name);
  Halide::RDom domain(const std::string &name,
                      const std::vector<std::pair<Halide::Expr, Halide::Expr>> &ranges);
  void where(Halide::RDom &domain, const Halide::Expr &condition);
  Halide::ImageParam image(const std::string &name, Halide::Type type, int dimensions);
  template <class T> Halide::Param<T> param(const std::string &name) {
    Halide::Param<T> p(name);
    params.push_back({p.parameter().name(), name, Halide::type_of<T>()});
    return p;
  }

  /// A class that the printed program needs, as one line of text.
  void declaration(const std::string &text) { declarations.push_back(text); }
  /// A statement of the printed program, after the definitions.
  void statement(const std::string &text) { statements.push_back(text); }
  std::string text(const Halide::VarOrRVar &v) const;
  std::string text(const Halide::Func &f) const;
  std::string text(const Halide::Expr &e) const;

  /// The program. `tail` compiles the pipeline.
  std::string program(const std::string &comment, const std::string &tail) const;

private:
  struct NamedParam {
    std::string halide, name;
    Halide::Type type;
    int dimensions = -1; // of an image
  };
  struct Domain {
    Halide::RDom domain;
    std::string name;
    std::vector<std::pair<Halide::Expr, Halide::Expr>> ranges;
    std::vector<Halide::Expr> conditions;
  };
  std::string unique(const std::string &wanted);
  friend class ExprPrinter;

  std::vector<NamedParam> params;
  std::vector<Domain> domains;
  std::vector<std::pair<Halide::Func, std::string>> funcs;
  std::vector<std::string> vars, rvars, statements, declarations;
  std::map<std::string, std::string> names; // Halide's name of a Func, parameter or reduction variable → ours
  std::map<std::string, unsigned> used;
};

/// A Func's definition (pure, update or specialisation) being scheduled; each call is recorded.
class Schedule {
public:
  Schedule(Recorder &recorder, Halide::Func f);
  Schedule(Recorder &recorder, Halide::Func f, int update);

  Schedule &split(const Halide::VarOrRVar &old, const Halide::VarOrRVar &outer,
                  const Halide::VarOrRVar &inner, const Halide::Expr &factor, Halide::TailStrategy tail);
  Schedule &fuse(const Halide::VarOrRVar &inner, const Halide::VarOrRVar &outer,
                 const Halide::VarOrRVar &fused);
  Schedule &reorder(const std::vector<Halide::VarOrRVar> &vars);
  Schedule &vectorize(const Halide::VarOrRVar &v);
  Schedule &vectorize(const Halide::VarOrRVar &v, int factor, Halide::TailStrategy tail);
  Schedule &unroll(const Halide::VarOrRVar &v);
  Schedule &unroll(const Halide::VarOrRVar &v, int factor, Halide::TailStrategy tail);
  Schedule &parallel(const Halide::VarOrRVar &v);
  Schedule &gpuBlocks(const Halide::Var &v);
  Schedule &gpuThreads(const Halide::Var &x);
  Schedule &gpuThreads(const Halide::Var &x, const Halide::Var &y);
  /// A loop of one turn around all others.
  Schedule &wrapInBlock(const Halide::Var &block);
  Schedule &atomic();
  /// For an update whose places Halide does not see to differ.
  Schedule &allowRaceConditions();
  Schedule specialize(const Halide::Expr &condition);
  // Of the Func as a whole.
  Schedule &computeAt(const Halide::Func &consumer, const Halide::VarOrRVar &loop);
  Schedule &computeRoot();
  Schedule &storeIn(Halide::MemoryType type);
  Schedule &reorderStorage(const std::vector<Halide::Var> &vars);
  /// One copy of each loop's body. Halide would peel the first and last iterations, so that the others have
  /// no conditions; a predictable branch costs less than thrice the code.
  Schedule &neverPartition();
  /// From 0 to below `extent`, whatever is asked for.
  Schedule &bound(const Halide::Var &v, const Halide::Expr &extent);
  Schedule &boundExtent(const Halide::Var &v, const Halide::Expr &extent);
  Schedule &boundStorage(const Halide::Var &v, const Halide::Expr &extent);

private:
  Schedule(Recorder &recorder, Halide::Func f, Halide::Stage stage, std::string text);
  void call(const std::string &text);
  Recorder *recorder;
  Halide::Func func;
  Halide::Stage stage;
  std::string prefix;
};

} // namespace fullgraph::lower
