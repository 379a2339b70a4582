// What capture hands to emission: for each function, its regions, each a decision tree over conditions of the
// user's program with one graph a leaf, and the C++ that surrounds each graph.
//
// A function without a break is one region, its whole body. Between breaks, a region is a run of statements
// of one block: it is tried where the first of them stands, and they follow as the user wrote them, for the
// calls that it does not take.
//
// C++ text (GraphInput::cxx, SymbolDef::cxx, effects, results) is C++ that is valid where the region
// begins: variables have the values that they have there. It is evaluated in tree order: what stands at a
// node may rely on every condition above it.
#pragma once

#include "lib/Breaks/Breaks.h"
#include "lib/Capture/Walk/Work.h"
#include "lib/Frontend/CompileOptions.h"
#include "lib/Graph/Graph.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

/// C++ text with holes: the k-th output tensor of the leaf's graph, or the value of a Sym.
struct CxxText {
  struct Piece {
    enum Kind : uint8_t { Text, Output, Value } kind = Text;
    std::string text;    // Text
    unsigned output = 0; // Output: printed as an fg::Tensor lvalue
    Sym value = 0;       // Value: printed over the local copies of the symbols
  };
  std::vector<Piece> pieces;
  bool empty() const { return pieces.empty(); }
  void add(const std::string &text) {
    if (pieces.empty() || pieces.back().kind != Piece::Text)
      pieces.emplace_back();
    pieces.back().text += text;
  }
  void add(const Sym &value) {
    pieces.emplace_back().kind = Piece::Value;
    pieces.back().value = value;
  }
};

/// How control leaves a region's statements.
enum class RegionExit : uint8_t {
  Return,
  Next, // to the statement behind the region
  Break,
  Continue,
};

struct DecisionNode {
  enum Kind : uint8_t { Branch, GraphLeaf, EagerLeaf } kind = EagerLeaf;
  SourceLoc loc;
  // Branch: `condition` over symbols of CapturedVersion::symbols.
  Sym condition = Sym::boolean(true);
  std::unique_ptr<DecisionNode> whenTrue, whenFalse;
  // GraphLeaf: the graph is null when this path computes no tensor (then only effects and the result remain).
  std::unique_ptr<Graph> graph;
  /// GraphLeaf of a region, without a graph: one without operators, whose guards say for which calls the path
  /// computes no tensor.
  std::unique_ptr<Graph> idle;
  bool inTraining = false;      // of modules that were asked for their mode, and are in training
  std::vector<CxxText> effects; // statements without ';', in order, after the graph has run
  RegionExit exit = RegionExit::Return;
  bool returnsValue = false;
  CxxText result;              // the operand of `return`
  std::vector<CxxText> values; // of CapturedRegion::values, when control goes on behind the region
  // EagerLeaf: why the user's body runs ("throws", …), for the report.
  std::string reason;
  /// EagerLeaf: an object of the caller's is not as its constructor makes it: "this->scale: expected 1", and
  /// what it is instead, where that is a number.
  std::string unmet;
  std::optional<Sym> unmetBy;
  /// Of a leaf without a graph, where types are guesses: the ranks that this holds for, by C++ text.
  std::map<std::string, unsigned> ranks;
  std::vector<std::string>
      assigned; // GraphLeaf: the objects that the last of the effects assign to, in order
};

/// A member of another class that C++ text names as fg_pointer(<namespace>::<tag>::<member>()): a pointer to
/// a member which the function itself may not name.
struct PrivateMember {
  std::string tag;   // "fg_model__Net_4_"
  std::string owner; // "::model::Net<4>"
  std::string member;
  auto operator<=>(const PrivateMember &) const = default;
};

/// One combination of FG_SHAPE alternatives.
struct CapturedVersion {
  std::string label; // "f32[N, 784]", for the report
  /// Types of inputs are guesses (FG703): nothing is built ahead for them, and sizes mean what they mean for
  /// any dtype and rank.
  bool guessed = false;
  /// Code is built ahead for the likeliest types of inputs that nobody declared (Explore/AheadVersions.h).
  bool believed = false;
  /// For objects that are not as their constructors make them (Caller/OtherObjects.cpp): made at run time,
  /// for calls that miss the versions in front because of that.
  bool forOthers = false;
  /// forOthers: the tensors that may be undefined, by C++ text.
  std::set<std::string> maybeAbsent;
  std::vector<SymbolDef>
      symbols; // every symbol of the tree and of its graphs; names are unique in the function
  std::unique_ptr<DecisionNode> tree;
  std::set<PrivateMember> privateMembers;
};

/// A place in a file the tool rewrites.
struct InsertionPoint {
  std::string file;              // absolute
  unsigned offset = 0;           // just behind the body's '{'
  unsigned line = 0, column = 0; // of that place: where the user's text goes on
  std::string ownPrefix = "fg_"; // of names that the generated code there makes up (Domain/Names.h)
};

/// A variable that a region's statements declare and that later ones use: it is declared in front of the
/// region under a name of its own, and moved from where the user's code declares the variable.
struct RegionValue {
  std::string name;        // "fg_2_h"
  std::string type;        // C++ text
  bool isOptional = false; // held in a std::optional: not default-constructible, or not cheap to make
  std::string variable;    // the user's name for it
};

