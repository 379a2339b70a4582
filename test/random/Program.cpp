// Functions around bodies, and the main that calls them.
#include "Program.h"

namespace random_program {
namespace {

struct Parameter {
  std::string name, declared; // "const Tensor &"
  Type type;                  // of tensors
  bool tensor = true;
  char host = 'i'; // i, b, d
};

struct Function {
  std::string name, object; // object: of a method
  std::vector<Parameter> parameters;
  Body::Returns returns = Body::Returns::Tensor;
  Type member; // of a method's tensor
};

Dim someDim(Rng &rng) {
  switch (rng.below(5)) {
  case 0:
  case 1:
    return Dim{1, 1, 0};
  case 2:
    return Dim{1, 0, 1};
  default:
    return Dim{2 + rng.below(3), 0, 0};
  }
}

Type someParameterType(Rng &rng) {
  Type type;
  type.dtype = rng.pick(std::vector<char>{'f', 'f', 'f', 'f', 'f', 'f', 'd', 'i', 'b'});
  const int rank = rng.pick(std::vector<int>{1, 1, 2, 2, 2, 3});
  for (int i = 0; i < rank; ++i)
    type.dims.push_back(someDim(rng));
  return type;
}

const char *returnType(Body::Returns returns) {
  switch (returns) {
  case Body::Returns::Tensor:
    return "Tensor";
  case Body::Returns::Void:
    return "void";
  case Body::Returns::Vector:
    return "std::vector<Tensor>";
  case Body::Returns::Pair:
    return "std::pair<Tensor, Tensor>";
  }
  return "";
}

/// Called functions, for tensors of any shape: plain, with breaks, a template, a struct's method.
std::string helper(Rng &rng, const std::string &name, std::vector<Callable> &callables) {
  std::string text;
  const int kind = rng.below(4);
  Body body(rng, callables);
  body.generic = true;
  body.prints = rng.chance(55);
  const Type type{'f', {}, true};
  body.tensors = {{"q", type, kind == 2}};
  if (kind == 3) {
    const std::string s = "S" + name;
    text += "struct " + s +
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
  if (kind == 1) {
    text += "template <class T> [[maybe_unused]] static Tensor " + name +
            "([[maybe_unused]] const Tensor &q, [[maybe_unused]] T w) {\n";
    body.isTemplate = true;
    body.numbers = {"w"};
    callables.push_back({name, rng.word({", 0.5", ", 1"}), type});
  } else {
    text += "[[maybe_unused]] static Tensor " + name + "([[maybe_unused]] " +
            (kind == 2 ? "Tensor " : "const Tensor &") + "q, [[maybe_unused]] int w) {\n";
    body.constInts = {"w"};
    callables.push_back({name, ", " + std::to_string(rng.below(4)), type});
  }
  body.statements(1 + rng.below(4));
  body.returnStatement();
  return text + body.text() + "}\n\n";
}

std::string function(Rng &rng, Function &f, const std::vector<Callable> &callables, bool kernels) {
  const int count = 1 + rng.below(3);
  Body body(rng, callables);
  for (int i = 0; i < count; ++i) {
    Parameter p;
    p.name = "x" + std::to_string(i);
    p.type = i > 0 && rng.chance(40) ? f.parameters[0].type : someParameterType(rng);
    p.declared = rng.pick(std::vector<std::string>{"Tensor ", "const Tensor &", "Tensor &"});
    for (size_t d = 0; d < p.type.dims.size(); ++d) {
      const std::string read = p.name + ".size(" + std::to_string(d) + ")";
      if (p.type.dims[d].n && body.sizeN.empty())
        body.sizeN = read;
      if (p.type.dims[d].m && body.sizeM.empty())
        body.sizeM = read;
    }
    body.tensors.push_back({p.name, p.type, p.declared[0] != 'c'});
    f.parameters.push_back(p);
  }
  const auto addHost = [&](char host, const char *type, std::vector<std::string> &list) {
    Parameter p;
    p.name = std::string(1, host == 'i' ? 'n' : host == 'b' ? 'u' : 'r');
    p.declared = type;
    p.tensor = false;
    p.host = host;
    f.parameters.push_back(p);
    list.push_back(p.name);
  };
  if (rng.chance(70))
    addHost('i', "[[maybe_unused]] int ", body.ints);
  if (rng.chance(40))
    addHost('b', "[[maybe_unused]] bool ", body.bools);
  if (rng.chance(40))
    addHost('d', "[[maybe_unused]] double ", body.doubles);
  const bool method = rng.chance(20);
  f.returns =
      rng.pick(std::vector<Body::Returns>{Body::Returns::Tensor, Body::Returns::Tensor, Body::Returns::Tensor,
                                          Body::Returns::Void, Body::Returns::Vector, Body::Returns::Pair});
  body.returns = f.returns;
  body.prints = rng.chance(65);
  std::string text;
  if (method) {
    f.member = {'f', {Dim{3, 0, 0}}, false};
    f.object = "M" + f.name;
    body.method = true;
    body.indent = 2;
    body.tensors.push_back({"state", f.member, true});
    body.ints.push_back("calls");
    text += "struct " + f.object + " {\n  FG_SHAPE(\"f32[3]\") Tensor state;\n  int calls = 0;\n";
  }
  body.statements(2 + rng.below(6));
  if (f.returns != Body::Returns::Void)
    body.returnStatement();
  const std::string in = method ? "  " : "";
  text += in + (kernels ? "FG_COMPILE()\n" : "FG_COMPILE(.backend = \"interp\")\n") + in +
          returnType(f.returns) + " " + f.name + "(";
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    const Parameter &p = f.parameters[i];
    text += (i ? ", " : "") +
            (p.tensor ? "[[maybe_unused]] FG_SHAPE(\"" + shapeSpec(p.type) + "\") " : std::string()) +
            p.declared + p.name;
  }
  text += ") {\n" + body.text() + in + "}\n";
  return text + (method ? "};\n\n" : "\n");
}

/// One call: inputs, the call, and everything it may have changed.
std::string call(Rng &rng, const Function &f, int turn) {
  static const int sizes[][2] = {{1, 3}, {3, 5}, {5, 1}};
  const int n = sizes[turn % 3][0], m = sizes[turn % 3][1];
  std::string text = "  support::attempt(\"" + f.name + " " + std::to_string(turn) + "\", [&] {\n", arguments;
  std::vector<std::string> shown;
  const Parameter *first = nullptr;
  for (const Parameter &p : f.parameters) {
    arguments += arguments.empty() ? "" : ", ";
    if (!p.tensor) {
      arguments += p.host == 'i'   ? std::to_string((turn + rng.below(3)) % 5)
                   : p.host == 'b' ? rng.word({"true", "false"})
                                   : rng.word({"0.7", "-0.4", "0.1"});
      continue;
    }
    std::string list;
    for (const Dim &dim : p.type.dims)
      list += (list.empty() ? "" : ", ") + std::to_string(dim.n ? n : dim.m ? m : dim.literal);
    const std::string values = "support::values({" + list + "}, " + dtypeName(p.type.dtype) + ", " +
                               std::to_string(rng.below(9)) + ")";
    const bool same = first && first->type == p.type && rng.chance(30);
    text += "    Tensor " + p.name + " = " +
            (same             ? rng.chance(50) ? first->name : first->name + ".view({" + list + "})"
             : rng.chance(15) ? "support::strided(" + values + ")"
                              : values) +
            ";\n";
    if (!first)
      first = &p;
    arguments += p.name;
    shown.push_back(p.name);
  }
  std::string callee = f.name;
  if (!f.object.empty()) {
    text += "    " + f.object + " object{support::values({3}, fg::kFloat, 2)};\n";
    callee = "object." + f.name;
    shown.push_back("object.state");
  }
  // What was written before an exception is part of what the call did.
  text += "    [[maybe_unused]] const std::vector<Tensor> before = {";
  for (size_t i = 0; i < shown.size(); ++i)
    text += (i ? ", " : "") + shown[i];
  text += "};\n    try {\n";
  if (f.returns == Body::Returns::Void)
    text += "      " + callee + "(" + arguments + ");\n";
  else
    text += "      auto out = " + callee + "(" + arguments + ");\n      support::show(\"out\", out);\n";
  if (f.returns == Body::Returns::Tensor)
    text += "      if (out.defined() && out.scalar_type() == fg::kFloat && out.is_contiguous())\n        "
            "out.mul_(0.5);\n";
  if (f.returns == Body::Returns::Vector) // results may share memory with each other
    text += "      if (out.size() > 1 && out[0].scalar_type() == fg::kFloat) {\n        out[0].mul_(0.5);\n"
            "        support::show(\"after\", out);\n      }\n";
  text += "    } catch (const std::exception &error) {\n      std::printf(\"throws %s\\n\", error.what());\n "
          "   }\n";
  for (const std::string &name : shown)
    text += "    support::show(\"" + name + "\", " + name + ");\n";
  text += "    support::show(\"before\", before);\n";
  if (!f.object.empty())
    text += "    std::printf(\"calls %d\\n\", object.calls);\n";
  return text + "  });\n";
}

} // namespace

std::string program(uint64_t seed, int functions, int only) {
  std::string text = "// Made by test/random: seed " + std::to_string(seed) + ".\n#include \"support.h\"\n\n";
  // Each function has a sequence of its own, so that one can be written without the others.
  Rng shared(seed * 1000003 + 17);
  std::vector<Callable> callables;
  for (int i = 0; i < 6; ++i)
    text += helper(shared, "h" + std::to_string(i), callables);
  std::string calls;
  for (int i = 0; i < functions; ++i) {
    if (only >= 0 && only != i)
      continue;
    Rng rng(seed * 1000003 + 1000 + static_cast<uint64_t>(i));
    Function f;
    f.name = "f" + std::to_string(i);
    text += function(rng, f, callables, /*kernels=*/i % 5 == 0);
    for (int turn = 0; turn < 4; ++turn)
      calls += call(rng, f, turn);
  }
  return text + "int main() {\n" + calls + "}\n";
}

} // namespace random_program
