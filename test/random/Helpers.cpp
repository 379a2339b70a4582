// Functions that the annotated functions call.
#include "Program.h"

namespace random_program {
namespace {

Dim someDim(Rng &rng) {
  switch (rng.below(6)) {
  case 0:
  case 1:
    return Dim{1, 1, 0};
  case 2:
    return Dim{1, 0, 1};
  case 3:
    return rng.chance(30) ? Dim{} : Dim{2, 0, 0};
  default:
    return Dim{2 + rng.below(3), 0, 0};
  }
}

/// A struct with a method that changes it, and a function that calls it.
std::string withObject(Rng &rng, const std::string &name, Body &body, std::vector<Callable> &callables) {
  const Type type = body.tensors[0].type;
  const std::string s = "S" + name;
  std::string text = "struct " + s +
                     " {\n  Tensor held;\n  int turns = 0;\n  Tensor apply([[maybe_unused]] const Tensor &q, "
                     "[[maybe_unused]] int w) {\n";
  body.method = true;
  body.indent = 2;
  body.tensors.push_back({"held", type, true});
  body.ints = {"turns"};
  body.constInts = {"w"};
  body.statements(1 + rng.below(3));
  body.returnStatement();
  text += body.text() + "  }\n};\n";
  text += "[[maybe_unused]] static Tensor " + name + "(const Tensor &q, int w) {\n  " + s +
          " object{q * 0.5, w};\n  auto a = object.apply(q, 1);\n  return object.apply(a, object.turns) + "
          "object.held;\n}\n\n";
  callables.push_back({name, ", " + std::to_string(rng.below(3)), type});
  return text;
}

/// A function of one shape, which may be compiled itself.
std::string ofOneShape(Rng &rng, const std::string &name, std::vector<Callable> &callables) {
  Body body(rng, callables);
  const Type type = rng.pick(std::vector<Type>{{'f', {Dim{1, 1, 0}}, false},
                                               {'f', {Dim{1, 1, 0}, Dim{3, 0, 0}}, false},
                                               {'f', {Dim{3, 0, 0}, Dim{2, 0, 0}}, false},
                                               {'f', {Dim{2, 0, 0}}, false},
                                               {'i', {Dim{1, 1, 0}}, false}});
  if (type.dims[0].n)
    body.sizeN = "q.size(0)";
  const bool constant = rng.chance(50);
  body.tensors = {{"q", type, !constant}};
  body.prints = rng.chance(50);
  body.ints = {"w"};
  body.statements(1 + rng.below(3));
  body.line("return " + body.tensor(type, 2) + ";");
  callables.push_back({name, ", " + std::to_string(rng.below(4)), type});
  const std::string annotation =
      rng.word({"FG_COMPILE() ", "FG_COMPILE(.backend = \"interp\") ", "", "FG_DISABLE(\"why\") "});
  return annotation + "[[maybe_unused]] static Tensor " + name + "([[maybe_unused]] FG_SHAPE(\"" +
         shapeSpec(type) + "\") " + (constant ? "const Tensor &" : "Tensor ") +
         "q, [[maybe_unused]] int w) {\n" + body.text() + "}\n\n";
}

} // namespace

Type parameterType(Rng &rng) {
  Type type;
  type.dtype = rng.pick(std::vector<char>{'f', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'd', 'i', 'j', 'h', 'b'});
  const int rank = rng.pick(std::vector<int>{1, 1, 2, 2, 2, 3});
  for (int i = 0; i < rank; ++i)
    type.dims.push_back(someDim(rng));
  return type;
}

std::string helper(Rng &rng, const std::string &name, std::vector<Callable> &callables,
                   std::vector<std::string> &mutators) {
  const int kind = rng.below(9);
  if (kind == 8)
    return ofOneShape(rng, name, callables);
  Body body(rng, callables);
  body.mutators = mutators;
  body.generic = true;
  body.prints = rng.chance(55);
  const Type type{'f', {}, true};
  const std::string count = std::to_string(rng.below(4));
  body.tensors = {{"q", type, kind == 2 || kind == 4}};
  std::string head, tail;
  switch (kind) {
  case 3:
    return withObject(rng, name, body, callables);
  case 1: // of any number
    head = "template <class T> [[maybe_unused]] static Tensor " + name +
           "([[maybe_unused]] const Tensor &q, [[maybe_unused]] T w)";
    body.isTemplate = true;
    body.numbers = {"w"};
    for (int uses = 1 + rng.below(2); uses > 0; --uses) // an instantiation each
      callables.push_back({name, rng.word({", 0.5", ", 1", ", 0.25f"}), type});
    break;
  case 4: // changes what it is given
    head = "[[maybe_unused]] static void " + name + "([[maybe_unused]] Tensor &q)";
    body.returns = Body::Returns::Void;
    mutators.push_back(name);
    break;
  case 5: // calls itself
    head = "[[maybe_unused]] static Tensor " + name + "(const Tensor &q, int w)";
    body.constInts = {"w"};
    body.line("if (w <= 0)");
    body.line("  return q * 0.5;");
    callables.push_back({name, ", " + count, type});
    break;
  case 6: // two results
    head = "[[maybe_unused]] static std::pair<Tensor, Tensor> " + name +
           "([[maybe_unused]] const Tensor &q, [[maybe_unused]] int w = 2)";
    body.constInts = {"w"};
    body.returns = Body::Returns::Pair;
    callables.push_back({name, rng.chance(50) ? "" : ", " + count, type, rng.word({".first", ".second"})});
    break;
  case 7: // of a constant
    head = "template <int K> [[maybe_unused]] static Tensor " + name + "([[maybe_unused]] const Tensor &q)";
    body.isTemplate = true;
    body.constInts = {"K"};
    body.line("if constexpr (K > 1)");
    body.line("  return fg::tanh(q);");
    for (int uses = 1 + rng.below(3); uses > 0; --uses)
      callables.push_back({name + "<" + rng.word({"0", "1", "1", "2"}) + ">", "", type});
    break;
  default:
    head = "[[maybe_unused]] static Tensor " + name + "([[maybe_unused]] " +
           (kind == 2 ? "Tensor " : "const Tensor &") + "q, [[maybe_unused]] int w)";
    body.constInts = {"w"};
    callables.push_back({name, ", " + count, type});
  }
  body.statements(1 + rng.below(4));
  if (kind == 5 && rng.chance(70)) {
    const std::string value = body.tensor(type, 1);
    body.line("return " + name + "(" + value + ", w - 1);");
  } else if (kind != 4) {
    body.returnStatement();
  }
  return head + " {\n" + body.text() + "}\n\n";
}

} // namespace random_program
