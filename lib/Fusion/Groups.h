// Which operators are computed together.
//
// Greedy, from the results backwards, as Inductor's scheduler does: a value is computed where it is used,
// unless it has to be in memory (a result, an operand of a contraction), or the group that uses it cannot
// iterate over it.
#pragma once

#include "lib/Fusion/Access.h"
#include "lib/Fusion/Program.h"
#include "lib/Shapes/Loops.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fullgraph::fusion {

/// A result of a group and where it is stored.
struct GroupRoot {
  Value *value = nullptr;
  BufferView target;
};

/// A future kernel: its roots and every operator that is computed inside.
struct Group {
  std::vector<GroupRoot> roots;
  std::vector<Sym> sizes;          // of all roots
  std::vector<const Node *> nodes; // inlined
  const Node *anchor = nullptr;    // a contraction, a window, a library function, the end of a loop
  // Reductions of one row space. The group's coordinates are the row space's dims where the roots are over
  // its kept dims only; else the roots' dims, which are the same.
  bool hasRows = false, rowsAreFull = false;
  std::vector<Sym> rowSizes;
  std::vector<bool> rowReduced;
  std::vector<int> rootMap; // dims of the roots in the group's coordinates
  std::map<const Value *, std::vector<AccessMap>> accesses;
  std::map<const Value *, int> turns; // how often an element of the results evaluates an inlined value
  std::vector<unsigned> after;        // groups that must have run
  bool merged = false;                // into another one

  bool contains(const Node *node) const;
};

/// Where the groups of a cat or a write store it, and which groups must have run before them.
struct Place {
  BufferView view; // strides explicit
  std::vector<unsigned> after;
};

/// A value that is kept in memory.
struct Stored {
  unsigned buffer = 0;
  std::vector<unsigned> writers; // groups
};

class Grouping {
public:
  explicit Grouping(const Graph &graph) : graph(graph) {}

  /// Empty, or the first value that no kernel can compute.
  std::string run();

  std::vector<Group> groups;
  std::vector<Buffer> buffers;
  std::map<const Value *, Stored> stored; // by root value; inputs too
  struct Check {
    Value *index = nullptr;
    Sym lower, upper;
  };
  std::vector<Check> checks;
  std::vector<ProgramOutput> outputs;

  /// Must be in memory, or is: inputs, results, what the other kinds of kernels read.
  bool isStored(const Value *root) const { return stored.count(root) != 0; }
  /// Does anything that `from` computes reach `to`?
  bool reaches(unsigned from, unsigned to) const;
  /// What a group reads from memory, each view once, in the order of its nodes.
  std::vector<const Value *> externals(unsigned group) const;
  /// A view of a stored value's memory.
  BufferView viewOf(const Value *v) const;
  /// How a group reads an operand of its nodes.
  std::vector<AccessMap> operandAccesses(const Value *operand, unsigned group) const;

private:
  struct Use {
    const Node *user = nullptr; // null: a root of `group`
    unsigned group = 0;
    const Value *operand = nullptr;
  };
  /// A loop over slices, whose turns are computed in the kernel of its ends and nowhere else.
  struct Loop {
    std::vector<const Node *> ends; // in the graph's order
    LoopForm form;
    std::set<const Node *> members; // the ends, and what a turn computes
    bool placed = false;
  };
  /// Empty, or why a loop of the graph has no kernel.
  std::string collectLoops();
  const Loop *loopOf(const Node &node) const;
  void placeLoop(const Node &end);
  void collectUses();
  void demand(const Value *v); // v's root must be stored
  void collectDemands();
  unsigned newGroup(Value *root, BufferView target);
  unsigned newBuffer(const Value *v);
  Place placeFor(const Value *result);
  void finishReplaced(const Value *result);
  void planOutputs();
  void placeWholeOutputs();
  std::vector<Value *> placeSharedMemory();
  void place(const Node &node);
  void placeConcat(const Node &node);
  void placeScatter(const Node &node);
  std::vector<unsigned> usersOf(const Value *v) const;
  std::optional<std::vector<AccessMap>> accessesIn(const Value *v, unsigned group) const;
  bool canInline(const Node &node, unsigned group) const;
  void inlineInto(const Node &node, unsigned group);
  bool mergeable(unsigned a, unsigned b) const;
  void merge(unsigned into, unsigned from);
  /// May the group store the node's result as one more of its own?
  bool addRoot(const Node &node, unsigned group) const;
  bool isMutation(const Value *v) const;
  void mergeSiblings();
  int coneCost(const Value *v) const;
  /// How often an element of the group's results would evaluate `v`, were it computed there.
  int turnsIn(const Value *v, unsigned group) const;
  /// Operations of one element of `v`, from values that are stored or that others read, too.
  int ownCost(const Value *v) const;
  /// Is `v` rather stored than computed again at each place where the group reads it?
  bool isRepeated(const Value *v, unsigned group) const;

  const Graph &graph;
  std::vector<Loop> loops;
  std::map<const Value *, std::vector<Use>> uses; // by root
  std::map<const Node *, std::vector<unsigned>> groupsOf;
  std::map<const Value *, bool> demanded;
  mutable std::map<const Value *, int> costs;
  std::map<const Value *, unsigned> outputOf; // values that are returned whole
  std::map<unsigned, const Value *> replaced; // copying groups that a cat or scatter made needless
};

} // namespace fullgraph::fusion
