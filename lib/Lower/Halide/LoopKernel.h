// A loop over slices (lib/Shapes/Loops.h) as one kernel. KernelBuilder calls it. The turns are a serial loop inside,
// and what they carry is in registers or in the nearest cache.
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Shapes/Loops.h"

namespace fullgraph::lower {

/// Is the kernel a loop's? Then all of its outputs are the ends of that loop.
bool isLoopKernel(const Graph &graph);
/// The symbol that says how many neighbours of a loop's places there are; empty where none does.
std::string symbolOfNeighbours(const Graph &graph);

/// Defines and schedules the pipeline of a loop.
///
/// Of elementwise loops each place of LoopForm::space is a loop by itself. Places that are neighbours are vectors,
/// a chunk of them takes its turns together, and threads share the chunks. Of loops of numbers there are no
/// places: each number that is carried is an element of a Tuple.
///
/// What is carried is kept in one of three ways:
///  - All that is left are stacks of one shape: the loops of their Func are those of the turns. A Func `first`
///    holds what the first turn finds, `turn` computes one turn, and CarryOver writes what a turn leaves over what
///    it found.
///  - Nothing is stacked. The same, where each turn updates a Func `turns` over the places.
///  - Stacks of several shapes, or beside what the last turn leaves. `turns` has one more dim: place 0 is in
///    front of the first turn, and place t behind the t-th one.
class LoopKernel {
public:
  explicit LoopKernel(KernelBuilder &builder);
  void run();

private:
  enum class Keeps : uint8_t { Carried, Last, AllTurns };
  /// What a turn leaves: `value`, or its number at `at`.
  struct Part {
    const Value *state = nullptr; // what is carried, or null: `value` is stacked
    const Value *value = nullptr;
    Index at; // of a loop of numbers
  };
  void collectParts();
  void defineTurn();
  void defineNode(const Node &node);
  void defineConcat(const Node &node);
  void defineParts(Halide::Func &func, const std::vector<Halide::Expr> &place,
                   const std::vector<Halide::Expr> &values);
  std::vector<Halide::Expr> firstFound();
  std::vector<Halide::Expr> partsLeft();
  void defineLoop();
  void defineOutputs();
  Halide::Func storedFunc(const std::string &name, const std::vector<size_t> &which, const Index &index);
  void setLayout(const Halide::Func &func, size_t buffer, const Node &end);
  void schedule();
  void scheduleTurns(const Halide::Func &out, bool isUpdate);
  void scheduleAllTurns();
  struct Loops; // over the places
  Loops placeLoops(Schedule &s, const std::string &name, const Halide::VarOrRVar &time);
  void share(Schedule &s, const Loops &loops);

  std::vector<Halide::Expr> inFuncOrder(const Halide::Expr &time, std::vector<Halide::Expr> place) const;
  std::vector<Halide::Expr> here() const { return {places.begin(), places.end()}; }
  Halide::Expr partOf(const Halide::Func &func, const std::vector<Halide::Expr> &place, size_t part) const;
  size_t find(const Value *state, const Value *value, const Index &at) const;
  Halide::Expr resultAt(const Node &end, const Index &index) const;
  std::vector<Index> indices(const Value *v) const;

  KernelBuilder &b;
  std::vector<const Node *> ends; // of the outputs
  LoopForm form;
  Keeps keeps = Keeps::AllTurns;
  bool backwards = false; // Keeps::Carried, and the last place is stored first
  std::vector<Part> parts;         // what is carried, then what is stacked beside it
  std::vector<bool> found;         // parallel: a turn reads it
  std::vector<Halide::Var> places; // of the space, outermost first
  Halide::Var time{"turn"};
  Halide::RDom domain;             // of the turns: of updates
  Halide::Expr now;                // the turn that is being defined, from 0
  Halide::Func turns, first, turn; // see above
  Halide::Expr count;              // of turns
  Sym turnCount;
};

/// Of loops of numbers: an element, as an expression of its operands' elements. In the file of the family.
Element productOfNumbers(KernelBuilder &builder, const Node &node);
Element reductionOfNumbers(KernelBuilder &builder, const Node &node);

} // namespace fullgraph::lower
