// The random program generator: what its parts share.
//
// A program is one C++ source with many annotated functions and a main that calls each with several inputs
// and prints everything a caller can see. The functions avoid what no compiler keeps: unsequenced effects,
// values whose rounding shows (every operator is tame: no factor above 1, no argument of sin far from 0),
// branches on numbers near their threshold (0.137 is where no computed value is by design).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace random_program {

/// splitmix64: the same sequence on every machine.
class Rng {
public:
  explicit Rng(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T> const T &pick(const std::vector<T> &from) {
    return from[static_cast<size_t>(below(static_cast<int>(from.size())))];
  }
  std::string word(std::initializer_list<const char *> from) { return pick(std::vector<const char *>(from)); }

private:
  uint64_t state;
};

/// A size: literal * N^n * M^m. N and M are only known at run time.
struct Dim {
  int literal = 1, n = 0, m = 0;
  friend bool operator==(const Dim &, const Dim &) = default;
};
using Dims = std::vector<Dim>;

/// Dtype and sizes of a tensor. In code shared by callers of any shape the sizes are `any`: all such tensors
/// of one function have the same.
struct Type {
  char dtype = 'f'; // f: f32, d: f64, i: i64, j: i32, h: u8, b: bool
  Dims dims;
  bool any = false;
  bool isFloat() const { return dtype == 'f' || dtype == 'd'; }
  bool isInteger() const { return dtype == 'i' || dtype == 'j' || dtype == 'h'; }
  friend bool operator==(const Type &, const Type &) = default;
};

struct TensorVar {
  std::string name;
  Type type;
  bool assignable = true; // not const, and no reference to a const tensor
};

/// A callable in scope that takes and returns tensors of one type (`any`: of every type of its dtype).
struct Callable {
  std::string name, arguments; // ", 2" behind the tensor
  Type type;
  std::string part = {}; // ".first" behind the call
};

/// A support::Box in scope, of two tensors of one type.
struct BoxVar {
  std::string name;
  Type type;
};

class Scope;

/// Does the condition compare a tensor's sizes?
inline bool asksSize(const std::string &condition) { return condition.find("size(") != std::string::npos; }

/// The state of one function's body as it is written.
class Body {
public:
  Body(Rng &rng, std::vector<Callable> helpers) : rng(rng), callables(std::move(helpers)) {}

  // Expressions.cpp: without side effects, for any place in an expression.
  std::string tensor(const Type &type, int depth);
  std::string condition(bool data);    // bool; `data`: reads a tensor's values
  std::string number();                // double or float, at most about 1
  std::string converted();             // likewise
  std::string integer();               // int, small
  std::string sizes(const Dims &dims); // "{x.size(0), 4}"
  Type someType();
  const TensorVar *find(const Type &type, bool assignable);

  // Statements.cpp
  void statements(int count);
  void returnStatement();
  void line(const std::string &text) { text_ += std::string(size_t(2 * indent), ' ') + text + "\n"; }
  const std::string &text() const { return text_; }
  std::string name(const char *stem) { return stem + std::to_string(counter++); }

  Rng &rng;
  std::vector<Callable> callables;
  std::vector<std::string> mutators = {}; // functions that change a Tensor & of any float type
  std::vector<TensorVar> tensors;
  std::vector<BoxVar> boxes;
  std::vector<std::pair<std::string, Type>> lists;                   // std::vector<Tensor>
  std::vector<std::pair<std::string, Type>> undos;                   // support::Undo
  std::vector<std::string> modules = {};                             // support::Modes
  std::vector<std::string> ints, constInts, doubles, bools, numbers; // numbers: read from tensors
  std::vector<std::string> texts;                                    // strings of the caller
  std::string sizeN, sizeM; // how the body reads them; empty: no parameter has it
  enum class Returns { Tensor, Void, Vector, Pair } returns = Returns::Tensor;
  bool generic = false; // all tensors are `any`
  bool prints = true, method = false, isTemplate = false;
  int indent = 1;

private:
  friend class Scope;
  std::string operand(const Type &type, int depth) { return "(" + tensor(type, depth) + ")"; }
  std::string leaf(const Type &type);
  std::string item(const std::string &type) {
    return (isTemplate ? ".template item<" : ".item<") + type + ">()";
  }
  std::string floating(const Type &type, int depth);
  std::string shaped(const Type &type, int depth);
  std::string promoted(const Type &type, int depth);
  std::string more(const Type &type, int depth);
  std::string complexNumbers(const Type &type, int depth);
  std::string parts(const std::string &number);
  std::string integral(const Type &type, int depth);
  std::string boolean(const Type &type, int depth);
  std::string size(const Dim &dim);

  void statement();
  void declare();
  void assign();
  void inPlace();
  void alias();
  void cxxVariable();
  void dataSize();
  void branch();
  void loop();
  void hiddenName();
  void switchOver();
  void effect();
  void callStatement();
  void lambda();
  void container();
  void keep(const std::string &value, Type type);
  void block(int count);
  void jump();

  // Structures.cpp
  void structure();
  void useOfBox(const BoxVar &box);
  void map();
  void list();
  void reference();
  void cxxContainer();
  void state();
  void rows();
  void swapped();
  Type floatType();

  void handles(); // Handles.cpp

  // Recurrences.cpp
  void recurrence();
  std::string ofTurn(const Type &type, int depth);
  void changeCarried(const std::string &carried, const Type &type, const std::string &slice);

  // Texts.cpp
  std::string word();
  std::string asksText();
  void ordered();

  // Lifetimes.cpp
  void owner();
  void undo();
  void exceptions();

  std::string text_;
  int counter = 0, depth = 0, loops = 0, tries = 0, lambdas = 0;
  int sizeArms = 0; // branches on sizes around what is being written
};

/// What is declared in a block goes out of scope with it.
class Scope {
public:
  explicit Scope(Body &body)
      : body(body), tensors(body.tensors.size()), boxes(body.boxes.size()), lists(body.lists.size()),
        undos(body.undos.size()), ints(body.ints.size()), constInts(body.constInts.size()),
        doubles(body.doubles.size()), bools(body.bools.size()), numbers(body.numbers.size()),
        callables(body.callables.size()) {
    ++body.indent;
    ++body.depth;
  }
  ~Scope() {
    --body.indent;
    --body.depth;
    body.tensors.resize(tensors);
    body.boxes.resize(boxes);
    body.lists.resize(lists);
    body.undos.resize(undos);
    body.ints.resize(ints);
    body.constInts.resize(constInts);
    body.doubles.resize(doubles);
    body.bools.resize(bools);
    body.numbers.resize(numbers);
    body.callables.resize(callables);
  }

private:
  Body &body;
  size_t tensors, boxes, lists, undos, ints, constInts, doubles, bools, numbers, callables;
};

std::string dtypeName(char dtype);       // "fg::kFloat"
std::string shapeSpec(const Type &type); // "f32[N,4]"
Type parameterType(Rng &rng);
/// A function, and how it is called: for tensors of any shape, most of them.
std::string helper(Rng &rng, const std::string &name, std::vector<Callable> &callables,
                   std::vector<std::string> &mutators);
std::string program(uint64_t seed, int functions, int only); // Program.cpp; only < 0: all
} // namespace random_program