/// Who can make a variable name another tensor, or change the tensor's sizes: code that names the variable;
/// any code that has the tensor by another name; any code that refers to the variable.
enum class TensorAccess : uint8_t { Private, Own, Shared };

/// What a piece of the user's text may do to tensor variables.
struct HandleChanges {
  std::set<std::string> variables; // assigned
  bool anything = false;           // it may do anything to those that are not private
};

struct CapturedRegion {
  std::string name; // "" for a whole body, else "resume_1"
  SourceLoc loc;    // its first statement
  InsertionPoint place;
  /// The variable that says that the compiled code ran, for the statements behind; "" when it always leaves.
  std::string flag;
  std::vector<RegionValue> values;
  /// Of an instantiation whose text another one's edits change: the region of that one, at the same place,
  /// declares them. A suffix for what this one declares itself.
  std::string instance;
  std::vector<CapturedVersion> versions; // tried in order
  /// The last region in front of this one whose variables are in scope here; null for none. What its guards
  /// found still holds, but for what the text between the two changes.
  const CapturedRegion *before = nullptr;
  HandleChanges sinceBefore, own; // of that text, and of the region's statements
};

/// Generated text, or a piece of the user's with the edits in it.
struct TextPiece {
  std::string text;
  unsigned begin = 0, end = 0; // of the user's text, when `text` is empty
  bool operator==(const TextPiece &) const = default;
};

/// A change of the user's text around regions: generated lines, or a piece of a line replaced. A piece that
/// `moved` names elsewhere is replaced where it stood: the edits within it are printed there.
struct SourceEdit {
  unsigned offset = 0, length = 0;
  bool isLines = false;
  std::string text;
  std::vector<TextPiece> moved;           // isLines: instead of `text`
  const CapturedRegion *region = nullptr; // isLines: the region's own code goes here
};

/// A loop that stays one: each turn runs regions of its own, which call kernels.
struct LeftLoop {
  SourceLoc loc;
  std::string why; // no kernel has the loop in it: "it does not count by ones ..."; empty: nobody tried
};

/// Where a function stands. A header's code is `inline`, and equal in all sources that include it, but for a
/// function about which one source's calls or bodies decided: its code is that source's own.
enum class CodePlace { MainFile, Header, HeaderOfSource };

struct CapturedFunction {
  std::string name;      // "Mlp::forward"
  std::string prototype; // as a user would write it, for reports
  std::string id;        // a C identifier, unique in the program: "Mlp_forward_" + a hash of the mangled name
  SourceLoc loc;
  InsertionPoint body;
  unsigned declaration = 0; // the offset of the outermost declaration around it, for what must stand in front
  CodePlace place = CodePlace::MainFile;
  /// For an instantiation of a template: the constant condition under which the body is this instantiation
  /// ("std::is_same_v<T, float> && N == 4"); empty for an ordinary function.
  std::string instantiation;
  /// The id of the instantiation of the same template whose edits, but for its regions, stand for both.
  std::string editsOf;
  CompileOptionValues options;
  std::vector<std::unique_ptr<CapturedRegion>> regions; // none when the function stays eager
  bool compiledInCallees = false;                       // functions that it calls have regions of their own
  std::vector<SourceEdit> edits; // of `body.file`, in the order in which those at one offset are printed
  /// Not annotated itself: an annotated function calls it, and it holds a break or a loop.
  bool isCallee = false;
  std::vector<Break> breaks;
  /// Why nothing is compiled ahead although nothing broke (FG703: a dtype or rank is not known).
  std::vector<std::string> remarks;
  /// Leaves in training are made at run time: the source only calls eval().
  bool trainsAtRunTime = false;
  std::vector<LeftLoop> leftLoops;
  CaptureWork work;
  std::map<std::string, TensorAccess> tensors; // variables that a region may know from the regions before it
};

/// May calls of the function's that miss be compiled for at run time?
inline bool recompiles(const CompileOptionValues &options) {
  const BackendKind kind = options.backendKind();
  return options.recompileLimit > 0 && (kind == BackendKind::Kernels || kind == BackendKind::Program);
}
/// Is the backend one that the program registers at run time?
inline bool hasOwnBackend(const CompileOptionValues &options) {
  return options.backendKind() == BackendKind::Program;
}
/// Is nothing built ahead for the leaf? Its types are a guess, it is for objects that nobody expects, its
/// backend is the program's, or the source is not seen to train.
inline bool isMadeAtRunTime(const CapturedFunction &function, const CapturedVersion &version,
                            const DecisionNode &leaf) {
  return version.guessed || version.forOthers || hasOwnBackend(function.options) ||
         (leaf.inTraining && function.trainsAtRunTime);
}
/// The last of a region's versions that is for the objects that are expected: of what those in front of it do
/// not take, versions are made of its graphs.
inline const CapturedVersion *lastExpected(const CapturedRegion &region) {
  const CapturedVersion *last = nullptr;
  for (const CapturedVersion &version : region.versions)
    if (!version.forOthers)
      last = &version;
  return last;
}
inline bool recompiles(const CapturedFunction &function) { return recompiles(function.options); }

/// The namespace of a function's pointers to private members.
inline std::string privateNamespace(const std::string &ownPrefix, const std::string &functionId) {
  return ownPrefix + "private_" + functionId.substr(functionId.rfind('_') + 1); // the hash
}

} // namespace fullgraph
